//! `plywood train`

use crate::args::{check_place, count, threads, whole};
use crate::failure::Failure;
use crate::help::Program;
use crate::interrupt;
use plywood_lab::Error;
use plywood_lab::experiment::replace_file;
use plywood_lab::train::{Plan, TrainOptions, train};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Train an evaluation by games of the program with itself
#[derive(clap::Args)]
#[command(after_help = "\
A training may be interrupted at any time, by Ctrl-C or worse: the same command continues it. Its \
files depend on neither that nor --jobs. A damaged file is refused by name; --repair makes it again \
and keeps the rest.

Examples:
  plywood train othello --profile smoke
  plywood train othello --profile full --seed 1 --out weights.bin
  plywood train chess --profile full --seed 1 --out weights.txt")]
pub(crate) struct Args {
    /// The game: othello, chess or checkers
    #[arg(value_name = "GAME")]
    game: String,
    /// How much is played: smoke (seconds), quick (minutes) or full (up to half an hour of processor
    /// time)
    #[arg(long, default_value = "quick")]
    profile: String,
    /// The number from which every choice follows
    #[arg(long, value_name = "S", default_value = "1", value_parser = whole, allow_hyphen_values = true)]
    seed: u64,
    /// Threads; without it, as many as the machine has cores
    #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
    jobs: Option<u64>,
    /// Make damaged files of an earlier training again
    #[arg(long)]
    repair: bool,
    /// The folder of the training; without it runs/train-GAME-PROFILE
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Where to put the weights too; they are in the folder anyway
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Let --out replace a file that exists
    #[arg(long, requires = "out")]
    overwrite: bool,
}

pub(crate) fn run(
    args: &Args,
    program: Program<'_>,
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    let plan = Plan::named(&args.game, &args.profile)?;
    program.require("train", &args.game)?;
    if let Some(path) = &args.out {
        check_place("--out", path, args.overwrite)?;
    }
    let folder = args
        .folder
        .clone()
        .unwrap_or_else(|| Path::new("runs").join(format!("train-{}-{}", args.game, args.profile)));
    let options = TrainOptions {
        seed: args.seed,
        jobs: threads(args.jobs),
        repair: args.repair,
        stop: interrupt::flag(),
        progress: true,
        tell: |line| eprintln!("{line}"),
        ..TrainOptions::new(&folder)
    };
    let Some(file) = train(&args.game, &plan, &options)? else {
        eprintln!("interrupted: the same command goes on from here");
        return Ok(interrupt::exit_code());
    };
    if let Some(copy) = &args.out {
        let weights = fs::read(&file).map_err(|e| Error::at(&file, e))?;
        replace_file(copy, &weights)?;
    }
    writeln!(out, "{}", args.out.as_ref().unwrap_or(&file).display())?;
    Ok(ExitCode::SUCCESS)
}
