//! Nodes of the defender.

use super::memory::{Entry, Replies};
use super::{Child, Choice, INFINITE, ProofNumbers, SHADOWS, Visit, turn};
use crate::go::capture::zone::Zone;
use crate::go::{Foresight, Point};

/// The largest proof number of a move that is not on a liberty of the target, once the pass is proven: most such
/// moves are answered as the pass was.
const ELSEWHERE: u32 = 2;

impl ProofNumbers<'_, '_> {
    /// Searches a node of the defender until its numbers reach the thresholds. `played` is the attacker's move
    /// that led here.
    pub(super) fn and_node(&mut self, visit: Visit, played: Option<Point>) {
        self.memory.nodes += 1;
        let key = self.hunt.board.key() ^ turn(false, visit.extra);
        if self.first_and(self.liberties(), visit.extra).1 == 0 || visit.ply > self.deepest {
            return self.store(key, (INFINITE, 0), None);
        }
        if self.borrow_proof(key, false, &visit) {
            return;
        }
        let base = self.memory.children.len();
        let mut replies = match self.memory.recall_replies(key, visit.extra) {
            Some(replies) => replies,
            None => {
                let replies = self.list_answers(visit.extra, played);
                self.store(key, (1, 1), None);
                self.memory.keep_replies(key, base, &replies, visit.extra);
                replies
            }
        };
        self.best_answer_at(key, base, visit, played, &mut replies);
        self.memory.children.truncate(base);
    }

    /// Searches the children from `base` on, those of the node with this key.
    fn best_answer_at(
        &mut self,
        key: u64,
        base: usize,
        visit: Visit,
        played: Option<Point>,
        replies: &mut Replies,
    ) {
        let (extra, thresholds) = (visit.extra, visit.thresholds);
        let listed = self.memory.children.len();
        loop {
            if extra == 0 && !replies.settled && self.settle(base, played, replies) {
                self.memory.keep_replies(key, base, replies, extra);
            }
            let mut choice: Option<Choice> = None;
            let (mut sum, mut grown, mut unseen) = (0_u32, false, None);
            let mut ko = replies.ko;
            for at in 0..self.memory.children.len() - base {
                let child = self.memory.children[base + at];
                let (proof, disproof) = self.memory.numbers(&child);
                if proof == 0 {
                    match self.memory.get(child.key) {
                        // Without a pass above, nobody asks for the zone.
                        Some(entry) if extra == 0 => ko |= entry.ko,
                        None if extra == 0 => {}
                        Some(entry) if !child.added => {
                            replies.zone.add(&self.memory.zones[entry.zone as usize]);
                            self.memory.children[base + at].added = true;
                            grown = true;
                        }
                        Some(_) => {}
                        // Proven at first sight: it has no zone yet.
                        None => unseen = (!child.added).then_some(at).or(unseen),
                    }
                    continue;
                }
                sum = (sum + proof).min(INFINITE);
                choice = Some(Choice::and_child(choice, at, proof, disproof));
            }
            if grown {
                self.list_zone(extra, replies);
                continue;
            }
            let (at, limits) = match (unseen, choice) {
                (Some(at), _) => (at, (INFINITE, INFINITE)),
                (None, None) => {
                    if extra == 0 {
                        return self.store_proven(key, None, ko);
                    }
                    replies.zone.close(self.hunt.board, self.hunt.attacker, extra);
                    return self.store_with_zone(key, None, &replies.zone);
                }
                (None, Some(choice)) => {
                    let point = self.memory.children[base + choice.at].point;
                    if choice.least == 0 {
                        return self.store(key, (INFINITE, 0), point);
                    }
                    let is_enough = sum >= thresholds.0 || choice.least >= thresholds.1;
                    if is_enough || self.hunt.is_spent() {
                        if extra > 0 && self.memory.children.len() > listed {
                            self.memory.keep_replies(key, base, replies, extra);
                        }
                        return self.store(key, (sum, choice.least), point);
                    }
                    let proof = (thresholds.0 - sum).saturating_add(choice.other).min(INFINITE);
                    (choice.at, (proof, thresholds.1.min(choice.above_second())))
                }
            };
            let below = visit.below(limits);
            match self.memory.children[base + at].point {
                None => {
                    let ko = self.hunt.board.lift_ko();
                    self.or_node(Visit { extra: extra + 1, shadows: [None; SHADOWS], ..below });
                    self.hunt.board.restore_ko(ko);
                }
                Some(point) => {
                    let pass = self.memory.children[base];
                    let mut shadows = visit.shadows;
                    if pass.point.is_none() && self.memory.proven(pass.key).is_some() {
                        shadows.rotate_right(1);
                        shadows[0] = Some(point);
                    }
                    let Some(undo) = self.hunt.play(point, false) else { return };
                    self.or_node(Visit { shadows, ..below });
                    self.hunt.board.undo(undo);
                }
            }
        }
    }

