//! The features of a board.
//!
//! One function lists the features for the evaluation, which sums weights, and for training, which
//! counts them. So the two cannot disagree.

use super::super::Amazons;
use super::super::board::{each, near, queen_moves, queens_reach};
use super::terms::*;
use plywood::{Position, Side};

/// The phase of a board with every square contested. No position reaches it: amazons stand on some squares.
pub const PHASES: i32 = 64;

/// Calls `sink` with the index of a weight and how often it counts: a positive number for White, a
/// negative one for Black. It may be called several times for one weight. Returns the phase, from
/// [`PHASES`] down to 0: the share of the board that is contested. A square is contested if both sides
/// reach it, and the numbers of queen moves that they need differ by at most one.
///
/// ```
/// use plywood_games::{Amazons, Game, amazons::{TERMS, WEIGHTS, features}};
/// let position = Amazons::parse(Some("w2xb1 w"))?;
/// let mut counts = [0; WEIGHTS];
/// let phase = features(&position, |weight, times| counts[weight] += times);
/// let count = |name| TERMS.iter().find(|term| term.name == name).map(|term| counts[term.offset]);
/// assert_eq!((phase, count("nearer"), count("sure")), (0, Some(1), Some(1)), "two squares against one");
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[inline]
pub fn features(position: &Amazons, mut sink: impl FnMut(usize, i32)) -> i32 {
    let empty = position.empty();
    let sides = [position.amazons(Side::Max), position.amazons(Side::Min)];
    let count = |set: u128| set.count_ones() as i32;
    let lead = |[white, black]: [u128; 2]| count(white) - count(black);

    // In any number of moves, kings reach the same squares as queens.
    let mut all = [0; 2];
    let (mut front, mut nearer, mut steps) = (sides, 0, 0);
    loop {
        let new: [u128; 2] = std::array::from_fn(|side| near(front[side]) & empty & !all[side]);
        if new == [0; 2] {
            break;
        }
        all = [all[0] | new[0], all[1] | new[1]];
        nearer += lead([new[0] & !all[1], new[1] & !all[0]]);
        if steps < KING_REACHES {
            sink(KING_REACHED + steps, lead(new));
        }
        (front, steps) = (new, steps + 1);
    }
    sink(KING_NEARER, nearer);
    sink(SURE, lead([all[0] & !all[1], all[1] & !all[0]]));

    let mut reached = [0; 2];
    let (mut front, mut nearer, mut moves) = (sides, 0, 0);
    let (mut alike, mut contested) = (0, 0);
    while reached != all {
        let new: [u128; 2] = std::array::from_fn(|side| match reached[side] == all[side] {
            true => 0,
            false => queens_reach(front[side], empty) & !reached[side],
        });
        reached = [reached[0] | new[0], reached[1] | new[1]];
        nearer += lead([new[0] & !reached[1], new[1] & !reached[0]]);
        alike += count(new[0] & new[1]);
        if moves > 0 {
            contested += count(new[0] & front[1]) + count(new[1] & front[0]);
        }
        if moves < REACHES {
            sink(REACHED + moves, lead(new));
        }
        (front, moves) = (new, moves + 1);
    }
    sink(NEARER, nearer);
    let turn = if position.side() == Side::Max { 1 } else { -1 };
    sink(ALIKE, turn * alike);
    sink(TURN, turn);

    for (amazons, sign) in sides.into_iter().zip([1, -1]) {
        each(amazons, |square| {
            let freedom = queen_moves(square, empty).count_ones();
            let class = FREEDOMS.iter().filter(|&&most| most < freedom).count();
            sink(FREEDOM + class, sign);
            let room = near(1 << square) & empty;
            sink(ROOM + room.count_ones() as usize, sign);
        });
    }
    let (width, height) = position.size();
    (contested + alike) * PHASES / (i32::from(width) * i32::from(height))
}
