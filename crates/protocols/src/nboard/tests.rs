use super::*;
use crate::testing::{Closed, garbled, refused};
use plywood::Position;
use plywood_games::Game;
use plywood_games::othello::ggf::Played;
use plywood_games::random::{Rng, random_game};
use std::io::{self, BufReader, Write};
use std::sync::atomic::Ordering;
use std::thread;

/// Values moves by their index in the move list: the last is the best.
struct Places;

impl Thinker for Places {
    fn think(
        &mut self,
        position: &Othello,
        request: Request,
        _: &Stop,
        on_hint: &mut dyn FnMut(&Hint),
    ) -> Answer {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let depth = request.depth.min(3);
        let best = moves.iter().enumerate().rev().take(request.moves).map(|(index, &m)| Hint {
            line: vec![m],
            value: Some(index as f64),
            depth,
            exact: false,
        });
        let best: Vec<Hint> = best.collect();
        best.iter().for_each(on_hint);
        Answer { best: best.first().cloned(), nodes: 7 }
    }
}

/// Searches until it is stopped.
struct Endless;

impl Thinker for Endless {
    fn think(
        &mut self,
        position: &Othello,
        _: Request,
        stop: &Stop,
        on_hint: &mut dyn FnMut(&Hint),
    ) -> Answer {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let hint = Hint { line: moves, value: Some(-1.5), depth: 1, exact: true };
        on_hint(&hint);
        while !stop.load(Ordering::Relaxed) {
            thread::yield_now();
        }
        Answer { best: Some(hint), nodes: 0 }
    }
}

/// The output for a whole input, without times.
fn said(thinker: &mut dyn Thinker, script: &[u8]) -> Vec<String> {
    let mut out = Vec::new();
    run("Ply wood", io::Cursor::new(script.to_vec()), &mut out, thinker, 5).unwrap();
    let text = String::from_utf8(out).unwrap();
    let lines = text.lines().map(|line| match line.split(' ').next() {
        Some("nodestats") => "nodestats".to_string(),
        Some("===") => line.rsplit_once('/').map_or(line, |(line, _)| line).to_string(),
        _ => line.to_string(),
    });
    lines.collect()
}

/// The first `count` lines of output while the input stays open; the end of the input would stop the search.
fn talk(thinker: &mut (dyn Thinker + Send), script: &str, count: usize) -> Vec<String> {
    let (reader, mut writer) = io::pipe().unwrap();
    let (listener, mut speaker) = io::pipe().unwrap();
    writer.write_all(script.as_bytes()).unwrap();
    thread::scope(|scope| {
        scope.spawn(move || run("Plywood", BufReader::new(reader), &mut speaker, thinker, 5));
        let lines = io::BufRead::lines(BufReader::new(listener)).map(Result::unwrap);
        let lines: Vec<_> = lines.take(count).collect();
        drop(writer);
        lines
    })
}

#[test]
fn commands_are_read() {
    let record = "(;GM[Othello]TY[8]B[F5]W[F6];)";
    let game = Box::new(plywood_games::othello::ggf::Record::parse(record).unwrap());
    for (line, command) in [
        ("nboard 2", Some(Command::Version(2))),
        ("  set   depth\t12 \r\n", Some(Command::SetDepth(12))),
        ("set depth 99999999999999999999", Some(Command::SetDepth(u32::MAX))),
        (&format!("set game {record}"), Some(Command::SetGame(game))),
        ("set contempt -2.5", Some(Command::SetContempt(-2.5))),
        ("set colour blue", None),
        ("set", None),
        ("move F5/1.5/2", Some(Command::Move(Played::parse("f5/1.5/2").unwrap()))),
        ("move PA", Some(Command::Move(Move::PASS.into()))),
        ("move PASS//1", Some(Command::Move(Played::parse("PA//1").unwrap()))),
        ("D6", Some(Command::Move(Move::on(43).into()))),
        ("hint 4", Some(Command::Hint(4))),
        ("hint", Some(Command::Hint(1))),
        ("go", Some(Command::Go)),
        ("ping 17", Some(Command::Ping("17".into()))),
        ("ping -1", Some(Command::Ping("-1".into()))),
        ("learn", Some(Command::Learn)),
        ("analyze", Some(Command::Analyze)),
        ("quit", Some(Command::Quit)),
        ("", None),
        ("golf", None),
        ("\u{fffd}\u{fffd}", None),
    ] {
        assert_eq!(Command::parse(line), Ok(command), "{line}");
    }
    let lines = [
        ("set depth", "set depth '': expected a whole number from 1"),
        ("set depth 0", "set depth '0': expected a whole number from 1"),
        ("set depth -3", "set depth '-3': expected"),
        ("nboard two", "nboard 'two': expected"),
        ("hint 0", "hint '0': expected"),
        ("ping", "ping '': expected a number"),
        ("ping nan", "ping 'nan': expected a number"),
        ("set contempt x", "set contempt 'x': expected a number"),
        ("move", "othello move '': expected a square"),
        ("move Z9", "othello move 'Z9': expected a square"),
        ("set game", "GGF record ''"),
        ("set game (;B[A1];)", "at move 1: expected one of d3 c4 f5 e6"),
    ];
    refused(lines, Command::parse);
}

