//! The journal: one JSON line per finished unit, with a checksum, appended at once, so that a run that
//! dies loses only the units that were under way.
//!
//! A process killed while it writes leaves at most one torn line, at the end. Reading drops it,
//! and opening for more cuts it off. Any other damage does not come from a run: it is refused with its
//! line number, or dropped if the run is to be repaired.
//!
//! Records stay in the file. Memory holds where each line is: 40 bytes per unit, and the free space of a hash
//! table.

mod scan;

pub(crate) use scan::Line;

use super::files::{replace_file, replace_file_with};
use super::results::Record;
use super::seal::{CHECK, REPAIR, digest_of, open_json, seal_json};
use crate::Error;
use scan::{Contents, LineIn, UnitIn};
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The time between two syncs to the disk: the work that a power cut may cost. A killed process costs
/// none, because the system has its bytes.
const SYNC_EVERY: Duration = Duration::from_secs(1);
/// How many faults a message names.
const NAMED: usize = 5;
/// Bytes read from a journal at a time.
const BUFFER: usize = 1 << 18;

#[derive(Serialize)]
struct LineOut<'a> {
    unit: &'a str,
    #[serde(flatten)]
    record: &'a Record,
}

/// What is wrong in a journal.
#[derive(Debug, PartialEq, Eq)]
enum Damage {
    /// A line with a wrong checksum.
    Line(u32),
    /// A line of a version without checksums.
    Unchecked(u32),
    /// Two lines with different results of one unit.
    Twice(u32, u32, String),
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

/// Refuses a journal that has damage.
fn refuse(path: &Path, damage: &[Damage]) -> Result<(), Error> {
    if damage.is_empty() {
        return Ok(());
    }
    let named = damage.iter().take(NAMED).map(Damage::to_string);
    let mut faults = named.collect::<Vec<_>>().join(", ");
    if let Some(more) = damage.len().checked_sub(NAMED).filter(|&more| more > 0) {
        faults += &format!(", and {more} more like these");
    }
    let reason = format!("{faults}: {REPAIR} runs these units again and keeps the rest");
    Err(Error::damaged(path, reason))
}

/// A unit in an index: half of the SHA-256 of its text, which is shorter than the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key(u128);

impl Key {
    fn of(unit: &str) -> Key {
        let [half @ .., _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _] = digest_of(unit);
        Key(u128::from_be_bytes(half))
    }
}

/// Where the line of a unit is in its journal, and its checksum: lines of one unit and one run with the same
/// checksum are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    start: u64,
    check: u64,
    length: u32,
    /// The number of the line, from 1.
    number: u32,
}

impl Place {
    fn end(self) -> u64 {
        self.start + u64::from(self.length)
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

/// Hands on every sound line of the journal of a run, in the order of the file; none if there is no file.
/// Damage is an error, told after the sound lines.
pub(crate) fn visit(
    run: &str,
    path: &Path,
    mut found: impl FnMut(Line<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    let Some(file) = open_if_there(path)? else { return Ok(()) };
    let mut contents = Contents::default();
    let mut stopped = None;
    let read = contents.visit(run, BufReader::with_capacity(BUFFER, file), |line| {
        found(line).map_err(|error| {
            stopped = Some(error);
            io::Error::other("stopped")
        })
    });
    match (stopped, read) {
        (Some(error), _) => Err(error),
        (None, Err(error)) => Err(Error::at(path, error)),
        (None, Ok(())) => refuse(path, &contents.damage),
    }
}

/// Whether a journal has results of this run: the checksum of a line is tied to its run.
pub(crate) fn has_lines(run: &str, path: &Path) -> bool {
    let mut found = false;
    let _ = visit(run, path, |_| {
        found = true;
        Err(Error::failure("one line is enough"))
    });
    found
}

fn open_if_there(path: &Path) -> Result<Option<File>, Error> {
    match File::open(path) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::at(path, error)),
    }
}

/// A journal with the places of its units.
pub(crate) struct Journal {
    run: String,
    path: PathBuf,
    /// Nothing where a journal to be read is not there.
    file: Option<File>,
    places: HashMap<Key, Place>,
    length: u64,
    lines: u32,
    synced: Instant,
}

impl Journal {
    /// Opens or creates a journal for more lines, and cuts off a torn last line. Damage is an error, or
    /// dropped if the journal is to be repaired.
    pub(crate) fn open(run: &str, path: &Path, repair: bool) -> Result<Journal, Error> {
        let at = |e| Error::at(path, e);
        if repair {
            drop_damage(run, path)?;
        }
        let file =
            OpenOptions::new().create(true).read(true).append(true).open(path).map_err(at)?;
        let journal = Journal::index(run, path, Some(file))?;
        if let Some(file) = &journal.file
            && file.metadata().map_err(at)?.len() != journal.length
        {
            file.set_len(journal.length).map_err(at)?;
        }
        Ok(journal)
    }

