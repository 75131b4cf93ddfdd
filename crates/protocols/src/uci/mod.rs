//! The engine side of UCI, the Universal Chess Interface, by Rudolf Huber and Stefan Meyer-Kahlen: a chess
//! engine on standard input and output, with one command per line.
//!
//! The GUI sends a position and limits; the engine prints its progress and ends with `bestmove`. Every `go`
//! has exactly one answer, also if it is stopped. Scores are in centipawns, from the view of the side to
//! move.
//!
//! ```
//! use plywood::Position;
//! use plywood_games::{Chess, InputError};
//! use plywood_protocols::uci::{Answer, Identity, Progress, Request, Setting, Stop, Thinker, run};
//!
//! /// Plays the first legal move.
//! struct First;
//!
//! impl Thinker for First {
//!     fn settings(&self) -> Vec<Setting> { Vec::new() }
//!     fn set(&mut self, _: &str, _: &str) -> Result<(), InputError> { Ok(()) }
//!     fn forget(&mut self) {}
//!     fn think(
//!         &mut self,
//!         position: &Chess,
//!         _: &Request,
//!         _: &Stop,
//!         _: &mut dyn FnMut(Progress),
//!     ) -> Answer {
//!         let mut moves = Vec::new();
//!         position.moves(&mut moves);
//!         Answer { best: moves.first().copied(), ..Answer::default() }
//!     }
//! }
//!
//! let mut out = Vec::new();
//! let identity = Identity { name: "First", author: "Ada" };
//! run(identity, &b"position startpos moves e2e4 a7a6\ngo depth 1\n"[..], &mut out, &mut First)?;
//! assert!(String::from_utf8_lossy(&out).ends_with("\nbestmove a2a3\n"));
//! # Ok::<(), std::io::Error>(())
//! ```

mod command;
mod options;
mod pending;
mod perft;
mod print;
mod server;
#[cfg(test)]
mod tests;
mod worker;

pub use command::{Command, Go};
pub use options::Setting;
pub use server::{Identity, run};

use plywood::Variation;
use plywood_games::chess::cozy_chess::Move;
use plywood_games::{Chess, InputError};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Set when the search must end; the stop flag of a budget.
pub type Stop = Arc<AtomicBool>;

/// Searches positions for [`run`].
pub trait Thinker: Send {
    /// Its options. [`run`] adds those of the protocol itself.
    fn settings(&self) -> Vec<Setting>;

    /// Sets one of its options to a value that [`Setting::read`] has returned.
    fn set(&mut self, name: &str, value: &str) -> Result<(), InputError>;

    /// Resets all state: another game begins, or a panic may have left the state half changed.
    fn forget(&mut self);

    /// Searches for the best moves of a position whose game is not over. Calls `on_progress` after each
    /// finished depth, and for each better move within a depth. Returns soon after `stop` is set.
    ///
    /// If it panics, `forget` is called and its last progress is the answer. If there was none in time, or
    /// if it returns no move, the answer is the move with the best static value.
    fn think(
        &mut self,
        position: &Chess,
        request: &Request,
        stop: &Stop,
        on_progress: &mut dyn FnMut(Progress),
    ) -> Answer;
}

/// The limits of one search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The root moves to search; empty for all moves.
    pub among: Vec<Move>,
    /// The number of best moves to evaluate, from 1.
    pub lines: usize,
    /// The depth limit in plies.
    pub depth: Option<u32>,
    /// The node limit.
    pub nodes: Option<u64>,
    /// The time limit. The search may be stopped earlier.
    pub time: Option<Duration>,
}

/// The state of a search after one more depth, or after it has found a better move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The best moves, best first, with values from the view of White.
    pub variations: Vec<Variation<Move>>,
    /// The number of nodes searched so far.
    pub nodes: u64,
    /// The length of the longest line searched, in plies.
    pub deepest: u32,
    /// Permille of the transposition table in use.
    pub table_used: u32,
    /// Whether the depth is not finished. The GUI is told only if the search ends with it.
    pub under_way: bool,
}

/// The result of a whole search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The move to play; none if no move was searched.
    pub best: Option<Move>,
    /// The expected reply.
    pub reply: Option<Move>,
    /// The work done, and those results that were not reported as progress before.
    pub end: Progress,
}
