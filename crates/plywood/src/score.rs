//! The value of a position.

use crate::Side;
use std::fmt;
use std::ops::Neg;

/// The value of a position as MAX sees it.
///
/// The line of scores, from low to high:
///
/// ```text
/// NEG_INF | losses, quick ones lowest | MIN_EVAL ..= MAX_EVAL | wins, quick ones highest | POS_INF
/// ```
///
/// An evaluation and the result of a game counted in points stay within `MIN_EVAL..=MAX_EVAL`; a
/// game that is only won or lost answers [`Score::win`] or [`Score::loss`]. The infinities are
/// bounds of windows, never values of positions.
///
/// ```
/// use plywood::Score;
/// assert!(Score::win(3) > Score::win(5), "the quicker win is better");
/// assert!(Score::new(100) < Score::win(200));
/// assert_eq!(-Score::win(3), Score::loss(3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

/// Wins lie between `WIN - MAX_PLY` and `WIN`.
const WIN: i32 = 2_147_000_000;
const MAX_PLY: u32 = 100_000_000;

impl Score {
    /// Below every value.
    pub const NEG_INF: Score = Score(-i32::MAX);
    /// Above every value.
    pub const POS_INF: Score = Score(i32::MAX);
    /// The even score.
    pub const ZERO: Score = Score(0);
    /// The highest value of an evaluation.
    pub const MAX_EVAL: Score = Score(2_000_000_000);
    /// The lowest value of an evaluation.
    pub const MIN_EVAL: Score = Score(-2_000_000_000);

    /// An evaluation or a result in points.
    ///
    /// Contract: `points` lies within [`Score::MIN_EVAL`] and [`Score::MAX_EVAL`].
    #[inline]
    pub const fn new(points: i32) -> Score {
        debug_assert!(points >= Score::MIN_EVAL.0 && points <= Score::MAX_EVAL.0);
        Score(points)
    }

    /// MAX has won, `ply` plies after the start of the game.
    #[inline]
    pub const fn win(ply: u32) -> Score {
        Score(WIN - if ply < MAX_PLY { ply } else { MAX_PLY } as i32)
    }

    /// MIN has won, `ply` plies after the start of the game.
    #[inline]
    pub const fn loss(ply: u32) -> Score {
        Score(-Score::win(ply).0)
    }

    /// `side` has won, `ply` plies after the start of the game.
    #[inline]
    pub const fn won_by(side: Side, ply: u32) -> Score {
        match side {
            Side::Max => Score::win(ply),
            Side::Min => Score::loss(ply),
        }
    }

    /// The number behind the score.
    #[inline]
    pub const fn get(self) -> i32 {
        self.0
    }

    /// The score with this number behind it.
    #[inline]
    pub(crate) const fn from_bits(number: i32) -> Score {
        Score(number)
    }

    /// Neither infinity: a value that a position can have.
    #[inline]
    pub const fn is_finite(self) -> bool {
        self.0 > Self::NEG_INF.0 && self.0 < Self::POS_INF.0
    }

    /// The side for which this score is a won game, if it is one.
    ///
    /// Evaluations never reach the bands of wins and losses, so a *backed-up* score in one of them
    /// rests on finished games alone: it is a proof.
    #[inline]
    pub const fn winner(self) -> Option<Side> {
        if !self.is_finite() {
            None
        } else if self.0 > Self::MAX_EVAL.0 {
            Some(Side::Max)
        } else if self.0 < Self::MIN_EVAL.0 {
            Some(Side::Min)
        } else {
            None
        }
    }

    /// For a won or lost game, the ply at which it ends.
    pub const fn end(self) -> Option<u32> {
        match self.winner() {
            Some(_) => Some((WIN - self.0.abs()) as u32),
            None => None,
        }
    }

    /// The next score above.
    #[inline]
    pub const fn up(self) -> Score {
        Score(self.0.saturating_add(1))
    }

    /// The next score below.
    #[inline]
    pub const fn down(self) -> Score {
        if self.0 == Self::NEG_INF.0 { self } else { Score(self.0 - 1) }
    }

    /// The score that lies `points` above, or below if they are negative; at most an infinity.
    #[inline]
    pub fn saturating_add(self, points: i64) -> Score {
        let sum = i64::from(self.0).saturating_add(points);
        Score(sum.clamp(Score::NEG_INF.0.into(), Score::POS_INF.0.into()) as i32)
    }

