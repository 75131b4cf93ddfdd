//! `plywood solve --game go-capture` and `plywood explain`: problems, answers, and errors in files.

use crate::common::{Folder, plywood, plywood_line, plywood_with_input};
use serde_json::json;

/// A stone in a ladder, the same as SGF, and a stone that lives.
const LADDER: &str = r#"{"id": "ladder", "board_size": 7, "black": ["B4", "C4", "B3", "C2"], "white": ["C3"], "target": "C3", "task": "attack", "expected": "won"}"#;
const SAFE: &str = r#"{"id": "safe", "position": "9 W E5 B E6", "target": "E5", "task": "attack", "expected": "lost"}"#;
const SGF: &str = "(;SZ[7]GN[marked]AB[bd][cd][be][cf]AW[ce]PL[B]TR[ce]C[expected won])\n(;SZ[7]AB[bd][cd][be][cf]AW[ce]PL[W]SQ[ce])";

#[test]
fn problems_are_solved_in_order_and_compared() {
    let folder = Folder::new();
    let file = folder.file("captures.jsonl", &format!("# two\n{LADDER}\n\n{SAFE}\n"));
    for jobs in ["1", "2"] {
        let args = ["solve", &file, "--game", "go-capture", "--jobs", jobs, "--json"];
        let answers = plywood(args).json_lines();
        assert_eq!(answers.len(), 2);
        let fields = ["id", "task", "result", "proof", "right"].map(|name| &answers[0][name]);
        assert_eq!(
            fields,
            [&json!("ladder"), &json!("attack"), &json!("won"), &json!("capture"), &json!(true)]
        );
        assert_eq!(answers[0]["move"], answers[0]["line"][0]);
        assert!(answers[0]["nodes"].is_u64() && answers[0]["elapsed_ms"].is_number());
        assert_eq!((&answers[1]["result"], &answers[1]["proof"]), (&json!("lost"), &json!(null)));
        let stops = [&answers[0]["stop"], &answers[1]["stop"]];
        assert_eq!(stops, [&json!("complete"), &json!("gave-up")]);
    }
    let words = plywood(["solve", &file, "--game", "go-capture"]);
    assert_eq!((words.code, words.err.as_str()), (0, ""), "{words:?}");
    assert!(words.out.contains("2 problems, 2 right, 0 wrong, 0 unknown, "), "{words:?}");
    assert!(words.out.contains("  lost     none        gave-up"), "{words:?}");
    assert!(words.out.starts_with("algorithm zones\n"), "{words:?}");
    let patient = plywood(["solve", &file, "--game", "go-capture", "--set", "effort=3000"]);
    assert!(patient.out.starts_with("algorithm zones (effort=3000)\n"), "{patient:?}");
    let wrong = LADDER.replace("\"won\"", "\"lost\"");
    let ended = plywood_with_input("solve - --game go-capture", wrong.as_bytes());
    assert_eq!(ended.code, 1, "{ended:?}");
    assert!(ended.out.contains("WRONG") && ended.out.ends_with("wrong: ladder\n"), "{ended:?}");
    assert!(ended.out.contains("\n1 problem, 0 right, 1 wrong, "), "{ended:?}");
}

#[test]
fn sgf_strategies_and_limits() {
    let answers =
        plywood_with_input("solve - --game go-capture --json", SGF.as_bytes()).json_lines();
    assert_eq!((&answers[0]["id"], &answers[0]["right"]), (&json!("marked"), &json!(true)));
    assert_eq!((&answers[1]["id"], &answers[1]["task"]), (&json!("2"), &json!("defend")));
    for strategy in ["1", "3", "ORAND1-2", "10"] {
        let line = format!(
            "solve - --game go-capture --algorithm abstract-proof --set strategy={strategy} --json"
        );
        let answer = plywood_with_input(&line, LADDER.as_bytes()).json();
        assert_eq!(answer["result"], "won", "{strategy}");
    }
    for algorithm in ["pn", "df-pn"] {
        let line =
            format!("solve - --game go-capture --algorithm {algorithm} --set strategy=1 --json");
        let answer = plywood_with_input(&line, LADDER.as_bytes()).json();
        assert_eq!(
            (&answer["result"], &answer["right"]),
            (&json!("won"), &json!(true)),
            "{algorithm}"
        );
    }
    let line = "solve - --game go-capture --algorithm exhaustive --depth 3 --json";
    let answer = plywood_with_input(line, SAFE.as_bytes()).json();
    assert_eq!((&answer["result"], &answer["stop"]), (&json!("unknown"), &json!("depth")));
    let line = "solve - --game go-capture --nodes 1 --json";
    let answer = plywood_with_input(line, SAFE.as_bytes()).json();
    assert_eq!((&answer["result"], &answer["stop"]), (&json!("unknown"), &json!("nodes")));
}

