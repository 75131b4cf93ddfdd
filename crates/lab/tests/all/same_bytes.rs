//! The files of a finished run depend on neither threads nor interruptions.

use crate::common::{Fake, Folder, bytes_of, mix};
use plywood_lab::experiment::{Outcome, duration, report, run};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

const UNITS: u64 = 3 * 2 * 12;

fn whole_run() -> BTreeMap<String, Vec<u8>> {
    let folder = Folder::new();
    let fake = Fake { sleep: false, ..Fake::new() };
    let outcome = run(&fake, &fake.options(&folder.0, 1)).unwrap();
    assert_eq!(outcome, Outcome::Complete { ran: UNITS, reused: 0 });
    bytes_of(&folder.0)
}

/// The folder of a run without a journal.
fn begun(whole: &BTreeMap<String, Vec<u8>>) -> Folder {
    let folder = Folder::new();
    for name in ["manifest.json", "spec.toml"] {
        fs::write(folder.join(name), &whole[name]).unwrap();
    }
    folder
}

fn assert_same(folder: &Path, whole: &BTreeMap<String, Vec<u8>>) {
    let files = bytes_of(folder);
    assert_eq!(files.keys().collect::<Vec<_>>(), whole.keys().collect::<Vec<_>>());
    for (name, bytes) in whole {
        assert!(files[name] == *bytes, "{name} differs");
    }
}

#[test]
fn the_folder_has_the_promised_files() {
    let names: Vec<String> = whole_run().into_keys().collect();
    let promised =
        ["manifest.json", "report.html", "results.json", "spec.toml", "units.jsonl", "values.csv"];
    assert_eq!(names, promised);
}

#[test]
fn one_and_eight_threads_write_the_same_bytes() {
    let whole = whole_run();
    for jobs in [2, 8, 100] {
        let folder = Folder::new();
        let fake = Fake::new();
        run(&fake, &fake.options(&folder.0, jobs)).unwrap();
        assert_same(&folder.0, &whole);
    }
}

#[test]
fn half_a_file_of_a_killed_run_does_not_stay() {
    let whole = whole_run();
    let folder = Folder::new();
    let fake = Fake { sleep: false, ..Fake::new() };
    run(&fake, &fake.options(&folder.0, 1)).unwrap();
    for name in [".timings-units.json.part", ".manifest.json.part", ".spec.toml.part"] {
        fs::write(folder.join(name), "half of").unwrap();
    }
    let outcome = run(&fake, &fake.options(&folder.0, 1)).unwrap();
    assert_eq!(outcome, Outcome::Complete { ran: 0, reused: UNITS });
    assert_same(&folder.0, &whole);
}

#[test]
fn interrupted_and_resumed_equals_uninterrupted() {
    let whole = whole_run();
    for (jobs, step) in [(1, 1), (1, 7), (3, 10), (8, 25)] {
        let folder = Folder::new();
        let mut runs: BTreeMap<String, u32> = BTreeMap::new();
        let mut before = 0;
        loop {
            let fake = Fake { stop_after: Some(step), ..Fake::new() };
            let outcome = run(&fake, &fake.options(&folder.0, jobs)).unwrap();
            let ran_now = fake.started.load(Ordering::SeqCst);
            for (unit, count) in fake.runs.lock().unwrap().iter() {
                *runs.entry(unit.clone()).or_default() += count;
            }
            match outcome {
                Outcome::Interrupted { done, left } => {
                    assert_eq!(done, before + ran_now);
                    assert!(left > 0 || done == UNITS);
                    before = done;
                }
                Outcome::Complete { ran, reused } => {
                    assert_eq!((ran, reused), (ran_now, before));
                    break;
                }
            }
        }
        assert_eq!(runs.len() as u64, UNITS);
        assert!(runs.values().all(|&count| count == 1), "a unit ran twice");
        assert_same(&folder.0, &whole);
    }
}

#[test]
fn a_journal_cut_anywhere_gives_the_same_run() {
    let whole = whole_run();
    let journal = &whole["units.jsonl"];
    for cut in (0..journal.len()).step_by(journal.len() / 40) {
        let folder = begun(&whole);
        fs::write(folder.join("units.jsonl"), &journal[..cut]).unwrap();
        let fake = Fake { sleep: false, ..Fake::new() };
        let lines = journal[..cut].iter().filter(|&&b| b == b'\n').count() as u64;
        let outcome = run(&fake, &fake.options(&folder.0, 4)).unwrap();
        assert_eq!(outcome, Outcome::Complete { ran: UNITS - lines, reused: lines });
        assert_same(&folder.0, &whole);
    }
}

#[test]
fn a_journal_in_another_order_gives_the_same_run() {
    let whole = whole_run();
    let folder = begun(&whole);
    let text = String::from_utf8(whole["units.jsonl"].clone()).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_by_key(|line| mix(line));
    fs::write(folder.join("units.jsonl"), lines.join("\n") + "\n").unwrap();
    let fake = Fake::new();
    let outcome = run(&fake, &fake.options(&folder.0, 2)).unwrap();
    assert_eq!(outcome, Outcome::Complete { ran: 0, reused: UNITS });
    assert_same(&folder.0, &whole);
}

#[test]
fn running_and_reporting_again_changes_nothing() {
    let folder = Folder::new();
    let fake = Fake { timed: true, ..Fake::new() };
    run(&fake, &fake.options(&folder.0, 4)).unwrap();
    let first = bytes_of(&folder.0);
    assert!(first.contains_key("timings.json"));
    run(&fake, &fake.options(&folder.0, 4)).unwrap();
    assert_same(&folder.0, &first);
    for name in ["report.html", "results.json", "values.csv"] {
        fs::remove_file(folder.join(name)).unwrap();
    }
    report(&fake, &folder.0, false).unwrap();
    assert_same(&folder.0, &first);
    assert_eq!(fake.started.load(Ordering::SeqCst), UNITS);
}

#[test]
fn the_time_of_a_run_adds_up_and_reports_do_not_change_it() {
    let folder = Folder::new();
    assert_eq!(duration(&folder.0), None);
    let fake = Fake { stop_after: Some(10), ..Fake::new() };
    run(&fake, &fake.options(&folder.0, 2)).unwrap();
    let first = duration(&folder.0).unwrap();
    let fake = Fake::new();
    run(&fake, &fake.options(&folder.0, 2)).unwrap();
    let both = duration(&folder.0).unwrap();
    assert!(0.0 < first && first < both, "{first} {both}");
    run(&fake, &fake.options(&folder.0, 2)).unwrap();
    report(&fake, &folder.0, false).unwrap();
    assert_eq!(duration(&folder.0), Some(both), "nothing was run");
}

/// What the killed child does; without the variable it is an empty test.
#[test]
fn child_that_is_killed() {
    if let Ok(out) = std::env::var("PLYWOOD_LAB_CHILD") {
        let fake = Fake::new();
        run(&fake, &fake.options(Path::new(&out), 2)).unwrap();
    }
}

#[test]
fn killed_for_real_at_any_moment_and_resumed() {
    let whole = whole_run();
    for wait in 0..12 {
        let folder = Folder::new();
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "same_bytes::child_that_is_killed"])
            .env("PLYWOOD_LAB_CHILD", &folder.0)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        while !folder.join("manifest.json").exists() {
            assert!(begun.elapsed() < Duration::from_secs(20), "the run does not begin");
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(wait * 8));
        child.kill().unwrap();
        child.wait().unwrap();
        let fake = Fake::new();
        run(&fake, &fake.options(&folder.0, 2)).unwrap();
        assert_same(&folder.0, &whole);
    }
}
