//! The lines that a controller sends.

use plywood_games::go::{Board, Color, Move, Point};
use plywood_games::{InputError, one_of};
use std::str::FromStr;

/// A command with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The number that the answer repeats, as it was written.
    pub id: Option<String>,
    /// The name of the command.
    pub name: String,
    /// The words behind the name.
    pub arguments: Vec<String>,
}

impl Command {
    /// Parses a line. None for lines without a command: blank lines and comments.
    ///
    /// Tabs are blanks, other control characters are dropped, and a comment goes from `#` to the end.
    ///
    /// ```
    /// use plywood_protocols::gtp::Command;
    /// let command = Command::parse("12 play\tblack K10 # a stone\r\n").unwrap();
    /// assert_eq!((command.id.as_deref(), command.name.as_str()), (Some("12"), "play"));
    /// assert_eq!(command.arguments, ["black", "K10"]);
    /// assert_eq!(Command::parse("  # nothing"), None);
    /// ```
    pub fn parse(line: &str) -> Option<Command> {
        let line = line.split_once('#').map_or(line, |(line, _)| line);
        let line: String =
            line.replace('\t', " ").chars().filter(|c| !c.is_ascii_control()).collect();
        let line = line.trim();
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let (id, rest) = line.split_at(digits);
        let mut words = rest.split_whitespace().map(str::to_string);
        let name = match words.next() {
            Some(name) => name,
            None if id.is_empty() => return None,
            // A lone number is a command without a name, which nobody knows.
            None => String::new(),
        };
        let id = Some(id).filter(|id| !id.is_empty()).map(str::to_string);
        Some(Command { id, name, arguments: words.collect() })
    }

    /// An argument by its place from 0; what is `expected` there is for the error.
    pub(super) fn word(&self, place: usize, expected: &str) -> Result<&str, InputError> {
        let missing = || InputError::missing(format!("argument {}", place + 1)).expected(expected);
        self.arguments.get(place).map(String::as_str).ok_or_else(missing)
    }

    /// A number, which may have to be whole or positive by its type.
    pub(super) fn number<T: FromStr>(&self, place: usize, expected: &str) -> Result<T, InputError> {
        let word = self.word(place, expected)?;
        let wrong = |_| InputError::new(format!("argument {}", place + 1), word).expected(expected);
        word.parse().map_err(wrong)
    }

    /// A colour: `b`, `black`, `w` or `white` in any case.
    pub(super) fn color(&self, place: usize) -> Result<Color, InputError> {
        let word = self.word(place, "black or white")?;
        match word.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Color::Black),
            "w" | "white" => Ok(Color::White),
            _ => {
                let expected = one_of(word, &["black", "white"]);
                Err(InputError::new("colour", word).expected(expected))
            }
        }
    }

    /// A point of the board.
    pub(super) fn point(&self, place: usize, board: &Board) -> Result<Point, InputError> {
        board.point(self.word(place, "a point such as A1")?)
    }

    /// A point with a stone.
    pub(super) fn stone(&self, place: usize, board: &Board) -> Result<Point, InputError> {
        let point = self.point(place, board)?;
        match board.color(point) {
            Some(_) => Ok(point),
            None => {
                let error = InputError::new("point", &point.name(board.size()));
                Err(error.expected("a stone").found("an empty point"))
            }
        }
    }

    /// A point, or `pass`.
    pub(super) fn play(&self, place: usize, board: &Board) -> Result<Move, InputError> {
        let word = self.word(place, "a point such as A1, or pass")?;
        match word.eq_ignore_ascii_case("pass") {
            true => Ok(Move::Pass),
            false => board.point(word).map(Move::Play),
        }
    }
}
