//! What the tests of several games share.

use crate::random::Rng;
use crate::{Game, InputError};
use std::path::Path;

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

/// A text of up to 40 letters of `alphabet`.
pub(crate) fn babble(rng: &mut Rng, alphabet: &str) -> String {
    let letters: Vec<char> = alphabet.chars().collect();
    (0..rng.below(41)).map(|_| letters[rng.below(letters.len() as u32) as usize]).collect()
}

/// Throws mutations of `seeds` and babble at a parser: `check` gets whatever it accepts, errors
/// must print as one line. Returns how many texts were accepted.
pub(crate) fn fuzz<T>(
    seeds: &[&str],
    alphabet: &str,
    parse: impl Fn(&str) -> Result<T, InputError>,
    check: impl Fn(&T, &str),
) -> usize {
    let mut rng = Rng::new(0xf022);
    let mut accepted = 0;
    for round in 0..20_000 {
        let text = match round % 4 {
            0 => babble(&mut rng, alphabet),
            _ => {
                let seed = seeds[rng.below(seeds.len() as u32) as usize];
                mutated(&mut rng, seed, alphabet)
            }
        };
        match parse(&text) {
            Ok(parsed) => {
                accepted += 1;
                check(&parsed, &text);
            }
            Err(error) => {
                let line = error.to_string();
                assert!(!line.chars().any(char::is_control), "{text:?}: {line:?}");
                assert!(line.contains("expected"), "{text:?}: {line:?}");
            }
        }
    }
    accepted
}

/// Each text is refused, and the error has these words.
#[track_caller]
pub(crate) fn refused<'a, T>(
    texts: impl IntoIterator<Item = (&'a str, &'a str)>,
    parse: impl Fn(&str) -> Result<T, InputError>,
) {
    for (text, words) in texts {
        let error = parse(text).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains(words), "{text}: {error}");
    }
}

/// Random games from `start`: rules and notation keep their promises at every position.
pub(crate) fn playouts<G: Game + std::fmt::Debug>(start: &G, games: u64, names_read_back: bool) {
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut position = start.clone();
        let mut trail = Vec::new();
        loop {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            assert_eq!(position.is_over(), moves.is_empty());
            let mut scratch = moves.clone();
            for (index, &m) in moves.iter().enumerate() {
                assert!(position.move_at(index, &mut scratch) == m);
                assert!(position.parse_move(&position.move_text(m)) == Ok(m));
            }
            assert!(scratch == moves, "the scratch buffer is left as it was");
            if names_read_back {
                assert_eq!(G::parse(Some(&position.text())), Ok(position.clone()));
            }
            assert!(!position.board().is_empty());
            if moves.is_empty() {
                let legal = position.parse_move("nonsense").unwrap_err().to_string();
                assert!(legal.contains("the game is over"), "{legal}");
                assert!(position.result().is_finite());
                break;
            }
            let m = moves[rng.below(moves.len() as u32) as usize];
            let before = position.clone();
            let undo = position.play(m);
            trail.push((m, undo, before));
        }
        for (m, undo, before) in trail.into_iter().rev() {
            position.undo(m, undo);
            assert_eq!(position, before, "seed {seed}");
        }
        assert!(position == *start);
    }
}

/// A file of Othello data that is not ours to hand on.
pub(crate) fn sample(name: &str) -> Option<Vec<u8>> {
    shared(&format!("othello/{name}"))
}

/// A file that is not ours to hand on, where a folder with shared data lies beside the repository.
pub(crate) fn shared(path: &str) -> Option<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    std::fs::read(folder.join(path)).ok()
}
