//! Blocks of siblings in chunks of memory that never move.
//!
//! A freed block goes into a list by its size and is reused from there; longer ones are split. The
//! lists live in the links of the freed nodes, so freeing needs no memory: a cap is obeyed to the
//! byte. A sweep joins free neighbours: it takes all blocks out of the lists and marks them in a
//! bitmap, one bit per node, then collects the runs of marked nodes, from the last to the first.
//!
//! Every call takes a bounded number of steps. What takes longer, a whole sweep, is done part by part
//! by a caller that looks at the clock in between.

use super::pages::prefer_large_pages;
use super::tree::Node;
use crate::budget::steps;
use std::ops::Range;

/// Nodes of a chunk at most: some 3 MB, so that a large page of 2 MiB fits in.
pub(super) const CHUNK: usize = 1 << SHIFT;
const SHIFT: u32 = 18;
/// No block.
pub(super) const NONE: u32 = u32::MAX;
/// Free blocks up to this size have a list for each size, longer ones share lists by powers of two.
const CLASSES: usize = 63;
/// Lists of blocks from 64 nodes to a whole chunk.
const LONG: usize = SHIFT as usize - 5;
/// Blocks of a list of long ones that are tried before a longer one is split.
const TRIES: usize = 16;
/// Free neighbours are joined when so large a part of all nodes was freed since they were last: then
/// a sweep costs a few steps for each of these nodes.
const WORTH_SWEEPING: usize = 16;
/// Runs and words of the bitmap in one step of a sweep.
const SWEEP_STEP: usize = 1 << 12;
/// Nodes in a word of the bitmap.
const WORD: usize = u64::BITS as usize;

pub(super) struct Arena {
    chunks: Vec<Box<[Node]>>,
    /// For each chunk, the nodes that a sweep found free and has not collected yet.
    marked: Vec<Box<[u64]>>,
    /// The unused rest of the last chunk: `top..end`.
    top: u32,
    end: u32,
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
    /// Free blocks before this node are marked, and wait to be collected; all others are in the
    /// lists. No block lies across it.
    unswept: u32,
    /// Nodes of all chunks.
    nodes: usize,
    /// Bytes of chunks and bitmaps, and the most there may be.
    bytes: usize,
    pub limit: usize,
    /// Chunks on their way back to the system.
    retired: Vec<Box<[Node]>>,
}

