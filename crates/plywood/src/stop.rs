//! Why a search ended.

use std::fmt;

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Stop {
    /// Everything was searched, to the end of the game: the answer is proven.
    Complete,
    /// The search gave up early or left moves out, and has nothing more to search: its answer is not proven.
    #[cfg_attr(feature = "serde", serde(rename = "gave-up"))]
    GaveUp,
    /// The horizon was reached.
    Depth,
    /// The leaf chosen for expansion ends the game.
    Terminal,
    /// No swing of a [least-certainty search](crate::search::LeastCertainty) is finite, or the least one
    /// reaches the threshold: no single root move can change the choice while the values of the others stay as
    /// they are. That is no proof, because several values may change; see
    /// [`CertaintyFrom`](crate::search::CertaintyFrom).
    #[cfg_attr(feature = "serde", serde(alias = "certain"))]
    Swings,
    /// The budget of generated nodes is spent.
    Nodes,
    /// The budget of evaluations is spent.
    Evaluations,
    /// The artificial time is spent.
    #[cfg_attr(feature = "serde", serde(rename = "artificial-time"))]
    ArtificialTime,
    /// The time is up.
    Time,
    /// The memory is full.
    Memory,
    /// The stop flag was set.
    Cancelled,
    /// A position has more moves than the tree memory can hold at one node.
    Width,
}

impl Stop {
    /// The word for it in output.
    pub fn name(self) -> &'static str {
        match self {
            Stop::Complete => "complete",
            Stop::GaveUp => "gave-up",
            Stop::Depth => "depth",
            Stop::Terminal => "terminal",
            Stop::Swings => "swings",
            Stop::Nodes => "nodes",
            Stop::Evaluations => "evaluations",
            Stop::ArtificialTime => "artificial-time",
            Stop::Time => "time",
            Stop::Memory => "memory",
            Stop::Cancelled => "cancelled",
            Stop::Width => "width",
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
