//! A simple solver: alpha-beta to the end of the game. Moves that leave the opponent the fewest
//! answers come first.
//!
//! Tests and benchmarks compare the real solver with it.

use super::super::bits::{flips, moves};
use super::USUAL;

/// Below this many empty squares ordering costs more than it saves.
const ORDERED: u32 = 6;

/// The score of a game that is over, in discs for the mover: empty squares count for the winner.
pub fn final_score(mover: u64, opponent: u64) -> i32 {
    let discs = |side: u64| side.count_ones() as i32;
    let difference = discs(mover) - discs(opponent);
    difference + difference.signum() * (64 - discs(mover | opponent))
}

/// The exact score for the mover, if it lies between `alpha` and `beta`; else a bound on the same
/// side of them. Adds the number of visited positions to `nodes`.
///
/// ```
/// use plywood::Side;
/// use plywood_games::{Game, Othello, othello::simple_solve};
/// let ending = "OOOOOOOOOOOOOOXOOOOOOXXOOXOOXOXOOXXOXXXOOXXXXXXOOXXXXXXO-X--XXOO X";
/// let ending = Othello::parse(Some(ending))?;
/// let mut nodes = 0;
/// let score = simple_solve(ending.mover(), ending.opponent(), -64, 64, &mut nodes);
/// assert_eq!((score % 2, nodes > 3), (0, true));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub fn simple_solve(mover: u64, opponent: u64, alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let mut legal = moves(mover, opponent);
    if legal == 0 {
        if moves(opponent, mover) == 0 {
            return final_score(mover, opponent);
        }
        return -simple_solve(opponent, mover, -beta, -alpha, nodes);
    }
    let count = legal.count_ones() as usize;
    let (mut few, mut many) = ([(0, 0, 0); USUAL], Vec::new());
    let list = match few.get_mut(..count) {
        Some(list) => list,
        None => {
            many.resize(count, (0, 0, 0));
            &mut many[..]
        }
    };
    let ordered = 64 - (mover | opponent).count_ones() > ORDERED;
    for entry in list.iter_mut() {
        let square = legal.trailing_zeros();
        let flips = flips(mover, opponent, square);
        let (mover, opponent) = (mover | flips | 1 << square, opponent & !flips);
        let answers = if ordered { moves(opponent, mover).count_ones() } else { 0 };
        *entry = (answers, mover, opponent);
        legal &= legal - 1;
    }
    if ordered {
        list.sort_unstable_by_key(|entry| entry.0);
    }
    let mut best = -65;
    for &mut (_, mover, opponent) in list {
        best = best.max(-simple_solve(opponent, mover, -beta, -alpha.max(best), nodes));
        if best >= beta {
            break;
        }
    }
    best
}
