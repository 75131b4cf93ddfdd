//! The evaluations of Amazons.

mod features;
mod terms;
#[cfg(test)]
mod tests;
mod weights;

pub use features::{PHASES, features};
pub use terms::{TERMS, Term, WEIGHTS};
pub use weights::Weights;

use super::board::queens_reach;
use super::{Amazons, SQUARE};
use plywood::{Evaluate, Score, Side};
use std::sync::Arc;

crate::evaluations::evaluations! {
    /// One of the evaluations of Amazons.
    #[derive(Clone, Debug)]
    pub enum Evaluation of Amazons {
        /// Distances of queens and kings, mobility, and territories that decide the game.
        Territory(Territory) = "territory":
            "who reaches squares first, as queen and as king, and the freedom of amazons, weighted by how \
             much is contested",
        /// Squares that a side reaches first.
        Closest(Closest) = "closest":
            "squares that a side reaches in fewer queen moves than the other, for teaching",
        /// The number of moves.
        Mobility(Mobility) = "mobility":
            "the number of moves, for teaching",
    }
}

/// A game that is [decided](Amazons::decided) by counting territories is worth this much more to the winner,
/// which is more than any sum of weights.
pub const DECIDED: i32 = 10_000_000;

/// The sum of all [`features`] times their weights, and [`DECIDED`] where the territories decide.
///
/// In the manner of Lieberum (2005), "An evaluation function for the game of Amazons", and of Müller &
/// Tegos (2002), "Experiments in computer Amazons": squares that a side reaches in fewer queen moves, which
/// count most when the board is divided, or in fewer king moves, which count more before that; squares within
/// one or two moves; and amazons that are shut in. A weight is a pair: for a board that is contested everywhere and for one that
/// is divided. Between these it is interpolated by the number of contested squares. Turning the board and
/// swapping the colours negates the value.
///
/// ```
/// use plywood::Evaluate;
/// use plywood_games::{Amazons, Game, amazons::{DECIDED, Territory, Weights}};
/// let mut territory = Territory::default();
/// let ahead = Amazons::parse(Some("w3/1x2/b1x1/x3 w"))?;
/// assert!(territory.evaluate(&ahead).get() > 0);
/// let decided = Amazons::parse(Some("w3xb2 w"))?;
/// assert!(territory.evaluate(&decided).get() > DECIDED / 2);
/// let mut nothing = Territory::with(Weights::zero());
/// assert_eq!(nothing.evaluate(&ahead).get(), 0);
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Territory {
    weights: Arc<Weights>,
    decides: bool,
}

impl Default for Territory {
    /// With the weights that come with Plywood.
    fn default() -> Self {
        Territory { weights: weights::built_in(), decides: true }
    }
}

impl Territory {
    /// An evaluation with other weights.
    pub fn with(weights: impl Into<Arc<Weights>>) -> Territory {
        Territory { weights: weights.into(), decides: true }
    }

    /// The sum of weights alone, also where the territories decide.
    ///
    /// ```
    /// use plywood::Evaluate;
    /// use plywood_games::{Amazons, Game, amazons::{Territory, Weights}};
    /// let decided = Amazons::parse(Some("w3xb2 w"))?;
    /// assert_eq!(Territory::with(Weights::zero()).without_decisions().evaluate(&decided).get(), 0);
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    #[must_use]
    pub fn without_decisions(self) -> Territory {
        Territory { decides: false, ..self }
    }
}

impl Evaluate<Amazons> for Territory {
    #[inline]
    fn evaluate(&mut self, position: &Amazons) -> Score {
        let weights = self.weights.pairs();
        let (mut contested, mut divided) = (0, 0);
        let phase = features(position, |weight, times| {
            let pair = weights[weight];
            contested += times * i32::from(pair[0]);
            divided += times * i32::from(pair[1]);
        });
        let value = (contested * phase + divided * (PHASES - phase)) / PHASES;
        // A phase above 0 says that both sides reach some square: then nothing is decided.
        let decided = if self.decides && phase == 0 { position.decided() } else { None };
        Score::new(match decided {
            None => value,
            Some(Side::Max) => value + DECIDED,
            Some(Side::Min) => value - DECIDED,
        })
    }
}

/// White's number of moves minus Black's. A move is worth a hundredth of a square.
///
/// ```
/// use plywood::{Evaluate, Score};
/// use plywood_games::{Amazons, Game, amazons::Mobility};
/// let position = Amazons::parse(Some("w2xb1 w"))?;
/// assert_eq!(Mobility.evaluate(&position), Score::new(4 - 1));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mobility;

impl Evaluate<Amazons> for Mobility {
    #[inline]
    fn evaluate(&mut self, position: &Amazons) -> Score {
        let [white, black] = [Side::Max, Side::Min].map(|side| position.count_moves(side) as i32);
        Score::new(white - black)
    }
}

/// The number of squares that White reaches in fewer queen moves than Black, minus the number that Black
/// reaches in fewer.
///
/// ```
/// use plywood::{Evaluate, Score};
/// use plywood_games::{Amazons, Game, amazons::{Closest, SQUARE}};
/// let position = Amazons::parse(Some("w2xb1 w"))?;
/// assert_eq!(Closest.evaluate(&position), Score::new(2 * SQUARE - SQUARE));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Closest;

impl Evaluate<Amazons> for Closest {
    #[inline]
    fn evaluate(&mut self, position: &Amazons) -> Score {
        let [mut white, mut black] = [Side::Max, Side::Min].map(|side| position.amazons(side));
        // Squares that neither has reached.
        let mut open = position.empty();
        let mut lead = 0;
        loop {
            let [to_white, to_black] =
                [white, black].map(|set| queens_reach(set, position.empty()));
            let (by_white, by_black) = (to_white & open, to_black & open);
            if by_white | by_black == 0 {
                return Score::new(lead * SQUARE);
            }
            lead += (by_white & !by_black).count_ones() as i32;
            lead -= (by_black & !by_white).count_ones() as i32;
            open &= !(by_white | by_black);
            // A side that reaches a square first has reached all squares on the shortest way first, or
            // together with the other side.
            (white, black) = (by_white, by_black);
        }
    }
}
