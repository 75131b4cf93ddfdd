//! Searches with a transposition table: Plaat, Schaeffer, Pijls & de Bruin 1995. `alpha_beta` is their
//! Figure 1. A driver (`search/driver.rs`) calls it at the root with windows of its choice. Post: the
//! value is the minimax value of the tree cut at the horizon, whatever the driver. Deviations: written
//! from MAX's view, so that two turns in a row by one side need no care; bounds are used at their own
//! depth only, unless they rest on finished games, which keeps the value that of the fixed-depth search.

mod alpha_beta;
mod line;
mod names;
mod options;
mod order;
mod parallel;
mod quiescence;
mod run;
mod selective;
mod singular;

pub use options::{MtOptions, OrderFrom, Switch};

use super::context::{Context, Iteration, RootMoves};
use super::deepening::{Deepening, deepen};
use super::interface::is_watched;
use super::lines::best_lines;
use super::mt::MemoryEnhanced;
use crate::move_ordering::History;
use crate::{Budget, Evaluate, Observer, Report, Score, Search, Stop, Tactics, Task, Window};
use options::Table;
use run::{DriverFn, Run};
use std::sync::Arc;

/// A memory-enhanced search: alpha-beta with a transposition table, under a [`Driver`](super::Driver).
/// The table is kept from search to search.
///
/// ```
/// use plywood::{Budget, Score, Search, search::{Driver, FirstGuess, Mt, MtOptions}};
/// use plywood_games::{StaticValue, Tree};
///
/// let tree = Tree::from_json("[0, [0, 3, 5], [0, 2, 9]]")?;
/// for driver in [Driver::Sss, Driver::NegaScout, Driver::MtdF(FirstGuess::Previous)] {
///     let mut search = Mt::with(MtOptions::new(driver), StaticValue);
///     let report = search.run(&tree, &Budget::new());
///     assert_eq!(report.value.exact(), Some(Score::new(3)));
///     assert_eq!(report.pv, [0, 0]);
/// }
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub struct Mt<P: Tactics, E> {
    options: MtOptions,
    driver: Box<DriverFn>,
    evaluate: E,
    memory: Memory,
    /// How to search on several threads, if there are several.
    parallel: Option<Parallel<P, E>>,
}

/// The search on several threads, as functions for either kernel: only [`Mt::parallel`], which makes
/// them, needs evaluations that can be cloned and sent to other threads.
struct Parallel<P: Tactics, E> {
    threads: usize,
    unwatched: Together<P, E>,
    watched: Together<P, E>,
}

