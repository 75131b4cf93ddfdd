//! PDN, portable draughts notation: games with tags, as in `[Black "ada"] 1. 11-15 23-19 *`.
//!
//! ```
//! use plywood::Side;
//! use plywood_games::{Checkers, Game, checkers::pdn::{Outcome, Record}};
//!
//! let text = "[Event \"a lesson\"]\n\n1. 11-15 {Old Faithful} 23-19 2. 8-11 1-0\n";
//! let record = Record::parse(text)?;
//! assert_eq!((record.tag("Event"), record.outcome), (Some("a lesson"), Outcome::WonBy(Side::Min)));
//! assert_eq!(record.position(), Checkers::parse(Some("11-15 23-19 8-11"))?);
//! assert!(record.to_string().ends_with("\n\n1. 11-15 23-19 2. 8-11 1-0\n"));
//! # Ok::<(), plywood_games::InputError>(())
//! ```

use super::notation::{from_fen, without_number};
use super::{Checkers, Move};
use crate::{Game, InputError, listed};
use plywood::{Position, Side};
use std::fmt;

/// The number of English draughts among the games that PDN knows.
const GAME_TYPE: &str = "21";
/// Lines of moves are broken before this many characters.
const WIDTH: usize = 80;
/// What errors call the text.
const INPUT: &str = "PDN";

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// `1-0` or `0-1`: the points of White are written first, though Black moves first.
    WonBy(Side),
    /// `1/2-1/2`.
    Draw,
    /// `*`: it did not end, or nobody knows how.
    #[default]
    Open,
}

impl Outcome {
    /// How the game has ended at this position.
    pub fn of(position: &Checkers) -> Outcome {
        if !position.is_over() {
            return Outcome::Open;
        }
        position.result().winner().map_or(Outcome::Draw, Outcome::WonBy)
    }

    fn parse(word: &str) -> Option<Outcome> {
        match word {
            "1-0" => Some(Outcome::WonBy(Side::Min)),
            "0-1" => Some(Outcome::WonBy(Side::Max)),
            "1/2-1/2" => Some(Outcome::Draw),
            "*" => Some(Outcome::Open),
            _ => None,
        }
    }

    const fn text(self) -> &'static str {
        match self {
            Outcome::WonBy(Side::Max) => "0-1",
            Outcome::WonBy(Side::Min) => "1-0",
            Outcome::Draw => "1/2-1/2",
            Outcome::Open => "*",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// A game with what its record says of it. Comments and variations are not kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// The tags in their order, but for the kind of game, the result and the position at the start.
    pub tags: Vec<(String, String)>,
    /// The position at the start.
    pub start: Checkers,
    /// The moves. The game may have gone on after a draw that nobody claimed.
    pub moves: Vec<Move>,
    /// How the game ended: players resign and agree on draws, so the moves need not show it.
    pub outcome: Outcome,
}

impl Record {
    /// Reads the one record of a text.
    pub fn parse(text: &str) -> Result<Record, InputError> {
        let mut records = read(text)?;
        match (records.len(), records.pop()) {
            (1, Some(record)) => Ok(record),
            (count, _) => {
                let error = InputError::new(INPUT, text).expected("one game");
                Err(error.found(&count.to_string()))
            }
        }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|(tag, _)| tag == name);
        tag.map(|(_, value)| value.as_str())
    }

    /// The position after the moves.
    pub fn position(&self) -> Checkers {
        let mut position = self.start.clone();
        for &m in &self.moves {
            position.play(m);
        }
        position
    }
}

impl fmt::Display for Record {
    /// Tags, an empty line, and the moves in lines of less than 80 characters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            // A value ends with its line.
            let value = value.replace(char::is_control, " ");
            writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))?;
        }
        writeln!(f, "[Result \"{}\"]\n[GameType \"{GAME_TYPE}\"]", self.outcome)?;
        if self.start != Checkers::default() {
            writeln!(f, "[SetUp \"1\"]\n[FEN \"{}\"]", self.start.text())?;
        }
        let mut column = 0;
        let mut word = |word: &str| {
            let gap = if column == 0 || column + 1 + word.len() >= WIDTH { '\n' } else { ' ' };
            column = word.len() + if gap == '\n' { 0 } else { column + 1 };
            write!(f, "{gap}{word}")
        };
        let mut position = self.start.clone();
        for (index, &m) in self.moves.iter().enumerate() {
            let number = position.ply() / 2 + 1;
            match position.side() {
                Side::Max => word(&format!("{number}."))?,
                Side::Min if index == 0 => word(&format!("{number}..."))?,
                Side::Min => {}
            }
            word(&position.move_text(m))?;
            position.play(m);
        }
        word(self.outcome.text())?;
        writeln!(f)
    }
}

