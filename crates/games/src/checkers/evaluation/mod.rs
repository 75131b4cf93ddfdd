//! The evaluations of checkers.

mod features;
mod terms;
#[cfg(test)]
mod tests;
mod weights;

pub use features::{PHASES, features, phase};
pub use terms::{TERMS, Term, WEIGHTS};
pub use weights::Weights;

use super::{Checkers, MAN};
use plywood::{Evaluate, Score, Side};
use std::sync::Arc;

crate::evaluations::evaluations! {
    /// One of the evaluations of checkers.
    #[derive(Clone, Debug)]
    pub enum Evaluation of Checkers {
        /// Squares, mobility and patterns, weighted by phase.
        Tuned(CheckersEvaluation) = "tuned":
            "squares, mobility and patterns, weighted by the phase of the game",
        /// Material only.
        Material(Material) = "material":
            "material only, for teaching",
    }
}

/// Material only: a king counts as one and a half men.
///
/// ```
/// use plywood::{Evaluate, Score};
/// use plywood_games::{Checkers, Game, checkers::Material};
/// let position = Checkers::parse(Some("B:W21,22:B1,K30"))?;
/// assert_eq!(Material.evaluate(&position), Score::new(50));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Material;

impl Evaluate<Checkers> for Material {
    #[inline]
    fn evaluate(&mut self, position: &Checkers) -> Score {
        let halves = |side| {
            let (men, kings) = (position.men(side), position.kings(side));
            2 * men.count_ones() as i32 + 3 * kings.count_ones() as i32
        };
        Score::new((halves(Side::Max) - halves(Side::Min)) * MAN / 2)
    }
}

/// The sum of all [`features`] times their weights.
///
/// A weight is a pair: for a board with all men and for one without men. Between these it is
/// interpolated by the number of men. Rotating the board and swapping the colours negates the
/// value.
///
/// ```
/// use plywood::Evaluate;
/// use plywood_games::{Checkers, Game, checkers::{CheckersEvaluation, Weights}};
/// let ahead = Checkers::parse(Some("B:W30:B9,17,20"))?;
/// assert!(CheckersEvaluation::default().evaluate(&ahead).get() > 0);
/// let nothing = CheckersEvaluation::with(Weights::zero());
/// assert_eq!(nothing.clone().evaluate(&ahead).get(), 0);
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CheckersEvaluation {
    weights: Arc<Weights>,
}

impl Default for CheckersEvaluation {
    /// With the weights that come with Plywood.
    fn default() -> Self {
        CheckersEvaluation { weights: weights::built_in() }
    }
}

impl CheckersEvaluation {
    /// An evaluation with other weights.
    pub fn with(weights: impl Into<Arc<Weights>>) -> CheckersEvaluation {
        CheckersEvaluation { weights: weights.into() }
    }
}

impl Evaluate<Checkers> for CheckersEvaluation {
    #[inline]
    fn evaluate(&mut self, position: &Checkers) -> Score {
        let weights = self.weights.pairs();
        let (mut opening, mut ending) = (0, 0);
        features(position, |weight, times| {
            let [in_opening, in_ending] = weights[weight];
            opening += times * i32::from(in_opening);
            ending += times * i32::from(in_ending);
        });
        let phase = phase(position);
        Score::new((opening * phase + ending * (PHASES - phase)) / PHASES)
    }
}
