//! Sets of points as 256 bits.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor};

/// Bits per row. The sixteenth column, and the sixteenth row, are never on the board, so that no line
/// continues at the other edge.
pub(super) const STRIDE: u8 = 16;
/// From a point to its neighbour: to the right, up and to the left, up, up and to the right.
pub(super) const DIRECTIONS: [u32; 4] = [1, 15, 16, 17];

/// A set of points: column `c` of row `r`, both from 0, is bit `16 * r + c`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Bits(pub [u64; 4]);

impl Bits {
    pub const NONE: Bits = Bits([0; 4]);

    /// The set of one point.
    #[inline]
    pub const fn of(index: u8) -> Bits {
        let mut words = [0; 4];
        words[(index >> 6) as usize] = 1 << (index & 63);
        Bits(words)
    }

    /// All points of a board.
    pub const fn board(width: u8, height: u8) -> Bits {
        let (mut words, mut row) = ([0; 4], 0);
        while row < height {
            words[(row / 4) as usize] |= ((1 << width) - 1) << (STRIDE * (row % 4));
            row += 1;
        }
        Bits(words)
    }

    #[inline]
    pub fn has(self, index: u8) -> bool {
        self.0[usize::from(index >> 6)] >> (index & 63) & 1 == 1
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    #[inline]
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether there are two points or more.
    #[inline]
    pub fn has_two(self) -> bool {
        self.first().is_some_and(|first| self.without(Bits::of(first)) != Bits::NONE)
    }

    /// The point with the lowest index.
    #[inline]
    pub fn first(self) -> Option<u8> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some((word as u32 * 64 + self.0[word].trailing_zeros()) as u8)
    }

    /// The `n`-th point, from 0. There must be one.
    pub fn nth(self, n: usize) -> u8 {
        self.into_iter().nth(n).expect("an index below the count")
    }

    #[inline]
    pub fn without(self, other: Bits) -> Bits {
        let [a, b, c, d] = self.0;
        let [e, f, g, h] = other.0;
        Bits([a & !e, b & !f, c & !g, d & !h])
    }

    /// The set whose point `i` is point `i + step` of this one; `step` is below 64.
    #[inline(always)]
    pub fn down(self, step: u32) -> Bits {
        let [a, b, c, d] = self.0;
        let rest = 64 - step;
        Bits([a >> step | b << rest, b >> step | c << rest, c >> step | d << rest, d >> step])
    }

    /// The set whose point `i + step` is point `i` of this one; `step` is below 64.
    #[inline(always)]
    pub fn up(self, step: u32) -> Bits {
        let [a, b, c, d] = self.0;
        let rest = 64 - step;
        Bits([a << step, b << step | a >> rest, c << step | b >> rest, d << step | c >> rest])
    }

    /// These points and their eight neighbours, also such as are not on the board.
    #[inline]
    pub fn grown(self) -> Bits {
        let row = self | self.up(1) | self.down(1);
        row | row.up(STRIDE.into()) | row.down(STRIDE.into())
    }
}

impl BitAnd for Bits {
    type Output = Bits;

    #[inline(always)]
    fn bitand(self, other: Bits) -> Bits {
        let [a, b, c, d] = self.0;
        let [e, f, g, h] = other.0;
        Bits([a & e, b & f, c & g, d & h])
    }
}

impl BitOr for Bits {
    type Output = Bits;

    #[inline(always)]
    fn bitor(self, other: Bits) -> Bits {
        let [a, b, c, d] = self.0;
        let [e, f, g, h] = other.0;
        Bits([a | e, b | f, c | g, d | h])
    }
}

impl BitXor for Bits {
    type Output = Bits;

    #[inline(always)]
    fn bitxor(self, other: Bits) -> Bits {
        let [a, b, c, d] = self.0;
        let [e, f, g, h] = other.0;
        Bits([a ^ e, b ^ f, c ^ g, d ^ h])
    }
}

impl BitAndAssign for Bits {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Bits) {
        *self = *self & other;
    }
}

impl BitOrAssign for Bits {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Bits) {
        *self = *self | other;
    }
}

impl IntoIterator for Bits {
    type Item = u8;
    type IntoIter = Points;

    #[inline]
    fn into_iter(self) -> Points {
        Points(self)
    }
}

/// The points of a set, from the lowest index.
pub(super) struct Points(Bits);

impl Iterator for Points {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let first = self.0.first()?;
        self.0.0[usize::from(first >> 6)] &= self.0.0[usize::from(first >> 6)] - 1;
        Some(first)
    }
}
