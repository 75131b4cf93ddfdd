//! How strong each generation is: matches at equal depth from random openings.

use super::Opinion;
use super::play::{after, nth, search_root};
use crate::Error;
use crate::train::{Match, TrainOptions};
use plywood_games::Othello;
use plywood_games::othello::bits::moves;
use plywood_games::othello::final_score;
use plywood_games::random::Rng;
use plywood_play::pool;

/// Search depth of both players, also in the endgame.
pub(super) const DEPTH: u32 = 4;
/// Random plies of an opening.
pub(super) const OPENING: u32 = 8;

/// The score of the first of two evaluations over pairs of games, each opening with both colours;
/// nothing if it was stopped, or if there is no pair.
pub(super) fn play(
    one: &impl Opinion,
    other: &impl Opinion,
    pairs: u64,
    seed: u64,
    options: &TrainOptions,
) -> Result<Option<Match>, Error> {
    let scores = pool::map(pairs as usize, options.jobs, &options.stop, |pair| {
        let opening = opening(&mut Rng::new(plywood::hash(&[seed, pair as u64])));
        let score = points(game(one, other, opening)) + (1.0 - points(game(other, one, opening)));
        score / 2.0
    })?;
    Ok(scores.and_then(|scores| Match::of_pairs(&scores)))
}

fn points(score: i32) -> f64 {
    f64::from(score.signum() + 1) / 2.0
}

/// A position after random plies in which the side to move has a move; and whether Black is to move.
fn opening(rng: &mut Rng) -> (u64, u64, bool) {
    loop {
        let start = Othello::default();
        let (mut mover, mut opponent) = (start.mover(), start.opponent());
        let mut black = true;
        for _ in 0..OPENING {
            let legal = moves(mover, opponent);
            // Drawn at a pass too, which keeps the openings of a seed.
            let drawn = rng.below(legal.count_ones());
            (mover, opponent) = match legal {
                0 => (opponent, mover),
                legal => after(mover, opponent, nth(legal, drawn)),
            };
            black = !black;
        }
        if moves(mover, opponent) != 0 {
            return (mover, opponent, black);
        }
    }
}

/// The score of a game for Black.
fn game(black: &impl Opinion, white: &impl Opinion, opening: (u64, u64, bool)) -> i32 {
    let (mut mover, mut opponent, mut blacks) = opening;
    loop {
        let legal = moves(mover, opponent);
        if legal == 0 && moves(opponent, mover) == 0 {
            let score = final_score(mover, opponent);
            return if blacks { score } else { -score };
        }
        (mover, opponent) = if legal == 0 {
            (opponent, mover)
        } else {
            let (_, best) = if blacks {
                search_root(black, mover, opponent, DEPTH)
            } else {
                search_root(white, mover, opponent, DEPTH)
            };
            after(mover, opponent, best.unwrap_or(legal.trailing_zeros()))
        };
        blacks = !blacks;
    }
}
