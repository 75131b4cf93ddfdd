//! What a search by proof numbers remembers.

use super::super::zone::Zone;
use crate::go::Point;
use crate::go::point::INDICES;

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
    /// The index of the zone of a proven node in a line with a pass.
    pub zone: u32,
    pub best: Option<Point>,
    /// Where the moves of the node begin in the lists of all nodes.
    list: u32,
    /// The number of these moves; 0 if there is no list.
    listed: u16,
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
};

/// Two entries that share a cache line: a node is in either of them.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([Entry; 2]);

/// What a search remembers. It is used again by the next search, which forgets everything at no cost.
pub(in super::super) struct Memory {
    buckets: Vec<Bucket>,
    generation: u16,
    pub(super) zones: Vec<Zone>,
    /// The children of the nodes on the present line.
    pub(super) children: Vec<Child>,
    /// The moves of nodes that were visited.
    lists: Vec<Child>,
    /// How often each point was the attacker's right move.
    history: Vec<u32>,
    /// The sum of `history`.
    proofs: u32,
    /// Nodes searched.
    pub nodes: u64,
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
            generation: 0,
            zones: Vec::new(),
            children: Vec::new(),
            lists: Vec::new(),
            history: vec![0; INDICES],
            proofs: 0,
            nodes: 0,
        }
    }

    pub fn next_search(&mut self) {
        self.generation += 1;
        if self.generation == u16::MAX {
            self.buckets.fill(Bucket([FREE; 2]));
            self.generation = 1;
        }
        self.zones.clear();
        self.lists.clear();
        self.children.clear();
        self.history.fill(0);
        self.proofs = 0;
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<&Entry> {
        let Bucket(pair) = &self.buckets[key as usize & (self.buckets.len() - 1)];
        pair.iter().find(|entry| entry.key == key && entry.generation == self.generation)
    }

    /// The entry of a node that is proven.
    #[inline]
    pub(super) fn proven(&self, key: u64) -> Option<&Entry> {
        self.get(key).filter(|entry| entry.proof == 0)
    }

    #[inline]
    pub(super) fn entry(&mut self, key: u64) -> &mut Entry {
        let generation = self.generation;
        let place = key as usize & (self.buckets.len() - 1);
        let Bucket(pair) = &mut self.buckets[place];
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
    pub(super) fn numbers(&self, child: &Child) -> (u32, u32) {
        self.get(child.key).map_or(child.first, |entry| (entry.proof, entry.disproof))
    }

    /// Keeps the children from `base` on as the list of a node. `ko` says whether it lacks a move that ko forbids.
    pub(super) fn keep_list(&mut self, key: u64, base: usize, ko: bool) {
        let (list, listed) = (self.lists.len() as u32, (self.children.len() - base) as u16);
        self.lists.extend_from_slice(&self.children[base..]);
        let entry = self.entry(key);
        (entry.list, entry.listed, entry.ko) = (list, listed, ko);
    }

    /// Adds the list of a node to the children, if there is one. Returns whether it lacks a move that ko forbids.
    pub(super) fn recall_list(&mut self, key: u64) -> Option<bool> {
        let &Entry { list, listed, ko, .. } = self.get(key).filter(|entry| entry.listed > 0)?;
        let start = list as usize;
        self.children.extend_from_slice(&self.lists[start..start + usize::from(listed)]);
        Some(ko)
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
