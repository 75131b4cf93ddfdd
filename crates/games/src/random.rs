//! Seeded pseudo-random numbers, moves and games: the same on every machine, for ever.

use plywood::kit::{GOLDEN, mix};
use plywood::{Evaluate, Position};

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

/// The positions of a game, without the last one, in which each side plays one of the moves whose static values are best:
/// one of the best `n`, where `n` is drawn from 1 to `most` for each move. Results of finished games count as values.
///
/// ```
/// use plywood_games::random::greedy_game;
/// use plywood_games::{Connect4, connect4::OpenLines};
/// let game = greedy_game(Connect4::default(), &mut OpenLines, 3, 7);
/// assert!(game.len() >= 7 && game[0] == Connect4::default());
/// assert!(game == greedy_game(Connect4::default(), &mut OpenLines, 3, 7));
/// ```
pub fn greedy_game<P: Position>(
    start: P,
    evaluation: &mut impl Evaluate<P>,
    most: u32,
    seed: u64,
) -> Vec<P> {
    let mut rng = Rng::new(seed);
    let mut position = start;
    let mut game = Vec::new();
    while !position.is_over() {
        game.push(position.clone());
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let side = position.side();
        moves.sort_by_cached_key(|&m| {
            let value = position.visit(m, |next| match next.is_over() {
                true => next.result(),
                false => evaluation.evaluate(next),
            });
            -value.seen_by(side).get()
        });
        let among = 1 + rng.below(most);
        let place = rng.below(among.min(moves.len() as u32));
        position.play(moves[place as usize]);
    }
    game
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
