//! The evaluations of Phutball.

use super::Phutball;
use super::chains::Chains;
use plywood::{Evaluate, Position, Score, Side};

crate::evaluations::evaluations! {
    /// One of the evaluations of Phutball.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Evaluation of Phutball {
        /// What chains of jumps reach.
        Reach(Reach) = "reach":
            "the row of the ball, the rows that chains of jumps reach by who is to move, and the men ahead",
        /// The row of the ball.
        Distance(Distance) = "distance":
            "the row of the ball only, for teaching",
    }
}

/// Rows from the middle to the ball, twice: a whole number also where the middle is between two rows.
fn half_rows(position: &Phutball) -> i32 {
    2 * i32::from(position.ball().row()) - i32::from(position.pitch.height) - 1
}

/// A side to move that can score is ahead by this much.
const SCORES: i32 = 10_000;
/// A side that could score if it were to move.
const THREATENS: i32 = 60;
/// Half a row of the ball.
const HALF_ROW: i32 = 5;
/// A row that a chain reaches, for the side to move and for the other one.
const TO_MOVE: i32 = 10;
const WAITING: i32 = 7;
/// A man ahead of the ball.
const MAN_AHEAD: i32 = 1;

/// What chains of jumps reach.
///
/// The rows of the ball, the rows nearer to each goal that a chain of jumps reaches now, which count more for the
/// side to move, and the men above and below the ball. Turning the board upside down, with the other side to move,
/// negates the value.
///
/// ```
/// use plywood::Evaluate;
/// use plywood_games::{Game, Phutball, phutball::Reach};
/// let scores = Phutball::parse(Some("5x5 c4 a1"))?;
/// assert!(Reach.evaluate(&scores).get() > 9_000, "Up jumps to the top row");
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach;

impl Evaluate<Phutball> for Reach {
    fn evaluate(&mut self, position: &Phutball) -> Score {
        let side = position.side();
        let own = |ball: u16| position.pitch.goal(ball) == Some(side);
        let (chains, scores) =
            Chains::until(&position.pitch, position.men, position.ball, |state| own(state.ball));
        if scores {
            return Score::new(SCORES).seen_by(side);
        }
        let (mut best, mut other_best, mut threatens) = (0, 0, false);
        for state in &chains.states {
            let progress = position.progress(super::Point(state.ball), side);
            (best, other_best) = (progress.max(best), (-progress).max(other_best));
            threatens |= position.pitch.goal(state.ball) == Some(!side);
        }
        let mut points = TO_MOVE * best - WAITING * other_best;
        if threatens {
            points -= THREATENS;
        }
        let row = position.ball().row();
        let ahead = |man: u16| {
            let man = super::Point(man).row();
            i32::from(man > row) - i32::from(man < row)
        };
        let men: i32 = position.men.into_iter().map(ahead).sum();
        let points = if side == Side::Max { points } else { -points };
        Score::new(HALF_ROW * half_rows(position) + MAN_AHEAD * men + points)
    }
}

/// Rows from the middle to the ball, twice.
///
/// ```
/// use plywood::{Evaluate, Score};
/// use plywood_games::{Game, Phutball, phutball::Distance};
/// let position = Phutball::parse(Some("7x5 c5 a1 c4-c6"))?;
/// assert_eq!(Distance.evaluate(&position), Score::new(4), "two rows up");
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Distance;

impl Evaluate<Phutball> for Distance {
    fn evaluate(&mut self, position: &Phutball) -> Score {
        Score::new(half_rows(position))
    }
}
