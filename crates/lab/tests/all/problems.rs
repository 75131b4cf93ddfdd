//! The problem collection that comes with Plywood: its format, its labels, and no false capture.

use plywood::Budget;
use plywood_games::go::capture::{Capture, CaptureSolver, Classifier, Task, Verdict};
use plywood_lab::generate::GoCaptureProblem;
use plywood_play::problems::CaptureProblem;
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;

fn file(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::read_to_string(root.join(path)).unwrap()
}

fn collection() -> Vec<GoCaptureProblem> {
    let text = file("testdata/problems/go-capture.jsonl");
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn question(problem: &GoCaptureProblem) -> (Capture, Task) {
    (problem.capture().unwrap(), Task::parse(&problem.task).unwrap())
}

#[test]
fn there_are_hundreds_in_three_grades_and_no_two_alike() {
    let problems = collection();
    let read = CaptureProblem::read(&file("testdata/problems/go-capture.jsonl")).unwrap();
    assert_eq!(read.len(), problems.len());
    let (mut ids, mut positions) = (HashSet::new(), HashSet::new());
    let mut counts: BTreeMap<(u8, &str), usize> = BTreeMap::new();
    for (problem, read) in problems.iter().zip(&read) {
        assert!(ids.insert(&problem.id), "{}", problem.id);
        assert_eq!((&problem.id, Some(problem.expected == "won")), (&read.id, read.expected));
        let (capture, task) = question(problem);
        assert_eq!((&capture, task), (&read.capture, read.task));
        let position = capture.board().canonical(capture.target());
        assert!(positions.insert(position), "{} is there twice", problem.id);
        *counts.entry((problem.board_size, &problem.grade)).or_default() += 1;
    }
    assert!(problems.len() >= 300, "{}", problems.len());
    for size in [9, 13] {
        for grade in ["easy", "medium", "hard"] {
            assert!(counts[&(size, grade)] >= 20, "{counts:?}");
        }
    }
}

#[test]
fn the_experiments_have_the_same_collection() {
    assert!(
        file("testdata/problems/go-capture.jsonl") == file("crates/lab/problems/go-capture.jsonl")
    );
    let name = "problems/phutball-wins.jsonl";
    assert!(file(&format!("testdata/{name}")) == file(&format!("crates/lab/{name}")));
}

#[test]
fn the_solver_claims_no_false_capture() {
    let mut solver = CaptureSolver::default();
    let (mut right, problems) = (0, collection());
    for problem in &problems {
        let (capture, task) = question(problem);
        let solution = solver.solve(&capture, task, &Budget::new());
        let captured = (problem.expected == "won") == (task == Task::Attack);
        assert!(captured || solution.captured != Some(true), "{}: a false capture", problem.id);
        right += usize::from(solution.captured == Some(captured));
    }
    assert!(10 * right >= 9 * problems.len(), "{right} of {}", problems.len());
}

/// A part of the labels is made again: those whose searches are short.
#[test]
fn labels_rest_on_searches_with_all_moves() {
    let classifier = Classifier { most_order: 5, most_moves: 100_000 };
    let mut checked: BTreeMap<String, u32> = BTreeMap::new();
    for problem in collection().iter().step_by(3) {
        let (capture, task) = question(problem);
        let Some(found) = classifier.classify(&capture, task) else { continue };
        let (captured, k) = match found.verdict {
            Verdict::Captured(k) => (true, k),
            Verdict::Alive(k) => (false, k),
        };
        let result = if captured == (task == Task::Attack) { "won" } else { "lost" };
        let size = problem.board_size;
        let moves: Vec<String> = found.moves.iter().map(|point| point.name(size)).collect();
        let id = &problem.id;
        assert_eq!((result, k), (problem.expected.as_str(), problem.k), "{id}");
        assert_eq!((found.kind.name(), &moves), (problem.kind.as_str(), &problem.moves), "{id}");
        *checked.entry(format!("{} {}", problem.grade, problem.expected)).or_default() += 1;
    }
    assert!(checked.values().sum::<u32>() > 60 && checked.len() >= 5, "{checked:?}");
}
