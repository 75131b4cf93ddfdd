//! Joining journals of one run.

use super::course::Course;
use super::engine::{
    Finished, Outcome, RunOptions, Written, begin, kept_timings, refuse_foreign_files, total_units,
};
use super::erased::AnyExperiment;
use super::journal::{self, Journal};
use super::lock::Lock;
use super::manifest::{MANIFEST, Machine, Manifest, read_manifest};
use super::shard::{SHARDS, folders_with_journals};
use super::store::{UNITS, remove_run};
use crate::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// What a merge did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merged {
    /// Units that were not in the run before.
    pub added: u64,
    /// Lines of units that were there already, with equal results.
    pub duplicates: u64,
    /// How far the run is: complete, with its files written, or with units left, which no merge runs.
    pub outcome: Outcome,
}

/// Joins the journals of runs and of their shards, in any order and with any overlap, into the run in
/// `options.out`. If nothing is left of the plan then, it writes the files of the run, which are those of a run
/// on one machine.
///
/// Nothing is changed if a folder holds another run, if a journal is damaged, or if two journals have different
/// results of one unit. Sources are left alone, except for shards in `options.out` itself: they are removed
/// when the run has their results, unless they are still running.
///
/// Records are copied from file to file. Memory holds their places, and what the experiment's plan needs.
pub fn merge(
    experiment: &dyn AnyExperiment,
    sources: &[PathBuf],
    options: &RunOptions,
) -> Result<Merged, Error> {
    let mut manifest = Manifest::new(experiment, &options.profile, &options.version);
    let mut folders: Vec<PathBuf> = Vec::new();
    for source in sources {
        let found = folders_with_journals(source)?;
        if found.is_empty() {
            // The error of a folder that is no run's.
            read_manifest(source)?;
        }
        folders.extend(found);
    }
    folders.sort();
    folders.dedup();
    let mut machines: Vec<Machine> = Vec::new();
    for folder in &folders {
        let there = read_manifest(folder)?;
        there.check_joins(folder, &manifest)?;
        machines.extend(there.machines().cloned());
    }
    if options.out.join(MANIFEST).is_file() {
        machines.extend(read_manifest(&options.out)?.machines().cloned());
    }
    manifest.set_machines(machines);
    let machines = manifest.machines().cloned().collect();
    let mut store = begin(experiment, manifest.clone(), options)?;
    let mut journal = store.open_journal(false)?;
    let timings = kept_timings(&store, false)?;
    let own = fs::canonicalize(&options.out).ok();
    let is_own = |folder: &Path| fs::canonicalize(folder).ok() == own;
    folders.retain(|folder| !is_own(folder));
    experiment.keep_times(&options.out, &[])?;
    refuse_foreign_files(experiment, &mut store, timings.as_ref(), options.overwrite)?;
    store.set_spec(manifest, &experiment.spec())?;
    store.set_machines(machines)?;
    let (added, duplicates) = take_journals(&mut journal, &folders, &store.manifest().identity())?;
    if added > 0 {
        store.take_costs(&folders)?;
    }
    experiment.keep_times(&options.out, &folders)?;
    let course = Course::begin(experiment, &journal)?;
    let outcome = if course.round.is_empty() {
        let finished = Finished { experiment, store: &mut store, course, journal, timings };
        match finished.write(options)? {
            Written { units, all: true } => Outcome::Complete { ran: 0, reused: units },
            Written { units, all: false } => Outcome::Interrupted { done: units, left: 0 },
        }
    } else {
        let (done, planned) = (journal.len() as u64, course.done.len() + course.round.len());
        Outcome::Interrupted { done, left: total_units(experiment, planned).saturating_sub(done) }
    };
    remove_merged(
        &options.out,
        folders.iter().filter(|folder| folder.parent().and_then(Path::parent).is_some_and(is_own)),
    )?;
    Ok(Merged { added, duplicates, outcome })
}

/// Appends the lines of all journals, or none of them. Returns the numbers of new units and of duplicates.
fn take_journals(
    journal: &mut Journal,
    folders: &[PathBuf],
    run: &str,
) -> Result<(u64, u64), Error> {
    let (before, mut added, mut duplicates) = (journal.end(), 0, 0);
    for folder in folders {
        let path = folder.join(UNITS);
        let taken = journal::visit(run, &path, |line| {
            let count = if journal.merge(&path, &line)? { &mut added } else { &mut duplicates };
            *count += 1;
            Ok(())
        });
        if let Err(error) = taken {
            journal.cut(before)?;
            return Err(error);
        }
    }
    journal.sync()?;
    Ok((added, duplicates))
}

/// Removes the folders of shards whose results the run has. One that is locked is still running.
fn remove_merged<'a>(run: &Path, folders: impl Iterator<Item = &'a PathBuf>) -> Result<(), Error> {
    for folder in folders {
        match Lock::take(folder) {
            Ok(_lock) => remove_run(folder)?,
            Err(Error::Busy { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    // Left if a shard is still in it.
    let _ = fs::remove_dir(run.join(SHARDS));
    Ok(())
}
