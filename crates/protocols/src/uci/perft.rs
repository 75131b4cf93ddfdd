//! `go perft`: counts lines of play, by their first moves.

use super::Stop;
use plywood::Position;
use plywood_games::chess::cozy_chess::Move;
use plywood_games::{Chess, Game};
use std::sync::atomic::Ordering;

/// Up to this depth a count takes less than a millisecond and is not interrupted.
const AT_ONCE: u32 = 3;

/// The legal moves, each with the number of lines of `depth` plies that begin with it. None if stopped.
pub(super) fn divide(root: &Chess, depth: u32, stop: &Stop) -> Option<Vec<(Move, u64)>> {
    let depth = depth.saturating_sub(1);
    let count = |m| lines(&after(root, m), depth, stop).map(|lines| (m, lines));
    moves(root).into_iter().map(count).collect()
}

fn lines(position: &Chess, depth: u32, stop: &Stop) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= AT_ONCE {
        return Some(position.perft(depth));
    }
    moves(position).into_iter().map(|m| lines(&after(position, m), depth - 1, stop)).sum()
}

fn after(position: &Chess, m: Move) -> Chess {
    let mut child = position.clone();
    child.play(m);
    child
}

/// The legal moves, also after a draw by repetition or by the fifty-move rule: published perft counts
/// ignore these draws.
pub(super) fn moves(position: &Chess) -> Vec<Move> {
    let mut moves = Vec::new();
    position.cozy().generate_moves(|of_piece| {
        moves.extend(of_piece);
        false
    });
    moves
}
