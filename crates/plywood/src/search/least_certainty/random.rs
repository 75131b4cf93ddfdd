//! The seeded generator that breaks ties.

use crate::random::{GOLDEN, mix};

/// SplitMix64 (Steele, Lea & Flood 2014).
pub(super) struct Random {
    state: u64,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// One of the numbers below `n`, each as likely as any other to within 2^-48.
    pub fn below(&mut self, n: usize) -> usize {
        self.state = self.state.wrapping_add(GOLDEN);
        ((u128::from(mix(self.state)) * n as u128) >> 64) as usize
    }
}
