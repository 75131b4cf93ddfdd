//! Entries of the transposition table: bounds on the score, and best moves.

use plywood::hash;

use plywood::kit::{GOLDEN, TableEntry, TranspositionTable};

/// The solver's table: four entries of 16 bytes share a line of the processor's cache.
pub(super) type Table = TranspositionTable<Entry>;

/// What is known about a position. Scores are for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub lower: i8,
    pub upper: i8,
    /// The best move, and the one that was best before it; 64 for none.
    pub moves: [u8; 2],
    /// Empty squares of the position.
    empties: u8,
    /// [`Key::check`] of the position.
    check: u16,
}

impl Entry {
    /// The result of a search with the window from `alpha` to `beta` that returned `score` with the
    /// move `best`.
    #[inline(always)]
    pub(super) fn new(
        key: Key,
        empties: u32,
        (alpha, beta): (i32, i32),
        score: i32,
        best: u8,
    ) -> Entry {
        Entry {
            lower: if score > alpha { score as i8 } else { -64 },
            upper: if score < beta { score as i8 } else { 64 },
            moves: [best, 64],
            empties: empties as u8,
            check: key.check,
        }
    }
}

impl TableEntry for Entry {
    type Words = [u64; 1];

    const WAYS: usize = 4;

    #[inline(always)]
    fn pack(self) -> [u64; 1] {
        let Entry { lower, upper, moves: [first, second], empties, check } = self;
        let [low, high] = check.to_le_bytes();
        [u64::from_le_bytes([0, lower as u8, upper as u8, first, second, empties, low, high])]
    }

    #[inline(always)]
    fn unpack([word]: [u64; 1]) -> Entry {
        let [_, lower, upper, first, second, empties, low, high] = word.to_le_bytes();
        Entry {
            lower: lower as i8,
            upper: upper as i8,
            moves: [first, second],
            empties,
            check: u16::from_le_bytes([low, high]),
        }
    }

    #[inline(always)]
    fn priority(&self) -> u32 {
        self.empties.into()
    }

    /// Both bounds of each position are kept, and of its moves the last two that were best. A move
    /// that did not raise the lower bound is stored only if no other is known.
    #[inline(always)]
    fn merge(mut self, earlier: Entry) -> Entry {
        if earlier.check != self.check {
            return self;
        }
        let [best, before] = [self.moves[0], earlier.moves[0]];
        self.moves = if best != before && (self.lower > -64 || before == 64) {
            [best, before]
        } else {
            earlier.moves
        };
        self.lower = self.lower.max(earlier.lower);
        self.upper = self.upper.min(earlier.upper);
        self
    }
}

/// The number of entries beyond which a larger table does not help, for a problem with N empty
/// squares.
pub(super) fn enough_for(empties: u32) -> usize {
    let entries = (Entry::WAYS as u64) << (3 * empties.saturating_sub(4) / 2).min(50);
    usize::try_from(entries).unwrap_or(usize::MAX)
}

/// A position as the table knows it: by 80 bits of hash. Two of the 10^9 positions of a long search
/// are taken for each other with a chance of less than one in ten million.
#[derive(Clone, Copy)]
pub(super) struct Key {
    hash: u64,
    check: u16,
}

impl Key {
    #[inline(always)]
    pub(super) fn of(mover: u64, opponent: u64) -> Key {
        let hash = hash(&[mover, opponent]);
        // The product's high bits, which depend on all bits of the board.
        let check = hash.wrapping_add(mover).wrapping_mul(GOLDEN) >> 48;
        Key { hash, check: check as u16 }
    }
}

/// What is known of a position.
#[inline(always)]
pub(super) fn get(table: &Table, key: Key) -> Option<Entry> {
    table.get(key.hash).filter(|entry| entry.check == key.check)
}

/// Remembers what is known of a position.
#[inline(always)]
pub(super) fn put(table: &Table, key: Key, entry: Entry) {
    table.put(key.hash, entry);
}

/// An empty table for a problem with N empty squares in at most `bytes` bytes, or in the fewest that
/// there can be. It is made of `table` if that has the right size.
pub(super) fn prepared(table: Option<Table>, bytes: usize, empties: u32) -> Table {
    // Up to 64 bytes are lost because buckets begin where lines of the cache do.
    let entries = bytes.saturating_sub(64) / Table::ENTRY_BYTES;
    let entries = Table::capacity(entries.min(enough_for(empties)));
    match table {
        Some(mut table) if table.bytes() / 64 == entries * Table::ENTRY_BYTES / 64 => {
            table.clear(entries as u64);
            table
        }
        _ => Table::new(entries),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_empty_squares_never_want_less() {
        assert_eq!(enough_for(4), Entry::WAYS);
        // Also where addresses have 32 bits.
        assert!((0..64).all(|empties| enough_for(empties) <= enough_for(empties + 1)));
        assert!(enough_for(64) >= (usize::MAX / Table::ENTRY_BYTES) >> 8);
    }
}
