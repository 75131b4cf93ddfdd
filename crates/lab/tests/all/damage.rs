//! Damage to any file that is read back is noticed, and repaired without touching the rest.

use crate::common::{Fake, Folder, bytes_of, flipped};
use plywood_games::random::Rng;
use plywood_lab::Error;
use plywood_lab::experiment::{Outcome, RunOptions, report, run};
use plywood_lab::train::{Generation, Plan, TrainOptions, train};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// What a run reads back of its folder.
const READ_BACK: [&str; 4] = ["manifest.json", "spec.toml", "units.jsonl", "timings.json"];
/// Flips tried of a file that has more bits.
const FLIPS: usize = 1500;

fn fake() -> Fake {
    Fake { sleep: false, timed: true, ..Fake::new() }
}

fn restore(folder: &Path, files: &BTreeMap<String, Vec<u8>>) {
    for name in bytes_of(folder).keys().filter(|name| !files.contains_key(*name)) {
        fs::remove_file(folder.join(name)).unwrap();
    }
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).unwrap();
    }
}

/// Different places of the bits of a file, all of them if they are few.
fn places(bytes: &[u8], seed: u64) -> Vec<usize> {
    let bits = 8 * bytes.len();
    if bits <= FLIPS {
        return (0..bits).collect();
    }
    let mut rng = Rng::new(seed);
    (0..FLIPS).map(|_| rng.below(bits as u32) as usize).collect()
}

fn repairing(fake: &Fake, folder: &Path) -> RunOptions {
    RunOptions { repair: true, ..fake.options(folder, 2) }
}

/// A run, all of it or the first units, and its files.
fn begun(folder: &Path, stop_after: Option<u64>) -> BTreeMap<String, Vec<u8>> {
    let fake = Fake { stop_after, ..fake() };
    run(&fake, &fake.options(folder, 1)).unwrap();
    bytes_of(folder)
}

/// All that a run leaves but for the times, which never repeat.
fn lasting(mut files: BTreeMap<String, Vec<u8>>) -> BTreeMap<String, Vec<u8>> {
    files.retain(|name, _| !name.starts_with("timings"));
    files
}

#[test]
fn every_flipped_bit_is_noticed_in_finished_and_in_interrupted_runs() {
    let whole = lasting(begun(&Folder::new().0, None));
    for stop_after in [None, Some(30)] {
        let folder = Folder::new();
        let files = begun(&folder.0, stop_after);
        for (name, seed) in READ_BACK.into_iter().zip(1..) {
            let Some(bytes) = files.get(name) else {
                assert!(name == "timings.json" && stop_after.is_some(), "{name}");
                continue;
            };
            let mut noticed = 0;
            for bit in places(bytes, seed) {
                fs::write(folder.join(name), flipped(bytes, bit)).unwrap();
                let fake = fake();
                match run(&fake, &fake.options(&folder.0, 2)) {
                    Err(error @ Error::Damaged { .. }) => {
                        let message = error.to_string();
                        noticed += 1;
                        assert!(message.contains(name), "{name}, bit {bit}: {message}");
                        assert_eq!(fake.started.load(Ordering::SeqCst), 0, "units ran before");
                    }
                    // A last line without its newline is torn: its unit has run again.
                    outcome => {
                        assert!(matches!(outcome, Ok(Outcome::Complete { .. })), "{outcome:?}");
                        assert!(name == "units.jsonl" && bit / 8 == bytes.len() - 1, "bit {bit}");
                        assert!(lasting(bytes_of(&folder.0)) == whole, "{name}, bit {bit}");
                        restore(&folder.0, &files);
                    }
                }
            }
            assert!(noticed > 0, "{name}");
            restore(&folder.0, &files);
        }
    }
}

#[test]
fn a_repair_runs_what_is_damaged_and_keeps_the_rest() {
    let folder = Folder::new();
    let files = begun(&folder.0, None);
    for (name, seed) in READ_BACK.into_iter().zip(10..) {
        let mut rng = Rng::new(seed);
        for _ in 0..12 {
            let bit = rng.below(8 * files[name].len() as u32) as usize;
            fs::write(folder.join(name), flipped(&files[name], bit)).unwrap();
            let fake = fake();
            let outcome = run(&fake, &repairing(&fake, &folder.0));
            let Ok(Outcome::Complete { ran, .. }) = outcome else {
                panic!("{name}, bit {bit}: {outcome:?}")
            };
            // A newline lost joins two lines.
            let most = if name == "units.jsonl" { 1..=2 } else { 0..=0 };
            assert!(most.contains(&ran), "{name}, bit {bit}: {ran} units ran");
            let after = bytes_of(&folder.0);
            assert!(lasting(after.clone()) == lasting(files.clone()), "{name}, bit {bit}");
            // Times that were not damaged are not taken again.
            assert!(name == "timings.json" || after["timings.json"] == files["timings.json"]);
            restore(&folder.0, &files);
        }
    }
}

