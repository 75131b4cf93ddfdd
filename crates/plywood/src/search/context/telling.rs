//! What an observer is told of the course of a search: passes, windows, cut-offs, the root.

use super::Context;
use super::told::Told;
use crate::{
    Bound, Cause, Evaluate, Event, EventKind, Interval, Position, Purpose, Score, Side, Stop,
    Window,
};

impl<P: Position, E: Evaluate<P>, const W: bool> Context<'_, P, E, W> {
    /// An iteration begins.
    pub(super) fn begin_telling(&mut self) {
        if let Some(told) = &mut self.told {
            **told = Told::new();
        }
    }

    /// The path begins at the root again.
    pub(super) fn forget_windows(&mut self) {
        if let Some(told) = &mut self.told {
            told.windows.clear();
        }
    }

    /// The node entered next is searched again.
    #[inline(always)]
    pub(in crate::search) fn searches_again(&mut self) {
        if W && let Some(told) = &mut self.told {
            told.again = true;
        }
    }

    /// From now on nodes are entered to complete the principal variation.
    pub(in crate::search) fn completes_line(&mut self) {
        if W && let Some(told) = &mut self.told {
            told.purpose = Purpose::Line;
        }
    }

    /// Tells the observer that a depth-first search comes to the node at the end of the path.
    #[cold]
    #[inline(never)]
    pub(super) fn tell_entered(&mut self, node: &P, depth: u32, window: Window) {
        let Some(told) = &mut self.told else { return };
        told.windows.resize(self.path.len(), Window::FULL);
        told.windows.push(window);
        let again = std::mem::take(&mut told.again);
        let purpose = if again { Purpose::ReSearch } else { told.purpose };
        self.tell(Some(node), EventKind::Entered { depth, window, purpose });
    }

    /// Tells the observer that a depth-first search leaves the node at the end of the path. The table may know
    /// more of its value than this.
    #[cold]
    #[inline(never)]
    pub(super) fn tell_left(
        &mut self,
        node: &P,
        value: Score,
        cause: Cause,
        by_table: Option<Interval>,
    ) {
        let Some(told) = &self.told else { return };
        let Window { alpha, beta } = match cause {
            Cause::Evaluated | Cause::Stored => Window::FULL,
            _ => told.window(self.path.len()),
        };
        let lower = if value > alpha { value } else { Score::NEG_INF };
        let upper = if value < beta { value } else { Score::POS_INF };
        let agrees = |known: &Interval| known.lower <= value && value <= known.upper;
        let known = by_table.filter(agrees).unwrap_or(Interval { lower, upper });
        self.tell(Some(node), EventKind::Left { value, cause, known });
    }

    /// Whether a depth-first search expands the node at the end of the path again.
    #[cold]
    pub(super) fn expands_again(&mut self) -> bool {
        match &mut self.told {
            Some(told) => told.expands_again(&self.path),
            None => false,
        }
    }

    /// The windows of the nodes from the root to the node at the end of the path, in a best-first search.
    pub(in crate::search) fn set_windows(
        &mut self,
        from: usize,
        windows: impl Iterator<Item = Window>,
    ) {
        if let Some(told) = &mut self.told {
            told.windows.resize(from, Window::FULL);
            told.windows.extend(windows);
        }
    }

    /// Tells the observer that the last `skipped` children of the node at the end of the path are left out,
    /// because of the child with the move at `refutation`.
    #[cold]
    #[inline(never)]
    pub(super) fn tell_cut_off(&mut self, node: &P, skipped: usize, refutation: usize) {
        let Some(told) = &self.told else { return };
        let depth = self.path.len();
        let bound = Bound::against(node.side());
        let (value, set_at) = (bound.of(told.window(depth)), told.set_at(depth, bound));
        let (skipped, refutation) = (skipped as u32, refutation as u32);
        self.tell(Some(node), EventKind::CutOff { skipped, bound, value, refutation, set_at });
    }

    /// A driver calls alpha-beta at the root.
    #[cold]
    pub(in crate::search) fn begin_pass(&mut self, root: &P, window: Window) {
        let Some(told) = &mut self.told else { return };
        told.passes += 1;
        told.again = told.passes > 1;
        let pass = told.passes;
        self.tell(Some(root), EventKind::PassBegun { pass, window });
    }

    /// Alpha-beta has answered a driver: `value`, and `best` as the root's best move so far.
    #[cold]
    pub(in crate::search) fn end_pass(
        &mut self,
        root: &P,
        window: Window,
        value: Score,
        best: Option<u32>,
    ) {
        let Some(told) = &mut self.told else { return };
        let lower = if value > window.alpha { value } else { Score::NEG_INF };
        let upper = if value < window.beta { value } else { Score::POS_INF };
        told.bounds = both(told.bounds, Interval { lower, upper });
        let (pass, value) = (told.passes, told.bounds);
        self.tell(Some(root), EventKind::PassFinished { pass, value });
        self.root_changed(value, best);
    }

    /// Tells the observer of the best root move that a depth-first search has found so far, where `side` is
    /// to move.
    #[cold]
    #[inline(never)]
    pub(in crate::search) fn tell_best(&mut self, best: Option<(u32, Score)>, side: Side) {
        let (Some(told), Some((best, value))) = (&mut self.told, best) else { return };
        told.bounds = both(told.bounds, Interval::at_least_for(side, value));
        let value = told.bounds;
        self.root_changed(value, Some(best));
    }

    /// Tells the observer of the root's value and best move, if that is news.
    #[cold]
    #[inline(never)]
    pub(in crate::search) fn root_changed(&mut self, value: Interval, best: Option<u32>) {
        let Some(told) = &mut self.told else { return };
        if told.root != (value, best) {
            told.root = (value, best);
            self.observer.event(&Event::new(&[], EventKind::RootChanged { value, best }));
        }
    }

    /// Tells the observer how an iteration ended, and its principal variation.
    #[cold]
    pub(super) fn tell_iteration(
        &mut self,
        root: &P,
        depth: Option<u32>,
        value: Interval,
        stop: Stop,
        line: &[P::Move],
    ) {
        if self.told.is_none() {
            return;
        }
        if let (Some(_), Some(&best)) = (value.exact(), line.first()) {
            self.root_changed(value, Some(self.index_of(root, best) as u32));
        }
        let kind = EventKind::IterationFinished { depth, value, stop };
        self.observer.event(&Event { line, ..Event::new(&[], kind) });
    }
}

/// What two searches together say of a value; what the second says where they contradict each other.
fn both(a: Interval, b: Interval) -> Interval {
    let (lower, upper) = (a.lower.max(b.lower), a.upper.min(b.upper));
    if lower <= upper { Interval { lower, upper } } else { b }
}
