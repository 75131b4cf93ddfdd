//! The answer of a search.

use crate::Error;
use plywood::clock::Moment;
use plywood::{Budget, Counts, Details, Interval, Observer, Report, Search, Stop, Task};
use plywood_games::{Game, line_notation};
use plywood_registry::{BoxedSearch, check_answered};
use std::time::Duration;

/// The report of a search, with moves in the notation of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What is known of the value.
    pub value: Interval,
    /// Whether the value is proven: it rests on finished games alone.
    pub proven: bool,
    /// The move to play.
    pub best: Option<String>,
    /// All best moves, where the options asked for them.
    pub equally_good: Vec<String>,
    /// The expected line of play.
    pub pv: Vec<String>,
    /// The work done.
    pub counts: Counts,
    /// What only some algorithms count.
    pub details: Details,
    /// The depth of the answer, in plies.
    pub depth: u32,
    /// Why the search ended.
    pub stop: Stop,
    /// The most memory held, in bytes.
    pub memory: usize,
    /// Wall time.
    pub elapsed: Duration,
}

impl Answer {
    /// The report of a search of `root` that took `elapsed`.
    pub fn of<G: Game>(root: &G, report: &Report<G::Move>, elapsed: Duration) -> Answer {
        let name = |m: &G::Move| root.move_text(*m);
        Answer {
            pv: line_notation(root, &report.pv),
            value: report.value,
            proven: report.proven,
            best: report.best.as_ref().map(name),
            equally_good: report.equally_good.iter().map(name).collect(),
            counts: report.counts,
            details: report.details.clone(),
            depth: report.depth,
            stop: report.stop,
            memory: report.memory,
            elapsed,
        }
    }
}

/// Searches a position. A failure if the algorithm cannot hold it.
pub(crate) fn answer<G: Game>(
    position: &G,
    search: &mut BoxedSearch<G>,
    budget: &Budget,
    observer: &mut dyn Observer<G>,
) -> Result<Answer, Error> {
    let start = Moment::now();
    let report = search.search(&Task::new(position).budget(budget.clone()), observer);
    let elapsed = start.elapsed();
    check_answered(&report, position, search, budget)?;
    Ok(Answer::of(position, &report, elapsed))
}
