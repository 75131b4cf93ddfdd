//! The cost of a unit to the experiment engine, of its journal, and of a merge, with units that do no work.

use crate::allocator::peak_of;
use crate::common::timed;
use plywood_lab::Error;
use plywood_lab::experiment::{
    Experiment, Outcome, Results, RunOptions, Shard, merge, run, run_shard,
};
use plywood_lab::report::Page;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Shards of the first round. The second, a hundredth of the units, is one shard.
const SHARDS: u32 = 10;

/// Units whose keys and records are like those of Table 2 of Korf & Chickering 1993, in two rounds: all but a
/// hundredth of the units, and the rest.
struct Synthetic {
    units: u64,
}

#[derive(Serialize, Deserialize)]
struct Pair {
    best_first_evaluations: u64,
    alpha_beta_evaluations: u64,
    outcomes: [i64; 2],
    plies: u64,
}

impl Experiment for Synthetic {
    type Unit = String;
    type Record = Pair;
    type Timings = ();

    fn name(&self) -> &str {
        "synthetic"
    }

    fn plan(&self, done: &Results<Self>) -> Vec<String> {
        let first = self.units - self.units / 100;
        let key = |n: u64| format!("B=05/ab=04/bf=012/seed={n:07}");
        let is_second = done.contains(&key(first - 1));
        let range = if is_second { first..self.units } else { 0..first };
        range.map(key).filter(|key| !done.contains(key)).collect()
    }

    fn run(&self, unit: &String) -> Result<Pair, Error> {
        let seed = unit.bytes().fold(0u64, |hash, byte| hash.wrapping_mul(31) + u64::from(byte));
        Ok(Pair {
            best_first_evaluations: seed % 1_000_003,
            alpha_beta_evaluations: seed % 999_983,
            outcomes: [(seed % 3) as i64 - 1, (seed % 5) as i64 - 2],
            plies: 100,
        })
    }

    fn page(&self, done: &Results<Self>) -> Page {
        let plies: u64 = done.iter().map(|(_, pair)| pair.plies).sum();
        Page::new(format!("{plies} plies"))
    }

    fn spec(&self) -> String {
        format!("units = {}\n", self.units)
    }

    fn seeds(&self) -> String {
        "none".into()
    }
}

/// What one step took.
struct Step {
    seconds: f64,
    processor: f64,
    /// The most bytes that it held.
    peak: usize,
}

fn measure<R>(work: impl FnOnce() -> Result<R, Error>) -> Result<(R, Step), String> {
    let begun = Instant::now();
    let (processor, (outcome, peak)) = timed(|| peak_of(work));
    let step = Step { seconds: begun.elapsed().as_secs_f64(), processor, peak };
    Ok((outcome.map_err(|e| e.to_string())?, step))
}

fn print(what: &str, units: u64, step: &Step) {
    let per_unit = 1e6 * step.processor / units as f64;
    let (mebibytes, bytes) =
        (step.peak as f64 / f64::from(1 << 20), step.peak as f64 / units as f64);
    println!(
        "    {what:<34} {:>8.2} s, {:>8.2} s processor, {per_unit:>5.1} µs per unit, {mebibytes:>7.1} MiB, \
         {bytes:>5.0} bytes per unit",
        step.seconds, step.processor
    );
}

/// Prints what the engine, the journal and a merge cost with these numbers of units.
pub fn report(sizes: &[u64]) -> Result<(), String> {
    println!(
        "The experiment engine with units that do no work: time, processor time, peak memory."
    );
    let folder = std::env::temp_dir().join(format!("plywood-bench-{}", std::process::id()));
    let outcome = sizes.iter().try_for_each(|&units| report_one(&folder, units));
    let _ = fs::remove_dir_all(&folder);
    outcome
}

fn report_one(folder: &Path, units: u64) -> Result<(), String> {
    let experiment = Synthetic { units };
    let (alone, cluster) = (folder.join("alone"), vec![folder.join("cluster")]);
    let options = |out: &PathBuf| RunOptions::new(out);
    let journal = |out: &Path| fs::metadata(out.join("units.jsonl")).map_or(0, |file| file.len());
    println!("  {units} units:");
    let (_, step) = measure(|| run(&experiment, &options(&alone)))?;
    print("a run on one thread", units, &step);
    let bytes = journal(&alone);
    println!("    its journal: {:.1} MB, {} bytes per unit", bytes as f64 / 1e6, bytes / units);
    let (_, step) = measure(|| run(&experiment, &options(&alone)))?;
    print("the same again, nothing left to do", units, &step);
    for (round, shards) in [(1, SHARDS), (2, 1)] {
        let (_, step) = measure(|| {
            (0..shards).try_for_each(|index| {
                let shard = Shard::parse(&format!("{index}/{shards}"), |_| None)?;
                run_shard(&experiment, &options(&cluster[0]), shard).map(drop)
            })
        })?;
        print(&format!("round {round}: shards: {shards}, one by one"), units, &step);
        let (merged, step) = measure(|| merge(&experiment, &cluster, &options(&cluster[0])))?;
        print(&format!("round {round}: merge of {} units", merged.added), units, &step);
        if (round == 2) != matches!(merged.outcome, Outcome::Complete { .. }) {
            return Err(format!("round {round}: {:?}", merged.outcome));
        }
    }
    let read = |out: &Path| fs::read(out.join("units.jsonl")).map_err(|e| e.to_string());
    if read(&alone)? != read(&cluster[0])? {
        return Err("the merged journal differs from that of one run".into());
    }
    fs::remove_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))
}
