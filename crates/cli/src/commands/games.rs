//! `plywood games`

use crate::failure::Failure;
use crate::json::{Object, array};
use plywood_lab::registry::GameEntry;
use std::io::Write;
use std::process::ExitCode;

/// List the games
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  plywood games\n  plywood games --json")]
pub(crate) struct Args {
    /// Print a JSON array
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(
    args: &Args,
    games: &[GameEntry],
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    if args.json {
        let evaluation = |(name, summary): &(&'static str, &'static str)| {
            Object::new().field("name", *name).field("summary", *summary)
        };
        let object = |game: &GameEntry| {
            Object::new()
                .field("name", game.name)
                .field("summary", game.summary)
                .field("position", game.position)
                .objects("evaluations", game.evaluations.iter().map(evaluation))
                .objects(
                    "goals",
                    game.goals().iter().map(|goal| {
                        let strategies = goal.strategies();
                        let goal = Object::new()
                            .field("name", goal.name())
                            .field("summary", goal.summary());
                        goal.field("strategies", strategies)
                    }),
                )
        };
        writeln!(out, "{}", array(games.iter().map(object)))?;
        return Ok(ExitCode::SUCCESS);
    }
    let width = games.iter().map(|game| game.name.len()).max().unwrap_or(0);
    for game in games {
        writeln!(out, "{:width$}  {}", game.name, game.summary)?;
        writeln!(out, "{:width$}  position: {}", "", game.position)?;
        for (name, summary) in game.evaluations {
            writeln!(out, "{:width$}  eval={name}: {summary}", "")?;
        }
        for goal in game.goals() {
            writeln!(out, "{:width$}  goal {}: {}", "", goal.name(), goal.summary())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
