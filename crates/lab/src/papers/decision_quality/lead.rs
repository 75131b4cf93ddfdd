//! Best-first's lead over alpha-beta at the same number of nodes, and what the paper says of it.

use super::Sums;
use crate::report::Measured;
use crate::report::claim::{Claim, Side, Verdict};
use serde::Deserialize;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PaperClaim {
    pub branching: Vec<u16>,
    pub ahead: Ahead,
    text: String,
    place: String,
    reading: Option<String>,
}

/// Which algorithm decides better for the same number of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Ahead {
    AlphaBeta,
    BestFirst,
    Mixed,
    /// The lead of best-first grows with the branching factor.
    Grows,
}

/// What was found with one branching factor.
pub(super) struct Outcome {
    pub b: u16,
    pub sums: Sums,
    /// Best-first's lead at even depths, the paper's odd levels, in percentage points.
    pub leads: Vec<(usize, Measured)>,
    /// The mean of the leads that decide, and of all leads of a tree in memory.
    mean: Option<Measured>,
    pub in_memory: Option<f64>,
}

impl Outcome {
    pub fn new(b: u16, sums: Sums, without: &[Sums]) -> Outcome {
        let lead = |sums: &Sums| lead(&sums.linear(), &sums.alpha_beta());
        let (all, parts) = (lead(&sums), without.iter().map(lead).collect::<Vec<_>>());
        // A part whose counts are outside alpha-beta's curve has no point at this depth. Its spread is
        // unknown, so the value of the whole is used.
        let at = |points: &[(usize, f64)], depth: usize, else_: f64| {
            points.iter().find(|point| point.0 == depth).map_or(else_, |point| point.1)
        };
        let even: Vec<(usize, f64)> =
            all.iter().copied().filter(|(depth, _)| depth.is_multiple_of(2)).collect();
        let measured = |&(depth, lead): &(usize, f64)| {
            let without: Vec<f64> = parts.iter().map(|part| at(part, depth, lead)).collect();
            (depth, Measured::jackknife(lead, &without, BATCHES))
        };
        let late = &even[even.len() / 2..];
        let mean_of = |points: &[(usize, f64)]| {
            let leads = late.iter().map(|&(depth, lead)| at(points, depth, lead));
            leads.sum::<f64>() / late.len() as f64
        };
        let without: Vec<f64> = parts.iter().map(|part| mean_of(part)).collect();
        let mean = Measured::jackknife(mean_of(&all), &without, BATCHES);
        let in_memory = self::lead(&sums.best_first(), &sums.alpha_beta());
        let in_memory: Vec<f64> = in_memory.iter().map(|point| point.1).collect();
        Outcome {
            b,
            leads: even.iter().map(measured).collect(),
            mean: (!late.is_empty()).then_some(mean),
            in_memory: crate::stats::mean(&in_memory),
            sums,
        }
    }

    /// The leads "beyond a given amount of computation": those at the second half of the even depths, the
    /// paper's odd levels, which it recommends for best-first minimax.
    fn late(&self) -> &[(usize, Measured)] {
        &self.leads[self.leads.len() / 2..]
    }

    fn judge(&self, claim: &PaperClaim) -> Option<Claim> {
        let side = if claim.ahead == Ahead::AlphaBeta { Side::Below } else { Side::Above };
        let each = |(_, lead): &(usize, Measured)| Verdict::direction(lead, side, 0.0);
        let verdicts: Vec<Verdict> = self.late().iter().map(each).collect();
        let mut judged = claim.begin(format!("b = {}", self.b)).measured(self.mean.clone()?, 2);
        judged.direction = match claim.ahead {
            Ahead::Mixed => Verdict::mixed(&verdicts, "depths"),
            _ => Verdict::every(&verdicts, "depths"),
        };
        Some(judged)
    }
}

/// The samples of all errors.
const BATCHES: &str = "batches of trees";

impl PaperClaim {
    fn begin(&self, subject: String) -> Claim {
        let quantity = match self.ahead {
            Ahead::Grows => "growth of the mean lead with each doubling of b (points)",
            _ => "best-first's mean lead at the later even depths (percentage points)",
        };
        let claim = Claim::new(&self.text, &self.place).reading(self.reading.clone());
        claim.about(subject, quantity)
    }

    /// The verdicts, one for each branching factor, or one for all of them.
    pub fn judge(&self, outcomes: &[Outcome]) -> Vec<Claim> {
        let own = || outcomes.iter().filter(|outcome| self.branching.contains(&outcome.b));
        if self.ahead != Ahead::Grows {
            return own().filter_map(|outcome| outcome.judge(self)).collect();
        }
        let point =
            |outcome: &Outcome| Some((f64::from(outcome.b).log2(), outcome.mean.as_ref()?.value));
        let points: Vec<(f64, f64)> = own().filter_map(point).collect();
        let slope = Measured::slope(&points, "branching factors");
        let claim = self.begin(format!("{} branching factors", points.len()));
        let some = points.len() > 1;
        some.then(|| claim.measured(slope, 2).direction(Side::Above, 0.0)).into_iter().collect()
    }
}

/// Best-first's lead at its own points, by depth, where alpha-beta's curve spans them.
fn lead(best_first: &[(f64, f64)], alpha_beta: &[(f64, f64)]) -> Vec<(usize, f64)> {
    let points = best_first.iter().enumerate().skip(1).filter_map(|(i, &(nodes, correct))| {
        let pair = alpha_beta.windows(2).find(|w| w[0].0 < nodes && nodes <= w[1].0)?;
        let part = (nodes / pair[0].0).ln() / (pair[1].0 / pair[0].0).ln();
        Some((i + 1, correct - (pair[0].1 + part * (pair[1].1 - pair[0].1))))
    });
    points.collect()
}
