//! Depth-first proof-number search (Nagai 2002) for the capture of a string.
//!
//! Post: a node with proof number 0 is captured, whatever the defender does. A node with disproof number 0 is
//! not captured by the moves that were tried; that proves nothing.
//!
//! At a node of the defender the first child is the pass. Once it is proven, the other children are the
//! moves in the [zone](super::zone) of that proof. So the order of threats is open, unlike that of the functions
//! gi, ip and g, and the sets of preventing moves are as small as the proofs.
//!
//! A move in the zone is mostly answered as the pass was, and some plies later the proof after the pass no longer
//! needs its point. From there on that proof holds with the stone on the board: it is *borrowed*
//! ([`ProofNumbers::borrow_proof`]).

mod attack;
mod defence;
mod memory;
mod show;

pub(super) use memory::Memory;

use super::zone::Zone;
use super::{Hunt, Task};
use crate::go::{Board, Point, Undo};
use memory::{Child, Entry};
use std::cell::Cell;

/// Plies of the deepest line.
pub(super) const DEEPEST: u32 = 300;
/// The most passes of the defender in a line.
const MOST_EXTRA: u32 = 6;
/// A target with more liberties counts as safe in a line with a pass. `most_liberties` is the limit in other lines.
const MOST_AFTER_PASS: u32 = 8;
/// That limit in the first search, and in the last one of a search that may give up.
const LEAST_WIDTH: u32 = 4;
const MOST_WIDTH: u32 = 5;
/// A root whose proof number exceeds this part of the effort is given up: of the captures that are found at
/// all, nearly all are found before.
const HOPELESS_PART: u64 = 1_200;
/// It is not given up before this part of the effort is spent.
const PATIENCE_PART: u64 = 200;
/// The proof number at which the search first returns to the root. Then it grows by an eighth at a time, so that no
/// move at the root is searched much longer than another one that looks as good.
const FIRST_MOST: u32 = 16;
/// The number of the defender's stones on the way whose absence is asked for.
const SHADOWS: usize = 4;
const INFINITE: u32 = 1 << 28;

/// The proof numbers of nodes that were not searched yet, by the liberties of the target from 2 to 4. They
/// were tuned for the number of captures found with some 40,000 moves played.
const FIRST_OR: [u32; 3] = [2, 6, 37];
const FIRST_AND: [u32; 3] = [4, 16, 44];
const FIRST_ATARI: (u32, u32) = (12, 3);

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
    /// A target with more liberties counts as safe.
    most_liberties: u32,
    /// Whether the attacker tries all moves, its pass included, and not only those near the target.
    everywhere: bool,
    /// Whether the defender may retake a ko at once, as if it had a threat that must be answered.
    retakes: bool,
    /// The fewest liberties with which a target counted as safe in this search, in a line without a pass.
    least_safe: Cell<u32>,
}

/// A node: how it was reached, and when to leave it.
#[derive(Clone, Copy)]
struct Visit {
    /// Proof and disproof number at which the search returns.
    pub thresholds: (u32, u32),
    /// The number of passes on the way.
    pub extra: u32,
    pub ply: u32,
    /// The defender's last stones that took the place of a pass: without one of them, the table may know the
    /// right move, or the whole proof.
    pub shadows: [Option<Point>; SHADOWS],
}

impl Visit {
    /// A visit of the root that ends when the question is answered or the proof number is this large.
    pub fn root(most: u32) -> Visit {
        Visit { thresholds: (most, INFINITE), extra: 0, ply: 0, shadows: [None; SHADOWS] }
    }

    /// A visit of a child.
    fn below(self, thresholds: (u32, u32)) -> Visit {
        Visit { thresholds, ply: self.ply + 1, ..self }
    }
}

/// The child to search next: the one with the least number, and the second least number.
struct Choice {
    at: usize,
    /// The other number of the chosen child.
    other: u32,
    least: u32,
    second: u32,
}

impl Choice {
    /// The better one of the choice so far and a child of the attacker's node with these numbers. Of equals the
    /// one with the smaller disproof number comes first: it needs less work.
    #[inline]
    fn or_child(choice: Option<Choice>, at: usize, proof: u32, disproof: u32) -> Choice {
        let is_better = |c: &Choice| (proof, disproof) < (c.least, c.other);
        Choice::better(
            choice,
            is_better,
            Choice { at, other: disproof, least: proof, second: INFINITE },
        )
    }

