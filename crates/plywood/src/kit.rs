//! The parts that search algorithms are made of, for algorithms outside this crate.

pub use crate::memory::{Node, NodeId, Tree};
pub use crate::meter::Meter;
pub use crate::search::lines::best_lines;
