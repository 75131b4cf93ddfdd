//! `plywood solve`

use super::captures;
use crate::args::{SpecArgs, count, game};
use crate::failure::Failure;
use crate::interrupt;
use crate::player::{Chosen, value};
use crate::solved::Show;
use plywood_games::{Game, InputError, Othello, one_of, shown};
use plywood_lab::Error;
use plywood_lab::registry::{DEFAULT_ALGORITHM, GameEntry, PROOF_SEARCHES, ProofSpec};
use plywood_play::json::Object;
use plywood_play::problems::Problem;
use std::fs;
use std::io::{self, Read, Write};
use std::process::ExitCode;
use std::time::Duration;

/// Solve a file of problems and check the answers
#[derive(clap::Args)]
#[command(after_help = "\
The file has one problem per line. Othello: an optional name, a board, the side to move, and optionally \
the expected score in discs. Chess: EPD with the best moves (bm) or the moves to avoid (am), and optionally \
a name (id). Blank lines and lines that begin with #, ; or % are skipped.

Othello problems are solved to the end of the game by the endgame solver, unless --algorithm is given. \
Problems of other games are searched for one second each, unless there are other limits. A chess problem is \
solved if the move found is one of the best moves and none of the moves to avoid. Scores are from the view \
of the side to move. The exit code is 1 if an answer is wrong.

With --goal NAME the question is whether the side to move can reach that goal. Every game has the goal 'win'; 'plywood \
games' lists the others. A line is a position, or a JSON object with the field position, and optionally id, task (attack, \
or defend: the side to move must prevent the other side from reaching the goal), expected (won or lost, for the side to \
move) and depth (plies). --algorithm is abstract-proof, pn or df-pn; --set strategy=NAME chooses a widening strategy, \
--set widening=0/0,1/0 gives the levels of both sides, --set shortest=true finds a shortest mate. The limits are --nodes, \
--time, --depth and --memory.

With --game go-capture the file is an SGF collection with the string marked, or has one JSON object per line with the \
fields target, task (attack or defend), the board (board_size, black and white, or sgf, or position), and optionally id \
and expected (won or lost, for the side to move). --algorithm is zones, abstract-proof, pn, df-pn or exhaustive. --set \
strategy=1 to 10 chooses the strategy of abstract-proof, pn and df-pn; --set effort=N lets zones play N moves on the \
board before it gives up. The limits are --nodes, --time and --depth.

Examples:
  plywood solve problems.tsv
  plywood solve problems.tsv --goal outcome --time 10s --json
  plywood solve wac.epd --game chess --time 100ms
  plywood solve positions.txt --game connect4 --goal win
  plywood solve captures.jsonl --game go-capture --json
  plywood solve captures.sgf --game go-capture --algorithm abstract-proof --set strategy=3 --time 10ms
  head -1 problems.tsv | plywood solve -")]
pub(crate) struct Args {
    /// The file; '-' for standard input
    #[arg(value_name = "FILE")]
    pub(super) file: String,
    /// The game: othello, chess, go-capture, or another game that has problems or goals [default: othello]
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// What to find: 'exact' for the score, 'outcome' for the winner only, or a goal of the game [default: exact]
    #[arg(long, value_name = "G")]
    goal: Option<String>,
    /// The algorithm [default: the endgame solver for Othello, 'zones' for go-capture, 'abstract-proof' for goals,
    /// 'strong' for other games]
    #[arg(long, value_name = "A")]
    pub(super) algorithm: Option<String>,
    #[command(flatten)]
    pub(super) spec: SpecArgs,
    /// Solve N problems at a time [default: 1]
    #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
    jobs: Option<u64>,
    /// Print one JSON object per problem
    #[arg(long)]
    pub(super) json: bool,
}

impl Args {
    /// The number of problems that are solved at a time.
    pub(super) fn jobs(&self) -> usize {
        usize::try_from(self.jobs.unwrap_or(1)).unwrap_or(usize::MAX)
    }
}

pub(crate) fn run(
    args: &Args,
    games: &[GameEntry],
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    if args.game.as_deref() == Some(captures::NAME) {
        if let Some(goal) = &args.goal {
            let why = "expected no --goal, or another game";
            return Err(Error::input(format!("--goal {}: {why}", shown(goal))).into());
        }
        return captures::solve(args, out);
    }
    let entry = match &args.game {
        Some(name) => game(games, name)?,
        None => game(games, Othello::NAME)
            .map_err(|error| Error::input(format!("--game is othello by default: {error}")))?,
    };
    match args.goal.as_deref() {
        None | Some("exact") => by_search(args, entry, false, out),
        Some("outcome") => by_search(args, entry, true, out),
        Some(name) => by_proof(args, entry, name, out),
    }
}

