//! The evaluations of Amazons.

use super::board::queens_reach;
use super::{Amazons, SQUARE};
use plywood::{Evaluate, Score, Side};

/// One of the evaluations of Amazons.
#[derive(Clone, Debug)]
pub enum Evaluation {
    /// Squares that a side reaches first.
    Closest(Closest),
    /// The number of moves.
    Mobility(Mobility),
}

impl Default for Evaluation {
    fn default() -> Self {
        Evaluation::Closest(Closest)
    }
}

impl Evaluation {
    /// The names of the evaluations and what they are, the default first.
    pub const NAMES: &[(&str, &str)] = &[
        ("closest", "squares that a side reaches in fewer queen moves than the other"),
        ("mobility", "the number of moves, for teaching"),
    ];

    /// The evaluation of that name.
    pub fn named(name: &str) -> Option<Evaluation> {
        match name {
            "closest" => Some(Evaluation::Closest(Closest)),
            "mobility" => Some(Evaluation::Mobility(Mobility)),
            _ => None,
        }
    }
}

impl Evaluate<Amazons> for Evaluation {
    #[inline]
    fn evaluate(&mut self, position: &Amazons) -> Score {
        match self {
            Evaluation::Closest(closest) => closest.evaluate(position),
            Evaluation::Mobility(mobility) => mobility.evaluate(position),
        }
    }
}

/// The number of moves of White less that of Black, a hundredth of a square each.
///
/// ```
/// use plywood::{Evaluate, Score};
/// use plywood_games::{Amazons, Game, amazons::Mobility};
/// let position = Amazons::parse(Some("w2/3/2x b"))?;
/// assert_eq!(Mobility.evaluate(&position), Score::new(28), "Black has no amazon");
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

/// The squares that White reaches in fewer queen moves than Black, less those that Black reaches in fewer.
///
/// ```
/// use plywood::{Evaluate, Score};
/// use plywood_games::{Amazons, Game, amazons::{Closest, SQUARE}};
/// // White reaches the three squares beside it and the one above first, Black the two to the right of it.
/// let position = Amazons::parse(Some("2x3/1w1xb1 w"))?;
/// assert_eq!(Closest.evaluate(&position), Score::new(1 * SQUARE));
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
            // Only what was reached first leads on to squares that are reached first.
            (white, black) = (by_white, by_black);
        }
    }
}
