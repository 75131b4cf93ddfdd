//! `plywood review`

use crate::answer::line_text;
use crate::args::{PlayerArgs, check_place, count, game, read_games, threads};
use crate::failure::Failure;
use crate::interrupt;
use plywood::Side;
use plywood_games::InputError;
use plywood_lab::Error;
use plywood_lab::experiment::{Progress, replace_file};
use plywood_lab::registry::{GameEntry, PlayerSpec};
use plywood_lab::report::ReviewPage;
use plywood_play::json::Object;
use plywood_play::{MoveMark, Review, ReviewOptions, ReviewedMove, moves_json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The limit in nodes for each position, where none is given.
const USUAL_NODES: &str = "200k";

/// Review a game: a page with its mistakes and better moves
#[derive(clap::Args)]
#[command(after_help = "\
FILE has games in the record format of the game (such as PGN for chess), or is a .txt \
file with the moves of one game per line. The extension selects the game; a .txt file needs --game.

The page has a board to step through, a graph of the first player's winning chance, and the mistakes with better moves. \
A score of x units stands for the winning chance 1 / (1 + 10^(-x / s)), with s from --scale. A move that loses at least 5 \
percentage points of it is an inaccuracy (?!), at least 10 a mistake (?), at least 15 a blunder (??); the move that the \
analysis prefers is never marked.

Each position is searched with 200,000 nodes unless other limits are given. With limits in nodes, evaluations or depth \
the page is the same every time, for any number of jobs.

Examples:
  plywood review game.pgn
  plywood review games.pgn --number 3 --nodes 1M --out third.html
  plywood review moves.txt --game othello --depth 10 --json")]
pub(crate) struct Args {
    /// The file with the game
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Review game number N of the file
    #[arg(long, value_name = "N", default_value = "1", value_parser = count, allow_hyphen_values = true)]
    number: u64,
    /// The game, if the extension of the file does not select it
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    #[command(flatten)]
    player: PlayerArgs,
    /// The advantage with which a player wins ten games of eleven, in units of the game [default: set by the game, 6.25
    /// for chess]
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    scale: Option<String>,
    /// Write the page to FILE [default: the name of the game file, with .html]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Let the page replace an existing file
    #[arg(long)]
    overwrite: bool,
    /// Analyze N positions at a time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
    jobs: Option<u64>,
    /// Print one JSON object; write a page only with --out
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(
    args: &Args,
    games: &[GameEntry],
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    let entry = find_game(args, games)?;
    let mut player = entry.player(&args.player.spec()?)?;
    if player.require_budget().is_err() {
        player.set_limit("nodes", USUAL_NODES)?;
    }
    let stop = interrupt::flag();
    player.budget.stop = Some(stop.clone());
    let scale = scale(args, entry)?;
    let number = usize::try_from(args.number).unwrap_or(usize::MAX);
    let saved = entry.saved_game(&args.file, &read_games(&args.file)?, number)?;
    // What is wrong with the game comes before what is wrong with the place of its page.
    let page = match (&args.out, args.json) {
        (Some(path), _) => Some(path.clone()),
        (None, true) => None,
        (None, false) => Some(args.file.with_extension("html")),
    };
    if let Some(path) = &page {
        check_place("--out", path, args.overwrite)?;
    }
    let options = ReviewOptions { player: &player, scale, jobs: threads(args.jobs), stop: &stop };
    let progress = Progress::new(true, "review", "positions");
    progress.round(0, saved.positions() as u64, false);
    let review = saved.review(&options, &|| progress.unit_done());
    drop(progress);
    let Some(review) = review? else { return Ok(interrupt::exit_code()) };
    let shown = Shown { args, entry, player: &player, scale, review: &review };
    if let Some(path) = &page {
        replace_file(path, shown.page().as_bytes())?;
    }
    match (args.json, &page) {
        (true, _) => writeln!(out, "{}", shown.json())?,
        (false, path) => write!(out, "{}", shown.lines(path.as_deref()))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The game of `--game`, or the one whose records have the extension of the file.
fn find_game<'a>(args: &Args, games: &'a [GameEntry]) -> Result<&'a GameEntry, Error> {
    if let Some(name) = &args.game {
        return game(games, name);
    }
    if let [only] = games {
        return Ok(only);
    }
    let extension = args.file.extension().and_then(|text| text.to_str()).unwrap_or_default();
    let extension = match extension.to_ascii_lowercase() {
        wthor if wthor == "wtb" => "ggf".to_string(),
        other => other,
    };
    let found = games.iter().find(|game| game.records == Some(extension.as_str()));
    found.ok_or_else(|| {
        let name = args.file.display().to_string();
        let expected = "a file of games whose extension tells the game (such as .pgn), or --game";
        InputError::new("file", &name).expected(expected).into()
    })
}

fn scale(args: &Args, entry: &GameEntry) -> Result<f64, Error> {
    let Some(text) = &args.scale else { return Ok(entry.scale) };
    let scale = text.parse::<f64>().ok().filter(|scale| scale.is_finite() && *scale > 0.0);
    scale.ok_or_else(|| InputError::new("--scale", text).expected("a number above 0").into())
}

/// A review as it is shown.
struct Shown<'a> {
    args: &'a Args,
    entry: &'a GameEntry,
    player: &'a PlayerSpec,
    scale: f64,
    review: &'a Review,
}

impl Shown<'_> {
    fn json(&self) -> Object {
        let numbered = self.entry.numbered_moves;
        let one = |m: &ReviewedMove| {
            Object::new()
                .field("ply", m.ply)
                .field("side", if m.side == Side::Max { "max" } else { "min" })
                .field("move", m.played.as_str())
                .field("best", m.best.as_deref())
                .field("pv", moves_json(numbered, &m.line))
                .field("value_before", m.value_before.clone())
                .field("value_after", m.value_after.clone())
                .field("chance_before", m.chance_before)
                .field("chance_after", m.chance_after)
                .field("loss", m.loss)
                .field("mark", m.mark.name())
        };
        let tally = |side| {
            let [inaccuracies, mistakes, blunders] = self.review.tally(side);
            Object::new()
                .field("inaccuracies", inaccuracies)
                .field("mistakes", mistakes)
                .field("blunders", blunders)
        };
        Object::new()
            .field("game", self.review.game)
            .field("number", self.args.number)
            .field("start", self.review.start.as_str())
            .field("player", self.player.text())
            .field("scale", self.scale)
            .object("max", tally(Side::Max))
            .object("min", tally(Side::Min))
            .objects("moves", self.review.moves.iter().map(one))
    }

    fn lines(&self, page: Option<&Path>) -> String {
        let mut text = String::new();
        for m in self.review.moves.iter().filter(|m| m.mark != MoveMark::Good) {
            text += &format!(
                "{:>7} {:<10} {:<12} {:>4.0} % lost, better {}\n",
                m.number,
                self.review.side(m.side),
                format!("{}{}", m.played, m.mark.sign()),
                100.0 * m.loss,
                line_text(&m.line)
            );
        }
        for side in [Side::Max, Side::Min] {
            text += &format!("{}\n", self.review.summary(side));
        }
        if let Some(path) = page {
            text += &format!("page: {}\n", path.display());
        }
        text
    }

    fn page(&self) -> String {
        let file = self.args.file.file_name().unwrap_or(self.args.file.as_os_str());
        let page = ReviewPage {
            review: self.review,
            source: format!("{}, game {}", file.to_string_lossy(), self.args.number),
            scale: self.scale,
            analysis: format!("{}, {}", self.player.text(), self.limits()),
        };
        page.html()
    }

    /// The limits of each search, as they were given.
    fn limits(&self) -> String {
        match self.args.player.limits_text() {
            given if given.is_empty() => format!("nodes={USUAL_NODES} for each position"),
            given => format!("{given} for each position"),
        }
    }
}
