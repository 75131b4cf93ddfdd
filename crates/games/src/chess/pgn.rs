//! PGN: games of chess as people and programs exchange them.
//!
//! ```
//! use plywood_games::{Chess, Game, chess::pgn::{Outcome, Record}};
//!
//! let text = "[White \"Ada\"]\n\n1. e4 e5 {solid} 2. Nf3 (2. f4) Nc6 $1 1/2-1/2";
//! let record = Record::parse(text)?;
//! assert_eq!((record.tag("White"), record.outcome), (Some("Ada"), Outcome::Draw));
//! assert_eq!(record.position(), Chess::parse(Some("e4 e5 Nf3 Nc6"))?);
//! assert!(record.to_string().ends_with("\n1. e4 e5 2. Nf3 Nc6 1/2-1/2\n"));
//! # Ok::<(), plywood_games::InputError>(())
//! ```

use super::notation::without_number;
use super::{Chess, fen};
use crate::InputError;
use plywood::{Position, Side};
use std::fmt;

const INPUT: &str = "PGN";
/// The tags that every record has, in this order, with what stands for an unknown value.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];
/// Lines are shorter than this.
const COLUMNS: usize = 80;

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// `1-0` or `0-1`.
    WonBy(Side),
    /// `1/2-1/2`.
    Draw,
    /// `*`: it goes on, or nobody knows.
    #[default]
    Open,
}

impl Outcome {
    /// How the game has ended at this position.
    pub fn of(position: &Chess) -> Outcome {
        match (position.is_over(), position.is_over().then(|| position.result().winner())) {
            (false, _) => Outcome::Open,
            (true, Some(Some(winner))) => Outcome::WonBy(winner),
            (true, _) => Outcome::Draw,
        }
    }

    fn parse(text: &str) -> Option<Outcome> {
        match text {
            "1-0" => Some(Outcome::WonBy(Side::Max)),
            "0-1" => Some(Outcome::WonBy(Side::Min)),
            "1/2-1/2" | "1/2" => Some(Outcome::Draw),
            "*" => Some(Outcome::Open),
            _ => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::WonBy(Side::Max) => "1-0",
            Outcome::WonBy(Side::Min) => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::Open => "*",
        })
    }
}

/// A game with what its record says of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The tags apart from `Result`, `SetUp` and `FEN`, in their order.
    pub tags: Vec<(String, String)>,
    /// The position at the start. Its past is not written.
    pub start: Chess,
    /// The moves. The pieces can make them all; the game may have gone on after a draw that nobody
    /// claimed.
    pub moves: Vec<cozy_chess::Move>,
    /// How it ended.
    pub outcome: Outcome,
}

impl Record {
    /// Reads the one game of a text.
    pub fn parse(text: &str) -> Result<Record, InputError> {
        let mut records = read(text)?;
        match (records.len(), records.pop()) {
            (1, Some(record)) => Ok(record),
            (count, _) => {
                Err(InputError::new(INPUT, text).expected("one game").found(&format!("{count}")))
            }
        }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// The position after the moves.
    pub fn position(&self) -> Chess {
        let mut position = self.start.clone();
        for &m in &self.moves {
            position.play(m);
        }
        position
    }
}

impl fmt::Display for Record {
    /// The seven tags that every record has, the others, and the moves in SAN in lines of less than
    /// 80 columns.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tag = |name: &str, value: &str| {
            let value = value.replace(char::is_control, " ");
            writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))
        };
        let outcome = self.outcome.to_string();
        for (name, unknown) in ROSTER {
            let value = if name == "Result" { Some(outcome.as_str()) } else { self.tag(name) };
            tag(name, value.unwrap_or(unknown))?;
        }
        for (name, value) in &self.tags {
            if ROSTER.iter().all(|(other, _)| other != name) {
                tag(name, value)?;
            }
        }
        if self.start.cozy() != Chess::default().cozy() {
            tag("SetUp", "1")?;
            tag("FEN", &self.start.fen())?;
        }
        writeln!(f)?;
        let mut column = 0;
        let mut word = |text: &str| {
            let gap = match column {
                0 => "",
                _ if column + 1 + text.len() < COLUMNS => " ",
                _ => "\n",
            };
            column = if gap == "\n" { text.len() } else { column + gap.len() + text.len() };
            write!(f, "{gap}{text}")
        };
        let mut position = self.start.clone();
        for (index, &m) in self.moves.iter().enumerate() {
            let number = position.cozy().fullmove_number();
            match position.side() {
                Side::Max => word(&format!("{number}."))?,
                Side::Min if index == 0 => word(&format!("{number}..."))?,
                Side::Min => {}
            }
            word(&position.san(m))?;
            position.play(m);
        }
        word(&outcome)?;
        writeln!(f)
    }
}

/// Reads all games of a text: tags, moves in SAN or as UCI writes them, and results. Comments,
/// variations and marks are left out. The number of a move need not be right.
pub fn read(text: &str) -> Result<Vec<Record>, InputError> {
    let mut reader = Reader { text, rest: text, game: None, records: Vec::new() };
    reader.all()?;
    Ok(reader.records)
}

/// A game that is being read.
#[derive(Default)]
struct Open {
    record: Record,
    position: Chess,
    has_moves: bool,
}

struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
    game: Option<Open>,
    records: Vec<Record>,
}

