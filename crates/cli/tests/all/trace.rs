//! `plywood trace`: the steps of a search.

use crate::common::{keys, plywood, plywood_line, spawn, testdata};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read};

#[test]
fn trace_prints_a_line_an_expansion() {
    let line = "trace random-tree --position branching=3,depth=30 --algorithm recursive-best-first --nodes 300 --summary";
    let mut lines = plywood_line(line).json_lines();
    let summary = lines.pop().unwrap();
    assert_eq!(summary["algorithm"], "recursive-best-first");
    lines.retain(|line| line["event"] == "expanded");
    assert_eq!(summary["counts"]["expanded"], json!(lines.len()));
    for (index, line) in lines.iter().enumerate() {
        let fields = [
            "again",
            "alpha",
            "best",
            "beta",
            "depth",
            "event",
            "n",
            "path",
            "root_value",
            "stored",
        ];
        assert_eq!(keys(line), fields);
        let stored = line["stored"].as_array().unwrap();
        assert_eq!(stored.len(), index_path(line).len() + 1, "a list for every node on the path");
        assert_eq!(line["n"], json!(index + 1));
        assert_eq!(line["depth"], json!(line["path"].as_array().unwrap().len()));
        assert!(line["again"].is_boolean());
    }
    assert!(lines.iter().any(|line| line["again"] == true));
}

/// In searches that end by themselves and in searches that are stopped, by every algorithm.
#[test]
fn a_trace_ends_with_the_answer_of_the_search() {
    let solved = "OOOOOOOOOOOOOOXOOOOOOXXOOXOOXOXOOXXOXXXOOXXXXXXOOXXXXXXO-X--XXOO X";
    let algorithms = plywood_line("algorithms --json").json();
    let names: Vec<&str> = algorithms
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["name"].as_str().unwrap())
        .collect();
    assert!(names.len() >= 15, "{names:?}");
    for name in names {
        for (game, position, limit) in [
            ("tree", "[0,[4,8,1],[6,5,[2,7,3]]]", "--depth=9"),
            ("connect4", "44", "--nodes=500"),
            ("othello", solved, "--depth=4"),
        ] {
            let args = [game, "--position", position, "--algorithm", name, limit];
            let lines = plywood(["trace"].into_iter().chain(args)).json_lines();
            let (answer, before) = lines.split_last().unwrap();
            assert_eq!(answer["event"], "answer", "{args:?}");
            let mut searched = plywood(["search", "--json"].into_iter().chain(args)).json();
            for (field, told) in answer.as_object().unwrap().iter().filter(|(f, _)| *f != "event") {
                assert_eq!(*told, searched[field].take(), "{field} of {args:?}");
            }
            // Iterations enclose all expansions.
            let mut open = false;
            for line in before {
                match line["event"].as_str() {
                    Some("iteration-begun") => assert!(!std::mem::replace(&mut open, true)),
                    Some("iteration-finished") => assert!(std::mem::replace(&mut open, false)),
                    Some("expanded") => assert!(open, "{args:?}: {line}"),
                    other => panic!("{args:?}: {other:?}"),
                }
            }
            assert!(!open, "{args:?}");
        }
    }
}

#[test]
fn iterations_of_alpha_beta_are_marked() {
    let line = "trace tree --position [0,[4,8,1],[6,5,[2,7,3]]] --algorithm alpha-beta";
    let lines = plywood_line(line).json_lines();
    let of = |line: &Value| (line["event"].clone(), line["depth"].clone(), line["upper"].clone());
    let marks: Vec<_> = lines.iter().filter(|line| line["event"] != "expanded").map(of).collect();
    let begun = |depth: u32| (json!("iteration-begun"), json!(depth), Value::Null);
    let finished =
        |depth: u32, value: i32| (json!("iteration-finished"), json!(depth), json!(value));
    let answer = (json!("answer"), json!(2), Value::Null);
    assert_eq!(
        marks,
        [begun(1), finished(1, 6), begun(2), finished(2, 2), begun(3), finished(3, 5), answer]
    );
    assert_eq!(lines[lines.len() - 1]["best"], 1);
    assert_eq!(lines[lines.len() - 1]["value"], json!({"lower": 5, "upper": 5}));
}

