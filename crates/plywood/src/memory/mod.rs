//! Trees in memory: an arena of blocks of siblings, and the tree built on it; and the table of
//! positions searched before.

mod arena;
mod pages;
mod table;
mod tree;

pub(crate) use table::{BYTES_PER_ENTRY, Known, Table};
pub use tree::{BYTES_PER_NODE, MAX_CHILDREN};
pub(crate) use tree::{Node, NodeId, Tree, best_of};
