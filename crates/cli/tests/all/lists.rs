//! `plywood games`, `plywood algorithms` and `plywood perft`.

use crate::common::{keys, plywood, plywood_line};
use serde_json::json;

#[test]
fn games_and_algorithms_are_listed() {
    let games = plywood_line("games --json").json();
    let names: Vec<_> = games.as_array().unwrap().iter().map(|game| &game["name"]).collect();
    assert_eq!(
        names,
        [
            "amazons",
            "checkers",
            "chess",
            "connect4",
            "gomoku",
            "othello",
            "phutball",
            "random-tree",
            "tree"
        ]
    );
    let algorithms = plywood_line("algorithms --json").json();
    for algorithm in algorithms.as_array().unwrap() {
        assert_eq!(keys(algorithm), ["exact", "memory", "name", "options", "paper", "summary"]);
        for option in algorithm["options"].as_array().unwrap() {
            assert_eq!(keys(option), ["default", "name", "summary", "values"]);
        }
        let words = plywood_line("algorithms").out;
        assert!(words.contains(algorithm["name"].as_str().unwrap()));
    }
    assert!(plywood_line("games").out.contains("connect4"));
}

#[test]
fn perft_counts_as_published() {
    for (passes, leaves) in
        [("", 24_571_284), ("--passes count", 24_571_284), ("--passes free", 24_571_420)]
    {
        let object = plywood_line(&format!("perft othello --depth 10 --json {passes}")).json();
        assert_eq!(object["leaves"], leaves, "{passes}");
    }
    let ended = plywood_line("perft othello --position e6f4e3f6g5d6e7f5c5 --depth 3");
    assert!(ended.out.lines().skip(1).all(|line| line.split_whitespace().nth(1) == Some("1")));
}

#[test]
fn perft_counts() {
    let mut object = plywood_line("perft connect4 --depth 7 --json").json();
    assert!(object["elapsed_ms"].take().is_f64());
    let start = "......./......./......./......./......./.......";
    let expected = json!({"game": "connect4", "position": start, "depth": 7, "leaves": 823536, "elapsed_ms": null});
    assert_eq!(object, expected);
    let table = plywood_line("perft connect4 --position 44 --depth 3");
    let leaves: Vec<_> =
        table.out.lines().skip(1).map(|line| line.split_whitespace().nth(1).unwrap()).collect();
    assert_eq!(leaves, ["1", "7", "49", "343"]);
    let ends = plywood(["perft", "tree", "--position", "[0,1,2]", "--depth", "1000000"]);
    assert_eq!(ends.out.lines().count(), 5, "{}", ends.out);
    assert!(ends.out.ends_with("no line of play is longer than depth 1\n"));
}
