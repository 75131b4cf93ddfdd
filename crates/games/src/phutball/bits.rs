//! Sets of points as 448 bits.

use std::ops::{BitAnd, BitOr, BitOrAssign};

/// Bits per row. The first column of bits is never on the board, so that no line continues at the other edge.
pub(super) const STRIDE: u16 = 20;
/// From a point to its neighbours: up to the left, up, up to the right, left, right, down to the left, down, down
/// to the right. A direction is a place in this list.
pub(super) const STEPS: [i16; 8] = [19, 20, 21, -1, 1, -21, -20, -19];
const WORDS: usize = 7;

/// A set of points: column `c` from 0 and row `r` from 1 is bit `20 * r + c + 1`. Row 0 and the row above the board
/// are beyond the goal lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Bits([u64; WORDS]);

impl Bits {
    pub const NONE: Bits = Bits([0; WORDS]);

    /// The set of one point.
    #[inline]
    pub fn of(index: u16) -> Bits {
        let mut bits = Bits::NONE;
        bits.flip(index);
        bits
    }

    /// All points of a board.
    pub fn board(width: u8, height: u8) -> Bits {
        let mut bits = Bits::NONE;
        for row in 1..=u16::from(height) {
            (1..=u16::from(width)).for_each(|column| bits.flip(row * STRIDE + column));
        }
        bits
    }

    #[inline]
    pub fn has(&self, index: u16) -> bool {
        self.0[usize::from(index >> 6)] >> (index & 63) & 1 == 1
    }

    /// Adds a point, or takes it away.
    #[inline]
    pub fn flip(&mut self, index: u16) {
        self.0[usize::from(index >> 6)] ^= 1 << (index & 63);
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    pub fn without(self, other: Bits) -> Bits {
        Bits(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The set moved by `step` bits, below 64, to higher indices.
    #[inline]
    fn up(self, step: u16) -> Bits {
        Bits(std::array::from_fn(|i| {
            let carried = if i > 0 { self.0[i - 1] >> (64 - step) } else { 0 };
            self.0[i] << step | carried
        }))
    }

    /// The set moved by `step` bits, below 64, to lower indices.
    #[inline]
    fn down(self, step: u16) -> Bits {
        Bits(std::array::from_fn(|i| {
            let carried = if i + 1 < WORDS { self.0[i + 1] << (64 - step) } else { 0 };
            self.0[i] >> step | carried
        }))
    }

    /// These points and their eight neighbours, also such as are not on the board.
    #[inline]
    pub fn grown(self) -> Bits {
        let row = self | self.up(1) | self.down(1);
        row | row.up(STRIDE) | row.down(STRIDE)
    }
}

impl BitAnd for Bits {
    type Output = Bits;

    #[inline]
    fn bitand(self, other: Bits) -> Bits {
        Bits(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for Bits {
    type Output = Bits;

    #[inline]
    fn bitor(self, other: Bits) -> Bits {
        Bits(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl BitOrAssign for Bits {
    #[inline]
    fn bitor_assign(&mut self, other: Bits) {
        *self = *self | other;
    }
}

impl IntoIterator for Bits {
    type Item = u16;
    type IntoIter = Points;

    #[inline]
    fn into_iter(self) -> Points {
        Points { bits: self, word: 0 }
    }
}

/// The points of a set, from the lowest index.
pub(super) struct Points {
    bits: Bits,
    word: usize,
}

impl Iterator for Points {
    type Item = u16;

    #[inline]
    fn next(&mut self) -> Option<u16> {
        while self.word < WORDS {
            let bits = &mut self.bits.0[self.word];
            if *bits != 0 {
                let index = self.word as u32 * 64 + bits.trailing_zeros();
                *bits &= *bits - 1;
                return Some(index as u16);
            }
            self.word += 1;
        }
        None
    }
}
