//! Input that is wrong, and output that nobody reads.

pub(crate) use plywood_games::test_kit::refused;

use plywood_games::random::Rng;
use plywood_games::test_kit::mutated;
use std::io::{self, Write};

/// One of the lines, unchanged or with random errors in it.
pub(crate) fn garbled(rng: &mut Rng, lines: &[&str]) -> String {
    let line = rng.choose(lines).copied().unwrap_or_default();
    match rng.below(2) {
        0 => mutated(rng, line, "abcdefghilmnoprstvw 0123456789").replace('\n', " "),
        _ => line.to_string(),
    }
}

/// An output whose reader is gone.
pub(crate) struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
