//! Tables 1 to 4 of Korf & Chickering 1993: tournaments of pairs at equal cost.
//!
//! Every cell is played twice: at the paper's best-first depth, and at our own, found as the paper
//! says: starting from depth 1 against depth 1, the horizon of whichever side spent less is raised
//! by one, tournament after tournament.

mod claims;
mod game_pair;
mod openings;
mod othello;
mod page;
mod random_games;

pub(super) use othello::Spec as OthelloSpec;
pub(super) use random_games::Spec as RandomGamesSpec;

use crate::Error;
use crate::experiment::{Experiment, Record, Results};
use crate::report::{Cell, Page};
use claims::PaperClaim;
use game_pair::{Depths, PairResult, Spent};
use plywood_games::shown;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// What every tournament's spec says.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Common {
    name: String,
    title: String,
    paper: String,
    alpha_beta_depths: u32,
    calibrate: Option<String>,
}

/// What is made equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Calibrate {
    /// Evaluations: the same on every machine.
    Evaluations,
    /// Wall time, as in the paper. Records then hold times, and no two runs are alike.
    Time,
}

impl Calibrate {
    fn named(name: Option<&str>) -> Result<Calibrate, Error> {
        match name {
            None | Some("evaluations") => Ok(Calibrate::Evaluations),
            Some("time") => Ok(Calibrate::Time),
            Some(other) => Err(Error::input(format!(
                "spec.toml: calibrate '{}': expected evaluations or time",
                shown(other)
            ))),
        }
    }

    fn word(self) -> &'static str {
        match self {
            Calibrate::Evaluations => "evaluations",
            Calibrate::Time => "time",
        }
    }
}

/// A row of a table, played at all its depths.
struct Row {
    /// The first part of its units' keys.
    key: String,
    /// The cells that name it, one for each of [`Field::columns`].
    labels: Vec<Cell>,
    /// Its name in a heading, the title of its plot, and its name in a plot with other rows.
    name: String,
    plot: String,
    series: String,
    paper: Option<PaperRow>,
}

/// What the paper prints of a row.
#[derive(Clone, Debug, Deserialize)]
struct PaperRow {
    best_first_depths: Vec<u32>,
    wins: Vec<f64>,
}

impl PaperRow {
    fn check(&self) -> Result<(), Error> {
        if self.wins.len() == self.best_first_depths.len() {
            return Ok(());
        }
        Err(Error::input(format!(
            "paper.toml: {} best_first_depths and {} wins: expected as many of both",
            self.best_first_depths.len(),
            self.wins.len()
        )))
    }
}

/// What is played at: games, and who plays them.
trait Field: Sync {
    /// The rows of the table.
    fn rows(&self) -> &[Row];

    /// What the cells that name a row are called.
    fn columns(&self) -> Vec<&'static str>;

    /// The starts of the pairs of a cell: the last parts of their units' keys.
    fn starts(&self) -> Vec<String>;

    /// The longest game: a best-first search as deep as this spends no more by looking deeper.
    fn longest(&self) -> u32;

    /// Plays a pair.
    fn play(&self, row: usize, start: &str, depths: Depths) -> Result<PairResult, Error>;

    /// How often best-first won in a pair, and how often alpha-beta did.
    fn score(&self, pair: &PairResult) -> (u64, u64);

    /// The group of a start, where starts are not independent of each other.
    fn group(&self, start: &str) -> Option<usize>;

    /// What the independent samples are, in the plural.
    fn sample(&self) -> &'static str;

    /// The paragraph that says what was played.
    fn description(&self) -> String;

    /// Further paragraphs.
    fn notes(&self) -> Vec<String>;

    /// What the paper says.
    fn claims(&self) -> &[PaperClaim];

    /// Whether a claim is about all rows together, or about each by itself.
    fn rows_together(&self) -> bool;

    /// Whether claims are judged at the paper's best-first depths, or at our own of equal cost.
    fn judged_at_paper_depths(&self) -> bool;

    /// The games, or pairs of games, in a cell of the paper.
    fn paper_games(&self) -> f64;

    /// How many independent trials these are worth.
    fn paper_trials(&self) -> f64;

    /// The row of best-first extension that goes with one of best-first, if there is one.
    fn partner(&self, row: usize) -> Option<usize>;

