//! The engine: plans, runs what is missing on several threads, journals, and plans again.
//!
//! Why the bytes are always the same: results enter the [`Rounds`](super::Rounds) a whole round of the plan at a
//! time, in plan order, whether a unit was run now or read from the journal. So every plan sees
//! what it would have seen in a run on one thread without a break.

use super::artefacts;
use super::course::{Course, Running, Watch};
use super::definition::{Experiment, Results};
use super::erased::{AnyExperiment, Rounds};
use super::job::Job;
use super::journal::{self, Journal, Place};
use super::listed::in_the_way;
use super::manifest::{MANIFEST, Manifest, sound_manifest};
use super::progress::Progress;
use super::results::Extent;
use super::store::{Begin, Store, UNITS, foreign, foreign_without_run};
use crate::Error;
use crate::report::Page;
use serde::Deserialize;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Where and how to run.
///
/// ```
/// use plywood_lab::experiment::RunOptions;
/// let options = RunOptions { jobs: 8, profile: "paper".into(), ..RunOptions::new("results/fig4") };
/// assert!(!options.progress);
/// ```
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The folder of the run, created if it is not there.
    pub out: PathBuf,
    /// Threads; at least one is used. No file depends on it.
    pub jobs: usize,
    /// The profile, for the manifest.
    pub profile: String,
    /// The version of Plywood, for the manifest.
    pub version: String,
    /// Set from outside to end the run soon: no unit is begun any more, those under way are finished.
    pub stop: Arc<AtomicBool>,
    /// Whether to run damaged units of an earlier run again, and write its other damaged files again.
    /// Otherwise damage is an error that names the file and the line.
    pub repair: bool,
    /// Whether to replace files in the folder that the run did not write, or that were changed since. Otherwise such a
    /// file is an error, before any unit is run.
    pub overwrite: bool,
    /// Whether to show progress on standard error: a bar on a terminal, else a line every two minutes.
    /// Otherwise nothing is printed at all.
    pub progress: bool,
    /// The job that the run is a part of. Its progress is shown together with that of the run.
    pub job: Option<Arc<Job>>,
}

