//! Sessions with a controller. The exact answers are those of GNU Go 3.8, unless a comment says otherwise.

use super::*;
use crate::testing::{Closed, garbled};
use plywood_games::go::capture::{CaptureOptions, CaptureSolver};
use plywood_games::go::player::{Player, PlayerOptions};
use plywood_games::random::Rng;
use std::io;

/// A quick player, and a solver with this effort.
pub(crate) struct Quick {
    seed: u64,
    player: Player,
    solver: CaptureSolver,
}

impl Quick {
    pub fn new(effort: u64) -> Quick {
        let player = Quick::player(1);
        let solver = CaptureSolver::new(CaptureOptions { effort, ..CaptureOptions::default() });
        Quick { seed: 1, player, solver }
    }

    fn player(seed: u64) -> Player {
        Player::new(PlayerOptions { seed, playouts: 10, effort: 50 })
    }
}

impl Thinker for Quick {
    fn seed(&self) -> u64 {
        self.seed
    }

    fn set_seed(&mut self, seed: u64) {
        (self.seed, self.player) = (seed, Quick::player(seed));
    }

    fn choose(&mut self, situation: &Situation<'_>, budget: &Budget) -> Move {
        self.player.choose(situation, budget)
    }

    fn dead(&mut self, board: &Board, budget: &Budget) -> Points {
        self.player.dead(board, budget)
    }

    fn solve(&mut self, capture: &Capture, task: Task, budget: &Budget) -> Solution {
        self.solver.solve(capture, task, budget)
    }
}

pub(crate) const IDENTITY: Identity<'static> = Identity { name: "Quick", version: "3" };

/// Sends each line, and compares the answers without their last two line breaks.
#[track_caller]
fn session(lines: &[(&str, &str)]) {
    let mut thinker = Quick::new(20_000);
    let mut server = Server::new(IDENTITY, &mut thinker);
    for &(line, expected) in lines {
        let answer = server.answer(line);
        let answer = answer.as_deref().map(|text| text.strip_suffix("\n\n").expect("an end"));
        assert_eq!(answer, Some(expected).filter(|text| !text.is_empty()), "{line}");
    }
}

#[test]
fn administration() {
    session(&[
        ("protocol_version", "= 2"),
        ("name", "= Quick"),
        ("3 version # a comment", "=3 3"),
        ("12known_command attack", "=12 true"),
        ("known_command foo", "= false"),
        ("foo", "? unknown command"),
        ("  00042  foo", "?00042 unknown command"),
        ("99999999999999999999 name", "=99999999999999999999 Quick"),
        ("-1 name", "? unknown command"),
        ("7", "?7 unknown command"),
        ("", ""),
        (" \t # only a comment", ""),
        ("\u{1}\u{7f}\r", ""),
        ("n\u{7}ame\r", "= Quick"),
        ("NAME", "? unknown command"),
        ("query_boardsize", "= 19"),
        ("boardsize 9", "="),
        ("query_boardsize", "= 9"),
        ("boardsize 20", "? unacceptable size"),
        ("boardsize 1", "? unacceptable size"),
        ("boardsize -9", "? unacceptable size"),
        ("boardsize", "? syntax error: argument 1: expected a whole number, found nothing"),
        ("boardsize x", "? syntax error: argument 1 'x': expected a whole number"),
        ("query_boardsize", "= 9"),
        ("get_komi", "= 0.0"),
        ("komi 5.5", "="),
        ("komi nan", "? syntax error: komi 'nan': expected a finite number"),
        ("komi", "? syntax error: argument 1: expected a number, found nothing"),
        ("get_komi", "= 5.5"),
        ("echo a  b", "= a b"),
        ("get_random_seed", "= 1"),
        ("get_reading_stop", "? no question about a string was asked"),
        ("set_random_seed 5", "="),
        ("set_random_seed -5", "? syntax error: argument 1 '-5': expected a whole number from 0"),
        ("get_random_seed", "= 5"),
        ("clear_cache", "="),
        (
            "known_command",
            "? syntax error: argument 1: expected the name of a command, found nothing",
        ),
    ]);
}

