use super::*;
use std::sync::atomic::{AtomicU32, Ordering};

fn record(value: f64) -> Record {
    Record::from_iter([("value".to_string(), value.into())])
}

fn sample() -> String {
    let units = ["a", "b with \"quotes\" and\nnewline", "é/seed=017"];
    units.iter().enumerate().map(|(i, unit)| line(unit, &record(i as f64 / 3.0)).unwrap()).collect()
}

fn scratch() -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    std::env::temp_dir().join(format!("plywood-lab-journal-{}-{number}", std::process::id()))
}

#[test]
fn torn_at_every_byte_of_the_last_line_recovers() {
    let whole = sample();
    let kept = whole[..whole.len() - 1].rfind('\n').unwrap() + 1;
    let path = scratch();
    for cut in kept..whole.len() {
        std::fs::write(&path, &whole.as_bytes()[..cut]).unwrap();
        let (mut journal, records) = Journal::open(&path).unwrap();
        assert_eq!(records.len(), 2, "cut at byte {cut}");
        journal.append("é/seed=017", &record(2.0 / 3.0)).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), whole, "cut at byte {cut}");
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn damaged_last_line_with_newline_is_cut_too() {
    let whole = sample();
    for junk in ["{\"unit\":\n", "\0\0\0\n", "[]\n", "{\"value\":1}\n", "\u{fffd}"] {
        let contents = parse(format!("{whole}{junk}").as_bytes(), Path::new("j")).unwrap();
        assert_eq!((contents.records.len(), contents.sound), (3, whole.len() as u64), "{junk:?}");
    }
}

#[test]
fn damage_in_the_middle_is_named() {
    let whole = sample();
    let error = parse(format!("{whole}junk\n{whole}").as_bytes(), Path::new("dir/units.jsonl"));
    let message = error.unwrap_err().to_string();
    assert!(message.starts_with("dir/units.jsonl: line 4 is damaged"), "{message}");
    assert!(message.contains("delete the line"), "{message}");
}

#[test]
fn equal_duplicates_count_once_and_others_are_refused() {
    let whole = sample();
    let contents = parse(format!("{whole}{whole}").as_bytes(), Path::new("j")).unwrap();
    assert_eq!(contents.records.len(), 3);
    let other = line("a", &record(9.0)).unwrap();
    let error = parse(format!("{whole}{other}").as_bytes(), Path::new("j")).unwrap_err();
    assert!(error.to_string().starts_with("j: lines 1 and 4 hold different results"), "{error}");
}

#[test]
fn floats_come_back_bit_for_bit() {
    let mut random = Random(7);
    for _ in 0..20_000 {
        let value = f64::from_bits(random.next());
        if value.is_finite() {
            let text = line("u", &record(value)).unwrap();
            let contents = parse(text.as_bytes(), Path::new("j")).unwrap();
            let back = contents.records["u"]["value"].as_f64().unwrap();
            assert_eq!(back.to_bits(), value.to_bits(), "{value:e}");
        }
    }
}

#[test]
fn a_field_named_unit_is_refused() {
    let record = Record::from_iter([("unit".to_string(), 1.into())]);
    assert!(line("u", &record).unwrap_err().to_string().contains("field named `unit`"));
}

#[test]
fn mutated_journals_never_panic() {
    let whole = sample().into_bytes();
    for seed in 1..20_000 {
        let mut random = Random(seed);
        let mut bytes = whole.clone();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len().max(1));
            match random.below(5) {
                _ if bytes.is_empty() => {}
                0 => bytes[at] = random.next() as u8,
                1 => bytes[at] ^= 1 << random.below(8),
                2 => drop(bytes.remove(at)),
                3 => bytes.insert(at, b"\n{}[]\",:\\0"[random.below(10)]),
                _ => bytes.truncate(at),
            }
        }
        if let Ok(contents) = parse(&bytes, Path::new("j")) {
            let sound = contents.sound as usize;
            assert!(sound <= bytes.len(), "seed {seed}");
            let again = parse(&bytes[..sound], Path::new("j")).unwrap();
            assert_eq!(again.records, contents.records, "seed {seed}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let file = OpenOptions::new().append(true).open("/dev/full").unwrap();
    let mut journal = Journal { path: "/dev/full".into(), file, synced: Instant::now() };
    let message = journal.append("u", &Record::new()).unwrap_err().to_string();
    assert!(message.starts_with("/dev/full: No space left on device"), "{message}");
}

/// SplitMix64, so that a failing seed fails again.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}
