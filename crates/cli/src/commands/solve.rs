//! `plywood solve`

use crate::answer::{line_text, ms, time_text};
use crate::failure::Failure;
use crate::interrupt;
use crate::json::Object;
use indicatif::ProgressBar;
use plywood::{Budget, Evaluate, Interval, Report, Search, Side, Stop};
use plywood_games::othello::{Evaluation, Goal, Problem as OthelloProblem, Solver, SolverOptions};
use plywood_games::{Game, InputError, Othello, line_names};
use plywood_lab::Error;
use plywood_lab::registry::set_limit;
use serde_json::Value;
use std::fs;
use std::io::{self, IsTerminal, Read, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Solve the problems of a file
#[derive(clap::Args)]
#[command(after_help = "\
A problem is a line: a board, the side to move and, if it is known, the score for that side; a name
may come first. Blank lines and those that begin with #, ; or % are skipped. Scores are those of the
side to move. The exit code is 1 if a score is not the expected one.

Examples:
  plywood solve problems.tsv
  plywood solve problems.tsv --goal outcome --time 10s --json
  echo 'OOOOOOOOOOOOOOXOOOOOOXXOOXOOXOXOOXXOXXXOOXXXXXXOOXXXXXXO-X--XXOO X' | plywood solve -")]
pub(crate) struct Args {
    /// The file; '-' is standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// The game: othello
    #[arg(long, value_name = "GAME", default_value = "othello")]
    game: String,
    /// What to find out: 'exact' is the score, 'outcome' only who wins
    #[arg(long, value_name = "G", default_value = "exact")]
    goal: String,
    /// Spend at most so long on a problem, such as 500ms, 2s or 1.5m
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    time: Option<String>,
    /// Hold at most so much in memory, such as 256MiB
    #[arg(long, value_name = "M", allow_hyphen_values = true)]
    memory: Option<String>,
    /// Print a JSON object for each problem
    #[arg(long)]
    json: bool,
}

/// A problem of any game.
struct Problem<G> {
    name: String,
    position: G,
    /// The score for the side to move, in what the game counts.
    expected: Option<i32>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let wrong = |name: &str, text: &str, expected: &str| {
        Error::input(InputError::new(name, text).expected(expected).to_string())
    };
    let goal = match args.goal.as_str() {
        "exact" => Goal::Exact,
        "outcome" => Goal::Outcome,
        other => return Err(wrong("--goal", other, "exact or outcome").into()),
    };
    let mut budget = Budget::new().stop_flag(interrupt::flag());
    for (name, text) in [("time", &args.time), ("memory", &args.memory)] {
        if let Some(text) = text {
            set_limit(&mut budget, name, text).map_err(|e| Error::input(format!("--{e}")))?;
        }
    }
    match args.game.as_str() {
        "othello" => {
            let problems = read(&args.file, |line, number| {
                let OthelloProblem { name, position, score } = OthelloProblem::parse(line)?;
                let name = name.unwrap_or_else(|| number.to_string());
                Ok(Problem { name, position, expected: score })
            })?;
            let table = budget.memory.unwrap_or(SolverOptions::default().table);
            let solver = Solver::new(SolverOptions { goal, table });
            let session = Session { args, budget, goal, size: Othello::empties };
            session.solve(&problems, solver, Evaluation::default(), out)
        }
        other => Err(wrong("--game", other, "a game with a solver: othello").into()),
    }
}

/// Reads the problems of a file, each with the number of its line.
fn read<G>(
    path: &str,
    parse: impl Fn(&str, usize) -> Result<Problem<G>, InputError>,
) -> Result<Vec<Problem<G>>, Error> {
    let wrong = |error: InputError| Error::input(error.to_string());
    let file = || InputError::new("problem file", path);
    let mut text = String::new();
    match path {
        "-" => io::stdin().lock().read_to_string(&mut text).map(drop),
        _ => fs::read_to_string(path).map(|whole| text = whole),
    }
    .map_err(|cause| {
        wrong(file().expected("a text that can be read").found(&format!("\"{cause}\"")))
    })?;
    let mut problems = Vec::new();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if line.is_empty() || line.starts_with(['#', ';', '%']) {
            continue;
        }
        let problem = parse(line, number);
        problems
            .push(problem.map_err(|e| Error::input(format!("{}: at line {number}: {e}", file())))?);
    }
    if problems.is_empty() {
        return Err(wrong(file().expected("a problem a line").found("none")));
    }
    Ok(problems)
}

/// How an answer compares with the expected one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// Nothing was expected, or not enough was found out.
    Open,
    Right,
    Wrong,
}

impl Verdict {
    fn text(self) -> &'static str {
        match self {
            Verdict::Open => "",
            Verdict::Right => "ok",
            Verdict::Wrong => "WRONG",
        }
    }
}

