//! The games of a tournament as files have them.

use super::{PlayedPair, Tournament};
use crate::Error;
use crate::matches::GameRecord;
use plywood::Side;
use plywood_play::{moves_json, score_json};
use serde::Serialize;
use serde_json::Value;

/// A pair as a line of JSON.
#[derive(Serialize)]
struct PairLine<'a> {
    pair: u64,
    /// The names of the first player and of the second, where a round has several pairs.
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<[&'a str; 2]>,
    start: &'a str,
    games: Vec<GameLine<'a>>,
    first_score: f64,
}

#[derive(Serialize)]
struct GameLine<'a> {
    first_side: &'static str,
    moves: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    transcript: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    forfeit: Option<ForfeitLine<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    adjudicated: Option<String>,
    /// The score on the board; null of a forfeited game.
    result: Value,
    first_score: f64,
}

#[derive(Serialize)]
struct ForfeitLine<'a> {
    by: &'static str,
    kind: &'static str,
    reason: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<&'a str>,
}

impl Tournament {
    /// The records of both games of a pair in the format of the game; an empty text if it has none. Comments have score,
    /// depth and nodes of each move, and times if asked for.
    pub fn records(
        &self,
        played: &PlayedPair,
        comments: bool,
        times: bool,
    ) -> Result<String, Error> {
        let mut text = String::new();
        for game in 0..2 {
            let written = self.written(played, game, comments, times)?;
            text.extend(written.record.map(|record| format!("{record}\n")));
        }
        Ok(text)
    }

    /// A pair as one line of JSON.
    pub fn json_line(&self, played: &PlayedPair) -> Result<String, Error> {
        let unit = self.game.open(None)?.unit();
        let pair = &played.pair;
        let games = (0..2).map(|number| self.game_line(played, number, unit));
        let names = played.unit.players.map(|player| self.spec.players[player].name());
        let line = PairLine {
            pair: pair.round,
            players: (!self.spec.is_match).then_some(names),
            start: &pair.start,
            games: games.collect::<Result<_, _>>()?,
            first_score: pair.first_score(),
        };
        let line = serde_json::to_string(&line).map_err(|e| Error::failure(e.to_string()))?;
        Ok(line + "\n")
    }

    fn game_line<'a>(
        &self,
        played: &'a PlayedPair,
        number: usize,
        unit: i32,
    ) -> Result<GameLine<'a>, Error> {
        let record: &GameRecord = &played.pair.games[number];
        let forfeit = record.forfeit.as_ref().map(|forfeit| ForfeitLine {
            by: if forfeit.by_first { "first" } else { "second" },
            kind: forfeit.fault.kind.name(),
            reason: &forfeit.fault.reason,
            said: forfeit.fault.said.as_deref(),
        });
        Ok(GameLine {
            first_side: if record.first_side == Side::Max { "max" } else { "min" },
            moves: moves_json(self.game.numbered_moves, &record.moves),
            transcript: self.written(played, number, false, false)?.transcript,
            result: match forfeit {
                Some(_) => Value::Null,
                None => score_json(record.result, unit),
            },
            forfeit,
            adjudicated: record.adjudicated.map(|how| how.to_string()),
            first_score: record.first_score(),
        })
    }
}
