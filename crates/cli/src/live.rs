//! Output that is printed while a search runs.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Prints lines at once, without a delay by a buffer. A line that cannot be printed stops the search, for
/// example in `plywood trace … | head`.
pub(crate) struct LiveOutput<'a> {
    out: &'a mut dyn Write,
    stop: Arc<AtomicBool>,
    result: io::Result<()>,
}

impl<'a> LiveOutput<'a> {
    /// `stop` is the stop flag of the search.
    pub(crate) fn new(out: &'a mut dyn Write, stop: Arc<AtomicBool>) -> LiveOutput<'a> {
        LiveOutput { out, stop, result: Ok(()) }
    }

    /// Prints a line.
    pub(crate) fn line(&mut self, line: impl Display) {
        self.print(|out| writeln!(out, "{line}").and_then(|()| out.flush()));
    }

    /// Prints a line that may wait in a buffer: for output that is too long to be watched.
    pub(crate) fn buffered_line(&mut self, line: impl Display) {
        self.print(|out| writeln!(out, "{line}"));
    }

    fn print(&mut self, print: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        if self.result.is_ok() {
            self.result = print(self.out);
            if self.result.is_err() {
                self.stop.store(true, Ordering::Relaxed);
            }
        }
    }

    /// The first error, if there was one.
    pub(crate) fn end(self) -> io::Result<()> {
        self.result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_output_stops_the_search() {
        let stop = Arc::new(AtomicBool::new(false));
        let mut text = Vec::new();
        let mut live = LiveOutput::new(&mut text, stop.clone());
        live.line(1);
        live.buffered_line("two");
        assert!(live.end().is_ok() && !stop.load(Ordering::Relaxed));
        assert_eq!(text, b"1\ntwo\n");
        let mut full: &mut [u8] = &mut [0; 3];
        let mut live = LiveOutput::new(&mut full, stop.clone());
        live.line(1);
        assert!(!stop.load(Ordering::Relaxed));
        live.line(2);
        assert!(stop.load(Ordering::Relaxed) && live.end().is_err());
    }
}
