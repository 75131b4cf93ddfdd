//! What a search by proof numbers remembers.

use super::super::zone::Zone;
use crate::go::point::INDICES;
use crate::go::{Point, Points};

/// What is known about a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    generation: u16,
    /// Of a node without passes on the way: whether its list lacks a move that ko forbids or, if it is proven,
    /// whether the proof rests on a ko.
    pub ko: bool,
    pub proof: u32,
    pub disproof: u32,
    /// In a line with a pass: the index of the zone of a proven node, or of what is known about the defender's
    /// moves at a node that is not proven.
    pub zone: u32,
    /// The best move known. None at a proven node of the attacker is its pass.
    pub best: Option<Point>,
    /// Where the moves of the node begin in the lists of all nodes.
    list: u32,
    /// The number of these moves; 0 if there is no list.
    listed: u16,
    /// Of a node of the defender without passes on the way: whether the list is complete.
    settled: bool,
}

const FREE: Entry = Entry {
    key: 0,
    generation: 0,
    ko: false,
    proof: 1,
    disproof: 1,
    zone: 0,
    best: None,
    list: 0,
    listed: 0,
    settled: false,
};

/// Two entries that share a cache line: a node is in either of them.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([Entry; 2]);

/// Bits of the set of visited nodes.
const VISITED: usize = 1 << 18;

/// The most moves in lists, and the most zones, before the memory is tidied: together some hundred megabytes.
const MOST_LISTED: usize = 1 << 21;
const MOST_ZONES: usize = 1 << 18;

/// What a search remembers. It is used again by the next search, which forgets everything at no cost.
pub(in super::super) struct Memory {
    buckets: Vec<Bucket>,
    /// One bit per entry, by other bits of the key than those of its bucket. Most nodes that are asked for are
    /// children that were never visited: this small set answers for them, and the bucket is not read.
    visited: Box<[u64; VISITED / 64]>,
    generation: u16,
    /// The first generation of the present question.
    oldest: u16,
    pub(super) zones: Vec<Zone>,
    /// The children of the nodes on the present line.
    pub(super) children: Vec<Child>,
    /// The moves of nodes that were visited.
    lists: Vec<Child>,
    /// What goes with such a list at a node of the defender in a line with a pass.
    replies: Vec<Replies>,
    /// How often each point was the attacker's right move.
    history: Vec<u32>,
    /// The sum of `history`.
    proofs: u32,
    /// Nodes searched.
    pub nodes: u64,
}

/// The defender's moves at a node that were added to its children so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Replies {
    pub zone: Zone,
    /// Points whose moves are children, or not legal.
    pub known: Points,
    /// Whether there will be no more of them.
    pub settled: bool,
    /// Whether one of them is not legal because of ko.
    pub ko: bool,
}

#[derive(Clone, Copy)]
pub(super) struct Child {
    /// None is the pass.
    pub point: Option<Point>,
    pub key: u64,
    /// The numbers before the first visit.
    pub first: (u32, u32),
    /// Whether the zone was added to that of the parent.
    pub added: bool,
}

impl Memory {
    pub fn new(entries: usize) -> Memory {
        Memory {
            buckets: vec![Bucket([FREE; 2]); entries.next_power_of_two().max(2) / 2],
            visited: Box::new([0; VISITED / 64]),
            generation: 0,
            oldest: 0,
            zones: Vec::new(),
            children: Vec::new(),
            lists: Vec::new(),
            replies: Vec::new(),
            history: vec![0; INDICES],
            proofs: 0,
            nodes: 0,
        }
    }

    /// Forgets everything.
    pub fn next_question(&mut self) {
        self.next_search();
        self.oldest = self.generation;
        self.visited.fill(0);
        self.zones.clear();
        self.lists.clear();
        self.replies.clear();
        self.children.clear();
        self.history.fill(0);
        self.proofs = 0;
    }

    /// Forgets everything but proofs.
    pub fn next_search(&mut self) {
        self.generation += 1;
        if self.generation == u16::MAX {
            self.buckets.fill(Bucket([FREE; 2]));
            (self.generation, self.oldest) = (1, 1);
        }
    }

    /// Frees what a long search no longer needs. Indices of zones and lists change.
    #[inline]
    pub(super) fn tidy(&mut self) {
        if self.lists.len() > MOST_LISTED {
            self.forget_lists();
        }
        if self.zones.len() > MOST_ZONES {
            self.forget_lost_zones();
        }
    }

    /// Forgets all lists. A node that is visited again lists its moves anew.
    #[cold]
    fn forget_lists(&mut self) {
        for Bucket(pair) in &mut self.buckets {
            pair.iter_mut().for_each(|entry| entry.listed = 0);
        }
        self.lists.clear();
        self.replies.clear();
    }