    /// The seeds in use, for the manifest.
    fn seeds(&self) -> String;
}

struct Tournament<F> {
    common: Common,
    calibrate: Calibrate,
    text: String,
    field: F,
    starts: Vec<String>,
}

/// What a tournament of all pairs came to.
struct Tally {
    wins: u64,
    losses: u64,
    /// Games won and games decided, by group; starts without groups are each its own.
    groups: BTreeMap<usize, (u64, u64)>,
    /// Whether each start is a sample of its own.
    independent: bool,
    /// What was spent of what is made equal.
    best_first: u64,
    alpha_beta: u64,
}

impl Tally {
    /// What best-first spent for each unit that alpha-beta spent.
    fn cost(&self) -> f64 {
        self.best_first as f64 / self.alpha_beta as f64
    }
}

impl<F: Field> Tournament<F> {
    fn new(common: Common, text: &str, field: F) -> Result<Tournament<F>, Error> {
        let starts = field.starts();
        if starts.is_empty() || common.alpha_beta_depths == 0 || field.rows().is_empty() {
            return Err(Error::input(
                "spec.toml: expected a row to play, and pairs and alpha_beta_depths from 1",
            ));
        }
        for row in field.rows() {
            row.paper.as_ref().map_or(Ok(()), PaperRow::check)?;
        }
        let calibrate = Calibrate::named(common.calibrate.as_deref())?;
        Ok(Tournament { common, calibrate, text: text.to_string(), field, starts })
    }

    /// The alpha-beta depths played in a row: as far as the paper's table goes.
    fn depths(&self, row: &Row) -> u32 {
        let paper = row.paper.as_ref().map(|row| row.wins.len() as u32);
        self.common.alpha_beta_depths.min(paper.unwrap_or(u32::MAX))
    }

    fn paper_depth(&self, row: &Row, alpha_beta: u32) -> Option<u32> {
        row.paper.as_ref()?.best_first_depths.get(alpha_beta as usize - 1).copied()
    }

    fn units(&self, row: &Row, depths: Depths) -> impl Iterator<Item = String> {
        let Depths { alpha_beta, best_first } = depths;
        let cell = format!("{}/ab={alpha_beta:02}/bf={best_first:03}", row.key);
        self.starts.iter().map(move |start| format!("{cell}/{start}"))
    }

    /// The tally of a tournament, if all its pairs are done.
    fn tally(&self, done: &Results, row: &Row, depths: Depths) -> Option<Tally> {
        let groups = BTreeMap::new();
        let mut tally =
            Tally { wins: 0, losses: 0, groups, independent: true, best_first: 0, alpha_beta: 0 };
        for (number, (unit, start)) in self.units(row, depths).zip(&self.starts).enumerate() {
            let pair = read_record(done.get(&unit)?, self.calibrate)?;
            let (wins, losses) = self.field.score(&pair);
            tally.wins += wins;
            tally.losses += losses;
            let group = self.field.group(start);
            tally.independent &= group.is_none();
            if wins + losses > 0 {
                let group = tally.groups.entry(group.unwrap_or(number)).or_default();
                *group = (group.0 + wins, group.1 + wins + losses);
            }
            let spent = |side: Spent| match self.calibrate {
                Calibrate::Evaluations => side.evaluations,
                Calibrate::Time => side.time.as_nanos() as u64,
            };
            tally.best_first += spent(pair.best_first);
            tally.alpha_beta += spent(pair.alpha_beta);
        }
        Some(tally)
    }

    /// The tournaments of the calibration that are done, and the next one if it is not over.
    fn calibration(&self, done: &Results, row: &Row) -> (Vec<(Depths, Tally)>, Option<Depths>) {
        let mut walk = Vec::new();
        let mut depths = Depths { alpha_beta: 1, best_first: 1 };
        while depths.alpha_beta <= self.depths(row) {
            let Some(tally) = self.tally(done, row, depths) else {
                return (walk, Some(depths));
            };
            let challenger_spent_less = tally.cost() < 1.0;
            walk.push((depths, tally));
            if challenger_spent_less && depths.best_first < self.field.longest() {
                depths.best_first += 1;
            } else {
                depths.alpha_beta += 1;
            }
        }
        (walk, None)
    }

