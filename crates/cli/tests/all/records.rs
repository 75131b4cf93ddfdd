//! Matches of chess, checkers and Othello: clocks, engines that speak UCI, and games in PGN, PDN and
//! GGF.

use crate::common::{Folder, plywood, plywood_line};
use plywood::Position;
use plywood_games::checkers::pdn;
use plywood_games::chess::pgn;
use plywood_games::othello::ggf;
use std::fs;

/// The binary itself as an engine.
fn engine(options: &str) -> String {
    format!("uci{options}:'{}' uci", env!("CARGO_BIN_EXE_plywood"))
}

#[test]
fn chess_is_written_as_pgn() {
    let folder = Folder::new();
    let file = folder.join("games.pgn");
    let line = "match chess --first negascout,depth=2 --second minimax,depth=1 --pairs 2 --json";
    let result = plywood(line.split(' ').chain(["--games", &file])).json();
    let games = pgn::read(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(games.len(), 4);
    let mut points = 0.0;
    for (game, round) in games.iter().zip(["1.1", "1.2", "2.1", "2.2"]) {
        assert_eq!((game.tag("Event"), game.tag("Round")), (Some("plywood match"), Some(round)));
        let first_is_white = round.ends_with(".1");
        let players = ["negascout,depth=2", "minimax,depth=1"];
        let white = players[usize::from(!first_is_white)];
        assert_eq!(game.tag("White"), Some(white));
        assert_eq!(game.outcome, pgn::Outcome::of(&game.position()), "{game}");
        points += match game.outcome {
            pgn::Outcome::WonBy(side) => {
                f64::from(u8::from((side == plywood::Side::Max) == first_is_white))
            }
            _ => 0.5,
        };
    }
    let tally = &result["games"];
    let told = tally["wins"].as_f64().unwrap() + tally["draws"].as_f64().unwrap() / 2.0;
    assert_eq!(points, told, "{result}");
    // Both games of a pair have the same opening, and each pair has another one.
    let opening = |game: usize| games[game].moves[..4].to_vec();
    assert!(opening(0) == opening(1) && opening(2) == opening(3) && opening(0) != opening(2));
}

#[test]
fn checkers_is_written_as_pdn() {
    let folder = Folder::new();
    let file = folder.join("games.pdn");
    let line = "match checkers --first negascout,depth=4 --second alpha-beta,depth=1 --pairs 2";
    let ended = plywood(line.split(' ').chain(["--games", &file, "--json"]));
    let result = ended.json();
    let games = pdn::read(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!((games.len(), &result["pairs_played"]), (4, &2.into()));
    for game in &games {
        assert_eq!(game.outcome, pdn::Outcome::of(&game.position()), "{game}");
    }
    assert_eq!(games[1].tag("White"), Some("negascout,depth=4"), "Black moves first, and is MAX");
    assert_eq!(games[0].tag("Black"), Some("negascout,depth=4"));
}

#[test]
fn games_of_othello_are_written_as_ggf() {
    let folder = Folder::new();
    let file = folder.join("games.ggf");
    let line = "match othello --first alpha-beta,depth=1 --second alpha-beta,depth=2 --pairs 1";
    let ended = plywood(line.split(' ').chain(["--games", &file]));
    assert_eq!(ended.code, 0, "{ended:?}");
    let games = ggf::read(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(games.len(), 2);
    for (game, round) in games.iter().zip(["1.1", "1.2"]) {
        let position = game.position();
        assert!(position.is_over());
        assert_eq!(game.result(), Some(f64::from(position.result().get()) / 100.0));
        assert_eq!((game.tag("RO"), game.tag("DT")), (Some(round), None), "no clock is read");
    }
    assert_eq!(games[0].tag("PB"), games[1].tag("PW"));
}

#[test]
fn other_files_are_as_before_and_wrong_formats_are_refused() {
    let folder = Folder::new();
    let line = "match connect4 --first minimax,depth=1 --second minimax,depth=2 --pairs 1 --games";
    let ended = plywood(line.split(' ').chain([folder.join("games.txt").as_str()]));
    assert_eq!(ended.code, 0, "{ended:?}");
    let text = fs::read_to_string(folder.join("games.txt")).unwrap();
    assert!(text.starts_with("{\"pair\":1,"), "{text}");
    for (game, end, words) in [
        ("connect4", "pgn", "expected a file for games of connect4: .jsonl"),
        ("othello", "pgn", "expected a file for games of othello: .ggf, or .jsonl"),
        ("chess", "ggf", "expected a file for games of chess: .pgn, or .jsonl"),
        ("chess", "pdn", "expected a file for games of chess: .pgn, or .jsonl"),
        ("checkers", "PGN", "expected a file for games of checkers: .pdn, or .jsonl"),
    ] {
        let file = folder.join(&format!("games.{end}"));
        let line = line.replace("connect4", game);
        plywood(line.split(' ').chain([file.as_str()])).refused(2, words);
    }
}

#[test]
fn a_uci_engine_plays_within_nodes_and_on_a_clock() {
    let folder = Folder::new();
    let file = folder.join("games.pgn");
    let second = engine(",nodes=500,option.Hash=2,option.Algorithm=mtdf");
    let args = ["match", "chess", "--first", "negascout,nodes=500", "--second", &second];
    let result = plywood(args.into_iter().chain(["--pairs", "1", "--json"])).json();
    assert_eq!(result["pairs_played"], 1, "{result}");
    assert_eq!(result["forfeits"]["second"]["illegal_move"], 0, "{result}");
    // Long clocks: the machine may be busy with other tests.
    let second = engine(",option.Move Overhead=500");
    let args = ["match", "chess", "--first", "negascout,nodes=2k", "--second", &second];
    let more = ["--clock", "2s+10ms", "--pairs", "1", "--jobs", "1", "--json", "--games", &file];
    let result = plywood(args.into_iter().chain(more)).json();
    assert_eq!(result["clock"], "2s+10ms");
    for player in ["first", "second"] {
        let forfeits = result["forfeits"][player].as_object().unwrap();
        assert!(forfeits.values().all(|count| *count == 0), "{result}");
        assert!(result["time"][player]["longest_ms"].as_f64().unwrap() < 1500.0, "{result}");
    }
    let games = pgn::read(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(games[0].tag("TimeControl"), Some("2+0.01"));
}

#[test]
#[cfg(unix)]
fn a_flag_that_falls_is_a_loss() {
    let folder = Folder::new();
    let script = "while read -r line; do case $line in uci) echo uciok ;; isready) echo readyok ;;\n\
                  go*) sleep 0.3; echo bestmove a1a1 ;; quit) exit ;; esac; done\n";
    let second = format!("uci:sh '{}'", folder.file("engine.sh", script));
    let file = folder.join("games.pgn");
    let args = ["match", "chess", "--first", "negascout", "--second", &second, "--clock", "200ms"];
    let ended = plywood(args.into_iter().chain(["--pairs", "1", "--json", "--games", &file]));
    let result = ended.json();
    assert_eq!(result["forfeits"]["second"]["flag"], 2, "{result}");
    assert_eq!(result["games"]["wins"], 2, "{result}");
    let games = pgn::read(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(games[0].tag("Termination"), Some("time forfeit"));
    assert_eq!(games[0].outcome, pgn::Outcome::WonBy(plywood::Side::Max));
    assert_eq!(games[1].outcome, pgn::Outcome::WonBy(plywood::Side::Min));
}

#[test]
fn clocks_and_engines_that_cannot_be() {
    for (line, words) in [
        (
            "--first negascout --second mtdf --clock 5",
            "--clock '5': expected a time, optionally with",
        ),
        ("--first negascout --second mtdf --clock 5s+", "--clock '5s+': expected a time"),
        ("--first negascout --second mtdf", "player 'negascout' has no limit"),
        (
            "--first mtdf,depth=1 --second uci:x",
            "player 'uci:x' has no limit: expected time, depth",
        ),
        ("--first mtdf --second gtp:x --clock 1s", "'gtp:x' cannot be told of a clock"),
        (
            "--first mtdf --second uci,speed=3:x --clock 1s",
            "--second: player 'uci,speed=3:x': no option 'speed'",
        ),
        ("--first mtdf --second uci:/no/such --clock 1s", "'/no/such' cannot be started"),
    ] {
        plywood_line(&format!("match chess {line}")).refused(2, words);
    }
    let second = engine(",nodes=5,option.Speed=3");
    let args = ["--first", "mtdf,depth=1", "--second", &second];
    plywood(["match", "chess"].into_iter().chain(args))
        .refused(2, "the engine has no option 'Speed': expected Hash");
    plywood(["match", "othello"].into_iter().chain(args))
        .refused(2, "UCI engines play chess, found othello");
}
