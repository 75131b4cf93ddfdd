//! Games written to files.

use plywood::{Score, Side};
use plywood_lab::Error;
use plywood_lab::experiment::replace_file;
use plywood_lab::play::Session;
use plywood_lab::registry::GameEntry;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The end of the names of files that have nothing but moves.
const TRANSCRIPT: &str = "txt";

/// What a record says besides the moves.
pub(super) struct Recorder<'a> {
    entry: &'a GameEntry,
    /// The names of MAX and MIN.
    players: [&'a str; 2],
    /// When the game began.
    begun: Duration,
}

impl<'a> Recorder<'a> {
    pub(super) fn new(entry: &'a GameEntry, user: Side, engine: &'a str) -> Recorder<'a> {
        let players = match user {
            Side::Max => ["you", engine],
            Side::Min => [engine, "you"],
        };
        let begun = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Recorder { entry, players, begun }
    }

    /// The ends of the names of files in which the game can be saved, such as `.pgn or .txt`; none
    /// if it cannot be saved.
    pub(super) fn formats(&self, session: &dyn Session) -> Option<String> {
        let transcript = session.transcript().map(|_| TRANSCRIPT);
        let formats: Vec<_> =
            self.entry.records.into_iter().chain(transcript).map(|end| format!(".{end}")).collect();
        (!formats.is_empty()).then(|| formats.join(" or "))
    }

    /// The file that a user means, its ending added where there is none, and what it is to have. A
    /// game that the rules have not ended has this result.
    pub(super) fn file(
        &self,
        path: &str,
        session: &dyn Session,
        result: Option<Score>,
    ) -> Result<(PathBuf, String), Error> {
        let Some(formats) = self.formats(session) else {
            return Err(Error::input("this game has no format for records, so it cannot be saved"));
        };
        if path.is_empty() {
            return Err(Error::input(format!("save: expected the name of a file, {formats}")));
        }
        let mut path = PathBuf::from(path);
        if path.extension().is_none() {
            path.set_extension(self.entry.records.unwrap_or(TRANSCRIPT));
        }
        let end = path.extension().and_then(|end| end.to_str()).map(str::to_ascii_lowercase);
        let text = match end.as_deref() {
            Some(TRANSCRIPT) => session.transcript().map(|moves| moves + "\n"),
            end if end == self.entry.records => session.record(self.players, &self.tags(), result),
            _ => None,
        };
        let wrong =
            || Error::input(format!("{}: expected a name that ends in {formats}", path.display()));
        text.map(|text| (path.clone(), text)).ok_or_else(wrong)
    }

    fn tags(&self) -> [(&'static str, String); 3] {
        let (date, time) = utc(self.begun);
        [("Date", date.clone()), ("UTCDate", date), ("UTCTime", time)]
    }
}

/// Whether a file would be lost.
pub(super) fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// Writes the file; says so, or why not.
pub(super) fn write(path: &Path, text: &str) -> String {
    match replace_file(path, text.as_bytes()) {
        Ok(()) => format!("saved in {}", path.display()),
        Err(error) => error.to_string(),
    }
}

/// The date and the time of day in UTC, as PGN writes them, so long after the beginning of 1970.
fn utc(since_1970: Duration) -> (String, String) {
    const DAY: u64 = 24 * 60 * 60;
    // The end of the year 9999: a clock beyond it is wrong.
    let since_1970 = since_1970.as_secs().min(253_402_300_799);
    let (mut days, seconds) = (since_1970 / DAY, since_1970 % DAY);
    let mut year = 1970;
    let divides = |divisor: u64, year: u64| year.is_multiple_of(divisor);
    let is_leap = |year| divides(4, year) && (!divides(100, year) || divides(400, year));
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    let date = format!("{year:04}.{month:02}.{:02}", days + 1);
    (date, format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, date, time) in [
            (0, "1970.01.01", "00:00:00"),
            (951_782_399, "2000.02.28", "23:59:59"),
            (951_782_400, "2000.02.29", "00:00:00"),
            (951_868_800, "2000.03.01", "00:00:00"),
            (1_735_689_599, "2024.12.31", "23:59:59"),
            (1_794_838_083, "2026.11.16", "14:08:03"),
            (4_107_542_400, "2100.03.01", "00:00:00"),
            (u64::MAX, "9999.12.31", "23:59:59"),
        ] {
            assert_eq!(utc(Duration::from_secs(seconds)), (date.into(), time.into()), "{seconds}");
        }
    }
}
