//! Trees in memory: an arena of blocks of siblings, the tree built on it, and its children in order;
//! and the table of positions searched before.

mod arena;
mod node;
mod ordered;
mod pages;
mod table;
mod tree;

pub use node::Node;
pub(crate) use node::Valued;
pub use ordered::BYTES_PER_NODE;
pub(crate) use ordered::best_of;
pub use table::{BoundsEntry, TableEntry, TranspositionTable};
pub use tree::{MAX_CHILDREN, NodeId, Tree};
