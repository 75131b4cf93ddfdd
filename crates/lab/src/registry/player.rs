//! A search that plays a game: the only place where algorithms are objects.

use super::settings::{LIMITS, Settings, is_limited, set_limit, shown};
use super::{Algorithm, ENDGAME, algorithm};
use crate::Error;
use plywood::{
    Budget, Counts, Evaluate, Expansion, Interval, Listener, Report, Score, Search, Trace,
};
use plywood_games::{Chess, Endgame, Game, Othello};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// A search with its evaluation, whatever the algorithm.
pub trait Player<G: Game>: Send {
    /// Searches a position.
    fn search(&mut self, root: &G, budget: &Budget) -> Report<G::Move>;

    /// Searches a position and hands every expansion to `sink`.
    fn trace(
        &mut self,
        root: &G,
        budget: &Budget,
        sink: &mut dyn FnMut(u64, Expansion<'_>),
    ) -> Report<G::Move>;

    /// Searches a position by way of some of its moves, or of all if it is given none, and tells of
    /// better answers on the way, and of each depth that a search which deepens has finished. A player
    /// who [cannot choose](Player::chooses) searches all moves.
    fn watch(
        &mut self,
        root: &G,
        among: &[G::Move],
        budget: &Budget,
        listener: &mut Listener<'_, G::Move>,
    ) -> Report<G::Move>;

    /// Whether [`watch`](Player::watch) of this position can search some of its moves, and tells of
    /// its depths.
    fn chooses(&self, root: &G, budget: &Budget) -> bool {
        let _ = (root, budget);
        false
    }

    /// `m` was played.
    fn advance(&mut self, m: G::Move);
}

/// An evaluation whose values are rounded to multiples of the grain, towards zero.
#[derive(Clone)]
pub(super) struct Rounded<E> {
    pub evaluation: E,
    pub grain: i32,
}

impl<G, E: Evaluate<G>> Evaluate<G> for Rounded<E> {
    #[inline]
    fn evaluate(&mut self, position: &G) -> Score {
        let value = self.evaluation.evaluate(position);
        match self.grain {
            1 => value,
            grain => Score::new(value.get() / grain * grain),
        }
    }
}

pub(super) struct Seat<G: Game, S> {
    search: S,
    evaluation: Rounded<G::Evaluation>,
}

impl<G: Game, S: Search<G> + Send + 'static> Seat<G, S> {
    pub fn boxed(search: S, evaluation: Rounded<G::Evaluation>) -> Box<dyn Player<G>> {
        Box::new(Seat { search, evaluation })
    }
}

impl<G: Game, S: Search<G> + Send> Player<G> for Seat<G, S> {
    fn search(&mut self, root: &G, budget: &Budget) -> Report<G::Move> {
        self.watch(root, &[], budget, &mut Listener::silent())
    }

    fn watch(
        &mut self,
        root: &G,
        _: &[G::Move],
        budget: &Budget,
        listener: &mut Listener<'_, G::Move>,
    ) -> Report<G::Move> {
        self.search.search(root, &mut self.evaluation, budget, listener)
    }

    fn trace(
        &mut self,
        root: &G,
        budget: &Budget,
        sink: &mut dyn FnMut(u64, Expansion<'_>),
    ) -> Report<G::Move> {
        let mut trace = Trace::new(sink);
        self.search.search(root, &mut self.evaluation, budget, &mut trace)
    }

    fn advance(&mut self, m: G::Move) {
        self.search.advance(m);
    }
}

/// How near the end of a game the solver takes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TakeOver {
    /// At once, unless the budget's depth falls short of the end even without passes.
    AtOnce,
    /// Where the budget's depth reaches the end, or its time is likely to.
    Auto,
    /// This many plies before the end.
    From(u32),
}

/// A player who leaves the end of the game to a solver.
pub(super) struct Finishing<G: Game> {
    pub player: Box<dyn Player<G>>,
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
            // A node of the solver is not one of the player: who counts them wants the player's.
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

