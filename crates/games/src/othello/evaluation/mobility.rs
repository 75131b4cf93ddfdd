//! The small evaluation: corners, the squares next to them, and mobility.

use super::super::bits::{CORNERS, moves, surroundings};
use super::super::{DISC, Othello};
use plywood::{Evaluate, Position, Score};

/// Values in discs: a corner, one move more than the other side, and a disc next to an empty
/// corner.
const CORNER: i32 = 8;
const MOVE: i32 = 1;
const BESIDE: i32 = -2;

/// Corners, discs beside empty corners, and the moves of both sides.
///
/// ```
/// use plywood::{Evaluate, Score};
/// use plywood_games::othello::{Mobility, Othello};
/// assert_eq!(Mobility.evaluate(&Othello::default()), Score::ZERO, "four moves each");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mobility;

impl Evaluate<Othello> for Mobility {
    fn evaluate(&mut self, position: &Othello) -> Score {
        let (mover, opponent) = (position.mover(), position.opponent());
        let beside = surroundings(CORNERS & position.empty());
        let points = |own: u64, other: u64| {
            let count = |squares: u64| squares.count_ones() as i32;
            CORNER * count(own & CORNERS)
                + BESIDE * count(own & beside)
                + MOVE * count(moves(own, other))
        };
        let difference = points(mover, opponent) - points(opponent, mover);
        Score::new(difference * DISC).seen_by(position.side())
    }
}
