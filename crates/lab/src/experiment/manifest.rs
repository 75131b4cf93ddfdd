//! The manifest: which run a folder holds.

use super::erased::AnyExperiment;
use super::files::replace_file_with;
use super::listed::FileList;
use super::results::Extent;
use super::seal::{REPAIR, from_json, hash, to_json};
use crate::Error;
use crate::report::html::RunFacts;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;

pub(crate) const MANIFEST: &str = "manifest.json";
pub(crate) const SPEC: &str = "spec.toml";

/// Which run a folder holds. It has no dates and no times: the same run gives the same manifest on the
/// same machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of Plywood that ran it.
    pub plywood: String,
    /// The experiment's name.
    pub experiment: String,
    /// The profile: smoke, quick, paper.
    pub profile: String,
    /// SHA-256 of the specification, in hexadecimal.
    pub spec_sha256: String,
    /// SHA-256 of the [frame](crate::experiment::Experiment::frame), for a run that can be extended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame_sha256: Option<String>,
    /// The seeds in use.
    pub seeds: String,
    /// The machine on which the run was begun; of merged shards, the first machine in alphabetical order.
    pub machine: Machine,
    /// The other machines that ran shards, if they are not like the first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_machines: Vec<Machine>,
    /// The files that were made from the results: only those are replaced. A run of version 0.1.0 has no list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<FileList>,
}

/// A machine, as far as wall times depend on it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Machine {
    /// The model of the processor, or `unknown`.
    pub cpu: String,
    /// Threads that can run at once.
    pub cores: usize,
    /// The operating system.
    pub os: String,
    /// The instruction set.
    pub arch: String,
}

impl Machine {
    /// The machine this runs on.
    ///
    /// ```
    /// assert_eq!(plywood_lab::experiment::Machine::this().os, std::env::consts::OS);
    /// ```
    pub fn this() -> Self {
        let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model =
            cpuinfo.lines().filter_map(|line| line.split_once(':')).find_map(|(key, value)| {
                (key.trim() == "model name").then(|| value.trim().to_string())
            });
        Machine {
            cpu: model.unwrap_or_else(|| "unknown".to_string()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            os: std::env::consts::OS.to_string(),
            arch: std::env::consts::ARCH.to_string(),
        }
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Machine { cpu, cores, os, arch } = self;
        write!(f, "{cpu}, {cores} cores, {os} {arch}")
    }
}

impl Manifest {
    pub(crate) fn new(experiment: &dyn AnyExperiment, profile: &str, version: &str) -> Self {
        Manifest {
            plywood: version.to_string(),
            experiment: experiment.name().to_string(),
            profile: profile.to_string(),
            spec_sha256: hash(experiment.spec()),
            frame_sha256: experiment.frame().map(hash),
            seeds: experiment.seeds(),
            machine: Machine::this(),
            other_machines: Vec::new(),
            files: Some(FileList::default()),
        }
    }

    /// All machines that it names.
    pub(crate) fn machines(&self) -> impl Iterator<Item = &Machine> {
        std::iter::once(&self.machine).chain(&self.other_machines)
    }

    /// Names these machines, each once, whatever order they come in.
    pub(crate) fn set_machines(&mut self, mut machines: Vec<Machine>) {
        machines.sort();
        machines.dedup();
        let mut machines = machines.into_iter();
        if let Some(first) = machines.next() {
            self.machine = first;
            self.other_machines = machines.collect();
        }
    }

    /// The manifest of a run of this experiment, with all else as in this one.
    pub(crate) fn with_experiment(&self, experiment: &dyn AnyExperiment) -> Manifest {
        self.extended(Manifest::new(experiment, &self.profile, &self.plywood))
    }

    /// The manifest `now` with the machines and the files of this one.
    pub(crate) fn extended(&self, now: Manifest) -> Manifest {
        let Manifest { machine, other_machines, files, .. } = self.clone();
        Manifest { machine, other_machines, files, ..now }
    }

    /// Refuses a run whose results may not be joined with this one's: it must have the same specification, or one that
    /// extends this one's, and be of the same version and profile.
    pub(crate) fn check_joins(&self, folder: &Path, now: &Manifest) -> Result<(), Error> {
        if !self.extends_to(now) {
            self.check_hash(folder, &now.experiment, &now.spec_sha256)?;
        }
        self.check_resume(folder, now)
    }

    /// Refuses an experiment whose results this run's may not be mixed with.
    pub(crate) fn check(&self, folder: &Path, name: &str, spec: &str) -> Result<(), Error> {
        self.check_hash(folder, name, &hash(spec))
    }

    fn check_hash(&self, folder: &Path, name: &str, theirs: &str) -> Result<(), Error> {
        let folder = folder.display();
        if self.experiment != name {
            return Err(Error::input(format!(
                "folder {folder} holds a run of `{}`, not of `{name}`: choose another folder, or \
                 delete it",
                self.experiment
            )));
        }
        if self.spec_sha256 != theirs {
            return Err(Error::input(format!(
                "folder {folder} holds a run of `{name}` with another spec (hash {}… not {}…): \
                 choose another folder, or delete it",
                short(&self.spec_sha256),
                short(theirs)
            )));
        }
        Ok(())
    }

