//! `plywood review`

use crate::answer::line_text;
use crate::args::{PlayerArgs, check_place, count, game, read_games, threads};
use crate::failure::Failure;
use crate::interrupt;
use crate::json::Object;
use plywood::Side;
use plywood_games::InputError;
use plywood_lab::Error;
use plywood_lab::experiment::{Progress, number_of};
use plywood_lab::play::{MoveMark, Review, ReviewOptions, ReviewedMove, moves_json};
use plywood_lab::registry::{GameEntry, PlayerSpec};
use plywood_lab::report::html::{self, RunFacts};
use plywood_lab::report::{Cell, Column, Page, Plot, Scale, Section, Series, Style, Table};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The advantages, in units of the games, at which ten games of eleven are taken for won. Chess: as lichess.org converts
/// centipawns into winning chances. The others are about twice the advantage that our evaluations call clear.
const SCALES: [(&str, f64); 7] = [
    ("amazons", 8.0),
    ("checkers", 2.0),
    ("chess", 6.25),
    ("connect4", 20.0),
    ("gomoku", 200.0),
    ("othello", 12.0),
    ("phutball", 6.0),
];
/// The scale of every other game.
const USUAL_SCALE: f64 = 10.0;
/// The limit in nodes for each position, where none is given.
const USUAL_NODES: &str = "200k";

/// Review a game: a page with its course and its mistakes
#[derive(clap::Args)]
#[command(after_help = "\
FILE has games in the record format of the game (PGN for chess, PDN for checkers, GGF or WTHOR for Othello, SGF for Gomoku), or is a .txt \
file with the moves of one game per line. The game is known by the extension; a .txt file needs --game.

