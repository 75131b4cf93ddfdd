//! `plywood solve`

use super::captures;
use crate::answer::{line_text, ms, time_text};
use crate::args::{SpecArgs, count};
use crate::failure::Failure;
use crate::interrupt;
use crate::json::Object;
use crate::live::LiveOutput;
use crate::player::Chosen;
use plywood_games::{Game, InputError, Othello, one_of, shown};
use plywood_lab::Error;
use plywood_lab::experiment::Progress;
use plywood_lab::play::{Outcome, Problem, Solution, Verdict};
use plywood_lab::registry::{DEFAULT_ALGORITHM, GameEntry, game};
use serde_json::Value;
use std::fs;
use std::io::{self, IsTerminal, Read, Write};
use std::process::ExitCode;
use std::time::Duration;

/// Solve the problems in a file and compare the answers with the expected ones
#[derive(clap::Args)]
#[command(after_help = "\
The file has one problem per line. Othello: an optional name, a board, the side to move, and optionally \
the expected score in discs. Chess: EPD with the best moves (bm) or the moves to avoid (am), and optionally \
a name (id). Blank lines and lines that begin with #, ; or % are skipped.

Othello problems are solved to the end of the game by the endgame solver, unless --algorithm is given. \
Problems of other games are searched for one second each, unless there are other limits. A chess problem is \
solved if the move found is one of the best moves and none of the moves to avoid. Scores are from the view \
of the side to move. The exit code is 1 if an answer is wrong.

Go-capture: an SGF collection with the string marked, or one JSON object per line with the fields target, task \
(attack or defend), the board (board_size, black and white, or sgf, or position), and optionally id and expected \
(won or lost, for the side to move). --algorithm is zones, abstract-proof with --set strategy=1 to 10 (also \
keep-table, reuse-scores, null-move, history), or exhaustive; --set effort=N limits the moves that zones plays \
for a problem. The limits are --nodes, --time and --depth.

Examples:
  plywood solve problems.tsv
  plywood solve problems.tsv --goal outcome --time 10s --json
  plywood solve wac.epd --game chess --time 100ms
  plywood solve captures.jsonl --game go-capture --json
  plywood solve captures.sgf --game go-capture --algorithm abstract-proof --set strategy=3 --time 10ms
  head -1 problems.tsv | plywood solve -")]
pub(crate) struct Args {
    /// The file; '-' for standard input
    #[arg(value_name = "FILE")]
    pub(super) file: String,
    /// The game: othello, chess, go-capture, or another game that has problems [default: othello]
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// What the endgame solver finds: 'exact' for the score, 'outcome' for the winner only
    #[arg(long, value_name = "G", default_value = "exact")]
    goal: String,
    /// The algorithm [default: the endgame solver for Othello, 'zones' for go-capture, 'strong' for other games]
    #[arg(long, value_name = "A")]
    pub(super) algorithm: Option<String>,
    #[command(flatten)]
    pub(super) spec: SpecArgs,
    /// Solve N problems of go-capture at a time [default: 1]
    #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
    pub(super) jobs: Option<u64>,
    /// Print one JSON object per problem
    #[arg(long)]
    pub(super) json: bool,
}

