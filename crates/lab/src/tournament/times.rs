//! The times of the moves, in a file of their own beside the journal: no result depends on them.

use super::record::PairTimes;
use crate::Error;
use crate::experiment::read_if_there;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The name of the file in the folder of a run or a shard.
const FILE: &str = "timings-moves.jsonl";

/// A line of the file: the times of a pair in microseconds, game by game and player by player.
#[derive(Serialize, Deserialize)]
struct Line {
    unit: String,
    microseconds: [[Vec<u64>; 2]; 2],
}

/// The times that are known, by unit. Each new one is appended to the file at once, if there is a file.
#[derive(Default)]
pub(super) struct Times {
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    path: Option<PathBuf>,
    /// Open from the first unit on.
    file: Option<File>,
    by_unit: HashMap<String, PairTimes>,
}

impl Times {
    /// Reads the file in the folder of a run, and appends to it from now on.
    pub fn keep_in(&self, folder: &Path) -> Result<(), Error> {
        let path = folder.join(FILE);
        let known = read(&path)?;
        let kept = &mut *self.lock();
        kept.by_unit.extend(known);
        (kept.path, kept.file) = (Some(path), None);
        Ok(())
    }

    /// Keeps the times in the folder of a part of the run that are not known yet.
    pub fn take_from(&self, folder: &Path) -> Result<(), Error> {
        for (unit, times) in read(&folder.join(FILE))? {
            if self.get(&unit).is_none() {
                self.add(&unit, times)?;
            }
        }
        Ok(())
    }

    /// Keeps the times of a unit.
    pub fn add(&self, unit: &str, times: PairTimes) -> Result<(), Error> {
        let kept = &mut *self.lock();
        if let Some(path) = &kept.path {
            let microseconds =
                times.each_ref().map(|game| game.each_ref().map(|times| micros(times)));
            let line = Line { unit: unit.to_string(), microseconds };
            let mut line = serde_json::to_vec(&line).map_err(|e| Error::failure(e.to_string()))?;
            line.push(b'\n');
            let mut append = || {
                let file = match &mut kept.file {
                    Some(file) => file,
                    none => none.insert(open(path)?),
                };
                file.write_all(&line)
            };
            append().map_err(|e| Error::at(path, e))?;
        }
        kept.by_unit.insert(unit.to_string(), times);
        Ok(())
    }

    /// The times of a unit, if they are known.
    pub fn get(&self, unit: &str) -> Option<PairTimes> {
        self.lock().by_unit.get(unit).cloned()
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The times in a file, which need not be there. Lines that are damaged are left out: times are only shown.
fn read(path: &Path) -> Result<Vec<(String, PairTimes)>, Error> {
    let bytes = read_if_there(path)?.unwrap_or_default();
    let lines = bytes.split(|&byte| byte == b'\n');
    let read = lines.filter_map(|line| serde_json::from_slice::<Line>(line).ok());
    Ok(read.map(|line| (line.unit, line.microseconds.map(|game| game.map(durations)))).collect())
}

/// Opens the file for more. A line that was torn by a kill is ended.
fn open(path: &Path) -> io::Result<File> {
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    if std::fs::read(path)?.last().is_some_and(|&byte| byte != b'\n') {
        file.write_all(b"\n")?;
    }
    Ok(file)
}

fn durations(micros: Vec<u64>) -> Vec<Duration> {
    micros.into_iter().map(Duration::from_micros).collect()
}

fn micros(times: &[Duration]) -> Vec<u64> {
    times.iter().map(|time| u64::try_from(time.as_micros()).unwrap_or(u64::MAX)).collect()
}
