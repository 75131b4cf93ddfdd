use super::*;
use crate::{Interval, Score};

type Bounds = TranspositionTable<BoundsEntry>;

fn known(lower: i32, upper: i32, depth: u32) -> BoundsEntry {
    let value = Interval { lower: Score::new(lower), upper: Score::new(upper) };
    BoundsEntry { value, depth, best: None, heuristic: true }
}

#[test]
fn bounds_of_one_depth_are_joined_and_those_of_another_replaced() {
    let table = Bounds::new(16);
    assert_eq!(table.get(7), None);
    table.put(7, BoundsEntry { best: Some(3), ..known(1, 9, 4) });
    table.put(7, known(-5, 6, 4));
    assert_eq!(table.get(7), Some(BoundsEntry { best: Some(3), ..known(1, 6, 4) }));
    table.put(7, known(-5, 8, 5));
    assert_eq!(table.get(7), Some(BoundsEntry { best: Some(3), ..known(-5, 8, 5) }));
}

#[test]
fn keys_that_share_a_place_are_never_taken_for_each_other() {
    let table = Bounds::new(2);
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
    let table = Bounds::new(2);
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
    let table = Bounds::growing(1 << 16);
    let keys: Vec<u64> = (0..6000).map(|n| crate::hash(&[n])).collect();
    for (n, &key) in keys.iter().enumerate() {
        table.put(key, known(n as i32, n as i32, 3));
    }
    let found = |table: &Bounds| -> Vec<_> { keys.iter().map(|&key| table.get(key)).collect() };
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
    let table = Bounds::growing(1 << 17);
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
    let table = Bounds::growing(1 << 24);
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
        assert_eq!(Bounds::new(asked).bytes(), got * Bounds::ENTRY_BYTES);
    }
}

/// Each thread writes values that follow from the key, so that a mixture of two would show.
#[test]
fn threads_that_write_at_once_never_leave_a_false_entry() {
    let table = Bounds::new(64);
    let value_of = |key: u64| {
        let value = (key >> 40) as i32;
        BoundsEntry { best: Some(key as u16 & 0xfff), ..known(value, value, key as u32 & 0xff) }
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

/// A byte for the priority, and a number.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Small {
    number: u32,
    priority: u8,
}

impl TableEntry for Small {
    type Words = [u64; 1];
    const WAYS: usize = 4;

    fn pack(self) -> [u64; 1] {
        [u64::from(self.number) << 32 | u64::from(self.priority) << 8]
    }

    fn unpack([word]: [u64; 1]) -> Small {
        Small { number: (word >> 32) as u32, priority: (word >> 8) as u8 }
    }

    fn priority(&self) -> u32 {
        self.priority.into()
    }
}

#[test]
fn four_small_entries_share_a_cache_line() {
    let table = TranspositionTable::<Small>::new(64);
    assert_eq!((TranspositionTable::<Small>::ENTRY_BYTES, table.bytes()), (16, 64 * 16 + 56));
    for slot in (0..64).step_by(4) {
        assert_eq!(table.slot_words(slot).as_ptr() as usize % 64, 0);
    }
    let small = |number: u32, priority| Small { number, priority };
    for number in 0..4 {
        table.put(number.into(), small(number, 9 - number as u8));
    }
    assert_eq!(table.get(3), Some(small(3, 6)), "a bucket has room for four");
    table.put(4, small(4, 1));
    let found = [0, 1, 2, 3, 4].map(|key| table.get(key).map(|entry| entry.number));
    assert_eq!(found, [Some(0), Some(1), Some(2), None, Some(4)], "the lowest priority goes");
}

#[test]
fn a_cleared_table_finds_nothing_and_has_room() {
    let mut table = Bounds::new(1 << 12);
    let keys: Vec<u64> = (0..3000).map(|n| crate::hash(&[n])).collect();
    for round in 0..300 {
        assert!(keys.iter().all(|&key| table.get(key).is_none()), "in round {round}");
        for (n, &key) in keys[..100].iter().enumerate() {
            table.put(key, known(round, round, n as u32));
        }
        let found =
            |&&key: &&u64| table.get(key).is_some_and(|found| found.value.lower.get() == round);
        assert!(keys[..100].iter().filter(found).count() > 95, "old entries give way");
        table.clear(if round % 2 == 0 { 10 } else { u64::MAX });
        assert_eq!(table.in_use.load(Relaxed), if round % 2 == 0 { 1 << 10 } else { 1 << 11 });
    }
}
