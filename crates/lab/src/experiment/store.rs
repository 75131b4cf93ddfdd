//! The folder of a run: what is in it, and how files get there whole or not at all.
//!
//! ```text
//! manifest.json  which run it is             spec.toml     the specification
//! units.jsonl    the journal                 timings.json  wall times, if any were taken
//! timings-units.json  how long it took
//! results.json   every table                 NAME.csv      one per table
//! report.html    the page                    lock          only while a process is at work
//! ```
//!
//! The files of the first three lines are read back, and each has a checksum; the specification's stands
//! in the manifest. The others are made from them, and the manifest lists them with their hashes: a file that was
//! written or changed by somebody else is not replaced without being asked to. Those with wall times are listed in
//! `timings-files.json`.

use super::artefacts::{Made, TIMES};
use super::files::{names_in, read_if_there, replace_file};
use super::journal::{self, Journal};
use super::listed::{FileList, in_the_way, read_list, write_list};
use super::lock::{LOCK, Lock};
use super::manifest::{
    MANIFEST, Machine, Manifest, SPEC, damaged_manifest, read_manifest, read_spec, sound_manifest,
};
use super::seal::{REPAIR, from_json, hash, to_json};
use crate::Error;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub(super) const UNITS: &str = "units.jsonl";
const TIMINGS: &str = "timings.json";
/// How long the run took, and what units cost: of a shard, or of all shards that were merged.
const COSTS: &str = "timings-units.json";
/// The list of the other files with wall times.
const TIMING_FILES: &str = "timings-files.json";

/// Wall times with the machine they were taken on, which need not be the one that began the run.
#[derive(Serialize, Deserialize)]
struct Timings {
    machine: Machine,
    measurements: Value,
}

/// What units cost, one entry per shard, or per merge of shards: the last is of the last round.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Costs {
    costs: Vec<Cost>,
    /// The seconds that [`run`](super::run()) took, interruptions left out; none of a run that was merged from shards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    elapsed: Option<f64>,
}

/// What units cost together.
///
/// ```
/// let cost = plywood_lab::experiment::Cost { units: 4, seconds: 2.0 };
/// assert_eq!(cost.of_unit(), Some(0.5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// The number of units.
    pub units: u64,
    /// The wall time that threads spent in them, in seconds.
    pub seconds: f64,
}

impl Cost {
    /// Seconds per unit; nothing of no units.
    pub fn of_unit(self) -> Option<f64> {
        (self.units > 0).then(|| self.seconds / self.units as f64)
    }

    fn plus(self, other: Cost) -> Cost {
        Cost { units: self.units + other.units, seconds: self.seconds + other.seconds }
    }
}

/// The folder of a run, held by this process alone.
pub(crate) struct Store {
    folder: PathBuf,
    manifest: Manifest,
    _lock: Lock,
}

/// How a run is begun.
pub(crate) struct Begin<'a> {
    pub(crate) spec: &'a str,
    /// The files that will be made from the results, as far as they are known.
    pub(crate) names: &'a [String],
    /// Whether to write damaged files again, as far as they say nothing that is not known otherwise.
    pub(crate) repair: bool,
    /// Whether to replace files that are not of the run.
    pub(crate) overwrite: bool,
}

impl Store {
    /// Begins a run in a folder, or takes up the one that is there.
    pub(crate) fn begin(
        folder: &Path,
        manifest: Manifest,
        how: &Begin<'_>,
    ) -> Result<Store, Error> {
        let lock = Lock::claim(folder, "run")?;
        let is_there = folder.join(MANIFEST).exists();
        let sound = if is_there { sound_manifest(folder)? } else { None };
        let manifest = match sound {
            Some(there) => {
                there.check_joins(folder, &manifest)?;
                there
            }
            None if is_there && !how.repair => return Err(damaged_manifest(folder)),
            // Where the manifest is lost, not even an overwritten folder loses results. Records of another version have
            // other checksums, so they run again.
            None if (how.repair || (how.overwrite && !is_there))
                && is_of_run(folder, &manifest, how.spec) =>
            {
                manifest.write(folder)?;
                manifest
            }
            None if is_there => {
                return Err(Error::input(format!(
                    "folder {}: {MANIFEST} is damaged, and neither {SPEC} nor {UNITS} is of this run, so it is not \
                     known which run it holds: choose another folder, or delete it",
                    folder.display()
                )));
            }
            None => {
                clear(folder, how)?;
                manifest.write(folder)?;
                manifest
            }
        };
        let store = Store { folder: folder.to_path_buf(), manifest, _lock: lock };
        if !how.repair && !store.knows_spec()? {
            read_spec(folder)?;
        }
        store.check_sealed::<Costs>(COSTS, how.repair)?;
        store.check_sealed::<Value>(TIMING_FILES, how.repair)?;
        // Who was killed while writing one of these leaves half of it behind. They are written only under the lock.
        remove(folder, &names_in(folder, is_half_written)?)?;
        Ok(store)
    }

