//! Problems of captures at Go: read, solved and judged.

use crate::{Error, pool};
use plywood::{Budget, Stop};
use plywood_games::InputError;
use plywood_games::go::capture::{Capture, CaptureOptions, CaptureSolver, Solution, Task};
use plywood_games::go::{Board, Color, Point, sgf};
use serde_json::{Map, Value};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A string to capture or to save, and the known answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptureProblem {
    /// Its name, or its number in the file.
    pub id: String,
    /// The board and the string.
    pub capture: Capture,
    /// The question.
    pub task: Task,
    /// The known result for the side to move, `won` or `lost`, if there is one.
    pub expected: Option<&'static str>,
}

impl CaptureProblem {
    /// Reads a file of problems: an SGF collection, or one JSON object per line.
    ///
    /// In SGF the string is marked in the first node (`TR`, `SQ`, `CR`, `MA` or `SL`), `PL` is the side to move,
    /// `GN` the name, and a comment with the words `expected won` or `expected lost` the answer. Objects have
    /// the fields `target` and `task` (`attack` or `defend`), the board as `board_size`, `black` and `white`
    /// (lists of points), or as `sgf` or `position` (any notation of a board), and optionally `id`,
    /// `expected` and `ko_ban` (a list with the point that the side to move may not play now).
    ///
    /// ```
    /// use plywood_lab::play::CaptureProblem;
    /// let text = r#"{"id": "a", "position": "O X . / . . . / . . .", "target": "A3", "task": "attack"}"#;
    /// let problems = CaptureProblem::read(text)?;
    /// assert_eq!((problems[0].id.as_str(), problems[0].expected), ("a", None));
    /// let error = CaptureProblem::read("{\"id\": 1}").unwrap_err().to_string();
    /// assert!(error.starts_with("at line 1: "), "{error}");
    /// # Ok::<(), plywood_lab::Error>(())
    /// ```
    pub fn read(text: &str) -> Result<Vec<CaptureProblem>, Error> {
        let text = text.trim_start_matches('\u{feff}');
        if text.trim_start().starts_with('(') {
            let records = (1..).zip(sgf::read(text)?);
            return records.map(|(number, record)| of_record(number, &record)).collect();
        }
        let lines = (1_usize..).zip(text.lines().map(str::trim));
        let lines =
            lines.filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', ';', '%']));
        let problems = lines.map(|(number, line)| {
            of_line(number, line)
                .map_err(|error| Error::input(format!("at line {number}: {error}")))
        });
        let problems = problems.collect::<Result<Vec<_>, Error>>()?;
        match problems.is_empty() {
            true => Err(Error::input(
                "expected an SGF collection, or one JSON object per line, found neither",
            )),
            false => Ok(problems),
        }
    }
}

fn of_record(number: usize, record: &sgf::Record) -> Result<CaptureProblem, Error> {
    let at = |error: InputError| Error::input(format!("at game {number}: {error}"));
    let stones = record.board.stones(Color::Black).or(record.board.stones(Color::White));
    let marked = record.marked.and(&stones);
    let Some(target) = marked.first() else {
        let error = InputError::missing("SGF").expected("a stone marked with TR, SQ, CR, MA or SL");
        return Err(at(error));
    };
    if let Some(other) = marked.without(&record.board.string(target)).first() {
        let names = [target, other].map(|stone| stone.name(record.board.size())).join(" and ");
        let error = InputError::new("marked stones", &names);
        return Err(at(error.expected("stones of one string")));
    }
    let capture = Capture::new(&record.board, target).map_err(at)?;
    let attacks = record.to_move.is_none_or(|color| color == capture.attacker());
    let comment = record.comment.as_deref().unwrap_or_default();
    let expected = ["won", "lost"].into_iter();
    let expected = expected.into_iter().find(|word| comment.contains(&format!("expected {word}")));
    Ok(CaptureProblem {
        id: record.name.clone().unwrap_or_else(|| number.to_string()),
        capture,
        task: if attacks { Task::Attack } else { Task::Defend },
        expected,
    })
}

/// A field that must be a text.
fn text<'a>(object: &'a Map<String, Value>, name: &str) -> Result<Option<&'a str>, Error> {
    match object.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(other) => Err(wrong(name, "a text", &other.to_string())),
    }
}

fn wrong(name: &str, expected: &str, found: &str) -> Error {
    InputError::new(format!("field '{name}'"), found).expected(expected).into()
}

fn missing(name: &str, expected: &str) -> Error {
    InputError::missing(format!("field '{name}'")).expected(expected).into()
}