fn index_path(line: &Value) -> &Vec<Value> {
    line["path"].as_array().unwrap()
}

/// Figure 2 of Korf 1992: what the text says of its panels, and the rest of the example by the paper's
/// pseudo-code.
#[test]
fn the_steps_of_rbfms_are_those_of_the_papers_figure() {
    let tree = testdata().join("trees/korf-1992-figure-1.json");
    let args = ["trace", "tree", "--algorithm", "recursive-best-first", "--position"];
    let mut steps = plywood(args.into_iter().chain(tree.to_str())).json_lines();
    steps.retain(|step| step["event"] == "expanded");
    let step = |path: Value, alpha: Value, beta: Value, stored: Value, again: bool| json!({ "path": path, "alpha": alpha, "beta": beta, "stored": stored, "again": again });
    let (none, all) = (Value::Null, Value::Null);
    let expected = [
        // A: the root, on the principal variation for ever, with children of 7 and 11.
        step(json!([]), none, all.clone(), json!([[7, 11]]), false),
        // B: the right child, which must not fall below 7, gets 9 and 5.
        step(json!([1]), json!(7), all.clone(), json!([[7, null], [9, 5]]), false),
        // C and D: 5 is stored with it, and the left child, which must not fall below 5, gets 13 and 3.
        step(json!([0]), json!(5), all.clone(), json!([[null, 5], [13, 3]]), false),
        // E and F: 3 is stored with that, and the right child is expanded again.
        step(json!([1]), json!(3), all, json!([[3, null], [9, 5]]), true),
        step(json!([1, 1]), json!(3), json!(9), json!([[3, null], [9, null], [8, 12]]), false),
        step(json!([1, 0]), json!(3), json!(12), json!([[3, null], [null, 12], [2, 6]]), false),
    ];
    for (step, expected) in steps.iter().zip(&expected) {
        for (field, value) in expected.as_object().unwrap() {
            assert_eq!(&step[field], value, "{field} of {step}");
        }
    }
    assert_eq!(steps.len(), expected.len());
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
fn trace_names_passes_cut_offs_and_the_root() {
    let figure = "tree --position [0,[4,8,1],[6,5,[2,7,3]]] --depth 3 --only all";
    let lines = plywood_line(&format!("trace {figure} --algorithm mtdf --set deepening=never"))
        .json_lines();
    let of = |kind: &str| lines.iter().filter(|line| line["event"] == kind).collect::<Vec<_>>();
    let (begun, finished) = (of("pass-begun"), of("pass-finished"));
    assert_eq!((begun.len(), finished.len()), (3, 3));
    assert_eq!((&begun[0]["alpha"], &begun[0]["beta"]), (&json!(-1), &json!(0)));
    assert_eq!((&finished[2]["lower"], &finished[2]["upper"]), (&json!(5), &json!(5)));
    let root = of("root-changed");
    let last = root.last().unwrap();
    assert_eq!((&last["value"], &last["best"]), (&json!(5), &json!(1)));
    assert_eq!(of("iteration-finished")[0]["pv"], json!([1, 0]));
    let purposes: Vec<_> = of("entered").iter().map(|line| line["purpose"].clone()).collect();
    assert!(purposes.contains(&json!("search")) && purposes.contains(&json!("line")));
    assert!(of("expanded").iter().any(|line| line["again"] == true), "in the second pass");

    // A deep cut-off: the bound is the root's, three plies above.
    let line = "trace tree --position [0,5,[0,[0,[0,4,9],7],8]] --algorithm alpha-beta --depth 9 --only cut-off";
    let lines = plywood_line(line).json_lines();
    assert_eq!(lines.len(), 1);
    for (field, value) in [
        ("path", json!([1, 0, 0])),
        ("skipped", json!(1)),
        ("bound", json!("alpha")),
        ("value", json!(5)),
        ("refutation", json!(0)),
        ("set_at", json!(0)),
    ] {
        assert_eq!(lines[0][field], value, "{field}");
    }
}

#[test]
fn nobody_reads_to_the_end() {
    let line = "trace connect4 --algorithm best-first --nodes 3M";
    let mut child = spawn(line.split_whitespace());
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(first.starts_with("{\"event\":\"iteration-begun\","), "{first}");
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
}
