//! Gomoku as people read and type it.
//!
//! A position is its rows from the top with `/` between: `15/15/…/7X7/…`. `X` is a stone of Black, `O` one of White,
//! and a number is that many empty points. The rows give the size of the board, the number of stones the side
//! to move.

use super::bits::STRIDE;
use super::{Evaluation, Gomoku, Point, SIZES, lines, sgf};
use crate::files::position_in_transcripts;
use crate::movetext::{no_more_moves, play_words, words};
use crate::rows::{self, Rows, is_size, size_of};
use crate::{Cell, Diagram, Game, GoalVisitor, Ground, InputError, Piece, Played, Tint, read_move};
use plywood::kit::Win;
use plywood::{Position, Side};

const INPUT: &str = "gomoku position";

const ROWS: Rows =
    Rows { input: INPUT, letters: "X, O", cells: ["point", "points"], columns: SIZES, rows: SIZES };

impl Game for Gomoku {
    const NAME: &'static str = "gomoku";
    const SUMMARY: &'static str = "five or more in a row, 15 by 15 points or smaller";
    const POSITION: &'static str = "the moves played so far, such as \"h8 i9 g7\", or a size, such as 9x9, \
         optionally followed by moves, or the rows from the top, where X is Black, O is White and a number is that \
         many empty points, such as 5/1X3/2XO1/3O1/5, or FILE.txt (one game per line), optionally with #GAME and \
         @PLIES";
    const EVALUATIONS: &'static [(&'static str, &'static str)] = Evaluation::NAMES;
    const SIDES: [&'static str; 2] = ["Black (X)", "White (O)"];
    const RECORDS: Option<&'static str> = Some("sgf");
    const SCALE: f64 = 200.0;
    const EXAMPLES: &'static [(&'static str, u32)] =
        &[("9x9", 2), ("6x6 c3 d4 c4 d3", 3), ("5x5", 3)];

    type Evaluation = Evaluation;

    fn evaluation(name: &str) -> Option<Evaluation> {
        Evaluation::named(name)
    }

    fn goals(visitor: &mut impl GoalVisitor<Gomoku>) {
        visitor.visit::<super::threats::FiveGoal>();
        visitor.visit::<Win>();
    }

    fn parse(text: Option<&str>) -> Result<Gomoku, InputError> {
        let text = text.unwrap_or_default().trim();
        if let Some(position) = position_in_transcripts(text) {
            return position;
        }
        let first = text.split_whitespace().next().unwrap_or_default();
        match text {
            "" | "start" => Ok(Gomoku::default()),
            _ if is_size(first) => match size_of(first, &SIZES) {
                Some((width, height)) => {
                    let start = Gomoku::start(width, height);
                    Ok(replay(start, text, &text[first.len()..])?.0)
                }
                None => {
                    let expected = "columns and rows, from 5x5 to 15x15";
                    let error = wrong(text).at("the size").expected(expected);
                    Err(error.found(&format!("'{first}'")))
                }
            },
            _ if text.contains('/') => from_rows(text),
            _ => Ok(replay(Gomoku::default(), text, text)?.0),
        }
    }

    fn transcript(text: &str) -> Option<Vec<Point>> {
        Some(replay(Gomoku::default(), text, text).ok()?.1)
    }

    fn text(&self) -> String {
        rows::written(self.size(), |column, row| {
            self.stone(point(column, row)).map(|side| stone(side).letter)
        })
    }

    fn perft(&self, depth: u32) -> u64 {
        self.clone().lines(depth)
    }

    /// `h8`.
    fn move_text(&self, m: Point) -> String {
        m.to_string()
    }

    /// A move as [`move_text`](Game::move_text) writes it. Capital letters are read as well.
    fn parse_move(&self, text: &str) -> Result<Point, InputError> {
        read_move(self, text, |text| self.written(text))
    }

    fn games_in_file(extension: &str, bytes: &[u8]) -> Option<crate::GamesRead<Gomoku>> {
        (extension == "sgf").then(|| sgf::read(bytes))
    }

    fn record(game: &Played<'_, Gomoku>) -> Option<String> {
        Some(sgf::write(game))
    }

    fn diagram(&self) -> Option<Diagram> {
        let points = (0..self.height)
            .rev()
            .flat_map(|row| (0..self.width).map(move |column| point(column, row)));
        let cells = points.map(|point| {
            let content = self.stone(point).map(stone).into();
            Cell { content, ..Cell::default() }
        });
        let note = match (self.is_over(), self.won) {
            (false, _) => vec![stone(self.side).into(), " to move".into()],
            (true, true) => vec![stone(!self.side).into(), " has won".into()],
            (true, false) => vec!["a draw".into()],
        };
        Some(Diagram {
            width: self.width.into(),
            cells: cells.collect(),
            columns: (0..self.width).map(|column| ((b'a' + column) as char).to_string()).collect(),
            rows: (1..=self.height).rev().map(|row| row.to_string()).collect(),
            ground: Ground::Lines,
            notes: vec![note],
        })
    }

    fn cells_of(&self, m: Point) -> Vec<usize> {
        let row = usize::from(self.height - 1 - m.row());
        vec![row * usize::from(self.width) + usize::from(m.column())]
    }
}

