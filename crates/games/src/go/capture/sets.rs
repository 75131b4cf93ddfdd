//! Sets of moves around a string: those that may prevent its capture, and those that may capture it.
//!
//! A set of preventing moves must be complete: a move that it lacks makes a false capture. Those of order 1
//! are complete by proof: only extending the string, joining it or capturing around it changes its liberties.
//! Those of order 2 and 3 were tested against searches with all moves on some hundred thousand
//! positions, without a miss; that is evidence and no proof. The tests of this module repeat a part of it.

use super::Hunt;
use crate::go::{Board, Point, Points};

/// The last liberty of each string in atari among those with stones in a set.
fn last_liberties(board: &Board, stones: &Points) -> Points {
    let mut set = Points::EMPTY;
    for stone in board.strings_in(*stones) {
        if board.count_liberties(stone) == 1 {
            set = set.or(&board.liberties(stone));
        }
    }
    set
}

/// The liberties of the strings with stones in a set and at most this many liberties.
fn weak_liberties(board: &Board, stones: &Points, most: u32) -> Points {
    let mut set = Points::EMPTY;
    for stone in board.strings_in(*stones) {
        if board.count_liberties(stone) <= most {
            set = set.or(&board.liberties(stone));
        }
    }
    set
}

/// All neighbours of the points of a set, those on the edge included.
fn neighbours(set: &Points) -> Points {
    set.iter().fold(Points::EMPTY, |all, point| all.or(Points::around(point)))
}

impl Hunt<'_> {
    /// The liberties of the target.
    #[inline]
    pub(super) fn liberties(&self) -> Points {
        self.board.liberties(self.target)
    }

    /// The strings of the attacker around the target.
    #[inline]
    fn besiegers(&self) -> Points {
        self.board.rim(self.target).and(self.board.stones(self.attacker))
    }

    /// The last liberties of the attacker's strings in atari around the target.
    pub(super) fn rescues(&self) -> Points {
        last_liberties(self.board, &self.besiegers())
    }

    /// The moves of the defender that may prevent a capture at the attacker's next move.
    pub(super) fn preventing_1(&self) -> Points {
        self.liberties().or(&self.rescues())
    }

    /// The moves of the defender that may prevent a capture within two moves of the attacker.
    pub(super) fn preventing_2(&self) -> Points {
        let board = &*self.board;
        let liberties = self.liberties();
        let near = neighbours(&liberties);
        let friends = near.and(board.stones(!self.attacker)).without(&board.string(self.target));
        let mut set = liberties.or(&near.and(board.empty()));
        let mut around_friends = Points::EMPTY;
        for friend in board.strings_in(friends) {
            set = set.or(&board.liberties(friend));
            around_friends = around_friends.or(board.rim(friend));
        }
        let attackers = board.stones(self.attacker);
        set.or(&weak_liberties(board, &self.besiegers(), 2))
            .or(&weak_liberties(board, &near.and(attackers), 3))
            .or(&last_liberties(board, &around_friends.and(attackers)))
    }

    /// The moves of the defender that may prevent a capture within three moves of the attacker.
    pub(super) fn preventing_3(&self) -> Points {
        let mut closure = Closure { hunt: self, order: 3, set: Points::EMPTY, seen: Vec::new() };
        let target =
            Shape { stones: self.board.string(self.target), rim: *self.board.rim(self.target) };
        closure.defenders(target, 3);
        closure.set
    }

    /// The liberties of the target, the empty neighbours of these, and the liberties of adjacent strings
    /// with fewer liberties than the target.
    pub(super) fn capturing_2(&self) -> Points {
        let board = &*self.board;
        let liberties = self.liberties();
        let most = board.count_liberties(self.target).saturating_sub(1);
        let near = neighbours(&liberties).and(board.empty());
        liberties.or(&near).or(&weak_liberties(board, &self.besiegers(), most))
    }
}

impl Hunt<'_> {
    /// Moves that may begin a capture, more than those of the paper: also those that save the attacker's weak
    /// strings near the target, those that attack the defender's weak strings there, and those that save the
    /// attacker's strings in atari which help to do so.
    pub(super) fn capturing_3(&self) -> Points {
        let board = &*self.board;
        let (attackers, own) = (board.stones(self.attacker), board.stones(!self.attacker));
        let target = board.string(self.target);
        let liberties = self.liberties();
        let near = neighbours(&liberties);
        let mut set = liberties.or(&near.and(board.empty()));
        for stone in board.strings_in(self.besiegers().or(&near.and(attackers))) {
            let count = board.count_liberties(stone);
            if count <= 2 {
                let liberties = board.liberties(stone);
                set = set.or(&liberties).or(&self.joining(&liberties, &target));
            }
            if count <= 3 {
                let others = board.rim(stone).and(own).without(&target);
                for other in board.strings_in(others) {
                    if board.count_liberties(other) <= 3 {
                        let guards = board.rim(other).and(attackers);
                        set = set.or(&board.liberties(other)).or(&last_liberties(board, &guards));
                    }
                }
            }
        }
        let friends = near.and(own).without(&target);
        set.or(&weak_liberties(board, &friends, 2))
    }

    /// The moves that save the attacker's strings in atari around these points, by a liberty or by a capture: a weak
    /// string with these liberties may join them.
    fn joining(&self, liberties: &Points, target: &Points) -> Points {
        let board = &*self.board;
        let (attackers, own) = (board.stones(self.attacker), board.stones(!self.attacker));
        let mut set = Points::EMPTY;
        for stone in board.strings_in(neighbours(liberties).and(attackers)) {
            if board.count_liberties(stone) == 1 {
                let prey = board.rim(stone).and(own).without(target);
                set = set.or(&board.liberties(stone)).or(&last_liberties(board, &prey));
            }
        }
        set
    }
}

