//! Opinions on positions of chess.

use super::Chess;
use super::exchange::worth;
use cozy_chess::{Color, Piece};
use plywood::{Evaluate, Score};

/// One of the evaluations that come with the game.
#[derive(Clone, Debug, Default)]
pub enum Evaluation {
    /// The values of the pieces and nothing else.
    #[default]
    Material,
}

impl Evaluation {
    pub(super) const NAMES: &'static [(&'static str, &'static str)] =
        &[("material", "the values of the pieces and nothing else")];

    pub(super) fn named(name: &str) -> Option<Evaluation> {
        (name == "material").then_some(Evaluation::Material)
    }
}

impl Evaluate<Chess> for Evaluation {
    fn evaluate(&mut self, position: &Chess) -> Score {
        Score::new(material(position))
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
