//! Shards, merges and jobs of a scheduler.

use super::{default_folder, run_options};
use crate::args::count;
use crate::failure::Failure;
use clap::ValueEnum;
use plywood_games::shown;
use plywood_lab::Error;
use plywood_lab::cluster::{self, Job, Request, Status, Step, read_submission};
use plywood_lab::experiment::{
    AnyExperiment, Outcome, RunOptions, Shard, find_run, merge, run_shard,
};
use plywood_lab::papers::{CATALOGUE, open, reopen};
use plywood_play::json::Object;
use plywood_play::text::{number_of, thousands};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Join the journals of shards, and write the report if nothing is left to run
#[derive(clap::Args)]
#[command(after_help = "\
The folders contain runs or shards of one experiment, in one profile and version. They may overlap: equal results of a \
unit count once; if two results differ, nothing is merged. A complete result is the same as that of a run on one machine, \
except for the machines in the manifest and the files named 'timings'.

A plan that grows with its results has rounds. After the merge of a round, run the shards of the next round with --out \
set to the merged folder.

Examples:
  plywood experiment merge s0 s1 s2 s3 --out runs/table-2
  plywood experiment merge runs/table-2 --out runs/table-2")]
pub(super) struct MergeArgs {
    /// Folders of runs, or with shards of runs
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,
    /// The folder for the result; shards in it are removed when they are merged
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Submit the next round, as the jobs of 'experiment submit' do
    #[arg(long)]
    submit: bool,
    /// Replace files in the folder that the run did not write, or that were changed since
    #[arg(long)]
    overwrite: bool,
}

/// The schedulers that jobs can be submitted to.
#[derive(Clone, Copy, ValueEnum)]
enum Scheduler {
    Slurm,
}

/// Run an experiment on a cluster: a job array, and a job that merges it
#[derive(clap::Args)]
#[command(after_help = "\
The folder must be visible on all nodes. The merge submits the next round if the plan grows with its results. \
'experiment status' shows the progress, and 'experiment resume' submits missing units again.

Examples:
  plywood experiment submit korf-chickering-1993-table-2 --scheduler slurm --profile paper
  plywood experiment submit korf-1992-overhead --scheduler slurm --array 40 --time 30 --dry-run")]
pub(super) struct SubmitArgs {
    /// The name of an experiment, or a folder with a spec.toml
    name: String,
    /// The scheduler
    #[arg(long, value_enum)]
    scheduler: Scheduler,
    /// The size of the experiment: smoke, quick or paper
    #[arg(long, default_value = "quick")]
    profile: String,
    /// The folder for the results [default: runs/NAME-PROFILE]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Divide each round into N shards [default: as many as take five minutes each]
    #[arg(long, value_name = "N", value_parser = shards, allow_hyphen_values = true)]
    array: Option<u32>,
    /// The time limit of a job, in the notation of Slurm, such as 30 or 1:00:00
    #[arg(long, value_name = "T", value_parser = time_limit, allow_hyphen_values = true)]
    time: Option<String>,
    /// The partition of the cluster
    #[arg(long, value_name = "NAME", value_parser = partition, allow_hyphen_values = true)]
    partition: Option<String>,
    /// Use N threads per shard
    #[arg(long, value_name = "N", value_parser = shards, default_value = "1", allow_hyphen_values = true)]
    jobs: u32,
    /// Print the scripts and submit nothing
    #[arg(long)]
    dry_run: bool,
    /// Replace files in the folder that the run did not write, or that were changed since
    #[arg(long)]
    overwrite: bool,
}

/// Show the progress of a run and its shards
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plywood experiment status runs/korf-1992-overhead-quick
  plywood experiment status runs/korf-1992-overhead-quick --json")]
pub(super) struct StatusArgs {
    /// The folder of the run
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

/// Submit the missing units of a run on a cluster again
#[derive(clap::Args)]
#[command(after_help = "\
Shards that were killed or that ran out of time have units missing. This merges what is done, and submits the \
shards with missing units that are neither queued nor running; if none are missing, the next round.

Examples:
  plywood experiment resume runs/korf-1992-overhead-quick")]
pub(super) struct ResumeArgs {
    /// The folder of the run: the --out of 'experiment submit'
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Replace files in the folder that the run did not write, or that were changed since
    #[arg(long)]
    overwrite: bool,
}

fn shards(text: &str) -> Result<u32, String> {
    count(text)?.try_into().map_err(|_| format!("expected at most {}", u32::MAX))
}

fn time_limit(text: &str) -> Result<String, String> {
    let is_part = |c: char| c.is_ascii_digit() || c == ':' || c == '-';
    match text.starts_with(|c: char| c.is_ascii_digit()) && text.chars().all(is_part) {
        true => Ok(text.to_string()),
        false => Err("expected minutes, H:MM:SS or D-H".to_string()),
    }
}

fn partition(text: &str) -> Result<String, String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_-.,".contains(c);
    match text.starts_with(|c: char| c.is_ascii_alphanumeric()) && text.chars().all(is_part) {
        true => Ok(text.to_string()),
        false => Err("expected a name of letters, digits, '_', '-' and '.'".to_string()),
    }
}

