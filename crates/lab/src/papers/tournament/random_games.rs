//! Tournaments on random games: Tables 2 and 4.

use super::super::uniform_trees::generator;
use super::claims::PaperClaim;
use super::game_pair::{ALPHA_BETA, Challenger, Depths, PairResult, Sides, play_pair};
use super::{Common, Field, PaperRow, Row, Tournament};
use crate::Error;
use crate::experiment::Experiment;
use crate::report::Cell;
use plywood_games::random_tree::{Branching, Edges, Params, RandomTree};
use serde::Deserialize;
use std::cmp::Ordering;

#[derive(Clone, Debug, Deserialize)]
pub(in super::super) struct Spec {
    challenger: String,
    plies: u32,
    generator: String,
    edges: String,
    first_seed: u64,
    branching: Vec<u16>,
    pairs: u64,
    #[serde(default)]
    pairs_decided_by: PairRule,
    #[serde(default)]
    paper_numbers: PaperNumbers,
}

/// Who has won a pair of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum PairRule {
    /// Whoever has more points in the two games, as in a match.
    #[default]
    GamePoints,
    /// The paper's rule: whoever got the better final value as MAX.
    ValueAsMax,
}

impl PairRule {
    fn winner(self, pair: &PairResult) -> Ordering {
        let (own, other) = (pair.best_first_as_max, pair.alpha_beta_as_max);
        match self {
            PairRule::GamePoints => (own.signum() - other.signum()).cmp(&0),
            PairRule::ValueAsMax => own.cmp(&other),
        }
    }

    fn words(self) -> &'static str {
        match self {
            PairRule::GamePoints => "whoever has more points in its two games wins it",
            PairRule::ValueAsMax => {
                "by the paper's rule, whoever got the better final value as MAX wins it"
            }
        }
    }
}

#[derive(Clone, Debug, Default, Deserialize)]
struct PaperNumbers {
    #[serde(default)]
    rows: Vec<PaperNumbersRow>,
    #[serde(default)]
    claims: Vec<PaperClaim>,
}

#[derive(Clone, Debug, Deserialize)]
struct PaperNumbersRow {
    branching: u16,
    best_first_depths: Vec<u32>,
    wins: Vec<f64>,
}

/// Random games, a row a branching factor, a pair a seed.
struct RandomGames {
    spec: Spec,
    sides: Sides,
    params: Params,
    rows: Vec<Row>,
}

impl Spec {
    /// The tournament of a spec, whose text names the run.
    pub fn open(self, common: Common, text: &str) -> Result<Box<dyn Experiment>, Error> {
        let spec = self;
        let challenger = Challenger::named(&spec.challenger)?;
        let sides = Sides { challenger, opponent: ALPHA_BETA.into(), evaluation: None };
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
        let paper = |b: u16| {
            let row = spec.paper_numbers.rows.iter().find(|row| row.branching == b)?;
            let (best_first_depths, wins) = (row.best_first_depths.clone(), row.wins.clone());
            Some(PaperRow { best_first_depths, wins })
        };
        let row = |&b: &u16| Row {
            key: format!("B={b:02}"),
            labels: vec![Cell::Integer(b.into())],
            name: format!("B={b}"),
            plot: format!("Games won by {}, B = {b}", spec.challenger),
            series: format!("B = {b}"),
            paper: paper(b),
        };
        PaperClaim::check(&spec.paper_numbers.claims, false)?;
        let rows = spec.branching.iter().map(row).collect();
        let field = RandomGames { spec, sides, params, rows };
        Ok(Box::new(Tournament::new(common, text, field)?))
    }
}

impl Field for RandomGames {
    fn rows(&self) -> &[Row] {
        &self.rows
    }

    fn columns(&self) -> Vec<&'static str> {
        vec!["B"]
    }

    fn starts(&self) -> Vec<String> {
        let seeds = self.spec.first_seed..self.spec.first_seed + self.spec.pairs;
        seeds.map(|seed| format!("seed={seed:04}")).collect()
    }

    fn longest(&self) -> u32 {
        self.spec.plies
    }

    fn play(&self, row: usize, start: &str, depths: Depths) -> Result<PairResult, Error> {
        let seed = start.strip_prefix("seed=").and_then(|seed| seed.parse().ok());
        let seed =
            seed.ok_or_else(|| Error::failure(format!("start '{start}': expected seed=…")))?;
        let branching = Branching::Random(self.spec.branching[row]);
        let root = RandomTree::new(Params { branching, seed, ..self.params });
        let root = root.expect("the spec has been checked");
        play_pair(&root, &self.sides, depths)
    }

    fn score(&self, pair: &PairResult) -> (u64, u64) {
        match self.spec.pairs_decided_by.winner(pair) {
            Ordering::Greater => (1, 0),
            Ordering::Less => (0, 1),
            Ordering::Equal => (0, 0),
        }
    }

    fn group(&self, _: &str) -> Option<usize> {
        None
    }

    fn description(&self) -> String {
        format!(
            "Winning percentage of {} against alpha-beta, ties left out, in pairs of random games \
             of {} moves; both sides save their trees and end the game with alpha-beta once its \
             horizon reaches the end. A pair is two games of one seed, each side once MAX: {}.",
            self.spec.challenger,
            self.spec.plies,
            self.spec.pairs_decided_by.words()
        )
    }

    fn notes(&self) -> Vec<String> {
        vec![
            "The table is compared with the paper's at the paper's best-first depths, where the cells of \
             both are samples of the same games. A cell agrees if a test of two shares does not tell \
             them apart at the 5 % level."
                .into(),
        ]
    }

    fn sample(&self) -> &'static str {
        "seeds"
    }

    fn claims(&self) -> &[PaperClaim] {
        &self.spec.paper_numbers.claims
    }

    fn rows_together(&self) -> bool {
        true
    }

    fn judged_at_paper_depths(&self) -> bool {
        true
    }

    fn paper_games(&self) -> f64 {
        PAPER_PAIRS
    }

    fn paper_trials(&self) -> f64 {
        PAPER_PAIRS
    }

    fn partner(&self, _: usize) -> Option<usize> {
        None
    }

    fn seeds(&self) -> String {
        format!("{}-{}", self.spec.first_seed, self.spec.first_seed + self.spec.pairs - 1)
    }
}

/// The paper's pairs a cell.
const PAPER_PAIRS: f64 = 100.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_for_pairs_differ_in_the_margin_only() {
        let pair = |best_first_as_max, alpha_beta_as_max| PairResult {
            best_first_as_max,
            alpha_beta_as_max,
            ..PairResult::default()
        };
        let (points, paper) = (PairRule::GamePoints, PairRule::ValueAsMax);
        // Both won as MAX, best-first by more.
        assert_eq!(points.winner(&pair(9, 4)), Ordering::Equal);
        assert_eq!(paper.winner(&pair(9, 4)), Ordering::Greater);
        for rule in [points, paper] {
            assert_eq!(rule.winner(&pair(3, -8)), Ordering::Greater);
            assert_eq!(rule.winner(&pair(0, 8)), Ordering::Less);
            assert_eq!(rule.winner(&pair(5, 5)), Ordering::Equal);
        }
        assert_eq!(PairRule::default(), points);
    }
}
