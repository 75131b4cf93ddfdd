//! `plywood search`

use crate::answer::Question;
use crate::args::{GameArgs, PlayerArgs, game, whole};
use crate::failure::Failure;
use crate::interrupt;
use crate::player::Chosen;
use plywood_lab::Error;
use plywood_lab::registry::{GameEntry, PlayerSpec};
use plywood_play::Session;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Search a position and print the best move
#[derive(clap::Args)]
#[command(after_help = "\
The default algorithm, 'strong', is the best player for the game. Every other algorithm searches exactly \
as its paper describes, unless options change that.

A search without limits goes deeper until it reaches the end of the game. Ctrl-C stops it and prints the \
best answer found so far.

Examples:
  plywood search chess --time 1s
  plywood search connect4 --algorithm alpha-beta --depth 8
  plywood search othello --position f5d6c3 --time 2s --set eval=period
  plywood search connect4 --position 4453 --algorithm best-first --time 2s --memory 64MiB
  plywood search tree --position '[0,[4,8,1],[6,5,[2,7,3]]]' --algorithm best-first --json
  plywood search tree --position my-tree.json --algorithm alpha-beta --set order=static --all-best
  plywood search random-tree --position branching=5 --seed 7 --algorithm best-first --depth 9")]
pub(crate) struct Args {
    #[command(flatten)]
    what: SearchArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A position and a player: the arguments of `search` and `trace`.
#[derive(clap::Args)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    player: PlayerArgs,
    #[command(flatten)]
    choice: ChoiceArgs,
}

/// Which position is searched, and what is reported, beside the position and the player.
#[derive(clap::Args)]
pub(crate) struct ChoiceArgs {
    /// Generate the game from the seed S (random-tree)
    #[arg(long, value_name = "S", value_parser = whole, allow_hyphen_values = true)]
    seed: Option<u64>,
    /// Report all equally good moves; the same as --set all-best=true
    #[arg(long)]
    all_best: bool,
}

/// A session with its player.
pub(crate) struct Setup {
    pub session: Box<dyn Session>,
    pub player: Chosen,
    /// Set by Ctrl-C.
    pub stop: Arc<AtomicBool>,
    pub game: GameEntry,
    position: String,
}

impl ChoiceArgs {
    /// Sets up the position and sets the player, which Ctrl-C stops.
    pub(crate) fn set_up(
        &self,
        games: &[GameEntry],
        position: &GameArgs,
        spec: &PlayerSpec,
    ) -> Result<Setup, Error> {
        let entry = game(games, &position.game)?;
        let mut player = Chosen::at(spec, entry)?;
        if self.all_best {
            player.spec.report_all_best()?;
        }
        let mut session = position.open(games)?;
        let position = match self.seed {
            None => position.position(&*session),
            Some(seed) if session.reseed(seed) => session.text(),
            Some(seed) => {
                return Err(Error::input(format!(
                    "--seed {seed}: the game '{}' is not generated from a seed: expected no --seed",
                    entry.name
                )));
            }
        };
        let stop = interrupt::flag();
        player.spec.budget.stop = Some(stop.clone());
        session.set_player(&player.spec)?;
        Ok(Setup { session, player, stop, game: entry.clone(), position })
    }
}

impl SearchArgs {
    /// Sets up the position and sets the player, which Ctrl-C stops.
    pub(crate) fn set_up(&self, games: &[GameEntry]) -> Result<Setup, Error> {
        self.choice.set_up(games, &self.game, &self.player.spec()?)
    }
}

impl Setup {
    /// Checks that the search runs on one thread, because its events are followed. `done` is a word for errors: what
    /// is done with the search.
    pub(crate) fn on_one_thread(self, done: &str) -> Result<Setup, Error> {
        match self.player.spec.configuration.switches().threads {
            None | Some(1) => Ok(self),
            Some(_) => Err(Error::input(format!(
                "--set threads: only a search on one thread can be {done}: expected 1"
            ))),
        }
    }

    pub(crate) fn question(&self) -> Question<'_> {
        Question {
            game: self.game.name,
            numbered_moves: self.game.numbered_moves,
            position: &self.position,
            player: &self.player,
            unit: self.session.unit(),
            view: self.game.sides[0],
            all_best: self.player.spec.configuration.switches().all_best == Some(true),
        }
    }
}

pub(crate) fn run(
    args: &Args,
    games: &[GameEntry],
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    let mut setup = args.what.set_up(games)?;
    let answer = setup.session.search()?;
    let question = setup.question();
    if args.json {
        writeln!(out, "{}", question.json(&answer))?;
    } else {
        write!(out, "{}", question.lines(&answer))?;
    }
    Ok(ExitCode::SUCCESS)
}
