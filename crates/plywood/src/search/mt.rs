//! Memory-enhanced Test (MT): what a driver of the MT framework calls.

use crate::{Score, Stop, Window};

/// A memory-enhanced alpha-beta search of one position to one depth, as a driver of the MT framework
/// sees it: Plaat, Schaeffer, Pijls & de Bruin 1995.
///
/// A driver calls it with windows of its choice, until it knows the minimax value of the position. The
/// calls share a transposition table, so that a call finds the work of those before it.
/// [`Mt::driven_by`](crate::search::Mt::driven_by) takes a driver. This one divides the interval between
/// the bounds:
///
/// ```
/// use plywood::kit::MemoryEnhanced;
/// use plywood::{Budget, Score, Search, Stop, search::{Mt, MtOptions}};
/// use plywood_games::{StaticValue, Tree};
///
/// fn bisection(n: &mut MemoryEnhanced<'_>) -> Result<Score, Stop> {
///     let (mut lower, mut upper) = (Score::NEG_INF, Score::POS_INF);
///     while lower < upper {
///         let gamma = lower.midpoint(upper);
///         let g = n.test(gamma)?;
///         if g < gamma { upper = g } else { lower = g }
///     }
///     Ok(lower)
/// }
///
/// let tree = Tree::from_json("[0, [0, 3, 5], [0, 2, 9]]")?;
/// let mut search = Mt::with(MtOptions::default(), StaticValue).driven_by(bisection);
/// let report = search.run(&tree, &Budget::new());
/// assert_eq!(report.value.exact(), Some(Score::new(3)));
/// assert_eq!(report.pv, [0, 0]);
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub struct MemoryEnhanced<'a> {
    alpha_beta: &'a mut dyn FnMut(Window) -> Result<Score, Stop>,
    depth: u32,
    values: &'a [Score],
}

impl<'a> MemoryEnhanced<'a> {
    pub(super) fn new(
        alpha_beta: &'a mut dyn FnMut(Window) -> Result<Score, Stop>,
        depth: u32,
        values: &'a [Score],
    ) -> Self {
        MemoryEnhanced { alpha_beta, depth, values }
    }

    /// Alpha-Beta(n, α, β) of the paper, for any window. Returns a value inside the window if that is
    /// the minimax value, else an upper bound at or below alpha, or a lower bound at or above beta.
    /// The bound is fail-soft: it may lie beyond the window. In a selective search the bounds of
    /// different calls may contradict each other.
    ///
    /// Fails if the budget stops the search. A driver passes that on with `?`.
    pub fn alpha_beta(&mut self, window: Window) -> Result<Score, Stop> {
        (self.alpha_beta)(window)
    }

    /// Alpha-Beta(n, γ − 1, γ): tests whether the minimax value is at least `gamma`. The answer is a
    /// lower bound if it is `gamma` or above, else an upper bound.
    pub fn test(&mut self, gamma: Score) -> Result<Score, Stop> {
        self.alpha_beta(Window { alpha: gamma.down(), beta: gamma })
    }

    /// The depth of the search in plies.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The values of the earlier iterations of iterative deepening, the shallowest first.
    pub fn values(&self) -> &[Score] {
        self.values
    }
}
