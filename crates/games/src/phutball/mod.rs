//! Phutball, the philosopher's football of Conway: Berlekamp, Conway & Guy, *Winning Ways*, 1982.
//!
//! There is one ball, in the middle of the board at first, and men that belong to nobody. A move puts a man on an
//! empty point, or makes a chain of one or more jumps of the ball. A jump goes in one of eight directions over one
//! or more men in a row, to the first point behind them that is empty; they are taken off the board at once, before
//! the next jump. MAX moves first and plays *up*: it wins if the ball ends a move on the top row or beyond it.
//! MIN plays *down*, to the bottom row. Whoever moved it there: a player who leaves the ball on its own line has
//! lost. On the way the ball may touch both lines.
//!
//! What the book leaves open is settled like this:
//!
//! - The ball leaves the board only across a goal line. It lands beyond the line within the columns of the board:
//!   not beyond a corner.
//! - Chains that lead to the same ball and men are one move.
//! - A chain has at most 20 jumps. The lists of moves hold up to 2,000 different results of chains, those of
//!   the fewest jumps. More come up only on crowded boards; they can be typed all the same.
//! - A game that lasts as many plies as the board has points is a draw. Nothing else forbids to repeat positions.
//!
//! A board has 3 to 19 rows and columns. Sizes are written as players write them, rows first: 19x15 is the
//! usual board, and the default.
//!
//! [`scoring`] answers whether a side can force a goal, by the game definition functions of Cazenave (2001).
//!
//! ```
//! use plywood::{Position, Score, Side};
//! use plywood_games::{Game, Phutball};
//!
//! let mut game = Phutball::parse(Some("5x5 c4 c2"))?;
//! assert_eq!((game.side(), game.text().as_str()), (Side::Max, "5/2x2/2O2/2x2/5 U 2"));
//! game.play(game.parse_move("c3-c5")?);
//! assert!(game.is_over());
//! assert_eq!(game.result(), Score::win(3));
//! # Ok::<(), plywood_games::InputError>(())
//! ```

mod bits;
mod chains;
mod evaluation;
mod notation;
pub mod scoring;
#[cfg(test)]
mod tests;

pub use evaluation::{Distance, Evaluation, Reach};

use bits::{Bits, STRIDE};
use chains::{Chains, Path, State};
use plywood::kit::{GOLDEN, mix};
use plywood::{Keyed, Position, Score, Side, Tactics, hash};
use std::fmt;
use std::ops::RangeInclusive;

/// The least and the greatest number of columns and rows of a board.
pub const SIZES: RangeInclusive<u8> = 3..=19;

/// A point of the board, or one beyond a goal line, where a ball may land.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// The column, from 0.
    #[inline]
    pub const fn column(self) -> u8 {
        (self.0 % STRIDE - 1) as u8
    }

    /// The row, from 1 at the bottom. Row 0, and the one above the top row, are beyond the goal lines.
    ///
    /// ```
    /// use plywood_games::Phutball;
    /// let ball = Phutball::default().ball();
    /// assert_eq!((ball.column(), ball.row()), (7, 10));
    /// ```
    #[inline]
    pub const fn row(self) -> u8 {
        (self.0 / STRIDE) as u8
    }
}

impl fmt::Display for Point {
    /// `h10`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column()) as char, self.row())
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A move: a new man, or a chain of jumps.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The directions of the jumps; no jumps for a new man.
    path: Path,
    to: Point,
}

impl Move {
    #[inline]
    fn man(point: u16) -> Move {
        Move { path: Path::EMPTY, to: Point(point) }
    }

    #[inline]
    fn chain(state: &State) -> Move {
        Move { path: state.path, to: Point(state.ball) }
    }

    /// By the point of a new man, or by where a chain ends.
    #[inline]
    fn history_index(self) -> usize {
        usize::from(self.to.0) + if self.jumps() > 0 { 512 } else { 0 }
    }

    /// The number of jumps; 0 for a move that puts a man on the board.
    #[inline]
    pub fn jumps(self) -> u32 {
        self.path.jumps()
    }

    /// The point of the new man, or the one where the ball comes to rest.
    ///
    /// ```
    /// use plywood_games::{Game, Phutball};
    /// let position = Phutball::parse(Some("5x5 c4"))?;
    /// let jump = position.parse_move("c3-c5")?;
    /// assert_eq!((jump.jumps(), jump.to().row()), (1, 5));
    /// assert_eq!(position.parse_move("a1")?.jumps(), 0);
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    #[inline]
    pub fn to(self) -> Point {
        self.to
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.jumps() {
            0 => write!(f, "{}", self.to),
            _ => write!(f, "{:o}-{}", self.path.0, self.to),
        }
    }
}

