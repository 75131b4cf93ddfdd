//! Checkers, or English draughts: 8 by 8 squares, compulsory jumps, kings that move one step.
//!
//! Black is MAX and moves first, from squares 1 to 12 down the board. A move is a whole turn: a
//! step, or a complete jump over one or several pieces. A man that reaches the king row becomes a
//! king, and its turn ends. A side that cannot move has lost. A game is drawn when a position
//! occurs for the third time with the same side to move, and, as Plywood interprets the forty-move
//! rule of tournaments, after [`QUIET_LIMIT`] plies in which nothing was taken and no man moved.
//! Scores are hundredths of a man: [`MAN`] is one man.
//!
//! ```
//! use plywood::{Position, Score, Side};
//! use plywood_games::{Checkers, Game};
//!
//! let mut game = Checkers::parse(Some("11-15 23-19 8-11"))?;
//! assert_eq!((game.side(), game.ply()), (Side::Min, 3));
//! let m = game.parse_move("22-17")?;
//! game.play(m);
//! assert!(game.parse_move("15x22").is_err(), "17 is not there to be jumped");
//!
//! // Two men in one jump, and White has nothing left.
//! let mut game = Checkers::parse(Some("B:W6,15:B1"))?;
//! let m = game.parse_move("1x19")?;
//! assert_eq!(m.captured().count_ones(), 2);
//! game.play(m);
//! assert_eq!(game.result(), Score::win(1));
//! # Ok::<(), plywood_games::InputError>(())
//! ```

mod bits;
mod evaluation;
mod fen;
mod files;
mod moves;
mod notation;
pub mod pdn;
mod perft;
#[cfg(test)]
mod tests;

pub use bits::{bit, squares, turned};
pub use evaluation::{
    CheckersEvaluation, Evaluation, Material, PHASES, TERMS, Term, WEIGHTS, Weights, features,
    phase,
};

use crate::repetition::RepetitionHistory;
use bits::ROWS;
use moves::Pieces;
use plywood::{Keyed, Position, Score, Side, Tactics, hash};
use std::fmt;

/// The [`Score`] of a man.
pub const MAN: i32 = 100;

/// The game is drawn when this many plies in a row took nothing and moved no man.
pub const QUIET_LIMIT: u32 = 80;

/// A whole turn: the first square, the last square, and all captured pieces.
///
/// Several routes over the same pieces between the same squares are one move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// Indices of bits.
    from: u8,
    to: u8,
    captured: u32,
}

impl Move {
    #[inline(always)]
    const fn new(from: u32, to: u32, captured: u32) -> Move {
        Move { from: from.trailing_zeros() as u8, to: to.trailing_zeros() as u8, captured }
    }

    /// The number of the square it leaves, from 1 to 32.
    #[inline]
    pub const fn from(self) -> u32 {
        bits::square_at(self.from as u32)
    }

    /// The number of the square where it ends.
    #[inline]
    pub const fn to(self) -> u32 {
        bits::square_at(self.to as u32)
    }

    /// The squares of the captured pieces as bits, see [`bit`]; 0 for a step.
    #[inline]
    pub const fn captured(self) -> u32 {
        self.captured
    }

    #[inline(always)]
    const fn start_bit(self) -> u32 {
        1 << self.from
    }

    #[inline(always)]
    const fn end_bit(self) -> u32 {
        1 << self.to
    }
}

impl fmt::Display for Move {
    /// `11-15` or `15x22`. Two jumps over different pieces may look the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.captured == 0 { '-' } else { 'x' };
        write!(f, "{}{mark}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")?;
        if self.captured.count_ones() > 1 {
            let taken: Vec<_> = squares(self.captured).map(|square| square.to_string()).collect();
            write!(f, "({})", taken.join(","))?;
        }
        Ok(())
    }
}

/// A position of checkers, with the part of its history that the rules of draws need.
///
/// Positions are equal if their boards, their counts and their repetition histories are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkers {
    /// The pieces, men and kings, of MAX (Black) and of MIN (White).
    pieces: [u32; 2],
    kings: u32,
    side: Side,
    /// Plies since a piece was taken or a man moved.
    quiet: u32,
    ply: u32,
    history: RepetitionHistory,
}

impl Default for Checkers {
    fn default() -> Self {
        let black = ROWS[0] | ROWS[1] | ROWS[2];
        Checkers::on_board([black, turned(black)], 0, Side::Max)
    }
}

/// What [`undo`](Position::undo) needs.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    kings: u32,
    quiet: u32,
}

impl Checkers {
    /// A position without a history.
    fn on_board(pieces: [u32; 2], kings: u32, side: Side) -> Checkers {
        let history = RepetitionHistory::new(board_key(pieces, kings, side));
        Checkers { pieces, kings, side, quiet: 0, ply: side as u32, history }
    }

    /// The pieces of a side, men and kings, as bits; see [`bit`].
    #[inline]
    pub fn pieces(&self, side: Side) -> u32 {
        self.pieces[side as usize]
    }

    /// The men of a side.
    #[inline]
    pub fn men(&self, side: Side) -> u32 {
        self.pieces(side) & !self.kings
    }

    /// The kings of a side.
    #[inline]
    pub fn kings(&self, side: Side) -> u32 {
        self.pieces(side) & self.kings
    }

    /// The plies since a piece was taken or a man moved.
    #[inline]
    pub fn quiet_plies(&self) -> u32 {
        self.quiet
    }

