//! Blocks of siblings in chunks of memory that never move.
//!
//! New blocks are made in the open region: the rest of the last chunk, or of a free block. The caller
//! gets room for as many nodes as it may want, and keeps those that it does want. They stay where they
//! are, or move into a free block of just their length.
//!
//! A freed block goes into a list by its size. The lists live in the links of the freed nodes, so
//! freeing needs no memory: a cap is obeyed to the byte. A sweep joins free neighbours: it takes all
//! blocks out of the lists and marks them in a bitmap, one bit per node, then collects the runs of
//! marked nodes, from the last to the first. Where much is freed at once, blocks are marked without
//! going through the lists: that takes a fraction of the time, for the bitmap fits into the cache.
//!
//! Every call takes a bounded number of steps. What takes longer, a whole sweep, is done part by part
//! by a caller that looks at the clock in between.

use super::node::Node;
use super::pages::prefer_large_pages;
use crate::meter::steps;
use std::ops::Range;

/// Nodes of a chunk at most: 3 MB and more, so that a large page of 2 MiB fits in.
pub(super) const CHUNK: usize = 1 << SHIFT;
const SHIFT: u32 = 18;
/// No block.
pub(super) const NONE: u32 = u32::MAX;
/// Free blocks up to this size have a list for each size, longer ones share lists by powers of two.
const CLASSES: usize = 63;
/// Lists of blocks from 64 nodes to a whole chunk.
const LONG: usize = SHIFT as usize - 5;
/// Blocks of a list of long ones that are tried before those of the next list.
const TRIES: usize = 16;
/// Free neighbours are joined when so large a part of all nodes was freed since they were last: then
/// a sweep costs a few steps for each of these nodes.
const WORTH_SWEEPING: usize = 16;
/// Runs and words of the bitmap in one step of a sweep.
const SWEEP_STEP: usize = 1 << 12;
/// Nodes in a word of the bitmap.
const WORD: usize = u64::BITS as usize;

pub(super) struct Arena<N> {
    chunks: Vec<Box<[Node<N>]>>,
    /// For each chunk, the nodes that a sweep found free and has not collected yet.
    marked: Vec<Box<[u64]>>,
    /// The open region: `top..end`.
    top: u32,
    end: u32,
    /// The region was a long free block. Nodes stay in it, side by side, even where a free block
    /// somewhere else has just their length: to go there costs more than to search.
    in_long_block: bool,
    /// The first free block of each size; bit 0 of `occupied` says that some long list has one.
    free: [u32; CLASSES + 1],
    /// A bit for each list that is not empty.
    occupied: u64,
    /// The first free block of 64 to 127 nodes, of 128 to 255, and so on.
    long: [u32; LONG],
    /// Nodes in free blocks.
    free_nodes: usize,
    /// Nodes freed since the last sweep began.
    freed: usize,
    /// A sweep is taking blocks out of the lists.
    marking: bool,
    /// Blocks before this node are marked when they are freed, and wait to be collected; all others
    /// go into the lists. No block lies across it.
    unswept: u32,
    /// Nodes of all chunks.
    nodes: usize,
    /// Bytes of chunks and bitmaps, and the most there may be.
    bytes: usize,
    pub limit: usize,
    /// Chunks on their way back to the system.
    retired: Vec<Box<[Node<N>]>>,
}

impl<N: Copy + Default> Arena<N> {
    pub fn new() -> Self {
        Arena {
            chunks: Vec::new(),
            marked: Vec::new(),
            top: 0,
            end: 0,
            in_long_block: false,
            free: [NONE; CLASSES + 1],
            occupied: 0,
            long: [NONE; LONG],
            free_nodes: 0,
            freed: 0,
            marking: false,
            unswept: 0,
            nodes: 0,
            bytes: 0,
            limit: usize::MAX,
            retired: Vec::new(),
        }
    }

    #[inline(always)]
    pub fn get(&self, at: u32) -> &Node<N> {
        &self.chunks[(at >> SHIFT) as usize][at as usize & (CHUNK - 1)]
    }

    #[inline(always)]
    pub fn get_mut(&mut self, at: u32) -> &mut Node<N> {
        &mut self.chunks[(at >> SHIFT) as usize][at as usize & (CHUNK - 1)]
    }

