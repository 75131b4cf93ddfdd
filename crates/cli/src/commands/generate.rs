//! `plywood generate`

use crate::args::{check_place, count, threads, whole};
use crate::failure::Failure;
use crate::interrupt;
use plywood_lab::experiment::{RunOptions, replace_file};
use plywood_lab::generate::{GenerateOptions, ProblemFormat, generate};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Make a problem collection from self-play
#[derive(clap::Args)]
#[command(after_help = "\
The problems come from noisy self-play games and are labeled by exhaustive search. The same seed makes the same \
collection with any number of threads. You can interrupt or kill a run at any time: the same command resumes it. 'plywood \
solve FILE --game GAME' solves the problems.

Examples:
  plywood generate go-capture --count 30 --out problems.jsonl
  plywood generate go-capture --size 13 --count 60 --grade hard --seed 7 --out hard.sgf")]
pub(crate) struct Args {
    /// The kind of problems: go-capture
    #[arg(value_name = "GAME")]
    game: String,
    /// The size of the board [default: 9]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8), allow_hyphen_values = true)]
    size: Option<u8>,
    /// Make N problems
    #[arg(long, value_name = "N", default_value = "100", value_parser = count, allow_hyphen_values = true)]
    count: u64,
    /// The seed of all games
    #[arg(long, value_name = "S", default_value = "1", value_parser = whole, allow_hyphen_values = true)]
    seed: u64,
    /// The grade of the problems: easy, medium, hard, or 'all' for equally many of each
    #[arg(long, value_name = "GRADE", default_value = "all")]
    grade: String,
    /// Write the problems to FILE: as SGF if its name ends in .sgf, else as JSON lines [default: standard
    /// output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file of --out if it exists, and files in --folder that the run did not write or that changed since
    #[arg(long)]
    overwrite: bool,
    /// Use N threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
    jobs: Option<u64>,
    /// The folder of the journal [default: runs/generate-GAME-SIZE-GRADE-COUNT-SEED]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Repair damaged files of an earlier run
    #[arg(long)]
    repair: bool,
}

impl Args {
    fn default_folder(&self) -> PathBuf {
        let size = self.size.map_or("default".to_string(), |size| size.to_string());
        let parts = [size, self.grade.clone(), self.count.to_string(), self.seed.to_string()];
        Path::new("runs").join(format!("generate-{}-{}", self.game, parts.join("-")))
    }
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    if let Some(path) = &args.out {
        check_place("--out", path, args.overwrite)?;
    }
    let is_sgf =
        |path: &PathBuf| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("sgf"));
    let format = match args.out.as_ref().is_some_and(is_sgf) {
        true => ProblemFormat::Sgf,
        false => ProblemFormat::JsonLines,
    };
    let options = GenerateOptions {
        size: args.size,
        count: args.count,
        seed: args.seed,
        grade: Some(args.grade.clone()),
        format,
    };
    let run = RunOptions {
        jobs: threads(args.jobs),
        stop: interrupt::flag(),
        progress: true,
        repair: args.repair,
        overwrite: args.overwrite,
        ..RunOptions::new(args.folder.clone().unwrap_or_else(|| args.default_folder()))
    };
    let Some(text) = generate(&args.game, &options, &run)? else {
        eprintln!("interrupted: the same command resumes it");
        return Ok(interrupt::exit_code());
    };
    match &args.out {
        Some(path) => {
            replace_file(path, text.as_bytes())?;
            writeln!(out, "{}", path.display())?;
        }
        None => out.write_all(text.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}
