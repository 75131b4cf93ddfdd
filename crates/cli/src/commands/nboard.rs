//! `plywood nboard`

use crate::args::PlayerArgs;
use crate::failure::Failure;
use crate::help::Program;
use plywood_games::{Game, Othello};
use plywood_lab::engines::NBoardThinker;
use plywood_protocols::nboard;
use std::io::{self, BufReader, Write};
use std::process::ExitCode;

/// Run as an Othello engine that speaks NBoard
#[derive(clap::Args)]
#[command(after_help = "\
The engine speaks version 2 of the NBoard protocol on standard input and output. The board sets the depth; \
other limits apply to each answer. Algorithms search to depth 1, 2, … and report each depth, except \
best-first algorithms, which search once.

Examples:
  plywood nboard
  plywood nboard --time 5s
  plywood nboard --algorithm best-first-saved-tree --memory 1GiB --nodes 1M --name Plywood-BF")]
pub(crate) struct Args {
    #[command(flatten)]
    player: PlayerArgs,
    /// The name that the board shows
    #[arg(long, default_value = "Plywood")]
    name: String,
}

/// The search depth until the board sets one.
const DEPTH: u32 = 6;

pub(crate) fn run(
    args: &Args,
    program: Program<'_>,
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    program.require("nboard", Othello::NAME)?;
    let spec = args.player.spec()?;
    let depth = spec.budget.depth.unwrap_or(DEPTH);
    let mut thinker = NBoardThinker::new(&spec)?;
    nboard::run(&args.name, BufReader::new(io::stdin()), out, &mut thinker, depth)?;
    Ok(ExitCode::SUCCESS)
}
