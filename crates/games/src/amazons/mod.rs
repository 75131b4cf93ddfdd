//! The Game of the Amazons: queens that shoot arrows, and the last side that can move wins.
//!
//! White is MAX and moves first. A move is a whole turn: an amazon moves like a queen of chess, and from
//! its new square shoots an arrow, which flies like a queen too and stays where it lands. Neither passes
//! over amazons or arrows; the arrow may fly over the square that its amazon just left, or land there. A
//! side that cannot move has lost. There are no draws.
//!
//! # Boards
//!
//! A board has 10 by 10 squares, or from 4 to 10 columns and rows. Each side has four amazons: two on its
//! own edge and two on the sides. On 10 by 10 squares White has a4, d1, g1 and j4, Black a7, d10, g10 and
//! j7. On other boards they stand a third of the way from the corners, rounded down:
//!
//! | Board | White | Black |
//! | --- | --- | --- |
//! | 4 by 4 | a2 b1 c1 d2 | a3 b4 c4 d3 |
//! | 5 by 5 | a2 b1 d1 e2 | a4 b5 d5 e4 |
//! | 6 by 6 | a2 b1 e1 f2 | a5 b6 e6 f5 |
//! | 7 by 7 | a3 c1 e1 g3 | a5 c7 e7 g5 |
//! | 8 by 8 | a3 c1 f1 h3 | a6 c8 f8 h6 |
//! | 9 by 9 | a3 c1 g1 i3 | a7 c9 g9 i7 |
//! | 10 by 10 | a4 d1 g1 j4 | a7 d10 g10 j7 |
//!
//! Where columns and rows differ in number, a third of each counts: a2, b1, e1 and f2 against a4, b5, e5 and f4
//! on 6 by 5 squares. A position as text may have any number of amazons, on any board of up to 10 by 10 squares.
//!
//! # Counted territories
//!
//! By the rules a game goes on until a side cannot move, long after it is clear who fills more squares.
//! [`Amazons::decided`] finds the winner earlier, where that is certain, also for the evaluation [`Territory`].
//! A position that is [`counted`](Amazons::counted), with that word in its text, ends there: all searches then
//! prove wins earlier, and matches need not be played to the last square. Its winner is the same; only the
//! number of plies to the end differs.
//!
//! ```
//! use plywood::{Position, Side};
//! use plywood_games::{Amazons, Game};
//!
//! let mut game = Amazons::default();
//! assert_eq!(game.perft(1), 2176);
//! let m = game.parse_move("d1-d7/g7")?;
//! game.play(m);
//! assert_eq!(game.text(), "3b2b3/10/10/b2w2x2b/10/10/w8w/10/10/6w3 b");
//! assert_eq!((game.side(), game.ply()), (Side::Min, 1));
//!
//! let small = Amazons::parse(Some("5x5 b1-b3/d3"))?;
//! assert_eq!(small.text(), "1b1b1/b3b/1w1x1/w3w/3w1 b");
//! # Ok::<(), plywood_games::InputError>(())
//! ```

mod board;
mod evaluation;
mod filling;
mod notation;
#[cfg(test)]
mod tests;

pub use evaluation::{
    Closest, DECIDED, Evaluation, Mobility, PHASES, TERMS, Term, Territory, WEIGHTS, Weights,
    features,
};

use board::{BITS, Squares, count_queen_moves, each, near, queen_moves, select, whole};
use plywood::kit::{GOLDEN, mix};
use plywood::{Keyed, Position, Score, Side, Tactics, hash};
use std::fmt;

/// The [`Score`] of a square.
pub const SQUARE: i32 = 100;

/// The least and the greatest number of columns and rows of a board with a start of the game.
pub const SIZES: std::ops::RangeInclusive<u8> = 4..=board::MOST;

/// A whole turn: the square that an amazon leaves, the square it goes to, and the square of its arrow.
///
/// Squares are numbers: column `c` and row `r`, both from 0, are square `11 * r + c`, on every board.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(
    /// The square that the amazon leaves, then the two others, a byte each. Lists of words are written faster
    /// than lists of three bytes.
    u32,
);

impl Move {
    #[inline(always)]
    const fn new(from: u8, to: u8, arrow: u8) -> Move {
        Move(from as u32 | (to as u32) << 8 | (arrow as u32) << 16)
    }

    /// The square that the amazon leaves.
    #[inline]
    pub const fn from(self) -> u8 {
        self.0 as u8
    }

    /// The square that the amazon goes to.
    #[inline]
    pub const fn to(self) -> u8 {
        (self.0 >> 8) as u8
    }

    /// The square of the arrow.
    ///
    /// ```
    /// use plywood_games::{Amazons, Game};
    /// let m = Amazons::default().parse_move("d1-d7/g7")?;
    /// assert_eq!((m.from(), m.to(), m.arrow()), (3, 6 * 11 + 3, 6 * 11 + 6));
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    #[inline]
    pub const fn arrow(self) -> u8 {
        (self.0 >> 16) as u8
    }
}

