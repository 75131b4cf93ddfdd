use super::*;
use crate::testing::{Closed, garbled, refused};
use plywood::{Position, Score};
use plywood_games::Game;
use plywood_games::chess::Evaluation;
use plywood_games::random::Rng;
use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Write};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Instant;

const IDENTITY: Identity<'static> = Identity { name: "Ply wood", author: "Ada & Bob" };

/// Thinks that the place of a move in the list is its value.
#[derive(Default)]
struct Places {
    hash: String,
    games: u32,
}

fn legal(position: &Chess) -> Vec<Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

impl Thinker for Places {
    fn settings(&self) -> Vec<Setting> {
        vec![Setting::spin("Hash", 64, 1, 100), Setting::combo("Kind", ["quick", "slow"])]
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), InputError> {
        if value == "13" {
            return Err(InputError::new("option Hash", value).expected("no bad luck"));
        }
        self.hash = format!("{name}={value}");
        Ok(())
    }

    fn forget(&mut self) {
        self.games += 1;
    }

    fn think(
        &mut self,
        position: &Chess,
        request: &Request,
        _: &Stop,
        on_insight: &mut dyn FnMut(Insight),
    ) -> Thought {
        let mut moves = legal(position);
        moves.retain(|m| request.among.is_empty() || request.among.contains(m));
        moves.reverse();
        let depth = request.depth.unwrap_or(3);
        let known = |(place, &m): (usize, &Move)| {
            let value = plywood::Interval::exactly(Score::new(-(place as i32)));
            Variation { pv: vec![m], value, depth }
        };
        let variations = moves.iter().enumerate().take(request.lines).map(known).collect();
        on_insight(Insight { variations, nodes: 7, table_used: self.games, ..Insight::default() });
        Thought { best: moves.first().copied(), ..Thought::default() }
    }
}

/// Thinks as the function does, and has no options.
struct Thinks(fn(&Chess, &Request, &Stop, &mut dyn FnMut(Insight)) -> Thought);

impl Thinker for Thinks {
    fn settings(&self) -> Vec<Setting> {
        Vec::new()
    }

    fn set(&mut self, _: &str, _: &str) -> Result<(), InputError> {
        Ok(())
    }

    fn forget(&mut self) {}

    fn think(
        &mut self,
        position: &Chess,
        request: &Request,
        stop: &Stop,
        on_insight: &mut dyn FnMut(Insight),
    ) -> Thought {
        self.0(position, request, stop, on_insight)
    }
}

/// Thinks until it is stopped, and would never end otherwise; deepens every millisecond.
fn endless(
    position: &Chess,
    request: &Request,
    stop: &Stop,
    on_insight: &mut dyn FnMut(Insight),
) -> Thought {
    let pv = vec![legal(position)[0]];
    let value = plywood::Interval::exactly(Score::ZERO);
    for depth in 1.. {
        if stop.load(Ordering::Relaxed) || request.depth.is_some_and(|last| depth > last) {
            break;
        }
        let variations = vec![Variation { pv: pv.clone(), value, depth }];
        on_insight(Insight { variations, ..Insight::default() });
        thread::sleep(Duration::from_millis(1));
    }
    Thought { best: pv.first().copied(), ..Thought::default() }
}

/// What the engine says to the whole of an input, without what depends on time.
fn said(thinker: &mut dyn Thinker, script: &str) -> Vec<String> {
    let mut out = Vec::new();
    run(IDENTITY, io::Cursor::new(script.as_bytes().to_vec()), &mut out, thinker).unwrap();
    let text = String::from_utf8(out).unwrap();
    let of_time = |line: &&str| !line.starts_with("info nodes");
    text.lines().filter(of_time).map(str::to_string).collect()
}

/// The lines without thoughts.
fn answers(thinker: &mut dyn Thinker, script: &str) -> Vec<String> {
    let mut lines = said(thinker, script);
    lines.retain(|line| !line.starts_with("info depth"));
    lines
}

