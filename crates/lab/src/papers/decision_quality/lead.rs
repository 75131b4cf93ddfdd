//! Best-first's lead over alpha-beta at the same number of nodes, and what the paper says of it.

use super::Sums;
use crate::report::Measured;
use crate::report::claim::{Claim, Side, Verdict, paper_claim};
use serde::Deserialize;

paper_claim! {
    /// A sentence about the decisions of the two algorithms.
    pub(in crate::papers) struct PaperClaim {
        pub branching: Vec<u16>,
        pub(super) ahead: Ahead,
    }
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
    /// Every further ply improves alpha-beta's decisions.
    Smooth,
    /// Best-first gains more at even depths, the paper's odd levels, than at odd ones.
    Staircase,
    /// Alpha-beta's gains alternate less than those of best-first.
    Smoother,
}

/// How decisions improve from depth to depth.
pub(super) struct Steps {
    /// The gain of each depth over the one before, from depth 2 on, in percentage points.
    pub gains: Vec<(usize, Measured)>,
    /// The mean gain at even depths less that at odd ones, if there are both.
    pub alternation: Option<Measured>,
}

/// The gains of a curve, by depth.
fn gains(curve: &[(f64, f64)]) -> Vec<(usize, f64)> {
    let step = |(i, pair): (usize, &[(f64, f64)])| (i + 2, pair[1].1 - pair[0].1);
    curve.windows(2).enumerate().map(step).collect()
}

/// The mean gain at the depths that leave this rest when divided by two.
fn mean_gain(gains: impl Iterator<Item = (usize, f64)>, rest: usize) -> Option<f64> {
    let gains = gains.filter(|(depth, _)| depth % 2 == rest).map(|(_, gain)| gain);
    crate::stats::mean(&gains.collect::<Vec<_>>())
}

/// The mean gain at even depths less that at odd ones.
fn alternation(curve: &[(f64, f64)]) -> Option<f64> {
    let mean = |rest| mean_gain(gains(curve).into_iter(), rest);
    Some(mean(0)? - mean(1)?)
}

impl Steps {
    /// Of a curve, and of the curves without one batch each.
    fn new(curve: &[(f64, f64)], without: &[Vec<(f64, f64)>]) -> Steps {
        let parts: Vec<_> = without.iter().map(|curve| gains(curve)).collect();
        let measured = |(place, (depth, gain)): (usize, (usize, f64))| {
            let without: Vec<f64> = parts.iter().map(|part| part[place].1).collect();
            (depth, Measured::jackknife(gain, &without, BATCHES))
        };
        let gains = gains(curve).into_iter().enumerate().map(measured).collect();
        let parts: Vec<f64> = without.iter().filter_map(|curve| alternation(curve)).collect();
        let alternation =
            alternation(curve).map(|number| Measured::jackknife(number, &parts, BATCHES));
        Steps { gains, alternation }
    }

    pub fn mean(&self, rest: usize) -> Option<f64> {
        mean_gain(self.gains.iter().map(|(depth, gain)| (*depth, gain.value)), rest)
    }
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
    pub alpha_beta: Steps,
    pub best_first: Steps,
    /// The alternation of alpha-beta less that of best-first.
    smoother: Option<Measured>,
}

