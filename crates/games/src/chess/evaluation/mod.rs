//! Opinions on chess, by name.

mod features;
mod layout;
mod masks;
#[cfg(test)]
mod tests;
mod weights;

pub use features::{Coefficients, PHASES, Sink, features, phase};
pub use layout::{Group, WEIGHTS, groups};
pub use weights::Weights;

use super::Chess;
use super::exchange::worth;
use cozy_chess::{Color, Piece};
use plywood::{Evaluate, Score};
use std::sync::Arc;

/// One of the evaluations of chess.
#[derive(Clone, Debug)]
pub enum Evaluation {
    /// Pieces and their squares, mobility, pawns and the safety of kings, by weights.
    Tuned(Arc<Weights>),
    /// The values of the pieces and nothing else, for teaching.
    Material,
}

impl Default for Evaluation {
    fn default() -> Self {
        Evaluation::Tuned(weights::built_in())
    }
}

impl Evaluation {
    /// The names of the evaluations and what they are, the default first.
    pub const NAMES: &[(&str, &str)] = &[
        ("tuned", "pieces and their squares, mobility, pawns and the safety of kings"),
        ("material", "the values of the pieces and nothing else, for teaching"),
    ];

    /// The evaluation of that name.
    pub fn named(name: &str) -> Option<Evaluation> {
        match name {
            "tuned" => Some(Evaluation::default()),
            "material" => Some(Evaluation::Material),
            _ => None,
        }
    }

    /// The tuned evaluation with weights of one's own.
    ///
    /// ```
    /// use plywood::{Evaluate, Score};
    /// use plywood_games::{Chess, chess::{Evaluation, Weights}};
    /// let mut indifferent = Evaluation::with(Weights::zero());
    /// assert_eq!(indifferent.evaluate(&Chess::default()), Score::ZERO);
    /// ```
    pub fn with(weights: Weights) -> Evaluation {
        Evaluation::Tuned(Arc::new(weights))
    }
}

impl Evaluate<Chess> for Evaluation {
    #[inline]
    fn evaluate(&mut self, position: &Chess) -> Score {
        Score::new(match self {
            Evaluation::Tuned(weights) => tuned(position, weights),
            Evaluation::Material => material(position),
        })
    }
}

/// The sum of the weights of all features, between middle game and ending.
fn tuned(position: &Chess, weights: &Weights) -> i32 {
    let mut sum = Sum { pairs: weights.pairs(), total: [0; 2] };
    features(position, &mut sum);
    let [middle_game, ending] = sum.total;
    let phase = phase(position);
    (middle_game * phase + ending * (PHASES - phase)) / PHASES
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

/// White's pieces less Black's, kings apart.
fn material(position: &Chess) -> i32 {
    let board = position.cozy();
    let count = |color, piece| board.colored_pieces(color, piece).len() as i32;
    let pieces = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
    let points = |piece| worth(piece) * (count(Color::White, piece) - count(Color::Black, piece));
    pieces.into_iter().map(points).sum()
}
