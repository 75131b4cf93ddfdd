//! Shards that are merged, in any order and with any overlap, make the files of one run.

use crate::common::{Fake, Folder, bytes_of, mix};
use plywood_lab::Error;
use plywood_lab::experiment::{
    Merged, Outcome, RunOptions, Shard, find_run, merge, report, run, run_shard, standing,
};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const UNITS: u64 = 3 * 2 * 12;

fn fake() -> Fake {
    Fake { sleep: false, timed: true, ..Fake::new() }
}

fn shard(index: u32, count: u32) -> Shard {
    Shard::parse(&format!("{index}/{count}"), |_| None).unwrap()
}

/// All files of a folder and what is below it, but for wall times.
fn lasting(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        assert!(entry.path().is_file(), "{} is left", entry.path().display());
    }
    let mut files = bytes_of(folder);
    files.retain(|name, _| !name.starts_with("timings"));
    files
}

fn whole_run() -> BTreeMap<String, Vec<u8>> {
    let folder = Folder::new();
    let fake = fake();
    run(&fake, &fake.options(&folder.0, 1)).unwrap();
    lasting(&folder.0)
}

#[track_caller]
fn assert_same(folder: &Path, whole: &BTreeMap<String, Vec<u8>>) {
    let files = lasting(folder);
    assert_eq!(files.keys().collect::<Vec<_>>(), whole.keys().collect::<Vec<_>>());
    for (name, bytes) in whole {
        assert!(files[name] == *bytes, "{name} differs");
    }
}

fn merged(sources: &[PathBuf], out: &Path) -> Result<Merged, Error> {
    merge(&fake(), sources, &fake().options(out, 1))
}

#[test]
fn merged_in_place_round_by_round_they_are_one_run() {
    let whole = whole_run();
    // More shards than units too.
    for count in [1, 3, 25] {
        let folder = Folder::new();
        let (run, mut rounds) = (vec![folder.join("run")], 0);
        loop {
            for index in (0..count).rev() {
                let fake = fake();
                let options = fake.options(&run[0], 1 + index as usize % 3);
                let outcome = run_shard(&fake, &options, shard(index, count)).unwrap();
                assert!(matches!(outcome, Outcome::Complete { reused: 0, .. }), "{outcome:?}");
                // Once more does nothing.
                let again = run_shard(&fake, &options, shard(index, count)).unwrap();
                assert!(matches!(again, Outcome::Complete { ran: 0, .. }), "{again:?}");
            }
            rounds += 1;
            let now = standing(&fake(), &run[0]).unwrap();
            assert_eq!((now.round, now.units, now.missing.len()), (rounds, 24, 0));
            assert_eq!((now.extent.done, now.unmerged), (u64::from(rounds) * 24, 24));
            let merged = merged(&run, &run[0]).unwrap();
            assert_eq!((merged.added, merged.duplicates), (24, 0));
            if let Outcome::Complete { reused, .. } = merged.outcome {
                assert_eq!((reused, rounds), (UNITS, 3));
                break;
            }
        }
        assert_same(&run[0], &whole);
        let now = standing(&fake(), &run[0]).unwrap();
        assert!(now.extent.is_complete() && now.missing.is_empty() && now.units == 0);
        assert!(now.cost.is_some_and(|cost| cost.units == 24 && cost.seconds > 0.0));
        report(&fake(), &run[0], false).unwrap();
        assert_same(&run[0], &whole);
    }
}

#[test]
fn any_order_and_any_overlap_of_folders_are_one_run() {
    let whole = whole_run();
    let folder = Folder::new();
    // Two cuts of the first round, into three and into four shards, each shard in a folder of its own.
    let shards = (0..3).map(|i| (i, 3)).chain((0..4).map(|i| (i, 4)));
    let mut folders: Vec<PathBuf> = shards
        .map(|(index, count)| {
            let out = folder.join(&format!("{index}-{count}"));
            run_shard(&fake(), &fake().options(&out, 2), shard(index, count)).unwrap();
            out
        })
        .collect();
    for order in 0..3 {
        folders.sort_by_key(|folder| mix(&format!("{order} {}", folder.display())));
        let out = folder.join(&format!("out-{order}"));
        let joined = merged(&folders, &out).unwrap();
        assert_eq!((joined.added, joined.duplicates), (24, 24));
        assert_eq!(joined.outcome, Outcome::Interrupted { done: 24, left: 24 });
        // Merging again changes nothing.
        let again = merged(&[folders.clone(), vec![out.clone()]].concat(), &out).unwrap();
        assert_eq!((again.added, again.duplicates), (0, 48));
        // One machine may continue what shards began.
        let fake = fake();
        let outcome = run(&fake, &fake.options(&out, 2)).unwrap();
        assert_eq!(outcome, Outcome::Complete { ran: 48, reused: 24 });
        assert_same(&out, &whole);
    }
    // A finished run may be merged with shards of it.
    let out = folder.join("all");
    let sources = [vec![folder.join("out-0")], folders].concat();
    let joined = merged(&sources, &out).unwrap();
    assert_eq!(joined.outcome, Outcome::Complete { ran: 0, reused: UNITS });
    assert_same(&out, &whole);
}

