//! Tables 2 and 4 of Korf & Chickering 1993: tournaments of pairs at equal evaluations.
//!
//! Every cell is played twice: at the paper's best-first depth, and at our own, found as the paper
//! says: starting from depth 1 against depth 1, the horizon of whichever side spent less is raised
//! by one, tournament after tournament.

use super::game_pair::{Challenger, Depths, PairResult, play_pair};
use super::uniform_trees::generator;
use crate::stats;
use crate::{
    Cell, Column, Comparison, Error, Experiment, Page, Plot, Record, Results, Section, Series,
    Style, Table,
};
use plywood_games::random_tree::{Branching, Edges, Params, RandomTree};
use serde::Deserialize;

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Spec {
    name: String,
    title: String,
    paper: String,
    challenger: String,
    plies: u32,
    generator: String,
    edges: String,
    first_seed: u64,
    branching: Vec<u16>,
    alpha_beta_depths: u32,
    pairs: u64,
    #[serde(default)]
    paper_numbers: PaperNumbers,
}

#[derive(Clone, Debug, Default, Deserialize)]
struct PaperNumbers {
    #[serde(default)]
    rows: Vec<PaperRow>,
}

#[derive(Clone, Debug, Deserialize)]
struct PaperRow {
    branching: u16,
    best_first_depths: Vec<u32>,
    wins: Vec<f64>,
}

pub(super) struct Tournament {
    spec: Spec,
    text: String,
    challenger: Challenger,
    params: Params,
}

/// What a tournament of all pairs came to.
struct Tally {
    wins: u64,
    losses: u64,
    best_first_evaluations: u64,
    alpha_beta_evaluations: u64,
}

impl Tally {
    /// Best-first's evaluations for each of alpha-beta's.
    fn cost(&self) -> f64 {
        self.best_first_evaluations as f64 / self.alpha_beta_evaluations as f64
    }

    fn share(&self) -> Option<stats::Estimate> {
        stats::proportion(self.wins, self.wins + self.losses)
    }
}

impl Tournament {
    pub fn new(spec: Spec, text: &str) -> Result<Tournament, Error> {
        let challenger = match spec.challenger.as_str() {
            "best-first" => Challenger::BestFirst,
            "best-first-extension" => Challenger::Extension,
            other => {
                return Err(Error::input(format!(
                    "spec.toml: challenger '{other}': expected best-first or best-first-extension"
                )));
            }
        };
        let edges = match spec.edges.as_str() {
            "korf" => Edges::Korf,
            "utgoff" => Edges::Utgoff,
            other => {
                return Err(Error::input(format!(
                    "spec.toml: edges '{other}': expected korf or utgoff"
                )));
            }
        };
        let generator = generator(&spec.generator)?;
        let params = Params { depth: spec.plies, edges, generator, ..Params::default() };
        for &b in &spec.branching {
            RandomTree::new(Params { branching: Branching::Random(b), ..params })
                .map_err(|e| Error::input(format!("spec.toml: {e}")))?;
        }
        if spec.pairs == 0 || spec.alpha_beta_depths == 0 || spec.branching.is_empty() {
            return Err(Error::input(
                "spec.toml: expected a branching factor, and pairs and alpha_beta_depths from 1",
            ));
        }
        Ok(Tournament { spec, text: text.to_string(), challenger, params })
    }

    fn paper_row(&self, branching: u16) -> Option<&PaperRow> {
        self.spec.paper_numbers.rows.iter().find(|row| row.branching == branching)
    }

    /// The alpha-beta depths played at this branching factor: as far as the paper's table goes.
    fn depths(&self, branching: u16) -> u32 {
        let paper = self.paper_row(branching).map(|row| row.wins.len() as u32);
        self.spec.alpha_beta_depths.min(paper.unwrap_or(u32::MAX))
    }

    fn paper_depth(&self, branching: u16, alpha_beta: u32) -> Option<u32> {
        self.paper_row(branching)?.best_first_depths.get(alpha_beta as usize - 1).copied()
    }

    fn seeds_of(&self) -> impl Iterator<Item = u64> + use<> {
        self.spec.first_seed..self.spec.first_seed + self.spec.pairs
    }

    fn units(&self, branching: u16, depths: Depths) -> impl Iterator<Item = String> + use<> {
        let Depths { alpha_beta, best_first } = depths;
        self.seeds_of().map(move |seed| {
            format!("B={branching:02}/ab={alpha_beta:02}/bf={best_first:03}/seed={seed:04}")
        })
    }

    /// The tally of a tournament, if all its pairs are done.
    fn tally(&self, done: &Results, branching: u16, depths: Depths) -> Option<Tally> {
        let mut tally =
            Tally { wins: 0, losses: 0, best_first_evaluations: 0, alpha_beta_evaluations: 0 };
        for unit in self.units(branching, depths) {
            let pair = read_record(done.get(&unit)?)?;
            match pair.best_first_as_max.cmp(&pair.alpha_beta_as_max) {
                std::cmp::Ordering::Greater => tally.wins += 1,
                std::cmp::Ordering::Less => tally.losses += 1,
                std::cmp::Ordering::Equal => {}
            }
            tally.best_first_evaluations += pair.best_first_evaluations;
            tally.alpha_beta_evaluations += pair.alpha_beta_evaluations;
        }
        Some(tally)
    }

