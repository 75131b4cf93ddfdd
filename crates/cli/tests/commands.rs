//! Each command does what its help says.

mod common;

use common::{Folder, command, plywood, plywood_line};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[test]
fn version_and_help() {
    let version = plywood_line("--version");
    assert_eq!(
        (version.code, version.out.as_str()),
        (0, concat!("plywood ", env!("CARGO_PKG_VERSION"), "\n"))
    );
    for name in [
        "",
        "games",
        "algorithms",
        "search",
        "solve",
        "trace",
        "perft",
        "play",
        "match",
        "nboard",
        "experiment",
        "experiment run",
        "experiment report",
        "uci",
        "train",
        "analyze",
        "completions",
        "man",
    ] {
        let help = plywood_line(&format!("{name} --help"));
        assert_eq!((help.code, help.err.as_str()), (0, ""), "{name}");
        assert!(help.out.contains("Examples:\n  plywood "), "{name}: {}", help.out);
    }
}

#[test]
fn games_and_algorithms_are_listed() {
    let games = plywood_line("games --json").json();
    let names: Vec<_> = games.as_array().unwrap().iter().map(|game| &game["name"]).collect();
    assert_eq!(names, ["checkers", "chess", "connect4", "othello", "random-tree", "tree"]);
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
fn trace_prints_a_line_an_expansion() {
    let line = "trace random-tree --position branching=3,depth=30 --algorithm recursive-best-first --nodes 300 --summary";
    let mut lines = plywood_line(line).json_lines();
    let summary = lines.pop().unwrap();
    assert_eq!(summary["algorithm"], "recursive-best-first");
    assert_eq!(summary["counts"]["expanded"], json!(lines.len()));
    for (index, line) in lines.iter().enumerate() {
        assert_eq!(keys(line), ["again", "best", "depth", "n", "path", "root_value"]);
        assert_eq!(line["n"], json!(index + 1));
        assert_eq!(line["depth"], json!(line["path"].as_array().unwrap().len()));
        assert!(line["again"].is_boolean());
    }
    assert!(lines.iter().any(|line| line["again"] == true));
}

#[test]
fn trace_prints_the_kinds_of_events_it_is_asked_for() {
    let line = "trace connect4 --position 4455 --algorithm negascout --depth 3 --only entered,left";
    let lines = plywood_line(line).json_lines();
    let (mut open, mut keys_seen) = (Vec::new(), 0);
    for line in &lines {
        let path = line["path"].clone();
        assert_eq!(path.as_array().unwrap().len(), line["moves"].as_array().unwrap().len());
        keys_seen += usize::from(line["key"].as_str().is_some_and(|key| key.len() == 16));
        match line["event"].as_str() {
            Some("entered") => open.push(path),
            Some("left") => assert_eq!(open.pop(), Some(path), "the node entered last"),
            other => panic!("{other:?}"),
        }
    }
    assert!(open.is_empty() && lines.len() > 100);
    assert_eq!(keys_seen, lines.len(), "negascout computes keys");

    let line = "trace tree --position [0,[4,8,1],[6,5,[2,7,3]]] --algorithm best-first --only all";
    let lines = plywood_line(line).json_lines();
    let of = |kind: &str| lines.iter().filter(|line| line["event"] == kind).count();
    assert_eq!((of("iteration-begun"), of("iteration-finished")), (1, 1));
    assert_eq!((of("expanded"), of("evaluated")), (4, 8), "two children each");
    let root = lines.iter().find(|line| line["event"] == "expanded").unwrap();
    assert_eq!(root["children"][1], json!({"index": 1, "move": "1", "value": 6}));
    assert_eq!((&root["first"], &root["of"], &root["kept"]), (&json!(0), &json!(2), &json!(true)));
    assert_eq!(lines[0]["depth"], Value::Null, "best-first has no horizon");
}

#[test]
fn nobody_reads_to_the_end() {
    let line = "trace connect4 --algorithm best-first --nodes 3M";
    let mut child = command()
        .args(line.split_whitespace())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(first.starts_with("{\"n\":1,"), "{first}");
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
}

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_ends_a_search_with_its_answer() {
    for (algorithm, _) in common::algorithms() {
        let line = format!("search othello --algorithm {algorithm} --memory 512MiB --json");
        let child = command()
            .args(line.split_whitespace())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
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