/// The points of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Pitch {
    board: Bits,
    width: u8,
    height: u8,
}

impl Pitch {
    fn new(width: u8, height: u8) -> Pitch {
        Pitch { board: Bits::board(width, height), width, height }
    }

    /// Whether a point beside the board is one beyond a goal line.
    #[inline]
    fn is_beyond(&self, at: u16) -> bool {
        let (row, column) = (at / STRIDE, at % STRIDE);
        (row == 0 || row > self.height.into()) && (1..=u16::from(self.width)).contains(&column)
    }

    /// The side whose goal this is: the point is on the line that it plays to, or beyond.
    #[inline]
    fn goal(&self, at: u16) -> Option<Side> {
        match at / STRIDE {
            0 | 1 => Some(Side::Min),
            row if row >= self.height.into() => Some(Side::Max),
            _ => None,
        }
    }

    /// The middle of the board; of two middle rows or columns the upper and the right one.
    fn middle(&self) -> u16 {
        u16::from(self.height / 2 + 1) * STRIDE + u16::from(self.width / 2 + 1)
    }
}

/// A position of Phutball.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Phutball {
    pitch: Pitch,
    men: Bits,
    ball: u16,
    side: Side,
    ply: u32,
    key: u64,
}

/// One number for a man, and one for the ball, on each point: the key of a position is the exclusive or of all of
/// them, and of numbers for the side to move and the size of the board.
struct Keys([[u64; 448]; 2]);

static KEYS: Keys = {
    let mut keys = [[0; 448]; 2];
    let mut n = 0;
    while n < 896 {
        keys[n / 448][n % 448] = mix(GOLDEN.wrapping_mul(n as u64 + 1));
        n += 1;
    }
    Keys(keys)
};
const DOWN_MOVES: u64 = mix(GOLDEN.wrapping_mul(897));

impl Keys {
    #[inline]
    fn man(&self, point: u16) -> u64 {
        self.0[0][usize::from(point)]
    }

    #[inline]
    fn ball(&self, point: u16) -> u64 {
        self.0[1][usize::from(point)]
    }
}

/// What takes back a move: the position before it, as far as moves change it.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    men: Bits,
    ball: u16,
    key: u64,
}

impl Default for Phutball {
    /// The ball in the middle of 19 rows and 15 columns.
    fn default() -> Self {
        Phutball::start(15, 19)
    }
}

impl Phutball {
    /// The start of the game on a board whose columns and rows are within [`SIZES`].
    fn start(width: u8, height: u8) -> Phutball {
        let pitch = Pitch::new(width, height);
        Phutball::of(pitch, Bits::NONE, pitch.middle(), Side::Max, 0)
    }

    fn of(pitch: Pitch, men: Bits, ball: u16, side: Side, ply: u32) -> Phutball {
        let mut key = hash(&[pitch.width.into(), pitch.height.into()]) ^ KEYS.ball(ball);
        if side == Side::Min {
            key ^= DOWN_MOVES;
        }
        for man in men {
            key ^= KEYS.man(man);
        }
        Phutball { pitch, men, ball, side, ply, key }
    }

    /// The numbers of columns and rows.
    #[inline]
    pub fn size(&self) -> (u8, u8) {
        (self.pitch.width, self.pitch.height)
    }

    /// The point of the ball, which may be beyond a goal line.
    #[inline]
    pub fn ball(&self) -> Point {
        Point(self.ball)
    }

    /// Whether a man is on a point.
    ///
    /// ```
    /// use plywood_games::{Game, Phutball};
    /// let position = Phutball::parse(Some("5x5 c4"))?;
    /// assert!(position.has_man(position.parse_move("c3-c5")?.to()) == false);
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    #[inline]
    pub fn has_man(&self, point: Point) -> bool {
        self.men.has(point.0)
    }

    /// The plies after which the game is a draw.
    ///
    /// ```
    /// assert_eq!(plywood_games::Phutball::default().most_plies(), 285);
    /// ```
    #[inline]
    pub fn most_plies(&self) -> u32 {
        u32::from(self.pitch.width) * u32::from(self.pitch.height)
    }

    /// The side that has won.
    ///
    /// ```
    /// use plywood::Side;
    /// use plywood_games::{Game, Phutball};
    /// let own_goal = Phutball::parse(Some("5x5 c2 a1 c3-c1"))?;
    /// assert_eq!(own_goal.winner(), Some(Side::Min));
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    #[inline]
    pub fn winner(&self) -> Option<Side> {
        self.pitch.goal(self.ball)
    }

