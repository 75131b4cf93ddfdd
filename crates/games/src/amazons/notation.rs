//! Amazons as people read and type it.
//!
//! A position is its rows from the top with `/` between, and the side to move:
//! `3b2b3/10/10/b8b/10/10/w8w/10/10/3w2w3 w`. `w` and `b` are amazons of White and of Black, `x` is an
//! arrow, and a number is that many empty squares. The rows give the size of the board. `counted` may follow,
//! and then `moves` and moves.

use super::board::{self, MOST, column_row, queen_moves};
use super::{Amazons, Evaluation, Move, SIZES};
use crate::files::position_in_transcripts;
use crate::movetext::{no_more_moves, play_words, words};
use crate::rows::{self, Rows, is_size, size_of};
use crate::{Cell, Content, Diagram, Game, Ground, InputError, Piece, Tint, read_move};
use plywood::{Position, Side};

const INPUT: &str = "amazons position";
/// The word after the size, or the side to move, of a game that ends where territories decide it.
const COUNTED: &str = "counted";

const ROWS: Rows = Rows {
    input: INPUT,
    letters: "w, b, x",
    cells: ["square", "squares"],
    columns: 1..=MOST,
    rows: 1..=MOST,
};

impl Game for Amazons {
    const NAME: &'static str = "amazons";
    const SUMMARY: &'static str = "the Game of the Amazons, 10 by 10 squares or smaller";
    const POSITION: &'static str = "the moves played so far, such as \"d1-d7/g7 d10-d8/f6\", or a size, such as 6x6, \
         optionally followed by moves, or the rows from the top, where w and b are amazons, x is an arrow and a \
         number is that many empty squares, and the side to move, such as \"3b2b3/10/10/b8b/10/10/w8w/10/10/3w2w3 \
         w\", optionally followed by moves, such as \"1b/w1 w moves a1-b1/a1\", or a size or rows with the word \
         'counted' after the size or the side, so that the game ends when territories decide it, or FILE.txt (one \
         game per line), optionally with #GAME and @PLIES";
    const EVALUATIONS: &'static [(&'static str, &'static str)] = Evaluation::NAMES;
    const UNIT: i32 = super::SQUARE;
    /// One move of each side makes millions of openings.
    const OPENING_PLIES: u32 = 2;
    const SIDES: [&'static str; 2] = ["White", "Black"];
    const NEAR: Option<Side> = Some(Side::Max);
    const SCALE: f64 = 8.0;
    const EXAMPLES: &'static [(&'static str, u32)] =
        &[("6x6", 1), ("4x4 b1-b3/c2", 3), ("4x4", 3), ("5x4 counted", 3)];

    type Evaluation = Evaluation;

    fn evaluation(name: &str) -> Option<Evaluation> {
        Evaluation::named(name)
    }

    fn parse(text: Option<&str>) -> Result<Amazons, InputError> {
        let text = text.unwrap_or_default().trim();
        if let Some(position) = position_in_transcripts(text) {
            return position;
        }
        let mut words = text.split_whitespace();
        let first = words.next().unwrap_or_default();
        match text {
            "" | "start" => Ok(Amazons::default()),
            _ if is_size(first) => {
                let (start, rest) = with_count(start_of(text, first)?, &text[first.len()..]);
                Ok(replay(start, text, rest)?.0)
            }
            _ if is_rows(first, words.next()) => from_rows(text),
            _ if first == COUNTED => {
                let (start, rest) = with_count(Amazons::default(), text);
                Ok(replay(start, text, rest)?.0)
            }
            _ => Ok(replay(Amazons::default(), text, text)?.0),
        }
    }

    fn transcript(text: &str) -> Option<Vec<Move>> {
        Some(replay(Amazons::default(), text, text).ok()?.1)
    }

    fn text(&self) -> String {
        let rows = rows::written(self.size(), |column, row| {
            Some(self.letter(board::index(column, row))).filter(|&letter| letter != '.')
        });
        let counted = if self.counted { format!(" {COUNTED}") } else { String::new() };
        format!("{rows} {}{counted}", letter_of(self.side))
    }

    fn perft(&self, depth: u32) -> u64 {
        self.clone().lines(depth)
    }

    /// `d1-d7/g7`: from, to, and the square of the arrow.
    fn move_text(&self, m: Move) -> String {
        m.to_string()
    }

    /// A move of each side have one number.
    fn move_number(&self, _: Move, ply: usize) -> String {
        match self.side {
            Side::Max => format!("{}.", ply.div_ceil(2) + 1),
            Side::Min => format!("{}...", ply / 2 + 1),
        }
    }

    /// A move as [`move_text`](Game::move_text) writes it. Capital letters, `d1-d7xg7` and `d1-d7(g7)` are
    /// read as well.
    fn parse_move(&self, text: &str) -> Result<Move, InputError> {
        read_move(self, text, |text| self.written(text))
    }

    fn diagram(&self) -> Option<Diagram> {
        let squares = (0..self.height)
            .rev()
            .flat_map(|row| (0..self.width).map(move |column| board::index(column, row)));
        let cells = squares.map(|square| {
            let (column, row) = column_row(square);
            let content = match self.letter(square) {
                'w' => Content::Piece(amazon(Side::Max)),
                'b' => Content::Piece(amazon(Side::Min)),
                'x' => Content::Piece(ARROW),
                _ => Content::Empty,
            };
            Cell { content, dark: (column + row).is_multiple_of(2), ..Cell::default() }
        });
        let [mover, other] = [self.side, !self.side].map(|side| Amazons::SIDES[side as usize]);
        let note = match self.is_over() {
            false => format!("{mover} to move"),
            true if self.result().winner() == Some(self.side) => format!("{mover} has won"),
            true => format!("{other} has won"),
        };
        Some(Diagram {
            width: self.width.into(),
            cells: cells.collect(),
            columns: (0..self.width).map(|column| ((b'a' + column) as char).to_string()).collect(),
            rows: (1..=self.height).rev().map(|row| row.to_string()).collect(),
            ground: Ground::Wood,
            notes: vec![vec![note.into()]],
        })
    }

    /// The squares that the amazon left and reached, and that of the arrow.
    fn cells_of(&self, m: Move) -> Vec<usize> {
        let cell = |square| {
            let (column, row) = column_row(square);
            usize::from(self.height - 1 - row) * usize::from(self.width) + usize::from(column)
        };
        let mut cells = vec![cell(m.from()), cell(m.to())];
        if m.arrow() != m.from() {
            cells.push(cell(m.arrow()));
        }
        cells
    }
}