/// A GUI that waits for answers while its input stays open.
struct Gui {
    input: PipeWriter,
    lines: io::Lines<BufReader<PipeReader>>,
}

impl Gui {
    fn say(&mut self, text: &str) {
        writeln!(self.input, "{text}").unwrap();
    }

    fn until(&mut self, start: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            heard.push(self.lines.next().expect("a line").unwrap());
            if heard[heard.len() - 1].starts_with(start) {
                return heard;
            }
        }
    }
}

fn talk<R>(thinker: &mut dyn Thinker, script: impl FnOnce(&mut Gui) -> R) -> R {
    let (reader, input) = io::pipe().unwrap();
    let (listener, mut speaker) = io::pipe().unwrap();
    thread::scope(|scope| {
        scope.spawn(move || run(IDENTITY, BufReader::new(reader), &mut speaker, thinker));
        script(&mut Gui { input, lines: BufReader::new(listener).lines() })
    })
}

#[test]
fn commands_are_read() {
    let words = |text: &str| text.split(' ').map(str::to_string).collect::<Vec<_>>();
    let set = |name: &str, value: Option<&str>| {
        Some(Command::SetOption { name: name.into(), value: value.map(str::to_string) })
    };
    let position = |fen: Option<&str>, moves: Vec<String>| {
        Some(Command::Position { fen: fen.map(str::to_string), moves })
    };
    let go = |go: Go| Some(Command::Go(Box::new(go)));
    let ms = Duration::from_millis;
    for (line, command) in [
        ("uci", Some(Command::Uci)),
        ("  \t isready \r\n", Some(Command::IsReady)),
        ("debug on", Some(Command::Debug)),
        ("register later", Some(Command::Register)),
        ("ucinewgame", Some(Command::NewGame)),
        ("joho ponderhit", Some(Command::PonderHit)),
        ("quit", Some(Command::Quit)),
        ("", None),
        ("golf\u{fffd}", None),
        ("setoption name Hash value 32", set("Hash", Some("32"))),
        ("setoption name Clear Hash", set("Clear Hash", None)),
        ("setoption name Move  Overhead value  a b", set("Move Overhead", Some("a b"))),
        ("setoption name Style value", set("Style", Some(""))),
        ("position startpos", position(None, vec![])),
        ("position startpos moves", position(None, vec![])),
        ("position startpos moves e2e4 e7e5", position(None, words("e2e4 e7e5"))),
        ("position fen 8/8 w - - moves a1a2", position(Some("8/8 w - -"), words("a1a2"))),
        ("go", go(Go::default())),
        ("go infinite fly", go(Go { infinite: true, ..Go::default() })),
        (
            "go ponder wtime 1000 btime -5 winc 10 binc 20 movestogo 3",
            go(Go {
                ponder: true,
                time: [Some(ms(1000)), Some(ms(0))],
                increment: [ms(10), ms(20)],
                moves_to_go: Some(3),
                ..Go::default()
            }),
        ),
        (
            "go searchmoves e2e4 a7a8q depth 3 nodes 99999999999999999999 mate 99999999999",
            go(Go {
                search_moves: words("e2e4 a7a8q"),
                depth: Some(3),
                nodes: Some(u64::MAX),
                mate: Some(u32::MAX),
                ..Go::default()
            }),
        ),
        ("go movetime 7 movestogo 0", go(Go { move_time: Some(ms(7)), ..Go::default() })),
        ("go perft 4", go(Go { perft: Some(4), ..Go::default() })),
    ] {
        assert_eq!(Command::parse(line), Ok(command), "{line}");
    }
    // Whoever asks for a move is answered by one, whatever else the question says.
    for (line, complaint) in [
        ("go depth", "go depth '': expected a whole number from 1"),
        ("go depth 0", "go depth '0': expected a whole number from 1"),
        ("go depth -3", "go depth '-3': expected a whole number from 1"),
        ("go nodes 1e6", "go nodes '1e6': expected a whole number from 1"),
        ("go mate 0", "go mate '0': expected a whole number from 1"),
        ("go perft 31", "go perft '31': expected a whole number from 1 to 30"),
        ("go wtime soon", "go wtime 'soon': expected a whole number of milliseconds"),
        ("go movetime -", "go movetime '-': expected a whole number of milliseconds"),
        ("go movestogo -3 depth 1", "go movestogo '-3': expected a whole number from 0"),
    ] {
        let lines = said(&mut Places::default(), &format!("{line}\n"));
        assert_eq!(lines[0], format!("info string {complaint}"), "{line}");
        assert!(lines.last().unwrap().starts_with("bestmove "), "{line}: {lines:?}");
    }
    let lines = [
        ("setoption", "at setoption: expected 'name', a name"),
        ("setoption Hash 3", "at setoption: expected 'name', a name, and perhaps 'value'"),
        ("setoption name value 3", "found no name"),
        ("position", "at position: expected 'startpos' or 'fen'"),
        ("position start", "and moves, found 'start'"),
        ("position fen", "found no FEN"),
        ("position startpos e2e4", "found 'e2e4'"),
    ];
    refused(lines, Command::parse);
}

