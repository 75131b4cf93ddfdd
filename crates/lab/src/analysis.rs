//! Analysis: the best moves of a position with their values, deeper and deeper.

use crate::Error;
use crate::registry::{Build, Player, PlayerSpec, check_answered, left};
use plywood::{Budget, Counts, Interval, Listener, Progress, Report, Stop};
use plywood_games::{Game, line_names};
use std::time::{Duration, Instant};

/// What is known of one of the best moves; `M` is a move, or its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation<M> {
    /// The expected line of play, beginning with the move.
    pub pv: Vec<M>,
    /// Its value.
    pub value: Interval,
    /// Whether the value rests on finished games alone.
    pub proven: bool,
    /// How far the search looked ahead.
    pub depth: u32,
}

/// What an analysis knows after one more depth, or since it has found a better move on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insight<M> {
    /// The best moves, best first.
    pub variations: Vec<Variation<M>>,
    /// The work done since the beginning.
    pub counts: Counts,
    /// The time since the beginning.
    pub elapsed: Duration,
    /// How many of a thousand entries of the transposition table are in use.
    pub table_used: u32,
    /// Whether a depth is finished. If not, there is one variation, to answer with in a hurry.
    pub finished: bool,
}

/// How an analysis ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conclusion<M> {
    /// Why.
    pub stop: Stop,
    /// The best move that was found, even if there was no time to value it.
    pub best: Option<M>,
    /// What is known of the best move, where the last depth was not finished but found a better one
    /// than the depths before, or where it was the first.
    pub unfinished: Option<Variation<M>>,
    /// The work done.
    pub counts: Counts,
    /// How many of a thousand entries of the transposition table are in use.
    pub table_used: u32,
}

/// Somebody who analyses positions, one after the other.
pub struct Analyst<G: Game> {
    build: Build<G>,
    spec: PlayerSpec,
    /// The player, and whether it deepens by itself: then one search tells of all its depths.
    player: Box<dyn Player<G>>,
    deepens_itself: bool,
    /// The algorithm looks to a fixed depth. Then it looks 1, 2, … plies ahead: that costs little
    /// where each depth is far more work than the one before. A selective search goes as deep as it
    /// will at once.
    deepens: bool,
}