impl Outcome {
    pub fn new(b: u16, sums: Sums, without: &[Sums]) -> Outcome {
        let curves = |of: fn(&Sums) -> Vec<(f64, f64)>| without.iter().map(of).collect::<Vec<_>>();
        let (deep, best) = (curves(Sums::alpha_beta), curves(Sums::best_first));
        let less = |deep: &[(f64, f64)], best: &[(f64, f64)]| {
            Some(alternation(deep)? - alternation(best)?)
        };
        let less_parts = deep.iter().zip(&best).filter_map(|(deep, best)| less(deep, best));
        let less_parts: Vec<f64> = less_parts.collect();
        let smoother = less(&sums.alpha_beta(), &sums.best_first())
            .map(|number| Measured::jackknife(number, &less_parts, BATCHES));
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
            alpha_beta: Steps::new(&sums.alpha_beta(), &deep),
            best_first: Steps::new(&sums.best_first(), &best),
            smoother,
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
        let begun = claim.begin(format!("b = {}", self.b));
        match claim.ahead {
            Ahead::Staircase => {
                let number = self.best_first.alternation.clone()?;
                return Some(begun.measured(number, 2).direction(Side::Above, 0.0));
            }
            Ahead::Smoother => {
                let number = self.smoother.clone()?;
                return Some(begun.measured(number, 2).direction(Side::Below, 0.0));
            }
            Ahead::Smooth => {
                let gains = &self.alpha_beta.gains;
                let each =
                    |(_, gain): &(usize, Measured)| Verdict::direction(gain, Side::Above, 0.0);
                let verdicts: Vec<Verdict> = gains.iter().map(each).collect();
                let least = gains.iter().min_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
                let mut judged = begun.measured(least.1.clone(), 2);
                judged.direction = Verdict::every(&verdicts, "depths");
                return Some(judged);
            }
            _ => {}
        }
        let side = if claim.ahead == Ahead::AlphaBeta { Side::Below } else { Side::Above };
        let each = |(_, lead): &(usize, Measured)| Verdict::direction(lead, side, 0.0);
        let verdicts: Vec<Verdict> = self.late().iter().map(each).collect();
        let mut judged = begun.measured(self.mean.clone()?, 2);
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
            Ahead::Smooth => "alpha-beta's least gain of a further ply (points)",
            Ahead::Staircase => {
                "best-first's mean gain at even depths less that at odd ones (points)"
            }
            Ahead::Smoother => {
                "gain at even depths less that at odd ones, alpha-beta less best-first (points)"
            }
            _ => "best-first's mean lead at the later even depths (percentage points)",
        };
        let claim = self.claim();
        claim.about(subject, quantity)
    }

    /// The verdicts, one for each branching factor, or one for all of them.
    pub(super) fn judge(&self, outcomes: &[Outcome]) -> Vec<Claim> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::claim::Answer;

    /// Batches of a hundred trees. Best-first gains `even` at even depths and `odd` at odd ones, alpha-beta 5
    /// at each; every other batch has one right answer more.
    fn outcome(even: u64, odd: u64) -> Outcome {
        let batch = |i: u64| {
            let mut sums = Sums::new(6);
            sums.trees = 100;
            let mut correct = 40 + i % 2;
            for depth in 1..=6 {
                correct += if depth % 2 == 0 { even } else { odd } + i * depth as u64 % 3;
                sums.best_first_correct[depth - 1] = correct;
                sums.best_first_generated[depth - 1] = 10 << depth;
                sums.linear_generated[depth - 1] = 10 << depth;
            }
            for depth in 1..6 {
                sums.alpha_beta_generated[depth - 1] = 8 << depth;
                sums.alpha_beta_correct[depth - 1] = 40 + 5 * depth as u64 + i * depth as u64 % 2;
            }
            sums
        };
        let total = |without: Option<u64>| {
            let mut sums = Sums::new(6);
            (0..10).filter(|i| Some(*i) != without).for_each(|i| sums.add(&batch(i)));
            sums
        };
        let without: Vec<Sums> = (0..10).map(|i| total(Some(i))).collect();
        Outcome::new(4, total(None), &without)
    }

    fn judged(ahead: &str, outcome: Outcome) -> (Answer, f64) {
        let text = format!("branching = [4]\nahead = \"{ahead}\"\ntext = \"t\"\nplace = \"p\"");
        let claim: PaperClaim = toml::from_str(&text).unwrap();
        let judged = claim.judge(&[outcome]).remove(0);
        (judged.direction.answer, judged.measured.unwrap().value)
    }

    #[test]
    fn a_staircase_rises_at_even_depths() {
        let (answer, steps) = judged("staircase", outcome(9, 1));
        assert!(answer == Answer::Reproduced && (steps - 8.0).abs() < 1.0, "{answer:?} {steps}");
        assert_eq!(judged("staircase", outcome(1, 9)).0, Answer::NotReproduced);
        assert_eq!(judged("staircase", outcome(5, 5)).0, Answer::Inconclusive);
        assert_eq!(judged("smoother", outcome(9, 1)).0, Answer::Reproduced);
        assert_eq!(judged("smoother", outcome(1, 9)).0, Answer::NotReproduced);
        let (answer, least) = judged("smooth", outcome(9, 1));
        assert!(answer == Answer::Reproduced && (least - 5.0).abs() < 1.0, "{answer:?} {least}");
    }
}
