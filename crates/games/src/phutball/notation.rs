//! Phutball as people read and type it.
//!
//! A man is its point, `h10`. A chain of jumps is the points of the ball, `h10-h12-k15`; row 0 and the row above the
//! top one are beyond the goal lines, `h2-h0`.
//!
//! A position is its rows from the top with `/` between, the side to move and the number of plies played:
//! `5/2x2/2O2/2x2/5 U 2`. `O` is the ball, `x` a man, and a number is that many empty points. A ball beyond a line
//! follows as its point: `5/5/5/5/5 D 3 c6`.

use super::bits::{Bits, STEPS, STRIDE};
use super::chains::{MOST_JUMPS, State};
use super::{Evaluation, Move, Phutball, Pitch, Point, SIZES};
use crate::files::position_in_transcripts;
use crate::movetext::{no_more_moves, play_words, words};
use crate::rows::{self, Rows, is_size, size_of};
use crate::{
    Cell, Content, Diagram, Game, GoalVisitor, Ground, InputError, Piece, Tint, read_move,
};
use plywood::kit::Win;
use plywood::{Position, Side};

const INPUT: &str = "phutball position";

const ROWS: Rows =
    Rows { input: INPUT, letters: "O, x", cells: ["point", "points"], columns: SIZES, rows: SIZES };

impl Game for Phutball {
    const NAME: &'static str = "phutball";
    const SUMMARY: &'static str = "philosopher's football, 19 rows by 15 columns or other sizes";
    const POSITION: &'static str = "the moves played so far, such as \"h11 h9 h10-h12\", or a size, rows first, such \
         as 19x19 or 11x11, optionally followed by moves, or the rows from the top, where O is the ball, x is a man \
         and a number is that many empty points, with the side to move, U or D, and the number of plies played, such \
         as \"5/2x2/2O2/2x2/5 U 2\", or FILE.txt (one game per line), optionally with #GAME and @PLIES";
    const EVALUATIONS: &'static [(&'static str, &'static str)] = Evaluation::NAMES;
    const UNIT: i32 = 10;
    /// Two moves of each side are mostly men far from the ball, so that openings are fair.
    const OPENING_PLIES: u32 = 4;
    const SIDES: [&'static str; 2] = ["Up", "Down"];
    const SCALE: f64 = 6.0;
    const EXAMPLES: &'static [(&'static str, u32)] = &[("11x11", 2), ("5x5 b4 d2", 3), ("4x5", 3)];

    type Evaluation = Evaluation;

    fn evaluation(name: &str) -> Option<Evaluation> {
        Evaluation::named(name)
    }

    fn goals(visitor: &mut impl GoalVisitor<Phutball>) {
        visitor.visit::<super::scoring::GoalLine>();
        visitor.visit::<Win>();
    }

    fn parse(text: Option<&str>) -> Result<Phutball, InputError> {
        let text = text.unwrap_or_default().trim();
        if let Some(position) = position_in_transcripts(text) {
            return position;
        }
        let first = text.split_whitespace().next().unwrap_or_default();
        match text {
            "" | "start" => Ok(Phutball::default()),
            _ if is_size(first) => match size_of(first, &SIZES) {
                Some((height, width)) => {
                    let start = Phutball::start(width, height);
                    Ok(replay(start, text, &text[first.len()..])?.0)
                }
                None => {
                    let expected = "rows and columns, from 3x3 to 19x19, such as 19x15";
                    let error = wrong(text).at("the size").expected(expected);
                    Err(error.found(&format!("'{first}'")))
                }
            },
            _ if first.contains('/') => from_rows(text),
            _ => Ok(replay(Phutball::default(), text, text)?.0),
        }
    }

    fn transcript(text: &str) -> Option<Vec<Move>> {
        Some(replay(Phutball::default(), text, text).ok()?.1)
    }

    fn text(&self) -> String {
        let rows = rows::written(self.size(), |column, row| self.letter(index(column, row + 1)));
        let beyond = match self.pitch.board.has(self.ball) {
            true => String::new(),
            false => format!(" {}", self.ball()),
        };
        format!("{rows} {} {}{beyond}", letter(self.side), self.ply)
    }

    /// `h10`, or `h10-h12-k15`.
    fn move_text(&self, m: Move) -> String {
        let mut text = if m.jumps() == 0 { m.to.to_string() } else { self.ball().to_string() };
        let mut state = State::new(self.men, self.ball);
        for direction in m.path.directions() {
            let Some(next) = state.jump(&self.pitch, direction) else { break };
            state = next;
            text += &format!("-{}", Point(state.ball));
        }
        text
    }

    /// A move as [`move_text`](Game::move_text) writes it, or another chain with the same result. Capital letters are
    /// read as well.
    fn parse_move(&self, text: &str) -> Result<Move, InputError> {
        read_move(self, text, |text| self.written(text))
    }

    fn diagram(&self) -> Option<Diagram> {
        let (width, height) = self.size();
        let indices =
            (1..=height).rev().flat_map(|row| (0..width).map(move |column| index(column, row)));
        let cells = indices.map(|index| Cell {
            content: match self.letter(index) {
                Some('O') => Content::Piece(BALL),
                Some('x') => Content::Piece(MAN),
                _ => Content::Empty,
            },
            // The goal lines.
            dark: self.pitch.goal(index).is_some(),
            ..Cell::default()
        });
        let name = |side: Side| Phutball::SIDES[side as usize];
        let note = match (self.winner(), self.is_over()) {
            (Some(winner), _) => format!("{} has won", name(winner)),
            (None, true) => "a draw".to_string(),
            (None, false) => format!("{} to move", name(self.side)),
        };
        Some(Diagram {
            width: width.into(),
            cells: cells.collect(),
            columns: (0..width).map(|column| ((b'a' + column) as char).to_string()).collect(),
            rows: (1..=height).rev().map(|row| row.to_string()).collect(),
            ground: Ground::Lines,
            notes: vec![vec![note.into()]],
        })
    }

    /// The new man, or where the ball was and where it has come to.
    fn cells_of(&self, m: Move) -> Vec<usize> {
        let points = if m.jumps() == 0 { vec![m.to] } else { vec![self.ball(), m.to] };
        let cell = |point: Point| {
            let (row, column) = (usize::from(point.row()), usize::from(point.column()));
            (usize::from(self.pitch.height) - row) * usize::from(self.pitch.width) + column
        };
        points.into_iter().filter(|point| self.pitch.board.has(point.0)).map(cell).collect()
    }
}

