//! Seeded pseudo-random numbers, moves and games: the same on every machine, for ever.

use plywood::Position;
use plywood::kit::{GOLDEN, mix};

/// A whole number in `0..span`, from the high bits of `bits`: no division.
#[inline]
pub(crate) const fn scale(bits: u32, span: u32) -> u32 {
    ((bits as u64 * span as u64) >> 32) as u32
}

/// SplitMix64: for openings, tests and whatever else needs a seeded choice.
///
/// ```
/// use plywood_games::random::Rng;
/// assert_eq!(Rng::new(7).next(), Rng::new(7).next());
/// assert!(Rng::new(7).below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Rng {
        Rng(mix(seed.wrapping_add(GOLDEN)))
    }

    /// The next 64 bits.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        mix(self.0)
    }

    /// A number in `0..span`; 0 for an empty span.
    pub fn below(&mut self, span: u32) -> u32 {
        scale((self.next() >> 32) as u32, span)
    }

    /// One of the items, each with the same chance; `None` if there are none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len() as u32) as usize)
    }
}

/// A legal move, each with the same chance; `None` if the game is over.
pub fn random_move<P: Position>(position: &P, rng: &mut Rng) -> Option<P::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    rng.choose(&moves).copied()
}

/// The positions of a game in which both sides move at random, from `start` to the end of the game.
///
/// ```
/// use plywood::Position;
/// use plywood_games::Othello;
/// use plywood_games::random::random_game;
///
/// let start = Othello::default();
/// assert_eq!(random_game(start, 7).next(), Some(start));
/// assert!(random_game(start, 7).last().is_some_and(|end| end.is_over()));
/// assert!(random_game(start, 7).eq(random_game(start, 7)), "one seed, one game");
/// ```
pub fn random_game<P: Position>(start: P, seed: u64) -> impl Iterator<Item = P> {
    let mut rng = Rng::new(seed);
    std::iter::successors(Some(start), move |position| {
        let m = random_move(position, &mut rng)?;
        let mut next = position.clone();
        next.play(m);
        Some(next)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitmix64_as_published() {
        // The widely published first outputs for state 1234567.
        let mut rng = Rng(1234567);
        let expected = [6457827717110365317, 3203168211198807973, 9817491932198370423];
        assert_eq!([rng.next(), rng.next(), rng.next()], expected);
    }

    #[test]
    fn below_stays_below() {
        let mut rng = Rng::new(5);
        let mut seen = [0; 7];
        for _ in 0..7000 {
            seen[rng.below(7) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{seen:?}");
        assert_eq!(rng.below(0), 0);
        assert_eq!((scale(u32::MAX, 65537), scale(0, 65537)), (65536, 0));
    }
}
