//! Sets of squares as bits of a `u128`, and how queens and kings move on them.
//!
//! Square `(column, row)`, both from 0, is bit `11 * row + column`, on boards of every size. The eleventh
//! column is always off the board: a step over the left or right edge ends there, or above the top row,
//! and is removed by the mask of empty squares. Squares off a smaller board are never empty, so they stop
//! queens like arrows.

/// The most columns and the most rows of a board.
pub(super) const MOST: u8 = 10;
/// Bits per row.
pub(super) const STRIDE: u8 = MOST + 1;
/// Bits of the largest board.
pub(super) const BITS: usize = STRIDE as usize * MOST as usize;

/// The steps of a king: four to higher bits and the same to lower bits.
const STEPS: [u32; 4] = [1, STRIDE as u32 - 1, STRIDE as u32, STRIDE as u32 + 1];

/// The number of the bit of a square.
#[inline]
pub(super) const fn index(column: u8, row: u8) -> u8 {
    STRIDE * row + column
}

/// The column and the row of a square, from 0.
#[inline]
pub(super) const fn column_row(square: u8) -> (u8, u8) {
    (square % STRIDE, square / STRIDE)
}

/// All squares of a board.
pub(super) const fn whole(width: u8, height: u8) -> u128 {
    let (mut all, mut row) = (0, 0);
    while row < height {
        all |= ((1 << width) - 1) << index(0, row);
        row += 1;
    }
    all
}

/// For each square and direction, the squares on the way to the edge of the largest board. The first four
/// directions go to higher bits. There is nothing at bit 127, and nothing below bit 0.
static RAYS: [[u128; 8]; 128] = {
    let mut rays = [[0; 8]; 128];
    let mut row = 0;
    while row < MOST {
        let mut column = 0;
        while column < MOST {
            let mut direction = 0;
            while direction < 8 {
                let step = STEPS[direction % 4];
                let inside = whole(MOST, MOST);
                let mut square: u128 = 1 << index(column, row);
                let mut ray = 0;
                loop {
                    square = if direction < 4 { square << step } else { square >> step };
                    if square & inside == 0 {
                        break;
                    }
                    ray |= square;
                }
                rays[index(column, row) as usize][direction] = ray;
                direction += 1;
            }
            column += 1;
        }
        row += 1;
    }
    rays
};

/// The empty squares that a queen on `square` reaches in one move.
#[inline]
pub(super) fn queen_moves(square: u8, empty: u128) -> u128 {
    let taken = !empty;
    let from = &RAYS[usize::from(square & 127)];
    let mut reached = 0;
    // A ray ends at its first taken square. Bit 127 and bit 0 stand for "none": nothing lies beyond them.
    for direction in 0..4 {
        let first = (from[direction] & taken | 1 << 127).trailing_zeros();
        reached |= from[direction] ^ RAYS[first as usize & 127][direction];
    }
    for direction in 4..8 {
        let first = 127 - (from[direction] & taken | 1).leading_zeros();
        reached |= from[direction] ^ RAYS[first as usize & 127][direction];
    }
    reached & empty
}

/// The squares within one king step of a set, the set included. Squares off the board may be among them.
#[inline]
pub(super) fn near(set: u128) -> u128 {
    let row = set | set << 1 | set >> 1;
    row | row << STRIDE | row >> STRIDE
}

/// The empty squares that kings on `set` reach in any number of steps over empty squares.
#[inline]
pub(super) fn king_reach(set: u128, empty: u128) -> u128 {
    let mut reached = near(set) & empty;
    loop {
        let more = near(reached) & empty;
        if more == reached {
            return reached;
        }
        reached = more;
    }
}

/// The empty squares that queens on `set` reach in one move. The squares of the set are reached only if
/// they are empty and another queen reaches them.
#[inline]
pub(super) fn queens_reach(set: u128, empty: u128) -> u128 {
    let mut reached = 0;
    for step in STEPS {
        reached |= rays_up(set, empty, step) | rays_down(set, empty, step);
    }
    reached
}

/// By doubling: `set` spreads over up to 1, 3, 7 and 8 empty squares. The last step goes to the ninth: no
/// way on the board is longer.
#[inline(always)]
fn rays_up(mut set: u128, empty: u128, step: u32) -> u128 {
    let mut open = empty;
    set |= open & set << step;
    open &= open << step;
    set |= open & set << (2 * step);
    open &= open << (2 * step);
    set |= open & set << (4 * step);
    set |= empty & set << step;
    empty & set << step
}