#[test]
fn a_talk_from_the_start_to_the_end() {
    let lines = said(&mut Places::default(), "uci\nisready\nquit\nisready\n");
    assert_eq!(
        lines[..5],
        [
            "id name Ply wood",
            "id author Ada & Bob",
            "option name Hash type spin default 64 min 1 max 100",
            "option name Kind type combo default quick var quick var slow",
            "option name MultiPV type spin default 1 min 1 max 218",
        ]
    );
    assert_eq!(lines[9], "uciok", "{lines:?}");
    // Quitting does not wait for anything to be ready.
    assert!(lines[10..].iter().all(|line| line == "readyok"), "{lines:?}");
    let mut thinker = Places::default();
    let script = "setoption name hash value 12\nucinewgame\nposition startpos moves e2e4\n\
                  setoption name MultiPV value 2\ngo depth 5 searchmoves a7a6 a7a5\n";
    let lines = said(&mut thinker, script);
    assert_eq!((thinker.hash.as_str(), thinker.games), ("Hash=12", 1));
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[0].starts_with("info depth 5 seldepth 5 multipv 1 score cp 0 nodes 7 nps "));
    assert!(lines[1].contains(" multipv 2 score cp 1 ") && lines[1].contains(" hashfull 1 "));
    assert!(lines[2].starts_with("bestmove a7a"), "{lines:?}");
}

#[test]
fn what_is_wrong_is_named_and_changes_nothing() {
    let script = "position startpos moves e2e4 e2e4\nposition fen 8/8/8/8/8/8/8/8 w - -\n\
                  position fen x.pgn\nposition fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 e4\n\
                  setoption name Hash value 200\nsetoption name Hash value 13\n\
                  setoption name Ponder value maybe\nsetoption name Speed value 3\n\
                  go depth 1 searchmoves e2e5 a2a3\n";
    let mut lines = answers(&mut Places::default(), script);
    // This one comes from the thread that thinks, whenever that is.
    let late = lines.iter().position(|line| line.contains("no bad luck")).expect("a refusal");
    lines.remove(late);
    for (line, words) in lines.iter().zip([
        "info string position 'e2e4 e2e4': at move 2: expected a legal move, such as e2e4, found",
        "info string FEN '8/8/8/8/8/8/8/8 w - -': at the board: expected a king of each side",
        "info string FEN 'x.pgn': at the board: expected eight ranks",
        "info string FEN '4k3/8/8/8/8/8/8/4K2R w K - 0 1 e4': expected four fields or six",
        "info string option Hash '200': expected a whole number from 1 to 100",
        "info string option Ponder 'maybe': expected true or false",
        "info string option 'Speed': expected Hash, Kind, MultiPV, Ponder",
        "info string go searchmoves 'e2e5': expected legal moves, such as e2e4",
        "bestmove a2a3",
    ]) {
        assert!(line.starts_with(words), "{words}: {line}");
    }
    assert_eq!(lines.len(), 9, "{lines:?}");
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(5000);
    let lines = answers(&mut Places::default(), &format!("position startpos moves {shuffle}\n"));
    assert!(lines[0].ends_with("expected at most 12000 moves, found 20000"), "{lines:?}");
}

