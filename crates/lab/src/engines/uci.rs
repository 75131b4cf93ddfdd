//! Our searches as a chess engine for [`plywood_protocols::uci`].

use crate::Error;
use plywood::Budget;
use plywood::kit::{Format, Word};
use plywood::search::{MtOptions, Switch};
use plywood_games::chess::cozy_chess::Move;
use plywood_games::{Chess, Game, InputError};
use plywood_play::{Analyst, Insight};
use plywood_protocols::uci::{Answer, Progress, Request, Setting, Stop, Thinker};
use plywood_registry::{DEFAULT_ALGORITHM, PlayerSpec, algorithms, built_in, set_limit};

/// The value of an option that leaves the choice to the algorithm.
const AUTO: &str = "auto";

/// The values that the GUI has set.
struct Choices {
    algorithm: String,
    /// The size of the table or tree, in MiB.
    hash: String,
    threads: String,
    quiescence: String,
    selective: String,
    eval: String,
}

impl Choices {
    fn new() -> Choices {
        let text = |text: &str| text.to_string();
        Choices {
            algorithm: text(DEFAULT_ALGORITHM),
            hash: text("64"),
            threads: text("1"),
            quiescence: text(AUTO),
            selective: text(AUTO),
            eval: text(Chess::EVALUATIONS[0].0),
        }
    }

    /// The player with these options; options that its algorithm does not have are left out.
    fn spec(&self) -> Result<PlayerSpec, Error> {
        let mut spec = PlayerSpec::parse(&self.algorithm)?;
        let size = format!("{}MiB", self.hash);
        let wanted = [
            ("table", &size),
            ("threads", &self.threads),
            ("quiescence", &self.quiescence),
            ("selective", &self.selective),
        ];
        for (name, value) in wanted {
            if spec.get(name).is_some() && *value != AUTO {
                spec.replace(name, value)?;
            }
        }
        spec.common.eval = Some(self.eval.clone());
        if spec.get("table").is_none() {
            set_limit(&mut spec.budget, "memory", &size)?;
        }
        Ok(spec)
    }
}

/// Searches chess positions for [`run`](plywood_protocols::uci::run), with every algorithm of the registry.
///
/// ```
/// use plywood_lab::engines::UciThinker;
/// use plywood_protocols::uci::{Identity, run};
///
/// let (mut out, identity) = (Vec::new(), Identity { name: "Plywood", author: "Ada" });
/// let script = "setoption name Algorithm value mtdf\nposition startpos\ngo depth 2\n";
/// run(identity, script.as_bytes(), &mut out, &mut UciThinker::new()?)?;
/// assert!(String::from_utf8_lossy(&out).contains("bestmove "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct UciThinker {
    choices: Choices,
    analyst: Analyst<Chess>,
    /// The limits of every search.
    budget: Budget,
}

impl UciThinker {
    /// A thinker with the default options.
    pub fn new() -> Result<UciThinker, Error> {
        let choices = Choices::new();
        let spec = choices.spec()?;
        Ok(UciThinker {
            choices,
            analyst: Analyst::new(built_in::<Chess>().build, &spec)?,
            budget: spec.budget,
        })
    }

    /// Builds the search that the options describe, with an empty table.
    fn rebuild(&mut self) -> Result<(), Error> {
        let spec = self.choices.spec()?;
        self.analyst = Analyst::new(built_in::<Chess>().build, &spec)?;
        self.budget = spec.budget;
        Ok(())
    }
}

impl Thinker for UciThinker {
    fn settings(&self) -> Vec<Setting> {
        // In chess, which has no endgame solver, 'endgame' is NegaScout.
        let names = algorithms().into_iter().map(|algorithm| algorithm.name);
        let others = names.filter(|&name| name != DEFAULT_ALGORITHM && name != "endgame");
        let switch = Format::<Switch>::words(&Word);
        let (least, most) = MtOptions::THREADS.into_inner();
        vec![
            Setting::spin("Hash", 64, 1, 65536),
            Setting::button("Clear Hash"),
            Setting::spin("Threads", 1, least as u32, most as u32),
            Setting::combo("Algorithm", std::iter::once(DEFAULT_ALGORITHM).chain(others)),
            Setting::combo("Quiescence", switch.clone()),
            Setting::combo("Selective", switch),
            Setting::combo("Eval", Chess::EVALUATIONS.iter().map(|(name, _)| *name)),
        ]
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), InputError> {
        let choice = match name {
            "Hash" => Some(&mut self.choices.hash),
            "Threads" => Some(&mut self.choices.threads),
            "Algorithm" => Some(&mut self.choices.algorithm),
            "Quiescence" => Some(&mut self.choices.quiescence),
            "Selective" => Some(&mut self.choices.selective),
            "Eval" => Some(&mut self.choices.eval),
            _ => None,
        };
        if let Some(choice) = choice {
            *choice = value.to_string();
        }
        self.rebuild().map_err(|error| {
            InputError::new(format!("option {name}"), value).expected(error.to_string())
        })
    }