impl RunOptions {
    /// A silent run on one thread into a folder.
    pub fn new(out: impl Into<PathBuf>) -> Self {
        RunOptions {
            out: out.into(),
            jobs: 1,
            profile: "quick".to_string(),
            version: env!("CARGO_PKG_VERSION").to_string(),
            stop: Arc::default(),
            repair: false,
            overwrite: false,
            progress: false,
            job: None,
        }
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every unit is done and the artefacts are written.
    Complete {
        /// Units run now.
        ran: u64,
        /// Units found in the journal.
        reused: u64,
    },
    /// Stopped from outside. Running again goes on from here.
    Interrupted {
        /// Units done, now or before.
        done: u64,
        /// Units left, as far as known.
        left: u64,
    },
}

/// Runs an experiment, or what is left of it, and writes the artefacts.
///
/// A unit that fails or panics ends the run with a [failure](plywood_play::Error::Failure) that names it; the units
/// that others had under way are finished and kept.
pub fn run(experiment: &dyn AnyExperiment, options: &RunOptions) -> Result<Outcome, Error> {
    run_watched(experiment, options, None)
}

/// The same, and hands each unit with its record to `watch`: first those that the journal has, then each as soon
/// as it is finished.
pub(crate) fn run_watched(
    experiment: &dyn AnyExperiment,
    options: &RunOptions,
    watch: Option<Watch<'_>>,
) -> Result<Outcome, Error> {
    let started = Instant::now();
    let manifest = Manifest::new(experiment, &options.profile, &options.version);
    let mut store = begin(experiment, manifest.clone(), options)?;
    let mut journal = store.open_journal(options.repair)?;
    let timings = kept_timings(&store, options.repair)?;
    experiment.keep_times(store.folder(), &[])?;
    refuse_foreign_files(experiment, &mut store, timings.as_ref(), options.overwrite)?;
    store.set_spec(manifest, &experiment.spec())?;
    let mut course = Course::begin(experiment, &journal)?;
    let job = options.job.clone();
    let progress = Progress::of_job(options.progress, experiment.name(), "units", job);
    let how = Running { jobs: options.jobs, stop: &options.stop, progress: &progress, watch };
    let (mut ran, mut shown) = (0, 0);
    while !course.round.is_empty() {
        let round = &course.round;
        if let Some(watch) = watch {
            let present = round.iter().filter_map(|unit| journal.place(unit));
            for place in course.done[shown..].iter().copied().chain(present) {
                let (unit, record) = journal.unit_at(place)?;
                watch(&unit, &record);
            }
            shown = course.done.len() + round.len();
        }
        let missing: Vec<usize> =
            (0..round.len()).filter(|&unit| !journal.contains(&round[unit])).collect();
        let before = (course.done.len() + round.len() - missing.len()) as u64;
        let total = total_units(experiment, course.done.len() + round.len());
        progress.round(before, total, experiment.expected_units().is_some());
        let now = course.run(&missing, &mut journal, &how)?;
        if !now.all {
            let done = before + now.units;
            store.add_elapsed(started.elapsed())?;
            return Ok(Outcome::Interrupted { done, left: total - done });
        }
        ran += now.units;
        course.advance(&journal)?;
    }
    progress.note("measuring times, writing the report");
    let finished = Finished { experiment, store: &mut store, course, journal, timings };
    let written = finished.write(options)?;
    if ran > 0 {
        store.add_elapsed(started.elapsed())?;
    }
    match written {
        Written { units, all: true } => Ok(Outcome::Complete { ran, reused: units - ran }),
        Written { units, all: false } => Ok(Outcome::Interrupted { done: units, left: 0 }),
    }
}

/// Begins the run of an experiment, or takes up the one that is there.
pub(super) fn begin(
    experiment: &dyn AnyExperiment,
    manifest: Manifest,
    options: &RunOptions,
) -> Result<Store, Error> {
    let &RunOptions { ref out, repair, overwrite, .. } = options;
    let (spec, names) = (experiment.spec(), artefacts::names(experiment)?);
    Store::begin(out, manifest, &Begin { spec: &spec, names: &names, repair, overwrite })
}

/// Refuses files in the places of artefacts that the run did not write, or that were changed since.
pub(super) fn refuse_foreign_files(
    experiment: &dyn AnyExperiment,
    store: &mut Store,
    timings: Option<&Value>,
    overwrite: bool,
) -> Result<(), Error> {
    let names = artefacts::names(experiment)?;
    if overwrite || store.foreign(&names)?.is_empty() {
        return Ok(());
    }
    // A manifest that was repaired lists nothing, but files that the results would give again were written by the run.
    let (rounds, extent) = read_results(experiment, store)?;
    let made = artefacts::make(experiment, store.manifest(), &*rounds, timings, extent)?;
    store.adopt(&made)?;
    match store.foreign(&names)?.first() {
        None => Ok(()),
        Some(name) => Err(in_the_way(store.folder(), name)),
    }
}

/// Refuses a folder in which [`run`] would have to replace files that the run did not write, or that were changed
/// since. Damage is left to the run.
pub fn check_folder(experiment: &dyn AnyExperiment, options: &RunOptions) -> Result<(), Error> {
    let folder = &options.out;
    if options.overwrite || !folder.is_dir() {
        return Ok(());
    }
    let names = artefacts::names(experiment)?;
    let foreign = match folder.join(MANIFEST).exists() {
        false => foreign_without_run(folder, &names)?,
        true => match sound_manifest(folder)? {
            Some(manifest) => foreign(folder, &manifest, &names)?,
            None => Vec::new(),
        },
    };
    foreign.first().map_or(Ok(()), |name| Err(in_the_way(folder, name)))
}

/// The wall times of an earlier run; damaged ones are taken again if the run is to be repaired.
pub(super) fn kept_timings(store: &Store, repair: bool) -> Result<Option<Value>, Error> {
    match store.timings() {
        Err(Error::Damaged { .. }) if repair => Ok(None),
        kept => kept,
    }
}

/// A run whose plan is empty: what is left is to take times and write the files.
pub(super) struct Finished<'a> {
    pub(super) experiment: &'a dyn AnyExperiment,
    pub(super) store: &'a mut Store,
    pub(super) course: Course<'a>,
    pub(super) journal: Journal,
    /// Wall times, if they were taken before.
    pub(super) timings: Option<Value>,
}

impl Finished<'_> {
    /// Takes the times, puts the journal into plan order and writes the artefacts.
    pub(super) fn write(self, options: &RunOptions) -> Result<Written, Error> {
        let Finished { experiment, store, course, journal, mut timings } = self;
        let mut places = course.done;
        let units = places.len() as u64;
        if experiment.frame().is_some() {
            // The plan may have changed: what it no longer calls for is kept, and times are taken again.
            places.extend(journal.besides(&places)?.into_iter().map(|(_, place)| place));
            timings = None;
        }
        refuse_unplanned(&journal, &places, store.folder())?;
        if timings.is_none() {
            if options.stop.load(Ordering::Relaxed) {
                return Ok(Written { units, all: false });
            }
            timings = experiment.timings()?;
            if let Some(taken) = &timings {
                store.keep_timings(taken)?;
            }
        }
        // The one order that depends neither on the number of threads nor on interruptions.
        journal.order(&places)?;
        let extent = Extent { done: units, planned: units, is_estimate: false };
        let (manifest, rounds) = (store.manifest(), &*course.rounds);
        let made = artefacts::make(experiment, manifest, rounds, timings.as_ref(), extent)?;
        store.write_made(&made, options.overwrite)?;
        Ok(Written { units, all: true })
    }
}

/// How many units a finished run has, and whether its files were written: not if it was stopped before.
pub(super) struct Written {
    pub(super) units: u64,
    pub(super) all: bool,
}

