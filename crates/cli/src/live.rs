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
    /// The rows of the text that can be replaced.
    rows: usize,
}

impl<'a> LiveOutput<'a> {
    /// `stop` is the stop flag of the search.
    pub(crate) fn new(out: &'a mut dyn Write, stop: Arc<AtomicBool>) -> LiveOutput<'a> {
        LiveOutput { out, stop, result: Ok(()), rows: 0 }
    }

    /// Prints a text in place of the one before, on a terminal of `height` rows on which it needs no more than its lines.
    /// A text that is too high for that stays, and the next one follows it.
    pub(crate) fn replace(&mut self, text: &str, height: usize) {
        let back = match self.rows {
            0 => String::new(),
            rows => format!("\x1b[{rows}A\r\x1b[J"),
        };
        let rows = text.lines().count();
        self.rows = if rows < height { rows } else { 0 };
        self.print(|out| writeln!(out, "{back}{text}").and_then(|()| out.flush()));
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
    fn a_text_takes_the_place_of_the_one_before() {
        let stop = Arc::new(AtomicBool::new(false));
        let mut text = Vec::new();
        let mut live = LiveOutput::new(&mut text, stop);
        for (text, height) in [("one\ntwo", 3), ("three\nfour", 2), ("five", 2), ("six", 2)] {
            live.replace(text, height);
        }
        assert!(live.end().is_ok());
        let expected = "one\ntwo\n\x1b[2A\r\x1b[Jthree\nfour\nfive\n\x1b[1A\r\x1b[Jsix\n";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }

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
