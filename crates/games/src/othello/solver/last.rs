//! The last four empty squares, without lists of moves.
//!
//! Scores are in discs for the mover. The result is the score if it lies inside the window, else a
//! bound on the same side.

use super::cpu::Cpu;
use super::final_score;
use plywood::Counts;

/// Below every score: there was no move.
pub(super) const NONE: i32 = -65;

/// The squares of the quarter of the board that a square is in.
#[inline(always)]
pub(super) fn quarter(square: u32) -> u64 {
    0x0f0f_0f0f << ((square & 4) + (square & 32))
}

/// The squares of those quarters that have an odd number of empty squares: the side that moves
/// there first also moves there last.
#[inline(always)]
pub(super) fn odd_quarters(empty: u64) -> u64 {
    let mut odd = 0;
    for square in [0, 4, 32, 36] {
        let quarter = quarter(square);
        odd |= quarter & ((empty & quarter).count_ones() as u64 & 1).wrapping_neg();
    }
    odd
}

/// The score of a node: the best move, a pass if there is none, or the final score if neither side has one.
/// A macro, because a function that is passed `try_moves` takes a fifth more instructions.
macro_rules! move_or_pass {
    ($try_moves:path, $counts:ident, $mover:ident, $opponent:ident, $alpha:ident, $beta:ident, $squares:expr) => {{
        let best = $try_moves($counts, $mover, $opponent, ($alpha, $beta), $squares);
        if best != NONE {
            $counts.expanded += 1;
            return best;
        }
        let best = $try_moves($counts, $opponent, $mover, (-$beta, -$alpha), $squares);
        if best != NONE {
            $counts.generated += 1;
            $counts.expanded += 2;
            return -best;
        }
        $counts.evaluated += 1;
        final_score($mover, $opponent)
    }};
}

/// One empty square.
#[inline(always)]
fn one<C: Cpu>(counts: &mut Counts, mover: u64, opponent: u64, square: u32) -> i32 {
    counts.generated += 1;
    counts.evaluated += 1;
    let discs = 2 * mover.count_ones() as i32 - 64;
    let flips = C::flips(mover, opponent, square).count_ones() as i32;
    if flips != 0 {
        return discs + 2 + 2 * flips;
    }
    let flips = C::flips(opponent, mover, square).count_ones() as i32;
    if flips != 0 {
        counts.generated += 1;
        return discs - 2 * flips;
    }
    // The empty square counts for the winner.
    if discs >= 0 { discs + 2 } else { discs }
}

/// Two empty squares.
#[inline(always)]
pub(super) fn two<C: Cpu>(
    counts: &mut Counts,
    mover: u64,
    opponent: u64,
    (alpha, beta): (i32, i32),
    [a, b]: [u32; 2],
) -> i32 {
    counts.generated += 1;
    move_or_pass!(try_two::<C>, counts, mover, opponent, alpha, beta, [a, b])
}

/// The best of the moves of one side to two squares; [`NONE`] if there is none.
#[inline(always)]
fn try_two<C: Cpu>(
    counts: &mut Counts,
    mover: u64,
    opponent: u64,
    (_, beta): (i32, i32),
    [a, b]: [u32; 2],
) -> i32 {
    let mut best = NONE;
    let flips = C::flips(mover, opponent, a);
    if flips != 0 {
        best = -one::<C>(counts, opponent ^ flips, mover | flips | 1 << a, b);
        if best >= beta {
            return best;
        }
    }
    let flips = C::flips(mover, opponent, b);
    if flips != 0 {
        best = best.max(-one::<C>(counts, opponent ^ flips, mover | flips | 1 << b, a));
    }
    best
}

/// Three empty squares.
#[inline(always)]
pub(super) fn three<C: Cpu>(
    counts: &mut Counts,
    mover: u64,
    opponent: u64,
    (alpha, beta): (i32, i32),
    [a, b, c]: [u32; 3],
) -> i32 {
    counts.generated += 1;
    // Two of them in one quarter: the third goes first.
    let squares = if quarter(a) == quarter(b) {
        [c, a, b]
    } else if quarter(a) == quarter(c) {
        [b, a, c]
    } else {
        [a, b, c]
    };
    move_or_pass!(try_three::<C>, counts, mover, opponent, alpha, beta, squares)
}

#[inline(always)]
fn try_three<C: Cpu>(
    counts: &mut Counts,
    mover: u64,
    opponent: u64,
    (alpha, beta): (i32, i32),
    [a, b, c]: [u32; 3],
) -> i32 {
    let mut best = NONE;
    for [square, d, e] in [[a, b, c], [b, a, c], [c, a, b]] {
        let flips = C::flips(mover, opponent, square);
        if flips != 0 {
            let (next, other) = (opponent ^ flips, mover | flips | 1 << square);
            best = best.max(-C::two(counts, next, other, (-beta, -alpha.max(best)), [d, e]));
            if best >= beta {
                break;
            }
        }
    }
    best
}

/// Four empty squares. `odd` are the squares of quarters with an odd number of empty squares.
#[inline(always)]
pub(super) fn four<C: Cpu>(
    counts: &mut Counts,
    mover: u64,
    opponent: u64,
    (alpha, beta): (i32, i32),
    odd: u64,
) -> i32 {
    counts.generated += 1;
    let empty = !(mover | opponent);
    let (mut first, mut then) = (empty & odd, empty & !odd);
    let squares = [(); 4].map(|()| {
        let from = if first != 0 { &mut first } else { &mut then };
        let square = from.trailing_zeros() & 63;
        *from &= from.wrapping_sub(1);
        square
    });
    move_or_pass!(try_four::<C>, counts, mover, opponent, alpha, beta, squares)
}

#[inline(always)]
fn try_four<C: Cpu>(
    counts: &mut Counts,
    mover: u64,
    opponent: u64,
    (alpha, beta): (i32, i32),
    [a, b, c, d]: [u32; 4],
) -> i32 {
    let mut best = NONE;
    for [square, e, f, g] in [[a, b, c, d], [b, a, c, d], [c, a, b, d], [d, a, b, c]] {
        let flips = C::flips(mover, opponent, square);
        if flips != 0 {
            let (next, other) = (opponent ^ flips, mover | flips | 1 << square);
            best = best.max(-C::three(counts, next, other, (-beta, -alpha.max(best)), [e, f, g]));
            if best >= beta {
                break;
            }
        }
    }
    best
}
