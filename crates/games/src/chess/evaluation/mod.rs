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

crate::evaluations::evaluations! {
    /// One of the evaluations of chess.
    #[derive(Clone, Debug)]
    pub enum Evaluation of Chess {
        /// Pieces and their squares, mobility, pawns and the safety of kings, by weights.
        Tuned(Tuned) = "tuned":
            "pieces and their squares, mobility, pawns and the safety of kings",
        /// Material only, for teaching.
        Material(Material) = "material":
            "material only, for teaching",
    }
}

impl Evaluation {
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

/// Material only: pawns, knights, bishops, rooks and queens.
///
/// ```
/// use plywood::{Evaluate, Score};
/// use plywood_games::{Chess, Game, chess::Material};
/// let position = Chess::parse(Some("e4 d5 exd5"))?;
/// assert_eq!(Material.evaluate(&position), Score::new(100));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Material;

impl Evaluate<Chess> for Material {
    #[inline]
    fn evaluate(&mut self, position: &Chess) -> Score {
        let board = position.cozy();
        let count = |color, piece| board.colored_pieces(color, piece).len() as i32;
        let pieces = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
        let points =
            |piece| worth(piece) * (count(Color::White, piece) - count(Color::Black, piece));
        Score::new(pieces.into_iter().map(points).sum())
    }
}
