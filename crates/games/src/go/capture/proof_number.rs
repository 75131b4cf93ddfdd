//! Depth-first proof-number search (Nagai 2002) for the capture of a string.
//!
//! Post: a node with proof number 0 is captured, whatever the defender does. A node with disproof number 0 is
//! not captured by the moves that were tried; that proves nothing.
//!
//! At a node of the defender the first child is the pass. Once it is proven, the other children are the
//! moves in the [zone](super::zone) of that proof. So the order of threats is open, unlike that of the functions
//! gi, ip and g, and the sets of preventing moves are as small as the proofs.

use super::Hunt;
use super::zone::Zone;
use crate::go::{Board, Point, Points, Undo};

/// Plies of the deepest ladder. The longest on a board of 19 by 19 has about 150.
const LADDER: u32 = 400;
/// Moves that one ladder may play.
const LADDER_WORK: u64 = 4000;
/// Plies of the deepest line.
pub(super) const DEEPEST: u32 = 300;
/// The most passes of the defender in a line.
const MOST_EXTRA: u32 = 6;
/// A target with more liberties counts as safe. In a line with a pass it may have more.
const MOST_LIBERTIES: [u32; 2] = [5, 8];
pub(super) const INFINITE: u32 = 1 << 28;

/// The numbers of a node that was not searched yet, by the liberties of the target from 2 to 4. They were
/// tuned for the number of captures found with 40,000 moves played.
const FIRST_OR: [(u32, u32); 3] = [(2, 1), (6, 1), (37, 1)];
const FIRST_AND: [(u32, u32); 3] = [(4, 1), (16, 1), (44, 1)];
const FIRST_ATARI: (u32, u32) = (9, 3);
/// What is added to the proof number of a move that is not on a liberty.
const FAR: u32 = 4;
/// What is added to the proof numbers of all moves but the one that was right after a pass.
const OTHER_THAN_HINT: u32 = 4;

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    generation: u32,
    proof: u32,
    disproof: u32,
    /// Of a proven node.
    zone: u32,
    best: Option<Point>,
    /// The attacker's moves, from and to, in the lists of all nodes.
    listed: (u32, u32),
}

const FREE: Entry =
    Entry { key: 0, generation: 0, proof: 1, disproof: 1, zone: 0, best: None, listed: (0, 0) };

/// What a search remembers. It is used again by the next search, which forgets everything at no cost.
pub(super) struct Memory {
    entries: Vec<Entry>,
    generation: u32,
    zones: Vec<Zone>,
    /// The children of the nodes on the present line.
    children: Vec<Child>,
    /// The attacker's moves at nodes that were visited.
    lists: Vec<Child>,
    /// Nodes searched.
    pub nodes: u64,
}

#[derive(Clone, Copy)]
struct Child {
    /// None is the pass.
    point: Option<Point>,
    key: u64,
    /// The numbers before the first visit.
    first: (u32, u32),
    /// Whether the zone was added to that of the parent.
    added: bool,
}

impl Memory {
    pub fn new(entries: usize) -> Memory {
        Memory {
            entries: vec![FREE; entries.next_power_of_two().max(2)],
            generation: 0,
            zones: Vec::new(),
            children: Vec::new(),
            lists: Vec::new(),
            nodes: 0,
        }
    }

    pub fn next_search(&mut self) {
        self.generation += 1;
        if self.generation == u32::MAX {
            self.entries.fill(FREE);
            self.generation = 1;
        }
        self.zones.clear();
        self.lists.clear();
        self.children.clear();
    }

    #[inline]
    fn get(&self, key: u64) -> Option<&Entry> {
        let first = key as usize & (self.entries.len() - 2);
        let pair = &self.entries[first..first + 2];
        pair.iter().find(|entry| entry.key == key && entry.generation == self.generation)
    }

    #[inline]
    fn entry(&mut self, key: u64) -> &mut Entry {
        let first = key as usize & (self.entries.len() - 2);
        let generation = self.generation;
        let pair = &mut self.entries[first..first + 2];
        let mine = |entry: &Entry| entry.generation == generation && entry.key == key;
        let at = if mine(&pair[0]) {
            0
        } else if mine(&pair[1]) {
            1
        } else {
            let at = usize::from(pair[0].generation == generation);
            pair[at] = Entry { key, generation, ..FREE };
            at
        };
        &mut pair[at]
    }

