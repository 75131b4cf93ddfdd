//! A player who leaves the end of the game to the game's solver.

use plywood::clock::Moment;
use plywood::{Budget, Interval, Observer, Report, Search, Task};
use plywood_games::{Endgame, Game};

/// How near the end of a game the solver takes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TakeOver {
    /// At once, unless the budget's depth falls short of the end even without passes.
    AtOnce,
    /// Where the budget's depth reaches the end, or its time is likely to.
    Auto,
    /// This many plies before the end.
    From(u32),
}

/// A search that leaves the end of the game to a solver.
pub(crate) struct Finishing<G: Game> {
    pub player: Box<dyn Search<G> + Send>,
    pub solver: Box<dyn Endgame<G>>,
    pub take_over: TakeOver,
    pub all_best: bool,
}

impl<G: Game> Finishing<G> {
    /// The plies to the end of the game that are left to the solver.
    fn reach(&self, budget: &Budget) -> u32 {
        match self.take_over {
            // Every move may be followed by a pass.
            TakeOver::AtOnce => budget.depth.map_or(u32::MAX, |depth| depth / 2),
            TakeOver::From(plies) => plies,
            // Nodes of the solver are not nodes of the search: a limit on them means the search's.
            TakeOver::Auto if budget.nodes.is_some() || budget.evaluations.is_some() => 0,
            TakeOver::Auto => match (budget.depth, budget.time) {
                (None, None) => 0,
                (depth, time) => {
                    let by_time = time.map_or(u32::MAX, |time| self.solver.reach(time / 2));
                    by_time.min(depth.unwrap_or(u32::MAX))
                }
            },
        }
    }

    fn solve(&mut self, task: &Task<'_, G>) -> Report<G::Move> {
        let start = Moment::now();
        let mut report = self.solver.solve(task);
        if !self.all_best || report.value.exact().is_none() {
            return report;
        }
        let mut moves = Vec::new();
        task.position.moves(&mut moves);
        for m in moves.into_iter().filter(|&m| task.allows(m)) {
            let mut child = task.position.clone();
            child.play(m);
            let left = task.budget.left(&report.counts, start.elapsed());
            let answer = self.solver.solve(&Task::new(&child).budget(left));
            report.counts += answer.counts;
            if answer.value.exact().is_none() {
                // Some would be a wrong answer to the question for all.
                report.equally_good.clear();
                break;
            }
            if answer.value == report.value {
                report.equally_good.push(m);
            }
        }
        report
    }
}

impl<G: Game> Search<G> for Finishing<G> {
    fn search(&mut self, task: &Task<'_, G>, observer: &mut dyn Observer<G>) -> Report<G::Move> {
        // Of the memory a quarter is the solver's, in every search of the game.
        let solvers = task.budget.memory.map(|bytes| bytes / 4);
        let players = task.budget.memory.map(|bytes| bytes - bytes / 4);
        let budget = Budget { memory: players, ..task.budget.clone() };
        if self.solver.plies_left(task.position) > self.reach(&budget) {
            return self.player.search(&task.clone().budget(budget), observer);
        }
        let start = Moment::now();
        let auto = self.take_over == TakeOver::Auto;
        let time = budget.time.map(|time| if auto { time / 2 } else { time });
        let own = Budget { memory: solvers, time, ..budget.clone() };
        let solved = self.solve(&task.clone().budget(own));
        let known =
            if auto { solved.value.exact().is_some() } else { solved.value != Interval::UNKNOWN };
        if known {
            return solved;
        }
        // The ending was harder than it looked: what is left, be it no more than a first look, is for
        // a search with an evaluation.
        let left = budget.left(&solved.counts, start.elapsed());
        let mut report = self.player.search(&task.clone().budget(left), observer);
        report.counts += solved.counts;
        report.memory += solved.memory;
        report
    }

    fn advance(&mut self, m: G::Move) {
        self.player.advance(m);
        self.solver.advance(m);
    }

    fn forget(&mut self) {
        self.player.forget();
        if let Some(solver) = G::endgame() {
            self.solver = solver;
        }
    }

    fn nodes_by_depth(&self) -> Vec<u64> {
        self.player.nodes_by_depth()
    }
}