#[test]
fn games_that_are_over_and_draws_that_nobody_claims() {
    let mated = "position startpos moves f2f3 e7e5 g2g4 d8h4\n";
    let stalemate = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n";
    for (over, info) in
        [(mated, "info depth 0 score mate 0"), (stalemate, "info depth 0 score cp 0")]
    {
        for go in ["go depth 3", "go movetime 10", "go wtime 10 btime 10", "go"] {
            let lines = said(&mut Thinks(endless), &format!("{over}{go}\n"));
            assert_eq!(lines, [info, "bestmove (none)"], "{over}{go}");
        }
        let lines = talk(&mut Thinks(endless), |gui| {
            gui.say(over);
            gui.say("go infinite");
            gui.say("isready");
            let lines = gui.until("readyok");
            gui.say("stop");
            (lines, gui.until("bestmove"))
        });
        let before = vec![info.to_string(), "readyok".into()];
        assert_eq!(lines, (before, vec!["bestmove (none)".into()]));
    }
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(2);
    let repeated = format!("position startpos moves {shuffle}\n");
    let clock = "position fen 4k3/8/8/8/8/8/8/4K2R w - - 100 80\n".to_string();
    let bare = "position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n".to_string();
    for drawn in [repeated, clock, bare] {
        let lines = said(&mut Places::default(), &format!("{drawn}go depth 1\n"));
        let best = lines[lines.len() - 1].strip_prefix("bestmove ").unwrap();
        assert!(lines.iter().any(|line| values(line, best)), "{drawn}: {lines:?}");
    }
}

#[test]
fn an_answer_waits_for_stop_or_ponderhit() {
    for (go, release) in [
        ("go infinite", "stop"),
        ("go ponder wtime 1000 btime 1000", "ponderhit"),
        ("go ponder wtime 1000 btime 1000", "stop"),
        ("go ponder movetime 50", "ponderhit"),
    ] {
        talk(&mut Places::default(), |gui| {
            gui.say(go);
            // The search ends by itself, and nobody hears of it.
            gui.until("info nodes");
            thread::sleep(Duration::from_millis(5));
            gui.say("isready");
            assert_eq!(gui.until("readyok"), ["readyok"], "{go}");
            gui.say(release);
            assert_eq!(gui.until("best").len(), 1, "{go}");
        });
    }
}

#[test]
fn a_stop_is_answered_soon_and_isready_at_once() {
    talk(&mut Thinks(endless), |gui| {
        for go in ["go infinite", "go", "go depth 1000000", "go ponder wtime 9 btime 9"] {
            gui.say(go);
            gui.until("info depth 2");
            gui.say("isready");
            gui.until("readyok");
            let asked = Instant::now();
            gui.say("stop");
            gui.until("bestmove");
            assert!(asked.elapsed() < Duration::from_millis(200), "{go}: {:?}", asked.elapsed());
        }
        // A stop too many is no answer to anything.
        gui.say("stop\nponderhit\nisready");
        assert_eq!(gui.until("readyok"), ["readyok"]);
    });
}

