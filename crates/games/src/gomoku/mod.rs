//! Gomoku: five in a row.
//!
//! Black is MAX and moves first. A move puts a stone on an empty point. The first side with five or more stones
//! in a row, along a line or a diagonal, has won; a full board without such a row is a draw. These are the
//! *free-style* rules: rows of six count, and no move is forbidden.
//!
//! A board has 15 by 15 points, or from 5 to 15 columns and rows.
//!
//! The lists of moves hold all empty points. Those that a player would look at come first: points that make
//! five, that stop five, that make and stop fours of which only one can be stopped, then the neighbourhood of the
//! stones.
//!
//! [`threats`] answers whether a side can force five in a row, by threats alone and thousands of times faster
//! than a search of all moves.
//!
//! ```
//! use plywood::{Position, Score, Side};
//! use plywood_games::{Game, Gomoku};
//!
//! let mut game = Gomoku::parse(Some("h8 a1 i8 a2 j8 a3 k8 a4"))?;
//! assert_eq!((game.side(), game.ply()), (Side::Max, 8));
//! game.play(game.parse_move("l8")?);
//! assert!(game.is_over());
//! assert_eq!(game.result(), Score::win(9));
//!
//! let small = Gomoku::parse(Some("6x5 c3 d3"))?;
//! assert_eq!(small.text(), "6/6/2XO2/6/6");
//! assert_eq!(small.perft(2), 28 * 27);
//! # Ok::<(), plywood_games::InputError>(())
//! ```

mod bits;
mod evaluation;
mod lines;
mod notation;
mod sgf;
#[cfg(test)]
mod tests;
pub mod threats;

pub use evaluation::{Evaluation, OpenRows, Shapes};

use bits::{Bits, DIRECTIONS, STRIDE};
use lines::{Threats, Worth};
use plywood::kit::{GOLDEN, mix};
use plywood::{Keyed, Position, Score, Side, Tactics, hash};
use std::fmt;
use std::ops::RangeInclusive;

/// The least and the greatest number of columns and rows of a board.
pub const SIZES: RangeInclusive<u8> = 5..=15;

/// A point of the board, which is also a move: the stone of the side to move on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u8);

impl Point {
    /// The column, from 0.
    #[inline]
    pub const fn column(self) -> u8 {
        self.0 % STRIDE
    }

    /// The row, from 0 at the bottom.
    ///
    /// ```
    /// use plywood_games::{Game, Gomoku};
    /// let point = Gomoku::default().parse_move("h9")?;
    /// assert_eq!((point.column(), point.row()), (7, 8));
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    #[inline]
    pub const fn row(self) -> u8 {
        self.0 / STRIDE
    }
}

impl fmt::Display for Point {
    /// `h8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column()) as char, self.row() + 1)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A position of Gomoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gomoku {
    /// The stones of MAX (Black) and of MIN (White).
    stones: [Bits; 2],
    empty: Bits,
    key: u64,
    /// The number of stones.
    ply: u32,
    side: Side,
    width: u8,
    height: u8,
    /// Whether the side that moved last has won.
    won: bool,
}

/// One number for each stone on each point: the key of a position is the exclusive or of all of them, and of
/// a number for the size of the board.
static KEYS: [[u64; 256]; 2] = {
    let mut keys = [[0; 256]; 2];
    let mut n = 0;
    while n < 512 {
        keys[n / 256][n % 256] = mix(GOLDEN.wrapping_mul(n as u64 + 1));
        n += 1;
    }
    keys
};
const WHITE_MOVES: u64 = mix(GOLDEN.wrapping_mul(513));

impl Default for Gomoku {
    /// The empty board of 15 by 15 points.
    fn default() -> Self {
        Gomoku::start(*SIZES.end(), *SIZES.end())
    }
}

impl Gomoku {
    /// The empty board, whose columns and rows are within [`SIZES`].
    fn start(width: u8, height: u8) -> Gomoku {
        Gomoku {
            stones: [Bits::NONE; 2],
            empty: Bits::board(width, height),
            key: hash(&[width.into(), height.into()]),
            ply: 0,
            side: Side::Max,
            width,
            height,
            won: false,
        }
    }

    /// The numbers of columns and rows.
    #[inline]
    pub fn size(&self) -> (u8, u8) {
        (self.width, self.height)
    }

    /// The number of stones on the board.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The side whose stone is on a point; none if the point is empty.
    ///
    /// ```
    /// use plywood::{Position, Side};
    /// use plywood_games::Gomoku;
    /// let mut game = Gomoku::default();
    /// let mut moves = Vec::new();
    /// game.moves(&mut moves);
    /// game.play(moves[0]);
    /// assert_eq!(game.stone(moves[0]), Some(Side::Max));
    /// assert_eq!(game.stone(moves[1]), None);
    /// ```
    #[inline]
    pub fn stone(&self, point: Point) -> Option<Side> {
        [Side::Max, Side::Min].into_iter().find(|&side| self.stones(side).has(point.0))
    }

