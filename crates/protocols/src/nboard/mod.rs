//! The NBoard protocol, version 2, by Chris Welty: an engine for Othello on standard input and
//! output, a command a line.
//!
//! The board sends the game and asks; the engine answers and never moves by itself: after `go` the
//! board sends `move`. Evaluations are discs for the side to move. A pass is written `PA`.
//!
//! ```
//! use plywood::Position;
//! use plywood_games::{Othello, othello::Move};
//! use plywood_protocols::nboard::{Hint, Request, Stop, Thinker, Thought, run};
//!
//! /// Plays the first move there is, and thinks nothing of it.
//! struct First;
//!
//! impl Thinker for First {
//!     fn think(
//!         &mut self,
//!         position: &Othello,
//!         _: Request,
//!         _: &Stop,
//!         on_hint: &mut dyn FnMut(&Hint),
//!     ) -> Thought {
//!         let mut moves = Vec::new();
//!         position.moves(&mut moves);
//!         let hint = Hint { line: vec![moves[0]], value: Some(0.0), depth: 1, exact: false };
//!         on_hint(&hint);
//!         Thought { best: Some(hint), nodes: 1 }
//!     }
//! }
//!
//! let mut out = Vec::new();
//! run("First", &b"nboard 2\nmove F5\nping 7\n"[..], &mut out, &mut First, 6)?;
//! assert_eq!(String::from_utf8_lossy(&out), "set myname First\npong 7\n");
//! # Ok::<(), std::io::Error>(())
//! ```

mod command;
mod engine;
#[cfg(test)]
mod tests;

pub use command::Command;
pub use engine::run;

use plywood_games::Othello;
use plywood_games::othello::Move;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Set from outside when the answer is wanted no more: what a budget takes as its stop flag.
pub type Stop = Arc<AtomicBool>;

/// Whoever decides what to play.
pub trait Thinker {
    /// Forgets all that was found out, because a panic may have left it half changed.
    fn forget(&mut self) {}

    /// Looks for the best moves of a position whose game is not over, and hands over what it finds
    /// on the way. Returns soon after `stop` is set. If it panics, it is told to forget, and what it
    /// handed over last is the answer. If there is none, or if it returns no move, the answer is the
    /// move with the best static value.
    fn think(
        &mut self,
        position: &Othello,
        request: Request,
        stop: &Stop,
        on_hint: &mut dyn FnMut(&Hint),
    ) -> Thought;
}

/// What is asked of a [`Thinker`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// How many plies to look ahead.
    pub depth: u32,
    /// How many of the best moves to value, from 1.
    pub moves: usize,
    /// How long it may take, where the game has a clock.
    pub time: Option<Duration>,
}

/// What a thinker thinks of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The expected line of play, which begins with the move.
    pub line: Vec<Move>,
    /// The value in discs for the side to move; none if the thinker has none.
    pub value: Option<f64>,
    /// How many plies it looked ahead.
    pub depth: u32,
    /// The value is that of the game itself.
    pub exact: bool,
}

/// What a thinker ends with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thought {
    /// The best move; none if it has not looked at any.
    pub best: Option<Hint>,
    /// How many nodes it took.
    pub nodes: u64,
}