#[test]
fn a_search_that_does_not_end_is_answered_from_what_it_told() {
    // Tells of one depth, and then hears nothing for a while.
    let mut deaf = Thinks(|position, _, _, on_insight| {
        let moves = legal(position);
        let pv = vec![moves[moves.len() - 1]];
        let variations = vec![Variation { pv, value: plywood::Interval::UNKNOWN, depth: 1 }];
        on_insight(Insight { variations, ..Insight::default() });
        thread::sleep(Duration::from_millis(600));
        Thought { best: moves.first().copied(), ..Thought::default() }
    });
    talk(&mut deaf, |gui| {
        let root = Chess::default();
        let last = root.uci(*legal(&root).last().unwrap());
        let begun = Instant::now();
        gui.say("go infinite");
        gui.until("info depth 1");
        gui.say("stop");
        assert_eq!(gui.until("best"), [format!("bestmove {last}")]);
        // It is still at the first when the second and the third have to be answered.
        gui.say("go movetime 20");
        gui.until("bestmove ");
        gui.say("go wtime 50 btime 50\nisready");
        gui.until("readyok");
        gui.until("bestmove ");
        assert!(begun.elapsed() < Duration::from_millis(590), "{:?}", begun.elapsed());
        // Who wants no answer soon waits for the true one.
        gui.say("position startpos moves e2e4\ngo depth 3");
        let black = Chess::parse(Some("e4")).unwrap();
        let first = format!("bestmove {}", black.uci(legal(&black)[0]));
        assert_eq!(gui.until("best").last(), Some(&first));
    });
}

#[test]
fn time_is_kept_whoever_thinks() {
    talk(&mut Thinks(endless), |gui| {
        for (go, least, most) in [
            ("go movetime 100", 60, 1000),
            ("go wtime 1000 btime 1", 15, 1000),
            ("go wtime 40 btime 99999", 0, 1000),
            ("go wtime 0 btime 0", 0, 1000),
            ("go wtime 100 btime 0 movestogo 1", 30, 1000),
        ] {
            // The thinker sleeps, and an engine that has to wait for a processor keeps more time.
            gui.say("ucinewgame");
            let begun = Instant::now();
            gui.say(go);
            gui.until("bestmove");
            let time = begun.elapsed();
            let bounds = Duration::from_millis(least)..Duration::from_millis(most);
            assert!(bounds.contains(&time), "{go}: {time:?}");
        }
        // From `ponderhit` on, it has the time of its move.
        gui.say("go ponder wtime 600 btime 600");
        thread::sleep(Duration::from_millis(3));
        let begun = Instant::now();
        gui.say("ponderhit");
        gui.until("bestmove");
        assert!(begun.elapsed() < Duration::from_millis(1000), "{:?}", begun.elapsed());
        // With one move there is nothing to think about.
        gui.say("position fen 7k/8/5K2/6Q1/8/8/8/8 b - - 0 1");
        let begun = Instant::now();
        gui.say("go wtime 100000 btime 100000");
        gui.until("bestmove h8h7");
        assert!(begun.elapsed() < Duration::from_millis(1000), "{:?}", begun.elapsed());
    });
}

#[test]
fn every_go_has_its_answer_in_order() {
    let script = "go infinite\ngo\nposition startpos moves e2e4\ngo depth 2\ngo perft 2\n\
                  position startpos moves f2f3 e7e5 g2g4 d8h4\ngo depth 1\n";
    let lines = answers(&mut Thinks(endless), script);
    let best: Vec<_> = lines.iter().filter(|line| line.starts_with("bestmove")).collect();
    assert_eq!(best.len(), 4, "{lines:?}");
    assert_eq!(best[3], "bestmove (none)");
    assert!(lines.contains(&"a7a6: 30".to_string()), "{lines:?}");
    assert!(lines.contains(&"Nodes searched: 600".to_string()), "{lines:?}");
    let lines = talk(&mut Thinks(endless), |gui| {
        gui.say("go perft 20");
        thread::sleep(Duration::from_millis(10));
        gui.say("stop");
        gui.until("info")
    });
    assert_eq!(lines, ["info string perft was stopped"]);
}

#[test]
fn castling_of_chess960() {
    let position = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1";
    for (chess960, castles, castled) in
        [("false", "g1", "e1g1"), ("false", "h1", "e1g1"), ("true", "h1", "e1h1")]
    {
        let set = format!("setoption name UCI_Chess960 value {chess960}\n");
        let only = position.trim_end_matches(" moves e1");
        let script = format!("{set}{only}\ngo depth 1 searchmoves e1{castles}\n");
        assert_eq!(answers(&mut Places::default(), &script), [format!("bestmove {castled}")]);
        let script = format!("{set}{position}{castles} e8d8\ngo depth 1 searchmoves f1d1\n");
        assert_eq!(answers(&mut Places::default(), &script), ["bestmove f1d1"]);
    }
}