#[test]
fn moves_are_played_tried_and_taken_back() {
    session(&[
        ("boardsize 7", "="),
        ("play black A1", "="),
        ("play W a2", "="),
        ("white B1", "="),
        ("move_history", "= white B1\nwhite A2\nblack A1"),
        ("last_move", "= white B1"),
        ("list_stones black", "="),
        ("list_stones white", "= A2 B1"),
        ("captures white", "= 1"),
        ("captures black", "= 0"),
        ("is_legal black A1", "= 0"),
        ("is_legal white A1", "= 1"),
        ("is_legal white pass", "= 1"),
        ("play black A1", "? illegal move"),
        ("play black A2", "? illegal move"),
        ("play black PASS", "="),
        ("last_move", "= black PASS"),
        (
            "play black i3",
            "? syntax error: point 'i3': expected a point from A1 to G7, without column I",
        ),
        (
            "play black H1",
            "? syntax error: point 'H1': expected a point from A1 to G7, without column I",
        ),
        (
            "play black A8",
            "? syntax error: point 'A8': expected a point from A1 to G7, without column I",
        ),
        (
            "play blak A8",
            "? syntax error: colour 'blak': expected black or white; did you mean 'black'?",
        ),
        (
            "play black",
            "? syntax error: argument 2: expected a point such as A1, or pass, found nothing",
        ),
        ("undo", "="),
        ("undo", "="),
        ("color A1", "= black"),
        ("captures white", "= 0"),
        ("trymove black B1", "="),
        ("trymove white B2", "="),
        ("worm_stones B1", "= A1 B1"),
        // GNU Go lets a controller play on, and may crash.
        ("play white C1", "? moves were tried: expected popgo before this command"),
        ("genmove white", "? moves were tried: expected popgo before this command"),
        ("undo", "? cannot undo"),
        ("popgo", "="),
        ("popgo", "="),
        ("popgo", "? no move was tried"),
        ("undo", "="),
        ("undo", "="),
        ("undo", "? cannot undo"),
        ("last_move", "? no previous move known"),
        ("printsgf", "= (;FF[4]GM[1]SZ[7])"),
        ("boardsize 2", "="),
        ("all_legal black", "= A2 B2 A1 B1"),
        ("play black A1", "="),
        ("play black B2", "="),
        ("all_legal white", "="),
        ("all_legal black", "= A2 B1"),
        (
            "showboard",
            "= \n   A B\n 2 . X 2\n 1 X . 1\n   A B\nBlack (X) has captured 0 stones, White (O) 0",
        ),
        ("clear_board", "="),
        ("list_stones black", "="),
    ]);
}

#[test]
fn strings_are_asked_about_as_in_gnu_go() {
    session(&[
        ("boardsize 7", "="),
        ("play black C3", "="),
        ("play white C4", "="),
        ("play white B3", "="),
        ("play white C2", "="),
        ("attack C3", "= 1 D3"),
        ("defend C3", "= 1 D3"),
        ("does_attack D3 C3", "= 1"),
        ("does_attack A1 C3", "= 0"),
        // GNU Go answers with another code for success here: 3.
        ("does_defend D3 C3", "= 1"),
        ("does_defend A1 C3", "= 0"),
        ("ladder_attack C3", "? string must have exactly 2 liberties"),
        ("countlib C3", "= 1"),
        ("findlib C3", "= D3"),
        ("countlib A1", "? syntax error: point 'A1': expected a stone, found an empty point"),
        ("attack A1", "? syntax error: point 'A1': expected a stone, found an empty point"),
        (
            "attack Z9",
            "? syntax error: point 'Z9': expected a point from A1 to G7, without column I",
        ),
        (
            "attack pass",
            "? syntax error: point 'pass': expected a point from A1 to G7, without column I",
        ),
        ("attack", "? syntax error: argument 1: expected a point such as A1, found nothing"),
        ("does_attack C3 C3", "? illegal move"),
        ("attack C4", "= 0"),
        ("get_reading_stop", "= gave-up"),
        ("color C4", "= white"),
        ("color A1", "= empty"),
        // A ladder, and a stone in its way.
        ("clear_board", "="),
        ("set_free_handicap B3 B4 C2 D2", "="),
        ("play white C3", "="),
        ("ladder_attack C3", "= 1 C4"),
        ("trymove white E5", "="),
        ("ladder_attack C3", "= 0"),
        ("popgo", "="),
        ("does_attack C4 C3", "= 1"),
        // Black takes a ko, and White may take it back after a threat.
        ("boardsize 9", "="),
        ("play black B9", "="),
        ("play black A8", "="),
        ("play black B7", "="),
        ("play white C9", "="),
        ("play white B8", "="),
        ("play white D8", "="),
        ("play white C7", "="),
        ("attack B8", "= 1 C8"),
        ("get_reading_stop", "= complete"),
        ("play black C8", "="),
        ("is_legal white B8", "= 0"),
        ("play white B8", "? illegal move"),
        ("reset_reading_node_counter", "="),
        ("get_reading_node_counter", "= 0"),
    ]);
}

