//! The parts that search algorithms are made of, for algorithms outside this crate.
//!
//! | part | what it does |
//! |---|---|
//! | [`Meter`] | counts work against the budget, and says when to stop |
//! | [`Tree`] | a tree in memory with a payload of one's own, under a memory cap |
//! | [`GameTree`], [`TreeSearch`] | such a tree kept from move to move, and a search in it |
//! | [`TranspositionTable`] | what is known about positions, shared by threads; [`BoundsEntry`] or entries of one's own |
//! | [`History`], [`Killers`] | move ordering by what was good elsewhere in the tree |
//! | [`deepen`] | iterative deepening |
//! | [`MemoryEnhanced`] | alpha-beta with a transposition table, for drivers of the MT framework |
//! | [`answer`] | the parts of a report that are the same for every search |
//! | [`best_lines`] | answers tasks that ask for several lines of play |
//! | [`Options`] | options, declared once by [`options!`](crate::options!), listed, and set by texts |
//! | [`mix`] | seeded pseudo-random numbers, to break ties |
//! | [`Goal`] | turns a game into a question: can this side reach that goal? |

pub use crate::answer::answer;
pub use crate::game_tree::GameTree;
pub use crate::goal::{Goal, Outlook, Width, Widths, Win};
pub use crate::memory::{BoundsEntry, Node, NodeId, TableEntry, TranspositionTable, Tree};
pub use crate::meter::Meter;
pub use crate::move_ordering::{History, Killers};
#[doc(hidden)]
pub use crate::options::declared;
pub use crate::options::{
    Bytes, Count, Format, Numbers, OptionError, OptionInfo, OptionValue, Options, Or, Time, Word,
    or,
};
pub use crate::random::{GOLDEN, mix};
pub use crate::search::deepening::{Deepening, deepen};
pub use crate::search::lines::best_lines;
pub use crate::search::mt::MemoryEnhanced;
pub use crate::tree_search::TreeSearch;
