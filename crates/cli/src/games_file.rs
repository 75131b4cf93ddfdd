//! The file of games of a match.

use crate::args::check_place;
use plywood_lab::Error;
use plywood_lab::experiment::NewFile;
use plywood_lab::registry::GameEntry;
use std::io::Write;
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

/// The file of `--games`. Each pair is written as soon as it is played, under a temporary name: the file is in its
/// place when the match has ended.
pub(crate) struct GamesFile<'a> {
    path: Option<&'a Path>,
    file: Option<NewFile>,
    /// Whether a pair was written.
    has_games: bool,
    failure: Option<Error>,
}

impl<'a> GamesFile<'a> {
    /// Begins the file, so that a place where none can be written is an error before the first game.
    pub(crate) fn new(path: Option<&'a Path>) -> Result<GamesFile<'a>, Error> {
        let file = path.map(NewFile::create).transpose()?;
        Ok(GamesFile { path, file, has_games: false, failure: None })
    }

    /// Appends a text. An error is kept until the end, so that the result of the match is not lost.
    pub(crate) fn write(&mut self, text: impl FnOnce() -> Result<String, Error>) {
        let (Some(path), Some(file)) = (self.path, &mut self.file) else { return };
        let written =
            text().and_then(|text| file.write_all(text.as_bytes()).map_err(|e| Error::at(path, e)));
        match written {
            Ok(()) => self.has_games = true,
            Err(error) => (self.failure, self.file) = (Some(error), None),
        }
    }

    /// Puts the file in its place. A match that failed leaves one only if a pair was played, and a file that could not
    /// be written whole leaves none.
    pub(crate) fn end(self, failed: bool) -> Result<(), Error> {
        match (self.failure, self.file) {
            (Some(error), _) => Err(error),
            (None, Some(file)) if self.has_games || !failed => file.keep(),
            (None, _) => Ok(()),
        }
    }
}
