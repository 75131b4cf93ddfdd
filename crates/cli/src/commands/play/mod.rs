//! `plywood play`

mod dialogue;
mod input;

use crate::args::{GameArgs, PlayerArgs, game};
use crate::failure::Failure;
use crate::interrupt;
use crate::player::Chosen;
use crate::terminal::{Screen, can_edit_lines};
use clap::ColorChoice;
use dialogue::{Dialogue, Stop};
use input::{Input, LineEditor, Lines};
use plywood::Side;
use plywood_lab::play::Recorder;
use plywood_lab::registry::GameEntry;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Play a game against an algorithm in the terminal
#[derive(clap::Args)]
#[command(after_help = "\
The engine has one second per move, unless a limit is given. With --artificial-time N/game it has N units for \
all its moves and hints.

Type a move, or a command: moves, hint, undo, board, save FILE, resign, quit, help. Tab completes moves. \
Ctrl-C stops the engine's search, and the engine plays the best move found so far.

The extension of FILE selects the format of a saved game: .pgn for chess, .pdn for checkers, .ggf for \
Othello, .txt for the moves alone. 'save FILE' asks before it overwrites a file, and refuses if it cannot \
ask; 'save! FILE' overwrites without asking.

Examples:
  plywood play connect4
  plywood play othello --depth 4 --set eval=mobility
  plywood play connect4 --second --algorithm alpha-beta --depth 8
  plywood play random-tree --position branching=3,depth=12,seed=7 --nodes 10k")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    player: PlayerArgs,
    /// You make the first move (the default)
    #[arg(long, conflicts_with = "second")]
    first: bool,
    /// The algorithm makes the first move
    #[arg(long)]
    second: bool,
    /// When to use colours; 'auto' depends on the terminal and on NO_COLOR
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
    /// Draw the board with letters only and without colours
    #[arg(long, conflicts_with = "color")]
    plain: bool,
}

pub(crate) fn run(
    args: &Args,
    games: &[GameEntry],
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    let player = Chosen::at(&args.player.spec_for_game()?, game(games, &args.game.game)?)?;
    let engine = player.text();
    let mut spec = player.spec;
    spec.set_default_time(Duration::from_secs(1));
    let mut session = args.game.open(games)?;
    let input: Box<dyn Input> = match can_edit_lines().then(LineEditor::new).flatten() {
        Some(editor) => Box::new(editor),
        None => Box::new(Lines),
    };
    // Without a terminal Ctrl-C ends the process. The handler is set after that of the line editor.
    let stop = input.is_interactive().then(|| {
        let searching = Arc::new(AtomicBool::new(false));
        Stop { flag: interrupt::flag_while(searching.clone()), searching }
    });
    spec.budget.stop = stop.as_ref().map(|stop| stop.flag.clone());
    session.set_player(&spec)?;
    // `--first` is the default, and clap refuses both flags.
    let user = if args.second { !session.side() } else { session.side() };
    let players = match user {
        Side::Max => ["you", &args.player.algorithm],
        Side::Min => [&args.player.algorithm, "you"],
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
