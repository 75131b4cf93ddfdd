//! The files of a training depend on neither threads nor interruptions.

mod common;

use common::{Folder, bytes_of};
use plywood_games::othello::Weights;
use plywood_lab::train::{Plan, TrainOptions, train_othello};
use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

fn options(folder: &Path, jobs: usize) -> TrainOptions {
    TrainOptions { jobs, seed: 5, ..TrainOptions::new(folder) }
}

fn smoke() -> Plan {
    Plan::named("smoke").unwrap()
}

/// Every file that a training leaves, the games apart.
#[track_caller]
fn assert_same(left: &Path, right: &Path) {
    for name in [
        "training.json",
        "generation-1.model",
        "generation-2.model",
        "weights.bin",
        "strength.json",
        "strength.md",
    ] {
        let bytes = |folder: &Path| fs::read(folder.join(name)).unwrap();
        assert!(bytes(left) == bytes(right), "{name} differs");
    }
    for generation in ["generation-1", "generation-2"] {
        assert_eq!(bytes_of(&left.join(generation)), bytes_of(&right.join(generation)));
    }
}

#[test]
fn threads_and_interruptions_leave_no_trace() {
    let whole = Folder::new();
    let (weights, strengths) = train_othello(&smoke(), &options(&whole.0, 1)).unwrap().unwrap();
    assert_eq!(strengths.len(), smoke().generations.len());
    let bytes = fs::read(whole.0.join("weights.bin")).unwrap();
    assert!(Weights::from_bytes(&bytes, "trained").unwrap() == weights);
    assert!(weights != Weights::zero());

    let parallel = Folder::new();
    train_othello(&smoke(), &options(&parallel.0, 3)).unwrap().unwrap();
    assert_same(&whole.0, &parallel.0);

    let stopped = Folder::new();
    let mut interruptions = 0;
    for wait in (0..).map(|round| Duration::from_millis(10 << round)) {
        let options = options(&stopped.0, 2);
        let stop = options.stop.clone();
        let outcome = thread::scope(|scope| {
            scope.spawn(move || {
                thread::sleep(wait);
                stop.store(true, Ordering::Relaxed);
            });
            train_othello(&smoke(), &options).unwrap()
        });
        match outcome {
            Some(_) => break,
            None => interruptions += 1,
        }
    }
    assert!(interruptions > 1, "{interruptions}");
    assert_same(&whole.0, &stopped.0);
}

#[test]
fn another_training_is_not_mixed_in() {
    let folder = Folder::new();
    let options = options(&folder.0, 2);
    options.stop.store(true, Ordering::Relaxed);
    assert!(train_othello(&smoke(), &options).unwrap().is_none());
    let other = TrainOptions { seed: 6, ..options };
    let error = train_othello(&smoke(), &other).unwrap_err();
    assert!(error.to_string().contains("another seed or profile"), "{error}");
    assert_eq!(error.exit_code(), 2);
}

#[test]
fn a_plan_may_be_taken_further() {
    let begun = Plan { generations: smoke().generations[..1].to_vec(), ..smoke() };
    let (further, whole) = (Folder::new(), Folder::new());
    train_othello(&begun, &options(&further.0, 2)).unwrap().unwrap();
    train_othello(&smoke(), &options(&further.0, 2)).unwrap().unwrap();
    train_othello(&smoke(), &options(&whole.0, 2)).unwrap().unwrap();
    assert_same(&further.0, &whole.0);
    let error = train_othello(&begun, &options(&whole.0, 2)).unwrap_err();
    assert!(error.to_string().contains("another seed or profile"), "{error}");
}

#[test]
fn damaged_games_are_refused_by_name() {
    let folder = Folder::new();
    train_othello(&smoke(), &options(&folder.0, 2)).unwrap().unwrap();
    let path = folder.0.join("generation-1").join("00001.games");
    fs::write(&path, b"seven").unwrap();
    let error = train_othello(&smoke(), &options(&folder.0, 2)).unwrap_err();
    assert!(error.to_string().contains("00001.games: damaged"), "{error}");
}
