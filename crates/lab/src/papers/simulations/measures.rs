//! Numbers from the searches of several trees: shares, spreads, and their errors.

use super::ladder::{Cost, Costs, Step};
use crate::report::Measured;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    Leaves,
    Nodes,
}

impl Measure {
    pub const BOTH: [Measure; 2] = [Measure::Leaves, Measure::Nodes];

    pub fn name(self) -> &'static str {
        match self {
            Measure::Leaves => "leaves",
            Measure::Nodes => "nodes",
        }
    }

    pub fn of(self, cost: &Cost) -> f64 {
        match self {
            Measure::Leaves => cost.leaves as f64,
            Measure::Nodes => cost.nodes as f64,
        }
    }
}

/// The samples of these experiments.
const TREES: &str = "trees";

/// The drivers that earlier simulations compared. The others search everything again where there is no table.
pub(super) const CLASSIC: [&str; 4] = ["alpha-beta-memory", "negascout", "sss", "dual"];

/// The trees of one source that are finished.
#[derive(Clone)]
pub(super) struct Finished<'a>(pub Vec<&'a Costs>);

impl Finished<'_> {
    fn cost(costs: &Costs, step: Step, algorithm: &str) -> Cost {
        let cost = costs.steps.get(&step.to_string()).and_then(|costs| costs.get(algorithm));
        cost.copied().unwrap_or_default()
    }

    pub fn total(&self, step: Step, algorithm: &str, measure: Measure) -> f64 {
        self.0.iter().map(|costs| measure.of(&Self::cost(costs, step, algorithm))).sum()
    }

    /// The cost of an algorithm in percent of another's; none of nothing.
    pub fn share(&self, step: Step, own: &str, than: &str, measure: Measure) -> Option<Measured> {
        let of = |costs: &&Costs, algorithm| measure.of(&Self::cost(costs, step, algorithm));
        let pairs: Vec<(f64, f64)> =
            self.0.iter().map(|costs| (of(costs, own), of(costs, than))).collect();
        let total: f64 = pairs.iter().map(|pair| pair.1).sum();
        (total > 0.0).then(|| Measured::ratio(&pairs, TREES))
    }

    fn percent(&self, step: Step, own: &str, than: &str) -> f64 {
        let leaves = |algorithm| self.total(step, algorithm, Measure::Leaves);
        100.0 * leaves(own) / leaves(than)
    }

    /// By how many percent of the base line's leaves SSS* is dearer at the last step than at the first.
    pub fn lost(&self, base: &str) -> Option<Measured> {
        jackknife(self.0.len(), |kept| {
            let some = self.some(kept);
            let at = |step| some.percent(step, "sss", base);
            at(Step::Table) - at(Step::FixedDepth)
        })
    }

    /// How much of the advantage of SSS* at the first step is gone at the last, in percent of it; none if it has no
    /// advantage.
    pub fn lost_share(&self, base: &str) -> Option<f64> {
        let gain = |step| 100.0 - self.percent(step, "sss", base);
        let first = gain(Step::FixedDepth);
        (first > 0.0).then(|| 100.0 * (first - gain(Step::Table)) / first)
    }

    /// How far the classic drivers are apart in leaves, in percent of the base line.
    pub fn spread(&self, step: Step, base: &str) -> f64 {
        let shares = CLASSIC.map(|driver| self.percent(step, driver, base));
        shares.into_iter().fold(f64::MIN, f64::max) - shares.into_iter().fold(f64::MAX, f64::min)
    }

    /// How much farther apart the classic drivers are here at the last step than those of other trees at the
    /// first, in percent of the base line.
    pub fn farther_than(&self, other: &Finished<'_>, base: &str) -> Option<Measured> {
        jackknife(self.0.len().min(other.0.len()), |kept| {
            let (own, other) = (self.some(kept), other.some(kept));
            own.spread(Step::Table, base) - other.spread(Step::FixedDepth, base)
        })
    }

    /// At how many trees SSS* evaluates at most as many leaves as the base line, with no table.
    pub fn dominated(&self, base: &str) -> u64 {
        let leaves = |costs: &Costs, step, algorithm| Self::cost(costs, step, algorithm).leaves;
        let dominates = |costs: &&&Costs| {
            let is_less = |step| leaves(costs, step, "sss") <= leaves(costs, step, base);
            is_less(Step::FixedDepth) && is_less(Step::StaticOrder)
        };
        self.0.iter().filter(dominates).count() as u64
    }

    /// The nodes at which a best child comes first, in percent: as listed (0), or by static value (1).
    pub fn best_first(&self, order: usize) -> f64 {
        let sum =
            |part: usize| self.0.iter().map(|costs| costs.best_first[order][part]).sum::<u64>();
        100.0 * sum(0) as f64 / sum(1) as f64
    }

    fn some(&self, kept: &[usize]) -> Finished<'_> {
        Finished(kept.iter().map(|&i| self.0[i]).collect())
    }
}

/// A statistic of `n` samples, with its error from leaving out one after the other.
fn jackknife(n: usize, statistic: impl Fn(&[usize]) -> f64) -> Option<Measured> {
    let all: Vec<usize> = (0..n).collect();
    let value = statistic(&all);
    let without = |left_out: &usize| {
        let kept: Vec<usize> = all.iter().copied().filter(|i| i != left_out).collect();
        statistic(&kept)
    };
    let without: Vec<f64> = if n > 1 { all.iter().map(without).collect() } else { Vec::new() };
    value.is_finite().then(|| Measured::jackknife(value, &without, TREES))
}