/// Runs a shard of an experiment. `text` is `I/N` or `auto/N`.
pub(crate) fn run_one_shard(
    experiment: &dyn AnyExperiment,
    text: &str,
    options: &RunOptions,
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    let shard = Shard::parse(text, |name| std::env::var(name).ok())?;
    let outcome = run_shard(experiment, options, shard)?;
    let name = experiment.name();
    match outcome {
        Outcome::Complete { ran, reused } => {
            let (ran, reused) = (number_of(ran, "unit"), thousands(reused));
            let folder = shard.folder(&options.out);
            writeln!(
                out,
                "{name} shard {shard}: complete, {ran} run, {reused} reused: {}",
                folder.display()
            )?;
            Ok(ExitCode::SUCCESS)
        }
        Outcome::Interrupted { done, left } => {
            let (done, left) = (number_of(done, "unit"), thousands(left));
            eprintln!(
                "{name} shard {shard}: interrupted, {done} done, {left} left: the same command \
                 resumes it"
            );
            Ok(crate::interrupt::exit_code())
        }
    }
}

/// The experiment of the run or the shards in a folder, and the options to continue it.
fn found_run(folder: &Path, out: &Path) -> Result<(Box<dyn AnyExperiment>, RunOptions), Error> {
    let (manifest, spec) = find_run(folder)?;
    Ok((reopen(&spec)?, run_options(None, &manifest.profile, out.to_path_buf())))
}

/// The experiment of what was submitted from a folder, or of the run in it.
fn submitted_run(folder: &Path) -> Result<(Box<dyn AnyExperiment>, RunOptions), Error> {
    match read_submission(folder)? {
        Some(submission) => {
            let Request { experiment, profile, .. } = &submission.request;
            Ok((open(experiment, profile)?, run_options(None, profile, absolute(folder)?)))
        }
        None => found_run(folder, &absolute(folder)?),
    }
}

fn absolute(path: &Path) -> Result<PathBuf, Error> {
    std::path::absolute(path).map_err(|e| Error::at(path, e))
}