    /// The plies played so far.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Whether a rule of draws applies. A side that cannot move has lost all the same.
    #[inline]
    fn is_drawn(&self) -> bool {
        self.quiet >= QUIET_LIMIT || self.history.occurrences() >= 3
    }

    #[inline(always)]
    fn seen_by_mover(&self) -> Pieces {
        let (own, other) = (self.pieces(self.side), self.pieces(!self.side));
        Pieces { own, other, kings: self.kings }
    }

    /// Whether the side to move can jump, and therefore must.
    #[inline]
    pub fn must_jump(&self) -> bool {
        match self.side {
            Side::Max => self.seen_by_mover().can_jump::<true>(),
            Side::Min => self.seen_by_mover().can_jump::<false>(),
        }
    }

    /// Appends the moves that the pieces can make, also if the game is drawn.
    #[inline]
    fn moves_on_board(&self, out: &mut Vec<Move>) {
        match self.side {
            Side::Max => list::<true>(self.seen_by_mover(), out),
            Side::Min => list::<false>(self.seen_by_mover(), out),
        }
    }

    #[inline]
    fn can_move(&self) -> bool {
        match self.side {
            Side::Max => self.seen_by_mover().can_move::<true>(),
            Side::Min => self.seen_by_mover().can_move::<false>(),
        }
    }
}

/// Appends the legal moves on a board. Routes with the same result are one move.
#[inline(always)]
fn list<const DOWN: bool>(pieces: Pieces, out: &mut Vec<Move>) {
    let start = out.len();
    pieces.jumps::<DOWN>(|m| {
        // Two routes with the same result form a circle around four captured pieces.
        if m.captured.count_ones() < 4 || !out[start..].contains(&m) {
            out.push(m);
        }
    });
    if out.len() == start {
        pieces.steps::<DOWN>(|m| out.push(m));
    }
}

impl Position for Checkers {
    type Move = Move;
    type Undo = Undo;

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    fn moves(&self, out: &mut Vec<Move>) {
        if !self.is_drawn() {
            self.moves_on_board(out);
        }
    }

    fn result(&self) -> Score {
        if self.can_move() { Score::ZERO } else { Score::won_by(!self.side, self.ply) }
    }

    #[inline]
    fn play(&mut self, m: Move) -> Undo {
        let is_step_of_king = self.kings & m.start_bit() != 0 && m.captured == 0;
        let undo = Undo { kings: self.kings, quiet: self.quiet };
        let after = match self.side {
            Side::Max => self.seen_by_mover().after::<true>(m),
            Side::Min => self.seen_by_mover().after::<false>(m),
        };
        self.pieces[self.side as usize] = after.other;
        self.pieces[!self.side as usize] = after.own;
        self.kings = after.kings;
        self.side = !self.side;
        self.ply += 1;
        let key = board_key(self.pieces, self.kings, self.side);
        if is_step_of_king {
            self.quiet += 1;
            self.history.push(key, m.from.into(), m.to.into());
        } else {
            self.quiet = 0;
            self.history.begin(key);
        }
        undo
    }

    #[inline]
    fn undo(&mut self, m: Move, undo: Undo) {
        self.history.pop();
        self.ply -= 1;
        self.side = !self.side;
        let (own, other) = (self.side as usize, !self.side as usize);
        self.pieces[own] = self.pieces[own] & !m.end_bit() | m.start_bit();
        self.pieces[other] |= m.captured;
        (self.kings, self.quiet) = (undo.kings, undo.quiet);
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.is_drawn() || !self.can_move()
    }
}

/// A key of the board and the side to move.
#[inline]
fn board_key(pieces: [u32; 2], kings: u32, side: Side) -> u64 {
    let [black, white] = pieces.map(u64::from);
    hash(&[black | white << 32, u64::from(kings) | (side as u64) << 32])
}

impl Keyed for Checkers {
    #[inline]
    fn key(&self) -> u64 {
        self.history.key()
    }

    #[inline]
    fn key_within(&self, depth: u32) -> u64 {
        let repeatable = self.history.within(depth);
        let quiet = if self.quiet.saturating_add(depth) < QUIET_LIMIT { 0 } else { self.quiet };
        match (repeatable, quiet) {
            (0, 0) => self.key(),
            _ => hash(&[self.key(), repeatable, quiet.into()]),
        }
    }

    #[inline]
    fn ply(&self) -> u32 {
        self.ply
    }
}

impl Tactics for Checkers {
    const HISTORY_INDICES: usize = 32 * 32;
    const NOISY: bool = true;
    const STATIC_ORDER_FROM: u32 = u32::MAX;
    /// Half a man.
    const MARGIN: i32 = 50;

    #[inline]
    fn history_index(&self, m: Move) -> usize {
        usize::from(m.from) * 32 + usize::from(m.to)
    }

    /// Captured men and, with a higher score, captured kings; and promotion.
    #[inline]
    fn ordering_score(&self, m: Move) -> i32 {
        let taken = m.captured.count_ones() + (m.captured & self.kings).count_ones();
        let crowned = self.kings & m.start_bit() == 0 && m.end_bit() & (ROWS[0] | ROWS[7]) != 0;
        2 * taken as i32 + i32::from(crowned)
    }

    /// The jumps. Each captures a piece, so that every line of jumps ends.
    fn noisy_moves(&self, out: &mut Vec<Move>) {
        if self.is_forced() {
            self.moves(out);
        }
    }

    #[inline]
    fn is_forced(&self) -> bool {
        self.must_jump()
    }
}
