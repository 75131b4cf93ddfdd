//! `plywood experiment`

mod cluster;
mod job;

pub(crate) use cluster::run_one_shard;

use crate::args::{count, threads};
use crate::failure::Failure;
use crate::interrupt;
use crate::lists::{Group, Lists};
use clap::Subcommand;
use plywood_lab::experiment::RunOptions;
use plywood_lab::papers::{CATALOGUE, Entry, entry, open, report_again};
use plywood_play::json::{Object, array};
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
You can interrupt or kill a run at any time: the same command resumes it. The files are the same for any number of \
interruptions and threads. If a file of an earlier run is damaged, the command names it and stops; --repair runs the \
damaged units again and keeps the others.

--shard runs a part of the current plan, for several machines: 'experiment merge' joins the parts.

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
    /// Run shard I of N, I from 0; auto/N takes I from SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX
    #[arg(long, value_name = "I/N", allow_hyphen_values = true)]
    shard: Option<String>,
    /// Open the page of the results in the browser
    #[arg(long)]
    open: bool,
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
        Command::Run(args) if args.name == ALL => job::run_all(args, out),
        Command::Run(args) => job::run_one(args, out),
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
        let size = match open(entry.name, profile)?.seeds() {
            seeds if seeds == "none" => String::new(),
            // Either seeds, such as 1-100, or a size in words, such as 8 positions per game.
            seeds if seeds.contains(char::is_alphabetic) => format!("; {seeds}"),
            seeds => format!("; seeds {seeds}"),
        };
        let seconds = entry.seconds(profile);
        let takes = seconds.map(|seconds| format!("; {seconds} s of processor time"));
        facts.row(profile, format!("{what}{size}{}", takes.unwrap_or_default()));
    }
    facts.row("Page", format!("crates/lab/experiments/{}/README.md", entry.name));
    let more = format!("plywood experiment run {} --profile quick", entry.name);
    Ok(Lists { groups: vec![facts], more: &more }.print_whole(out)?)
}

fn default_folder(name: &str, profile: &str) -> PathBuf {
    Path::new("runs").join(format!("{name}-{profile}"))
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

fn write_reports(args: &ReportArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    for page in report_again(&args.folder, args.overwrite)? {
        writeln!(out, "{}", page.display())?;
    }
    Ok(ExitCode::SUCCESS)
}