pub(crate) fn run(
    args: &Args,
    games: &[GameEntry],
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    if args.game.as_deref() == Some(captures::NAME) {
        if args.goal != "exact" {
            let why = "expected no --goal, or another game";
            return Err(Error::input(format!("--goal {}: {why}", shown(&args.goal))).into());
        }
        return captures::solve(args, out);
    }
    if args.jobs.is_some() {
        return Err(Error::input("--jobs: expected no --jobs, or --game go-capture").into());
    }
    let entry = match &args.game {
        Some(name) => game(games, name)?,
        None => game(games, Othello::NAME)
            .map_err(|error| Error::input(format!("--game is othello by default: {error}")))?,
    };
    let only_winner = match args.goal.as_str() {
        "exact" => false,
        "outcome" => true,
        other => {
            let error = InputError::new("--goal", other);
            let error = error.expected(one_of(other, &["exact", "outcome"]));
            return Err(Error::from(error).into());
        }
    };
    let exact = args.algorithm.is_none() && entry.has_endgame_solver();
    if only_winner && !exact {
        let expected = "expected no --goal, or a game with an endgame solver and no --algorithm";
        return Err(Error::input(format!("--goal {}: {expected}", args.goal)).into());
    }
    if let (true, Some(setting)) = (exact, args.spec.set.first()) {
        let name = shown(setting.split('=').next().unwrap_or_default());
        let why = "the endgame solver has no options: expected none, or another algorithm";
        return Err(Error::input(format!("--set {name}: {why}")).into());
    }
    let name =
        if exact { "endgame" } else { args.algorithm.as_deref().unwrap_or(DEFAULT_ALGORITHM) };
    let spec = args.spec.spec(name)?;
    let stop = interrupt::flag();
    let mut player = Chosen::at(&spec, entry)?;
    player.spec.budget.stop = Some(stop.clone());
    let mut solver = if exact {
        let solver = entry.endgame_solver(&player.spec.budget, only_winner);
        solver.map_err(|error| Error::input(format!("--{error}")))?
    } else {
        player.spec.set_default_time(Duration::from_secs(1));
        entry.problem_solver(&player.spec)
    };
    let problems = read(&args.file, entry)?;
    let names = problems.iter().map(|problem| problem.name.chars().count());
    let width = names.max().unwrap_or(0).clamp(4, 20);
    let show = Show { game: entry.name, player: &player, exact, width };
    if !args.json {
        write!(out, "{}", show.head())?;
    }
    // Without a terminal the rows show the progress.
    let progress = Progress::new(io::stderr().is_terminal(), "solve", "problems");
    progress.round(0, problems.len() as u64, false);
    let mut live = LiveOutput::new(out, stop);
    let tally = solver.solve_all(&problems, &mut |problem, solution| {
        progress.unit_done();
        progress.above(|| match args.json {
            true => live.line(show.json(problem, solution)),
            false => live.line(show.row(problem, solution)),
        });
    })?;
    drop(progress);
    live.end()?;
    if tally.interrupted {
        return Ok(interrupt::exit_code());
    }
    if !args.json {
        // Without exact scores there is nothing to be solved to the end.
        let solved = if exact { format!("{} solved, ", tally.proven) } else { String::new() };
        writeln!(
            out,
            "{} problems, {solved}{} as expected, {} wrong, {} nodes, {}",
            problems.len(),
            tally.right,
            tally.wrong.len(),
            tally.nodes,
            time_text(tally.elapsed)
        )?;
        if !tally.wrong.is_empty() {
            writeln!(out, "wrong: {}", tally.wrong.join(", "))?;
        }
    }
    Ok(if tally.wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Reads the problems of a file, or of standard input.
fn read(path: &str, entry: &GameEntry) -> Result<Vec<Problem>, Error> {
    let wrong = Error::from;
    let file = || InputError::new("problem file", path);
    let mut text = String::new();
    match path {
        "-" => io::stdin().lock().read_to_string(&mut text).map(drop),
        _ => fs::read_to_string(path).map(|whole| text = whole),
    }
    .map_err(|cause| wrong(file().expected("a readable text").found(&format!("\"{cause}\""))))?;
    match entry.problems(&text) {
        None => {
            let error = InputError::new("--game", entry.name);
            Err(wrong(error.expected("a game that has problems, such as othello or chess")))
        }
        Some(problems) => problems.map_err(|error| Error::input(format!("{}: {error}", file()))),
    }
}

/// How solutions are shown.
struct Show<'a> {
    game: &'a str,
    player: &'a Chosen,
    /// Whether the endgame solver finds the scores.
    exact: bool,
    /// The width of the column of names.
    width: usize,
}

impl Show<'_> {
    fn head(&self) -> String {
        let (player, width) = (self.player.text(), self.width);
        let empty = if self.exact { "  empty" } else { "" };
        format!(
            "algorithm {player}\n{:>width$}{empty}  {:>8}  {:<7}  {:>13}  {:>8}  {:<5}  line\n",
            "name", "score", "best", "nodes", "time", ""
        )
    }

    fn row(&self, problem: &Problem, solution: &Solution) -> String {
        let Solution { answer, lower, upper, verdict, plies_left, .. } = solution;
        let whole = |score: &f64| format!("{:+}", score.trunc());
        let score = match (solution.outcome(), answer.value.exact()) {
            (Some(Outcome::Win), _) => "win".to_string(),
            (Some(Outcome::Loss), _) => "loss".to_string(),
            (None, Some(_)) if self.exact => whole(lower),
            (None, Some(_)) => format!("{lower:+.2}"),
            (None, None) if self.exact => format!("{}..{}", whole(lower), whole(upper)),
            (None, None) => "?".to_string(),
        };
        let verdict = match verdict {
            Verdict::Open => "",
            Verdict::Right => "ok",
            Verdict::Wrong => "WRONG",
        };
        let row = format!(
            "{:>width$}{}  {score:>8}  {:<7}  {:>13}  {:>8}  {verdict:<5}  {}",
            problem.name,
            plies_left.map(|plies| format!("  {plies:>5}")).unwrap_or_default(),
            answer.best.as_deref().unwrap_or_default(),
            answer.counts.generated,
            time_text(answer.elapsed),
            line_text(&answer.pv),
            width = self.width,
        );
        row.trim_end().to_string()
    }

    fn json(&self, problem: &Problem, solution: &Solution) -> Object {
        let Solution { answer, lower, upper, verdict, plies_left, .. } = solution;
        // JSON has no infinities, and a whole number is written without a fraction.
        let number = |score: &f64| match *score {
            score if score.is_finite() && score == score.trunc() => (score as i64).into(),
            score => Value::from(score),
        };
        let mut object = Object::new()
            .field("name", problem.name.as_str())
            .field("game", self.game)
            .field("position", problem.position.as_str());
        object = self.player.fields(object);
        if let Some(plies) = plies_left {
            object = object.field("empties", *plies);
        }
        let score = Object::new().field("lower", number(lower)).field("upper", number(upper));
        object = object
            .object("score", score)
            .field("proven", answer.proven)
            .field("best", answer.best.as_deref())
            .field("pv", answer.pv.clone())
            .field("nodes", answer.counts.generated)
            .field("stop", answer.stop.name());
        object = match problem.asks_for_move() {
            true => object
                .field("expected_moves", problem.best.clone())
                .field("moves_to_avoid", problem.avoid.clone()),
            false => object.field("expected", problem.score),
        };
        let right = match verdict {
            Verdict::Open => Value::Null,
            verdict => (*verdict == Verdict::Right).into(),
        };
        object.field("right", right).field("elapsed_ms", ms(answer.elapsed))
    }
}
