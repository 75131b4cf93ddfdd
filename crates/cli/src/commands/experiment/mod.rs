//! `plywood experiment`

mod cluster;

pub(crate) use cluster::run_one_shard;

use crate::args::{count, threads};
use crate::failure::Failure;
use crate::interrupt;
use crate::json::{Object, array};
use crate::lists::{Group, Lists};
use clap::Subcommand;
use plywood_lab::Error;
use plywood_lab::experiment::{Outcome, RunOptions, number_of, run as run_experiment, thousands};
use plywood_lab::papers::{CATALOGUE, Entry, check_index, entry, open, report_again, write_index};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The name for all experiments of the catalogue.
const ALL: &str = "papers";

/// The sizes of an experiment.
const PROFILES: [(&str, &str); 3] = [
    ("smoke", "checks that everything works"),
    ("quick", "shows the shape of the result"),
    ("paper", "as large as in the paper"),
];

/// Run the experiments of the papers and write reports
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plywood experiment list
  plywood experiment run korf-1992-overhead --profile smoke
  plywood experiment run papers --profile quick
  plywood experiment report runs/papers-quick")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    List(ListArgs),
    Run(RunArgs),
    Report(ReportArgs),
    Merge(cluster::MergeArgs),
    Submit(cluster::SubmitArgs),
    Status(cluster::StatusArgs),
    Resume(cluster::ResumeArgs),
}

/// List the experiments, or describe one
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plywood experiment list
  plywood experiment list korf-1992-figure-4")]
struct ListArgs {
    /// Describe this experiment: what it measures, and how much in each profile
    name: Option<String>,
    /// Print a JSON array
    #[arg(long)]
    json: bool,
}

/// Run or resume an experiment and write its report
#[derive(clap::Args)]
#[command(after_help = "\
A run may be interrupted or killed at any time: the same command resumes it. The result files are the same \
for any number of interruptions and threads. If a file of an earlier run is damaged, the run is refused with \
the name of the file; --repair runs the damaged units again and keeps the others.

--shard runs a part of the present plan, for several machines: 'experiment merge' joins the parts.

Examples:
  plywood experiment run korf-1992-overhead --profile smoke
  plywood experiment run korf-1992-overhead --profile smoke --shard 0/4 --out s0
  plywood experiment run papers --profile paper --out results --jobs 8
  plywood experiment run ./my-experiment --profile quick")]
struct RunArgs {
    /// The name of an experiment, 'papers' for all of them, or a folder with a spec.toml
    name: String,
    /// The size of the experiment: smoke, quick or paper
    #[arg(long, default_value = "quick")]
    profile: String,
    /// The folder for the results [default: runs/NAME-PROFILE]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Use N threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
    jobs: Option<u64>,
    /// Run shard I of N, from 0; auto/N takes I from SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX
    #[arg(long, value_name = "I/N", allow_hyphen_values = true)]
    shard: Option<String>,
    /// Repair damaged files of an earlier run
    #[arg(long)]
    repair: bool,
    /// Replace files in the folder that the run did not write, or that were changed since
    #[arg(long)]
    overwrite: bool,
}

/// Rewrite the report of a run, finished or not
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plywood experiment report runs/korf-1992-overhead-smoke
  plywood experiment report runs/papers-quick")]
struct ReportArgs {
    /// The folder of a run, or a folder that contains several runs
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Replace files in the folder that the run did not write, or that were changed since
    #[arg(long)]
    overwrite: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    match &args.command {
        Command::List(args) => list(args, out),
        Command::Run(args) if args.name == ALL => run_all(args, out),
        Command::Run(args) => run_one(args, out),
        Command::Report(args) => write_reports(args, out),
        Command::Merge(args) => cluster::merge_journals(args, out),
        Command::Submit(args) => cluster::submit(args, out),
        Command::Status(args) => cluster::status(args, out),
        Command::Resume(args) => cluster::resume(args, out),
    }
}

