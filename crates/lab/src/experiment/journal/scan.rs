//! Reading a journal line by line, in memory that does not grow with its records.

use super::{Damage, Key, Place};
use crate::experiment::results::Record;
use crate::experiment::seal::{CHECK, checksum, open_json};
use serde::Deserialize;
use std::collections::HashMap;
use std::io::{self, BufRead};

#[derive(Deserialize)]
pub(super) struct LineIn {
    pub(super) unit: String,
    #[serde(flatten)]
    pub(super) record: Record,
}

/// The unit of a line; the record is only checked for being JSON.
#[derive(Deserialize)]
pub(super) struct UnitIn {
    pub(super) unit: String,
}

/// A sound line of a journal.
pub(crate) struct Line<'a> {
    /// The key of its unit.
    pub(crate) unit: &'a str,
    /// The line with its newline.
    pub(crate) bytes: &'a [u8],
    pub(super) place: Place,
}

/// What a journal holds: where the lines of its units are.
#[derive(Debug, Default)]
pub(super) struct Contents {
    pub(super) places: HashMap<Key, Place>,
    /// The length in bytes of the part before a torn line.
    pub(super) whole: u64,
    pub(super) damage: Vec<Damage>,
}

impl Contents {
    /// Where the lines of a journal are.
    pub(super) fn of(run: &str, journal: impl BufRead) -> Result<Contents, io::Error> {
        let mut contents = Contents::default();
        let (mut places, mut twice) = (HashMap::new(), Vec::new());
        let read = contents.visit(run, journal, |line| {
            let key = Key::of(line.unit);
            match places.get(&key) {
                None => drop(places.insert(key, line.place)),
                Some(earlier) if earlier.check == line.place.check => {}
                Some(&Place { number, .. }) => {
                    places.remove(&key);
                    twice.push(Damage::Twice(number, line.place.number, line.unit.to_string()));
                }
            }
            Ok::<(), io::Error>(())
        });
        read?;
        contents.places = places;
        contents.damage.append(&mut twice);
        Ok(contents)
    }

    /// Hands on the sound lines of a journal, and notes where it ends and what is damaged.
    pub(super) fn visit<E: From<io::Error>>(
        &mut self,
        run: &str,
        mut journal: impl BufRead,
        mut found: impl FnMut(Line<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut bytes = Vec::new();
        for number in 1.. {
            bytes.clear();
            let length = journal.read_until(b'\n', &mut bytes)?;
            // Nothing more, or a torn line.
            let Some(line) = bytes.strip_suffix(b"\n") else { break };
            match sound_line(run, line) {
                _ if line.trim_ascii().is_empty() => {}
                Some((unit, check)) => {
                    let place = Place { start: self.whole, length: length as u32, number, check };
                    found(Line { unit: &unit, bytes: &bytes, place })?;
                }
                // A crash of the machine, unlike one of the process, can leave a last line whose newline
                // reached the disk before the rest, which then is zeros.
                None if line.contains(&0) && journal.fill_buf()?.is_empty() => break,
                None if serde_json::from_slice::<LineIn>(line)
                    .is_ok_and(|line| !line.record.contains_key(CHECK)) =>
                {
                    self.damage.push(Damage::Unchecked(number));
                }
                None => self.damage.push(Damage::Line(number)),
            }
            self.whole += length as u64;
        }
        Ok(())
    }
}

/// The unit and the checksum of a line; nothing if it is damaged.
fn sound_line(run: &str, line: &[u8]) -> Option<(String, u64)> {
    let line = std::str::from_utf8(line).ok()?;
    let text = open_json(run, line)?;
    let UnitIn { unit } = serde_json::from_str(&text).ok()?;
    Some((unit, checksum(line)?))
}
