//! GGF, the records of the Generic Game Server: `(;GM[Othello]PB[…]PW[…]BO[8 … *]B[F5//1.2]W[…];)`.
//!
//! ```
//! use plywood_games::{Game, Othello, othello::ggf::Record};
//!
//! let text = "(;GM[Othello]PC[GGS/os]PB[ada]PW[bob]RE[?]TY[8]BO[8 \
//!             ---------------------------O*------*O--------------------------- *]\
//!             B[F5/-0.5/1.25]W[D6//3];)";
//! let record = Record::parse(text)?;
//! assert_eq!((record.tag("PB"), record.result()), (Some("ada"), None));
//! assert_eq!(record.moves[0].eval, Some(-0.5));
//! assert_eq!(record.position(), Othello::parse(Some("f5d6"))?);
//! assert_eq!(record.to_string(), text);
//! # Ok::<(), plywood_games::InputError>(())
//! ```

use super::notation::{from_board, parse_move_text};
use super::{DISC, Move, Othello};
use crate::record::{escaped, only, quoted, value_of, within_game};
use crate::{Game, InputError};
use plywood::{Position, Score, Side};
use std::fmt;

/// A game with its record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// The tags other than game, board and moves, in their order: `PB` and `PW` are the players,
    /// `RE` is the result, `TI` the time.
    pub tags: Vec<(String, String)>,
    /// The position at the start.
    pub start: Othello,
    /// The moves. All are legal. Passes are included even if the text leaves them out.
    pub moves: Vec<Played>,
}

/// A move of a [`Record`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Played {
    /// The move.
    pub m: Move,
    /// The evaluation by the player, in discs for the player.
    pub eval: Option<f64>,
    /// The time it took, in seconds.
    pub time: Option<f64>,
}

impl From<Move> for Played {
    fn from(m: Move) -> Played {
        Played { m, eval: None, time: None }
    }
}

impl Played {
    /// Reads `F5`, `F5/1.25`, `F5//3.5` or `F5/1.25/3.5`. The move need not be legal.
    ///
    /// ```
    /// use plywood_games::othello::ggf::Played;
    /// let played = Played::parse("F5/-1.25/3.5")?;
    /// assert_eq!((played.eval, played.time), (Some(-1.25), Some(3.5)));
    /// assert_eq!(played.to_string(), "F5/-1.25/3.5");
    /// assert!(Played::parse("F9").unwrap_err().to_string().contains("a square from A1 to H8"));
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Played, InputError> {
        let wrong = || InputError::new("othello move", text);
        let mut parts = text.trim().split('/').map(str::trim);
        let m = parts.next().and_then(parse_move_text);
        let m = m.ok_or_else(|| wrong().expected("a square from A1 to H8, or PA for a pass"))?;
        let mut number = |name: &str| match parts.next().unwrap_or_default() {
            "" => Ok(None),
            word => match word.parse::<f64>() {
                Ok(number) if number.is_finite() => Ok(Some(number)),
                _ => {
                    let error = wrong().at(name).expected("a number");
                    Err(error.found(&format!("'{word}'")))
                }
            },
        };
        let (eval, time) = (number("its evaluation")?, number("its time")?);
        match parts.next() {
            None => Ok(Played { m, eval, time }),
            Some(_) => Err(wrong().at("its end").expected("no more than move/evaluation/time")),
        }
    }
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.m {
            Move::PASS => f.write_str("PA")?,
            m => f.write_str(&m.to_string().to_uppercase())?,
        }
        match (self.eval, self.time) {
            (None, None) => Ok(()),
            (Some(eval), None) => write!(f, "/{eval}"),
            (None, Some(time)) => write!(f, "//{time}"),
            (Some(eval), Some(time)) => write!(f, "/{eval}/{time}"),
        }
    }
}

impl Record {
    /// Reads the only record of a text.
    pub fn parse(text: &str) -> Result<Record, InputError> {
        only(read(text)?, INPUT, text)
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        value_of(&self.tags, name)
    }

    /// The result in discs for Black, if the record has one.
    pub fn result(&self) -> Option<f64> {
        let discs = self.tag("RE")?.split(':').next()?.trim();
        discs.parse().ok().filter(|discs: &f64| discs.is_finite())
    }

    /// Adds a move, and the pass before it if it is missing. Fails if the move is illegal.
    ///
    /// ```
    /// use plywood_games::othello::ggf::{Played, Record};
    /// let mut record = Record::default();
    /// record.play(Played::parse("F5")?)?;
    /// let error = record.play(Played::parse("F5")?).unwrap_err().to_string();
    /// assert_eq!(error, "othello move 'F5': expected one of f4 d6 f6");
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    pub fn play(&mut self, played: Played) -> Result<(), InputError> {
        let mut moves = Vec::new();
        let legal = self.position().play_written(played.m, &mut moves);
        legal.map_err(|legal| {
            InputError::new("othello move", &played.to_string()).expected(legal)
        })?;
        moves.pop();
        self.moves.extend(moves.into_iter().map(Played::from));
        self.moves.push(played);
        Ok(())
    }

