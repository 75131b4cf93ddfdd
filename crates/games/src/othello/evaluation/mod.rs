//! The evaluations of Othello.

mod mobility;
mod patterns;
mod period;

pub use mobility::Mobility;
pub use patterns::{Features, Patterns, Weights};
pub use period::Period;

use super::Othello;

crate::evaluations::evaluations! {
    /// One of the evaluations of Othello.
    ///
    /// Without the feature `othello-weights` there is no `learned`, and `period` is the default: it won 81 % of the points
    /// of 120 games against `mobility`, at depth 4.
    #[derive(Clone, Debug)]
    pub enum Evaluation of Othello {
        /// Patterns, learned by self-play.
        Learned(Patterns) = #[cfg(feature = "othello-weights")] "learned":
            "patterns, learned by self-play",
        /// Edges, mobility and potential mobility, as in programs of the 1980s.
        Period(Period) = "period":
            "a computed edge table and mobility, as in programs of the 1980s",
        /// Corners and mobility, for teaching.
        Mobility(Mobility) = "mobility":
            "corners and mobility, for teaching",
    }
}
