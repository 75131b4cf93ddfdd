//! Every algorithm on every tree of `testdata/trees`, compared with known values.

use crate::common::{Folder, algorithms, plywood, plywood_line, testdata};
use serde_json::{Value, json};
use std::fs;

/// A tree with its known values.
struct Case {
    name: String,
    path: String,
    expected: Value,
}

fn cases() -> Vec<Case> {
    let folder = testdata().join("trees");
    let mut cases = Vec::new();
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "json") {
            let name = path.file_stem().unwrap().to_str().unwrap().to_string();
            let expected = folder.join("expected").join(format!("{name}.json"));
            let text = fs::read_to_string(expected).unwrap_or_else(|e| panic!("{name}: {e}"));
            let expected = serde_json::from_str(&text).unwrap();
            cases.push(Case { name, path: path.to_str().unwrap().to_string(), expected });
        }
    }
    assert!(cases.len() >= 20);
    cases
}

#[test]
fn every_algorithm_on_every_tree() {
    for Case { name, path, expected } in cases() {
        let value = json!({"lower": expected["value"], "upper": expected["value"]});
        let over = expected["best"] == json!([]);
        for (algorithm, exact) in algorithms() {
            let args = ["search", "tree", "--position", &path, "--algorithm", &algorithm];
            let answer = plywood(args.into_iter().chain(["--all-best", "--json"])).json();
            let of = format!("{algorithm} on {name}: {answer}");
            if exact {
                assert_eq!(answer["stop"], "complete", "{of}");
                assert_eq!(answer["equally_good"], expected["best"], "{of}");
            }
            // A selective search may stop early, but what it proves is true.
            if exact || answer["proven"] == true {
                assert_eq!((&answer["value"], &answer["proven"]), (&value, &json!(true)), "{of}");
                assert_eq!(answer["best"].is_null(), over, "{of}");
                let optimal = expected["best"].as_array().unwrap();
                assert!(over || optimal.contains(&answer["best"]), "{of}");
                assert!(over || answer["pv"][0] == answer["best"], "{of}");
            }
        }
    }
}

#[test]
fn the_worked_examples_of_the_papers() {
    let variants: [&[&str]; 6] = [
        &["best-first"],
        &["best-first-saved-tree"],
        &["best-first-saved-tree", "--set", "early-return=false"],
        &["recursive-best-first"],
        &["recursive-best-first", "--set", "early-return=true"],
        &["recursive-best-first", "--set", "variant=full"],
    ];
    let mut worked = 0;
    for Case { name, path, expected } in cases() {
        let Some(expansions) = expected["expansions"].as_array() else { continue };
        worked += 1;
        for variant in variants {
            let args = ["trace", "tree", "--position", &path, "--algorithm"];
            let lines = plywood(args.iter().chain(variant)).json_lines();
            // Linear space expands nodes again; only first expansions are compared.
            let new: Vec<&Value> = lines.iter().filter(|line| line["again"] == false).collect();
            let paths: Vec<_> = new.iter().map(|line| line["path"].clone()).collect();
            assert!(paths.starts_with(expansions), "{name}, {variant:?}: {paths:?}");
            let values: Vec<_> = new.iter().map(|line| line["root_value"].clone()).collect();
            let known = expected["root_values"].as_array().unwrap();
            assert!(values.starts_with(known), "{name}, {variant:?}: {values:?}");
        }
    }
    assert_eq!(worked, 2);
}

#[test]
fn an_exported_tree_is_searched_like_its_game() {
    let folder = Folder::new();
    let positions = [
        ("random-tree", "branching=random:4,edges=-9..9,seed=7"),
        ("random-tree", "branching=3,generator=naive,node=5:3:77"),
        ("connect4", "4455"),
        ("othello", "f5d6c3"),
        ("checkers", "start"),
    ];
    for (number, (game, position)) in positions.into_iter().enumerate() {
        let file = folder.join(&format!("{number}.json"));
        let file = file.as_str();
        let position: &[&str] = match position {
            "start" => &[],
            position => &["--position", position],
        };
        let export = ["export", game, "--depth", "4", "--out", file];
        let told = plywood(export.iter().chain(position)).out;
        assert!(told.starts_with(&format!("{file}: ")) && told.ends_with(" nodes\n"), "{told}");
        let limits = ["--algorithm", "minimax", "--depth", "4", "--all-best", "--json"];
        let own = plywood(["search", game].iter().chain(position).chain(&limits)).json();
        let tree = plywood(["search", "tree", "--position", file].iter().chain(&limits)).json();
        let unit = if game == "random-tree" || game == "connect4" { 1.0 } else { 100.0 };
        let value = |answer: &Value| answer["value"]["lower"].as_f64().unwrap();
        if own["proven"] == false {
            assert_eq!((value(&own) * unit).round(), value(&tree), "{game}: {own} {tree}");
        }
        assert_eq!(own["counts"]["generated"], tree["counts"]["generated"], "{game}");
        let best = |answer: &Value| answer["equally_good"].as_array().unwrap().len();
        assert_eq!(best(&own), best(&tree), "{game}");
    }
}

#[test]
fn an_export_is_refused_with_reason() {
    let folder = Folder::new();
    let there = folder.join("there.json");
    fs::write(&there, "1").unwrap();
    let there = there.as_str();
    for (line, reason) in [
        ("export random-tree --position branching=9 --depth 9", "at most 10000000 nodes"),
        ("export random-tree --depth 2 --eval best", "expected no eval"),
        ("export othello --depth 1 --eval perod", "did you mean 'period'"),
        ("export random-tree --depth x", "expected a whole number of plies"),
        (&format!("export random-tree --depth 1 --out {there}"), "exists"),
        (&format!("export random-tree --depth 1 --out {there}/no.json"), "expected"),
    ] {
        let ended = plywood_line(line);
        assert_eq!(ended.code, 2, "{line}: {}", ended.err);
        assert!(ended.err.contains(reason), "{line}: {}", ended.err);
    }
    assert_eq!(fs::read_to_string(there).unwrap(), "1");
    let line = format!("export tree --position [0,3,[1,4]] --depth 9 --out {there} --overwrite");
    assert_eq!(plywood_line(&line).code, 0);
    assert_eq!(fs::read_to_string(there).unwrap(), "[0,3,[1,4]]\n");
}
