//! Nodes of the attacker, and ladders in lines with a pass.

use super::{Child, Choice, INFINITE, ProofNumbers, Visit, turn};
use crate::go::capture::zone::Zone;
use crate::go::{Foresight, Point, Points};

/// Plies of the deepest ladder at the root. The longest on a board of 19 by 19 has about 150.
const LADDER: u32 = 400;
/// Plies of the deepest ladder below it. Longer ones are found by the search itself.
const SHORT_LADDER: u32 = 10;
/// Moves that one ladder may play.
const LADDER_WORK: u64 = 4000;
/// What is added to the proof number of a move that is not on a liberty.
const FAR: u32 = 2;
/// The same for a move that is not near the target, and for a pass.
const AWAY: u32 = 12;
/// What is added to the proof number of a move in a line with a pass: its proof needs a zone as well.
const AFTER_PASS: u32 = 5;
/// What is added to the proof numbers of all moves but the one that was right after a pass.
const OTHER_THAN_HINT: u32 = 2;
/// What is added to the proof number of a move whose stone has at most one liberty, or two.
const SELF_ATARI: u32 = 12;
const TWO_LIBERTIES: u32 = 3;
/// What is added to the proof number of a move that leaves a string of the attacker around the target in atari,
/// while the target is not.
const LEFT_IN_ATARI: u32 = 6;
/// What is taken from the proof number of a move on the last liberty of such a string.
const RESCUE: u32 = 3;
/// What is added to the proof number for each liberty beyond two that the target can get by its next move.
const ESCAPE: u32 = 2;

impl ProofNumbers<'_, '_> {
    /// Searches a node of the attacker until its numbers reach the thresholds.
    pub(super) fn or_node(&mut self, visit: Visit) {
        let extra = visit.extra;
        self.memory.nodes += 1;
        self.memory.tidy();
        self.hunt.look(self.memory.nodes);
        let key = self.hunt.board.key() ^ turn(true, extra);
        if let Some(last) = self.hunt.gi1() {
            return match extra {
                0 => self.store_proven(key, Some(last), false),
                _ => self.store_with_zone(key, Some(last), &self.zone_of_capture(last, extra)),
            };
        }
        if self.borrow_proof(key, true, &visit) {
            return;
        }
        let first = self.first_or(self.liberties(), extra);
        if first.1 == 0 || visit.ply > self.deepest {
            return self.store(key, (INFINITE, 0), None);
        }
        let base = self.memory.children.len();
        if self.memory.recall_list(key).is_none() {
            if self.liberties() == 2 && self.ladder_at(key, visit) {
                return;
            }
            self.list_attacks(&visit);
            self.store(key, first, None);
            self.memory.keep_list(key, base);
        }
        self.best_attack(key, base, visit);
        self.memory.children.truncate(base);
    }

    /// Searches the children from `base` on, those of the node with this key.
    fn best_attack(&mut self, key: u64, base: usize, visit: Visit) {
        let (extra, thresholds) = (visit.extra, visit.thresholds);
        loop {
            let mut choice = None;
            let mut sum = 0_u32;
            for (at, child) in self.memory.children[base..].iter().enumerate() {
                let (proof, disproof) = self.memory.numbers(child);
                sum = (sum + disproof).min(INFINITE);
                choice = Some(Choice::or_child(choice, at, proof, disproof));
            }
            // Without a legal move, or if all are refuted.
            let Some(choice) = choice.filter(|_| sum > 0) else {
                return self.store(key, (INFINITE, 0), None);
            };
            let child = self.memory.children[base + choice.at];
            if choice.least == 0 {
                let (zone, ko) =
                    self.memory.get(child.key).map_or((0, false), |entry| (entry.zone, entry.ko));
                if let Some(point) = child.point {
                    self.memory.credit(point);
                }
                if extra == 0 {
                    return self.store_proven(key, child.point, ko);
                }
                let mut zone = self.memory.zones[zone as usize];
                if let Some(point) = child.point {
                    self.add_attack(&mut zone, point, extra);
                }
                return self.store_with_zone(key, child.point, &zone);
            }
            if choice.least >= thresholds.0 || sum >= thresholds.1 || self.hunt.is_spent() {
                return self.store(key, (choice.least, sum), child.point);
            }
            let proof = thresholds.0.min(choice.above_second());
            let disproof = (thresholds.1 - sum).saturating_add(choice.other).min(INFINITE);
            let below = visit.below((proof, disproof));
            match child.point {
                Some(point) => {
                    let Some(undo) = self.attack(point) else { return };
                    self.and_node(below, Some(point));
                    self.hunt.board.undo(undo);
                }
                None => {
                    let ko = self.hunt.board.lift_ko();
                    self.and_node(below, None);
                    self.hunt.board.restore_ko(ko);
                }
            }
        }
    }

