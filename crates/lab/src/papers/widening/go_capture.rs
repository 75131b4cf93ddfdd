//! The problems of captures at Go that come with Plywood.

use super::problems::{
    Answer, Attempt, Attempts, Described, Engine, ProblemSet, Questions, in_turn, read_settings,
};
use crate::Error;
use crate::generate::GoCaptureProblem;
use plywood::Budget;
use plywood::search::AbstractProof;
use plywood_games::InputError;
use plywood_games::go::capture::{Capture, CaptureGoal, CaptureSolver, Solution, Task};
use plywood_games::go::{Board, Color, Go, Point, Points};

/// The collection that `testdata/problems/go-capture.jsonl` has too.
const COLLECTION: &str = include_str!("../../../problems/go-capture.jsonl");

pub(super) struct GoCaptures {
    described: Vec<Described>,
    captures: Vec<(Capture, Task)>,
}

impl GoCaptures {
    pub fn new() -> Result<GoCaptures, Error> {
        let mut set = GoCaptures { described: Vec::new(), captures: Vec::new() };
        for (number, line) in (1..).zip(COLLECTION.lines()) {
            let at = |error: String| Error::input(format!("problem {number}: {error}"));
            let problem: GoCaptureProblem =
                serde_json::from_str(line).map_err(|error| at(error.to_string()))?;
            let capture = problem.capture().map_err(|error| at(error.to_string()))?;
            let task = Task::parse(&problem.task).map_err(|error| at(error.to_string()))?;
            set.captures.push((capture, task));
            set.described.push(Described {
                id: problem.id,
                group: problem.grade,
                part: format!("{0}x{0}", problem.board_size),
                expected: problem.expected,
                proves_first: task == Task::Attack,
            });
        }
        Ok(set)
    }
}

/// The paper's search with a strategy.
struct Widening<'a> {
    set: &'a GoCaptures,
    search: AbstractProof<Go>,
    always_gi3: bool,
}

/// The solver of `plywood solve`.
struct Zones<'a> {
    set: &'a GoCaptures,
    solver: CaptureSolver,
}

/// The task of the side to move, if that is the attacker or not.
fn task(attacks: bool) -> Task {
    if attacks { Task::Attack } else { Task::Defend }
}

impl Attempts for Widening<'_> {
    fn attempt(&mut self, problem: usize, asked: Questions, budget: &Budget) -> Attempt {
        let (capture, own) = &self.set.captures[problem];
        in_turn(*own == Task::Attack, asked, |attacks| {
            let task = task(attacks);
            let mut goal = CaptureGoal::new(capture);
            if self.always_gi3 {
                goal = goal.always_gi3();
            }
            let root = Go::new(capture.board().clone(), capture.to_move(task));
            Answer::of(&self.search.prove(&root, &mut goal, budget))
        })
    }
}

impl Attempts for Zones<'_> {
    fn attempt(&mut self, problem: usize, asked: Questions, budget: &Budget) -> Attempt {
        let (capture, own) = &self.set.captures[problem];
        in_turn(*own == Task::Attack, asked, |attacks| {
            let task = task(attacks);
            let Solution { captured, stop, nodes, .. } = self.solver.solve(capture, task, budget);
            Answer { reached: captured, stop, nodes, least: 0 }
        })
    }
}

impl ProblemSet for GoCaptures {
    fn problems(&self) -> &[Described] {
        &self.described
    }

    fn search(&self, settings: &str) -> Result<Box<dyn Attempts + '_>, Error> {
        if settings == "zones" {
            return Ok(Box::new(Zones { set: self, solver: CaptureSolver::default() }));
        }
        let mut always_gi3 = false;
        let options =
            read_settings(settings, &["gi3", "zones"], |name, value| match (name, value) {
                ("gi3", "always") => {
                    always_gi3 = true;
                    true
                }
                _ => false,
            })?;
        Ok(Box::new(Widening { set: self, search: AbstractProof::new(options), always_gi3 }))
    }

    fn ask(&self, problem: usize, engine: &mut Engine<'_>) -> Option<Result<Attempt, Error>> {
        let (capture, task) = &self.captures[problem];
        Some(ask_in_gtp(capture, *task, engine))
    }
}

