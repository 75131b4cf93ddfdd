//! What was submitted: a file in the folder of the run.

use crate::Error;
use crate::experiment::{FileList, json, names_in, read_if_there, replace_file};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

const FOLDER: &str = "cluster";
const FILE: &str = "submission.json";
/// The file that is locked while jobs are submitted.
const TURN: &str = "turn";
/// The scripts of the job array and of the job that merges it.
pub(super) const SCRIPTS: [&str; 2] = ["shards.sh", "merge.sh"];

/// What is to be run on a cluster, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// The program: a path that is the same on all machines.
    pub program: PathBuf,
    /// The command that runs the experiment, without `--out`, `--jobs` and `--shard`.
    pub command: Vec<String>,
    /// The name of the experiment, or its folder.
    pub experiment: String,
    /// The profile.
    pub profile: String,
    /// The number of shards, if it does not follow from the cost of units.
    pub array: Option<u32>,
    /// The time limit of a job, as the scheduler writes it.
    pub time: Option<String>,
    /// The partition of the cluster.
    pub partition: Option<String>,
    /// Threads per shard.
    pub jobs: u32,
    /// Whether the merge replaces files that the run did not write.
    #[serde(default)]
    pub overwrite: bool,
}

/// A request, and the jobs of the round that was submitted last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Submission {
    /// What is to be run.
    pub request: Request,
    /// The number of the round, from 1; 0 before the first.
    pub round: u32,
    /// The number of shards of the round.
    pub shards: u32,
    /// The job arrays of the round: the first, and one for each time it was resumed.
    pub arrays: Vec<u64>,
    /// The job that merges them.
    pub merge: Option<u64>,
    /// The scripts that were written: only those are replaced.
    #[serde(default)]
    pub files: FileList,
}

impl Submission {
    pub(super) fn new(request: Request) -> Submission {
        Submission {
            request,
            round: 0,
            shards: 0,
            arrays: Vec::new(),
            merge: None,
            files: FileList::default(),
        }
    }

    pub(super) fn write(&self, run: &Path) -> Result<(), Error> {
        replace_file(&folder(run).join(FILE), &json(self)?)
    }
}

/// The folder of a submission in the folder of a run.
pub(super) fn folder(run: &Path) -> PathBuf {
    run.join(FOLDER)
}

/// The submission in the folder of a run; nothing if there is none.
pub fn read_submission(run: &Path) -> Result<Option<Submission>, Error> {
    let path = folder(run).join(FILE);
    let Some(bytes) = read_if_there(&path)? else { return Ok(None) };
    let read = serde_json::from_slice(&bytes);
    read.map(Some).map_err(|e| {
        Error::damaged(&path, format!("{e}: delete it, and give `experiment submit` again"))
    })
}

/// Removes what is left of the submission of a complete run, and nothing else.
pub(super) fn remove(run: &Path) -> Result<(), Error> {
    let folder = folder(run);
    if !folder.exists() {
        return Ok(());
    }
    let is_log = |name: &str| {
        name.ends_with(".log") && (name.starts_with("shard-") || name.starts_with("merge-"))
    };
    for name in names_in(&folder, |name| {
        [FILE, TURN].contains(&name) || SCRIPTS.contains(&name) || is_log(name)
    })? {
        let path = folder.join(name);
        fs::remove_file(&path).map_err(|e| Error::at(&path, e))?;
    }
    // Left if there is something else in it.
    let _ = fs::remove_dir(&folder);
    Ok(())
}

/// Waits until no other process submits jobs of this run. A merge may be started before the process that
/// submitted it has written down that it did.
pub(super) fn take_turn(run: &Path) -> Result<File, Error> {
    let folder = folder(run);
    fs::create_dir_all(&folder).map_err(|e| Error::at(&folder, e))?;
    let path = folder.join(TURN);
    let mut options = File::options();
    let file = options.write(true).create(true).truncate(false).open(&path);
    let file = file.map_err(|e| Error::at(&path, e))?;
    file.lock().map_err(|e| Error::at(&path, e))?;
    Ok(file)
}
