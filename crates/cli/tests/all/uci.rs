//! `plywood uci`, from the view of a GUI.

use crate::common::{self, Talk, plywood_with_input};
use plywood::Position;
use plywood_games::random::Rng;
use plywood_games::{Chess, Game};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// An engine for a GUI.
fn engine() -> Talk {
    Talk::start("uci")
}

impl Talk {
    fn ready(&mut self) {
        self.say("isready");
        self.until("readyok");
    }

    /// The algorithms that the engine offers.
    fn algorithms(&mut self) -> Vec<String> {
        self.say("uci");
        let lines = self.until("uciok");
        let combo = lines.iter().find(|line| line.contains("name Algorithm")).unwrap();
        combo.split(" var ").skip(1).map(str::to_string).collect()
    }

    /// The move of `bestmove`, and that of `ponder`.
    fn best(&mut self) -> (String, Option<String>) {
        let lines = self.until("bestmove ");
        let words: Vec<&str> = lines[lines.len() - 1].split(' ').collect();
        match words[..] {
            [_, best] => (best.to_string(), None),
            [_, best, "ponder", reply] => (best.to_string(), Some(reply.to_string())),
            _ => panic!("{lines:?}"),
        }
    }

    /// Sends `quit`. The engine must end at once, successfully and without more output.
    fn quit(mut self) {
        let asked = Instant::now();
        self.say("quit");
        assert_eq!(self.rest(), [""; 0]);
        assert!(asked.elapsed() < Duration::from_secs(1), "{:?}", asked.elapsed());
    }
}

/// The number after a word of an info line.
fn number(line: &str, word: &str) -> i64 {
    let mut words = line.split(' ').skip_while(|other| *other != word);
    words.nth(1).unwrap_or_else(|| panic!("no {word}: {line}")).parse().expect("a number")
}

/// The principal variation of an info line, which must be legal.
fn line_of(line: &str, root: &Chess) -> Vec<String> {
    let pv = line.split(" pv ").nth(1).expect("a line of play");
    let mut position = root.clone();
    for name in pv.split(' ') {
        let m = position.parse_uci(name).unwrap_or_else(|| panic!("{name} in {line}"));
        position.play(m);
    }
    pv.split(' ').map(str::to_string).collect()
}

