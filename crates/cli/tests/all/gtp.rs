//! `plywood gtp`, from the view of a controller.

use crate::common::{Folder, plywood_line, plywood_with_input};

/// The answers to a script, without the empty lines between them.
fn answers(args: &str, script: &str) -> Vec<String> {
    let ended = plywood_with_input(&format!("gtp {args}"), script.as_bytes());
    assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{script}");
    ended.out.split_terminator("\n\n").map(str::to_string).collect()
}

#[test]
fn problems_are_asked_like_gnu_go() {
    let folder = Folder::new();
    let file = folder.file("net.sgf", "(;SZ[7]AB[cb][db][bc][bd][ed][de]AW[cc];B[gg])");
    let script = format!(
        "1 loadsgf {file}\n2 attack C5\n3 defend C5\n4 does_attack D5 C5\nget_reading_node_counter\nquit\nname\n"
    );
    let lines = answers("", &script);
    assert_eq!(lines[..4], ["=1 white", "=2 1 D5", "=3 0", "=4 1"], "{lines:?}");
    let nodes: u64 = lines[4].trim_start_matches("= ").parse().unwrap();
    assert!(nodes > 0);
    assert_eq!(lines[5..], ["="], "{lines:?}");
}

#[test]
fn one_seed_one_game() {
    let script = "boardsize 5\nkomi 0.5\n".to_string() + &"genmove b\ngenmove w\n".repeat(12);
    let [first, again, other] = ["--seed 1", "--seed 1", "--seed 2"]
        .map(|seed| answers(&format!("{seed} --playouts 30"), &script));
    assert_eq!(first, again);
    assert_ne!(first, other);
    let quick = answers("--time 1ms --playouts 1000000000", "genmove black\nname\nversion\n");
    assert!(quick[0].starts_with("= ") && quick[1] == "= Plywood", "{quick:?}");
    assert_eq!(quick[2], format!("= {}", env!("CARGO_PKG_VERSION")));
}

#[test]
fn garbage_is_survived_and_bad_arguments_are_refused() {
    let ended = plywood_with_input("gtp --name Garb", b"\xff\xfe\nplay black I1\n\n# no\n4 name\n");
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
    let lines: Vec<&str> = ended.out.split_terminator("\n\n").collect();
    assert_eq!((lines[0], lines[2]), ("? unknown command", "=4 Garb"), "{lines:?}");
    assert!(lines[1].starts_with("? syntax error: point 'I1': expected a point"), "{lines:?}");
    plywood_line("gtp --time soon").refused(2, "--time 'soon'");
    plywood_line("gtp --effort 0").refused(2, "--effort");
    plywood_line("gtp --seed x").refused(2, "--seed");
}
