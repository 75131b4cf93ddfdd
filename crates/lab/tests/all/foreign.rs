//! Files that a run did not write are not replaced, and every truncated file is repaired or refused with a remedy that
//! works.

use crate::common::{Fake, Folder, bytes_of};
use plywood_lab::Error;
use plywood_lab::experiment::{Outcome, RunOptions, Shard, merge, report, run, run_shard};
use plywood_lab::registry::games;
use plywood_lab::tournament::{PlayerEntry, Spec, Tournament};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn tournament(rounds: u64) -> Tournament {
    let entry = |player: &str| PlayerEntry { name: None, player: player.into() };
    let players = vec![entry("alpha-beta,depth=1"), entry("mtdf,depth=1")];
    let mut spec = Spec::new("connect4", players);
    spec.rounds = rounds;
    Tournament::new(spec, games()).unwrap()
}

fn play(rounds: u64, options: &RunOptions) -> Result<Outcome, Error> {
    tournament(rounds).run_in(options, &mut |_| {})
}

/// All that does not change from run to run.
fn lasting(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = bytes_of(folder);
    files.retain(|name, _| !name.starts_with("timings"));
    files
}

fn copy(files: &BTreeMap<String, Vec<u8>>) -> Folder {
    let folder = Folder::new();
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).unwrap();
    }
    folder
}

/// The files that the run made, which are all but those that it reads.
fn made(files: &BTreeMap<String, Vec<u8>>) -> Vec<&str> {
    let read = ["manifest.json", "spec.toml", "units.jsonl", "timings.json"];
    let is_read = |name: &str| read.contains(&name) || name.ends_with("-files.json");
    let names = files.keys().map(String::as_str);
    names.filter(|name| !is_read(name) && !name.ends_with("-moves.jsonl")).collect()
}

#[test]
fn a_file_of_others_is_refused_before_the_first_game() {
    let whole = Folder::new();
    play(2, &RunOptions::new(&whole.0)).unwrap();
    let files = bytes_of(&whole.0);
    let made = made(&files);
    for name in ["games.jsonl", "report.html", "results.json", "timings.html"] {
        assert!(made.contains(&name), "{made:?}");
    }
    for name in files.keys() {
        let folder = Folder::new();
        fs::write(folder.join(name), "mine").unwrap();
        let overwriting = RunOptions { overwrite: true, ..RunOptions::new(&folder.0) };
        let outcome = play(2, &RunOptions::new(&folder.0));
        assert_eq!(fs::read_to_string(folder.join(name)).unwrap(), "mine");
        assert_eq!(bytes_of(&folder.0).len(), 1, "{name}");
        let message = outcome.unwrap_err().to_string();
        assert!(message.contains(name.as_str()), "{message}");
        if name == "manifest.json" {
            assert!(message.contains("damaged"), "{message}");
            continue;
        }
        assert!(
            message.contains(": the file exists") && message.contains("--overwrite"),
            "{message}"
        );
        play(2, &overwriting).unwrap();
        assert_eq!(lasting(&folder.0), lasting(&whole.0), "{name}");
    }
}

#[test]
fn an_edited_file_is_refused_before_the_next_game() {
    let (whole, longer) = (Folder::new(), Folder::new());
    play(2, &RunOptions::new(&whole.0)).unwrap();
    play(3, &RunOptions::new(&longer.0)).unwrap();
    let files = bytes_of(&whole.0);
    for name in made(&files) {
        let folder = copy(&files);
        let edited = [&files[name][..], b" "].concat();
        fs::write(folder.join(name), &edited).unwrap();
        let before = bytes_of(&folder.0);
        let refused = |outcome: Result<(), Error>| {
            let message = outcome.unwrap_err().to_string();
            let expected = format!("{name}: the file exists");
            assert!(message.contains(&expected) && message.contains("--overwrite"), "{message}");
            assert!(bytes_of(&folder.0) == before, "{name}: something was written");
        };
        refused(play(3, &RunOptions::new(&folder.0)).map(drop));
        refused(report(&tournament(2), &folder.0, false));
        let source = [whole.0.clone()];
        refused(
            merge(
                &tournament(2),
                &source,
                &RunOptions { profile: "quick".into(), ..RunOptions::new(&folder.0) },
            )
            .map(drop),
        );
        report(&tournament(2), &folder.0, true).unwrap();
        assert_eq!(lasting(&folder.0), lasting(&whole.0), "{name}");
        play(3, &RunOptions::new(&folder.0)).unwrap();
        assert_eq!(lasting(&folder.0), lasting(&longer.0), "{name}");
    }
}

