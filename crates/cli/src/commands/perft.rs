//! `plywood perft`

use crate::answer::{ms, time_text};
use crate::args::{GameArgs, plies};
use crate::failure::Failure;
use crate::json::Object;
use plywood_lab::registry::GameEntry;
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

/// Count the lines of play of a given length, to check the rules of a game
#[derive(clap::Args)]
#[command(after_help = "\
Lines that end earlier do not count.

Examples:
  plywood perft connect4 --depth 8
  plywood perft connect4 --position 4453 --depth 6 --json")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The length of the lines, in plies
    #[arg(long, value_name = "N", value_parser = plies, allow_hyphen_values = true)]
    depth: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(
    args: &Args,
    games: &'static [GameEntry],
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    let table = args.game.open(games)?;
    if args.json {
        let start = Instant::now();
        let leaves = table.perft(args.depth);
        let object = Object::new()
            .field("game", args.game.game.as_str())
            .field("position", args.game.position(&*table))
            .field("depth", args.depth)
            .field("leaves", leaves)
            .field("elapsed_ms", ms(start.elapsed()));
        writeln!(out, "{object}")?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "{:>5}  {:>20}  {:>10}  {:>12}", "depth", "leaves", "time", "leaves/s")?;
    for depth in 0..=args.depth {
        let start = Instant::now();
        let leaves = table.perft(depth);
        let time = start.elapsed();
        let rate = leaves as f64 / time.as_secs_f64().max(1e-9);
        writeln!(out, "{depth:>5}  {leaves:>20}  {:>10}  {rate:>12.0}", time_text(time))?;
        // The next depth may take long.
        out.flush()?;
        if leaves == 0 && depth < args.depth {
            writeln!(out, "no line of play is longer than {}", depth - 1)?;
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}
