//! `plywood search`

use crate::answer::Question;
use crate::args::{GameArgs, SpecArgs, whole};
use crate::failure::Failure;
use crate::interrupt;
use crate::player::Chosen;
use plywood_lab::Error;
use plywood_lab::play::Session;
use plywood_lab::registry::{DEFAULT_ALGORITHM, GameEntry, game};
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Search a position
#[derive(clap::Args)]
#[command(after_help = "\
Without --algorithm, 'strong' searches: the best player there is for the game. Any other algorithm is \
exactly what its paper describes, unless options say otherwise.

Without limits the search deepens until the end of the game. Ctrl-C ends it and prints what it knows.

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

/// A position and who is to search it: what `search` and `trace` share.
#[derive(clap::Args)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The algorithm; 'plywood algorithms' lists them
    #[arg(long, value_name = "A", default_value = DEFAULT_ALGORITHM)]
    algorithm: String,
    #[command(flatten)]
    spec: SpecArgs,
    /// In a game drawn from a seed: the start of the game with this seed
    #[arg(long, value_name = "S", value_parser = whole, allow_hyphen_values = true)]
    seed: Option<u64>,
    /// Report all equally good moves; short for --set all-best=true
    #[arg(long)]
    all_best: bool,
}

/// A session with its player.
pub(crate) struct Setup {
    pub session: Box<dyn Session>,
    pub player: Chosen,
    /// Set by Ctrl-C.
    pub stop: Arc<AtomicBool>,
    game: String,
    position: String,
}

impl SearchArgs {
    /// Sets up the position and sets the player, which Ctrl-C stops.
    pub(crate) fn set_up(&self, games: &[GameEntry]) -> Result<Setup, Error> {
        let mut player = Chosen::new(&self.algorithm, &self.spec, game(games, &self.game.game)?)?;
        if self.all_best {
            player.spec.settings.set("all-best=true")?;
        }
        let mut session = self.game.open(games)?;
        let game = &self.game.game;
        let position = match self.seed {
            None => self.game.position(&*session),
            Some(seed) if session.reseed(seed) => session.text(),
            Some(seed) => {
                return Err(Error::input(format!(
                    "--seed {seed}: the game '{game}' is not drawn from a seed: expected no --seed"
                )));
            }
        };
        let stop = interrupt::flag();
        player.spec.watch(stop.clone());
        session.set_player(&player.spec)?;
        Ok(Setup { session, player, stop, game: game.clone(), position })
    }
}

impl Setup {
    pub(crate) fn question(&self) -> Question<'_> {
        Question {
            game: &self.game,
            position: &self.position,
            player: &self.player,
            unit: self.session.unit(),
            all_best: self.player.spec.settings.get("all-best") == Some("true"),
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