    fn solve(&mut self, root: &G, budget: &Budget) -> Report<G::Move> {
        let start = Instant::now();
        let mut report = self.solver.solve(root, budget);
        if !self.all_best || report.value.exact().is_none() {
            return report;
        }
        let mut moves = Vec::new();
        root.moves(&mut moves);
        for m in moves {
            let mut child = root.clone();
            child.play(m);
            let answer = self.solver.solve(&child, &left(budget, &report.counts, start));
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

/// What is left of a budget after some work.
pub(crate) fn left(budget: &Budget, spent: &Counts, start: Instant) -> Budget {
    let less = |limit: Option<u64>, spent: u64| limit.map(|limit| limit.saturating_sub(spent));
    Budget {
        nodes: less(budget.nodes, spent.generated),
        evaluations: less(budget.evaluations, spent.evaluated),
        time: budget.time.map(|time| time.saturating_sub(start.elapsed())),
        ..budget.clone()
    }
}

impl<G: Game> Player<G> for Finishing<G> {
    fn search(&mut self, root: &G, budget: &Budget) -> Report<G::Move> {
        self.watch(root, &[], budget, &mut Listener::silent())
    }

    fn chooses(&self, root: &G, budget: &Budget) -> bool {
        self.solver.plies_left(root) > self.reach(budget) && self.player.chooses(root, budget)
    }

    fn watch(
        &mut self,
        root: &G,
        among: &[G::Move],
        budget: &Budget,
        listener: &mut Listener<'_, G::Move>,
    ) -> Report<G::Move> {
        // Of the memory a quarter is the solver's, in every search of the game.
        let solvers = budget.memory.map(|bytes| bytes / 4);
        let players = budget.memory.map(|bytes| bytes - bytes / 4);
        let budget = &Budget { memory: players, ..budget.clone() };
        // The solver does not choose among some moves.
        if self.solver.plies_left(root) > self.reach(budget) || !among.is_empty() {
            return self.player.watch(root, among, budget, listener);
        }
        let start = Instant::now();
        let auto = self.take_over == TakeOver::Auto;
        let time = budget.time.map(|time| if auto { time / 2 } else { time });
        let solved = self.solve(root, &Budget { memory: solvers, time, ..budget.clone() });
        let known =
            if auto { solved.value.exact().is_some() } else { solved.value != Interval::UNKNOWN };
        if known {
            return solved;
        }
        // The ending was harder than it looked: what is left, be it no more than a first look, is for
        // an opinion.
        let left = left(budget, &solved.counts, start);
        let mut report = self.player.watch(root, among, &left, listener);
        report.counts += solved.counts;
        report.memory += solved.memory;
        report
    }

    fn trace(
        &mut self,
        root: &G,
        budget: &Budget,
        sink: &mut dyn FnMut(u64, Expansion<'_>),
    ) -> Report<G::Move> {
        if self.solver.plies_left(root) > self.reach(budget) {
            return self.player.trace(root, budget, sink);
        }
        // The solver shows nothing of its work.
        self.search(root, budget)
    }

    fn advance(&mut self, m: G::Move) {
        self.player.advance(m);
        self.solver.advance(m);
    }
}

/// Builds the player of a spec: [`PlayerSpec::build`] for one game.
///
/// Where `PlayerSpec::build::<G>` is named, every search of `G` is compiled. Code that is handed a
/// `Build` instead is compiled without them.
pub type Build<G> = fn(&PlayerSpec) -> Result<Box<dyn Player<G>>, Error>;

/// Builds players of chess, for a crate that need not compile them again.
pub static CHESS: Build<Chess> = PlayerSpec::build;
/// Builds players of Othello, for a crate that need not compile them again.
pub static OTHELLO: Build<Othello> = PlayerSpec::build;

/// An algorithm, its settings and its budget: `best-first-saved-tree,depth=17,memory=1MiB`.
#[derive(Clone, Debug)]
pub struct PlayerSpec {
    /// The algorithm.
    pub algorithm: &'static Algorithm,
    /// Its options.
    pub settings: Settings,
    /// What it may spend on a move.
    pub budget: Budget,
}

impl PlayerSpec {
    /// Reads `ALGORITHM[,name=value]…`, where a name is a limit or an option of the algorithm.
    /// Without an algorithm it is `strong`.
    ///
    /// ```
    /// use plywood_lab::registry::PlayerSpec;
    /// let spec = PlayerSpec::parse("alpha-beta,order=static,depth=6")?;
    /// assert_eq!((spec.algorithm.name, spec.budget.depth), ("alpha-beta", Some(6)));
    /// assert!(PlayerSpec::parse("alpha-beta,dept=6").is_err());
    /// # Ok::<(), plywood_lab::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<PlayerSpec, Error> {
        let mut parts = text.split(',').map(str::trim).peekable();
        // A text that begins with an option or a limit names no algorithm.
        let name = parts.next_if(|part| !part.contains('=')).unwrap_or("strong");
        let algorithm = algorithm(name)?;
        let mut spec = PlayerSpec { algorithm, settings: Settings::new(), budget: Budget::new() };
        let mut limits = Vec::new();
        for part in parts {
            let name = part.split('=').next().unwrap_or_default().trim();
            if LIMITS.contains(&name) {
                let value = part.split_once('=').map_or("", |(_, value)| value.trim());
                if limits.contains(&name) {
                    return Err(Error::input(format!(
                        "player '{}': {name} is given twice",
                        shown(text)
                    )));
                }
                limits.push(name);
                set_limit(&mut spec.budget, name, value)?;
            } else {
                spec.settings.set(part)?;
            }
        }
        spec.algorithm.check_names(&spec.settings)?;
        Ok(spec)
    }

    /// An error unless the budget limits a move.
    pub fn require_budget(&self) -> Result<(), Error> {
        if is_limited(&self.budget) {
            return Ok(());
        }
        let name = self.algorithm.name;
        Err(Error::input(format!(
            "player '{name}' has no budget: expected depth, nodes, evals or time, \
             such as '{name},depth=6'"
        )))
    }

    /// Lets `flag` end a search from outside. As the search can then be interrupted, one without a
    /// depth deepens step by step, if its algorithm can.
    pub fn watch(&mut self, flag: Arc<AtomicBool>) {
        self.budget.stop = Some(flag);
    }

    /// The player at a table of `G`; an error where settings and budget contradict each other.
    pub fn build<G: Game>(&self) -> Result<Box<dyn Player<G>>, Error> {
        let PlayerSpec { algorithm, settings, budget } = self.at::<G>()?;
        algorithm.check_budget(&settings, &budget)?;
        let player = algorithm.build(&settings)?;
        let take_over = match settings.get(ENDGAME.name) {
            None | Some("never") => return Ok(player),
            Some("auto") if algorithm.solves() => return Ok(player),
            Some("auto") => TakeOver::Auto,
            Some(text) => TakeOver::From(text.parse().map_err(|_| {
                let (name, text, values) = (ENDGAME.name, shown(text), ENDGAME.values);
                Error::input(format!("option {name}='{text}': expected {values}"))
            })?),
        };
        match G::endgame() {
            Some(solver) => {
                let all_best = settings.flag("all-best", false)?;
                Ok(Box::new(Finishing { player, solver, take_over, all_best }))
            }
            None => Ok(player),
        }
    }
}