#[test]
fn several_lines_are_named_and_repaired_at_once() {
    let folder = Folder::new();
    let files = begun(&folder.0, None);
    let text = String::from_utf8(files["units.jsonl"].clone()).unwrap();
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    for line in [3, 40] {
        let at = lines[line - 1].find("\"nodes\":").unwrap() + 8;
        let digit = if &lines[line - 1][at..=at] == "1" { "2" } else { "1" };
        lines[line - 1].replace_range(at..=at, digit);
    }
    fs::write(folder.join("units.jsonl"), lines.join("\n") + "\n").unwrap();
    let fake = fake();
    for message in [
        run(&fake, &fake.options(&folder.0, 2)).unwrap_err().to_string(),
        report(&fake, &folder.0, false).unwrap_err().to_string(),
    ] {
        assert!(
            message.contains("units.jsonl: line 3 is damaged, line 40 is damaged"),
            "{message}"
        );
    }
    let outcome = run(&fake, &repairing(&fake, &folder.0)).unwrap();
    assert_eq!(outcome, Outcome::Complete { ran: 2, reused: 70 });
    assert_eq!(lasting(bytes_of(&folder.0)), lasting(files));
}

#[test]
fn a_journal_without_checksums_is_refused_and_repaired() {
    let folder = Folder::new();
    let files = begun(&folder.0, None);
    let text = String::from_utf8(files["units.jsonl"].clone()).unwrap();
    let old = text.lines().map(|line| {
        let end = line.rfind(",\"check\":").unwrap();
        format!("{}}}\n", &line[..end])
    });
    fs::write(folder.join("units.jsonl"), old.collect::<String>()).unwrap();
    let fake = fake();
    let message = run(&fake, &fake.options(&folder.0, 2)).unwrap_err().to_string();
    assert!(message.contains("units.jsonl: line 1 has no checksum"), "{message}");
    assert!(message.contains("and 67 more like these"), "{message}");
    let outcome = run(&fake, &repairing(&fake, &folder.0)).unwrap();
    assert_eq!(outcome, Outcome::Complete { ran: 72, reused: 0 });
    assert_eq!(lasting(bytes_of(&folder.0)), lasting(files));
}

#[test]
fn a_repair_does_not_take_a_folder_from_another_run() {
    let folder = Folder::new();
    let files = begun(&folder.0, None);
    let other = Fake { spec_extra: "more = 1\n", ..fake() };
    let refused = |expected: &str| {
        let message = run(&other, &repairing(&other, &folder.0)).unwrap_err().to_string();
        assert!(message.contains(expected), "{message}");
    };
    refused("another spec");
    // Nor where the manifest does not say any more whose it is.
    fs::write(folder.join("manifest.json"), "{}").unwrap();
    refused("manifest.json is damaged, and neither spec.toml nor units.jsonl is of this run");
    assert_eq!(bytes_of(&folder.0)["units.jsonl"], files["units.jsonl"]);
    fs::write(folder.join("spec.toml"), "").unwrap();
    refused("choose another folder");
}

/// Every file in a folder and in those below it.
fn files_below(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files.extend(files_below(&path)),
            false => drop(files.insert(path.clone(), fs::read(&path).unwrap())),
        }
    }
    files
}

#[test]
fn every_flipped_bit_of_a_training_is_noticed_and_repaired() {
    let folder = Folder::new();
    let generations = vec![Generation { batches: 2, depth: 1 }; 2];
    let plan = Plan { games: 1, generations, pairs: 2 };
    let options = TrainOptions { jobs: 2, ..TrainOptions::new(&folder.0) };
    let repairing = TrainOptions { repair: true, ..options.clone() };
    let overwriting = TrainOptions { overwrite: true, ..options.clone() };
    train("checkers", &plan, &options).unwrap().unwrap();
    let files = files_below(&folder.0);
    let mut rng = Rng::new(4);
    let (mut read_back, mut results) = (0, 0);
    for (path, bytes) in &files {
        let name = path.strip_prefix(&folder.0).unwrap().to_str().unwrap();
        // Results are never read: they are written again, but not over what somebody else wrote.
        let is_result = name.starts_with("weights") || name.starts_with("strength");
        let (remedy, options_then) = match is_result {
            true => ("--overwrite", &overwriting),
            false => ("--repair", &repairing),
        };
        for round in 0..if is_result { 1 } else { 24 } {
            let bit = rng.below(8 * bytes.len() as u32) as usize;
            fs::write(path, flipped(bytes, bit)).unwrap();
            let message = train("checkers", &plan, &options).unwrap_err().to_string();
            assert!(message.contains(name), "{name}, bit {bit}: {message}");
            assert!(message.contains(remedy), "{name}, bit {bit}: {message}");
            *if is_result { &mut results } else { &mut read_back } += 1;
            if round == 0 {
                train("checkers", &plan, options_then).unwrap().unwrap();
                assert!(files_below(&folder.0) == files, "{name}, bit {bit}");
            }
            fs::write(path, bytes).unwrap();
        }
    }
    assert!(read_back > 200 && results == 3, "{read_back} and {results}");
    // A repair makes nothing of another training again.
    let other = TrainOptions { seed: 2, ..repairing };
    let message = train("checkers", &plan, &other).unwrap_err().to_string();
    assert!(message.contains("another seed"), "{message}");
    fs::write(folder.join("training.json"), "{}").unwrap();
    let message = train("checkers", &plan, &other).unwrap_err().to_string();
    assert!(message.contains("of another training"), "{message}");
}
