//! Problems of captures at Go: read, solved and judged.

use super::solved::{Solved, Solver, Verdict, word};
use crate::Error;
use crate::fields::{at_line, expected, id, lines, missing, object, text, wrong};
use plywood::Budget;
use plywood::clock::Moment;
use plywood_games::InputError;
use plywood_games::go::capture::{Capture, CaptureOptions, CaptureSolver, Solution, Task};
use plywood_games::go::{Board, Color, Point, sgf};
use serde_json::{Map, Value};
use std::time::Duration;

/// A string to capture or to save, and the known answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptureProblem {
    /// Its name, or its number in the file.
    pub id: String,
    /// The board and the string.
    pub capture: Capture,
    /// The question.
    pub task: Task,
    /// Whether the side to move is known to succeed.
    pub expected: Option<bool>,
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
    /// use plywood_play::problems::CaptureProblem;
    /// let text = r#"{"id": "a", "position": "O X . / . . . / . . .", "target": "A3", "task": "attack"}"#;
    /// let problems = CaptureProblem::read(text)?;
    /// assert_eq!((problems[0].id.as_str(), problems[0].expected), ("a", None));
    /// let error = CaptureProblem::read("{\"id\": 1}").unwrap_err().to_string();
    /// assert!(error.starts_with("at line 1: "), "{error}");
    /// # Ok::<(), plywood_play::Error>(())
    /// ```
    pub fn read(text: &str) -> Result<Vec<CaptureProblem>, Error> {
        let text = text.trim_start_matches('\u{feff}');
        if text.trim_start().starts_with('(') {
            let records = (1..).zip(sgf::read(text)?);
            return records.map(|(number, record)| of_record(number, &record)).collect();
        }
        let problems = lines(text)
            .map(|(number, line)| of_line(number, line).map_err(|error| at_line(number, error)));
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
    let known = [("expected won", true), ("expected lost", false)];
    let expected = known.into_iter().find(|(words, _)| comment.contains(words));
    Ok(CaptureProblem {
        id: record.name.clone().unwrap_or_else(|| number.to_string()),
        capture,
        task: if attacks { Task::Attack } else { Task::Defend },
        expected: expected.map(|(_, won)| won),
    })
}

fn of_line(number: usize, line: &str) -> Result<CaptureProblem, Error> {
    let object = object(line)?;
    let (mut board, marked) = board_of(&object)?;
    let target = match (text(&object, "target")?, marked) {
        (Some(name), _) => board.point(name)?,
        (None, Some(marked)) => marked,
        (None, None) => return Err(missing("target", "a stone, such as K10")),
    };
    let task = text(&object, "task")?.ok_or_else(|| missing("task", "attack or defend"))?;
    let task = Task::parse(task)?;
    let expected = expected(&object)?;
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
    let id = id(&object, number);
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

/// Solves problems of captures within a budget for each.
pub struct CaptureProblemSolver {
    solver: CaptureSolver,
    budget: Budget,
}

impl CaptureProblemSolver {
    /// With these options.
    pub fn new(options: &CaptureOptions, budget: &Budget) -> CaptureProblemSolver {
        CaptureProblemSolver { solver: CaptureSolver::new(options.clone()), budget: budget.clone() }
    }
}

impl Solver for CaptureProblemSolver {
    type Problem = CaptureProblem;

    fn solve(&mut self, problem: &CaptureProblem) -> Result<Solved, Error> {
        let start = Moment::now();
        let solution = self.solver.solve(&problem.capture, problem.task, &self.budget);
        Ok(Solved { elapsed: start.elapsed(), ..problem.solved(&solution) })
    }
}

impl CaptureProblem {
    /// An answer to the problem as it is shown.
    pub fn solved(&self, solution: &Solution) -> Solved {
        let size = self.capture.board().size();
        let result = solution.result(self.task);
        let won = (result != "unknown").then_some(result == "won");
        Solved {
            id: self.id.clone(),
            task: self.task.name(),
            result,
            proof: solution.evidence.map(|evidence| evidence.name()),
            best: solution.best.map(|m| m.name(size)),
            line: solution.line.iter().map(|m| m.name(size)).collect(),
            nodes: solution.nodes,
            elapsed: Duration::ZERO,
            stop: solution.stop,
            verdict: Verdict::of(self.expected, won),
            extras: vec![
                ("ko", solution.ko.into()),
                ("expected", self.expected.map(|won| word(Some(won))).into()),
            ],
            cells: Vec::new(),
        }
    }
}
