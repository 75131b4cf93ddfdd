//! Games in the terminal, played from a script.

mod common;

use common::{Folder, plywood_with_input};
use plywood::Position;
use plywood_games::{Checkers, Chess, Game};

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
        "there is no move of yours to take back",
        "engine plays ",
        "O has won",
        "the engine wins (value loss@",
    ] {
        assert!(ended.out.contains(words), "{words}: {}", ended.out);
    }
    // In whatever order the game lists them.
    let lists_moves = |line: &str| {
        let mut moves: Vec<_> = line.trim_start_matches("your move> ").split(' ').collect();
        moves.sort_unstable();
        moves == ["1", "2", "3", "4", "5", "6", "7"]
    };
    assert!(ended.out.lines().any(lists_moves), "{}", ended.out);
    // The move that was taken back is not on the board any more.
    let after = ended.out.split("X to move\n").nth(3).unwrap();
    assert!(after.contains(". . . . . . .\n1 2 3"), "{after}");
}

#[test]
fn the_engine_may_begin_and_the_user_may_leave() {
    for (script, words) in [
        ("quit\n", "your move> "),
        ("resign\n", "you resign, the engine wins\n"),
        ("", "end of input, the game is left\n"),
        ("undo\n", "there is no move of yours to take back\n"),
    ] {
        let ended = plywood_with_input(&format!("{ENGINE} --second"), script.as_bytes());
        assert_eq!((ended.code, ended.err.as_str()), (0, ""));
        assert!(ended.out.contains("engine plays 4  (value "), "{}", ended.out);
        assert!(ended.out.contains(words), "{words}: {}", ended.out);
    }
}

#[test]
fn the_user_may_win() {
    let ended = plywood_with_input("play connect4 --position 112233 --depth 1", b"4\n");
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
    assert!(ended.out.ends_with("X has won\nyou win (value win@7)\n"), "{}", ended.out);
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
    assert!(ended.out.contains("expected the name of a file"), "{}", ended.out);
    assert!(ended.out.contains("/no/such/folder/"), "{}", ended.out);
    let text = std::fs::read_to_string(&pgn).unwrap();
    assert!(text.contains("[White \"you\"]\n[Black \"negascout\"]\n"), "{text}");
    let position = Chess::parse(Some(&pgn)).unwrap();
    assert_eq!(position.cozy().fullmove_number(), 2, "a move of each side: {text}");
    // Also once the game is over, by the rules or because somebody resigned.
    let nearly = folder.join("nearly.pgn");
    std::fs::write(&nearly, "1. f3 e5 2. g4 *").unwrap();
    for (command, script, result) in [
        (format!("play chess --depth 1 --position {nearly}"), "Qh4", "0-1"),
        (format!("play chess --depth 1 --position {nearly}"), "resign", "1-0"),
        ("play chess --depth 1".to_string(), "resign", "0-1"),
    ] {
        let script = format!("{script}\nsave {pgn}\n\n");
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
    let ended = plywood_with_input(ENGINE, b"save x\nquit\n");
    assert!(ended.out.contains("this game has no format for records"), "{}", ended.out);
}