    #[inline]
    fn numbers(&self, child: &Child) -> (u32, u32) {
        self.get(child.key).map_or(child.first, |entry| (entry.proof, entry.disproof))
    }
}

/// What is added to the key of a board: the side to move and the number of passes on the way. Zones depend
/// on it.
#[inline]
fn turn(attacks: bool, extra: u32) -> u64 {
    (u64::from(extra) * 2 + u64::from(attacks) + 1).wrapping_mul(0x9fb2_1c65_1e98_df25)
}

pub(super) struct ProofNumbers<'a, 'b> {
    pub hunt: Hunt<'b>,
    pub memory: &'a mut Memory,
    /// Plies of the deepest line.
    pub deepest: u32,
    /// Whether the defender may retake a ko at once, as if it had a threat that must be answered. Not in lines
    /// with a pass, where it has played elsewhere already.
    pub retakes: bool,
    /// Whether the defender could retake a ko.
    pub ko_seen: bool,
}

/// The child to search next: the one with the least number, and the second least number.
struct Choice {
    at: usize,
    /// The other number of the chosen child.
    other: u32,
    least: u32,
    second: u32,
}

/// The threshold for a child that competes with a sibling: a little above the sibling's number, so that control
/// does not change after every step.
#[inline]
fn above(second: u32) -> u32 {
    second.saturating_add(1 + second / 4)
}

impl ProofNumbers<'_, '_> {
    /// Plays a move of the attacker if it is legal.
    pub fn attack(&mut self, point: Point, extra: u32) -> Option<Undo> {
        let undo = self.hunt.play(point, true)?;
        if extra == 0 && self.hunt.board.ko(!self.hunt.attacker).is_some() {
            self.ko_seen = true;
            if self.retakes {
                // Taking the move back restores what was there before it.
                self.hunt.board.lift_ko();
            }
        }
        Some(undo)
    }

    fn liberties(&self) -> u32 {
        self.hunt.board.count_liberties(self.hunt.target)
    }

    /// Proof and disproof number of the position with this side to move, as far as they are known.
    pub fn numbers(&self, attacks: bool) -> Option<(u32, u32, Option<Point>)> {
        let entry = self.memory.get(self.hunt.board.key() ^ turn(attacks, 0))?;
        Some((entry.proof, entry.disproof, entry.best))
    }

    /// The numbers of a node of the attacker that was not searched yet.
    fn first_or(&self, extra: u32) -> (u32, u32) {
        match self.liberties() {
            1 if self.hunt.gi1().is_some() => (0, INFINITE),
            1 => (4, 2),
            n if n > MOST_LIBERTIES[usize::from(extra > 0)] => (INFINITE, 0),
            n => first(&FIRST_OR, n),
        }
    }

    /// The same of a node of the defender.
    fn first_and(&self, extra: u32) -> (u32, u32) {
        match self.liberties() {
            0 | 1 => FIRST_ATARI,
            n if n > MOST_LIBERTIES[usize::from(extra > 0)] || extra >= MOST_EXTRA => (INFINITE, 0),
            n => first(&FIRST_AND, n),
        }
    }

    fn store(&mut self, key: u64, (proof, disproof): (u32, u32), best: Option<Point>) {
        let entry = self.memory.entry(key);
        (entry.proof, entry.disproof) = (proof.min(INFINITE), disproof.min(INFINITE));
        entry.best = best.or(entry.best);
    }

    fn store_proven(&mut self, key: u64, best: Option<Point>, zone: &Zone) {
        let index = self.memory.zones.len() as u32;
        self.memory.zones.push(*zone);
        self.store(key, (0, INFINITE), best);
        self.memory.entry(key).zone = index;
    }