    /// The same at a node of the defender. Of equals the one with the larger proof number comes first: it is more
    /// likely to save the target.
    #[inline]
    fn and_child(choice: Option<Choice>, at: usize, proof: u32, disproof: u32) -> Choice {
        let is_better = |c: &Choice| disproof < c.least || disproof == c.least && proof > c.other;
        Choice::better(
            choice,
            is_better,
            Choice { at, other: proof, least: disproof, second: INFINITE },
        )
    }

    #[inline]
    fn better(old: Option<Choice>, is_better: impl Fn(&Choice) -> bool, new: Choice) -> Choice {
        match old {
            Some(old) if !is_better(&old) => Choice { second: old.second.min(new.least), ..old },
            old => Choice { second: old.map_or(INFINITE, |old| old.least), ..new },
        }
    }

    /// The threshold for the chosen child: a little above the number of the next one, so that control does
    /// not change after every step.
    #[inline]
    fn above_second(&self) -> u32 {
        self.second.saturating_add(1 + self.second / 4)
    }
}

impl<'a, 'b> ProofNumbers<'a, 'b> {
    /// A new search. It forgets what the memory knows.
    pub fn new(hunt: Hunt<'b>, memory: &'a mut Memory, retakes: bool) -> ProofNumbers<'a, 'b> {
        memory.next_question();
        if retakes && hunt.board.ko(!hunt.attacker).is_some() {
            hunt.board.lift_ko();
        }
        ProofNumbers {
            hunt,
            memory,
            deepest: DEEPEST,
            most_liberties: LEAST_WIDTH,
            everywhere: false,
            retakes,
            least_safe: Cell::new(u32::MAX),
        }
    }
}

impl ProofNumbers<'_, '_> {
    /// Searches until a capture is found, the work is spent or there is nothing left to search; with an `effort` also
    /// only until the root is hopeless. The search is [widened](Self::widen): most captures allow the target no more
    /// than four liberties, and a narrow search that fails ends sooner.
    pub fn run(&mut self, task: Task, effort: Option<u64>) {
        let hopeless = effort.map_or(INFINITE, |effort| {
            (effort / HOPELESS_PART).clamp(20, u64::from(INFINITE)) as u32
        });
        let patience = self.hunt.work + effort.unwrap_or(0) / PATIENCE_PART;
        self.most_liberties = self.liberties().clamp(LEAST_WIDTH, MOST_WIDTH);
        (self.everywhere, self.least_safe) = (false, Cell::new(u32::MAX));
        let mut most = FIRST_MOST;
        loop {
            let visit = Visit::root(most);
            let before = self.hunt.work;
            match task {
                Task::Attack => self.or_node(visit),
                Task::Defend => self.and_node(visit, None),
            }
            let (proof, disproof, _) = self.numbers(task == Task::Attack).unwrap_or((1, 1, None));
            if proof == 0 || self.hunt.is_spent() {
                return;
            }
            // Numbers that have reached their largest value end a visit below its threshold, and at once.
            let is_stuck = self.hunt.work == before && proof < most;
            if disproof > 0 && (effort.is_some() || !is_stuck) {
                let is_patient = self.hunt.work < patience && !is_stuck;
                if !is_patient && most >= hopeless {
                    return;
                }
                most = most.max(proof).saturating_mul(9) / 8 + 1;
                if !is_patient {
                    most = most.min(hopeless);
                }
            } else {
                if !self.widen(effort.is_none()) {
                    return;
                }
                self.memory.next_search();
                most = FIRST_MOST;
            }
        }
    }

    /// Widens a search that has failed, and says whether that may find more. The limit of the target's liberties rises
    /// to the fewest that counted as safe. With `patience` the attacker's moves are then those on the whole board and its
    /// pass, and the limit rises on.
    fn widen(&mut self, patience: bool) -> bool {
        let needed = self.least_safe.replace(u32::MAX);
        if needed <= MOST_WIDTH || self.everywhere && needed < u32::MAX {
            self.most_liberties = needed;
            return true;
        }
        patience && !std::mem::replace(&mut self.everywhere, patience)
    }

    /// Plays a move of the attacker if it is legal.
    pub fn attack(&mut self, point: Point) -> Option<Undo> {
        self.attack_by_rule(point).map(|(undo, _)| undo)
    }

