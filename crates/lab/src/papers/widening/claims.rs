//! What the paper says of its tables, tested on our problems.

use super::{Samples, Spec, WideningExperiment};
use crate::Error;
use crate::report::Measured;
use crate::report::claim::{Claim, Side, Stated, paper_claim};
use serde::Deserialize;

paper_claim! {
    /// A sentence about a search under a limit.
    pub(in crate::papers) struct PaperClaim {
        /// Each of them is judged by itself.
        searches: Vec<String>,
        /// The search that they are compared with.
        than: Option<String>,
        /// Two parts of the problems that one search is compared on instead.
        parts: Option<[String; 2]>,
        /// The only group; all if it is not given.
        group: Option<String>,
        limit: String,
        measure: Measure,
        side: Side,
        /// The paper's number.
        number: Option<f64>,
        /// Whether it says that the effect is at least as large as that number.
        #[serde(default)]
        or_more: bool,
    }
}

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::papers) enum Measure {
    Nodes,
    /// Nodes if the best move had been tried first everywhere.
    Least,
    /// The share of problems that are solved.
    Solved,
    Time,
}

impl PaperClaim {
    /// Refuses names that the spec does not have.
    pub fn check(&self, spec: &Spec) -> Result<(), Error> {
        let wrong = |what: &str| Err(Error::input(format!("paper.toml: claim: {what}")));
        let searches = self.searches.iter().chain(&self.than);
        if let Some(name) = searches.into_iter().find(|name| spec.search(name).is_none()) {
            return wrong(&format!("'{name}': expected the name of a search"));
        }
        if spec.limit(&self.limit).is_none() {
            return wrong(&format!("'{}': expected the name of a limit", self.limit));
        }
        match (&self.than, &self.parts, self.measure) {
            (Some(_), None, _) | (None, Some(_), Measure::Solved) => Ok(()),
            _ => wrong("expected 'than', or 'parts' with the measure 'solved'"),
        }
    }

    /// The number that means "no effect", and the name of the quantity.
    fn quantity(&self, search: &str) -> (f64, String) {
        let than = self.than.as_deref().unwrap_or_default();
        match (&self.parts, self.measure) {
            (Some([first, second]), _) => {
                (0.0, format!("{search}: solved on {first} minus solved on {second} (points)"))
            }
            (_, Measure::Solved) => (0.0, format!("solved by {search} minus {than} (points)")),
            (_, Measure::Nodes) => (100.0, format!("nodes of {search} (% of {than})")),
            (_, Measure::Least) => (100.0, format!("minimum nodes of {search} (% of {than})")),
            (_, Measure::Time) => (100.0, format!("time of {search} (% of {than})")),
        }
    }
}

/// Pairs of numbers of the problems that both searches were given.
fn pairs(first: &Samples, second: &Samples, of: impl Fn(&super::Sample) -> f64) -> Vec<(f64, f64)> {
    let both = |(number, sample)| Some((of(sample), of(second.get(number)?)));
    first.iter().filter_map(both).collect()
}

/// Of two groups of yes and no: the share of the first minus that of the second, in points.
fn difference(first: &[bool], second: &[bool]) -> Measured {
    let share = |yes: usize, all: usize| 100.0 * yes as f64 / all.max(1) as f64;
    let count = |list: &[bool]| list.iter().filter(|&&yes| yes).count();
    let (a, b) = (count(first), count(second));
    let value = share(a, first.len()) - share(b, second.len());
    let less = |list: &[bool], yes: bool| (list.len() - 1, usize::from(yes));
    let mut without = Vec::new();
    for &yes in first {
        let (all, gone) = less(first, yes);
        without.push(share(a - gone, all) - share(b, second.len()));
    }
    for &yes in second {
        let (all, gone) = less(second, yes);
        without.push(share(a, first.len()) - share(b - gone, all));
    }
    Measured::jackknife(value, &without, "problems")
}

impl WideningExperiment {
    /// Judges the claims whose measure is or is not time, on samples by search and limit.
    pub(super) fn judge(&self, samples: &[Vec<Samples>], timed: bool) -> Vec<Claim> {
        let claims = self.spec.paper_numbers.claims.iter();
        let claims = claims.filter(|claim| timed == (claim.measure == Measure::Time));
        claims
            .flat_map(|claim| {
                claim.searches.iter().filter_map(|search| self.verdict(claim, search, samples))
            })
            .collect()
    }

    fn verdict(&self, claim: &PaperClaim, search: &str, all: &[Vec<Samples>]) -> Option<Claim> {
        let limit = self.spec.limit(&claim.limit)?;
        let of = |name: &str| -> Option<Samples> {
            let samples = &all[self.spec.search(name)?][limit];
            let is_meant = |number: &usize| {
                claim.group.as_ref().is_none_or(|group| self.described(*number).group == *group)
            };
            Some(samples.iter().filter(|(n, _)| is_meant(n)).map(|(&n, &s)| (n, s)).collect())
        };
        let first = of(search)?;
        let (reference, quantity) = claim.quantity(search);
        let measured = if let Some(parts) = &claim.parts {
            let [first, second] = parts.each_ref().map(|part| {
                let solved = first.iter().filter(|(n, _)| self.described(**n).part == *part);
                solved.map(|(_, sample)| sample.is_solved).collect::<Vec<bool>>()
            });
            if first.len() < 2 || second.len() < 2 {
                return None;
            }
            difference(&first, &second)
        } else {
            let second = of(claim.than.as_deref()?)?;
            let points = || {
                let pairs = pairs(&first, &second, |s| if s.is_solved { 100.0 } else { 0.0 });
                let differences: Vec<f64> = pairs.iter().map(|(a, b)| a - b).collect();
                Measured::mean(&differences, "problems")
            };
            let ratio = |of: fn(&super::Sample) -> f64| {
                Measured::ratio(&pairs(&first, &second, of), "problems")
            };
            match claim.measure {
                Measure::Solved => points(),
                Measure::Nodes => ratio(|sample| sample.nodes as f64),
                Measure::Least => ratio(|sample| sample.least as f64),
                Measure::Time => ratio(|sample| sample.seconds.unwrap_or(0.0)),
            }
        };
        let group = claim.group.as_deref().unwrap_or("all grades");
        let judged = claim
            .claim()
            .about(format!("{group}, limit {}", claim.limit), quantity)
            .measured(measured, 1)
            .direction(claim.side, reference);
        Some(match claim.number {
            Some(number) if claim.or_more => {
                let or = match claim.side {
                    Side::Above => "or more",
                    Side::Below => "or less",
                };
                let stated = Stated::or_beyond(number, claim.side, reference);
                judged.size(format!("{number} {or}"), stated)
            }
            number => judged.size_if_given(number, reference),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_of_shares_has_the_error_of_both() {
        let [many, few] = [[true, true, true, false], [false, false, true, false]];
        let found = difference(&many, &few);
        assert_eq!((found.value, found.samples), (50.0, 8));
        let (low, high) = found.interval(0.0).unwrap();
        assert!(low < 0.0 && high > 100.0, "{low} {high}");
        let [many, few] = [many, few].map(|list| list.repeat(50));
        let (low, high) = difference(&many, &few).interval(0.0).unwrap();
        assert!(low > 40.0 && high < 60.0, "{low} {high}");
    }
}
