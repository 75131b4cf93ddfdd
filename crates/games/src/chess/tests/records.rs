use super::*;
use crate::testing::{fuzz, refused, testdata};

#[test]
fn problems_are_read() {
    let line = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - am Rxa8+ O-O; bm Ke2; c0 \"a; b\"; id \"x\"; D1 26;D2 568";
    let problem = Problem::parse(line).unwrap();
    let names = |moves: &[Move]| crate::line_notation(&problem.position, &moves[..1]);
    assert_eq!(
        (names(&problem.best), names(&problem.avoid)),
        (vec!["Ke2".into()], vec!["Rxa8+".into()])
    );
    assert_eq!((problem.avoid.len(), problem.id.as_deref()), (2, Some("x")));
    assert_eq!(problem.perft, [(1, 26), (2, 568)]);
    assert_eq!(problem.operations[2], ("c0".into(), vec!["a; b".into()]));
    assert_eq!(problem.position.perft(2), 568);
    // Six fields and counts, as perft suites have them.
    let problem = Problem::parse("4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66").unwrap();
    assert_eq!(problem.perft, [(1, 15), (2, 66)]);
    let problem = Problem::parse("4k3/8/8/8/8/8/8/4K2R w K -").unwrap();
    assert!(problem.operations.is_empty());
}

#[test]
fn problems_are_refused_with_their_place() {
    let lines = [
        ("", "at the board: expected eight ranks with '/' between, found its end"),
        ("4k3/8/8/8/8/8/8/4K2R w K - bm Rh9;", "at the operation bm: expected one of"),
        ("4k3/8/8/8/8/8/8/4K2R w K - bm Rh9;", "found 'Rh9'"),
        (
            "4k3/8/8/8/8/8/8/4K2R w K - hmvc x;",
            "the operation hmvc: expected a number from 0 to 100",
        ),
        ("4k3/8/8/8/8/8/8/4K2R w K - fmvn 0;", "the operation fmvn: expected a number from 1 to"),
        (
            "4k3/8/8/8/8/8/8/4K2R w K - D1 many;",
            "at the operation D1: expected a number of lines, found 'many'",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w K - id \"x;",
            "at operation 1: expected '\"' at the end of a text",
        ),
    ];
    refused(lines, Problem::parse);
    let error =
        epd::read("# title\n\n4k3/8/8/8/8/8/8/4K2R w K -\n4k3 w\n").unwrap_err().to_string();
    assert!(error.contains("at line 4, the board"), "{error}");
}

#[test]
fn a_collection_is_read() {
    let problems = epd::read(&testdata("problems/chess-bratko-kopec.epd")).unwrap();
    assert_eq!(problems.len(), 24);
    assert!(problems.iter().all(|problem| !problem.best.is_empty() && problem.id.is_some()));
}

#[test]
fn mutated_problems_are_read_or_refused() {
    let lines = [
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - am Rxa8+; bm Ke2; c0 \"a; b\"; D1 26;",
        "4k3/8/8/3pP3/8/8/8/4K2R w K d6 hmvc 0; fmvn 12; bm exd6;",
    ];
    let alphabet = "rnbqkRNBQKpP12345678/ wb-KQkqam;\"D0cidhv";
    let accepted = fuzz(&lines, alphabet, Problem::parse, |problem, _| {
        let position = &problem.position;
        assert_eq!(Chess::parse(Some(&position.text())).as_ref(), Ok(position));
        assert!(problem.best.iter().all(|&m| position.cozy().is_legal(m)));
    });
    assert!(accepted > 1000, "{accepted}");
}
