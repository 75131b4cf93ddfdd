//! Chains of jumps.

use super::bits::{Bits, STEPS};
use super::{KEYS, Pitch};
use std::collections::HashSet;

/// The most jumps of a chain, so that a move fits into 64 bits.
pub(super) const MOST_JUMPS: u32 = 20;
/// The most results of chains that are told apart in one position.
pub(super) const MOST_RESULTS: usize = 2_000;
/// With fewer results, all of them are compared with a new one.
const FEW: usize = 48;

/// The directions of a chain of jumps: a bit that is set, and three bits per jump, the first jump highest.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Path(pub u64);

impl Path {
    pub const EMPTY: Path = Path(1);

    #[inline]
    pub fn jumps(self) -> u32 {
        (63 - self.0.leading_zeros()) / 3
    }

    #[inline]
    pub fn with(self, direction: usize) -> Path {
        Path(self.0 << 3 | direction as u64)
    }

    /// The directions of the jumps.
    #[inline]
    pub fn directions(self) -> impl Iterator<Item = usize> {
        (0..self.jumps()).rev().map(move |jump| (self.0 >> (3 * jump)) as usize & 7)
    }
}

/// The ball, the men, and the chain of jumps that has led there.
#[derive(Clone, Copy)]
pub(super) struct State {
    pub men: Bits,
    pub ball: u16,
    /// The change of the key of the position.
    pub key: u64,
    pub path: Path,
}

impl State {
    /// Where no jump was made yet.
    pub fn new(men: Bits, ball: u16) -> State {
        State { men, ball, key: KEYS.ball(ball), path: Path::EMPTY }
    }

    /// Jumps in a direction, if there are men to jump over and a point to land on.
    #[inline]
    pub fn jump(&self, pitch: &Pitch, direction: usize) -> Option<State> {
        let step = STEPS[direction];
        let first = self.ball.wrapping_add_signed(step);
        if !self.men.has(first) {
            return None;
        }
        let mut next = *self;
        let mut at = first;
        while self.men.has(at) {
            next.men.flip(at);
            next.key ^= KEYS.man(at);
            at = at.wrapping_add_signed(step);
        }
        if !pitch.board.has(at) && !pitch.is_beyond(at) {
            return None;
        }
        next.key ^= KEYS.ball(self.ball) ^ KEYS.ball(at);
        next.ball = at;
        next.path = self.path.with(direction);
        Some(next)
    }
}

/// All results of chains in a position: each ball and men once, by the number of jumps of the shortest chain.
pub(super) struct Chains {
    pub states: Vec<State>,
    /// Whether there are more than [`MOST_RESULTS`].
    pub overflow: bool,
}

impl Chains {
    pub fn new(pitch: &Pitch, men: Bits, ball: u16) -> Chains {
        Chains::until(pitch, men, ball, |_| false).0
    }

    /// Looks for results until one satisfies `found`. Returns those seen, of which that one is the last, and whether
    /// there is one.
    #[inline]
    pub fn until(
        pitch: &Pitch,
        men: Bits,
        ball: u16,
        found: impl Fn(&State) -> bool,
    ) -> (Chains, bool) {
        let start = State::new(men, ball);
        let mut chains = Chains { states: Vec::new(), overflow: false };
        // Nobody can jump: the most frequent case.
        if (Bits::of(ball).grown() & men).is_empty() {
            return (chains, false);
        }
        let mut seen = HashSet::new();
        let mut from = start;
        let mut done = 0;
        loop {
            if pitch.board.has(from.ball) && from.path.jumps() < MOST_JUMPS {
                for direction in 0..STEPS.len() {
                    let Some(next) = from.jump(pitch, direction) else { continue };
                    if !chains.is_new(&mut seen, next.key) {
                        continue;
                    }
                    if chains.states.len() == MOST_RESULTS {
                        chains.overflow = true;
                        return (chains, false);
                    }
                    chains.states.push(next);
                    if found(&next) {
                        return (chains, true);
                    }
                }
            }
            let Some(&next) = chains.states.get(done) else { return (chains, false) };
            from = next;
            done += 1;
        }
    }

    /// Whether no result has this key.
    #[inline]
    fn is_new(&self, seen: &mut HashSet<u64>, key: u64) -> bool {
        if self.states.len() < FEW {
            return self.states.iter().all(|state| state.key != key);
        }
        if seen.is_empty() {
            seen.extend(self.states.iter().map(|state| state.key));
        }
        seen.insert(key)
    }

    /// The points where the ball is or may come to by jumps.
    pub fn reached(&self, ball: u16) -> Bits {
        let mut reached = Bits::of(ball);
        for state in &self.states {
            reached |= Bits::of(state.ball);
        }
        reached
    }
}
