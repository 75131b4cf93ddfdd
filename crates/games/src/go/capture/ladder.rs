//! The quiescence search of the paper: the attacker gives atari, the defender saves, in turn.

use super::Hunt;
use crate::go::{Foresight, Point};

/// Liberties with which the target is out of a ladder.
const NO_LADDER: u32 = 3;

impl Hunt<'_> {
    /// The attacker's moves on the two liberties of the target that may go on with a ladder, the better one
    /// first. A move is left out if the defender's move on the other liberty makes three liberties.
    pub(super) fn ladder_moves(&self) -> impl Iterator<Item = Point> + use<> {
        let mut liberties = self.liberties().into_iter();
        let both = [liberties.next(), liberties.next()];
        let escape = |x: Option<Point>, y: Option<Point>| {
            let (Some(x), Some(y)) = (x, y) else { return NO_LADDER };
            match self.board.foresee(x, self.attacker, self.target) {
                Foresight::Illegal => NO_LADDER,
                Foresight::Captures => 2,
                Foresight::Quiet { .. } => {
                    match self.board.foresee(y, !self.attacker, self.target) {
                        // The attacker's stone takes one of them.
                        Foresight::Quiet { liberties, .. } => liberties - 1,
                        _ => 2,
                    }
                }
            }
        };
        let escapes = [escape(both[0], both[1]), escape(both[1], both[0])];
        let order = if escapes[1] < escapes[0] { [1, 0] } else { [0, 1] };
        order.into_iter().filter(move |&n| escapes[n] < NO_LADDER).filter_map(move |n| both[n])
    }

    /// The first move of a ladder that captures the target, which has two liberties. Every move of the attacker
    /// is atari, so the defender's moves are those of ip1: it is a proof. Moves that decide at once are not
    /// played.
    pub(super) fn ladder_move(&mut self, plies: u32, retakes: bool) -> Option<Point> {
        if plies < 2 || self.is_spent() {
            return None;
        }
        self.ladder_moves().find(|&point| {
            let Some(undo) = self.play(point, true) else { return false };
            if retakes {
                self.board.lift_ko();
            }
            let holds = self.board.count_liberties(self.target) == 1
                && self.does_not_escape(plies - 1, retakes);
            self.board.undo(undo);
            holds
        })
    }

    fn does_not_escape(&mut self, plies: u32, retakes: bool) -> bool {
        let moves = self.preventing_1();
        moves.into_iter().all(|point| {
            self.ko_seen |= self.is_banned(point);
            match self.board.foresee(point, !self.attacker, self.target) {
                Foresight::Illegal | Foresight::Quiet { liberties: 1, .. } => return true,
                Foresight::Quiet { liberties: 2, .. } | Foresight::Captures => {}
                Foresight::Quiet { .. } => return false,
            }
            let Some(undo) = self.play(point, false) else { return true };
            let captured = match self.board.count_liberties(self.target) {
                1 => self.gi1().is_some(),
                2 => self.ladder_move(plies - 1, retakes).is_some(),
                _ => false,
            };
            self.board.undo(undo);
            captured
        })
    }

    /// `QSCapture`: whether the attacker captures by giving atari with every move.
    pub(super) fn ladder(&mut self, plies: u32) -> bool {
        match self.board.count_liberties(self.target) {
            1 => self.gi1().is_some(),
            2 if plies > 1 => {
                let liberties = self.liberties();
                liberties.into_iter().any(|point| {
                    !self.is_spent()
                        && self.after(point, true, |h| h.ladder_holds(plies - 1)) == Some(true)
                })
            }
            _ => false,
        }
    }

    /// `QSSave`: whether the target, in atari, is captured whatever the defender does.
    fn ladder_holds(&mut self, plies: u32) -> bool {
        if self.board.count_liberties(self.target) != 1 || plies == 0 {
            return false;
        }
        let moves = self.preventing_1();
        moves.into_iter().all(|point| {
            !self.is_spent() && self.after(point, false, |h| h.ladder(plies - 1)) != Some(false)
        })
    }
}
