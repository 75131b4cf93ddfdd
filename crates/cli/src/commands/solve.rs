//! `plywood solve`

use crate::answer::{line_text, ms, time_text};
use crate::args::SpecArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::json::Object;
use crate::player::{Chosen, DEFAULT};
use plywood::{Budget, Search, Side, Stop};
use plywood_games::othello::{Evaluation, Goal, Solver, SolverOptions};
use plywood_games::{Game, InputError, Othello, one_of};
use plywood_lab::Error;
use plywood_lab::experiment::Progress;
use plywood_lab::play::Answer;
use plywood_lab::registry::{GameEntry, PlayerSpec, ProblemInWords, game, is_limited, set_limit};
use serde_json::Value;
use std::fs;
use std::io::{self, IsTerminal, Read, Write};
use std::process::ExitCode;
use std::time::Instant;

/// Solve the problems of a file
#[derive(clap::Args)]
#[command(after_help = "\
A problem is a line. Of Othello: a board, the side to move and, if it is known, the score for that \
side; a name may come first. Of chess: EPD, with the best moves (bm) or those to avoid (am), and \
perhaps a name (id). Blank lines and those that begin with #, ; or % are skipped.

Othello is solved to the end, unless --algorithm names another way. Any other game is searched for \
a second, unless limits say otherwise; a problem is solved if the best move found is one of the best \
moves and none of those to avoid. Scores are those of the side to move. The exit code is 1 if an \
answer is not the expected one.

Examples:
  plywood solve problems.tsv
  plywood solve problems.tsv --goal outcome --time 10s --json
  plywood solve wac.epd --game chess --time 100ms
  head -1 problems.tsv | plywood solve -")]
pub(crate) struct Args {
    /// The file; '-' is standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// The game: othello, chess, or any other that has problems; without it othello
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// What to find out of Othello: 'exact' is the score, 'outcome' only who wins
    #[arg(long, value_name = "G", default_value = "exact")]
    goal: String,
    /// The algorithm; without it the solver of Othello, and 'strong' for other games
    #[arg(long, value_name = "A")]
    algorithm: Option<String>,
    #[command(flatten)]
    spec: SpecArgs,
    /// Print a JSON object for each problem
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(
    args: &Args,
    games: &[GameEntry],
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    let goal = match args.goal.as_str() {
        "exact" => Goal::Exact,
        "outcome" => Goal::Outcome,
        other => {
            let error = InputError::new("--goal", other);
            let error = error.expected(one_of(other, &["exact", "outcome"]));
            return Err(Error::input(error.to_string()).into());
        }
    };
    let entry = match &args.game {
        Some(name) => game(games, name)?,
        None => game(games, Othello::NAME).map_err(|error| {
            Error::input(format!("without --game the problems are of Othello: {error}"))
        })?,
    };
    let solves = entry.name == Othello::NAME && args.algorithm.is_none();
    let algorithm = args.algorithm.as_deref();
    let unit = entry.open(None).map_or(1, |session| session.unit());
    if solves {
        let spec = args.spec.spec("endgame")?;
        if let Some(name) = spec.settings.names().next() {
            return Err(Error::input(format!(
                "--set {name}: the solver of Othello has no options: expected none, or --algorithm"
            ))
            .into());
        }
        if spec.budget.depth.is_some() {
            let reason = "the solver of Othello goes to the end of the game";
            let expected = "expected no --depth, or --algorithm";
            return Err(Error::input(format!("--depth: {reason}: {expected}")).into());
        }
        let budget = spec.budget.stop_flag(interrupt::flag());
        let table = budget.memory.unwrap_or(SolverOptions::default().table);
        let mut solver = Solver::with(SolverOptions { goal, table }, Evaluation::default());
        let session = Session {
            args,
            game: entry.name,
            goal,
            unit,
            player: None,
            size: Some(size_of_ending),
        };
        let problems = read(&args.file, entry)?;
        return session.solve(&problems, out, &mut |position| end(&mut solver, position, &budget));
    }
    if goal != Goal::Exact {
        let expected = "expected no --goal, or Othello without --algorithm";
        return Err(Error::input(format!("--goal {}: {expected}", args.goal)).into());
    }
    let mut player = Chosen::new(algorithm.unwrap_or(DEFAULT), &args.spec, entry)?;
    if !is_limited(&player.spec.budget) {
        set_limit(&mut player.spec.budget, "time", "1s")?;
    }
    player.spec.watch(interrupt::flag());
    let session = Session { args, game: entry.name, goal, unit, player: Some(&player), size: None };
    let problems = read(&args.file, entry)?;
    session.solve(&problems, out, &mut |position| search(entry, &player.spec, position))
}

/// The end of a game of Othello, solved.
fn end(
    solver: &mut Solver<Evaluation>,
    position: &str,
    budget: &Budget,
) -> Result<(Answer, Side), Error> {
    let position = Othello::parse(Some(position)).map_err(|e| Error::input(e.to_string()))?;
    let start = Instant::now();
    let report = solver.run(&position, budget);
    let answer = Answer::of(&position, &report, start.elapsed());
    Ok((answer, plywood::Position::side(&position)))
}

/// A position searched by a player who has never seen another.
fn search(entry: &GameEntry, spec: &PlayerSpec, position: &str) -> Result<(Answer, Side), Error> {
    let mut session = entry.open(Some(position))?;
    session.set_player(spec)?;
    Ok((session.search()?, session.side()))
}

fn size_of_ending(position: &str) -> u32 {
    position.chars().take(64).filter(|&square| square == '-').count() as u32
}

/// Reads the problems of a file. Those without a name are called by the number of their line.
fn read(path: &str, entry: &GameEntry) -> Result<Vec<ProblemInWords>, Error> {
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
    let text = text.trim_start_matches('\u{feff}');
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if line.is_empty() || line.starts_with(['#', ';', '%']) {
            continue;
        }
        let Some(problem) = entry.problem(line) else {
            let error = InputError::new("--game", entry.name);
            return Err(wrong(
                error.expected("a game that has problems, such as othello or chess"),
            ));
        };
        let mut problem =
            problem.map_err(|e| Error::input(format!("{}: at line {number}: {e}", file())))?;
        problem.name.get_or_insert_with(|| number.to_string());
        problems.push(problem);
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
struct Session<'a> {
    args: &'a Args,
    game: &'a str,
    goal: Goal,
    /// How much of a score is one of what people count.
    unit: i32,
    /// Who searches; none where the solver of Othello does.
    player: Option<&'a Chosen>,
    /// The size of a problem, where the game measures it.
    size: Option<fn(&str) -> u32>,
}

/// An answer as the side to move sees it.
struct Seen<'a> {
    problem: &'a ProblemInWords,
    answer: &'a Answer,
    /// The bounds of the score, in what the game counts.
    lower: f64,
    upper: f64,
    verdict: Verdict,
}

