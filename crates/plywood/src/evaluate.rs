//! Static evaluation.

use crate::Score;

/// A static evaluation: an estimate of a position's value, made without search.
///
/// Asked only of positions whose game is not over, and answers within
/// [`Score::MIN_EVAL`]`..=`[`Score::MAX_EVAL`]. Any `FnMut(&P) -> Score` will do.
///
/// ```
/// use plywood::{Evaluate, Score};
/// let mut constant = |_: &u8| Score::new(7);
/// assert_eq!(constant.evaluate(&0), Score::new(7));
/// ```
pub trait Evaluate<P> {
    /// The estimated value of `position` for MAX.
    fn evaluate(&mut self, position: &P) -> Score;
}

impl<P, F: FnMut(&P) -> Score> Evaluate<P> for F {
    #[inline]
    fn evaluate(&mut self, position: &P) -> Score {
        self(position)
    }
}