crate::serialize::positions!(Phutball);

const BALL: Piece = Piece::disc('O', Tint::Black);
const MAN: Piece = Piece::disc('x', Tint::White);

/// The point in a column from 0 and a row from 1.
fn index(column: u8, row: u8) -> u16 {
    u16::from(row) * STRIDE + u16::from(column) + 1
}

fn letter(side: Side) -> char {
    if side == Side::Max { 'U' } else { 'D' }
}

fn wrong(text: &str) -> InputError {
    InputError::new(INPUT, text)
}

impl Pitch {
    /// The point with this name, on the board or beyond a goal line.
    fn point(&self, name: &str) -> Option<u16> {
        let letter = name.bytes().next()?.to_ascii_lowercase();
        let column = letter.checked_sub(b'a').filter(|&column| column < self.width)?;
        let digits = name.get(1..)?;
        // A number such as +8 or 08 is nobody's row.
        let plain = digits == "0" || digits.starts_with(|c: char| matches!(c, '1'..='9'));
        let row: u8 = digits.parse().ok().filter(|_| plain)?;
        (row <= self.height + 1).then(|| index(column, row))
    }

    /// What is expected of the name of a point.
    fn points(&self) -> String {
        format!("a point from a1 to {}", Point(index(self.width - 1, self.height)))
    }
}

impl Phutball {
    /// What is on a point of the board.
    fn letter(&self, index: u16) -> Option<char> {
        match index {
            _ if index == self.ball => Some('O'),
            _ if self.men.has(index) => Some('x'),
            _ => None,
        }
    }

