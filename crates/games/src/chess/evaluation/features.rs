//! The features of the tuned evaluation.
//!
//! One function lists the features of a position for a [`Sink`]. In a search the sink adds up
//! weights; in training it stores the features. So the two cannot disagree.

use super::layout::*;
use super::masks;
use crate::chess::Chess;
use cozy_chess::{
    BitBoard, Board, Color, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_rook_moves,
};

/// Receives the features of a position.
pub trait Sink {
    /// A side has the feature of this weight, `times` times.
    fn add(&mut self, color: Color, weight: usize, times: i32);
}

/// Lists all features of a position.
///
/// ```
/// use plywood_games::chess::{Coefficients, WEIGHTS, features};
/// use plywood_games::{Chess, Game};
///
/// let position = Chess::parse(Some("e4 d5 exd5"))?;
/// let mut seen = Coefficients::default();
/// features(&position, &mut seen);
/// // White is a pawn ahead: the first weight is that of pawns.
/// assert!(seen.iter().any(|(weight, times)| weight == 0 && times == 1));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[inline]
pub fn features(position: &Chess, sink: &mut impl Sink) {
    let board = position.cozy();
    let passed = structure(board, sink);
    others(board, passed, sink);
}

/// The features that depend on pawns and kings alone, which rarely move; returns the passed pawns
/// of both sides.
pub(super) fn structure(board: &Board, sink: &mut impl Sink) -> BitBoard {
    let (white, black) = Army::both(board);
    white.structure(&black, sink) | black.structure(&white, sink)
}

/// All other features.
#[inline]
pub(super) fn others(board: &Board, passed: BitBoard, sink: &mut impl Sink) {
    let (white, black) = Army::both(board);
    white.others(board, &black, passed, sink);
    black.others(board, &white, passed, sink);
    sink.add(board.side_to_move(), TEMPO, 1);
}

/// The phase of the game, from 24 with all pieces on the board to 0 with only pawns.
#[inline]
pub fn phase(position: &Chess) -> i32 {
    let board = position.cozy();
    let count = |piece| board.pieces(piece).len() as i32;
    let minor = count(Piece::Knight) + count(Piece::Bishop);
    (minor + 2 * count(Piece::Rook) + 4 * count(Piece::Queen)).min(PHASES)
}

/// The [`phase`] of a full board.
pub const PHASES: i32 = 24;

/// A side, with the sets of squares that are needed more than once.
struct Army {
    color: Color,
    king: Square,
    pawns: BitBoard,
    pawn_attacks: BitBoard,
    /// The squares around the king.
    zone: BitBoard,
}

impl Army {
    #[inline(always)]
    fn of(board: &Board, color: Color) -> Army {
        let (king, pawns) = (board.king(color), board.colored_pieces(color, Piece::Pawn));
        let zone = get_king_moves(king) | king.bitboard();
        Army { color, king, pawns, pawn_attacks: masks::pawn_attacks(pawns, color), zone }
    }

    #[inline(always)]
    fn both(board: &Board) -> (Army, Army) {
        (Army::of(board, Color::White), Army::of(board, Color::Black))
    }

    #[inline(always)]
    fn structure(&self, other: &Army, sink: &mut impl Sink) -> BitBoard {
        self.man(Piece::King, self.king, sink);
        self.shelter(other, sink);
        let mut passed = BitBoard::EMPTY;
        for square in self.pawns {
            self.man(Piece::Pawn, square, sink);
            if self.pawn(other, square, sink) {
                passed |= square.bitboard();
            }
        }
        passed
    }

    #[inline(always)]
    fn others(&self, board: &Board, other: &Army, passed: BitBoard, sink: &mut impl Sink) {
        self.pieces(board, other, sink);
        for square in passed & self.pawns {
            if board.occupied().has(self.ahead_of(square)) {
                let rank = square.rank().relative_to(self.color) as usize;
                sink.add(self.color, PASSED_BLOCKED + rank, 1);
            }
        }
        let attacked = self.pawn_attacks & board.colors(other.color) & !other.pawns;
        sink.add(self.color, PAWN_THREAT, attacked.len() as i32);
    }

    /// The square in front of a pawn. There always is one: no pawn stands on its last rank.
    #[inline(always)]
    fn ahead_of(&self, pawn: Square) -> Square {
        let index = pawn as usize;
        let ahead = if self.color == Color::White { index + 8 } else { index.wrapping_sub(8) };
        // The remainder makes a bounds check unnecessary.
        Square::index(ahead % 64)
    }

    /// Material and piece-square values.
    #[inline(always)]
    fn man(&self, piece: Piece, square: Square, sink: &mut impl Sink) {
        if piece != Piece::King {
            sink.add(self.color, MATERIAL + piece as usize, 1);
        }
        // Tables begin with a8, seen from the side.
        let seen = match self.color {
            Color::White => square as usize ^ 56,
            Color::Black => square as usize,
        };
        sink.add(self.color, SQUARES + 64 * piece as usize + seen, 1);
    }

