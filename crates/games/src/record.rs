//! Games to be recorded, and problems of collections.

use crate::{Game, InputError};
use plywood::{Score, Side};

/// A game that was played, for its record.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a, G: Game> {
    /// The names of MAX and of MIN.
    pub players: [&'a str; 2],
    /// More tags, such as `Event`, with their values.
    pub tags: &'a [(&'a str, String)],
    /// The position at the start.
    pub start: &'a G,
    /// The moves from there.
    pub moves: &'a [G::Move],
    /// Comments on the moves, in their order; an empty one is none. There may be fewer than moves.
    pub comments: &'a [String],
    /// How the game ended, if the rules and the result do not tell.
    pub ending: Option<&'a str>,
    /// The result for MAX, by the rules, by resignation or on time. `None` if the game is not
    /// finished.
    pub result: Option<Score>,
}

impl<G: Game> Played<'_, G> {
    /// The winner, `Some(None)` for a draw. `None` if the game is not finished.
    pub fn winner(&self) -> Option<Option<Side>> {
        self.result.map(|result| match result.get() {
            0 => None,
            points => Some(if points > 0 { Side::Max } else { Side::Min }),
        })
    }

    /// The comments on all moves, and behind them how the game ended, if either is there.
    pub(crate) fn all_comments(&self) -> Vec<String> {
        let mut comments: Vec<String> =
            self.comments.iter().take(self.moves.len()).cloned().collect();
        if let Some(ending) = self.ending {
            comments.resize(self.moves.len(), String::new());
            comments.push(ending.to_string());
        }
        comments
    }

    /// The tags, followed by those of the players' names.
    pub(crate) fn named(&self, [max, min]: [&str; 2]) -> Vec<(String, String)> {
        let tags = self.tags.iter().map(|(name, value)| (name.to_string(), value.clone()));
        let players = [max, min].into_iter().zip(self.players);
        tags.chain(players.map(|(tag, name)| (tag.to_string(), name.to_string()))).collect()
    }
}

/// A game as it was read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded<G: Game> {
    /// The names of MAX and of MIN, where the file has them.
    pub players: [Option<String>; 2],
    /// The position at the start.
    pub start: G,
    /// The moves from there.
    pub moves: Vec<G::Move>,
}

impl<G: Game> Recorded<G> {
    /// A game by unknown players.
    pub fn new(start: G, moves: Vec<G::Move>) -> Recorded<G> {
        Recorded { players: [None, None], start, moves }
    }

    /// The same game by players of these names. A blank name, or the `?` that stands for an unknown one, is none.
    #[must_use]
    pub fn by(self, players: [Option<&str>; 2]) -> Recorded<G> {
        let known = |name: &&str| !name.trim_matches('?').is_empty();
        let players = players.map(|name| name.map(str::trim).filter(known).map(str::to_string));
        Recorded { players, ..self }
    }
}

/// Games as they are read from a file, or what is wrong with the file.
pub type GamesRead<G> = Result<Vec<Recorded<G>>, InputError>;

/// A position with its solution, from a line of a collection of problems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem<G: Game> {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The position.
    pub position: G,
    /// The score for the side to move, in [units](crate::Game::UNIT) of the game, if it is known.
    pub score: Option<i32>,
    /// The moves that solve the problem. If there are none, every move does.
    pub best: Vec<G::Move>,
    /// The moves that fail.
    pub avoid: Vec<G::Move>,
}

/// The only record of a text.
pub(crate) fn only<R>(mut records: Vec<R>, input: &str, text: &str) -> Result<R, InputError> {
    match (records.len(), records.pop()) {
        (1, Some(record)) => Ok(record),
        (0, _) => Err(InputError::new(input, text).expected("a game").found("none")),
        (count, _) => {
            Err(InputError::new(input, text).expected("one game").found(&count.to_string()))
        }
    }
}

/// The place of an error in a text whose first `read` games are right.
pub(crate) fn within_game(error: InputError, read: usize) -> InputError {
    match read {
        0 => error,
        read => error.within(&format!("game {}", read + 1)),
    }
}

/// The value of a tag.
pub(crate) fn value_of<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let tag = tags.iter().find(|(tag, _)| tag == name);
    tag.map(|(_, value)| value.as_str())
}

/// A value as [`quoted`] reads it back.
pub(crate) fn escaped(value: &str, quote: char) -> String {
    value.replace('\\', "\\\\").replace(quote, &format!("\\{quote}"))
}

/// The value up to its closing quote, and the length of both. `None` if there is no closing quote.
/// Within the value a quote has a backslash before it, and a backslash may have one.
pub(crate) fn quoted(text: &str, quote: char) -> Option<(String, usize)> {
    let mut value = String::new();
    let mut letters = text.char_indices().peekable();
    while let Some((at, c)) = letters.next() {
        match c {
            c if c == quote => return Some((value, at + c.len_utf8())),
            '\\' => match letters.next_if(|&(_, c)| c == quote || c == '\\') {
                Some((_, escaped)) => value.push(escaped),
                None => value.push(c),
            },
            c => value.push(c),
        }
    }
    None
}
