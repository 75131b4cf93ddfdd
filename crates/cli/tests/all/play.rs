//! Games in the terminal, played from a script.

use crate::common::{Folder, plywood, plywood_with_input, with_input};
use plywood::Position;
use plywood_games::chess::pgn;
use plywood_games::othello::ggf;
use plywood_games::{Checkers, Chess, Connect4, Game, Othello};
use std::fs;

const ENGINE: &str = "play connect4 --algorithm alpha-beta --depth 4";

#[test]
fn a_whole_game_with_every_command() {
    let script = b"help\nmoves\nhint\nboard\n\n9\n\xff\nundo\n4\nundo\n1\n1\n1\n2\n2\n2\n3\n3\n3\n5\n5\n6\n6\n7\n7\n4\n4\n";
    let ended = plywood_with_input(ENGINE, script);
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
    for words in [
        "list the legal moves",
        "try 4  (value ",
        "connect4 move '9': expected one of ",
        "connect4 move '\u{fffd}': expected",
        "you have not moved yet: nothing to take back",
        "engine plays ",
        "O has won",
        "the engine wins (value loss@",
    ] {
        assert!(ended.out.contains(words), "{words}: {}", ended.out);
    }
    // In any order.
    let lists_moves = |line: &str| {
        let mut moves: Vec<_> = line.trim_start_matches("your move> ").split(' ').collect();
        moves.sort_unstable();
        moves == ["1", "2", "3", "4", "5", "6", "7"]
    };
    assert!(ended.out.lines().any(lists_moves), "{}", ended.out);
    // The board is shown once per turn, once for `board`, and once after `undo`, without the move.
    let boards: Vec<_> = ended.out.split(" 1 2 3 4 5 6 7\n").skip(1).step_by(2).collect();
    assert!(boards[0] == boards[1] && boards[1] == boards[3], "{}", ended.out);
    assert!(boards[0].bytes().all(|byte| b" .\n".contains(&byte)), "{}", ended.out);
    let turns = ended.out.matches("engine plays ").count();
    assert_eq!(boards.len(), 1 + 1 + turns + 1, "{}", ended.out);
    // The engine's last move is marked.
    assert_eq!(boards[2].matches('[').count(), 1, "{}", ended.out);
}

#[test]
fn the_engine_may_have_artificial_time_for_the_whole_game() {
    let line = "play connect4 --algorithm minimax --artificial-time 150k/game";
    let ended = plywood_with_input(line, b"hint\n4\n4\nquit\n");
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
    assert_eq!(ended.out.matches("engine plays ").count(), 2, "{}", ended.out);
}

#[test]
fn the_engine_may_begin_and_the_user_may_leave() {
    for (script, words) in [
        ("quit\n", "your move> \n"),
        ("resign\n", "you resign, the engine wins\n"),
        ("", "your move> \nend of input: you leave the game\n"),
        ("undo\n", "you have not moved yet: nothing to take back\n"),
    ] {
        let ended = plywood_with_input(&format!("{ENGINE} --second"), script.as_bytes());
        assert_eq!((ended.code, ended.err.as_str()), (0, ""));
        assert!(ended.out.contains("engine plays 4  (value "), "{}", ended.out);
        assert!(ended.out.contains(words), "{words}: {}", ended.out);
        assert!(ended.out.ends_with('\n'), "{script}: {}", ended.out);
    }
}

#[test]
fn the_user_may_win() {
    let ended = plywood_with_input("play connect4 --position 112233 --depth 1", b"4\n");
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
    let last = "X has won\nyou win (value win@7)\nsave FILE (.txt), or Enter to leave> \n";
    assert!(ended.out.ends_with(last), "{}", ended.out);
    let over = plywood_with_input("play connect4 --position 1122334 --depth 1", b"");
    assert_eq!(over.code, 0);
    assert!(over.out.contains("X has won"), "{}", over.out);
}

