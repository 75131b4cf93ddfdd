//! `plywood nboard`

use crate::args::SpecArgs;
use crate::failure::Failure;
use plywood::{Budget, Counts, Position, Report};
use plywood_games::Othello;
use plywood_games::othello::{DISC, Move};
use plywood_lab::registry::{Player, PlayerSpec, set_limit};
use plywood_protocols::nboard::{self, Hint, Request, Stop, Thinker, Thought};
use std::io::{self, BufReader, Write};
use std::process::ExitCode;
use std::time::Instant;

/// Be an engine for NBoard and other boards for Othello
#[derive(clap::Args)]
#[command(after_help = "\
Speaks version 2 of the NBoard protocol on standard input and output. The board sets the depth;
other limits hold for each answer. Best-first algorithms search once to that depth, all others to
depth 1, 2, … and say what they find on the way.

Examples:
  plywood nboard
  plywood nboard --algorithm alpha-beta --set order=static --time 5s
  plywood nboard --algorithm best-first-saved-tree --memory 1GiB --nodes 1M --name Plywood-BF")]
pub(crate) struct Args {
    /// The algorithm; 'plywood algorithms' lists them
    #[arg(long, value_name = "A", default_value = "alpha-beta")]
    algorithm: String,
    #[command(flatten)]
    spec: SpecArgs,
    /// The name that the board shows
    #[arg(long, default_value = "Plywood")]
    name: String,
}

/// How far to look ahead before the board has said so.
const DEPTH: u32 = 6;

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let mut spec = args.spec.spec(&args.algorithm)?;
    if spec.budget.memory.is_none() {
        set_limit(&mut spec.budget, "memory", "256MiB")?;
    }
    let mut engine = Engine { player: spec.build()?, spec };
    let depth = engine.spec.budget.depth.unwrap_or(DEPTH);
    let input = BufReader::new(io::stdin());
    nboard::run(&args.name, input, out, &mut engine, depth)?;
    Ok(ExitCode::SUCCESS)
}

struct Engine {
    spec: PlayerSpec,
    player: Box<dyn Player<Othello>>,
}

impl Thinker for Engine {
    fn think(
        &mut self,
        position: &Othello,
        request: Request,
        stop: &Stop,
        on_hint: &mut dyn FnMut(&Hint),
    ) -> Thought {
        // Deepening costs little where each depth is far more work than the one before, and it
        // costs everything where the depth is only a limit.
        let first = if self.spec.algorithm.exact { 1 } else { request.depth };
        let mut purse = Purse {
            limits: self.spec.budget.clone().stop_flag(stop.clone()),
            begun: Instant::now(),
            spent: Counts::default(),
        };
        let mut best = None;
        for depth in first..=request.depth {
            let hints = match request.moves {
                1 => self.best_move(position, depth, &mut purse),
                _ => self.each_move(position, depth, &mut purse),
            };
            let finished = hints.iter().all(|hint| hint.value.is_some());
            let exact = hints.iter().all(|hint| hint.exact);
            if finished {
                hints.iter().take(request.moves).for_each(&mut *on_hint);
            }
            // A move without a value is better than none.
            if finished || best.is_none() {
                best = hints.into_iter().next();
            }
            if !finished || exact {
                break;
            }
        }
        Thought { best, nodes: purse.spent.generated }
    }
}

impl Engine {
    /// The best move, found by one search of the position.
    fn best_move(&mut self, position: &Othello, depth: u32, purse: &mut Purse) -> Vec<Hint> {
        let report = self.player.search(position, &purse.share(1).depth(depth));
        purse.spent += report.counts;
        let line = match (report.pv.as_slice(), report.best) {
            ([], best) => best.into_iter().collect(),
            (line, _) => line.to_vec(),
        };
        let depth = if self.spec.algorithm.exact { depth } else { report.depth };
        vec![hint(position, line, depth, &report)]
    }

    /// All moves, best first: the positions after them are searched one by one, because a search of
    /// the position itself would know the value of the best move only.
    fn each_move(&mut self, position: &Othello, depth: u32, purse: &mut Purse) -> Vec<Hint> {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let mut hints = Vec::new();
        for (done, &m) in moves.iter().enumerate() {
            let parts = if self.spec.algorithm.exact { 1 } else { moves.len() - done };
            let mut child = *position;
            child.play(m);
            let report = self.player.search(&child, &purse.share(parts).depth(depth - 1));
            purse.spent += report.counts;
            let line = [m].into_iter().chain(report.pv.iter().copied()).collect();
            let depth = if self.spec.algorithm.exact { depth } else { report.depth + 1 };
            hints.push(hint(position, line, depth, &report));
        }
        let value = |hint: &Hint| hint.value.unwrap_or(f64::NEG_INFINITY);
        hints.sort_by(|a, b| value(b).total_cmp(&value(a)));
        hints
    }
}

/// What a report says of a line, for the side to move in `position`.
fn hint(position: &Othello, line: Vec<Move>, depth: u32, report: &Report<Move>) -> Hint {
    let value = report
        .value
        .exact()
        .map(|score| f64::from(score.seen_by(position.side()).get()) / f64::from(DISC));
    Hint { line, value, depth, exact: report.proven && value.is_some() }
}

/// What may be spent on an answer, and what was.
struct Purse {
    limits: Budget,
    begun: Instant,
    spent: Counts,
}

impl Purse {
    /// One of so many equal parts of what is left.
    fn share(&self, parts: usize) -> Budget {
        let of = |limit: u64, spent: u64| limit.saturating_sub(spent) / parts as u64;
        Budget {
            nodes: self.limits.nodes.map(|nodes| of(nodes, self.spent.generated)),
            evaluations: self.limits.evaluations.map(|count| of(count, self.spent.evaluated)),
            time: self.limits.time.map(|time| {
                time.saturating_sub(self.begun.elapsed()) / u32::try_from(parts).unwrap_or(u32::MAX)
            }),
            ..self.limits.clone()
        }
    }
}
