//! The period evaluation, in the style of the programs of its day: Iago (Rosenbloom 1982) and Bill
//! (Lee & Mahajan 1990), whose own tables are not available.
//!
//! An edge table computed by the program, current mobility and potential mobility, weighted by
//! coefficients that change during the game. The unit is about a hundredth of a disc, but the sum
//! tells which side stands better; it does not predict the final difference.

mod edge;

use super::super::Othello;
use super::super::bits::{moves, surroundings};
use edge::EDGES;
use plywood::{Evaluate, Position, Score};

/// A coefficient: its value at the first move, and what each later move adds.
#[derive(Clone, Copy)]
struct Coefficient {
    first: i32,
    a_move: i32,
}

impl Coefficient {
    #[inline]
    fn at(self, move_number: i32) -> i32 {
        self.first + self.a_move * move_number
    }
}

/// The weight of the edges, in thousandths.
const EDGE: Coefficient = Coefficient { first: 800, a_move: 10 };
/// The value, in hundredths of a disc, of having all moves.
const MOBILITY: Coefficient = Coefficient { first: 850, a_move: 25 };
/// The value of having all places for future moves.
const POTENTIAL: Coefficient = Coefficient { first: 1800, a_move: 0 };

/// Edges by a computed table, current and potential mobility, weighted by the move number.
///
/// Symmetric images have the same value, and swapping the colours negates it. The side to move does
/// not matter. Not comparable to a difference of discs.
///
/// ```
/// use plywood::{Evaluate, Score, Side};
/// use plywood_games::othello::{Othello, Period};
/// let start = Othello::default();
/// assert_eq!(Period.evaluate(&start), Score::ZERO);
/// let with_a_corner = Othello::new(Side::Max, start.mover() | 1, start.opponent()).unwrap();
/// assert!(Period.evaluate(&with_a_corner) > Score::new(1000));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Period;

impl Evaluate<Othello> for Period {
    fn evaluate(&mut self, position: &Othello) -> Score {
        let (own, other) = (position.mover(), position.opponent());
        let empty = position.empty();
        let move_number = 60 - position.empties() as i32;
        let count = |squares: u64| squares.count_ones() as i32;
        let mobility = share(count(moves(own, other)), count(moves(other, own)));
        // Discs of the other side next to empty squares, and these squares.
        let near_empty = surroundings(empty);
        let potential = |other: u64| count(other & near_empty) + count(surroundings(other) & empty);
        let potential = share(potential(other), potential(own));
        let value = EDGE.at(move_number) * edges(own, other) / 1000
            + MOBILITY.at(move_number) * mobility / SHARE
            + POTENTIAL.at(move_number) * potential / SHARE;
        Score::new(value).seen_by(position.side())
    }
}

/// The share of a side that has everything.
const SHARE: i32 = 1 << 10;

/// The share of a side in a total, from `-SHARE` to `SHARE`, closer to 0 for small totals.
#[inline]
fn share(own: i32, other: i32) -> i32 {
    SHARE * (own - other) / (own + other + 2)
}

/// The value of all four edges.
#[inline]
fn edges(own: u64, other: u64) -> i32 {
    let table = &**EDGES;
    let (own, other) = (edge_sets(own), edge_sets(other));
    let worth = |(own, other)| i32::from(table[edge::index(own, other)]);
    own.into_iter().zip(other).map(worth).sum()
}

/// The discs on each edge and its X-squares, as the edge table numbers them: first rank, last rank,
/// first file, last file.
#[inline]
fn edge_sets(discs: u64) -> [u16; 4] {
    let bit = |square: u32| (discs >> square & 1) as u16;
    let [b2, g2, b7, g7] = [9, 14, 49, 54].map(bit);
    // The product moves the n-th square of the file to bit 56 + n, each by its own factor.
    let file =
        |discs: u64| (discs & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let set = |line: u64, low: u16, high: u16| line as u16 & 0xff | low << 8 | high << 9;
    [
        set(discs, b2, g2),
        set(discs >> 56, b7, g7),
        set(file(discs), b2, b7),
        set(file(discs >> 7), g2, g7),
    ]
}

#[cfg(test)]
mod tests;
