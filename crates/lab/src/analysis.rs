//! Analysis: the best moves of a position with their values, deeper and deeper.

use crate::Error;
use crate::registry::{Player, PlayerSpec, too_wide};
use plywood::{Budget, Counts, Interval, Position, Report, Stop};
use plywood_games::Game;
use std::time::{Duration, Instant};

/// One of the best moves, as far as a search has looked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// 1 for the best move.
    pub rank: usize,
    /// The move.
    pub best: String,
    /// What is known of its value.
    pub value: Interval,
    /// Whether the value rests on finished games alone.
    pub proven: bool,
    /// The expected line of play, beginning with the move.
    pub pv: Vec<String>,
}

/// What an analysis knows after one more depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insight {
    /// The depth.
    pub depth: u32,
    /// The best moves, best first.
    pub variations: Vec<Variation>,
    /// The work done since the beginning.
    pub counts: Counts,
    /// The time since the beginning.
    pub elapsed: Duration,
}

/// Analyses `root` to depth 1, 2, … until the budget is spent or there is no more to find out, and
/// hands what is known of the `lines` best moves to `on_insight` after each depth. Says why it
/// ended.
///
/// One line costs a search. Several cost one search of each move, because the value of a move that
/// is not the best is otherwise only a bound.
pub fn analyse<G: Game>(
    root: &G,
    spec: &PlayerSpec,
    lines: usize,
    on_insight: &mut dyn FnMut(&Insight),
) -> Result<Stop, Error> {
    if root.is_over() {
        return Err(Error::input("the game is over: expected a position to analyse"));
    }
    let mut spec = spec.clone();
    // The depths are gone through here.
    if spec.algorithm.options.iter().any(|option| option.name == "deepening") {
        spec.settings.set_default("deepening", "never");
    }
    let mut moves = Vec::new();
    root.moves(&mut moves);
    let mut analysis = Analysis {
        root,
        player: spec.build()?,
        budget: &spec.budget,
        start: Instant::now(),
        counts: Counts::default(),
        moves,
    };
    let last = spec.budget.depth.unwrap_or(u32::MAX);
    let mut depth = 1;
    loop {
        let found =
            if lines > 1 { analysis.each_move(depth)? } else { analysis.best_move(depth)? };
        let variations = match found {
            Ok(mut variations) => {
                variations.truncate(lines.max(1));
                variations
            }
            Err(stop) => return Ok(stop),
        };
        let done = variations.iter().all(|variation| variation.proven);
        let (counts, elapsed) = (analysis.counts, analysis.start.elapsed());
        on_insight(&Insight { depth, variations, counts, elapsed });
        if done {
            return Ok(Stop::Complete);
        }
        if depth == last {
            return Ok(Stop::Depth);
        }
        depth += 1;
    }
}

struct Analysis<'a, G: Game> {
    root: &'a G,
    player: Box<dyn Player<G>>,
    budget: &'a Budget,
    start: Instant,
    counts: Counts,
    /// The root's moves, the best of the last depth first.
    moves: Vec<G::Move>,
}

/// A list of variations, or why there is none.
type Found = Result<Vec<Variation>, Stop>;
/// A search that was finished, or why it was not.
type Searched<G> = Result<Report<<G as Position>::Move>, Stop>;

impl<G: Game> Analysis<'_, G> {
    /// What is left of the budget, for a search to `depth`.
    fn left(&self, depth: u32) -> Result<Budget, Stop> {
        let budget = self.budget;
        let less = |limit: Option<u64>, spent: u64| limit.map(|limit| limit.saturating_sub(spent));
        let left = Budget {
            depth: Some(depth),
            nodes: less(budget.nodes, self.counts.generated),
            evaluations: less(budget.evaluations, self.counts.evaluated),
            time: budget.time.map(|time| time.saturating_sub(self.start.elapsed())),
            ..budget.clone()
        };
        match left {
            Budget { nodes: Some(0), .. } => Err(Stop::Nodes),
            Budget { evaluations: Some(0), .. } => Err(Stop::Evaluations),
            Budget { time: Some(Duration::ZERO), .. } => Err(Stop::Time),
            _ => Ok(left),
        }
    }

    fn search(&mut self, position: &G, depth: u32) -> Result<Searched<G>, Error> {
        let budget = match self.left(depth) {
            Ok(budget) => budget,
            Err(stop) => return Ok(Err(stop)),
        };
        let report = self.player.search(position, &budget);
        self.counts += report.counts;
        match report.stop {
            Stop::Width => Err(too_wide()),
            Stop::Complete | Stop::Depth | Stop::Terminal => Ok(Ok(report)),
            stop => Ok(Err(stop)),
        }
    }

    fn best_move(&mut self, depth: u32) -> Result<Found, Error> {
        let report = self.search(self.root, depth)?;
        Ok(report.map(|report| vec![self.variation(1, report)]))
    }

    fn each_move(&mut self, depth: u32) -> Result<Found, Error> {
        let mut found = Vec::new();
        for m in self.moves.clone() {
            let mut child = self.root.clone();
            child.play(m);
            let mut report = match self.search(&child, depth - 1)? {
                Ok(report) => report,
                Err(stop) => return Ok(Err(stop)),
            };
            report.pv.insert(0, m);
            found.push(report);
        }
        let side = self.root.side();
        found.sort_by_key(|report| std::cmp::Reverse(report.value.lower.seen_by(side)));
        self.moves = found.iter().map(|report| report.pv[0]).collect();
        Ok(Ok((1..).zip(found).map(|(rank, report)| self.variation(rank, report)).collect()))
    }

    fn variation(&self, rank: usize, report: Report<G::Move>) -> Variation {
        let mut position = self.root.clone();
        let name = |&m: &G::Move| {
            let text = position.move_text(m);
            position.play(m);
            text
        };
        let pv: Vec<String> = report.pv.iter().map(name).collect();
        let best = pv.first().cloned().unwrap_or_default();
        Variation { rank, best, value: report.value, proven: report.proven, pv }
    }
}