type Together<P, E> =
    fn(&mut Mt<P, E>, &Task<'_, P>, &mut dyn Observer<P>) -> Report<<P as crate::Position>::Move>;

/// What is kept from search to search.
#[derive(Default)]
struct Memory {
    /// The table, the number of entries that it was made for, and the limit on the number of children per
    /// node under which its values hold.
    table: Option<(usize, Option<u32>, Arc<Table>)>,
    history: Option<History>,
}

impl<P: Tactics, E: Evaluate<P>> Mt<P, E> {
    /// NegaScout with this evaluation. The table is made by the first search.
    pub fn new(evaluate: E) -> Self {
        Mt::with(MtOptions::default(), evaluate)
    }

    /// With these options.
    pub fn with(options: MtOptions, evaluate: E) -> Self {
        let driver = Box::new(move |n: &mut MemoryEnhanced<'_>| options.driver.value(n));
        Mt { options, driver, evaluate, memory: Memory::default(), parallel: None }
    }

    /// With a driver of one's own: see [`MemoryEnhanced`]. It must return the minimax value of the root.
    ///
    /// It takes the place of [`MtOptions::driver`], which then only tunes the search below the root:
    /// [`AlphaBeta`](super::Driver::AlphaBeta) switches off the null-window tests inside wide windows,
    /// and with [`MtdF`](super::Driver::MtdF) or [`CStar`](super::Driver::CStar) children are ordered by
    /// static value one ply nearer to the leaves.
    #[must_use]
    pub fn driven_by(
        self,
        driver: impl Fn(&mut MemoryEnhanced<'_>) -> Result<Score, Stop> + Send + Sync + 'static,
    ) -> Self {
        Mt { driver: Box::new(driver), ..self }
    }

    /// The number of entries of the table that the last search has written, counted one by one; 0 before the
    /// first search.
    ///
    /// ```
    /// use plywood::{Budget, Search, search::{Driver, Mt, MtOptions}};
    /// use plywood_games::{StaticValue, Tree};
    ///
    /// let tree = Tree::from_json("[0, [0, 3, 5], [0, 2, 9]]")?;
    /// let mut search = Mt::with(MtOptions::new(Driver::Sss), StaticValue);
    /// search.run(&tree, &Budget::new());
    /// assert_eq!(search.entries_used(), 6, "SSS* does not look at the leaf 9");
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    pub fn entries_used(&self) -> usize {
        self.memory.table.as_ref().map_or(0, |(_, _, table)| table.entries_used())
    }

    fn one_line<const W: bool>(
        &mut self,
        task: &Task<'_, P>,
        observer: &mut dyn Observer<P>,
    ) -> Report<P::Move> {
        // Artificial time is that of one thread.
        if let Some(parallel) = &self.parallel
            && task.budget.artificial_time.is_none()
        {
            let search = if W { parallel.watched } else { parallel.unwatched };
            return search(self, task, observer);
        }
        let mut ctx = Context::<_, _, W>::new(&mut self.evaluate, task, observer);
        if let Some(report) = ctx.without_search(task) {
            return report;
        }
        let Some((table, stacks)) = self.memory.fit::<P>(&self.options, &task.budget, 1) else {
            return ctx.unsearched(task.position, Stop::Memory);
        };
        ctx.stack_limit = stacks;
        table.next_search();
        let history = self.memory.history::<P>();
        let run = Run::new(task.position, ctx, &*self.driver, &table, history, self.options);
        run.deepen(task, Role::Alone)
    }
}

impl<P: Tactics, E: Evaluate<P>> Search<P> for Mt<P, E> {
    fn search(&mut self, task: &Task<'_, P>, observer: &mut dyn Observer<P>) -> Report<P::Move> {
        let deepens = self.options.deepening != Deepening::Never;
        best_lines(
            task,
            observer,
            deepens,
            &mut |task, observer| match is_watched(task, observer) {
                true => self.one_line::<true>(task, observer),
                false => self.one_line::<false>(task, observer),
            },
        )
    }

    fn forget(&mut self) {
        self.memory = Memory::default();
    }
}

impl Memory {
    /// Makes the table and the stacks as large as the budget allows for `threads` threads. Returns
    /// the table and the bytes of each thread's stacks, or none if there is not enough memory.
    fn fit<P: Tactics>(
        &mut self,
        options: &MtOptions,
        budget: &Budget,
        threads: usize,
    ) -> Option<(Arc<Table>, usize)> {
        let (entries, stacks) = match budget.memory {
            None => (options.entries, usize::MAX),
            Some(cap) => {
                let history = History::bytes_for(P::HISTORY_INDICES);
                let least = threads.checked_mul(history + MIN_STACKS)?;
                let rest = least.max(cap / 8);
                let room = cap.checked_sub(rest)? / Table::ENTRY_BYTES;
                (options.entries.min(room), rest / threads - history)
            }
        };
        if entries < 2 && budget.memory.is_some() {
            return None;
        }
        let wanted = Table::capacity(entries);
        let table = match &self.table {
            Some((size, widest, table)) if (*size, *widest) == (wanted, budget.widest) => {
                table.clone()
            }
            _ => {
                let table = Arc::new(Table::growing(wanted));
                self.table.insert((wanted, budget.widest, table)).2.clone()
            }
        };
        Some((table, stacks))
    }

    fn history<P: Tactics>(&mut self) -> &mut History {
        self.history.get_or_insert_with(|| History::new(P::HISTORY_INDICES))
    }
}

/// The least bytes for the stacks of a thread under a memory cap.
const MIN_STACKS: usize = 24 << 10;

/// Which thread of a search this is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// The only one. The table grows from depth to depth.
    Alone,
    /// The one that answers, with helpers that share its table.
    Main,
    /// A helper that searches this many plies deeper than the thread that answers.
    Helper(u32),
}

impl<P: Tactics, E: Evaluate<P>, const W: bool> Run<'_, '_, P, E, W> {
    /// Iterative deepening.
    fn deepen(mut self, task: &Task<'_, P>, role: Role) -> Report<P::Move> {
        self.history.next_search();
        let deepening = self.options.deepening;
        let mut values: Vec<Score> = Vec::new();
        // The best move of the previous depth is searched first, so a move that beats it is better.
        let report = deepen(deepening, task, &mut |depth, _| {
            let depth = match role {
                Role::Helper(plies) => depth.saturating_add(plies),
                _ => depth,
            };
            if role == Role::Alone {
                self.make_room(deepening.applies(task));
            }
            let report = self.iteration(task.position, depth, &values);
            values.extend(report.value.exact());
            self.ctx.finish(task.position, depth, report)
        });
        match role {
            Role::Alone | Role::Main => self.ctx.at_first_sight(task.position, report),
            Role::Helper(_) => report,
        }
    }

    /// One search to `depth`. `values` are those of the earlier iterations.
    fn iteration(&mut self, root: &P, depth: u32, values: &[Score]) -> Report<P::Move> {
        self.begin(root, depth);
        let outcome = self.drive(root, depth, values).and_then(|value| {
            self.complete_line(root, depth, value)?;
            if self.options.all_best {
                self.find_equals(root, depth, value)?;
            }
            Ok(value)
        });
        let memory = self.bytes();
        let found = std::mem::replace(&mut self.root, RootMoves::new(None));
        self.first = found.best().map(|(index, _)| index as usize).or(self.first);
        let (heuristic, all_best) = (self.heuristic, self.options.all_best);
        let iteration = Iteration { outcome, heuristic, depth, all_best, memory };
        let mut report = found.report(root, &mut self.ctx, iteration);
        report.proven &= report.value.exact().is_some_and(|v| self.is_proof(root, depth, v));
        report.details.set("passes", self.passes);
        if P::NOISY && self.options.quiescence.is_on() {
            report.details.set_greatest("deepest", self.deepest.into());
        }
        report.details.set_greatest("table_used", self.table.permille_used().into());
        report
    }

    /// Whether a value found by a search to `depth` rests on finished games alone. A search with lines of
    /// different lengths finds some wins far beyond its depth, and may have missed nearer ones.
    fn is_proof(&self, root: &P, depth: u32, value: Score) -> bool {
        let end = value.end();
        let beyond = end.is_some_and(|end| end.saturating_sub(root.ply()) > depth);
        let varies = self.is_selective() || self.extends_singular();
        !self.heuristic || end.is_some() && !(varies && beyond)
    }

    /// Lets the table grow for the next depth, by the growth of the last one.
    fn make_room(&mut self, deepens: bool) {
        let [before, last] = self.expanded;
        let expanded = self.ctx.meter.counts.expanded;
        self.expanded = [last, expanded];
        let growth = (expanded - last).checked_div(last - before).unwrap_or(8).clamp(2, 8);
        // Twice the room: a table that is half full seldom replaces entries.
        let entries = if deepens { self.table.occupied() * growth * 2 } else { u64::MAX };
        // If the budget ends here, the search that follows stops at once.
        let _ = self.table.grow(entries, || self.ctx.meter.look());
    }

    /// A call of alpha-beta at the root, of which an observer is told.
    #[cold]
    fn watched_pass(&mut self, root: &P, depth: u32, w: Window) -> Result<Score, Stop> {
        self.ctx.begin_pass(root, w);
        let value = self.value(&mut root.clone(), depth, 0, w)?;
        let best = self.root.best().map(|(index, _)| index);
        self.ctx.end_pass(root, w, value, best);
        Ok(value)
    }

    /// The value of the root, found by the driver.
    fn drive(&mut self, root: &P, depth: u32, values: &[Score]) -> Result<Score, Stop> {
        let driver = self.driver;
        let mut alpha_beta = |w| {
            self.passes += 1;
            match W {
                true => self.watched_pass(root, depth, w),
                false => self.value(&mut root.clone(), depth, 0, w),
            }
        };
        driver(&mut MemoryEnhanced::new(&mut alpha_beta, depth, values))
    }
}
