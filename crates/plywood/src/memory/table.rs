//! The transposition table: what is known of positions that were searched before.

use super::pages::prefer_large_pages;
use crate::meter::steps;
use crate::{Interval, Score};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU8, AtomicU64};

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
    pub heuristic: bool,
}

/// Twenty-four bytes: the whole key, so that two positions are told apart whenever their keys are,
/// then both bounds, then depth, move, flags and age. The first word is stored as the exclusive or of
/// all three: if two threads write an entry at once and leave a mixture, no key fits it.
type Entry = [u64; 3];

const WORDS: usize = 3;
const FREE: Entry = [0; WORDS];
/// The pairs that a large table begins with, and up to twice as many.
const FIRST_PAIRS: u64 = 1 << 10;
/// A table that outgrows this many pairs takes all that it has, and moves nothing.
const MOST_MOVED: u64 = 1 << 18;
/// Entries that are moved between two looks at the clock.
const MOVED_BETWEEN_LOOKS: usize = 1 << 13;
const USED: u64 = 1;
const HEURISTIC: u64 = 2;

/// Bytes of an entry.
pub(crate) const BYTES_PER_ENTRY: usize = size_of::<Entry>();

fn pack(key: u64, known: Known, age: u8) -> Entry {
    let bits = |score: Score| u64::from(score.get() as u32);
    let Known { value: Interval { lower, upper }, depth, best, heuristic } = known;
    // A move is kept as its place plus one: zero is none, and so is a place beyond all others.
    let best = u64::from(best.map_or(0, |best| best.wrapping_add(1)));
    let flags = USED | if heuristic { HEURISTIC } else { 0 };
    let rest = u64::from(depth) << 32 | best << 16 | flags << 8 | u64::from(age);
    [key, bits(lower) << 32 | bits(upper), rest]
}

fn unpack([_, bounds, rest]: Entry) -> Known {
    let score = |bits: u64| Score::from_bits(bits as u32 as i32);
    Known {
        value: Interval { lower: score(bounds >> 32), upper: score(bounds) },
        depth: (rest >> 32) as u32,
        best: (rest >> 16 & 0xffff).checked_sub(1).map(|best| best as u16),
        heuristic: rest >> 8 & HEURISTIC != 0,
    }
}

/// How often a number of pairs can be halved.
fn halvings(pairs: u64) -> u32 {
    (pairs / FIRST_PAIRS).max(1).ilog2()
}

/// The two places of a key in a table of `pairs` pairs.
#[inline]
fn places_among(pairs: u64, key: u64) -> [usize; 2] {
    // The high half of a product spreads the keys evenly over any number of places.
    let first = ((u128::from(key) * u128::from(pairs)) >> 64) as usize * 2;
    [first, first + 1]
}

/// Whether the entry is used and has this key.
fn holds(entry: &Entry, key: u64) -> bool {
    entry[0] == key && entry[2] >> 8 & USED != 0
}

/// A table of a fixed number of entries, which threads may share.
///
/// A position may lie in one of two neighbouring entries. A new position takes a free one, else one
/// that an earlier search wrote, else the one of the two that was searched less deep. So deep
/// results stay, and there is always room for the newest.
pub(crate) struct Table {
    /// The words of all entries, one entry after the other. Memory that was never written to costs
    /// nothing: a large table is made at once.
    words: Box<[AtomicU64]>,
    pairs: u64,
    /// The pairs of entries in use: the whole, halved several times. A small search that keeps to a
    /// part of a large table touches less memory.
    in_use: AtomicU64,
    /// The pairs in use before the present search took the whole: what it had found until then still
    /// lies there. Zero if there are none.
    left_behind: AtomicU64,
    age: AtomicU8,
}

impl Table {
    /// A table with room for at least two positions and at most `entries`. It begins with a small
    /// part of that, and must be made to [grow](Table::grow).
    pub fn new(entries: usize) -> Table {
        let mut entries = Table::size(entries);
        let mut words: Box<[AtomicU64]> = loop {
            match bytemuck::allocation::try_zeroed_slice_box(entries * WORDS) {
                Ok(words) => break words,
                // A size that cannot be had is halved until it can.
                Err(()) => entries = Table::size(entries / 2),
            }
        };
        prefer_large_pages(&mut words);
        let pairs = entries as u64 / 2;
        let in_use = AtomicU64::new(pairs >> halvings(pairs));
        Table { words, pairs, in_use, left_behind: AtomicU64::new(0), age: AtomicU8::new(0) }
    }

    /// The number of entries of a table that was asked to have this many.
    pub fn size(entries: usize) -> usize {
        let pairs = (entries / 2).clamp(1, usize::MAX / 8 / BYTES_PER_ENTRY);
        // So many that they can be halved.
        let halvings = halvings(pairs as u64);
        (pairs >> halvings << halvings) * 2
    }

