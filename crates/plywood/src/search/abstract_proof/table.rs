//! The table of Abstract Proof Search.

use crate::goal::Width;

/// What is known about a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// The goal is reached.
    Won,
    /// All moves of the sets fail, at any depth.
    Lost { proven: bool },
    /// Neither within this depth.
    Unknown,
}

/// The size of the table of a proof search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofTableOptions {
    /// The number of positions, rounded up to a power of two.
    pub entries: usize,
}

impl Default for ProofTableOptions {
    fn default() -> Self {
        ProofTableOptions { entries: 1 << 16 }
    }
}

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<M> {
    key: u64,
    /// The proof that wrote the entry.
    proof: u32,
    pub value: Value,
    /// The depth of the search that found the value.
    pub depth: u32,
    /// The step of the widening of that search.
    pub step: u8,
    pub best: Option<M>,
    /// The moves that the goal listed, in the lists of the search.
    pub listed: Option<Listed>,
}

/// A list of moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Listed {
    pub width: Width,
    pub start: u32,
    pub count: u32,
    pub complete: bool,
}

/// A table of positions: two entries for each key, of which the shallower one is replaced. Emptying it is
/// free, so that thousands of small proofs can share it.
pub(super) struct ProofTable<M> {
    entries: Vec<Entry<M>>,
    proof: u32,
}

impl<M: Copy> ProofTable<M> {
    pub fn new(options: &ProofTableOptions) -> ProofTable<M> {
        let empty = Entry {
            key: 0,
            proof: 0,
            value: Value::Unknown,
            depth: 0,
            step: 0,
            best: None,
            listed: None,
        };
        let entries = options.entries.clamp(2, 1 << 30).next_power_of_two();
        ProofTable { entries: vec![empty; entries], proof: 0 }
    }

    /// Forgets all entries.
    pub fn next_proof(&mut self) {
        self.proof += 1;
        if self.proof == u32::MAX {
            self.entries.iter_mut().for_each(|entry| entry.proof = 0);
            self.proof = 1;
        }
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 2)
    }

    #[inline]
    pub fn get(&self, key: u64) -> Option<&Entry<M>> {
        let first = self.bucket(key);
        let pair = &self.entries[first..first + 2];
        pair.iter().find(|entry| entry.key == key && entry.proof == self.proof)
    }

    /// The entry of a key, made if it is not there.
    #[inline]
    pub fn entry(&mut self, key: u64) -> &mut Entry<M> {
        let first = self.bucket(key);
        let proof = self.proof;
        let pair = &mut self.entries[first..first + 2];
        let mine = |entry: &Entry<M>| entry.proof == proof && entry.key == key;
        let at = if mine(&pair[0]) {
            0
        } else if mine(&pair[1]) {
            1
        } else {
            let priority =
                |entry: &Entry<M>| if entry.proof == proof { 1 + entry.depth } else { 0 };
            let at = usize::from(priority(&pair[1]) < priority(&pair[0]));
            pair[at] = Entry {
                key,
                proof,
                value: Value::Unknown,
                depth: 0,
                step: 0,
                best: None,
                listed: None,
            };
            at
        };
        &mut pair[at]
    }
}
