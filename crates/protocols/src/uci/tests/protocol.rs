use super::*;
use crate::testing::{Closed, garbled};
use plywood_games::Game;
use plywood_games::random::Rng;

#[test]
fn a_go_with_wrong_arguments_is_answered() {
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
}

#[test]
fn a_session_from_start_to_end() {
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
    assert_eq!(lines[10..], ["readyok"], "what follows `quit` is not answered");
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
fn wrong_input_is_reported_and_changes_nothing() {
    let script = "position startpos moves e2e4 e2e4\nposition fen 8/8/8/8/8/8/8/8 w - -\n\
                  position fen x.pgn\nposition fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 e4\n\
                  setoption name Hash value 200\nsetoption name Hash value 13\n\
                  setoption name Ponder value maybe\nsetoption name Speed value 3\n\
                  go depth 1 searchmoves e2e5 a2a3\n";
    let mut lines = answers(&mut Places::default(), script);
    // This line comes from the searching thread, at any time.
    let late = lines.iter().position(|line| line.contains("another number")).expect("a refusal");
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
fn finished_games_and_unclaimed_draws() {
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
fn every_isready_is_answered_after_random_input() {
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
fn a_closed_output_ends_the_engine() {
    // The input stays open.
    let (reader, mut writer) = io::pipe().unwrap();
    writer.write_all(b"go infinite\n").unwrap();
    let ended = run(IDENTITY, BufReader::new(reader), &mut Closed, &mut Thinks(endless));
    assert_eq!(ended.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    drop(writer);
}

#[test]
fn perft_counts_are_the_published_ones() {
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

/// Panics at depth 1 at once, and at depth 2 after it has found the third move.
fn fails(
    position: &Chess,
    request: &Request,
    _: &Stop,
    on_progress: &mut dyn FnMut(Progress),
) -> Answer {
    let moves = legal(position);
    assert_ne!(request.depth, Some(1), "it fails\nat once");
    on_progress(better(moves[2]));
    assert_ne!(request.depth, Some(2), "it fails later");
    Answer { best: Some(moves[3]), ..Answer::default() }
}

#[test]
fn a_panic_is_answered_and_the_engine_goes_on() {
    let script = "position startpos\ngo depth 1\ngo depth 2\nisready\ngo depth 3\n";
    let lines = said(&mut Thinks(fails), script);
    let moves: Vec<_> = legal(&Chess::default()).iter().map(|m| m.to_string()).collect();
    let bug = "info string this is a bug in the engine: ";
    let words: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix(bug)).collect();
    assert_eq!(words.len(), 2, "{lines:?}");
    assert!(words[0].contains("it fails\\nat once"), "{words:?}");
    assert!(words[1].contains("it fails later"), "{words:?}");
    let best: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    // The progress before the panic, with its value.
    assert_eq!(best[1..], [&moves[2], &moves[3]], "{lines:?}");
    assert!(lines.iter().any(|line| values(line, best[0])), "{lines:?}");
    let known = format!("pv {}", moves[2]);
    assert!(lines.iter().any(|line| line.contains("score cp 4 ") && line.ends_with(&known)));
    assert!(lines.contains(&"readyok".to_string()));
}
