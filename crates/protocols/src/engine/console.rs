//! Single commands to a program that speaks GTP, for questions other than moves of a game.

use super::gtp::ask;
use super::{Connection, EngineSpec, Fault, Transport};
use crate::engine::process::Process;
use std::time::{Duration, Instant};

/// A program that speaks GTP, and answers one command after the other. Dropping it ends the program.
///
/// ```no_run
/// use plywood_protocols::{EngineSpec, GtpConsole, Protocol};
/// use std::time::Duration;
///
/// let spec = EngineSpec::new(Protocol::Gtp, "gnugo --mode gtp").unwrap();
/// let mut console = GtpConsole::start(&spec)?;
/// println!("{}", console.ask("version", Duration::from_secs(5))?);
/// # Ok::<(), plywood_protocols::Fault>(())
/// ```
pub struct GtpConsole {
    transport: Box<dyn Transport>,
}

impl GtpConsole {
    /// Starts the program.
    pub fn start(spec: &EngineSpec) -> Result<GtpConsole, Fault> {
        Ok(GtpConsole { transport: Box::new(Process::start(spec)?) })
    }

    /// Sends a command and waits for its answer, which is returned without its `=`. A refusal, an answer that
    /// does not come within `patience` and the end of the program are faults.
    pub fn ask(&mut self, command: &str, patience: Duration) -> Result<String, Fault> {
        let deadline = Instant::now() + patience;
        ask(&mut Connection { transport: &mut *self.transport, deadline }, command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::FakeEngine;
    use crate::{FaultKind, Protocol};

    #[test]
    fn commands_are_answered_or_refused() {
        let engine = FakeEngine::new(|line| {
            let answer = if line == "attack A1" { "=1 1 B1" } else { "? unknown command" };
            vec![answer.to_string(), String::new()]
        });
        let mut console = GtpConsole { transport: Box::new(engine) };
        let patience = Duration::from_secs(5);
        assert_eq!(console.ask("attack A1", patience).unwrap(), "1 B1");
        assert_eq!(console.ask("atack A1", patience).unwrap_err().kind, FaultKind::Refusal);
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let spec = EngineSpec::new(Protocol::Gtp, "no-such-program-of-go --mode gtp").unwrap();
        let fault = GtpConsole::start(&spec).err().expect("no such program");
        assert!(fault.to_string().contains("no-such-program-of-go"), "{fault}");
    }
}
