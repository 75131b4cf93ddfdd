use super::*;
use plywood_games::random::Rng;
use std::sync::atomic::{AtomicU32, Ordering};

const RUN: &str = "0.1.0 abcdef";

fn records(bytes: &[u8]) -> Result<HashMap<String, Record>, Error> {
    parse(RUN, bytes).records(Path::new("dir/units.jsonl"))
}

fn record(value: f64) -> Record {
    Record::from_iter([("value".to_string(), value.into())])
}

fn sample() -> String {
    let units = ["a", "b with \"quotes\" and\nnewline", "é/seed=017"];
    units
        .iter()
        .enumerate()
        .map(|(i, unit)| line(RUN, unit, &record(i as f64 / 3.0)).unwrap())
        .collect()
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
        let (mut journal, records) = Journal::open(RUN, &path, false).unwrap();
        assert_eq!(records.len(), 2, "cut at byte {cut}");
        journal.append("é/seed=017", &record(2.0 / 3.0)).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), whole, "cut at byte {cut}");
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_last_line_of_zeros_is_cut_too() {
    let whole = sample();
    for junk in ["\0\0\0\n", "{\"unit\":\0\n", "\u{fffd}", "{\"unit\":"] {
        let contents = parse(RUN, format!("{whole}{junk}").as_bytes());
        assert_eq!((contents.lines.len(), contents.whole), (3, whole.len()), "{junk:?}");
        assert_eq!(contents.damage, [], "{junk:?}");
    }
}

#[test]
fn damage_is_named_with_its_line() {
    let whole = sample();
    for junk in ["junk", "{\"unit\":", "[]", "{\"value\":1}", "\u{fffd}"] {
        for (text, line) in [
            (format!("{whole}{junk}\n{whole}"), 4),
            (format!("{whole}{junk}\n"), 4),
            (format!("{junk}\n{whole}"), 1),
        ] {
            let message = records(text.as_bytes()).unwrap_err().to_string();
            let start = format!("dir/units.jsonl: line {line} is damaged: ");
            assert!(message.starts_with(&start) && message.contains("--repair"), "{message}");
        }
    }
    let many = format!("{whole}{}", "junk\n".repeat(9));
    let message = records(many.as_bytes()).unwrap_err().to_string();
    assert!(message.contains("line 8 is damaged, and 4 more like these"), "{message}");
}

#[test]
fn lines_without_a_checksum_or_of_another_run_are_refused() {
    let error = records(b"{\"unit\":\"a\",\"value\":1}\n").unwrap_err().to_string();
    assert!(error.contains("line 1 has no checksum"), "{error}");
    let other = line("0.2.0 abcdef", "a", &record(1.0)).unwrap();
    let error = records(other.as_bytes()).unwrap_err().to_string();
    assert!(error.contains("line 1 is damaged"), "{error}");
}

#[test]
fn equal_duplicates_count_once_and_others_are_refused() {
    let whole = sample();
    assert_eq!(records(format!("{whole}{whole}").as_bytes()).unwrap().len(), 3);
    let other = line(RUN, "a", &record(9.0)).unwrap();
    let error = records(format!("{whole}{other}").as_bytes()).unwrap_err().to_string();
    assert!(error.contains("lines 1 and 4 hold different results of unit `a`"), "{error}");
}

#[test]
fn every_flipped_bit_is_noticed_and_repaired() {
    let whole = sample();
    let sound = records(whole.as_bytes()).unwrap();
    let path = scratch();
    for bit in 0..8 * whole.len() {
        let mut bytes = whole.clone().into_bytes();
        bytes[bit / 8] ^= 1 << (bit % 8);
        match records(&bytes) {
            Err(error) => assert!(error.to_string().contains("line "), "bit {bit}: {error}"),
            // Without its newline, or with a zero in it, the last line is torn: its unit runs again.
            Ok(left) => {
                assert_eq!(left.len(), 2, "bit {bit}");
                assert!(left.iter().all(|(unit, record)| sound[unit] == *record));
            }
        }
        // What is written goes to the disk, which takes its time.
        if bit % 31 != 0 {
            continue;
        }
        std::fs::write(&path, &bytes).unwrap();
        let (mut journal, left) = Journal::open(RUN, &path, true).unwrap();
        // A newline lost joins two lines.
        assert!((1..3).contains(&left.len()), "bit {bit}: {left:?}");
        for (unit, record) in sound.iter().filter(|(unit, _)| !left.contains_key(*unit)) {
            journal.append(unit, record).unwrap();
        }
        assert_eq!(read(RUN, &path).unwrap(), sound, "bit {bit}");
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn floats_come_back_bit_for_bit() {
    let mut random = Rng::new(7);
    for _ in 0..20_000 {
        let value = f64::from_bits(random.next());
        if value.is_finite() {
            let text = line(RUN, "u", &record(value)).unwrap();
            let back = records(text.as_bytes()).unwrap()["u"]["value"].as_f64().unwrap();
            assert_eq!(back.to_bits(), value.to_bits(), "{value:e}");
        }
    }
}

#[test]
fn fields_of_the_journal_are_refused() {
    for name in ["unit", "check"] {
        let record = Record::from_iter([(name.to_string(), 1.into())]);
        let message = line(RUN, "u", &record).unwrap_err().to_string();
        assert!(message.contains(&format!("field named `{name}`")), "{message}");
    }
}

#[test]
fn mutated_journals_never_panic() {
    let whole = sample().into_bytes();
    for seed in 1..20_000 {
        let mut random = Rng::new(seed);
        let mut bytes = whole.clone();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len() as u32) as usize;
            match random.below(5) {
                _ if bytes.is_empty() => {}
                0 => bytes[at] = random.next() as u8,
                1 => bytes[at] ^= 1 << random.below(8),
                2 => drop(bytes.remove(at)),
                3 => bytes.insert(at, b"\n{}[]\",:\\0"[random.below(10) as usize]),
                _ => bytes.truncate(at),
            }
        }
        let contents = parse(RUN, &bytes);
        let (kept, whole) = (contents.sound(&bytes), contents.whole);
        assert!(kept.len() <= whole && whole <= bytes.len(), "seed {seed}");
        let units = contents.lines.len();
        assert_eq!(parse(RUN, &kept).records(Path::new("j")).unwrap().len(), units, "seed {seed}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let file = OpenOptions::new().append(true).open("/dev/full").unwrap();
    let (run, path) = (RUN.to_string(), "/dev/full".into());
    let mut journal = Journal { run, path, file, synced: Instant::now() };
    let message = journal.append("u", &Record::new()).unwrap_err().to_string();
    assert!(message.starts_with("/dev/full: No space left on device"), "{message}");
}
