//! Matches against engines: shell scripts that cannot play, and GRhino if it is installed.
#![cfg(unix)]

use crate::common::{self, Folder, plywood};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// A GTP engine that answers every command correctly, except `genmove`.
fn engine(folder: &Folder, on_move: &str) -> String {
    let script = format!(
        "echo hello >&2; echo $$ >> '{}'\n\
         while read -r line; do case $line in\n\
         genmove*) {on_move} ;; quit) exit ;; *) printf '=\\n\\n' ;; esac; done\n",
        folder.join("numbers")
    );
    format!("sh '{}'", folder.file("engine.sh", &script))
}

fn play(folder: &Folder, second: &str, more: &[&str]) -> common::Ended {
    let games = folder.join("games.jsonl");
    let args = ["match", "othello", "--first", "alpha-beta,depth=1", "--second", second];
    let file = ["--jobs", "2", "--overwrite", "--games", &games];
    plywood(args.into_iter().chain(file).chain(more.iter().copied()))
}

fn games(folder: &Folder) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("games.jsonl")).unwrap();
    let pairs = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    pairs.flat_map(|pair| pair["games"].as_array().unwrap().clone()).collect()
}

#[test]
fn an_engine_that_fails_loses_its_games_and_the_match_goes_on() {
    for (options, on_move, kind, reason) in [
        (
            "",
            "exit 3",
            "crash",
            "the engine ended (exit status: 3); its standard error ends with 'hello'",
        ),
        ("", "printf '= h8\\n\\n'", "illegal_move", "not a legal move: 'h8'"),
        (",timeout=200ms", "sleep 60", "timeout", "no answer within 200ms"),
        ("", "printf '= resign\\n\\n'", "resignation", "the engine resigned"),
    ] {
        let folder = Folder::new();
        let second = format!("gtp{options}:{}", engine(&folder, on_move));
        let logs = folder.join("logs");
        let result =
            play(&folder, &second, &["--pairs", "3", "--json", "--engine-log", &logs]).json();
        assert_eq!((&result["games"]["wins"], &result["pairs"]["wins"]), (&6.into(), &3.into()));
        assert_eq!(result["forfeits"]["second"][kind], 6, "{result}");
        assert_eq!(result["forfeits"]["first"][kind], 0);
        let games = games(&folder);
        assert_eq!(games.len(), 6);
        for game in games {
            assert_eq!(game["forfeit"]["by"], "second");
            assert_eq!(game["forfeit"]["kind"], kind);
            assert_eq!(game["forfeit"]["reason"], reason);
        }
        assert!(fs::read_to_string(format!("{logs}/second-1.log")).unwrap().starts_with("hello\n"));
        for number in fs::read_to_string(folder.join("numbers")).unwrap().lines() {
            assert!(!Path::new("/proc").join(number).exists(), "process {number} is left");
        }
        let text = play(&folder, &second, &["--pairs", "1"]);
        let words = format!("forfeits    2 by the second: 2 {}", kind.replace('_', " "));
        assert!(text.code == 0 && text.out.contains(&words), "{text:?}");
    }
}

#[test]
fn an_engine_that_cannot_start_is_an_error_before_any_game() {
    let folder = Folder::new();
    let cannot = "engine '/no/such/engine -x': '/no/such/engine' cannot be started: No such file";
    play(&folder, "gtp:/no/such/engine -x", &[]).refused(2, cannot);
    play(&folder, "nboard:false", &[]).refused(2, "engine 'false': the engine ended");
    play(&folder, "gtp,time=soon:x", &[]).refused(2, "--second: time 'soon': expected a time");
    play(&folder, "gtp:x", &["--engine-log", "/dev/null/x"])
        .refused(2, "--engine-log /dev/null/x:");
    assert!(!Path::new(&folder.join("games.jsonl")).exists());
}

#[test]
#[cfg(target_os = "linux")]
fn no_engine_outlives_a_second_interrupt() {
    use std::time::{Duration, Instant};
    let folder = Folder::new();
    let second = format!("gtp,timeout=10m:{}", engine(&folder, "echo >> thinking; exec sleep 600"));
    let args = ["match", "othello", "--first", "alpha-beta,depth=1", "--jobs", "1", "--second"];
    let mut child =
        common::command().current_dir(&folder.0).args(args).arg(second).spawn().unwrap();
    let begun = Instant::now();
    while !Path::new(&folder.join("thinking")).exists() {
        assert!(begun.elapsed() < Duration::from_secs(60), "the engine is never asked");
        std::thread::sleep(Duration::from_millis(5));
    }
    common::interrupt(child.id());
    common::interrupt(child.id());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let number = fs::read_to_string(folder.join("numbers")).unwrap();
    // Killed by us, but perhaps still a zombie.
    let stat = fs::read_to_string(Path::new("/proc").join(number.trim()).join("stat"));
    assert!(stat.is_err() || stat.is_ok_and(|stat| stat.contains(") Z")), "the engine lives");
}

#[test]
fn openings_come_from_a_file_in_turn() {
    let folder = Folder::new();
    let board = "---------------------------OX------XO--------------------------- X";
    let text = format!("# moves\tname\n\nf5d6\tname\n{board}\n  c4c3d3 \r\n");
    let file = folder.file("openings.txt", &text);
    let first = "alpha-beta,depth=1";
    let result = play(&folder, first, &["--pairs", "4", "--json", "--openings", &file]).json();
    assert_eq!(result["pairs_played"], 4);
    let transcripts: Vec<_> = games(&folder)
        .iter()
        .map(|game| game["transcript"].as_str().unwrap_or_default().to_string())
        .collect();
    for (index, opening) in ["f5d6", "", "c4c3d3", "f5d6"].into_iter().enumerate() {
        for transcript in &transcripts[2 * index..2 * index + 2] {
            assert!(transcript.starts_with(opening) && transcript.len() >= 100, "{transcript}");
        }
    }
    for (text, words) in [
        (
            "f5d6\nf5f5\n",
            "openings.txt: line 2: othello position 'f5f5': at move 2: expected one of",
        ),
        ("# nothing\n", "openings.txt: expected a position or its moves on a line"),
        ("e6f4e3f6g5d6e7f5c5", "line 1: the game is over"),
    ] {
        let file = folder.file("openings.txt", text);
        play(&folder, first, &["--openings", &file]).refused(2, words);
    }
    play(&folder, first, &["--openings", "/no/such/file"])
        .refused(2, "--openings /no/such/file: expected a readable file, found \"No such file");
    play(&folder, first, &["--openings", &file, "--position", "f5"]).refused(2, "cannot be used");
}

#[test]
fn grhino_plays_a_match_where_it_is_installed() {
    if !Path::new("/usr/games/gtp-rhino").exists() {
        return;
    }
    let folder = Folder::new();
    let second = "gtp:/usr/games/gtp-rhino --book=0 --mid=1 --win=1 --end=1";
    let result = play(&folder, second, &["--pairs", "4", "--json"]).json();
    assert_eq!(result["pairs_played"], 4);
    assert_eq!(result["forfeits"]["second"]["refusal"], 0, "{result}");
    assert!(games(&folder).iter().all(|game| game["forfeit"].is_null()));
    assert!(result["time"]["second"]["moves"].as_u64() > Some(100));
}