impl fmt::Display for Move {
    /// `d1-d7/g7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = notation::square_name;
        write!(f, "{}-{}/{}", name(self.from()), name(self.to()), name(self.arrow()))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A position of the Game of the Amazons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Amazons {
    /// The amazons of MAX (White) and of MIN (Black).
    amazons: [u128; 2],
    /// The squares of the board with neither an amazon nor an arrow.
    empty: u128,
    key: u64,
    /// The number of arrows.
    ply: u32,
    side: Side,
    width: u8,
    height: u8,
    /// Whether the game ends where territories decide it.
    counted: bool,
}

/// One number for each square with a white amazon, a black amazon or an arrow: the key of a position is the
/// exclusive or of all of them, and of a number for the size of the board.
static KEYS: [[u64; BITS]; 3] = {
    let mut keys = [[0; BITS]; 3];
    let mut n = 0;
    while n < 3 * BITS {
        keys[n / BITS][n % BITS] = mix(GOLDEN.wrapping_mul(n as u64 + 1));
        n += 1;
    }
    keys
};
const ARROW: usize = 2;
const BLACK_MOVES: u64 = mix(GOLDEN.wrapping_mul(3 * BITS as u64 + 1));
const COUNTED: u64 = mix(GOLDEN.wrapping_mul(3 * BITS as u64 + 2));

impl Default for Amazons {
    /// The start on 10 by 10 squares.
    fn default() -> Self {
        Amazons::start(board::MOST, board::MOST)
    }
}

impl Amazons {
    /// The start on a board whose columns and rows are within [`SIZES`].
    fn start(width: u8, height: u8) -> Amazons {
        let bit = |column, row| 1 << board::index(column, row);
        // A third of the way from the corners.
        let (aside, up) = ((width - 1) / 3, (height - 1) / 3);
        let (right, top) = (width - 1, height - 1);
        let white = bit(aside, 0) | bit(right - aside, 0) | bit(0, up) | bit(right, up);
        let black =
            bit(aside, top) | bit(right - aside, top) | bit(0, top - up) | bit(right, top - up);
        Amazons::on_board(width, height, [white, black], 0, Side::Max)
    }

    /// A position of these amazons and arrows, which are different squares of the board.
    fn on_board(width: u8, height: u8, amazons: [u128; 2], arrows: u128, side: Side) -> Amazons {
        let empty = whole(width, height) & !(amazons[0] | amazons[1] | arrows);
        let mut key = hash(&[width.into(), height.into()]);
        for (set, keys) in [amazons[0], amazons[1], arrows].into_iter().zip(&KEYS) {
            each(set, |square| key ^= keys[usize::from(square)]);
        }
        key ^= if side == Side::Max { 0 } else { BLACK_MOVES };
        let ply = arrows.count_ones();
        Amazons { amazons, empty, key, ply, side, width, height, counted: false }
    }

    /// The position of a game that ends as soon as the territories [decide](Amazons::decided) it.
    ///
    /// ```
    /// use plywood::{Position, Score};
    /// use plywood_games::{Amazons, Game};
    /// let divided = Amazons::parse(Some("w3xb2 w"))?;
    /// assert!(!divided.is_over());
    /// assert_eq!(divided.counted().result(), Score::win(1), "the position has one arrow");
    /// assert_eq!(Amazons::parse(Some("w3xb2 w counted"))?, divided.counted());
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    #[must_use]
    pub fn counted(mut self) -> Amazons {
        if !self.counted {
            self.counted = true;
            self.key ^= COUNTED;
        }
        self
    }

    /// Whether the territories end the game here.
    #[inline]
    fn ends_by_count(&self) -> bool {
        self.counted && self.decided().is_some()
    }

    /// The numbers of columns and rows.
    #[inline]
    pub fn size(&self) -> (u8, u8) {
        (self.width, self.height)
    }

    /// The squares of a side's amazons as bits: column `c` and row `r`, both from 0, are bit `11 * r + c`.
    #[inline]
    pub fn amazons(&self, side: Side) -> u128 {
        self.amazons[side as usize]
    }

    /// The empty squares as bits.
    #[inline]
    pub fn empty(&self) -> u128 {
        self.empty
    }

    /// The squares with arrows as bits.
    #[inline]
    pub fn arrows(&self) -> u128 {
        whole(self.width, self.height) & !(self.empty | self.amazons[0] | self.amazons[1])
    }

    /// The plies played so far, which is the number of arrows.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The number of moves that a side would have if it were its turn. Much faster than listing them.
    ///
    /// ```
    /// use plywood::Side;
    /// use plywood_games::Amazons;
    /// assert_eq!(Amazons::default().count_moves(Side::Min), 2176);
    /// ```
    #[inline]
    pub fn count_moves(&self, side: Side) -> u32 {
        Squares(self.amazons(side)).map(|from| self.count_moves_of(from)).sum()
    }

    /// The number of moves of the amazon on a square.
    #[inline]
    fn count_moves_of(&self, from: u8) -> u32 {
        count_queen_moves(queen_moves(from, self.empty), self.empty | 1 << from)
    }