    /// The score halfway between two scores, rounded up.
    ///
    /// ```
    /// use plywood::Score;
    /// assert_eq!(Score::new(-4).midpoint(Score::new(9)), Score::new(3));
    /// assert_eq!(Score::NEG_INF.midpoint(Score::POS_INF), Score::ZERO);
    /// ```
    #[inline]
    pub fn midpoint(self, other: Score) -> Score {
        let sum = i64::from(self.0) + i64::from(other.0);
        Score((sum + 1).div_euclid(2) as i32)
    }

    /// The score as `side` sees it: higher is better for that side.
    ///
    /// An order-reversing map for MIN, so that one comparison serves both sides.
    #[inline]
    pub const fn seen_by(self, side: Side) -> Score {
        match side {
            Side::Max => self,
            Side::Min => Score(-self.0),
        }
    }

    /// The better of two scores for `side`.
    #[inline]
    pub fn better(self, other: Score, side: Side) -> Score {
        match side {
            Side::Max => self.max(other),
            Side::Min => self.min(other),
        }
    }

    /// Is this score strictly better than `other` for `side`?
    #[inline]
    pub fn beats(self, other: Score, side: Side) -> bool {
        match side {
            Side::Max => self > other,
            Side::Min => self < other,
        }
    }

    /// The worst score of all for `side`, where a search for the best begins.
    #[inline]
    pub const fn worst(side: Side) -> Score {
        match side {
            Side::Max => Score::NEG_INF,
            Side::Min => Score::POS_INF,
        }
    }

    /// The score seen from `plies` later: a win or a loss is that much nearer.
    #[inline]
    pub(crate) const fn sooner(self, plies: u32) -> Score {
        match self.winner() {
            Some(Side::Max) => Score(self.0.saturating_add(plies as i32)),
            Some(Side::Min) => Score(self.0.saturating_sub(plies as i32)),
            None => self,
        }
    }

    /// The score seen from `plies` sooner: the inverse of [`sooner`](Score::sooner).
    #[inline]
    pub(crate) const fn later(self, plies: u32) -> Score {
        match self.winner() {
            Some(Side::Max) => Score(self.0 - plies as i32),
            Some(Side::Min) => Score(self.0 + plies as i32),
            None => self,
        }
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Score {
    /// `12`, `-7`, `win@23` (a win at ply 23), `loss@8`, `inf`, `-inf`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (*self, self.winner(), self.end()) {
            (Score::POS_INF, ..) => f.pad("inf"),
            (Score::NEG_INF, ..) => f.pad("-inf"),
            (_, Some(Side::Max), Some(ply)) => f.pad(&format!("win@{ply}")),
            (_, Some(Side::Min), Some(ply)) => f.pad(&format!("loss@{ply}")),
            _ => fmt::Display::fmt(&self.0, f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_scores_is_in_order() {
        let line = [
            Score::NEG_INF,
            Score::loss(0),
            Score::loss(9),
            Score::loss(u32::MAX),
            Score::MIN_EVAL,
            Score::ZERO,
            Score::MAX_EVAL,
            Score::win(u32::MAX),
            Score::win(9),
            Score::win(0),
            Score::POS_INF,
        ];
        assert!(line.windows(2).all(|pair| pair[0] < pair[1]), "{line:?}");
        for score in line {
            assert_eq!(-(-score), score);
            assert_eq!(score.seen_by(Side::Min), -score);
        }
    }

    #[test]
    fn bands_name_their_winner_and_end() {
        assert_eq!(Score::win(7).winner(), Some(Side::Max));
        assert_eq!(Score::loss(7).winner(), Some(Side::Min));
        assert_eq!(Score::loss(7).end(), Some(7));
        assert_eq!(Score::MAX_EVAL.winner(), None);
        assert_eq!(Score::POS_INF.winner(), None);
        assert_eq!(Score::win(3).to_string(), "win@3");
        assert_eq!(format!("{:>5}|{:>7}", Score::new(-4), Score::loss(2)), "   -4| loss@2");
    }

    #[test]
    fn neighbours_stop_at_the_infinities() {
        assert_eq!(Score::POS_INF.up(), Score::POS_INF);
        assert_eq!(Score::NEG_INF.down(), Score::NEG_INF);
        assert_eq!(Score::ZERO.up().down(), Score::ZERO);
    }
}
