//! A measured number with its noise, as the tests of claims need it.

use crate::stats::{self, Sample, student_at_most, student_quantile};

/// The level of every test.
pub const LEVEL: f64 = 0.05;

/// A measured number, and how far chance may have moved it: percentages of trials by
/// [`Sample`]'s distribution, all else by Student's.
///
/// Where all samples agree exactly, their spread says nothing about chance. Then there is no interval,
/// and the sign test counts: n samples on one side have a p-value of 2 / 2ⁿ.
///
/// ```
/// use plywood_lab::report::Measured;
/// let mean = Measured::mean(&[9.0, 10.0, 11.0], "positions");
/// let (low, high) = mean.interval(0.0).unwrap();
/// assert!(mean.value == 10.0 && low < 8.0 && high > 12.0);
/// assert_eq!(Measured::mean(&[9.0], "positions").interval(0.0), None);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The number.
    pub value: f64,
    /// How many independent samples it rests on.
    pub samples: u64,
    /// What a sample is, in the plural.
    pub of: &'static str,
    noise: Noise,
}

#[derive(Clone, Debug, PartialEq)]
enum Noise {
    /// Fewer than two samples.
    Unknown,
    /// All samples are alike.
    Alike,
    /// A standard error with its degrees of freedom, and the least number that makes sense.
    Student { error: f64, freedom: u64, least: f64 },
    /// A share; the number is in percent.
    Share(Sample),
}

impl Measured {
    /// The mean of samples, not a number for none.
    pub fn mean(samples: &[f64], of: &'static str) -> Measured {
        let value = stats::mean(samples).unwrap_or(f64::NAN);
        Measured::with_error(value, stats::standard_error(samples), samples.len(), of)
    }

    /// The sum of the first numbers in percent of the sum of the second; each pair is a sample.
    pub fn ratio(pairs: &[(f64, f64)], of: &'static str) -> Measured {
        let Some(ratio) = Sample::ratio(pairs) else {
            return Measured { value: f64::NAN, samples: 0, of, noise: Noise::Unknown };
        };
        let ratio = ratio.estimate().scaled(100.0);
        let error = if ratio.has_interval() { ratio.error } else { 0.0 };
        let error = (pairs.len() > 1).then_some(error);
        let mut measured = Measured::with_error(ratio.value, error, pairs.len(), of);
        if let Noise::Student { least, .. } = &mut measured.noise {
            *least = 0.0;
        }
        measured
    }

    /// A statistic of all samples, with its error from leaving out one sample after the other.
    pub fn jackknife(value: f64, without: &[f64], of: &'static str) -> Measured {
        let n = without.len() as f64;
        let spread = stats::sample_std(without).map(|std| std * (n - 1.0) / n.sqrt());
        Measured::with_error(value, spread, without.len(), of)
    }

    /// The slope of the straight line nearest to points; each point is a sample.
    pub fn slope(points: &[(f64, f64)], of: &'static str) -> Measured {
        let n = points.len() as f64;
        let (x, y) = points.iter().fold((0.0, 0.0), |sum, p| (sum.0 + p.0 / n, sum.1 + p.1 / n));
        let width: f64 = points.iter().map(|p| (p.0 - x).powi(2)).sum();
        let slope = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum::<f64>() / width;
        let rest: f64 = points.iter().map(|p| (p.1 - y - slope * (p.0 - x)).powi(2)).sum();
        let error = (points.len() > 2).then(|| (rest / (n - 2.0) / width).sqrt());
        let mut measured = Measured::with_error(slope, error, points.len(), of);
        if let Noise::Student { freedom, .. } = &mut measured.noise {
            *freedom -= 1;
        }
        measured
    }

    /// Successes in percent of independent trials.
    pub fn share(successes: u64, trials: u64, of: &'static str) -> Measured {
        Measured::of_share(Sample::share(successes, trials), trials, of)
    }

    /// Successes in percent of trials that come in groups, each `(successes, trials)`: the groups are
    /// the samples.
    pub fn share_in_groups(groups: &[(u64, u64)], of: &'static str) -> Measured {
        let decided = groups.iter().filter(|group| group.1 > 0).count() as u64;
        Measured::of_share(Sample::groups(groups), decided, of)
    }

    fn of_share(sample: Option<Sample>, samples: u64, of: &'static str) -> Measured {
        let share = sample.as_ref().and_then(Sample::share_with_error);
        let value = share.map_or(f64::NAN, |(share, _)| 100.0 * share);
        Measured { value, samples, of, noise: sample.map_or(Noise::Unknown, Noise::Share) }
    }

