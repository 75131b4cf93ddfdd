//! The edge table: the values of the ten squares of an edge, computed by probabilistic minimax.
//!
//! An edge is eight squares from corner to corner, numbered 0 to 7, and the X-squares diagonally
//! next to its corners, 8 beside square 0 and 9 beside square 7. The value of each of the 3^10 ways
//! to fill them is the expected result if both sides continue to play there. A move that turns
//! discs over along the edge is certain to be legal. Any other needs discs elsewhere on the board,
//! which the table does not see, so it is available with a probability that depends on the square.

use std::sync::LazyLock;

/// Squares of an edge with its X-squares, and the ways to fill them.
const SQUARES: usize = 10;
const FILLINGS: usize = 3usize.pow(SQUARES as u32);

/// Values of discs on the edge in hundredths of a disc. First of discs that can never be turned
/// over, then of those that the other side cannot turn over along the edge with its next move, then
/// of those that it can: for a corner, the square next to it, the next one, and the middle. A
/// corner lies on two edges and counts on both.
const STABLE: [f32; 4] = [450.0, 160.0, 120.0, 100.0];
const SAFE_NOW: [f32; 4] = [450.0, -40.0, 40.0, 25.0];
const EXPOSED: [f32; 4] = [450.0, -90.0, -10.0, -5.0];
/// A disc on an X-square whose corner is empty. It lies on two edges.
const BESIDE_EMPTY_CORNER: f32 = -160.0;

/// How likely a move that turns nothing over along the edge is to be legal: on a corner, by what
/// the X-square diagonally before it holds (nothing, the mover's disc, the other side's), and
/// elsewhere.
const ONTO_CORNER: [f32; 3] = [0.05, 0.02, 0.75];
const ONTO_EDGE: [f32; 4] = [0.0, 0.3, 0.45, 0.45];
const ONTO_X: f32 = 0.4;

/// How often both sides may pass before a filling is valued as it is. Every turn is another chance
/// for an unlikely move, so this is part of the model: with more turns such moves become likely.
const TURNS: usize = 4;

/// The distance of a square of the edge from its corner: corners are 0, C-squares 1, A 2, B 3.
fn kind(square: usize) -> usize {
    square.min(7 - square)
}

/// The value for `own` of each filling, in hundredths of a disc, by [`index`].
pub(super) static EDGES: LazyLock<Box<[i16]>> = LazyLock::new(compute);

/// The number of a set of squares written in base three.
static TERNARY: [u16; 1 << SQUARES] = {
    let mut table = [0; 1 << SQUARES];
    let mut set = 1;
    while set < table.len() {
        let low = set.trailing_zeros();
        table[set] = table[set & (set - 1)] + 3u16.pow(low);
        set += 1;
    }
    table
};

/// The index of a filling in the table.
#[inline]
pub(super) fn index(own: u16, other: u16) -> usize {
    let ternary = |set: u16| usize::from(TERNARY[usize::from(set) % TERNARY.len()]);
    ternary(own) + 2 * ternary(other)
}

/// A filling: the squares of both sides.
#[derive(Clone, Copy, Debug)]
struct Edge {
    own: u16,
    other: u16,
}

impl Edge {
    fn numbered(mut number: usize) -> Edge {
        let mut edge = Edge { own: 0, other: 0 };
        for square in 0..SQUARES {
            match number % 3 {
                1 => edge.own |= 1 << square,
                2 => edge.other |= 1 << square,
                _ => {}
            }
            number /= 3;
        }
        edge
    }

    fn index(self) -> usize {
        index(self.own, self.other)
    }

    /// The filling with the sides swapped.
    fn swapped(self) -> Edge {
        Edge { own: self.other, other: self.own }
    }

    /// The filling read from the other end.
    fn mirrored(self) -> Edge {
        let mirrored = |set: u16| {
            u16::from((set as u8).reverse_bits()) | (set >> 8 & 1) << 9 | (set >> 9 & 1) << 8
        };
        Edge { own: mirrored(self.own), other: mirrored(self.other) }
    }