#[test]
fn handicaps() {
    session(&[
        ("fixed_handicap 3", "= D16 Q16 D4"),
        ("get_handicap", "= 3"),
        ("fixed_handicap 3", "? board not empty"),
        ("undo", "? cannot undo"),
        ("clear_board", "="),
        ("get_handicap", "= 0"),
        ("fixed_handicap 10", "? invalid number of stones"),
        ("fixed_handicap 1", "? invalid number of stones"),
        ("fixed_handicap x", "? syntax error: argument 1 'x': expected a whole number of stones"),
        ("fixed_handicap 8", "= D16 K16 Q16 D10 Q10 D4 K4 Q4"),
        ("boardsize 9", "="),
        ("fixed_handicap 7", "= C7 G7 C5 E5 G5 C3 G3"),
        ("boardsize 13", "="),
        ("fixed_handicap 6", "= D10 K10 D7 K7 D4 K4"),
        ("boardsize 13", "="),
        ("fixed_handicap 9", "= D10 G10 K10 D7 G7 K7 D4 G4 K4"),
        ("boardsize 12", "="),
        ("fixed_handicap 5", "? invalid number of stones"),
        ("fixed_handicap 2", "= J9 D4"),
        ("boardsize 8", "="),
        ("place_free_handicap 9", "= C6 F6 C3 F3"),
        ("boardsize 6", "="),
        ("place_free_handicap 2", "? invalid number of stones"),
        ("set_free_handicap A1", "? bad vertex list: expected two points or more"),
        ("set_free_handicap A1 A1", "? bad vertex list: expected each point once"),
        (
            "set_free_handicap A1 pass",
            "? bad vertex list: point 'pass': expected a point from A1 to F6, without column I",
        ),
        ("set_free_handicap A1 B2", "="),
        ("list_stones black", "= B2 A1"),
        ("boardsize 2", "="),
        ("set_free_handicap A1 A2 B1 B2", "? bad vertex list: expected stones with liberties"),
        ("list_stones black", "="),
    ]);
}

#[test]
fn games_are_loaded_up_to_a_move() {
    let path = std::env::temp_dir().join(format!("plywood-gtp-{}.sgf", std::process::id()));
    // The comment is not UTF-8.
    std::fs::write(&path, b"(;SZ[9]C[\xe9]AB[aa][bb];W[cc];B[dd];W[ee])").unwrap();
    let load = format!("loadsgf {}", path.display());
    session(&[
        (&load, "= black"),
        ("move_history", "= white E5\nblack D6\nwhite C7"),
        (&format!("{load} 2"), "= black"),
        ("printsgf", "= (;FF[4]GM[1]SZ[9]AB[aa][bb];W[cc])"),
        (&format!("{load} 1"), "= white"),
        (&format!("{load} 0"), "= white"),
        ("move_history", "="),
        (&format!("{load} 99"), "= black"),
        (&format!("{load} x"), "? syntax error: argument 2 'x': expected the number of a move"),
        ("loadsgf", "? syntax error: argument 1: expected a file, found nothing"),
        ("undo", "="),
        ("list_stones white", "= C7"),
    ]);
    std::fs::write(&path, "(;SZ[9]AB[aa").unwrap();
    let mut thinker = Quick::new(10);
    let mut server = Server::new(IDENTITY, &mut thinker);
    server.answer("play black D4");
    let answer = server.answer(&load).unwrap();
    assert!(answer.starts_with("? cannot load file '"), "{answer}");
    assert!(answer.contains("at line 1, column 10: expected ']' after this '['"), "{answer}");
    std::fs::remove_file(&path).unwrap();
    assert!(server.answer(&load).unwrap().starts_with("? cannot load file '"));
    assert_eq!(server.answer("list_stones black").as_deref(), Some("= D4\n\n"), "unchanged");
}

