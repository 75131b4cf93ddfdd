//! `plywood uci`

use crate::failure::Failure;
use crate::help::Program;
use plywood_games::{Chess, Game};
use plywood_lab::engines::UciThinker;
use plywood_protocols::uci::{self, Identity};
use std::io::{self, BufReader, Write};
use std::process::ExitCode;

/// Run as a chess engine that speaks UCI
#[derive(clap::Args)]
#[command(after_help = "\
The engine speaks UCI on standard input and output. The GUI sets the algorithm, the size of the table, the \
number of threads and the evaluation as options of the engine; docs/uci.md lists all options.

Examples:
  plywood uci
  printf 'position startpos\\ngo movetime 1000\\n' | plywood uci")]
pub(crate) struct Args {}

pub(crate) fn run(
    _: &Args,
    program: Program<'_>,
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    program.require("uci", Chess::NAME)?;
    let identity = Identity {
        name: concat!("Plywood ", env!("CARGO_PKG_VERSION")),
        author: "the Plywood developers",
    };
    uci::run(identity, BufReader::new(io::stdin()), out, &mut UciThinker::new()?)?;
    Ok(ExitCode::SUCCESS)
}
