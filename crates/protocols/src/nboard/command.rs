//! The commands that the board sends.

use plywood_games::InputError;
use plywood_games::othello::ggf::{Played, Record};

/// A command from the board.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `nboard 2`: the protocol, and its version.
    Version(u32),
    /// `set depth 12`: the search depth in plies.
    SetDepth(u32),
    /// `set game (;GM[Othello]…;)`: the game so far.
    SetGame(Box<Record>),
    /// `set contempt 0`: the value of a draw, in hundredths of a disc.
    SetContempt(f64),
    /// `move F5/1.2/3.4`: a move was played. Old boards send only `F5`.
    Move(Played),
    /// `hint 3`: evaluate the best three moves.
    Hint(usize),
    /// `go`: choose a move.
    Go,
    /// `ping 5`: stop the search and answer `pong 5`. The number is kept as it was written.
    Ping(String),
    /// `learn`: add the game to the opening book.
    Learn,
    /// `analyze`: evaluate every position of the game.
    Analyze,
    /// `quit`: end. Most boards close the input instead.
    Quit,
}

impl Command {
    /// Parses a line. None for blank lines and unknown commands, which the protocol says to ignore; an
    /// error for a known command with wrong arguments.
    ///
    /// ```
    /// use plywood_protocols::nboard::Command;
    /// assert_eq!(Command::parse("hint 3"), Ok(Some(Command::Hint(3))));
    /// assert_eq!(Command::parse("sing a song"), Ok(None));
    /// let error = Command::parse("set depth ten").unwrap_err().to_string();
    /// assert!(error.starts_with("set depth 'ten': expected a whole number"), "{error}");
    /// ```
    pub fn parse(line: &str) -> Result<Option<Command>, InputError> {
        let (word, rest) = split(line);
        Ok(Some(match word {
            "nboard" => Command::Version(whole(word, rest)?),
            "set" => {
                let (name, value) = split(rest);
                match name {
                    "depth" => Command::SetDepth(whole("set depth", value)?),
                    "game" => Command::SetGame(Box::new(Record::parse(value)?)),
                    "contempt" => Command::SetContempt(number("set contempt", value)?),
                    _ => return Ok(None),
                }
            }
            "move" => Command::Move(Played::parse(rest)?),
            "hint" if rest.is_empty() => Command::Hint(1),
            "hint" => Command::Hint(whole(word, rest)? as usize),
            "go" => Command::Go,
            "ping" => Command::Ping(number(word, rest).map(|_: f64| rest.to_string())?),
            "learn" => Command::Learn,
            "analyze" => Command::Analyze,
            "quit" => Command::Quit,
            _ => return Ok(Played::parse(line).ok().map(Command::Move)),
        }))
    }

    /// Whether the command stops the search under way.
    pub fn interrupts(&self) -> bool {
        !matches!(
            self,
            Command::Version(_) | Command::Learn | Command::SetDepth(_) | Command::SetContempt(_)
        )
    }
}

/// The first word and the rest of the line.
fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim_start())
}

/// A whole number from 1. Numbers beyond `u32::MAX` become `u32::MAX`.
fn whole(input: &str, text: &str) -> Result<u32, InputError> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = if digits { text.parse().unwrap_or(u32::MAX) } else { 0 };
    match number {
        0 => Err(InputError::new(input, text).expected("a whole number from 1")),
        number => Ok(number),
    }
}

fn number(input: &str, text: &str) -> Result<f64, InputError> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| InputError::new(input, text).expected("a number"))
}
