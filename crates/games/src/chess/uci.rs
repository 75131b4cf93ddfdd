//! Moves as UCI writes them: the squares from and to, and the piece of a promotion.

use super::fen::castles_as_usual;
use cozy_chess::{Board, File, Move, Square};

/// The move in the notation of UCI, in which a castling king moves to its final square, or in
/// Chess960 to its rook.
pub(super) fn uci_of(board: &Board, m: Move) -> String {
    let mut m = m;
    if board.colors(board.side_to_move()).has(m.to) && castles_as_usual(board) {
        let file = if m.from.file() < m.to.file() { File::G } else { File::C };
        m.to = Square::new(file, m.from.rank());
    }
    m.to_string()
}

/// The legal move with this notation of UCI. Castling may be written in either way.
pub(super) fn from_uci(board: &Board, text: &str) -> Option<Move> {
    let mut m: Move = text.parse().ok()?;
    let mover = board.side_to_move();
    if m.from == board.king(mover)
        && m.from.file() == File::E
        && m.from.rank() == m.to.rank()
        && !board.colors(mover).has(m.to)
    {
        let rights = board.castle_rights(mover);
        let rook = match m.to.file() {
            File::G => rights.short,
            File::C => rights.long,
            _ => None,
        };
        m.to = rook.map_or(m.to, |file| Square::new(file, m.from.rank()));
    }
    board.is_legal(m).then_some(m)
}