#[test]
fn bad_problems_and_arguments_are_refused() {
    for (text, words) in [
        ("", "problem file '-': expected an SGF collection, or one JSON object per line"),
        ("nonsense", "at line 1: problem 'nonsense': expected a JSON object"),
        ("[1]", "at line 1: problem '[1]': expected a JSON object"),
        ("{}", "at line 1: field 'board_size': expected this field, or 'sgf' or 'position'"),
        (
            r#"{"position": "9 B A1", "target": "A2", "task": "attack"}"#,
            "target 'A2': expected a stone",
        ),
        (
            r#"{"position": "9 B A1", "target": "I2", "task": "attack"}"#,
            "point 'I2': expected a point",
        ),
        (
            r#"{"position": "9 B A1", "target": "A1", "task": "fun"}"#,
            "task 'fun': expected attack or",
        ),
        (r#"{"position": "9 B A1", "task": "attack"}"#, "field 'target': expected a stone"),
        (r#"{"board_size": 25, "target": "A1"}"#, "go board size '25': expected a number from 2"),
        (
            r#"{"board_size": 9, "black": "A1"}"#,
            "field 'black' '\"A1\"': expected a list of points",
        ),
        (
            r#"{"board_size": 2, "black": ["A1","A2","B1","B2"]}"#,
            "expected a string with a liberty",
        ),
        ("(;SZ[9]AB[aa])", "at game 1: SGF: expected a stone marked"),
        ("(;SZ[9", "at line 1, column 5: expected ']' after this '['"),
    ] {
        plywood_with_input("solve - --game go-capture", text.as_bytes()).refused(2, words);
    }
    for (line, words) in [
        ("solve x --game go-capture --algorithm fast", "--algorithm 'fast': expected zones"),
        (
            "solve x --game go-capture --set strategy=3",
            "option of zones 'strategy': expected effort",
        ),
        ("solve x --game go-capture --set effort=0", "effort '0': expected a whole number"),
        (
            "solve x --game go-capture --memory 1MiB",
            "--memory: expected --nodes, --time or --depth",
        ),
        ("solve x --game go-capture --goal outcome", "--goal outcome: expected no --goal"),
        ("solve x --jobs 0", "--jobs"),
        ("explain chess --position x --target A1", "game 'chess': expected go-capture"),
        ("explain go-capture --position x --target A1", "go position 'x': expected a diagram"),
        (
            "explain go-capture --position none.sgf --target A1",
            "problem file 'none.sgf' cannot be read: No such file",
        ),
    ] {
        plywood_line(line).refused(2, words);
    }
}

#[test]
fn explanations_name_functions_and_moves() {
    let folder = Folder::new();
    let file = folder.file("ladder.sgf", SGF);
    let tree = folder.join("proof.sgf");
    let args = ["explain", "go-capture", "--position", &file, "--target", "C3", "--all"];
    let ended = plywood(args.into_iter().chain(["--tree", &tree]));
    assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{ended:?}");
    assert!(ended.out.contains("liberties D3; black attacks, black to move"), "{ended:?}");
    let gi1 = " gi1  does black capture within 1 move? yes, by D3: it takes the last liberty\n";
    assert!(ended.out.contains(gi1), "{ended:?}");
    assert!(ended.out.contains("result won: captured (proof: capture)"), "{ended:?}");
    assert!(ended.out.contains("\n 3 . X(O)+ . . . 3\n"), "{ended:?}");
    assert!(ended.out.contains("\nmove D3, the plus sign\n"), "{ended:?}");
    assert!(ended.out.contains("\nstop complete: "), "{ended:?}");
    let written = std::fs::read_to_string(&tree).unwrap();
    assert!(
        written.starts_with("(;FF[4]GM[1]SZ[7]") && written.contains("C[captured]"),
        "{written}"
    );
    let defend = plywood(args.into_iter().chain(["--task", "defend", "--json"])).json();
    assert_eq!(defend["functions"]["ip1"]["holds"], true);
    let question = "does black capture within 1 move if white passes?";
    assert_eq!(defend["functions"]["ip1"]["question"], question);
    assert_eq!((&defend["result"], &defend["move"]), (&json!("won"), &json!("D3")));
}
