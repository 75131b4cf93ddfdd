//! `plywood games`, `plywood algorithms` and `plywood perft`.

use crate::common::{keys, plywood, plywood_line};
use serde_json::json;

#[test]
fn games_and_algorithms_are_listed() {
    let games = plywood_line("games --json").json();
    let names: Vec<_> = games.as_array().unwrap().iter().map(|game| &game["name"]).collect();
    let known: Vec<_> = plywood_lab::registry::games().iter().map(|game| game.name).collect();
    assert!(known.is_sorted() && known.contains(&"chess") && known.contains(&"tree"), "{known:?}");
    assert_eq!(names, known);
    let algorithms = plywood_line("algorithms --json").json();
    for algorithm in algorithms.as_array().unwrap() {
        assert_eq!(
            keys(algorithm),
            ["exact", "family", "memory", "name", "options", "paper", "summary"]
        );
        for option in algorithm["options"].as_array().unwrap() {
            assert_eq!(
                keys(option),
                ["default", "greatest", "least", "name", "summary", "values", "words"]
            );
        }
        let words = plywood_line("algorithms").out;
        assert!(words.contains(algorithm["name"].as_str().unwrap()));
    }
    assert!(plywood_line("games").out.contains("connect4"));
}

#[test]
fn lists_are_short_and_details_come_on_request() {
    for list in ["games", "algorithms", "experiment list"] {
        let shown = plywood_line(list);
        assert_eq!((shown.code, shown.err.as_str()), (0, ""), "{list}");
        assert!(shown.out.lines().count() <= 45, "{list}: {}", shown.out);
        for line in shown.out.lines() {
            assert!(line.chars().count() <= 100, "{list}: {line:?}");
        }
        // Every name of the list can be asked for; a question is described with its game.
        let rows = shown.out.lines().filter_map(|line| line.strip_prefix("  "));
        let rows = rows.filter(|row| !row.starts_with(' '));
        let rows = rows.map(|row| row.strip_prefix("--game ").unwrap_or(row));
        let names = rows.filter_map(|row| row.split_whitespace().next());
        for name in names.filter(|&name| name != "GAME") {
            let details = plywood_line(&format!("{list} {name}"));
            assert_eq!((details.code, details.err.as_str()), (0, ""), "{list} {name}");
            assert!(details.out.starts_with(&format!("{name}: ")), "{}", details.out);
            assert!(details.out.lines().count() > 3, "{}", details.out);
        }
    }
    let shown = plywood_line("games").out;
    for name in ["go-capture", "chess --goal mate", "gomoku --goal five", "GAME --goal win"] {
        assert!(shown.contains(&format!("  --game {name} ")), "{shown}");
    }
    let shown = plywood_line("algorithms").out;
    for name in ["abstract-proof", "pn", "df-pn", "strong"] {
        assert!(shown.contains(&format!("  {name} ")), "{shown}");
    }
    let one = plywood_line("algorithms mtdf --json").json();
    assert_eq!((one.as_array().unwrap().len(), &one[0]["name"]), (1, &json!("mtdf")));
    for (line, message) in [
        ("play go", "'gtp' plays in any Go program"),
        ("search go-capture", "'explain go-capture'"),
        ("games ches", "did you mean 'chess'"),
        ("algorithms mtd", "did you mean 'mtdf'"),
        ("algorithms dfpn", "did you mean 'df-pn'"),
        ("experiment list korf-1992-figure", "did you mean 'korf-1992-figure-4'"),
    ] {
        plywood_line(line).refused(2, message);
    }
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
