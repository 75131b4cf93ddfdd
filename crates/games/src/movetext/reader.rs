//! Reading records.

use super::{Movetext, Outcome, Record, without_number};
use crate::InputError;
use crate::record::{quoted, within_game};

/// Reads all games of a text, of which there may be none.
///
/// Comments in braces or from `;` to the end of a line, lines that begin with `%`, variations in
/// parentheses, and marks such as `$1` and `!` are skipped. Move numbers are not checked. A game
/// ends with its result, or where the tags of the next game begin.
pub fn read<G: Movetext>(text: &str) -> Result<Vec<Record<G>>, InputError> {
    let mut records = Vec::new();
    let mut reader = Reader { format: G::FORMAT, text, rest: text };
    while let Some(record) = reader.record().map_err(|e| within_game(e, records.len()))? {
        records.push(record);
    }
    Ok(records)
}

struct Reader<'a> {
    format: &'static str,
    text: &'a str,
    rest: &'a str,
}

impl<'a> Reader<'a> {
    /// The number of the line in which `rest`, the unread end of the text, begins.
    fn line(&self, rest: &str) -> String {
        let before = &self.text[..self.text.len() - rest.len()];
        format!("line {}", 1 + before.matches('\n').count())
    }

    fn wrong(&self, rest: &str, expected: impl Into<String>) -> InputError {
        InputError::new(self.format, self.text).at(&self.line(rest)).expected(expected)
    }

    fn begins_line(&self) -> bool {
        let before = &self.text[..self.text.len() - self.rest.len()];
        before.is_empty() || before.ends_with('\n')
    }

    /// The next game. `None` at the end of the text.
    fn record<G: Movetext>(&mut self) -> Result<Option<Record<G>>, InputError> {
        let mut record = Record::default();
        let mut position = G::default();
        let mut begun = false;
        loop {
            let blank = |c: char| c.is_whitespace() || c == '\u{feff}';
            self.rest = self.rest.trim_start_matches(blank);
            let at = self.rest;
            match at.chars().next() {
                None => return Ok(begun.then_some(record)),
                Some(';') => self.skip_line(),
                Some('%') if self.begins_line() => self.skip_line(),
                Some('{') => self.skip_comment()?,
                Some('(') => self.skip_variation()?,
                Some('$') => {
                    self.rest = at[1..].trim_start_matches(|c: char| c.is_ascii_digit());
                }
                Some('[') if !record.moves.is_empty() => return Ok(Some(record)),
                Some('[') => {
                    self.read_tag(&mut record)?;
                    position = record.start.clone();
                    begun = true;
                }
                Some(_) => {
                    let word = self.word();
                    if let Some(outcome) = Outcome::parse(word, G::WHITE) {
                        return Ok(Some(Record { outcome, ..record }));
                    }
                    let word = without_number(word).trim_end_matches(['!', '?']);
                    if word.is_empty() || G::is_idle(word) {
                        continue;
                    }
                    let m = position.written(word).map_err(|expected| {
                        let place = format!("{}, move {}", self.line(at), record.moves.len() + 1);
                        self.wrong(at, expected).at(&place).found(&format!("'{word}'"))
                    })?;
                    position.play(m);
                    record.moves.push(m);
                    begun = true;
                }
            }
        }
    }

    fn read_tag<G: Movetext>(&mut self, record: &mut Record<G>) -> Result<(), InputError> {
        let at = self.rest;
        let (name, value) = self.tag()?;
        if let Some(expected) = G::misfit(name, &value) {
            return Err(self.wrong(at, expected).found(&format!("'{value}'")));
        }
        match name {
            "Result" => {
                record.outcome = Outcome::parse(value.trim(), G::WHITE).unwrap_or_default();
            }
            "FEN" => {
                let start = G::from_setup(&value);
                record.start = start.map_err(|error| error.within(&self.line(at)))?;
            }
            "SetUp" => {}
            _ if G::LAST.iter().any(|&(last, _)| last == name) => {}
            _ => record.tags.push((name.to_string(), value)),
        }
        Ok(())
    }

    fn skip_line(&mut self) {
        self.rest = self.rest.split_once('\n').map_or("", |(_, rest)| rest);
    }

    fn skip_comment(&mut self) -> Result<(), InputError> {
        let Some((_, rest)) = self.rest.split_once('}') else {
            let error = self.wrong(self.rest, "'}' after the comment");
            return Err(error.found("the end of the text"));
        };
        self.rest = rest;
        Ok(())
    }

    /// Skips a variation. It may contain others, and comments with parentheses.
    fn skip_variation(&mut self) -> Result<(), InputError> {
        let opening = self.rest;
        let mut depth = 0u32;
        loop {
            match self.rest.chars().next() {
                None => {
                    let error = self.wrong(opening, "')' after the variation");
                    return Err(error.found("the end of the text"));
                }
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

    /// The text up to the next blank, mark, comment, variation or tag; at least one character.
    fn word(&mut self) -> &'a str {
        let ends = |c: char| c.is_whitespace() || "{}()[];$".contains(c);
        // A bracket without meaning is a word of its own, so that reading always goes on.
        let end = self.rest.find(ends).unwrap_or(self.rest.len()).max(1);
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    /// A name and a value: `[Name "value"]`.
    fn tag(&mut self) -> Result<(&'a str, String), InputError> {
        let at = self.rest;
        let inside = at[1..].trim_start();
        let end = inside.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let (name, rest) = inside.split_at(end.unwrap_or(inside.len()));
        let value = rest.trim_start().strip_prefix('"');
        let (false, Some(value)) = (name.is_empty(), value) else {
            let found = at.lines().next().unwrap_or_default();
            let error = self.wrong(at, "a tag such as [Black \"name\"]");
            return Err(error.found(&format!("'{found}'")));
        };
        let line = value.split('\n').next().unwrap_or_default();
        let Some((text, length)) = quoted(line, '"') else {
            let error = self.wrong(at, format!("'\"' after the value of {name}"));
            return Err(error.found("the end of the line"));
        };
        let Some(rest) = value[length..].trim_start().strip_prefix(']') else {
            return Err(self.wrong(at, format!("']' after the value of {name}")));
        };
        self.rest = rest;
        Ok((name, text))
    }
}
