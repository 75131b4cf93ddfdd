//! Problems of captures at Go, classified by searches with all moves.

use super::{GenerateOptions, Problem, ProblemMaker};
use crate::Error;
use plywood_games::InputError;
use plywood_games::go::capture::{Capture, CaptureKind, Classified, Classifier, Task, Verdict};
use plywood_games::go::{Board, Color, Point, Points, SelfPlay, sgf};
use plywood_games::random::Rng;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// The fewest columns and rows: on smaller boards there is hardly a problem.
const SMALLEST: u8 = 5;
const LARGEST: u8 = 19;
const DEFAULT_SIZE: u8 = 9;
/// Of the positions of a game, every third is looked at.
const STEP: usize = 3;
/// The liberties of strings that are looked at: one is too easy, and more than four are hardly ever captured.
const LIBERTIES: std::ops::RangeInclusive<u32> = 2..=4;
/// The limits of the searches that classify a problem.
const CLASSIFIER: Classifier = Classifier { most_order: 6, most_moves: 300_000 };

pub(super) struct GoCaptureMaker {
    size: u8,
}

/// A problem of a collection, with the fields that `plywood solve --game go-capture` reads and those that
/// tell how it was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoCaptureProblem {
    /// Its name.
    pub id: String,
    /// The number of columns and rows.
    pub board_size: u8,
    /// The black stones.
    pub black: Vec<String>,
    /// The white stones.
    pub white: Vec<String>,
    /// A stone of the string.
    pub target: String,
    /// `attack` or `defend`.
    pub task: String,
    /// `won` or `lost`, for the side to move.
    pub expected: String,
    /// `easy`, `medium` or `hard`.
    pub grade: String,
    /// `ladder`, `direct`, `net`, `sacrifice` or `life`.
    pub kind: String,
    /// The fewest moves of the attacker within which it captures, or of the defender within which the string is
    /// alive for good.
    pub k: u32,
    /// What the label rests on: `exhaustive`, a search with all moves of both sides, or `life`, such a search
    /// to positions in which the string is unconditionally alive.
    pub proof: String,
    /// All right first moves, if the side to move wins.
    pub moves: Vec<String>,
}

impl GoCaptureMaker {
    pub fn new(options: &GenerateOptions) -> Result<GoCaptureMaker, Error> {
        let size = options.size.unwrap_or(DEFAULT_SIZE);
        if !(SMALLEST..=LARGEST).contains(&size) {
            let error = InputError::new("size", &size.to_string());
            return Err(error.expected(format!("a number from {SMALLEST} to {LARGEST}")).into());
        }
        Ok(GoCaptureMaker { size })
    }
}

impl ProblemMaker for GoCaptureMaker {
    type Problem = GoCaptureProblem;

    const NAME: &'static str = "go-capture";
    const GRADES: &'static [&'static str] = &["easy", "medium", "hard"];

    fn spec(&self) -> String {
        let Classifier { most_order, most_moves } = CLASSIFIER;
        format!("size = {}\nmost_order = {most_order}\nmost_moves = {most_moves}\n", self.size)
    }

    fn problems(&self, seed: u64) -> Result<Vec<GoCaptureProblem>, Error> {
        let Some(game) = SelfPlay::new(self.size, seed) else { return Ok(Vec::new()) };
        let mut rng = Rng::new(!seed);
        let mut problems = Vec::new();
        // A string with the same stones and liberties as before is mostly the same problem.
        let mut seen: HashSet<(Points, Points)> = HashSet::new();
        for board in game.skip(2 * usize::from(self.size)).step_by(STEP) {
            // Without a ban of ko, which a list of stones does not tell.
            let board = Board::from_stones(&board.text())?;
            let mut stones = board.stones(Color::Black).or(board.stones(Color::White));
            while let Some(stone) = stones.first() {
                let string = board.string(stone);
                stones = stones.without(&string);
                if LIBERTIES.contains(&board.count_liberties(stone))
                    && seen.insert((string, board.liberties(stone)))
                {
                    problems.extend(problem(&Capture::new(&board, stone)?, &mut rng));
                }
            }
        }
        Ok(problems)
    }
}

