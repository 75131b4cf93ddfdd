//! The engine: plans, runs what is missing on several threads, journals, and plans again.
//!
//! Why the bytes are always the same: results enter the [`Rounds`] a whole round of the plan at a
//! time, in plan order, whether a unit was run now or read from the journal. So every plan sees
//! what it would have seen in a run on one thread without a break.

use super::artefacts;
use super::definition::{Experiment, Results};
use super::erased::{AnyExperiment, Rounds};
use super::files::replace_file;
use super::manifest::Manifest;
use super::progress::Progress;
use super::results::{Extent, Record};
use super::store::Store;
use crate::report::{Page, html};
use crate::{Error, pool};
use plywood_protocols::catch_panic;
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
    /// Whether to show progress on standard error: a bar on a terminal, else a line every two minutes.
    /// Otherwise nothing is printed at all.
    pub progress: bool,
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
            progress: false,
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
/// A unit that fails or panics ends the run with a [`Error::Failure`] that names it; the units
/// that others had under way are finished and kept.
pub fn run(experiment: &dyn AnyExperiment, options: &RunOptions) -> Result<Outcome, Error> {
    run_watched(experiment, options, &mut |_, _| {})
}

/// The same, and hands each unit with its record to `on_unit`: first those that the journal has, then each as
/// soon as it is finished.
pub(crate) fn run_watched(
    experiment: &dyn AnyExperiment,
    options: &RunOptions,
    on_unit: &mut dyn FnMut(&str, &Record),
) -> Result<Outcome, Error> {
    let manifest = Manifest::new(experiment, &options.profile, &options.version);
    let store = Store::begin(&options.out, manifest, &experiment.spec(), options.repair)?;
    let (mut journal, mut found) = store.open_journal(options.repair)?;
    let kept_timings = match store.timings() {
        Err(Error::Damaged { .. }) if options.repair => None,
        kept => kept?,
    };
    let mut rounds = experiment.begin();
    let mut done: Vec<(String, Record)> = Vec::new();
    let mut ran = 0;
    let progress = Progress::new(options.progress, experiment.name(), "units");
    loop {
        let round = rounds.plan();
        if round.is_empty() {
            break;
        }
        let missing: Vec<usize> =
            (0..round.len()).filter(|&unit| !found.contains_key(&round[unit])).collect();
        round.iter().filter_map(|key| found.get_key_value(key)).for_each(|(k, r)| on_unit(k, r));
        let before = (done.len() + round.len() - missing.len()) as u64;
        let total = total_units(experiment, done.len() + round.len());
        progress.round(before, total, experiment.expected_units().is_some());
        let mut now = 0;
        let outcome = pool::run(
            pool::workers(options.jobs, missing.len()),
            missing.iter(),
            &options.stop,
            |(), &unit| run_unit(&*rounds, unit, &round[unit]).map(|record| (unit, record)),
            |_, (unit, record)| {
                journal.append(&round[unit], &record)?;
                on_unit(&round[unit], &record);
                found.insert(round[unit].clone(), record);
                now += 1;
                progress.unit_done();
                Ok(())
            },
        );
        let synced = journal.sync();
        let all = outcome?;
        synced?;
        if !all {
            let done = before + now;
            return Ok(Outcome::Interrupted { done, left: total - done });
        }
        ran += now;
        take_round(&mut *rounds, round, &mut found, &mut done)?;
    }
    let units = done.len() as u64;
    match experiment.frame() {
        None => refuse_unplanned(&found, store.folder())?,
        Some(_) => done.extend(sorted(found)),
    }
    // The times of a run that was extended are taken again.
    let mut timings = kept_timings.filter(|_| experiment.frame().is_none());
    if timings.is_none() {
        if options.stop.load(Ordering::Relaxed) {
            return Ok(Outcome::Interrupted { done: units, left: 0 });
        }
        timings = experiment.timings()?;
        if let Some(taken) = &timings {
            store.keep_timings(taken)?;
        }
    }
    drop(journal);
    store.order_journal(&done)?;
    let extent = Extent { done: units, planned: units, is_estimate: false };
    write_artefacts(experiment, &store, &rounds.page(), timings.as_ref(), extent)?;
    Ok(Outcome::Complete { ran, reused: units - ran })
}

/// Writes the artefacts of the run in a folder again from its journal. The run may be incomplete,
/// and the page says so.
pub fn report(experiment: &dyn AnyExperiment, folder: &Path) -> Result<(), Error> {
    let store = Store::open(folder, experiment.name(), &experiment.spec())?;
    let (page, extent) = read_page(experiment, &store)?;
    write_artefacts(experiment, &store, &page, store.timings()?.as_ref(), extent)
}

