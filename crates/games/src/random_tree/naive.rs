//! The naive generator: every edge seeds a generator of its own. Korf & Chickering 1993, section 5: "The
//! simplest way to do this is to assign a unique integer to each edge of the tree, and to use that integer as
//! the seed for the random number generator at that point. Unfortunately, this produces more highly
//! correlated values." Their generator is not named. This is `rand` as the C standard shows it, seeded by
//! `srand`.

const A: u32 = 1103515245;
const C: u32 = 12345;

/// One step. `rand` uses the 31 low bits of its state.
const fn step(x: u32) -> u32 {
    x.wrapping_mul(A).wrapping_add(C)
}

/// The first two numbers after the generator was seeded with the integer of a node, which is `start` and its
/// breadth-first index.
#[inline]
pub(super) fn numbers(start: u32, index: u32) -> [u32; 2] {
    let first = step(start.wrapping_add(index));
    [first << 1, step(first) << 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_c_standard() {
        // srand(1): the high half of the 31 bits is 16838, 5758.
        let [first, second] = numbers(1, 0).map(|bits| bits >> 17);
        assert_eq!((first, second), (16838, 5758));
    }
}
