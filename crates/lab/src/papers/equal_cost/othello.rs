//! Tournaments at Othello: Tables 1 and 3, and further.

use super::claims::PaperClaim;
use super::game_pair::{Challenger, Depths, PairResult, Sides, play_pair};
use super::openings::{self, Opening};
use super::{Calibrate, EqualCost, Field, PairScore, PaperRow, Row, Setting};
use crate::Error;
use crate::experiment::AnyExperiment;
use crate::papers::spec::{Distinct, spec, wrong};
use crate::report::{Cell, Page};
use plywood_games::Game;
use plywood_games::othello::Judged;
use serde::Deserialize;
use std::collections::BTreeMap;

spec! {
    pub(in crate::papers) struct Spec with PaperNumbers {
        challengers: Distinct<Challenger>,
        opponents: Distinct<String>,
        evaluations: Distinct<String>,
        openings: usize,
        seed: u64,
        alpha_beta_depths: u32,
        #[serde(default)]
        calibrate: Calibrate,
    }
}

/// The paper has one row: its evaluation was Bill's.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::papers) struct PaperNumbers {
    row: Option<PaperRow>,
    #[serde(default)]
    claims: Vec<PaperClaim>,
}

/// A game of Othello has at most 60 moves; passes add a few plies that no search waits for.
const LONGEST: u32 = 60;

/// Othello: a row for each challenger, opponent and evaluation, a pair for each opening.
struct OthelloGames {
    /// The players of each row.
    sides: Vec<Sides<Judged>>,
    /// The numbers of the groups of openings.
    groups: BTreeMap<openings::Group, usize>,
}

impl Spec {
    /// The tournament of a spec.
    pub fn open(self) -> Result<Box<dyn AnyExperiment>, Error> {
        let all = openings::all().len();
        if self.openings == 0 || self.openings > all {
            let openings = self.openings;
            return Err(wrong(format!("openings {openings}: expected a number from 1 to {all}")));
        }
        let openings = openings::some(self.openings, self.seed);
        let groups = numbered_groups(&openings);
        let (mut rows, mut sides) = (Vec::new(), Vec::new());
        for &challenger in self.challengers.iter() {
            for opponent in self.opponents.iter() {
                for evaluation in self.evaluations.iter() {
                    let both = Sides::new(challenger, opponent, Some(evaluation));
                    sides.push(both.map_err(wrong)?);
                    rows.push(self.row(rows.len(), challenger, opponent, evaluation));
                }
            }
        }
        let setting = Setting {
            alpha_beta_depths: self.alpha_beta_depths,
            calibrate: self.calibrate,
            rows,
            columns: self.names(["challenger", "opponent", "evaluation"]),
            longest: LONGEST,
            sample: "groups of openings",
            rows_together: false,
            judged_at_paper_depths: false,
            paper_games: PAPER_GAMES,
            paper_trials: PAPER_TRIALS,
            seeds: match self.openings == all {
                true => format!("all {all} openings"),
                false => format!("{} openings, seed {}", self.openings, self.seed),
            },
            page: Page { intro: self.intro(groups.len()), ..self.page() },
            claims: self.paper_numbers.claims,
            name: self.name,
            text: self.text,
        };
        Ok(Box::new(EqualCost::new(setting, OthelloGames { sides, groups }, openings)?))
    }

    fn row(&self, number: usize, challenger: Challenger, opponent: &str, evaluation: &str) -> Row {
        let name = challenger.to_string();
        let parts = self.names([name.as_str(), opponent, evaluation]);
        Row {
            key: format!("{challenger}/{opponent}/{evaluation}"),
            labels: parts.iter().map(|&part| Cell::text(part)).collect(),
            name: parts.join(", "),
            plot: match self.paper_numbers.row {
                Some(_) => format!("Games won by {challenger} against {opponent}, {evaluation}"),
                None => format!("Games won at equal cost, evaluation {evaluation}"),
            },
            series: format!("{challenger} against {opponent}"),
            paper: self.paper_numbers.row.clone(),
            extension: self.extension_of(number),
        }
    }

    /// The row of best-first extension against the same opponent with the same evaluation, for a row of
    /// best-first.
    fn extension_of(&self, row: usize) -> Option<usize> {
        // Rows are in the order of challengers, and have the same opponents and evaluations in turn.
        let rows = self.opponents.len() * self.evaluations.len();
        let place = |challenger| self.challengers.iter().position(|&one| one == challenger);
        let own = place(Challenger::BestFirst)?;
        let extension = place(Challenger::BestFirstExtension)?;
        (row / rows == own).then_some(extension * rows + row % rows)
    }

    /// Of three things about a row, those that differ from row to row. The evaluation is always named.
    fn names<T>(&self, [challenger, opponent, evaluation]: [T; 3]) -> Vec<T> {
        let mut names = Vec::new();
        if self.challengers.len() > 1 {
            names.push(challenger);
        }
        if self.opponents.len() > 1 {
            names.push(opponent);
        }
        names.push(evaluation);
        names
    }

    fn intro(&self, groups: usize) -> Vec<String> {
        let challengers: Vec<_> = self.challengers.iter().map(Challenger::to_string).collect();
        let description = format!(
            "Winning percentage of {} against {} in Othello, ties left out, from {} openings of four moves, with \
             both colors; games are counted, not pairs. Once the opponent's horizon reaches the end of the game, \
             both sides search to the end and count discs. Up to rotation and reflection, the openings are {groups} \
             different positions, and each of these is one sample in tests and intervals.",
            challengers.join(" and of "),
            self.opponents.join(" and "),
            self.openings,
        );
        let note = self.paper_numbers.row.is_some().then(|| {
            "The paper's evaluation, that of the program Bill, is not available. So the numbers need not match the \
             paper's. The question is whether best-first wins under other evaluations as well, and where its edge \
             begins to fade. Claims are judged at our own depths of equal cost."
                .to_string()
        });
        [description].into_iter().chain(note).collect()
    }
}

/// A number for each group of openings.
fn numbered_groups(openings: &[Opening]) -> BTreeMap<openings::Group, usize> {
    let mut numbers = BTreeMap::new();
    for opening in openings {
        let next = numbers.len();
        numbers.entry(opening.group).or_insert(next);
    }
    numbers
}

impl Field for OthelloGames {
    type Start = Opening;

    fn play(
        &self,
        row: usize,
        opening: &Opening,
        depths: Depths,
        timed: bool,
    ) -> Result<PairResult, Error> {
        let game = Judged::parse(Some(&opening.moves));
        let game = game.map_err(|e| Error::failure(e.to_string()))?;
        play_pair(&game, &self.sides[row], depths, timed)
    }

    /// Each game of a pair counts by itself.
    fn score(&self, pair: &PairResult) -> PairScore {
        let [first, second] = [pair.best_first_as_max, -pair.alpha_beta_as_max];
        PairScore::of(first.cmp(&0)).plus(PairScore::of(second.cmp(&0)))
    }

    fn group(&self, opening: &Opening) -> Option<usize> {
        self.groups.get(&opening.group).copied()
    }
}

/// The paper's games per cell: 244 openings, both colours.
const PAPER_GAMES: f64 = 488.0;

/// As how many independent trials they count: up to turning and mirroring the openings are 60, played
/// with both colours.
const PAPER_TRIALS: f64 = 120.0;