/// A string, or one that would come to be.
#[derive(Clone, Copy, PartialEq)]
struct Shape {
    stones: Points,
    rim: Points,
}

/// What may matter to a capture within some moves: strings near the target, near those, and so on, as far as
/// moves are left to change them.
struct Closure<'a, 'b> {
    hunt: &'a Hunt<'b>,
    /// The number of moves of the attacker.
    order: u32,
    set: Points,
    /// Shapes that were looked at, with the moves left and whether they are the attacker's.
    seen: Vec<(Shape, u32, bool)>,
}

impl Closure<'_, '_> {
    fn liberties(&self, shape: &Shape) -> Points {
        shape.rim.and(self.hunt.board.empty())
    }

    /// The string that a stone of a colour on an empty point would make.
    fn string_at(&self, point: Point, stones: &Points) -> Shape {
        let board = &*self.hunt.board;
        let mut shape = Shape { stones: Points::only(point), rim: *Points::around(point) };
        for stone in board.strings_in(Points::around(point).and(stones)) {
            shape.stones = shape.stones.or(&board.string(stone));
            shape.rim = shape.rim.or(board.rim(stone));
        }
        shape.rim = shape.rim.without(&shape.stones);
        shape
    }

    fn of_stone(&self, stone: Point) -> Shape {
        Shape { stones: self.hunt.board.string(stone), rim: *self.hunt.board.rim(stone) }
    }

    fn is_new(&mut self, shape: &Shape, left: u32, attacks: bool) -> bool {
        let known = |&(ref seen, at, side): &(Shape, u32, bool)| {
            side == attacks && at >= left && seen.stones == shape.stones
        };
        let new = !self.seen.iter().any(known);
        if new {
            self.seen.push((*shape, left, attacks));
        }
        new
    }

    /// A string of the defender, with this many moves left.
    fn defenders(&mut self, shape: Shape, left: u32) {
        if !self.is_new(&shape, left, false) {
            return;
        }
        let board = &*self.hunt.board;
        let attackers = *board.stones(self.hunt.attacker);
        let own = *board.stones(!self.hunt.attacker);
        let liberties = self.liberties(&shape);
        self.set = self.set.or(&liberties);
        for stone in board.strings_in(shape.rim.and(&attackers)) {
            if board.count_liberties(stone) < 2 * self.order {
                self.attackers(self.of_stone(stone), left);
            }
        }
        if left < 2 {
            return;
        }
        for point in liberties {
            let joined = self.string_at(point, &own);
            let stones = shape.stones.or(&joined.stones);
            let rim = shape.rim.or(&joined.rim).without(&stones);
            self.defenders(Shape { stones, rim }, left - 1);
            let formed = self.string_at(point, &attackers);
            if self.liberties(&formed).len() as u32 <= 2 * self.order - 2 {
                self.attackers(formed, left - 1);
            }
            for stone in board.strings_in(Points::around(point).and(&attackers)) {
                if board.count_liberties(stone) < 2 * left {
                    self.attackers(self.of_stone(stone), left);
                }
            }
        }
    }

    /// A string of the attacker, with this many moves left.
    fn attackers(&mut self, shape: Shape, left: u32) {
        if !self.is_new(&shape, left, true) {
            return;
        }
        let board = &*self.hunt.board;
        let liberties = self.liberties(&shape);
        self.set = self.set.or(&liberties);
        if left < 2 {
            return;
        }
        let attackers = *board.stones(self.hunt.attacker);
        let own = *board.stones(!self.hunt.attacker);
        let others = shape.rim.and(&own).without(&board.string(self.hunt.target));
        for stone in board.strings_in(others) {
            if board.count_liberties(stone) <= left {
                self.defenders(self.of_stone(stone), left - 1);
            }
        }
        for point in liberties {
            let formed = self.string_at(point, &attackers);
            if self.liberties(&formed).len() as u32 <= 2 * left - 2 {
                self.attackers(formed, left - 1);
            }
            let blocked = self.string_at(point, &own);
            if (self.liberties(&blocked).len() as u32) < left {
                self.set = self.set.or(&self.liberties(&blocked));
                self.defenders(blocked, left - 1);
            }
        }
    }
}
