//! The folder of a run: what is in it, and how files get there whole or not at all.
//!
//! ```text
//! manifest.json  which run it is             spec.toml     the specification
//! units.jsonl    the journal                 timings.json  wall times, if any were taken
//! results.json   every table                 NAME.csv      one per table
//! report.html    the page                    lock          only while a process is at work
//! ```
//!
//! The files of the first two lines are read back, and each has a checksum; the specification's stands
//! in the manifest.

use super::files::{find_file, read_if_there, replace_file};
use super::journal::Journal;
use super::lock::Lock;
use super::manifest::{
    MANIFEST, Machine, Manifest, SPEC, read_manifest, read_spec, sound_manifest,
};
use super::seal::{from_json, to_json};
use crate::Error;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub(super) const UNITS: &str = "units.jsonl";
const TIMINGS: &str = "timings.json";
/// What units cost: of a shard, or of all shards that were merged.
const COSTS: &str = "timings-units.json";

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

impl Store {
    /// Begins a run in a folder, or takes up the one that is there. To repair it is to write damaged
    /// files again, as far as they say nothing that is not known otherwise.
    pub(crate) fn begin(
        folder: &Path,
        manifest: Manifest,
        spec: &str,
        repair: bool,
    ) -> Result<Store, Error> {
        let lock = Lock::claim(folder, "run")?;
        let manifest_path = folder.join(MANIFEST);
        let manifest = if !manifest_path.exists() {
            refuse_foreign_files(folder)?;
            replace_file(&manifest_path, &manifest.to_bytes()?)?;
            manifest
        } else if repair && sound_manifest(folder)?.is_none() {
            // The specification identifies the run. Records of another version have other checksums,
            // so they run again.
            if fs::read(folder.join(SPEC)).ok().as_deref() != Some(spec.as_bytes()) {
                return Err(Error::input(format!(
                    "folder {}: {MANIFEST} is damaged and {SPEC} is not that of this run, so it is not \
                     known which run it holds: choose another --out or delete it",
                    folder.display()
                )));
            }
            replace_file(&manifest_path, &manifest.to_bytes()?)?;
            manifest
        } else {
            let there = read_manifest(folder)?;
            there.check_joins(folder, &manifest)?;
            match there.extends_to(&manifest) {
                true => extend(folder, there, manifest, spec)?,
                false => there,
            }
        };
        // The manifest comes first and the specification may be lacking after a crash; one that
        // was changed is overwritten by a repair only.
        let spec_path = folder.join(SPEC);
        if !spec_path.exists() || (repair && read_spec(folder).is_err()) {
            replace_file(&spec_path, spec.as_bytes())?;
        }
        read_spec(folder)?;
        Ok(Store { folder: folder.to_path_buf(), manifest, _lock: lock })
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
            None => {
                let reason = "damaged: `experiment run` with --repair takes the times again";
                Err(Error::damaged(&path, reason))
            }
        }
    }

    /// Adds to what the units of a shard cost.
    pub(crate) fn add_cost(&self, units: u64, spent: Duration) -> Result<(), Error> {
        let now = Cost { units, seconds: spent.as_secs_f64() };
        let before = self.read_costs(&self.folder).costs.last().copied().unwrap_or_default();
        self.write_costs(vec![before.plus(now)])
    }

    /// Adds what the units of merged shards cost, as one entry.
    pub(crate) fn take_costs(&self, shards: &[PathBuf]) -> Result<(), Error> {
        let costs = shards.iter().flat_map(|shard| self.read_costs(shard).costs);
        let sum = costs.fold(Cost::default(), Cost::plus);
        if sum.units == 0 {
            return Ok(());
        }
        let mut all = self.read_costs(&self.folder).costs;
        all.push(sum);
        self.write_costs(all)
    }

    /// The costs in a folder of this run. They only size shards, so damaged ones do not count.
    fn read_costs(&self, folder: &Path) -> Costs {
        let bytes = fs::read(folder.join(COSTS)).unwrap_or_default();
        from_json(&self.manifest.identity(), &bytes).unwrap_or_default()
    }

    fn write_costs(&self, costs: Vec<Cost>) -> Result<(), Error> {
        let bytes = to_json(&self.manifest.identity(), &Costs { costs })?;
        replace_file(&self.folder.join(COSTS), &bytes)
    }

    /// Names other machines in the manifest. Its file time stays: it is the day on which the run was begun.
    pub(crate) fn set_machines(&mut self, now: &Manifest) -> Result<(), Error> {
        if self.manifest == *now {
            return Ok(());
        }
        let path = self.folder.join(MANIFEST);
        let begun = path.metadata().and_then(|file| file.modified());
        replace_file(&path, &now.to_bytes()?)?;
        self.manifest = now.clone();
        if let (Ok(begun), Ok(file)) = (begun, fs::File::options().append(true).open(&path)) {
            // A wrong day is no reason to fail.
            let _ = file.set_modified(begun);
        }
        Ok(())
    }

    /// Keeps the wall times.
    pub(crate) fn keep_timings(&self, measurements: &Value) -> Result<(), Error> {
        let timings = Timings { machine: Machine::this(), measurements: measurements.clone() };
        let bytes = to_json(&self.manifest.identity(), &timings)?;
        replace_file(&self.folder.join(TIMINGS), &bytes)
    }
}

/// Gives the run in a folder another specification of its frame. The manifest comes first: after a crash
/// the specification does not fit it, and is written again by the next run.
fn extend(folder: &Path, there: Manifest, now: Manifest, spec: &str) -> Result<Manifest, Error> {
    let (machine, other_machines) = (there.machine.clone(), there.other_machines.clone());
    let now = Manifest { machine, other_machines, ..now };
    if now != there {
        replace_file(&folder.join(MANIFEST), &now.to_bytes()?)?;
    }
    let path = folder.join(SPEC);
    if read_if_there(&path)?.as_deref() != Some(spec.as_bytes()) {
        replace_file(&path, spec.as_bytes())?;
    }
    Ok(now)
}

/// What the units of the last merged shards of a run cost, if that is known.
pub(crate) fn last_cost(folder: &Path) -> Option<Cost> {
    let run = read_manifest(folder).ok()?.identity();
    let costs: Costs = from_json(&run, &fs::read(folder.join(COSTS)).ok()?)?;
    costs.costs.last().copied()
}

/// Refuses a folder without a manifest in which something would be overwritten.
fn refuse_foreign_files(folder: &Path) -> Result<(), Error> {
    let ours = [SPEC, UNITS, TIMINGS, "timings.html", "results.json", "report.html"];
    let found = find_file(folder, |name| ours.contains(&name) || name.ends_with(".csv"))?;
    match found {
        None => Ok(()),
        Some(name) => Err(Error::input(format!(
            "folder {} holds {name} but no run ({MANIFEST} is missing): choose another --out",
            folder.display()
        ))),
    }
}