    /// Whether the specification is that of the run. It may be lacking after a crash.
    fn knows_spec(&self) -> Result<bool, Error> {
        let Some(spec) = read_if_there(&self.folder.join(SPEC))? else { return Ok(true) };
        let (spec, list) = (hash(spec), self.manifest.files.as_ref());
        Ok(self.manifest.spec_sha256 == spec || list.is_some_and(|list| list.has(SPEC, &spec)))
    }

    /// Gives the run its specification, which may be another one of its frame. While the file is being replaced both
    /// are listed, so that either is known after a crash.
    pub(crate) fn set_spec(&mut self, now: Manifest, spec: &str) -> Result<(), Error> {
        let mut now = self.manifest.extended(now);
        let path = self.folder.join(SPEC);
        let there = read_if_there(&path)?;
        if there.as_deref() != Some(spec.as_bytes()) {
            if let (Some(there), Some(files)) = (there, &mut now.files) {
                files.list(SPEC, vec![hash(there), hash(spec)]);
                now.write(&self.folder)?;
            }
            replace_file(&path, spec.as_bytes())?;
        }
        if let Some(files) = &mut now.files {
            files.forget(SPEC);
        }
        if now != read_manifest(&self.folder)? {
            now.write(&self.folder)?;
        }
        self.manifest = now;
        Ok(())
    }

    /// Refuses a damaged file, or removes it to repair the run, which can do without it.
    fn check_sealed<T: DeserializeOwned>(&self, name: &str, repair: bool) -> Result<(), Error> {
        let path = self.folder.join(name);
        let Some(bytes) = read_if_there(&path)? else { return Ok(()) };
        if from_json::<T>(&self.manifest.identity(), &bytes).is_some() {
            return Ok(());
        }
        match repair {
            true => fs::remove_file(&path).map_err(|e| Error::at(&path, e)),
            false => Err(Error::damaged(&path, format!("damaged: {REPAIR} removes it"))),
        }
    }

