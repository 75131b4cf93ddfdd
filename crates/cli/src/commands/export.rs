//! `plywood export`

use crate::args::{GameArgs, check_place, plies};
use crate::failure::Failure;
use plywood_lab::experiment::replace_file;
use plywood_lab::registry::GameEntry;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Write a game tree as JSON, for the game 'tree'
#[derive(clap::Args)]
#[command(after_help = "\
Every node has its static value, and a finished game its result, from the view of the first player, in whole \
units of the evaluation. A won game has the value 2000000000 less the ply at which it ends, a lost game the opposite. A \
search of the file finds what a search of the game to N plies finds. Trees of more than 10,000,000 nodes \
are refused.

Examples:
  plywood export random-tree --position branching=2,edges=-9..9 --depth 3 --out figure-3.json
  plywood search tree --position figure-3.json --algorithm minimax
  plywood export connect4 --position 4455 --depth 5 --out connect4.json")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Write the tree down to N plies
    #[arg(long, value_name = "N", value_parser = plies, allow_hyphen_values = true)]
    depth: u32,
    /// The evaluation; 'plywood games' lists them [default: the game's first]
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,
    /// Write to FILE instead of the standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long, requires = "out")]
    overwrite: bool,
}

pub(crate) fn run(
    args: &Args,
    games: &[GameEntry],
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    if let Some(path) = &args.out {
        check_place("--out", path, args.overwrite)?;
    }
    let tree = args.game.open(games)?.export(args.depth, args.eval.as_deref())?;
    let text = tree.to_json() + "\n";
    match &args.out {
        None => out.write_all(text.as_bytes())?,
        Some(path) => {
            replace_file(path, text.as_bytes())?;
            writeln!(out, "{}: {} nodes", path.display(), tree.node_count())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