/// Problems of scores and of best moves.
fn by_search(
    args: &Args,
    entry: &GameEntry,
    only_winner: bool,
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    let exact = args.algorithm.is_none() && entry.has_endgame_solver();
    if let (false, Some(goal)) = (exact, &args.goal) {
        let expected = "expected no --goal, or a game with an endgame solver and no --algorithm";
        return Err(Error::input(format!("--goal {goal}: {expected}")).into());
    }
    if let (true, Some(setting)) = (exact, args.spec.set.first()) {
        let name = shown(setting.split('=').next().unwrap_or_default());
        let why = "the endgame solver has no options: expected none, or another algorithm";
        return Err(Error::input(format!("--set {name}: {why}")).into());
    }
    let name =
        if exact { "endgame" } else { args.algorithm.as_deref().unwrap_or(DEFAULT_ALGORITHM) };
    let mut player = Chosen::at(&args.spec.spec(name)?, entry)?;
    let stop = interrupt::flag();
    player.spec.budget.stop = Some(stop.clone());
    if !exact {
        player.spec.set_default_time(Duration::from_secs(1));
    }
    let solver = || match exact {
        true => entry
            .endgame_solver(&player.spec.budget, only_winner)
            .map_err(|error| Error::input(format!("--{error}"))),
        false => Ok(entry.problem_solver(&player.spec)),
    };
    // What the options cannot do is told before the file is read.
    drop(solver()?);
    if entry.problems("").is_none() {
        let expected = "a game that has problems, such as othello or chess, or --goal";
        return Err(Error::from(InputError::new("--game", entry.name).expected(expected)).into());
    }
    let problems = read(&args.file, |text| entry.problems(text).unwrap_or(Ok(Vec::new())))?;
    let show = Show {
        game: entry.name,
        algorithm: player.text(),
        fields: &|object| player.fields(object),
        columns: if exact { &["empty", "score"] } else { &["score"] },
        json: args.json,
        stop,
    };
    show.solve(&problems, |problem: &Problem| &problem.name, args.jobs(), solver, out)
}

/// Questions about goals.
fn by_proof(
    args: &Args,
    entry: &GameEntry,
    name: &str,
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    let Ok(goal) = entry.goal(name) else {
        let mut names: Vec<&str> = entry.goals().iter().map(|goal| goal.name()).collect();
        if entry.has_endgame_solver() {
            names.extend(["exact", "outcome"]);
        }
        let expected = match names.is_empty() {
            true => "no --goal".to_string(),
            false => one_of(name, &names),
        };
        // A goal of another game is often meant: without --game, the game is Othello.
        let other = match args.game {
            None => "; --game chooses another game",
            Some(_) => "",
        };
        return Err(Error::input(format!(
            "game '{}' has no goal '{}': expected {expected}{other}",
            entry.name,
            shown(name)
        ))
        .into());
    };
    let mut spec = ProofSpec::new(args.algorithm.as_deref().unwrap_or(PROOF_SEARCHES[0].name))?;
    for setting in &args.spec.set {
        let (option, value) = setting.split_once('=').unwrap_or((setting, ""));
        spec.set(option, value)?;
    }
    let mut budget = args.spec.budget(&["nodes", "time", "depth", "memory"])?;
    let stop = interrupt::flag();
    budget.stop = Some(stop.clone());
    let solver = || Ok(goal.solver(&spec, &budget)?);
    // What the options cannot do is told before the file is read.
    drop(solver()?);
    let problems = read(&args.file, |text| goal.read(text))?;
    let fields = |object: Object| {
        let settings = spec.settings().into_iter();
        let options = settings
            .fold(Object::new(), |all, option| all.field(&option.name, value(option.typed)));
        object.field("goal", goal.name()).field("algorithm", spec.name()).object("options", options)
    };
    let show = Show {
        game: entry.name,
        algorithm: spec.text(),
        fields: &fields,
        columns: if goal.deepens() { &["moves"] } else { &[] },
        json: args.json,
        stop,
    };
    show.solve(&problems, |problem| &problem.id, args.jobs(), solver, out)
}

/// The contents of a file, or of standard input. Names and comments in SGF may be in any encoding.
pub(super) fn contents(path: &str) -> Result<String, Error> {
    let unreadable = |cause: String| {
        Error::input(format!("problem file '{}' cannot be read: {cause}", shown(path)))
    };
    let mut bytes = Vec::new();
    match path {
        "-" => io::stdin().lock().read_to_end(&mut bytes).map(drop),
        _ => fs::read(path).map(|whole| bytes = whole),
    }
    .map_err(|cause| unreadable(cause.to_string()))?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(error) if error.as_bytes().trim_ascii_start().starts_with(b"(") => {
            Ok(String::from_utf8_lossy(error.as_bytes()).into_owned())
        }
        Err(error) => Err(unreadable(error.utf8_error().to_string())),
    }
}

/// Reads the problems of a file, or of standard input.
pub(super) fn read<T>(
    path: &str,
    problems: impl FnOnce(&str) -> Result<T, plywood_play::Error>,
) -> Result<T, Error> {
    let wrong = |error| Error::input(format!("problem file '{}': {error}", shown(path)));
    problems(&contents(path)?).map_err(wrong)
}
