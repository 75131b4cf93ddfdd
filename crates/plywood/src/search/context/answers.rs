//! What a search answers at its beginning, on the way and at its end.

use super::{Context, RootMoves, is_hurried};
use crate::evaluate::evaluate_after;
use crate::{BestSoFar, Evaluate, Interval, Position, Report, Score, Side, Stop, Task};

impl<P: Position, E: Evaluate<P>, const W: bool> Context<'_, P, E, W> {
    /// The answer where there is nothing to search: the game is over, the horizon is here, or the
    /// memory of the budget does not even hold the root's moves.
    ///
    /// Otherwise, if the search has a time limit and the observer listens, the root moves are evaluated
    /// first, so that there is an answer at any moment.
    pub(in crate::search) fn without_search(
        &mut self,
        task: &Task<'_, P>,
    ) -> Option<Report<P::Move>> {
        let (root, budget) = (task.position, &task.budget);
        let over = root.is_over();
        if !over && budget.depth != Some(0) {
            if let Err(stop) = self.check_root(root) {
                return Some(self.unsearched(root, stop));
            }
            let hurried = budget.time.is_some() && self.observer.listens();
            if let Some((value, _, m)) = hurried.then(|| self.look_at_children(root)).flatten() {
                self.back_at_root(value, &[m]);
                self.looked = true;
            }
            return None;
        }
        if let Err(stop) = self.meter.admit_unclocked_evaluation() {
            return Some(self.unsearched(root, stop));
        }
        self.evaluate.on_root(root);
        let value = self.value_of(root);
        Some(Report {
            value: Interval::exactly(value),
            proven: over,
            best: (!over).then(|| self.first_allowed(root)),
            counts: self.meter.counts,
            ..Report::new(if over { Stop::Complete } else { Stop::Depth })
        })
    }

    /// The answer of a search that was stopped before it began.
    pub(in crate::search) fn unsearched(&mut self, root: &P, stop: Stop) -> Report<P::Move> {
        let best = (!root.is_over()).then(|| self.first_allowed(root));
        Report { best, counts: self.meter.counts, ..Report::new(stop) }
    }

    /// Tells the observer of a depth that is finished, and hands the report on.
    pub(in crate::search) fn finish(
        &mut self,
        root: &P,
        depth: u32,
        report: Report<P::Move>,
    ) -> Report<P::Move> {
        self.ended(root, Some(depth), &report);
        if report.value.exact().is_some() {
            self.observer.finished(&report);
        }
        report
    }

    /// Tells a listener what a depth-first search to `depth` has found so far.
    #[cold]
    pub(in crate::search) fn improved(
        &mut self,
        found: &RootMoves<P::Move>,
        side: Side,
        depth: u32,
    ) {
        // Until depth 1 is finished, a first look at all moves says more than a search of some.
        let told = self.looked && depth == 1 || !self.observer.listens();
        if let Some((_, value)) = found.best().filter(|_| !told) {
            let value = Interval::at_least_for(side, value);
            let (pv, counts) = (&found.pv[..], &self.meter.counts);
            self.observer.improved(BestSoFar { value, pv, depth, counts });
        }
    }

    /// Tells a listener of a value of the root and a line that begins with the best move.
    #[cold]
    pub(in crate::search) fn back_at_root(&mut self, value: Score, pv: &[P::Move]) {
        if self.observer.listens() {
            let (value, depth) = (Interval::exactly(value), pv.len() as u32);
            self.observer.improved(BestSoFar { value, pv, depth, counts: &self.meter.counts });
        }
    }

    /// The report of a search that may have been stopped before it had searched any root move. Then
    /// the root's children are evaluated, which is a search to depth 1, and takes less time than a
    /// look at the clock allows.
    pub(in crate::search) fn at_first_sight(
        &mut self,
        root: &P,
        report: Report<P::Move>,
    ) -> Report<P::Move> {
        if !is_hurried(report.stop) || !report.pv.is_empty() || report.value.exact().is_some() {
            return report;
        }
        let Some((value, over, m)) = self.look_at_children(root) else { return report };
        let report = Report {
            value: Interval::exactly(value),
            proven: over && value.winner() == Some(root.side()) && !self.is_narrowed(),
            best: Some(m),
            pv: vec![m],
            depth: 1,
            counts: self.meter.counts,
            ..report
        };
        self.observer.finished(&report);
        report
    }

    /// The report of a best-first search. If it was stopped while it expanded the root, only some of
    /// the moves have a value: a look at all of them makes a better answer.
    pub(in crate::search) fn of_whole_root(
        &mut self,
        root: &P,
        mut report: Report<P::Move>,
    ) -> Report<P::Move> {
        if is_hurried(report.stop) && report.value.exact().is_none() {
            report.pv.clear();
        }
        self.at_first_sight(root, report)
    }

    /// Evaluates the root's children that may be chosen: the best value, whether it ends the game, and
    /// the move. None if the limits of nodes and evaluations do not allow it.
    fn look_at_children(&mut self, root: &P) -> Option<(Score, bool, P::Move)> {
        let mut moves = Vec::new();
        root.moves(&mut moves);
        let moves = moves.into_iter().enumerate();
        let moves: Vec<_> = moves.filter(|&(_, m)| !self.excludes(m)).collect();
        self.meter.generate_unclocked(moves.len() as u64).ok()?;
        self.begin(root, Some(1));
        self.meter.counts.expanded += 1;
        let (mut node, side) = (root.clone(), root.side());
        let mut batch = Vec::new();
        if E::BATCHES {
            let moves: Vec<_> = moves.iter().map(|&(_, m)| m).collect();
            batch = evaluate_after(self.evaluate, &mut node, &moves);
        }
        let mut batch = batch.into_iter();
        let mut best: Option<(Score, bool, P::Move)> = None;
        for (index, m) in moves {
            self.enter(&node, m, index);
            let (value, over) = match batch.next() {
                Some(child) => self.evaluated(None, child.value, child.over),
                None => node.visit(m, |child| self.value_and_end(child)),
            };
            self.leave();
            if best.is_none_or(|(other, ..)| value.beats(other, side)) {
                best = Some((value, over, m));
            }
        }
        if let (true, Some((value, _, m))) = (W, best) {
            self.tell_iteration(root, Some(1), Interval::exactly(value), Stop::Depth, &[m]);
        }
        best
    }
}
