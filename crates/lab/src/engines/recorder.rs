//! Games saved to files.

use crate::Error;
use crate::calendar::date;
use plywood::Score;
use plywood_play::Session;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The extension of files that contain only moves.
const TRANSCRIPT: &str = "txt";

/// Writes records of one game: the players and the date, beside the moves of a [`Session`].
///
/// ```
/// use plywood_lab::engines::Recorder;
/// use plywood_lab::registry::{game, games};
/// let mut session = game(games(), "othello")?.open(None)?;
/// session.play("f5")?;
/// let recorder = Recorder::new(["Ada", "Bob"]);
/// assert_eq!(recorder.formats(&*session).as_deref(), Some(".ggf or .txt"));
/// let (path, text) = recorder.file("game.txt", &*session, None)?;
/// assert_eq!((path.to_str(), text.as_str()), (Some("game.txt"), "f5\n"));
/// # Ok::<(), plywood_lab::Error>(())
/// ```
pub struct Recorder {
    players: [String; 2],
    /// When the game began, since 1970.
    begun: Duration,
}

impl Recorder {
    /// A recorder for a game that begins now, with the names of MAX and MIN.
    pub fn new(players: [&str; 2]) -> Recorder {
        let begun = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Recorder { players: players.map(str::to_string), begun }
    }

    /// The extensions of files in which the game can be saved, such as `.pgn or .txt`; none if it cannot
    /// be saved.
    pub fn formats(&self, session: &dyn Session) -> Option<String> {
        let transcript = session.transcript().map(|_| TRANSCRIPT);
        let formats = session.record_format().into_iter().chain(transcript);
        let formats: Vec<_> = formats.map(|extension| format!(".{extension}")).collect();
        (!formats.is_empty()).then(|| formats.join(" or "))
    }

    /// The path and the content of a file with the game so far. A path without an extension gets that of
    /// the record format. `result` is the result of a game that the rules have not ended, such as a
    /// resignation. An error if the game cannot be saved under this extension.
    pub fn file(
        &self,
        path: &str,
        session: &dyn Session,
        result: Option<Score>,
    ) -> Result<(PathBuf, String), Error> {
        let Some(formats) = self.formats(session) else {
            return Err(Error::input(match session.knows_start() {
                true => {
                    "this game has no format for records, which Game::record writes, and its moves are not read \
                     back by Game::transcript, so it cannot be saved"
                }
                false => {
                    "this game has no format for records, and its moves do not begin at the start of the game, \
                     so it cannot be saved"
                }
            }));
        };
        if path.is_empty() {
            return Err(Error::input(format!("save: expected a file name that ends in {formats}")));
        }
        let mut path = PathBuf::from(path);
        if path.extension().is_none() {
            path.set_extension(session.record_format().unwrap_or(TRANSCRIPT));
        }
        let extension =
            path.extension().and_then(|text| text.to_str()).map(str::to_ascii_lowercase);
        let players = self.players.each_ref().map(String::as_str);
        let text = match extension.as_deref() {
            Some(TRANSCRIPT) => session.transcript().map(|moves| moves + "\n"),
            other if other == session.record_format() => {
                session.record(players, &self.tags(), result)
            }
            _ => None,
        };
        match text {
            Some(text) => Ok((path, text)),
            None => Err(Error::input(format!(
                "{}: expected a name that ends in {formats}",
                path.display()
            ))),
        }
    }

    fn tags(&self) -> [(&'static str, String); 3] {
        let (date, time) = utc(self.begun);
        [("Date", date.clone()), ("UTCDate", date), ("UTCTime", time)]
    }
}

/// The date and the time of day in UTC, in the format of PGN.
fn utc(since_1970: Duration) -> (String, String) {
    const DAY: u64 = 24 * 60 * 60;
    // The end of the year 9999, the last that PGN can express.
    let since_1970 = since_1970.as_secs().min(253_402_300_799);
    let (days, seconds) = (since_1970 / DAY, since_1970 % DAY);
    let (year, month, day) = date(days as i64);
    let date = format!("{year:04}.{month:02}.{day:02}");
    (date, format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::{game, games};

    #[test]
    fn dates_and_times_are_in_the_format_of_pgn() {
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

    #[test]
    fn files_are_records_or_moves() {
        let recorder = Recorder::new(["Ada", "Bob"]);
        let mut session = game(games(), "chess").unwrap().open(None).unwrap();
        session.play("e4").unwrap();
        let file = |path: &str| recorder.file(path, &*session, Some(Score::win(0)));
        let (path, text) = file("folder/game").unwrap();
        assert_eq!(path, PathBuf::from("folder/game.pgn"));
        assert!(text.contains("[White \"Ada\"]") && text.contains("[Result \"1-0\"]"), "{text}");
        assert_eq!(file("x.PGN").unwrap().1, text);
        assert_eq!(file("x.txt").unwrap().1, "e4\n");
        let error = |path: &str| file(path).unwrap_err().to_string();
        assert_eq!(error("x.ggf"), "x.ggf: expected a name that ends in .pgn or .txt");
        assert_eq!(error(""), "save: expected a file name that ends in .pgn or .txt");
        let tree = game(games(), "tree").unwrap().open(Some("[1, 2]")).unwrap();
        assert_eq!(recorder.formats(&*tree), None);
        assert!(
            recorder.file("x", &*tree, None).unwrap_err().to_string().contains("cannot be saved")
        );
    }
}
