//! Static exchange evaluation: what a capture wins once all captures on its square are made.

use super::en_passant_square;
use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};

/// Piece values in an exchange: pawn, knight, bishop, rook, queen, king.
pub(super) const WORTH: [i32; 6] = [100, 320, 330, 500, 950, 20_000];

#[inline]
pub(super) fn worth(piece: Piece) -> i32 {
    WORTH[piece as usize]
}

/// The piece that a legal move captures.
#[inline]
pub(super) fn victim(board: &Board, m: Move) -> Option<Piece> {
    if board.colors(!board.side_to_move()).has(m.to) {
        return board.piece_on(m.to);
    }
    // The square is empty, so only a pawn can capture there, en passant.
    let en_passant = Some(m.to) == en_passant_square(board)
        && m.from.file() != m.to.file()
        && board.pieces(Piece::Pawn).has(m.from);
    en_passant.then_some(Piece::Pawn)
}

/// What the side to move wins by a legal move, in hundredths of a pawn, if both sides then continue
/// to capture on its square, each with its least valuable piece first, as long as they gain by it.
///
/// Pieces behind others join in. A king captures only if nothing can recapture. Pins are ignored,
/// and so are promotions by later captures; a promotion by `m` itself counts.
///
/// ```
/// use plywood_games::{Chess, Game, chess::exchange};
/// let position = Chess::parse(Some("4k3/8/3p4/4p3/8/8/4R3/4K3 w - - 0 1"))?;
/// let m = position.parse_move("Rxe5")?;
/// assert_eq!(exchange(position.cozy(), m), 100 - 500, "the pawn is protected");
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub fn exchange(board: &Board, m: Move) -> i32 {
    let Some(piece) = board.piece_on(m.from) else { return 0 };
    let mover = board.side_to_move();
    // Castling is a capture of the own rook.
    if board.colors(mover).has(m.to) {
        return 0;
    }
    let victim = victim(board, m);
    let mut occupied = (board.occupied() ^ m.from.bitboard()) | m.to.bitboard();
    if let (Some(Piece::Pawn), false) = (victim, board.occupied().has(m.to)) {
        occupied ^= Square::new(m.to.file(), m.from.rank()).bitboard();
    }
    let stands = m.promotion.unwrap_or(piece);
    // First the material that each capture wins; then, from the last capture to the first, the
    // result with best play.
    let mut gains = [0; 32];
    gains[0] = victim.map_or(0, worth) + worth(stands) - worth(piece);
    let last = captures(board, m.to, occupied, !mover, stands, &mut gains);
    for index in (1..=last).rev() {
        // A side may stop capturing.
        gains[index - 1] -= gains[index].max(0);
    }
    gains[0]
}

/// Whether a capture without promotion loses nothing, as [`exchange`] counts.
pub(super) fn loses_nothing(board: &Board, m: Move) -> bool {
    let piece = board.piece_on(m.from).map_or(0, worth);
    // Capturing a piece of equal or higher value never loses material.
    victim(board, m).map_or(0, worth) >= piece || exchange(board, m) >= 0
}

/// Fills in the gains of the captures on `square` after the first one. Returns their number.
fn captures(
    board: &Board,
    square: Square,
    mut occupied: BitBoard,
    mut side: Color,
    mut stands: Piece,
    gains: &mut [i32; 32],
) -> usize {
    let queens = board.pieces(Piece::Queen);
    let diagonal = board.pieces(Piece::Bishop) | queens;
    let straight = board.pieces(Piece::Rook) | queens;
    let mut attackers = (get_pawn_attacks(square, Color::White)
        & board.colored_pieces(Color::Black, Piece::Pawn))
        | (get_pawn_attacks(square, Color::Black)
            & board.colored_pieces(Color::White, Piece::Pawn))
        | (get_knight_moves(square) & board.pieces(Piece::Knight))
        | (get_king_moves(square) & board.pieces(Piece::King))
        | (get_bishop_moves(square, occupied) & diagonal)
        | (get_rook_moves(square, occupied) & straight);
    let mut count = 0;
    loop {
        attackers &= occupied;
        let ours = attackers & board.colors(side);
        let least = Piece::ALL.into_iter().find(|&piece| !ours.is_disjoint(board.pieces(piece)));
        let from = least.and_then(|piece| (ours & board.pieces(piece)).next_square());
        let (Some(piece), Some(from)) = (least, from) else { return count };
        occupied ^= from.bitboard();
        if piece == Piece::King {
            let behind = (get_bishop_moves(square, occupied) & diagonal)
                | (get_rook_moves(square, occupied) & straight);
            if !((attackers | behind) & occupied).is_disjoint(board.colors(!side)) {
                return count;
            }
        }
        count += 1;
        gains[count] = worth(stands);
        stands = piece;
        // Sliding pieces behind the piece that has just left its square.
        if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
            attackers |= get_bishop_moves(square, occupied) & diagonal;
        }
        if matches!(piece, Piece::Rook | Piece::Queen) {
            attackers |= get_rook_moves(square, occupied) & straight;
        }
        side = !side;
    }
}