#[test]
fn a_finished_game_is_counted() {
    session(&[
        ("boardsize 5", "="),
        ("komi 0.5", "="),
        ("final_score", "= W+0.5"),
        ("play black C5", "="),
        ("play black C4", "="),
        ("play black C3", "="),
        ("play black C2", "="),
        ("play black C1", "="),
        ("play white D5", "="),
        ("play white D4", "="),
        ("play white D3", "="),
        ("play white D2", "="),
        ("play white D1", "="),
        ("play black A4", "="),
        ("play black A2", "="),
        ("final_score", "= B+4.5"),
        ("final_status_list seki", "="),
        ("final_status_list dead", "="),
        ("final_status_list alive", "= C5 C4 C3 C2 C1\nD5 D4 D3 D2 D1\nA4\nA2"),
        ("final_status C1", "= alive"),
        ("final_status E1", "? syntax error: point 'E1': expected a stone, found an empty point"),
        ("final_status_list x", "? syntax error: status 'x': expected alive, dead or seki"),
        ("play black E3", "="),
        ("final_status_list dead", "= E3"),
        ("final_score", "= B+4.5"),
    ]);
}

#[test]
fn the_engine_plays_against_itself_to_the_end() {
    for size in [2, 5, 9] {
        let mut thinker = Quick::new(100);
        let mut server = Server::new(IDENTITY, &mut thinker);
        server.answer(&format!("boardsize {size}"));
        server.answer("time_settings 60 10 5");
        let (mut passes, mut moves) = (0, 0);
        while passes < 2 {
            let color = ["black", "white"][moves % 2];
            server.answer(&format!("time_left {color} {} 0", 60 - moves.min(59)));
            let asked = server.answer(&format!("reg_genmove {color}")).unwrap();
            let answer = server.answer(&format!("{moves} genmove {color}")).unwrap();
            assert_eq!(asked.replacen('=', &format!("={moves}"), 1), answer, "one seed, one move");
            passes = if answer.ends_with(" PASS\n\n") { passes + 1 } else { 0 };
            moves += 1;
            assert!(moves < 5 * size * size, "size {size}: no end");
        }
        let score = server.answer("final_score").unwrap();
        assert!(score.starts_with("= "), "{score}");
    }
}