    fn is_empty(self, square: usize) -> bool {
        (self.own | self.other) >> square & 1 == 0
    }

    /// The discs of `other` that a disc of `own` on an empty square of the edge turns over.
    fn flips(self, square: usize) -> u16 {
        let mut flips = 0;
        for step in [-1i32, 1] {
            let mut line = 0;
            let mut at = square as i32 + step;
            while (0..8).contains(&at) && self.other >> at & 1 != 0 {
                line |= 1 << at;
                at += step;
            }
            if (0..8).contains(&at) && self.own >> at & 1 != 0 {
                flips |= line;
            }
        }
        flips
    }

    /// The edge after a disc of `own` on an empty square, and how likely that move is to be legal.
    fn after(self, square: usize) -> (Edge, f32) {
        let flips = if square < 8 { self.flips(square) } else { 0 };
        let next = Edge { own: self.own | flips | 1 << square, other: self.other & !flips };
        let chance = match square {
            _ if flips != 0 => 1.0,
            0 | 7 => {
                let x = if square == 0 { 8 } else { 9 };
                ONTO_CORNER[usize::from(self.own >> x & 1) + 2 * usize::from(self.other >> x & 1)]
            }
            1..7 => ONTO_EDGE[kind(square)],
            _ => ONTO_X,
        };
        (next, chance)
    }

    /// The discs of `own` that no move along the edge can ever turn over: those joined to an own
    /// corner, and all once the edge is full.
    fn stable(self) -> u16 {
        let discs = self.own | self.other;
        if discs & 0xff == 0xff {
            return self.own & 0xff;
        }
        let from_low = self.own.trailing_ones().min(8);
        let from_high = (self.own as u8).leading_ones();
        let low = (1u32 << from_low) - 1;
        let high = 0xff & !(0xff >> from_high);
        (low | high) as u16
    }

    /// The discs of `own` that the other side can turn over at once.
    fn exposed(self) -> u16 {
        let other = self.swapped();
        (0..8).filter(|&square| self.is_empty(square)).fold(0, |set, at| set | other.flips(at))
    }

    /// The static value of the discs of `own`.
    fn discs_worth(self) -> f32 {
        let (stable, exposed) = (self.stable(), self.exposed());
        let mut worth = 0.0;
        for square in (0..8).filter(|square| self.own >> square & 1 != 0) {
            let class = match (stable >> square & 1, exposed >> square & 1) {
                (1, _) => STABLE,
                (_, 1) => EXPOSED,
                _ => SAFE_NOW,
            };
            worth += class[kind(square)];
        }
        for (x, corner) in [(8, 0), (9, 7)] {
            if self.own >> x & 1 != 0 && self.is_empty(corner) {
                worth += BESIDE_EMPTY_CORNER;
            }
        }
        worth
    }

    /// The moves of `own`, each with its probability and the value after it, best first. `values`
    /// are those for `own` with the other side to move.
    fn choices(self, values: impl Fn(Edge) -> f32) -> Vec<(f32, f32)> {
        let empty = (0..SQUARES).filter(|&square| self.is_empty(square));
        let mut choices: Vec<_> = empty
            .map(|square| {
                let (next, chance) = self.after(square);
                (values(next), chance)
            })
            .collect();
        choices.sort_by(|a, b| b.0.total_cmp(&a.0));
        choices
    }
}

/// The expected value for a side that plays the first legal one of its `choices`, or passes if that
/// is better.
fn expected(choices: &[(f32, f32)], waiting: f32) -> f32 {
    let (mut sum, mut left) = (0.0, 1.0);
    for &(value, chance) in choices.iter().take_while(|choice| choice.0 > waiting) {
        sum += left * chance * value;
        left *= 1.0 - chance;
    }
    sum + left * waiting
}