    /// The tournaments of the calibration that are done, and the next one if it is not over.
    fn calibration(
        &self,
        done: &Results,
        branching: u16,
    ) -> (Vec<(Depths, Tally)>, Option<Depths>) {
        let mut walk = Vec::new();
        let mut depths = Depths { alpha_beta: 1, best_first: 1 };
        while depths.alpha_beta <= self.depths(branching) {
            let Some(tally) = self.tally(done, branching, depths) else {
                return (walk, Some(depths));
            };
            let challenger_spent_less = tally.cost() < 1.0;
            walk.push((depths, tally));
            // A best-first search as deep as the game spends no more by looking deeper.
            if challenger_spent_less && depths.best_first < self.spec.plies {
                depths.best_first += 1;
            } else {
                depths.alpha_beta += 1;
            }
        }
        (walk, None)
    }

    /// Our own best-first depth: of those tried against this alpha-beta depth, the one of most
    /// nearly equal evaluations.
    fn own_depth(&self, walk: &[(Depths, Tally)], alpha_beta: u32) -> Option<u32> {
        walk.iter()
            .filter(|(depths, _)| depths.alpha_beta == alpha_beta)
            .min_by(|a, b| a.1.cost().ln().abs().total_cmp(&b.1.cost().ln().abs()))
            .map(|(depths, _)| depths.best_first)
    }
}

impl Experiment for Tournament {
    fn name(&self) -> &str {
        &self.spec.name
    }

    fn plan(&self, done: &Results) -> Vec<String> {
        let mut units = Vec::new();
        for &b in &self.spec.branching {
            for alpha_beta in 1..=self.depths(b) {
                if let Some(best_first) = self.paper_depth(b, alpha_beta) {
                    units.extend(self.units(b, Depths { alpha_beta, best_first }));
                }
            }
            if let (_, Some(next)) = self.calibration(done, b) {
                units.extend(self.units(b, next));
            }
        }
        units.retain(|unit| !done.contains(unit));
        units
    }

    fn run(&self, unit: &str) -> Result<Record, Error> {
        let number = |name: &str| {
            let part = unit.split('/').find_map(|part| part.strip_prefix(name));
            part.and_then(|text| text.parse::<u64>().ok())
                .ok_or_else(|| Error::failure(format!("unit '{unit}': expected a number {name}…")))
        };
        let branching = Branching::Random(number("B=")? as u16);
        let params = Params { branching, seed: number("seed=")?, ..self.params };
        let depths =
            Depths { alpha_beta: number("ab=")? as u32, best_first: number("bf=")? as u32 };
        Ok(record(play_pair(params, self.challenger, depths)))
    }

    fn expected_units(&self) -> Option<u64> {
        // A calibration takes a tournament a step up to both last depths, and passes most of the
        // paper's cells on the way.
        let tournaments = self.spec.branching.iter().map(|&b| {
            let depths = self.depths(b);
            let last = self.paper_depth(b, depths).unwrap_or(4 * depths);
            u64::from(last + depths + depths / 4)
        });
        Some(tournaments.sum::<u64>() * self.spec.pairs)
    }

