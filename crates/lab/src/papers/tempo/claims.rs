//! What the paper says of the tempo effect, tested on the searches of all positions.

use super::TempoExperiment;
use super::count::Tempo;
use crate::experiment::Results;
use crate::report::Measured;
use crate::report::claim::{Claim, Side, paper_claim};
use serde::Deserialize;

paper_claim! {
    /// A sentence about expansions.
    pub(in crate::papers) struct PaperClaim {
        test: Test,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Test {
    /// More than half of the expansions make the node look worse, in each setting.
    Worse,
    /// After more than half of them the search goes on elsewhere, in each setting.
    Left,
    /// The share of nodes that look worse grows with the branching factor.
    Grows,
}

/// The share of expansions that make a node look worse, in percent; each position is a sample.
pub(super) fn worse(found: &[&Tempo]) -> Measured {
    share(found, |tempo| tempo.worse)
}

/// The share of expansions after which the search goes on elsewhere.
pub(super) fn left(found: &[&Tempo]) -> Measured {
    share(found, |tempo| tempo.left)
}

pub(super) fn share(found: &[&Tempo], of: fn(&Tempo) -> u64) -> Measured {
    let pairs = found.iter().filter(|tempo| tempo.expansions > 0);
    let pairs = pairs.map(|tempo| (of(tempo) as f64, tempo.expansions as f64));
    Measured::ratio(&pairs.collect::<Vec<_>>(), "positions")
}

impl PaperClaim {
    /// The verdicts: one for each setting, or one for all. A setting has its name, its branching factor and
    /// what was found.
    fn judge(&self, settings: &[(&str, Option<u16>, Vec<&Tempo>)]) -> Vec<Claim> {
        let done = || settings.iter().filter(|(_, _, found)| !found.is_empty());
        let each = |quantity: &str, number: fn(&[&Tempo]) -> Measured| {
            let judge = |(name, _, found): &(&str, Option<u16>, Vec<&Tempo>)| {
                let claim = self.claim().about(*name, quantity).measured(number(found), 1);
                claim.direction(Side::Above, 50.0)
            };
            done().map(judge).collect()
        };
        match self.test {
            Test::Worse => each("expansions that make a node look worse (%)", worse),
            Test::Left => each("expansions after which the search goes on elsewhere (%)", left),
            Test::Grows => {
                let point = |(_, branching, found): &(&str, Option<u16>, Vec<&Tempo>)| {
                    Some((f64::from((*branching)?).log2(), worse(found).value))
                };
                let points: Vec<(f64, f64)> = done().filter_map(point).collect();
                if points.len() < 2 {
                    return Vec::new();
                }
                let about = format!("{} branching factors", points.len());
                let quantity = "growth of that share with each doubling of b (points)";
                let slope = Measured::slope(&points, "branching factors");
                let claim = self.claim().about(about, quantity).measured(slope, 2);
                vec![claim.direction(Side::Above, 0.0)]
            }
        }
    }
}

impl TempoExperiment {
    /// Judges the claims on the positions that are done.
    pub(super) fn judge(&self, done: &Results<Self>) -> Vec<Claim> {
        let settings = self.spec.settings.iter().enumerate();
        let found = settings.map(|(number, setting)| {
            (setting.name.as_str(), setting.branching, self.samples.records(done, number))
        });
        let settings: Vec<_> = found.collect();
        self.spec.paper_numbers.claims.iter().flat_map(|claim| claim.judge(&settings)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::claim::Answer;

    fn found(worse: impl Fn(u64) -> u64) -> Vec<Tempo> {
        let tempo =
            |i| Tempo { expansions: 100, worse: worse(i), left: 90 - i, better: 3, children: 400 };
        (0..12).map(tempo).collect()
    }

    fn answers(test: &str, shares: [u64; 3]) -> Vec<Answer> {
        let text = format!("text = \"t\"\nplace = \"p\"\ntest = \"{test}\"");
        let claim: PaperClaim = toml::from_str(&text).unwrap();
        let found: Vec<Vec<Tempo>> = shares.iter().map(|share| found(|i| share + i % 2)).collect();
        let settings: Vec<_> = [2, 4, 8]
            .into_iter()
            .zip(&found)
            .map(|(b, found)| ("setting", Some(b), found.iter().collect()))
            .collect();
        claim.judge(&settings).into_iter().map(|claim| claim.direction.answer).collect()
    }

    #[test]
    fn each_verdict_comes_out() {
        use Answer::{Inconclusive, NotReproduced, Reproduced};
        assert_eq!(answers("worse", [60, 40, 80]), [Reproduced, NotReproduced, Reproduced]);
        assert_eq!(answers("left", [60, 60, 60]), [Reproduced; 3]);
        assert_eq!(answers("grows", [60, 71, 80]), [Reproduced]);
        assert_eq!(answers("grows", [80, 71, 60]), [NotReproduced]);
        assert_eq!(answers("grows", [60, 80, 61]), [Inconclusive]);
    }
}
