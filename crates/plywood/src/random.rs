//! The arithmetic of seeded pseudo-random numbers.

/// The odd number nearest to 2^64 over the golden ratio: the step from state to state of SplitMix64.
pub const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The finaliser of SplitMix64 (Steele, Lea & Flood 2014; constants by Stafford): one to one, and
/// every bit of `z` reaches every bit of the answer.
///
/// ```
/// use plywood::kit::{GOLDEN, mix};
/// // The second number of the generator with this seed.
/// let seed = 1234567_u64;
/// assert_eq!(mix(seed.wrapping_add(GOLDEN.wrapping_mul(2))), 3203168211198807973);
/// ```
#[inline]
pub const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
