//! Lazy SMP: several searches of one root that share nothing but the table.

use super::options::MtOptions;
use super::run::Run;
use super::{Mt, Parallel, Role};
use crate::meter::Allowance;
use crate::move_ordering::History;
use crate::search::context::Context;
use crate::{Budget, Counts, Details, Evaluate, Observer, Report, Stop, Tactics, Task};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Stops the helpers when the thread that answers is done, also by a panic.
struct End(Arc<AtomicBool>);

impl Drop for End {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl<P, E> Mt<P, E>
where
    P: Tactics<Move: Sync> + Sync,
    E: Evaluate<P> + Clone + Send,
{
    /// A search on [`MtOptions::threads`] threads that share the table.
    ///
    /// The first thread answers, under the budget. The others search the same root, some of them a ply
    /// deeper, so that it finds part of its work done, and end with it. Limits in nodes and
    /// evaluations hold for all threads together, and the report counts the work of all. With more
    /// than one thread the answer, the counts and the time depend on how the threads happen to run.
    /// The observer sees the first thread. Where the system has no more threads to give, the search goes
    /// on with those that it has.
    ///
    /// ```
    /// use plywood::{Budget, Search, Task, search::{Mt, MtOptions}};
    /// use plywood_games::{Connect4, connect4::OpenLines};
    ///
    /// let options = MtOptions { threads: 2, ..Default::default() };
    /// let mut search = Mt::parallel(options, OpenLines);
    /// let root = Connect4::default();
    /// let task = Task::new(&root).budget(Budget::new().depth(8)).among(&[0, 6]);
    /// let report = search.search(&task, &mut ());
    /// assert!(matches!(report.best, Some(0 | 6)), "the left edge or the right one");
    /// ```
    pub fn parallel(options: MtOptions, evaluate: E) -> Self {
        let threads = options.threads;
        let (unwatched, watched) = (Self::together::<false>, Self::together::<true>);
        let parallel = (threads > 1).then_some(Parallel { threads, unwatched, watched });
        Mt { parallel, ..Mt::with(options, evaluate) }
    }

    fn together<const W: bool>(
        &mut self,
        task: &Task<'_, P>,
        observer: &mut dyn Observer<P>,
    ) -> Report<P::Move> {
        let (root, budget) = (task.position, &task.budget);
        let threads = self.parallel.as_ref().map_or(1, |parallel| parallel.threads);
        let mut ctx = Context::<_, _, W>::new(&mut self.evaluate, task, observer);
        if let Some(report) = ctx.without_search(task) {
            return report;
        }
        let Some((table, stacks)) = self.memory.fit::<P>(&self.options, budget, threads) else {
            return ctx.unsearched(root, Stop::Memory);
        };
        ctx.stack_limit = stacks;
        table.next_search();
        let allowance = Arc::new(Allowance::new(budget, &ctx.meter.counts, threads));
        let _ = table.grow(u64::MAX, || ctx.meter.look());
        ctx.meter.share(allowance.clone());
        let (options, done) = (self.options, Arc::new(AtomicBool::new(false)));
        std::thread::scope(|scope| {
            // Where no more threads can be had, those that run search on. WebAssembly has only one.
            let others: Vec<_> = (1..threads)
                .map_while(|thread| {
                    let mut evaluate = ctx.evaluate.clone();
                    let (driver, table, allowance) = (&*self.driver, &*table, allowance.clone());
                    let stop = Some(done.clone());
                    // Values of other widths must not get into the table.
                    let Budget { depth, widest, .. } = *budget;
                    let budget = Budget { depth, widest, stop, ..Budget::new() };
                    let (one_depth, among) = (task.one_depth, task.among);
                    // In a box, so that the code that starts threads is compiled once, not per game.
                    let search: Box<dyn FnOnce() -> (Counts, Details) + Send + '_> =
                        Box::new(move || {
                            let task =
                                Task { one_depth, ..Task::new(root).budget(budget).among(among) };
                            let quiet = &mut ();
                            // Only the watched kernel keeps within a limit of width.
                            let mut ctx = Context::<_, _, W>::new(&mut evaluate, &task, quiet);
                            ctx.stack_limit = stacks;
                            ctx.meter.share(allowance);
                            let mut history = History::new(P::HISTORY_INDICES);
                            let run = Run::new(root, ctx, driver, table, &mut history, options);
                            let report = run.deepen(&task, Role::Helper(thread as u32 % 2));
                            (report.counts, report.details)
                        });
                    std::thread::Builder::new().spawn_scoped(scope, search).ok()
                })
                .collect();
            let end = End(done);
            let history = self.memory.history::<P>();
            let run = Run::new(root, ctx, &*self.driver, &table, history, self.options);
            let mut report = run.deepen(task, Role::Main);
            drop(end);
            for other in others {
                // A helper that panicked has no counts. The answer does not depend on it.
                let (counts, details) = other.join().unwrap_or_default();
                report.counts += counts;
                report.details.merge(&details);
            }
            report
        })
    }
}
