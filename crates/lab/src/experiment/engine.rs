//! The engine: plans, runs what is missing on several threads, journals, and plans again.
//!
//! Why the bytes are always the same: results enter [`Results`] a whole round of the plan at a
//! time, in plan order, whether a unit was run now or read from the journal. So every plan sees
//! what it would have seen in a run on one thread without a break.

use super::artefacts;
use super::definition::Experiment;
use super::files::replace_file;
use super::manifest::Manifest;
use super::progress::Progress;
use super::results::{Extent, Record, Results};
use super::store::Store;
use crate::Error;
use crate::report::html;
use plywood_protocols::catch_panic;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

/// As much stack as a main thread has: a deep search must not need one thread rather than another.
const STACK: usize = 8 << 20;

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
    /// Set from outside to end the run soon: no unit is started any more, those under way finish.
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
pub fn run(experiment: &dyn Experiment, options: &RunOptions) -> Result<Outcome, Error> {
    let manifest = Manifest::new(experiment, &options.profile, &options.version);
    let store = Store::begin(&options.out, manifest, &experiment.spec(), options.repair)?;
    let (mut journal, mut found) = store.open_journal(options.repair)?;
    let kept_timings = match store.timings() {
        Err(Error::Input(_)) if options.repair => None,
        kept => kept?,
    };
    let mut results = Results::default();
    let mut ran = 0;
    let progress = Progress::new(options.progress, experiment.name(), "units");
    loop {
        let round = next_round(experiment, &results);
        if round.is_empty() {
            break;
        }
        let missing: Vec<&str> =
            round.iter().map(String::as_str).filter(|&unit| !found.contains_key(unit)).collect();
        let before = (results.len() + round.len() - missing.len()) as u64;
        let total = total_units(experiment, results.len() + round.len());
        progress.round(before, total, experiment.expected_units().is_some());
        let mut now = 0;
        let outcome = run_units(experiment, &missing, options, |unit, record| {
            journal.append(unit, &record)?;
            found.insert(unit.to_string(), record);
            now += 1;
            progress.unit_done();
            Ok(())
        });
        let synced = journal.sync();
        outcome?;
        synced?;
        if now < missing.len() as u64 {
            let done = before + now;
            return Ok(Outcome::Interrupted { done, left: total - done });
        }
        ran += now;
        take_round(&round, &mut found, &mut results);
    }
    refuse_unplanned(&found, store.folder())?;
    let done = results.len() as u64;
    let mut timings = kept_timings;
    if timings.is_none() {
        if options.stop.load(Ordering::Relaxed) {
            return Ok(Outcome::Interrupted { done, left: 0 });
        }
        timings = experiment.timings()?;
        if let Some(taken) = &timings {
            store.keep_timings(taken)?;
        }
    }
    drop(journal);
    store.order_journal(&results)?;
    let extent = Extent { done, planned: done, is_estimate: false };
    write_artefacts(experiment, &store, &results, timings.as_ref(), extent)?;
    Ok(Outcome::Complete { ran, reused: done - ran })
}

/// Writes the artefacts of the run in a folder again from its journal. The run may be incomplete,
/// and the page says so.
pub fn report(experiment: &dyn Experiment, folder: &Path) -> Result<(), Error> {
    let store = Store::open(folder, experiment.name(), &experiment.spec())?;
    let (results, extent) = read_results(experiment, &store)?;
    write_artefacts(experiment, &store, &results, store.timings()?.as_ref(), extent)
}

/// The results in the journal of a run, and how much of it they are.
pub(crate) fn read_results(
    experiment: &dyn Experiment,
    store: &Store,
) -> Result<(Results, Extent), Error> {
    let mut found = store.read_journal()?;
    let mut results = Results::default();
    let mut missing = 0;
    while missing == 0 {
        let round = next_round(experiment, &results);
        if round.is_empty() {
            break;
        }
        missing = take_round(&round, &mut found, &mut results);
    }
    refuse_unplanned(&found, store.folder())?;
    let done = results.len() as u64;
    let extent = match missing {
        0 => Extent { done, planned: done, is_estimate: false },
        _ => Extent {
            done,
            planned: total_units(experiment, results.len() + missing),
            is_estimate: experiment.expected_units().is_some(),
        },
    };
    Ok((results, extent))
}

