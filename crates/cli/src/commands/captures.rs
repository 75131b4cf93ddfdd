//! Captures at Go: `plywood solve --game go-capture` and `plywood explain go-capture`

use super::solve;
use crate::answer::{line_text, stop_text};
use crate::args::{SpecArgs, check_place};
use crate::failure::Failure;
use crate::interrupt;
use crate::solved::{Show, answer_json};
use plywood::Budget;
use plywood_games::go::capture::{
    Capture, CaptureOptions, CaptureSolver, Function, Method, Solution, Strategy, Task,
};
use plywood_games::go::{Board, Move, Point, Points, sgf};
use plywood_games::{InputError, one_of};
use plywood_lab::Error;
use plywood_lab::experiment::replace_file;
use plywood_play::json::Object;
use plywood_play::problems::{CaptureProblem, CaptureProblemSolver};
use plywood_play::text::number_of;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The name of the question on the command line.
pub(crate) const NAME: &str = "go-capture";

/// What it asks, in one line.
pub(super) const SUMMARY: &str = "can this string of stones be captured in Go?";

/// What a person who wants to ask it must know.
pub(super) const DESCRIPTION: &str = "\
go-capture: can this string of stones be captured in Go?

Problems are SGF files or lines of JSON; a position is also a diagram or a list of stones.
  plywood solve captures.sgf --game go-capture    answers the problems of a file, with proof
  plywood explain go-capture --position FILE --target K10    shows why, move by move
  plywood gtp                                      answers in any Go program that speaks GTP
Algorithms (--algorithm)
  zones           moves that can matter, by proof numbers; the default
  exhaustive      all moves, for small boards
  abstract-proof  Cazenave's strategies 1 to 10 (--set strategy=N)
  pn, df-pn       proof-number searches
";

const ALGORITHMS: [&str; 5] = ["zones", "abstract-proof", "pn", "df-pn", "exhaustive"];

/// The options of the solver, and what to call them.
fn options(algorithm: Option<&str>, spec: &SpecArgs) -> Result<(CaptureOptions, String), Error> {
    let mut options = CaptureOptions::default();
    let name = algorithm.unwrap_or(ALGORITHMS[0]);
    options.method = match name {
        "zones" => Method::Zones,
        "abstract-proof" => Method::AbstractProof(Strategy::parse("3")?),
        "pn" => Method::ProofNumber(Strategy::parse("3")?),
        "df-pn" => Method::Dfpn(Strategy::parse("3")?),
        "exhaustive" => Method::Exhaustive,
        other => {
            let error = InputError::new("--algorithm", other);
            return Err(error.expected(one_of(other, &ALGORITHMS)).into());
        }
    };
    for setting in &spec.set {
        let (option, value) = setting.split_once('=').unwrap_or((setting, ""));
        let flag = || match value {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(Error::from(InputError::new(option, value).expected("true or false"))),
        };
        match (&mut options.method, option) {
            (
                Method::AbstractProof(strategy)
                | Method::ProofNumber(strategy)
                | Method::Dfpn(strategy),
                "strategy",
            ) => *strategy = Strategy::parse(value)?,
            (Method::AbstractProof(_), "keep-table") => options.abstract_proof.keep_table = flag()?,
            (Method::AbstractProof(_), "reuse-scores") => {
                options.abstract_proof.reuse_scores = flag()?;
            }
            (Method::AbstractProof(_), "null-move") => options.abstract_proof.null_move = flag()?,
            (Method::AbstractProof(_), "history") => options.abstract_proof.history = flag()?,
            (Method::Zones, "effort") => {
                let effort = value.parse().ok().filter(|&effort| effort > 0);
                options.effort = effort.ok_or_else(|| {
                    InputError::new(option, value).expected("a whole number of moves from 1")
                })?;
                options.patience = true;
            }
            (method, other) => {
                let known: &[&str] = match method {
                    Method::Zones => &["effort"],
                    Method::AbstractProof(_) => {
                        &["strategy", "keep-table", "reuse-scores", "null-move", "history"]
                    }
                    Method::ProofNumber(_) | Method::Dfpn(_) => &["strategy"],
                    Method::Exhaustive => &[],
                };
                let expected = match known {
                    [] => "no options".to_string(),
                    known => one_of(other, known),
                };
                let error = InputError::new(format!("option of {name}"), other);
                return Err(error.expected(expected).into());
            }
        }
    }
    let text = match options.method {
        Method::AbstractProof(strategy)
        | Method::ProofNumber(strategy)
        | Method::Dfpn(strategy) => format!("{name} (strategy={})", strategy.name()),
        Method::Zones if options.patience => format!("{name} (effort={})", options.effort),
        Method::Zones => name.to_string(),
        Method::Exhaustive => name.to_string(),
    };
    Ok((options, text))
}

