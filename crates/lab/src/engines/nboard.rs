//! Our searches as an Othello engine for [`plywood_protocols::nboard`].

use crate::Error;
use plywood::{Budget, Position, Score, Variation};
use plywood_games::Othello;
use plywood_games::othello::{DISC, Move};
use plywood_play::{Analyst, Insight};
use plywood_protocols::nboard::{Answer, Hint, Request, Stop, Thinker};
use plywood_registry::{PlayerSpec, built_in};

/// Searches Othello positions for [`run`](plywood_protocols::nboard::run).
///
/// ```
/// use plywood_lab::engines::NBoardThinker;
/// use plywood_lab::registry::PlayerSpec;
/// use plywood_protocols::nboard::run;
///
/// let mut thinker = NBoardThinker::new(&PlayerSpec::parse("strong")?)?;
/// let mut out = Vec::new();
/// run("Plywood", &b"nboard 2\nping 1\n"[..], &mut out, &mut thinker, 6)?;
/// assert_eq!(String::from_utf8_lossy(&out), "set myname Plywood\npong 1\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct NBoardThinker {
    spec: PlayerSpec,
    analyst: Analyst<Othello>,
}

impl NBoardThinker {
    /// A thinker with this player. Its limits hold for each answer; the default memory limit is 256 MiB.
    pub fn new(spec: &PlayerSpec) -> Result<NBoardThinker, Error> {
        let mut spec = spec.clone();
        spec.budget.memory.get_or_insert(256 << 20);
        Ok(NBoardThinker { analyst: Analyst::new(built_in::<Othello>().build, &spec)?, spec })
    }
}

impl Thinker for NBoardThinker {
    fn forget(&mut self) {
        // Cannot fail: the same player was accepted before.
        if let Ok(analyst) = Analyst::new(built_in::<Othello>().build, &self.spec) {
            self.analyst = analyst;
        }
    }

    fn think(
        &mut self,
        position: &Othello,
        request: Request,
        stop: &Stop,
        on_hint: &mut dyn FnMut(&Hint),
    ) -> Answer {
        let limits = self.spec.budget.clone();
        let time = limits.time.into_iter().chain(request.time).min();
        let budget = Budget { time, ..limits }.depth(request.depth).stop_flag(stop.clone());
        let mut last = None;
        let mut on_insight = |insight: &Insight<Move>| {
            if insight.finished {
                let hints = insight.variations.iter().map(|variation| hint(position, variation));
                let hints: Vec<Hint> = hints.collect();
                hints.iter().for_each(&mut *on_hint);
                last = hints.into_iter().next();
            }
        };
        let lines = request.moves;
        let Ok(end) = self.analyst.analyse(position, &[], lines, &budget, &mut on_insight) else {
            return Answer::default();
        };
        // A better move of an unfinished depth, or the best move of the last finished one.
        let better = end.unfinished.map(|variation| hint(position, &variation));
        Answer { best: better.or(last), nodes: end.counts.generated }
    }
}

/// A variation with its value in discs, from the view of the side to move in `position`.
fn hint(position: &Othello, variation: &Variation<Move>) -> Hint {
    let discs = |score: Score| f64::from(score.seen_by(position.side()).get()) / f64::from(DISC);
    let value = variation.value.exact().map(discs);
    let exact = variation.proven && value.is_some();
    Hint { line: variation.pv.clone(), value, depth: variation.depth, exact }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_games::Game;

    #[test]
    fn endgames_are_exact_and_values_are_those_of_the_side_to_move() {
        let ending = "OOOOOOOOOOOOOOXOOOOOOXXOOXOOXOXOOXXOXXXOOXXXXXXOOXXXXXXO-X--XXOO";
        let mut thinker = NBoardThinker::new(&PlayerSpec::parse("strong").unwrap()).unwrap();
        let request = Request { depth: 20, moves: 1, time: None };
        for (side, discs) in [("X", -32.0), ("O", 32.0)] {
            let position = Othello::parse(Some(&format!("{ending} {side}"))).unwrap();
            let mut hints = 0;
            let answer = thinker.think(&position, request, &Stop::default(), &mut |_| hints += 1);
            let best = answer.best.unwrap();
            assert!(hints > 0 && best.exact, "{best:?}");
            assert!(side != "X" || best.value == Some(discs), "{best:?}");
            assert!(best.value.unwrap().signum() == discs.signum(), "{best:?}");
            thinker.forget();
        }
    }
}
