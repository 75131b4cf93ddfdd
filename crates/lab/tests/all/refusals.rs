//! What the engine refuses, and what it says.

use crate::common::{Fake, Folder, bytes_of};
use plywood_lab::Error;
use plywood_lab::experiment::{Outcome, RunOptions, read_manifest, read_spec, report, run};
use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering;

fn text(result: Result<impl std::fmt::Debug, Error>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn another_spec_in_the_same_folder_is_refused() {
    let folder = Folder::new();
    let fake = Fake::new();
    run(&fake, &fake.options(&folder.0, 2)).unwrap();
    let before = bytes_of(&folder.0);
    let other = Fake { spec_extra: "more = 1\n", ..Fake::new() };
    let error = run(&other, &other.options(&folder.0, 2)).unwrap_err();
    assert!(error.is_input());
    let message = error.to_string();
    assert!(message.contains("holds a run of `fake` with another spec (hash "), "{message}");
    assert!(message.ends_with("choose another folder, or delete it"), "{message}");
    assert!(text(report(&other, &folder.0, false)).contains("another spec"));
    for options in [
        RunOptions { version: "9.9.9".into(), ..fake.options(&folder.0, 1) },
        RunOptions { profile: "paper".into(), ..fake.options(&folder.0, 1) },
    ] {
        assert!(matches!(run(&fake, &options), Err(Error::Play(plywood_play::Error::Input(_)))));
    }
    assert_eq!(bytes_of(&folder.0), before);
}

#[test]
fn a_folder_at_work_is_refused() {
    let folder = Folder::new();
    let lock = fs::File::create(folder.join("lock")).unwrap();
    lock.lock().unwrap();
    let fake = Fake::new();
    let message = text(run(&fake, &fake.options(&folder.0, 1)));
    assert!(message.contains("is at work in this folder"), "{message}");
    assert!(!folder.join("units.jsonl").exists());
    drop(lock);
    run(&fake, &fake.options(&folder.0, 1)).unwrap();
    assert!(!folder.join("lock").exists());
}

#[test]
fn two_runs_at_once_never_share_a_folder() {
    let folder = Folder::new();
    let fakes: Vec<Fake> = (0..6).map(|_| Fake::new()).collect();
    std::thread::scope(|scope| {
        for fake in &fakes {
            scope.spawn(|| match run(fake, &fake.options(&folder.0, 2)) {
                Ok(outcome) => assert!(matches!(outcome, Outcome::Complete { .. })),
                Err(error) => assert!(error.to_string().contains("at work"), "{error}"),
            });
        }
    });
    let ran: u64 = fakes.iter().map(|fake| fake.started.load(Ordering::SeqCst)).sum();
    assert_eq!(ran, 72);
}

#[test]
fn folders_that_are_none_are_named() {
    let folder = Folder::new();
    let file = folder.join("file");
    fs::write(&file, "").unwrap();
    let fake = Fake::new();
    let message = text(run(&fake, &fake.options(&file, 1)));
    assert!(message.contains("a file, expected a folder"), "{message}");
    let below = file.join("below");
    let message = text(run(&fake, &fake.options(&below, 1)));
    assert!(message.starts_with(&below.display().to_string()), "{message}");
    assert!(text(read_manifest(&file)).contains("a file, expected the folder of a run"));
    assert!(text(read_manifest(&folder.0)).contains("not the folder of a run"));
    assert!(text(read_manifest(Path::new("/no/such"))).contains("no such folder"));
    assert!(text(report(&fake, &folder.0, false)).contains("not the folder of a run"));
    fs::write(folder.join("manifest.json"), "{}").unwrap();
    assert!(text(read_manifest(&folder.0)).contains("expected the manifest of a run"));
}

#[cfg(target_os = "linux")]
#[test]
fn folders_that_cannot_be_written_are_named() {
    let fake = Fake::new();
    let message = text(run(&fake, &fake.options(Path::new("/proc/plywood"), 1)));
    assert!(message.starts_with("/proc/plywood: "), "{message}");
}

#[test]
fn files_of_others_are_not_overwritten() {
    for name in ["spec.toml", "report.html", "results.json", "units.jsonl", "mine.csv"] {
        let folder = Folder::new();
        fs::write(folder.join(name), "mine").unwrap();
        let fake = Fake::new();
        let message = text(run(&fake, &fake.options(&folder.0, 1)));
        assert!(message.contains(name), "{message}");
        assert_eq!(fs::read_to_string(folder.join(name)).unwrap(), "mine");
        assert_eq!(bytes_of(&folder.0).len(), 1);
    }
}

#[test]
fn a_spec_changed_by_hand_is_refused() {
    let folder = Folder::new();
    let fake = Fake::new();
    run(&fake, &fake.options(&folder.0, 2)).unwrap();
    assert_eq!(read_spec(&folder.0).unwrap(), "seeds = 12\n");
    fs::write(folder.join("spec.toml"), "seeds = 13\n").unwrap();
    assert!(text(read_spec(&folder.0)).contains("changed since the run was begun"));
    assert!(text(run(&fake, &fake.options(&folder.0, 2))).contains("changed since"));
}

#[test]
fn a_unit_that_fails_or_panics_is_named_and_the_others_are_kept() {
    let bad = "round=0/depth=3/seed=007";
    for panics in [false, true] {
        let folder = Folder::new();
        let fake = match panics {
            true => Fake { panic_on: Some(bad), ..Fake::new() },
            false => Fake { fail_on: Some(bad), ..Fake::new() },
        };
        let error = run(&fake, &fake.options(&folder.0, 3)).unwrap_err();
        assert!(!error.is_input());
        let expected = match panics {
            true => format!("unit `{bad}` panicked: a theorem does not hold"),
            false => format!("unit `{bad}`: the game has no moves"),
        };
        assert_eq!(error.to_string(), expected);
        let journal = fs::read_to_string(folder.join("units.jsonl")).unwrap();
        let started = fake.started.load(Ordering::SeqCst);
        assert_eq!(journal.lines().count() as u64, started - 1);
        assert!(!folder.join("report.html").exists());
        let mended = Fake::new();
        let outcome = run(&mended, &mended.options(&folder.0, 3)).unwrap();
        let ran = 72 - (started - 1);
        assert_eq!(outcome, Outcome::Complete { ran, reused: 72 - ran });
    }
}

#[test]
fn an_incomplete_run_is_reported_as_such() {
    let folder = Folder::new();
    let fake = Fake { stop_after: Some(30), ..Fake::new() };
    let outcome = run(&fake, &fake.options(&folder.0, 1)).unwrap();
    assert_eq!(outcome, Outcome::Interrupted { done: 30, left: 18 });
    assert!(!folder.join("report.html").exists());
    report(&fake, &folder.0, false).unwrap();
    let page = fs::read_to_string(folder.join("report.html")).unwrap();
    assert!(page.contains("Incomplete: 30 of 48 units."));
    let results = fs::read_to_string(folder.join("results.json")).unwrap();
    let results: serde_json::Value = serde_json::from_str(&results).unwrap();
    assert_eq!(results["complete"], false);
    assert_eq!(results["tables"]["values"].as_array().unwrap().len(), 30);
}

#[test]
fn results_that_no_plan_calls_for_are_refused() {
    let folder = Folder::new();
    let fake = Fake::new();
    run(&fake, &fake.options(&folder.0, 2)).unwrap();
    let path = folder.join("units.jsonl");
    let journal = fs::read_to_string(&path).unwrap();
    // The same run in the manner of another build, whose first round had a unit more.
    let longer = Fake { alien: true, ..Fake::new() };
    fs::remove_file(&path).unwrap();
    run(&longer, &longer.options(&folder.0, 2)).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), journal.lines().count() + 1);
    assert!(text(run(&fake, &fake.options(&folder.0, 2))).contains("`alien`"));
    assert!(text(report(&fake, &folder.0, false)).contains("`alien`"));
}

#[test]
fn a_damaged_journal_is_named_with_its_line() {
    let folder = Folder::new();
    let fake = Fake::new();
    run(&fake, &fake.options(&folder.0, 2)).unwrap();
    let path = folder.join("units.jsonl");
    let journal = fs::read_to_string(&path).unwrap();
    fs::write(&path, journal.replacen("\"value\":", "\"value\"", 1)).unwrap();
    let error = run(&fake, &fake.options(&folder.0, 2)).unwrap_err();
    assert!(error.is_input());
    assert!(error.to_string().contains("units.jsonl: line 1 is damaged"), "{error}");
}