    /// Lists the features of a pawn. Returns whether it is passed.
    #[inline(always)]
    fn pawn(&self, other: &Army, square: Square, sink: &mut impl Sink) -> bool {
        let color = self.color;
        let (ahead, front) = (masks::ahead(color, square), self.ahead_of(square));
        let doubled = !self.pawns.is_disjoint(ahead);
        if doubled {
            sink.add(color, DOUBLED, 1);
        }
        let neighbours = self.pawns & square.file().adjacent();
        if neighbours.is_empty() {
            sink.add(color, ISOLATED, 1);
        } else if neighbours.is_disjoint(masks::beside_or_behind(color, square))
            && other.pawn_attacks.has(front)
        {
            sink.add(color, BACKWARD, 1);
        }
        if doubled || !other.pawns.is_disjoint(ahead | masks::beside_ahead(color, square)) {
            return false;
        }
        let rank = square.rank().relative_to(color) as usize;
        sink.add(color, PASSED + rank, 1);
        if self.pawn_attacks.has(square) {
            sink.add(color, PASSED_PROTECTED + rank, 1);
        }
        if rank >= Rank::Fourth as usize {
            sink.add(color, PASSED_OWN_KING + masks::distance(self.king, front), 1);
            sink.add(color, PASSED_OTHER_KING + masks::distance(other.king, front), 1);
        }
        true
    }

    /// Knights, bishops, rooks and queens: placement, mobility, and the attack on the other king.
    #[inline(always)]
    fn pieces(&self, board: &Board, other: &Army, sink: &mut impl Sink) {
        const UNITS: [usize; 4] = [2, 2, 3, 5];
        let color = self.color;
        let occupied = board.occupied();
        let free = !(self.pawns | self.king.bitboard() | other.pawn_attacks);
        // Squares on which such a piece gives check and cannot be captured by a pawn or the king.
        let diagonal = get_bishop_moves(other.king, occupied);
        let straight = get_rook_moves(other.king, occupied);
        let checks = [get_knight_moves(other.king), diagonal, straight, diagonal | straight];
        let safe = !(board.colors(color) | other.pawn_attacks | other.zone);
        let mut attack = 0;
        let kinds = [
            (Piece::Knight, KNIGHT_MOBILITY),
            (Piece::Bishop, BISHOP_MOBILITY),
            (Piece::Rook, ROOK_MOBILITY),
            (Piece::Queen, QUEEN_MOBILITY),
        ];
        for (kind, (piece, mobility)) in kinds.into_iter().enumerate() {
            let mut reached = BitBoard::EMPTY;
            for square in board.colored_pieces(color, piece) {
                self.man(piece, square, sink);
                let moves = match piece {
                    Piece::Knight => get_knight_moves(square),
                    Piece::Bishop => get_bishop_moves(square, occupied),
                    Piece::Rook => get_rook_moves(square, occupied),
                    _ => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
                };
                sink.add(color, mobility + (moves & free).len() as usize, 1);
                reached |= moves;
                let around = (moves & other.zone).len() as usize;
                if around > 0 {
                    attack += UNITS[kind] + around;
                }
                if piece == Piece::Rook {
                    self.rook(other, square, sink);
                }
            }
            let checks = (reached & checks[kind] & safe).len() as i32;
            if checks > 0 {
                sink.add(color, SAFE_CHECK + kind, checks);
            }
        }
        sink.add(color, ATTACK + attack.min(ATTACKS - 1), 1);
        if board.colored_pieces(color, Piece::Bishop).len() >= 2 {
            sink.add(color, BISHOP_PAIR, 1);
        }
    }

    #[inline(always)]
    fn rook(&self, other: &Army, square: Square, sink: &mut impl Sink) {
        let file = square.file().bitboard();
        if self.pawns.is_disjoint(file) {
            let open = other.pawns.is_disjoint(file);
            sink.add(self.color, if open { ROOK_OPEN } else { ROOK_HALF_OPEN }, 1);
        }
        if square.rank().relative_to(self.color) == Rank::Seventh {
            sink.add(self.color, ROOK_SEVENTH, 1);
        }
    }

    /// The pawns of both sides ahead of the king, on its file and on those beside it.
    #[inline(always)]
    fn shelter(&self, other: &Army, sink: &mut impl Sink) {
        let king = self.king;
        for step in [-1, 0, 1] {
            let Some(on_file) = king.try_offset(step, 0) else { continue };
            let beside = (step != 0) as usize;
            let ahead = masks::ahead(self.color, on_file);
            sink.add(self.color, SHELTER[beside] + self.steps_to(self.pawns & ahead), 1);
            sink.add(self.color, STORM[beside] + self.steps_to(other.pawns & ahead), 1);
        }
    }

    /// The ranks from the king to the nearest of the pawns ahead of it; 0 if there are none.
    #[inline(always)]
    fn steps_to(&self, pawns: BitBoard) -> usize {
        let nearest = match self.color {
            Color::White => pawns.0.trailing_zeros(),
            Color::Black => 63 - pawns.0.leading_zeros().min(63),
        };
        if pawns.is_empty() { 0 } else { (nearest as usize / 8).abs_diff(self.king as usize / 8) }
    }
}

/// The features of a position as a row of numbers, most of them zero: White's minus Black's.
///
/// The evaluation is the sum of weight times coefficient, where the weights of middle game and
/// endgame are interpolated by [`phase`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coefficients(Box<[i16; WEIGHTS]>);

impl Default for Coefficients {
    fn default() -> Self {
        Coefficients(Box::new([0; WEIGHTS]))
    }
}

impl Coefficients {
    /// The indices of the weights with coefficients other than zero, and these coefficients.
    pub fn iter(&self) -> impl Iterator<Item = (usize, i32)> {
        let all = self.0.iter().enumerate();
        all.filter(|(_, times)| **times != 0).map(|(weight, &times)| (weight, times.into()))
    }

    /// Sets all coefficients to zero.
    pub fn clear(&mut self) {
        self.0.fill(0);
    }
}

impl Sink for Coefficients {
    fn add(&mut self, color: Color, weight: usize, times: i32) {
        self.0[weight] += match color {
            Color::White => times as i16,
            Color::Black => -times as i16,
        };
    }
}