impl<G: Game> Analyst<G> {
    /// An analyst with this algorithm. `build` is [`PlayerSpec::build`], or the game's own in the
    /// registry.
    ///
    /// ```
    /// use plywood_games::{Connect4, Game};
    /// use plywood_lab::analysis::Analyst;
    /// use plywood_lab::registry::PlayerSpec;
    ///
    /// let position = Connect4::parse(Some("4455"))?;
    /// let spec = PlayerSpec::parse("negascout,depth=8")?;
    /// let mut analyst = Analyst::new(PlayerSpec::build, &spec)?;
    /// let mut depths = 0;
    /// let end = analyst.analyse(&position, &[], 2, &spec.budget, &mut |insight| {
    ///     depths += 1;
    ///     assert_eq!(insight.variations.len(), 2);
    /// })?;
    /// assert!(depths > 1);
    /// let best = end.best.map(|m| position.move_text(m));
    /// assert!(matches!(best.as_deref(), Some("3" | "6")), "both win");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(build: Build<G>, spec: &PlayerSpec) -> Result<Analyst<G>, Error> {
        let spec = spec.at::<G>()?;
        let deepens = spec.algorithm.exact && !spec.algorithm.solves();
        let player = build(&seated(&spec, true))?;
        Ok(Analyst { build, spec, player, deepens_itself: true, deepens })
    }

    /// Analyses `root` until the budget is spent or there is no more to find out, and hands what is
    /// known of the `lines` best moves to `on_insight` after each depth. An analysis of one line also
    /// tells of better moves while a depth is under way. Only the moves `among` are
    /// looked at; all, if there are none, and by algorithms that cannot choose.
    ///
    /// One line costs a search. Several cost a search each; one of each move where the algorithm
    /// cannot choose, because the value of a move that is not the best is otherwise only a bound.
    pub fn analyse(
        &mut self,
        root: &G,
        among: &[G::Move],
        lines: usize,
        budget: &Budget,
        on_insight: &mut dyn FnMut(&Insight<G::Move>),
    ) -> Result<Conclusion<G::Move>, Error> {
        if root.is_over() {
            return Err(Error::input("the game is over: expected a position to analyse"));
        }
        let chooses = self.player.chooses(root, budget);
        let by_itself = (chooses || among.is_empty())
            && lines <= 1
            && self.spec.settings.get("deepening").is_none();
        if by_itself != self.deepens_itself {
            self.player = (self.build)(&seated(&self.spec, by_itself))?;
            self.deepens_itself = by_itself;
        }
        let mut moves = Vec::new();
        root.moves(&mut moves);
        moves.retain(|m| among.is_empty() || among.contains(m));
        let (start, counts, deepens) = (Instant::now(), Counts::default(), self.deepens);
        let player = &mut *self.player;
        let table_used = 0;
        let mut analysis =
            Analysis { root, player, budget, start, counts, table_used, moves, deepens };
        if by_itself {
            return analysis.watch(among, on_insight);
        }
        let last = budget.depth;
        let mut depth = if deepens { Some(1) } else { last };
        let mut best = None;
        loop {
            let found = match lines {
                0 | 1 if among.is_empty() => analysis.best_move(depth)?,
                _ if chooses => analysis.best_moves(depth, lines)?,
                _ => analysis.each_move(depth)?,
            };
            let (mut variations, stop) = match found {
                Ok(found) => found,
                Err((stop, partial)) => {
                    let first = best.is_none();
                    let partial = partial.or_else(|| analysis.first_look(among, first));
                    let unfinished = partial.filter(|_| first);
                    let any = || unfinished.as_ref().and_then(|known| known.pv.first().copied());
                    let end = analysis.conclude(stop, best.or_else(any));
                    let best = end.best.or(analysis.moves.first().copied());
                    return Ok(Conclusion { best, unfinished, ..end });
                }
            };
            variations.truncate(lines.max(1));
            best = variations[0].pv.first().copied();
            let proven = variations.iter().all(|variation| variation.proven);
            analysis.tell(variations, on_insight);
            if proven || !deepens || depth == last {
                let stop = if proven { Stop::Complete } else { stop };
                return Ok(analysis.conclude(stop, best));
            }
            depth = depth.map(|depth| depth + 1);
        }
    }
}

/// The spec of a player that deepens by itself, or of one that is asked for one depth after the other.
fn seated(spec: &PlayerSpec, deepens_itself: bool) -> PlayerSpec {
    let mut spec = spec.clone();
    if spec.algorithm.options.iter().any(|option| option.name == "deepening") {
        let deepening = if deepens_itself { "always" } else { "never" };
        spec.settings.set_default("deepening", deepening);
    }
    spec
}

struct Analysis<'a, G: Game> {
    root: &'a G,
    player: &'a mut dyn Player<G>,
    budget: &'a Budget,
    start: Instant,
    counts: Counts,
    table_used: u32,
    /// The root's moves, the best of the last depth first.
    moves: Vec<G::Move>,
    deepens: bool,
}

/// Variations and why the last search ended; or why there are none, and what is known of a move.
type Found<M> = Result<(Vec<Variation<M>>, Stop), (Stop, Option<Variation<M>>)>;