crate::serialize::positions!(Amazons);
crate::serialize::moves!(Move);

const ARROW: Piece =
    Piece { letter: 'x', solid: '×', outline: '×', tint: Tint::Red, crowned: false };

fn amazon(side: Side) -> Piece {
    let (letter, tint) = match side {
        Side::Max => ('W', Tint::White),
        Side::Min => ('B', Tint::Black),
    };
    Piece { letter, solid: '♛', outline: '♕', tint, crowned: false }
}

/// The letter of a side in a position.
fn letter_of(side: Side) -> char {
    match side {
        Side::Max => 'w',
        Side::Min => 'b',
    }
}

/// A square as people write it: `d10`.
pub(super) fn square_name(square: u8) -> String {
    let (column, row) = column_row(square);
    format!("{}{}", (b'a' + column) as char, row + 1)
}

impl Amazons {
    fn letter(&self, square: u8) -> char {
        let on = |set: u128| set >> square & 1 == 1;
        match () {
            () if on(self.empty) => '.',
            () if on(self.amazons(Side::Max)) => 'w',
            () if on(self.amazons(Side::Min)) => 'b',
            () => 'x',
        }
    }

    /// Reads a square at the beginning of a text, and returns the rest.
    fn square<'a>(&self, text: &'a str) -> Option<(u8, &'a str)> {
        let letter = text.chars().next()?.to_ascii_lowercase();
        let rest = text.get(1..)?;
        // On the largest board, two digits may be a row.
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count().min(2);
        let row: u8 = rest[..digits].parse().ok()?;
        let column = (letter as u32).checked_sub('a' as u32)?;
        let on_board = column < self.width.into() && (1..=self.height).contains(&row);
        on_board.then(|| (board::index(column as u8, row - 1), &rest[digits..]))
    }

    /// The legal move with this notation; else what was expected.
    fn written(&self, text: &str) -> Result<Move, String> {
        let parts = || {
            let (from, rest) = self.square(text)?;
            let (to, rest) = self.square(rest.strip_prefix('-')?)?;
            let (rest, end) = match rest.strip_prefix('(') {
                Some(rest) => (rest, ")"),
                None => (rest.strip_prefix(['/', 'x', 'X'])?, ""),
            };
            let (arrow, rest) = self.square(rest)?;
            (rest == end).then_some(Move::new(from, to, arrow))
        };
        let corner = square_name(board::index(self.width - 1, self.height - 1));
        let Some(m) = parts() else {
            return Err(format!("a move such as d1-d7/g7, of squares from a1 to {corner}"));
        };
        let has = |set: u128, square: u8| set >> square & 1 == 1;
        let name = Amazons::SIDES[self.side as usize];
        if !has(self.amazons(self.side), m.from()) {
            return Err(format!("an amazon of {name} on {}", square_name(m.from())));
        }
        if !has(queen_moves(m.from(), self.empty), m.to()) {
            let [from, to] = [m.from(), m.to()].map(square_name);
            return Err(format!(
                "a queen move over empty squares, and none such goes from {from} to {to}"
            ));
        }
        if !has(self.arrows_of(m.from(), m.to()), m.arrow()) {
            let [to, arrow] = [m.to(), m.arrow()].map(square_name);
            return Err(format!(
                "an arrow over empty squares, and none such flies from {to} to {arrow}"
            ));
        }
        Ok(m)
    }
}

