//! Which move is tried first.

use super::super::DISC;
use super::super::bits::{moves, surroundings};
use super::cpu::Cpu;
use super::deep::Run;
use super::last::odd_quarters;
use crate::Othello;
use plywood::{Evaluate, Side, Stop};

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// With so many empty squares at least, the evaluation has a say.
const EVALUATED: u32 = 13;

/// A move and what it leads to.
#[derive(Clone, Copy)]
pub(super) struct Move {
    /// The discs of the side that is to move after it.
    pub next: u64,
    /// The discs of the side that has made it.
    pub other: u64,
    pub square: u8,
    /// The higher the earlier.
    pub rating: i32,
}

impl Move {
    pub(super) const NONE: Move = Move { next: 0, other: 0, square: 64, rating: 0 };
}

/// Lists the moves to the `legal` squares; answers their number.
#[inline(always)]
pub(super) fn list<C: Cpu>(mover: u64, opponent: u64, mut legal: u64, list: &mut [Move]) -> usize {
    let mut count = 0;
    while legal != 0 && count < list.len() {
        let square = legal.trailing_zeros();
        legal &= legal - 1;
        let flips = C::flips(mover, opponent, square);
        list[count] = Move {
            next: opponent ^ flips,
            other: mover | flips | 1 << square,
            square: square as u8,
            rating: 0,
        };
        count += 1;
    }
    count
}

/// Rates moves: `known` are those that were best before.
#[inline(always)]
pub(super) fn rate<E: Evaluate<Othello>>(
    run: &mut Run<'_, E>,
    list: &mut [Move],
    empties: u32,
    known: [u8; 2],
) -> Result<(), Stop> {
    if let [_] = list {
        return Ok(());
    }
    for m in list {
        m.rating = if m.square == known[0] {
            1 << 30
        } else if m.square == known[1] {
            1 << 29
        } else if m.next == 0 {
            i32::MAX
        } else {
            let answers = moves(m.next, m.other);
            let empty = !(m.next | m.other);
            let odd = odd_quarters(empty | 1 << m.square);
            let mobility = (answers.count_ones() + (answers & CORNERS).count_ones()) as i32;
            let potential = (surroundings(m.other) & empty).count_ones() as i32;
            let mut rating = -mobility * 256 - potential * 64;
            rating += ((odd >> m.square & 1) as i32) * 128;
            if 1 << m.square & CORNERS != 0 {
                rating += 512;
            }
            if empties >= EVALUATED {
                run.limits.admit()?;
                run.limits.work.generated += 1;
                run.limits.work.evaluated += 1;
                let position = Othello { mover: m.next, opponent: m.other, side: Side::Max };
                rating -= run.evaluate.evaluate(&position).get() * 64 / DISC;
            }
            rating
        };
    }
    Ok(())
}

/// Moves the best rated of the moves from `place` on to that place.
#[inline(always)]
pub(super) fn pick(list: &mut [Move], place: usize) -> Move {
    let mut best = place;
    for rival in place + 1..list.len() {
        if list[rival].rating > list[best].rating {
            best = rival;
        }
    }
    list.swap(place, best);
    list[place]
}
