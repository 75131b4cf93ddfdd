//! What people type: right, wrong and almost right.

use crate::Game;
use crate::random::Rng;
use std::fmt::Display;

/// Positions with more moves than this are not listed.
const MANY: usize = 10_000;

/// Reads a text as a position, and returns whether it is one. What is read must be printed and read back, with a
/// board and an evaluation; an error must be one line that says what was expected.
///
/// ```
/// use plywood_games::{Chess, test_kit::check_text};
/// assert!(check_text::<Chess>("e4 e5"));
/// assert!(!check_text::<Chess>("e4 e6 e7"));
/// ```
///
/// # Panics
/// If one of these does not hold.
pub fn check_text<G: Game>(text: &str) -> bool {
    let name = || format!("{} {text:?}", G::NAME);
    let position = match G::parse(Some(text)) {
        Ok(position) => position,
        Err(error) => {
            check_error(text, &error);
            return false;
        }
    };
    assert!(!position.board().is_empty(), "{}: an empty board", name());
    if G::READS_BACK {
        let printed = position.text();
        match G::parse(Some(&printed)) {
            Ok(read) => assert!(
                read == position,
                "{}: text prints {printed}, read as {}",
                name(),
                read.text()
            ),
            Err(error) => panic!("{}: parse does not read what text prints: {error}", name()),
        }
    }
    if position.indexed_moves().is_none_or(|count| count < MANY) {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        for m in moves {
            let written = position.move_text(m);
            assert!(position.parse_move(&written) == Ok(m), "{}: the move {written}", name());
        }
    }
    true
}

pub(crate) fn check_error(text: &str, error: &impl Display) {
    let line = error.to_string();
    assert!(!line.chars().any(char::is_control), "{text:?}: an error is not one line: {line:?}");
    assert!(line.contains("expected"), "{text:?}: an error does not say what was expected: {line}");
}

/// Calls `check` with `rounds` texts: mutations of the seeds and random texts of letters of `alphabet`, always the same.
///
/// ```
/// use plywood_games::{Othello, test_kit::{check_text, mutated_texts}};
/// let mut accepted = 0;
/// mutated_texts(&["f5d6c3"], "abcdef12345678", 200, |text| {
///     accepted += usize::from(check_text::<Othello>(text));
/// });
/// assert!(accepted > 0);
/// ```
pub fn mutated_texts(seeds: &[&str], alphabet: &str, rounds: u32, mut check: impl FnMut(&str)) {
    let mut rng = Rng::new(0xf022);
    let letters: Vec<char> = alphabet.chars().collect();
    for round in 0..rounds {
        let seed = if round % 4 > 0 { rng.choose(seeds) } else { None };
        check(&match seed {
            Some(seed) => mutated(&mut rng, seed, alphabet),
            None => (0..rng.below(41)).filter_map(|_| rng.choose(&letters)).collect(),
        });
    }
}

/// `text` with a few bytes changed, dropped, doubled, inserted or cut off. It is often still almost right, which is
/// where parsers break.
pub fn mutated(rng: &mut Rng, text: &str, alphabet: &str) -> String {
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
///
/// ```
/// use plywood_games::{Chess, Game, test_kit::refused};
/// refused([("e4 e9", "at move 2"), ("8/8", "expected")], |text| Chess::parse(Some(text)));
/// ```
///
/// # Panics
/// If a text is read, or its error lacks the words.
#[track_caller]
pub fn refused<'a, T, E: Display>(
    texts: impl IntoIterator<Item = (&'a str, &'a str)>,
    parse: impl Fn(&str) -> Result<T, E>,
) {
    for (text, words) in texts {
        let error = parse(text).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains(words), "{text}: {error}");
    }
}
