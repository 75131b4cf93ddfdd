//! `plywood games`

use super::captures;
use crate::args::game;
use crate::failure::Failure;
use crate::lists::{Group, Lists};
use plywood_lab::registry::GameEntry;
use plywood_play::json::{Object, array};
use std::io::Write;
use std::process::ExitCode;

/// List the games and questions
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  plywood games\n  plywood games chess\n  plywood games --json")]
pub(crate) struct Args {
    /// Describe this game: positions, evaluations, questions, records
    game: Option<String>,
    /// Print a JSON array
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(
    args: &Args,
    games: &[GameEntry],
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    if args.game.as_deref() == Some(captures::NAME) && !args.json {
        out.write_all(captures::DESCRIPTION.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let games = match &args.game {
        Some(name) => std::slice::from_ref(game(games, name)?),
        None => games,
    };
    match (&args.game, args.json) {
        (_, true) => writeln!(out, "{}", array(games.iter().map(object)))?,
        (Some(_), false) => describe(&games[0], out)?,
        (None, false) => list(games, out)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn object(game: &GameEntry) -> Object {
    let evaluation = |(name, summary): &(&'static str, &'static str)| {
        Object::new().field("name", *name).field("summary", *summary)
    };
    Object::new()
        .field("name", game.name)
        .field("summary", game.summary)
        .field("position", game.position)
        .objects("evaluations", game.evaluations.iter().map(evaluation))
        .objects(
            "goals",
            game.goals().iter().map(|goal| {
                let strategies = goal.strategies();
                let goal =
                    Object::new().field("name", goal.name()).field("summary", goal.summary());
                goal.field("strategies", strategies)
            }),
        )
}

/// One line per game, and one per question that can be asked about it.
fn list(games: &[GameEntry], out: &mut dyn Write) -> Result<(), Failure> {
    let mut played = Group::new("Games");
    let mut asked = Group::new("Questions, answered with proof by 'plywood solve'");
    let has = |game: &GameEntry, name: &str| game.goals().iter().any(|goal| goal.name() == name);
    let of_all = |name: &str| games.len() > 1 && games.iter().all(|game| has(game, name));
    for game in games {
        played.row(game.name, game.summary);
        for goal in game.goals().iter().filter(|goal| !of_all(goal.name())) {
            asked.row(format!("--game {} --goal {}", game.name, goal.name()), goal.summary());
        }
    }
    for goal in games[0].goals().iter().filter(|goal| of_all(goal.name())) {
        asked.row(format!("--game GAME --goal {}", goal.name()), goal.summary());
    }
    asked.row(format!("--game {}", captures::NAME), captures::SUMMARY);
    let lists = Lists { groups: vec![played, asked], more: "plywood games NAME describes a game." };
    Ok(lists.print(out)?)
}

fn describe(game: &GameEntry, out: &mut dyn Write) -> Result<(), Failure> {
    let mut positions = Group::new("Positions (--position)");
    for form in game.position.split(", or ") {
        positions.row(form, "");
    }
    let mut evaluations = Group::new("Evaluations (--set eval=NAME), the default first");
    for (name, summary) in game.evaluations {
        evaluations.row(*name, *summary);
    }
    let mut goals = Group::new("Questions (plywood solve --goal NAME)");
    for goal in game.goals() {
        let strategies: Vec<_> = goal.strategies().into_iter().collect();
        let strategies = match strategies.is_empty() {
            true => String::new(),
            false => format!(" (strategies {})", strategies.join(", ")),
        };
        goals.row(goal.name(), format!("{}{strategies}", goal.summary()));
    }
    writeln!(out, "{}: {}\n", game.name, game.summary)?;
    let mut records = Group::new("Records of games");
    if let Some(format) = game.records {
        records.row(format!(".{format}"), "saved by 'play' and 'match --games', read by 'review'");
    }
    // Moves that are only numbers of children are not saved.
    if !game.numbered_moves {
        let moves = "the moves of one game per line, saved by 'play', read by 'review'";
        records.row(".txt", moves);
    }
    let lists = Lists { groups: vec![positions, evaluations, goals, records], more: "" };
    Ok(lists.print_whole(out)?)
}
