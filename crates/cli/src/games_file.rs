//! The file of games of a match.

use crate::args::check_place;
use plywood_lab::Error;
use plywood_lab::registry::GameEntry;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// How games are written to a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum GamesFormat {
    /// One JSON line per pair.
    Lines,
    /// In the format for records that the game has.
    Records,
}

impl GamesFormat {
    /// The format that the extension of `--games` asks for. An error if the file exists and may not be
    /// overwritten, or if it is one for another game.
    pub(crate) fn of(
        path: Option<&Path>,
        overwrite: bool,
        entry: &GameEntry,
    ) -> Result<GamesFormat, Error> {
        let Some(path) = path else { return Ok(GamesFormat::Lines) };
        check_place("--games", path, overwrite)?;
        match entry.is_record_file(path).map_err(|e| Error::input(format!("--games {e}")))? {
            true => Ok(GamesFormat::Records),
            false => Ok(GamesFormat::Lines),
        }
    }
}

/// The file of `--games`. Each pair is written as soon as it is played.
pub(crate) struct GamesFile<'a> {
    path: Option<&'a Path>,
    file: Option<File>,
    failure: Option<Error>,
}

impl<'a> GamesFile<'a> {
    pub(crate) fn new(path: Option<&'a Path>) -> GamesFile<'a> {
        GamesFile { path, file: None, failure: None }
    }

    /// Appends a text. An error is kept until the end, so that the result of the match is not lost.
    pub(crate) fn write(&mut self, text: impl FnOnce() -> Result<String, Error>) {
        let Some(path) = self.path.filter(|_| self.failure.is_none()) else { return };
        let written =
            text().and_then(|text| self.append(path, &text).map_err(|e| Error::at(path, e)));
        self.failure = written.err();
    }

    /// Replaces the file with the first text, and appends later ones.
    fn append(&mut self, path: &Path, text: &str) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(File::create(path)?),
        };
        file.write_all(text.as_bytes())
    }

    pub(crate) fn end(mut self) -> Result<(), Error> {
        // Creates the file also for a match without a finished pair.
        self.write(|| Ok(String::new()));
        self.failure.map_or(Ok(()), Err)
    }
}
