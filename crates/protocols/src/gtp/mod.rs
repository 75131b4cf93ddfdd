//! The engine side of GTP, the Go Text Protocol, version 2 (Farnebäck 2002): a Go engine on standard input and
//! output, with one command per line.
//!
//! The commands are those of the protocol, and those of GNU Go 3.8 about single strings: whether they can be
//! captured ([`attack`](Thinker::solve)) or saved (`defend`), their liberties, moves tried and taken back. The
//! answers of [`Server`] begin with `=`, or with `?` and the reason if a command is refused, and end with an empty
//! line. A refused command changes nothing.
//!
//! ```
//! use plywood::Budget;
//! use plywood_games::go::capture::{Capture, Solution, CaptureSolver, Task};
//! use plywood_games::go::player::Situation;
//! use plywood_games::go::{Board, Move, Points};
//! use plywood_protocols::gtp::{Identity, Thinker, run};
//!
//! /// Plays the first legal point.
//! struct First(CaptureSolver);
//!
//! impl Thinker for First {
//!     fn choose(&mut self, situation: &Situation<'_>, _: &Budget) -> Move {
//!         let first = situation.history.board().legal(situation.color).next();
//!         first.map_or(Move::Pass, Move::Play)
//!     }
//!
//!     fn dead(&mut self, _: &Board, _: &Budget) -> Points {
//!         Points::EMPTY
//!     }
//!
//!     fn solve(&mut self, capture: &Capture, task: Task, budget: &Budget) -> Solution {
//!         self.0.solve(capture, task, budget)
//!     }
//! }
//!
//! let identity = Identity { name: "First", version: "1.0" };
//! let mut thinker = First(CaptureSolver::default());
//! let mut out = Vec::new();
//! let script = &b"boardsize 5\nplay black C3\n7 genmove white\nplay black I1\nattack C3\n"[..];
//! run(identity, script, &mut out, &mut thinker)?;
//! assert_eq!(
//!     String::from_utf8_lossy(&out),
//!     "=\n\n=\n\n=7 A5\n\n\
//!      ? syntax error: point 'I1': expected a point from A1 to E5, without column I\n\n\
//!      = 0\n\n"
//! );
//! # Ok::<(), std::io::Error>(())
//! ```

mod command;
mod game;
mod server;
mod setup;
mod strings;
#[cfg(test)]
pub(crate) mod tests;
mod time;

pub use command::Command;
pub use server::{Server, run};

use plywood::Budget;
use plywood_games::go::capture::{Capture, Solution, Task};
use plywood_games::go::player::Situation;
use plywood_games::go::{Board, Move, Points};

/// The name and version that the engine announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its version.
    pub version: &'a str,
}

/// Thinks for a [`Server`].
pub trait Thinker: Send {
    /// Resets all state, because a panic may have left it half changed.
    fn forget(&mut self) {}

    /// The seed of random choices; 0 if there are none.
    fn seed(&self) -> u64 {
        0
    }

    /// Sets the seed of random choices. Nothing happens if there are none.
    fn set_seed(&mut self, seed: u64) {
        let _ = seed;
    }

    /// Chooses a move within the budget, which has the time for the move if there is a clock.
    fn choose(&mut self, situation: &Situation<'_>, budget: &Budget) -> Move;

    /// The stones that count as captured if the game ends with this board.
    fn dead(&mut self, board: &Board, budget: &Budget) -> Points;

    /// Whether a string can be captured or saved.
    fn solve(&mut self, capture: &Capture, task: Task, budget: &Budget) -> Solution;
}
