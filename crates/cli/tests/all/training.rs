//! A killed training is resumed, and writes the same files.

use crate::common::{Folder, command, plywood};
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

fn arguments<'a>(folder: &'a str, jobs: &'a str) -> [&'a str; 8] {
    ["train", "othello", "--profile", "smoke", "--folder", folder, "--jobs", jobs]
}

#[test]
fn killed_and_resumed() {
    let folder = Folder::new();
    let whole = folder.join("whole");
    let ended = plywood(arguments(&whole, "1"));
    assert_eq!(ended.code, 0, "{ended:?}");
    assert_eq!(ended.out.trim_end(), Path::new(&whole).join("weights.bin").to_str().unwrap());
    assert_eq!(ended.err.lines().count(), 2, "a line a generation: {}", ended.err);
    let weights = fs::read(Path::new(&whole).join("weights.bin")).unwrap();
    let mut killed = 0;
    // Killed as soon as the first file exists, long before the end.
    for sign in ["training.json", "generation-1/00000.games", "generation-1.model", "generation-2"]
    {
        let out = folder.join(&format!("killed-{}", sign.replace('/', "-")));
        let mut child = command().args(arguments(&out, "2")).stderr(Stdio::null()).spawn().unwrap();
        let begun = Instant::now();
        while !Path::new(&out).join(sign).exists() {
            assert!(begun.elapsed() < Duration::from_secs(300), "no {sign}");
            thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        killed += u32::from(child.wait().unwrap().code().is_none());
        assert_eq!(plywood(arguments(&out, "2")).code, 0);
        assert!(fs::read(Path::new(&out).join("weights.bin")).unwrap() == weights, "after {sign}");
    }
    assert!(killed > 0, "every training was over before it was killed");
}

#[test]
fn weights_are_copied_out() {
    let folder = Folder::new();
    let (run, copy) = (folder.join("run"), folder.join("weights.txt"));
    let arguments = ["train", "checkers", "--profile", "smoke", "--folder", &run, "--out", &copy];
    let ended = plywood(arguments);
    assert_eq!((ended.code, ended.out.trim_end()), (0, copy.as_str()), "{ended:?}");
    let weights = fs::read(Path::new(&run).join("weights.txt")).unwrap();
    assert!(fs::read(&copy).unwrap() == weights);
    // A damaged file is named, and made again with --repair.
    let path = Path::new(&run).join("generation-1/00001.games");
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[1..]).unwrap();
    let again = &arguments[..6];
    plywood(again).refused(2, "generation-1/00001.games: damaged");
    let repaired = plywood(again.iter().chain(&["--repair"]));
    assert_eq!(repaired.code, 0, "{repaired:?}");
    assert!(fs::read(&path).unwrap() == bytes);
}

#[test]
fn bad_arguments_are_refused() {
    plywood(["train", "go"]).refused(2, "game 'go': expected othello, chess, checkers or amazons");
    plywood(["train", "othello", "--profile", "huge"]).refused(2, "expected smoke, quick or full");
    plywood(["train", "othello", "--seed", "-1"]).refused(2, "expected a whole number from 0");
    let folder = Folder::new();
    folder.file("there", "");
    let there = folder.join("there");
    plywood(["train", "othello", "--folder", &there]).refused(2, "expected a folder");
    let precious = folder.file("precious", "weights");
    plywood(["train", "othello", "--out", &precious]).refused(2, "precious: the file exists");
    let weights = folder.join("weights.bin");
    folder.file("weights.bin", "mine");
    plywood(["train", "othello", "--folder", &folder.join("")])
        .refused(2, "weights.bin: the file exists, and was not written by this command");
    assert_eq!(fs::read_to_string(weights).unwrap(), "mine");
}