/// What all problems of a file share.
struct Session<'a, G> {
    args: &'a Args,
    budget: Budget,
    goal: Goal,
    /// The size of a problem, as the game measures it.
    size: fn(&G) -> u32,
}

impl<G: Game> Session<'_, G> {
    fn solve<S: Search<G>, E: Evaluate<G>>(
        &self,
        problems: &[Problem<G>],
        mut solver: S,
        mut evaluate: E,
        out: &mut dyn Write,
    ) -> Result<ExitCode, Failure> {
        let bar = match io::stderr().is_terminal() {
            true => ProgressBar::new(problems.len() as u64),
            false => ProgressBar::hidden(),
        };
        bar.enable_steady_tick(Duration::from_millis(500));
        let width = problems.iter().map(|problem| problem.name.chars().count()).max().unwrap_or(0);
        let width = width.clamp(4, 20);
        if !self.args.json {
            writeln!(
                out,
                "{:>width$}  empty  {:>8}  {:<4}  {:>13}  {:>8}  {:<5}  line",
                "name", "score", "best", "nodes", "time", ""
            )?;
        }
        let (begun, mut nodes, mut solved, mut verdicts) = (Instant::now(), 0, 0, Vec::new());
        for problem in problems {
            let start = Instant::now();
            let report = solver.search(&problem.position, &mut evaluate, &self.budget, &mut ());
            let time = start.elapsed();
            if report.stop == Stop::Cancelled {
                bar.finish_and_clear();
                out.flush()?;
                return Ok(interrupt::exit_code());
            }
            let (lower, upper) = bounds(&problem.position, report.value);
            let verdict = match problem.expected {
                Some(score) if !(lower..=upper).contains(&score) => Verdict::Wrong,
                Some(_) if report.proven => Verdict::Right,
                _ => Verdict::Open,
            };
            nodes += report.counts.generated;
            solved += usize::from(report.proven);
            verdicts.push(verdict);
            bar.inc(1);
            bar.suspend(|| match self.args.json {
                true => writeln!(out, "{}", self.json(problem, &report, verdict, time)),
                false => {
                    let row = self.row(problem, &report, verdict, time, width);
                    writeln!(out, "{}", row.trim_end())
                }
            })?;
            // The next problem may take long.
            out.flush()?;
        }
        bar.finish_and_clear();
        let count = |wanted: Verdict| verdicts.iter().filter(|&&v| v == wanted).count();
        if !self.args.json {
            writeln!(
                out,
                "{} problems, {solved} solved, {} as expected, {} wrong, {nodes} nodes, {}",
                problems.len(),
                count(Verdict::Right),
                count(Verdict::Wrong),
                time_text(begun.elapsed())
            )?;
        }
        Ok(if count(Verdict::Wrong) > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    fn row(
        &self,
        Problem { name, position, .. }: &Problem<G>,
        report: &Report<G::Move>,
        verdict: Verdict,
        time: Duration,
        width: usize,
    ) -> String {
        let score = match bounds(position, report.value) {
            (lower, upper) if lower == upper => format!("{lower:+}"),
            (1.., _) if report.proven && self.goal == Goal::Outcome => "win".to_string(),
            (_, ..0) if report.proven && self.goal == Goal::Outcome => "loss".to_string(),
            (lower, upper) => format!("{lower:+}..{upper:+}"),
        };
        let line = line_names(position, &report.pv);
        format!(
            "{name:>width$}  {:>5}  {score:>8}  {:<4}  {:>13}  {:>8}  {:<5}  {}",
            (self.size)(position),
            line.first().map_or("", String::as_str),
            report.counts.generated,
            time_text(time),
            verdict.text(),
            line_text(&line)
        )
    }

    fn json(
        &self,
        Problem { name, position, expected }: &Problem<G>,
        report: &Report<G::Move>,
        verdict: Verdict,
        time: Duration,
    ) -> Object {
        let (lower, upper) = bounds(position, report.value);
        let line = line_names(position, &report.pv);
        Object::new()
            .field("name", name.as_str())
            .field("game", G::NAME)
            .field("position", position.text())
            .field("empties", (self.size)(position))
            .object("score", Object::new().field("lower", lower).field("upper", upper))
            .field("proven", report.proven)
            .field("best", line.first().cloned())
            .field("pv", line)
            .field("nodes", report.counts.generated)
            .field("stop", report.stop.name())
            .field("expected", *expected)
            .field(
                "right",
                match verdict {
                    Verdict::Open => Value::Null,
                    verdict => (verdict == Verdict::Right).into(),
                },
            )
            .field("elapsed_ms", ms(time))
    }
}

/// What is known of a score, as the side to move sees it and in what the game counts.
fn bounds<G: Game>(position: &G, value: Interval) -> (i32, i32) {
    let (lower, upper) = (value.lower.get() / G::UNIT, value.upper.get() / G::UNIT);
    match position.side() {
        Side::Max => (lower, upper),
        Side::Min => (-upper, -lower),
    }
}
