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

/// How the names of the files in the folder of a run begin and end.
const FILE: [&str; 2] = ["timings-moves", ".jsonl"];

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
    /// Reads the files in the folder of a run, and appends to that of a part of it from now on. Lines that are
    /// damaged are left out: times are only shown.
    pub fn keep_in(&self, folder: &Path, part: &str) -> Result<(), Error> {
        let [begin, end] = FILE;
        let kept = &mut *self.lock();
        for entry in std::fs::read_dir(folder).map_err(|e| Error::at(folder, e))? {
            let path = entry.map_err(|e| Error::at(folder, e))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if !name.starts_with(begin) || !name.ends_with(end) {
                continue;
            }
            let bytes = read_if_there(&path)?.unwrap_or_default();
            for line in bytes.split(|&byte| byte == b'\n') {
                if let Ok(Line { unit, microseconds }) = serde_json::from_slice(line) {
                    let times = microseconds.map(|game| game.map(durations));
                    kept.by_unit.insert(unit, times);
                }
            }
        }
        let part = if part.is_empty() { String::new() } else { format!("-{part}") };
        kept.path = Some(folder.join(format!("{begin}{part}{end}")));
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
