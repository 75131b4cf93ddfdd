//! Files of capture problems: what is refused, and what mutation makes of them.

use plywood::Budget;
use plywood_games::go::capture::CaptureSolver;
use plywood_games::random::Rng;
use plywood_games::test_kit::{mutated, refused};
use plywood_play::problems::CaptureProblem;

#[test]
fn wrong_problems_are_refused_with_the_place() {
    let texts = [
        ("(;SZ[9]AB[aa]TR[bb])", "at game 1: SGF: expected a stone marked with TR"),
        (
            "(;SZ[9]AB[aa][cc]TR[aa][cc])",
            "marked stones 'A9 and C7': expected stones of one string",
        ),
        ("(;SZ[9]AB[aa]TR[aa])(;SZ[9]AB[aa]", "at line 1, column 34: expected ')', found the end"),
        (
            r#"{"position": "9 B A1", "target": "A1", "task": "attack", "ko_ban": ["A1"]}"#,
            "'A1': expected an empty point",
        ),
        (
            r#"{"position": "9 B A1", "target": "A1", "task": "attack", "ko_ban": ["A2", "B1"]}"#,
            "'A2 B1': expected at most one point",
        ),
        (
            r#"{"position": "9 B A1", "target": "A1", "task": "attack", "ko_ban": "A2"}"#,
            "expected a list of points",
        ),
        (
            r#"{"board_size": 9, "black": ["A1"], "white": ["a1"], "target": "A1", "task": "attack"}"#,
            "'A1': expected each point once, found it twice",
        ),
        (
            r#"{"board_size": 9, "black": ["A1", "A1"], "target": "A1", "task": "attack"}"#,
            "expected each point once",
        ),
        (
            r#"{"board_size": 9, "black": ["I1"], "target": "A1", "task": "attack"}"#,
            "point 'I1': expected a point from A1 to J9",
        ),
        (
            r#"{"board_size": 9, "black": [7], "target": "A1", "task": "attack"}"#,
            "'7': expected points such as K10",
        ),
        (
            r#"{"board_size": 1.5, "target": "A1", "task": "attack"}"#,
            "'1.5': expected a number from 2 to 19",
        ),
        (
            r#"{"board_size": 300, "target": "A1", "task": "attack"}"#,
            "'300': expected a number from 2 to 19",
        ),
        (r#"{"sgf": "(;SZ[9:8])", "target": "A1", "task": "attack"}"#, "expected a square board"),
    ];
    refused(texts, CaptureProblem::read);
    let nested = "[".repeat(1_000_000);
    refused(
        [(nested.as_str(), "at line 1: problem '[[["), ("\n\n{", "at line 3: problem '{'")],
        CaptureProblem::read,
    );
    // CRLF and a byte order mark are nothing special.
    let text = "\u{feff}{\"position\": \"9 b a1\", \"target\": \"a1\", \"task\": \"attack\"}\r\n\r\n# more\r\n";
    assert_eq!(CaptureProblem::read(text).map(|problems| problems.len()).ok(), Some(1));
}

#[test]
fn mutated_problems_are_refused_or_solved() {
    let seeds = [
        r#"{"id": "a", "board_size": 5, "black": ["B3", "C4", "C2"], "white": ["C3"], "target": "C3", "task": "attack", "expected": "won", "ko_ban": ["A1"]}"#,
        r#"{"position": "X O . / . X . / . . .", "target": "B3", "task": "defend"}"#,
        r#"{"sgf": "(;SZ[4]AB[aa][bb]AW[ba]TR[ba])", "task": "attack"}"#,
        "(;SZ[7]GN[a]AB[bd][cd][be][cf]AW[ce]PL[B]TR[ce]C[expected won])(;SZ[5]AW[cc]SQ[cc])",
    ];
    let (mut rng, mut solver, mut solved) = (Rng::new(5), CaptureSolver::default(), 0);
    for _ in 0..15_000 {
        let &seed = rng.choose(&seeds).unwrap();
        let text = mutated(&mut rng, seed, "[]{}\":,;()abcABC1359XO./ ");
        match CaptureProblem::read(&text) {
            Ok(problems) => {
                for problem in problems.iter().take(3) {
                    solver.solve(&problem.capture, problem.task, &Budget::new().nodes(20));
                    solved += 1;
                }
            }
            Err(error) => {
                let line = error.to_string();
                assert!(!line.chars().any(char::is_control), "{text:?}: {line:?}");
                assert!(line.contains("expected"), "{text:?}: {line:?}");
            }
        }
    }
    assert!(solved > 1000, "{solved}");
}
