//! Files of games of matches and tournaments.

use crate::answer::moves_json;
use crate::args::check_place;
use crate::json::Object;
use plywood::Side;
use plywood_lab::Error;
use plywood_lab::play::{GameRecord, score_json};
use plywood_lab::registry::GameEntry;
use plywood_lab::tournament::{PlayedPair, Tournament};
use serde_json::Value;
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

/// The records of both games of a pair.
pub(crate) fn records_text(
    tournament: &Tournament,
    played: &PlayedPair,
    comments: bool,
    times: bool,
) -> Result<String, Error> {
    let mut text = String::new();
    for game in 0..2 {
        let written = tournament.written(played, game, comments, times)?;
        text.extend(written.record.map(|record| format!("{record}\n")));
    }
    Ok(text)
}

/// A pair as one object. `unit` is the score of one unit in which people count.
pub(crate) fn pair_json(
    tournament: &Tournament,
    unit: i32,
    played: &PlayedPair,
) -> Result<Object, Error> {
    let numbered_moves = tournament.game().numbered_moves;
    let record = |number: usize, record: &GameRecord| -> Result<Object, Error> {
        let mut object = Object::new()
            .field("first_side", if record.first_side == Side::Max { "max" } else { "min" })
            .field("moves", moves_json(numbered_moves, &record.moves));
        if let Some(transcript) = tournament.written(played, number, false, false)?.transcript {
            object = object.field("transcript", transcript);
        }
        // A forfeited game has no result on the board.
        let mut result = score_json(record.result, unit);
        if let Some(forfeit) = &record.forfeit {
            result = Value::Null;
            let by = if forfeit.by_first { "first" } else { "second" };
            let fault = &forfeit.fault;
            let mut forfeit = Object::new()
                .field("by", by)
                .field("kind", fault.kind.name())
                .field("reason", fault.reason.as_str());
            if let Some(said) = &fault.said {
                forfeit = forfeit.field("said", said.as_str());
            }
            object = object.object("forfeit", forfeit);
        }
        if let Some(how) = record.adjudicated {
            object = object.field("adjudicated", how.to_string());
        }
        Ok(object.field("result", result).field("first_score", record.first_score()))
    };
    let pair = &played.pair;
    let games = [record(0, &pair.games[0])?, record(1, &pair.games[1])?];
    Ok(Object::new()
        .field("pair", pair.round)
        .field("start", pair.start.as_str())
        .objects("games", games)
        .field("first_score", pair.first_score()))
}
