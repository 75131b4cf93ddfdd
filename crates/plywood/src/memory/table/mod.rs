//! The transposition table.

mod bounds;
#[cfg(test)]
mod tests;

pub use bounds::BoundsEntry;

use super::pages::prefer_large_pages;
use crate::meter::steps;
use std::marker::PhantomData;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU8, AtomicU64};

/// What a [`TranspositionTable`] stores for a position.
///
/// The table adds the whole key and the age of the entry. The age takes the low byte of the last word:
/// [`pack`](TableEntry::pack) leaves it 0, and [`unpack`](TableEntry::unpack) ignores it.
pub trait TableEntry: Copy {
    /// The packed entry: `[u64; 1]` for tables with 16 bytes per entry, `[u64; 2]` for 24 bytes.
    type Words: Copy + Default + AsRef<[u64]> + AsMut<[u64]>;

    /// The number of entries that a key may be stored in. They lie side by side; with four entries of
    /// 16 bytes they are one line of the processor's cache.
    const WAYS: usize = 2;

    /// The entry as words. The low byte of the last word is 0.
    fn pack(self) -> Self::Words;

    /// The entry of these words, whatever the low byte of the last word is.
    fn unpack(words: Self::Words) -> Self;

    /// How much work the entry stands for, such as the depth of its search. Where the table is full,
    /// the entry with the lowest priority is replaced.
    fn priority(&self) -> u32;

    /// The entry to store where the table has an `earlier` one for the same key. By default the new one.
    #[inline]
    fn merge(self, earlier: Self) -> Self {
        let _ = earlier;
        self
    }
}

/// The number of buckets that a growing table begins with, or up to twice as many.
const FIRST_BUCKETS: u64 = 1 << 10;
/// A table that outgrows this many buckets uses all of its memory at once and moves no entries.
const MAX_MOVED_BUCKETS: u64 = 1 << 18;
/// Slots that are moved between two looks at the clock.
const MOVED_BETWEEN_LOOKS: usize = 1 << 13;
/// Words of a line of the processor's cache.
const CACHE_LINE: usize = 8;

/// A hash table of what is known about positions, of fixed size, for one thread or several.
///
/// Each key belongs to a bucket of [`TableEntry::WAYS`] entries. A new key replaces a free entry, else
/// one that an earlier search wrote, else the one with the lowest [priority](TableEntry::priority).
/// So results of deep searches stay, and the newest result always finds a place.
///
/// The whole key is stored, so two positions are confused only if their keys are equal. Threads share
/// the table without locks: an entry that two threads have written at the same time is not found again.
///
/// Searches with bounds store [`BoundsEntry`]. Other algorithms bring their own entries:
///
/// ```
/// use plywood::kit::{TableEntry, TranspositionTable};
///
/// /// Proof and disproof numbers, and the number of nodes they rest on.
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct Numbers { proof: u32, disproof: u32, nodes: u32 }
///
/// impl TableEntry for Numbers {
///     type Words = [u64; 2];
///     fn pack(self) -> [u64; 2] {
///         let Numbers { proof, disproof, nodes } = self;
///         [u64::from(proof) << 32 | u64::from(disproof), u64::from(nodes) << 32]
///     }
///     fn unpack([numbers, nodes]: [u64; 2]) -> Self {
///         let (proof, disproof) = ((numbers >> 32) as u32, numbers as u32);
///         Numbers { proof, disproof, nodes: (nodes >> 32) as u32 }
///     }
///     fn priority(&self) -> u32 { self.nodes }
/// }
///
/// let table = TranspositionTable::new(1 << 10);
/// let numbers = Numbers { proof: 2, disproof: 1, nodes: 57 };
/// std::thread::scope(|scope| {
///     scope.spawn(|| table.put(0x1234_5678_9abc_def0, numbers));
/// });
/// assert_eq!(table.get(0x1234_5678_9abc_def0), Some(numbers));
/// assert_eq!(table.get(7), None);
/// ```
pub struct TranspositionTable<E> {
    /// The words of all slots. Memory that was never written to costs nothing, so a large table is
    /// made at once. Of each slot the first word is the exclusive or of the key and the packed entry:
    /// no key matches what two threads have mixed.
    words: Box<[AtomicU64]>,
    /// The word at which the first bucket begins.
    start: usize,
    buckets: u64,
    /// The buckets in use: all of them, halved several times. A short search in a part of a large
    /// table touches less memory.
    in_use: AtomicU64,
    /// The buckets in use before the present search took all of them. Entries that it wrote until
    /// then still lie there. 0 if there are none.
    left_behind: AtomicU64,
    /// The number of the search, from 1 to 255.
    age: AtomicU8,
    /// Mixed into all keys. [`clear`](TranspositionTable::clear) changes it.
    salt: u64,
    entry: PhantomData<fn() -> E>,
}

/// A slot as it is read: free if the low byte of the last word is 0.
struct Slot<E: TableEntry> {
    key: u64,
    words: E::Words,
}