    /// Searches a node of the attacker until its numbers reach the thresholds. `extra` is the number of passes on
    /// the way. `shadow` is the key of the defender's stone that took the place of the last pass: without it,
    /// the table may know the right move.
    pub fn or_node(&mut self, thresholds: (u32, u32), extra: u32, ply: u32, shadow: u64) {
        self.memory.nodes += 1;
        self.hunt.look(self.memory.nodes);
        let key = self.hunt.board.key() ^ turn(true, extra);
        if let Some(last) = self.hunt.gi1() {
            let zone = self.zone_of_capture(last, extra);
            return self.store_proven(key, Some(last), &zone);
        }
        let first = self.first_or(extra);
        if first.1 == 0 || ply > self.deepest {
            return self.store(key, (INFINITE, 0), None);
        }
        let base = self.memory.children.len();
        match self.memory.get(key).map(|entry| entry.listed) {
            Some((start, end)) if end > start => {
                let Memory { children, lists, .. } = &mut *self.memory;
                children.extend_from_slice(&lists[start as usize..end as usize]);
            }
            _ => {
                if self.liberties() == 2 {
                    let mut zone = Zone::default();
                    let limit = self.hunt.limit;
                    self.hunt.limit = limit.min(self.hunt.work + LADDER_WORK);
                    let found = self.ladder(LADDER.min(self.deepest), extra, &mut zone);
                    self.hunt.limit = limit;
                    if let Some(point) = found {
                        return self.store_proven(key, Some(point), &zone);
                    }
                }
                self.list_attacks(extra, shadow);
                let Memory { children, lists, .. } = &mut *self.memory;
                let start = lists.len() as u32;
                lists.extend_from_slice(&children[base..]);
                let end = lists.len() as u32;
                self.store(key, first, None);
                self.memory.entry(key).listed = (start, end);
            }
        }
        self.best_attack(key, base, thresholds, extra, ply, shadow);
        self.memory.children.truncate(base);
    }

    fn best_attack(
        &mut self,
        key: u64,
        base: usize,
        thresholds: (u32, u32),
        extra: u32,
        ply: u32,
        shadow: u64,
    ) {
        loop {
            let mut choice: Option<Choice> = None;
            let mut sum = 0_u32;
            for (at, child) in self.memory.children[base..].iter().enumerate() {
                let (proof, disproof) = self.memory.numbers(child);
                sum = (sum + disproof).min(INFINITE);
                match &mut choice {
                    Some(choice) if proof >= choice.least => {
                        choice.second = choice.second.min(proof);
                    }
                    choice => {
                        let second = choice.as_ref().map_or(INFINITE, |choice| choice.least);
                        let (least, other) = (proof, disproof);
                        *choice = Some(Choice { at, other, least, second });
                    }
                }
            }
            // Without a legal move, or if all are refuted.
            let Some(choice) = choice.filter(|_| sum > 0) else {
                return self.store(key, (INFINITE, 0), None);
            };
            let child = self.memory.children[base + choice.at];
            let Some(point) = child.point else { return };
            if choice.least == 0 {
                let below = self.memory.get(child.key).map_or(0, |entry| entry.zone);
                let mut zone = self.memory.zones[below as usize];
                zone.add_target(&self.hunt);
                zone.points.insert(point);
                zone.add_captures(&self.hunt, point);
                zone.close(self.hunt.board, self.hunt.attacker, extra);
                return self.store_proven(key, Some(point), &zone);
            }
            if choice.least >= thresholds.0 || sum >= thresholds.1 || self.hunt.is_spent() {
                return self.store(key, (choice.least, sum), Some(point));
            }
            let proof = thresholds.0.min(above(choice.second));
            let disproof = (thresholds.1 - sum).saturating_add(choice.other).min(INFINITE);
            let Some(undo) = self.attack(point, extra) else { return };
            self.and_node((proof, disproof), extra, ply + 1, Some(point), shadow);
            self.hunt.board.undo(undo);
        }
    }

    /// Adds the attacker's moves to the children.
    fn list_attacks(&mut self, extra: u32, shadow: u64) {
        let liberties = self.hunt.liberties();
        let moves = match extra {
            0 | 1 => self.hunt.capturing_3(),
            2..=4 => self.hunt.capturing_2(),
            _ => liberties,
        };
        let shadow = (shadow != 0).then(|| self.hunt.board.key() ^ shadow ^ turn(true, extra + 1));
        let hint = shadow.and_then(|key| self.memory.get(key));
        let hint = hint.filter(|entry| entry.proof == 0).and_then(|entry| entry.best);
        for point in moves.and(&liberties).into_iter().chain(moves.without(&liberties)) {
            let Some(undo) = self.attack(point, extra) else { continue };
            let mut first = self.first_and(extra);
            let key = self.hunt.board.key() ^ turn(false, extra);
            self.hunt.board.undo(undo);
            if first.1 == 0 {
                continue;
            }
            first.0 += if liberties.contains(point) { 0 } else { FAR };
            match hint {
                Some(hint) if hint == point => first.0 = 1,
                Some(_) => first.0 += OTHER_THAN_HINT,
                None => {}
            }
            self.memory.children.push(Child { point: Some(point), key, first, added: false });
        }
    }

