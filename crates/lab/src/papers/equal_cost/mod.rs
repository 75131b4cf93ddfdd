//! Tables 1 to 4 of Korf & Chickering 1993: tournaments of pairs at equal cost.
//!
//! Every cell is played twice: at the paper's best-first depth, and at our own. Ours is found by the
//! paper's procedure: starting from depth 1 against depth 1, the horizon of the side that spent less is
//! raised by one after each tournament.

mod cell;
mod claims;
mod game_pair;
mod openings;
mod othello;
mod page;
mod random_games;

pub(super) use othello::Spec as OthelloSpec;
pub(super) use random_games::Spec as RandomGamesSpec;

use crate::Error;
use crate::experiment::{Experiment, Results};
use crate::papers::spec::wrong;
use crate::report::{Cell, Page};
use claims::PaperClaim;
use game_pair::{Depths, PairResult};
use serde::Deserialize;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::sync::Arc;

/// What is made equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Calibrate {
    /// Evaluations: the same on every machine.
    #[default]
    Evaluations,
    /// Wall time, as in the paper. Records then hold times, and no two runs are alike.
    Time,
}

impl Calibrate {
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
    /// The cells that name it, one for each of [`Setting::columns`].
    labels: Vec<Cell>,
    /// Its name in a heading, the title of its plot, and its name in a plot with other rows.
    name: String,
    plot: String,
    series: String,
    paper: Option<PaperRow>,
    /// The number of the row of best-first extension that goes with this one of best-first.
    extension: Option<usize>,
}

/// What the paper prints of a row.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
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

/// What is played, and the texts and numbers of its page.
struct Setting {
    name: String,
    /// The text that identifies the run.
    text: String,
    /// The page with its title and its first paragraphs.
    page: Page,
    alpha_beta_depths: u32,
    calibrate: Calibrate,
    rows: Vec<Row>,
    /// What the cells that name a row are called.
    columns: Vec<&'static str>,
    /// The longest game, in plies: a deeper best-first search spends no more.
    longest: u32,
    /// What the independent samples are, in the plural.
    sample: &'static str,
    /// The paper's claims.
    claims: Vec<PaperClaim>,
    /// Whether a claim is about all rows together, or about each by itself.
    rows_together: bool,
    /// Whether claims are judged at the paper's best-first depths, or at our own of equal cost.
    judged_at_paper_depths: bool,
    /// The games, or pairs of games, in a cell of the paper, and as how many independent trials they
    /// count.
    paper_games: f64,
    paper_trials: f64,
    /// The seeds in use, for the manifest.
    seeds: String,
}

/// The games of a tournament, and the players.
trait Field: Sync {
    /// The start of a pair. Its text is the last part of the keys of units.
    type Start: Display + Clone + Send + Sync;

    /// Plays a pair; `timed` keeps the times.
    fn play(
        &self,
        row: usize,
        start: &Self::Start,
        depths: Depths,
        timed: bool,
    ) -> Result<PairResult, Error>;

    /// How often best-first won in a pair, how often alpha-beta did, and how often neither.
    fn score(&self, pair: &PairResult) -> PairScore;

    /// The group of a start, where starts are not independent of each other.
    fn group(&self, start: &Self::Start) -> Option<usize>;
}

struct EqualCost<F: Field> {
    setting: Setting,
    field: F,
    starts: Vec<F::Start>,
}

/// A unit: a pair of games.
struct Pair<S> {
    row: usize,
    depths: Depths,
    start: S,
    /// The key of its cell, such as `B=02/ab=01/bf=003`.
    cell: Arc<str>,
}

impl<S: Display> Display for Pair<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.cell, self.start)
    }
}

/// The outcomes of a pair as best-first sees them: one, or one for each game.
#[derive(Clone, Copy, Default)]
struct PairScore {
    wins: u64,
    losses: u64,
    ties: u64,
}

impl PairScore {
    /// The score of one outcome: greater than equal is a win of best-first.
    fn of(outcome: Ordering) -> PairScore {
        let is = |other| u64::from(outcome == other);
        PairScore {
            wins: is(Ordering::Greater),
            losses: is(Ordering::Less),
            ties: is(Ordering::Equal),
        }
    }

    fn plus(self, other: PairScore) -> PairScore {
        PairScore {
            wins: self.wins + other.wins,
            losses: self.losses + other.losses,
            ties: self.ties + other.ties,
        }
    }
}

/// The result of a tournament of all pairs.
struct Tally {
    score: PairScore,
    /// Games won and games decided, by group; starts without groups are each its own.
    groups: BTreeMap<usize, (u64, u64)>,
    /// Whether each start is a sample of its own.
    independent: bool,
    /// The evaluations or the time spent, whichever is made equal.
    best_first: u64,
    alpha_beta: u64,
}

impl Tally {
    /// What best-first spent, divided by what alpha-beta spent.
    fn cost(&self) -> f64 {
        self.best_first as f64 / self.alpha_beta as f64
    }
}

impl Setting {
    /// The alpha-beta depths played in a row: as far as the paper's table goes.
    fn depths(&self, row: &Row) -> u32 {
        let paper = row.paper.as_ref().map(|row| row.wins.len() as u32);
        self.alpha_beta_depths.min(paper.unwrap_or(u32::MAX))
    }
}