#[test]
fn games_are_saved_as_records() {
    let folder = Folder::new();
    let (pgn, pdn) = (folder.join("game.pgn"), folder.join("game.pdn"));
    let script = format!("e4\nsave {pgn}\nsave\nsave /no/such/folder/x\nquit\n");
    let ended = plywood_with_input("play chess --depth 1", script.as_bytes());
    assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{ended:?}");
    assert!(ended.out.contains(&format!("saved in {pgn}\n")), "{}", ended.out);
    assert!(ended.out.contains("save: expected a file name that ends in"), "{}", ended.out);
    assert!(ended.out.contains("/no/such/folder/"), "{}", ended.out);
    let text = std::fs::read_to_string(&pgn).unwrap();
    assert!(text.contains("[White \"you\"]\n[Black \"strong\"]\n"), "{text}");
    let record = pgn::Record::parse(&text).unwrap();
    let date = record.tag("Date").unwrap();
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    assert!(date.len() == 10 && date.split('.').all(digits), "{text}");
    assert_eq!(record.tag("UTCDate"), Some(date));
    let position = Chess::parse(Some(&pgn)).unwrap();
    assert_eq!(position.cozy().fullmove_number(), 2, "a move of each side: {text}");
    // Also after the end of the game, by the rules or by resignation.
    let nearly = folder.join("nearly.pgn");
    std::fs::write(&nearly, "1. f3 e5 2. g4 *").unwrap();
    for (command, script, result) in [
        (format!("play chess --depth 1 --position {nearly}"), "Qh4", "0-1"),
        (format!("play chess --depth 1 --position {nearly}"), "resign", "1-0"),
        ("play chess --depth 1".to_string(), "resign", "0-1"),
    ] {
        let script = format!("{script}\nsave! {pgn}\n\n");
        let ended = plywood_with_input(&command, script.as_bytes());
        assert!(ended.out.contains(&format!("saved in {pgn}\n")), "{}", ended.out);
        let text = std::fs::read_to_string(&pgn).unwrap();
        assert!(text.contains(&format!("[Result \"{result}\"]")), "{text}");
    }
    let script = format!("11-15\nsave {pdn}\nquit\n");
    let ended = plywood_with_input("play checkers --depth 1", script.as_bytes());
    assert!(ended.out.contains(&format!("saved in {pdn}\n")), "{}", ended.out);
    let position = Checkers::parse(Some(&pdn)).unwrap();
    assert_eq!((position.is_over(), plywood::Keyed::ply(&position)), (false, 2));
    let tree = "play random-tree --position depth=3 --depth 1";
    let ended = plywood_with_input(tree, b"save x\nquit\n");
    assert!(ended.out.contains("this game has no format for records"), "{}", ended.out);
}