type Solve<'a> = dyn FnMut(&str) -> Result<(Answer, Side), Error> + 'a;

impl Session<'_> {
    fn solve(
        &self,
        problems: &[ProblemInWords],
        out: &mut dyn Write,
        solve: &mut Solve<'_>,
    ) -> Result<ExitCode, Failure> {
        // Where nothing is a terminal the rows are progress enough.
        let progress = Progress::new(io::stderr().is_terminal(), "solve", "problems");
        progress.round(0, problems.len() as u64, false);
        let names = problems.iter().filter_map(|problem| problem.name.as_deref());
        let width = names.map(|name| name.chars().count()).max().unwrap_or(0).clamp(4, 20);
        if !self.args.json {
            writeln!(out, "algorithm {}", self.player.map_or("endgame".to_string(), Chosen::text))?;
            let size = if self.size.is_some() { "  empty" } else { "" };
            writeln!(
                out,
                "{:>width$}{size}  {:>8}  {:<7}  {:>13}  {:>8}  {:<5}  line",
                "name", "score", "best", "nodes", "time", ""
            )?;
        }
        let (begun, mut nodes, mut proven) = (Instant::now(), 0, 0);
        let (mut right, mut wrong) = (0, Vec::new());
        for problem in problems {
            let (answer, side) = solve(&problem.position)?;
            if answer.stop == Stop::Cancelled {
                drop(progress);
                out.flush()?;
                return Ok(interrupt::exit_code());
            }
            let seen = self.seen(problem, &answer, side);
            nodes += answer.counts.generated;
            proven += usize::from(answer.proven);
            match seen.verdict {
                Verdict::Open => {}
                Verdict::Right => right += 1,
                Verdict::Wrong => wrong.push(problem.name.as_deref().unwrap_or_default()),
            }
            progress.unit_done();
            progress.above(|| match self.args.json {
                true => writeln!(out, "{}", self.json(&seen)),
                false => writeln!(out, "{}", self.row(&seen, width).trim_end()),
            })?;
            // The next problem may take long.
            out.flush()?;
        }
        drop(progress);
        if !self.args.json {
            // Where there is an exact score to find, what counts is whether it was found.
            let solved = if self.size.is_some() { format!("{proven} solved, ") } else { "".into() };
            writeln!(
                out,
                "{} problems, {solved}{right} as expected, {} wrong, {nodes} nodes, {}",
                problems.len(),
                wrong.len(),
                time_text(begun.elapsed())
            )?;
            if !wrong.is_empty() {
                writeln!(out, "wrong: {}", wrong.join(", "))?;
            }
        }
        Ok(if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn seen<'a>(&self, problem: &'a ProblemInWords, answer: &'a Answer, side: Side) -> Seen<'a> {
        let points = |score: plywood::Score| f64::from(score.get()) / f64::from(self.unit);
        let (lower, upper) = match side {
            Side::Max => (points(answer.value.lower), points(answer.value.upper)),
            Side::Min => (-points(answer.value.upper), -points(answer.value.lower)),
        };
        let found =
            |moves: &[String]| answer.best.as_ref().is_some_and(|best| moves.contains(best));
        let asks_for_a_move = !problem.best.is_empty() || !problem.avoid.is_empty();
        let finds_it = (problem.best.is_empty() || found(&problem.best)) && !found(&problem.avoid);
        let verdict = match problem.score.map(f64::from) {
            Some(score) if !(lower..=upper).contains(&score) => Verdict::Wrong,
            Some(_) if answer.proven => Verdict::Right,
            None if asks_for_a_move && finds_it => Verdict::Right,
            None if asks_for_a_move => Verdict::Wrong,
            _ => Verdict::Open,
        };
        Seen { problem, answer, lower, upper, verdict }
    }

    fn row(&self, seen: &Seen<'_>, width: usize) -> String {
        let Seen { problem, answer, lower, upper, verdict } = *seen;
        let whole = |score: f64| format!("{:+}", score.trunc());
        let score = match (answer.value.exact(), self.size.is_some()) {
            (Some(score), _) if score.winner().is_some() => {
                (if lower > 0.0 { "win" } else { "loss" }).to_string()
            }
            (Some(_), false) => format!("{lower:+.2}"),
            (Some(_), true) => whole(lower),
            (None, false) => "?".to_string(),
            _ if answer.proven && self.goal == Goal::Outcome && lower >= 1.0 => "win".to_string(),
            _ if answer.proven && self.goal == Goal::Outcome && upper < 0.0 => "loss".to_string(),
            (None, true) => format!("{}..{}", whole(lower), whole(upper)),
        };
        let size = self.size.map(|size| format!("  {:>5}", size(&problem.position)));
        format!(
            "{:>width$}{}  {score:>8}  {:<7}  {:>13}  {:>8}  {:<5}  {}",
            problem.name.as_deref().unwrap_or_default(),
            size.unwrap_or_default(),
            answer.best.as_deref().unwrap_or_default(),
            answer.counts.generated,
            time_text(answer.elapsed),
            verdict.text(),
            line_text(&answer.pv)
        )
    }

    fn json(&self, seen: &Seen<'_>) -> Object {
        let Seen { problem, answer, lower, upper, verdict } = *seen;
        // JSON has no infinities, and whole numbers should look like that.
        let number = |score: f64| match score {
            score if (score * f64::from(self.unit)).abs() >= f64::from(i32::MAX) => Value::Null,
            score if score == score.trunc() => (score as i64).into(),
            score => score.into(),
        };
        let (lower, upper) = (number(lower), number(upper));
        let mut object = Object::new()
            .field("name", problem.name.as_deref())
            .field("game", self.game)
            .field("position", problem.position.as_str());
        object = match self.player {
            Some(player) => player.fields(object),
            None => object.field("algorithm", "endgame").object("options", Object::new()),
        };
        if let Some(size) = self.size {
            object = object.field("empties", size(&problem.position));
        }
        object = object
            .object("score", Object::new().field("lower", lower).field("upper", upper))
            .field("proven", answer.proven)
            .field("best", answer.best.as_deref())
            .field("pv", answer.pv.clone())
            .field("nodes", answer.counts.generated)
            .field("stop", answer.stop.name());
        object = match problem.score {
            None if !problem.best.is_empty() || !problem.avoid.is_empty() => object
                .field("expected_moves", problem.best.clone())
                .field("moves_to_avoid", problem.avoid.clone()),
            score => object.field("expected", score),
        };
        object
            .field(
                "right",
                match verdict {
                    Verdict::Open => Value::Null,
                    verdict => (verdict == Verdict::Right).into(),
                },
            )
            .field("elapsed_ms", ms(answer.elapsed))
    }
}