#[inline(always)]
fn rays_down(mut set: u128, empty: u128, step: u32) -> u128 {
    let mut open = empty;
    set |= open & set >> step;
    open &= open >> step;
    set |= open & set >> (2 * step);
    open &= open >> (2 * step);
    set |= open & set >> (4 * step);
    set |= empty & set >> step;
    empty & set >> step
}

/// The number of pairs of a square of `starts` and a square that a queen there reaches in one move.
#[inline]
pub(super) fn count_queen_moves(starts: u128, empty: u128) -> u32 {
    let mut count = 0;
    for step in STEPS {
        let mut moved = starts << step & empty;
        while moved != 0 {
            count += moved.count_ones();
            moved = moved << step & empty;
        }
        let mut moved = starts >> step & empty;
        while moved != 0 {
            count += moved.count_ones();
            moved = moved >> step & empty;
        }
    }
    count
}

/// The squares of a set, from low to high bits.
#[derive(Clone, Copy)]
pub(super) struct Squares(pub u128);

impl Iterator for Squares {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let square = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

/// Calls `f` with each square of a set, from low to high bits. Two words are faster to take apart than one
/// of twice the size.
#[inline(always)]
pub(super) fn each(set: u128, mut f: impl FnMut(u8)) {
    let (mut low, mut high) = (set as u64, (set >> 64) as u64);
    while low != 0 {
        f(low.trailing_zeros() as u8);
        low &= low - 1;
    }
    while high != 0 {
        f(64 + high.trailing_zeros() as u8);
        high &= high - 1;
    }
}

/// The square of a set that has `rank` squares of the set below it.
#[inline]
pub(super) fn select(set: u128, rank: usize) -> u8 {
    Squares(set).nth(rank).expect("a set with more squares than the rank")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Rng;

    /// Queens step by step.
    fn slow(square: u8, empty: u128) -> u128 {
        let (column, row) = column_row(square);
        let mut reached = 0;
        for (right, up) in (-1..2).flat_map(|right| (-1..2).map(move |up| (right, up))) {
            let (mut column, mut row) = (column as i8, row as i8);
            loop {
                (column, row) = (column + right, row + up);
                let inside = (0..10).contains(&column) && (0..10).contains(&row);
                if !inside
                    || (right, up) == (0, 0)
                    || empty >> index(column as u8, row as u8) & 1 == 0
                {
                    break;
                }
                reached |= 1 << index(column as u8, row as u8);
            }
        }
        reached
    }

    #[test]
    fn rays_floods_and_counts_are_those_of_single_steps() {
        let mut rng = Rng::new(1);
        for round in 0..2000 {
            let (width, height) = (1 + rng.below(10) as u8, 1 + rng.below(10) as u8);
            let mut empty = whole(width, height);
            for _ in 0..round % 3 {
                empty &= u128::from(rng.next()) << 64 | u128::from(rng.next());
            }
            let squares: Vec<u8> = Squares(whole(width, height)).collect();
            let set = squares.iter().filter(|_| rng.below(12) == 0).fold(0, |set, s| set | 1 << s);
            empty &= !set;
            let mut all = 0;
            for square in Squares(set) {
                let one = slow(square, empty);
                assert_eq!(queen_moves(square, empty), one, "round {round}");
                all |= one;
            }
            assert_eq!(queens_reach(set, empty), all, "round {round}");
            let pairs: u32 = Squares(set).map(|square| slow(square, empty).count_ones()).sum();
            assert_eq!(count_queen_moves(set, empty), pairs, "round {round}");
            let mut reached = all;
            while queens_reach(reached, empty) | reached != reached {
                reached |= queens_reach(reached, empty);
            }
            assert_eq!(
                king_reach(set, empty),
                reached,
                "any number of moves of either is the same"
            );
            let mut listed = Vec::new();
            each(set, |square| listed.push(square));
            assert!(listed.iter().copied().eq(Squares(set)));
            assert!((0..listed.len()).all(|rank| select(set, rank) == listed[rank]));
        }
    }
}
