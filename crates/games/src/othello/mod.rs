//! Othello: 8 by 8 squares; a disc turns over lines of the other colour; most discs win.
//!
//! Black, `X`, is MAX and moves first. A pass is a move. It is the only move of a side that cannot
//! place a disc while the other side can. Scores are hundredths of a disc: [`DISC`] is one disc.
//!
//! ```
//! use plywood::{Keyed, Position, Score, Side, hash};
//! use plywood_games::{Game, Othello, othello::DISC};
//!
//! let mut game = Othello::parse(Some("f5d6c3"))?;
//! assert_eq!((game.discs(Side::Max).count_ones(), game.discs(Side::Min).count_ones()), (5, 2));
//! let m = game.parse_move("d3")?;
//! game.play(m);
//! assert_eq!(game.disc_difference(), 0, "four each");
//!
//! // The shortest win there is: nine moves, and no white disc is left.
//! let wiped_out = Othello::parse(Some("e6f4e3f6g5d6e7f5c5"))?;
//! assert!(wiped_out.is_over());
//! assert_eq!(wiped_out.result(), Score::new(64 * DISC));
//! # Ok::<(), plywood_games::InputError>(())
//! ```

pub mod bits;
mod ending;
mod evaluation;
mod files;
pub mod ggf;
mod judged;
mod notation;
mod perft;
mod problem;
mod solver;
mod symmetry;
#[cfg(test)]
mod tests;
pub mod wthor;

pub use evaluation::{Evaluation, Features, Mobility, Patterns, Period, Weights};
pub use judged::{Judge, Judged, JudgedEvaluation};
pub use problem::Problem;
pub use solver::{Goal, Solver, SolverOptions, final_score, simple_solve};
pub use symmetry::Symmetry;

use plywood::{Keyed, Position, Score, Side, Tactics, hash};
use std::fmt;

/// The [`Score`] of a disc.
pub const DISC: i32 = 100;

/// A move: a square, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u8);

impl Move {
    /// The pass.
    pub const PASS: Move = Move(64);

    /// A disc on a square, from 0 for a1 and 1 for b1 to 63 for h8.
    ///
    /// # Panics
    /// If the number is above 63.
    #[inline]
    pub const fn on(square: u32) -> Move {
        assert!(square < 64);
        Move(square as u8)
    }

    /// The square. `None` for a pass.
    #[inline]
    pub const fn square(self) -> Option<u32> {
        if self.0 < 64 { Some(self.0 as u32) } else { None }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.square() {
            Some(square) => {
                let file = char::from(b'a' + (square % 8) as u8);
                write!(f, "{file}{}", square / 8 + 1)
            }
            None => f.write_str("pass"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The squares in the order in which moves are listed: corners, other squares, squares beside a
/// corner, squares diagonal to a corner. A search that tries good moves first has less to do.
const GOOD_FIRST: [u64; 4] = {
    use bits::CORNERS;
    const BESIDE: u64 = 0x4281_0000_0000_8142;
    const BEFORE: u64 = 0x0042_0000_0000_4200;
    [CORNERS, !(CORNERS | BESIDE | BEFORE), BESIDE, BEFORE]
};

/// A position of Othello.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Othello {
    mover: u64,
    opponent: u64,
    side: Side,
}

impl Default for Othello {
    fn default() -> Self {
        Othello { mover: 0x0000_0008_1000_0000, opponent: 0x0000_0010_0800_0000, side: Side::Max }
    }
}

impl Othello {
    /// The position with these discs of the side to move and of the other side. `None` if they
    /// overlap.
    ///
    /// It is not checked whether the position can occur in a game; [`parse`](crate::Game::parse)
    /// does so.
    pub fn new(side: Side, mover: u64, opponent: u64) -> Option<Othello> {
        (mover & opponent == 0).then_some(Othello { mover, opponent, side })
    }

    /// The discs of the side to move, one bit per square: a1 is bit 0, b1 bit 1, h8 bit 63.
    #[inline]
    pub fn mover(&self) -> u64 {
        self.mover
    }

    /// The discs of the other side.
    #[inline]
    pub fn opponent(&self) -> u64 {
        self.opponent
    }

    /// The discs of a side.
    #[inline]
    pub fn discs(&self, side: Side) -> u64 {
        if side == self.side { self.mover } else { self.opponent }
    }

    /// The empty squares.
    #[inline]
    pub fn empty(&self) -> u64 {
        !(self.mover | self.opponent)
    }

    /// The number of empty squares.
    #[inline]
    pub fn empties(&self) -> u32 {
        self.empty().count_ones()
    }

    /// The squares on which the side to move may put a disc.
    #[inline]
    pub fn legal(&self) -> u64 {
        bits::moves(self.mover, self.opponent)
    }

    /// MAX's discs minus MIN's in this position.
    pub fn disc_difference(&self) -> i32 {
        let discs = |side| self.discs(side).count_ones() as i32;
        discs(Side::Max) - discs(Side::Min)
    }

    /// The score of a finished game in discs for MAX. Empty squares count for the winner.
    pub fn final_score(&self) -> i32 {
        final_score(self.discs(Side::Max), self.discs(Side::Min))
    }
}

impl Position for Othello {
    type Move = Move;
    type Undo = u64;

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Move>) {
        let legal = self.legal();
        if legal == 0 {
            if bits::moves(self.opponent, self.mover) != 0 {
                out.push(Move::PASS);
            }
            return;
        }
        out.reserve(legal.count_ones() as usize);
        for group in GOOD_FIRST {
            let mut squares = legal & group;
            while squares != 0 {
                out.push(Move(squares.trailing_zeros() as u8));
                squares &= squares - 1;
            }
        }
    }

    fn result(&self) -> Score {
        Score::new(self.final_score() * DISC)
    }

    #[inline(always)]
    fn play(&mut self, m: Move) -> u64 {
        let mut flips = 0;
        let mut disc = 0;
        if let Some(square) = m.square() {
            flips = bits::flips(self.mover, self.opponent, square);
            disc = 1 << square;
        }
        let mover = self.mover | flips | disc;
        (self.mover, self.opponent) = (self.opponent ^ flips, mover);
        self.side = !self.side;
        flips
    }

    #[inline]
    fn undo(&mut self, m: Move, flips: u64) {
        let disc = m.square().map_or(0, |square| 1 << square);
        (self.mover, self.opponent) = (self.opponent ^ (flips | disc), self.mover | flips);
        self.side = !self.side;
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.legal() == 0 && bits::moves(self.opponent, self.mover) == 0
    }
}

impl Keyed for Othello {
    #[inline]
    fn key(&self) -> u64 {
        hash(&[self.mover, self.opponent, self.side as u64])
    }
}

impl Tactics for Othello {
    /// 64 squares and the pass.
    const HISTORY_INDICES: usize = 65;
    const MOVE_ORDER_FROM: u32 = 2;

    #[inline]
    fn history_index(&self, m: Move) -> usize {
        m.0.into()
    }
}
