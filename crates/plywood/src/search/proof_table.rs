//! The table of positions of a proof search.

crate::options! {
    /// The size of the table of a proof search.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct ProofTableOptions {
        /// The number of positions in the table, rounded up to a power of two.
        pub entries: usize [2..=1 << 30] = 1 << 16,
    }
}

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<D> {
    key: u64,
    /// The proof that wrote the entry.
    proof: u32,
    /// The work that would be lost with the entry, in any unit.
    pub work: u32,
    pub data: D,
}

/// A table of positions: two entries for each key, of which the one with less work is replaced. So new results
/// always find a place, and those of large searches stay. Emptying it is free, so that thousands of small proofs
/// can share it.
pub(super) struct ProofTable<D> {
    entries: Vec<Entry<D>>,
    proof: u32,
}

impl<D: Copy + Default> ProofTable<D> {
    pub fn new(options: &ProofTableOptions) -> ProofTable<D> {
        let entries = options.entries.clamp(2, 1 << 30).next_power_of_two();
        let empty = Entry { key: 0, proof: 0, work: 0, data: D::default() };
        ProofTable { entries: vec![empty; entries], proof: 0 }
    }

    /// Makes the table smaller if it takes more than this many bytes. False if not even two entries fit.
    pub fn shrink_to(&mut self, bytes: usize) -> bool {
        let fitting = bytes / size_of::<Entry<D>>();
        if fitting < 2 {
            return false;
        }
        if fitting < self.entries.len() {
            // The greatest power of two that fits.
            *self = ProofTable::new(&ProofTableOptions { entries: 1 << fitting.ilog2() });
        }
        true
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
    pub fn get(&self, key: u64) -> Option<&D> {
        let first = self.bucket(key);
        let pair = &self.entries[first..first + 2];
        let found = pair.iter().find(|entry| entry.key == key && entry.proof == self.proof);
        found.map(|entry| &entry.data)
    }

    /// The entry of a key, made if it is not there.
    #[inline]
    pub fn entry(&mut self, key: u64) -> &mut Entry<D> {
        let first = self.bucket(key);
        let proof = self.proof;
        let pair = &mut self.entries[first..first + 2];
        let mine = |entry: &Entry<D>| entry.proof == proof && entry.key == key;
        let at = if mine(&pair[0]) {
            0
        } else if mine(&pair[1]) {
            1
        } else {
            let worth = |entry: &Entry<D>| {
                if entry.proof == proof { entry.work.saturating_add(1) } else { 0 }
            };
            let at = usize::from(worth(&pair[1]) < worth(&pair[0]));
            pair[at] = Entry { key, proof, work: 0, data: D::default() };
            at
        };
        &mut pair[at]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn much_work_stays_and_new_results_find_a_place() {
        let mut table = ProofTable::<u32>::new(&ProofTableOptions { entries: 2 });
        table.next_proof();
        for key in 0..100 {
            let entry = table.entry(key);
            (entry.work, entry.data) = (if key == 7 { 1000 } else { 10 }, key as u32);
            assert_eq!(table.get(key), Some(&(key as u32)));
        }
        assert_eq!(table.get(7), Some(&7));
        table.next_proof();
        assert_eq!((table.get(7), table.get(99)), (None, None));
    }

    #[test]
    fn a_table_shrinks_to_a_limit() {
        let mut table = ProofTable::<u32>::new(&ProofTableOptions { entries: 1024 });
        let size = size_of::<Entry<u32>>();
        assert!(table.shrink_to(100 * size) && table.entries.len() == 64);
        assert!(table.shrink_to(1 << 20) && table.entries.len() == 64);
        assert!(!table.shrink_to(size));
    }
}