    fn forget(&mut self) {
        // Cannot fail: the same options were accepted before.
        let _ = self.rebuild();
    }

    fn think(
        &mut self,
        position: &Chess,
        request: &Request,
        stop: &Stop,
        on_progress: &mut dyn FnMut(Progress),
    ) -> Answer {
        let &Request { lines, depth, nodes, time, .. } = request;
        let stop = Some(stop.clone());
        let budget = Budget { depth, nodes, time, stop, ..self.budget.clone() };
        let mut line = Vec::new();
        let (mut deepest, mut searched) = (0, false);
        let mut on_insight = |insight: &Insight<Move>| {
            if insight.finished {
                searched = true;
                line = insight.variations.first().map(|best| best.pv.clone()).unwrap_or_default();
            }
            deepest = deepest.max(insight.details.get("deepest") as u32);
            on_progress(Progress {
                variations: insight.variations.clone(),
                nodes: insight.counts.generated,
                deepest,
                table_used: insight.details.get("table_used") as u32,
                under_way: !insight.finished,
            });
        };
        let end = self.analyst.analyse(position, &request.among, lines, &budget, &mut on_insight);
        let Ok(end) = end else { return Answer::default() };
        searched |= end.unfinished.is_some();
        let variations = end.unfinished.clone().into_iter().collect();
        let line = end.unfinished.map_or(line, |unfinished| unfinished.pv);
        let reply = line.get(1).copied().filter(|_| line.first() == end.best.as_ref());
        let progress = Progress {
            variations,
            nodes: end.counts.generated,
            deepest: deepest.max(end.details.get("deepest") as u32),
            table_used: end.details.get("table_used") as u32,
            under_way: false,
        };
        Answer { best: end.best.filter(|_| searched), reply, end: progress }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_reach_the_algorithms_that_have_them() {
        let mut thinker = UciThinker::new().unwrap();
        for setting in thinker.settings() {
            assert!(setting.name == "Clear Hash" || setting.read(Some("no such value")).is_err());
        }
        let spec = |thinker: &UciThinker| thinker.choices.spec().unwrap();
        thinker.set("Threads", "2").unwrap();
        thinker.set("Hash", "8").unwrap();
        let strong = spec(&thinker);
        assert_eq!(strong.get("threads").as_deref(), Some("2"));
        assert_eq!(strong.get("table"), Some(MtOptions::entries_in(8 << 20).to_string()));
        assert_eq!(strong.get("selective").as_deref(), Some(AUTO));
        assert_eq!(strong.budget.memory, None);
        thinker.set("Algorithm", "best-first-saved-tree").unwrap();
        let tree = spec(&thinker);
        assert_eq!((tree.get("threads"), tree.budget.memory), (None, Some(8 << 20)));
        thinker.set("Algorithm", "mtdf").unwrap();
        thinker.set("Selective", "true").unwrap();
        assert_eq!(spec(&thinker).get("selective").as_deref(), Some("true"));
    }

    #[test]
    fn an_answer_has_a_reply_and_progress_by_depth() {
        let mut thinker = UciThinker::new().unwrap();
        let request = Request { lines: 2, depth: Some(3), ..Request::default() };
        let mut depths = Vec::new();
        let position = Chess::default();
        let answer = thinker.think(&position, &request, &Stop::default(), &mut |progress| {
            if !progress.under_way {
                assert_eq!(progress.variations.len(), 2);
                depths.push(progress.variations[0].depth);
            }
        });
        assert_eq!(depths, [1, 2, 3]);
        assert!(answer.best.is_some() && answer.reply.is_some() && answer.end.nodes > 0);
    }
}
