//! The files of a training depend on neither threads nor interruptions.

use crate::common::{Folder, bytes_of, flipped};
use plywood_games::othello::Weights;
use plywood_games::random::Rng;
use plywood_games::{Amazons, Checkers, Chess};
use plywood_lab::train::{GAMES, Plan, TrainOptions, Tunable, train, train_othello, tune};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

fn options(folder: &Path, jobs: usize) -> TrainOptions {
    TrainOptions { jobs, seed: 5, ..TrainOptions::new(folder) }
}

fn smoke() -> Plan {
    Plan::named("othello", "smoke").unwrap()
}

/// The names of what is in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
    let mut names: Vec<String> = entries.map(|entry| name(entry.unwrap())).collect();
    names.sort();
    names
}

/// Every file that a training leaves.
#[track_caller]
fn assert_same(left: &Path, right: &Path) {
    assert_eq!(names(left), names(right));
    for name in names(left) {
        let (left, right) = (left.join(&name), right.join(&name));
        if left.is_dir() {
            assert_eq!(bytes_of(&left), bytes_of(&right), "{name} differs");
        } else {
            assert!(fs::read(left).unwrap() == fs::read(right).unwrap(), "{name} differs");
        }
    }
}

/// The files of games and models.
fn files(folder: &Path) -> usize {
    let count = |folder: &Path| fs::read_dir(folder).map_or(0, |entries| entries.count());
    names(folder).iter().map(|name| 1 + count(&folder.join(name))).sum()
}

#[test]
fn othello_is_learned() {
    let whole = Folder::new();
    let (weights, strengths) = train_othello(&smoke(), &options(&whole.0, 1)).unwrap().unwrap();
    assert_eq!(strengths.len(), smoke().generations.len());
    let bytes = fs::read(whole.0.join("weights.bin")).unwrap();
    assert!(Weights::from_bytes(&bytes, "trained").unwrap() == weights);
    assert!(weights != Weights::zero());
}

#[test]
fn threads_and_interruptions_leave_no_trace() {
    for game in GAMES {
        let plan = Plan::named(game, "smoke").unwrap();
        let whole = Folder::new();
        train(game, &plan, &options(&whole.0, 1)).unwrap().unwrap();

        let parallel = Folder::new();
        train(game, &plan, &options(&parallel.0, 3)).unwrap().unwrap();
        assert_same(&whole.0, &parallel.0);

        // Stopped whenever there is a file more than the time before, however fast the machine is.
        let stopped = Folder::new();
        let mut interruptions = 0;
        for more in 1.. {
            let options = options(&stopped.0, 2);
            let (stop, enough) = (options.stop.clone(), files(&stopped.0) + more);
            let over = AtomicBool::new(false);
            let outcome = thread::scope(|scope| {
                scope.spawn(|| {
                    while files(&stopped.0) < enough && !over.load(Ordering::Relaxed) {
                        thread::yield_now();
                    }
                    stop.store(true, Ordering::Relaxed);
                });
                let outcome = train(game, &plan, &options).unwrap();
                over.store(true, Ordering::Relaxed);
                outcome
            });
            match outcome {
                Some(_) => break,
                None => interruptions += 1,
            }
        }
        assert!(interruptions > 0, "{game}: {interruptions}");
        assert_same(&whole.0, &stopped.0);
    }
}

/// A smoke training of a game with weights, and what it says of itself.
fn tuned<G: Tunable>() {
    let folder = Folder::new();
    let plan = Plan::named(G::NAME, "smoke").unwrap();
    let (weights, tunings) = tune::<G>(&plan, &options(&folder.0, 2)).unwrap().unwrap();
    let text = fs::read_to_string(folder.0.join("weights.txt")).unwrap();
    assert_eq!(G::read_weights(&text, "trained").unwrap(), weights);
    assert_ne!(weights, G::start());
    let [pawn, in_ending] = weights[0].map(i32::from);
    assert!((198..=202).contains(&(pawn + in_ending)), "a pawn is the unit: {pawn}/{in_ending}");
    assert_eq!(tunings.len(), plan.generations.len());
    assert!(tunings.iter().all(|tuning| tuning.start.is_some() && tuning.positions > 100));
    assert_eq!(tunings[0].previous, None, "the start is the generation before");
    assert!(tunings[1].previous.is_some());
    assert!(tunings[1].positions > tunings[0].positions, "it learns from both generations");
    // A folder holds one training of one game.
    let other = if G::NAME == "chess" { "checkers" } else { "chess" };
    let error = train(other, &plan, &options(&folder.0, 2)).unwrap_err();
    assert!(error.to_string().contains("another game"), "{error}");
}