#[test]
fn garbage_does_no_harm_and_every_isready_is_answered() {
    let words = [
        "uci",
        "debug on",
        "setoption name Hash value 7",
        "setoption name MultiPV value 300",
        "setoption name Clear Hash",
        "register",
        "ucinewgame",
        "position startpos",
        "position startpos moves e2e4 e7e5 g1f3",
        "position startpos moves e2e5",
        "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1",
        "go infinite",
        "go depth 2",
        "go wtime 1 btime 1",
        "go movetime 1",
        "go nodes 5",
        "go mate 2",
        "go ponder",
        "go perft 2",
        "go searchmoves e2e4 d2d4 depth 1",
        "go ponder wtime 50 btime 50 winc 1 binc 1",
        "stop",
        "ponderhit",
        "joho",
        "\u{fffd}\u{0}",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    ];
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let mut script = String::new();
        let (mut searches, mut ready) = (0, 0);
        for _ in 0..50 {
            let line = garbled(&mut rng, &words);
            match Command::parse(&line) {
                Ok(Some(Command::Quit)) => continue,
                Ok(Some(Command::Go(go))) if go.perft.is_none_or(|plies| plies < 4) => {
                    searches += u32::from(go.perft.is_none());
                }
                Ok(Some(Command::Go(_))) => continue,
                Ok(Some(Command::IsReady)) => ready += 1,
                _ => {}
            }
            script.push_str(&format!("{line}\n"));
        }
        for thinker in [&mut Places::default() as &mut dyn Thinker, &mut Thinks(endless)] {
            let lines = said(thinker, &format!("{script}stop\nisready\n"));
            let count = |start: &str| lines.iter().filter(|l| l.starts_with(start)).count() as u32;
            assert_eq!(count("bestmove"), searches, "seed {seed}: {script}");
            assert_eq!(count("readyok"), ready + 1, "seed {seed}: {script}");
        }
    }
}

#[test]
fn an_engine_that_nobody_hears_ends() {
    // The input stays open all the while.
    let (reader, mut writer) = io::pipe().unwrap();
    writer.write_all(b"go infinite\n").unwrap();
    let ended = run(IDENTITY, BufReader::new(reader), &mut Closed, &mut Thinks(endless));
    assert_eq!(ended.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    drop(writer);
}

#[test]
fn perft_is_as_published() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for (position, depth, lines) in [
        ("startpos".to_string(), 5, 4_865_609),
        (format!("fen {kiwipete}"), 4, 4_085_603),
        ("fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1".to_string(), 2, 25),
    ] {
        let said = said(&mut Thinks(endless), &format!("position {position}\ngo perft {depth}\n"));
        assert_eq!(said[said.len() - 1], format!("Nodes searched: {lines}"), "{position}");
        let root = position.strip_prefix("fen ");
        let root = root.map_or_else(Chess::default, |fen| Chess::from_fen(fen).unwrap());
        assert_eq!(root.perft(depth), lines);
    }
}

/// Falls over at depth 1, at depth 2 after it has found the third move, and is well otherwise.
fn falls(
    position: &Chess,
    request: &Request,
    _: &Stop,
    on_insight: &mut dyn FnMut(Insight),
) -> Thought {
    let moves = legal(position);
    assert_ne!(request.depth, Some(1), "it falls over\nat once");
    on_insight(better(moves[2]));
    assert_ne!(request.depth, Some(2), "it falls over later");
    Thought { best: Some(moves[3]), ..Thought::default() }
}

fn better(m: Move) -> Insight {
    let value = plywood::Interval::exactly(Score::new(4));
    let variations = vec![Variation { pv: vec![m], value, depth: 2 }];
    Insight { variations, under_way: true, ..Insight::default() }
}