    #[inline]
    fn stones(&self, side: Side) -> Bits {
        self.stones[side as usize]
    }

    #[inline]
    fn threats(&self, side: Side) -> Threats {
        lines::threats(self.stones(side), self.empty)
    }

    /// Puts a stone of a side on an empty point or takes it away, and nothing else.
    #[inline]
    fn toggle(&mut self, side: Side, point: u8) {
        let stone = Bits::of(point);
        let stones = &mut self.stones[side as usize];
        *stones = *stones ^ stone;
        self.empty = self.empty ^ stone;
        self.key ^= KEYS[side as usize][usize::from(point)];
    }

    /// Gives the turn to the other side.
    #[inline]
    fn pass_turn(&mut self) {
        self.side = !self.side;
        self.key ^= WHITE_MOVES;
    }

    /// The empty points in the order of the list of moves: sets that have no point in common.
    fn ordered(&self) -> [Bits; 9] {
        let (own, other) = (self.threats(self.side), self.threats(!self.side));
        let mut stones = self.stones[0] | self.stones[1];
        if self.ply == 0 {
            // The first stone belongs in the middle.
            stones = Bits::of(self.height / 2 * STRIDE + self.width / 2);
        }
        let near = stones.grown();
        let mut sets = [
            own.fives,
            other.fives,
            own.doubles,
            other.doubles,
            own.fours,
            stones,
            near,
            near.grown(),
            self.empty,
        ];
        let mut left = self.empty;
        for set in &mut sets {
            *set &= left;
            left = left.without(*set);
        }
        sets
    }

    /// The number of lines of play of `depth` plies. Moves of the last ply are counted without listing them.
    fn lines(&mut self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ if self.won => 0,
            1 => self.empty.count().into(),
            _ => {
                let points = self.empty.into_iter().map(Point);
                points.map(|m| self.visit(m, |next| next.lines(depth - 1))).sum()
            }
        }
    }
}

/// Whether the stone on `point` is in a row of five or more.
#[inline]
fn makes_five(stones: Bits, point: u8) -> bool {
    DIRECTIONS.iter().any(|&step| {
        let step = step as u8;
        let mut run = 1;
        let mut at = point;
        while let Some(next) = at.checked_add(step).filter(|&next| stones.has(next)) {
            (at, run) = (next, run + 1);
        }
        at = point;
        while let Some(next) = at.checked_sub(step).filter(|&next| stones.has(next)) {
            (at, run) = (next, run + 1);
        }
        run >= 5
    })
}

impl Position for Gomoku {
    type Move = Point;
    type Undo = ();

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    fn moves(&self, out: &mut Vec<Point>) {
        if !self.won {
            out.extend(self.ordered().into_iter().flatten().map(Point));
        }
    }

    fn move_at(&self, mut index: usize, _: &mut Vec<Point>) -> Point {
        for set in self.ordered() {
            let count = set.count() as usize;
            if index < count {
                return Point(set.nth(index));
            }
            index -= count;
        }
        panic!("a move index beyond the last move")
    }

    fn result(&self) -> Score {
        if self.won { Score::won_by(!self.side, self.ply) } else { Score::ZERO }
    }

    #[inline]
    fn play(&mut self, m: Point) {
        self.toggle(self.side, m.0);
        self.won = makes_five(self.stones(self.side), m.0);
        self.pass_turn();
        self.ply += 1;
    }

    #[inline]
    fn undo(&mut self, m: Point, _: ()) {
        self.ply -= 1;
        self.pass_turn();
        self.won = false;
        self.toggle(self.side, m.0);
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.won || self.empty.is_empty()
    }
}

impl Keyed for Gomoku {
    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
}

impl Tactics for Gomoku {
    const HISTORY_INDICES: usize = 256;
    /// The ordering scores order moves as well, and cost a fifth of an evaluation.
    const STATIC_ORDER_FROM: u32 = u32::MAX;
    const MARGIN: i32 = 120;

    #[inline]
    fn history_index(&self, m: Point) -> usize {
        m.0.into()
    }

    /// From the rows through the point with at least two stones of one side and none of the other.
    #[inline]
    fn ordering_score(&self, m: Point) -> i32 {
        static OWN: Worth = lines::worth([0, 0, 8, 100, 1 << 20]);
        static OTHER: Worth = lines::worth([0, 0, 5, 70, 1 << 14]);
        let sides = [(self.stones(self.side), &OWN), (self.stones(!self.side), &OTHER)];
        lines::worth_at(sides, self.empty, m.0)
    }

    /// Not where the other side has a four.
    fn pass(&mut self) -> Option<()> {
        lines::fives(self.stones(!self.side), self.empty).is_empty().then(|| self.pass_turn())
    }

    fn undo_pass(&mut self, _: ()) {
        self.pass_turn();
    }
}