    #[inline(always)]
    pub fn block(&self, at: u32, length: usize) -> &[Node<N>] {
        let offset = at as usize & (CHUNK - 1);
        &self.chunks[(at >> SHIFT) as usize][offset..offset + length]
    }

    #[inline(always)]
    pub fn block_mut(&mut self, at: u32, length: usize) -> &mut [Node<N>] {
        let offset = at as usize & (CHUNK - 1);
        &mut self.chunks[(at >> SHIFT) as usize][offset..offset + length]
    }

    /// Copies the nodes of one block into another.
    #[inline]
    pub fn copy(&mut self, from: u32, to: u32, length: usize) {
        let (one, other) = ((from >> SHIFT) as usize, (to >> SHIFT) as usize);
        let (from, to) = (from as usize & (CHUNK - 1), to as usize & (CHUNK - 1));
        match self.chunks.get_disjoint_mut([one, other]) {
            Ok([one, other]) => {
                other[to..to + length].copy_from_slice(&one[from..from + length]);
            }
            Err(_) => self.chunks[one].copy_within(from..from + length, to),
        }
    }

    /// Bytes allocated.
    pub fn bytes(&self) -> usize {
        let retired: usize = self.retired.iter().map(|chunk| size_of_val(&**chunk)).sum();
        self.bytes + retired + self.chunks.capacity() * BYTES_PER_CHUNK
    }

    /// Room for `length` nodes with undefined contents, or none if memory is full: then a step of the
    /// [`sweep`](Arena::sweep) may find some. It is the caller's until the nodes that are wanted are
    /// [kept](Arena::keep), or room is asked for again.
    #[inline(always)]
    pub fn room(&mut self, length: usize) -> Option<u32> {
        debug_assert!((1..=CHUNK).contains(&length));
        if length <= (self.end - self.top) as usize {
            return Some(self.top);
        }
        self.open(length)
    }

    /// Opens another region, with room for `length` nodes.
    #[cold]
    #[inline(never)]
    fn open(&mut self, length: usize) -> Option<u32> {
        let long = self.unlink_long(length);
        if long.is_none() && self.grow(length) {
            return Some(self.top);
        }
        let (at, size) = long.or_else(|| self.unlink_short(length))?;
        self.close();
        self.free_nodes -= size;
        (self.top, self.end) = (at, at + size as u32);
        self.in_long_block = size > CLASSES;
        Some(at)
    }

    /// Puts what is left of the open region among the free blocks.
    fn close(&mut self) {
        let rest = (self.end - self.top) as usize;
        if rest > 0 {
            self.free_nodes += rest;
            self.give_back(self.top, rest);
            self.top = self.end;
        }
    }

    /// Keeps the first `length` nodes of the [`room`](Arena::room), and returns where they are now.
    #[inline]
    pub fn keep(&mut self, length: usize) -> u32 {
        let at = self.top;
        if !self.in_long_block
            && let Some(block) = self.exactly(length)
        {
            self.copy(at, block, length);
            return block;
        }
        self.top += length as u32;
        at
    }

    /// A free block of just this length, if there is one in the lists.
    #[inline]
    fn exactly(&mut self, length: usize) -> Option<u32> {
        // List 0 is that of the long blocks.
        if length > CLASSES || self.occupied >> length & u64::from(length > 0) == 0 {
            return None;
        }
        let at = self.free[length];
        self.unlink_first(length);
        self.free_nodes -= length;
        Some(at)
    }

    /// A block of `length` nodes with undefined contents, or none if memory is full.
    pub fn allocate(&mut self, length: usize) -> Option<u32> {
        self.room(length)?;
        Some(self.keep(length))
    }

    /// Takes the longest block of those with a list for each size out of its list, if it has at least
    /// `length` nodes: where it is, and its length.
    fn unlink_short(&mut self, length: usize) -> Option<(u32, usize)> {
        let size = (self.occupied >> 1 << 1).checked_ilog2()? as usize;
        if size < length {
            return None;
        }
        let at = self.free[size];
        self.unlink_first(size);
        Some((at, size))
    }

