//! What a paper says of the trees of its players: evaluations, survival, phases, coverage.

use super::cell::Played;
use super::spec::Spec;
use super::trees::{Survival, TreeUse};
use crate::report::Measured;
use crate::report::claim::{Claim, Side};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A quantity of the trees, and on which side of a number it is.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TreeClaim {
    quantity: Quantity,
    side: Side,
    than: f64,
    /// The paper's number.
    number: Option<f64>,
}

/// What is measured of the two players' trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Quantity {
    /// The first player's evaluations in percent of the second's.
    Evaluations,
    /// The share of the first player's tree that survives its move and the reply; an expected reply, or
    /// another one.
    Survives,
    SurvivesExpected,
    SurvivesUnexpected,
    /// The same share less that of the second player.
    SurvivesMore,
    /// The share of the first player's evaluations after its alpha-beta search.
    BestFirstPhase,
    /// The share of the second ply that the first player generates, less that of the second player.
    SecondPlyMore,
}

impl Quantity {
    fn words(self) -> &'static str {
        match self {
            Quantity::Evaluations => "evaluations of the first player (% of the second's)",
            Quantity::Survives => "nodes that survive move and reply (%)",
            Quantity::SurvivesExpected => "nodes that survive move and expected reply (%)",
            Quantity::SurvivesUnexpected => "nodes that survive move and unexpected reply (%)",
            Quantity::SurvivesMore => {
                "nodes that survive move and reply, first player less second (points)"
            }
            Quantity::BestFirstPhase => "evaluations after the alpha-beta search (% of all)",
            Quantity::SecondPlyMore => "second ply generated, first player less second (points)",
        }
    }

    /// Its number over pairs, each with the trees of both players.
    pub fn measured(self, pairs: &[[TreeUse; 2]]) -> Measured {
        let ratio = |of: &dyn Fn(&[TreeUse; 2]) -> (u64, u64)| {
            let parts = pairs.iter().map(of).filter(|&(_, all)| all > 0);
            let parts: Vec<_> = parts.map(|(part, all)| (part as f64, all as f64)).collect();
            Measured::ratio(&parts, "pairs")
        };
        let survival = |of: fn(&TreeUse) -> Survival| {
            ratio(&|pair| {
                let Survival { nodes, kept, .. } = of(&pair[0]);
                (kept, nodes)
            })
        };
        let difference = |of: fn(&TreeUse) -> (u64, u64)| {
            let share = |(part, all): (u64, u64)| 100.0 * part as f64 / all as f64;
            let shares = pairs.iter().map(|pair| share(of(&pair[0])) - share(of(&pair[1])));
            Measured::mean(&shares.filter(|share| share.is_finite()).collect::<Vec<_>>(), "pairs")
        };
        match self {
            Quantity::Evaluations => ratio(&|[first, second]| (first.evaluated, second.evaluated)),
            Quantity::Survives => survival(TreeUse::all),
            Quantity::SurvivesExpected => survival(|trees| trees.expected),
            Quantity::SurvivesUnexpected => survival(|trees| trees.unexpected),
            Quantity::SurvivesMore => difference(|trees| (trees.all().kept, trees.all().nodes)),
            Quantity::BestFirstPhase => {
                ratio(&|[first, _]| (first.evaluated - first.evaluated_to_horizon, first.evaluated))
            }
            Quantity::SecondPlyMore => {
                difference(|trees| (trees.second_ply, trees.second_ply_moves))
            }
        }
    }
}

/// The trees of each seed in all cells together.
pub(super) fn pooled(cells: &[&Played]) -> Vec<[TreeUse; 2]> {
    let mut all: BTreeMap<u64, [TreeUse; 2]> = BTreeMap::new();
    for (seed, trees) in cells.iter().flat_map(|cell| &cell.trees) {
        let sum = all.entry(*seed).or_default();
        sum.iter_mut().zip(trees).for_each(|(sum, trees)| sum.add(trees));
    }
    all.into_values().collect()
}

impl TreeClaim {
    /// Judges a claim on the cells of a variant in a row.
    pub fn judge(
        &self,
        claim: Claim,
        spec: &Spec,
        (variant, row): (usize, usize),
        cells: &[&Played],
    ) -> Option<Claim> {
        let pairs = pooled(cells);
        if pairs.is_empty() {
            return None;
        }
        let subject = format!("{}, {}", spec.variants[variant].name, spec.rows[row].name);
        let claim = claim
            .about(subject, self.quantity.words())
            .measured(self.quantity.measured(&pairs), 1)
            .direction(self.side, self.than);
        Some(claim.size_if_given(self.number, self.than))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::claim::{Answer, Verdict};

    fn trees(kept: u64, evaluated: u64) -> TreeUse {
        let expected = Survival { replies: 2, nodes: 50, kept };
        let unexpected = Survival { replies: 1, nodes: 50, kept: kept / 2 };
        let (evaluated_to_horizon, second_ply, second_ply_moves) = (evaluated / 4, kept, 100);
        TreeUse {
            evaluated,
            evaluated_to_horizon,
            expected,
            unexpected,
            second_ply,
            second_ply_moves,
        }
    }

    #[test]
    fn quantities_are_shares_of_all_pairs() {
        let pairs = [[trees(20, 400), trees(10, 800)], [trees(40, 400), trees(10, 200)]];
        let value = |quantity: Quantity| quantity.measured(&pairs).value;
        assert_eq!(value(Quantity::Evaluations), 80.0);
        assert_eq!(value(Quantity::Survives), 45.0);
        assert_eq!(value(Quantity::SurvivesExpected), 60.0);
        assert_eq!(value(Quantity::SurvivesUnexpected), 30.0);
        assert_eq!(value(Quantity::SurvivesMore), 30.0);
        assert_eq!(value(Quantity::BestFirstPhase), 75.0);
        assert_eq!(value(Quantity::SecondPlyMore), 20.0);
    }

    #[test]
    fn verdicts_follow_the_pairs() {
        let answer = |evaluated: &dyn Fn(u64) -> u64| {
            let pairs: Vec<_> = (0..20).map(|i| [trees(9, evaluated(i)), trees(9, 100)]).collect();
            let measured = Quantity::Evaluations.measured(&pairs);
            Verdict::direction(&measured, Side::Below, 100.0).answer
        };
        assert_eq!(answer(&|i| 60 + i), Answer::Reproduced);
        assert_eq!(answer(&|i| 120 + i), Answer::NotReproduced);
        assert_eq!(answer(&|i| if i % 2 == 0 { 80 } else { 120 }), Answer::Inconclusive);
    }
}
