//! Lines of input of any length, with any bytes.

use plywood_games::InputError;
use std::io::{BufRead, Read};

/// Longer lines, in bytes, are skipped: no record of a game is as long.
const LONGEST: usize = 1 << 20;

/// The next line; none at the end of the input, or if it cannot be read. Bytes that are not UTF-8 become
/// U+FFFD, which no command contains. An error for a line that is too long.
pub(crate) fn read_line(input: &mut impl BufRead) -> Option<Result<String, InputError>> {
    let mut bytes = Vec::new();
    let limit = LONGEST as u64 + 1;
    input.by_ref().take(limit).read_until(b'\n', &mut bytes).ok().filter(|&count| count > 0)?;
    let text = String::from_utf8_lossy(&bytes);
    if bytes.len() <= LONGEST || bytes.ends_with(b"\n") {
        return Some(Ok(text.into_owned()));
    }
    let error = InputError::new("line", &text).expected("at most 1 MiB");
    input.skip_until(b'\n').ok()?;
    Some(Err(error))
}
