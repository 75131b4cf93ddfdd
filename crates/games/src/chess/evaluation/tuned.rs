//! The tuned evaluation.

use super::features::{PHASES, Sink, others, phase, structure};
use super::layout::WEIGHTS;
use super::weights::{Weights, built_in};
use crate::chess::Chess;
use cozy_chess::{BitBoard, Board, Color, Piece};
use plywood::{Evaluate, Score, hash};
use std::fmt;
use std::sync::Arc;

/// The number of entries of the pawn hash table.
const REMEMBERED: usize = 1 << 12;

/// The sum of the weights of all [`features`](super::features), interpolated between middle game
/// and endgame by [`phase`].
///
/// The features of pawns and kings alone are half of the work, and their sum is stored in a hash
/// table. Piece-square sums are not updated with each move: for the other pieces this would save
/// little, because their mobility must be computed anyway, and the position would have to know the
/// weights.
#[derive(Clone)]
pub struct Tuned {
    weights: Arc<Weights>,
    /// The hash table. Made by the first evaluation, so that building a search costs nothing.
    remembered: Box<[Structure]>,
}

/// The pawns and kings of a position, and the sum of the weights of their features.
#[derive(Clone, Copy, Default)]
struct Structure {
    /// White pawns, black pawns, and the squares of both kings. All zero is a free entry, because
    /// every position has kings.
    men: [u64; 3],
    /// The square of the white king, to tell the kings apart.
    white_king: u8,
    passed: BitBoard,
    total: [i32; 2],
}

impl Default for Tuned {
    fn default() -> Self {
        Tuned::new(built_in())
    }
}

impl fmt::Debug for Tuned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Tuned").field(&self.weights).finish()
    }
}

impl Tuned {
    /// The evaluation with these weights.
    pub fn with(weights: Weights) -> Tuned {
        Tuned::new(Arc::new(weights))
    }

    fn new(weights: Arc<Weights>) -> Tuned {
        Tuned { weights, remembered: Box::default() }
    }

    /// The weights.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    #[inline]
    fn structure(&mut self, board: &Board) -> &Structure {
        let pawns = |color| board.colored_pieces(color, Piece::Pawn).0;
        let kings = board.pieces(Piece::King).0;
        let men = [pawns(Color::White), pawns(Color::Black), kings];
        let white_king = board.king(Color::White) as u8;
        let slot = hash(&[men[0], men[1].rotate_left(32) ^ kings]) as usize % REMEMBERED;
        if slot >= self.remembered.len() {
            self.remembered = vec![Structure::default(); REMEMBERED].into();
        }
        let known = &mut self.remembered[slot];
        if known.men != men || known.white_king != white_king {
            let mut sum = Sum { pairs: self.weights.pairs(), total: [0; 2] };
            let passed = structure(board, &mut sum);
            *known = Structure { men, white_king, passed, total: sum.total };
        }
        known
    }
}

impl Evaluate<Chess> for Tuned {
    fn evaluate(&mut self, position: &Chess) -> Score {
        let board = position.cozy();
        let Structure { passed, total, .. } = *self.structure(board);
        let mut sum = Sum { pairs: self.weights.pairs(), total };
        others(board, passed, &mut sum);
        let [middle_game, ending] = sum.total;
        let phase = phase(position);
        Score::new((middle_game * phase + ending * (PHASES - phase)) / PHASES)
    }
}

/// Adds up weights.
struct Sum<'a> {
    pairs: &'a [[i16; 2]; WEIGHTS],
    total: [i32; 2],
}

impl Sink for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, color: Color, weight: usize, times: i32) {
        let times = if color == Color::White { times } else { -times };
        let [middle_game, ending] = self.pairs[weight];
        self.total[0] += times * i32::from(middle_game);
        self.total[1] += times * i32::from(ending);
    }
}