/// The page of the run in a folder, from its journal, how much of the run that is, and which run it is.
pub(crate) fn page_of_run(
    experiment: &dyn AnyExperiment,
    folder: &Path,
) -> Result<(Page, Extent, Manifest), Error> {
    let store = Store::open(folder, experiment.name(), &experiment.spec())?;
    let (page, extent) = read_page(experiment, &store)?;
    Ok((page, extent, store.manifest().clone()))
}

/// The results of a finished run, with their types.
pub(crate) fn results_of_run<T: Experiment>(
    experiment: &T,
    folder: &Path,
) -> Result<Results<T>, Error> {
    let store = Store::open(folder, Experiment::name(experiment), &Experiment::spec(experiment))?;
    let mut found = store.read_journal()?;
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
            let record = Value::Object(found.remove(&key).ok_or_else(lacks)?);
            let record = T::Record::deserialize(record)
                .map_err(|e| Error::failure(format!("{}: unit `{key}`: {e}", folder.display())))?;
            results.insert(unit, record);
        }
    }
}

fn read_page(experiment: &dyn AnyExperiment, store: &Store) -> Result<(Page, Extent), Error> {
    let mut found = store.read_journal()?;
    let (mut rounds, mut done, mut missing) = (experiment.begin(), Vec::new(), 0);
    while missing == 0 {
        let round = rounds.plan();
        if round.is_empty() {
            break;
        }
        missing = take_round(&mut *rounds, round, &mut found, &mut done)?;
    }
    if experiment.frame().is_none() {
        refuse_unplanned(&found, store.folder())?;
    }
    let units = done.len() as u64;
    let extent = match missing {
        0 => Extent { done: units, planned: units, is_estimate: false },
        _ => Extent {
            done: units,
            planned: total_units(experiment, done.len() + missing),
            is_estimate: experiment.expected_units().is_some(),
        },
    };
    Ok((rounds.page(), extent))
}

fn write_artefacts(
    experiment: &dyn AnyExperiment,
    store: &Store,
    page: &Page,
    timings: Option<&Value>,
    extent: Extent,
) -> Result<(), Error> {
    let times = timings.map(|timings| experiment.timings_page(timings)).transpose()?.flatten();
    if let Some(page) = times {
        let claims = page.claims_table();
        for table in page.tables().chain(&claims) {
            debug_assert!(
                table.name.starts_with("timings"),
                "what varies must be known by its name"
            );
            let path = store.folder().join(format!("{}.csv", table.name));
            replace_file(&path, artefacts::csv(table).as_bytes())?;
        }
        let text = html::page(&page, &store.manifest().run_facts(extent));
        replace_file(&store.folder().join("timings.html"), text.as_bytes())?;
    }
    artefacts::write(store.folder(), store.manifest(), page, extent)
}

/// Moves a round's records into the results in plan order and returns how many are missing.
fn take_round(
    rounds: &mut dyn Rounds,
    round: Vec<String>,
    found: &mut HashMap<String, Record>,
    done: &mut Vec<(String, Record)>,
) -> Result<usize, Error> {
    let mut missing = 0;
    for (unit, key) in round.into_iter().enumerate() {
        match found.remove(&key) {
            Some(record) => {
                rounds.add(unit, &record)?;
                done.push((key, record));
            }
            None => missing += 1,
        }
    }
    Ok(missing)
}

/// Units in all: those planned so far, or more if the experiment knows of more.
fn total_units(experiment: &dyn AnyExperiment, planned: usize) -> u64 {
    experiment.expected_units().unwrap_or(0).max(planned as u64)
}

/// Units with their records, in the order of their keys.
fn sorted(found: HashMap<String, Record>) -> Vec<(String, Record)> {
    let mut units: Vec<_> = found.into_iter().collect();
    units.sort_by(|a, b| a.0.cmp(&b.0));
    units
}

/// Refuses results that no plan calls for: they come from a build with another plan, whose other results
/// cannot be trusted either.
fn refuse_unplanned(found: &HashMap<String, Record>, folder: &Path) -> Result<(), Error> {
    match found.keys().min() {
        None => Ok(()),
        Some(unit) => Err(Error::input(format!(
            "folder {} holds results that its experiment does not call for ({} units, such as \
             `{unit}`): another build of plywood began it; choose another --out or delete it",
            folder.display(),
            found.len()
        ))),
    }
}

/// Runs one unit; whatever goes wrong in it becomes a failure that names it.
fn run_unit(rounds: &dyn Rounds, unit: usize, key: &str) -> Result<Record, Error> {
    // A unit shares nothing mutable with the engine, and after a panic none is started.
    match catch_panic(|| rounds.run(unit)) {
        Ok(Ok(record)) => Ok(record),
        Ok(Err(error)) => Err(Error::failure(format!("unit `{key}`: {error}"))),
        Err(words) => Err(Error::failure(format!("unit `{key}` panicked: {words}"))),
    }
}