pub(super) fn solve(args: &solve::Args, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let (options, name) = options(args.algorithm.as_deref(), &args.spec)?;
    let mut budget = args.spec.budget(&["nodes", "time", "depth"])?;
    let stop = interrupt::flag();
    budget.stop = Some(stop.clone());
    let problems = solve::read(&args.file, CaptureProblem::read)?;
    let show = Show {
        game: NAME,
        algorithm: name,
        fields: &|object| object,
        columns: &[],
        json: args.json,
        stop,
    };
    let solver = || Ok(CaptureProblemSolver::new(&options, &budget));
    show.solve(&problems, |problem| &problem.id, args.jobs(), solver, out)
}

/// Explain why a string of stones in Go is captured or safe
#[derive(clap::Args)]
#[command(after_help = "\
GAME is go-capture. The position is a diagram with / between the rows, such as 'X O . / . X . / . . .', a list of \
stones, such as '9 B C3 D4 W C4', SGF, or a file with any of these. X is Black, O is White.

The answer shows the board, with the target in parentheses and the move as a plus sign; then what the small searches of \
Cazenave (2001) find within one, two and three moves of the attacker; then what the search without that limit finds. If \
the attacker moves first, the small searches are gi1, gi2 and gi3. If the defender does, ip1, ip2 and ip3 say whether the \
attacker captures after a pass, and which moves prevent that; g1, g2 and g3 say whether it captures whatever the defender \
plays. --tree writes the proof of a capture as SGF variations that all end with the capture.

Examples:
  plywood explain go-capture --position 'O X . / . . . / . . .' --target A3 --task attack
  plywood explain go-capture --position net.sgf --target K10 --task attack --tree proof.sgf")]
