//! Positions in the FEN of draughts: `B:W18,21,K22:BK1,2,3`.
//!
//! The side to move, then the squares of White and Black in either order, kings with a `K`. `9-12`
//! means the squares from 9 to 12. Two more parts may follow, as some servers write them: `H` with
//! the plies since a capture or a move of a man, and `F` with the number of the move, where a move
//! of each side have one number.

use super::bits::{ROWS, bit, squares};
use super::{Checkers, QUIET_LIMIT};
use crate::InputError;
use plywood::{Position, Side};
use std::fmt::Write;

/// A side begins a game with this many pieces.
const PIECES: u32 = 12;
/// No game is that long.
const MOST_MOVES: u32 = 1_000_000;
/// The rows without men of a side: a man there would be a king.
const KING_ROWS: [u32; 2] = [ROWS[7], ROWS[0]];

/// The letter of a side.
pub(super) const fn letter(side: Side) -> char {
    match side {
        Side::Max => 'B',
        Side::Min => 'W',
    }
}

/// Writes a board. `H` and `F` are left out if they have the values of the start of a game.
pub(super) fn write(position: &Checkers) -> String {
    let mut text = String::from(letter(position.side()));
    for side in [Side::Min, Side::Max] {
        let _ = write!(text, ":{}", letter(side));
        for (index, square) in squares(position.pieces(side)).enumerate() {
            let comma = if index > 0 { "," } else { "" };
            let king = if position.kings & bit(square) != 0 { "K" } else { "" };
            let _ = write!(text, "{comma}{king}{square}");
        }
    }
    let number = position.ply / 2 + 1;
    if position.quiet > 0 || number > 1 {
        let _ = write!(text, ":H{}:F{number}", position.quiet);
    }
    text
}

/// Reads the board `fen`. Errors quote `text`, of which `fen` is a part.
pub(super) fn read(text: &str, fen: &str) -> Result<Checkers, InputError> {
    Reader { text, sides: [None; 2], kings: 0, taken: 0 }.read(fen)
}

struct Reader<'a> {
    text: &'a str,
    /// The pieces of each side, if they were read already.
    sides: [Option<u32>; 2],
    kings: u32,
    taken: u32,
}

impl Reader<'_> {
    fn wrong(&self) -> InputError {
        InputError::new("checkers position", self.text)
    }

    fn read(mut self, fen: &str) -> Result<Checkers, InputError> {
        let fen = fen.trim().trim_matches('"').trim_end_matches('.').trim();
        let mut parts = fen.split(':').map(str::trim);
        let side = match parts.next().unwrap_or_default() {
            "B" | "b" => Side::Max,
            "W" | "w" => Side::Min,
            other => {
                let error = self.wrong().at("its beginning").expected("the side to move, B or W");
                return Err(error.found(&format!("'{other}'")));
            }
        };
        let (mut quiet, mut number) = (None, None);
        for (index, part) in parts.enumerate() {
            let place = format!("part {}", index + 2);
            let mut letters = part.chars();
            let letter = letters.next();
            let rest = letters.as_str();
            match letter {
                Some('B' | 'b') if self.sides[0].is_none() => self.pieces(Side::Max, rest)?,
                Some('W' | 'w') if self.sides[1].is_none() => self.pieces(Side::Min, rest)?,
                Some('H') if quiet.is_none() => {
                    quiet = Some(self.number(&place, rest, 0, QUIET_LIMIT)?);
                }
                Some('F') if number.is_none() => {
                    number = Some(self.number(&place, rest, 1, MOST_MOVES)?);
                }
                _ => {
                    let expected = "the squares of one side, such as B1,2,K30, each side once";
                    let found = format!("'{part}'");
                    return Err(self.wrong().at(&place).expected(expected).found(&found));
                }
            }
        }
        let [Some(black), Some(white)] = self.sides else {
            let found = match self.sides {
                [None, None] => "neither",
                [None, _] => "none of Black",
                _ => "none of White",
            };
            let expected = "the squares of both sides, such as B:W21,K22:B1,2";
            return Err(self.wrong().expected(expected).found(found));
        };
        let mut position = Checkers::on_board([black, white], self.kings, side);
        position.quiet = quiet.unwrap_or(0);
        position.ply += 2 * (number.unwrap_or(1) - 1);
        self.check_possible(&position)?;
        Ok(position)
    }

    fn number(&self, place: &str, text: &str, least: u32, most: u32) -> Result<u32, InputError> {
        match text.parse() {
            Ok(number) if (least..=most).contains(&number) && !text.starts_with('+') => Ok(number),
            _ => {
                let expected = format!("a number from {least} to {most}");
                Err(self.wrong().at(place).expected(expected).found(&format!("'{text}'")))
            }
        }
    }

    /// Reads the squares of a side: `1,K2,9-12`.
    fn pieces(&mut self, side: Side, list: &str) -> Result<(), InputError> {
        let before = self.taken;
        let names = list.split(',').map(str::trim).filter(|_| !list.trim().is_empty());
        for name in names {
            let (king, span) = match name.strip_prefix(['K', 'k']) {
                Some(span) => (true, span),
                None => (false, name),
            };
            let (first, last) = span.split_once('-').unwrap_or((span, span));
            let place = match name {
                "" => format!("{}'s squares", name_of(side)),
                name => format!("{}'s {name}", name_of(side)),
            };
            let (first, last) = (self.square(&place, first)?, self.square(&place, last)?);
            if first > last {
                let error = self.wrong().at(&place).expected("squares from low to high");
                return Err(error.found(&format!("'{span}'")));
            }
            for square in first..=last {
                let bit = bit(square);
                if self.taken & bit != 0 {
                    let expected = format!("one piece on square {square}");
                    return Err(self.wrong().at(&place).expected(expected).found("a second"));
                }
                if !king && KING_ROWS[side as usize] & bit != 0 {
                    let expected = format!("a king on square {square}, such as K{square}");
                    return Err(self.wrong().at(&place).expected(expected).found("a man"));
                }
                self.taken |= bit;
                self.kings |= if king { bit } else { 0 };
            }
        }
        self.sides[side as usize] = Some(self.taken & !before);
        Ok(())
    }

    fn square(&self, place: &str, text: &str) -> Result<u32, InputError> {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse() {
            Ok(square @ 1..=32) if digits => Ok(square),
            _ => {
                let error = self.wrong().at(place).expected("a square from 1 to 32");
                Err(error.found(&format!("'{text}'")))
            }
        }
    }

    /// Checks that no side has more pieces than at the start, and that the side that moved last has
    /// one.
    fn check_possible(&self, position: &Checkers) -> Result<(), InputError> {
        for side in [Side::Max, Side::Min] {
            let count = position.pieces(side).count_ones();
            if count > PIECES {
                let expected = format!("at most {PIECES} pieces of {}", name_of(side));
                return Err(self.wrong().expected(expected).found(&count.to_string()));
            }
        }
        let moved = !position.side();
        if position.pieces(moved) == 0 {
            let expected = format!("a piece of {}, who moved last", name_of(moved));
            return Err(self.wrong().expected(expected).found("none"));
        }
        Ok(())
    }
}

/// A side in words.
pub(super) const fn name_of(side: Side) -> &'static str {
    match side {
        Side::Max => "Black",
        Side::Min => "White",
    }
}
