//! What a game hands to whoever writes it down, and what it reads of problems.

use crate::{Game, InputError};
use plywood::{Score, Side};

/// A game that was played, for its record.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a, G: Game> {
    /// The names of MAX and of MIN.
    pub players: [&'a str; 2],
    /// What else there is to say of it, by the names of the tags, such as `Event`.
    pub tags: &'a [(&'a str, String)],
    /// The position at the start.
    pub start: &'a G,
    /// The moves from there.
    pub moves: &'a [G::Move],
    /// The result for MAX, by the rules or otherwise; none if the game goes on.
    pub result: Option<Score>,
}

impl<G: Game> Played<'_, G> {
    /// Who has won, or nobody; none if the game goes on.
    pub fn winner(&self) -> Option<Option<Side>> {
        self.result.map(|result| match result.get() {
            0 => None,
            points => Some(if points > 0 { Side::Max } else { Side::Min }),
        })
    }

    /// The tags with the names of the players behind them.
    pub(crate) fn named(&self, [max, min]: [&str; 2]) -> Vec<(String, String)> {
        let tags = self.tags.iter().map(|(name, value)| (name.to_string(), value.clone()));
        let players = [max, min].into_iter().zip(self.players);
        tags.chain(players.map(|(tag, name)| (tag.to_string(), name.to_string()))).collect()
    }
}

/// A position with what is to be found in it: a line of a collection of problems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem<G: Game> {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The position.
    pub position: G,
    /// The score for the side to move, in what the game counts, if that is known.
    pub score: Option<i32>,
    /// The moves of which one is to be found; any, if there are none.
    pub best: Vec<G::Move>,
    /// The moves not to be found.
    pub avoid: Vec<G::Move>,
}

/// The one record of a text.
pub(crate) fn only<R>(mut records: Vec<R>, input: &str, text: &str) -> Result<R, InputError> {
    match (records.len(), records.pop()) {
        (1, Some(record)) => Ok(record),
        (0, _) => Err(InputError::new(input, text).expected("a game").found("none")),
        (count, _) => {
            Err(InputError::new(input, text).expected("one game").found(&count.to_string()))
        }
    }
}

/// The place of an error in a text whose first N games were right.
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

/// The value before the quote that ends it, and the length of both; none if there is no such quote.
/// A quote that is part of the value has a backslash before it, and so may a backslash.
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