impl<E: TableEntry> Slot<E> {
    #[inline]
    fn age(&self) -> u8 {
        self.words.as_ref()[TranspositionTable::<E>::SLOT_WORDS - 2] as u8
    }

    #[inline]
    fn holds(&self, key: u64) -> bool {
        self.key == key && self.age() != 0
    }
}

/// How often a number of buckets can be halved.
fn halvings(buckets: u64) -> u32 {
    (buckets / FIRST_BUCKETS).max(1).ilog2()
}

impl<E: TableEntry> TranspositionTable<E> {
    /// Bytes per entry.
    pub const ENTRY_BYTES: usize = Self::SLOT_WORDS * size_of::<u64>();

    const SLOT_WORDS: usize = 1 + size_of::<E::Words>() / size_of::<u64>();

    /// A table with room for `entries` entries, or a few less, and for one bucket at least. If there is
    /// not enough memory, it is made smaller.
    pub fn new(entries: usize) -> Self {
        let mut entries = Self::capacity(entries);
        let bucket_words = Self::SLOT_WORDS * E::WAYS;
        let spare = if bucket_words.is_multiple_of(CACHE_LINE) { CACHE_LINE - 1 } else { 0 };
        let mut words: Box<[AtomicU64]> = loop {
            match bytemuck::allocation::try_zeroed_slice_box(entries * Self::SLOT_WORDS + spare) {
                Ok(words) => break words,
                Err(()) => entries = Self::capacity(entries / 2),
            }
        };
        prefer_large_pages(&mut words);
        let start = words.as_ptr().align_offset(CACHE_LINE * size_of::<u64>()).min(spare);
        let buckets = (entries / E::WAYS) as u64;
        TranspositionTable {
            words,
            start,
            buckets,
            in_use: AtomicU64::new(buckets),
            left_behind: AtomicU64::new(0),
            age: AtomicU8::new(1),
            salt: 0,
            entry: PhantomData,
        }
    }

    /// A table like that of [`new`](TranspositionTable::new) that uses a small part of its memory until
    /// it is told to [`grow`](TranspositionTable::grow). Short searches are faster in a small table.
    pub fn growing(entries: usize) -> Self {
        let mut table = TranspositionTable::new(entries);
        *table.in_use.get_mut() = table.buckets >> halvings(table.buckets);
        table
    }

    /// The number of entries that a table made for `entries` entries has.
    pub fn capacity(entries: usize) -> usize {
        let most = usize::MAX / 4 / E::WAYS / Self::ENTRY_BYTES;
        let buckets = (entries / E::WAYS).clamp(1, most);
        // Rounded down to a number that can be halved.
        let halvings = halvings(buckets as u64);
        (buckets >> halvings << halvings) * E::WAYS
    }

    /// The number of buckets to use for a number of entries, from `first` buckets upwards.
    fn buckets_for(&self, entries: u64, first: u64) -> u64 {
        let mut buckets = first;
        while buckets < (entries / E::WAYS as u64).min(self.buckets) {
            buckets *= 2;
        }
        buckets
    }

    /// Makes room for `entries` entries, as far as the table goes. No other thread may use the table
    /// meanwhile. Takes a few milliseconds at most, however large the table is: `look` is called every
    /// fraction of a millisecond. If it returns an error, `grow` stops with it, and the entries that
    /// were not moved yet are lost.
    pub fn grow<S>(&self, entries: u64, mut look: impl FnMut() -> Result<(), S>) -> Result<(), S> {
        let before = self.in_use.load(Relaxed);
        let wanted = self.buckets_for(entries, before);
        if wanted == before {
            return Ok(());
        }
        if wanted > MAX_MOVED_BUCKETS {
            // Moving that many entries takes too long. They stay, and are looked up where they are.
            self.left_behind.store(before, Relaxed);
            self.in_use.store(self.buckets, Relaxed);
            return Ok(());
        }
        self.in_use.store(wanted, Relaxed);
        // The entries of a bucket belong in those buckets that take over its range of keys. None of
        // them comes before it, so from the last slot to the first, no entry is in the way.
        for slot in (0..before as usize * E::WAYS).rev() {
            let moved = self.load(slot);
            if moved.age() != 0 {
                self.store(slot, Slot { key: 0, words: E::Words::default() });
                let free = self.slots(moved.key).find(|&slot| self.load(slot).age() == 0);
                self.store(free.unwrap_or(slot), moved);
            }
            if slot.is_multiple_of(MOVED_BETWEEN_LOOKS) {
                steps::count(MOVED_BETWEEN_LOOKS as u64);
                look()?;
            }
        }
        Ok(())
    }

