//! The journal: one JSON line per finished unit, with a checksum, appended at once, so that a run that
//! dies loses only the units that were under way.
//!
//! A process killed while it writes leaves at most one torn line, at the end. Reading drops it,
//! and opening for more cuts it off. Any other damage does not come from a run: it is refused with its
//! line number, or dropped if the run is to be repaired.

use super::files::{read_if_there, replace_file};
use super::results::Record;
use super::seal::{CHECK, open_json, seal_json};
use crate::Error;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The time between two syncs to the disk: the work that a power cut may cost. A killed process costs
/// none, because the system has its bytes.
const SYNC_EVERY: Duration = Duration::from_secs(1);
/// How many faults a message names.
const NAMED: usize = 5;

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

/// What is wrong in a journal.
#[derive(Debug, PartialEq, Eq)]
enum Damage {
    /// A line with a wrong checksum.
    Line(usize),
    /// A line of a version without checksums.
    Unchecked(usize),
    /// Two lines with different results of one unit.
    Twice(usize, usize, String),
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damage::Line(line) => write!(f, "line {line} is damaged"),
            Damage::Unchecked(line) => write!(f, "line {line} has no checksum"),
            Damage::Twice(first, second, unit) => {
                write!(f, "lines {first} and {second} hold different results of unit `{unit}`")
            }
        }
    }
}

/// What a journal holds.
#[derive(Debug, Default)]
pub(crate) struct Contents {
    /// By unit: its line's number and bytes, and the record.
    lines: HashMap<String, (usize, Range<usize>, Record)>,
    /// The length in bytes of the part before a torn line.
    whole: usize,
    damage: Vec<Damage>,
}

impl Contents {
    fn add(&mut self, number: usize, range: Range<usize>, line: LineIn) {
        let LineIn { unit, record } = line;
        match self.lines.get(&unit) {
            None => drop(self.lines.insert(unit, (number, range, record))),
            Some((_, _, earlier)) if *earlier == record => {}
            Some(&(earlier, ..)) => {
                self.lines.remove(&unit);
                self.damage.push(Damage::Twice(earlier, number, unit));
            }
        }
    }

    /// The records; an error that names the damage if there is any.
    fn records(self, path: &Path) -> Result<HashMap<String, Record>, Error> {
        if self.damage.is_empty() {
            return Ok(self.lines.into_iter().map(|(unit, line)| (unit, line.2)).collect());
        }
        let named = self.damage.iter().take(NAMED).map(Damage::to_string);
        let mut faults = named.collect::<Vec<_>>().join(", ");
        if let Some(more) = self.damage.len().checked_sub(NAMED).filter(|&more| more > 0) {
            faults += &format!(", and {more} more like these");
        }
        let reason = format!(
            "{faults}: `experiment run` with --repair runs these units again and keeps the rest"
        );
        Err(Error::damaged(path, reason))
    }

    /// The bytes of the sound lines.
    fn sound(&self, bytes: &[u8]) -> Vec<u8> {
        let mut ranges: Vec<Range<usize>> =
            self.lines.values().map(|(_, range, _)| range.clone()).collect();
        ranges.sort_by_key(|range| range.start);
        ranges.into_iter().flat_map(|range| bytes[range].iter().copied()).collect()
    }
}

/// The line of a finished unit, with its newline. `run` identifies the run.
pub(crate) fn line(run: &str, unit: &str, record: &Record) -> Result<String, Error> {
    if let Some(name) = ["unit", CHECK].into_iter().find(|&name| record.contains_key(name)) {
        return Err(Error::failure(format!(
            "unit `{unit}`: its record has a field named `{name}`, which is the journal's own"
        )));
    }
    let line = serde_json::to_string(&LineOut { unit, record })
        .map_err(|e| Error::failure(format!("unit `{unit}`: {e}")))?;
    Ok(seal_json(run, &line) + "\n")
}

/// Reads the bytes of a journal.
pub(crate) fn parse(run: &str, bytes: &[u8]) -> Contents {
    let mut contents = Contents::default();
    for (index, text) in bytes.split_inclusive(|&b| b == b'\n').enumerate() {
        let (number, range) = (index + 1, contents.whole..contents.whole + text.len());
        let Some(line) = text.strip_suffix(b"\n") else { break };
        match std::str::from_utf8(line).ok().and_then(|line| open_json(run, line)) {
            _ if line.trim_ascii().is_empty() => {}
            Some(line) => match serde_json::from_str(&line) {
                Ok(line) => contents.add(number, range.clone(), line),
                Err(_) => contents.damage.push(Damage::Line(number)),
            },
            // A crash of the machine, unlike one of the process, can leave a last line whose newline
            // reached the disk before the rest, which then is zeros.
            None if range.end == bytes.len() && line.contains(&0) => break,
            None if serde_json::from_slice::<LineIn>(line)
                .is_ok_and(|line| !line.record.contains_key(CHECK)) =>
            {
                contents.damage.push(Damage::Unchecked(number));
            }
            None => contents.damage.push(Damage::Line(number)),
        }
        contents.whole = range.end;
    }
    contents
}

/// The records of a journal.
pub(crate) fn read(run: &str, path: &Path) -> Result<HashMap<String, Record>, Error> {
    parse(run, &read_if_there(path)?.unwrap_or_default()).records(path)
}

/// A journal open for more lines.
pub(crate) struct Journal {
    run: String,
    path: PathBuf,
    file: File,
    synced: Instant,
}

impl Journal {
    /// Opens or creates a journal, cutting off a torn last line, and gives what it holds. Damage is an
    /// error, or dropped if the journal is to be repaired.
    pub(crate) fn open(
        run: &str,
        path: &Path,
        repair: bool,
    ) -> Result<(Self, HashMap<String, Record>), Error> {
        let at = |e| Error::at(path, e);
        let bytes = read_if_there(path)?.unwrap_or_default();
        let mut contents = parse(run, &bytes);
        if repair && !contents.damage.is_empty() {
            let sound = contents.sound(&bytes);
            replace_file(path, &sound)?;
            contents = parse(run, &sound);
        }
        let whole = contents.whole as u64;
        let records = contents.records(path)?;
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(at)?;
        if file.metadata().map_err(at)?.len() != whole {
            file.set_len(whole).map_err(at)?;
        }
        let (run, path) = (run.to_string(), path.to_path_buf());
        Ok((Journal { run, path, file, synced: Instant::now() }, records))
    }

    /// Appends a finished unit. After an error nothing more may be appended: the line may be torn,
    /// which only the end of a journal may be.
    pub(crate) fn append(&mut self, unit: &str, record: &Record) -> Result<(), Error> {
        let line = line(&self.run, unit, record)?;
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
mod tests;
