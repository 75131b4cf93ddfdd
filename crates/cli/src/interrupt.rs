//! Ctrl-C: the first asks for an end, the second makes one.

use plywood_lab::play::kill_engines;
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of a shell for a command ended by Ctrl-C.
const INTERRUPTED: u8 = 130;

/// A flag that the first Ctrl-C, or a polite `kill`, sets; the second ends the process.
pub(crate) fn flag() -> Arc<AtomicBool> {
    flag_while(Arc::new(AtomicBool::new(true)))
}

/// A flag that the first Ctrl-C sets while `busy`. The second one, and one at any other time, ends
/// the process, with the terminal as it was when this was called: somebody may have been editing a line.
pub(crate) fn flag_while(busy: Arc<AtomicBool>) -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = flag.clone();
    let terminal = Terminal::of_stdin();
    // Where there can be no handler, Ctrl-C ends the process at once: no reason not to start.
    let _ = ctrlc::set_handler(move || {
        let busy = busy.load(Ordering::Relaxed);
        if seen.swap(true, Ordering::Relaxed) || !busy {
            // An exit drops nothing: engines would live on, and a line be edited for ever.
            kill_engines();
            if !busy {
                terminal.restore();
            }
            process::exit(INTERRUPTED.into());
        }
    });
    flag
}

/// The terminal of standard input, if it is one, as it was found.
#[cfg(unix)]
struct Terminal(Option<nix::sys::termios::Termios>);

#[cfg(unix)]
impl Terminal {
    fn of_stdin() -> Terminal {
        Terminal(nix::sys::termios::tcgetattr(std::io::stdin()).ok())
    }

    /// Ends the editing of a line: no raw mode, no marks around what is pasted.
    fn restore(&self) {
        use nix::sys::termios::{SetArg, tcgetattr, tcsetattr};
        let Some(before) = &self.0 else { return };
        if tcgetattr(std::io::stdin()).is_ok_and(|now| now != *before) {
            // The process ends in any case.
            let _ = tcsetattr(std::io::stdin(), SetArg::TCSANOW, before);
            // Not through the lock of standard output, which the game holds.
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

/// How a command exits that was interrupted before it was done.
pub(crate) fn exit_code() -> ExitCode {
    ExitCode::from(INTERRUPTED)
}
