//! What a capture rests on: the points and stones that a proof needs, and so the defender's moves that can
//! disturb it.
//!
//! A search after a pass of the defender has found a capture. Which moves of the defender, in place of the pass,
//! may prevent it? Those in the *zone* of the proof. All others leave it as it is: the attacker plays the
//! same moves as after the pass.
//!
//! Let N be a node of the proof and N' the same node with extra stones of the defender on points outside the
//! zone, one for each pass on the way to N. The zone is made such that every move of the proof has the same
//! effect in N' as in N:
//!
//! - All liberties of the target at every node are in the zone, so no extra stone ever touches the target.
//! - So are all points that the attacker plays. Its pass, which lifts a ban, needs no point.
//! - A string of the attacker is *relevant* if it touches the target, was played, touches a string that is
//!   captured, touches a zone point where the defender may not play, or touches a string of the defender that
//!   touches such a point. With at most one liberty more than there
//!   are extra stones, all its liberties are in the zone: it cannot be captured with their help unless by a move
//!   that the proof has considered. With more liberties it cannot be captured at all before the proof has
//!   looked at it again.
//! - Every legal move of the defender in the zone has a proof of its own, whose zone is part of this one.
//!
//! At a node where the target is in atari, the last rule concerns only the moves of ip1: extending the target, and
//! capturing around it. After any other move the attacker captures at once, in N' as in N. The target's last
//! liberty is the same. An attacker's string around the target that the move captures in N' has at most one liberty
//! more than there are extra stones, so none of these is on its liberties, and the move captures it in N too. And the
//! move bans no point that was empty before it, so the rule of ko does not forbid the capture.

use super::Hunt;
use crate::go::{Board, Color, Point, Points};

/// The points and stones that a proof needs.
#[derive(Clone, Copy, Default)]
pub(super) struct Zone {
    /// Points where an extra stone of the defender may change something.
    pub points: Points,
    /// Stones of the attacker in relevant strings.
    pub stones: Points,
    /// Whether the proof rests on a ko: the defender may not retake.
    pub ko: bool,
}

impl Zone {
    #[inline]
    pub fn add(&mut self, other: &Zone) {
        self.points = self.points.or(&other.points);
        self.stones = self.stones.or(&other.stones);
        self.ko |= other.ko;
    }

    /// Adds the target's liberties and the strings around it.
    #[inline]
    pub fn add_target(&mut self, hunt: &Hunt<'_>) {
        let board = &*hunt.board;
        let rim = board.rim(hunt.target);
        self.points = self.points.or(&rim.and(board.empty()));
        self.stones = self.stones.or(&rim.and(board.stones(hunt.attacker)));
    }

    /// Completes relevant strings, and adds the liberties of those with at most one more than `extra`.
    pub fn close(&mut self, board: &Board, attacker: Color, extra: u32) {
        let present = self.stones.and(board.stones(attacker));
        for stone in board.strings_in(present) {
            self.stones = self.stones.or(&board.string(stone));
            if board.count_liberties(stone) <= extra + 1 {
                self.points = self.points.or(&board.liberties(stone));
            }
        }
    }

    /// Adds the attacker's strings around the strings that its move on `point` captures.
    pub fn add_captures(&mut self, hunt: &Hunt<'_>, point: Point) {
        let board = &*hunt.board;
        let prey = Points::around(point).and(board.stones(!hunt.attacker));
        for stone in board.strings_in(prey) {
            if board.count_liberties(stone) == 1 {
                let around = board.rim(stone).and(board.stones(hunt.attacker));
                self.stones = self.stones.or(&around);
            }
        }
    }

    /// Adds what forbids a move of the defender: the attacker's strings around the point and around the
    /// defender's strings that touch it, and around a banned ko what keeps it one.
    pub fn add_forbidden(&mut self, hunt: &Hunt<'_>, point: Point) {
        let board = &*hunt.board;
        let (attackers, own) = (board.stones(hunt.attacker), board.stones(!hunt.attacker));
        let near = Points::around(point);
        let mut around = near.and(attackers);
        for friend in board.strings_in(near.and(own)) {
            around = around.or(&board.rim(friend).and(attackers));
        }
        self.stones = self.stones.or(&around);
        if hunt.is_banned(point) {
            self.ko = true;
            for stone in near.and(attackers) {
                for other in board.strings_in(Points::around(stone).and(own)) {
                    self.points = self.points.or(&board.liberties(other));
                }
            }
        }
    }
}
