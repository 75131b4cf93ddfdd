//! The evaluation of connect four: lines of four that can still be completed.

use super::{CELLS, COLUMNS, Connect4, DIRECTIONS, HEIGHT, ROWS};
use plywood::{Evaluate, Score, Side};

/// The value of a line with one, two or three stones of one side and none of the other.
const WORTH: [i32; 3] = [1, 5, 25];

/// For each direction, the first cells of the lines of four that fit on the board.
const LINES: [u64; 4] = {
    let mut board = 0;
    let mut column = 0;
    while column < COLUMNS {
        board |= ((1 << ROWS) - 1) << (HEIGHT * column);
        column += 1;
    }
    let mut lines = [0; 4];
    let mut i = 0;
    while i < 4 {
        let step = DIRECTIONS[i];
        let pairs = board & (board >> step);
        lines[i] = pairs & (pairs >> (2 * step));
        i += 1;
    }
    lines
};

/// Counts the lines of four that are still open to one side only, by the stones already there:
/// 1 for one, 5 for two, 25 for three.
///
/// Swapping the colours negates the value, mirroring the board does not change it.
///
/// ```
/// use plywood::{Evaluate, Score};
/// use plywood_games::{Connect4, Game, connect4::OpenLines};
/// let corner = Connect4::parse(Some("1"))?;
/// assert_eq!(OpenLines.evaluate(&corner), Score::new(3), "a row, a column and a diagonal");
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenLines;

impl Evaluate<Connect4> for OpenLines {
    fn evaluate(&mut self, position: &Connect4) -> Score {
        let (max, min) = (position.stones(Side::Max), position.stones(Side::Min));
        let points = |(&step, &lines): (&u8, &u64)| {
            worth(step, max, lines & !any(step, min)) - worth(step, min, lines & !any(step, max))
        };
        Score::new(DIRECTIONS.iter().zip(&LINES).map(points).sum())
    }
}

/// The first cells of the lines in which there is a stone.
fn any(step: u8, stones: u64) -> u64 {
    let pairs = stones | (stones >> step);
    pairs | (pairs >> (2 * step))
}

/// Counts the stones of all `open` lines at once: bit n of `ones`, `twos` is the count of line n.
fn worth(step: u8, stones: u64, open: u64) -> i32 {
    let neighbour = stones >> step;
    let (odd, both) = (stones ^ neighbour, stones & neighbour);
    let (far_odd, far_both) = (odd >> (2 * step), both >> (2 * step));
    let ones = odd ^ far_odd;
    let twos = (both ^ far_both) | (odd & far_odd);
    let count = |lines: u64| (lines & open).count_ones() as i32;
    WORTH[0] * count(ones & !twos) + WORTH[1] * count(twos & !ones) + WORTH[2] * count(ones & twos)
}

// The values of all 69 lines together are far inside the range of evaluations.
const _: () = assert!(69 * WORTH[2] < Score::MAX_EVAL.get() && CELLS == 42);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_69_lines() {
        assert_eq!(LINES.map(u64::count_ones), [21, 24, 12, 12]);
    }
}