fn write_artefacts(
    experiment: &dyn Experiment,
    store: &Store,
    results: &Results,
    timings: Option<&Record>,
    extent: Extent,
) -> Result<(), Error> {
    if let Some(page) = timings.and_then(|timings| experiment.timings_page(timings)) {
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
    artefacts::write(store.folder(), store.manifest(), &experiment.page(results), extent)
}

/// The units that the plan adds to the results, each once.
fn next_round(experiment: &dyn Experiment, results: &Results) -> Vec<String> {
    let mut seen = HashSet::new();
    let mut round = experiment.plan(results);
    round.retain(|unit| !results.contains(unit) && seen.insert(unit.clone()));
    round
}

/// Moves a round's records into the results in plan order and says how many are missing.
fn take_round(
    round: &[String],
    found: &mut HashMap<String, Record>,
    results: &mut Results,
) -> usize {
    let mut missing = 0;
    for unit in round {
        match found.remove(unit) {
            Some(record) => results.insert(unit.clone(), record),
            None => missing += 1,
        }
    }
    missing
}

/// Units in all: those planned so far, or more if the experiment knows of more.
fn total_units(experiment: &dyn Experiment, planned: usize) -> u64 {
    experiment.expected_units().unwrap_or(0).max(planned as u64)
}

/// Results that no plan calls for come from a build whose plan was another: its other results are
/// then not to be trusted either.
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

/// Runs units on threads until all are done, one fails, or the run is stopped. `finished` gets
/// each record on the calling thread, in the order in which they finish.
fn run_units(
    experiment: &dyn Experiment,
    units: &[&str],
    options: &RunOptions,
    mut finished: impl FnMut(&str, Record) -> Result<(), Error>,
) -> Result<(), Error> {
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    let work = |sender: mpsc::Sender<(usize, Result<Record, Error>)>| {
        while !options.stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(unit) = units.get(index) else { break };
            if sender.send((index, run_unit(experiment, unit))).is_err() {
                break;
            }
        }
    };
    // Of several failures the first in plan order is told; a journal that takes no more comes
    // before all of them, as it ends the keeping of results.
    let mut failure: Option<(usize, Error)> = None;
    let mut broken: Option<Error> = None;
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for started in 0..options.jobs.clamp(1, units.len().max(1)) {
            let (sender, work) = (sender.clone(), &work);
            let thread = thread::Builder::new().stack_size(STACK);
            match thread.spawn_scoped(scope, move || work(sender)) {
                Ok(_) => {}
                // Fewer threads than asked for do the same work.
                Err(_) if started > 0 => break,
                Err(e) => broken = Some(Error::failure(format!("cannot start a thread: {e}"))),
            }
        }
        drop(sender);
        for (index, outcome) in receiver {
            let kept = match outcome {
                Ok(record) if broken.is_none() => finished(units[index], record),
                Ok(_) => Ok(()),
                Err(error) => {
                    if failure.as_ref().is_none_or(|(first, _)| index < *first) {
                        failure = Some((index, error));
                    }
                    failed.store(true, Ordering::Relaxed);
                    Ok(())
                }
            };
            if let Err(error) = kept {
                broken = Some(error);
                failed.store(true, Ordering::Relaxed);
            }
        }
    });
    match broken.or(failure.map(|(_, error)| error)) {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// Runs one unit; whatever goes wrong in it becomes a failure that names it.
fn run_unit(experiment: &dyn Experiment, unit: &str) -> Result<Record, Error> {
    // A unit shares nothing mutable with the engine, and after a panic none is started.
    match catch_panic(|| experiment.run(unit)) {
        Ok(Ok(record)) => Ok(record),
        Ok(Err(error)) => Err(Error::failure(format!("unit `{unit}`: {error}"))),
        Err(words) => Err(Error::failure(format!("unit `{unit}` panicked: {words}"))),
    }
}
