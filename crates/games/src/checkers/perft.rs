//! Counts of lines of play as they are published: each route of a jump counts, and draws do not end
//! a line.

use super::moves::Pieces;

/// The number of lines of `depth` plies.
pub(super) fn count<const DOWN: bool>(pieces: Pieces, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut lines = 0;
    if pieces.can_jump::<DOWN>() {
        pieces.jumps::<DOWN>(|m| {
            lines += if depth == 1 { 1 } else { count_after::<DOWN>(pieces, m, depth - 1) };
        });
    } else if depth == 1 {
        return pieces.count_steps::<DOWN>().into();
    } else {
        pieces.steps::<DOWN>(|m| lines += count_after::<DOWN>(pieces, m, depth - 1));
    }
    lines
}

fn count_after<const DOWN: bool>(pieces: Pieces, m: super::Move, depth: u32) -> u64 {
    let after = pieces.after::<DOWN>(m);
    if DOWN { count::<false>(after, depth) } else { count::<true>(after, depth) }
}