#[test]
fn othello_is_saved_as_ggf_and_as_moves() {
    let folder = Folder::new();
    let (ggf, txt, bare) = (folder.join("a.ggf"), folder.join("a.txt"), folder.join("bare"));
    let script =
        format!("save {ggf}\nsave {txt}\nsave {bare}\nsave {bare}.pgn\nresign\nsave! {ggf}\n");
    let line = "play othello --position f5d6c3d3c4f4f6 --algorithm alpha-beta --depth 1 --second";
    let ended = plywood_with_input(line, script.as_bytes());
    assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{ended:?}");
    for file in [&ggf, &txt, &format!("{bare}.ggf")] {
        assert!(ended.out.contains(&format!("saved in {file}\n")), "{}", ended.out);
    }
    assert!(ended.out.contains("expected a name that ends in .ggf or .txt"), "{}", ended.out);
    // Both files contain the whole game with its opening, and lead to the same position.
    let position = Othello::parse(Some(&txt)).unwrap();
    assert_eq!(Othello::parse(Some(&format!("{bare}.ggf"))).unwrap(), position);
    assert_eq!(Othello::parse(Some(&format!("{txt}@7"))), Othello::parse(Some("f5d6c3d3c4f4f6")));
    assert!(fs::read_to_string(&txt).unwrap().starts_with("f5d6c3d3c4f4f6"));
    let record = ggf::Record::parse(&fs::read_to_string(&ggf).unwrap()).unwrap();
    assert_eq!(record.position(), position);
    assert_eq!((record.tag("PB"), record.tag("PW")), (Some("you"), Some("alpha-beta")));
    assert_eq!(record.tag("RE"), Some("-64.000:r"));
    assert!(record.tag("DT").is_some_and(|date| date.ends_with(".UTC")), "{record}");
    // A game from a set-up position has no moves from the start.
    let board = Othello::parse(Some("f5d6c3")).unwrap().text();
    let mut args: Vec<&str> = "play othello --algorithm alpha-beta --depth 1".split(' ').collect();
    args.extend(["--position", &board]);
    let other = folder.join("b.txt");
    let ended = with_input(args, format!("save {other}\nquit\n").as_bytes()).out;
    assert!(ended.contains("expected a name that ends in .ggf\n"), "{ended}");
}

#[test]
fn nothing_is_overwritten_without_a_word() {
    let folder = Folder::new();
    let precious = folder.file("precious.txt", "precious");
    let ended = plywood_with_input(ENGINE, format!("4\nsave {precious}\nquit\n").as_bytes());
    let words = format!("{precious} exists, not saved: 'save! {precious}' overwrites it\n");
    assert!(ended.out.contains(&words), "{}", ended.out);
    assert_eq!(fs::read_to_string(&precious).unwrap(), "precious");
    let ended = plywood_with_input(ENGINE, format!("4\nsave! {precious}\nquit\n").as_bytes());
    assert!(ended.out.contains(&format!("saved in {precious}\n")), "{}", ended.out);
    assert_eq!(
        Connect4::parse(Some(&precious)).unwrap().stones(plywood::Side::Max).count_ones(),
        1
    );
}

#[test]
fn colours_are_for_those_who_ask_or_have_a_terminal() {
    let out =
        |args: &[&str]| with_input(ENGINE.split(' ').chain(args.iter().copied()), b"quit\n").out;
    assert!(!out(&[]).contains('\x1b'), "a pipe");
    assert!(!out(&["--color", "never"]).contains('\x1b'));
    assert!(!out(&["--plain"]).contains('\x1b'));
    assert!(out(&["--color", "always"]).contains("\x1b[48;5;18;"));
    plywood(ENGINE.split(' ').chain(["--plain", "--color", "always"])).refused(2, "--plain");
    plywood(ENGINE.split(' ').chain(["--color", "blue"])).refused(2, "auto, always, never");
}

#[test]
fn levels_have_names() {
    for (level, words) in [
        ("beginner", "level beginner (100 nodes per move)"),
        ("hard", "level hard (100,000 nodes per move)"),
    ] {
        let line = format!("play connect4 --level {level}");
        let ended = plywood_with_input(&line, b"4\nquit\n");
        assert!(ended.out.starts_with("You play Red (X) against strong, "), "{}", ended.out);
        assert!(ended.out.lines().next().unwrap().contains(words), "{}", ended.out);
        assert_eq!(ended.out.matches("engine plays ").count(), 1, "{}", ended.out);
    }
    let usual = plywood_with_input("play connect4", b"quit\n");
    assert!(usual.out.contains("level expert (1 s per move)"), "{}", usual.out);
    let limit = plywood_with_input("play connect4 --algorithm mtdf --depth 3", b"quit\n");
    assert!(limit.out.contains("against mtdf, depth=3.\n"), "{}", limit.out);
    plywood("play connect4 --level esy".split(' ')).refused(2, "'esy'");
    plywood("play connect4 --level easy --depth 3".split(' ')).refused(2, "cannot be used with");
}
