//! The paper's sentences about artificial and real trees, and the verdicts on them.

use super::Spec;
use super::ladder::Step;
use super::measures::{Finished, Measure};
use crate::papers::tree_sources::Source;
use crate::report::Measured;
use crate::report::claim::{Claim, Side, Stated, paper_claim};
use serde::Deserialize;

paper_claim! {
    /// A sentence about artificial or real trees.
    pub(in crate::papers) struct PaperClaim {
        about: About,
    }
}

/// What a sentence is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum About {
    /// SSS* evaluates significantly fewer leaves than alpha-beta on artificial trees at the first step.
    Simulations,
    /// It does not at the trees of games at the last step.
    Practice,
    /// It evaluates at most as many leaves as alpha-beta at every single tree.
    Dominance,
    /// The advantage shrinks from the first step to the last.
    Reduced,
    /// Drivers are closer together at games at the last step than at artificial trees at the first.
    Closer,
}

/// "Significantly fewer" is at most this percentage.
const SIGNIFICANT: f64 = 90.0;

type All<'a> = [(&'a Source, Finished<'a>)];

pub(super) fn claims(spec: &Spec, all: &All<'_>) -> Vec<Claim> {
    spec.paper_numbers.claims.iter().flat_map(|claim| claim.judge(spec, all)).collect()
}

