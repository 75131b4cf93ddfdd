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

/// Train an evaluation by self-play
#[derive(clap::Args)]
#[command(after_help = "\
You can interrupt or kill a training at any time: the same command resumes it. The files are the same for any number of \
interruptions and threads. If a file of an earlier training is damaged, the command names it and stops; --repair makes \
this file again and keeps the others.

Examples:
  plywood train othello --profile smoke
  plywood train othello --profile full --seed 1 --out weights.bin
  plywood train chess --profile full --seed 1 --out weights.txt")]
pub(crate) struct Args {
    /// The game: othello, chess, checkers or amazons
    #[arg(value_name = "GAME")]
    game: String,
    /// The size of the training: smoke (seconds), quick (minutes) or full (up to half an hour of processor
    /// time)
    #[arg(long, default_value = "quick")]
    profile: String,
    /// The seed of all random choices
    #[arg(long, value_name = "S", default_value = "1", value_parser = whole, allow_hyphen_values = true)]
    seed: u64,
    /// Use N threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
    jobs: Option<u64>,
    /// Repair damaged files of an earlier training
    #[arg(long)]
    repair: bool,
    /// The folder of the training [default: runs/train-GAME-PROFILE]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Copy the weights to FILE; they are also in the folder of the training
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file of --out if it exists, and files in --folder that the training did not write or that changed
    /// since
    #[arg(long)]
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
        overwrite: args.overwrite,
        stop: interrupt::flag(),
        progress: true,
        tell: |line| eprintln!("{line}"),
        ..TrainOptions::new(&folder)
    };
    let Some(file) = train(&args.game, &plan, &options)? else {
        eprintln!("interrupted: the same command resumes the training");
        return Ok(interrupt::exit_code());
    };
    if let Some(copy) = &args.out {
        let weights = fs::read(&file).map_err(|e| Error::at(&file, e))?;
        replace_file(copy, &weights)?;
    }
    writeln!(out, "{}", args.out.as_ref().unwrap_or(&file).display())?;
    Ok(ExitCode::SUCCESS)
}