    /// Opens a journal to be read. One that is not there is empty.
    pub(crate) fn read(run: &str, path: &Path) -> Result<Journal, Error> {
        Journal::index(run, path, open_if_there(path)?)
    }

    fn index(run: &str, path: &Path, file: Option<File>) -> Result<Journal, Error> {
        let contents = match &file {
            Some(file) => Contents::of(run, BufReader::with_capacity(BUFFER, file)),
            None => Ok(Contents::default()),
        };
        let Contents { places, whole, damage } = contents.map_err(|e| Error::at(path, e))?;
        refuse(path, &damage)?;
        let lines = places.values().map(|place| place.number).max().unwrap_or(0);
        let (run, path) = (run.to_string(), path.to_path_buf());
        Ok(Journal { run, path, file, places, length: whole, lines, synced: Instant::now() })
    }

    /// The number of units.
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether a unit is finished.
    pub(crate) fn contains(&self, unit: &str) -> bool {
        self.places.contains_key(&Key::of(unit))
    }

    /// The record of a unit and where it is; nothing if it is not finished.
    pub(crate) fn record(&self, unit: &str) -> Result<Option<(Record, Place)>, Error> {
        let Some(&place) = self.places.get(&Key::of(unit)) else { return Ok(None) };
        let read: Option<LineIn> = serde_json::from_str(&self.text(place)?).ok();
        match read {
            Some(line) if line.unit == unit => Ok(Some((line.record, place))),
            _ => Err(self.changed(place)),
        }
    }

    /// Where the record of a unit is; nothing if it is not finished.
    pub(crate) fn place(&self, unit: &str) -> Option<Place> {
        self.places.get(&Key::of(unit)).copied()
    }

    /// The unit at a place, with its record.
    pub(crate) fn unit_at(&self, place: Place) -> Result<(String, Record), Error> {
        let LineIn { unit, record } =
            serde_json::from_str(&self.text(place)?).map_err(|_| self.changed(place))?;
        Ok((unit, record))
    }

    /// The units that are not at any of these places, in the order of their keys.
    pub(crate) fn besides(&self, known: &[Place]) -> Result<Vec<(String, Place)>, Error> {
        if known.len() == self.places.len() {
            return Ok(Vec::new());
        }
        let known: HashSet<u64> = known.iter().map(|place| place.start).collect();
        let mut units = Vec::new();
        for &place in self.places.values().filter(|place| !known.contains(&place.start)) {
            let UnitIn { unit } =
                serde_json::from_str(&self.text(place)?).map_err(|_| self.changed(place))?;
            units.push((unit, place));
        }
        units.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(units)
    }

    /// The line at a place, without its checksum.
    fn text(&self, place: Place) -> Result<String, Error> {
        let mut bytes = vec![0; place.length as usize];
        self.read_at(place.start, &mut bytes).map_err(|e| Error::at(&self.path, e))?;
        let line = std::str::from_utf8(&bytes).ok().and_then(|line| line.strip_suffix('\n'));
        line.and_then(|line| open_json(&self.run, line)).ok_or_else(|| self.changed(place))
    }

    fn read_at(&self, start: u64, bytes: &mut [u8]) -> io::Result<()> {
        let mut file = self.file.as_ref().ok_or(ErrorKind::NotFound)?;
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(bytes)
    }

    fn changed(&self, place: Place) -> Error {
        let reason = format!("line {} was changed while the file was in use", place.number);
        Error::damaged(&self.path, reason)
    }

