//! Lazy SMP: several searches of one root that share nothing but the table.

use super::{Mt, Role};
use crate::budget::Allowance;
use crate::search::context::Context;
use crate::{Budget, Evaluate, Listener, Report, Stop, Tactics};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Ends the others however the first one ends.
struct End(Arc<AtomicBool>);

impl Drop for End {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Mt {
    /// Searches the root by way of some of its moves, or of all if it is given none, on several threads
    /// that share the table. All moves on one thread are [`Search::search`](crate::Search::search).
    ///
    /// The first thread answers, under the budget. The others search the same root, some of them a ply
    /// deeper, so that it finds part of its work done, and end with it. Limits in nodes and
    /// evaluations hold for all threads together, and the report counts the work of all. With more
    /// than one thread the answer, the counts and the time depend on how the threads happen to run.
    /// `listener` hears of the first thread.
    ///
    /// ```
    /// use plywood::{Budget, Listener, search::{Mt, MtOptions}};
    /// use plywood_games::{Connect4, Game};
    ///
    /// let mut evaluation = <Connect4 as Game>::Evaluation::default();
    /// let mut search = Mt::new(MtOptions::default());
    /// let budget = Budget::new().depth(8);
    /// let (root, listener) = (Connect4::default(), &mut Listener::silent());
    /// let report = search.search_among(&[0, 6], 2, &root, &mut evaluation, &budget, listener);
    /// assert!(matches!(report.best, Some(0 | 6)), "the left edge or the right one");
    /// ```
    pub fn search_among<P, E>(
        &mut self,
        among: &[P::Move],
        threads: usize,
        root: &P,
        evaluate: &mut E,
        budget: &Budget,
        listener: &mut Listener<'_, P::Move>,
    ) -> Report<P::Move>
    where
        P: Tactics<Move: Sync> + Sync,
        E: Evaluate<P> + Clone + Send,
    {
        let mut ctx = Context::new(evaluate, budget, listener);
        if let Some(report) = ctx.without_search(root, among, budget) {
            return report;
        }
        let Some((table, stacks)) = self.fit::<P>(budget, threads.max(1)) else {
            let report = ctx.unsearched(root, Stop::Memory);
            return Report { best: among.first().copied().or(report.best), ..report };
        };
        ctx.stack_limit = stacks;
        table.next_search();
        let role = if threads > 1 { Role::Together } else { Role::Alone };
        let spent = &ctx.meter.counts;
        let allowance = (threads > 1).then(|| Arc::new(Allowance::new(budget, spent, threads)));
        if let Some(allowance) = &allowance {
            let _ = table.grow(u64::MAX, || ctx.meter.look());
            ctx.meter.share(allowance.clone());
        }
        let (options, done) = (self.options, Arc::new(AtomicBool::new(false)));
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads)
                .map(|thread| {
                    let mut evaluate = ctx.evaluate.clone();
                    let (table, stop) = (&*table, Some(done.clone()));
                    let allowance = allowance.clone();
                    scope.spawn(move || {
                        let budget = Budget { depth: budget.depth, stop, ..Budget::new() };
                        let mut silent = Listener::silent();
                        let mut ctx = Context::new(&mut evaluate, &budget, &mut silent);
                        ctx.stack_limit = stacks;
                        allowance.into_iter().for_each(|allowance| ctx.meter.share(allowance));
                        let role = Role::Ahead(thread as u32 % 2);
                        Mt::new(options).deepen(table, root, among, ctx, &budget, role).counts
                    })
                })
                .collect();
            let end = End(done);
            let mut report = self.deepen(&table, root, among, ctx, budget, role);
            drop(end);
            for other in others {
                // A thread that fell over has told nothing: the first one's answer stands.
                report.counts += other.join().unwrap_or_default();
            }
            report
        })
    }
}