impl PaperClaim {
    fn judge(&self, spec: &Spec, all: &All<'_>) -> Vec<Claim> {
        let base = spec.base();
        let about = |subject: String, quantity: &str, measured: Measured| {
            self.claim().about(subject, quantity).measured(measured, 1)
        };
        let subject = |source: &Source| format!("{}, depth {}", source.name, spec.depth(source));
        let share = |trees: &Finished<'_>, step| trees.share(step, "sss", base, Measure::Leaves);
        let leaves = format!("leaves of sss (% of {base})");
        match self.about {
            About::Simulations => {
                let artificial = all.iter().filter(|(source, _)| !source.is_game());
                let judge = |(source, trees): &(&Source, Finished<'_>)| {
                    let stated = Stated::or_beyond(SIGNIFICANT, Side::Below, 100.0);
                    let claim = about(subject(source), &leaves, share(trees, Step::FixedDepth)?);
                    Some(claim.direction(Side::Below, 100.0).size("significantly", stated))
                };
                artificial.filter_map(judge).collect()
            }
            About::Practice => {
                let games = all.iter().filter(|(source, _)| source.is_game());
                let judge = |(source, trees): &(&Source, Finished<'_>)| {
                    let claim = about(subject(source), &leaves, share(trees, Step::Table)?);
                    Some(claim.direction(Side::Above, SIGNIFICANT))
                };
                games.filter_map(judge).collect()
            }
            About::Dominance => {
                let dominated = all.iter().map(|(_, trees)| trees.dominated(base)).sum();
                let trees = all.iter().map(|(_, trees)| trees.0.len() as u64).sum();
                let quantity =
                    format!("trees at which sss evaluates no more leaves than {base} (%)");
                let measured = Measured::share(dominated, trees, "trees");
                let stated = Stated::number(100.0, 0.0, 0.0);
                let claim = about("all trees, without a table".into(), &quantity, measured);
                vec![claim.direction(Side::Above, 50.0).size("100", stated)]
            }
            About::Reduced => {
                let judge = |(source, trees): &(&Source, Finished<'_>)| {
                    let quantity =
                        format!("leaves of sss, last step less first (points of {base})");
                    let claim = about(subject(source), &quantity, trees.lost(base)?);
                    Some(claim.direction(Side::Above, 0.0))
                };
                all.iter().filter_map(judge).collect()
            }
            About::Closer => {
                let judge = |(game, width): (&String, &u32)| {
                    let (source, own) = all.iter().find(|(source, _)| source.name == *game)?;
                    let (_, other) = all.iter().find(|(source, _)| source.is_plain(*width))?;
                    let quantity = format!(
                        "spread of drivers, less that of drawn incremental trees of width {width} \
                         (points of {base})"
                    );
                    let measured = own.farther_than(other, base)?;
                    Some(about(subject(source), &quantity, measured).direction(Side::Below, 0.0))
                };
                spec.beside.iter().filter_map(judge).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ladder::{Cost, Costs};
    use super::*;
    use crate::papers::tree_sources::Sources;
    use crate::report::claim::Answer;
    use std::collections::BTreeMap;

    fn spec() -> (Spec, Vec<Source>) {
        let text = r#"
            kind = "simulations"
            name = "own"
            title = "t"
            paper = "p"
            algorithms = ["alpha-beta-memory", "negascout", "sss", "dual"]
            beside = { connect4 = 2 }
            depths = { w2 = 2, connect4 = 1 }
            each = 3
            [trees]
            widths = [2]
            values = ["incremental"]
            orders = ["drawn"]
            draw = [-9, 9]
            best_first = 80
            [[trees.games]]
            game = "connect4"
            about = "a game"
            moves = "1 2 3"
            [[paper_numbers.claims]]
            text = "t"
            place = "p"
            about = "simulations"
            [[paper_numbers.claims]]
            text = "t"
            place = "p"
            about = "practice"
            [[paper_numbers.claims]]
            text = "t"
            place = "p"
            about = "dominance"
            [[paper_numbers.claims]]
            text = "t"
            place = "p"
            about = "reduced"
            [[paper_numbers.claims]]
            text = "t"
            place = "p"
            about = "closer"
        "#;
        let spec: Spec = toml::from_str(text).unwrap();
        let trees: &Sources = &spec.trees;
        let sources = trees.list(&spec.depths, spec.each).unwrap();
        (spec, sources)
    }

    /// Trees at which SSS* evaluates these percentages of alpha-beta's leaves, at the first step and at the last.
    fn trees(percent: [[u64; 2]; 6]) -> Vec<Costs> {
        let cost = |leaves| Cost { leaves, nodes: leaves };
        let costs = |percent: u64| {
            let all = CLASSIC_COSTS.map(|name| (name.to_string(), cost(1000)));
            let mut all = BTreeMap::from(all);
            all.insert("sss".into(), cost(10 * percent));
            all
        };
        let tree = |[first, last]: [u64; 2]| Costs {
            steps: [(Step::FixedDepth, first), (Step::StaticOrder, first), (Step::Table, last)]
                .map(|(step, percent)| (step.to_string(), costs(percent)))
                .into(),
            ..Costs::default()
        };
        percent.map(tree).to_vec()
    }

    const CLASSIC_COSTS: [&str; 4] = super::super::measures::CLASSIC;

    /// The answers about direction: of the artificial trees, the game, dominance, both reduced, and closer.
    fn answers(artificial: [[u64; 2]; 6], game: [[u64; 2]; 6]) -> Vec<Answer> {
        let (spec, sources) = spec();
        let (artificial, game) = (trees(artificial), trees(game));
        let all = [
            (&sources[0], Finished(artificial.iter().collect())),
            (&sources[1], Finished(game.iter().collect())),
        ];
        claims(&spec, &all).iter().map(|claim| claim.direction.answer).collect()
    }

    #[test]
    fn every_answer_can_come_out() {
        use Answer::{Inconclusive, NotReproduced, Reproduced};
        let as_the_paper_says = answers(
            [[50, 80], [55, 82], [60, 85], [52, 80], [57, 84], [53, 81]],
            [[60, 97], [65, 99], [62, 98], [66, 99], [61, 97], [64, 98]],
        );
        assert_eq!(as_the_paper_says, [Reproduced; 6]);
        let otherwise = answers(
            [[110, 90], [115, 92], [120, 95], [112, 91], [117, 93], [118, 94]],
            [[110, 50], [115, 52], [112, 51], [116, 54], [111, 50], [114, 53]],
        );
        assert_eq!(otherwise, [NotReproduced; 6]);
        let noise = answers(
            [[60, 140], [140, 60], [90, 110], [110, 90], [70, 130], [130, 70]],
            [[60, 140], [140, 60], [90, 110], [110, 90], [70, 130], [130, 70]],
        );
        assert_eq!(noise, [Inconclusive; 6]);
    }
}
