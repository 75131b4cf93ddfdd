//! `plywood sprt` and `plywood ratings`.

use crate::common::{Folder, keys, plywood, plywood_line};
use serde_json::json;

const COUNTS: &str = "379,10170,21828,10640,343";

#[test]
fn ratios_are_those_of_a_published_match() {
    for (model, llr) in [("normalized", 2.9455), ("logistic", 3.1257)] {
        let line = format!("sprt --counts {COUNTS} --elo0 0 --elo1 2 --model {model} --json");
        let object = plywood_line(&line).json();
        assert!((object["llr"].as_f64().unwrap() - llr).abs() < 5e-5, "{object}");
        assert_eq!((&object["verdict"], &object["pairs"]), (&json!("H1"), &json!(43360)));
        assert!((object["upper"].as_f64().unwrap() - 19f64.ln()).abs() < 1e-12);
        assert!((object["lower"].as_f64().unwrap() + 19f64.ln()).abs() < 1e-12);
    }
    let text = plywood_line(&format!("sprt --counts {COUNTS} --elo0 0 --elo1 2")).out;
    assert!(text.contains("LLR      2.9455\n") && text.contains("H1 is accepted"), "{text}");
    let games = plywood_line("sprt --counts 10,50,20 --elo0 0 --elo1 5 --json").json();
    assert_eq!((&games["verdict"], &games["games"]), (&json!("continue"), &json!(80)));
    let none = plywood_line("sprt --counts 0,0,0,0,0 --elo0 0 --elo1 5 --json").json();
    assert_eq!((&none["llr"], &none["verdict"]), (&json!(0.0), &json!("continue")));
}

#[test]
fn plans_say_how_many_pairs_to_expect() {
    let plan = plywood_line("sprt --plan --elo0 0 --elo1 5 --elo 3 --json").json();
    let rows = plan["plan"].as_array().unwrap();
    assert_eq!(rows.len(), 4);
    assert_eq!(keys(&rows[0]), ["accepts_h1", "elo", "pairs"]);
    assert_eq!(rows[0]["pairs"], rows[2]["pairs"]);
    let logistic = "sprt --plan --elo0 0 --elo1 5 --model logistic";
    plywood_line(logistic).refused(2, "expected --spread");
    let given = plywood_line(&format!("{logistic} --spread 0.19"));
    assert_eq!((given.code, given.out.lines().count()), (0, 4));
    assert_eq!(plywood_line(&format!("{logistic} --counts {COUNTS}")).code, 0);
}

#[test]
fn wrong_tests_are_refused() {
    for (line, words) in [
        ("sprt --elo0 0 --elo1 2", "--counts"),
        (
            "sprt --counts 1,2,3,4 --elo0 0 --elo1 2",
            "--counts '1,2,3,4': expected five numbers, or three, found 4",
        ),
        (
            "sprt --counts 1,2,-3,4,5 --elo0 0 --elo1 2",
            "at number 3: expected a whole number from 0 to 10^12, found '-3'",
        ),
        ("sprt --counts 1,2,x,4,5 --elo0 0 --elo1 2", "found 'x'"),
        ("sprt --counts 1,2,3,4,5 --elo0 2 --elo1 2", "--elo0 '2': expected a number below elo1"),
        ("sprt --counts 1,2,3,4,5 --elo0 0 --elo1 nan", "expected a number"),
        (
            "sprt --counts 1,2,3 --elo0 0 --elo1 2 --model bayes",
            "--model 'bayes': expected normalized or logistic",
        ),
        ("sprt --counts 1,2,3 --elo0 0 --elo1 2 --alpha 0.7", "--alpha '0.7'"),
        ("sprt --plan --elo0 0 --elo1 2 --spread 2", "--spread '2'"),
    ] {
        plywood_line(line).refused(2, words);
    }
}

#[test]
fn players_of_a_file_are_rated() {
    let folder = Folder::new();
    // A beats B 3 : 1, B beats C 3 : 1, A beats C 9 : 1.
    let mut csv = String::from("white,black,result\n");
    for (a, b, won, lost) in [("A", "B", 3, 1), ("B", "C", 3, 1), ("A", "C", 9, 1)] {
        csv += &format!("{a},{b},1-0\n").repeat(won);
        csv += &format!("{b},{a},1-0\n").repeat(lost);
    }
    let path = folder.file("results.csv", &csv);
    let object = plywood(["ratings", &path, "--json"]).json();
    let players = object["players"].as_array().unwrap();
    let step = 400.0 * 3f64.log10();
    for (player, (name, elo)) in players.iter().zip([("A", step), ("B", 0.0), ("C", -step)]) {
        assert_eq!(player["name"], name);
        assert!((player["elo"].as_f64().unwrap() - elo).abs() < 1e-6, "{player}");
        assert!(player["low"].as_f64() < player["elo"].as_f64(), "{player}");
    }
    assert_eq!(object["superiority"][0][0], json!(null));
    assert!(object["superiority"][0][2].as_f64() > Some(0.9));
    let anchored = plywood(["ratings", &path, "--anchor", "C=1000"]).out;
    assert!(anchored.contains("+1000.0") && anchored.contains("Bradley-Terry"), "{anchored}");
    plywood(["ratings", &path, "--anchor", "D"]).refused(2, "--anchor 'D': expected");

    let game = |white: &str, black: &str, result: &str| {
        format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n1. e4 {result}\n\n"
        )
    };
    let text = game("A", "B", "1-0") + &game("B", "A", "0-1") + &game("X", "Y", "1/2-1/2");
    let notes = plywood(["ratings", &folder.file("games.pgn", &text)]).out;
    assert!(notes.contains("one drawn game added to each pairing"), "{notes}");
    assert!(notes.contains("2 groups of players"), "{notes}");
}

#[test]
fn wrong_files_are_refused() {
    let folder = Folder::new();
    let refused = |name: &str, text: &str, words: &str| {
        plywood(["ratings", &folder.file(name, text)]).refused(2, words);
    };
    refused("a.csv", "A,B,2-0\n", "at line 1: expected 1-0, 0-1, 1/2-1/2 or *");
    refused("b.csv", "", "expected at least one game with a result");
    refused("c.pgn", "[White \"A\"]\n\n*\n", "expected the tags White, Black and Result");
    plywood(["ratings", &folder.join("none.pgn")]).refused(2, "none.pgn");
}
