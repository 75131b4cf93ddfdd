//! `plywood solve`: problems, answers, and errors in files.

use crate::common::{Folder, plywood, plywood_line, plywood_with_input};
use serde_json::json;

/// Three empty squares; X must pass and loses by 32.
const EASY: &str = "OOOOOOOOOOOOOOXOOOOOOXXOOXOOXOXOOXXOXXXOOXXXXXXOOXXXXXXO-X--XXOO";

#[test]
fn problems_are_solved_and_compared() {
    let folder = Folder::new();
    let text = format!("#name\tempties\n\nfirst\t3\t{EASY}\tX\t-32\tpass\n% no score\n{EASY} O\n");
    let file = folder.file("problems.tsv", &text);
    let answers = plywood(["solve", &file, "--json"]).json_lines();
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0]["id"], "first");
    assert_eq!(answers[0]["position"], format!("{EASY} X"));
    assert_eq!(answers[0]["score"], json!({"lower": -32, "upper": -32}));
    assert_eq!((&answers[0]["right"], &answers[0]["proven"]), (&json!(true), &json!(true)));
    assert_eq!(answers[0]["move"], answers[0]["line"][0]);
    let fields = ["task", "result", "proof"].map(|name| &answers[0][name]);
    assert_eq!(fields, [&json!("score"), &json!("lost"), &json!("exhaustive")]);
    assert_eq!((&answers[1]["id"], &answers[1]["right"]), (&json!("5"), &json!(null)));

    let words = plywood(["solve", &file, "--game", "othello"]);
    assert_eq!((words.code, words.err.as_str()), (0, ""));
    let lines: Vec<&str> = words.out.lines().collect();
    assert_eq!((lines.len(), lines[0]), (5, "algorithm endgame"), "{words:?}");
    assert!(lines[2].contains("first") && lines[2].contains("-32") && lines[2].contains(" ok "));
    assert!(lines[4].starts_with("2 problems, 1 right, 0 wrong, 0 unknown, "), "{words:?}");
}

#[test]
fn a_wrong_score_is_told_and_fails() {
    let ended = plywood_with_input("solve -", format!("{EASY} X +4\n").as_bytes());
    assert_eq!(ended.code, 1, "{ended:?}");
    assert!(ended.out.contains("WRONG") && ended.out.contains("1 wrong"), "{ended:?}");
}

#[test]
fn outcomes_and_limits() {
    let line = format!("{EASY} X -32\n");
    let ended = plywood_with_input("solve - --goal outcome", line.as_bytes());
    assert!(ended.out.contains(" loss ") && ended.out.contains(" ok "), "{ended:?}");
    // The start of the game cannot be solved: there are true bounds and no verdict.
    let start = "---------------------------OX------XO---------------------------";
    let line = format!("{start} X 0\n");
    let line = plywood_with_input("solve - --time 20ms --memory 1MiB --json", line.as_bytes());
    let answer = line.json();
    assert_eq!((&answer["proven"], &answer["right"]), (&json!(false), &json!(null)));
    assert_eq!(answer["stop"], "time");
    assert!(answer["score"]["lower"].as_i64().unwrap() <= 0);
}

#[test]
fn bad_files_are_refused_by_line_and_place() {
    let bad = format!("{EASY} X\n\n7 {} X\n", EASY.replacen('X', "Q", 1));
    plywood_with_input("solve -", bad.as_bytes())
        .refused(2, "problem file '-': at line 3: othello position");
    plywood_with_input("solve -", bad.as_bytes())
        .refused(2, "at character 15, square g2: expected 'X', 'O' or '-', found 'Q'");
    let short = format!("1 {} X", &EASY[1..]);
    plywood_with_input("solve -", short.as_bytes())
        .refused(2, "expected a board of 64 squares, found 63 characters");
    plywood_with_input("solve -", EASY.as_bytes()).refused(2, "expected the side to move, X or O");
    plywood_with_input("solve -", b"# nothing\n")
        .refused(2, "problem file '-': expected one problem per line, found none");
    plywood_with_input("solve -", b"\xff\xfe").refused(2, "problem file '-' cannot be read: ");
    for (line, words) in [
        ("solve", "<FILE>"),
        ("solve no/such/file", "problem file 'no/such/file' cannot be read: No such file"),
        (
            "solve x --goal fun",
            "game 'othello' has no goal 'fun': expected win, exact or outcome; --game chooses another game",
        ),
        ("solve x --game halma", "no game 'halma': expected amazons, checkers, chess"),
        ("solve x --algorithm fast", "no algorithm 'fast'"),
        ("solve x --time 5", "--time '5': expected a time such as 500ms"),
        ("solve x --memory 0", "--memory '0': expected"),
    ] {
        plywood_line(line).refused(2, words);
    }
}

