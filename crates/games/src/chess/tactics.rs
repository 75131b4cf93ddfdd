//! Ordering scores of chess moves, and the moves that a quiescence search plays.

use super::exchange::{exchange, loses_nothing, victim, worth};
use super::{Chess, Undo, en_passant_square, key_of};
use cozy_chess::{BitBoard, Move, Piece, Rank};
use plywood::Tactics;

impl Tactics for Chess {
    const HISTORY_INDICES: usize = 64 * 64;
    const NOISY: bool = true;
    /// Captures need no evaluation to be ordered, and history orders quiet moves better.
    const STATIC_ORDER_FROM: u32 = u32::MAX;
    /// A pawn.
    const MARGIN: i32 = 100;

    #[inline]
    fn history_index(&self, m: Move) -> usize {
        64 * m.from as usize + m.to as usize
    }

    /// Captures and promotions to a queen by static exchange evaluation: above zero if the exchange
    /// loses nothing; among equals, the most valuable victim and the least valuable attacker first.
    /// Other promotions are rarely better and come last.
    fn ordering_score(&self, m: Move) -> i32 {
        let victim = victim(&self.board, m);
        match m.promotion {
            None if victim.is_none() => return 0,
            None | Some(Piece::Queen) => {}
            Some(_) => return -1,
        }
        let wins = exchange(&self.board, m);
        if wins < 0 {
            return wins;
        }
        let attacker = self.board.piece_on(m.from).map_or(0, |piece| piece as i32);
        let first_sight = 8 * victim.map_or(0, |piece| 1 + piece as i32) - attacker;
        64 * wins + 8 + first_sight
    }

    #[inline]
    fn gain(&self, m: Move) -> i32 {
        let promoted = m.promotion.map_or(0, |piece| worth(piece) - worth(Piece::Pawn));
        victim(&self.board, m).map_or(0, worth) + promoted
    }

    /// Captures that lose nothing, and promotions to a queen.
    fn noisy_moves(&self, out: &mut Vec<Move>) {
        if self.is_drawn_unless_mate() {
            return;
        }
        let board = &self.board;
        let mover = board.side_to_move();
        let theirs = board.colors(!mover);
        let en_passant = en_passant_square(board).map_or(BitBoard::EMPTY, |to| to.bitboard());
        let last_rank = Rank::Eighth.relative_to(mover).bitboard();
        board.generate_moves(|mut moves| {
            moves.to &= match moves.piece {
                // No pawn can stand straight in front of the en passant square, because the pawn
                // that has just passed it came from there.
                Piece::Pawn => theirs | en_passant | last_rank,
                _ => theirs,
            };
            for m in moves {
                let queens = m.promotion == Some(Piece::Queen);
                if queens || m.promotion.is_none() && loses_nothing(board, m) {
                    out.push(m);
                }
            }
            false
        });
    }

    #[inline]
    fn is_forced(&self) -> bool {
        self.in_check()
    }

    /// Not in check, and not with king and pawns alone, where zugzwang is frequent.
    fn pass(&mut self) -> Option<Undo> {
        let board = &self.board;
        let ours = board.colors(board.side_to_move());
        if ours.is_subset(board.pieces(Piece::King) | board.pieces(Piece::Pawn)) {
            return None;
        }
        let after = board.null_move()?;
        self.history.begin(key_of(&after));
        Some(Undo { board: std::mem::replace(&mut self.board, after) })
    }

    #[inline]
    fn undo_pass(&mut self, undo: Undo) {
        self.board = undo.board;
        self.history.pop();
    }
}