pub(super) fn merge_journals(args: &MergeArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    if args.submit {
        let (experiment, options) = submitted_run(&args.out)?;
        let options = RunOptions { overwrite: args.overwrite, ..options };
        let step = cluster::advance(&*experiment, &options)?;
        return print_step(experiment.name(), &options.out, &step, out);
    }
    let (experiment, options) = found_run(&args.folders[0], &args.out)?;
    let options = RunOptions { overwrite: args.overwrite, ..options };
    let name = experiment.name();
    let merged = merge(&*experiment, &args.folders, &options)?;
    let added = number_of(merged.added, "unit");
    let duplicates = number_of(merged.duplicates, "duplicate");
    write!(out, "{name}: {added} added, {duplicates}; ")?;
    match merged.outcome {
        Outcome::Complete { reused, .. } => {
            let page = args.out.join("report.html");
            writeln!(out, "complete, {}: {}", number_of(reused, "unit"), page.display())?;
        }
        Outcome::Interrupted { done, left } => writeln!(
            out,
            "{} done, about {} left: run shards with --out {}, and merge again",
            number_of(done, "unit"),
            thousands(left),
            args.out.display()
        )?,
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn submit(args: &SubmitArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let Scheduler::Slurm = args.scheduler;
    if args.name == super::ALL {
        return Err(one_at_a_time("submit").into());
    }
    let experiment = open(&args.name, &args.profile)?;
    let name = experiment.name();
    let folder = args.out.clone().unwrap_or_else(|| default_folder(name, &args.profile));
    let folder = absolute(&folder)?;
    if folder.to_string_lossy().contains(['\n', '%']) {
        let folder = folder.display().to_string();
        let reason =
            "expected a path without '%' and line breaks, which scripts of Slurm cannot have";
        return Err(Error::input(format!("--out '{}': {reason}", shown(&folder))).into());
    }
    // The merge runs elsewhere.
    let is_known = CATALOGUE.iter().any(|entry| entry.name == args.name);
    let source = match is_known {
        true => args.name.clone(),
        false => absolute(Path::new(&args.name))?.to_string_lossy().into_owned(),
    };
    let program = std::env::current_exe()
        .map_err(|e| Error::failure(format!("the path of this program is not known: {e}")))?;
    let command = ["experiment", "run", &source, "--profile", &args.profile];
    let request = Request {
        program,
        command: command.map(String::from).to_vec(),
        experiment: source.clone(),
        profile: args.profile.clone(),
        array: args.array,
        time: args.time.clone(),
        partition: args.partition.clone(),
        jobs: args.jobs,
        overwrite: args.overwrite,
    };
    if args.dry_run {
        for script in cluster::dry_run(&*experiment, request, &folder)? {
            writeln!(out, "{script}")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let options = run_options(None, &args.profile, folder);
    let options = RunOptions { overwrite: args.overwrite, ..options };
    let step = cluster::submit(&*experiment, request, &options)?;
    print_step(name, &options.out, &step, out)
}

/// The error of a command that knows one experiment at a time.
pub(super) fn one_at_a_time(what: &str) -> Error {
    Error::input(format!("{what} '{}': expected the name of one experiment", super::ALL))
}

pub(super) fn resume(args: &ResumeArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let (experiment, options) = submitted_run(&args.folder)?;
    let options = RunOptions { overwrite: args.overwrite, ..options };
    let step = cluster::resume(&*experiment, &options)?;
    print_step(experiment.name(), &options.out, &step, out)
}

fn print_step(
    name: &str,
    folder: &Path,
    step: &Step,
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    match step {
        Step::Complete { units } => {
            let page = folder.join("report.html");
            writeln!(out, "{name}: complete, {}: {}", number_of(*units, "unit"), page.display())?;
        }
        Step::Submitted { batch, array, merge } => {
            let units = number_of(batch.units, "unit");
            let shards = number_of(batch.shards.len() as u64, "shard");
            write!(out, "{name} round {}: {units} in {shards}", batch.round)?;
            if let Some(cost) = batch.cost {
                write!(out, ", about {} per unit", time(cost))?;
            }
            writeln!(out, ": job array {array}, merge {merge}")?;
        }
        Step::Waiting { jobs } => {
            let jobs = number_of(jobs.len() as u64, "job");
            writeln!(out, "{name}: nothing to submit, {jobs} queued or running")?;
        }
        Step::Incomplete { missing, round } => {
            let units: u64 = missing.iter().map(|(_, units)| units).sum();
            return Err(Error::failure(format!(
                "{name} round {round}: {} of shards {} missing: `plywood experiment resume {}` submits what is \
                 missing again",
                number_of(units, "unit"),
                numbers(missing),
                folder.display()
            ))
            .into());
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn numbers(shards: &[(u32, u64)]) -> String {
    let texts: Vec<String> = shards.iter().map(|(shard, _)| shard.to_string()).collect();
    texts.join(", ")
}

pub(super) fn status(args: &StatusArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let (experiment, options) = submitted_run(&args.folder)?;
    let status = cluster::status(&*experiment, &options.out)?;
    if args.json {
        writeln!(out, "{}", status_object(experiment.name(), &options.profile, &status))?;
        return Ok(ExitCode::SUCCESS);
    }
    let now = &status.standing;
    writeln!(out, "{} ({}): {}", experiment.name(), options.profile, now.extent)?;
    if now.extent.is_complete() {
        return Ok(ExitCode::SUCCESS);
    }
    let (units, missing) = (number_of(now.units, "unit"), thousands(now.missing.len() as u64));
    let unmerged = thousands(now.unmerged);
    writeln!(out, "round {}: {units}, {missing} missing, {unmerged} to be merged", now.round)?;
    if let Some(cost) = now.cost.and_then(|cost| cost.of_unit()) {
        writeln!(out, "cost: {} per unit in the last merged shards", time(cost))?;
    }
    let Some(submission) = &status.submission else { return Ok(ExitCode::SUCCESS) };
    if submission.round == now.round {
        let missing = now.shards_with_missing(submission.shards);
        if !missing.is_empty() {
            let (some, all) = (missing.len(), submission.shards);
            writeln!(out, "shards with missing units: {some} of {all}: {}", numbers(&missing))?;
        }
    }
    match &status.jobs {
        Ok(jobs) if jobs.is_empty() => {
            writeln!(out, "no jobs are queued or running: 'experiment resume' continues the run")?;
        }
        Ok(jobs) => {
            for job in jobs {
                writeln!(out, "job {}: {} {}", job_text(job), job.state, job.place)?;
            }
        }
        Err(error) => writeln!(out, "jobs are not known: {error}")?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Seconds, or milliseconds below one second.
fn time(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 1.0 => format!("{:.1} ms", 1000.0 * seconds),
        seconds => format!("{seconds:.1} s"),
    }
}

fn job_text(job: &Job) -> String {
    job.task.map_or_else(|| job.id.to_string(), |task| format!("{}_{task}", job.id))
}

fn status_object(name: &str, profile: &str, status: &Status) -> Object {
    let now = &status.standing;
    let jobs = status.jobs.as_ref().map_or(&[][..], Vec::as_slice).iter().map(|job| {
        Object::new()
            .field("job", job_text(job))
            .field("state", job.state.as_str())
            .field("place", job.place.as_str())
    });
    let count = status.submission.as_ref().filter(|made| made.round == now.round);
    let missing = count.map(|made| now.shards_with_missing(made.shards)).unwrap_or_default();
    let missing: Vec<u32> = missing.into_iter().map(|(shard, _)| shard).collect();
    Object::new()
        .field("experiment", name)
        .field("profile", profile)
        .field("complete", now.extent.is_complete())
        .field("done", now.extent.done)
        .field("planned", now.extent.planned)
        .field("round", now.round)
        .field("round_units", now.units)
        .field("missing", now.missing.len())
        .field("unmerged", now.unmerged)
        .field("shards_with_missing", missing)
        .objects("jobs", jobs)
}
