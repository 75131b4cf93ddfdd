//! Ctrl-C: the first stops the work, the second ends the process.

use plywood_lab::matches::kill_engines;
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code that shells use for a command ended by Ctrl-C.
const INTERRUPTED: u8 = 130;

/// A flag that the first Ctrl-C, or a SIGTERM, sets. The second ends the process.
pub(crate) fn flag() -> Arc<AtomicBool> {
    flag_while(Arc::new(AtomicBool::new(true)))
}

/// A flag that the first Ctrl-C sets while `busy`. The second one, or one while not `busy`, ends the process
/// and restores the terminal to its present state, because the line editor may have changed it.
pub(crate) fn flag_while(busy: Arc<AtomicBool>) -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = flag.clone();
    let terminal = Terminal::of_stdin();
    // Without a handler Ctrl-C ends the process at once, which is acceptable.
    let _ = ctrlc::set_handler(move || {
        let busy = busy.load(Ordering::Relaxed);
        if seen.swap(true, Ordering::Relaxed) || !busy {
            // `exit` drops no values: engines must be killed here, and the terminal restored.
            kill_engines();
            if !busy {
                terminal.restore();
            }
            process::exit(INTERRUPTED.into());
        }
    });
    flag
}

/// The settings of the terminal at standard input, if it is one.
#[cfg(unix)]
struct Terminal(Option<nix::sys::termios::Termios>);

#[cfg(unix)]
impl Terminal {
    fn of_stdin() -> Terminal {
        Terminal(nix::sys::termios::tcgetattr(std::io::stdin()).ok())
    }

    /// Switches off raw mode and bracketed paste.
    fn restore(&self) {
        use nix::sys::termios::{SetArg, tcgetattr, tcsetattr};
        let Some(before) = &self.0 else { return };
        if tcgetattr(std::io::stdin()).is_ok_and(|now| now != *before) {
            // The process ends in any case.
            let _ = tcsetattr(std::io::stdin(), SetArg::TCSANOW, before);
            // Without the lock of standard output, which the main thread holds.
            let _ = nix::unistd::write(std::io::stdout(), b"\x1b[?2004l\r\n");
        }
    }
}

#[cfg(not(unix))]
struct Terminal;

#[cfg(not(unix))]
impl Terminal {
    fn of_stdin() -> Terminal {
        Terminal
    }

    fn restore(&self) {}
}

/// The exit code of an interrupted command.
pub(crate) fn exit_code() -> ExitCode {
    ExitCode::from(INTERRUPTED)
}
