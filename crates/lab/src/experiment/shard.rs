//! Shards: parts of the present plan of a run, each with a journal of its own.
//!
//! Shard I of N has every N-th unit of the present round, from the I-th. The present round follows from the
//! results in the journal of the run's folder, which only a merge changes. So all shards see the same round, and
//! a shard that is started again has the same units, also if some of them were merged meanwhile.
//!
//! The journal of a shard is in the folder of the run:
//!
//! ```text
//! units.jsonl                 the results of the run, as far as they are merged
//! shards/3-of-40/             a folder like that of a run: manifest.json, spec.toml, units.jsonl
//! ```

use super::course::{Course, Running};
use super::engine::{Outcome, RunOptions};
use super::erased::AnyExperiment;
use super::journal::Journal;
use super::manifest::{MANIFEST, Manifest, read_manifest, read_spec};
use super::progress::Progress;
use super::store::{Begin, Store, UNITS};
use crate::Error;
use plywood_games::shown;
use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The folder of the shards in the folder of a run.
pub(super) const SHARDS: &str = "shards";
/// The variables that have the number of a task: of a Slurm job array, and of a Kubernetes indexed job.
const INDEX_VARIABLES: [&str; 2] = ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"];

/// One of several parts of a plan.
///
/// ```
/// use plywood_lab::experiment::Shard;
/// let shard = Shard::parse("2/8", |_| None)?;
/// assert_eq!(shard.to_string(), "2/8");
/// let shard = Shard::parse("auto/8", |name| (name == "SLURM_ARRAY_TASK_ID").then(|| "5".into()))?;
/// assert_eq!(shard.to_string(), "5/8");
/// assert!(Shard::parse("8/8", |_| None).is_err());
/// # Ok::<(), plywood_lab::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u32,
    count: u32,
}

impl Shard {
    /// Reads `I/N`, shard I of N with I from 0, or `auto/N`, where `variable` has the value of the environment
    /// variable SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX, which is I.
    pub fn parse(text: &str, variable: impl Fn(&str) -> Option<String>) -> Result<Shard, Error> {
        let wrong = |expected: &str| {
            Error::input(format!("--shard '{}': expected {expected}", shown(text)))
        };
        let form = "I/N or auto/N, such as 0/4: shard I of N, from 0";
        let (index, count) = text.split_once('/').ok_or_else(|| wrong(form))?;
        let count: u32 = count.parse().map_err(|_| wrong(form))?;
        if count == 0 {
            return Err(wrong("at least 1 shard"));
        }
        let index: u32 = if index == "auto" {
            let set = INDEX_VARIABLES.iter().find_map(|name| Some((name, variable(name)?)));
            let (name, value) = set.ok_or_else(|| {
                wrong(&format!("the variable {} to be set", INDEX_VARIABLES.join(" or ")))
            })?;
            value.parse().map_err(|_| {
                wrong(&format!("{name} to be a whole number, not '{}'", shown(&value)))
            })?
        } else {
            index.parse().map_err(|_| wrong(form))?
        };
        if index >= count {
            return Err(wrong(&format!("a shard from 0 to {}, not {index}", count - 1)));
        }
        Ok(Shard { index, count })
    }

    /// Whether the shard has the unit at this place of the round.
    pub(crate) fn has(self, place: usize) -> bool {
        place % self.count as usize == self.index as usize
    }

    /// The folder of the shard's journal in the folder of a run.
    pub fn folder(self, run: &Path) -> PathBuf {
        run.join(SHARDS).join(format!("{}-of-{}", self.index, self.count))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

/// Runs what is left of a shard of the present plan. `options.out` is the folder of the run; its results say
/// which plan is the present one. Complete means that all units of the shard are done; [`merge`](super::merge())
/// takes them into the run.
pub fn run_shard(
    experiment: &dyn AnyExperiment,
    options: &RunOptions,
    shard: Shard,
) -> Result<Outcome, Error> {
    let manifest = Manifest::new(experiment, &options.profile, &options.version);
    let known = known_results(experiment, &options.out, &manifest)?;
    let course = Course::begin(experiment, &known)?;
    let folder = shard.folder(&options.out);
    let &RunOptions { repair, overwrite, .. } = options;
    let begin = Begin { spec: &experiment.spec(), names: &[], repair, overwrite };
    let mut store = Store::begin(&folder, manifest.clone(), &begin)?;
    store.set_spec(manifest, begin.spec)?;
    let mut journal = store.open_journal(options.repair)?;
    experiment.keep_times(&folder, &[])?;
    let round = &course.round;
    let part = (0..round.len()).filter(|&unit| shard.has(unit) && !known.contains(&round[unit]));
    let (there, missing): (Vec<usize>, Vec<usize>) =
        part.partition(|&unit| journal.contains(&round[unit]));
    let (reused, all) = (there.len() as u64, (there.len() + missing.len()) as u64);
    let name = format!("{} shard {shard}", experiment.name());
    let progress = Progress::new(options.progress, &name, "units");
    progress.round(reused, all, false);
    let how = Running { jobs: options.jobs, stop: &options.stop, progress: &progress, watch: None };
    let ran = course.run(&missing, &mut journal, &how)?;
    store.add_cost(ran.units, ran.spent)?;
    let done = reused + ran.units;
    Ok(match ran.all {
        true => Outcome::Complete { ran: ran.units, reused },
        false => Outcome::Interrupted { done, left: all - done },
    })
}

/// The results in the folder of a run, which need not be there. Nothing is locked: a merge replaces the
/// journal or appends to it.
pub(super) fn known_results(
    experiment: &dyn AnyExperiment,
    folder: &Path,
    manifest: &Manifest,
) -> Result<Journal, Error> {
    if folder.join(MANIFEST).exists() {
        let there = read_manifest(folder)?;
        there.check_joins(folder, &manifest.with_experiment(experiment))?;
    } else if folder.is_file() {
        let folder = folder.display();
        return Err(Error::input(format!("{folder}: a file, expected a folder for the run")));
    }
    Journal::read(&manifest.identity(), &folder.join(UNITS))
}

/// The folders with journals in the folder of a run, sorted: the run's own, if it has one, and those of
/// its shards. A shard that was killed before its manifest was written has none.
pub(super) fn folders_with_journals(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let shards = folder.join(SHARDS);
    let mut found = match fs::read_dir(&shards) {
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        Err(error) if error.kind() == ErrorKind::NotADirectory => Vec::new(),
        Err(error) => return Err(Error::at(&shards, error)),
        Ok(entries) => {
            let paths: Result<Vec<PathBuf>, _> = entries.map(|e| e.map(|e| e.path())).collect();
            paths.map_err(|error| Error::at(&shards, error))?
        }
    };
    found.push(folder.to_path_buf());
    found.retain(|folder| folder.join(MANIFEST).is_file());
    found.sort();
    Ok(found)
}

/// Which run is in a folder, or which run the shards in it belong to, and its specification: what the experiment
/// is built from again.
pub fn find_run(folder: &Path) -> Result<(Manifest, String), Error> {
    let folders = folders_with_journals(folder)?;
    // A folder without a journal has the error of a folder that is no run's. A shard may belong to an extension of the run
    // that it is to be merged into.
    let last = folders.last().map_or(folder, PathBuf::as_path);
    Ok((read_manifest(last)?, read_spec(last)?))
}
