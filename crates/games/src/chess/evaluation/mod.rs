//! The evaluations of chess.

mod features;
mod layout;
mod masks;
#[cfg(test)]
mod tests;
mod tuned;
mod weights;

pub use features::{Coefficients, PHASES, Sink, features, phase};
pub use layout::{Group, WEIGHTS, groups};
pub use tuned::Tuned;
pub use weights::Weights;

use super::Chess;
use super::exchange::worth;
use cozy_chess::{Color, Piece};
use plywood::{Evaluate, Score};

/// One of the evaluations of chess.
#[derive(Clone, Debug)]
pub enum Evaluation {
    /// Pieces and their squares, mobility, pawns and the safety of kings, by weights.
    Tuned(Tuned),
    /// Material only, for teaching.
    Material,
}

impl Default for Evaluation {
    fn default() -> Self {
        Evaluation::Tuned(Tuned::default())
    }
}

impl Evaluation {
    /// The names of the evaluations and what they are, the default first.
    pub const NAMES: &[(&str, &str)] = &[
        ("tuned", "pieces and their squares, mobility, pawns and the safety of kings"),
        ("material", "material only, for teaching"),
    ];

    /// The evaluation of that name.
    pub fn named(name: &str) -> Option<Evaluation> {
        match name {
            "tuned" => Some(Evaluation::default()),
            "material" => Some(Evaluation::Material),
            _ => None,
        }
    }

    /// The tuned evaluation with other weights.
    ///
    /// ```
    /// use plywood::{Evaluate, Score};
    /// use plywood_games::{Chess, chess::{Evaluation, Weights}};
    /// let mut indifferent = Evaluation::with(Weights::zero());
    /// assert_eq!(indifferent.evaluate(&Chess::default()), Score::ZERO);
    /// ```
    pub fn with(weights: Weights) -> Evaluation {
        Evaluation::Tuned(Tuned::with(weights))
    }
}

impl Evaluate<Chess> for Evaluation {
    #[inline]
    fn evaluate(&mut self, position: &Chess) -> Score {
        match self {
            Evaluation::Tuned(tuned) => tuned.evaluate(position),
            Evaluation::Material => Score::new(material(position)),
        }
    }
}

/// White's pieces minus Black's, without kings.
fn material(position: &Chess) -> i32 {
    let board = position.cozy();
    let count = |color, piece| board.colored_pieces(color, piece).len() as i32;
    let pieces = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
    let points = |piece| worth(piece) * (count(Color::White, piece) - count(Color::Black, piece));
    pieces.into_iter().map(points).sum()
}
