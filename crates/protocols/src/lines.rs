//! Lines of input, whatever their bytes are and however long.

use plywood_games::InputError;
use std::io::{BufRead, Read};

/// Lines longer than this are not read: no game has a record of a megabyte.
const LONGEST: usize = 1 << 20;

/// The next line; none at the end of the input, or where it cannot be read. Bytes that are no text
/// become characters that no command has.
pub(crate) fn read_line(input: &mut impl BufRead) -> Option<Result<String, InputError>> {
    let mut bytes = Vec::new();
    let limit = LONGEST as u64 + 1;
    input.by_ref().take(limit).read_until(b'\n', &mut bytes).ok().filter(|&count| count > 0)?;
    let text = String::from_utf8_lossy(&bytes);
    if bytes.len() <= LONGEST || bytes.ends_with(b"\n") {
        return Some(Ok(text.into_owned()));
    }
    let error = InputError::new("line", &text).expected("at most a megabyte");
    input.skip_until(b'\n').ok()?;
    Some(Err(error))
}