#[test]
fn a_session_from_start_to_end() {
    let script = "nboard 2\nset depth 2\nmove F5\nhint 2\n";
    let lines = talk(&mut Places, script, 6);
    assert_eq!(
        lines[..4],
        ["set myname Plywood", "status Analyzing", "search F6 2.00 0 2", "search D6 1.00 0 2",]
    );
    assert!(lines[4].starts_with("nodestats 7 "), "{lines:?}");
    assert_eq!(lines[5], "status");
    // The engine does not play its own answer.
    let lines = talk(&mut Places, "go\n", 5);
    assert_eq!(lines[..2], ["status Thinking", "search E6 3.00 0 3"]);
    assert!(lines[3].starts_with("=== E6/3/0"), "{lines:?}");
    assert_eq!(lines[4], "status");
    assert_eq!(said(&mut Places, b"learn\nping 3\nquit\nping 4\n"), ["learned", "pong 3"]);
}

#[test]
fn a_ping_stops_a_search_and_is_answered_after_its_last_line() {
    for asked in ["go", "hint 3", "analyze"] {
        let lines = said(&mut Endless, format!("{asked}\nping 1\nping 2\n").as_bytes());
        let end = ["status", "pong 1", "pong 2"];
        assert!(lines.ends_with(&end.map(String::from)), "{asked}: {lines:?}");
        assert!(!lines.iter().any(|line| line.starts_with("===")), "{asked}: {lines:?}");
        assert!(!lines.iter().any(|line| line.starts_with("analysis")), "{asked}: {lines:?}");
    }
    // Other commands that make the answer useless stop the search too.
    for next in ["set game (;)", "move F5", "hint 1", "set game (;)\nquit"] {
        let lines = said(&mut Endless, format!("go\n{next}").as_bytes());
        assert_eq!(lines[..2], ["status Thinking", "search D3C4F5E6 -1.50 0 100%"], "{next}");
        assert!(!lines.iter().any(|line| line.starts_with("===")), "{next}: {lines:?}");
    }
    for (line, interrupts) in [("nboard 2", false), ("learn", false), ("go", true), ("D3", true)] {
        assert_eq!(Command::parse(line).unwrap().unwrap().interrupts(), interrupts, "{line}");
    }
}

#[test]
fn a_search_under_way_answers_before_the_engine_ends() {
    for next in ["quit\n", "", "set game (\nquit\n", "set depth 3\n", "quit\nping 1\nmove F5\n"] {
        let mut lines = said(&mut Endless, format!("go\n{next}").as_bytes());
        lines.retain(|line| !line.starts_with("status set game"));
        let thought = "search D3C4F5E6 -1.50 0 100%";
        let answer = ["status Thinking", thought, "nodestats", "=== D3/-1.5", "status"];
        assert!(lines.starts_with(&answer.map(String::from)), "{next}: {lines:?}");
        assert!(lines.len() <= 6, "{next}: {lines:?}");
    }
    // Only the last question is answered: it stops the first.
    let lines = said(&mut Endless, b"go\ngo\nquit\n");
    assert_eq!(lines.iter().filter(|line| line.starts_with("===")).count(), 1, "{lines:?}");
}

#[test]
fn passes_and_ends() {
    let stuck = find_pass();
    let game = format!("set game (;BO[8 {}];)\n", stuck.text().replace('X', "*"));
    assert_eq!(said(&mut Endless, format!("{game}go\n").as_bytes()), ["=== PA"]);
    let mut after = stuck;
    after.play(Move::PASS);
    let mut moves = Vec::new();
    after.moves(&mut moves);
    let best = moves.last().unwrap().to_string().to_uppercase();
    for pass in ["move PA\n", "move PASS/0/1\n", "PA\n"] {
        let lines = talk(&mut Places, &format!("{game}{pass}hint 1\n"), 2);
        assert!(lines[1].starts_with(&format!("search {best} ")), "{pass}: {lines:?}");
    }
    // The pass may be omitted.
    let lines = said(&mut Places, format!("{game}move {best}\nping 1\n").as_bytes());
    assert_eq!(lines, ["pong 1"]);
    let over = "set game (;B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5];)\n";
    assert_eq!(
        said(&mut Endless, format!("{over}go\nhint 1\nmove A1\n").as_bytes()),
        [
            "status The game is over",
            "status The game is over",
            "status othello move 'A1': expected no move: the game is over"
        ]
    );
}

/// A position in which the side to move must pass.
fn find_pass() -> Othello {
    let is_stuck = |position: &Othello| {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        moves == [Move::PASS]
    };
    (0..).find_map(|seed| random_game(Othello::default(), seed).find(is_stuck)).unwrap()
}

