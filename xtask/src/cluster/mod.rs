//! `cargo xtask test cluster`: an experiment on a private Slurm of four nodes on this host. A shard and a node are
//! killed in the middle; the files must be those of a run on one machine.

mod slurm;

use crate::{Outcome, cargo, run_to_end, target};
use nix::sys::signal::Signal;
use slurm::{Payload, Slurm, signal, wait_for};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const EXPERIMENT: [&str; 3] = ["korf-chickering-1993-table-2", "--profile", "smoke"];
const NODES: usize = 4;
const SHARDS: u32 = NODES as u32;
/// How often the experiment is submitted until two of its shards are caught at work.
const TRIES: u32 = 5;

pub fn run() -> Outcome {
    slurm::check_programs()?;
    run_to_end(&mut cargo(&["build", "--package", "plywood-cli"]))?;
    let plywood = target().join("debug").join("plywood");
    let folder = Temporary::new()?;
    let (alone, cluster) = (folder.0.join("alone"), folder.0.join("cluster run"));
    let slurm_folder = folder.0.join("slurm");
    fs::create_dir(&slurm_folder).map_err(|e| format!("{}: {e}", slurm_folder.display()))?;
    let mut slurm = Slurm::start(&slurm_folder, NODES)?;
    println!("xtask: a private Slurm of {NODES} nodes is running");
    let test = Test { plywood, cluster };
    let outcome = test.run(&mut slurm, &alone);
    if outcome.is_err() {
        test.print_logs(&slurm_folder);
    }
    outcome
}

/// A temporary folder, removed at the end.
struct Temporary(PathBuf);

