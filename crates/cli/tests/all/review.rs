//! `plywood review`.

use crate::common::{Folder, plywood};
use std::fs;

const MATE: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

#[test]
fn a_game_is_reviewed_as_a_page_and_as_json() {
    let folder = Folder::new();
    let path = folder.file("mate.pgn", MATE);
    let page = |jobs: &str| {
        let out = folder.join(&format!("page-{jobs}.html"));
        let ended = plywood(["review", &path, "--nodes", "5000", "--jobs", jobs, "--out", &out]);
        assert_eq!(ended.code, 0, "{ended:?}");
        assert!(ended.out.contains(", 1 blunder\n"), "{ended:?}");
        assert!(ended.out.contains("     2. White      g4??"), "{ended:?}");
        assert!(
            ended.out.contains("White (A): ") && ended.out.contains("Black (B): "),
            "{ended:?}"
        );
        fs::read_to_string(out).unwrap()
    };
    let html = page("1");
    assert_eq!(html, page("3"), "whatever the number of jobs");
    for words in [
        "<h1>A – B</h1>",
        "<svg",
        "2. g4??",
        ", 1 blunder.",
        "2... Qh4#",
        "Winning chance of White",
        "nodes=5000",
    ] {
        assert!(html.contains(words), "{words}");
    }
    // The page stands alone: it names no other files.
    assert!(!html.contains(".csv") && !html.contains("timings"), "{html}");
    let ended = plywood(["review", &path, "--depth", "4", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&ended.out).expect("JSON");
    assert_eq!(object["max"]["blunders"], 1, "{object}");
    assert_eq!(
        (&object["moves"][2]["mark"], &object["moves"][2]["move"]),
        (&"blunder".into(), &"g4".into())
    );
    assert_eq!(object["moves"][3]["loss"], 0.0);
    assert!(!fs::exists(folder.join("mate.html")).unwrap(), "--json writes no page");
}

#[test]
fn games_of_other_kinds_are_reviewed() {
    let folder = Folder::new();
    let pdn = folder.file("game.pdn", "1. 11-15 23-19 2. 8-11 *\n\n[Event \"?\"]\n\n1. 11-15 *\n");
    let board = "---------------------------O*------*O---------------------------";
    let ggf =
        folder.file("game.ggf", &format!("(;GM[Othello]TY[8]BO[8 {board} *]B[F5]W[D6]B[C3];)\n"));
    let txt = folder.file("games.txt", "4455\n\n443\n");
    let plies = |args: &[&str]| {
        let ended = plywood(["review"].iter().chain(args).chain(&["--nodes", "300", "--json"]));
        let object: serde_json::Value = serde_json::from_str(&ended.out).expect("JSON");
        object["moves"].as_array().unwrap().len()
    };
    assert_eq!(plies(&[&pdn]), 3);
    assert_eq!(plies(&[&pdn, "--number", "2"]), 1);
    assert_eq!(plies(&[&ggf]), 3);
    assert_eq!(plies(&[&txt, "--game", "connect4", "--number", "2"]), 3);
}

#[test]
fn wrong_files_and_flags_are_refused() {
    let folder = Folder::new();
    let (pgn, txt) = (folder.file("a.pgn", MATE), folder.file("a.txt", "nonsense\n"));
    plywood(["review", &pgn, "--number", "2"]).refused(2, "expected a game from 1 to 1, found 2");
    plywood(["review", &pgn, "--game", "othello"])
        .refused(2, "expected a file of games of othello: .ggf or .txt");
    plywood(["review", &pgn, "--scale", "0"]).refused(2, "--scale '0': expected a number above 0");
    plywood(["review", &txt]).refused(2, "or --game");
    plywood(["review", &txt, "--game", "chess"])
        .refused(2, "at line 1: expected the moves of a game of chess");
    plywood(["review", &folder.join("none.pgn")])
        .refused(2, "none.pgn' cannot be read: No such file");
    plywood(["review", &folder.file("b.txt", "e4 e5 Nf9\n"), "--game", "chess"])
        .refused(2, "at line 1, move 3: expected one of a3 a4");
    folder.file("a.html", "precious");
    plywood(["review", &pgn]).refused(2, "--overwrite");
    // What is wrong with the question comes first.
    plywood(["review", &pgn, "--number", "7"]).refused(2, "expected a game from 1 to 1, found 7");
}