    /// Adds the attacker's moves to the children.
    fn list_attacks(&mut self, visit: &Visit) {
        let extra = visit.extra;
        let liberties = self.hunt.liberties();
        let near = match extra {
            0..=2 => self.hunt.capturing_3(),
            3 | 4 => self.hunt.capturing_2(),
            _ => liberties,
        };
        let moves = if self.everywhere { *self.hunt.board.empty() } else { near };
        let hint = visit.shadows.iter().flatten().find_map(|&stone| {
            self.memory.proven(self.key_without(stone, true, extra)).and_then(|entry| entry.best)
        });
        let escapes = self.escapes(&liberties);
        let rescues = self.hunt.rescues();
        for point in moves.and(&liberties).into_iter().chain(moves.without(&liberties)) {
            let foreseen = self.hunt.board.foresee(point, self.hunt.attacker, self.hunt.target);
            let (key, mut first) = match foreseen {
                Foresight::Illegal => continue,
                Foresight::Quiet { key, liberties } => {
                    let mut first = self.first_and(liberties, extra);
                    if liberties > 1 {
                        first.0 += ESCAPE * escape_after(&escapes, point).saturating_sub(2);
                    }
                    first.0 = self.with_danger(first.0, point, liberties == 1, &rescues);
                    (key, first)
                }
                Foresight::Captures => {
                    let Some(undo) = self.attack(point) else { continue };
                    let after = (self.hunt.board.key(), self.first_and(self.liberties(), extra));
                    self.hunt.board.undo(undo);
                    after
                }
            };
            if first.1 == 0 {
                continue;
            }
            first.0 += match liberties.contains(point) {
                true => 0,
                false if near.contains(point) => FAR,
                false => AWAY,
            };
            first.0 += if extra > 0 { AFTER_PASS } else { 0 };
            if self.memory.is_often_right(point) {
                first.0 = first.0.div_ceil(2);
            }
            match hint {
                Some(hint) if hint == point => first.0 = 1,
                Some(_) => first.0 += OTHER_THAN_HINT,
                None => {}
            }
            let key = key ^ turn(false, extra);
            self.memory.children.push(Child { point: Some(point), key, first, added: false });
        }
        if self.everywhere && self.hunt.may_wait() {
            self.list_wait(extra);
        }
    }

    /// Adds the attacker's pass to the children.
    fn list_wait(&mut self, extra: u32) {
        let first = self.first_and(self.liberties(), extra);
        if first.1 > 0 {
            let ko = self.hunt.board.lift_ko();
            let key = self.hunt.board.key() ^ turn(false, extra);
            self.hunt.board.restore_ko(ko);
            let first = (first.0 + AWAY, first.1);
            self.memory.children.push(Child { point: None, key, first, added: false });
        }
    }

    /// The proof number of a move that captures nothing, corrected for what the defender may capture after it.
    /// `rescues` are the last liberties of the attacker's strings around the target.
    fn with_danger(&self, mut proof: u32, point: Point, atari: bool, rescues: &Points) -> u32 {
        let board = &*self.hunt.board;
        // With three empty neighbours the others need not be looked at.
        if board.open_neighbours(point) < 3 {
            proof += match board.extended(point, self.hunt.attacker).len() {
                0 | 1 => SELF_ATARI,
                2 => TWO_LIBERTIES,
                _ => 0,
            };
        }
        if rescues.contains(point) {
            proof = proof.saturating_sub(RESCUE).max(1);
        } else if !atari && !rescues.is_empty() {
            proof += LEFT_IN_ATARI;
        }
        proof
    }

    /// For each liberty of the target the liberties that it has after a move there.
    fn escapes(&self, liberties: &Points) -> [Option<Escape>; MOST_ESCAPES] {
        let mut escapes = [None; MOST_ESCAPES];
        for (escape, at) in escapes.iter_mut().zip(*liberties) {
            let liberties = self.hunt.board.extended(at, !self.hunt.attacker);
            *escape = Some(Escape { at, count: liberties.len() as u32, liberties });
        }
        escapes
    }