/// The stones of a board in an order in which none is captured on the way: each string grows from a stone with a
/// liberty.
fn in_order(board: &Board) -> Vec<(Color, Point)> {
    let mut order = Vec::new();
    for color in [Color::Black, Color::White] {
        let mut left = *board.stones(color);
        while let Some(stone) = left.first() {
            let mut waiting = board.string(stone);
            left = left.without(&waiting);
            let touches = |stone: Point, points: &Points| {
                let near = |other: Point| {
                    let columns = stone.column().abs_diff(other.column());
                    columns + stone.row().abs_diff(other.row()) == 1
                };
                points.iter().any(near)
            };
            let mut placed = board.liberties(stone);
            while let Some(next) = waiting.iter().find(|&stone| touches(stone, &placed)) {
                // Only the first stone may count on a liberty, the others on stones that are there.
                if placed == board.liberties(stone) {
                    placed = Points::EMPTY;
                }
                waiting.remove(next);
                placed.insert(next);
                order.push((color, next));
            }
        }
    }
    order
}

/// Asks a program that understands GTP and the commands of GNU Go. A string that it cannot attack counts as safe.
fn ask_in_gtp(capture: &Capture, task: Task, engine: &mut Engine<'_>) -> Result<Attempt, Error> {
    let size = capture.board().size();
    engine(&format!("boardsize {size}"))?;
    engine("clear_board")?;
    for (color, point) in in_order(capture.board()) {
        engine(&format!("play {color} {}", point.name(size)))?;
    }
    engine("reset_reading_node_counter")?;
    let target = capture.target().name(size);
    let mut holds = |command: &str| -> Result<bool, Error> {
        let answer = engine(&format!("{command} {target}"))?;
        let code = answer.split_whitespace().next().and_then(|word| word.parse::<u32>().ok());
        code.map(|code| code > 0).ok_or_else(|| {
            let error = InputError::new(format!("answer to {command}"), &answer);
            error.expected("a number and a point").into()
        })
    };
    let attacked = holds("attack")?;
    let won = match task {
        Task::Attack => attacked,
        Task::Defend => !attacked || holds("defend")?,
    };
    let nodes = engine("get_reading_node_counter")?;
    let result = if won { "won" } else { "lost" };
    let nodes = nodes.trim().parse().unwrap_or(0);
    Ok(Attempt { result: result.into(), nodes, ..Attempt::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_set_up_without_a_capture_on_the_way() {
        let set = GoCaptures::new().unwrap();
        for (capture, _) in &set.captures {
            let mut board = Board::new(capture.board().size()).unwrap();
            for (color, point) in in_order(capture.board()) {
                let undo = board.play(point, color).expect("a legal move");
                assert_eq!(undo.captured_strings(), 0);
            }
            assert_eq!(board.text(), capture.board().text());
        }
    }

    /// A program that captures everything.
    #[test]
    fn engines_are_asked_in_gtp() {
        let set = GoCaptures::new().unwrap();
        let mut said = Vec::new();
        let mut engine = |command: &str| {
            said.push(command.to_string());
            let word = command.split(' ').next();
            Ok(match word {
                Some("attack") => "1 A1",
                Some("defend") => "0",
                Some("get_reading_node_counter") => "17",
                _ => "",
            }
            .to_string())
        };
        for (number, (_, task)) in set.captures.iter().enumerate() {
            let attempt = set.ask(number, &mut engine).unwrap().unwrap();
            let result = if *task == Task::Attack { "won" } else { "lost" };
            assert_eq!((attempt.result.as_str(), attempt.nodes), (result, 17));
        }
        let mut garbage = |_: &str| Ok("maybe".to_string());
        let error = set.ask(0, &mut garbage).unwrap().unwrap_err().to_string();
        assert!(error.contains("expected a number and a point"), "{error}");
    }

    #[test]
    fn settings_that_are_not_there_are_refused() {
        let set = GoCaptures::new().unwrap();
        for (settings, words) in [
            ("strategy=11", "expected a number from 1 to 10"),
            ("keep-table=maybe", "expected true or false"),
            ("strateg=1", "did you mean 'strategy'?"),
        ] {
            let error = set.search(settings).err().unwrap().to_string();
            assert!(error.contains(words), "{error}");
        }
        assert!(set.search("zones").is_ok());
    }
}
