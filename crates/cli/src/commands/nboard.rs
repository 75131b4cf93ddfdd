//! `plywood nboard`

use crate::args::SpecArgs;
use crate::failure::Failure;
use crate::help::Program;
use crate::player::DEFAULT;
use plywood::{Budget, Position, Score, Variation};
use plywood_games::othello::{DISC, Move};
use plywood_games::{Game, Othello};
use plywood_lab::play::{Analyst, Insight};
use plywood_lab::registry::{OTHELLO, PlayerSpec, set_limit};
use plywood_protocols::nboard::{self, Answer, Hint, Request, Stop, Thinker};
use std::io::{self, BufReader, Write};
use std::process::ExitCode;

/// Be an engine for NBoard and other boards for Othello
#[derive(clap::Args)]
#[command(after_help = "\
Speaks version 2 of the NBoard protocol on standard input and output. The board sets the depth; \
other limits hold for each answer. Best-first algorithms search once to that depth; all others search \
to depth 1, 2, … and report each depth.

Examples:
  plywood nboard
  plywood nboard --time 5s
  plywood nboard --algorithm best-first-saved-tree --memory 1GiB --nodes 1M --name Plywood-BF")]
pub(crate) struct Args {
    /// The algorithm; 'plywood algorithms' lists them
    #[arg(long, value_name = "A", default_value = DEFAULT)]
    algorithm: String,
    #[command(flatten)]
    spec: SpecArgs,
    /// The name that the board shows
    #[arg(long, default_value = "Plywood")]
    name: String,
}

/// How far to look ahead before the board has said so.
const DEPTH: u32 = 6;

pub(crate) fn run(
    args: &Args,
    program: Program<'_>,
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    program.require("nboard", Othello::NAME)?;
    let mut spec = args.spec.spec(&args.algorithm)?;
    if spec.budget.memory.is_none() {
        set_limit(&mut spec.budget, "memory", "256MiB")?;
    }
    let depth = spec.budget.depth.unwrap_or(DEPTH);
    let analyst = Analyst::new(OTHELLO, &spec)?;
    let mut engine = Engine { analyst, budget: spec.budget.clone(), spec };
    let input = BufReader::new(io::stdin());
    nboard::run(&args.name, input, out, &mut engine, depth)?;
    Ok(ExitCode::SUCCESS)
}

struct Engine {
    spec: PlayerSpec,
    analyst: Analyst<Othello>,
    budget: Budget,
}

impl Thinker for Engine {
    fn forget(&mut self) {
        // The same player was built before.
        if let Ok(analyst) = Analyst::new(OTHELLO, &self.spec) {
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
        let mut budget = self.budget.clone().depth(request.depth).stop_flag(stop.clone());
        budget.time = budget.time.into_iter().chain(request.time).min();
        let mut last = None;
        let mut on_insight = |insight: &Insight<Move>| {
            if !insight.finished {
                return;
            }
            let hints = insight.variations.iter().map(|variation| hint(position, variation));
            let hints: Vec<Hint> = hints.collect();
            hints.iter().for_each(&mut *on_hint);
            last = hints.into_iter().next();
        };
        let lines = request.moves;
        let Ok(end) = self.analyst.analyse(position, &[], lines, &budget, &mut on_insight) else {
            return Answer { best: None, nodes: 0 };
        };
        // A better move than that of the last depth; else that.
        let better = end.unfinished.map(|known| hint(position, &known));
        Answer { best: better.or(last), nodes: end.counts.generated }
    }
}

/// What is known of a line, for the side to move in `position`.
fn hint(position: &Othello, variation: &Variation<Move>) -> Hint {
    let discs = |score: Score| f64::from(score.seen_by(position.side()).get()) / f64::from(DISC);
    let value = variation.value.exact().map(discs);
    let exact = variation.proven && value.is_some();
    Hint { line: variation.pv.clone(), value, depth: variation.depth, exact }
}
