//! Seeds, and the positions that are drawn from them.

use crate::Error;
use plywood_games::random::Rng;
use plywood_play::Session;
use std::fmt;
use std::ops::Range;

/// The seed of the games of a pair, or of a tree. Its text is a part of the keys of units.
#[derive(Clone, Copy)]
pub(super) struct Seed(pub u64);

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seed={:04}", self.0)
    }
}

/// Successive seeds. Their text is `1-100`, as in the manifest.
#[derive(Clone, Copy)]
pub(super) struct Seeds {
    pub first: u64,
    pub count: u64,
}

impl Seeds {
    /// The numbers of the seeds.
    pub fn numbers(self) -> Range<u64> {
        self.first..self.first.saturating_add(self.count)
    }
}

impl fmt::Display for Seeds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Range { start, end } = self.numbers();
        write!(f, "{start}-{}", end.saturating_sub(1))
    }
}

/// Plays this many random moves, drawn from a seed; fewer if the game ends.
pub(super) fn play_random_moves(
    session: &mut dyn Session,
    plies: u32,
    seed: u64,
) -> Result<(), Error> {
    let mut rng = Rng::new(seed);
    for _ in 0..plies {
        let moves = session.moves();
        if moves.is_empty() {
            break;
        }
        session.play(&moves[rng.below(moves.len() as u32) as usize])?;
    }
    Ok(())
}

/// Draws a position from a seed: a game that has a seed itself gets this one, in any other game this many random
/// moves are played.
pub(super) fn draw_position(session: &mut dyn Session, plies: u32, seed: u64) -> Result<(), Error> {
    if session.reseed(seed) { Ok(()) } else { play_random_moves(session, plies, seed) }
}