    /// Adds what an attack on `point` needs to the zone of what follows it.
    fn add_attack(&self, zone: &mut Zone, point: Point, extra: u32) {
        zone.add_target(&self.hunt);
        zone.points.insert(point);
        zone.add_captures(&self.hunt, point);
        // The move must be legal with the extra stones too. The node after it has looked at the liberties of the
        // stone that led there, which may have been another one.
        let liberties = self.hunt.board.extended(point, self.hunt.attacker);
        if liberties.len() as u32 <= extra + 1 {
            zone.points = zone.points.or(&liberties);
        }
        zone.close(self.hunt.board, self.hunt.attacker, extra);
    }

    fn zone_of_capture(&self, last: Point, extra: u32) -> Zone {
        let mut zone = Zone::default();
        zone.add_target(&self.hunt);
        zone.add_captures(&self.hunt, last);
        zone.close(self.hunt.board, self.hunt.attacker, extra);
        zone
    }

    /// Looks for a ladder against a target with two liberties at the node with this key, and stores it.
    fn ladder_at(&mut self, key: u64, visit: Visit) -> bool {
        let Visit { extra, ply, .. } = visit;
        let limit = self.hunt.limit;
        self.hunt.limit = limit.min(self.hunt.work + LADDER_WORK);
        let depth = if extra == 0 && ply < 2 { LADDER } else { SHORT_LADDER };
        let plies = depth.min(self.deepest);
        let found = if extra == 0 {
            let seen = std::mem::take(&mut self.hunt.ko_seen);
            let found = self.hunt.ladder_move(plies, self.retakes);
            if found.is_some() {
                self.store_proven(key, found, self.hunt.ko_seen);
            }
            self.hunt.ko_seen |= seen;
            found
        } else {
            let mut zone = Zone::default();
            let found = self.ladder(plies, extra, &mut zone);
            if found.is_some() {
                self.store_with_zone(key, found, &zone);
            }
            found
        };
        self.hunt.limit = limit;
        found.is_some()
    }

    /// A ladder with its zone: every move of the attacker is atari. Returns the first move.
    fn ladder(&mut self, plies: u32, extra: u32, zone: &mut Zone) -> Option<Point> {
        if let Some(last) = self.hunt.gi1() {
            zone.add(&self.zone_of_capture(last, extra));
            return Some(last);
        }
        if self.liberties() != 2 || plies < 2 || self.hunt.is_spent() {
            return None;
        }
        self.hunt.ladder_moves().find(|&point| {
            let Some(undo) = self.attack(point) else { return false };
            let mut own = Zone::default();
            let won = self.liberties() == 1 && {
                own.add_target(&self.hunt);
                own.stones.insert(point);
                self.ladder_holds(plies - 1, extra, &mut own)
            };
            self.hunt.board.undo(undo);
            if won {
                self.add_attack(&mut own, point, extra);
                zone.add(&own);
            }
            won
        })
    }

    /// Whether every move of the defender that may save the target, in atari, is answered by going on with the
    /// ladder. After all others the target is captured at once, so they need no answers in the zone.
    fn ladder_holds(&mut self, plies: u32, extra: u32, zone: &mut Zone) -> bool {
        let moves = self.hunt.preventing_1();
        let escapes = |point| {
            let foreseen = self.hunt.board.foresee(point, !self.hunt.attacker, self.hunt.target);
            matches!(foreseen, Foresight::Quiet { liberties, .. } if liberties > 2)
        };
        if moves.into_iter().any(escapes) {
            return false;
        }
        for point in moves {
            let Some(undo) = self.hunt.play(point, false) else {
                zone.add_forbidden(&self.hunt, point);
                continue;
            };
            let won = self.ladder(plies - 1, extra, zone).is_some();
            self.hunt.board.undo(undo);
            if !won {
                return false;
            }
        }
        zone.close(self.hunt.board, self.hunt.attacker, extra);
        true
    }
}

/// The most liberties of a target that are looked at for its escapes.
const MOST_ESCAPES: usize = 8;

/// What a move of the defender on a liberty of the target would give.
#[derive(Clone, Copy)]
struct Escape {
    at: Point,
    liberties: Points,
    count: u32,
}

/// The most liberties that the target can get by one move after an attack on `point`.
fn escape_after(escapes: &[Option<Escape>; MOST_ESCAPES], point: Point) -> u32 {
    let others = escapes.iter().flatten().filter(|escape| escape.at != point);
    let counts = others.map(|escape| escape.count - u32::from(escape.liberties.contains(point)));
    counts.max().unwrap_or(0)
}
