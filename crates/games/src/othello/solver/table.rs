//! What the solver remembers of positions: bounds on their scores, and the moves that made them.

use plywood::hash;

/// Entries that share a place: one line of the processor's cache.
const WAYS: usize = 4;
const WORDS: usize = 2 * WAYS;
/// The bytes of a place.
pub(super) const PLACE: usize = 8 * WORDS;

/// What is known of a position, for its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub lower: i8,
    pub upper: i8,
    /// The best move, and the one that was best before it; 64 for none.
    pub moves: [u8; 2],
}

impl Entry {
    pub(super) const UNKNOWN: Entry = Entry { lower: -64, upper: 64, moves: [64; 2] };
}

/// An entry as it is stored: the entry's four bytes, the empty squares, the generation.
#[derive(Clone, Copy)]
struct Packed(u64);

impl Packed {
    fn new(entry: Entry, empties: u8, generation: u16) -> Packed {
        let Entry { lower, upper, moves: [first, second] } = entry;
        let [low, high] = generation.to_le_bytes();
        Packed(u64::from_le_bytes([lower as u8, upper as u8, first, second, empties, 0, low, high]))
    }

    fn entry(self) -> Entry {
        let [lower, upper, first, second, ..] = self.0.to_le_bytes();
        Entry { lower: lower as i8, upper: upper as i8, moves: [first, second] }
    }

    fn empties(self) -> u8 {
        (self.0 >> 32) as u8
    }

    fn generation(self) -> u16 {
        (self.0 >> 48) as u16
    }
}

/// A hash table of entries.
///
/// A position is known by 64 bits of hash and, by its place, some more: two of the 10^9 positions
/// of a long search meet with a chance of less than one in a million million.
#[derive(Clone, Default)]
pub(super) struct Table {
    words: Vec<u64>,
    /// Where the first cache line begins.
    start: usize,
    /// Places in use.
    places: u64,
    /// Entries of other generations count as empty, so that forgetting takes no time.
    generation: u16,
}

/// The bytes beyond which a table does no more for a problem with N empty squares.
pub(super) fn enough_for(empties: u32) -> usize {
    let bytes = (PLACE as u64) << (3 * empties.saturating_sub(4) / 2).min(50);
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

/// Where a position's entry belongs.
#[derive(Clone, Copy)]
pub(super) struct Key {
    hash: u64,
    place: u64,
}

impl Key {
    #[inline(always)]
    pub(super) fn of(mover: u64, opponent: u64) -> Key {
        let hash = hash(&[mover, opponent]);
        Key { hash, place: hash.wrapping_add(mover).wrapping_mul(0x9e37_79b9_7f4a_7c15) }
    }
}

impl Table {
    /// Forgets everything, and makes room in `bytes`, or in less where there are fewer. The
    /// least there can be is one place.
    pub(super) fn prepare(&mut self, bytes: usize) {
        // One place more, so that places can begin where cache lines do.
        let words = |places: usize| (places + 1) * WORDS;
        let mut places = (bytes / PLACE).saturating_sub(1).max(1);
        if self.words.len() < words(places) || self.words.len() * 8 > bytes.max(2 * PLACE) {
            self.words = Vec::new();
            // Asked politely first: the allocation below would end the process.
            while places > 1 && Vec::<u64>::new().try_reserve_exact(words(places)).is_err() {
                places /= 2;
            }
            // Zeroed pages come from the system as they are touched.
            self.words = vec![0; words(places)];
            self.start = self.words.as_ptr().align_offset(PLACE).min(WORDS);
            self.generation = 0;
        }
        self.places = places as u64;
        self.generation = self.generation.checked_add(1).unwrap_or_else(|| {
            self.words.fill(0);
            1
        });
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.words.len() * 8
    }

    #[inline(always)]
    fn place(&self, key: Key) -> usize {
        let place = (u128::from(key.place) * u128::from(self.places)) >> 64;
        self.start + place as usize * WORDS
    }

    /// What is known of a position.
    #[inline(always)]
    pub(super) fn get(&self, key: Key) -> Option<Entry> {
        let at = self.place(key);
        let place: &[u64] = &self.words[at..at + WORDS];
        for way in 0..WAYS {
            let packed = Packed(place[2 * way + 1]);
            if place[2 * way] == key.hash && packed.generation() == self.generation {
                return Some(packed.entry());
            }
        }
        None
    }

    /// Remembers that a search of a position between `alpha` and `beta` answered `score` by move
    /// `best`.
    #[inline(always)]
    pub(super) fn put(
        &mut self,
        key: Key,
        empties: u32,
        (alpha, beta): (i32, i32),
        score: i32,
        best: u8,
    ) {
        let (at, generation) = (self.place(key), self.generation);
        let place = &mut self.words[at..at + WORDS];
        // The position's own entry, else a free one, else the one of the smallest problem.
        let (mut chosen, mut least) = (0, u32::MAX);
        let mut entry = Entry::UNKNOWN;
        for way in 0..WAYS {
            let packed = Packed(place[2 * way + 1]);
            let current = packed.generation() == generation;
            if current && place[2 * way] == key.hash {
                (chosen, entry) = (way, packed.entry());
                break;
            }
            let worth = if current { 1 + u32::from(packed.empties()) } else { 0 };
            if worth < least {
                (chosen, least) = (way, worth);
            }
        }
        if score > alpha {
            entry.lower = entry.lower.max(score as i8);
        }
        if score < beta {
            entry.upper = entry.upper.min(score as i8);
        }
        if best != entry.moves[0] && (score > alpha || entry.moves[0] == 64) {
            entry.moves = [best, entry.moves[0]];
        }
        place[2 * chosen] = key.hash;
        place[2 * chosen + 1] = Packed::new(entry, empties as u8, generation).0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_empty_squares_never_want_less() {
        assert_eq!(enough_for(4), PLACE);
        // Also where addresses have 32 bits.
        assert!((0..64).all(|empties| enough_for(empties) <= enough_for(empties + 1)));
        assert!(enough_for(64) >= usize::MAX >> 8);
    }
}
