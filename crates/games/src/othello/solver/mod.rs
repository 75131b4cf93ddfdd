//! Exact endings.
//!
//! [`Solver`] searches to the end of the game: with null windows and a transposition table
//! (`deep`), near the end with moves ordered by parity (also in `deep`), and for the last four
//! squares without move lists (`last`). The hot code is compiled for two kinds of processors
//! (`cpu`). [`simple_solve`] is a simple solver to compare with.

mod cpu;
mod deep;
mod last;
mod order;
mod root;
mod simple;
mod stability;
mod table;
#[cfg(test)]
mod tests;

pub use simple::{final_score, simple_solve};

use super::{DISC, Move, Othello};
use cpu::Cpu;
use deep::Run;
use plywood::kit::{Meter, best_lines};
use plywood::{
    Child, Evaluate, Event, EventKind, Interval, Observer, Position, Report, Score, Search, Side,
    Stop, Task,
};
use root::Root;
use table::Table;

/// Lists of up to this many moves need no allocation. Positions with more moves are known only from
/// boards that were set up.
const USUAL: usize = 34;

/// What a [`Solver`] computes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// The score in discs.
    #[default]
    Exact,
    /// Only the winner. The value in the report is then an interval above or below zero, or zero.
    Outcome,
}

/// The options of a [`Solver`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolverOptions {
    /// What to compute.
    pub goal: Goal,
    /// The most bytes of the transposition table. Small problems use less, and a smaller memory
    /// limit in the budget is respected.
    pub table: usize,
}

impl Default for SolverOptions {
    fn default() -> Self {
        SolverOptions { goal: Goal::Exact, table: 64 << 20 }
    }
}

/// Solves Othello endings: about 20 empty squares within seconds.
///
/// It always searches to the end of the game: a depth limit is ignored. The evaluation is used only
/// to order moves. An observer sees only the expansion of the root. A stopped search reports the
/// bounds found so far, and is not proven. Limits of nodes and evaluations are never exceeded; up
/// to 130 may be left over.
///
/// ```
/// use plywood::{Budget, Score, Search};
/// use plywood_games::othello::{DISC, Mobility, Solver};
/// use plywood_games::{Game, Othello};
///
/// let ending = "OOOOOOOOOOOOOOXOOOOOOXXOOXOOXOXOOXXOXXXOOXXXXXXOOXXXXXXO-X--XXOO X";
/// let ending = Othello::parse(Some(ending))?;
/// let report = Solver::new(Mobility).run(&ending, &Budget::new());
/// assert!(report.proven);
/// assert_eq!(report.value.exact(), Some(Score::new(-32 * DISC)));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub struct Solver<E> {
    /// The options.
    pub options: SolverOptions,
    evaluate: E,
    table: Option<Table>,
    searched: Option<Othello>,
    /// The position for which the table is kept.
    kept: Option<Othello>,
}

impl<E: Evaluate<Othello>> Solver<E> {
    /// A solver of exact scores, with an evaluation for move ordering.
    pub fn new(evaluate: E) -> Self {
        Solver::with(SolverOptions::default(), evaluate)
    }

    /// With these options.
    pub fn with(options: SolverOptions, evaluate: E) -> Self {
        Solver { options, evaluate, table: None, searched: None, kept: None }
    }

    /// Solves a position whose game is not over on one kind of processor.
    fn solve<C: Cpu>(&mut self, task: &Task<'_, Othello>) -> Report<Move> {
        let (root, budget, evaluate) = (task.position, &task.budget, &mut self.evaluate);
        let bytes = self.options.table.min(budget.memory.unwrap_or(usize::MAX));
        let table = match self.table.take() {
            Some(table) if self.kept == Some(*root) && table.bytes() <= bytes => table,
            table => table::prepared(table, bytes, root.empties()),
        };
        let table = &*self.table.insert(table);
        (self.searched, self.kept) = (Some(*root), None);
        let mut meter = Meter::new(budget);
        meter.expand();
        // Even the smallest table may be too large.
        let fits = budget.memory.is_none_or(|cap| table.bytes() <= cap);
        let mut run = Run { table, edges: &stability::EDGES, evaluate, meter };
        let mut inquiry = Root::new::<C>(root, task.among);
        let outcome = match fits {
            true => inquiry.solve::<C, E>(&mut run, self.options.goal),
            false => Err(Stop::Memory),
        };
        let pv = match outcome {
            Ok(()) => inquiry.line::<C, E>(&mut run),
            Err(_) => vec![inquiry.best()],
        };
        let score = |discs: i32| Score::new(discs * DISC).seen_by(root.side());
        let (lower, upper) = match root.side() {
            Side::Max => (score(inquiry.lower), score(inquiry.upper)),
            Side::Min => (score(inquiry.upper), score(inquiry.lower)),
        };
        let mut report = Report::new(outcome.err().unwrap_or(Stop::Complete));
        if fits {
            report.value = Interval { lower, upper };
            report.memory = run.table.bytes();
        }
        report.proven = outcome.is_ok();
        report.best = Some(inquiry.best());
        report.depth = pv.len() as u32;
        report.pv = pv;
        report.counts = *run.meter.counts();
        report
    }

    fn one_line(&mut self, task: &Task<'_, Othello>) -> Report<Move> {
        #[cfg(target_arch = "x86_64")]
        if cpu::avx2() {
            return self.solve::<cpu::Avx2>(task);
        }
        self.solve::<cpu::Plain>(task)
    }
}

impl<E: Evaluate<Othello>> Search<Othello> for Solver<E> {
    fn search(
        &mut self,
        task: &Task<'_, Othello>,
        observer: &mut dyn Observer<Othello>,
    ) -> Report<Move> {
        if task.position.is_over() {
            let result = task.position.result();
            if observer.watches() {
                let kind = EventKind::Evaluated { value: result, over: true };
                observer.event(&Event::new(&[], kind));
            }
            let mut report = Report::new(Stop::Complete);
            report.value = Interval::exactly(result);
            report.proven = true;
            report.counts.evaluated = 1;
            return report;
        }
        best_lines(task, observer, false, &mut |task, observer| {
            if observer.watches() {
                tell_root(task.position, observer);
            }
            self.one_line(task)
        })
    }

    fn advance(&mut self, m: Move) {
        // Entries for positions after `m` stay valid, so the table is kept.
        let mut legal = Vec::new();
        self.kept = self.kept.or(self.searched).and_then(|mut position| {
            position.moves(&mut legal);
            legal.contains(&m).then(|| {
                position.play(m);
                position
            })
        });
        self.searched = None;
    }

    fn forget(&mut self) {
        (self.table, self.searched, self.kept) = (None, None, None);
    }
}

/// Tells the observer of the root's moves. What happens below them is not told.
fn tell_root(root: &Othello, observer: &mut dyn Observer<Othello>) {
    let mut moves = Vec::new();
    root.moves(&mut moves);
    let child = |(index, m)| Child { m, index, value: None };
    let children: Vec<_> = (0..).zip(moves).map(child).collect();
    let mut event = Event::expanded(&[], &children, children.len() as u32);
    if let EventKind::Expanded(expansion) = &mut event.kind {
        expansion.kept = false;
    }
    observer.event(&event);
}
