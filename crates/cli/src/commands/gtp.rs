//! `plywood gtp`

use crate::failure::Failure;
use plywood::Budget;
use plywood_games::go::capture::CaptureOptions;
use plywood_games::go::player::PlayerOptions;
use plywood_lab::Error;
use plywood_lab::engines::{GtpOptions, GtpThinker};
use plywood_lab::registry::set_limit;
use plywood_protocols::gtp::{self, Identity};
use std::io::{self, BufReader, Write};
use std::process::ExitCode;

/// Run as a Go engine that speaks GTP
#[derive(clap::Args)]
#[command(after_help = "\
The engine speaks version 2 of the Go Text Protocol on standard input and output, on boards of 2 to 19 columns. \
Besides the commands of the protocol it has those of GNU Go about strings: attack, defend, does_attack, does_defend, \
ladder_attack, countlib, findlib, trymove, popgo and others; list_commands lists them all. It plays by area scoring \
and never repeats a board.

Examples:
  plywood gtp
  plywood gtp --playouts 5000 --time 2s --seed 7
  printf 'loadsgf problem.sgf\\nattack K10\\ndefend K10\\n' | plywood gtp")]
pub(crate) struct Args {
    /// The seed of the random games that compare moves
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Play N random games per move
    #[arg(long, value_name = "N", default_value_t = PlayerOptions::default().playouts)]
    playouts: u32,
    /// Spend at most T on a move (for example 500ms or 2s)
    #[arg(long, value_name = "T")]
    time: Option<String>,
    /// Play N moves on the board before giving up on a capture [default: give up early]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    effort: Option<u64>,
    /// The name that the engine gives itself
    #[arg(long, default_value = "Plywood")]
    name: String,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let mut budget = Budget::new();
    if let Some(text) = &args.time {
        set_limit(&mut budget, "time", text).map_err(|e| Error::input(format!("--{e}")))?;
    }
    let (seed, playouts) = (args.seed, args.playouts);
    let options = GtpOptions {
        player: PlayerOptions { seed, playouts, ..PlayerOptions::default() },
        capture: CaptureOptions::with_effort(args.effort),
        time: budget.time,
    };
    let identity = Identity { name: &args.name, version: env!("CARGO_PKG_VERSION") };
    let mut thinker = GtpThinker::new(options);
    gtp::run(identity, BufReader::new(io::stdin()), out, &mut thinker)?;
    Ok(ExitCode::SUCCESS)
}
