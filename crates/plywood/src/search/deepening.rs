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
    pub(super) fn applies<P: Position>(self, task: &Task<'_, P>) -> bool {
        match self {
            _ if task.one_depth => false,
            Deepening::IfUnbounded => task.budget.depth.is_none() && task.budget.may_interrupt(),
            Deepening::Always => true,
            Deepening::Never => false,
        }
    }
}

/// Beyond this depth, iterative deepening no longer goes ply by ply.
const LONG: u32 = 64;

/// Searches to the depth of the budget, or to depth 1, 2, … and answers from the last finished
/// search, or from the one that was stopped where that has found a better move. An iteration is told
/// the best move of the one before.
pub(super) fn deepen<P: Position>(
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
        // Of depth 1 only some moves were searched. A look at all of them makes a better answer.
        if interrupted && is_hurried(report.stop) && deepening.applies(task) {
            return Report { value: Interval::UNKNOWN, pv: Vec::new(), ..report };
        }
        if interrupted || report.stop == Stop::Complete || report.proven || depth == last {
            return report;
        }
        finished = Some(report);
        // Steps grow with the depth: line after line of a very long game would take forever.
        depth = depth.saturating_add(1 + depth / LONG).min(last);
    }
}
