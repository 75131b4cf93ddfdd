//! The parts that search algorithms are made of, for algorithms outside this crate.
//!
//! | part | what it does |
//! |---|---|
//! | [`Meter`] | counts work against the budget, and says when to stop |
//! | [`Tree`] | a tree in memory with a payload of one's own, under a memory cap |
//! | [`GameTree`], [`Walk`] | such a tree kept from move to move, and one position that walks in it |
//! | [`best_lines`] | answers tasks that ask for several lines of play |

mod game_tree;

pub use crate::memory::{Node, NodeId, Tree};
pub use crate::meter::Meter;
pub use crate::search::lines::best_lines;
pub use game_tree::{GameTree, Walk};
pub(crate) use game_tree::{prune, stack_share};
