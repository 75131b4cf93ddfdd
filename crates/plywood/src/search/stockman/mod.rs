//! SSS*: Stockman 1979, with its OPEN list, and DUAL*: Marsland, Reinefeld & Schaeffer 1987, the same with the
//! sides exchanged. Post: the value is the minimax value of the tree cut at the horizon. Deviations: what
//! the operator does with a solved node depends on the side to move at its parent, so that two turns in a
//! row by one side are right; of equal merits the leftmost goes first, in both; states below a solved node
//! are dropped when their turn comes, not at once.
//!
//! AB-SSS* and AB-DUAL*, the drivers [`Sss`](super::Driver::Sss) and [`Dual`](super::Driver::Dual), evaluate
//! the leaves of these two in the same order, if two things hold. Their options are those of
//! [`MtOptions::new`](super::MtOptions::new): leaves in the table, moves as listed, one search to the depth.
//! And the table never replaces an entry of the search. A bucket has two entries: where a third position
//! falls into it, one of the three is lost, a leaf first. If the search comes back to a lost position, it
//! searches it again, and evaluates leaves a second time. So no size of the table is enough for certain, but
//! n positions in m entries lose about (2 / 3) n³ / m² of them: none to speak of if m is n to the power 1.5.

mod open;
mod operator;

use super::context::{Context, Iteration, RootMoves};
use super::deepening::{Deepening, deepen};
use super::interface::search;
use crate::{Evaluate, Interval, Position, Report, Score, Side, Step, Stop, Task};
use open::Lists;
use operator::Run;