    /// What the checksums of the run's records are tied to: a record counts in the run it was made in.
    pub(crate) fn identity(&self) -> String {
        format!("{} {}", self.plywood, self.frame_sha256.as_ref().unwrap_or(&self.spec_sha256))
    }

    /// Whether this run can be continued as that one, with another specification of the same frame.
    pub(crate) fn extends_to(&self, now: &Manifest) -> bool {
        let frame = self.frame_sha256.as_ref();
        frame.is_some() && frame == now.frame_sha256.as_ref() && self.experiment == now.experiment
    }

    /// What the page of the run shows of it.
    pub fn run_facts(&self, extent: Extent) -> RunFacts {
        let machines: Vec<String> = self.machines().map(Machine::to_string).collect();
        RunFacts {
            has_folder: true,
            incomplete: (!extent.is_complete()).then(|| extent.to_string()),
            facts: vec![
                ("Experiment", self.experiment.clone()),
                ("Profile", self.profile.clone()),
                ("Plywood", self.plywood.clone()),
                ("Seeds", self.seeds.clone()),
                ("Extent", extent.to_string()),
                ("Spec (SHA-256)", self.spec_sha256.clone()),
                ("Machine", machines.join("; ")),
            ],
        }
    }

    /// Writes it into the folder of the run. The file keeps the time of the one that was there: it is the day on which
    /// the run was begun.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), Error> {
        let (path, bytes) = (folder.join(MANIFEST), to_json("", self)?);
        let begun = path.metadata().and_then(|file| file.modified());
        replace_file_with(&path, |mut file| {
            file.write_all(&bytes)?;
            // A wrong day is no reason to fail.
            let _ = begun.map(|begun| file.set_modified(begun));
            Ok(())
        })
    }

    /// Refuses to add to a run begun under another version or profile.
    pub(crate) fn check_resume(&self, folder: &Path, now: &Manifest) -> Result<(), Error> {
        let pairs = [
            ("plywood", &self.plywood, &now.plywood),
            ("profile", &self.profile, &now.profile),
            ("seeds", &self.seeds, &now.seeds),
        ];
        match pairs.into_iter().find(|(_, ours, theirs)| ours != theirs) {
            None => Ok(()),
            Some((what, ours, theirs)) => {
                let report = match what {
                    "plywood" => "; 'experiment report' still writes its report",
                    _ => "",
                };
                Err(Error::input(format!(
                    "folder {} holds a run of `{}` with {what} {ours}, not {theirs}: choose another folder, or \
                     delete it{report}",
                    folder.display(),
                    self.experiment
                )))
            }
        }
    }
}

/// The first digits of a hash, for messages. A manifest edited by hand may hold any text.
fn short(hash: &str) -> String {
    hash.chars().take(8).collect()
}

/// The manifest of the run in a folder.
///
/// ```
/// let error = plywood_lab::experiment::read_manifest("/no/such/folder".as_ref()).unwrap_err();
/// assert_eq!(error.to_string(), "/no/such/folder: no such folder");
/// ```
pub fn read_manifest(folder: &Path) -> Result<Manifest, Error> {
    sound_manifest(folder)?.ok_or_else(|| damaged_manifest(folder))
}

/// The error of a manifest that is damaged.
pub(crate) fn damaged_manifest(folder: &Path) -> Error {
    let reason = format!(
        "damaged, or of an older plywood: expected the manifest of a run with a checksum that fits it; {REPAIR} writes \
         it again"
    );
    Error::damaged(folder.join(MANIFEST), reason)
}

/// The manifest of the run in a folder; nothing if it is damaged.
pub(crate) fn sound_manifest(folder: &Path) -> Result<Option<Manifest>, Error> {
    Ok(from_json("", &read_of_run(folder, MANIFEST)?))
}

/// The specification of the run in a folder, checked against the manifest's hash: what an
/// experiment is built from again to [`report`](crate::experiment::report) on the run.
pub fn read_spec(folder: &Path) -> Result<String, Error> {
    let manifest = read_manifest(folder)?;
    let spec = read_of_run(folder, SPEC)?;
    let theirs = hash(&spec);
    match String::from_utf8(spec) {
        Ok(spec) if theirs == manifest.spec_sha256 => Ok(spec),
        _ => {
            let (ours, theirs) = (short(&manifest.spec_sha256), short(&theirs));
            let reason = format!(
                "changed since the run was begun: its hash is {theirs}…, the manifest's {ours}…; \
                 {REPAIR} writes it again"
            );
            Err(Error::damaged(folder.join(SPEC), reason))
        }
    }
}

fn read_of_run(folder: &Path, name: &str) -> Result<Vec<u8>, Error> {
    let path = folder.join(name);
    fs::read(&path).map_err(|error| {
        if folder.is_file() {
            Error::input(format!("{}: a file, expected the folder of a run", folder.display()))
        } else if error.kind() == ErrorKind::NotFound && !folder.exists() {
            Error::input(format!("{}: no such folder", folder.display()))
        } else if error.kind() == ErrorKind::NotFound {
            Error::input(format!("{}: not the folder of a run: no {name} in it", folder.display()))
        } else {
            Error::at(&path, error)
        }
    })
}