#[test]
fn some_shards_may_be_missing() {
    let folder = Folder::new();
    let run = vec![folder.join("run")];
    for index in [0, 1, 3] {
        run_shard(&fake(), &fake().options(&run[0], 1), shard(index, 4)).unwrap();
    }
    let now = standing(&fake(), &run[0]).unwrap();
    assert_eq!(now.shards_with_missing(4), [(2, 6)]);
    assert!(matches!(
        merged(&run, &run[0]).unwrap().outcome,
        Outcome::Interrupted { done: 18, .. }
    ));
    let now = standing(&fake(), &run[0]).unwrap();
    assert_eq!((now.shards_with_missing(4), now.round, now.unmerged), (vec![(2, 6)], 1, 0));
    // Those that are merged have nothing left to do; the missing one has what it had before.
    for (index, units) in [(0, 0), (2, 6)] {
        let outcome = run_shard(&fake(), &fake().options(&run[0], 1), shard(index, 4)).unwrap();
        assert_eq!(outcome, Outcome::Complete { ran: units, reused: 0 });
    }
    assert!(!folder.join("never").exists());
    let now = standing(&fake(), &folder.join("never")).unwrap();
    assert_eq!((now.round, now.units, now.missing.len(), now.extent.done), (1, 24, 24, 0));
}

#[test]
fn interrupted_shards_resume() {
    let folder = Folder::new();
    let mut done = 0;
    loop {
        let fake = Fake { stop_after: Some(2), ..fake() };
        match run_shard(&fake, &fake.options(&folder.0, 1), shard(1, 2)).unwrap() {
            Outcome::Interrupted { done: now, left } => {
                assert_eq!((now, left), (done + 2, 12 - now));
                done = now;
            }
            Outcome::Complete { reused, .. } => {
                assert_eq!(reused, done);
                break;
            }
        }
    }
}

/// What the killed child does; without the variable it is an empty test.
#[test]
fn child_that_is_killed() {
    if let Ok(out) = std::env::var("PLYWOOD_LAB_SHARD") {
        let fake = Fake { timed: true, ..Fake::new() };
        run_shard(&fake, &fake.options(Path::new(&out), 1), shard(0, 2)).unwrap();
    }
}

#[test]
fn killed_shards_resume_and_are_one_run() {
    let whole = whole_run();
    let folder = Folder::new();
    let run = vec![folder.join("run")];
    let mut wait = 0;
    while !run[0].join("report.html").exists() {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "shards::child_that_is_killed"])
            .env("PLYWOOD_LAB_SHARD", &run[0])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        while !run[0].join("shards/0-of-2/manifest.json").exists() {
            assert!(begun.elapsed() < Duration::from_secs(20), "the shard does not begin");
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(wait));
        wait += 4;
        child.kill().unwrap();
        child.wait().unwrap();
        // What the killed shard has done is merged, and the rest is done by the shard that comes next.
        merged(&run, &run[0]).unwrap();
        for index in [0, 1] {
            run_shard(&fake(), &fake().options(&run[0], 2), shard(index, 2)).unwrap();
        }
        merged(&run, &run[0]).unwrap();
    }
    assert_same(&run[0], &whole);
}

