//! Tournaments on random games: Tables 2 and 4.

use super::claims::PaperClaim;
use super::game_pair::{ALPHA_BETA, Challenger, Depths, PairResult, Sides, play_pair};
use super::{Calibrate, EqualCost, Field, PairScore, PaperRow, Row, Setting};
use crate::Error;
use crate::experiment::AnyExperiment;
use crate::papers::pairs::PairRule;
use crate::papers::seeds::{Seed, Seeds};
use crate::papers::spec::{Distinct, EdgesName, GeneratorName, spec, wrong};
use crate::report::Cell;
use plywood_games::random_tree::{Branching, Edges, Generator, Params, RandomTree};
use serde::Deserialize;

spec! {
    pub(in crate::papers) struct Spec with PaperNumbers {
        challenger: Challenger,
        plies: u32,
        #[serde(with = "GeneratorName")]
        generator: Generator,
        #[serde(with = "EdgesName")]
        edges: Edges,
        first_seed: u64,
        branching: Distinct<u16>,
        alpha_beta_depths: u32,
        pairs: u64,
        #[serde(default)]
        pairs_decided_by: PairRule,
        #[serde(default)]
        calibrate: Calibrate,
    }
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::papers) struct PaperNumbers {
    #[serde(default)]
    rows: Vec<PaperNumbersRow>,
    #[serde(default)]
    claims: Vec<PaperClaim>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PaperNumbersRow {
    branching: u16,
    best_first_depths: Vec<u32>,
    wins: Vec<f64>,
}

/// Random games: a row for each branching factor, a pair for each seed.
struct RandomGames {
    branching: Distinct<u16>,
    decided_by: PairRule,
    sides: Sides<RandomTree>,
    params: Params,
}

impl Spec {
    /// The tournament of a spec.
    pub fn open(self) -> Result<Box<dyn AnyExperiment>, Error> {
        let spec = self;
        let sides = Sides::new(spec.challenger, ALPHA_BETA, None)?;
        let (edges, generator) = (spec.edges, spec.generator);
        let params = Params { depth: spec.plies, edges, generator, ..Params::default() };
        for &b in spec.branching.iter() {
            RandomTree::new(Params { branching: Branching::Random(b), ..params }).map_err(wrong)?;
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
            extension: None,
        };
        let seeds = Seeds { first: spec.first_seed, count: spec.pairs };
        let description = format!(
            "Winning percentage of {} against alpha-beta, ties left out, in pairs of random games \
             of {} moves; both sides save their trees and end the game with alpha-beta once its \
             horizon reaches the end. A pair is two games of one seed, each side once MAX: {}.",
            spec.challenger,
            spec.plies,
            spec.pairs_decided_by.words()
        );
        let note = "The table is compared with the paper's at the paper's best-first depths, where the cells of \
         both are samples of the same games. A cell is reproduced if a test of two proportions finds no \
         difference at the 5 % level.";
        let setting = Setting {
            alpha_beta_depths: spec.alpha_beta_depths,
            calibrate: spec.calibrate,
            rows: spec.branching.iter().map(row).collect(),
            columns: vec!["B"],
            longest: spec.plies,
            sample: "seeds",
            rows_together: true,
            judged_at_paper_depths: true,
            paper_games: PAPER_PAIRS,
            paper_trials: PAPER_PAIRS,
            seeds: seeds.to_string(),
            page: spec.page().paragraph(description).paragraph(note),
            claims: spec.paper_numbers.claims,
            name: spec.name,
            text: spec.text,
        };
        let (branching, decided_by) = (spec.branching, spec.pairs_decided_by);
        let field = RandomGames { branching, decided_by, sides, params };
        Ok(Box::new(EqualCost::new(setting, field, seeds.numbers().map(Seed).collect())?))
    }
}

impl Field for RandomGames {
    type Start = Seed;

    fn play(
        &self,
        row: usize,
        &Seed(seed): &Seed,
        depths: Depths,
        timed: bool,
    ) -> Result<PairResult, Error> {
        let branching = Branching::Random(self.branching[row]);
        let root = RandomTree::new(Params { branching, seed, ..self.params });
        let root = root.map_err(|e| Error::failure(e.to_string()))?;
        play_pair(&root, &self.sides, depths, timed)
    }

    fn score(&self, pair: &PairResult) -> PairScore {
        PairScore::of(self.decided_by.winner(pair.best_first_as_max, pair.alpha_beta_as_max))
    }

    fn group(&self, _: &Seed) -> Option<usize> {
        None
    }
}

/// The paper's pairs per cell.
const PAPER_PAIRS: f64 = 100.0;