#[test]
fn an_analysis_evaluates_every_position_for_the_side_to_move() {
    let over = "set game (;B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5];)\nanalyze\n";
    let lines = talk(&mut Places, over, 12);
    assert_eq!(lines[0], "status Analyzing the game");
    assert_eq!(lines[1], "analysis 9 -64.00", "White is to move and has no discs");
    assert_eq!(lines[10], "analysis 0 3.00");
    assert_eq!(lines[11], "status");
}

#[test]
fn wrong_input_is_reported_and_changes_nothing() {
    let lines = said(
        &mut Places,
        b"move F5\nset game (;GM[Go];)\nset game (;B[F5\nmove F5\nset depth 0\nping 1\n",
    );
    assert_eq!(lines.len(), 5, "{lines:?}");
    for (line, words) in lines.iter().zip([
        "status GGF record '(;GM[Go];)': at GM: expected Othello, found 'Go'",
        "status GGF record '(;B[F5': at character 7: expected ']'",
        "status othello move 'F5': expected one of f4 d6 f6",
        "status set depth '0': expected a whole number from 1",
        "pong 1",
    ]) {
        assert!(line.starts_with(words), "{words}: {line}");
    }
}

#[test]
fn bytes_that_are_no_text_and_very_long_lines_are_survived() {
    let mut script = b"\xff\xfe\x00\xf0 go\n\n\r\nmove \xff\xff\nsing\nping 1\nset game ".to_vec();
    script.extend(b"(;".iter().cycle().take(5_000_000));
    script.extend(b"\nping 2\nping 3");
    let lines = said(&mut Endless, &script);
    assert!(lines[0].starts_with("status othello move '\u{fffd}\u{fffd}': expected"), "{lines:?}");
    assert_eq!(lines[1], "pong 1");
    assert!(lines[2].starts_with("status line 'set game (;(;"), "{lines:?}");
    assert!(lines[2].ends_with("expected at most 1 MiB"), "{lines:?}");
    assert_eq!(lines[3..], ["pong 2", "pong 3"]);
}

#[test]
fn every_ping_is_answered_in_order_after_random_input() {
    let words = [
        "nboard 2",
        "set depth 3",
        "set depth",
        "set game (;B[F5]W[F6];)",
        "set game (;B[F5",
        "set contempt 1",
        "move F5",
        "move D3/1/2",
        "F6",
        "move PA",
        "hint 2",
        "hint 99",
        "go",
        "learn",
        "analyze",
        "\u{fffd}",
        "golf",
        "set",
    ];
    for seed in 0..100 {
        let mut rng = Rng::new(seed);
        let mut script = String::new();
        for ping in 0..20 {
            for _ in 0..rng.below(5) {
                script.push_str(&garbled(&mut rng, &words));
                script.push('\n');
            }
            script.push_str(&format!("ping {ping}\n"));
        }
        for thinker in [&mut Places as &mut dyn Thinker, &mut Endless] {
            let lines = said(thinker, script.as_bytes());
            let pongs: Vec<_> = lines.iter().filter(|line| line.starts_with("pong")).collect();
            assert!(pongs.iter().enumerate().all(|(n, line)| **line == format!("pong {n}")));
            assert_eq!(pongs.len(), 20, "seed {seed}: {script}");
        }
    }
}

#[test]
fn a_closed_output_ends_the_engine() {
    // The input stays open.
    let (reader, mut writer) = io::pipe().unwrap();
    writer.write_all(b"nboard 2\ngo\n").unwrap();
    let ended = run("Plywood", BufReader::new(reader), &mut Closed, &mut Endless, 5);
    assert_eq!(ended.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    drop(writer);
}

/// Panics; the second time after a hint.
struct Fails(u32);

impl Thinker for Fails {
    fn forget(&mut self) {
        self.0 += 1;
    }

    fn think(
        &mut self,
        position: &Othello,
        _: Request,
        _: &Stop,
        on_hint: &mut dyn FnMut(&Hint),
    ) -> Answer {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        if self.0 > 0 {
            on_hint(&Hint { line: vec![moves[1]], value: Some(2.0), depth: 1, exact: false });
        }
        panic!("it fails\nhere");
    }
}

#[test]
fn a_panic_is_answered_and_the_engine_goes_on() {
    let mut thinker = Fails(0);
    let bug = "status This is a bug in the engine: it fails\\nhere";
    let mut moves = Vec::new();
    Othello::default().moves(&mut moves);
    let answers = |lines: &[String], m: Move| {
        let last = &lines[lines.len() - 2];
        last.starts_with(&format!("=== {}", Played::from(m))) && lines.contains(&bug.to_string())
    };
    let lines = talk(&mut thinker, "go\n", 6);
    assert!(answers(&lines, moves[0]), "{lines:?}");
    // The four first moves have equal static values.
    let first_look = format!("search {} ", Played::from(moves[0]));
    assert!(lines.iter().any(|line| line.starts_with(&first_look)), "{lines:?}");
    // The hint before the panic is the answer.
    let lines = talk(&mut thinker, "go\n", 6);
    assert!(answers(&lines, moves[1]), "{lines:?}");
    assert_eq!(thinker.0, 2);
}
