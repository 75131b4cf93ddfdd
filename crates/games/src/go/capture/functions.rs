//! The game definition functions of Cazenave 2001, section 4: small searches for captures within one, two
//! and three moves of the attacker.
//!
//! | Function | To move | Holds if the attacker captures within k moves |
//! | --- | --- | --- |
//! | gi k | attacker | by the right move |
//! | ip k | defender | if the defender passes; its moves are those that prevent it |
//! | g k | defender | whatever the defender does |
//!
//! gi2 fills a liberty and asks g1; gi3 plays a liberty or, against two liberties, a net, and asks g2. The
//! functions of order 2 and 3 look at the lower ones first. All of them are proofs if they hold. If one does
//! not hold, nothing is proven.

use super::Hunt;
use crate::go::{Point, Points, Undo};

impl Hunt<'_> {
    /// Plays a move if it is legal.
    #[inline]
    pub(super) fn play(&mut self, point: Point, attacks: bool) -> Option<Undo> {
        let color = if attacks { self.attacker } else { !self.attacker };
        let undo = self.board.play(point, color);
        match undo {
            Some(_) => self.work += 1,
            None => self.ko_seen |= !attacks && self.is_banned(point),
        }
        undo
    }

    /// Plays a move if it is legal, asks, and takes it back.
    #[inline]
    pub(super) fn after<R>(
        &mut self,
        point: Point,
        attacks: bool,
        ask: impl FnOnce(&mut Self) -> R,
    ) -> Option<R> {
        let undo = self.play(point, attacks)?;
        let answer = ask(self);
        self.board.undo(undo);
        Some(answer)
    }

    #[inline]
    fn count(&self) -> u32 {
        self.board.count_liberties(self.target)
    }

    /// The attacker's move that captures at once.
    #[inline]
    pub(super) fn gi1(&self) -> Option<Point> {
        if self.count() != 1 {
            return None;
        }
        let last = self.liberties().first()?;
        self.board.is_legal(last, self.attacker).then_some(last)
    }

    /// Whether the target, in atari, is captured whatever the defender does.
    pub(super) fn g1(&mut self) -> bool {
        if self.count() != 1 {
            return false;
        }
        let moves = self.preventing_1();
        moves
            .into_iter()
            .all(|point| self.after(point, false, |h| h.gi1().is_some()) != Some(false))
    }

    /// A move of the attacker that captures within two moves.
    pub(super) fn gi2(&mut self, hint: Option<Point>) -> Option<Point> {
        match self.count() {
            1 => self.gi1(),
            2 => {
                let liberties = self.liberties();
                self.first(liberties, hint, Self::g1)
            }
            _ => None,
        }
    }

    /// The first move of the attacker in a set after which a test holds.
    #[inline]
    fn first(
        &mut self,
        set: Points,
        hint: Option<Point>,
        test: impl Fn(&mut Self) -> bool,
    ) -> Option<Point> {
        let hint = hint.filter(|&hint| set.contains(hint));
        if let Some(hint) = hint
            && self.after(hint, true, &test) == Some(true)
        {
            return Some(hint);
        }
        set.into_iter()
            .filter(|&point| Some(point) != hint)
            .find(|&point| !self.is_spent() && self.after(point, true, &test) == Some(true))
    }

    /// Whether a test holds after every move of the defender in a set.
    #[inline]
    fn every(&mut self, set: Points, test: impl Fn(&mut Self) -> bool) -> bool {
        set.into_iter()
            .all(|point| !self.is_spent() && self.after(point, false, &test) != Some(false))
    }

    /// Asks what holds after a pass of the defender: the ban of ko is lifted.
    #[inline]
    pub(super) fn after_pass<R>(&mut self, ask: impl FnOnce(&mut Self) -> R) -> R {
        let ko = self.board.lift_ko();
        let answer = ask(self);
        self.board.restore_ko(ko);
        answer
    }

    /// Whether the target is captured within two moves, whatever the defender does.
    pub(super) fn g2(&mut self) -> bool {
        match self.count() {
            1 => {
                let moves = self.preventing_1();
                self.every(moves, |h| h.gi2(None).is_some())
            }
            2 => {
                let Some(threat) = self.after_pass(|h| h.gi2(None)) else { return false };
                let liberties = self.liberties();
                // The liberties prevent most often.
                self.every(liberties, |h| h.gi2(Some(threat)).is_some()) && {
                    let moves = self.preventing_2().without(&liberties);
                    let holds = self.every(moves, |h| h.gi2(Some(threat)).is_some());
                    if holds {
                        self.rests_on(2);
                    }
                    holds
                }
            }
            _ => false,
        }
    }

    /// Notes the order of a set of preventing moves.
    fn rests_on(&mut self, order: u32) {
        self.highest_order = self.highest_order.max(order);
    }

    /// A move of the attacker that captures within three moves.
    pub(super) fn gi3(&mut self, hint: Option<Point>) -> Option<Point> {
        match self.count() {
            1 => self.gi1(),
            2 => self.gi2(hint).or_else(|| {
                let moves = self.capturing_2();
                self.first(moves, hint, Self::g2)
            }),
            3 => {
                let liberties = self.liberties();
                self.first(liberties, hint, Self::g2)
            }
            _ => None,
        }
    }

    /// Whether the target is captured within three moves, whatever the defender does.
    pub(super) fn g3(&mut self) -> bool {
        let Some((order, threat)) = self.threat(3) else { return false };
        let moves = self.preventing(order);
        self.rests_on(order);
        self.every(moves, |h| h.gi3(Some(threat)).is_some())
    }

    /// The attacker's move that captures within `order` moves. `hint` is tried first.
    pub(super) fn gi(&mut self, order: u32, hint: Option<Point>) -> Option<Point> {
        match order {
            1 => self.gi1(),
            2 => self.gi2(hint),
            _ => self.gi3(hint),
        }
    }

    /// The fewest moves, at most `order`, within which the attacker captures if the defender passes, and the
    /// first of them.
    fn threat(&mut self, order: u32) -> Option<(u32, Point)> {
        self.after_pass(|h| (1..=order).find_map(|k| Some((k, h.gi(k, None)?))))
    }

    /// The moves that may prevent a capture within `order` moves, and within fewer.
    pub(super) fn preventing(&self, order: u32) -> Points {
        match order {
            1 => self.preventing_1(),
            2 => self.preventing_2(),
            _ => self.preventing_3(),
        }
    }

    /// Whether the attacker captures within `order` moves if the defender passes, and then the moves that
    /// prevent it, those on liberties of the target first.
    ///
    /// The moves are looked for in the set of the quickest capture: every other move leaves that.
    pub(super) fn ip(&mut self, order: u32, out: &mut Vec<Point>) -> bool {
        let Some((quickest, threat)) = self.threat(order) else { return false };
        let all = self.preventing(quickest);
        self.rests_on(quickest);
        let liberties = self.liberties();
        for set in [all.and(&liberties), all.without(&liberties)] {
            for point in set {
                let prevents = self.after(point, false, |h| h.gi(order, Some(threat)).is_none());
                if prevents == Some(true) {
                    out.push(point);
                }
            }
        }
        true
    }
}
