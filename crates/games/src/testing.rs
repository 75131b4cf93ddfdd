//! Helpers for the tests of several games.

mod history;
mod input;

pub(crate) use history::Wandering;
pub(crate) use input::{mutated, refused};

use crate::random::Rng;
use crate::{Game, InputError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A text of up to 40 letters of `alphabet`.
pub(crate) fn babble(rng: &mut Rng, alphabet: &str) -> String {
    let letters: Vec<char> = alphabet.chars().collect();
    (0..rng.below(41)).filter_map(|_| rng.choose(&letters)).collect()
}

/// Calls a parser with mutations of `seeds` and random texts. `check` is called with each accepted
/// one. Errors must print as one line. Returns how many texts were accepted.
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
                let seed = rng.choose(seeds).expect("a seed");
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

/// Plays random games from `start`, and checks rules and notation at every position.
pub(crate) fn playouts<G: Game + std::fmt::Debug>(start: &G, games: u64, text_reads_back: bool) {
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
            if text_reads_back {
                assert_eq!(G::parse(Some(&position.text())), Ok(position.clone()));
            }
            assert!(!position.board().is_empty());
            let mut noisy = Vec::new();
            position.noisy_moves(&mut noisy);
            assert!(G::NOISY || noisy.is_empty() && !position.is_forced(), "noise without NOISY");
            let Some(&m) = rng.choose(&moves) else {
                let legal = position.parse_move("nonsense").unwrap_err().to_string();
                assert!(legal.contains("the game is over"), "{legal}");
                assert!(position.result().is_finite());
                break;
            };
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

/// A file that is deleted after the test.
pub(crate) struct TemporaryFile(PathBuf);

impl TemporaryFile {
    /// A file with these contents, whose name ends in `extension`.
    pub fn new(extension: &str, text: impl AsRef<[u8]>) -> TemporaryFile {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let (process, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let name = format!("plywood-games-{process}-{count}.{extension}");
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, text).expect("a temporary file");
        TemporaryFile(path)
    }

    /// The text of a place in it, such as `#2@4`.
    pub fn text(&self, place: &str) -> String {
        format!("{}{place}", self.0.display())
    }

    /// The position at a place in it.
    pub fn position<G: Game>(&self, place: &str) -> Result<G, InputError> {
        G::parse(Some(&self.text(place)))
    }

    /// Deletes the file, and checks the error for a missing file.
    pub fn remove<G: Game>(self) {
        std::fs::remove_file(&self.0).expect("it was there");
        let error = self.position::<G>("").err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains("expected a file of games"), "{error}");
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A file of the repository's `testdata`. Lines that begin with `#` say where it comes from.
pub(crate) fn testdata(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The lines of a file of `testdata`, without those that say where it comes from.
pub(crate) fn testdata_lines(path: &str) -> Vec<String> {
    let text = testdata(path);
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(str::to_string).collect()
}

/// Compares the numbers of lines of play with those of a file of `testdata`: a position, `-` for the
/// start of the game, and the numbers for 1, 2, … plies.
pub(crate) fn check_perft<G: Game>(file: &str, perft: impl Fn(&G, u32) -> u64) {
    for line in testdata_lines(file) {
        let mut fields = line.split('\t');
        let text = fields.next().filter(|&text| text != "-");
        let position = G::parse(text).unwrap_or_else(|error| panic!("{error}"));
        let mut depths = 0;
        for (depth, lines) in (1..).zip(fields) {
            assert_eq!(Ok(perft(&position, depth)), lines.parse(), "{file}, depth {depth}");
            depths = depth;
        }
        assert!(depths > 1, "{file}: {line}");
    }
}
