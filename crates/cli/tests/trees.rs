//! Every algorithm on every tree of `testdata/trees`, compared with known values.

mod common;

use common::{algorithms, plywood, testdata};
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