#[test]
fn sessions_end_with_quit_or_the_input_or_a_closed_output() {
    let said = |script: &[u8]| {
        let mut out = Vec::new();
        run(IDENTITY, io::Cursor::new(script.to_vec()), &mut out, &mut Quick::new(10)).unwrap();
        String::from_utf8(out).unwrap()
    };
    assert_eq!(said(b"1 name\n2 quit\n3 name\n"), "=1 Quick\n\n=2\n\n");
    assert_eq!(said(b"\xff\xfe\n1 name"), "? unknown command\n\n=1 Quick\n\n");
    let mut script = b"play black ".to_vec();
    script.extend(b"A1 ".iter().cycle().take(3_000_000));
    script.extend(b"\nname\n");
    let answers = said(&script);
    assert!(answers.starts_with("? syntax error: line 'play black A1 A1"), "{answers}");
    assert!(answers.ends_with("expected at most 1 MiB\n\n= Quick\n\n"), "{answers}");
    let ended = run(IDENTITY, &b"name\n"[..], &mut Closed, &mut Quick::new(10));
    assert_eq!(ended.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
}

/// Panics, or plays where there is a stone.
struct Fails(bool, u32);

impl Thinker for Fails {
    fn forget(&mut self) {
        self.1 += 1;
    }

    fn choose(&mut self, situation: &Situation<'_>, _: &Budget) -> Move {
        assert!(!self.0, "it fails\nhere");
        let board = situation.history.board();
        Move::Play(board.point("A1").unwrap())
    }

    fn dead(&mut self, _: &Board, _: &Budget) -> Points {
        panic!("no idea")
    }

    fn solve(&mut self, _: &Capture, _: Task, _: &Budget) -> Solution {
        panic!("no idea")
    }
}

#[test]
fn a_panic_is_answered_and_the_engine_goes_on() {
    let mut thinker = Fails(true, 0);
    let mut server = Server::new(IDENTITY, &mut thinker);
    let bug = "? this is a bug in the engine: ";
    server.answer("play black A1");
    let answer = server.answer("genmove white").unwrap();
    assert_eq!(answer, format!("{bug}it fails\\nhere\n\n"));
    for line in ["attack A1", "final_score"] {
        assert_eq!(server.answer(line).unwrap(), format!("{bug}no idea\n\n"));
    }
    assert_eq!(server.answer("list_stones black").as_deref(), Some("= A1\n\n"));
    assert_eq!(thinker.1, 3);
    let mut thinker = Fails(false, 0);
    let mut server = Server::new(IDENTITY, &mut thinker);
    server.answer("play black A1");
    assert!(server.answer("genmove white").unwrap().starts_with(bug));
}

const WORDS: [&str; 44] = [
    "boardsize 5",
    "boardsize 3",
    "clear_board",
    "komi 6.5",
    "play black C3",
    "play white B2",
    "play b A1",
    "play w C2",
    "play white D4",
    "play black pass",
    "black B3",
    "white C1",
    "undo",
    "genmove black",
    "genmove w",
    "reg_genmove white",
    "trymove white C4",
    "trymove black B4",
    "popgo",
    "attack C3",
    "attack B2",
    "defend C3",
    "does_attack B3 C3",
    "does_defend D3 C3",
    "ladder_attack C3",
    "countlib B2",
    "findlib A1",
    "all_legal black",
    "is_legal white A2",
    "captures white",
    "color D4",
    "list_stones white",
    "worm_stones A1",
    "fixed_handicap 2",
    "place_free_handicap 4",
    "set_free_handicap A1 B2 C3",
    "loadsgf nothing.sgf 3",
    "time_settings 10 5 2",
    "time_left black 3 1",
    "final_score",
    "final_status_list dead",
    "showboard",
    "printsgf",
    "17 move_history # all",
];

/// Every line with a command is answered in the form of the protocol, with its number, whatever it says.
#[test]
fn garbage_is_answered_in_form() {
    for seed in 0..150 {
        let mut rng = Rng::new(seed);
        let mut thinker = Quick::new(30);
        let mut server = Server::new(IDENTITY, &mut thinker);
        server.answer("boardsize 4");
        for number in 0..40 {
            let line = garbled(&mut rng, &WORDS).replace('#', " ");
            let line = format!("{number} x{line}").replacen(" x", " ", 1);
            let Some(answer) = server.answer(&line) else { panic!("seed {seed}: {line:?}") };
            let body = answer.strip_suffix("\n\n").unwrap_or_else(|| panic!("{answer:?}"));
            assert!(!body.contains("\n\n") && !body.ends_with('\n'), "seed {seed}: {line:?}");
            assert!(body.starts_with(['=', '?']), "seed {seed}: {line:?}: {body}");
            assert!(!body.contains("this is a bug"), "seed {seed}: {line:?}: {body}");
            // Digits at the start of the line become part of the number.
            assert!(body[1..].starts_with(&number.to_string()), "seed {seed}: {line:?}: {body}");
            if server.has_quit() {
                break;
            }
        }
    }
}
