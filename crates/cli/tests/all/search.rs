//! `plywood search`: its answer as JSON and as text, its limits, and the algorithms it stands for.

use crate::common::{Folder, plywood, plywood_line};
use serde_json::{Value, json};
use std::fs;

#[test]
fn search_answers_with_the_promised_object() {
    let position = "[0,[4,8,1],[6,5,[2,7,3]]]";
    let args = ["search", "tree", "--position", position, "--algorithm", "best-first", "--json"];
    let mut answer = plywood(args).json();
    assert!(answer["elapsed_ms"].take().is_f64());
    assert!(answer["memory"].take().is_u64());
    let expected = json!({
        "game": "tree", "position": position, "algorithm": "best-first", "options": {},
        "best": 1, "value": {"lower": 5, "upper": 5}, "proven": true, "pv": [1, 0],
        "counts": {"generated": 8, "evaluated": 8, "expanded": 4, "regenerated": 0},
        "stop": "terminal", "depth": 2, "memory": null, "elapsed_ms": null,
    });
    assert_eq!(answer, expected);
}

#[test]
fn search_reads_files_and_says_all_best() {
    let folder = Folder::new();
    let file = folder.file("tree.json", "[0, 3, 7,\n 7]\n");
    for flag in ["--all-best", "--set=all-best=true"] {
        let args =
            ["search", "tree", "--position", &file, "--algorithm", "minimax", flag, "--json"];
        let answer = plywood(args).json();
        assert_eq!(answer["position"], json!(file));
        assert_eq!((&answer["best"], &answer["equally_good"]), (&json!(1), &json!([1, 2])));
    }
    let both = "search connect4 --algorithm minimax --depth 1 --all-best --set all-best=false";
    plywood_line(both).refused(2, "'all-best' is given twice");
}

#[test]
fn search_names_moves_wins_and_unknown_bounds() {
    let won =
        plywood_line("search connect4 --position 4455 --algorithm alpha-beta --depth 6 --json");
    let won = won.json();
    assert_eq!((&won["best"], &won["outcome"]), (&json!("3"), &json!("win@7")));
    assert!(won["value"]["lower"].is_i64() && won["value"]["lower"] == won["value"]["upper"]);
    assert_eq!(won["proven"], true);
    let cut = plywood_line("search connect4 --algorithm minimax --nodes 3 --json").json();
    assert_eq!(cut["stop"], "nodes");
    assert!(cut["value"]["lower"].is_number() && cut["value"]["upper"].is_null(), "{cut}");
    let cut = plywood_line("search connect4 --algorithm best-first --nodes 3 --json").json();
    assert_eq!(cut["value"], json!({"lower": null, "upper": null}));
    let over = plywood_line("search tree --position -5 --algorithm best-first --json").json();
    assert_eq!((&over["best"], &over["value"]["upper"]), (&Value::Null, &json!(-5)));
}

#[test]
fn search_for_people_is_a_few_lines() {
    let ended = plywood_line("search connect4 --algorithm alpha-beta --depth 5 --all-best");
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
    let names: Vec<_> = ended.out.lines().map(|line| line[..10].trim_end()).collect();
    let expected = [
        "algorithm",
        "best move",
        "as good",
        "value",
        "proven",
        "line",
        "depth",
        "work",
        "memory",
        "time",
        "stopped",
    ];
    assert_eq!(names, expected);
}