    fn with_error(value: f64, error: Option<f64>, n: usize, of: &'static str) -> Measured {
        let noise = match error {
            // Rounding must not pass for spread.
            Some(error) if error.is_finite() && error > 1e-9 * value.abs() => {
                Noise::Student { error, freedom: n as u64 - 1, least: f64::NEG_INFINITY }
            }
            Some(error) if error.is_finite() && value.is_finite() => Noise::Alike,
            _ => Noise::Unknown,
        };
        Measured { value, samples: n as u64, of, noise }
    }

    /// The standard error, if it is known.
    pub fn error(&self) -> Option<f64> {
        match &self.noise {
            Noise::Unknown | Noise::Alike => None,
            Noise::Student { error, .. } => Some(*error),
            Noise::Share(sample) => Some(100.0 * sample.share_with_error()?.1),
        }
    }

    /// The 95 % interval; none if the spread of the samples is unknown. `other` is the standard error of the
    /// number that this one is compared with.
    pub fn interval(&self, other: f64) -> Option<(f64, f64)> {
        let (low, high) = match &self.noise {
            Noise::Unknown | Noise::Alike => return None,
            Noise::Student { error, freedom, least } => {
                let half = student_quantile(0.975, *freedom) * error.hypot(other);
                ((self.value - half).max(*least), self.value + half)
            }
            Noise::Share(sample) => {
                let estimate = sample.estimate().scaled(100.0);
                // Farther out by the other error, end by end.
                let out = |end: f64| (end - self.value).hypot(1.96 * other);
                (self.value - out(estimate.low), self.value + out(estimate.high))
            }
        };
        // Rounded, so that no mathematical library shows in the bytes of a run.
        let round = |end: f64| (end * 1e6).round() / 1e6;
        Some((round(low), round(high)))
    }

    /// Whether every number that the samples leave possible is from `low` to `high`.
    pub(crate) fn is_within(&self, low: f64, high: f64, other: f64) -> bool {
        let inside = |(from, to): (f64, f64)| low <= from && to <= high;
        match self.noise {
            Noise::Alike if other == 0.0 => {
                sign_test(self.samples) < LEVEL && inside((self.value, self.value))
            }
            _ => self.interval(other).is_some_and(inside),
        }
    }

    /// The two-sided p-value of the true number being `reference`, which has a standard error of
    /// `other` itself; none if there are too few samples to tell.
    pub fn p_value(&self, reference: f64, other: f64) -> Option<f64> {
        let student = |error: f64, freedom: u64| {
            let t = (self.value - reference).abs() / error.hypot(other);
            (2.0 * student_at_most(-t, freedom)).min(1.0)
        };
        match &self.noise {
            Noise::Unknown => None,
            _ if self.value == reference => Some(1.0),
            Noise::Alike => Some(sign_test(self.samples)),
            Noise::Student { error, freedom, .. } => Some(student(*error, *freedom)),
            Noise::Share(sample) if other == 0.0 => {
                let bound = reference / 100.0;
                let p = sample.p_at_most(bound).min(sample.p_at_least(bound));
                Some((2.0 * p).min(1.0))
            }
            Noise::Share(_) => Some(student(self.error()?, self.samples.max(2) - 1)),
        }
    }

    /// The name of the test.
    pub fn test(&self) -> String {
        let (n, of) = (self.samples, self.of);
        match self.noise {
            Noise::Unknown => format!("no test: too few {of} ({n})"),
            Noise::Alike => format!("sign test, all {n} {of} alike"),
            Noise::Student { .. } => format!("t-test over {n} {of}"),
            Noise::Share(_) => format!("test of a share over {n} {of}"),
        }
    }

    /// The number of independent trials that would give a share the same standard error.
    pub(crate) fn worth(&self) -> Option<f64> {
        let Noise::Share(sample) = &self.noise else { return None };
        let (share, error) = sample.share_with_error()?;
        // A share of 0 or 1 has a variance too, that of the share next to it.
        let n = self.samples as f64;
        let share = (share * n + 0.5) / (n + 1.0);
        Some(share * (1.0 - share) / error.powi(2))
    }
}

/// The two-sided p-value of N samples that are all on one side.
fn sign_test(samples: u64) -> f64 {
    0.5f64.powi(samples.min(1000) as i32 - 1).min(1.0)
}
