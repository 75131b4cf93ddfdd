//! Iterative deepening: Slate & Atkin 1977.

use super::context::is_hurried;
use crate::{Interval, Position, Report, Stop, Task};

crate::option_words! {
    /// Whether to search depth 1, then 2, and so on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Deepening {
        /// Only if the budget can interrupt the search and names no depth.
        IfUnbounded = "auto",
        /// Always.
        Always = "always",
        /// Never: an interrupted search answers from the root moves it has finished.
        Never = "never",
    }
}

impl Deepening {
    /// Whether a search of `task` deepens.
    pub fn applies<P: Position>(self, task: &Task<'_, P>) -> bool {
        match self {
            _ if task.one_depth => false,
            Deepening::IfUnbounded => task.budget.depth.is_none() && task.budget.may_interrupt(),
            Deepening::Always => true,
            Deepening::Never => false,
        }
    }
}

/// The depth of the iteration after one of this depth, no more than `last`: one ply deeper, and more than one
/// from depth 64 on. In a very long game, one ply at a time would take forever. From depth 1,024 on the steps
/// are an eighth of the depth: such depths are reached only where nearly all moves are forced, and there every
/// iteration costs about as much as the last one.
pub(super) fn next_depth(depth: u32, last: u32) -> u32 {
    let step = match depth {
        ..1024 => 1 + depth / 64,
        _ => depth / 8,
    };
    depth.saturating_add(step).min(last)
}

/// Iterative deepening: calls `iteration` with depth 1, 2, … up to the depth of the budget, or only
/// once with that depth if [`deepening` does not apply](Deepening::applies).
///
/// `iteration` searches to the depth it is given. It is also given the best move of the iteration
/// before, to search it first. Its report has an exact value if it finished, and only bounds if the
/// budget stopped it. The answer is the report of the last finished iteration, or that of a stopped one
/// which has found a better move. Deepening ends when an iteration is stopped, proves its value or
/// meets no horizon ([`Stop::Complete`]). The counts of the answer are those of the last report, so
/// all iterations must share one [`Meter`](crate::kit::Meter).
///
/// ```
/// use plywood::{Budget, Search, Stop, Task, kit::{Deepening, deepen}, search::AlphaBeta};
/// use plywood_games::{StaticValue, Tree};
///
/// let tree = Tree::from_json("[0, [5, [9, 4]], [6, [6, 3, 1]]]")?;
/// let mut search = AlphaBeta::new(StaticValue);
/// let mut iterations = Vec::new();
/// let report = deepen(Deepening::Always, &Task::new(&tree), &mut |depth, best| {
///     iterations.push((depth, best));
///     search.run(&tree, &Budget::new().depth(depth))
/// });
/// assert_eq!(iterations, [(1, None), (2, Some(1)), (3, Some(0))]);
/// assert_eq!((report.best, report.depth, report.stop), (Some(0), 3, Stop::Complete));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub fn deepen<P: Position>(
    deepening: Deepening,
    task: &Task<'_, P>,
    iteration: &mut dyn FnMut(u32, Option<P::Move>) -> Report<P::Move>,
) -> Report<P::Move> {
    let last = task.budget.depth.unwrap_or(u32::MAX);
    let mut depth = if deepening.applies(task) { 1 } else { last };
    let mut finished: Option<Report<P::Move>> = None;
    loop {
        let report = iteration(depth, finished.as_ref().and_then(|finished| finished.best));
        let interrupted = report.value.exact().is_none();
        if let (true, Some(finished)) = (interrupted, &finished)
            && (report.pv.is_empty() || report.best == finished.best)
        {
            let Report { counts, details, stop, memory, .. } = report;
            return Report { counts, details, stop, memory, ..finished.clone() };
        }
        if let (true, Some(finished)) = (interrupted, &finished) {
            return Report { depth: finished.depth, ..report };
        }
        // Depth 1 is not finished: the caller's first look at all root moves makes a better answer.
        if interrupted && is_hurried(report.stop) && deepening.applies(task) {
            return Report { value: Interval::UNKNOWN, pv: Vec::new(), ..report };
        }
        let searched = matches!(report.stop, Stop::Complete | Stop::GaveUp);
        if interrupted || searched || report.proven || depth == last {
            return report;
        }
        finished = Some(report);
        depth = next_depth(depth, last);
    }
}
