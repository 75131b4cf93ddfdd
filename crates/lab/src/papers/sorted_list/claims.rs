//! The paper's sentences about lists and memory, and the verdicts on them.

use super::{ByDepth, Spec, Used};
use crate::report::Measured;
use crate::report::claim::{Claim, Side, Stated, paper_claim};
use serde::Deserialize;

paper_claim! {
    /// A sentence about lists and memory.
    pub(in crate::papers) struct PaperClaim {
        pub about: About,
    }
}

/// What a sentence is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::papers) enum About {
    /// A search with a list takes longer than its twin with a table.
    SlowList,
    /// It evaluates as many leaves.
    SameLeaves,
    /// The table holds what a driver needs.
    Fits,
    /// SSS* and DUAL* use at most a tenth more entries than alpha-beta.
    AsAlphaBeta,
}

impl PaperClaim {
    pub fn about(&self, subject: String, quantity: String, measured: Measured) -> Claim {
        self.claim().about(subject, quantity).measured(measured, 1)
    }

    fn at(&self, spec: &Spec, subject: &str, used: &[&Used]) -> Vec<Claim> {
        let entries = |driver: &str| -> Vec<f64> {
            let of = used.iter().filter_map(|used| used.drivers.get(driver));
            of.map(|[_, entries]| *entries as f64).collect()
        };
        match self.about {
            // Times stand apart.
            About::SlowList => Vec::new(),
            About::SameLeaves => {
                let judge = |[list, driver]: &[String; 2]| {
                    let is_same = |used: &&&Used| {
                        let leaves = |all: &std::collections::BTreeMap<String, [u64; 2]>, name| {
                            all.get(name).map(|numbers: &[u64; 2]| numbers[0])
                        };
                        leaves(&used.lists, list) == leaves(&used.drivers, driver)
                    };
                    let same = used.iter().filter(is_same).count() as u64;
                    let quantity =
                        format!("trees with as many leaves by {list} as by {driver} (%)");
                    let measured = Measured::share(same, used.len() as u64, "trees");
                    let claim = self.about(subject.to_string(), quantity, measured);
                    claim.direction(Side::Above, 50.0).size("100", Stated::number(100.0, 0.0, 0.0))
                };
                spec.twins.iter().map(judge).collect()
            }
            About::Fits => {
                let judge = |driver: &String| {
                    let shares: Vec<f64> = entries(driver)
                        .iter()
                        .map(|used| 100.0 * used / spec.table as f64)
                        .collect();
                    let quantity = format!("entries used by {driver} (% of the table)");
                    let measured = Measured::mean(&shares, "trees");
                    self.about(subject.to_string(), quantity, measured)
                        .direction(Side::Below, 100.0)
                };
                spec.drivers.iter().map(judge).collect()
            }
            About::AsAlphaBeta => {
                let judge = |[_, driver]: &[String; 2]| {
                    let than = "alpha-beta-memory";
                    let pairs: Vec<(f64, f64)> =
                        entries(driver).into_iter().zip(entries(than)).collect();
                    let quantity = format!("entries used by {driver} (% of {than})");
                    let total: f64 = pairs.iter().map(|pair| pair.1).sum();
                    let measured = (total > 0.0).then(|| Measured::ratio(&pairs, "trees"))?;
                    let claim = self.about(subject.to_string(), quantity, measured);
                    Some(claim.direction(Side::Below, 110.0))
                };
                spec.twins.iter().filter_map(judge).collect()
            }
        }
    }
}

/// The claims about counts, at the greatest depth of each source.
pub(super) fn claims(spec: &Spec, all: &[ByDepth<'_>]) -> Vec<Claim> {
    let mut claims = Vec::new();
    for claim in &spec.paper_numbers.claims {
        for (source, depths) in all {
            let Some((depth, used)) = depths.last() else { continue };
            claims.extend(claim.at(spec, &format!("{}, depth {depth}", source.name), used));
        }
    }
    claims
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::claim::Answer;
    use std::collections::BTreeMap;

    fn spec() -> Spec {
        toml::from_str(
            r#"
            kind = "sorted-list"
            name = "own"
            title = "t"
            paper = "p"
            twins = [["stockman-sss", "sss"]]
            drivers = ["alpha-beta-memory", "sss"]
            table = 1000
            depths = { w2 = 3 }
            each = 2
            rounds = 1
            [trees]
            widths = [2]
            values = ["incremental"]
            orders = ["drawn"]
            draw = [-9, 9]
            best_first = 80
            "#,
        )
        .unwrap()
    }

    /// The answer about direction, and that about size, from the leaves of the list, and from the leaves and the
    /// entries of SSS*, at each tree. Alpha-beta uses 100 entries.
    fn answers(about: About, trees: &[[u64; 3]]) -> Vec<[Answer; 2]> {
        let used: Vec<Used> = trees
            .iter()
            .map(|&[list, leaves, entries]| Used {
                lists: BTreeMap::from([("stockman-sss".into(), [list, 0])]),
                drivers: BTreeMap::from([
                    ("sss".into(), [leaves, entries]),
                    ("alpha-beta-memory".into(), [leaves, 100]),
                ]),
                ..Used::default()
            })
            .collect();
        let claim = PaperClaim { text: "t".into(), place: "p".into(), reading: None, about };
        let claims = claim.at(&spec(), "trees", &used.iter().collect::<Vec<_>>());
        claims.iter().map(|claim| [claim.direction.answer, claim.size.answer]).collect()
    }

    #[test]
    fn every_answer_can_come_out() {
        use Answer::{Inconclusive, NoSizeGiven, NotReproduced, Reproduced};
        let no_size = |answer| [answer, NoSizeGiven];
        let same =
            [[50, 50, 90], [60, 60, 95], [55, 55, 99], [70, 70, 91], [52, 52, 92], [9, 9, 90]];
        assert_eq!(answers(About::SameLeaves, &same)[0][0], Reproduced);
        assert_eq!(answers(About::AsAlphaBeta, &same), [no_size(Reproduced)]);
        assert_eq!(answers(About::Fits, &same)[1], no_size(Reproduced));
        let other = same.map(|[list, leaves, entries]| [list + 1, leaves, 20 * entries]);
        assert_eq!(answers(About::SameLeaves, &other), [[NotReproduced, NotReproduced]]);
        assert_eq!(answers(About::AsAlphaBeta, &other), [no_size(NotReproduced)]);
        assert_eq!(answers(About::Fits, &other)[1], no_size(NotReproduced));
        let noise = [[50, 50, 10], [60, 61, 1990], [55, 55, 110], [70, 71, 1500]];
        for about in [About::SameLeaves, About::AsAlphaBeta] {
            assert_eq!(answers(about, &noise)[0][0], Inconclusive, "{about:?}");
        }
        assert_eq!(answers(About::Fits, &noise)[1], no_size(Inconclusive));
        assert!(answers(About::SlowList, &same).is_empty(), "times stand apart");
    }
}