    /// The squares that the arrow can reach after an amazon has moved.
    #[inline]
    fn arrows_of(&self, from: u8, to: u8) -> u128 {
        queen_moves(to, self.empty | 1 << from)
    }
}

impl Position for Amazons {
    type Move = Move;
    type Undo = ();

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    /// Ordered by the square that the amazon leaves, that it goes to, and that of the arrow.
    fn moves(&self, out: &mut Vec<Move>) {
        if self.ends_by_count() {
            return;
        }
        // No queen reaches more than 35 squares.
        let mut shots = [Move(0); 64];
        each(self.amazons(self.side), |from| {
            each(queen_moves(from, self.empty), |to| {
                let mut count = 0;
                each(self.arrows_of(from, to), |arrow| {
                    shots[count & 63] = Move::new(from, to, arrow);
                    count += 1;
                });
                out.extend_from_slice(&shots[..count]);
            });
        });
    }

    const LAZY: bool = true;

    #[inline]
    fn next_move(&self, cursor: &mut u64) -> Option<Move> {
        // The cursor is the last move in three bytes, with a bit that is set once there was one.
        const STARTED: u64 = 1 << 24;
        let above = |set: u128, square: u8| set & !1 << square;
        let amazons = self.amazons(self.side);
        let (mut froms, mut after) = (amazons, None);
        if *cursor & STARTED != 0 {
            let last = Move(*cursor as u32);
            froms = above(amazons, last.from()) | 1 << last.from();
            after = Some((last.to(), last.arrow()));
        } else if self.ends_by_count() {
            return None;
        }
        for from in Squares(froms) {
            let mut tos = queen_moves(from, self.empty);
            let mut arrow_after = None;
            if let Some((to, arrow)) = after.take() {
                tos = above(tos, to) | 1 << to;
                arrow_after = Some(arrow);
            }
            for to in Squares(tos) {
                let mut arrows = self.arrows_of(from, to);
                if let Some(arrow) = arrow_after.take() {
                    arrows = above(arrows, arrow);
                }
                if arrows != 0 {
                    let arrow = arrows.trailing_zeros() as u8;
                    let m = Move::new(from, to, arrow);
                    *cursor = STARTED | u64::from(m.0);
                    return Some(m);
                }
            }
        }
        None
    }

    fn move_at(&self, mut index: usize, _: &mut Vec<Move>) -> Move {
        for from in Squares(self.amazons(self.side)) {
            let count = self.count_moves_of(from) as usize;
            if index >= count {
                index -= count;
                continue;
            }
            for to in Squares(queen_moves(from, self.empty)) {
                let arrows = self.arrows_of(from, to);
                let count = arrows.count_ones() as usize;
                if index < count {
                    return Move::new(from, to, select(arrows, index));
                }
                index -= count;
            }
        }
        panic!("a move index beyond the last move")
    }

    fn result(&self) -> Score {
        let stuck = near(self.amazons(self.side)) & self.empty == 0;
        let winner = if stuck { None } else { self.decided() };
        Score::won_by(winner.unwrap_or(!self.side), self.ply)
    }

    #[inline]
    fn play(&mut self, m: Move) {
        self.amazons[self.side as usize] ^= 1 << m.from() | 1 << m.to();
        // In this order: the arrow may land on the square that the amazon left.
        self.empty = (self.empty ^ 1 << m.to() | 1 << m.from()) & !(1 << m.arrow());
        self.key ^= self.key_of(m);
        self.side = !self.side;
        self.ply += 1;
    }

    #[inline]
    fn undo(&mut self, m: Move, _: ()) {
        self.ply -= 1;
        self.side = !self.side;
        self.amazons[self.side as usize] ^= 1 << m.from() | 1 << m.to();
        self.empty = (self.empty | 1 << m.arrow() | 1 << m.to()) & !(1 << m.from());
        self.key ^= self.key_of(m);
    }

    #[inline]
    fn is_over(&self) -> bool {
        near(self.amazons(self.side)) & self.empty == 0 || self.ends_by_count()
    }
}

impl Amazons {
    /// The exclusive or of the keys before and after a move of the side to move.
    #[inline(always)]
    fn key_of(&self, m: Move) -> u64 {
        let keys = &KEYS[self.side as usize];
        keys[usize::from(m.from())]
            ^ keys[usize::from(m.to())]
            ^ KEYS[ARROW][usize::from(m.arrow())]
            ^ BLACK_MOVES
    }

    /// The number of lines of play of `depth` plies. Moves of the last ply are counted without listing them.
    fn lines(&mut self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ if self.ends_by_count() => 0,
            1 => self.count_moves(self.side).into(),
            _ => {
                let mut moves = Vec::new();
                self.moves(&mut moves);
                moves.into_iter().map(|m| self.visit(m, |next| next.lines(depth - 1))).sum()
            }
        }
    }
}

impl Keyed for Amazons {
    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
}

impl Tactics for Amazons {
    const HISTORY_INDICES: usize = 128 * 128;
    /// A node has hundreds of children: ordering them pays off at every node whose children have children.
    const STATIC_ORDER_FROM: u32 = 2;

    /// From the squares that the amazon goes to and shoots at.
    #[inline]
    fn history_index(&self, m: Move) -> usize {
        usize::from(m.to()) << 7 | usize::from(m.arrow())
    }
}
