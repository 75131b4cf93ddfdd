//! The game definition functions.

use super::super::Gomoku;
use super::super::bits::Bits;
use super::super::lines::{beside_one, beside_two, fives, threats};
use plywood::Side;

/// The number of boards that were looked at.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    pub boards: u64,
    /// Chains of fours end where there are more.
    pub most: u64,
}

/// The stones of both sides. The functions put stones on copies, so there is nothing to take back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stones {
    attacker: Bits,
    defender: Bits,
    empty: Bits,
}

/// A win of the attacker.
#[derive(Clone, Copy, Debug)]
pub(super) struct Win {
    /// The first move.
    pub point: u8,
    /// The empty points on which it rests: those of all rows that it may complete. A stone of the defender
    /// elsewhere takes nothing from it.
    zone: Bits,
}

/// Who must move where, because the other side has a four.
enum Forced {
    No,
    To(u8),
    /// The other side has two points to complete a five.
    Lost,
}

impl Stones {
    pub fn of(position: &Gomoku, attacker: Side) -> Stones {
        let [attacker, defender] = [attacker, !attacker].map(|side| position.stones(side));
        Stones { attacker, defender, empty: position.empty }
    }

    fn attacked(self, point: u8) -> Stones {
        let stone = Bits::of(point);
        Stones { attacker: self.attacker | stone, empty: self.empty.without(stone), ..self }
    }

    fn defended(self, point: u8) -> Stones {
        let stone = Bits::of(point);
        Stones { defender: self.defender | stone, empty: self.empty.without(stone), ..self }
    }

    /// The points where the attacker completes a five.
    pub fn fives(&self) -> Bits {
        fives(self.attacker, self.empty)
    }

    /// The points where the defender completes a five.
    pub fn defenders_fives(&self) -> Bits {
        fives(self.defender, self.empty)
    }

    /// What the defender's fours leave to the attacker.
    fn forced(&self) -> Forced {
        let fives = self.defenders_fives();
        match fives.first() {
            None => Forced::No,
            Some(_) if fives.has_two() => Forced::Lost,
            Some(point) => Forced::To(point),
        }
    }

    /// gi of order `k`.
    pub fn gi(&self, k: u32, work: &mut Work) -> Option<Win> {
        match k {
            1 => self.fives().first().map(|point| Win { point, zone: Bits::of(point) }),
            2 => self.gi2(work),
            3 => self.gi3(work),
            _ => None,
        }
    }

    fn gi2(&self, work: &mut Work) -> Option<Win> {
        work.boards += 1;
        let doubles = threats(self.attacker, self.empty).doubles;
        if doubles.is_empty() {
            return None;
        }
        let point = match self.forced() {
            Forced::No => doubles.first()?,
            Forced::To(point) if doubles.has(point) => point,
            _ => return None,
        };
        Some(Win { point, zone: Bits::of(point) | self.attacked(point).fives() })
    }

    fn gi3(&self, work: &mut Work) -> Option<Win> {
        work.boards += 1;
        match self.forced() {
            Forced::No => {
                let mut others = self.fours().into_iter().chain(self.near_threes());
                others.find_map(|point| self.g2_after(point, work))
            }
            Forced::To(point) => self.g2_after(point, work),
            Forced::Lost => None,
        }
    }

    /// The win that the attacker has by g1 or g2 after a move. The move stops the defender's four, if there is one.
    fn g2_after(&self, point: u8, work: &mut Work) -> Option<Win> {
        work.boards += 1;
        let after = self.attacked(point);
        let own = threats(after.attacker, after.empty);
        let zone = Bits::of(point);
        if own.fives.has_two() {
            return Some(Win { point, zone: zone | own.fives });
        }
        if let Some(answer) = own.fives.first() {
            let win = after.defended(answer).gi2(work)?;
            return Some(Win { point, zone: zone | own.fives | win.zone });
        }
        if own.doubles.is_empty() || !after.s2(own.doubles, work).is_empty() {
            return None;
        }
        let mut zone = zone | own.doubles;
        for double in own.doubles {
            zone |= after.attacked(double).fives();
        }
        Some(Win { point, zone })
    }