    /// The position after the moves.
    pub fn position(&self) -> Othello {
        let mut position = self.start;
        for played in &self.moves {
            position.play(played.m);
        }
        position
    }
}

impl From<&crate::Played<'_, Othello>> for Record {
    /// Tags that GGF has another name for are renamed; tags that GGF does not have are left out.
    fn from(game: &crate::Played<'_, Othello>) -> Record {
        let tag =
            |name: &str| game.tags.iter().find(|(tag, _)| *tag == name).map(|(_, value)| value);
        let mut tags = Vec::new();
        let mut push = |name: &str, value: String| {
            // A record is one line.
            tags.push((name.to_string(), value.replace(char::is_control, " ")));
        };
        for (name, own) in [("Event", "EV"), ("Round", "RO"), ("Site", "PC")] {
            if let Some(value) = tag(name) {
                push(own, value.clone());
            }
        }
        match (tag("UTCDate"), tag("UTCTime"), tag("Date")) {
            (Some(date), Some(time), _) => push("DT", format!("{date}_{time}.UTC")),
            (.., Some(date)) => push("DT", date.clone()),
            _ => {}
        }
        for (own, name) in ["PB", "PW"].into_iter().zip(game.players) {
            push(own, name.to_string());
        }
        let late = tag("Termination").is_some_and(|how| how == "time forfeit");
        push("RE", game.result.map_or("?".to_string(), |result| result_text(result, late)));
        let comments = game.comments.iter().map(|comment| Comment::parse(comment));
        let mut comments: Vec<Comment> = comments.take(game.moves.len()).collect();
        let rest: Vec<&str> = comments.iter().map(|comment| comment.rest.as_str()).collect();
        let rest =
            rest.iter().any(|rest| !rest.is_empty()).then(|| format!("moves: {}", rest.join(", ")));
        let words: Vec<String> = game.ending.map(str::to_string).into_iter().chain(rest).collect();
        if !words.is_empty() {
            push("CO", words.join("; "));
        }
        comments.resize(game.moves.len(), Comment::default());
        let moves = game.moves.iter().zip(comments);
        let moves = moves.map(|(&m, Comment { eval, time, .. })| Played { m, eval, time });
        Record { tags, start: *game.start, moves: moves.collect() }
    }
}

/// A comment such as `+1.50/6 120n 0.250s` in the parts that GGF has places for, and the rest: `6/120n`.
#[derive(Clone, Default)]
struct Comment {
    eval: Option<f64>,
    time: Option<f64>,
    rest: String,
}

impl Comment {
    fn parse(text: &str) -> Comment {
        let mut comment = Comment::default();
        let mut rest = Vec::new();
        for word in text.split_whitespace() {
            let (before, after) = word.split_once('/').unwrap_or((word, ""));
            let eval = word.starts_with(['+', '-']).then(|| before.parse().ok()).flatten();
            let time = word.strip_suffix('s').and_then(|seconds| seconds.parse().ok());
            match (eval, time) {
                (Some(eval), _) if comment.eval.is_none() => {
                    comment.eval = Some(eval);
                    rest.extend((!after.is_empty()).then_some(after));
                }
                (_, Some(time)) if comment.time.is_none() => comment.time = Some(time),
                _ => rest.push(word),
            }
        }
        comment.rest = rest.join("/");
        comment
    }
}

/// A result in discs for Black. A side that lost by resignation or on time has lost all discs, and
/// a letter tells the reason.
fn result_text(result: Score, late: bool) -> String {
    let (discs, how) = match result.winner() {
        None => (f64::from(result.get()) / f64::from(DISC), ""),
        Some(Side::Max) => (64.0, if late { ":t" } else { ":r" }),
        Some(Side::Min) => (-64.0, if late { ":t" } else { ":r" }),
    };
    format!("{discs:+.3}{how}")
}

impl fmt::Display for Record {
    /// The record on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(;GM[Othello]")?;
        for (name, value) in &self.tags {
            write!(f, "{name}[{}]", escaped(value, ']'))?;
        }
        if self.tag("TY").is_none() {
            f.write_str("TY[8]")?;
        }
        write!(f, "BO[8 {}]", self.start.text().replace('X', "*"))?;
        let mut position = self.start;
        for played in &self.moves {
            write!(f, "{}[{played}]", tag_of(position.side()))?;
            position.play(played.m);
        }
        f.write_str(";)")
    }
}

