//! Ctrl-C: the first asks for an end, the second makes one.

use plywood_lab::matches::kill_engines;
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
/// the process.
pub(crate) fn flag_while(busy: Arc<AtomicBool>) -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = flag.clone();
    // Where there can be no handler, Ctrl-C ends the process at once: no reason not to start.
    let _ = ctrlc::set_handler(move || {
        if seen.swap(true, Ordering::Relaxed) || !busy.load(Ordering::Relaxed) {
            // An exit drops nothing, and engines would live on.
            kill_engines();
            process::exit(INTERRUPTED.into());
        }
    });
    flag
}

/// How a command exits that was interrupted before it was done.
pub(crate) fn exit_code() -> ExitCode {
    ExitCode::from(INTERRUPTED)
}