    /// Our own best-first depth: of those tried against this alpha-beta depth, the one of most
    /// nearly equal cost.
    fn own_depth(&self, walk: &[(Depths, Tally)], alpha_beta: u32) -> Option<u32> {
        walk.iter()
            .filter(|(depths, _)| depths.alpha_beta == alpha_beta)
            .min_by(|a, b| a.1.cost().ln().abs().total_cmp(&b.1.cost().ln().abs()))
            .map(|(depths, _)| depths.best_first)
    }
}

impl<F: Field> Experiment for Tournament<F> {
    fn name(&self) -> &str {
        &self.common.name
    }

    fn plan(&self, done: &Results) -> Vec<String> {
        let mut units = Vec::new();
        for row in self.field.rows() {
            for alpha_beta in 1..=self.depths(row) {
                if let Some(best_first) = self.paper_depth(row, alpha_beta) {
                    units.extend(self.units(row, Depths { alpha_beta, best_first }));
                }
            }
            if let (_, Some(next)) = self.calibration(done, row) {
                units.extend(self.units(row, next));
            }
        }
        units.retain(|unit| !done.contains(unit));
        units
    }

    fn run(&self, unit: &str) -> Result<Record, Error> {
        let wrong =
            || Error::failure(format!("unit '{unit}': expected a row, ab=…, bf=… and a start"));
        let rows = self.field.rows().iter().enumerate();
        let (row, rest) = rows
            .filter_map(|(i, row)| Some((i, unit.strip_prefix(&row.key)?.strip_prefix("/ab=")?)))
            .next()
            .ok_or_else(wrong)?;
        let (alpha_beta, rest) = rest.split_once("/bf=").ok_or_else(wrong)?;
        let (best_first, start) = rest.split_once('/').ok_or_else(wrong)?;
        let depth = |text: &str| text.parse::<u32>().map_err(|_| wrong());
        let depths = Depths { alpha_beta: depth(alpha_beta)?, best_first: depth(best_first)? };
        Ok(record(self.field.play(row, start, depths)?, self.calibrate))
    }

    fn expected_units(&self) -> Option<u64> {
        // A calibration takes a tournament a step up to both last depths, and passes most of the
        // paper's cells on the way.
        let tournaments = self.field.rows().iter().map(|row| {
            let depths = self.depths(row);
            let last = self.paper_depth(row, depths).unwrap_or(4 * depths);
            u64::from(last + depths + depths / 4)
        });
        Some(tournaments.sum::<u64>() * self.starts.len() as u64)
    }

    fn page(&self, done: &Results) -> Page {
        self.compose(done)
    }

    fn spec(&self) -> String {
        self.text.clone()
    }

    fn seeds(&self) -> String {
        self.field.seeds()
    }
}

fn record(pair: PairResult, calibrate: Calibrate) -> Record {
    let mut record = Record::from_iter([
        ("best_first_as_max".to_string(), pair.best_first_as_max.into()),
        ("alpha_beta_as_max".to_string(), pair.alpha_beta_as_max.into()),
        ("best_first_evaluations".to_string(), pair.best_first.evaluations.into()),
        ("alpha_beta_evaluations".to_string(), pair.alpha_beta.evaluations.into()),
    ]);
    if calibrate == Calibrate::Time {
        for (name, side) in [("best_first", pair.best_first), ("alpha_beta", pair.alpha_beta)] {
            record.insert(format!("{name}_nanoseconds"), (side.time.as_nanos() as u64).into());
        }
    }
    record
}

fn read_record(record: &Record, calibrate: Calibrate) -> Option<PairResult> {
    let value = |name: &str| i32::try_from(record.get(name)?.as_i64()?).ok();
    let spent = |side: &str| {
        let count = |what: &str| record.get(&format!("{side}_{what}"))?.as_u64();
        let time = match calibrate {
            Calibrate::Evaluations => 0,
            Calibrate::Time => count("nanoseconds")?,
        };
        Some(Spent { evaluations: count("evaluations")?, time: Duration::from_nanos(time) })
    };
    Some(PairResult {
        best_first_as_max: value("best_first_as_max")?,
        alpha_beta_as_max: value("alpha_beta_as_max")?,
        best_first: spent("best_first")?,
        alpha_beta: spent("alpha_beta")?,
    })
}
