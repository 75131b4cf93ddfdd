//! Game-tree search: the best-first and depth-first minimax algorithms of the literature under one
//! small set of traits.
//!
//! A game implements [`Position`], an opinion about positions implements [`Evaluate`]; every
//! algorithm in [`search`] is then a [`Search`] of that game: it works on any [`Task`] under any
//! [`Budget`], is watched by any [`Observer`], and answers with a [`Report`].
//!
//! ```
//! use plywood::{Budget, Position, Score, Search, Side, search::BestFirst};
//!
//! /// Take one, two or three matches; the player who takes the last one wins.
//! #[derive(Clone, PartialEq)]
//! struct Matches { left: u32, ply: u32 }
//!
//! impl Position for Matches {
//!     type Move = u32;
//!     type Undo = ();
//!     fn side(&self) -> Side { if self.ply % 2 == 0 { Side::Max } else { Side::Min } }
//!     fn moves(&self, out: &mut Vec<u32>) { out.extend(1..=self.left.min(3)) }
//!     fn result(&self) -> Score { Score::won_by(!self.side(), self.ply) }
//!     fn play(&mut self, take: u32) { self.left -= take; self.ply += 1 }
//!     fn undo(&mut self, take: u32, _: ()) { self.left += take; self.ply -= 1 }
//! }
//!
//! let mut search = BestFirst::new(|_: &Matches| Score::ZERO);
//! let report = search.run(&Matches { left: 7, ply: 0 }, &Budget::new());
//! assert_eq!(report.best, Some(3), "leave four");
//! assert!(report.proven);
//! ```
//!
//! # Features
//!
//! | Feature | Default | What it adds |
//! | --- | --- | --- |
//! | `serde` | no | [`Score`], [`Interval`], [`Side`], [`Stop`], [`Counts`] and [`Budget`] (without its flag) are written and read; [`Report`], [`Variation`] and [`Details`] are written |
//!
//! # WebAssembly
//!
//! The crate works on `wasm32-unknown-unknown`. The standard library has no clock there: [`clock::set`] gives
//! it one. Without it leave [`Budget::time`] unset, for a time limit panics; nodes, evaluations and the stop
//! flag can limit a search. A search on several threads
//! finds that there is one, and uses it. The machine stack is that of the host: lines of 2,000 plies are
//! tested.

mod answer;
mod budget;
pub mod clock;
mod evaluate;
mod event;
mod game_tree;
mod goal;
pub mod kit;
mod memory;
mod meter;
mod move_ordering;
mod observer;
mod options;
mod position;
mod random;
mod report;
mod score;
pub mod search;
#[cfg(feature = "serde")]
mod serialize;
mod side;
mod stop;
mod tactics;
mod task;
mod tree_search;
mod window;

pub use budget::Budget;
pub use evaluate::Evaluate;
pub use event::{
    Bound, Cause, Child, Event, EventKind, Expansion, NodeValue, Purpose, RootChild, Step,
};
pub use memory::{BYTES_PER_NODE, MAX_CHILDREN};
pub use observer::{BestSoFar, Counter, Listener, Observer, Progress, Trace};
pub use position::{Keyed, Position, hash};
pub use report::{Counts, Details, Report, Variation};
pub use score::Score;
pub use search::Search;
pub use side::Side;
pub use stop::Stop;
pub use tactics::Tactics;
pub use task::Task;
pub use window::{Interval, Window};