    /// Forgets all entries, and uses room for `entries` entries until the table is told to
    /// [`grow`](TranspositionTable::grow). Takes no time, because nothing is written.
    pub fn clear(&mut self, entries: u64) {
        self.next_search();
        // Entries with another salt are never found, and the next search overwrites them first.
        self.salt = crate::hash(&[self.salt]);
        let first = self.buckets >> halvings(self.buckets);
        *self.in_use.get_mut() = self.buckets_for(entries, first);
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.words.len() * size_of::<u64>()
    }

    /// Begins another search: entries of earlier searches stay, but are replaced first.
    pub fn next_search(&self) {
        let age = self.age.load(Relaxed);
        self.age.store(age % u8::MAX + 1, Relaxed);
        self.left_behind.store(0, Relaxed);
    }

    /// Permille of all entries that the present search has written, estimated from a sample.
    pub fn permille_used(&self) -> u32 {
        let age = self.age.load(Relaxed);
        self.permille(self.buckets as usize * E::WAYS, |slot| slot.age() == age)
    }

    /// The number of entries that the present search has written, counted one by one: the whole table is read.
    pub fn entries_used(&self) -> usize {
        let age = self.age.load(Relaxed);
        let slots = self.buckets as usize * E::WAYS;
        (0..slots).filter(|&slot| self.load(slot).age() == age).count()
    }

    /// The number of entries that are not free, estimated from a sample.
    pub fn occupied(&self) -> u64 {
        let slots = self.in_use.load(Relaxed) * E::WAYS as u64;
        slots * u64::from(self.permille(slots as usize, |slot| slot.age() != 0)) / 1000
    }

    /// Permille of a sample of the first `slots` slots that match the filter.
    fn permille(&self, slots: usize, filter: impl Fn(&Slot<E>) -> bool) -> u32 {
        let sample = slots.min(1000);
        // Whole buckets, because the first slot of a bucket is filled first.
        let sampled = (0..sample).map(|n| n / E::WAYS * E::WAYS * (slots / sample) + n % E::WAYS);
        let matching = sampled.filter(|&slot| filter(&self.load(slot))).count();
        matching as u32 * 1000 / sample as u32
    }

    /// The slots of a key.
    #[inline]
    fn slots(&self, key: u64) -> std::ops::Range<usize> {
        Self::slots_among(self.in_use.load(Relaxed), key)
    }

    /// The slots of a key in a table of `buckets` buckets.
    #[inline]
    fn slots_among(buckets: u64, key: u64) -> std::ops::Range<usize> {
        // The high half of a product spreads the keys evenly over any number of buckets.
        let first = ((u128::from(key) * u128::from(buckets)) >> 64) as usize * E::WAYS;
        first..first + E::WAYS
    }

    #[inline]
    fn slot_words(&self, slot: usize) -> &[AtomicU64] {
        &self.words[self.start + slot * Self::SLOT_WORDS..][..Self::SLOT_WORDS]
    }

    #[inline]
    fn load(&self, slot: usize) -> Slot<E> {
        let stored = self.slot_words(slot);
        let (mut key, mut words) = (stored[0].load(Relaxed), E::Words::default());
        for (word, stored) in words.as_mut().iter_mut().zip(&stored[1..]) {
            *word = stored.load(Relaxed);
            key ^= *word;
        }
        Slot { key, words }
    }

    #[inline]
    fn store(&self, slot: usize, Slot { key, words }: Slot<E>) {
        let words = words.as_ref();
        let mixed = words.iter().fold(key, |mixed, word| mixed ^ word);
        for (stored, word) in self.slot_words(slot).iter().zip(std::iter::once(&mixed).chain(words))
        {
            stored.store(*word, Relaxed);
        }
    }

    /// The entry of a key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<E> {
        let key = key ^ self.salt;
        let find = |slots: std::ops::Range<usize>| {
            let mut slots = slots.map(|slot| self.load(slot));
            slots.find(|slot| slot.holds(key)).map(|slot| E::unpack(slot.words))
        };
        let found = find(self.slots(key));
        match self.left_behind.load(Relaxed) {
            0 => found,
            buckets => found.or_else(|| find(Self::slots_among(buckets, key))),
        }
    }

    /// Stores an entry, [merged](TableEntry::merge) with that of the same key if there is one.
    #[inline]
    pub fn put(&self, key: u64, mut entry: E) {
        let (key, age) = (key ^ self.salt, self.age.load(Relaxed));
        let (mut chosen, mut lowest) = (0, u64::MAX);
        for place in self.slots(key) {
            let slot = self.load(place);
            if slot.holds(key) {
                entry = entry.merge(E::unpack(slot.words));
                chosen = place;
                break;
            }
            let rank = match slot.age() {
                0 => 0,
                other if other != age => 1 + u64::from(E::unpack(slot.words).priority()),
                _ => (1 << 33) + u64::from(E::unpack(slot.words).priority()),
            };
            if rank < lowest {
                (chosen, lowest) = (place, rank);
            }
        }
        let mut words = entry.pack();
        words.as_mut()[Self::SLOT_WORDS - 2] |= u64::from(age);
        self.store(chosen, Slot { key, words });
    }
}
