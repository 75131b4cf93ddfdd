//! A calibrating experiment that counts what it does, and folders that clean up after themselves.

#[path = "../../../../protocols/tests/common/folder.rs"]
mod folder;

pub use folder::Folder;

use plywood_lab::Error;
use plywood_lab::experiment::{AnyExperiment, Experiment, Results, RunOptions};
use plywood_lab::report::{Cell, Column, Page, Plot, Section, Series, Table};
use plywood_play::draw::Scale;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

impl Folder {
    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

/// Every file of a folder with its bytes, except how long the run took, which never repeats.
pub fn bytes_of(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let entries = entries.filter(|e| e.file_name() != "timings-units.json");
    entries.map(|e| (e.file_name().into_string().unwrap(), fs::read(e.path()).unwrap())).collect()
}

/// The bytes with one bit changed.
pub fn flipped(bytes: &[u8], bit: usize) -> Vec<u8> {
    let mut flipped = bytes.to_vec();
    flipped[bit / 8] ^= 1 << (bit % 8);
    flipped
}

/// The table of this name.
pub fn table<'a>(page: &'a Page, name: &str) -> &'a Table {
    page.tables().find(|table| table.name == name).unwrap_or_else(|| panic!("no table {name}"))
}

/// The number in a cell.
pub fn number(cell: &Cell) -> f64 {
    cell.to_string().parse().unwrap()
}

/// A spec of these fields, without those that `extra` begins with.
pub fn spec_without(extra: &str, fields: &[(&str, &str)]) -> String {
    let kept = fields.iter().filter(|(name, _)| !extra.starts_with(name));
    kept.map(|(name, value)| format!("{name} = {value}\n")).collect()
}

/// The page of a run of the units that `keep` keeps, a round at a time.
pub fn page_of(
    experiment: &dyn AnyExperiment,
    mut keep: impl FnMut(&str) -> bool,
) -> Result<Page, Error> {
    let mut rounds = experiment.begin();
    loop {
        let mut is_over = true;
        for (unit, key) in rounds.plan().into_iter().enumerate() {
            if keep(&key) {
                let record = rounds.run(unit)?;
                rounds.add(unit, &record)?;
                is_over = false;
            }
        }
        if is_over {
            return Ok(rounds.page());
        }
    }
}

/// Three rounds of tournaments; the best of each sets the centre of the next.
#[derive(Default)]
pub struct Fake {
    pub runs: Mutex<BTreeMap<String, u32>>,
    pub stop_after: Option<u64>,
    pub stop: Arc<AtomicBool>,
    pub started: AtomicU64,
    pub fail_on: Option<&'static str>,
    pub panic_on: Option<&'static str>,
    pub sleep: bool,
    pub seeds: u64,
    pub timed: bool,
    pub spec_extra: &'static str,
    pub alien: bool,
    /// Added to every value: results of a build with a bug.
    pub value_shift: f64,
}

impl Fake {
    pub fn new() -> Self {
        Fake { seeds: 12, sleep: true, ..Fake::default() }
    }

    pub fn options(&self, out: &Path, jobs: usize) -> RunOptions {
        RunOptions { jobs, stop: self.stop.clone(), ..RunOptions::new(out) }
    }

    fn round(&self, round: u64, centre: u64) -> Vec<String> {
        let depths = [centre, centre + 1];
        let unit = |depth, seed| format!("round={round}/depth={depth}/seed={seed:03}");
        depths.iter().flat_map(|&d| (1..=self.seeds).map(move |s| unit(d, s))).collect()
    }
}

/// A number that looks random and depends on the key alone.
pub fn mix(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3))
}

#[derive(Serialize, Deserialize)]
pub struct Found {
    value: f64,
    nodes: u64,
}

#[derive(Serialize, Deserialize)]
pub struct Nanos {
    nanos: u64,
}

impl Experiment for Fake {
    type Unit = String;
    type Record = Found;
    type Timings = Nanos;

    fn name(&self) -> &str {
        "fake"
    }

    fn plan(&self, done: &Results<Self>) -> Vec<String> {
        let mut centre = 3;
        let mut plan: Vec<String> = self.alien.then(|| "alien".to_string()).into_iter().collect();
        for round in 0..3 {
            plan.extend(self.round(round, centre));
            if !plan.iter().all(|unit| done.contains(unit)) {
                break;
            }
            let prefix = format!("round={round}/");
            let records = done.iter().filter(|(unit, _)| unit.starts_with(&prefix));
            let sum: f64 = records.map(|(_, record)| record.value).sum();
            centre += (sum * 1000.0) as u64 % 5;
        }
        plan
    }

    fn run(&self, unit: &String) -> Result<Found, Error> {
        *self.runs.lock().unwrap().entry(unit.clone()).or_default() += 1;
        let started = self.started.fetch_add(1, Ordering::SeqCst) + 1;
        if self.stop_after.is_some_and(|limit| started >= limit) {
            self.stop.store(true, Ordering::SeqCst);
        }
        if self.sleep {
            std::thread::sleep(Duration::from_micros(mix(unit) % 3000));
        }
        if self.fail_on == Some(unit.as_str()) {
            return Err(Error::input("the game has no moves"));
        }
        assert!(self.panic_on != Some(unit.as_str()), "a theorem does not hold");
        let value = mix(unit) as f64 / u64::MAX as f64 + self.value_shift;
        Ok(Found { value, nodes: mix(unit) % 1000 })
    }

    fn page(&self, done: &Results<Self>) -> Page {
        let columns = [Column::new("unit"), Column::with_unit("value", "points")];
        let mut table = Table::new("values", columns);
        let mut points = Vec::new();
        for (unit, record) in done.iter() {
            let value = record.value;
            table.row([Cell::text(unit), Cell::number(value, 3)]);
            points.push((points.len() as f64 + 1.0, value));
        }
        let series = vec![Series::new("value", points)];
        let plot = Plot { title: "Values".into(), x_scale: Scale::Log, series, ..Plot::default() };
        Page::new("Fake").section(Section::new("Values").table(table).plot(plot))
    }

    fn timings(&self) -> Result<Option<Nanos>, Error> {
        let nanos = std::time::Instant::now().elapsed().as_nanos() as u64;
        Ok(self.timed.then_some(Nanos { nanos }))
    }

    fn spec(&self) -> String {
        format!("seeds = {}\n{}", self.seeds, self.spec_extra)
    }

    fn seeds(&self) -> String {
        format!("1-{}", self.seeds)
    }
}