The page shows the winning chance of the first player after each move, and the moves with better ones. A score of x \
units stands for the winning chance 1 / (1 + 10^(-x / s)), with s from --scale. A move that loses at least 5 \
percentage points of it is an inaccuracy (?!), from 10 a mistake (?), from 15 a blunder (??); the move that the analysis \
prefers is never marked.

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
    /// The game, where the extension of the file does not tell
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    #[command(flatten)]
    player: PlayerArgs,
    /// The advantage, in units of the game, at which ten games of eleven are won [default: 6.25 for chess, 12 for
    /// othello, 2 for checkers, …]
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    scale: Option<String>,
    /// Write the page to FILE [default: the name of the game file, with .html]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Let the page replace an existing file
    #[arg(long)]
    overwrite: bool,
    /// Analyse N positions at a time [default: the number of cores]
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
    let page = match (&args.out, args.json) {
        (Some(path), _) => Some(path.clone()),
        (None, true) => None,
        (None, false) => Some(args.file.with_extension("html")),
    };
    if let Some(path) = &page {
        check_place("--out", path, args.overwrite)?;
    }
    let bytes = read_games(&args.file)?;
    let scale = scale(args, entry)?;
    let options = ReviewOptions { player: &player, scale, jobs: threads(args.jobs), stop: &stop };
    let number = usize::try_from(args.number).unwrap_or(usize::MAX);
    let progress = Progress::new(true, "review", "positions");
    let review = entry.review(&args.file, &bytes, number, &options, &|positions| match positions {
        Some(positions) => progress.round(0, positions as u64, false),
        None => progress.unit_done(),
    });
    drop(progress);
    let Some(review) = review? else { return Ok(interrupt::exit_code()) };
    let shown = Shown { args, entry, player: &player, scale, review: &review };
    if let Some(path) = &page {
        fs::write(path, shown.page()).map_err(|e| Error::at(path, e))?;
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
    let Some(text) = &args.scale else {
        let known = SCALES.into_iter().find(|(name, _)| *name == entry.name);
        return Ok(known.map_or(USUAL_SCALE, |(_, scale)| scale));
    };
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
    /// The numbers of inaccuracies, mistakes and blunders of a side.
    fn tally(&self, side: Side) -> [usize; 3] {
        let of = |mark| {
            let moves = self.review.moves.iter();
            moves.filter(|m| m.side == side && m.mark == mark).count()
        };
        [MoveMark::Inaccuracy, MoveMark::Mistake, MoveMark::Blunder].map(of)
    }

    fn side(&self, side: Side) -> &'static str {
        self.review.sides[usize::from(side == Side::Min)]
    }

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
            let [inaccuracies, mistakes, blunders] = self.tally(side);
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
                "{:>4}. {:<10} {:<12} {:>4.0} % lost, better {}\n",
                m.ply,
                self.side(m.side),
                format!("{}{}", m.played, m.mark.sign()),
                100.0 * m.loss,
                line_text(&m.line)
            );
        }
        for side in [Side::Max, Side::Min] {
            text += &format!("{}\n", self.summary(side));
        }
        if let Some(path) = page {
            text += &format!("page: {}\n", path.display());
        }
        text
    }

    /// The marks of a side in words.
    fn summary(&self, side: Side) -> String {
        let [inaccuracies, mistakes, blunders] = self.tally(side).map(|count| count as u64);
        format!(
            "{}: {}, {}, {}",
            self.side(side),
            number_of(inaccuracies, "inaccuracy"),
            number_of(mistakes, "mistake"),
            number_of(blunders, "blunder")
        )
    }

    fn page(&self) -> String {
        let file = self.args.file.file_name().unwrap_or(self.args.file.as_os_str());
        let title = format!("Review of {}, game {}", file.to_string_lossy(), self.args.number);
        let (first, second) = (self.side(Side::Max), self.side(Side::Min));
        let summary = |side| format!("{}.", self.summary(side));
        let rule = format!(
            "A score of x units of {} stands for the winning chance 1 / (1 + 10^(−x / {})). A move that loses at \
             least 5 percentage points of it is an inaccuracy (?!), from 10 a mistake (?), from 15 a blunder (??). The \
             move that the analysis prefers is never marked.",
            self.review.game, self.scale
        );
        let page = Page::new(title)
            .paragraph(summary(Side::Max))
            .paragraph(summary(Side::Min))
            .section(
                Section::new("Course of the game")
                    .text(format!("Winning chance of {first} after each move."))
                    .plot(self.plot(first, second)),
            )
            .section(self.mistakes())
            .section(
                Section::new("All moves")
                    .text(format!(
                        "Values and chances are those of {first}; {second} has the rest."
                    ))
                    .table(self.table(|_| true)),
            )
            .section(Section::new("How it was made").text(rule));
        let facts = vec![
            ("Game", self.review.game.to_string()),
            ("Start", self.review.start.clone()),
            ("Analysis", format!("{}, {}", self.player.text(), self.limits())),
        ];
        html::page(&page, &RunFacts { facts, ..RunFacts::default() })
    }

    /// The limits of each search, as they were given.
    fn limits(&self) -> String {
        match self.args.player.limits_text() {
            given if given.is_empty() => format!("nodes={USUAL_NODES} for each position"),
            given => format!("{given} for each position"),
        }
    }

    fn plot(&self, first: &str, second: &str) -> Plot {
        let start = self.review.moves.first().map(|m| (0.0, 100.0 * m.chance_before));
        let point = |m: &ReviewedMove| (m.ply as f64, 100.0 * m.chance_after);
        let course = start.into_iter().chain(self.review.moves.iter().map(point)).collect();
        let mut series = vec![Series::new("winning chance", course)];
        for (mark, name) in [
            (MoveMark::Inaccuracy, "inaccuracies"),
            (MoveMark::Mistake, "mistakes"),
            (MoveMark::Blunder, "blunders"),
        ] {
            let marked = self.review.moves.iter().filter(|m| m.mark == mark);
            let points: Vec<(f64, f64)> = marked.map(point).collect();
            if !points.is_empty() {
                series.push(Series::new(name, points).with_style(Style::Points));
            }
        }
        Plot {
            title: format!("Winning chance of {first}"),
            x_label: "ply".into(),
            y_label: "winning chance, %".into(),
            x_scale: Scale::Whole,
            // The graph shows the whole range of chances, so that small changes look small.
            references: vec![
                (0.0, format!("{second} wins")),
                (50.0, "even".into()),
                (100.0, format!("{first} wins")),
            ],
            series,
            ..Plot::default()
        }
    }

    fn mistakes(&self) -> Section {
        let section = Section::new("Mistakes");
        match self.review.moves.iter().any(|m| m.mark != MoveMark::Good) {
            true => section.table(self.table(|m| m.mark != MoveMark::Good)),
            false => section.text("No move is marked."),
        }
    }

    /// A table of some moves. It has no name, because no file goes with it.
    fn table(&self, choose: impl Fn(&ReviewedMove) -> bool) -> Table {
        let columns = ["ply", "side", "move", "mark", "value before", "value after"];
        let columns = columns.map(Column::new).into_iter();
        let columns = columns.chain([
            Column::with_unit("chance", "%"),
            Column::with_unit("lost", "%"),
            Column::new("better"),
            Column::new("line"),
        ]);
        let mut table = Table::new("", columns);
        let value = |value: &Value| Cell::number(value.as_f64(), 2);
        for m in self.review.moves.iter().filter(|m| choose(m)) {
            let better = m.best.as_deref().filter(|&best| best != m.played);
            table.row([
                Cell::Integer(m.ply as i64),
                Cell::text(self.side(m.side)),
                Cell::text(format!("{}{}", m.played, m.mark.sign())),
                Cell::text(if m.mark == MoveMark::Good { "" } else { m.mark.name() }),
                value(&m.value_before),
                value(&m.value_after),
                Cell::number(100.0 * m.chance_after, 1),
                Cell::number(100.0 * m.loss, 1),
                better.map_or(Cell::Empty, Cell::text),
                better.map_or(Cell::Empty, |_| Cell::text(line_text(&m.line))),
            ]);
        }
        table
    }
}