    /// ip of order `k`: the moves that prevent gi of that order; none if it does not hold, or if the defender
    /// completes a five.
    pub fn ip(&self, k: u32, work: &mut Work) -> Option<Bits> {
        if !self.defenders_fives().is_empty() {
            return None;
        }
        work.boards += 1;
        let own = threats(self.attacker, self.empty);
        match k {
            1 if own.fives.is_empty() => None,
            1 if own.fives.has_two() => Some(Bits::NONE),
            1 => Some(own.fives),
            2 if own.doubles.is_empty() => None,
            // The defender's fours do not stop a five.
            2 if !own.fives.is_empty() => None,
            2 => Some(self.s2(own.doubles, work)),
            3 if own.fives.is_empty() && own.doubles.is_empty() => self.ip3(work),
            _ => None,
        }
    }

    /// The defender's moves after which the attacker, who has `doubles`, has neither gi1 nor gi2, where neither side
    /// has a four: the points that all of `doubles` need, and the defender's fours unless the move that stops
    /// them is a double itself.
    fn s2(&self, doubles: Bits, work: &mut Work) -> Bits {
        let mut prevent = self.empty;
        for double in doubles {
            work.boards += 1;
            let fives = self.attacked(double).fives();
            // Of two points that complete it each is needed, of three none is.
            let all = if fives.count() == 2 { fives } else { Bits::NONE };
            prevent &= Bits::of(double) | all;
            if prevent.is_empty() {
                break;
            }
        }
        for four in threats(self.defender, self.empty).fours.without(prevent) {
            if self.defended(four).gi2(work).is_none() {
                prevent |= Bits::of(four);
            }
        }
        prevent
    }

    /// The defender's moves against gi3, where the attacker has neither gi1 nor gi2 and the defender no four.
    ///
    /// A move can only matter if it takes a point from the win, or if it helps the defender to a four or five
    /// with the answers that the win leaves: these are at most two, and the five comes too late with more, so the
    /// move is in a row with two stones of the defender.
    fn ip3(&self, work: &mut Work) -> Option<Bits> {
        let win = self.gi3(work)?;
        let mut prevent = Bits::NONE;
        for point in win.zone | beside_two(self.defender, self.empty) {
            let after = self.defended(point);
            let same = || after.empty.has(win.point) && matches!(after.forced(), Forced::No);
            let wins = same() && after.g2_after(win.point, work).is_some()
                || after.gi2(work).is_some()
                || after.gi3(work).is_some();
            if !wins {
                prevent |= Bits::of(point);
            }
        }
        Some(prevent)
    }

    /// The points where the attacker makes a four.
    pub fn fours(&self) -> Bits {
        threats(self.attacker, self.empty).fours
    }

    /// The points where the attacker may make a three that is no four.
    fn near_threes(&self) -> Bits {
        beside_two(self.attacker, self.empty).without(self.fours())
    }

    /// The points where the attacker makes a three that is no four.
    pub fn threes(&self, work: &mut Work) -> Bits {
        let mut threes = Bits::NONE;
        for point in self.near_threes() {
            work.boards += 1;
            let after = self.attacked(point);
            if !threats(after.attacker, after.empty).doubles.is_empty() {
                threes |= Bits::of(point);
            }
        }
        threes
    }

    /// The points in rows with stones of the attacker and none of the defender.
    pub fn developing(&self) -> Bits {
        beside_one(self.attacker, self.empty)
    }

    /// The move that stops a four of the defender, where the attacker completes no five; no move if there are two points to stop.
    /// None if the defender has no four.
    pub fn stops(&self) -> Option<Bits> {
        match self.forced() {
            Forced::No => None,
            Forced::To(point) => Some(Bits::of(point)),
            Forced::Lost => Some(Bits::NONE),
        }
    }

    /// Whether the attacker, to move, wins by fours alone. Beyond the limit of work nothing is found.
    pub fn chain_of_fours(&self, work: &mut Work) -> bool {
        work.boards += 1;
        let own = threats(self.attacker, self.empty);
        if !own.fives.is_empty() {
            return true;
        }
        let fours = match self.forced() {
            Forced::No if !own.doubles.is_empty() => return true,
            Forced::No => own.fours,
            Forced::To(point) => Bits::of(point) & own.fours,
            Forced::Lost => return false,
        };
        fours.into_iter().any(|four| {
            if work.boards >= work.most {
                return false;
            }
            let after = self.attacked(four);
            let fives = after.fives();
            match fives.first() {
                Some(answer) if !fives.has_two() => after.defended(answer).chain_of_fours(work),
                _ => true,
            }
        })
    }
}
