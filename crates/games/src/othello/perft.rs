//! Counts of lines of play as Othello programmers publish them.
//!
//! A finished game counts as one line at every greater depth. A pass is a ply or not.

use super::Othello;
use super::bits::{flips, moves};

impl Othello {
    /// The number of lines of `depth` plies, finished games included, where a pass is a ply.
    pub(super) fn lines(&self, depth: u32) -> u64 {
        count::<false>(self.mover, self.opponent, depth)
    }

    /// The number of lines of `depth` discs, finished games included, where a pass costs nothing.
    pub(super) fn lines_of_discs(&self, depth: u32) -> u64 {
        count::<true>(self.mover, self.opponent, depth)
    }
}

fn count<const FREE: bool>(mover: u64, opponent: u64, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut legal = moves(mover, opponent);
    if legal == 0 {
        return match moves(opponent, mover) {
            0 => 1,
            _ => count::<FREE>(opponent, mover, if FREE { depth } else { depth - 1 }),
        };
    }
    if depth == 1 {
        return legal.count_ones().into();
    }
    let mut lines = 0;
    while legal != 0 {
        let square = legal.trailing_zeros();
        let flips = flips(mover, opponent, square);
        lines += count::<FREE>(opponent ^ flips, mover | flips | 1 << square, depth - 1);
        legal &= legal - 1;
    }
    lines
}
