//! Several principal variations (multi-PV): the best root move, then the best of the others, and so on.

use super::context::is_hurried;
use super::deepening::next_depth;
use crate::clock::Moment;
use crate::{
    BestSoFar, Counts, Details, Event, Observer, Position, Report, Side, Stop, Task, Variation,
};
use std::time::Duration;

/// How one line is found.
type Answer<'a, P> =
    dyn FnMut(&Task<'_, P>, &mut dyn Observer<P>) -> Report<<P as Position>::Move> + 'a;

/// Answers a task that asks for several lines of play: calls `search` for one line, then for the next
/// one among the other root moves, and so on. With `deepens`, all lines are searched to depth 1, then to
/// depth 2, and so on. Without it, each line gets an equal part of the budget. A task for one line is one
/// call of `search`.
///
/// ```
/// use plywood::{Budget, Observer, Report, Score, Search, Stop, Task, kit::best_lines};
/// use plywood_games::{StaticValue, Tree};
///
/// /// Chooses the last move that it may choose.
/// struct Last;
///
/// impl Search<Tree> for Last {
///     fn search(&mut self, task: &Task<'_, Tree>, observer: &mut dyn Observer<Tree>) -> Report<u32> {
///         best_lines(task, observer, false, &mut |task, _| {
///             let mut report = Report::new(Stop::Complete);
///             report.best = task.among.last().copied();
///             report.value = plywood::Interval::exactly(Score::ZERO);
///             report
///         })
///     }
/// }
///
/// let tree = Tree::from_json("[0, 3, 5, 4]")?;
/// let report = Last.search(&Task::new(&tree).lines(2), &mut ());
/// let moves: Vec<_> = report.lines.iter().map(|line| line.pv[0]).collect();
/// assert_eq!(moves, [2, 1]);
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub fn best_lines<P: Position>(
    task: &Task<'_, P>,
    observer: &mut dyn Observer<P>,
    deepens: bool,
    search: &mut Answer<'_, P>,
) -> Report<P::Move> {
    if task.lines <= 1 || task.position.is_over() || task.budget.depth == Some(0) {
        return search(task, observer);
    }
    let start = task.budget.time.map(|_| Moment::now());
    let mut spent = Spent::default();
    let mut finished: Option<Report<P::Move>> = None;
    let last = task.budget.depth.unwrap_or(u32::MAX);
    let mut depth = if deepens { Some(1) } else { task.budget.depth };
    loop {
        let first = finished.is_none();
        let mut round = Round { task, depth, deepens, first, start, found: Vec::new() };
        let interrupted = round.search(&mut spent, observer, search);
        let found = round.found;
        if let Some(report) = interrupted {
            return spent.complete(conclude(task, found, finished, report));
        }
        // Under a limit on the width nothing is proven, and still nothing more may be left to search.
        let is_done = |line: &Report<P::Move>| line.proven || line.stop == Stop::Complete;
        let done = found.iter().all(is_done);
        let report = spent.complete(of_lines(task, found));
        observer.finished(&report);
        if done || !deepens || depth == Some(last) {
            return report;
        }
        finished = Some(report);
        depth = depth.map(|depth| next_depth(depth, last));
    }
}

/// The work of all searches so far.
#[derive(Default)]
struct Spent {
    counts: Counts,
    details: Details,
    memory: usize,
}

impl Spent {
    fn add<M>(&mut self, report: &Report<M>) {
        self.counts += report.counts;
        self.details.merge(&report.details);
        self.memory = self.memory.max(report.memory);
    }

    fn complete<M>(&self, report: Report<M>) -> Report<M> {
        let Spent { counts, ref details, memory } = *self;
        Report { counts, details: details.clone(), memory, ..report }
    }
}

/// The searches for all lines to one depth.
struct Round<'t, 'a, P: Position> {
    task: &'t Task<'a, P>,
    depth: Option<u32>,
    deepens: bool,
    /// No depth is finished yet.
    first: bool,
    start: Option<Moment>,
    found: Vec<Report<P::Move>>,
}

impl<P: Position> Round<'_, '_, P> {
    /// Searches one line after the other. Returns the report of the search that was interrupted, if any.
    fn search(
        &mut self,
        spent: &mut Spent,
        observer: &mut dyn Observer<P>,
        search: &mut Answer<'_, P>,
    ) -> Option<Report<P::Move>> {
        let mut rest = Vec::new();
        self.task.position.moves(&mut rest);
        rest.retain(|&m| self.task.allows(m));
        let lines = self.task.lines.min(rest.len());
        while self.found.len() < lines {
            let elapsed = self.start.map_or(Duration::ZERO, |start| start.elapsed());
            let parts = if self.deepens { 1 } else { lines - self.found.len() };
            let mut budget = self.task.budget.left(&spent.counts, elapsed).part(parts);
            budget.depth = self.depth;
            let task = Task {
                position: self.task.position,
                budget,
                among: &rest,
                lines: 1,
                one_depth: self.deepens,
            };
            // Only the first search reports better moves: the first moves of later searches may be worse
            // than the best one known.
            let news = self.first && self.found.is_empty();
            let report = search(&task, &mut OneLine { observer, news });
            spent.add(&report);
            // A search to a fixed depth that was stopped may have only static values of the root moves.
            let stopped = self.deepens && is_hurried(report.stop);
            let Some(best) = report.best.filter(|_| report.value.exact().is_some() && !stopped)
            else {
                return Some(report);
            };
            rest.retain(|&m| m != best);
            self.found.push(report);
        }
        None
    }
}

/// The report of lines that are all finished.
fn of_lines<P: Position>(task: &Task<'_, P>, found: Vec<Report<P::Move>>) -> Report<P::Move> {
    let (lines, first) = sorted(found, task.position.side());
    Report { lines, ..first.expect("a position that is not over has a move") }
}

/// The report where a search was interrupted: first the lines of the interrupted depth, then those of
/// the last finished depth.
fn conclude<P: Position>(
    task: &Task<'_, P>,
    found: Vec<Report<P::Move>>,
    finished: Option<Report<P::Move>>,
    interrupted: Report<P::Move>,
) -> Report<P::Move> {
    let stop = interrupted.stop;
    if found.is_empty() && finished.is_none() {
        let lines =
            if interrupted.pv.is_empty() { Vec::new() } else { vec![interrupted.variation()] };
        return Report { lines, ..interrupted };
    }
    let (mut lines, first) = sorted(found, task.position.side());
    let known = finished.iter().flat_map(|report| report.lines.iter().cloned());
    for line in known {
        if lines.len() < task.lines && lines.iter().all(|other| other.pv.first() != line.pv.first())
        {
            lines.push(line);
        }
    }
    let first = first.or(finished).unwrap_or(interrupted);
    Report { lines, stop, ..first }
}

/// The lines, the best first, and the report of the best one. A selective search may give a later line a
/// higher value than an earlier one, unless the earlier one is proven: then it is the best of the moves that
/// were left. There are few lines, and most are in order.
fn sorted<M: Copy>(
    mut found: Vec<Report<M>>,
    side: Side,
) -> (Vec<Variation<M>>, Option<Report<M>>) {
    let value = |report: &Report<M>| report.value.lower.seen_by(side);
    let mut whole = true;
    for last in 1..found.len() {
        let (mut at, mut passed_proven) = (last, true);
        while at > 0
            && value(&found[at]) > value(&found[at - 1])
            && (found[at].proven || !found[at - 1].proven)
        {
            passed_proven &= found[at - 1].proven;
            found.swap(at, at - 1);
            at -= 1;
        }
        if at == 0 {
            // It was chosen from the moves that the lines before it left: the others may be better still,
            // unless they are proven, or it wins.
            whole = passed_proven || found[0].value.lower.winner() == Some(side);
        }
    }
    let lines = found.iter().map(Report::variation).collect();
    let first = found.into_iter().next();
    (lines, first.map(|first| Report { proven: first.proven && whole, ..first }))
}

/// Passes on the events of the search for one line, and better moves only if `news` is set.
struct OneLine<'o, P: Position> {
    observer: &'o mut dyn Observer<P>,
    news: bool,
}

impl<P: Position> Observer<P> for OneLine<'_, P> {
    fn watches(&self) -> bool {
        self.observer.watches()
    }

    fn event(&mut self, event: &Event<'_, P::Move>) {
        self.observer.event(event);
    }

    fn listens(&self) -> bool {
        self.news && self.observer.listens()
    }

    fn improved(&mut self, best: BestSoFar<'_, P::Move>) {
        self.observer.improved(best);
    }
}
