//! Analysis: the best moves of a position with their values, deeper and deeper.

use crate::Error;
use plywood::clock::Moment;
use plywood::search::{Deepening, Switches};
use plywood::{
    BestSoFar, Budget, Counts, Details, Interval, Observer, Report, Search, Stop, Task, Variation,
};
use plywood_games::{Game, line_notation};
use plywood_registry::{BoxedSearch, Build, PlayerSpec, check_answered};
use std::time::Duration;

/// What an analysis has found when a depth is finished, or when it finds a better move within a depth;
/// `M` is a move, or its notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insight<M> {
    /// The best moves, best first.
    pub variations: Vec<Variation<M>>,
    /// The work done since the beginning.
    pub counts: Counts,
    /// The time since the beginning.
    pub elapsed: Duration,
    /// What only some algorithms count.
    pub details: Details,
    /// Whether a depth is finished. If not, there is one variation: the best move so far.
    pub finished: bool,
}

impl<M> Insight<M> {
    /// The speed of the search so far, rounded to whole nodes; 0 if no time has passed.
    pub fn nodes_per_second(&self) -> f64 {
        let seconds = self.elapsed.as_secs_f64();
        if seconds > 0.0 { (self.counts.generated as f64 / seconds).round() } else { 0.0 }
    }
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
    /// What only some algorithms count.
    pub details: Details,
}

impl<M: Copy> Conclusion<M> {
    /// The same with moves by their notation.
    pub(crate) fn in_words<G: Game<Move = M>>(self, root: &G) -> Conclusion<String> {
        let Conclusion { stop, best, unfinished, counts, details } = self;
        Conclusion {
            stop,
            best: best.map(|best| root.move_text(best)),
            unfinished: unfinished.map(|line| variation_in_words(root, &line)),
            counts,
            details,
        }
    }
}

/// A search that analyses positions, one after the other.
pub struct Analyst<G: Game> {
    search: BoxedSearch<G>,
}

impl<G: Game> Analyst<G> {
    /// An analyst with this algorithm. `build` makes its searches: that of the game in the registry, or
    /// [`build`](plywood_registry::build) for a game of yours.
    ///
    /// ```
    /// use plywood_games::{Connect4, Game};
    /// use plywood_play::Analyst;
    /// use plywood_registry::{built_in, PlayerSpec};
    ///
    /// let position = Connect4::parse(Some("4455"))?;
    /// let spec = PlayerSpec::parse("negascout,depth=8")?;
    /// let mut analyst = Analyst::new(built_in::<Connect4>().build, &spec)?;
    /// let mut depths = 0;
    /// let end = analyst.analyse(&position, &[], 2, &spec.budget, &mut |insight| {
    ///     depths += usize::from(insight.finished);
    ///     assert!(!insight.finished || insight.variations.len() == 2);
    /// })?;
    /// assert!(depths > 1);
    /// let best = end.best.map(|m| position.move_text(m));
    /// assert!(matches!(best.as_deref(), Some("3" | "6")), "both win");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(build: Build<G>, spec: &PlayerSpec) -> Result<Analyst<G>, Error> {
        let mut spec = spec.at::<G>()?;
        if spec.configuration.switches().deepening == Some(Deepening::IfUnbounded) {
            let deepening = Some(Deepening::Always);
            spec.configuration.set_switches(Switches { deepening, ..Switches::default() });
        }
        Ok(Analyst { search: spec.build(build)? })
    }

    /// Analyses `root` until the budget is spent or the search is complete. `on_insight` gets the `lines` best
    /// moves after each depth, and better moves while a depth is under way. Only the moves `among` are
    /// searched; all, if the list is empty.
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
        let task = Task::new(root).budget(budget.clone()).among(among).lines(lines);
        let mut hear = Hear { start: Moment::now(), told: Vec::new(), on_insight };
        let report = self.search.search(&task, &mut hear);
        check_answered(&report, root, &mut *self.search, budget)?;
        // Best-first searches and solvers report no depths.
        if report.value.exact().is_some() && hear.told != variations(&report) {
            Observer::<G>::finished(&mut hear, &report);
        }
        let known = report.value != Interval::UNKNOWN && report.value.exact().is_none();
        let unfinished = variations(&report).into_iter().next().filter(|_| known);
        Ok(Conclusion {
            stop: if report.proven { Stop::Complete } else { report.stop },
            best: report.best,
            unfinished,
            counts: report.counts,
            details: report.details.clone(),
        })
    }
}

/// Turns the news of a search into insights.
struct Hear<'a, M> {
    start: Moment,
    /// The variations of the last report.
    told: Vec<Variation<M>>,
    on_insight: &'a mut dyn FnMut(&Insight<M>),
}

impl<G: Game> Observer<G> for Hear<'_, G::Move> {
    fn watches(&self) -> bool {
        false
    }

    fn finished(&mut self, report: &Report<G::Move>) {
        self.told = variations(report);
        (self.on_insight)(&Insight {
            variations: self.told.clone(),
            counts: report.counts,
            elapsed: self.start.elapsed(),
            details: report.details.clone(),
            finished: true,
        });
    }

    fn listens(&self) -> bool {
        true
    }

    fn improved(&mut self, best: BestSoFar<'_, G::Move>) {
        let (pv, value, depth) = (best.pv.to_vec(), best.value, best.depth);
        (self.on_insight)(&Insight {
            variations: vec![Variation { pv, value, proven: false, depth }],
            counts: *best.counts,
            elapsed: self.start.elapsed(),
            details: Details::default(),
            finished: false,
        });
    }
}

/// The lines of a report; of one that was asked for one line, that one.
fn variations<M: Copy>(report: &Report<M>) -> Vec<Variation<M>> {
    if !report.lines.is_empty() {
        return report.lines.clone();
    }
    vec![report.variation()]
}

/// The moves of an insight by their notation.
pub(crate) fn in_words<G: Game>(root: &G, insight: &Insight<G::Move>) -> Insight<String> {
    let Insight { variations, counts, elapsed, details, finished } = insight;
    let variations = variations.iter().map(|line| variation_in_words(root, line)).collect();
    let (counts, elapsed, details) = (*counts, *elapsed, details.clone());
    Insight { variations, counts, elapsed, details, finished: *finished }
}

fn variation_in_words<G: Game>(root: &G, line: &Variation<G::Move>) -> Variation<String> {
    let Variation { value, proven, depth, .. } = *line;
    Variation { pv: line_notation(root, &line.pv), value, proven, depth }
}