#[test]
fn a_panic_is_answered_and_the_engine_lives_on() {
    let script = "position startpos\ngo depth 1\ngo depth 2\nisready\ngo depth 3\n";
    let lines = said(&mut Thinks(falls), script);
    let moves: Vec<_> = legal(&Chess::default()).iter().map(|m| m.to_string()).collect();
    let bug = "info string this is a bug in the engine: ";
    let words: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix(bug)).collect();
    assert_eq!(words.len(), 2, "{lines:?}");
    assert!(words[0].contains("it falls over\\nat once"), "{words:?}");
    assert!(words[1].contains("it falls over later"), "{words:?}");
    let best: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    // What it had found before it fell, with its value.
    assert_eq!(best[1..], [&moves[2], &moves[3]], "{lines:?}");
    assert!(lines.iter().any(|line| values(line, best[0])), "{lines:?}");
    let known = format!("pv {}", moves[2]);
    assert!(lines.iter().any(|line| line.contains("score cp 4 ") && line.ends_with(&known)));
    assert!(lines.contains(&"readyok".to_string()));
}

/// Finds a better move at once, and does not hear that it is to stop.
fn deaf(position: &Chess, _: &Request, _: &Stop, on_insight: &mut dyn FnMut(Insight)) -> Thought {
    let moves = legal(position);
    on_insight(better(moves[5]));
    thread::sleep(Duration::from_millis(300));
    Thought { best: Some(moves[6]), ..Thought::default() }
}

#[test]
fn a_search_that_does_not_end_is_answered_from_what_it_found() {
    let lines = talk(&mut Thinks(deaf), |gui| {
        gui.say("position startpos\ngo infinite\nisready");
        gui.until("readyok");
        thread::sleep(Duration::from_millis(20));
        gui.say("stop");
        let lines = gui.until("bestmove");
        gui.say("quit");
        lines
    });
    let found = legal(&Chess::default())[5].to_string();
    let [info, best] = &lines[..] else { panic!("{lines:?}") };
    assert!(info.starts_with("info depth 2 ") && info.ends_with(&format!("pv {found}")), "{info}");
    assert_eq!(*best, format!("bestmove {found}"));
}

/// Whether a line tells of a search whose best move is `name`, with a value.
fn values(line: &str, name: &str) -> bool {
    line.starts_with("info depth ")
        && line.contains(" score ")
        && format!("{line} ").contains(&format!(" pv {name} "))
}

/// Has no turn on a processor for a while, then hears that it is to stop and has a first look.
fn starved(
    position: &Chess,
    _: &Request,
    stop: &Stop,
    on_insight: &mut dyn FnMut(Insight),
) -> Thought {
    thread::sleep(Duration::from_millis(60));
    while !stop.load(Ordering::Relaxed) {
        thread::yield_now();
    }
    let m = legal(position)[7];
    on_insight(Insight { under_way: false, ..better(m) });
    Thought { best: Some(m), ..Thought::default() }
}

#[test]
fn no_move_is_answered_that_nobody_has_looked_at() {
    for go in ["go movetime 1", "go movetime 20", "go infinite\nstop", "go wtime 4000 btime 4000"] {
        let lines = talk(&mut Thinks(starved), |gui| {
            gui.say(&format!("position startpos\n{go}"));
            let lines = gui.until("bestmove");
            gui.say("quit");
            lines
        });
        let best = lines[lines.len() - 1].split(' ').nth(1).unwrap();
        assert!(lines.iter().any(|line| values(line, best)), "{go}: {lines:?}");
        // With time for it, the search is waited for.
        let searched = legal(&Chess::default())[7].to_string();
        assert!(best == searched || !go.contains("wtime"), "{go}: {lines:?}");
    }
}

/// Finds nothing, and does not hear that it is to stop.
fn absent(_: &Chess, _: &Request, _: &Stop, _: &mut dyn FnMut(Insight)) -> Thought {
    thread::sleep(Duration::from_millis(300));
    Thought::default()
}

