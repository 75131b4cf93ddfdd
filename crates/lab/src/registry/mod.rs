//! The registry: games and algorithms by name.
//!
//! One table of each feeds the command line, the documentation and every other front end. Algorithms
//! and players are those of [`plywood_registry`]; games with their types forgotten are here.

mod table;

pub use plywood_registry::*;
pub use table::{Answer, GameEntry, MoveMade, ProblemInWords, Table, game, games, with_built_in};
