//! The transposition table: what is known of positions that were searched before.

use crate::{Interval, Score};

/// What is known of a position searched to a certain depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// Bounds on its value.
    pub value: Interval,
    /// The depth of the search.
    pub depth: u32,
    /// The place of the best move in the list of moves, if one is known.
    pub best: Option<u16>,
    /// The value rests on evaluations at the horizon, not on finished games alone.
    pub cut: bool,
}

/// Twenty-four bytes: the whole key, so that two positions are told apart whenever their keys are,
/// then both bounds, then depth, move, flags and age. Plain words, because a table of zeros costs
/// nothing until it is used.
type Entry = [u64; 3];

const FREE: Entry = [0; 3];
const USED: u64 = 1;
const CUT: u64 = 2;

/// Bytes of an entry.
pub(crate) const BYTES_PER_ENTRY: usize = size_of::<Entry>();

fn pack(key: u64, known: Known, age: u8) -> Entry {
    let bits = |score: Score| u64::from(score.get() as u32);
    let Known { value: Interval { lower, upper }, depth, best, cut } = known;
    // A move is kept as its place plus one: zero is none, and so is a place beyond all others.
    let best = u64::from(best.map_or(0, |best| best.wrapping_add(1)));
    let flags = USED | if cut { CUT } else { 0 };
    let rest = u64::from(depth) << 32 | best << 16 | flags << 8 | u64::from(age);
    [key, bits(lower) << 32 | bits(upper), rest]
}

fn unpack([_, bounds, rest]: Entry) -> Known {
    let score = |bits: u64| Score::from_bits(bits as u32 as i32);
    Known {
        value: Interval { lower: score(bounds >> 32), upper: score(bounds) },
        depth: (rest >> 32) as u32,
        best: (rest >> 16 & 0xffff).checked_sub(1).map(|best| best as u16),
        cut: rest >> 8 & CUT != 0,
    }
}

/// Whether the entry is used and has this key.
fn holds(entry: &Entry, key: u64) -> bool {
    entry[0] == key && entry[2] >> 8 & USED != 0
}

/// A table of a fixed number of entries.
///
/// A position may lie in one of two neighbouring entries. A new position takes a free one, else one
/// that an earlier search wrote, else the one of the two that was searched less deep. So deep
/// results stay, and there is always room for the newest.
pub(crate) struct Table {
    entries: Vec<Entry>,
    mask: usize,
    age: u8,
}

impl Table {
    /// A table with room for at least two positions and at most `entries`, rounded down to a power
    /// of two.
    pub fn new(entries: usize) -> Table {
        let mut entries = Table::size(entries);
        // A size that cannot be had is halved until it can.
        while entries > 2 && Vec::<Entry>::new().try_reserve_exact(entries).is_err() {
            entries /= 2;
        }
        Table { entries: vec![FREE; entries], mask: entries - 1, age: 0 }
    }

    /// The number of entries of a table that was asked to have this many.
    pub fn size(entries: usize) -> usize {
        if entries < 2 { 2 } else { 1 << entries.ilog2() }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.entries.len() * BYTES_PER_ENTRY
    }

    /// Begins another search: what is there stays, but gives way first.
    pub fn next_search(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline]
    fn places(&self, key: u64) -> [usize; 2] {
        // The upper half of the key has as much to say as the lower.
        let first = (key ^ (key >> 32)) as usize & self.mask;
        [first, first ^ 1]
    }

    /// What is known of the position with this key, at whatever depth it was searched.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Known> {
        let places = self.places(key).map(|place| &self.entries[place]);
        places.into_iter().find(|entry| holds(entry, key)).map(|&entry| unpack(entry))
    }

    /// Keeps what is known of a position. Bounds found at the same depth before are kept as well;
    /// those of another depth are replaced, except that a move stays where `known` has none.
    #[inline]
    pub fn put(&mut self, key: u64, mut known: Known) {
        let age = self.age;
        let rank = |entry: &Entry| match entry[2] {
            0 => 0,
            rest if rest as u8 != age => 1 + (rest >> 32),
            rest => (1 << 33) + (rest >> 32),
        };
        let [one, other] = self.places(key);
        let (a, b) = (&self.entries[one], &self.entries[other]);
        let place = match (holds(a, key), holds(b, key)) {
            (true, _) => one,
            (_, true) => other,
            _ if rank(a) <= rank(b) => one,
            _ => other,
        };
        let entry = &mut self.entries[place];
        if holds(entry, key) {
            let before = unpack(*entry);
            if before.depth == known.depth {
                let lower = known.value.lower.max(before.value.lower);
                let upper = known.value.upper.min(before.value.upper);
                // Where they contradict each other, one has another evaluation: the new one counts.
                if lower <= upper {
                    known.value = Interval { lower, upper };
                    known.cut |= before.cut;
                }
            }
            known.best = known.best.or(before.best);
        }
        *entry = pack(key, known, age);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(lower: i32, upper: i32, depth: u32) -> Known {
        let value = Interval { lower: Score::new(lower), upper: Score::new(upper) };
        Known { value, depth, best: None, cut: true }
    }

    #[test]
    fn bounds_of_one_depth_are_joined_and_those_of_another_replaced() {
        let mut table = Table::new(16);
        assert_eq!(table.get(7), None);
        table.put(7, Known { best: Some(3), ..known(1, 9, 4) });
        table.put(7, known(-5, 6, 4));
        assert_eq!(table.get(7), Some(Known { best: Some(3), ..known(1, 6, 4) }));
        table.put(7, known(-5, 8, 5));
        assert_eq!(table.get(7), Some(Known { best: Some(3), ..known(-5, 8, 5) }));
    }

    #[test]
    fn keys_that_share_a_place_are_never_taken_for_each_other() {
        let mut table = Table::new(2);
        for key in 0..1000u64 {
            table.put(key << 33, known(key as i32, key as i32, 1));
            for other in 0..=key {
                if let Some(found) = table.get(other << 33) {
                    assert_eq!(found, known(other as i32, other as i32, 1));
                }
            }
            assert!(table.get(key << 33).is_some(), "there is room for the newest");
        }
        assert_eq!(table.get(0x1234_5678_9abc_def0), None);
    }

    #[test]
    fn deep_results_stay_and_old_ones_go() {
        let mut table = Table::new(2);
        table.put(2, known(1, 1, 9));
        for key in 3..50 {
            table.put(key << 1, known(0, 0, 1));
        }
        assert_eq!(table.get(2), Some(known(1, 1, 9)));
        table.next_search();
        table.put(4, known(0, 0, 1));
        assert_eq!(table.get(2), Some(known(1, 1, 9)), "of two old ones the shallow one goes");
        table.put(6, known(0, 0, 1));
        assert_eq!((table.get(2), table.get(4)), (None, Some(known(0, 0, 1))));
    }

    #[test]
    fn sizes_are_powers_of_two() {
        for (asked, got) in [(0, 2), (1, 2), (2, 2), (3, 2), (1000, 512), (1 << 20, 1 << 20)] {
            assert_eq!(Table::new(asked).bytes(), got * BYTES_PER_ENTRY);
        }
    }
}
