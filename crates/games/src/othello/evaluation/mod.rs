//! The evaluations of Othello.

mod mobility;
mod patterns;
mod period;

pub use mobility::Mobility;
pub use patterns::{Features, Patterns, Weights};
pub use period::Period;

use super::Othello;
use plywood::{Evaluate, Score};

/// One of the evaluations of Othello.
#[derive(Clone, Debug)]
pub enum Evaluation {
    /// Patterns, learned by self-play.
    Learned(Patterns),
    /// Corners and mobility, for teaching.
    Mobility(Mobility),
    /// Edges, mobility and potential mobility, as in programs of the 1980s.
    Period(Period),
}

impl Default for Evaluation {
    /// The first of [`NAMES`](Evaluation::NAMES).
    fn default() -> Self {
        let (name, _) = Evaluation::NAMES[0];
        Evaluation::named(name).expect("the evaluations have names of their own")
    }
}

impl Evaluation {
    /// The names of the evaluations and what they are, the default first. Without the feature
    /// `othello-weights` there is no `learned`, and `period` is the default: it won 81 % of the points
    /// of 120 games against `mobility`, at depth 4.
    pub const NAMES: &[(&str, &str)] = &[
        #[cfg(feature = "othello-weights")]
        ("learned", "patterns, learned by self-play"),
        ("period", "a computed edge table and mobility, as in programs of the 1980s"),
        ("mobility", "corners and mobility, for teaching"),
    ];

    /// The evaluation of that name.
    pub fn named(name: &str) -> Option<Evaluation> {
        match name {
            #[cfg(feature = "othello-weights")]
            "learned" => Some(Evaluation::Learned(Patterns::default())),
            "mobility" => Some(Evaluation::Mobility(Mobility)),
            "period" => Some(Evaluation::Period(Period)),
            _ => None,
        }
    }
}

impl Evaluate<Othello> for Evaluation {
    #[inline]
    fn evaluate(&mut self, position: &Othello) -> Score {
        match self {
            Evaluation::Learned(patterns) => patterns.evaluate(position),
            Evaluation::Mobility(mobility) => mobility.evaluate(position),
            Evaluation::Period(period) => period.evaluate(position),
        }
    }
}