impl<G: Game> Analysis<'_, G> {
    /// One of so many equal parts of what is left of the budget.
    fn share(&self, parts: usize) -> Result<Budget, Stop> {
        let left = left(self.budget, &self.counts, self.start);
        let share = Budget {
            nodes: left.nodes.map(|nodes| nodes / parts as u64),
            evaluations: left.evaluations.map(|count| count / parts as u64),
            time: left.time.map(|time| time / u32::try_from(parts).unwrap_or(u32::MAX)),
            ..left
        };
        match share {
            Budget { nodes: Some(0), .. } => Err(Stop::Nodes),
            Budget { evaluations: Some(0), .. } => Err(Stop::Evaluations),
            Budget { time: Some(Duration::ZERO), .. } => Err(Stop::Time),
            _ => Ok(share),
        }
    }

    fn search(
        &mut self,
        position: &G,
        depth: Option<u32>,
        parts: usize,
    ) -> Result<Result<Report<G::Move>, Stop>, Error> {
        let share = match self.share(parts) {
            Ok(share) => share,
            Err(stop) => return Ok(Err(stop)),
        };
        let budget = Budget { depth, ..share };
        let report = self.player.search(position, &budget);
        self.counts += report.counts;
        self.table_used = report.table_used;
        check_answered(&report, position, self.player, &budget)?;
        Ok(Ok(report))
    }

    fn tell(
        &mut self,
        variations: Vec<Variation<G::Move>>,
        on_insight: &mut dyn FnMut(&Insight<G::Move>),
    ) {
        let (counts, elapsed) = (self.counts, self.start.elapsed());
        let table_used = self.table_used;
        on_insight(&Insight { variations, counts, elapsed, table_used, finished: true });
    }

    /// What the root's moves are worth at first sight, if it is asked for.
    fn first_look(&mut self, among: &[G::Move], asked: bool) -> Option<Variation<G::Move>> {
        let left = left(self.budget, &self.counts, self.start);
        let budget = Budget { time: Some(Duration::ZERO), ..left };
        let search = || self.player.watch(self.root, among, &budget, &mut Listener::silent());
        let report = asked.then(search)?;
        self.counts += report.counts;
        (!report.pv.is_empty()).then(|| variation(report, 1))
    }

    /// One search that tells of each depth it has finished, and of better moves before.
    fn watch(
        &mut self,
        among: &[G::Move],
        on_insight: &mut dyn FnMut(&Insight<G::Move>),
    ) -> Result<Conclusion<G::Move>, Error> {
        let start = self.start;
        let mut told = None;
        let mut hear = |news: Progress<'_, G::Move>| {
            let elapsed = start.elapsed();
            on_insight(&match news {
                Progress::Finished(report) => {
                    let known = variation(report.clone(), report.depth);
                    told = Some(known.clone());
                    let (counts, table_used) = (report.counts, report.table_used);
                    let variations = vec![known];
                    Insight { variations, counts, elapsed, table_used, finished: true }
                }
                Progress::Improved(best) => {
                    let (pv, value, depth) = (best.pv.to_vec(), best.value, best.depth);
                    let variations = vec![Variation { pv, value, proven: false, depth }];
                    let counts = *best.counts;
                    Insight { variations, counts, elapsed, table_used: 0, finished: false }
                }
            });
        };
        let report =
            self.player.watch(self.root, among, self.budget, &mut Listener::new(&mut hear));
        check_answered(&report, self.root, self.player, self.budget)?;
        let stop = if report.proven { Stop::Complete } else { report.stop };
        self.counts = report.counts;
        self.table_used = report.table_used;
        let end = self.conclude(stop, report.best);
        let (value, depth) = (report.value, report.depth);
        let known = variation(report, depth);
        // Best-first searches, and solvers, tell of no depths.
        if value.exact().is_some() && told.as_ref() != Some(&known) {
            self.tell(vec![known.clone()], on_insight);
        }
        let unfinished = value != Interval::UNKNOWN && value.exact().is_none();
        Ok(Conclusion { unfinished: unfinished.then_some(known), ..end })
    }

    fn conclude(&self, stop: Stop, best: Option<G::Move>) -> Conclusion<G::Move> {
        let (counts, table_used) = (self.counts, self.table_used);
        Conclusion { stop, best, unfinished: None, counts, table_used }
    }

    /// The best move, then the best of the others, and so on.
    fn best_moves(&mut self, depth: Option<u32>, lines: usize) -> Result<Found<G::Move>, Error> {
        let mut left = self.moves.clone();
        let mut found = Vec::new();
        let mut stop = Stop::Depth;
        while found.len() < lines.max(1) && !left.is_empty() {
            let share = match self.share(1) {
                Ok(share) => Budget { depth, ..share },
                Err(stop) => return Ok(Err((stop, found.into_iter().next()))),
            };
            let report = self.player.watch(self.root, &left, &share, &mut Listener::silent());
            self.counts += report.counts;
            self.table_used = report.table_used;
            let Some(best) = report.best.filter(|_| self.is_finished(&report)) else {
                let partial = found.into_iter().next();
                return Ok(Err((report.stop, partial.or_else(|| partly(report)))));
            };
            stop = report.stop;
            left.retain(|&m| m != best);
            let looked = self.looked(depth, report.depth);
            found.push(variation(report, looked));
        }
        // A selective search may like a later line better than an earlier one.
        self.best_first(&mut found);
        Ok(Ok((found, stop)))
    }

    fn best_first(&self, found: &mut [Variation<G::Move>]) {
        let side = self.root.side();
        found.sort_by_key(|variation| std::cmp::Reverse(variation.value.lower.seen_by(side)));
    }

    fn best_move(&mut self, depth: Option<u32>) -> Result<Found<G::Move>, Error> {
        Ok(match self.search(self.root, depth, 1)? {
            Ok(report) if self.is_finished(&report) => {
                let stop = report.stop;
                let looked = self.looked(depth, report.depth);
                Ok((vec![variation(report, looked)], stop))
            }
            Ok(report) => Err((report.stop, partly(report))),
            Err(stop) => Err((stop, None)),
        })
    }

    fn each_move(&mut self, depth: Option<u32>) -> Result<Found<G::Move>, Error> {
        let mut found = Vec::new();
        let mut stop = Stop::Depth;
        let moves = self.moves.clone();
        for (done, &m) in moves.iter().enumerate() {
            // A fixed depth is the same for all moves; what else is left is theirs in equal parts.
            let parts = if self.deepens { 1 } else { moves.len() - done };
            let mut child = self.root.clone();
            child.play(m);
            let deeper = depth.map(|depth| depth.saturating_sub(1));
            let mut report = match self.search(&child, deeper, parts)? {
                Ok(report) if self.is_finished(&report) => report,
                Ok(Report { stop, .. }) | Err(stop) => {
                    self.best_first(&mut found);
                    return Ok(Err((stop, found.into_iter().next())));
                }
            };
            stop = report.stop;
            report.pv.insert(0, m);
            let looked = self.looked(depth, report.depth + 1);
            found.push(variation(report, looked));
        }
        self.best_first(&mut found);
        self.moves = found.iter().map(|variation| variation.pv[0]).collect();
        Ok(Ok((found, stop)))
    }

    /// Whether a search has done what it was asked for. One to a fixed depth that was stopped may have
    /// no more than a first look at the moves.
    fn is_finished(&self, report: &Report<G::Move>) -> bool {
        let stopped = matches!(report.stop, Stop::Time | Stop::Cancelled);
        report.value.exact().is_some() && !(self.deepens && stopped)
    }

    fn looked(&self, asked: Option<u32>, told: u32) -> u32 {
        asked.filter(|_| self.deepens).unwrap_or(told)
    }
}

fn variation<M>(report: Report<M>, depth: u32) -> Variation<M> {
    let Report { pv, best, value, proven, .. } = report;
    let pv = if pv.is_empty() { best.into_iter().collect() } else { pv };
    Variation { pv, value, proven, depth }
}

/// What a search that was interrupted knows of a move.
fn partly<M>(report: Report<M>) -> Option<Variation<M>> {
    let depth = report.depth;
    (!report.pv.is_empty()).then(|| variation(report, depth))
}

/// The moves of an insight by their names.
pub(crate) fn in_words<G: Game>(root: &G, insight: &Insight<G::Move>) -> Insight<String> {
    let names = |variation: &Variation<G::Move>| {
        let pv = line_names(root, &variation.pv);
        let Variation { value, proven, depth, .. } = *variation;
        Variation { pv, value, proven, depth }
    };
    let Insight { variations, counts, elapsed, table_used, finished } = insight;
    let variations = variations.iter().map(names).collect();
    let (counts, elapsed, table_used) = (*counts, *elapsed, *table_used);
    Insight { variations, counts, elapsed, table_used, finished: *finished }
}