    /// Takes up the run that is in a folder.
    pub(crate) fn open(folder: &Path, name: &str, spec: &str) -> Result<Store, Error> {
        let manifest = read_manifest(folder)?;
        manifest.check(folder, name, spec)?;
        let lock = Lock::take(folder)?;
        Ok(Store { folder: folder.to_path_buf(), manifest, _lock: lock })
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The journal, to be read.
    pub(crate) fn read_journal(&self) -> Result<Journal, Error> {
        Journal::read(&self.manifest.identity(), &self.folder.join(UNITS))
    }

    /// The journal, open for more. Repaired, it has no damaged lines.
    pub(crate) fn open_journal(&self, repair: bool) -> Result<Journal, Error> {
        Journal::open(&self.manifest.identity(), &self.folder.join(UNITS), repair)
    }

    /// The wall times, if they were taken.
    pub(crate) fn timings(&self) -> Result<Option<Value>, Error> {
        let path = self.folder.join(TIMINGS);
        let Some(bytes) = read_if_there(&path)? else { return Ok(None) };
        match from_json::<Timings>(&self.manifest.identity(), &bytes) {
            Some(timings) => Ok(Some(timings.measurements)),
            None => Err(Error::damaged(&path, format!("damaged: {REPAIR} takes the times again"))),
        }
    }

    /// Adds to what the units of a shard cost.
    pub(crate) fn add_cost(&self, units: u64, spent: Duration) -> Result<(), Error> {
        let now = Cost { units, seconds: spent.as_secs_f64() };
        let all = self.read_costs(&self.folder);
        let before = all.costs.last().copied().unwrap_or_default();
        self.write_costs(&Costs { costs: vec![before.plus(now)], ..all })
    }

    /// Adds to the time that the run took.
    pub(crate) fn add_elapsed(&self, spent: Duration) -> Result<(), Error> {
        let all = self.read_costs(&self.folder);
        let elapsed = all.elapsed.unwrap_or(0.0) + spent.as_secs_f64();
        self.write_costs(&Costs { elapsed: Some(elapsed), ..all })
    }

    /// Adds what the units of merged shards cost, as one entry.
    pub(crate) fn take_costs(&self, shards: &[PathBuf]) -> Result<(), Error> {
        let costs = shards.iter().flat_map(|shard| self.read_costs(shard).costs);
        let sum = costs.fold(Cost::default(), Cost::plus);
        if sum.units == 0 {
            return Ok(());
        }
        let mut all = self.read_costs(&self.folder);
        all.costs.push(sum);
        self.write_costs(&all)
    }

    /// The costs in a folder of this run. They size shards and are shown, so damaged ones do not count.
    fn read_costs(&self, folder: &Path) -> Costs {
        let bytes = fs::read(folder.join(COSTS)).unwrap_or_default();
        from_json(&self.manifest.identity(), &bytes).unwrap_or_default()
    }

    fn write_costs(&self, costs: &Costs) -> Result<(), Error> {
        let bytes = to_json(&self.manifest.identity(), costs)?;
        replace_file(&self.folder.join(COSTS), &bytes)
    }

    /// Names other machines in the manifest.
    pub(crate) fn set_machines(&mut self, machines: Vec<Machine>) -> Result<(), Error> {
        let mut now = self.manifest.clone();
        now.set_machines(machines);
        if self.manifest != now {
            now.write(&self.folder)?;
            self.manifest = now;
        }
        Ok(())
    }

    /// See [`foreign`].
    pub(crate) fn foreign(&self, names: &[String]) -> Result<Vec<String>, Error> {
        foreign(&self.folder, &self.manifest, names)
    }

    /// Lists files that are in the folder with exactly these contents.
    pub(crate) fn adopt(&mut self, made: &Made) -> Result<(), Error> {
        let mut files = self.manifest.files.clone().unwrap_or_default();
        files.adopt(&self.folder, &made.files)?;
        self.list_files(files)?;
        let mut times = self.timing_files()?;
        times.adopt(&self.folder, &made.times)?;
        self.list_timing_files(times)
    }

    /// Writes what was made from the results. A file that is neither listed nor the same already is refused before any
    /// is written, unless it may be overwritten.
    pub(crate) fn write_made(&mut self, made: &Made, overwrite: bool) -> Result<(), Error> {
        let overwrite = overwrite || self.manifest.files.is_none();
        let folder = self.folder.clone();
        let listed = self.manifest.files.clone().unwrap_or_default();
        let files = listed.replacement(&folder, &made.files, overwrite)?;
        let times = self.timing_files()?.replacement(&folder, &made.times, overwrite)?;
        times.write(|list| self.list_timing_files(list))?;
        files.write(|list| self.list_files(list))
    }

    fn list_files(&mut self, files: FileList) -> Result<(), Error> {
        self.manifest.files = Some(files);
        self.manifest.write(&self.folder)
    }

    fn timing_files(&self) -> Result<FileList, Error> {
        timing_files(&self.folder, &self.manifest)
    }

    fn list_timing_files(&self, files: FileList) -> Result<(), Error> {
        write_list(&self.folder.join(TIMING_FILES), &self.manifest.identity(), files)
    }

    /// Keeps the wall times.
    pub(crate) fn keep_timings(&self, measurements: &Value) -> Result<(), Error> {
        let timings = Timings { machine: Machine::this(), measurements: measurements.clone() };
        let bytes = to_json(&self.manifest.identity(), &timings)?;
        replace_file(&self.folder.join(TIMINGS), &bytes)
    }
}

/// What the units of the last merged shards of a run cost, if that is known.
pub(crate) fn last_cost(folder: &Path) -> Option<Cost> {
    costs_of_run(folder)?.costs.last().copied()
}

/// How long the run in a folder took, in seconds, if that is known: the wall time of the processes that ran it, or for
/// merged shards the time that all their threads spent in units.
pub fn duration(folder: &Path) -> Option<f64> {
    let Costs { costs, elapsed } = costs_of_run(folder)?;
    let seconds: f64 = costs.iter().map(|cost| cost.seconds).sum();
    elapsed.or((seconds > 0.0).then_some(seconds))
}

fn costs_of_run(folder: &Path) -> Option<Costs> {
    let run = read_manifest(folder).ok()?.identity();
    from_json(&run, &fs::read(folder.join(COSTS)).ok()?)
}

/// Whether a folder whose manifest is damaged or missing has the specification or results of a run.
fn is_of_run(folder: &Path, manifest: &Manifest, spec: &str) -> bool {
    fs::read(folder.join(SPEC)).is_ok_and(|there| there == spec.as_bytes())
        || journal::has_lines(&manifest.identity(), &folder.join(UNITS))
}

/// The list of the files with wall times. They never repeat, so it is not in the manifest.
fn timing_files(folder: &Path, manifest: &Manifest) -> Result<FileList, Error> {
    let path = folder.join(TIMING_FILES);
    let list = read_list(&path, &manifest.identity())?;
    list.ok_or_else(|| Error::damaged(&path, format!("damaged: {REPAIR} removes it")))
}

/// The files among those that are listed and these names that the run did not write, or that were changed since.
pub(crate) fn foreign(
    folder: &Path,
    manifest: &Manifest,
    names: &[String],
) -> Result<Vec<String>, Error> {
    let Some(list) = &manifest.files else { return Ok(Vec::new()) };
    let times = timing_files(folder, manifest)?;
    let tables = names_in(folder, |name| name.starts_with("timings") && name.ends_with(".csv"))?;
    let names: BTreeSet<&str> = list.names().chain(names.iter().map(String::as_str)).collect();
    let of_times = tables.iter().map(String::as_str).chain(times.names()).chain([TIMES]);
    let of_times: BTreeSet<&str> = of_times.collect();
    let mut foreign = list.foreign(folder, names)?;
    foreign.extend(times.foreign(folder, of_times)?);
    Ok(foreign.into_iter().map(String::from).collect())
}

/// The files in a folder without a manifest that a run with files of these names would replace or read.
pub(crate) fn foreign_without_run(folder: &Path, names: &[String]) -> Result<Vec<String>, Error> {
    let mut there = names_in(folder, |name| {
        is_read(name) || name == TIMES || name.ends_with(".csv") || names.iter().any(|n| n == name)
    })?;
    there.sort();
    let foreign = FileList::default().foreign(folder, there.iter().map(String::as_str))?;
    Ok(foreign.into_iter().map(String::from).collect())
}

/// Whether a run reads the file, beside its manifest.
fn is_read(name: &str) -> bool {
    [SPEC, UNITS, TIMINGS, COSTS, TIMING_FILES].contains(&name)
        || (name.starts_with("timings") && name.ends_with(".jsonl"))
}

/// Whether the file is half of one that a run writes and reads.
fn is_half_written(name: &str) -> bool {
    let whole = name.strip_prefix('.').and_then(|name| name.strip_suffix(".part"));
    whole.is_some_and(|whole| is_read(whole) || whole == MANIFEST)
}

/// Makes room for a run in a folder without a manifest: refuses what would be lost, or removes what would be read if
/// it may be overwritten.
fn clear(folder: &Path, how: &Begin<'_>) -> Result<(), Error> {
    let foreign = foreign_without_run(folder, how.names)?;
    if let Some(name) = foreign.first().filter(|_| !how.overwrite) {
        return Err(in_the_way(folder, name));
    }
    remove(folder, &names_in(folder, is_read)?)
}

/// Removes the files of a run that is part of another now, and its folder if nothing else is in it. The manifest is
/// the last: without it, nobody would know whose the others are.
pub(crate) fn remove_run(folder: &Path) -> Result<(), Error> {
    let is_part = |name: &str| name.starts_with('.') && name.ends_with(".part");
    remove(folder, &names_in(folder, |name| is_read(name) || is_part(name))?)?;
    remove(folder, &[MANIFEST.to_string(), LOCK.to_string()])?;
    let _ = fs::remove_dir(folder);
    Ok(())
}

fn remove(folder: &Path, names: &[String]) -> Result<(), Error> {
    for path in names.iter().map(|name| folder.join(name)) {
        fs::remove_file(&path).map_err(|e| Error::at(&path, e))?;
    }
    Ok(())
}
