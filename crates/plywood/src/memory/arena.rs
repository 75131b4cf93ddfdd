//! Blocks of brothers in chunks of memory that never move.
//!
//! Freed blocks are kept in lists by size and reused; larger ones are split, and when nothing fits
//! any more, neighbours are joined. The lists live inside the freed blocks themselves, so freeing
//! needs no memory of its own: a cap is obeyed to the byte.

use super::pages::prefer_large_pages;
use super::tree::Node;

/// Nodes of a chunk at most: some 3 MB, so that a large page of 2 MiB fits in.
pub(super) const CHUNK: usize = 1 << SHIFT;
const SHIFT: u32 = 18;
/// No block.
pub(super) const NONE: u32 = u32::MAX;
/// Free blocks up to this size have a list for each size, longer ones share the last list.
const CLASSES: usize = 63;

pub(super) struct Arena {
    chunks: Vec<Box<[Node]>>,
    /// The unused rest of the last chunk: `top..end`.
    top: u32,
    end: u32,
    /// The first free block of each size; list 0 holds those longer than [`CLASSES`].
    free: [u32; CLASSES + 1],
    /// A bit for each list that is not empty.
    occupied: u64,
    /// Nodes in free blocks.
    free_nodes: usize,
    /// Blocks were freed since neighbours were last joined.
    scattered: bool,
    /// Bytes of chunks, and the most there may be.
    bytes: usize,
    pub limit: usize,
}

