//! The registry: games and algorithms by name.
//!
//! Every front end, the documentation and the experiments take games and algorithms from here.
//! Algorithms and players are those of [`plywood_registry`]; [`GameEntry`] is a game with its type
//! forgotten.

mod games;

pub use games::{AnyGame, GameEntry, game, games, with_built_in};
pub use plywood_registry::*;
