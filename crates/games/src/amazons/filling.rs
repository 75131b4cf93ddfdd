//! Territories that decide the game.
//!
//! Once no square can be reached by both sides, each side only fills its own squares, and the game is
//! decided by who has more moves. A side cannot make more moves than it can reach squares: each of its
//! moves leaves one square less. Whether it can make as many is not sure, because some territories cannot
//! be filled completely (they are *defective*). So one side's squares are compared with moves of the other
//! that were really found, one after the other, by a greedy filling. Where that is not enough, nothing is
//! said.
//!
//! Why it is sound: let `zone` be the squares of a side's amazons and those they can reach over empty
//! squares. If no square can be reached by both, an empty square of one zone never touches the other zone,
//! and amazons that touch each other are the only contact. An amazon that stands beside the other zone
//! could give the other side a way in by leaving its square. The filling does not let it, unless its arrow
//! lands there. So while the filling is played, the other side stays within its zone, where each of its
//! moves costs it one empty square, and it can neither enter nor shoot into the zone that is filled.

use super::Amazons;
use super::board::{Squares, king_reach, near, queen_moves};
use plywood::{Position, Side};

impl Amazons {
    /// The side that can win because no square is contested and its territory is large enough; `None` if
    /// squares are contested, or if the count is too close to be sure. The winner must still play well: it
    /// has to fill its territory without waste.
    ///
    /// ```
    /// use plywood::Side;
    /// use plywood_games::{Amazons, Game};
    /// let decided = |text| Amazons::parse(Some(text)).unwrap().decided();
    /// assert_eq!(decided("w3xb2 w"), Some(Side::Max), "three moves against two");
    /// assert_eq!(decided("w3xb3 w"), Some(Side::Min), "the side to move runs out of moves first");
    /// assert_eq!(decided("w3b2 w"), None, "White can open the way by moving");
    /// assert_eq!(decided("10x10"), None);
    /// ```
    pub fn decided(&self) -> Option<Side> {
        let reach = [Side::Max, Side::Min].map(|side| king_reach(self.amazons(side), self.empty));
        if reach[0] & reach[1] != 0 {
            return None;
        }
        let squares = reach.map(u128::count_ones);
        let (mover, other) = (self.side(), !self.side());
        let (winner, needed) = match squares[mover as usize] > squares[other as usize] {
            true => (mover, squares[other as usize] + 1),
            false => (other, squares[mover as usize]),
        };
        let [own, others] = [winner, !winner].map(|side| side as usize);
        let forbidden = near(self.amazons[others] | reach[others]);
        let mut filling = Filling { amazons: self.amazons[own], empty: reach[own], forbidden };
        filling.lasts(needed).then_some(winner)
    }
}

/// A side that fills its territory.
#[derive(Clone, Copy)]
struct Filling {
    amazons: u128,
    /// The empty squares of the territory.
    empty: u128,
    /// Squares beside the territory of the other side, which must not become empty.
    forbidden: u128,
}

impl Filling {
    /// Makes this many moves one after the other. Returns false if it runs out of them.
    fn lasts(&mut self, moves: u32) -> bool {
        (0..moves).rev().all(|left| {
            let step = self.empty.count_ones() > left && self.step();
            step && self.empty.count_ones() >= left
        })
    }

    /// Makes the move that loses the fewest squares, the first one found if several lose as few. Returns
    /// false if there is no move.
    fn step(&mut self) -> bool {
        let all = self.empty.count_ones();
        let mut best: Option<(u32, Filling)> = None;
        for from in Squares(self.amazons) {
            let start = 1 << from;
            for to in Squares(near(start) & self.empty) {
                let open = self.empty & !(1 << to) | start;
                let mut arrows = queen_moves(to, open);
                if start & self.forbidden != 0 {
                    arrows &= start;
                }
                // Arrows go first to squares with few empty neighbours: these seldom lead on to others.
                while arrows != 0 {
                    let arrow = Squares(arrows)
                        .min_by_key(|&arrow| (near(1 << arrow) & open).count_ones())
                        .expect("a set that is not empty");
                    arrows &= !(1 << arrow);
                    let amazons = self.amazons ^ start ^ 1 << to;
                    let empty = king_reach(amazons, open & !(1 << arrow));
                    let kept = empty.count_ones();
                    let next = Filling { amazons, empty, ..*self };
                    if kept + 1 == all {
                        *self = next;
                        return true;
                    }
                    if best.is_none_or(|(most, _)| kept > most) {
                        best = Some((kept, next));
                    }
                }
            }
        }
        best.inspect(|(_, next)| *self = *next).is_some()
    }
}