#[test]
fn a_session_with_a_gui() {
    let mut gui = engine();
    gui.say("uci");
    let lines = gui.until("uciok");
    assert!(lines[0].starts_with("id name Plywood ") && lines[1].starts_with("id author "));
    for option in [
        "Hash type spin default 64 min 1 max 65536",
        "Clear Hash type button",
        "Threads type spin default 1 min 1 max 1024",
        "Algorithm type combo default strong var strong var minimax var ",
        "Quiescence type combo default auto var auto var true var false",
        "Selective type combo default auto var auto var true var false",
        "Eval type combo default tuned var tuned var material",
        "MultiPV type spin default 1 min 1 max 218",
        "Ponder type check default false",
        "Move Overhead type spin default 30 min 0 max 5000",
        "UCI_Chess960 type check default false",
        "UCI_AnalyseMode type check default false",
    ] {
        let line = format!("option name {option}");
        assert!(lines.iter().any(|other| other.starts_with(&line)), "{line}: {lines:?}");
    }
    gui.say("setoption name Hash value 16\nsetoption name Threads value 2\nucinewgame");
    gui.ready();
    gui.say("position startpos moves e2e4 e7e5\ngo depth 6");
    let root = Chess::parse(Some("e4 e5")).unwrap();
    let lines = gui.until("bestmove ");
    let depths: Vec<_> = lines.iter().filter(|line| line.starts_with("info depth ")).collect();
    assert_eq!(depths.len(), 6, "{lines:?}");
    for (depth, line) in (1..).zip(&depths) {
        assert_eq!(number(line, "depth"), depth);
        assert!(number(line, "seldepth") >= depth && number(line, "nodes") > 0, "{line}");
        assert!(number(line, "cp").abs() < 300 && number(line, "hashfull") <= 1000, "{line}");
        assert!(number(line, "nps") > 0 && number(line, "time") >= 0, "{line}");
    }
    let pv = line_of(depths[5], &root);
    assert_eq!(lines[lines.len() - 1], format!("bestmove {} ponder {}", pv[0], pv[1]));

    // Several lines have different moves, the best first, with the value of a single line.
    gui.say("setoption name MultiPV value 4\nsetoption name Threads value 1\nucinewgame");
    gui.say("go depth 7");
    let lines = gui.until("bestmove ");
    let last: Vec<_> = lines.iter().filter(|line| line.starts_with("info depth 7 ")).collect();
    assert_eq!(last.len(), 4, "{lines:?}");
    let told: Vec<_> = lines.iter().filter(|line| line.starts_with("info depth ")).collect();
    for block in told.chunks(4) {
        assert!(block.windows(2).all(|pair| number(pair[0], "cp") >= number(pair[1], "cp")));
    }
    let mut first: Vec<_> = last.iter().map(|line| line_of(line, &root)[0].clone()).collect();
    first.sort();
    first.dedup();
    assert_eq!(first.len(), 4, "{lines:?}");

    // No more threads than cores, so that the answering thread gets a processor.
    gui.say("setoption name MultiPV value 1\nsetoption name Threads value 1024\ngo movetime 300");
    let lines = gui.until("bestmove ");
    assert!(lines.iter().any(|line| line.starts_with("info depth 3 ")), "{lines:?}");

    gui.say("setoption name Threads value 1\nposition fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
    gui.say("go mate 1");
    let lines = gui.until("bestmove d1d8");
    assert!(lines.iter().any(|line| line.contains(" score mate 1 ")), "{lines:?}");
    gui.say("position fen 6k1/5ppp/8/8/8/8/8/K2R4 b - - 0 1\ngo depth 4 searchmoves g8f8");
    assert!(gui.until("bestmove ").last().unwrap().starts_with("bestmove g8f8"));
    gui.quit();
}

#[test]
fn a_search_gives_what_the_same_search_gives_elsewhere() {
    let mut gui = engine();
    for (set, options) in [
        ("", "--set quiescence=true --set selective=true"),
        ("setoption name Selective value false", "--set quiescence=true"),
        (
            "setoption name Quiescence value false\nsetoption name Eval value material",
            "--set eval=material",
        ),
        // A named algorithm is exact, unless an option changes that.
        (
            "setoption name Algorithm value negascout\nsetoption name Selective value auto\n\
             setoption name Quiescence value auto\nsetoption name Eval value tuned",
            "--set eval=tuned",
        ),
        ("setoption name Quiescence value true", "--set quiescence=true"),
    ] {
        gui.say(&format!("{set}\nposition startpos moves e2e4 d7d5\ngo depth 5"));
        let lines = gui.until("bestmove ");
        let last = lines.iter().rfind(|line| line.starts_with("info depth 5 ")).unwrap();
        let args = ["search", "chess", "--position", "e2e4 d7d5", "--depth=5", "--json"];
        let more = options.split(' ').chain(["--algorithm=negascout", "--set=table=64MiB"]);
        let search = common::plywood(args.into_iter().chain(more)).json();
        let value = (100.0 * search["value"]["lower"].as_f64().unwrap()).round() as i64;
        assert_eq!(number(last, "cp"), value, "{options}: {last}");
        assert_eq!(number(last, "nodes"), search["counts"]["generated"].as_i64().unwrap());
    }
    gui.quit();
}

#[test]
fn a_game_on_a_clock_with_pondering_is_legal_and_no_flag_falls() {
    let mut sides = [engine(), engine()];
    for gui in &mut sides {
        gui.say("setoption name Ponder value true\nsetoption name Hash value 4\nucinewgame");
        gui.ready();
    }
    let increment = Duration::from_millis(30);
    let mut left = [Duration::from_secs(2); 2];
    let (mut position, mut moves) = (Chess::default(), Vec::<String>::new());
    let mut expected: [Option<String>; 2] = [None, None];
    let mut hits = 0;
    while !position.is_over() && moves.len() < 40 {
        let mover = moves.len() % 2;
        let clock =
            format!("wtime {} btime {} winc 30 binc 30", left[0].as_millis(), left[1].as_millis());
        let gui = &mut sides[mover];
        let begun = Instant::now();
        let played = moves.last().cloned();
        if let Some(reply) = expected[mover].take() {
            if Some(&reply) == played.as_ref() {
                hits += 1;
                gui.say("ponderhit");
            } else {
                gui.say("stop");
                gui.best();
                gui.say(&format!("position startpos moves {}\ngo {clock}", moves.join(" ")));
            }
        } else {
            gui.say(&format!("position startpos moves {}\ngo {clock}", moves.join(" ")));
        }
        let (best, reply) = gui.best();
        let time = begun.elapsed();
        assert!(time < left[mover], "a flag has fallen: {time:?} of {:?}", left[mover]);
        left[mover] = left[mover] - time + increment;
        let m = position.parse_uci(&best).unwrap_or_else(|| panic!("{best} after {moves:?}"));
        position.play(m);
        moves.push(best);
        if let Some(reply) = reply.filter(|_| !position.is_over()) {
            assert!(position.parse_uci(&reply).is_some(), "{reply} after {moves:?}");
            let line = format!("position startpos moves {} {reply}", moves.join(" "));
            gui.say(&format!("{line}\ngo ponder {clock}"));
            expected[mover] = Some(reply);
        }
    }
    assert!(hits > 0, "no reply was ever foreseen: {moves:?}");
    for (mut gui, ponders) in sides.into_iter().zip(expected) {
        if ponders.is_some() {
            gui.say("stop");
            gui.best();
        }
        gui.quit();
    }
}

#[test]
fn every_algorithm_stops_when_it_is_told() {
    let mut gui = engine();
    let algorithms = gui.algorithms();
    assert!(algorithms.len() >= 15, "{algorithms:?}");
    let root = Chess::parse(Some("e4 e5")).unwrap();
    for name in algorithms {
        gui.say(&format!(
            "setoption name Algorithm value {name}\nposition startpos moves e2e4 e7e5"
        ));
        for (lines, ms) in [(1, 40), (3, 20), (1, 0)] {
            gui.say(&format!("setoption name MultiPV value {lines}"));
            gui.ready();
            gui.say("go infinite");
            sleep(Duration::from_millis(ms));
            let asked = Instant::now();
            gui.say("stop");
            let (best, reply) = gui.best();
            let late = asked.elapsed();
            assert!(late < Duration::from_millis(500), "{name}, {lines} lines: {late:?}");
            let mut after = root.clone();
            let m = after.parse_uci(&best).unwrap_or_else(|| panic!("{name}: {best}"));
            after.play(m);
            let legal = reply.is_none_or(|reply| after.parse_uci(&reply).is_some());
            assert!(legal, "{name}");
        }
        gui.say("go movetime 60");
        assert!(root.parse_uci(&gui.best().0).is_some(), "{name}");
    }
    gui.quit();
}

/// Every answered move has a value, at any time limit.
#[test]
fn no_algorithm_answers_with_a_move_that_it_has_not_looked_at() {
    let mut gui = engine();
    for name in gui.algorithms() {
        gui.say(&format!("setoption name Algorithm value {name}\nposition startpos moves d2d4"));
        for lines in [1, 3] {
            gui.say(&format!("setoption name MultiPV value {lines}"));
            for go in ["go movetime 1", "go movetime 20", "go infinite\nstop", "go wtime 9 btime 9"]
            {
                gui.say(go);
                let heard = gui.until("bestmove");
                let best = heard[heard.len() - 1].split(' ').nth(1).unwrap();
                let looked_at = format!(" pv {best}");
                let scored = |line: &&String| {
                    line.contains(" score ")
                        && format!("{line} ").contains(&format!("{looked_at} "))
                };
                assert!(heard.iter().any(|line| scored(&line)), "{name}, {go}: {heard:?}");
            }
        }
    }
    gui.quit();
}

/// `stop` without a search, and the end of one that ponders.
#[test]
fn words_out_of_turn_do_no_harm() {
    let mut gui = engine();
    gui.say("stop\nponderhit\nstop\nposition startpos\ngo depth 2");
    gui.best();
    gui.say("stop\nponderhit\ngo ponder wtime 100 btime 100\nponderhit");
    gui.best();
    gui.say("go ponder movetime 5\nstop\nponderhit");
    gui.best();
    // A position with adjacent kings is refused, and the old one remains.
    gui.say("position fen 8/8/8/8/8/8/5kK1/8 w - - 0 1");
    let words = "expected kings that do not touch, found kings on g2 and f2";
    assert!(gui.until("info string")[0].contains(words));
    gui.say("go depth 3");
    assert!(Chess::default().parse_uci(&gui.best().0).is_some());
    gui.quit();
}

#[test]
fn stops_at_random_moments_are_answered_soon() {
    let mut gui = engine();
    let mut rng = Rng::new(3);
    let mut late = Vec::new();
    for threads in [1, 2] {
        gui.say(&format!("setoption name Threads value {threads}\nposition startpos moves d2d4"));
        gui.ready();
        for _ in 0..20 {
            gui.say("go infinite");
            sleep(Duration::from_micros(rng.below(40_000).into()));
            let asked = Instant::now();
            gui.say("stop");
            gui.best();
            late.push(asked.elapsed());
        }
    }
    late.sort();
    let (middle, last) = (late[late.len() / 2], late[late.len() - 1]);
    // Ten milliseconds on an idle machine; tests run on a busy one.
    assert!(middle < Duration::from_millis(50) && last < Duration::from_millis(500), "{late:?}");
    gui.quit();
}

#[test]
fn tables_may_be_tiny_or_huge() {
    let mut gui = engine();
    for hash in [1, 8192, 65536, 2] {
        gui.say(&format!("setoption name Hash value {hash}\nposition startpos\ngo depth 6"));
        assert!(Chess::default().parse_uci(&gui.best().0).is_some());
    }
    gui.quit();
}

#[test]
fn quitting_in_the_middle_of_things() {
    for go in ["go infinite", "go ponder wtime 9 btime 9", "go perft 20", "go movetime 100000"] {
        let mut gui = engine();
        gui.say("position startpos moves e2e4");
        gui.say(go);
        sleep(Duration::from_millis(30));
        let asked = Instant::now();
        gui.say("quit");
        let lines = gui.rest();
        // A few milliseconds on an idle machine; tests run on a busy one.
        assert!(asked.elapsed() < Duration::from_secs(1), "{go}: {:?}", asked.elapsed());
        let (last, before) = lines.split_last().expect("an answer");
        assert!(before.iter().all(|line| line.starts_with("info ")), "{go}: {lines:?}");
        let answer =
            if go.contains("perft") { "info string perft was stopped" } else { "bestmove " };
        assert!(last.starts_with(answer), "{go}: {lines:?}");
    }
    // The whole input is there at once.
    let ended = plywood_with_input("uci", b"position startpos\ngo depth 60\nisready\nquit\n");
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
    let last = ended.out.lines().last().unwrap();
    assert!(last.starts_with("bestmove ") && ended.out.contains("readyok\n"), "{}", ended.out);
    // The end of the input ends the engine after all searches with limits.
    let ended = plywood_with_input("uci", b"go infinite\n");
    assert!(ended.code == 0 && ended.out.contains("\nbestmove "), "{ended:?}");
    let ended = plywood_with_input("uci", b"go depth 3\n");
    assert!(ended.code == 0 && ended.out.contains("info depth 3 "), "{ended:?}");
}

#[test]
fn garbage_is_answered_or_ignored() {
    let mut script =
        b"\xff\xfe\x00 go\n\n\r\ngo depth\nposition fen \xff\nsetoption name\n".to_vec();
    let words = b"go position startpos moves fen depth e2e4 nodes 5 setoption name value wtime - 0";
    let mut rng = Rng::new(9);
    for _ in 0..3000 {
        for _ in 0..rng.below(8) {
            let from = rng.below(words.len() as u32 - 8) as usize;
            script.extend(&words[from..from + 1 + rng.below(7) as usize]);
            script.push([b' ', b'\t', b'x', 0xc3][rng.below(4) as usize]);
        }
        script.extend(b"\nstop\n");
    }
    script.extend(b"position startpos\ngo depth 1\n");
    let ended = plywood_with_input("uci", &script);
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
    assert!(ended.out.lines().last().unwrap().starts_with("bestmove "), "{}", ended.out);
    for words in
        ["go depth '': expected a whole number", "info string FEN '\u{fffd}': at the board"]
    {
        assert!(ended.out.contains(words), "{words}");
    }
}
