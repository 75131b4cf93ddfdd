//! `plywood match` between algorithms.

use crate::common::{Folder, keys, plywood_line};
use serde_json::{Value, json};
use std::fs;

#[test]
fn a_match_is_the_same_on_any_number_of_threads() {
    let folder = Folder::new();
    let play = |jobs: u32| {
        let games = folder.join(&format!("games-{jobs}.jsonl"));
        let line = format!(
            "match connect4 --first best-first-saved-tree,nodes=300 --second alpha-beta,depth=3 \
             --pairs 12 --seed 5 --opening-plies 3 --json --jobs {jobs} --overwrite --games {games}"
        );
        let mut result = plywood_line(&line).json();
        assert!(result["elapsed_ms"].take().is_f64());
        assert!(result["time"].take()["first"]["mean_ms"].is_f64());
        (result, fs::read_to_string(games).unwrap())
    };
    let (result, games) = play(1);
    assert_eq!((&result, &games), (&play(8).0, &play(8).1));
    let expected = [
        "as_max",
        "as_min",
        "elapsed_ms",
        "elo",
        "first",
        "forfeits",
        "game",
        "games",
        "pairs",
        "pairs_asked",
        "pairs_decided_by",
        "pairs_played",
        "players",
        "position",
        "score",
        "second",
        "seed",
        "time",
        "work",
    ];
    assert_eq!(keys(&result), expected);
    let sum =
        |tally: &Value| tally.as_object().unwrap().values().filter_map(Value::as_u64).sum::<u64>();
    assert_eq!((sum(&result["games"]), sum(&result["pairs"])), (24, 12));
    assert_eq!((sum(&result["as_max"]), sum(&result["as_min"])), (12, 12));
    assert_eq!(sum(&result["forfeits"]["first"]), 0);
    for field in ["value", "error", "low", "high"] {
        assert!(result["score"][field].is_f64(), "{field}");
    }
    assert!(result["work"]["ratio"]["evaluated"].is_f64());
    let pairs: Vec<Value> = games.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(pairs.len(), 12);
    for (index, pair) in pairs.iter().enumerate() {
        assert_eq!(keys(pair), ["first_score", "games", "pair", "start"]);
        assert_eq!(pair["pair"], json!(index + 1));
        assert_eq!(pair["games"][1]["first_side"], "min");
        let points: f64 = (0..2).map(|i| pair["games"][i]["first_score"].as_f64().unwrap()).sum();
        let won = pair["first_score"].as_f64().unwrap();
        assert_eq!(won.total_cmp(&0.5), points.total_cmp(&1.0), "{pair}");
        assert!(pair["games"][0]["moves"][0].is_string());
    }
    // No temporary file is left beside the two.
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 2);
}

#[test]
fn a_match_for_people() {
    let line = "match random-tree --position branching=3,depth=10 --first minimax,depth=3 --second minimax,depth=1 --pairs 1";
    let ended = plywood_line(line);
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
    assert!(!ended.out.contains("± 0.0") && ended.out.contains(", 95 % from "), "{}", ended.out);
    for name in
        ["first", "second", "games", "pairs", "score", "Elo", "evaluated", "generated", "time"]
    {
        assert!(ended.out.lines().any(|line| line.starts_with(name)), "{name}: {}", ended.out);
    }
}

#[test]
fn the_players_of_a_match_may_have_names() {
    let folder = Folder::new();
    let games = folder.join("games.pgn");
    let line = "match chess --first new@strong,depth=1 --second old@minimax,depth=1 --pairs 1";
    let ended = plywood_line(&format!("{line} --json --games {games}"));
    let result = ended.json();
    assert_eq!(
        (&result["first"], &result["second"]),
        (&json!("strong,depth=1"), &json!("minimax,depth=1"))
    );
    let named = |place: &str, field: &str| result["players"][place][field].clone();
    assert_eq!((named("first", "name"), named("second", "name")), (json!("new"), json!("old")));
    assert_eq!(named("second", "algorithm"), "minimax");
    let games = fs::read_to_string(games).unwrap();
    for tag in ["[White \"new\"]", "[Black \"old\"]", "[White \"old\"]", "[Black \"new\"]"] {
        assert_eq!(games.matches(tag).count(), 1, "{tag}: {games}");
    }
    // Without names, JSON has none.
    let plain = plywood_line(&line.replace("new@", "").replace("old@", "")).out;
    assert!(plain.contains("first       strong,depth=1 (") && !plain.contains('@'), "{plain}");
    let out = plywood_line(line).out;
    assert!(out.contains("first       new@strong,depth=1 (negascout"), "{out}");
}

#[test]
fn people_read_the_names_of_the_sides() {
    for (game, first, second) in
        [("chess", "White", "Black"), ("othello", "Black", "White"), ("random-tree", "MAX", "MIN")]
    {
        let players = "--first strong,nodes=100 --second strong,depth=1";
        let ended = plywood_line(&format!("match {game} {players} --pairs 1"));
        let names: Vec<_> = ended.out.lines().map(|line| line[..11].trim_end()).collect();
        assert_eq!(names[3..5], [format!("as {first}"), format!("as {second}")], "{ended:?}");
        let ended = plywood_line(&format!("search {game} --depth 1"));
        assert!(ended.out.contains(&format!(" (view of {first})\n")), "{ended:?}");
        let ended = plywood_line(&format!("analyze {game} --depth 1"));
        assert!(ended.out.contains(&format!("values are from the view of {first}")), "{ended:?}");
    }
}