    /// The same board with this side to move.
    ///
    /// ```
    /// use plywood::{Position, Side};
    /// use plywood_games::Phutball;
    /// let start = Phutball::default();
    /// assert_eq!(start.with_side(Side::Min).side(), Side::Min);
    /// assert_eq!(start.with_side(Side::Max), start);
    /// ```
    #[must_use]
    pub fn with_side(mut self, side: Side) -> Phutball {
        if self.side != side {
            self.pass_turn();
        }
        self
    }

    /// The points where a man can be put.
    #[inline]
    fn empty(&self) -> Bits {
        self.pitch.board.without(self.men | Bits::of(self.ball))
    }

    #[inline]
    fn chains(&self) -> Chains {
        Chains::new(&self.pitch, self.men, self.ball)
    }

    /// The result of a chain, if it can be jumped.
    fn follow(&self, directions: impl Iterator<Item = usize>) -> Option<State> {
        let mut state = State::new(self.men, self.ball);
        for direction in directions {
            state = state.jump(&self.pitch, direction)?;
        }
        Some(state)
    }

    /// How many rows nearer to its goal a side is at a point than at the ball.
    #[inline]
    fn progress(&self, to: Point, side: Side) -> i32 {
        let rows = i32::from(to.row()) - i32::from(self.ball().row());
        if side == Side::Max { rows } else { -rows }
    }

    /// Gives the turn to the other side.
    #[inline]
    fn pass_turn(&mut self) {
        self.side = !self.side;
        self.key ^= DOWN_MOVES;
    }

    #[inline]
    fn put(&mut self, point: u16) {
        self.men.flip(point);
        self.key ^= KEYS.man(point);
    }

    /// Makes the result of a chain the board.
    #[inline]
    fn take_over(&mut self, state: &State) {
        self.key ^= KEYS.ball(self.ball) ^ state.key;
        (self.men, self.ball) = (state.men, state.ball);
    }
}

impl Position for Phutball {
    type Move = Move;
    type Undo = Undo;

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    /// Chains first, those that come nearest to the goal before others; then men on the points that chains reach and
    /// beside them, which alone change what can be jumped; then all others; chains to the own line are last.
    fn moves(&self, out: &mut Vec<Move>) {
        if self.is_over() {
            return;
        }
        let chains = self.chains();
        let first = out.len();
        let is_own_goal = |state: &&State| self.pitch.goal(state.ball) == Some(!self.side);
        let others = chains.states.iter().filter(|state| !is_own_goal(state));
        out.extend(others.map(Move::chain));
        out[first..].sort_by_key(|m| -self.progress(m.to, self.side));
        let empty = self.empty();
        let near = chains.reached(self.ball).grown() & empty;
        out.extend(near.into_iter().chain(empty.without(near)).map(Move::man));
        out.extend(chains.states.iter().filter(is_own_goal).map(Move::chain));
    }

    fn result(&self) -> Score {
        self.winner().map_or(Score::ZERO, |winner| Score::won_by(winner, self.ply))
    }

    #[inline]
    fn play(&mut self, m: Move) -> Undo {
        let undo = Undo { men: self.men, ball: self.ball, key: self.key };
        if m.jumps() == 0 {
            self.put(m.to.0);
        } else {
            let state = self.follow(m.path.directions());
            self.take_over(&state.expect("a chain of this position"));
        }
        self.pass_turn();
        self.ply += 1;
        undo
    }

    #[inline]
    fn undo(&mut self, _: Move, undo: Undo) {
        self.ply -= 1;
        self.side = !self.side;
        (self.men, self.ball, self.key) = (undo.men, undo.ball, undo.key);
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.winner().is_some() || self.ply >= self.most_plies()
    }
}

impl Keyed for Phutball {
    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    /// With the number of plies, where the game may end as a draw within the depth.
    #[inline]
    fn key_within(&self, depth: u32) -> u64 {
        match self.ply.saturating_add(depth) >= self.most_plies() {
            true => hash(&[self.key, self.ply.into()]),
            false => self.key,
        }
    }

    #[inline]
    fn ply(&self) -> u32 {
        self.ply
    }
}

impl Tactics for Phutball {
    const HISTORY_INDICES: usize = 1024;
    const STATIC_ORDER_FROM: u32 = 2;

    #[inline]
    fn history_index(&self, m: Move) -> usize {
        m.history_index()
    }

    /// Chains by the rows that they win; those to the own line are last.
    #[inline]
    fn ordering_score(&self, m: Move) -> i32 {
        match self.pitch.goal(m.to.0) {
            _ if m.jumps() == 0 => 0,
            Some(side) if side == self.side => 1 << 20,
            Some(_) => -(1 << 20),
            None => self.progress(m.to, self.side).max(0),
        }
    }
}