/// Declares a search with a list of states, and its options, by the side whose choices the list holds.
macro_rules! search_with_list {
    (
        $side:expr,
        $(#[$doc:meta])* $name:ident,
        $(#[$options_doc:meta])* $options:ident,
        named: $word:literal, $summary:literal, paper: $paper:literal
    ) => {
        crate::options! {
            $(#[$options_doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub struct $options {
                /// Deepen iteratively; auto: if the budget names no depth and can interrupt the search.
                pub deepening: Deepening = Deepening::IfUnbounded,
                /// Report all equally good root moves.
                ///
                /// Each of them is then searched by itself.
                pub all_best: bool = false,
            }
        }

        search! {
            $(#[$doc])*
            $name with $options,
            named: $word, $summary,
            family: StateSpace, paper: $paper, exact: true, memory: States,
            keeps: Lists<P::Move>,
            switches: all_best deepening
        }

        impl $options {
            fn run<P: Position, E: Evaluate<P>, const W: bool>(
                &self,
                lists: &mut Lists<P::Move>,
                ctx: Context<'_, P, E, W>,
                task: &Task<'_, P>,
            ) -> Report<P::Move> {
                run($side, self.deepening, self.all_best, lists, ctx, task)
            }
        }
    };
}

search_with_list! {
    Side::Max,
    /// SSS* as it was published: best-first over a list of states, each a node of the tree with a merit,
    /// which is an upper bound on what MAX can have by way of it.
    ///
    /// It is here to be compared with AB-SSS* ([`Driver::Sss`](super::Driver::Sss)), which needs no list, and
    /// evaluates the same leaves in the same order as long as its table loses no entry. Interrupted, it knows
    /// an upper bound.
    ///
    /// ```
    /// use plywood::{Budget, Score, Search, search::StockmanSss};
    /// use plywood_games::{StaticValue, Tree};
    ///
    /// let tree = Tree::from_json("[0, [0, 3, 5], [0, 2, 9]]")?;
    /// let report = StockmanSss::new(StaticValue).run(&tree, &Budget::new());
    /// assert_eq!(report.value.exact(), Some(Score::new(3)));
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    StockmanSss,
    /// Options of [`StockmanSss`].
    StockmanSssOptions,
    named: "stockman-sss", "SSS* with Stockman's list of open states", paper: "Stockman 1979"
}

search_with_list! {
    Side::Min,
    /// DUAL* with a list of states: SSS* with the sides exchanged. A merit is a lower bound on what MIN must
    /// give by way of a node, and the lowest goes first.
    ///
    /// It is the twin of AB-DUAL* ([`Driver::Dual`](super::Driver::Dual)), as [`StockmanSss`] is of AB-SSS*.
    /// Interrupted, it knows a lower bound.
    ///
    /// ```
    /// use plywood::{Budget, Score, Search, search::StockmanDual};
    /// use plywood_games::{StaticValue, Tree};
    ///
    /// let tree = Tree::from_json("[0, [0, 3, 5], [0, 2, 9]]")?;
    /// let dual = StockmanDual::new(StaticValue).run(&tree, &Budget::new());
    /// assert_eq!(dual.value.exact(), Some(Score::new(3)));
    /// assert_eq!(dual.counts.evaluated, 3, "9 cannot change the value");
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    StockmanDual,
    /// Options of [`StockmanDual`].
    StockmanDualOptions,
    named: "stockman-dual", "DUAL* with a list of open states",
    paper: "Marsland, Reinefeld & Schaeffer 1987"
}

/// Searches with a list of the choices of `side`: SSS* for MAX, DUAL* for MIN.
fn run<P: Position, E: Evaluate<P>, const W: bool>(
    side: Side,
    deepening: Deepening,
    all_best: bool,
    lists: &mut Lists<P::Move>,
    ctx: Context<'_, P, E, W>,
    task: &Task<'_, P>,
) -> Report<P::Move> {
    let root = task.position;
    let cap = task.budget.memory.unwrap_or(usize::MAX);
    if lists.bytes() > cap {
        *lists = Lists::default();
    }
    let mut run = Run::new(side, all_best, root, cap, lists, ctx);
    let report = deepen(deepening, task, &mut |depth, best| {
        let report = run.iteration(root, depth, best.is_some());
        run.ctx.finish(root, depth, report)
    });
    run.ctx.at_first_sight(root, report)
}

impl<P: Position, E: Evaluate<P>, const W: bool> Run<'_, '_, P, E, W> {
    /// One search to `depth`. A first one that is stopped answers with the way to the state of the
    /// best merit; a later one has the answer of the depth before.
    fn iteration(&mut self, root: &P, depth: u32, later: bool) -> Report<P::Move> {
        self.heuristic = false;
        let mut found = RootMoves::new(None);
        self.excludes = self.ctx.excludes_some();
        self.apart = None;
        self.ctx.begin(root, Some(depth));
        let outcome = self.solve(root, depth);
        let line = match outcome {
            Err(_) if !later && !self.lists.open.is_empty() => {
                self.line_to(self.lists.open[0].node)
            }
            _ => Vec::new(),
        };
        let bound = match outcome {
            // What the side can have is bounded by the merits in OPEN, and so by the best of them.
            Err(_) => {
                let first = self.lists.open.first().map(|first| first.merit);
                first.filter(|merit| merit.is_finite())
            }
            Ok((value, _)) => Some(value),
        };
        let outcome = outcome.and_then(|(value, leaf)| {
            let mut line: Vec<_> = self.upwards(leaf).collect();
            line.pop();
            let index = line.last().map_or(0, |&node| self.lists.nodes[node as usize].index);
            let moves = line.iter().rev().filter_map(|&node| self.lists.nodes[node as usize].m);
            found.found(index as usize, value, moves.collect());
            if self.all_best {
                found.set_equals(self.equals(root, depth, value)?);
            }
            Ok(value)
        });
        let (heuristic, all_best, memory) = (self.heuristic, self.all_best, self.bytes());
        let iteration = Iteration { outcome, heuristic, depth, all_best, memory };
        let report = found.report(root, &mut self.ctx, iteration);
        match bound {
            Some(merit) if outcome.is_err() => {
                let value = Interval::at_least_for(!self.side, merit);
                let best = line.first().copied().or(report.best);
                let pv = if line.is_empty() { report.pv } else { line };
                Report { value, pv, best, ..report }
            }
            _ => report,
        }
    }

    /// The moves from the root to a node.
    fn line_to(&self, node: u32) -> Vec<P::Move> {
        let mut line: Vec<_> =
            self.upwards(node).filter_map(|node| self.lists.nodes[node as usize].m).collect();
        line.reverse();
        line
    }

    /// The root moves that are worth `value`.
    fn equals(&mut self, root: &P, depth: u32, value: Score) -> Result<Vec<(u32, P::Move)>, Stop> {
        let moves = self.ctx.searched_moves(&mut root.clone(), true)?;
        let mut equals = Vec::new();
        self.excludes = false;
        for (index, m) in moves {
            if self.ctx.excludes(m) {
                continue;
            }
            let mut child = root.clone();
            child.play(m);
            self.ctx.meter.generate(1)?;
            if W {
                self.apart = Some(Step::Move { m, index: index as u32 });
            }
            if self.solve(&child, depth - 1)?.0 == value {
                equals.push((index as u32, m));
            }
        }
        Ok(equals)
    }
}
