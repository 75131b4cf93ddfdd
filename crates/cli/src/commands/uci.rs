//! `plywood uci`

use crate::failure::Failure;
use crate::help::Program;
use crate::player::DEFAULT;
use plywood::Budget;
use plywood_games::chess::cozy_chess::Move;
use plywood_games::{Chess, Game, InputError};
use plywood_lab::Error;
use plywood_lab::play::{self, Analyst};
use plywood_lab::registry::{CHESS, EVAL, PlayerSpec, QUIESCENCE, SELECTIVE, THREADS, algorithms};
use plywood_protocols::uci::{self, Answer, Identity, Progress, Request, Setting, Stop, Thinker};
use std::io::{self, BufReader, Write};
use std::process::ExitCode;

/// Be an engine for chess GUIs that speak UCI
#[derive(clap::Args)]
#[command(after_help = "\
Speaks UCI on standard input and output. The GUI sets everything: the algorithm, the size of the \
table, threads and the evaluation are options of the engine. docs/uci.md lists them.

Examples:
  plywood uci
  printf 'position startpos\\ngo movetime 1000\\n' | plywood uci")]
pub(crate) struct Args {}

pub(crate) fn run(
    _: &Args,
    program: Program<'_>,
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    program.require("uci", Chess::NAME)?;
    let identity = Identity {
        name: concat!("Plywood ", env!("CARGO_PKG_VERSION")),
        author: "the Plywood developers",
    };
    let mut engine = Engine::new()?;
    uci::run(identity, BufReader::new(io::stdin()), out, &mut engine)?;
    Ok(ExitCode::SUCCESS)
}

/// What the GUI has set.
struct Choices {
    algorithm: String,
    /// In MiB.
    hash: String,
    threads: String,
    /// Those of strong are on and those of other algorithms off, unless they are set.
    quiescence: String,
    selective: String,
    eval: String,
}

/// The value of a check that leaves it to the algorithm.
const AUTO: &str = "auto";

impl Choices {
    /// The player that they ask for. What an algorithm does not offer, it is not asked for.
    fn spec(&self) -> Result<PlayerSpec, Error> {
        let mut spec = PlayerSpec::parse(&self.algorithm)?;
        let size = format!("{}MiB", self.hash);
        let wanted = [
            ("table", &size),
            (THREADS.name, &self.threads),
            (QUIESCENCE.name, &self.quiescence),
            (SELECTIVE.name, &self.selective),
        ];
        let offers = |name: &str| spec.algorithm.options.iter().any(|option| option.name == name);
        let keeps_table = offers("table");
        let wanted = wanted.into_iter().filter(|(name, value)| offers(name) && *value != AUTO);
        for (name, value) in wanted {
            spec.settings.set_default(name, value);
        }
        spec.settings.set_default(EVAL.name, &self.eval);
        if !keeps_table {
            plywood_lab::registry::set_limit(&mut spec.budget, "memory", &size)?;
        }
        Ok(spec)
    }
}

struct Engine {
    choices: Choices,
    analyst: Analyst<Chess>,
    /// What holds for every search, whatever is asked.
    budget: Budget,
}

impl Engine {
    fn new() -> Result<Engine, Error> {
        let words = |text: &str| text.to_string();
        let choices = Choices {
            algorithm: words(DEFAULT),
            hash: words("64"),
            threads: words("1"),
            quiescence: words(AUTO),
            selective: words(AUTO),
            eval: words(Chess::EVALUATIONS[0].0),
        };
        let spec = choices.spec()?;
        Ok(Engine { choices, analyst: Analyst::new(CHESS, &spec)?, budget: spec.budget })
    }

    /// Seats the player that the choices ask for, with an empty table.
    fn rebuild(&mut self) -> Result<(), Error> {
        let spec = self.choices.spec()?;
        self.analyst = Analyst::new(CHESS, &spec)?;
        self.budget = spec.budget;
        Ok(())
    }
}

impl Thinker for Engine {
    fn settings(&self) -> Vec<Setting> {
        // For chess the solver of endings is negascout itself.
        let names = algorithms().into_iter().map(|algorithm| algorithm.name);
        let others = names.filter(|&name| name != DEFAULT && name != "endgame");
        vec![
            Setting::spin("Hash", 64, 1, 65536),
            Setting::button("Clear Hash"),
            Setting::spin("Threads", 1, 1, 1024),
            Setting::combo("Algorithm", std::iter::once(DEFAULT).chain(others)),
            Setting::combo("Quiescence", [AUTO, "true", "false"]),
            Setting::combo("Selective", [AUTO, "true", "false"]),
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
        // The same player was built before.
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
        let (mut deepest, mut looked) = (0, false);
        let mut tell = |insight: &play::Insight<Move>| {
            if insight.finished {
                looked = true;
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
        let Ok(end) = self.analyst.analyse(position, &request.among, lines, &budget, &mut tell)
        else {
            return Answer::default();
        };
        looked |= end.unfinished.is_some();
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
        Answer { best: end.best.filter(|_| looked), reply, end: progress }
    }
}