#[test]
fn a_folder_or_a_link_in_the_place_of_a_file_is_left_alone() {
    for overwrite in [false, true] {
        let folder = Folder::new();
        fs::create_dir(folder.join("games.jsonl")).unwrap();
        fs::write(folder.join("games.jsonl/mine"), "mine").unwrap();
        let options = RunOptions { overwrite, ..RunOptions::new(&folder.0) };
        let message = play(1, &options).unwrap_err().to_string();
        assert!(message.contains("games.jsonl: expected a regular file"), "{message}");
        assert_eq!(fs::read_to_string(folder.join("games.jsonl/mine")).unwrap(), "mine");
    }
    #[cfg(unix)]
    {
        let (folder, mine) = (Folder::new(), Folder::new().0.with_extension("mine"));
        std::os::unix::fs::symlink(&mine, folder.join("games.jsonl")).unwrap();
        let message = play(1, &RunOptions::new(&folder.0)).unwrap_err().to_string();
        assert!(message.contains("games.jsonl: expected a regular file"), "{message}");
        fs::write(&mine, "mine").unwrap();
        let message = play(1, &RunOptions::new(&folder.0)).unwrap_err().to_string();
        assert!(message.contains("games.jsonl: the file exists"), "{message}");
        assert_eq!(fs::read_to_string(&mine).unwrap(), "mine");
        fs::remove_file(&mine).unwrap();
    }
}

/// Does what a message says is to be done, until it is done.
fn follow_remedies(
    name: &str,
    options: &RunOptions,
    mut act: impl FnMut(&RunOptions) -> Result<(), Error>,
) {
    let mut options = options.clone();
    for attempt in 0..3 {
        let Err(error) = act(&options) else { return };
        let message = error.to_string();
        assert!(attempt > 0 || message.contains(name), "{name}: {message}");
        let (repair, overwrite) = (message.contains("--repair"), message.contains("--overwrite"));
        assert!(repair || overwrite, "{name}: {message}");
        options.repair |= repair;
        options.overwrite |= overwrite;
    }
    panic!("{name}: no remedy helps: {:?}", act(&options));
}

#[test]
fn an_edited_specification_is_refused() {
    let (folder, whole) = (Folder::new(), Folder::new());
    play(2, &RunOptions::new(&folder.0)).unwrap();
    play(3, &RunOptions::new(&whole.0)).unwrap();
    fs::write(folder.join("spec.toml"), "mine").unwrap();
    let before = bytes_of(&folder.0);
    for rounds in [2, 3] {
        let message = play(rounds, &RunOptions::new(&folder.0)).unwrap_err().to_string();
        assert!(message.contains("spec.toml: changed since the run was begun"), "{message}");
        assert!(bytes_of(&folder.0) == before, "something was written");
    }
    play(3, &RunOptions { repair: true, ..RunOptions::new(&folder.0) }).unwrap();
    assert_eq!(lasting(&folder.0), lasting(&whole.0));
}

/// Lengths to which a file is cut.
fn cuts(length: usize) -> Vec<usize> {
    let mut cuts = vec![0, 1, length / 4, length / 2, 3 * length / 4];
    cuts.extend([length.saturating_sub(2), length.saturating_sub(1)]);
    cuts.dedup();
    cuts
}

#[test]
fn every_truncated_file_is_repaired_or_refused_with_a_remedy_that_works() {
    let (whole, longer) = (Folder::new(), Folder::new());
    play(2, &RunOptions::new(&whole.0)).unwrap();
    play(3, &RunOptions::new(&longer.0)).unwrap();
    let files = bytes_of(&whole.0);
    let mut tried = 0;
    for (name, bytes) in &files {
        for cut in cuts(bytes.len()) {
            for (rounds, expected) in [(2, &whole), (3, &longer)] {
                let folder = copy(&files);
                fs::write(folder.join(name), &bytes[..cut]).unwrap();
                follow_remedies(name, &RunOptions::new(&folder.0), |options| {
                    play(rounds, options).map(drop)
                });
                assert_eq!(lasting(&folder.0), lasting(&expected.0), "{name} cut to {cut}");
                tried += 1;
            }
        }
    }
    assert!(tried > 150, "{tried}");
}