#[test]
fn chess_checkers_and_amazons_are_tuned() {
    tuned::<Chess>();
    tuned::<Checkers>();
    tuned::<Amazons>();
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
    assert!(error.is_input());
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

/// The message of a training that is refused.
fn refused(folder: &Path, seed: u64) -> String {
    let options = TrainOptions { seed, ..options(folder, 2) };
    let error = train_othello(&smoke(), &options).unwrap_err();
    assert!(error.is_input(), "{error}");
    error.to_string()
}

#[test]
fn damaged_files_are_refused_by_name() {
    let both = ["generation-1/00001.games", "generation-2.model"];
    for (game, names, weights) in [
        ("othello", both.to_vec(), "weights.bin"),
        ("chess", [&both[..], &["generation-2-against-1/00000.games"]].concat(), "weights.txt"),
    ] {
        let folder = Folder::new();
        let plan = Plan::named(game, "smoke").unwrap();
        let options = options(&folder.0, 2);
        train(game, &plan, &options).unwrap().unwrap();
        let trained = fs::read(folder.join(weights)).unwrap();
        for name in names {
            let path = folder.join(name);
            let bytes = fs::read(&path).unwrap();
            let mut rng = Rng::new(1);
            let noise: Vec<u8> = bytes.iter().map(|_| rng.next() as u8).collect();
            let [last, late] =
                [1, 100].map(|from_end| flipped(&bytes, 8 * (bytes.len() - from_end)));
            let [shorter, short] = [1, 20].map(|bytes_lost| &bytes[..bytes.len() - bytes_lost]);
            for damaged in [&b""[..], b"seven", &noise, &last, &late, shorter, short] {
                fs::write(&path, damaged).unwrap();
                let error = train(game, &plan, &options).unwrap_err();
                assert!(error.is_input(), "{error}");
                let message = error.to_string();
                assert!(message.contains(&format!("{name}: damaged")), "{message}");
                assert!(message.contains("expected"), "{message}");
            }
            fs::remove_file(&path).unwrap();
            train(game, &plan, &options).unwrap().unwrap();
            assert!(fs::read(&path).unwrap() == bytes, "{name} is made again");
            assert!(fs::read(folder.join(weights)).unwrap() == trained);
        }
    }
}

#[test]
fn files_of_another_training_are_not_adopted() {
    let (ours, theirs) = (Folder::new(), Folder::new());
    train_othello(&smoke(), &options(&ours.0, 2)).unwrap().unwrap();
    let other = TrainOptions { seed: 6, ..options(&theirs.0, 2) };
    train_othello(&smoke(), &other).unwrap().unwrap();
    for name in ["generation-1/00000.games", "generation-1.model"] {
        let bytes = fs::read(ours.0.join(name)).unwrap();
        fs::copy(theirs.0.join(name), ours.0.join(name)).unwrap();
        let message = refused(&ours.0, 5);
        assert!(message.contains(name) && message.contains("seed 5"), "{message}");
        fs::write(ours.0.join(name), bytes).unwrap();
    }
    fs::remove_file(ours.0.join("training.json")).unwrap();
    for seed in [5, 6] {
        let message = refused(&ours.0, seed);
        assert!(message.contains("expected training.json"), "{message}");
    }
}

#[test]
fn a_plan_without_matches_has_no_strengths() {
    let folder = Folder::new();
    let plan = Plan { pairs: 0, ..smoke() };
    let (_, strengths) = train_othello(&plan, &options(&folder.0, 2)).unwrap().unwrap();
    assert!(strengths.iter().all(|s| s.mobility.is_none() && s.previous.is_none()));
}
