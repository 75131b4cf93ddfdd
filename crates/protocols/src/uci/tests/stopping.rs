use super::*;
use plywood_games::Game;
use std::time::Instant;

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
            // The search ends, but its answer must wait.
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
        // A `stop` without a search has no answer.
        gui.say("stop\nponderhit\nisready");
        assert_eq!(gui.until("readyok"), ["readyok"]);
    });
}

/// The whole input is there at once, as from a pipe.
#[test]
fn quit_stops_all_searches_and_each_is_answered() {
    for (script, searches) in [
        ("go infinite", 1),
        ("go", 1),
        ("go depth 1000000", 1),
        ("go movetime 1000000", 1),
        ("go ponder wtime 9 btime 9", 1),
        ("go infinite\ngo infinite\ngo depth 1000000", 3),
        ("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo infinite", 1),
    ] {
        let begun = Instant::now();
        let lines = answers(&mut Thinks(endless), &format!("{script}\nquit\ngo depth 1\n"));
        let best = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!((best, lines.len()), (searches, searches), "{script}: {lines:?}");
        assert!(begun.elapsed() < Duration::from_secs(5), "{script}: {:?}", begun.elapsed());
    }
    let lines = said(&mut Thinks(endless), "go perft 30\nquit\n");
    assert_eq!(lines, ["info string perft was stopped"]);
}

#[test]
fn quit_keeps_what_the_search_has_found() {
    let lines = talk(&mut Thinks(deaf), |gui| {
        gui.say("position startpos\ngo infinite\nisready");
        gui.until("readyok");
        thread::sleep(Duration::from_millis(20));
        gui.say("quit");
        gui.until("bestmove")
    });
    let found = legal(&Chess::default())[5].to_string();
    assert_eq!(lines.last(), Some(&format!("bestmove {found}")), "{lines:?}");
}

#[test]
fn a_search_that_does_not_end_is_answered_with_its_last_depth() {
    // Reports one depth, and then ignores the stop flag for a while.
    let mut deaf = Thinks(|position, _, _, on_progress| {
        let moves = legal(position);
        let pv = vec![moves[moves.len() - 1]];
        let variations = vec![Variation { pv, value: Interval::UNKNOWN, proven: false, depth: 1 }];
        on_progress(Progress { variations, ..Progress::default() });
        thread::sleep(Duration::from_millis(600));
        Answer { best: moves.first().copied(), ..Answer::default() }
    });
    talk(&mut deaf, |gui| {
        let root = Chess::default();
        let last = root.uci(*legal(&root).last().unwrap());
        let begun = Instant::now();
        gui.say("go infinite");
        gui.until("info depth 1");
        gui.say("stop");
        assert_eq!(gui.until("best"), [format!("bestmove {last}")]);
        // The first search still runs when the second and the third must be answered.
        gui.say("go movetime 20");
        gui.until("bestmove ");
        gui.say("go wtime 50 btime 50\nisready");
        gui.until("readyok");
        gui.until("bestmove ");
        assert!(begun.elapsed() < Duration::from_millis(590), "{:?}", begun.elapsed());
        // Without a time limit the answer waits for the end of the search.
        gui.say("position startpos moves e2e4\ngo depth 3");
        let black = Chess::parse(Some("e4")).unwrap();
        let first = format!("bestmove {}", black.uci(legal(&black)[0]));
        assert_eq!(gui.until("best").last(), Some(&first));
    });
}

