//! `cargo xtask test cluster`: an experiment on a private Slurm of four nodes on this host. A shard and a node are
//! killed in the middle; the files must be those of a run on one machine.

mod slurm;

use crate::{Outcome, cargo, run_to_end, target};
use nix::sys::signal::Signal;
use slurm::{Payload, Slurm, signal, wait_for};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

const EXPERIMENT: [&str; 3] = ["korf-chickering-1993-table-2", "--profile", "smoke"];
const NODES: usize = 4;
/// The shard that is killed, and the one whose node is killed.
const KILLED: u32 = 1;
const ON_LOST_NODE: u32 = 2;
const SHARDS: u32 = NODES as u32;

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
        let shards = SHARDS.to_string();
        let options = ["--scheduler", "slurm", "--array", &shards, "--time", "10", "--out", &out];
        print!("{}", self.plywood(slurm, &[&["submit"], &EXPERIMENT[..], &options].concat())?);
        self.kill_two(slurm)?;
        // The shard of the lost node is queued again by Slurm; the killed one is not.
        slurm.wait_until_idle()?;
        let status = self.plywood(slurm, &["status", &out])?;
        print!("{status}");
        let expected = format!("shards with missing units: 1 of {SHARDS}: {KILLED}\n");
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

    /// Kills a shard, and the node of another, each after its first unit and before its last.
    fn kill_two(&self, slurm: &mut Slurm) -> Outcome {
        let mut frozen: BTreeMap<u32, Payload> = BTreeMap::new();
        let begun = Instant::now();
        while frozen.len() < 2 {
            if begun.elapsed() > Duration::from_secs(60) {
                return Err("waited 60 s for two shards to run".into());
            }
            for shard in [KILLED, ON_LOST_NODE] {
                if let Some(payload) = slurm.payload(shard, "--shard") {
                    signal(payload.process, Signal::SIGSTOP);
                    frozen.entry(shard).or_insert(payload);
                }
            }
        }
        for (shard, payload) in &frozen {
            let lines = self.let_run_a_little(*shard, payload)?;
            let name = if *shard == KILLED { "the shard" } else { "the node of the shard" };
            println!(
                "xtask: {name} {shard}/{SHARDS} is killed on {} after {lines} units",
                payload.node
            );
        }
        signal(frozen[&KILLED].process, Signal::SIGKILL);
        slurm.kill_node(&frozen[&ON_LOST_NODE])
    }

    /// Lets a frozen shard go on, a moment at a time, until it has finished a unit; it must not have finished
    /// all of them.
    fn let_run_a_little(&self, shard: u32, payload: &Payload) -> Result<usize, String> {
        let journal = self.cluster.join(format!("shards/{shard}-of-{SHARDS}/units.jsonl"));
        let begun = Instant::now();
        loop {
            let lines = fs::read_to_string(&journal).unwrap_or_default().lines().count();
            if lines > 0 {
                return Ok(lines);
            }
            if begun.elapsed() > Duration::from_secs(60) {
                return Err(format!("waited 60 s for the first unit of shard {shard}"));
            }
            signal(payload.process, Signal::SIGCONT);
            sleep(Duration::from_millis(1));
            signal(payload.process, Signal::SIGSTOP);
        }
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
