//! The journal: one JSON line a finished unit, appended at once, so that a run that dies loses
//! only the units that were under way.
//!
//! A process killed while it writes leaves at most one torn line, at the end. Reading drops it,
//! and opening for more cuts it off. Damage anywhere else was not done by us and is refused.

use crate::{Error, Record};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How much work a power cut may cost; a killed process costs none, as the system has its bytes.
const SYNC_EVERY: Duration = Duration::from_secs(1);

#[derive(Serialize)]
struct LineOut<'a> {
    unit: &'a str,
    #[serde(flatten)]
    record: &'a Record,
}

#[derive(Deserialize)]
struct LineIn {
    unit: String,
    #[serde(flatten)]
    record: Record,
}

/// What a journal holds.
#[derive(Debug, Default)]
pub(crate) struct Contents {
    pub(crate) records: HashMap<String, Record>,
    /// The length in bytes of the sound part; a torn line may follow it.
    pub(crate) sound: u64,
}

/// The line of a finished unit, with its newline.
pub(crate) fn line(unit: &str, record: &Record) -> Result<String, Error> {
    if record.contains_key("unit") {
        return Err(Error::failure(format!(
            "unit `{unit}`: its record has a field named `unit`, which is the journal's own"
        )));
    }
    let mut line = serde_json::to_string(&LineOut { unit, record })
        .map_err(|e| Error::failure(format!("unit `{unit}`: {e}")))?;
    line.push('\n');
    Ok(line)
}

/// Reads the bytes of a journal; `path` is only for the messages.
pub(crate) fn parse(bytes: &[u8], path: &Path) -> Result<Contents, Error> {
    let mut contents = Contents::default();
    let mut first_seen: HashMap<String, usize> = HashMap::new();
    let mut start = 0;
    for (number, text) in
        bytes.split_inclusive(|&b| b == b'\n').enumerate().map(|(i, t)| (i + 1, t))
    {
        let end = start + text.len();
        let is_last = end == bytes.len();
        if !text.ends_with(b"\n") {
            break;
        }
        if !text.trim_ascii().is_empty() {
            match serde_json::from_slice::<LineIn>(text) {
                Ok(LineIn { unit, record }) => match contents.records.get(&unit) {
                    None => {
                        first_seen.insert(unit.clone(), number);
                        contents.records.insert(unit, record);
                    }
                    Some(earlier) if *earlier == record => {}
                    Some(_) => {
                        return Err(Error::input(format!(
                            "{}: lines {} and {number} hold different results of unit `{unit}`: \
                             delete both to have it run again, or delete the folder",
                            path.display(),
                            first_seen[&unit]
                        )));
                    }
                },
                // A crash of the machine, unlike one of the process, can leave a last line whose
                // newline reached the disk before the rest.
                Err(_) if is_last => break,
                Err(error) => {
                    return Err(Error::input(format!(
                        "{}: line {number} is damaged, expected {{\"unit\": …}} ({error}): delete \
                         the line to have its unit run again, or delete the folder",
                        path.display()
                    )));
                }
            }
        }
        start = end;
    }
    contents.sound = start as u64;
    Ok(contents)
}

/// Reads a journal; none is an empty one.
pub(crate) fn read(path: &Path) -> Result<Contents, Error> {
    match std::fs::read(path) {
        Ok(bytes) => parse(&bytes, path),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Contents::default()),
        Err(error) => Err(Error::at(path, error)),
    }
}

/// A journal open for more lines.
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    synced: Instant,
}

impl Journal {
    /// Opens or creates a journal, cutting off a torn last line, and gives what it holds.
    pub(crate) fn open(path: &Path) -> Result<(Self, HashMap<String, Record>), Error> {
        let at = |e| Error::at(path, e);
        let contents = read(path)?;
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(at)?;
        if file.metadata().map_err(at)?.len() != contents.sound {
            file.set_len(contents.sound).map_err(at)?;
        }
        let journal = Journal { path: path.to_path_buf(), file, synced: Instant::now() };
        Ok((journal, contents.records))
    }

    /// Appends a finished unit. After an error nothing more may be appended: the line may be torn,
    /// which only the end of a journal may be.
    pub(crate) fn append(&mut self, unit: &str, record: &Record) -> Result<(), Error> {
        let line = line(unit, record)?;
        self.file.write_all(line.as_bytes()).map_err(|e| Error::at(&self.path, e))?;
        if self.synced.elapsed() >= SYNC_EVERY { self.sync() } else { Ok(()) }
    }

    /// Waits until all lines are on the disk.
    pub(crate) fn sync(&mut self) -> Result<(), Error> {
        self.file.sync_data().map_err(|e| Error::at(&self.path, e))?;
        self.synced = Instant::now();
        Ok(())
    }
}

#[cfg(test)]
#[path = "journal_tests.rs"]
mod tests;