#[test]
fn an_algorithm_that_is_named_is_exact_and_strong_is_the_default() {
    let search = |rest: &str| {
        plywood_line(&format!("search chess --position e2e4 --depth 4 --json {rest}")).json()
    };
    let (default, strong) = (search(""), search("--algorithm strong"));
    assert_eq!(
        (&default["algorithm"], &default["stands_for"]),
        (&json!("strong"), &json!("negascout"))
    );
    assert_eq!(default["options"], json!({"quiescence": true, "selective": true}));
    assert_eq!(default["counts"], strong["counts"]);
    let spelt = search("--algorithm negascout --set selective=true --set quiescence=true");
    assert_eq!((&spelt["counts"], &spelt["value"]), (&strong["counts"], &strong["value"]));
    let exact = search("--algorithm negascout");
    assert_eq!((&exact["stands_for"], &exact["options"]), (&json!(null), &json!({})));
    assert_eq!(exact["value"], search("--algorithm alpha-beta")["value"], "the fixed depth's");

    // The same in an analysis and in a match.
    let analyze = |rest: &str| {
        let line = format!("analyze chess --position e2e4 --depth 4 --lines 1 --json {rest}");
        plywood_line(&line).json_lines().pop().unwrap()
    };
    assert_eq!(analyze("")["value"], strong["value"]);
    assert_eq!(analyze("")["stands_for"], "negascout");
    assert_eq!(analyze("--algorithm negascout")["value"], exact["value"]);
    let line = "match chess --first strong,depth=2 --second depth=2,selective=false --pairs 1";
    let result = plywood_line(&format!("{line} --json")).json();
    assert_eq!(
        result["players"]["first"]["options"],
        json!({"quiescence": true, "selective": true})
    );
    assert_eq!(result["players"]["second"]["algorithm"], "strong");
    assert_eq!(result["players"]["second"]["options"]["selective"], false);
    let words = plywood_line(line).out;
    assert!(
        words.contains("strong,depth=2 (negascout, quiescence=true, selective=true)"),
        "{words}"
    );
    let words = plywood_line("search othello --depth 2").out;
    assert!(words.starts_with("algorithm  strong (negascout, endgame=auto)\n"), "{words}");

    // Exact players of every algorithm agree in a match: same moves at the same depth and evaluation.
    let moves = |first: &str| {
        let folder = Folder::new();
        let file = folder.join("games.jsonl");
        let args = ["match", "othello", "--first", first, "--second", "alpha-beta,depth=3"];
        let rest = ["--pairs", "1", "--position", "f5d6c3", "--games", &file];
        assert_eq!(plywood(args.into_iter().chain(rest)).code, 0);
        fs::read_to_string(&file).unwrap()
    };
    assert_eq!(moves("minimax,depth=3"), moves("minimax,depth=3,endgame=never"), "no solver");
}

#[test]
fn limits_are_obeyed() {
    let search = |rest: &str| {
        plywood_line(&format!("search connect4 --algorithm best-first-saved-tree --json {rest}"))
            .json()
    };
    assert_eq!(search("--nodes 1k")["stop"], "nodes");
    assert_eq!(search("--evals 1k")["stop"], "evaluations");
    assert!(search("--evals 1k")["counts"]["evaluated"].as_u64() <= Some(1000));
    assert_eq!(search("--depth 5")["stop"], "depth");
    let timed = plywood_line("search connect4 --algorithm alpha-beta --time 50ms --json").json();
    assert_eq!(timed["stop"], "time");
    assert!(timed["best"].is_string() && timed["depth"].as_u64() >= Some(3));
    let small = search("--nodes 1M --memory 64KiB");
    assert!(small["memory"].as_u64() <= Some(64 << 10), "{small}");
}

/// A search can be interrupted at any moment, and then has an answer.
#[test]
fn a_search_without_limits_deepens() {
    let counts = |rest: &str| {
        let line = format!(
            "search random-tree --position branching=3,depth=7 --algorithm alpha-beta --json {rest}"
        );
        plywood_line(&line).json()["counts"].clone()
    };
    assert_eq!(counts(""), counts("--set deepening=always"));
    assert_eq!(counts("--set deepening=never"), counts("--depth 7"));
    assert_ne!(counts(""), counts("--depth 7"));
}

#[test]
fn a_seed_names_a_random_game() {
    let search = |rest: &str| {
        let line = format!("search random-tree --algorithm best-first --depth 6 --json {rest}");
        let mut answer = plywood_line(&line).json();
        answer["elapsed_ms"].take();
        answer
    };
    let seven = search("--seed 7 --position branching=4,depth=20");
    let text = "branching=4,depth=20,seed=7,edges=korf,generator=hash";
    assert_eq!(seven["position"], text);
    assert_eq!(seven, search(&format!("--position {text}")));
    assert_ne!(seven["value"], search("--seed 8 --position branching=4,depth=20")["value"]);
}

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_ends_a_search_with_its_answer() {
    use crate::common;
    for (algorithm, _) in common::algorithms() {
        let line = format!("search othello --algorithm {algorithm} --memory 512MiB --json");
        let child = common::spawn(line.split_whitespace());
        common::interrupt(child.id());
        let answer = common::Ended::from(child.wait_with_output().unwrap()).json();
        assert!(answer["best"].is_string() && answer["depth"].as_u64() > Some(0), "{answer}");
        let known = |bound: &str| answer["value"][bound].is_number();
        assert!(known("lower") || known("upper"), "{answer}");
        assert_eq!(answer["pv"][0], answer["best"], "{answer}");
        // A best-first search may fill its memory first.
        assert!(answer["stop"] == "cancelled" || algorithm.contains("best-first"), "{answer}");
    }
}
