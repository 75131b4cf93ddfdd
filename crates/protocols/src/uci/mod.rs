//! UCI, the Universal Chess Interface, by Rudolf Huber and Stefan Meyer-Kahlen: an engine for chess on
//! standard input and output, a command a line.
//!
//! The GUI sends a position and limits, the engine says what it finds on the way and ends with
//! `bestmove`. Every `go` has one answer, however it is stopped. Scores are the side to move's, in
//! hundredths of a pawn.
//!
//! ```
//! use plywood::Position;
//! use plywood_games::{Chess, InputError};
//! use plywood_protocols::uci::{Identity, Insight, Request, Setting, Stop, Thinker, Thought, run};
//!
//! /// Plays the first move there is, and thinks nothing of it.
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
//!         _: &mut dyn FnMut(Insight),
//!     ) -> Thought {
//!         let mut moves = Vec::new();
//!         position.moves(&mut moves);
//!         Thought { best: moves.first().copied(), ..Thought::default() }
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
mod engine;
mod options;
mod perft;
mod print;
mod search;
#[cfg(test)]
mod tests;
mod worker;

pub use command::{Command, Go};
pub use engine::{Identity, run};
pub use options::Setting;

use plywood::Interval;
use plywood_games::chess::cozy_chess::Move;
use plywood_games::{Chess, InputError};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Set from outside when the answer is wanted now: what a budget takes as its stop flag.
pub type Stop = Arc<AtomicBool>;

/// Whoever decides what to play.
pub trait Thinker: Send {
    /// What can be set, beside what the talk itself needs.
    fn settings(&self) -> Vec<Setting>;

    /// Sets one of its settings to a value that [`Setting::read`] has read.
    fn set(&mut self, name: &str, value: &str) -> Result<(), InputError>;

    /// Forgets all that was found out: another game begins.
    fn forget(&mut self);

    /// Looks for the best moves of a position whose game is not over, and hands over what it finds
    /// on the way: each depth that is finished, and each better move while one is under way. Returns
    /// soon after `stop` is set. If it panics, it is told to forget, and what it handed over last is
    /// the answer. If it has found nothing in time, or returns no move, the answer is the move with the
    /// best static value.
    fn think(
        &mut self,
        position: &Chess,
        request: &Request,
        stop: &Stop,
        on_insight: &mut dyn FnMut(Insight),
    ) -> Thought;
}

/// What is asked of a [`Thinker`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The moves to choose among; all, if there are none.
    pub among: Vec<Move>,
    /// How many of the best moves to value, from 1.
    pub lines: usize,
    /// How many plies to look ahead at most.
    pub depth: Option<u32>,
    /// How many nodes it may take.
    pub nodes: Option<u64>,
    /// How long it may take. It may be stopped sooner.
    pub time: Option<Duration>,
}

/// What is known of one of the best moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The expected line of play, which begins with the move.
    pub pv: Vec<Move>,
    /// Its value, as White sees it.
    pub value: Interval,
    /// How many plies were looked ahead.
    pub depth: u32,
}

/// What a thinker knows after one more depth, or since it has found a better move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Insight {
    /// The best moves, best first.
    pub variations: Vec<Variation>,
    /// The nodes so far.
    pub nodes: u64,
    /// The deepest ply looked at.
    pub deepest: u32,
    /// How many of a thousand entries of a table are in use.
    pub table_used: u32,
    /// A depth is still under way. The GUI hears of it only if there is no time to wait for more.
    pub under_way: bool,
}

/// What a thinker ends with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// The move to play; none if it has not looked at any.
    pub best: Option<Move>,
    /// The answer it expects.
    pub reply: Option<Move>,
    /// The work done, and what is known at the end where it was not told before.
    pub end: Insight,
}
