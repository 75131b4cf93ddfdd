//! Trees in memory: an arena of blocks of brothers, and the tree built on it.

mod arena;
mod tree;

pub use tree::{BYTES_PER_NODE, MAX_CHILDREN};
pub(crate) use tree::{Node, NodeId, Tree, best_of};