    /// Forgets the zones of proofs that are not in the table any more.
    #[cold]
    fn forget_lost_zones(&mut self) {
        let lost = std::mem::take(&mut self.zones);
        let entries = self.buckets.iter_mut().flat_map(|Bucket(pair)| pair);
        for entry in entries.filter(|entry| entry.proof == 0 && entry.generation >= self.oldest) {
            if let Some(&zone) = lost.get(entry.zone as usize) {
                entry.zone = self.zones.len() as u32;
                self.zones.push(zone);
            }
        }
    }

    /// Whether an entry belongs to the present search, or is a proof of an earlier one for the same question.
    #[inline]
    fn is_known(&self, entry: &Entry) -> bool {
        entry.generation == self.generation || entry.proof == 0 && entry.generation >= self.oldest
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<&Entry> {
        let (word, bit) = visited_bit(key);
        if self.visited[word] & bit == 0 {
            return None;
        }
        let Bucket(pair) = &self.buckets[key as usize & (self.buckets.len() - 1)];
        pair.iter().find(|entry| entry.key == key && self.is_known(entry))
    }

    /// The entry of a node that is proven.
    #[inline]
    pub(super) fn proven(&self, key: u64) -> Option<&Entry> {
        self.get(key).filter(|entry| entry.proof == 0)
    }

    #[inline]
    pub(super) fn entry(&mut self, key: u64) -> &mut Entry {
        let place = key as usize & (self.buckets.len() - 1);
        let Bucket(pair) = &self.buckets[place];
        let mine = pair.iter().position(|entry| entry.key == key && self.is_known(entry));
        let at = mine.unwrap_or_else(|| usize::from(self.is_known(&pair[0])));
        let Bucket(pair) = &mut self.buckets[place];
        if mine.is_none() {
            pair[at] = Entry { key, generation: self.generation, ..FREE };
            let (word, bit) = visited_bit(key);
            self.visited[word] |= bit;
        }
        &mut pair[at]
    }

    #[inline]
    pub(super) fn numbers(&self, child: &Child) -> (u32, u32) {
        self.get(child.key).map_or(child.first, |entry| (entry.proof, entry.disproof))
    }

    /// Keeps the children from `base` on as the list of a node.
    pub(super) fn keep_list(&mut self, key: u64, base: usize) {
        let (list, listed) = (self.lists.len() as u32, (self.children.len() - base) as u16);
        self.lists.extend_from_slice(&self.children[base..]);
        let entry = self.entry(key);
        (entry.list, entry.listed) = (list, listed);
    }

    /// Adds the list of a node that is not proven to the children. Returns its entry, or none if it has no list.
    #[inline]
    pub(super) fn recall_list(&mut self, key: u64) -> Option<Entry> {
        let entry = *self.get(key).filter(|entry| entry.listed > 0 && entry.proof > 0)?;
        let start = entry.list as usize;
        self.children.extend_from_slice(&self.lists[start..start + usize::from(entry.listed)]);
        Some(entry)
    }

    /// Keeps the children from `base` on as the list of a node of the defender.
    pub(super) fn keep_replies(&mut self, key: u64, base: usize, replies: &Replies, extra: u32) {
        self.keep_list(key, base);
        let at = self.replies.len() as u32;
        let entry = self.entry(key);
        (entry.ko, entry.settled) = (replies.ko, replies.settled);
        if extra > 0 {
            entry.zone = at;
            self.replies.push(*replies);
        }
    }

    /// Adds the list of a node of the defender to the children, if there is one.
    pub(super) fn recall_replies(&mut self, key: u64, extra: u32) -> Option<Replies> {
        let Entry { ko, settled, zone, .. } = self.recall_list(key)?;
        Some(match extra {
            0 => Replies { ko, settled, ..Replies::default() },
            _ => self.replies[zone as usize],
        })
    }

    /// Notes that a move was right.
    pub(super) fn credit(&mut self, point: Point) {
        self.history[point.index()] += 1;
        self.proofs += 1;
    }

    /// Whether a quarter of all nodes that were won by a move of the attacker were won by this one.
    pub(super) fn is_often_right(&self, point: Point) -> bool {
        self.proofs >= 8 && self.history[point.index()] * 4 >= self.proofs
    }
}

/// The word and the bit of a node in the set of visited nodes.
#[inline(always)]
fn visited_bit(key: u64) -> (usize, u64) {
    let hash = (key >> 32) as usize % VISITED;
    (hash / 64, 1 << (hash % 64))
}