impl Arena {
    pub fn new() -> Arena {
        Arena {
            chunks: Vec::new(),
            top: 0,
            end: 0,
            free: [NONE; CLASSES + 1],
            occupied: 0,
            free_nodes: 0,
            scattered: false,
            bytes: 0,
            limit: usize::MAX,
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

    /// Bytes allocated.
    pub fn bytes(&self) -> usize {
        self.bytes + self.chunks.capacity() * size_of::<Box<[Node]>>()
    }

    /// A block of `length` nodes with undefined contents, or none if memory is full.
    #[inline]
    pub fn allocate(&mut self, length: usize) -> Option<u32> {
        debug_assert!((1..=CHUNK).contains(&length));
        if length <= CLASSES && self.occupied >> length & 1 == 1 {
            let at = self.free[length];
            self.unlink_first(length);
            return Some(at);
        }
        if length <= (self.end - self.top) as usize {
            let at = self.top;
            self.top += length as u32;
            return Some(at);
        }
        self.allocate_slowly(length)
    }

    #[cold]
    #[inline(never)]
    fn allocate_slowly(&mut self, length: usize) -> Option<u32> {
        if let Some(at) = self.split(length) {
            return Some(at);
        }
        if self.grow(length) {
            return self.allocate(length);
        }
        if self.scattered && self.free_nodes >= length {
            self.join_neighbours();
            return self.split(length);
        }
        None
    }

    /// Cuts `length` nodes off a free block at least that long.
    fn split(&mut self, length: usize) -> Option<u32> {
        let sizes =
            if length < CLASSES { self.occupied >> (length + 1) << (length + 1) } else { 0 };
        if sizes != 0 {
            let size = sizes.trailing_zeros() as usize;
            let at = self.free[size];
            self.unlink_first(size);
            self.free(at + length as u32, size - length);
            return Some(at);
        }
        let mut before = NONE;
        let mut at = self.free[0];
        while at != NONE {
            let (size, next) = self.get(at).free_block();
            if size >= length {
                match before {
                    NONE => self.unlink_first(0),
                    _ => {
                        let (length_before, _) = self.get(before).free_block();
                        *self.get_mut(before) = Node::free(length_before, next);
                        self.free_nodes -= size;
                    }
                }
                if size > length {
                    self.free(at + length as u32, size - length);
                }
                return Some(at);
            }
            before = at;
            at = next;
        }
        None
    }

    /// Adds a chunk, if the limit leaves room for one with a block of `length`.
    fn grow(&mut self, length: usize) -> bool {
        // A doubling of the list of chunks holds both copies for a moment.
        let list = if self.chunks.len() == self.chunks.capacity() {
            (self.chunks.len() * 2).max(4) * size_of::<Box<[Node]>>()
        } else {
            0
        };
        let room = self.limit.saturating_sub(self.bytes() + list) / size_of::<Node>();
        // Chunks grow with the tree, so that what is not used yet is never much of it. Under a limit
        // they are as large as can be: a wide block must find room once others are freed.
        let wish = match self.limit {
            usize::MAX => (self.bytes / size_of::<Node>() / 16).clamp(1024, CHUNK).max(length),
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
        self.chunks.push(chunk(size));
        self.bytes += size * size_of::<Node>();
        self.top = start as u32;
        self.end = (start + size) as u32;
        true
    }

    /// Takes a block back.
    #[inline]
    pub fn free(&mut self, at: u32, length: usize) {
        let class = if length <= CLASSES { length } else { 0 };
        *self.get_mut(at) = Node::free(length, self.free[class]);
        self.free[class] = at;
        self.occupied |= 1 << class;
        self.free_nodes += length;
        self.scattered = true;
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

    fn unlink_first(&mut self, class: usize) {
        let (length, next) = self.get(self.free[class]).free_block();
        self.free[class] = next;
        self.free_nodes -= length;
        if next == NONE {
            self.occupied &= !(1 << class);
        }
    }

    /// Joins free blocks that lie side by side.
    fn join_neighbours(&mut self) {
        let mut all = NONE;
        for class in 0..=CLASSES {
            let mut at = self.free[class];
            while at != NONE {
                let (length, next) = self.get(at).free_block();
                *self.get_mut(at) = Node::free(length, all);
                all = at;
                at = next;
            }
        }
        let mut at = self.sort(all);
        self.free = [NONE; CLASSES + 1];
        self.occupied = 0;
        self.free_nodes = 0;
        while at != NONE {
            let (mut length, mut next) = self.get(at).free_block();
            while next == at + length as u32 && !(next as usize).is_multiple_of(CHUNK) {
                let (more, after) = self.get(next).free_block();
                length += more;
                next = after;
            }
            self.free(at, length);
            at = next;
        }
        self.scattered = false;
    }

    /// Merge sort of a list of free blocks by address, in place.
    fn sort(&mut self, mut list: u32) -> u32 {
        let mut width = 1;
        loop {
            let (mut head, mut tail, mut merges) = (NONE, NONE, 0);
            let mut p = list;
            while p != NONE {
                merges += 1;
                let mut q = p;
                let mut p_left = 0;
                while p_left < width && q != NONE {
                    p_left += 1;
                    q = self.get(q).free_block().1;
                }
                let mut q_left = width;
                while p_left > 0 || (q_left > 0 && q != NONE) {
                    let from_p = p_left > 0 && (q_left == 0 || q == NONE || p < q);
                    let taken = if from_p { p } else { q };
                    let (_, next) = self.get(taken).free_block();
                    if from_p {
                        p = next;
                        p_left -= 1;
                    } else {
                        q = next;
                        q_left -= 1;
                    }
                    match tail {
                        NONE => head = taken,
                        _ => self.link(tail, taken),
                    }
                    tail = taken;
                }
                p = q;
            }
            if tail != NONE {
                self.link(tail, NONE);
            }
            if merges <= 1 {
                return head;
            }
            list = head;
            width *= 2;
        }
    }

    fn link(&mut self, at: u32, next: u32) {
        let (length, _) = self.get(at).free_block();
        *self.get_mut(at) = Node::free(length, next);
    }

    /// Gives everything back.
    pub fn clear(&mut self) {
        *self = Arena { limit: self.limit, ..Arena::new() };
    }

    /// Could a block of this length ever be given, if everything else were freed?
    pub fn could_hold(&self, length: usize) -> bool {
        length <= self.limit / size_of::<Node>()
    }

    /// Nodes in blocks that are in use.
    pub fn used_nodes(&self) -> usize {
        let room: usize = self.chunks.iter().map(|chunk| chunk.len()).sum();
        room - (self.end - self.top) as usize - self.free_nodes
    }
}

/// A chunk of free nodes.
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