crate::serialize::positions!(Gomoku);
crate::serialize::moves!(Point);

fn stone(side: Side) -> Piece {
    match side {
        Side::Max => Piece::disc('X', Tint::Black),
        Side::Min => Piece::disc('O', Tint::White),
    }
}

pub(super) fn point(column: u8, row: u8) -> Point {
    Point(row * STRIDE + column)
}

fn wrong(text: &str) -> InputError {
    InputError::new(INPUT, text)
}

impl Gomoku {
    /// The point with this name, if it is empty; else what was expected.
    fn written(&self, name: &str) -> Result<Point, String> {
        let place = || {
            let letter = name.bytes().next()?.to_ascii_lowercase();
            let column = letter.checked_sub(b'a').filter(|&column| column < self.width)?;
            let digits = name.get(1..)?;
            // A number such as +8 or 08 is nobody's row.
            let plain = digits.starts_with(|c: char| matches!(c, '1'..='9'));
            let row: u8 = digits.parse().ok().filter(|_| plain)?;
            (1..=self.height).contains(&row).then(|| point(column, row - 1))
        };
        let Some(point) = place() else {
            let corner = self::point(self.width - 1, self.height - 1);
            return Err(format!("a point from a1 to {corner}"));
        };
        match self.stone(point) {
            None => Ok(point),
            Some(_) => Err("an empty point".to_string()),
        }
    }
}

/// The names of the points in a word: `h8i9` has two.
fn names(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let second = rest.char_indices().skip(1).find(|(_, c)| c.is_alphabetic());
        let (name, behind) = rest.split_at(second.map_or(rest.len(), |(at, _)| at));
        rest = behind;
        (!name.is_empty()).then_some(name)
    })
}

/// Plays the moves of `moves`, a part of `text`, which errors quote. Numbers of moves, such as `1.`, are
/// skipped. Returns the last position and the moves.
fn replay(start: Gomoku, text: &str, moves: &str) -> Result<(Gomoku, Vec<Point>), InputError> {
    play_words(start, words(moves).flat_map(names), wrong(text), |position, word| {
        no_more_moves(position)?;
        position.written(word)
    })
}

/// Reads rows. The number of stones tells the side to move.
pub(super) fn from_rows(text: &str) -> Result<Gomoku, InputError> {
    let mut stones = Vec::new();
    let (width, height) = ROWS.read(text, text, |letter, column, row| {
        let side = match letter {
            'X' | 'x' => Side::Max,
            'O' | 'o' => Side::Min,
            _ => return false,
        };
        stones.push((side, row * STRIDE + column));
        true
    })?;
    let mut position = Gomoku::start(width, height);
    for &(side, point) in &stones {
        position.toggle(side, point);
    }
    let [black, white] = position.stones.map(|stones| stones.count());
    if black != white && black != white + 1 {
        let found = format!("{black} X and {white} O");
        return Err(wrong(text).expected("as many X as O, or one more").found(&found));
    }
    position.ply = black + white;
    if black > white {
        position.pass_turn();
    }
    position.won = lines::has_five(position.stones(!position.side));
    match position.stones.map(lines::has_five) {
        [true, true] => Err(wrong(text).expected("one winner").found("five in a row of both")),
        [x, o] if (x || o) && !position.won => {
            let (winner, last) = if x { ("X", "O") } else { ("O", "X") };
            let found = format!("five in a row of {winner} though {last} moved last");
            Err(wrong(text).expected("a game that ends when it is won").found(&found))
        }
        _ => Ok(position),
    }
}