    /// Searches a node of the defender until its numbers reach the thresholds. `played` is the attacker's move
    /// that led here.
    pub fn and_node(
        &mut self,
        thresholds: (u32, u32),
        extra: u32,
        ply: u32,
        played: Option<Point>,
        shadow: u64,
    ) {
        self.memory.nodes += 1;
        let key = self.hunt.board.key() ^ turn(false, extra);
        if self.first_and(extra).1 == 0 || ply > self.deepest {
            return self.store(key, (INFINITE, 0), None);
        }
        let base = self.memory.children.len();
        let (mut zone, mut known) = self.list_answers(extra, played);
        loop {
            let mut choice: Option<Choice> = None;
            let (mut sum, mut grown, mut unseen) = (0_u32, false, None);
            for at in 0..self.memory.children.len() - base {
                let child = self.memory.children[base + at];
                let (proof, disproof) = self.memory.numbers(&child);
                if proof == 0 {
                    // Without a pass above, only the zone after the pass matters.
                    if !child.added && (extra > 0 || child.point.is_none()) {
                        match self.memory.get(child.key) {
                            Some(entry) => {
                                zone.add(&self.memory.zones[entry.zone as usize]);
                                self.memory.children[base + at].added = true;
                                grown = true;
                            }
                            // Proven at first sight: it has no zone yet.
                            None => unseen = Some(at),
                        }
                    }
                    continue;
                }
                sum = (sum + proof).min(INFINITE);
                match &mut choice {
                    Some(choice) if disproof >= choice.least => {
                        choice.second = choice.second.min(disproof);
                    }
                    choice => {
                        let second = choice.as_ref().map_or(INFINITE, |choice| choice.least);
                        let (least, other) = (disproof, proof);
                        *choice = Some(Choice { at, other, least, second });
                    }
                }
            }
            if grown {
                self.list_zone(extra, &mut zone, &mut known);
                continue;
            }
            let (at, limits) = match (unseen, choice) {
                (Some(at), _) => (at, (INFINITE, INFINITE)),
                (None, None) => {
                    zone.close(self.hunt.board, self.hunt.attacker, extra);
                    self.store_proven(key, None, &zone);
                    break;
                }
                (None, Some(choice)) => {
                    let point = self.memory.children[base + choice.at].point;
                    if choice.least == 0 {
                        self.store(key, (INFINITE, 0), point);
                        break;
                    }
                    let is_enough = sum >= thresholds.0 || choice.least >= thresholds.1;
                    if is_enough || self.hunt.is_spent() {
                        self.store(key, (sum, choice.least), point);
                        break;
                    }
                    let proof = (thresholds.0 - sum).saturating_add(choice.other).min(INFINITE);
                    (choice.at, (proof, thresholds.1.min(above(choice.second))))
                }
            };
            match self.memory.children[base + at].point {
                None => {
                    let ko = self.hunt.board.lift_ko();
                    self.or_node(limits, extra + 1, ply + 1, 0);
                    self.hunt.board.restore_ko(ko);
                }
                Some(point) => {
                    let passed = self.memory.children[base];
                    let shadow = match passed.point.is_none() && passed.added {
                        true => Board::stone_key(point, !self.hunt.attacker),
                        false => shadow,
                    };
                    let Some(undo) = self.hunt.play(point, false) else { break };
                    self.or_node(limits, extra, ply + 1, shadow);
                    self.hunt.board.undo(undo);
                }
            }
        }
        self.memory.children.truncate(base);
    }

    /// Adds the pass, unless the target is in atari, and the defender's moves that are in every zone.
    fn list_answers(&mut self, extra: u32, played: Option<Point>) -> (Zone, Points) {
        let mut zone = Zone::default();
        zone.add_target(&self.hunt);
        if let Some(played) = played {
            zone.stones.insert(played);
        }
        if self.liberties() > 1 {
            let ko = self.hunt.board.lift_ko();
            let first = self.first_or(extra + 1);
            let key = self.hunt.board.key() ^ turn(true, extra + 1);
            self.hunt.board.restore_ko(ko);
            self.memory.children.push(Child { point: None, key, first, added: false });
        }
        let mut known = Points::EMPTY;
        self.list_zone(extra, &mut zone, &mut known);
        (zone, known)
    }