    /// Makes room for `entries` positions, as far as the table goes. No other thread may use the table
    /// meanwhile. Takes a few milliseconds at most, however large the table is; after each part of
    /// one `look` may put an end to it, and what was not moved by then is lost.
    pub fn grow<S>(&self, entries: u64, mut look: impl FnMut() -> Result<(), S>) -> Result<(), S> {
        let pairs = self.in_use.load(Relaxed);
        let mut wanted = pairs;
        while wanted < (entries / 2).min(self.pairs) {
            wanted *= 2;
        }
        if wanted == pairs {
            return Ok(());
        }
        if wanted > MOST_MOVED {
            // To move much takes long, and a search that does hears no stop: it stays where it is.
            self.left_behind.store(pairs, Relaxed);
            self.in_use.store(self.pairs, Relaxed);
            return Ok(());
        }
        self.in_use.store(wanted, Relaxed);
        // What lay in a pair belongs in one of those that take its part of the keys, none of which is
        // before it: from the last to the first, nothing is in the way.
        for place in (0..2 * pairs as usize).rev() {
            let entry = self.load(place);
            if entry[2] != 0 {
                self.store(place, FREE);
                let [one, other] = self.places(entry[0]);
                let place = if self.load(one)[2] == 0 { one } else { other };
                self.store(place, entry);
            }
            if place.is_multiple_of(MOVED_BETWEEN_LOOKS) {
                steps::count(MOVED_BETWEEN_LOOKS as u64);
                look()?;
            }
        }
        Ok(())
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.words.len() / WORDS * BYTES_PER_ENTRY
    }

    /// Begins another search: what is there stays, but gives way first.
    pub fn next_search(&self) {
        self.age.fetch_add(1, Relaxed);
        self.left_behind.store(0, Relaxed);
    }

    /// How many of a thousand entries were written by the present search, from a sample.
    pub fn permille_used(&self) -> u32 {
        let age = self.age.load(Relaxed);
        self.permille(self.words.len() / WORDS, |entry| entry[2] as u8 == age)
    }

    /// About how many positions the table knows.
    pub fn known(&self) -> u64 {
        let entries = self.in_use.load(Relaxed) * 2;
        entries * u64::from(self.permille(entries as usize, |_| true)) / 1000
    }

    /// Permille of sampled entries that are occupied and match the filter `which`.
    fn permille(&self, entries: usize, which: impl Fn(&Entry) -> bool) -> u32 {
        let sample = entries.min(1000);
        // Both entries of pairs: the first of a pair is filled first.
        let places = (0..sample).map(|n| n / 2 * 2 * (entries / sample) + n % 2);
        let such = |entry: &Entry| entry[2] >> 8 & USED != 0 && which(entry);
        places.filter(|&place| such(&self.load(place))).count() as u32 * 1000 / sample as u32
    }

    #[inline]
    fn places(&self, key: u64) -> [usize; 2] {
        places_among(self.in_use.load(Relaxed), key)
    }

    #[inline]
    fn load(&self, place: usize) -> Entry {
        let words = &self.words[place * WORDS..][..WORDS];
        let [key, bounds, rest] = [0, 1, 2].map(|i: usize| words[i].load(Relaxed));
        [key ^ bounds ^ rest, bounds, rest]
    }

    #[inline]
    fn store(&self, place: usize, [key, bounds, rest]: Entry) {
        let words = &self.words[place * WORDS..][..WORDS];
        for (word, value) in words.iter().zip([key ^ bounds ^ rest, bounds, rest]) {
            word.store(value, Relaxed);
        }
    }