#[test]
fn other_runs_and_different_results_are_refused() {
    let folder = Folder::new();
    let out = |name: &str| folder.join(name);
    run_shard(&fake(), &fake().options(&out("a"), 1), shard(0, 2)).unwrap();
    let refused = |sources: &[&str], words: &str| {
        let sources: Vec<PathBuf> = sources.iter().map(|name| out(name)).collect();
        let error = merged(&sources, &out("merged")).unwrap_err();
        assert!(error.is_input() && error.to_string().contains(words), "{error}");
    };
    let other = Fake { spec_extra: "more = 1\n", ..fake() };
    run_shard(&other, &other.options(&out("spec"), 1), shard(1, 2)).unwrap();
    refused(&["a", "spec"], "with another spec");
    let fake = self::fake();
    let profile = RunOptions { profile: "paper".into(), ..fake.options(&out("profile"), 1) };
    run_shard(&fake, &profile, shard(1, 2)).unwrap();
    refused(&["a", "profile"], "with profile paper, not quick");
    let version = RunOptions { version: "9.9.9".into(), ..fake.options(&out("version"), 1) };
    run_shard(&fake, &version, shard(1, 2)).unwrap();
    refused(&["version", "a"], "with plywood 9.9.9, not ");
    refused(&["a", "none"], "none: no such folder");
    fs::create_dir(out("empty")).unwrap();
    refused(&["a", "empty"], "not the folder of a run");
    assert!(!out("merged").exists(), "nothing is written before all folders are checked");
    // The same units with other results: sealed anew, as a build with a bug would have written them.
    let liar = Fake { value_shift: 0.5, ..self::fake() };
    run_shard(&liar, &liar.options(&out("liar"), 1), shard(0, 3)).unwrap();
    refused(&["a", "liar"], "hold different results of unit `round=0/depth=3/seed=001`");
    assert_eq!(fs::read(out("merged").join("units.jsonl")).unwrap(), b"", "all or nothing");
    // A shard is not run in the folder of another run.
    let error = run_shard(&other, &other.options(&out("a"), 1), shard(0, 2)).unwrap_err();
    assert!(error.to_string().contains("with another spec"), "{error}");
    assert!(find_run(&out("a")).unwrap().1.starts_with("seeds = 12"));
}

#[test]
fn damaged_journals_of_shards_are_refused_and_repaired() {
    let folder = Folder::new();
    let run = vec![folder.join("run")];
    for index in [0, 1] {
        run_shard(&fake(), &fake().options(&run[0], 1), shard(index, 2)).unwrap();
    }
    let path = run[0].join("shards/1-of-2/units.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("value", "valve", 1)).unwrap();
    let error = merged(&run, &run[0]).unwrap_err();
    assert!(matches!(error, Error::Damaged { .. }) && error.is_input());
    assert!(error.to_string().contains("1-of-2/units.jsonl: line 1 is damaged"), "{error}");
    let fake = fake();
    let repair = RunOptions { repair: true, ..fake.options(&run[0], 1) };
    let outcome = run_shard(&fake, &repair, shard(1, 2)).unwrap();
    assert_eq!(outcome, Outcome::Complete { ran: 1, reused: 11 });
    // A torn last line is no damage: its unit is missing.
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, &text[..text.len() - 5]).unwrap();
    let joined = merged(&run, &run[0]).unwrap();
    assert_eq!((joined.added, joined.duplicates), (23, 0));
}

#[test]
fn shards_are_read_from_text_and_from_the_environment() {
    let none = |_: &str| None;
    for (text, words) in [
        ("4/4", "expected a shard from 0 to 3, not 4"),
        ("0/0", "expected at least 1 shard"),
        ("1", "expected I/N or auto/N"),
        ("-1/4", "expected I/N"),
        ("1/x", "expected I/N"),
        ("", "expected I/N"),
        ("auto/4", "the variable SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX to be set"),
        ("1/99999999999", "expected I/N"),
    ] {
        let error = Shard::parse(text, none).unwrap_err();
        assert!(error.is_input() && error.to_string().contains(words), "{error}");
    }
    let variable = |set: &'static str, value: &'static str| {
        move |name: &str| (name == set).then(|| value.to_string())
    };
    let slurm = Shard::parse("auto/4", variable("SLURM_ARRAY_TASK_ID", "3")).unwrap();
    assert_eq!(slurm.to_string(), "3/4");
    let kubernetes = Shard::parse("auto/4", variable("JOB_COMPLETION_INDEX", "1")).unwrap();
    assert_eq!(kubernetes.to_string(), "1/4");
    let given = Shard::parse("0/4", variable("SLURM_ARRAY_TASK_ID", "3")).unwrap();
    assert_eq!(given.to_string(), "0/4");
    for value in ["4", "x", ""] {
        let error = Shard::parse("auto/4", variable("SLURM_ARRAY_TASK_ID", value)).unwrap_err();
        assert!(error.is_input(), "{error}");
    }
}