pub(crate) struct ExplainArgs {
    /// The question: go-capture
    #[arg(value_name = "GAME")]
    game: String,
    /// The position: a text or a file
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    position: String,
    /// A stone of the string, such as K10
    #[arg(long, value_name = "POINT")]
    target: String,
    /// Who moves first: 'attack' or 'defend'
    #[arg(long, value_name = "TASK", default_value = "attack")]
    task: String,
    /// List all moves that capture or save
    #[arg(long)]
    all: bool,
    /// Write the proof of a capture to FILE as SGF
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,
    /// Replace an existing FILE
    #[arg(long)]
    overwrite: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The most nodes of a proof that is written.
const MOST_SHOWN: usize = 100_000;

pub(crate) fn explain(args: &ExplainArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    if args.game != NAME {
        let error = InputError::new("game", &args.game).expected(one_of(&args.game, &[NAME]));
        return Err(Error::from(error).into());
    }
    let path = Path::new(&args.position);
    let board = match path.is_file() || path.extension().is_some_and(|end| end == "sgf") {
        true => Board::parse(&solve::contents(&args.position)?),
        false => Board::parse(&args.position),
    }
    .map_err(Error::from)?;
    let task = Task::parse(&args.task).map_err(Error::from)?;
    let target = board.point(&args.target).map_err(Error::from)?;
    let capture = Capture::new(&board, target).map_err(Error::from)?;
    if let Some(path) = &args.tree {
        check_place("--tree", path, args.overwrite)?;
    }
    let problem = CaptureProblem { id: args.target.clone(), capture, task, expected: None };
    let mut solver = CaptureSolver::default();
    let solution = solver.solve(&problem.capture, task, &Budget::new());
    let all = args.all.then(|| {
        let moves = solver.all_best(&problem.capture, task, &Budget::new());
        moves.iter().map(|m| m.name(board.size())).collect::<Vec<_>>()
    });
    let functions = problem.capture.explain(task);
    if args.json {
        let holds = functions.iter().fold(Object::new(), |object, function| {
            let moves = function.moves.as_ref().map(|moves| names(moves, board.size()));
            let question = function.question.as_str();
            let entry = Object::new().field("question", question).field("holds", function.holds);
            let entry = entry.field("moves", moves);
            object.object(&function.name, entry.field("why", function.why.as_str()))
        });
        let answer = answer_json(NAME, &problem.solved(&solution), &|object| object);
        let mut object = answer.object("functions", holds);
        if let Some(all) = &all {
            object = object.field("all_moves", all.clone());
        }
        writeln!(out, "{object}")?;
    } else {
        explain_in_words(&problem, &solution, &functions, all.as_deref(), out)?;
    }
    if let Some(path) = &args.tree {
        let Some(tree) = solver.proof_tree(&problem.capture, task, MOST_SHOWN) else {
            let why = "no proof of a capture to write, or one that is too long";
            return Err(Error::failure(format!("--tree {}: {why}", path.display())).into());
        };
        let marked = Points::only(target);
        let text = sgf::write(NAME, &board, problem.capture.to_move(task), &marked, &tree);
        replace_file(path, (text + "\n").as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn names(points: &[Point], size: u8) -> Vec<String> {
    points.iter().map(|point| point.name(size)).collect()
}

fn explain_in_words(
    problem: &CaptureProblem,
    solution: &Solution,
    functions: &[Function],
    all: Option<&[String]>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let capture = &problem.capture;
    let (board, target) = (capture.board(), capture.target());
    let size = board.size();
    let played = solution.best.and_then(|m| match m {
        Move::Play(point) => Some(point),
        Move::Pass => None,
    });
    write!(out, "{}", board.marked_diagram(&board.string(target), played))?;
    let liberties: Vec<Point> = board.liberties(target).iter().collect();
    writeln!(
        out,
        "target {}, in parentheses: {}, liberties {}; {} attacks, {} to move\n",
        target.name(size),
        number_of(board.string(target).len() as u64, "stone"),
        names(&liberties, size).join(" "),
        capture.attacker(),
        capture.to_move(problem.task)
    )?;
    writeln!(
        out,
        "Small searches with a limit of moves. A yes shows a capture, a no proves nothing:"
    )?;
    for Function { name, question, holds, moves, why } in functions {
        let moves = moves.as_ref().map(|moves| names(moves, size).join(" "));
        let answer = match (holds, moves) {
            (false, _) => "no".to_string(),
            (true, None) => "yes".to_string(),
            (true, Some(moves)) if moves.is_empty() => "yes, and no move prevents it".to_string(),
            (true, Some(moves)) if name.starts_with("ip") => format!("yes, prevented by {moves}"),
            (true, Some(moves)) => format!("yes, by {moves}"),
        };
        writeln!(out, "{name:>4}  {question} {answer}: {why}")?;
    }
    let attacker = capture.attacker();
    writeln!(out, "\nThe search without that limit: does {attacker} capture?")?;
    let proof = solution.evidence.map_or("none", |evidence| evidence.name());
    let result = match solution.captured {
        Some(true) => "captured",
        Some(false) => "safe",
        None => "unknown",
    };
    let ko = if solution.ko { ", by ko" } else { "" };
    writeln!(out, "result {}: {result}{ko} (proof: {proof})", solution.result(problem.task))?;
    if let Some(best) = solution.best {
        let place = if played.is_some() { ", the plus sign" } else { "" };
        writeln!(out, "move {}{place}", best.name(size))?;
    }
    if !solution.line.is_empty() {
        writeln!(out, "line {}", line_text(&problem.solved(solution).line))?;
    }
    let small = functions.iter().find(|function| function.holds && problem.task == Task::Attack);
    let other =
        small.and_then(|function| Some((&function.name, *function.moves.as_ref()?.first()?)));
    if let (Some((name, other)), Some(best), Some(true)) = (other, played, solution.captured)
        && other != best
    {
        let [best, other] = [best, other].map(|point| point.name(size));
        writeln!(
            out,
            "both {best} and {other} capture: {name} prefers few moves, the search a quick proof"
        )?;
    }
    if let Some(all) = all {
        writeln!(out, "all moves {}", if all.is_empty() { "none".into() } else { all.join(" ") })?;
    }
    writeln!(out, "nodes {}, moves played {}", solution.nodes, solution.moves_played)?;
    writeln!(out, "stop {}", stop_text(solution.stop))
}