    /// What is known of the position with this key, at whatever depth it was searched.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Known> {
        let find = |places: [usize; 2]| {
            let entries = places.map(|place| self.load(place));
            entries.into_iter().find(|entry| holds(entry, key)).map(unpack)
        };
        let found = find(self.places(key));
        match self.left_behind.load(Relaxed) {
            0 => found,
            pairs => found.or_else(|| find(places_among(pairs, key))),
        }
    }

    /// Keeps what is known of a position. Bounds found at the same depth before are kept as well;
    /// those of another depth are replaced, except that a move stays where `known` has none.
    #[inline]
    pub fn put(&self, key: u64, mut known: Known) {
        let age = self.age.load(Relaxed);
        let rank = |entry: &Entry| match entry[2] {
            0 => 0,
            rest if rest as u8 != age => 1 + (rest >> 32),
            rest => (1 << 33) + (rest >> 32),
        };
        let [one, other] = self.places(key);
        let (a, b) = (self.load(one), self.load(other));
        let (place, entry) = match (holds(&a, key), holds(&b, key)) {
            (true, _) => (one, a),
            (_, true) => (other, b),
            _ if rank(&a) <= rank(&b) => (one, a),
            _ => (other, b),
        };
        if holds(&entry, key) {
            let before = unpack(entry);
            if before.depth == known.depth {
                let lower = known.value.lower.max(before.value.lower);
                let upper = known.value.upper.min(before.value.upper);
                // Where they contradict each other, one has another evaluation, or was searched
                // selectively: the new one counts.
                if lower <= upper {
                    known.value = Interval { lower, upper };
                    known.heuristic |= before.heuristic;
                }
            }
            known.best = known.best.or(before.best);
        }
        self.store(place, pack(key, known, age));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(lower: i32, upper: i32, depth: u32) -> Known {
        let value = Interval { lower: Score::new(lower), upper: Score::new(upper) };
        Known { value, depth, best: None, heuristic: true }
    }

    #[test]
    fn bounds_of_one_depth_are_joined_and_those_of_another_replaced() {
        let table = Table::new(16);
        assert_eq!(table.get(7), None);
        table.put(7, Known { best: Some(3), ..known(1, 9, 4) });
        table.put(7, known(-5, 6, 4));
        assert_eq!(table.get(7), Some(Known { best: Some(3), ..known(1, 6, 4) }));
        table.put(7, known(-5, 8, 5));
        assert_eq!(table.get(7), Some(Known { best: Some(3), ..known(-5, 8, 5) }));
    }

    #[test]
    fn keys_that_share_a_place_are_never_taken_for_each_other() {
        let table = Table::new(2);
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
        let table = Table::new(2);
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
    fn nothing_is_lost_when_a_table_grows() {
        let table = Table::new(1 << 16);
        let keys: Vec<u64> = (0..6000).map(|n| crate::hash(&[n])).collect();
        for (n, &key) in keys.iter().enumerate() {
            table.put(key, known(n as i32, n as i32, 3));
        }
        let found = |table: &Table| -> Vec<_> { keys.iter().map(|&key| table.get(key)).collect() };
        let before = found(&table);
        assert!(before.iter().filter(|entry| entry.is_some()).count() > 1000);
        for entries in [1 << 12, 1 << 14, u64::MAX] {
            table.grow(entries, || Ok::<(), ()>(())).unwrap();
            assert_eq!(found(&table), before);
        }
        assert_eq!(table.in_use.load(Relaxed), 1 << 15);
    }

    #[test]
    fn a_table_that_was_stopped_growing_has_lost_something_and_invented_nothing() {
        let table = Table::new(1 << 17);
        table.grow(1 << 15, || Ok::<(), ()>(())).unwrap();
        let keys: Vec<u64> = (0..20_000).map(|n| crate::hash(&[n])).collect();
        for (n, &key) in keys.iter().enumerate() {
            table.put(key, known(n as i32, n as i32, 3));
        }
        let mut looks = 0;
        let look = || {
            looks += 1;
            if looks == 2 { Err(()) } else { Ok(()) }
        };
        assert_eq!(table.grow(1 << 17, look), Err(()));
        let found = |(n, &key)| match table.get(key) {
            Some(found) => {
                assert_eq!(found, known(n as i32, n as i32, 3));
                true
            }
            None => false,
        };
        let kept = keys.iter().enumerate().filter(|&entry| found(entry)).count();
        assert!((4000..16_000).contains(&kept), "{kept}");
    }

    #[test]
    fn what_a_large_table_leaves_behind_is_found_until_the_next_search() {
        let table = Table::new(1 << 24);
        table.grow(1 << 19, || Ok::<(), ()>(())).unwrap();
        assert_eq!(table.in_use.load(Relaxed), 1 << 18);
        let keys: Vec<u64> = (0..1000).map(|n| crate::hash(&[n])).collect();
        let values: Vec<_> = (0..1000).map(|n| Some(known(n, n, 3))).collect();
        for (&key, value) in keys.iter().zip(&values) {
            table.put(key, value.expect("a value"));
        }
        table.grow((1 << 19) + 2, || Ok::<(), ()>(())).unwrap();
        assert_eq!(table.in_use.load(Relaxed), 1 << 23, "the whole");
        let found: Vec<_> = keys.iter().map(|&key| table.get(key)).collect();
        assert_eq!(found, values);
        table.put(keys[5], known(7, 7, 4));
        assert_eq!(table.get(keys[5]), Some(known(7, 7, 4)), "the newest counts");
        table.next_search();
        assert_eq!(table.get(keys[5]), Some(known(7, 7, 4)));
        assert_eq!(table.get(keys[6]), None);
    }

    #[test]
    fn sizes_are_even() {
        for (asked, got) in [(0, 2), (1, 2), (2, 2), (3, 2), (1001, 1000), (1 << 20, 1 << 20)] {
            assert_eq!(Table::new(asked).bytes(), got * BYTES_PER_ENTRY);
        }
    }

    /// Each thread writes values that follow from the key, so that a mixture of two would show.
    #[test]
    fn threads_that_write_at_once_never_leave_a_false_entry() {
        let table = Table::new(64);
        let value_of = |key: u64| {
            let value = (key >> 40) as i32;
            Known { best: Some(key as u16 & 0xfff), ..known(value, value, key as u32 & 0xff) }
        };
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    let mut key = thread;
                    for _ in 0..200_000 {
                        key = crate::hash(&[key]);
                        table.put(key & !0xff | 7, value_of(key & !0xff | 7));
                        let other = crate::hash(&[key, 1]) & !0xff | 7;
                        for key in [key & !0xff | 7, other] {
                            assert!(table.get(key).is_none_or(|found| found == value_of(key)));
                        }
                    }
                });
            }
        });
    }
}