/// A question about a string whose answer is certain, if there is one.
fn problem(capture: &Capture, rng: &mut Rng) -> Option<GoCaptureProblem> {
    let defender = !capture.attacker();
    if capture.board().unconditionally_alive(defender).contains(capture.target()) {
        return None;
    }
    let attack = CLASSIFIER.classify(capture, Task::Attack);
    // Captures are the rarer ones: the paper's problems all are.
    let defend_first = match attack.as_ref().map(|attack| attack.verdict) {
        Some(Verdict::Captured(_)) => rng.below(4) == 0,
        Some(Verdict::Alive(_)) | None => rng.below(2) == 0,
    };
    let defend = || Some((Task::Defend, CLASSIFIER.classify(capture, Task::Defend)?));
    let question = if defend_first { defend() } else { None };
    let (task, classified) = question.or(attack.map(|attack| (Task::Attack, attack)))?;
    Some(GoCaptureProblem::new(capture, task, &classified))
}

/// Ladders and captures within three moves are easy: gi3 sees them at the root, or a ladder is read to its
/// end. Each further move of the attacker makes a problem harder.
fn grade(kind: CaptureKind, k: u32, task: Task) -> &'static str {
    match (kind, k) {
        (CaptureKind::Life, _) if task == Task::Attack => "medium",
        (CaptureKind::Ladder | CaptureKind::Life, _) | (_, 0..=3) => "easy",
        (_, 4) => "medium",
        _ => "hard",
    }
}

impl GoCaptureProblem {
    fn new(capture: &Capture, task: Task, classified: &Classified) -> GoCaptureProblem {
        let board = capture.board();
        let size = board.size();
        let names = |points: &Points| points.iter().map(|point| point.name(size)).collect();
        let (captured, k) = match classified.verdict {
            Verdict::Captured(k) => (true, k),
            Verdict::Alive(k) => (false, k),
        };
        let won = captured == (task == Task::Attack);
        GoCaptureProblem {
            id: String::new(),
            board_size: size,
            black: names(board.stones(Color::Black)),
            white: names(board.stones(Color::White)),
            target: capture.target().name(size),
            task: task.name().into(),
            expected: if won { "won" } else { "lost" }.into(),
            grade: grade(classified.kind, k, task).into(),
            kind: classified.kind.name().into(),
            k,
            proof: if captured { "exhaustive" } else { "life" }.into(),
            moves: classified.moves.iter().map(|point: &Point| point.name(size)).collect(),
        }
    }

    /// The string to capture.
    pub fn capture(&self) -> Result<Capture, InputError> {
        let stones = [self.board_size.to_string(), "B".into(), self.black.join(" "), "W".into()];
        let board = Board::from_stones(&format!("{} {}", stones.join(" "), self.white.join(" ")))?;
        Capture::new(&board, board.point(&self.target)?)
    }
}

impl Problem for GoCaptureProblem {
    fn grade(&self) -> &str {
        &self.grade
    }

    fn sort(&self) -> String {
        format!("{} {} {} {}", self.task, self.expected, self.kind, self.k)
    }

    fn identity(&self) -> String {
        let position = self.capture().map(|c| c.board().canonical(c.target()));
        position.unwrap_or_default()
    }

    fn set_id(&mut self, id: String) {
        self.id = format!("{0}x{0}-{id}", self.board_size);
    }

    fn sgf(&self) -> Option<String> {
        let capture = self.capture().ok()?;
        let task = Task::parse(&self.task).ok()?;
        let comment = format!(
            "{} to move, expected {}. Grade {}, {}, k = {}; the label rests on: {}.",
            capture.to_move(task),
            self.expected,
            self.grade,
            self.kind,
            self.k,
            self.proof
        );
        let root = sgf::Variation { comment, ..Default::default() };
        let marked = Points::only(capture.target());
        Some(sgf::write(&self.id, capture.board(), capture.to_move(task), &marked, &root))
    }
}

#[cfg(test)]
mod tests {
    use super::super::collection::game_seed;
    use super::*;

    /// The problems of the first game of the collection that comes with Plywood are made again, byte for byte.
    #[test]
    fn a_part_of_the_collection_is_made_again() {
        let without_id = |problem: &GoCaptureProblem| {
            serde_json::to_string(&GoCaptureProblem { id: String::new(), ..problem.clone() })
                .unwrap()
        };
        let shipped = include_str!("../../problems/go-capture.jsonl").lines().map(|line| {
            let problem: GoCaptureProblem = serde_json::from_str(line).unwrap();
            assert_eq!(serde_json::to_string(&problem).unwrap(), line);
            without_id(&problem)
        });
        let shipped: HashSet<String> = shipped.collect();
        let maker = GoCaptureMaker::new(&GenerateOptions::default()).unwrap();
        let made = maker.problems(game_seed(1, 1)).unwrap();
        let found = made.iter().filter(|problem| shipped.contains(&without_id(problem))).count();
        // The others are left out because enough of their sort are there, or because they are there already.
        assert!(found >= 3 && 2 * found >= made.len(), "{found} of {}", made.len());
    }
}