fn list(args: &ListArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let entries = match &args.name {
        Some(name) => std::slice::from_ref(entry(name)?),
        None => CATALOGUE,
    };
    if args.json {
        let objects = entries.iter().map(|entry| {
            Object::new()
                .field("name", entry.name)
                .field("title", entry.title())
                .field("paper", entry.paper())
        });
        writeln!(out, "{}", array(objects))?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.name.is_some() {
        describe(&entries[0], out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let groups = entries.chunk_by(|one, next| one.source == next.source).map(|entries| {
        let mut group = Group::new(entries[0].source);
        for entry in entries {
            group.row(entry.name, entry.title());
        }
        group
    });
    let more =
        "plywood experiment list NAME describes one; 'experiment run papers' runs all of them.";
    Lists { groups: groups.collect(), more }.print(out)?;
    Ok(ExitCode::SUCCESS)
}

/// What an experiment measures, and how much of it each profile does.
fn describe(entry: &Entry, out: &mut dyn Write) -> Result<(), Failure> {
    let mut facts = Group::new(format!("{}: {}", entry.name, entry.title()));
    facts.row("Paper", entry.paper());
    for (profile, what) in PROFILES {
        let seeds = open(entry.name, profile)?.seeds();
        facts.row(profile, format!("{what}; seeds {seeds}"));
    }
    facts.row("Page", format!("crates/lab/experiments/{}/README.md", entry.name));
    let more = format!("plywood experiment run {} --profile quick", entry.name);
    Ok(Lists { groups: vec![facts], more: &more }.print_whole(out)?)
}

fn run_one(args: &RunArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let experiment = open(&args.name, &args.profile)?;
    let name = experiment.name();
    let folder = args.out.clone().unwrap_or_else(|| default_folder(name, &args.profile));
    let options = options(args, folder.clone());
    if let Some(shard) = &args.shard {
        return cluster::run_one_shard(&*experiment, shard, &options, out);
    }
    let outcome = run_experiment(&*experiment, &options)?;
    print_outcome(experiment.name(), &folder, outcome, out)
}

fn run_all(args: &RunArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    if args.shard.is_some() {
        return Err(cluster::one_at_a_time("--shard with").into());
    }
    let folder = args.out.clone().unwrap_or_else(|| default_folder(ALL, &args.profile));
    // All are opened before the first is run, so that a wrong profile is reported at once.
    let experiments: Result<Vec<_>, Error> =
        CATALOGUE.iter().map(|entry| open(entry.name, &args.profile)).collect();
    let (experiments, options) = (experiments?, options(args, folder.clone()));
    check_index(&folder, args.overwrite)?;
    for experiment in experiments {
        let folder = folder.join(experiment.name());
        let options = RunOptions { out: folder.clone(), ..options.clone() };
        let outcome = run_experiment(&*experiment, &options)?;
        let code = print_outcome(experiment.name(), &folder, outcome, out)?;
        if matches!(outcome, Outcome::Interrupted { .. }) {
            return Ok(code);
        }
    }
    writeln!(out, "{}", write_index(&folder, args.overwrite)?.display())?;
    Ok(ExitCode::SUCCESS)
}

fn default_folder(name: &str, profile: &str) -> PathBuf {
    Path::new("runs").join(format!("{name}-{profile}"))
}

fn options(args: &RunArgs, out: PathBuf) -> RunOptions {
    RunOptions {
        repair: args.repair,
        overwrite: args.overwrite,
        ..run_options(args.jobs, &args.profile, out)
    }
}

/// Options of a run that shows its progress and can be interrupted.
fn run_options(jobs: Option<u64>, profile: &str, out: PathBuf) -> RunOptions {
    RunOptions {
        jobs: threads(jobs),
        profile: profile.to_string(),
        version: env!("CARGO_PKG_VERSION").to_string(),
        stop: interrupt::flag(),
        progress: true,
        ..RunOptions::new(out)
    }
}

fn print_outcome(
    name: &str,
    folder: &Path,
    outcome: Outcome,
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    let code = match outcome {
        Outcome::Complete { ran, reused } => {
            let (ran, reused) = (number_of(ran, "unit"), thousands(reused));
            let page = folder.join("report.html");
            writeln!(out, "{name}: complete, {ran} run, {reused} reused: {}", page.display())?;
            ExitCode::SUCCESS
        }
        Outcome::Interrupted { done, left } => {
            let (done, left) = (number_of(done, "unit"), thousands(left));
            eprintln!(
                "{name}: interrupted, {done} done, about {left} left: the same command resumes it"
            );
            interrupt::exit_code()
        }
    };
    // The next experiment may take hours, so nothing may wait in the buffer.
    out.flush()?;
    Ok(code)
}

fn write_reports(args: &ReportArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    for page in report_again(&args.folder, args.overwrite)? {
        writeln!(out, "{}", page.display())?;
    }
    Ok(ExitCode::SUCCESS)
}