    /// Adds the defender's moves in a zone to the children.
    fn list_zone(&mut self, extra: u32, zone: &mut Zone, known: &mut Points) {
        loop {
            zone.close(self.hunt.board, self.hunt.attacker, extra);
            let open = zone.points.and(self.hunt.board.empty()).without(known);
            if open.is_empty() {
                return;
            }
            *known = known.or(&open);
            for point in open {
                let Some(undo) = self.hunt.play(point, false) else {
                    zone.add_forbidden(&self.hunt, point);
                    continue;
                };
                let first = self.first_or(extra);
                let key = self.hunt.board.key() ^ turn(true, extra);
                self.hunt.board.undo(undo);
                self.memory.children.push(Child { point: Some(point), key, first, added: false });
            }
        }
    }

    /// The defender's moves that a proven node without passes on the way has answers to.
    pub fn answers(&mut self, played: Option<Point>) -> Vec<Point> {
        let base = self.memory.children.len();
        let (mut zone, mut known) = self.list_answers(0, played);
        if let Some(&Child { point: None, key, .. }) = self.memory.children.get(base) {
            if self.memory.get(key).is_none_or(|entry| entry.proof > 0) {
                let ko = self.hunt.board.lift_ko();
                self.or_node((INFINITE, INFINITE), 1, 1, 0);
                self.hunt.board.restore_ko(ko);
            }
            if let Some(entry) = self.memory.get(key) {
                zone.add(&self.memory.zones[entry.zone as usize]);
                self.list_zone(0, &mut zone, &mut known);
            }
        }
        let points = self.memory.children[base..].iter().filter_map(|child| child.point).collect();
        self.memory.children.truncate(base);
        points
    }

    fn zone_of_capture(&self, last: Point, extra: u32) -> Zone {
        let mut zone = Zone::default();
        zone.add_target(&self.hunt);
        zone.add_captures(&self.hunt, last);
        zone.close(self.hunt.board, self.hunt.attacker, extra);
        zone
    }

    /// A ladder: every move of the attacker is atari. The first move, and the zone.
    fn ladder(&mut self, plies: u32, extra: u32, zone: &mut Zone) -> Option<Point> {
        if let Some(last) = self.hunt.gi1() {
            zone.add(&self.zone_of_capture(last, extra));
            return Some(last);
        }
        if self.liberties() != 2 || plies < 2 || self.hunt.is_spent() {
            return None;
        }
        let moves = self.hunt.liberties();
        moves.into_iter().find(|&point| {
            let Some(undo) = self.attack(point, extra) else { return false };
            let mut own = Zone::default();
            let won = self.liberties() == 1 && {
                own.add_target(&self.hunt);
                own.stones.insert(point);
                self.ladder_holds(plies - 1, extra, &mut own)
            };
            self.hunt.board.undo(undo);
            if won {
                own.add_target(&self.hunt);
                own.points.insert(point);
                own.add_captures(&self.hunt, point);
                own.close(self.hunt.board, self.hunt.attacker, extra);
                zone.add(&own);
            }
            won
        })
    }

    /// Whether every move of the defender in a zone is answered by going on with the ladder.
    fn ladder_holds(&mut self, plies: u32, extra: u32, zone: &mut Zone) -> bool {
        let mut tested = Points::EMPTY;
        loop {
            zone.close(self.hunt.board, self.hunt.attacker, extra);
            let open = zone.points.and(self.hunt.board.empty()).without(&tested);
            if open.is_empty() {
                return true;
            }
            for point in open {
                tested.insert(point);
                if self.hunt.is_spent() {
                    return false;
                }
                let Some(undo) = self.hunt.play(point, false) else {
                    zone.add_forbidden(&self.hunt, point);
                    continue;
                };
                let mut below = Zone::default();
                let won = self.ladder(plies - 1, extra, &mut below).is_some();
                self.hunt.board.undo(undo);
                if !won {
                    return false;
                }
                if extra > 0 {
                    zone.add(&below);
                }
            }
        }
    }
}

/// The first numbers with this many liberties, at least 2.
#[inline]
fn first(numbers: &[(u32, u32); 3], liberties: u32) -> (u32, u32) {
    let (proof, disproof) = numbers[(liberties as usize - 2).min(2)];
    (proof * liberties.saturating_sub(3).max(1), disproof)
}