const INPUT: &str = "GGF record";

/// Reads all records of a text. Between them there may be blanks and numbers: some files number the
/// games of a match.
///
/// Tags may come in any order, but moves after the board. A record without a board begins at the
/// start of the game. `\]` in a value stands for `]` and `\\` for `\`. Passes may be written or
/// not.
pub fn read(text: &str) -> Result<Vec<Record>, InputError> {
    let mut records = Vec::new();
    let mut reader = Reader { text, rest: text };
    loop {
        reader.skip(|c| c.is_whitespace() || c.is_ascii_digit());
        if reader.rest.is_empty() && !records.is_empty() {
            return Ok(records);
        }
        records.push(reader.record().map_err(|error| within_game(error, records.len()))?);
    }
}

struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn skip(&mut self, blank: impl Fn(char) -> bool) {
        self.rest = self.rest.trim_start_matches(blank);
    }

    fn takes(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// The error that something else was expected here.
    fn wrong(&self, expected: &str) -> InputError {
        let place = match self.text.len() - self.rest.len() {
            0 => "its beginning".to_string(),
            at => format!("character {}", self.text[..at].chars().count() + 1),
        };
        let found = self.rest.chars().next().map_or("its end".to_string(), |c| format!("'{c}'"));
        InputError::new(INPUT, self.text).at(&place).expected(expected).found(&found)
    }

    fn record(&mut self) -> Result<Record, InputError> {
        if !self.takes("(;") {
            return Err(self.wrong("'(;', which begins a game"));
        }
        let mut record = Record::default();
        loop {
            self.skip(char::is_whitespace);
            if self.takes(";)") || self.takes(")") {
                return Ok(record);
            }
            let (name, value) = self.tag()?;
            let place = match name {
                "B" | "W" => format!("move {}", record.moves.len() + 1),
                _ => name.to_string(),
            };
            let wrong = || InputError::new(INPUT, self.text).at(&place);
            match name {
                "GM" if value.trim().eq_ignore_ascii_case("othello") => {}
                "GM" => {
                    return Err(wrong().expected("Othello").found(&format!("'{value}'")));
                }
                "TY" if board_size(&value) != Some(8) => {
                    let error = wrong().expected("a game on a board of 8, such as '8' or 's8r18'");
                    return Err(error.found(&format!("'{value}'")));
                }
                "BO" if !record.moves.is_empty() => {
                    return Err(wrong().expected("the board before the moves"));
                }
                "BO" => {
                    let Some(board) = value.trim().strip_prefix("8 ") else {
                        let expected = "8, the squares and the side to move";
                        return Err(wrong().expected(expected).found(&format!("'{value}'")));
                    };
                    record.start = from_board(board).map_err(|error| error.within(name))?;
                }
                "B" | "W" => {
                    let played = Played::parse(&value).map_err(|error| error.within(&place))?;
                    record.play(played).map_err(|error| error.within(&place))?;
                    if record.position().side() == side_of(name) {
                        let expected = format!("a move {}[…]", tag_of(!side_of(name)));
                        return Err(wrong().expected(expected).found(&format!("{name}[{value}]")));
                    }
                }
                _ => record.tags.push((name.to_string(), value)),
            }
        }
    }

    /// A name and a value in brackets.
    fn tag(&mut self) -> Result<(&'a str, String), InputError> {
        let length = self.rest.find(|c: char| !c.is_ascii_alphanumeric());
        let (name, after) = self.rest.split_at(length.unwrap_or(self.rest.len()));
        if name.is_empty() {
            return Err(self.wrong("a tag such as PB[name], or ';)' at the end of the game"));
        }
        self.rest = after.trim_start();
        if !self.takes("[") {
            return Err(self.wrong(&format!("'[' after the tag {}", &name[..name.len().min(8)])));
        }
        let Some((value, length)) = quoted(self.rest, ']') else {
            self.rest = "";
            let name = &name[..name.len().min(8)];
            return Err(self.wrong(&format!("']' after the value of {name}")));
        };
        self.rest = &self.rest[length..];
        Ok((name, value))
    }
}

/// The first number of a type such as `s8r18`.
fn board_size(kind: &str) -> Option<u32> {
    let digits = kind.trim_start_matches(|c: char| !c.is_ascii_digit());
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().ok()
}

fn side_of(tag: &str) -> Side {
    if tag == "B" { Side::Max } else { Side::Min }
}

fn tag_of(side: Side) -> char {
    match side {
        Side::Max => 'B',
        Side::Min => 'W',
    }
}

#[cfg(test)]
mod tests;