impl Row {
    fn paper_depth(&self, alpha_beta: u32) -> Option<u32> {
        self.paper.as_ref()?.best_first_depths.get(alpha_beta as usize - 1).copied()
    }
}

impl<F: Field> EqualCost<F> {
    fn new(setting: Setting, field: F, starts: Vec<F::Start>) -> Result<EqualCost<F>, Error> {
        if starts.is_empty() || setting.alpha_beta_depths == 0 || setting.rows.is_empty() {
            return Err(wrong("expected a row to play, and pairs and alpha_beta_depths from 1"));
        }
        for row in &setting.rows {
            row.paper.as_ref().map_or(Ok(()), PaperRow::check)?;
        }
        let has_extension = setting.rows.iter().any(|row| row.extension.is_some());
        PaperClaim::check(&setting.claims, has_extension)?;
        Ok(EqualCost { setting, field, starts })
    }

    /// The pairs of a cell.
    fn pairs(&self, row: usize, depths: Depths) -> impl Iterator<Item = Pair<F::Start>> {
        let Depths { alpha_beta, best_first } = depths;
        let key = &self.setting.rows[row].key;
        let cell: Arc<str> = format!("{key}/ab={alpha_beta:02}/bf={best_first:03}").into();
        let pair =
            move |start: &F::Start| Pair { row, depths, start: start.clone(), cell: cell.clone() };
        self.starts.iter().map(pair)
    }

    /// The tally of a tournament, if all its pairs are done.
    fn tally(&self, done: &Results<Self>, row: usize, depths: Depths) -> Option<Tally> {
        let groups = BTreeMap::new();
        let mut tally = Tally {
            score: PairScore::default(),
            groups,
            independent: true,
            best_first: 0,
            alpha_beta: 0,
        };
        for (number, unit) in self.pairs(row, depths).enumerate() {
            let pair = done.get(&unit)?;
            let score = self.field.score(pair);
            tally.score = tally.score.plus(score);
            let group = self.field.group(&unit.start);
            tally.independent &= group.is_none();
            let decided = score.wins + score.losses;
            if decided > 0 {
                let group = tally.groups.entry(group.unwrap_or(number)).or_default();
                *group = (group.0 + score.wins, group.1 + decided);
            }
            let (best_first, alpha_beta) = match self.setting.calibrate {
                Calibrate::Evaluations => {
                    (Some(pair.best_first_evaluations), Some(pair.alpha_beta_evaluations))
                }
                Calibrate::Time => (pair.best_first_nanoseconds, pair.alpha_beta_nanoseconds),
            };
            tally.best_first += best_first.unwrap_or_default();
            tally.alpha_beta += alpha_beta.unwrap_or_default();
        }
        Some(tally)
    }

    /// The tournaments of the calibration that are done, and the next one if it is not over.
    fn calibration(
        &self,
        done: &Results<Self>,
        row: usize,
    ) -> (Vec<(Depths, Tally)>, Option<Depths>) {
        let mut walk = Vec::new();
        let mut depths = Depths { alpha_beta: 1, best_first: 1 };
        while depths.alpha_beta <= self.setting.depths(&self.setting.rows[row]) {
            let Some(tally) = self.tally(done, row, depths) else {
                return (walk, Some(depths));
            };
            let challenger_spent_less = tally.cost() < 1.0;
            walk.push((depths, tally));
            if challenger_spent_less && depths.best_first < self.setting.longest {
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

impl<F: Field> Experiment for EqualCost<F> {
    type Unit = Pair<F::Start>;
    type Record = PairResult;
    type Timings = ();

    fn name(&self) -> &str {
        &self.setting.name
    }

    fn plan(&self, done: &Results<Self>) -> Vec<Self::Unit> {
        let mut units = Vec::new();
        for (number, row) in self.setting.rows.iter().enumerate() {
            for alpha_beta in 1..=self.setting.depths(row) {
                if let Some(best_first) = row.paper_depth(alpha_beta) {
                    units.extend(self.pairs(number, Depths { alpha_beta, best_first }));
                }
            }
            if let (_, Some(next)) = self.calibration(done, number) {
                units.extend(self.pairs(number, next));
            }
        }
        units
    }

    fn run(&self, unit: &Self::Unit) -> Result<PairResult, Error> {
        let timed = self.setting.calibrate == Calibrate::Time;
        self.field.play(unit.row, &unit.start, unit.depths, timed)
    }

    fn expected_units(&self) -> Option<u64> {
        // A calibration takes one tournament per step up to both last depths, and passes most of
        // the paper's cells on the way.
        let tournaments = self.setting.rows.iter().map(|row| {
            let depths = self.setting.depths(row);
            let last = row.paper_depth(depths).unwrap_or(4 * depths);
            u64::from(last + depths + depths / 4)
        });
        Some(tournaments.sum::<u64>() * self.starts.len() as u64)
    }

    fn page(&self, done: &Results<Self>) -> Page {
        self.compose(done)
    }

    fn spec(&self) -> String {
        self.setting.text.clone()
    }

    fn seeds(&self) -> String {
        self.setting.seeds.clone()
    }
}