/// A mate in one, a mate with moves to avoid, and a position without an expected move.
const EPD: &str = "6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#; id \"back rank\";\n\
     # a comment\n\
     7k/5Q2/6K1/8/8/8/8/8 w - - am Qf8 Qd5; id \"corner\";\n\
     rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n";

#[test]
fn chess_problems_are_solved_by_the_move() {
    let folder = Folder::new();
    let file = folder.file("problems.epd", EPD);
    let args = ["solve", &file, "--game", "chess", "--depth", "3"];
    let answers = plywood(args.into_iter().chain(["--json"])).json_lines();
    assert_eq!(answers.len(), 3);
    assert_eq!((&answers[0]["id"], &answers[0]["move"]), (&json!("back rank"), &json!("Rd8#")));
    assert_eq!((&answers[0]["right"], &answers[0]["proven"]), (&json!(true), &json!(true)));
    assert_eq!(answers[0]["expected_moves"], json!(["Rd8#"]));
    assert_eq!((&answers[1]["right"], &answers[1]["move"]), (&json!(true), &json!("Qg7#")));
    assert_eq!((&answers[2]["id"], &answers[2]["right"]), (&json!("4"), &json!(null)));
    let words = plywood(args);
    assert_eq!((words.code, words.err.as_str()), (0, ""), "{words:?}");
    assert!(words.out.contains("3 problems, 2 right, 0 wrong, 0 unknown, "), "{words:?}");
    let wrong = "6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Kb1; id \"no mate\";\n\
                 6k1/5ppp/8/8/8/8/8/K2R4 w - - am Rd8; id \"mate\";\n";
    let ended = plywood_with_input("solve - --game chess --depth 2", wrong.as_bytes());
    assert_eq!((ended.code, ended.err.as_str()), (1, ""), "{ended:?}");
    assert!(ended.out.contains("0 right, 2 wrong"), "{ended:?}");
    assert!(ended.out.ends_with("wrong: no mate, mate\n"), "{ended:?}");
    for (game, line, words) in [
        ("chess", "6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd9;", "line 1: EPD line '6k1/5ppp"),
        ("chess", "nonsense", "at the board: expected eight ranks"),
    ] {
        plywood_with_input(&format!("solve - --game {game}"), line.as_bytes()).refused(2, words);
    }
}

#[test]
fn goals_are_proven_at_any_game() {
    let folder = Folder::new();
    let text = "# X wins, and O does not\n4455\n\
                {\"id\": \"b\", \"position\": \"44553\", \"task\": \"defend\", \"expected\": \"lost\"}\n\
                {\"position\": \"445566\", \"depth\": 1, \"expected\": \"won\"}\n";
    let file = folder.file("wins.txt", text);
    for jobs in ["1", "2"] {
        let args = ["solve", &file, "--game", "connect4", "--goal", "win", "--jobs", jobs];
        let answers = plywood(args.into_iter().chain(["--json"])).json_lines();
        let ids: Vec<_> = answers.iter().map(|answer| answer["id"].as_str().unwrap()).collect();
        assert_eq!(ids, ["2", "b", "4"]);
        let fields = ["task", "result", "proof", "right"];
        let expected = [
            [json!("attack"), json!("won"), json!("win"), json!(null)],
            [json!("defend"), json!("lost"), json!("win"), json!(true)],
            [json!("attack"), json!("won"), json!("win"), json!(true)],
        ];
        for (answer, expected) in answers.iter().zip(&expected) {
            assert_eq!(&fields.map(|name| answer[name].clone()), expected, "{answer}");
            assert!(answer["nodes"].is_u64() && answer["elapsed_ms"].is_number(), "{answer}");
        }
        assert_eq!(answers[0]["move"], answers[0]["line"][0]);
        let words = plywood(args);
        assert!(words.out.contains("3 problems, 2 right, 0 wrong, 0 unknown, "), "{words:?}");
    }
    // The start of the game is not won within three plies, and nothing is known of more.
    let line = "solve - --game connect4 --goal win --depth 3 --json";
    let answer = plywood_with_input(line, b"44\n").json();
    assert_eq!((&answer["result"], &answer["stop"]), (&json!("unknown"), &json!("depth")));
    let asked = br#"{"position": "44", "depth": 3, "expected": "lost"}"#;
    let answer = plywood_with_input("solve - --game connect4 --goal win --json", asked).json();
    assert_eq!((&answer["result"], &answer["proof"]), (&json!("lost"), &json!("exhaustive")));
    for (input, words) in [
        ("99", "at line 1: connect4 position '99'"),
        ("{}", "at line 1: field 'position': expected"),
        ("{\"position\": \"4\", \"depth\": 0}", "field 'depth' '0'"),
        ("{\"position\": \"4\", \"task\": \"win\"}", "field 'task' 'win': expected attack or"),
        ("# x", "expected one problem per line, found none"),
    ] {
        plywood_with_input("solve - --game connect4 --goal win", input.as_bytes())
            .refused(2, words);
    }
    for (options, words) in [
        ("--goal fun", "game 'connect4' has no goal 'fun': expected win"),
        ("--goal win --algorithm mtdf", "no proof search 'mtdf'"),
        ("--goal win --set speed=1", "'speed': expected strategy, shortest"),
        ("--goal win --set strategy=1", "strategy: expected none"),
        ("--goal win --evals 9", "--evals: expected --nodes, --time, --depth or"),
    ] {
        plywood_line(&format!("solve x --game connect4 {options}")).refused(2, words);
    }
    // A goal with strategies of its own.
    let asked = br#"{"position": "6/2x3/2O3/6/6/6 U", "expected": "won"}"#;
    let line = "solve - --game phutball --goal goal --set strategy=ORAND1-2 --json";
    let answer = plywood_with_input(line, asked).json();
    assert_eq!((&answer["proof"], &answer["line"]), (&json!("goal"), &json!(["c4-c6"])));
    plywood_with_input("solve - --game phutball --goal goal", b"h11-h12")
        .refused(2, "at line 1: phutball position 'h11-h12': at move 1: expected a chain");
    plywood_line("solve x --game phutball --goal goal --set strategy=OR3")
        .refused(2, "OR1-2AND1-2");
    plywood_line("solve x --game connect4")
        .refused(2, "--game 'connect4': expected a game that has");
}

