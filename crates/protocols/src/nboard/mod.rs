//! The engine side of the NBoard protocol, version 2, by Chris Welty: an Othello engine on standard input
//! and output, with one command per line.
//!
//! The board sends the game and its questions. The engine never plays its own answer: after `go` the board
//! sends the move with `move`. Values are in discs, from the view of the side to move. A pass is `PA`.
//!
//! ```
//! use plywood::Position;
//! use plywood_games::{Othello, othello::Move};
//! use plywood_protocols::nboard::{Answer, Hint, Request, Stop, Thinker, run};
//!
//! /// Plays the first legal move.
//! struct First;
//!
//! impl Thinker for First {
//!     fn think(
//!         &mut self,
//!         position: &Othello,
//!         _: Request,
//!         _: &Stop,
//!         on_hint: &mut dyn FnMut(&Hint),
//!     ) -> Answer {
//!         let mut moves = Vec::new();
//!         position.moves(&mut moves);
//!         let hint = Hint { line: vec![moves[0]], value: Some(0.0), depth: 1, exact: false };
//!         on_hint(&hint);
//!         Answer { best: Some(hint), nodes: 1 }
//!     }
//! }
//!
//! let mut out = Vec::new();
//! run("First", &b"nboard 2\nmove F5\nping 7\n"[..], &mut out, &mut First, 6)?;
//! assert_eq!(String::from_utf8_lossy(&out), "set myname First\npong 7\n");
//! # Ok::<(), std::io::Error>(())
//! ```

mod command;
mod server;
#[cfg(test)]
mod tests;

pub use command::Command;
pub use server::run;

use plywood_games::Othello;
use plywood_games::othello::Move;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Set when the search must end; the stop flag of a budget.
pub type Stop = Arc<AtomicBool>;

/// Searches positions for [`run`].
pub trait Thinker {
    /// Resets all state, because a panic may have left it half changed.
    fn forget(&mut self) {}

    /// Searches for the best moves of a position whose game is not over, and passes results to `on_hint`
    /// as it finds them. Returns soon after `stop` is set.
    ///
    /// If it panics, `forget` is called and the last hint is the answer. If there was none, or if it
    /// returns no move, the answer is the move with the best static value.
    fn think(
        &mut self,
        position: &Othello,
        request: Request,
        stop: &Stop,
        on_hint: &mut dyn FnMut(&Hint),
    ) -> Answer;
}

/// The limits of one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// The search depth in plies.
    pub depth: u32,
    /// The number of best moves to evaluate, from 1.
    pub moves: usize,
    /// The time limit, if the game has a clock.
    pub time: Option<Duration>,
}

/// The result of a search for one move.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The principal variation, which begins with the move.
    pub line: Vec<Move>,
    /// The value in discs, from the view of the side to move; none if it is unknown.
    pub value: Option<f64>,
    /// The search depth in plies.
    pub depth: u32,
    /// Whether the value is proven to the end of the game.
    pub exact: bool,
}

/// The result of a whole search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The best move; none if no move was searched.
    pub best: Option<Hint>,
    /// The number of nodes searched.
    pub nodes: u64,
}