impl Reader<'_> {
    fn all(&mut self) -> Result<(), InputError> {
        loop {
            self.rest =
                self.rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            let at_line_start = self.done().ends_with('\n') || self.done().is_empty();
            let Some(c) = self.rest.chars().next() else { break };
            match c {
                '%' if at_line_start => self.skip_line(),
                ';' => self.skip_line(),
                '{' => self.skip_comment()?,
                '(' => self.skip_variation()?,
                '[' => self.tag()?,
                '$' => drop(self.word()),
                _ => self.token()?,
            }
        }
        self.finish(None);
        Ok(())
    }

    /// What has been read.
    fn done(&self) -> &str {
        &self.text[..self.text.len() - self.rest.len()]
    }

    fn wrong(&self, expected: impl Into<String>) -> InputError {
        let line = 1 + self.done().matches('\n').count();
        let place = format!("game {}, line {line}", self.records.len() + 1);
        InputError::new(INPUT, self.text).at(&place).expected(expected)
    }

    fn finish(&mut self, outcome: Option<Outcome>) {
        if let Some(mut game) = self.game.take() {
            game.record.outcome = outcome.unwrap_or(game.record.outcome);
            self.records.push(game.record);
        }
    }

    fn skip_line(&mut self) {
        self.rest = self.rest.split_once('\n').map_or("", |(_, rest)| rest);
    }

    fn skip_comment(&mut self) -> Result<(), InputError> {
        let Some((_, rest)) = self.rest.split_once('}') else {
            return Err(self.wrong("'}' at the end of a comment").found("its end"));
        };
        self.rest = rest;
        Ok(())
    }

    /// Variations may hold others, and comments with brackets in them.
    fn skip_variation(&mut self) -> Result<(), InputError> {
        let error = self.wrong("')' at the end of a variation").found("its end");
        let mut depth = 0u32;
        loop {
            match self.rest.chars().next() {
                None => return Err(error),
                Some('{') => self.skip_comment()?,
                Some(';') => self.skip_line(),
                Some(c) => {
                    self.rest = &self.rest[c.len_utf8()..];
                    match c {
                        '(' => depth += 1,
                        ')' if depth == 1 => return Ok(()),
                        ')' => depth -= 1,
                        _ => {}
                    }
                }
            }
        }
    }

    /// `[Name "value"]`; `\"` stands for a quote, and `\\` for a backslash.
    fn tag(&mut self) -> Result<(), InputError> {
        // A record without a result ends where the next one begins.
        if self.game.as_ref().is_some_and(|game| game.has_moves) {
            self.finish(None);
        }
        let expected = "a tag such as [White \"name\"]";
        let inside = self.rest[1..].trim_start();
        let length = inside.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let (name, after) = inside.split_at(length.unwrap_or(inside.len()));
        let Some(quoted) = after.trim_start().strip_prefix('"').filter(|_| !name.is_empty()) else {
            return Err(self.wrong(expected).found(&format!("'[{name}'")));
        };
        let mut value = String::new();
        let mut letters = quoted.char_indices();
        let end = loop {
            match letters.next() {
                Some((at, '"')) => break at,
                Some((_, '\\')) => match letters.next() {
                    Some((_, c @ ('"' | '\\'))) => value.push(c),
                    Some((_, c)) => value.extend(['\\', c]),
                    None => {}
                },
                Some((_, c)) if c != '\n' => value.push(c),
                _ => {
                    let expected = format!("'\"' at the end of the value of {name}");
                    return Err(self.wrong(expected).found("the end of the line"));
                }
            }
        };
        let Some(rest) = quoted[end + 1..].trim_start().strip_prefix(']') else {
            return Err(self.wrong(format!("']' at the end of the tag {name}")));
        };
        let game = self.game.get_or_insert_default();
        match name {
            "Result" => game.record.outcome = Outcome::parse(&value).unwrap_or_default(),
            "SetUp" => {}
            "FEN" => {
                let (board, rest) = fen::read("FEN", &value)
                    .map_err(|error| error.within(&format!("game {}", self.records.len() + 1)))?;
                if !rest.is_empty() {
                    return Err(self
                        .wrong("a FEN of six fields")
                        .found(&format!("'{rest}' behind")));
                }
                game.position = Chess::new(board);
                game.record.start = game.position.clone();
            }
            _ => game.record.tags.push((name.to_string(), value)),
        }
        self.rest = rest;
        Ok(())
    }

    /// The characters up to the next blank, bracket or comment.
    fn word(&mut self) -> String {
        let ends = |c: char| c.is_whitespace() || "{}()[];$".contains(c);
        let length = self.rest.find(ends).unwrap_or(self.rest.len());
        // A bracket that begins nothing is a word of its own, so that there is always progress.
        let length = if length == 0 { 1 } else { length };
        let (word, rest) = self.rest.split_at(length);
        self.rest = rest;
        word.to_string()
    }

    /// A move, its number, a result or a mark.
    fn token(&mut self) -> Result<(), InputError> {
        let before = self.rest;
        let word = self.word();
        if let Some(outcome) = Outcome::parse(&word) {
            self.game.get_or_insert_default();
            self.finish(Some(outcome));
            return Ok(());
        }
        let is_mark = |word: &str| word.chars().all(|c| "!?".contains(c)) || word == "e.p.";
        let Some(name) = without_number(&word).filter(|word| !is_mark(word)) else { return Ok(()) };
        // A number without its full stop.
        if name.chars().all(|c| c.is_ascii_digit()) {
            return Ok(());
        }
        let game = self.game.get_or_insert_default();
        match game.position.written(name) {
            Ok(m) => {
                game.position.play(m);
                game.record.moves.push(m);
                game.has_moves = true;
                Ok(())
            }
            Err(expected) => {
                self.rest = before;
                Err(self.wrong(expected).found(&format!("'{name}'")))
            }
        }
    }
}

#[cfg(test)]
#[path = "pgn_tests.rs"]
mod tests;
