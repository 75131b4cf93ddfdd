//! `plywood nboard`, from the view of a board.

use crate::common::{self, Talk, plywood_line, plywood_with_input};

/// An engine for a board.
fn engine(args: &str) -> Talk {
    Talk::start(&format!("nboard {args}"))
}

const GAME: &str = "set game (;GM[Othello]PC[NBoard]PB[ada]PW[Plywood]RE[?]TI[15:00]TY[8]BO[8 \
     ---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3]W[C5]\
     B[E6]W[F7]B[E7]W[F4];)";

/// Depth, value and line of the `search` lines.
fn hints(lines: &[String]) -> Vec<(u32, f64, String)> {
    let searches = lines.iter().filter_map(|line| line.strip_prefix("search "));
    let hint = |line: &str| {
        let words: Vec<_> = line.split(' ').collect();
        assert_eq!((words.len(), words[2]), (4, "0"), "{line}");
        (words[3].parse().unwrap(), words[1].parse().unwrap(), words[0].to_string())
    };
    searches.map(hint).collect()
}

#[test]
fn a_session_with_a_board() {
    let mut board = engine("");
    board.say("nboard 2");
    assert_eq!(board.until("set"), ["set myname Plywood"]);
    board.say(GAME);
    board.say("set depth 4");
    board.say("ping 1");
    assert_eq!(board.until("pong"), ["pong 1"]);

    board.say("go");
    let lines = board.until("===");
    assert_eq!(lines[0], "status Thinking");
    let found = hints(&lines);
    assert_eq!(found.iter().map(|hint| hint.0).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert_eq!(board.until("status"), ["status"]);

    // The hints agree with the move, and all values are in order.
    board.say("hint 3");
    let all = hints(&board.until("nodestats"));
    assert_eq!(
        all.iter().map(|hint| hint.0).collect::<Vec<_>>(),
        [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]
    );
    for of_depth in all.chunks(3) {
        assert!(of_depth.windows(2).all(|pair| pair[0].1 >= pair[1].1), "{of_depth:?}");
        assert_eq!(of_depth[0].1, found[of_depth[0].0 as usize - 1].1, "{of_depth:?}");
    }
    board.until("status");

    // The value is that of a search, from the view of the side to move.
    let answer = lines[lines.len() - 1].trim_start_matches("=== ").to_string();
    let args =
        ["search", "othello", "--position", GAME.trim_start_matches("set game "), "--depth=4"];
    let search = common::plywood(args.into_iter().chain(["--algorithm=strong", "--json"])).json();
    let value = search["value"]["lower"].as_f64().unwrap();
    assert_eq!(found[3].1, value, "Black is to move, and is MAX");
    assert!(answer[..2].eq_ignore_ascii_case(search["best"].as_str().unwrap()), "{answer}");

    // After a move the value is from the view of the other side.
    board.say(&format!("move {answer}"));
    board.say("set depth 3");
    board.say("go");
    let reply = hints(&board.until("==="));
    assert_eq!(reply[2].1, -value, "one ply further, the same line: {reply:?}");
    board.until("status");
    board.say("analyze");
    let analysis = board.until("status");
    assert_eq!(analysis, ["status Analyzing the game"], "the first of two");
    let analysis = board.until("status");
    assert_eq!(analysis.len(), 11, "ten positions: {analysis:?}");
    assert!(analysis[0].starts_with("analysis 9 ") && analysis[9].starts_with("analysis 0 "));
    board.leave();
}

#[test]
fn a_ping_ends_a_search_that_would_never_end() {
    for args in [
        "",
        "--algorithm alpha-beta-saved-tree",
        "--algorithm best-first-saved-tree",
        "--algorithm minimax",
    ] {
        let mut board = engine(args);
        for asked in ["go", "hint 4", "analyze"] {
            board.say("set depth 4000000000");
            board.say(asked);
            board.until("status");
            board.say("ping 5");
            let lines = board.until("pong");
            assert!(!lines.iter().any(|line| line.starts_with("===")), "{args}: {lines:?}");
            assert!(lines.ends_with(&["status".to_string(), "pong 5".to_string()]), "{lines:?}");
        }
        // The end of the input ends the engine too, with its answer.
        board.say("go");
        board.until("status");
        board.close();
        let lines = board.rest();
        let answers = lines.iter().filter(|line| line.starts_with("=== ")).count();
        assert_eq!(answers, 1, "{args}: {lines:?}");
    }
}

#[test]
fn endings_are_solved_and_limits_kept() {
    let ending =
        "set game (;BO[8 OOOOOOOOOOOOOO*OOOOOO**OO*OO*O*OO**O***OO******OO******O-*--**OO O];)";
    let mut board = engine("--name Ply\u{a0}wood --depth 60");
    board.say("nboard 2");
    board.say(ending);
    board.say("go");
    let lines = board.until("===");
    assert_eq!(lines[0], "set myname Ply_wood");
    assert!(lines[lines.len() - 3].ends_with(" 32.00 0 100%"), "{lines:?}");
    assert!(lines[lines.len() - 1].starts_with("=== D8/32/"), "{lines:?}");
    board.until("status");
    board.leave();
    // A node limit ends a search with a move.
    for algorithm in ["alpha-beta", "best-first", "best-first-extension", "recursive-best-first"] {
        let mut board = engine(&format!("--algorithm {algorithm} --nodes 2k --depth 60"));
        for asked in ["go", "hint 2"] {
            board.say(asked);
            let lines = board.until("nodestats");
            let nodes = lines[lines.len() - 1].split(' ').nth(1).unwrap().parse::<u64>().unwrap();
            assert!((1..=2000).contains(&nodes), "{algorithm}: {lines:?}");
            assert!(lines.iter().any(|line| line.starts_with("search ")), "{algorithm}: {lines:?}");
            if asked == "go" {
                board.until("===");
            }
            board.until("status");
        }
        board.leave();
    }
}

#[test]
fn garbage_is_survived_and_bad_arguments_are_refused() {
    let script = b"\xff\xfe\nset game (;GM[Go];)\nmove A1\nhint x\nset depth 0\nbah\nping 9\n";
    let ended = plywood_with_input("nboard", script);
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
    let lines: Vec<_> = ended.out.lines().collect();
    assert_eq!(lines.len(), 5, "{lines:?}");
    assert!(lines[..4].iter().all(|line| line.starts_with("status ") && line.contains("expected")));
    assert_eq!(lines[4], "pong 9");
    plywood_line("nboard --algorithm alpha-bet").refused(2, "no algorithm 'alpha-bet'");
    plywood_line("nboard --set speed=9").refused(2, "has no option 'speed'");
    plywood_line("nboard --depth 0").refused(2, "--depth '0'");
    plywood_line("nboard --set eval=best").refused(2, "option eval='best'");
}