#[test]
fn time_limits_hold_for_every_thinker() {
    talk(&mut Thinks(endless), |gui| {
        for (go, least, most) in [
            ("go movetime 100", 60, 1000),
            ("go wtime 1000 btime 1", 15, 1000),
            ("go wtime 40 btime 99999", 0, 1000),
            ("go wtime 0 btime 0", 0, 1000),
            ("go wtime 100 btime 0 movestogo 1", 30, 1000),
        ] {
            // The search sleeps, which counts as waiting for a processor: a new game resets the reserve.
            gui.say("ucinewgame");
            let begun = Instant::now();
            gui.say(go);
            gui.until("bestmove");
            let time = begun.elapsed();
            let bounds = Duration::from_millis(least)..Duration::from_millis(most);
            assert!(bounds.contains(&time), "{go}: {time:?}");
        }
        // The time for the move begins with `ponderhit`.
        gui.say("go ponder wtime 600 btime 600");
        thread::sleep(Duration::from_millis(3));
        let begun = Instant::now();
        gui.say("ponderhit");
        gui.until("bestmove");
        assert!(begun.elapsed() < Duration::from_millis(1000), "{:?}", begun.elapsed());
        // A forced move takes no time.
        gui.say("position fen 7k/8/5K2/6Q1/8/8/8/8 b - - 0 1");
        let begun = Instant::now();
        gui.say("go wtime 100000 btime 100000");
        gui.until("bestmove h8h7");
        assert!(begun.elapsed() < Duration::from_millis(1000), "{:?}", begun.elapsed());
    });
}

/// Finds a better move at once, and ignores the stop flag.
fn deaf(position: &Chess, _: &Request, _: &Stop, on_progress: &mut dyn FnMut(Progress)) -> Answer {
    let moves = legal(position);
    on_progress(better(moves[5]));
    thread::sleep(Duration::from_millis(300));
    Answer { best: Some(moves[6]), ..Answer::default() }
}

#[test]
fn a_search_that_does_not_end_is_answered_with_its_best_move() {
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

/// Begins late, as on a busy machine, and reports one move when it is stopped.
fn starved(
    position: &Chess,
    _: &Request,
    stop: &Stop,
    on_progress: &mut dyn FnMut(Progress),
) -> Answer {
    thread::sleep(Duration::from_millis(60));
    while !stop.load(Ordering::Relaxed) {
        thread::yield_now();
    }
    let m = legal(position)[7];
    on_progress(Progress { under_way: false, ..better(m) });
    Answer { best: Some(m), ..Answer::default() }
}

#[test]
fn every_answer_has_a_value() {
    for go in ["go movetime 1", "go movetime 20", "go infinite\nstop", "go wtime 4000 btime 4000"] {
        let lines = talk(&mut Thinks(starved), |gui| {
            gui.say(&format!("position startpos\n{go}"));
            let lines = gui.until("bestmove");
            gui.say("quit");
            lines
        });
        let best = lines[lines.len() - 1].split(' ').nth(1).unwrap();
        assert!(lines.iter().any(|line| values(line, best)), "{go}: {lines:?}");
        // With enough time on the clock, the server waits for the search.
        let searched = legal(&Chess::default())[7].to_string();
        assert!(best == searched || !go.contains("wtime"), "{go}: {lines:?}");
    }
}

/// Finds nothing, and ignores the stop flag.
fn absent(_: &Chess, _: &Request, _: &Stop, _: &mut dyn FnMut(Progress)) -> Answer {
    thread::sleep(Duration::from_millis(300));
    Answer::default()
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

/// Searches only one move at depth 1, and then ignores the stop flag for a while.
fn begins(
    position: &Chess,
    _: &Request,
    _: &Stop,
    on_progress: &mut dyn FnMut(Progress),
) -> Answer {
    let mut progress = better(legal(position)[0]);
    let some = Interval::at_least_for(position.side(), Score::new(4));
    progress.variations[0] = Variation { value: some, depth: 1, ..progress.variations[0].clone() };
    on_progress(progress);
    thread::sleep(Duration::from_millis(300));
    Answer::default()
}

#[test]
fn the_best_static_value_beats_a_search_of_one_move() {
    let lines = talk(&mut Thinks(begins), |gui| {
        gui.say("position fen 4k3/8/8/3q4/8/8/8/K2R4 w - - 0 1\ngo movetime 20");
        gui.until("bestmove")
    });
    assert_eq!(lines[lines.len() - 1], "bestmove d1d5", "{lines:?}");
}
