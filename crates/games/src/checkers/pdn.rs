//! PDN, portable draughts notation: games with tags, as in `[Black "ada"] 1. 11-15 23-19 *`.
//!
//! ```
//! use plywood::Side;
//! use plywood_games::{Checkers, Game, checkers::pdn::{Outcome, Record}};
//!
//! let text = "[Event \"a lesson\"]\n\n1. 11-15 {Old Faithful} 23-19 2. 8-11 1-0\n";
//! let record = Record::parse(text)?;
//! assert_eq!((record.tag("Event"), record.outcome), (Some("a lesson"), Outcome::WonBy(Side::Min)));
//! assert_eq!(record.position(), Checkers::parse(Some("11-15 23-19 8-11"))?);
//! assert!(record.to_string().ends_with("\n\n1. 11-15 23-19 2. 8-11 1-0\n"));
//! # Ok::<(), plywood_games::InputError>(())
//! ```

use super::notation::from_fen;
use super::{Checkers, Move};
use crate::movetext::{self, Movetext};
use crate::{Game, InputError, listed};
use plywood::Side;

pub use crate::movetext::Outcome;

/// The number of English draughts among the games that PDN knows.
const GAME_TYPE: &str = "21";

/// A game with the tags of its record. Results give the points of White first, though Black moves
/// first. The `GameType` is not among the tags.
pub type Record = movetext::Record<Checkers>;

/// Reads all games of a text, at least one; see [`movetext::read`].
pub fn read(text: &str) -> Result<Vec<Record>, InputError> {
    let records: Vec<Record> = movetext::read(text)?;
    match records.is_empty() {
        true => Err(InputError::new("PDN", text).expected("a game").found("none")),
        false => Ok(records),
    }
}

impl Movetext for Checkers {
    const FORMAT: &'static str = "PDN";
    const WHITE: Side = Side::Min;
    const LAST: &'static [(&'static str, &'static str)] =
        &[("Result", "*"), ("GameType", GAME_TYPE)];

    fn from_setup(text: &str) -> Result<Checkers, InputError> {
        from_fen(text)
    }

    fn setup(&self) -> String {
        self.text()
    }

    fn number(&self) -> u32 {
        self.ply() / 2 + 1
    }

    fn written(&self, word: &str) -> Result<Move, String> {
        let mut legal = Vec::new();
        self.moves_on_board(&mut legal);
        self.find_move(word, &legal).ok_or_else(|| listed(self, &legal))
    }

    fn misfit(name: &str, value: &str) -> Option<String> {
        let fits = name != "GameType" || value.split(',').next().map(str::trim) == Some(GAME_TYPE);
        (!fits).then(|| format!("GameType {GAME_TYPE}, which is English draughts"))
    }
}

#[cfg(test)]
mod tests;