#[test]
fn without_a_search_the_best_static_value_is_the_answer() {
    // A mate; a queen to take; a protected pawn, which is not worth the queen that takes it.
    let mate = "6k1/5ppp/8/8/8/8/7q/K2R4 w - - 0 1";
    let free = "4k3/8/8/3q4/8/8/8/K2R4 w - - 0 1";
    let guarded = "4k3/2p5/3p4/8/8/8/8/K2Q4 w - - 0 1";
    let black = "3q4/8/8/8/3P4/2P5/8/k3K3 b - - 0 1";
    for (fen, right) in [(mate, "d1d8"), (free, "d1d5"), (guarded, "not d1d6"), (black, "not d8d4")]
    {
        for go in ["go movetime 1", "go wtime 9 btime 9", "go infinite\nstop", "go depth 2"] {
            let lines = talk(&mut Thinks(absent), |gui| {
                gui.say(&format!("position fen {fen}\n{go}"));
                gui.until("bestmove")
            });
            let best = lines[lines.len() - 1].strip_prefix("bestmove ").unwrap();
            let valued = lines.iter().any(|line| values(line, best) && line.contains(" depth 1 "));
            assert!(valued, "{fen}, {go}: {lines:?}");
            let wrong = right.strip_prefix("not ");
            assert!(wrong.map_or(best == right, |wrong| best != wrong), "{fen}: {lines:?}");
        }
    }
}

#[test]
fn a_first_look_sees_what_captures_win() {
    let mut evaluation = Evaluation::default();
    let mut look = |fen: &str, among: &[&str]| {
        let root = Chess::from_fen(fen).unwrap();
        let mut moves = legal(&root);
        moves.retain(|&m| among.is_empty() || among.contains(&&*root.uci(m)));
        let insight = search::look(&root, &moves, &mut evaluation)?;
        assert_eq!(insight.nodes, moves.len() as u64);
        let best = insight.variations.into_iter().next()?;
        Some((root.uci(best.pv[0]), best.value.exact()?))
    };
    assert_eq!(look("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", &[]), None);
    let (m, value) = look("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", &[]).unwrap();
    assert_eq!((m.as_str(), value.winner()), ("d1d8", Some(plywood::Side::Max)));
    // A queen for a pawn, for either side.
    let guarded = "4k3/2p5/3p4/8/8/8/8/K2Q4 w - - 0 1";
    let (_, loses) = look(guarded, &["d1d6"]).unwrap();
    let (_, keeps) = look(guarded, &["d1d5"]).unwrap();
    assert!(loses.get() < 200 && keeps.get() > 500, "{loses:?} {keeps:?}");
    let guarded = "k2q4/8/8/8/3P4/2P5/8/4K3 b - - 0 1";
    let (_, loses) = look(guarded, &["d8d4"]).unwrap();
    let (_, keeps) = look(guarded, &["d8d5"]).unwrap();
    assert!(loses.get() > -200 && keeps.get() < -500, "{loses:?} {keeps:?}");
}

/// Looks at one move of depth 1, which is no answer yet, and then hears nothing for a while.
fn begins(position: &Chess, _: &Request, _: &Stop, on_insight: &mut dyn FnMut(Insight)) -> Thought {
    let mut insight = better(legal(position)[0]);
    let some = plywood::Interval::at_least_for(position.side(), Score::new(4));
    insight.variations[0] = Variation { value: some, depth: 1, ..insight.variations[0].clone() };
    on_insight(insight);
    thread::sleep(Duration::from_millis(300));
    Thought::default()
}

#[test]
fn a_first_look_at_all_moves_says_more_than_a_search_of_one() {
    let lines = talk(&mut Thinks(begins), |gui| {
        gui.say("position fen 4k3/8/8/3q4/8/8/8/K2R4 w - - 0 1\ngo movetime 20");
        gui.until("bestmove")
    });
    assert_eq!(lines[lines.len() - 1], "bestmove d1d5", "{lines:?}");
}