/// Writes the artefacts of the run in a folder again from its journal. The run may be incomplete,
/// and the page says so. Files that the run did not write, or that were changed since, are refused unless they may be
/// overwritten.
pub fn report(experiment: &dyn AnyExperiment, folder: &Path, overwrite: bool) -> Result<(), Error> {
    let mut store = Store::open(folder, experiment.name(), &experiment.spec())?;
    experiment.keep_times(folder, &[])?;
    let (rounds, extent) = read_results(experiment, &store)?;
    let (manifest, timings) = (store.manifest(), store.timings()?);
    let made = artefacts::make(experiment, manifest, &*rounds, timings.as_ref(), extent)?;
    store.write_made(&made, overwrite)
}

/// The page of the run in a folder, from its journal, how much of the run that is, and which run it is.
pub(crate) fn page_of_run(
    experiment: &dyn AnyExperiment,
    folder: &Path,
) -> Result<(Page, Extent, Manifest), Error> {
    let store = Store::open(folder, experiment.name(), &experiment.spec())?;
    let (rounds, extent) = read_results(experiment, &store)?;
    Ok((rounds.page(), extent, store.manifest().clone()))
}

/// The page of the wall times of the run in a folder, if it took any.
pub(crate) fn times_of_run(
    experiment: &dyn AnyExperiment,
    folder: &Path,
) -> Result<Option<Page>, Error> {
    let store = Store::open(folder, experiment.name(), &experiment.spec())?;
    let timings = store.timings()?;
    Ok(timings.map(|timings| experiment.timings_page(&timings)).transpose()?.flatten())
}

/// The results of a finished run, with their types.
pub(crate) fn results_of_run<T: Experiment>(
    experiment: &T,
    folder: &Path,
) -> Result<Results<T>, Error> {
    let store = Store::open(folder, Experiment::name(experiment), &Experiment::spec(experiment))?;
    let journal = store.read_journal()?;
    let mut results = Results::default();
    loop {
        let mut round = experiment.plan(&results);
        round.retain(|unit| !results.contains(unit));
        if round.is_empty() {
            return Ok(results);
        }
        for unit in round {
            let key = unit.to_string();
            let lacks = || Error::failure(format!("{}: no unit `{key}`", folder.display()));
            let (record, _) = journal.record(&key)?.ok_or_else(lacks)?;
            let record = T::Record::deserialize(Value::Object(record))
                .map_err(|e| Error::failure(format!("{}: unit `{key}`: {e}", folder.display())))?;
            results.insert(unit, record);
        }
    }
}

/// The results in the journal, and how much of the run they are.
fn read_results<'a>(
    experiment: &'a dyn AnyExperiment,
    store: &Store,
) -> Result<(Box<dyn Rounds + 'a>, Extent), Error> {
    let journal = store.read_journal()?;
    let mut course = Course::begin(experiment, &journal)?;
    let missing = course.take(&journal)?;
    if experiment.frame().is_none() {
        refuse_unplanned(&journal, &course.done, store.folder())?;
    }
    let units = course.done.len() as u64;
    let extent = match missing {
        0 => Extent { done: units, planned: units, is_estimate: false },
        _ => Extent {
            done: units,
            planned: total_units(experiment, course.done.len() + missing),
            is_estimate: experiment.expected_units().is_some(),
        },
    };
    Ok((course.rounds, extent))
}

/// The keys of all units in the journal of a folder, whatever plan called for them; none if there is no run. Damage is
/// left out: the run itself refuses or repairs it.
pub(crate) fn units_in_journal(folder: &Path) -> Result<Vec<String>, Error> {
    if !folder.join(MANIFEST).exists() {
        return Ok(Vec::new());
    }
    let mut units = Vec::new();
    let Some(manifest) = sound_manifest(folder)? else { return Ok(units) };
    let read = journal::visit(&manifest.identity(), &folder.join(UNITS), |line| {
        units.push(line.unit.to_string());
        Ok(())
    });
    match read {
        Ok(()) | Err(Error::Damaged { .. }) => Ok(units),
        Err(error) => Err(error),
    }
}

/// Units in all: those planned so far, or more if the experiment knows of more.
pub(super) fn total_units(experiment: &dyn AnyExperiment, planned: usize) -> u64 {
    experiment.expected_units().unwrap_or(0).max(planned as u64)
}

/// Refuses results that no plan calls for: they come from a build with another plan, whose other results
/// cannot be trusted either.
fn refuse_unplanned(journal: &Journal, done: &[Place], folder: &Path) -> Result<(), Error> {
    match journal.besides(done)?.first() {
        None => Ok(()),
        Some((unit, _)) => Err(Error::input(format!(
            "folder {} holds results that do not belong to the experiment ({} units, such as `{unit}`): another \
             build of plywood made them; choose another folder, or delete it",
            folder.display(),
            journal.len() - done.len()
        ))),
    }
}
