//! The evaluations of Gomoku.

use super::Gomoku;
use super::bits::{Bits, DIRECTIONS};
use super::lines::{self, Counts};
use plywood::{Evaluate, Position, Score, Side};

crate::evaluations::evaluations! {
    /// One of the evaluations of Gomoku.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Evaluation of Gomoku {
        /// Rows by the number of stones in them, and the threats of both sides.
        Shapes(Shapes) = "shapes":
            "rows of five points by the stones of one side in them, and fours and threes that decide the game, by \
             who is to move",
        /// The number of rows that are still open.
        OpenRows(OpenRows) = "open-rows":
            "rows of five points with stones of one side only, for teaching",
    }
}

/// The value of a row of five points with one, two, three or four stones of one side and none of the other,
/// if that side is to move.
const TO_MOVE: [i32; 4] = [2, 10, 45, 100];
/// The same for the side that has just moved.
const WAITING: [i32; 4] = [2, 8, 30, 100];
/// A side that wins by force within a few moves is ahead by this much, less [`PLY`] for every ply to the end.
const DECIDED: i32 = 10_000;
const PLY: i32 = 100;

/// Rows of five points by the number of stones in them, and threats that decide the game.
///
/// A row counts if only one side has stones in it: an open three is in three such rows, one that is stopped at
/// an end in one. The side to move is ahead where it has a four, or can make a four that cannot be stopped,
/// and behind where the other side has two points to complete a five. Swapping the colours negates the value;
/// turning and mirroring the board does not change it.
///
/// ```
/// use plywood::Evaluate;
/// use plywood_games::{Game, Gomoku, gomoku::Shapes};
/// let four = Gomoku::parse(Some("h8 a1 i8 a2 j8 a3 k8 a14"))?;
/// assert!(Shapes.evaluate(&four).get() > 9_000, "Black completes the five");
/// let quiet = Gomoku::parse(Some("h8 i9"))?;
/// assert!(Shapes.evaluate(&quiet).get().abs() < 1_000);
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shapes;

impl Evaluate<Gomoku> for Shapes {
    fn evaluate(&mut self, position: &Gomoku) -> Score {
        let side = position.side();
        let [own, other] = [side, !side].map(|side| position.stones(side));
        let empty = position.empty;
        let (mut points, mut most) = (0, [0; 2]);
        for step in DIRECTIONS {
            let rows = [own, other].map(|stones| Counts::of(stones, empty, step));
            for (n, (to_move, waiting)) in (1..).zip(TO_MOVE.into_iter().zip(WAITING)) {
                for (who, worth) in [to_move, -waiting].into_iter().enumerate() {
                    let with = rows[who].with(n);
                    if !with.is_empty() {
                        points += worth * with.count() as i32;
                        most[who] = n.max(most[who]);
                    }
                }
            }
        }
        let decided = decided(own, other, empty, most);
        Score::new(points + decided).seen_by(side)
    }
}

/// What the threats are worth to the side to move. `most` has the stones of each side in its fullest rows.
fn decided(own: Bits, other: Bits, empty: Bits, most: [u32; 2]) -> i32 {
    if most[0] == 4 {
        return DECIDED - PLY;
    }
    if most[1] == 4 {
        return if lines::fives(other, empty).has_two() { -(DECIDED - 2 * PLY) } else { 0 };
    }
    let wins = most[0] == 3 && !lines::threats(own, empty).doubles.is_empty();
    if wins { DECIDED - 3 * PLY } else { 0 }
}

/// The number of rows of five points with stones of Black and none of White, less the number of those with
/// stones of White and none of Black.
///
/// ```
/// use plywood::{Evaluate, Score};
/// use plywood_games::{Game, Gomoku, gomoku::OpenRows};
/// let corner = Gomoku::parse(Some("a1"))?;
/// assert_eq!(OpenRows.evaluate(&corner), Score::new(3), "a row, a column and a diagonal");
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenRows;

impl Evaluate<Gomoku> for OpenRows {
    fn evaluate(&mut self, position: &Gomoku) -> Score {
        let rows = |side, step| {
            let rows = Counts::of(position.stones(side), position.empty, step).with_one_or_more();
            rows.count() as i32
        };
        let ahead = |step: u32| rows(Side::Max, step) - rows(Side::Min, step);
        Score::new(DIRECTIONS.into_iter().map(ahead).sum())
    }
}
