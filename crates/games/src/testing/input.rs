//! Wrong and almost right input. The tests of `plywood-protocols` share this file.

use super::Rng;
use std::fmt::Display;

/// `text` with a few bytes changed, dropped, doubled, inserted or cut off; often still almost
/// right, which is where parsers break.
pub(crate) fn mutated(rng: &mut Rng, text: &str, alphabet: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let alphabet = alphabet.as_bytes();
    for _ in 0..=rng.below(4) {
        let at = rng.below(bytes.len() as u32 + 1) as usize;
        let byte = match rng.below(4) {
            0 => rng.next() as u8,
            _ => alphabet[rng.below(alphabet.len() as u32) as usize],
        };
        match rng.below(5) {
            0 if at < bytes.len() => bytes[at] = byte,
            1 if at < bytes.len() => drop(bytes.remove(at)),
            2 if at < bytes.len() => {
                let other = rng.below(bytes.len() as u32) as usize;
                let slice = bytes[at.min(other)..at.max(other)].to_vec();
                bytes.splice(at..at, slice);
            }
            3 if rng.below(8) == 0 => bytes.truncate(at),
            _ => bytes.insert(at, byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Checks that each text is refused, with an error that contains the words.
#[track_caller]
pub(crate) fn refused<'a, T, E: Display>(
    texts: impl IntoIterator<Item = (&'a str, &'a str)>,
    parse: impl Fn(&str) -> Result<T, E>,
) {
    for (text, words) in texts {
        let error = parse(text).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains(words), "{text}: {error}");
    }
}
