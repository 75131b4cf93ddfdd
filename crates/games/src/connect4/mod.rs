//! Connect four: seven columns, six rows, and four in a row win.
//!
//! The game to read before writing your own: the rules are the `impl Position` below,
//! `evaluation.rs` is the evaluation, `notation.rs` reads and writes positions and moves.
//!
//! ```
//! use plywood::{Position, Side};
//! use plywood_games::Connect4;
//!
//! let mut game = Connect4::default();
//! assert_eq!(game.side(), Side::Max);
//! let undo = game.play(3);
//! assert_eq!(game.stones(Side::Max).count_ones(), 1);
//! game.undo(3, undo);
//! assert_eq!(game, Connect4::default());
//! ```

mod evaluation;
mod notation;
#[cfg(test)]
mod tests;

pub use evaluation::OpenLines;

use plywood::{Keyed, Position, Score, Side, Tactics, hash};

const COLUMNS: u8 = 7;
const ROWS: u8 = 6;
const CELLS: u32 = 42;
/// Bits per column. The seventh bit, above the board, stays 0, so that no line continues in the
/// next column.
const HEIGHT: u8 = ROWS + 1;
/// From a cell to its neighbour: up, right, right and down, right and up.
const DIRECTIONS: [u8; 4] = [1, HEIGHT, HEIGHT - 1, HEIGHT + 1];

/// The columns in the order in which moves are listed: the centre is in most lines of four, and a
/// search that tries good moves first has less to do.
const CENTRE_FIRST: [u8; COLUMNS as usize] = [3, 2, 4, 1, 5, 0, 6];
const TOP_ROW: u64 = {
    let (mut row, mut column) = (0, 0);
    while column < COLUMNS {
        row |= cell(column, ROWS - 1);
        column += 1;
    }
    row
};

/// A position of connect four: MAX plays `X` and moves first.
///
/// A move is a column, 0 to 6 from the left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Connect4 {
    /// The stones of MAX and of MIN, one bit per cell, from the bottom of the left column upwards.
    stones: [u64; 2],
    ply: u32,
    /// Whether the side that moved last has won.
    won: bool,
}

impl Connect4 {
    /// The stones of a side: cell `row` of `column`, both from 0, is bit `7 * column + row`.
    #[inline]
    pub fn stones(&self, side: Side) -> u64 {
        self.stones[side as usize]
    }

    /// The number of stones on the board.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.ply
    }
}

#[inline]
const fn cell(column: u8, row: u8) -> u64 {
    1 << (HEIGHT * column + row)
}

#[inline]
fn has_four(stones: u64) -> bool {
    DIRECTIONS.iter().any(|step| {
        let pairs = stones & (stones >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}

impl Position for Connect4 {
    type Move = u8;
    type Undo = u64;

    #[inline]
    fn side(&self) -> Side {
        if self.ply.is_multiple_of(2) { Side::Max } else { Side::Min }
    }

    fn moves(&self, out: &mut Vec<u8>) {
        let taken = self.stones[0] | self.stones[1];
        if self.won {
            return;
        }
        // Until late in the game no column is full, and all columns are copied at once.
        if taken & TOP_ROW == 0 {
            out.extend_from_slice(&CENTRE_FIRST);
        } else {
            let open = |&column: &u8| taken & cell(column, ROWS - 1) == 0;
            out.extend(CENTRE_FIRST.into_iter().filter(open));
        }
    }

    const LAZY: bool = true;

    #[inline]
    fn next_move(&self, cursor: &mut u64) -> Option<u8> {
        let taken = self.stones[0] | self.stones[1];
        while let Some(&column) = CENTRE_FIRST.get(*cursor as usize).filter(|_| !self.won) {
            *cursor += 1;
            if taken & cell(column, ROWS - 1) == 0 {
                return Some(column);
            }
        }
        None
    }

    fn result(&self) -> Score {
        if self.won { Score::won_by(!self.side(), self.ply) } else { Score::ZERO }
    }

    #[inline]
    fn play(&mut self, column: u8) -> u64 {
        // Adding the bottom cell carries through the stones of the column to the first free cell.
        let taken = self.stones[0] | self.stones[1];
        let stone = (taken + cell(column, 0)) & !taken & (0x7f << (HEIGHT * column));
        let stones = &mut self.stones[self.side() as usize];
        *stones |= stone;
        self.won = has_four(*stones);
        self.ply += 1;
        stone
    }

    #[inline]
    fn undo(&mut self, _: u8, stone: u64) {
        self.ply -= 1;
        self.stones[self.side() as usize] ^= stone;
        self.won = false;
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.won || self.ply == CELLS
    }
}

impl Keyed for Connect4 {
    #[inline]
    fn key(&self) -> u64 {
        hash(&self.stones)
    }
}

impl Tactics for Connect4 {}