    fn page(&self, done: &Results) -> Page {
        let mut at_paper_depths = Vec::new();
        let mut at_own_depths = Vec::new();
        let mut summary = Agreement::default();
        let mut sections = Vec::new();
        for &b in &self.spec.branching {
            let (walk, _) = self.calibration(done, b);
            let mut series = [Vec::new(), Vec::new(), Vec::new()];
            for alpha_beta in 1..=self.depths(b) {
                let paper_depth = self.paper_depth(b, alpha_beta);
                let paper = self.paper_row(b).map(|row| row.wins[alpha_beta as usize - 1]);
                let own_depth = self.own_depth(&walk, alpha_beta);
                if let Some(wins) = paper {
                    series[0].push((f64::from(alpha_beta), wins));
                }
                let rows = [(&mut at_paper_depths, paper_depth), (&mut at_own_depths, own_depth)];
                for (which, (rows, depth)) in rows.into_iter().enumerate() {
                    let Some(best_first) = depth else { continue };
                    let depths = Depths { alpha_beta, best_first };
                    let Some(tally) = self.tally(done, b, depths) else { continue };
                    let labels = [b.into(), alpha_beta.into(), best_first.into()];
                    let mut labels = labels.map(Cell::Integer).to_vec();
                    if which == 1 {
                        labels.push(paper_depth.map_or(Cell::Empty, |d| Cell::Integer(d.into())));
                    }
                    labels.push(Cell::number(tally.cost(), 2));
                    // Alike at depth 1: every pair is a tie, and "50 %" a convention.
                    let share = tally.share();
                    let measured = share.map_or(50.0, |share| 100.0 * share.value);
                    let error = share.map(|share| 100.0 * share.error);
                    series[which + 1].push((f64::from(alpha_beta), measured));
                    if let (0, Some(paper), Some(_)) = (which, paper, share) {
                        summary.add(measured, paper, (tally.wins + tally.losses) as f64);
                    }
                    rows.push(Comparison { labels, paper, measured, error });
                }
            }
            let [paper, at_paper, at_own] = series;
            sections.push(Section::new(format!("B = {b}")).plot(Plot {
                title: format!("Games won by {}, B = {b}", self.spec.challenger),
                x_label: "alpha-beta depth".into(),
                y_label: "wins (%)".into(),
                log_x: false,
                series: vec![
                    Series::new("paper", paper).with_style(Style::Dashed),
                    Series::new("measured, the paper's depths", at_paper),
                    Series::new("measured, our calibration", at_own).with_style(Style::Dotted),
                ],
            }));
        }
        let labels = ["B", "AB depth", "BF depth"];
        let first = Section::new("At the paper's best-first depths").table(Table::comparison(
            "paper-depths",
            labels.into_iter().chain(["evaluations BF/AB"]),
            1,
            at_paper_depths,
        ));
        let second =
            Section::new("At our own depths of equal evaluations").table(Table::comparison(
                "own-depths",
                labels.into_iter().chain(["BF depth in the paper", "evaluations BF/AB"]),
                1,
                at_own_depths,
            ));
        let mut agreement =
            Table::new("agreement", ["cells", "chi²/n", "bias in points"].map(Column::new));
        agreement.row([
            Cell::Integer(summary.cells as i64),
            Cell::number(summary.chi_square_per_cell(), 2),
            Cell::number(summary.bias(), 2),
        ]);
        let mut page = Page::new(format!("{}: {}", self.spec.paper, self.spec.title))
            .paragraph(format!(
                "Winning percentage of {} against alpha-beta, ties left out, in pairs of random games \
                 of {} moves; both sides save their trees and end the game with alpha-beta once its \
                 horizon reaches the end.",
                self.spec.challenger, self.spec.plies
            ))
            .paragraph(summary.verdict(self.spec.pairs))
            .section(Section::new("Agreement with the paper").table(agreement))
            .section(first)
            .section(second);
        page.sections.extend(sections);
        page
    }

    fn spec(&self) -> String {
        self.text.clone()
    }

    fn seeds(&self) -> String {
        format!("{}-{}", self.spec.first_seed, self.spec.first_seed + self.spec.pairs - 1)
    }
}

/// The paper's pairs a cell.
const PAPER_PAIRS: f64 = 100.0;

/// How far the measured cells are from the paper's, given the noise of both.
#[derive(Default)]
struct Agreement {
    cells: u64,
    chi_square: f64,
    differences: f64,
}

impl Agreement {
    fn add(&mut self, measured: f64, paper: f64, pairs: f64) {
        let share = (measured * pairs + paper * PAPER_PAIRS) / (pairs + PAPER_PAIRS) / 100.0;
        let variance = share * (1.0 - share) * (1.0 / pairs + 1.0 / PAPER_PAIRS) * 1e4;
        // A cell where both won everything has no noise: half a pair stands for it.
        self.chi_square += (measured - paper).powi(2) / variance.max(0.25);
        self.differences += measured - paper;
        self.cells += 1;
    }

    fn chi_square_per_cell(&self) -> f64 {
        self.chi_square / self.cells.max(1) as f64
    }

    fn bias(&self) -> f64 {
        self.differences / self.cells.max(1) as f64
    }

    fn verdict(&self, pairs: u64) -> String {
        if self.cells == 0 {
            return "No cell of the paper has been played yet.".into();
        }
        let (chi, bias) = (self.chi_square_per_cell(), self.bias());
        let reproduces = chi <= 1.5 && bias.abs() <= 2.0;
        let verdict =
            if reproduces { "The table reproduces" } else { "The table does not reproduce" };
        format!(
            "{verdict} in these {} cells of {pairs} pairs: chi²/n is {chi:.2} (about 1 if only chance \
             separates the two, given the noise of both; up to 1.5 passes here), the mean difference \
             {bias:+.1} points (up to 2 passes).",
            self.cells
        )
    }
}

fn record(pair: PairResult) -> Record {
    Record::from_iter([
        ("best_first_as_max".to_string(), pair.best_first_as_max.into()),
        ("alpha_beta_as_max".to_string(), pair.alpha_beta_as_max.into()),
        ("best_first_evaluations".to_string(), pair.best_first_evaluations.into()),
        ("alpha_beta_evaluations".to_string(), pair.alpha_beta_evaluations.into()),
    ])
}

fn read_record(record: &Record) -> Option<PairResult> {
    let value = |name: &str| record.get(name)?.as_i64();
    let count = |name: &str| record.get(name)?.as_u64();
    Some(PairResult {
        best_first_as_max: i32::try_from(value("best_first_as_max")?).ok()?,
        alpha_beta_as_max: i32::try_from(value("alpha_beta_as_max")?).ok()?,
        best_first_evaluations: count("best_first_evaluations")?,
        alpha_beta_evaluations: count("alpha_beta_evaluations")?,
    })
}
