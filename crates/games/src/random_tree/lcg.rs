//! Any term of a linear congruential sequence in constant time.
//!
//! The papers assign successive random numbers to the tree "in a breadth-first fashion", from a
//! sequence of period 2^32, and leave the skip-ahead out. Here: `n` steps of `x -> a x + c` are one
//! affine map, and the map of `n` is composed of those of its four bytes, which are tabulated.

const A: u32 = 1664525;
const C: u32 = 1013904223;

/// `x -> a x + c`, modulo 2^32.
#[derive(Clone, Copy)]
struct Affine {
    a: u32,
    c: u32,
}

impl Affine {
    #[inline]
    const fn of(self, x: u32) -> u32 {
        self.a.wrapping_mul(x).wrapping_add(self.c)
    }

    /// `self` after `first`.
    #[inline]
    const fn after(self, first: Affine) -> Affine {
        Affine { a: self.a.wrapping_mul(first.a), c: self.of(first.c) }
    }
}

/// `JUMPS[i][b]` makes `b * 256^i` steps.
static JUMPS: [[Affine; 256]; 4] = {
    let mut jumps = [[Affine { a: 1, c: 0 }; 256]; 4];
    let mut step = Affine { a: A, c: C };
    let mut i = 0;
    while i < 4 {
        let mut b = 1;
        while b < 256 {
            jumps[i][b] = step.after(jumps[i][b - 1]);
            b += 1;
        }
        step = step.after(jumps[i][255]);
        i += 1;
    }
    jumps
};

/// Term `index` of the sequence whose term 0 is `start`.
#[inline]
pub(super) fn at(start: u32, index: u32) -> u32 {
    let [b0, b1, b2, b3] = index.to_le_bytes();
    // In two halves, because a processor composes them side by side.
    let low = JUMPS[0][b0 as usize].after(JUMPS[1][b1 as usize]);
    let high = JUMPS[2][b2 as usize].after(JUMPS[3][b3 as usize]);
    low.of(high.of(start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Rng;

    fn step(x: u32) -> u32 {
        x.wrapping_mul(A).wrapping_add(C)
    }

    #[test]
    fn the_sequence_as_published() {
        // Press et al., Numerical Recipes in C, section 7.1, "An Even Quicker Generator".
        let terms = [0, 0x3c6ef35f, 0x47502932, 0xd1ccf6e9, 0xaaf95334, 0x6252e503, 0x9f2ec686];
        for (index, term) in terms.into_iter().enumerate() {
            assert_eq!(at(0, index as u32), term);
        }
    }

    #[test]
    fn skipping_is_stepping() {
        let mut x = 12345;
        for index in 0..20_000_000 {
            // All of the first, then a sample: a jump costs more than a step.
            if index < 200_000 || index % 97 == 0 {
                assert_eq!(at(12345, index), x, "index {index}");
            }
            x = step(x);
        }
    }

    #[test]
    fn skipping_is_stepping_anywhere() {
        let mut rng = Rng::new(1);
        for _ in 0..100_000 {
            let (start, index) = (rng.next() as u32, rng.next() as u32);
            assert_eq!(step(at(start, index)), at(start, index.wrapping_add(1)), "at {index}");
        }
        assert_eq!(step(at(7, u32::MAX)), 7, "the period is 2^32");
        assert_ne!(at(7, 1 << 31), 7);
    }
}