fn of_line(number: usize, line: &str) -> Result<CaptureProblem, Error> {
    let value: Value = serde_json::from_str(line).map_err(|error| {
        let error = format!("\"{error}\"");
        InputError::new("problem", line).expected("a JSON object").found(&error)
    })?;
    let Value::Object(object) = value else {
        return Err(InputError::new("problem", line).expected("a JSON object").into());
    };
    let (mut board, marked) = board_of(&object)?;
    let target = match (text(&object, "target")?, marked) {
        (Some(name), _) => board.point(name)?,
        (None, Some(marked)) => marked,
        (None, None) => return Err(missing("target", "a stone, such as K10")),
    };
    let task = text(&object, "task")?.ok_or_else(|| missing("task", "attack or defend"))?;
    let task = Task::parse(task)?;
    let expected = match text(&object, "expected")? {
        None => None,
        Some("won") => Some("won"),
        Some("lost") => Some("lost"),
        Some(other) => return Err(wrong("expected", "won or lost", other)),
    };
    let to_move = Capture::new(&board, target)?.to_move(task);
    let banned = points(&object, "ko_ban", &board)?;
    if banned.len() > 1 {
        let names: Vec<String> = banned.iter().map(|point| point.name(board.size())).collect();
        return Err(wrong("ko_ban", "at most one point", &names.join(" ")));
    }
    for point in banned {
        if !board.ban(point, to_move) {
            return Err(wrong("ko_ban", "an empty point", &point.name(board.size())));
        }
    }
    let id = match object.get("id") {
        None | Some(Value::Null) => number.to_string(),
        Some(Value::String(id)) => id.clone(),
        Some(other) => other.to_string(),
    };
    Ok(CaptureProblem { id, capture: Capture::new(&board, target)?, task, expected })
}

/// The board of a problem, and the stone that its SGF marks.
fn board_of(object: &Map<String, Value>) -> Result<(Board, Option<Point>), Error> {
    if let Some(size) = object.get("board_size") {
        let given = size.as_u64().and_then(|size| u8::try_from(size).ok());
        let size =
            given.ok_or_else(|| wrong("board_size", "a number from 2 to 19", &size.to_string()))?;
        let empty = Board::new(size)?;
        let mut stones = size.to_string();
        for (name, letter) in [("black", " B"), ("white", " W")] {
            stones += letter;
            for point in points(object, name, &empty)? {
                stones += " ";
                stones += &point.name(size);
            }
        }
        return Ok((Board::from_stones(&stones)?, None));
    }
    if let Some(text) = text(object, "sgf")? {
        let record = sgf::read(text)?.swap_remove(0);
        let stones = record.board.stones(Color::Black).or(record.board.stones(Color::White));
        let marked = record.marked.and(&stones).first();
        return Ok((record.board, marked));
    }
    match text(object, "position")? {
        Some(text) => Ok((Board::parse(text)?, None)),
        None => Err(missing("board_size", "this field, or 'sgf' or 'position'")),
    }
}

fn points(object: &Map<String, Value>, name: &str, board: &Board) -> Result<Vec<Point>, Error> {
    match object.get(name) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(list)) => {
            let point = |value: &Value| match value {
                Value::String(text) => Ok(board.point(text)?),
                other => Err(wrong(name, "points such as K10", &other.to_string())),
            };
            list.iter().map(point).collect()
        }
        Some(other) => Err(wrong(name, "a list of points", &other.to_string())),
    }
}

/// What came of a collection of problems.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaptureTally {
    /// Problems whose result is the expected one.
    pub right: usize,
    /// The names of those with another result.
    pub wrong: Vec<String>,
    /// Problems with an expected result that were not decided.
    pub unknown: usize,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Wall time.
    pub elapsed: Duration,
    /// Whether it was ended before the last problem.
    pub interrupted: bool,
}

/// Solves problems on `jobs` threads, and hands the solutions on in the order of the problems, each with its
/// wall time. Ends early if the stop flag of the budget is set.
pub fn solve_captures(
    problems: &[CaptureProblem],
    options: &CaptureOptions,
    budget: &Budget,
    jobs: usize,
    mut on_solution: impl FnMut(&CaptureProblem, &Solution, Duration),
) -> Result<CaptureTally, Error> {
    let start = Instant::now();
    let mut tally = CaptureTally::default();
    let never = AtomicBool::new(false);
    let stop = budget.stop.as_deref().unwrap_or(&never);
    let threads = jobs.clamp(1, problems.len().max(1));
    let solvers: Vec<_> = (0..threads).map(|_| CaptureSolver::new(options.clone())).collect();
    let solve = |solver: &mut CaptureSolver, problem: &CaptureProblem| {
        let start = Instant::now();
        let solution = solver.solve(&problem.capture, problem.task, budget);
        Ok((solution, start.elapsed()))
    };
    let mut rest = problems.iter();
    let finished = pool::in_order(|(solution, elapsed): (Solution, Duration)| {
        let problem = rest.next().expect("a solution belongs to a problem");
        if solution.stop == Stop::Cancelled {
            return Ok(());
        }
        tally.nodes += solution.nodes;
        match (problem.expected, solution.result(problem.task)) {
            (None, _) => {}
            (Some(_), "unknown") => tally.unknown += 1,
            (Some(expected), result) if expected == result => tally.right += 1,
            (Some(_), _) => tally.wrong.push(problem.id.clone()),
        }
        on_solution(problem, &solution, elapsed);
        Ok(())
    });
    pool::run(solvers, problems.iter(), stop, solve, finished)?;
    tally.interrupted = stop.load(Ordering::Relaxed);
    tally.elapsed = start.elapsed();
    Ok(tally)
}
