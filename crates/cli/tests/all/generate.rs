//! `plywood generate`: the same collection with any number of threads, also after it was killed.

use crate::common::{Folder, command, plywood, plywood_line};
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

fn arguments<'a>(out: &'a str, folder: &'a str, jobs: &'a str) -> Vec<&'a str> {
    let mut words: Vec<&str> = "generate go-capture --size 6 --count 9".split(' ').collect();
    words.extend(["--out", out, "--folder", folder, "--jobs", jobs]);
    words
}

#[test]
fn collections_depend_on_neither_threads_nor_interruptions() {
    let folder = Folder::new();
    let [out, journal] = ["whole.jsonl", "whole"].map(|name| folder.join(name));
    let ended = plywood(arguments(&out, &journal, "1"));
    assert_eq!((ended.code, ended.out.trim_end()), (0, out.as_str()), "{ended:?}");
    let whole = fs::read(&out).unwrap();
    let [out, journal] = ["killed.jsonl", "killed"].map(|name| folder.join(name));
    let arguments = arguments(&out, &journal, "3");
    let mut child = command().args(&arguments).stderr(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    while !Path::new(&journal).join("units.jsonl").exists() {
        assert!(begun.elapsed() < Duration::from_secs(300), "no journal");
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(plywood(&arguments).code, 0);
    assert!(fs::read(&out).unwrap() == whole, "resumed");
    let solved = plywood(["solve", &out, "--game", "go-capture", "--json"]);
    let solved = solved.json_lines();
    assert_eq!(solved.len(), 9);
    assert!(solved.iter().all(|answer| answer["expected"].is_string()));
    // A file that is there is kept.
    plywood(&arguments).refused(2, "--out");
}

#[test]
fn a_grade_as_sgf() {
    let folder = Folder::new();
    let [out, journal] = ["easy.sgf", "journal"].map(|name| folder.join(name));
    let mut words: Vec<&str> =
        "generate go-capture --size 6 --count 3 --grade easy".split(' ').collect();
    words.extend(["--out", &out, "--folder", &journal]);
    let ended = plywood(words);
    assert_eq!(ended.code, 0, "{ended:?}");
    let solved = plywood(["solve", &out, "--game", "go-capture", "--json"]).json_lines();
    let ids: Vec<&str> = solved.iter().filter_map(|answer| answer["id"].as_str()).collect();
    assert_eq!(ids, ["6x6-easy-1", "6x6-easy-2", "6x6-easy-3"]);
    assert!(solved.iter().all(|answer| answer["right"] == true), "{solved:?}");
}

#[test]
fn what_cannot_be_made_is_refused() {
    for (line, words) in [
        ("generate go-captur", "did you mean 'go-capture'?"),
        ("generate go-capture --grade hardest", "expected easy, medium, hard or all"),
        ("generate go-capture --size 3", "expected a number from 5 to 19"),
        ("generate go-capture --size 300", "--size"),
        ("generate go-capture --count 0", "--count"),
        ("generate go-capture --count -3", "--count"),
    ] {
        plywood_line(line).refused(2, words);
    }
}