impl Temporary {
    fn new() -> Result<Temporary, String> {
        let path = std::env::temp_dir().join(format!("plywood-cluster-{}", std::process::id()));
        fs::create_dir_all(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(Temporary(path))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

struct Test {
    plywood: PathBuf,
    cluster: PathBuf,
}

impl Test {
    fn run(&self, slurm: &mut Slurm, alone: &Path) -> Outcome {
        let alone_text = alone.display().to_string();
        self.plywood(slurm, &[&["run"], &EXPERIMENT[..], &["--out", &alone_text]].concat())?;
        let out = self.cluster.display().to_string();
        let killed = self.submit_and_kill(slurm, &out)?;
        // The shard of the lost node is queued again by Slurm; the killed one is not.
        slurm.wait_until_idle()?;
        let status = self.plywood(slurm, &["status", &out])?;
        print!("{status}");
        let expected = format!("shards with missing units: 1 of {SHARDS}: {killed}\n");
        if !status.contains(&expected) {
            return Err(format!("expected the status to say '{}'", expected.trim()));
        }
        print!("{}", self.plywood(slurm, &["resume", &out])?);
        let report = self.cluster.join("report.html");
        wait_for("the run to be complete", Duration::from_secs(600), || report.exists())?;
        slurm.wait_until_idle()?;
        print!("{}", self.plywood(slurm, &["status", &out])?);
        compare(alone, &self.cluster)
    }

    /// Submits the experiment, and kills a shard and the node of another, each after its first unit. Submits it
    /// anew if the shards were too fast. Returns the number of the killed shard.
    fn submit_and_kill(&self, slurm: &mut Slurm, out: &str) -> Result<u32, String> {
        let shards = SHARDS.to_string();
        let options = ["--scheduler", "slurm", "--array", &shards, "--time", "10", "--out", out];
        let submit = [&["submit"], &EXPERIMENT[..], &options].concat();
        for _ in 0..TRIES {
            let submitted = self.plywood(slurm, &submit)?;
            print!("{submitted}");
            let units =
                submitted.split_once("round 1: ").and_then(|(_, rest)| rest.split_once(' '));
            let units: usize = units.and_then(|(units, _)| units.parse().ok()).unwrap_or_default();
            let share = units / SHARDS as usize;
            let begun = Instant::now();
            let frozen = slurm.freeze(2, || begun.elapsed().as_secs() > 60);
            let shards: Vec<(&u32, &Payload)> = frozen.iter().collect();
            if let [(killed, shard), (lost, on_lost_node)] = shards[..]
                && [(killed, shard), (lost, on_lost_node)]
                    .iter()
                    .all(|(n, it)| self.let_run(**n, it, share))
            {
                println!("xtask: shard {killed}/{SHARDS} is killed on {}", shard.node);
                signal(shard.process, Signal::SIGKILL);
                println!(
                    "xtask: node {}, which runs shard {lost}/{SHARDS}, is killed",
                    on_lost_node.node
                );
                slurm.kill_node(on_lost_node)?;
                return Ok(*killed);
            }
            frozen.values().for_each(|payload| signal(payload.process, Signal::SIGCONT));
            println!("xtask: the shards ended before they could be killed");
            slurm.wait_until_idle()?;
            fs::remove_dir_all(&self.cluster)
                .map_err(|e| format!("{}: {e}", self.cluster.display()))?;
        }
        Err(format!("in {TRIES} runs no shards could be killed before they ended"))
    }

    /// Lets a frozen shard go on until it has finished a unit, and freezes it again; whether it has units left
    /// then, of at least `share`.
    fn let_run(&self, shard: u32, payload: &Payload, share: usize) -> bool {
        let journal = self.cluster.join(format!("shards/{shard}-of-{SHARDS}/units.jsonl"));
        let count = || fs::read_to_string(&journal).unwrap_or_default().lines().count();
        while payload.is_running() && count() == 0 {
            signal(payload.process, Signal::SIGCONT);
            let begun = Instant::now();
            // A unit takes about half a millisecond, and sleeping takes longer.
            while begun.elapsed() < Duration::from_micros(100) {}
            signal(payload.process, Signal::SIGSTOP);
        }
        let units = count();
        println!("xtask: shard {shard}/{SHARDS} is caught after {units} units");
        (1..share).contains(&units)
    }

    /// Runs a command of `plywood experiment`, and returns what it prints.
    fn plywood(&self, slurm: &Slurm, args: &[&str]) -> Result<String, String> {
        let args = [&["experiment"], args].concat();
        println!("xtask: plywood {}", args.join(" "));
        slurm.output(&self.plywood.display().to_string(), &args)
    }

    /// Prints what jobs and daemons have said, to find out why the test failed.
    fn print_logs(&self, slurm_folder: &Path) {
        for folder in [self.cluster.join("cluster"), slurm_folder.to_path_buf()] {
            let Ok(entries) = fs::read_dir(&folder) else { continue };
            for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
                let is_log = path.extension().is_some_and(|end| end == "log" || end == "out");
                let text = fs::read_to_string(&path).unwrap_or_default();
                if is_log && !text.trim().is_empty() {
                    let lines: Vec<&str> = text.lines().collect();
                    let last = &lines[lines.len().saturating_sub(40)..];
                    eprintln!("--- {}\n{}", path.display(), last.join("\n"));
                }
            }
        }
    }
}

/// Fails unless two folders have the same files with the same bytes, but for wall times.
fn compare(one: &Path, other: &Path) -> Outcome {
    let files = |folder: &Path| -> Result<BTreeMap<String, Vec<u8>>, String> {
        let at = |e: std::io::Error| format!("{}: {e}", folder.display());
        let mut files = BTreeMap::new();
        for entry in fs::read_dir(folder).map_err(at)? {
            let entry = entry.map_err(at)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if !name.starts_with("timings") {
                files.insert(name, fs::read(entry.path()).map_err(at)?);
            }
        }
        Ok(files)
    };
    let (one, other) = (files(one)?, files(other)?);
    // All nodes are on one host, so that even the manifest is the same.
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    if names(&one) != names(&other) {
        return Err(format!("files differ: {:?} and {:?}", names(&one), names(&other)));
    }
    match one.iter().find(|(name, bytes)| other[*name] != **bytes) {
        Some((name, _)) => Err(format!("{name} differs from that of a run on one machine")),
        None => {
            println!("xtask: {} files are the same as those of a run on one machine", one.len());
            Ok(())
        }
    }
}