    /// Appends a finished unit. After an error nothing more may be appended: the line may be torn,
    /// which only the end of a journal may be.
    pub(crate) fn append(&mut self, unit: &str, record: &Record) -> Result<(), Error> {
        let line = line(&self.run, unit, record)?;
        let check = super::seal::checksum(line.trim_end()).unwrap_or_default();
        self.append_line(unit, line.as_bytes(), check)
    }

    /// Appends a line of another journal of the same run; returns whether the unit is new. A line that differs
    /// from the one that is there is refused.
    pub(crate) fn merge(&mut self, from: &Path, line: &Line<'_>) -> Result<bool, Error> {
        match self.places.get(&Key::of(line.unit)) {
            None => self.append_line(line.unit, line.bytes, line.place.check).map(|()| true),
            Some(earlier) if earlier.check == line.place.check => Ok(false),
            Some(earlier) => Err(Error::input(format!(
                "{} line {} and {} line {} hold different results of unit `{}`: one of them is not of \
                 this experiment, or was made by another build",
                self.path.display(),
                earlier.number,
                from.display(),
                line.place.number,
                line.unit
            ))),
        }
    }

    fn append_line(&mut self, unit: &str, bytes: &[u8], check: u64) -> Result<(), Error> {
        let at = |e| Error::at(&self.path, e);
        let mut file = self.file.as_ref().ok_or_else(|| at(ErrorKind::NotFound.into()))?;
        file.write_all(bytes).map_err(at)?;
        self.lines += 1;
        let (start, length) = (self.length, bytes.len() as u32);
        let place = Place { start, check, length, number: self.lines };
        self.places.insert(Key::of(unit), place);
        self.length = place.end();
        if self.synced.elapsed() >= SYNC_EVERY { self.sync() } else { Ok(()) }
    }

    /// The end of the last line, for [`cut`](Journal::cut).
    pub(crate) fn end(&self) -> u64 {
        self.length
    }

    /// Cuts off all lines after an end. The journal is not to be used any more.
    pub(crate) fn cut(&mut self, end: u64) -> Result<(), Error> {
        let cut = self.file.as_ref().map_or(Ok(()), |file| file.set_len(end));
        cut.map_err(|e| Error::at(&self.path, e))
    }

    /// Waits until all lines are on the disk.
    pub(crate) fn sync(&mut self) -> Result<(), Error> {
        if let Some(file) = &self.file {
            file.sync_data().map_err(|e| Error::at(&self.path, e))?;
        }
        self.synced = Instant::now();
        Ok(())
    }

    /// Writes the lines at these places in this order, and nothing else, in place of the journal.
    pub(crate) fn order(self, places: &[Place]) -> Result<(), Error> {
        let mut end = 0;
        let follows = |place: &Place| place.start == std::mem::replace(&mut end, place.end());
        if places.iter().all(follows) && end == self.length {
            return Ok(());
        }
        replace_file_with(&self.path, |out| {
            let mut out = io::BufWriter::with_capacity(BUFFER, out);
            let mut bytes = Vec::new();
            for place in places {
                bytes.resize(place.length as usize, 0);
                self.read_at(place.start, &mut bytes)?;
                out.write_all(&bytes)?;
            }
            out.flush()
        })
    }
}

/// Rewrites a journal that has damage with its sound lines.
fn drop_damage(run: &str, path: &Path) -> Result<(), Error> {
    let Some(bytes) = super::files::read_if_there(path)? else { return Ok(()) };
    let contents = Contents::of(run, bytes.as_slice()).map_err(|e| Error::at(path, e))?;
    match contents.damage.is_empty() {
        true => Ok(()),
        false => replace_file(path, &sound(&contents, &bytes)),
    }
}

/// The bytes of the sound lines.
fn sound(contents: &Contents, bytes: &[u8]) -> Vec<u8> {
    let mut places: Vec<Place> = contents.places.values().copied().collect();
    places.sort_by_key(|place| place.start);
    let range = |place: &Place| place.start as usize..place.end() as usize;
    places.iter().flat_map(|place| bytes[range(place)].iter().copied()).collect()
}

#[cfg(test)]
mod tests;