/// From full edges to the empty one: the moves of a filling lead to fuller ones, whose values are
/// known by then.
fn compute() -> Box<[i16]> {
    let mut by_discs: Vec<usize> = (0..FILLINGS).collect();
    let discs = |number: usize| {
        let edge = Edge::numbered(number);
        (edge.own | edge.other).count_ones()
    };
    by_discs.sort_by_cached_key(|&number| std::cmp::Reverse(discs(number)));
    // For `own`, when `own` is to move. When the other side is, it is the swapped filling's, negated.
    let mut to_move = vec![0.0f32; FILLINGS];
    for number in by_discs {
        let edge = Edge::numbered(number);
        let swapped = edge.swapped();
        // The values of a filling and of the swapped one depend on each other: both are computed
        // together, when the first of them comes up.
        if swapped.index() < number {
            continue;
        }
        let as_it_lies = edge.discs_worth() - swapped.discs_worth();
        let value = |next: Edge| -to_move[next.swapped().index()];
        let (own, other) = (edge.choices(value), swapped.choices(value));
        let (mut own_moves, mut other_moves) = (as_it_lies, -as_it_lies);
        for _ in 0..TURNS {
            (own_moves, other_moves) = (expected(&own, -other_moves), expected(&other, -own_moves));
        }
        to_move[number] = own_moves;
        to_move[swapped.index()] = other_moves;
    }
    // The mean over both sides to move, and over both directions of reading, which differ by
    // rounding.
    let value = |edge: Edge| to_move[edge.index()] - to_move[edge.swapped().index()];
    let both_ends = |edge: Edge| value(edge) + value(edge.mirrored());
    (0..FILLINGS).map(|number| (both_ends(Edge::numbered(number)) / 4.0).round() as i16).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(own: u16, other: u16) -> i16 {
        EDGES[index(own, other)]
    }

    #[test]
    fn every_filling_has_one_place() {
        for number in 0..FILLINGS {
            assert_eq!(Edge::numbered(number).index(), number);
        }
    }

    #[test]
    fn mirrors_and_swaps() {
        for number in 0..FILLINGS {
            let edge = Edge::numbered(number);
            assert_eq!(EDGES[number], -EDGES[edge.swapped().index()], "{edge:?}");
            assert_eq!(EDGES[number], EDGES[edge.mirrored().index()], "{edge:?}");
        }
    }

    #[test]
    fn full_edges_are_worth_their_discs() {
        assert_eq!(value(0, 0), 0);
        let all: f32 = 2.0 * STABLE.iter().sum::<f32>();
        assert_eq!(value(0xff, 0), all as i16);
        assert_eq!(
            value(0x3ff, 0),
            all as i16,
            "X-squares do not matter once the corners are taken"
        );
    }

    #[test]
    fn what_every_player_knows() {
        let corner = value(1, 0);
        assert!(corner > 300, "{corner}");
        assert!(value(1 << 8, 0) < -50, "a disc before an empty corner");
        assert!(value(1 << 8, 0) < value(1 << 2, 0));
        assert!(value(1 << 1, 0) < value(1 << 2, 0), "C is worse than A");
        assert!(value(0b0011_1100, 0) > value(0b0011_1110, 0), "four are safer than five");
        let wedge = value(0b0010_1100, 0b0001_0000);
        assert!(wedge < value(0b0011_1100, 0), "a wedge costs");
        assert!(value(0b11, 0) > value(1, 0), "and a stable neighbour is better still");
    }

    #[test]
    fn stability_along_the_edge() {
        let edge = Edge { own: 0b1100_0011, other: 0b0000_0100 };
        assert_eq!(edge.stable(), 0b1100_0011);
        assert_eq!(edge.swapped().stable(), 0);
        let full = Edge { own: 0b0101_0101, other: 0b1010_1010 };
        assert_eq!((full.stable(), full.swapped().stable()), (0b0101_0101, 0b1010_1010));
        // Black at 2 beside white at 3, with 1 empty: white turns it over from there.
        let exposed = Edge { own: 0b0000_0100, other: 0b0000_1000 };
        assert_eq!((exposed.exposed(), exposed.swapped().exposed()), (0b100, 0b1000));
    }
}