impl Arena {
    pub fn new() -> Arena {
        Arena {
            chunks: Vec::new(),
            marked: Vec::new(),
            top: 0,
            end: 0,
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
    pub fn get(&self, at: u32) -> &Node {
        &self.chunks[(at >> SHIFT) as usize][at as usize & (CHUNK - 1)]
    }

    #[inline(always)]
    pub fn get_mut(&mut self, at: u32) -> &mut Node {
        &mut self.chunks[(at >> SHIFT) as usize][at as usize & (CHUNK - 1)]
    }

    #[inline(always)]
    pub fn block(&self, at: u32, length: usize) -> &[Node] {
        let offset = at as usize & (CHUNK - 1);
        &self.chunks[(at >> SHIFT) as usize][offset..offset + length]
    }

    #[inline(always)]
    pub fn block_mut(&mut self, at: u32, length: usize) -> &mut [Node] {
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

    /// A block of `length` nodes with undefined contents, or none if memory is full: then a step of
    /// the [`sweep`](Arena::sweep) may find one.
    #[inline]
    pub fn allocate(&mut self, length: usize) -> Option<u32> {
        debug_assert!((1..=CHUNK).contains(&length));
        if let Some(at) = self.allocate_exactly(length) {
            return Some(at);
        }
        if length <= (self.end - self.top) as usize {
            let at = self.top;
            self.top += length as u32;
            return Some(at);
        }
        self.allocate_slowly(length)
    }

    /// A free block of just this length, if there is one in the lists.
    #[inline]
    pub fn allocate_exactly(&mut self, length: usize) -> Option<u32> {
        if length > CLASSES || self.occupied >> length & 1 == 0 {
            return None;
        }
        let at = self.free[length];
        self.unlink_first(length);
        self.free_nodes -= length;
        Some(at)
    }

    #[cold]
    #[inline(never)]
    fn allocate_slowly(&mut self, length: usize) -> Option<u32> {
        if let Some((at, size)) = self.unlink_longer(length) {
            self.free_nodes -= length;
            if size > length {
                self.link(at + length as u32, size - length);
            }
            return Some(at);
        }
        if self.grow(length) { self.allocate(length) } else { None }
    }

    /// Takes a block of more than `length` nodes, or a long one of just that many, out of the lists:
    /// where it is, and its length.
    fn unlink_longer(&mut self, length: usize) -> Option<(u32, usize)> {
        let longer =
            if length < CLASSES { self.occupied >> (length + 1) << (length + 1) } else { 0 };
        if longer != 0 {
            let size = longer.trailing_zeros() as usize;
            let at = self.free[size];
            self.unlink_first(size);
            return Some((at, size));
        }
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
        let room = nodes_in(self.limit.saturating_sub(self.bytes() + lists));
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
        if self.top < self.end {
            let (at, rest) = (self.top, (self.end - self.top) as usize);
            self.top = self.end;
            self.free(at, rest);
        }
        if lists > 0 {
            let more = (self.chunks.len() * 2).max(4) - self.chunks.len();
            self.chunks.reserve_exact(more);
            self.marked.reserve_exact(more);
        }
        self.chunks.push(chunk(size));
        self.marked.push(vec![0; size.div_ceil(WORD)].into_boxed_slice());
        self.nodes += size;
        self.bytes += bytes_of(size);
        self.top = start as u32;
        self.end = (start + size) as u32;
        true
    }

    /// Takes a block back.
    #[inline]
    pub fn free(&mut self, at: u32, length: usize) {
        self.free_nodes += length;
        self.freed += length;
        if at >= self.unswept {
            self.link(at, length);
        } else {
            self.mark(at, length, true);
        }
    }

    /// Takes back what a block has beyond `length` nodes.
    #[inline]
    pub fn shrink(&mut self, at: u32, capacity: usize, length: usize) {
        if length == capacity {
            return;
        }
        // The end of the chunk before may be the same number, but it is another place.
        if at + capacity as u32 == self.top && at >> SHIFT == (self.end - 1) >> SHIFT {
            self.top = at + length as u32;
        } else {
            self.free(at + length as u32, capacity - length);
        }
    }

    /// Marks nodes in the bitmap, or wipes their marks.
    #[cold]
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

    /// A step towards joining free blocks that lie side by side. A sweep begins if enough was freed
    /// since the last one did. False if there is nothing to sweep.
    pub fn sweep(&mut self) -> bool {
        if !self.marking && self.unswept == 0 {
            if self.freed < (self.nodes / WORTH_SWEEPING).max(1) {
                return false;
            }
            self.freed = 0;
            self.marking = true;
        }
        let mut work = 0;
        while self.marking && work < SWEEP_STEP {
            work += 1;
            match self.unlink_longer(0) {
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
        length <= nodes_in(self.limit)
    }

    /// Nodes in blocks that are in use.
    pub fn used_nodes(&self) -> usize {
        self.nodes - (self.end - self.top) as usize - self.free_nodes
    }
}

/// What a chunk takes in the lists of chunks and bitmaps.
const BYTES_PER_CHUNK: usize = size_of::<Box<[Node]>>() + size_of::<Box<[u64]>>();

/// Bytes of a chunk of so many nodes and its bitmap.
const fn bytes_of(nodes: usize) -> usize {
    nodes * size_of::<Node>() + nodes.div_ceil(WORD) * size_of::<u64>()
}

/// The most nodes of a chunk that takes no more than `bytes` with its bitmap.
fn nodes_in(bytes: usize) -> usize {
    let words = bytes / bytes_of(WORD);
    let rest = (bytes % bytes_of(WORD)).saturating_sub(size_of::<u64>());
    words * WORD + rest / size_of::<Node>()
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
fn chunk(size: usize) -> Box<[Node]> {
    let mut nodes = Vec::with_capacity(size);
    prefer_large_pages(nodes.spare_capacity_mut());
    nodes.resize(size, Node::free(0, NONE));
    nodes.into_boxed_slice()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small generator, enough to mix allocations and frees.
    fn next(seed: &mut u64) -> u64 {
        *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        *seed >> 33
    }

    #[test]
    fn blocks_never_overlap_and_a_limit_is_obeyed() {
        for seed in 0..20 {
            let mut state = seed;
            let mut arena = Arena { limit: 200_000, ..Arena::new() };
            let mut held: Vec<(u32, usize)> = Vec::new();
            let mut owner = std::collections::HashMap::new();
            for _ in 0..20_000 {
                let longest = if next(&mut state).is_multiple_of(16) { 300 } else { 12 };
                let length = 1 + next(&mut state) as usize % longest;
                // Sweeps go on in the midst of everything else.
                if next(&mut state).is_multiple_of(8) {
                    arena.sweep();
                }
                if !next(&mut state).is_multiple_of(3)
                    && let Some(at) = arena.allocate(length)
                {
                    for i in at..at + length as u32 {
                        assert_eq!(owner.insert(i, at), None, "seed {seed}: node {i} given twice");
                    }
                    held.push((at, length));
                } else if !held.is_empty() {
                    let (at, length) = held.swap_remove(next(&mut state) as usize % held.len());
                    for i in at..at + length as u32 {
                        owner.remove(&i);
                    }
                    arena.free(at, length);
                }
                assert!(arena.bytes() <= 200_000);
                assert_eq!(arena.used_nodes(), owner.len());
            }
            for (at, length) in held {
                arena.free(at, length);
            }
            assert_eq!(arena.used_nodes(), 0);
            while arena.sweep() {}
            assert!(arena.allocate(8192).is_some(), "free neighbours join");
        }
    }

    #[test]
    fn a_block_that_shrinks_stays_in_its_chunk() {
        let mut arena = Arena { limit: 10_000_000, ..Arena::new() };
        assert!(arena.allocate(CHUNK - 4).is_some());
        let last = arena.allocate(4).unwrap();
        let next = arena.allocate(8).unwrap();
        assert_eq!(next as usize, CHUNK, "the first block of the second chunk");
        arena.shrink(next, 8, 0);
        arena.free(last, 4);
        let last = arena.allocate(4).unwrap();
        arena.shrink(last, 4, 1);
        let block = arena.allocate(6).unwrap();
        assert_eq!(arena.block(block, 6).len(), 6);
    }
}
