//! `plywood play`

mod dialogue;
mod input;

use crate::args::{GameArgs, SpecArgs};
use crate::failure::Failure;
use crate::interrupt;
use crate::player::Chosen;
use crate::terminal::{Screen, can_edit_lines};
use clap::ColorChoice;
use dialogue::{Dialogue, Stop};
use input::{Input, LineEditor, Lines};
use plywood::Side;
use plywood_lab::play::Recorder;
use plywood_lab::registry::{DEFAULT_ALGORITHM, GameEntry, game, is_limited, set_limit};
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Play a game against an algorithm in the terminal
#[derive(clap::Args)]
#[command(after_help = "\
Type a move, or: moves, hint, undo, board, save FILE, resign, quit, help. Tab completes moves, and \
Ctrl-C ends the engine's search at once. The end of FILE says how a game is saved: chess as .pgn, \
checkers as .pdn, Othello as .ggf, and the moves alone as .txt. 'save' asks before it overwrites a file, \
or refuses to where it cannot ask; 'save! FILE' overwrites it.

Examples:
  plywood play connect4
  plywood play othello --depth 4 --set eval=mobility
  plywood play connect4 --second --algorithm alpha-beta --depth 8
  plywood play random-tree --position branching=3,depth=12,seed=7 --nodes 10k")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The algorithm to play against; without a limit it has a second a move
    #[arg(long, value_name = "A", default_value = DEFAULT_ALGORITHM)]
    algorithm: String,
    #[command(flatten)]
    spec: SpecArgs,
    /// You move first in the position (the default)
    #[arg(long, conflicts_with = "second")]
    first: bool,
    /// The algorithm moves first in the position
    #[arg(long)]
    second: bool,
    /// Draw the board in colours; 'auto' looks at the terminal and at NO_COLOR
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
    /// Draw the board with letters and without colours
    #[arg(long, conflicts_with = "color")]
    plain: bool,
}

pub(crate) fn run(
    args: &Args,
    games: &[GameEntry],
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    let player = Chosen::new(&args.algorithm, &args.spec, game(games, &args.game.game)?)?;
    let engine = player.text();
    let mut spec = player.spec;
    if !is_limited(&spec.budget) {
        set_limit(&mut spec.budget, "time", "1s")?;
    }
    let mut session = args.game.open(games)?;
    let input: Box<dyn Input> = match can_edit_lines().then(LineEditor::new).flatten() {
        Some(editor) => Box::new(editor),
        None => Box::new(Lines),
    };
    // Where nobody sits at a terminal, Ctrl-C ends the process, as it ends any other that reads a pipe.
    // The handler comes after the editor, which has one of its own.
    let stop = input.is_interactive().then(|| {
        let searching = Arc::new(AtomicBool::new(false));
        Stop { flag: interrupt::flag_while(searching.clone()), searching }
    });
    spec.budget.stop = stop.as_ref().map(|stop| stop.flag.clone());
    session.set_player(&spec)?;
    // `--first` is the default, and clap refuses both flags.
    let user = if args.second { !session.side() } else { session.side() };
    let players = match user {
        Side::Max => ["you", &args.algorithm],
        Side::Min => [&args.algorithm, "you"],
    };
    Dialogue {
        recorder: Recorder::new(players),
        screen: Screen::of_stdout(args.plain, args.color),
        session,
        engine: &engine,
        user,
        input,
        stop,
        out,
    }
    .play()
}

#[cfg(test)]
mod tests;