    /// Takes a block of at least `length` nodes out of the lists of long blocks.
    fn unlink_long(&mut self, length: usize) -> Option<(u32, usize)> {
        if self.occupied & 1 == 0 {
            return None;
        }
        let own = if length <= CLASSES { 0 } else { long_list(length) };
        // All blocks of a longer list fit, of its own only some.
        (own..LONG).find_map(|list| {
            let mut before = NONE;
            let mut at = self.long[list];
            for _ in 0..TRIES {
                if at == NONE {
                    break;
                }
                let (size, next) = self.get(at).free_block();
                if size >= length {
                    match before {
                        NONE => self.long[list] = next,
                        _ => {
                            let (length_before, _) = self.get(before).free_block();
                            *self.get_mut(before) = Node::free(length_before, next);
                        }
                    }
                    if self.long.iter().all(|&first| first == NONE) {
                        self.occupied &= !1;
                    }
                    return Some((at, size));
                }
                (before, at) = (at, next);
            }
            None
        })
    }

    /// Adds a chunk, if the limit leaves room for one with a block of `length`.
    fn grow(&mut self, length: usize) -> bool {
        // A doubling of the lists of chunks holds both copies for a moment.
        let lists = if self.chunks.len() == self.chunks.capacity() {
            (self.chunks.len() * 2).max(4) * BYTES_PER_CHUNK
        } else {
            0
        };
        let room = nodes_in::<N>(self.limit.saturating_sub(self.bytes() + lists));
        // Chunks grow with the tree, so that what is not used yet is never much of it. Under a limit
        // they are as large as can be: a wide block must find room once others are freed.
        let wish = match self.limit {
            usize::MAX => (self.nodes / 16).clamp(1024, CHUNK).max(length),
            _ => CHUNK,
        };
        let size = room.min(wish);
        let start = self.chunks.len() << SHIFT;
        if size < length || start + CHUNK > NONE as usize {
            return false;
        }
        self.close();
        if lists > 0 {
            let more = (self.chunks.len() * 2).max(4) - self.chunks.len();
            self.chunks.reserve_exact(more);
            self.marked.reserve_exact(more);
        }
        self.chunks.push(chunk(size));
        self.marked.push(vec![0; size.div_ceil(WORD)].into_boxed_slice());
        self.nodes += size;
        self.bytes += bytes_of::<N>(size);
        self.top = start as u32;
        self.end = (start + size) as u32;
        self.in_long_block = false;
        true
    }

    /// Takes a block back.
    #[inline]
    pub fn free(&mut self, at: u32, length: usize) {
        self.free_nodes += length;
        self.freed += length;
        self.give_back(at, length);
    }

    /// Whether a block, when it is freed, is marked in the bitmap: then its nodes are not touched.
    #[inline(always)]
    pub fn marks(&self, at: u32) -> bool {
        at < self.unswept
    }

    /// Puts a free block where it is found again.
    #[inline]
    fn give_back(&mut self, at: u32, length: usize) {
        if self.marks(at) {
            self.mark(at, length, true);
        } else {
            self.link(at, length);
        }
    }

    /// Marks nodes in the bitmap, or wipes their marks.
    #[inline]
    fn mark(&mut self, at: u32, length: usize, free: bool) {
        let words = &mut self.marked[(at >> SHIFT) as usize];
        let mut from = at as usize & (CHUNK - 1);
        let to = from + length;
        while from < to {
            let bits = (WORD - from % WORD).min(to - from);
            let mask = u64::MAX >> (WORD - bits) << (from % WORD);
            let word = &mut words[from / WORD];
            *word = if free { *word | mask } else { *word & !mask };
            from += bits;
        }
    }

    /// Puts a free block into its list.
    #[inline]
    fn link(&mut self, at: u32, length: usize) {
        let (first, bit) = match length {
            0..=CLASSES => (&mut self.free[length], length),
            _ => (&mut self.long[long_list(length)], 0),
        };
        let next = std::mem::replace(first, at);
        *self.get_mut(at) = Node::free(length, next);
        self.occupied |= 1 << bit;
    }

    fn unlink_first(&mut self, size: usize) {
        let (_, next) = self.get(self.free[size]).free_block();
        self.free[size] = next;
        if next == NONE {
            self.occupied &= !(1 << size);
        }
    }

    /// From now on freed blocks are marked, for a sweep to collect: much is going to be freed.
    pub fn gather(&mut self) {
        if !self.marking {
            self.unswept = (self.chunks.len() << SHIFT) as u32;
            self.close();
        }
    }

