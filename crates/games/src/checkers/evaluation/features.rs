//! The features of a board.
//!
//! One function lists the features for the evaluation, which sums weights, and for training, which
//! counts them. So the two cannot disagree.

use super::super::Checkers;
use super::super::bits::{DIRECTIONS, ROWS, bit, each, jump, square_at, step, turned};
use super::terms::*;
use plywood::{Position, Side};

/// The phase of the start of the game, with all men on the board.
pub const PHASES: i32 = 24;

/// The phase, from [`PHASES`] down to 0: the number of men on the board.
#[inline]
pub fn phase(position: &Checkers) -> i32 {
    (position.men(Side::Max) | position.men(Side::Min)).count_ones() as i32
}

/// Calls `sink` with the index of a weight and how often it counts: a positive number for Black, a
/// negative one for White. It may be called several times for one weight.
///
/// ```
/// use plywood_games::{Checkers, Game, checkers::{TERMS, WEIGHTS, features}};
/// let position = Checkers::parse(Some("B:W21,22:B1,K30"))?;
/// let mut counts = [0; WEIGHTS];
/// features(&position, |weight, times| counts[weight] += times);
/// let count = |name| TERMS.iter().find(|term| term.name == name).map(|term| counts[term.offset]);
/// assert_eq!((count("man"), count("king")), (Some(-1), Some(1)));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[inline]
pub fn features(position: &Checkers, mut sink: impl FnMut(usize, i32)) {
    let black = View::of(position);
    let white = black.of_the_other_side();
    let black_moves = position.side() == Side::Max;
    black.features(black_moves, &mut sink);
    white.features(!black_moves, |weight, times| sink(weight, -times));
    let (black_count, white_count) = (black.pieces(), white.pieces());
    let worth = |view: &View| 2 * view.men.count_ones() + 3 * view.kings.count_ones();
    let lead = worth(&black) as i32 - worth(&white) as i32;
    let total = black_count + white_count;
    if lead != 0 {
        sink(LEAD + (total.saturating_sub(1) as usize / 3).min(LEADS - 1), lead.signum());
    }
    let turn = if black_moves { 1 } else { -1 };
    sink(TURN, turn);
    if black_count == white_count {
        // The side to move has the opposition if an odd number of pieces stands on the rows at an
        // even distance from its own back row.
        let mover = if black_moves { black } else { white };
        let all = mover.men | mover.kings | mover.other_men | mover.other_kings;
        let odd = (all & (ROWS[0] | ROWS[2] | ROWS[4] | ROWS[6])).count_ones() % 2 == 1;
        sink(THE_MOVE, if odd { turn } else { -turn });
    }
}

/// The board of one side, rotated so that its men move down.
#[derive(Clone, Copy)]
struct View {
    men: u32,
    kings: u32,
    other_men: u32,
    other_kings: u32,
}

impl View {
    #[inline(always)]
    fn of(position: &Checkers) -> View {
        View {
            men: position.men(Side::Max),
            kings: position.kings(Side::Max),
            other_men: position.men(Side::Min),
            other_kings: position.kings(Side::Min),
        }
    }

    #[inline(always)]
    fn of_the_other_side(&self) -> View {
        View {
            men: turned(self.other_men),
            kings: turned(self.other_kings),
            other_men: turned(self.men),
            other_kings: turned(self.kings),
        }
    }

    fn pieces(&self) -> u32 {
        (self.men | self.kings).count_ones()
    }

    /// The pieces of the other side that may move in a direction.
    #[inline(always)]
    fn others_going(&self, direction: usize) -> u32 {
        if direction < 2 { self.other_kings } else { self.other_men | self.other_kings }
    }

    #[inline(always)]
    fn features(&self, in_turn: bool, mut sink: impl FnMut(usize, i32)) {
        let (men, kings) = (self.men, self.kings);
        let free = !(men | kings | self.other_men | self.other_kings);
        let count = |set: u32| set.count_ones() as i32;
        sink(MAN, count(men));
        for man in each(men) {
            sink(MAN_SQUARE + square_at(man.trailing_zeros()) as usize - 1, 1);
        }
        sink(MAN_STEP, count(step(0, men) & free) + count(step(1, men) & free));
        sink(MAN_BLOCKED, count(men & !(step(2, free) | step(3, free))));
        sink(MAN_FIRM, count(men & !(step(0, free) | step(1, free))));
        if self.other_men != 0 {
            sink(BACK_ROW + self.back_row(), 1);
        }
        if men & bit(28) != 0 && self.other_men & bit(32) != 0 {
            sink(DOG_HOLE, 1);
        }
        // Free squares on which a piece could be captured, and pieces that can be captured now.
        let (mut unsafe_squares, mut jumpable) = (0, 0);
        for d in DIRECTIONS {
            let others = self.others_going(d);
            unsafe_squares |= step(d, others) & step(d ^ 2, free) & free;
            jumpable |= step(d ^ 2, jump(d, others, men | kings, free));
        }
        sink(THREATENED + usize::from(!in_turn), count(jumpable));
        self.runaways(free & !unsafe_squares, &mut sink);
        if kings != 0 {
            sink(KING, count(kings));
            if self.other_kings == 0 {
                sink(LONE_KINGS, 1);
            }
            for king in each(kings) {
                sink(KING_SQUARE + square_at(king.trailing_zeros()) as usize - 1, 1);
                let near = DIRECTIONS.into_iter().fold(0, |all, d| all | step(d, king)) & free;
                let safe = near & !unsafe_squares;
                sink(KING_STEP, count(safe));
                sink(KING_DENIED, count(near & unsafe_squares));
                sink(KING_TRAPPED, i32::from(safe == 0));
            }
        }
    }

    /// Which of the squares 1 to 4 hold a man, as a number from 0 to 15.
    #[inline(always)]
    fn back_row(&self) -> usize {
        let on = |square: u32| usize::from(self.men & bit(square) != 0);
        on(1) | on(2) << 1 | on(3) << 2 | on(4) << 3
    }

    /// Men with a path to the king row over safe squares.
    #[inline(always)]
    fn runaways(&self, safe: u32, sink: &mut impl FnMut(usize, i32)) {
        // From the king row backwards: the squares at 0, 1, 2, … steps from it.
        let mut reach = ROWS[7] & safe;
        for steps in 0..RUNAWAYS {
            let before = step(2, reach) | step(3, reach);
            let men = (before & self.men).count_ones() as i32;
            if men != 0 {
                sink(RUNAWAY + steps, men);
            }
            reach = before & safe;
            if reach == 0 {
                break;
            }
        }
    }
}
