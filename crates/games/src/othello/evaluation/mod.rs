//! Opinions on Othello, by name.

mod mobility;

pub use mobility::Mobility;

use super::Othello;
use plywood::{Evaluate, Score};

/// One of the evaluations of Othello.
#[derive(Clone, Debug)]
pub enum Evaluation {
    /// Corners and mobility, for teaching.
    Mobility(Mobility),
}

impl Default for Evaluation {
    fn default() -> Self {
        Evaluation::Mobility(Mobility)
    }
}

impl Evaluation {
    /// The names of the evaluations and what they are, the default first.
    pub const NAMES: &[(&str, &str)] = &[("mobility", "corners and mobility, for teaching")];

    /// The evaluation of that name.
    pub fn named(name: &str) -> Option<Evaluation> {
        match name {
            "mobility" => Some(Evaluation::Mobility(Mobility)),
            _ => None,
        }
    }
}

impl Evaluate<Othello> for Evaluation {
    #[inline]
    fn evaluate(&mut self, position: &Othello) -> Score {
        match self {
            Evaluation::Mobility(mobility) => mobility.evaluate(position),
        }
    }
}