    /// A step towards joining free blocks that lie side by side. A sweep begins if enough was freed
    /// since the last one did. False if there is nothing to sweep.
    pub fn sweep(&mut self) -> bool {
        if !self.marking && self.unswept == 0 {
            if self.freed < (self.nodes / WORTH_SWEEPING).max(1) {
                return false;
            }
            self.freed = 0;
            self.marking = true;
            self.close();
        }
        let mut work = 0;
        while self.marking && work < SWEEP_STEP {
            work += 1;
            match self.unlink_short(1).or_else(|| self.unlink_long(1)) {
                Some((at, length)) => {
                    self.mark(at, length, true);
                    work += length / WORD;
                }
                None => {
                    self.marking = false;
                    self.unswept = (self.chunks.len() << SHIFT) as u32;
                }
            }
        }
        while self.unswept > 0 && work < SWEEP_STEP {
            let chunk = (self.unswept as usize - 1) >> SHIFT;
            let start = (chunk << SHIFT) as u32;
            let to = ((self.unswept - start) as usize).min(self.chunks[chunk].len());
            let (run, words) = last_run_before(&self.marked[chunk], to);
            self.unswept = start + run.start as u32;
            if !run.is_empty() {
                self.mark(self.unswept, run.len(), false);
                self.link(self.unswept, run.len());
            }
            work += 1 + words;
        }
        steps::count(work as u64);
        true
    }

    /// Gives all memory back, chunk by chunk. Between two of them `look` may put an end to it: the
    /// rest is given back the next time.
    pub fn clear<S>(&mut self, mut look: impl FnMut() -> Result<(), S>) -> Result<(), S> {
        let mut retired = std::mem::take(&mut self.retired);
        if retired.is_empty() {
            retired = std::mem::take(&mut self.chunks);
        }
        *self = Arena { limit: self.limit, retired, ..Arena::new() };
        while self.retired.pop().is_some() {
            look()?;
        }
        self.retired = Vec::new();
        Ok(())
    }

    /// Could a block of this length ever be given, if everything else were freed?
    pub fn could_hold(&self, length: usize) -> bool {
        length <= nodes_in::<N>(self.limit)
    }

    /// Nodes in blocks that are in use.
    pub fn used_nodes(&self) -> usize {
        self.nodes - (self.end - self.top) as usize - self.free_nodes
    }
}

/// What a chunk takes in the lists of chunks and bitmaps.
const BYTES_PER_CHUNK: usize = 2 * size_of::<Box<[u64]>>();

/// Bytes of a chunk of `nodes` nodes and its bitmap.
const fn bytes_of<N>(nodes: usize) -> usize {
    nodes * size_of::<Node<N>>() + nodes.div_ceil(WORD) * size_of::<u64>()
}

/// The most nodes of a chunk that takes no more than `bytes` with its bitmap.
fn nodes_in<N>(bytes: usize) -> usize {
    let words = bytes / bytes_of::<N>(WORD);
    let rest = (bytes % bytes_of::<N>(WORD)).saturating_sub(size_of::<u64>());
    words * WORD + rest / size_of::<Node<N>>()
}

/// The list of long blocks that a block belongs to.
fn long_list(length: usize) -> usize {
    length.ilog2() as usize - (CLASSES + 1).ilog2() as usize
}

/// The last run of set bits before the bit `to`, empty and at 0 if there is none; and how many words
/// were looked at.
fn last_run_before(words: &[u64], to: usize) -> (Range<usize>, usize) {
    let end = end_of_last(words, to, |word| word);
    let start = end_of_last(words, end, |word| !word);
    (start..end, to / WORD - start / WORD)
}

/// The bit behind the last one before `to` that `view` shows as set, 0 if there is none.
fn end_of_last(words: &[u64], to: usize, view: impl Fn(u64) -> u64) -> usize {
    let mut end = to;
    while end > 0 {
        let word = (end - 1) / WORD;
        let bits = view(words[word]) & u64::MAX >> (WORD - 1 - (end - 1) % WORD);
        if bits != 0 {
            return word * WORD + bits.ilog2() as usize + 1;
        }
        end = word * WORD;
    }
    0
}

/// A chunk of nodes that mean nothing yet.
fn chunk<N: Copy + Default>(size: usize) -> Box<[Node<N>]> {
    let mut nodes = Vec::with_capacity(size);
    prefer_large_pages(nodes.spare_capacity_mut());
    nodes.resize(size, Node::free(0, NONE));
    nodes.into_boxed_slice()
}

#[cfg(test)]
mod tests;
