//! `plywood perft`

use crate::answer::time_text;
use crate::args::{GameArgs, plies};
use crate::failure::Failure;
use plywood_lab::Error;
use plywood_lab::registry::GameEntry;
use plywood_play::json::{Object, ms};
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

/// Count the lines of play, to check the rules of a game
#[derive(clap::Args)]
#[command(after_help = "\
A game that ends before N plies is not counted. Othello is an exception, as in published counts: a \
finished game counts as one line at every greater depth. Two kinds of counts are published for Othello: a \
pass is a ply (212258800 at depth 11), or a pass is not a ply (212260880).

Examples:
  plywood perft connect4 --depth 8
  plywood perft connect4 --position 4453 --depth 6 --json
  plywood perft othello --depth 9 --passes free")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Count the lines of up to N plies
    #[arg(long, value_name = "N", value_parser = plies, allow_hyphen_values = true)]
    depth: u32,
    /// Whether a pass counts as a ply, in a game with passes
    #[arg(long, value_enum, default_value = "count")]
    passes: Passes,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
enum Passes {
    /// A pass is a ply
    Count,
    /// A pass is not a ply
    Free,
}

pub(crate) fn run(
    args: &Args,
    games: &[GameEntry],
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    let session = args.game.open(games)?;
    if args.passes == Passes::Free && session.perft_with_free_passes(0).is_none() {
        let game = &args.game.game;
        let expected = "expected no --passes";
        return Err(
            Error::input(format!("--passes free: '{game}' has no passes: {expected}")).into()
        );
    }
    let count = |depth| match args.passes {
        Passes::Count => session.perft(depth),
        Passes::Free => session.perft_with_free_passes(depth).unwrap_or(0),
    };
    if args.json {
        let start = Instant::now();
        let leaves = count(args.depth);
        let mut object = Object::new()
            .field("game", args.game.game.as_str())
            .field("position", args.game.position(&*session))
            .field("depth", args.depth);
        if session.perft_with_free_passes(0).is_some() {
            object =
                object.field("passes", if args.passes == Passes::Free { "free" } else { "count" });
        }
        let object = object.field("leaves", leaves).field("elapsed_ms", ms(start.elapsed()));
        writeln!(out, "{object}")?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "{:>5}  {:>20}  {:>10}  {:>12}", "depth", "leaves", "time", "leaves/s")?;
    for depth in 0..=args.depth {
        let start = Instant::now();
        let leaves = count(depth);
        let time = start.elapsed();
        let rate = leaves as f64 / time.as_secs_f64().max(1e-9);
        writeln!(out, "{depth:>5}  {leaves:>20}  {:>10}  {rate:>12.0}", time_text(time))?;
        // The next depth may take long, so nothing may wait in the buffer.
        out.flush()?;
        if leaves == 0 && depth < args.depth {
            writeln!(out, "no line of play is longer than depth {}", depth - 1)?;
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}