#[test]
fn mates_are_found_within_their_moves() {
    let text = "kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 2; id \"Morphy\";\n\
                kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 1; id \"too soon\";\n";
    for algorithm in ["abstract-proof", "pn", "df-pn"] {
        let line = format!("solve - --game chess --goal mate --algorithm {algorithm}");
        let answers = plywood_with_input(&format!("{line} --json"), text.as_bytes());
        assert_eq!(answers.code, 1, "there is no mate in one: {answers:?}");
        let answers: Vec<serde_json::Value> =
            answers.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let fields =
            ["id", "result", "proof", "move", "moves", "right"].map(|name| &answers[0][name]);
        let expected =
            [json!("Morphy"), json!("won"), json!("mate"), json!("Ra6"), json!(2), json!(true)];
        assert!(fields.into_iter().eq(&expected), "{answers:?}");
        assert!(answers[0]["line"][2].as_str().unwrap().ends_with('#'), "{answers:?}");
        let fields = ["result", "proof", "right"].map(|name| &answers[1][name]);
        assert_eq!(fields, [&json!("lost"), &json!("exhaustive"), &json!(false)]);
    }
}

#[test]
fn five_in_a_row_is_found_by_threats() {
    // A four and an open three at once with i8, and a board with no stone of the attacker.
    let text = "{\"position\": \"f8 e8 g8 a1 h8 o1 i9 a15 i10 o15\", \"expected\": \"won\"}\n5x5\n";
    let line = "solve - --game gomoku --goal five --json";
    let answers = plywood_with_input(line, text.as_bytes());
    let answers: Vec<serde_json::Value> =
        answers.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let fields = ["result", "proof", "move", "right"].map(|name| &answers[0][name]);
    assert_eq!(fields, [&json!("won"), &json!("five"), &json!("i8"), &json!(true)], "{answers:?}");
    let fields = ["result", "proof"].map(|name| &answers[1][name]);
    assert_eq!(fields, [&json!("unknown"), &json!(null)], "threats alone prove nothing");
}

#[test]
fn othello_may_be_searched_by_any_algorithm() {
    let line = format!("{EASY} X -32\n");
    let ended = plywood_with_input("solve - --algorithm mtdf --depth 12 --json", line.as_bytes());
    let answer = ended.json();
    assert_eq!((&answer["right"], &answer["proven"]), (&json!(true), &json!(true)));
    assert_eq!(answer["score"], json!({"lower": -32, "upper": -32}));
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupt_ends_it_cleanly() {
    use crate::common;
    use std::io::{BufRead, BufReader};
    let folder = Folder::new();
    let start = "---------------------------OX------XO---------------------------";
    let file = folder.file("problems", &format!("{EASY} X\n{start} X\n"));
    let mut child = common::spawn(["solve", &file, "--json"]);
    // The second problem is under way once the first is answered.
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    assert!(lines.next().is_some_and(|line| line.is_ok()));
    common::interrupt(child.id());
    let ended = common::Ended::from(child.wait_with_output().expect("the binary ends"));
    assert_eq!((ended.code, ended.err.as_str()), (130, ""), "{ended:?}");
    assert_eq!(lines.count(), 0, "{ended:?}");
}
