//! Move ordering.

use super::super::DISC;
use super::super::bits::{CORNERS, moves, surroundings};
use super::cpu::Cpu;
use super::deep::Run;
use super::last::odd_quarters;
use crate::Othello;
use plywood::{Evaluate, Position, Side, Stop};

/// From this many empty squares on, the evaluation helps to order moves.
const EVALUATED: u32 = 13;

/// Parts of an ordering score: each answer of the opponent (in a corner twice), each empty square
/// next to our discs, a move in an odd quarter, a corner, and each disc of the evaluation.
const ANSWER: i32 = -256;
const OPEN: i32 = -64;
const ODD: i32 = 128;
const CORNER: i32 = 512;
const EVALUATION: i32 = 64;
/// Evaluations are limited to this many discs.
const MOST: i32 = 1000;

/// Ordering scores of the last two best moves of the table, and of a move that leaves the opponent
/// no disc.
const BEST: i32 = 1 << 30;
const SECOND: i32 = 1 << 29;
const WIPED_OUT: i32 = i32::MAX;

/// A move and what it leads to.
#[derive(Clone, Copy)]
pub(super) struct Move {
    /// The discs of the side that is to move after it.
    pub next: u64,
    /// The discs of the side that has made it.
    pub other: u64,
    pub square: u8,
    /// The ordering score: higher moves are searched first.
    pub rating: i32,
}

impl Move {
    pub(super) const NONE: Move = Move { next: 0, other: 0, square: 64, rating: 0 };

    /// The ordering score without the evaluation. Moves that leave the opponent few answers come
    /// first, also because they are searched quickly.
    #[inline(always)]
    fn estimate(&self) -> i32 {
        let count = |squares: u64| squares.count_ones() as i32;
        let empty = !(self.next | self.other);
        let disc = 1 << self.square;
        let answers = moves(self.next, self.other);
        ANSWER * (count(answers) + count(answers & CORNERS))
            + OPEN * count(surroundings(self.other) & empty)
            + ODD * count(odd_quarters(empty | disc) & disc)
            + CORNER * count(disc & CORNERS)
    }
}

/// Fills the list with the moves to the `legal` squares; it has the right length.
#[inline(always)]
pub(super) fn list<C: Cpu>(mover: u64, opponent: u64, mut legal: u64, list: &mut [Move]) {
    for m in list {
        let square = legal.trailing_zeros();
        legal &= legal - 1;
        let flips = C::flips(mover, opponent, square);
        *m = Move {
            next: opponent ^ flips,
            other: mover | flips | 1 << square,
            square: square as u8,
            rating: 0,
        };
    }
}

/// Sets the ordering scores. `known` are the best moves of the table.
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
        m.rating = match () {
            () if m.next == 0 => WIPED_OUT,
            () if m.square == known[0] => BEST,
            () if m.square == known[1] => SECOND,
            () => m.estimate(),
        };
        // With MAX to move, so that the value is that of the next mover.
        let position = Othello { mover: m.next, opponent: m.other, side: Side::Max };
        if empties >= EVALUATED && m.rating < SECOND && !position.is_over() {
            run.admit()?;
            run.meter.counts_mut().generated += 1;
            run.meter.counts_mut().evaluated += 1;
            let value = run.evaluate.evaluate(&position).get();
            m.rating -= value.clamp(-MOST * DISC, MOST * DISC) * EVALUATION / DISC;
        }
    }
    Ok(())
}

/// Selects the move with the highest ordering score from `place` on, and moves it to that place.
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
