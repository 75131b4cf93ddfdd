//! Bounds on values: what a search asks for, and what it knows.

use crate::{Score, Side};

/// The alpha-beta window of a search, as MAX sees it at every node.
///
/// MAX has `alpha` elsewhere already, MIN has `beta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// What MAX is sure of elsewhere.
    pub alpha: Score,
    /// What MIN is sure of elsewhere.
    pub beta: Score,
}

impl Window {
    /// Every value.
    pub const FULL: Window = Window { alpha: Score::NEG_INF, beta: Score::POS_INF };

    /// Does `alpha <= score <= beta` hold? (The best-first papers' condition to stay in a subtree.)
    #[inline]
    pub fn contains(self, score: Score) -> bool {
        self.alpha <= score && score <= self.beta
    }

    /// The window after `side` has found `score` at this node.
    ///
    /// ```
    /// use plywood::{Score, Side, Window};
    /// let w = Window::FULL.narrow(Side::Max, Score::new(3)).narrow(Side::Min, Score::new(9));
    /// assert_eq!((w.alpha, w.beta), (Score::new(3), Score::new(9)));
    /// ```
    #[inline]
    #[must_use]
    pub fn narrow(self, side: Side, score: Score) -> Window {
        match side {
            Side::Max => Window { alpha: self.alpha.max(score), ..self },
            Side::Min => Window { beta: self.beta.min(score), ..self },
        }
    }

    /// No value is left strictly inside: `alpha >= beta`.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }

    /// The bound that `side` has in hand: alpha for MAX, beta for MIN.
    #[inline]
    pub fn bound(self, side: Side) -> Score {
        match side {
            Side::Max => self.alpha,
            Side::Min => self.beta,
        }
    }

    /// The nearest score within the window.
    #[inline]
    pub fn clamp(self, score: Score) -> Score {
        score.max(self.alpha).min(self.beta)
    }
}

/// What is known of a value: `lower <= value <= upper` (the papers' f- and f+).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Interval {
    /// The value is at least this.
    pub lower: Score,
    /// The value is at most this.
    pub upper: Score,
}

impl Interval {
    /// Nothing is known.
    pub const UNKNOWN: Interval = Interval { lower: Score::NEG_INF, upper: Score::POS_INF };

    /// The value itself is known.
    pub const fn exactly(score: Score) -> Interval {
        Interval { lower: score, upper: score }
    }

    /// `side` can have `score` or better.
    pub fn at_least_for(side: Side, score: Score) -> Interval {
        match side {
            Side::Max => Interval { lower: score, ..Interval::UNKNOWN },
            Side::Min => Interval { upper: score, ..Interval::UNKNOWN },
        }
    }

    /// The value, if the bounds meet.
    ///
    /// ```
    /// use plywood::{Interval, Score};
    /// assert_eq!(Interval::exactly(Score::new(4)).exact(), Some(Score::new(4)));
    /// assert_eq!(Interval::UNKNOWN.exact(), None);
    /// ```
    pub fn exact(self) -> Option<Score> {
        (self.lower == self.upper).then_some(self.lower)
    }
}
