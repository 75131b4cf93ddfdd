//! What a search is asked.

use crate::{Budget, Position};

/// A question to a [`Search`](crate::Search): a position, what the answer may cost, which root moves
/// it may choose from, and how many of them it is to value.
///
/// ```
/// use plywood::{Budget, Search, Task, search::AlphaBeta};
/// use plywood_games::{StaticValue, Tree};
///
/// let tree = Tree::from_json("[0, [0, 3, 5], [0, 2, 9], [0, 7, 8]]")?;
/// let mut search = AlphaBeta::new(StaticValue);
/// let task = Task::new(&tree).budget(Budget::new().depth(2)).among(&[0, 1]);
/// assert_eq!(search.search(&task, &mut ()).best, Some(0));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Task<'a, P: Position> {
    /// The position to search.
    pub position: &'a P,
    /// The limits of the search.
    pub budget: Budget,
    /// The root moves to choose from; all legal moves if it is empty.
    pub among: &'a [P::Move],
    /// How many root moves to value, best first: [`Report::lines`](crate::Report::lines).
    pub lines: usize,
    /// The search must not deepen by itself: the caller asks for depth after depth.
    pub(crate) one_depth: bool,
}

impl<'a, P: Position> Task<'a, P> {
    /// The best move of a position, without limits.
    pub fn new(position: &'a P) -> Self {
        Task { position, budget: Budget::new(), among: &[], lines: 1, one_depth: false }
    }

    /// With these limits.
    #[must_use]
    pub fn budget(self, budget: Budget) -> Self {
        Task { budget, ..self }
    }

    /// Choosing from these legal moves, or from all if there are none.
    #[must_use]
    pub fn among(self, moves: &'a [P::Move]) -> Self {
        Task { among: moves, ..self }
    }

    /// With values and lines of play for the best `count` moves.
    #[must_use]
    pub fn lines(self, count: usize) -> Self {
        Task { lines: count, ..self }
    }

    /// Whether a root move may be chosen.
    #[inline]
    pub fn allows(&self, m: P::Move) -> bool {
        self.among.is_empty() || self.among.contains(&m)
    }
}