    /// The legal move with this name; else what was expected.
    fn written(&self, name: &str) -> Result<Move, String> {
        if name.contains('-') {
            return self.written_chain(name);
        }
        match self.pitch.point(name).filter(|&point| self.pitch.board.has(point)) {
            None => Err(format!("{}, or points of the ball with '-' between", self.pitch.points())),
            Some(point) if self.empty().has(point) => Ok(Move::man(point)),
            Some(_) => Err("an empty point".to_string()),
        }
    }

    fn written_chain(&self, name: &str) -> Result<Move, String> {
        let ball = self.ball();
        let mut names = name.split('-');
        if names.next().and_then(|first| self.pitch.point(first)) != Some(self.ball) {
            return Err(format!("a chain of jumps from the ball, {ball}"));
        }
        let mut state = State::new(self.men, self.ball);
        for name in names {
            if state.path.jumps() == MOST_JUMPS {
                return Err(format!("a chain of at most {MOST_JUMPS} jumps"));
            }
            let next = |to: u16| {
                let mut jumps = (0..STEPS.len()).filter_map(|way| state.jump(&self.pitch, way));
                jumps.find(|next| next.ball == to && self.pitch.board.has(state.ball))
            };
            let from = Point(state.ball);
            state = self.pitch.point(name).and_then(next).ok_or_else(|| {
                format!("a jump from {from} over men in a row to the next empty point")
            })?;
        }
        // Of all chains with this result, the one that is listed.
        let listed = self.chains().states.into_iter().find(|other| other.key == state.key);
        Ok(Move::chain(&listed.unwrap_or(state)))
    }
}

/// Plays the moves of `moves`, a part of `text`, which errors quote. Numbers of moves, such as `1.`, are
/// skipped. Returns the last position and the moves.
fn replay(start: Phutball, text: &str, moves: &str) -> Result<(Phutball, Vec<Move>), InputError> {
    play_words(start, words(moves), wrong(text), |position, word| {
        no_more_moves(position)?;
        position.written(word)
    })
}

/// Reads rows, the side to move, the plies played, and the point of a ball beyond a line.
fn from_rows(text: &str) -> Result<Phutball, InputError> {
    let mut words = text.split_whitespace();
    let rows = words.next().unwrap_or_default();
    let (mut men, mut balls) = (Bits::NONE, Vec::new());
    let (width, height) = ROWS.read(text, rows, |letter, column, row| {
        match letter {
            'O' | 'o' => balls.push(index(column, row + 1)),
            'X' | 'x' => men.flip(index(column, row + 1)),
            _ => return false,
        }
        true
    })?;
    let pitch = Pitch::new(width, height);
    let side = match words.next() {
        Some("U" | "u") => Side::Max,
        Some("D" | "d") => Side::Min,
        other => {
            let error = wrong(text).at("the side to move").expected("U or D");
            return Err(error.found(&quoted(other)));
        }
    };
    let mut next = words.next();
    let ply: u32 = match next.filter(|word| word.starts_with(|c: char| c.is_ascii_digit())) {
        None => 0,
        Some(word) => {
            let most = u32::from(width) * u32::from(height);
            next = words.next();
            word.parse().ok().filter(|&ply| ply <= most).ok_or_else(|| {
                let expected = format!("a number from 0 to {most}");
                wrong(text).at("the plies played").expected(expected).found(&quoted(Some(word)))
            })?
        }
    };
    if balls.is_empty()
        && let Some(word) = next.take()
    {
        let point = pitch.point(word).filter(|&point| !pitch.board.has(point));
        balls.push(point.ok_or_else(|| {
            let expected = "the point of the ball beyond a goal line";
            wrong(text).at("the ball").expected(expected).found(&quoted(Some(word)))
        })?);
    }
    if let Some(word) = next.or_else(|| words.next()) {
        let error = wrong(text).expected("rows, the side to move and the plies played");
        return Err(error.found(&quoted(Some(word))));
    }
    match balls[..] {
        [ball] => Ok(Phutball::of(pitch, men, ball, side, ply)),
        _ => Err(wrong(text).expected("one ball, O").found(&format!("{} of them", balls.len()))),
    }
}

fn quoted(word: Option<&str>) -> String {
    word.map_or("nothing".to_string(), |word| format!("'{word}'"))
}
