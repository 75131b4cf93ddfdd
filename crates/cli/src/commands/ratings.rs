//! `plywood ratings`

use crate::args::read_games;
use crate::failure::Failure;
use plywood_games::InputError;
use plywood_games::signed;
use plywood_lab::Error;
use plywood_lab::stats::{GameResults, Ratings};
use plywood_play::json::Object;
use plywood_play::text::number_of;
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The draw model, in one line.
const MODEL: &str = "Bradley-Terry on points, a draw is half a win";

/// Rate the players of a file of games
#[derive(clap::Args)]
#[command(after_help = "\
FILE has games in PGN or PDN (only the tags White, Black, Result and Round are read), or is a CSV file \
with the columns white, black, result and optionally round. Results are 1-0, 0-1, 1/2-1/2, or * for games that do not \
count; in CSV also 1, 0 and 0.5.

Ratings are maximum-likelihood ratings: every player's points equal the points expected from the ratings, where a draw \
is half a win. Ordo gives the same ratings. Intervals cover 95 %. Their unit is the pair: two games of the same players \
in the same round, with colors reversed. The mean of the ratings is 0 unless there is an anchor. 'better' is the \
likelihood of superiority over the next player.

Examples:
  plywood ratings games.pgn
  plywood ratings results.csv --anchor 'Stockfish 17=3500' --json")]
pub(crate) struct Args {
    /// The file of games
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Give this player this rating, and rate the others relative to it
    #[arg(long, value_name = "NAME[=ELO]")]
    anchor: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let results = read(&args.file)?;
    if results.pairs.is_empty() {
        let expected = "expected at least one game with a result";
        return Err(Error::input(format!("{}: {expected}", args.file.display())).into());
    }
    let anchor = args.anchor.as_deref().map(|text| anchor(text, &results.players)).transpose()?;
    let ratings = Ratings::of(results.players.len(), &results.pairs, anchor)?;
    match args.json {
        true => writeln!(out, "{}", json(&results, &ratings))?,
        false => write!(out, "{}", lines(&results, &ratings, anchor.is_some()))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn read(path: &Path) -> Result<GameResults, Error> {
    let bytes = read_games(path)?;
    let text = String::from_utf8_lossy(&bytes);
    let extension = path.extension().and_then(|text| text.to_str()).map(str::to_ascii_lowercase);
    let tags = match extension.as_deref() {
        Some("pgn" | "pdn") => true,
        Some("csv") => false,
        _ => text.trim_start_matches('\u{feff}').trim_start().starts_with('['),
    };
    let results = if tags { GameResults::read_pgn(&text) } else { GameResults::read_csv(&text) };
    results.map_err(|e| Error::input(format!("{}: {e}", path.display())))
}

/// `NAME=ELO`, or `NAME` for 0. A name may have an equals sign.
fn anchor(text: &str, players: &[String]) -> Result<(usize, f64), Error> {
    let find = |name: &str| players.iter().position(|player| player == name);
    if let Some(player) = find(text) {
        return Ok((player, 0.0));
    }
    let (name, elo) = text.rsplit_once('=').unwrap_or((text, "0"));
    let wrong = || InputError::new("--anchor", text);
    let elo = elo.parse::<f64>().ok().filter(|elo| elo.is_finite());
    let elo = elo.ok_or_else(|| wrong().expected("a number after the equals sign"))?;
    match find(name) {
        Some(player) => Ok((player, elo)),
        None => {
            let names: Vec<&str> = players.iter().map(String::as_str).collect();
            let expected = plywood_games::one_of(name, &names);
            Err(wrong().expected(expected).into())
        }
    }
}

fn json(results: &GameResults, ratings: &Ratings) -> Object {
    let order = ratings.ranking();
    let player = |&player: &usize| {
        let rating = &ratings.players()[player];
        Object::new()
            .field("name", results.players[player].as_str())
            .field("elo", rating.elo.value)
            .field("error", rating.elo.error)
            .field("low", rating.elo.low)
            .field("high", rating.elo.high)
            .field("points", rating.points)
            .field("games", rating.games)
            .field("group", rating.group)
    };
    let superiority = |&a: &usize| {
        let row: Vec<Value> = order
            .iter()
            .map(|&b| ratings.superiority(a, b).map_or(Value::Null, Value::from))
            .collect();
        Value::from(row)
    };
    let group = |group: &plywood_lab::stats::RatedGroup| {
        let names: Vec<&str> = group.players.iter().map(|&p| results.players[p].as_str()).collect();
        Object::new().field("players", names).field("is_bounded", group.is_bounded)
    };
    Object::new()
        .field("model", MODEL)
        .field("pairs", results.pairs.iter().filter(|pair| pair.games == 2).count())
        .field("single_games", results.pairs.iter().filter(|pair| pair.games == 1).count())
        .field("unfinished_games", results.unfinished)
        .objects("players", order.iter().map(player))
        .field("superiority", order.iter().map(superiority).collect::<Vec<_>>())
        .objects("groups", ratings.groups().iter().map(group))
}

fn lines(results: &GameResults, ratings: &Ratings, anchored: bool) -> String {
    let order = ratings.ranking();
    let width = results.players.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let mut text = format!(
        "{:>4}  {:<width$}  {:>7}  {:>17}  {:>8}  {:>6}  {:>7}  {:>7}\n",
        "rank", "player", "Elo", "95 %", "points", "games", "score", "better"
    );
    let mut group = None;
    for (rank, &player) in (1..).zip(&order) {
        let rating = &ratings.players()[player];
        if group.is_some_and(|before| before != rating.group) {
            text.push('\n');
        }
        group = Some(rating.group);
        let elo = rating.elo;
        let ends = match elo.has_interval() {
            true => format!("{} to {}", signed(elo.low, 1), signed(elo.high, 1)),
            false => "unknown".to_string(),
        };
        let score = match rating.games {
            0 => String::new(),
            games => format!("{:.1} %", 100.0 * rating.points / games as f64),
        };
        let next = order.get(rank).and_then(|&next| ratings.superiority(player, next));
        let better = next.map(|p| format!("{:.1} %", 100.0 * p)).unwrap_or_default();
        let name = &results.players[player];
        let value = signed(elo.value, 1);
        let (points, games) = (rating.points, rating.games);
        text += format!(
            "{rank:>4}  {name:<width$}  {value:>7}  {ends:>17}  {points:>8}  {games:>6}  {score:>7}  {better:>7}"
        )
        .trim_end();
        text.push('\n');
    }
    let origin = if anchored { "relative to the anchor" } else { "their mean is 0" };
    text += &format!("\nmodel: {MODEL}; ratings: {origin}; intervals: by pairs of games\n");
    let groups = ratings.groups();
    if groups.len() > 1 {
        text += &format!(
            "note: {} groups of players have no games between them: compare ratings only within a group\n",
            groups.len()
        );
    }
    for group in groups.iter().filter(|group| !group.is_bounded) {
        let names: Vec<&str> = group.players.iter().map(|&p| results.players[p].as_str()).collect();
        text += &format!(
            "note: among {}, some won or lost everything against the others, so that no rating is the likeliest: \
             their distance is that with one drawn game added to each pairing of the former and the latter\n",
            names.join(", ")
        );
    }
    if results.unfinished > 0 {
        let games = number_of(results.unfinished, "game");
        text += &format!("note: not counted, without a result: {games}\n");
    }
    text
}
