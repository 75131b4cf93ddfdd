//! PGN: games of chess as people and programs exchange them.
//!
//! ```
//! use plywood_games::{Chess, Game, chess::pgn::{Outcome, Record}};
//!
//! let text = "[White \"Ada\"]\n\n1. e4 e5 {solid} 2. Nf3 (2. f4) Nc6 $1 1/2-1/2";
//! let record = Record::parse(text)?;
//! assert_eq!((record.tag("White"), record.outcome), (Some("Ada"), Outcome::Draw));
//! assert_eq!(record.position(), Chess::parse(Some("e4 e5 Nf3 Nc6"))?);
//! assert!(record.to_string().ends_with("\n1. e4 e5 2. Nf3 Nc6 1/2-1/2\n"));
//! # Ok::<(), plywood_games::InputError>(())
//! ```

use super::{Chess, san};
use crate::movetext::{self, Movetext};
use crate::{InputError, listed};
use cozy_chess::Move;
use plywood::Side;

pub use crate::movetext::Outcome;

/// A game with the tags of its record. Every record is written with the seven tags of the roster,
/// and without the history of the first position.
pub type Record = movetext::Record<Chess>;

/// Reads all games of a text, whose moves are in SAN or as UCI writes them; see
/// [`movetext::read`].
pub fn read(text: &str) -> Result<Vec<Record>, InputError> {
    movetext::read(text)
}

impl Movetext for Chess {
    const FORMAT: &'static str = "PGN";
    const WHITE: Side = Side::Max;
    const FIRST: &'static [(&'static str, &'static str)] = &[
        ("Event", "?"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", "?"),
        ("White", "?"),
        ("Black", "?"),
        ("Result", "*"),
    ];

    fn from_setup(text: &str) -> Result<Chess, InputError> {
        Chess::from_fen(text)
    }

    fn setup(&self) -> String {
        self.fen()
    }

    fn number(&self) -> u32 {
        self.board.fullmove_number().into()
    }

    fn written(&self, word: &str) -> Result<Move, String> {
        let word = word.trim();
        if let Some(m) = self.parse_uci(word) {
            return Ok(m);
        }
        match san::meant(&self.board, word).as_slice() {
            [] => Err(listed(self, &san::legal(&self.board))),
            [m] => Ok(*m),
            several => Err(listed(self, several)),
        }
    }

    /// Some programs write move numbers without a full stop.
    fn is_idle(word: &str) -> bool {
        word == "e.p." || word.bytes().all(|byte| byte.is_ascii_digit())
    }
}

#[cfg(test)]
mod tests;
