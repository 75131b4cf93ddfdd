//! `plywood play`

mod dialogue;
mod input;
mod levels;

use crate::args::{GameArgs, PlayerArgs, game};
use crate::failure::Failure;
use crate::interrupt;
use crate::player::Chosen;
use crate::terminal::{Screen, can_edit_lines};
use clap::ColorChoice;
use dialogue::{Dialogue, Stop};
use input::{Input, LineEditor, Lines};
use plywood::Side;
use plywood_lab::engines::Recorder;
use plywood_lab::registry::GameEntry;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Play a game against an algorithm in the terminal
#[derive(clap::Args)]
#[command(after_help = "\
The levels are 100, 1,000, 10,000 and 100,000 nodes per move, and one second per move for 'expert'. A limit such as \
--depth replaces the level. With --artificial-time N/game the engine has N units for all its moves and hints.

Type a move, or a command: moves, hint, undo, board, save FILE, resign, quit, help. Upper and lower case make no \
difference unless two moves differ only in case. Tab completes moves. Ctrl-C stops the engine's search, and the engine \
plays the best move found so far.

The extension of FILE selects the format of a saved game: .pgn for chess, .pdn for checkers, .ggf for \
Othello, .txt for the moves alone. 'save FILE' asks before it overwrites a file, and refuses if it cannot \
ask; 'save! FILE' overwrites without asking.

Examples:
  plywood play connect4
  plywood play chess --level easy --second
  plywood play othello --depth 4 --set eval=mobility
  plywood play connect4 --second --algorithm alpha-beta --depth 8
  plywood play random-tree --position branching=3,depth=12,seed=7 --nodes 10k")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    player: PlayerArgs,
    /// The strength of the engine [default: expert]
    #[arg(long, value_name = "LEVEL", value_parser = levels::names(),
          conflicts_with_all = ["depth", "nodes", "evals", "time", "artificial_time"])]
    level: Option<String>,
    /// You make the first move (the default)
    #[arg(long, conflicts_with = "second")]
    first: bool,
    /// The algorithm makes the first move
    #[arg(long)]
    second: bool,
    /// When to use colors; 'auto' depends on the terminal and on NO_COLOR
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
    /// Draw the board with letters only and without colors
    #[arg(long, conflicts_with = "color")]
    plain: bool,
}

pub(crate) fn run(
    args: &Args,
    games: &[GameEntry],
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    let player = Chosen::at(&args.player.spec_for_game()?, game(games, &args.game.game)?)?;
    let mut spec = player.spec;
    let engine = match &args.level {
        None if spec.has_limit() => args.player.text(),
        level => {
            let level = level.as_deref().unwrap_or(levels::DEFAULT);
            let limit = levels::set(&mut spec, level)?;
            format!("{}, level {level} ({limit})", args.player.text())
        }
    };
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
    let mut screen = Screen::of_stdout(args.plain, args.color);
    // What comes from a script stays on the terminal.
    screen.erases &= can_edit_lines();
    Dialogue {
        recorder: Recorder::new(players),
        screen,
        session,
        engine: &engine,
        user,
        input,
        stop,
        news: None,
        out,
    }
    .play()
}

#[cfg(test)]
mod tests;