    /// The same for a line that is shown, with the point that the rule of ko forbids to the defender: the search
    /// may have let it retake.
    pub fn attack_by_rule(&mut self, point: Point) -> Option<(Undo, Option<Point>)> {
        let undo = self.hunt.play(point, true)?;
        let banned = self.hunt.board.ko(!self.hunt.attacker);
        if self.retakes {
            self.hunt.board.lift_ko();
        }
        Some((undo, banned))
    }

    pub fn liberties(&self) -> u32 {
        self.hunt.board.count_liberties(self.hunt.target)
    }

    /// Whether the proof of a position without passes on the way rests on a ko: the defender may not retake.
    pub fn rests_on_ko(&self, attacks: bool) -> bool {
        self.memory.proven(self.hunt.board.key() ^ turn(attacks, 0)).is_some_and(|entry| entry.ko)
    }

    /// Proof and disproof number of the position with this side to move, as far as they are known.
    pub fn numbers(&self, attacks: bool) -> Option<(u32, u32, Option<Point>)> {
        let entry = self.memory.get(self.hunt.board.key() ^ turn(attacks, 0))?;
        Some((entry.proof, entry.disproof, entry.best))
    }

    /// Whether a target with this many liberties counts as safe, after this many passes.
    #[inline]
    fn is_safe(&self, liberties: u32, extra: u32) -> bool {
        if extra > 0 {
            return liberties > MOST_AFTER_PASS.max(self.most_liberties);
        }
        let safe = liberties > self.most_liberties;
        if safe && liberties < self.least_safe.get() {
            self.least_safe.set(liberties);
        }
        safe
    }

    /// The key of the node with one stone of the defender less and one pass more on the way.
    #[inline]
    fn key_without(&self, stone: Point, attacks: bool, extra: u32) -> u64 {
        let stone = Board::stone_key(stone, !self.hunt.attacker);
        self.hunt.board.key() ^ stone ^ turn(attacks, extra + 1)
    }

    /// Proves the node with this key by a proof of the same board without one of the defender's stones, if there is one
    /// whose zone does not contain the stone: what holds after a pass also holds after a move outside the zone.
    fn borrow_proof(&mut self, key: u64, attacks: bool, visit: &Visit) -> bool {
        for stone in visit.shadows.into_iter().flatten() {
            let without = self.key_without(stone, attacks, visit.extra);
            let Some(&Entry { zone, best, ko, .. }) = self.memory.proven(without) else { continue };
            if !self.memory.zones[zone as usize].points.contains(stone) {
                self.store_proven(key, best, ko);
                self.memory.entry(key).zone = zone;
                return true;
            }
        }
        false
    }

    /// The numbers of a node of the attacker that was not searched yet.
    fn first_or(&self, liberties: u32, extra: u32) -> (u32, u32) {
        match liberties {
            1 if self.hunt.gi1().is_some() => (0, INFINITE),
            1 => (4, 2),
            n if self.is_safe(n, extra) => (INFINITE, 0),
            n => (first(&FIRST_OR, n), 1),
        }
    }

    /// The same of a node of the defender.
    fn first_and(&self, liberties: u32, extra: u32) -> (u32, u32) {
        match liberties {
            0 | 1 => FIRST_ATARI,
            n if extra >= MOST_EXTRA || self.is_safe(n, extra) => (INFINITE, 0),
            n => (first(&FIRST_AND, n), 1),
        }
    }

    fn store(&mut self, key: u64, (proof, disproof): (u32, u32), best: Option<Point>) {
        let entry = self.memory.entry(key);
        (entry.proof, entry.disproof) = (proof.min(INFINITE), disproof.min(INFINITE));
        entry.best = best.or(entry.best);
    }

    /// Stores a proven node. `ko` says whether the proof rests on a ko. Without a `best` move the attacker, to move,
    /// passes.
    fn store_proven(&mut self, key: u64, best: Option<Point>, ko: bool) {
        self.store(key, (0, INFINITE), best);
        let entry = self.memory.entry(key);
        (entry.best, entry.ko) = (best, ko);
    }

    /// Stores a proven node in a line with a pass, with the zone of the proof.
    fn store_with_zone(&mut self, key: u64, best: Option<Point>, zone: &Zone) {
        self.store_proven(key, best, zone.ko);
        self.memory.entry(key).zone = self.memory.zones.len() as u32;
        self.memory.zones.push(*zone);
    }
}

/// The first number with this many liberties, at least 2.
#[inline]
fn first(numbers: &[u32; 3], liberties: u32) -> u32 {
    numbers[(liberties as usize - 2).min(2)] * liberties.saturating_sub(3).max(1)
}