#[test]
fn a_damaged_manifest_is_repaired_in_every_state_of_a_run() {
    let whole = Folder::new();
    let fake = || Fake { sleep: false, timed: true, ..Fake::new() };
    run(&fake(), &RunOptions::new(&whole.0)).unwrap();
    for stop_after in [Some(30), None] {
        let begun = Folder::new();
        let stopped = Fake { stop_after, ..fake() };
        run(&stopped, &stopped.options(&begun.0, 1)).unwrap();
        let files = bytes_of(&begun.0);
        let manifest = &files["manifest.json"];
        for cut in (0..manifest.len()).step_by(manifest.len() / 8) {
            let folder = copy(&files);
            fs::write(folder.join("manifest.json"), &manifest[..cut]).unwrap();
            let options = RunOptions { repair: true, ..RunOptions::new(&folder.0) };
            run(&fake(), &options).unwrap();
            assert_eq!(lasting(&folder.0), lasting(&whole.0), "cut to {cut}");
        }
        // The journal alone says whose it is, too.
        let folder = copy(&files);
        for name in ["manifest.json", "spec.toml"] {
            fs::write(folder.join(name), "").unwrap();
        }
        run(&fake(), &RunOptions { repair: true, ..RunOptions::new(&folder.0) }).unwrap();
        assert_eq!(lasting(&folder.0), lasting(&whole.0));
        // Without a manifest the journal is not thrown away, if it is of this run.
        let folder = copy(&files);
        for (repair, overwrite) in [(true, false), (false, true)] {
            fs::remove_file(folder.join("manifest.json")).unwrap();
            fs::write(folder.join("units.jsonl"), &files["units.jsonl"]).unwrap();
            let options = RunOptions { repair, overwrite, ..RunOptions::new(&folder.0) };
            let outcome = run(&fake(), &options).unwrap();
            let reused = stop_after.unwrap_or(72);
            assert_eq!(outcome, Outcome::Complete { ran: 72 - reused, reused });
        }
    }
}

#[test]
fn truncated_files_of_shards_are_repaired() {
    let begun = Folder::new();
    let fake = || Fake { sleep: false, ..Fake::new() };
    let shard = Shard::parse("0/2", |_| None).unwrap();
    run_shard(&fake(), &RunOptions::new(&begun.0), shard).unwrap();
    let mut files = bytes_of(&shard.folder(&begun.0));
    let costs = "timings-units.json".to_string();
    let bytes = fs::read(shard.folder(&begun.0).join(&costs)).unwrap();
    files.insert(costs, bytes);
    assert_eq!(files.len(), 4, "{:?}", files.keys());
    for (name, bytes) in &files {
        for cut in cuts(bytes.len()) {
            let folder = Folder::new();
            let own = shard.folder(&folder.0);
            fs::create_dir_all(&own).unwrap();
            for (name, bytes) in &files {
                fs::write(own.join(name), bytes).unwrap();
            }
            fs::write(own.join(name), &bytes[..cut]).unwrap();
            follow_remedies(name, &RunOptions::new(&folder.0), |options| {
                run_shard(&fake(), options, shard).map(drop)
            });
            assert_eq!(
                bytes_of(&own)["manifest.json"],
                files["manifest.json"],
                "{name} cut to {cut}"
            );
            assert_eq!(bytes_of(&own)["units.jsonl"].len(), files["units.jsonl"].len());
        }
    }
}

#[test]
fn a_merge_removes_its_shards_and_nothing_else() {
    let folder = Folder::new();
    let fake = || Fake { sleep: false, ..Fake::new() };
    let shard = Shard::parse("0/1", |_| None).unwrap();
    run_shard(&fake(), &RunOptions::new(&folder.0), shard).unwrap();
    let mine = shard.folder(&folder.0).join("mine.txt");
    fs::write(&mine, "mine").unwrap();
    merge(&fake(), std::slice::from_ref(&folder.0), &RunOptions::new(&folder.0)).unwrap();
    assert_eq!(fs::read_to_string(&mine).unwrap(), "mine");
    assert_eq!(fs::read_dir(shard.folder(&folder.0)).unwrap().count(), 1);
}

#[test]
fn a_run_of_another_version_is_refused_and_can_be_reported() {
    let folder = Folder::new();
    let old = RunOptions { version: "0.1.0".into(), ..RunOptions::new(&folder.0) };
    play(2, &old).unwrap();
    let before = bytes_of(&folder.0);
    for repair in [false, true] {
        let options = RunOptions { repair, ..RunOptions::new(&folder.0) };
        let message = play(2, &options).unwrap_err().to_string();
        let expected = format!(
            "with plywood 0.1.0, not {}: choose another folder, or delete it; 'experiment report' still",
            env!("CARGO_PKG_VERSION")
        );
        assert!(message.contains(&expected), "{message}");
        assert!(bytes_of(&folder.0) == before);
    }
    for _ in 0..2 {
        report(&tournament(2), &folder.0, false).unwrap();
        assert!(bytes_of(&folder.0) == before, "nothing has changed");
    }
}
