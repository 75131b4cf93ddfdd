use super::*;
use plywood_games::random::Rng;
use std::sync::atomic::{AtomicU32, Ordering};

const RUN: &str = "0.1.0 abcdef";

fn parse(bytes: &[u8]) -> Contents {
    Contents::of(RUN, bytes).unwrap()
}

/// The records of the sound lines; damage is an error.
fn records(bytes: &[u8]) -> Result<HashMap<String, Record>, Error> {
    let contents = parse(bytes);
    refuse(Path::new("dir/units.jsonl"), &contents.damage)?;
    let sound = String::from_utf8(sound(&contents, bytes)).unwrap();
    let read = |line| {
        let line: LineIn = serde_json::from_str(&open_json(RUN, line).unwrap()).unwrap();
        (line.unit, line.record)
    };
    Ok(sound.lines().map(read).collect())
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
        let mut journal = Journal::open(RUN, &path, false).unwrap();
        assert_eq!(journal.len(), 2, "cut at byte {cut}");
        journal.append("é/seed=017", &record(2.0 / 3.0)).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), whole, "cut at byte {cut}");
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_last_line_of_zeros_is_cut_too() {
    let whole = sample();
    for junk in ["\0\0\0\n", "{\"unit\":\0\n", "\u{fffd}", "{\"unit\":"] {
        let contents = parse(format!("{whole}{junk}").as_bytes());
        let found = (contents.places.len(), contents.whole);
        assert_eq!(found, (3, whole.len() as u64), "{junk:?}");
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
        let mut journal = Journal::open(RUN, &path, true).unwrap();
        // A newline lost joins two lines.
        assert!((1..3).contains(&journal.len()), "bit {bit}");
        for (unit, record) in &sound {
            if !journal.contains(unit) {
                journal.append(unit, record).unwrap();
            }
            assert_eq!(journal.record(unit).unwrap().unwrap().0, *record, "bit {bit}");
        }
        assert_eq!(records(&std::fs::read(&path).unwrap()).unwrap(), sound, "bit {bit}");
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
        let contents = parse(&bytes);
        let (kept, whole) = (sound(&contents, &bytes), contents.whole as usize);
        assert!(kept.len() <= whole && whole <= bytes.len(), "seed {seed}");
        assert_eq!(records(&kept).unwrap().len(), contents.places.len(), "seed {seed}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let file = OpenOptions::new().append(true).open("/dev/full").unwrap();
    let mut journal = Journal::index(RUN, Path::new("/dev/full"), None).unwrap();
    journal.file = Some(file);
    let message = journal.append("u", &Record::new()).unwrap_err().to_string();
    assert!(message.starts_with("/dev/full: No space left on device"), "{message}");
}

#[test]
fn lines_are_put_into_any_order_and_merged() {
    let path = scratch();
    std::fs::write(&path, sample()).unwrap();
    let journal = Journal::open(RUN, &path, false).unwrap();
    let place = |unit: &str| journal.record(unit).unwrap().unwrap().1;
    let [a, c] = ["a", "é/seed=017"].map(place);
    assert_eq!(journal.besides(&[a, c]).unwrap()[0].0, "b with \"quotes\" and\nnewline");
    journal.order(&[c, a]).unwrap();
    let text = sample();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("{}{}", lines[2], lines[0]));
    // The units of another journal: two are here already, one is new.
    let other = scratch();
    std::fs::write(&other, &text).unwrap();
    let mut journal = Journal::open(RUN, &path, false).unwrap();
    let mut new = Vec::new();
    let mut merge = |line: Line<'_>| {
        if journal.merge(&other, &line)? {
            new.push(line.unit.to_string());
        }
        Ok(())
    };
    visit(RUN, &other, &mut merge).unwrap();
    std::fs::write(&other, line(RUN, "a", &record(9.0)).unwrap()).unwrap();
    let error = visit(RUN, &other, &mut merge).unwrap_err().to_string();
    assert_eq!(new, ["b with \"quotes\" and\nnewline"]);
    assert!(error.contains("line 2 and ") && error.contains("results of unit `a`"), "{error}");
    assert_eq!(Journal::read(RUN, &path).unwrap().len(), 3);
    std::fs::remove_file(&path).unwrap();
    std::fs::remove_file(&other).unwrap();
}