fn wrong(text: &str) -> InputError {
    InputError::new(INPUT, text)
}

/// Plays the moves of `moves`, a part of `text`, which errors quote. Numbers of moves, such as `1.`, are
/// skipped. Returns the last position and the moves.
fn replay(start: Amazons, text: &str, moves: &str) -> Result<(Amazons, Vec<Move>), InputError> {
    play_words(start, words(moves), wrong(text), |position, word| {
        no_more_moves(position)?;
        position.written(word)
    })
}

/// The position, counted if `text` begins with that word, and the rest of the text.
fn with_count(position: Amazons, text: &str) -> (Amazons, &str) {
    let text = text.trim_start();
    match text.strip_prefix(COUNTED) {
        Some(rest) if rest.is_empty() || rest.starts_with(char::is_whitespace) => {
            (position.counted(), rest)
        }
        _ => (position, text),
    }
}

/// Is this word meant as the rows of a board? A move has a `-`, and its number ends with a `.`.
fn is_rows(word: &str, next: Option<&str>) -> bool {
    let side = matches!(next, Some("w" | "W" | "b" | "B"));
    !word.contains('-') && !word.ends_with('.') && (side || word.contains(['/', '.']))
}

/// The start of the game on a board of the size in `word`, which is a part of `text`.
fn start_of(text: &str, word: &str) -> Result<Amazons, InputError> {
    let start = size_of(word, &SIZES).map(|(width, height)| Amazons::start(width, height));
    start.ok_or_else(|| {
        let expected = "columns and rows, from 4x4 to 10x10";
        wrong(text).at("the size").expected(expected).found(&format!("'{word}'"))
    })
}

/// Reads rows, the side to move and the moves that follow. Returns the position after them.
fn from_rows(text: &str) -> Result<Amazons, InputError> {
    let mut words = text.split_whitespace();
    let rows = words.next().unwrap_or_default();
    let (mut amazons, mut arrows) = ([0; 2], 0);
    let (width, height) = ROWS.read(text, rows, |letter, column, row| {
        let set = match letter {
            'w' | 'W' => &mut amazons[Side::Max as usize],
            'b' | 'B' => &mut amazons[Side::Min as usize],
            'x' | 'X' => &mut arrows,
            _ => return false,
        };
        *set |= 1 << board::index(column, row);
        true
    })?;
    let side = match words.next() {
        Some("w" | "W") => Side::Max,
        Some("b" | "B") => Side::Min,
        other => {
            let found = other.map_or("its end".to_string(), |word| format!("'{word}'"));
            let error = wrong(text).at("the side to move").expected("w or b behind the rows");
            return Err(error.found(&found));
        }
    };
    if amazons == [0; 2] {
        return Err(wrong(text).expected("an amazon on the board").found("none"));
    }
    let mut position = Amazons::on_board(width, height, amazons, arrows, side);
    let mut next = words.next();
    if next == Some(COUNTED) {
        (position, next) = (position.counted(), words.next());
    }
    match next {
        None => Ok(position),
        Some("moves") => {
            let moves: Vec<&str> = words.collect();
            Ok(replay(position, text, &moves.join(" "))?.0)
        }
        Some(word) => {
            let error = wrong(text).at("the word behind the side to move");
            Err(error
                .expected("'counted', 'moves' and moves, or nothing")
                .found(&format!("'{word}'")))
        }
    }
}
