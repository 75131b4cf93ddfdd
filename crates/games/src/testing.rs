//! Helpers for the tests of several games.

mod history;

pub(crate) use crate::test_kit::refused;
pub(crate) use history::Wandering;

use crate::test_kit::{Playouts, check_error, mutated_texts};
use crate::{Game, InputError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Calls a parser with mutations of `seeds` and random texts. `check` is called with each accepted
/// one. Errors must print as one line. Returns how many texts were accepted.
pub(crate) fn fuzz<T>(
    seeds: &[&str],
    alphabet: &str,
    parse: impl Fn(&str) -> Result<T, InputError>,
    check: impl Fn(&T, &str),
) -> usize {
    let mut accepted = 0;
    mutated_texts(seeds, alphabet, 20_000, |text| match parse(text) {
        Ok(parsed) => {
            accepted += 1;
            check(&parsed, text);
        }
        Err(error) => check_error(text, &error),
    });
    accepted
}

/// Random games from `start`, with every rule checked.
pub(crate) fn playouts<G: Game>(start: &G, games: u64) {
    Playouts { games, ..Playouts::default() }.check(start);
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