    /// Adds the pass, unless the target is in atari, and the defender's moves that are in every zone.
    fn list_answers(&mut self, extra: u32, played: Option<Point>) -> Replies {
        if self.liberties() > 1 {
            let ko = self.hunt.board.lift_ko();
            let first = self.first_or(self.liberties(), extra + 1);
            let key = self.hunt.board.key() ^ turn(true, extra + 1);
            self.hunt.board.restore_ko(ko);
            self.memory.children.push(Child { point: None, key, first, added: false });
        }
        let zone = self.zone_around(played);
        let mut replies = Replies { zone, ..Replies::default() };
        self.list_zone(extra, &mut replies);
        replies
    }

    /// What is in every zone.
    fn zone_around(&self, played: Option<Point>) -> Zone {
        let mut zone = Zone::default();
        zone.add_target(&self.hunt);
        if let Some(played) = played {
            zone.stones.insert(played);
        }
        zone
    }

    /// Adds the defender's moves in the zone to the children. Those of a target in atari must extend it or
    /// capture around it: after all others the attacker captures at once.
    fn list_zone(&mut self, extra: u32, replies: &mut Replies) {
        let Replies { zone, known, settled, ko } = replies;
        let liberties = self.hunt.liberties();
        let sensible = match self.liberties() {
            1 => self.hunt.preventing_1(),
            _ => *self.hunt.board.empty(),
        };
        let mut is_closed = false;
        while !is_closed {
            zone.close(self.hunt.board, self.hunt.attacker, extra);
            is_closed = true;
            let open = zone.points.and(&sensible).without(known);
            *known = known.or(&open);
            for point in open {
                match self.reply(point, extra) {
                    Some(mut child) => {
                        if *settled && !liberties.contains(point) && child.first.0 < INFINITE {
                            child.first.0 = child.first.0.min(ELSEWHERE);
                        }
                        self.memory.children.push(child);
                    }
                    None => {
                        *ko |= self.hunt.is_banned(point);
                        zone.add_forbidden(&self.hunt, point);
                        is_closed = false;
                    }
                }
            }
        }
    }

    /// A move of the defender as a child; none if it is not legal.
    fn reply(&mut self, point: Point, extra: u32) -> Option<Child> {
        let foreseen = self.hunt.board.foresee(point, !self.hunt.attacker, self.hunt.target);
        let (key, first) = match foreseen {
            Foresight::Illegal => return None,
            // Nothing was captured, so no ko hinders the attacker.
            Foresight::Quiet { key, liberties: 1 } => (key, (0, INFINITE)),
            Foresight::Quiet { key, liberties } => (key, self.first_or(liberties, extra)),
            Foresight::Captures => {
                let undo = self.hunt.play(point, false)?;
                let after = (self.hunt.board.key(), self.first_or(self.liberties(), extra));
                self.hunt.board.undo(undo);
                after
            }
        };
        Some(Child { point: Some(point), key: key ^ turn(true, extra), first, added: false })
    }

    /// If the pass, which is the first child, is proven: replaces the others by the moves in the zone of that
    /// proof. No others can prevent the capture where no pass was made on the way.
    fn settle(&mut self, base: usize, played: Option<Point>, replies: &mut Replies) -> bool {
        let pass = self.memory.children.get(base).filter(|child| child.point.is_none());
        let Some(&Entry { zone, .. }) = pass.and_then(|pass| self.memory.proven(pass.key)) else {
            return false;
        };
        *replies = Replies { zone: self.zone_around(played), settled: true, ..Replies::default() };
        replies.zone.add(&self.memory.zones[zone as usize]);
        self.memory.children.truncate(base + 1);
        self.list_zone(0, replies);
        true
    }

    /// The defender's moves that a proven node without passes on the way has answers to.
    pub fn answers(&mut self, played: Option<Point>) -> Vec<Point> {
        let base = self.memory.children.len();
        let mut replies = self.list_answers(0, played);
        let pass = self.memory.children.get(base).filter(|child| child.point.is_none());
        if pass.is_some_and(|pass| self.memory.proven(pass.key).is_none()) {
            let ko = self.hunt.board.lift_ko();
            self.or_node(Visit { extra: 1, ply: 1, ..Visit::root(INFINITE) });
            self.hunt.board.restore_ko(ko);
        }
        self.settle(base, played, &mut replies);
        let points = self.memory.children[base..].iter().filter_map(|child| child.point).collect();
        self.memory.children.truncate(base);
        points
    }
}