/// Reads all games of a text.
///
/// Comments in braces or from `;` to the end of a line, variations in parentheses, and marks such
/// as `$1` and `!` are left out. A game ends with its result, or where the tags of the next begin.
pub fn read(text: &str) -> Result<Vec<Record>, InputError> {
    let mut records = Vec::new();
    let mut reader = Reader { text, rest: text };
    loop {
        let record = reader.record().map_err(|error| match records.len() {
            0 => error,
            read => error.within(&format!("game {}", read + 1)),
        })?;
        match record {
            Some(record) => records.push(record),
            None if records.is_empty() => {
                return Err(InputError::new(INPUT, text).expected("a game").found("none"));
            }
            None => return Ok(records),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Reader<'a> {
    /// The line in which `rest`, the end of the text, begins.
    fn line(&self, rest: &str) -> String {
        let before = &self.text[..self.text.len() - rest.len()];
        format!("line {}", 1 + before.matches('\n').count())
    }

    fn wrong(&self, rest: &str) -> InputError {
        InputError::new(INPUT, self.text).at(&self.line(rest))
    }

    /// The next game, or none if the text ends before it.
    fn record(&mut self) -> Result<Option<Record>, InputError> {
        let mut record = Record::default();
        let (mut begun, mut result) = (false, None);
        loop {
            self.skip_blanks();
            if !self.rest.starts_with('[') {
                break;
            }
            begun = true;
            let at = self.rest;
            let (name, value) = self.tag()?;
            match name {
                "FEN" => {
                    let start = from_fen(&value);
                    record.start = start.map_err(|error| error.within(&self.line(at)))?;
                }
                "SetUp" => {}
                "Result" => result = Outcome::parse(value.trim()),
                "GameType" if value.split(',').next().map(str::trim) == Some(GAME_TYPE) => {}
                "GameType" => {
                    let expected = format!("GameType {GAME_TYPE}, which is English draughts");
                    let error = self.wrong(at).expected(expected);
                    return Err(error.found(&format!("'{value}'")));
                }
                _ => record.tags.push((name.to_string(), value)),
            }
        }
        let mut position = record.start.clone();
        loop {
            self.skip_blanks();
            let at = self.rest;
            let Some(c) = at.chars().next().filter(|&c| c != '[') else { break };
            begun = true;
            match c {
                '{' | '(' => self.skip_aside()?,
                _ => {
                    let word = self.word();
                    if let Some(outcome) = Outcome::parse(word) {
                        record.outcome = outcome;
                        return Ok(Some(record));
                    }
                    let word = without_number(word).trim_end_matches(['!', '?']);
                    if word.is_empty() || word.starts_with('$') {
                        continue;
                    }
                    let mut legal = Vec::new();
                    position.moves_on_board(&mut legal);
                    let Some(m) = position.find_move(word, &legal) else {
                        let place = format!("{}, move {}", self.line(at), record.moves.len() + 1);
                        let error = InputError::new(INPUT, self.text).at(&place);
                        let error = error.expected(listed(&position, &legal));
                        return Err(error.found(&format!("'{word}'")));
                    };
                    position.play(m);
                    record.moves.push(m);
                }
            }
        }
        record.outcome = result.unwrap_or_default();
        Ok(begun.then_some(record))
    }

    /// Skips white space and comments to the end of a line.
    fn skip_blanks(&mut self) {
        loop {
            self.rest = self.rest.trim_start();
            if !self.rest.starts_with([';', '%']) {
                return;
            }
            self.rest = self.rest.find('\n').map_or("", |end| &self.rest[end..]);
        }
    }

    /// Skips a comment in braces, or variations in parentheses with the comments in them.
    fn skip_aside(&mut self) -> Result<(), InputError> {
        let opening = self.rest;
        let mut depth = 0u32;
        let mut in_comment = false;
        for (at, c) in opening.char_indices() {
            match c {
                '{' => in_comment = true,
                '}' => in_comment = false,
                '(' if !in_comment => depth += 1,
                ')' if !in_comment => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 && !in_comment {
                self.rest = &opening[at + c.len_utf8()..];
                return Ok(());
            }
        }
        let (closing, what) = match opening.starts_with('{') {
            true => ('}', "comment"),
            false => (')', "variation"),
        };
        let error = self.wrong(opening).expected(format!("'{closing}' after the {what}"));
        Err(error.found("the end of the text"))
    }

    /// What comes before the next blank, comment, variation or tag; one character at least.
    fn word(&mut self) -> &'a str {
        let ends =
            |&(at, c): &(usize, char)| at > 0 && (c.is_whitespace() || "{}()[];".contains(c));
        let end = self.rest.char_indices().find(ends).map_or(self.rest.len(), |(at, _)| at);
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    /// A name and a value: `[Name "value"]`.
    fn tag(&mut self) -> Result<(&'a str, String), InputError> {
        let at = self.rest;
        let wrong = |expected: &str| self.wrong(at).expected(expected);
        let inside = at[1..].trim_start();
        let end = inside.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let (name, rest) = inside.split_at(end.unwrap_or(inside.len()));
        let quoted = rest.trim_start().strip_prefix('"');
        let (false, Some(quoted)) = (name.is_empty(), quoted) else {
            let found = at.lines().next().unwrap_or_default();
            return Err(wrong("a tag such as [Black \"name\"]").found(&format!("'{found}'")));
        };
        let mut value = String::new();
        let mut letters = quoted.char_indices().peekable();
        while let Some((at, c)) = letters.next() {
            match c {
                '\n' => break,
                '"' => {
                    let Some(rest) = quoted[at + 1..].trim_start().strip_prefix(']') else {
                        return Err(wrong(&format!("']' after the value of {name}")));
                    };
                    self.rest = rest;
                    return Ok((name, value));
                }
                '\\' => match letters.next_if(|&(_, c)| c == '"' || c == '\\') {
                    Some((_, escaped)) => value.push(escaped),
                    None => value.push(c),
                },
                c => value.push(c),
            }
        }
        Err(wrong(&format!("'\"' after the value of {name}")).found("the end of the line"))
    }
}

#[cfg(test)]
#[path = "pdn_tests.rs"]
mod tests;
