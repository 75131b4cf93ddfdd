//! Lazy SMP: several searches of one root that share nothing but the table.

use super::Mt;
use crate::search::context::Context;
use crate::{Budget, Evaluate, Observer, Report, Search, Tactics};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

impl Mt {
    /// Searches on several threads that share the table; one thread is [`Search::search`].
    ///
    /// The first thread answers, under the budget. The others search the same root, some of them a ply
    /// deeper, so that it finds part of its work done, and end with it. The report counts the work of
    /// all. With more than one thread the answer, the counts and the time depend on how the threads
    /// happen to run.
    ///
    /// ```
    /// use plywood::{Budget, search::{Mt, MtOptions}};
    /// use plywood_games::{Connect4, Game};
    ///
    /// let mut evaluation = <Connect4 as Game>::Evaluation::default();
    /// let mut search = Mt::new(MtOptions::default());
    /// let budget = Budget::new().depth(8);
    /// let report = search.search_on(2, &Connect4::default(), &mut evaluation, &budget, &mut ());
    /// assert!(report.best.is_some());
    /// ```
    pub fn search_on<P, E, O>(
        &mut self,
        threads: usize,
        root: &P,
        evaluate: &mut E,
        budget: &Budget,
        observer: &mut O,
    ) -> Report<P::Move>
    where
        P: Tactics + Sync,
        E: Evaluate<P> + Clone + Send,
        O: Observer<P>,
    {
        if threads <= 1 || root.is_over() || budget.depth == Some(0) {
            return self.search(root, evaluate, budget, observer);
        }
        let table = self.table(budget);
        let done = Arc::new(AtomicBool::new(false));
        let (options, size) = (self.options, self.table.as_ref().map_or(0, |(size, _)| *size));
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads)
                .map(|thread| {
                    let mut evaluate = evaluate.clone();
                    let mut search = Mt { table: Some((size, table.clone())), ..Mt::new(options) };
                    let (table, stop) = (table.clone(), Some(done.clone()));
                    scope.spawn(move || {
                        let budget = Budget { depth: budget.depth, stop, ..Budget::new() };
                        let observer = &mut ();
                        let ctx = Context::new(&mut evaluate, &budget, observer);
                        let ahead = thread as u32 % 2;
                        search.deepen(&table, root, ctx, &budget, ahead).counts
                    })
                })
                .collect();
            let mut report = self.search(root, evaluate, budget, observer);
            done.store(true, Ordering::Relaxed);
            for other in others {
                // A thread that fell over has told nothing: the first one's answer stands.
                report.counts += other.join().unwrap_or_default();
            }
            report
        })
    }
}
