//! The statistics that tables and matches need. Nothing here panics: what has no answer is `None`.
//!
//! A [`Sample`] holds independent draws. Its [`Estimate`] is a value, the standard error of the value and
//! a 95 % interval. No interval has zero width, even if the sample is small or all draws are equal.

mod chi_square;
mod dirichlet;
mod likelihood;
mod ratings;
mod results;
mod sprt;
#[cfg(test)]
mod tests;

pub use chi_square::chi_square;
use dirichlet::{Class, quantile, ratio_at_most};
pub(crate) use dirichlet::{student_at_most, student_quantile};
use plywood_games::{fixed, signed};
pub use ratings::{PairResult, RatedGroup, Rating, Ratings};
pub use results::GameResults;
pub use sprt::{
    EloModel, Sprt, SprtCourse, SprtDecision, SprtPlan, SprtState, SprtVerdict, normalized_elo,
    spread_of_counts,
};
use std::fmt;

/// The probability that an interval leaves out at each end.
const TAIL: f64 = 0.025;
/// Ends of intervals are rounded outward to one part in this many, so that they are the same on every
/// machine.
const GRAINS: f64 = 1e6;

/// A measured value with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value that was measured.
    pub value: f64,
    /// Its standard error, above zero; infinite if nothing is known about it.
    pub error: f64,
    /// The lower end of the 95 % interval; −∞ if nothing is known about it.
    pub low: f64,
    /// The upper end of the 95 % interval; ∞ if nothing is known about it.
    pub high: f64,
}

impl Estimate {
    /// A value of unknown uncertainty, such as a single measurement.
    ///
    /// ```
    /// assert!(!plywood_lab::stats::Estimate::unsure(97.5).has_interval());
    /// ```
    pub fn unsure(value: f64) -> Estimate {
        let infinity = f64::INFINITY;
        Estimate { value, error: infinity, low: -infinity, high: infinity }
    }

    /// Whether anything is known about the uncertainty.
    pub fn has_interval(self) -> bool {
        self.error.is_finite()
    }

    /// The estimate in other units: all numbers times `factor`, such as 100 for percent. `factor` must be
    /// above zero.
    ///
    /// ```
    /// use plywood_lab::stats::Sample;
    /// let share = Sample::share(3, 4).unwrap().estimate().scaled(100.0);
    /// assert_eq!(share.value, 75.0);
    /// ```
    #[must_use]
    pub fn scaled(self, factor: f64) -> Estimate {
        let Estimate { value, error, low, high } = self;
        Estimate {
            value: factor * value,
            error: factor * error,
            low: factor * low,
            high: factor * high,
        }
    }
}

/// Displays a share as `59.2 %, 95 % from 46.1 to 71.4`.
///
/// ```
/// use plywood_lab::stats::Sample;
/// let share = Sample::share(10, 10).unwrap().estimate();
/// assert_eq!(share.to_string(), "100.0 %, 95 % from 69.2 to 100.0");
/// ```
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Estimate { value, low, high, .. } = self.scaled(100.0);
        write!(f, "{} %", fixed(value, 1))?;
        match self.has_interval() {
            true => write!(f, ", 95 % from {} to {}", fixed(low, 1), fixed(high, 1)),
            false => Ok(()),
        }
    }
}

/// Independent draws, and the quantity that they measure: the ratio of two sums.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    draws: Draws,
}

#[derive(Clone, Debug, PartialEq)]
enum Draws {
    /// Parts of wholes: the ratio is from 0 to 1.
    Bounded(Vec<Class>),
    /// The ratio of two sums, and the standard error of a mean of N draws.
    Ratio { value: f64, error: f64, draws: u64 },
}

impl Sample {
    /// The share of successes in independent trials; `None` of no trials, or of more successes than
    /// trials.
    ///
    /// The interval is that of Clopper and Pearson.
    ///
    /// ```
    /// use plywood_lab::stats::Sample;
    /// let share = Sample::share(60, 100).unwrap().estimate();
    /// assert_eq!((share.value, share.low, share.high), (0.6, 0.497209, 0.696706));
    /// ```
    pub fn share(successes: u64, trials: u64) -> Option<Sample> {
        let failures = trials.checked_sub(successes)?;
        let class = |count: u64, part| Class { count: count as f64, part, whole: 1.0 };
        Sample::bounded(vec![class(successes, 1.0), class(failures, 0.0)])
    }

    /// The share of successes in trials that come in groups, each `(successes, trials)`: the groups
    /// are independent, the trials of a group as alike as they turn out to be. `None` of no trials, or
    /// of more successes than trials in a group.
    ///
    /// ```
    /// use plywood_lab::stats::Sample;
    /// // Four trials that always end alike count as one.
    /// let alike = Sample::groups(&[(4, 4), (0, 4), (4, 4), (4, 4), (0, 4)]).unwrap().estimate();
    /// let share = Sample::share(3, 5).unwrap().estimate();
    /// assert_eq!(alike.value, 0.6);
    /// assert!((alike.low - share.low).abs() < 1e-5 && (alike.high - share.high).abs() < 1e-5);
    /// ```
    pub fn groups(groups: &[(u64, u64)]) -> Option<Sample> {
        if groups.iter().any(|&(successes, trials)| successes > trials) {
            return None;
        }
        let decided = groups.iter().filter(|group| group.1 > 0);
        let parts = decided.map(|&(successes, trials)| (successes as f64, trials as f64));
        Sample::bounded(classes(parts))
    }

    /// The mean of scores from 0 to 1, such as those of pairs of games, whose two games are not
    /// independent of each other; `None` of no scores, or of one that is not from 0 to 1.
    ///
    /// ```
    /// use plywood_lab::stats::Sample;
    /// let draws = Sample::scores(&[0.5; 20]).unwrap().estimate();
    /// assert!(draws.value == 0.5 && draws.low < 0.45 && draws.high > 0.55);
    /// ```
    pub fn scores(scores: &[f64]) -> Option<Sample> {
        if scores.iter().any(|score| !(0.0..=1.0).contains(score)) {
            return None;
        }
        Sample::bounded(classes(scores.iter().map(|&score| (score, 1.0))))
    }

    /// The mean of results that are counted by their scores, in equal steps from 0 to 1: the five results of
    /// pairs of games, or losses, draws and wins. `None` of no results.
    ///
    /// ```
    /// use plywood_lab::stats::Sample;
    /// let pairs = Sample::counted(&[0, 1, 2, 1, 0]);
    /// assert_eq!(pairs, Sample::scores(&[0.25, 0.5, 0.5, 0.75]));
    /// ```
    pub fn counted(counts: &[u64]) -> Option<Sample> {
        let class = |(&count, part)| Class { count: count as f64, part, whole: 1.0 };
        Sample::bounded(counts.iter().zip(likelihood::scores(counts.len())).map(class).collect())
    }

    fn bounded(mut classes: Vec<Class>) -> Option<Sample> {
        classes.retain(|class| class.count > 0.0);
        let draws = Draws::Bounded(classes);
        (draws != Draws::Bounded(Vec::new())).then_some(Sample { draws })
    }

    /// The ratio of two sums over draws that have no bound, each `(part of the one, part of the
    /// other)`, such as the nodes of two searches of a position. `None` of no draws, or where the
    /// other sum is not above zero.
    ///
    /// The interval is Student's, with the usual standard error of a ratio of sums. There is none for a
    /// single draw, nor for draws that all have one ratio: their spread is unknown.
    ///
    /// ```
    /// use plywood_lab::stats::Sample;
    /// let ratio = Sample::ratio(&[(90.0, 100.0), (330.0, 300.0)]).unwrap().estimate();
    /// assert_eq!(ratio.value, 1.05);
    /// assert!((ratio.error - 0.075).abs() < 1e-12 && ratio.high > 2.0);
    /// ```
    pub fn ratio(draws: &[(f64, f64)]) -> Option<Sample> {
        let n = draws.len() as f64;
        let (own, other) = draws.iter().fold((0.0, 0.0), |sum, d| (sum.0 + d.0, sum.1 + d.1));
        let value = own / other;
        // What each draw adds to the ratio.
        let parts: Vec<f64> = draws.iter().map(|d| (d.0 - value * d.1) * n / other).collect();
        let error = standard_error(&parts).unwrap_or(0.0);
        let draws = Draws::Ratio { value, error, draws: draws.len() as u64 };
        (other > 0.0).then_some(Sample { draws })
    }

    /// The value, its standard error and its 95 % interval.
    pub fn estimate(&self) -> Estimate {
        let classes = match &self.draws {
            Draws::Bounded(classes) => classes,
            &Draws::Ratio { value, error, draws } => {
                if error <= value.abs() * 1e-12 {
                    return Estimate::unsure(value);
                }
                let reach = error * student_quantile(1.0 - TAIL, draws - 1);
                let (low, high) = outward(value - reach, value + reach);
                // Neither sum can be negative where no draw is.
                let low = if value >= 0.0 { low.max(0.0) } else { low };
                return Estimate { value, error, low, high };
            }
        };
        let (value, error) = (ratio(classes), self.error());
        let low = quantile(&with_more(classes, 1.0, 0.0), TAIL).min(value);
        let high = quantile(&with_more(classes, 0.0, 1.0), 1.0 - TAIL).max(value);
        let (low, high) = outward(low, high);
        Estimate { value, error, low: low.max(0.0), high: high.min(1.0) }
    }

    /// The p-value of the hypothesis that the true quantity is at most `bound`: below 2.5 % exactly if
    /// the 95 % interval is above it. ½ if nothing is known about the uncertainty.
    ///
    /// ```
    /// use plywood_lab::stats::Sample;
    /// // A fair coin gives 5 of 5 once in 32 times.
    /// let p = Sample::share(5, 5).unwrap().p_at_most(0.5);
    /// assert!((p - 1.0 / 32.0).abs() < 1e-9);
    /// ```
    pub fn p_at_most(&self, bound: f64) -> f64 {
        match &self.draws {
            Draws::Bounded(classes) => ratio_at_most(&with_more(classes, 1.0, 0.0), bound),
            &Draws::Ratio { value, error, draws } => match error > value.abs() * 1e-12 {
                true => student_at_most((bound - value) / error, draws - 1),
                false => 0.5,
            },
        }
    }

    /// The p-value of the hypothesis that the true quantity is at least `bound`.
    pub fn p_at_least(&self, bound: f64) -> f64 {
        match &self.draws {
            // The same test with wins and losses exchanged.
            Draws::Bounded(classes) => {
                let lost = |class: &Class| Class { part: class.whole - class.part, ..*class };
                let lost: Vec<Class> = classes.iter().map(lost).collect();
                ratio_at_most(&with_more(&lost, 1.0, 0.0), 1.0 - bound)
            }
            Draws::Ratio { .. } => 1.0 - self.p_at_most(bound),
        }
    }

    /// The value and the standard error of a share, without the cost of its interval.
    pub(crate) fn share_with_error(&self) -> Option<(f64, f64)> {
        match &self.draws {
            Draws::Bounded(classes) => Some((ratio(classes), self.error())),
            Draws::Ratio { .. } => None,
        }
    }

    /// The standard deviation of the ratio under random weights, with half a draw more that won nothing
    /// and half a draw more that won everything: for trials the one of the Beta distribution with
    /// Jeffreys' prior.
    fn error(&self) -> f64 {
        let Draws::Bounded(classes) = &self.draws else { return f64::INFINITY };
        let classes = with_more(classes, 0.5, 0.5);
        let mean = ratio(&classes);
        let (count, whole) = (sum(&classes, |_| 1.0), sum(&classes, |class| class.whole));
        let square = sum(&classes, |class| (class.part - mean * class.whole).powi(2));
        (square * count / (count + 1.0)).sqrt() / whole
    }
}

/// Groups equal draws, so that the cost of a quantile depends on the number of different draws.
fn classes(draws: impl Iterator<Item = (f64, f64)>) -> Vec<Class> {
    let mut draws: Vec<(f64, f64)> = draws.collect();
    draws.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let alike = draws.chunk_by(|a, b| a == b);
    alike.map(|of| Class { count: of.len() as f64, part: of[0].0, whole: of[0].1 }).collect()
}

fn sum(classes: &[Class], of: impl Fn(&Class) -> f64) -> f64 {
    classes.iter().map(|class| class.count * of(class)).sum()
}

fn ratio(classes: &[Class]) -> f64 {
    sum(classes, |class| class.part) / sum(classes, |class| class.whole)
}

/// The draws, and further draws of mean size: `nothing` that won nothing and `all` that won
/// everything.
fn with_more(classes: &[Class], nothing: f64, all: f64) -> Vec<Class> {
    let whole = sum(classes, |class| class.whole) / sum(classes, |_| 1.0);
    let more =
        [Class { count: nothing, part: 0.0, whole }, Class { count: all, part: whole, whole }];
    classes.iter().copied().chain(more.into_iter().filter(|class| class.count > 0.0)).collect()
}

fn outward(low: f64, high: f64) -> (f64, f64) {
    ((low * GRAINS).floor() / GRAINS, (high * GRAINS).ceil() / GRAINS)
}

/// The arithmetic mean; `None` of nothing.
///
/// ```
/// assert_eq!(plywood_lab::stats::mean(&[1.0, 2.0, 6.0]), Some(3.0));
/// ```
pub fn mean(values: &[f64]) -> Option<f64> {
    if values.is_empty() { None } else { Some(values.iter().sum::<f64>() / values.len() as f64) }
}

/// The sample standard deviation (divided by n − 1); `None` of fewer than two values.
///
/// ```
/// let std = plywood_lab::stats::sample_std(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).unwrap();
/// assert!((std - (32.0f64 / 7.0).sqrt()).abs() < 1e-12);
/// ```
pub fn sample_std(values: &[f64]) -> Option<f64> {
    let mean = mean(values)?;
    if values.len() < 2 {
        return None;
    }
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some((squares / (values.len() - 1) as f64).sqrt())
}

/// The standard error of the mean, s / √n; `None` of fewer than two values. It is zero where all values
/// are alike: for values from 0 to 1 see [`Sample::scores`].
///
/// ```
/// assert_eq!(plywood_lab::stats::standard_error(&[1.0, 3.0, 1.0, 3.0]), Some((1.0f64 / 3.0).sqrt()));
/// ```
pub fn standard_error(values: &[f64]) -> Option<f64> {
    Some(sample_std(values)? / (values.len() as f64).sqrt())
}

/// A difference in Elo with the ends of its 95 % interval; infinite where all was won or lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// `+35, 95 % from -20 to +91`; where all was won or lost, `at least +120 (95 %)`.
///
/// ```
/// use plywood_lab::stats::{Sample, elo};
/// let all_won = elo(Sample::scores(&[1.0; 8]).unwrap().estimate());
/// assert_eq!(all_won.to_string(), "at least +93 (95 %)");
/// ```
impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [value, low, high] = [self.value, self.low, self.high].map(|elo| signed(elo, 0));
        match (self.low.is_finite(), self.high.is_finite()) {
            (true, true) => write!(f, "{value}, 95 % from {low} to {high}"),
            (true, false) => write!(f, "at least {low} (95 %)"),
            (false, true) => write!(f, "at most {high} (95 %)"),
            (false, false) => f.write_str("unknown"),
        }
    }
}

/// The difference in Elo that a score in 0 to 1 stands for: 400 log₁₀(s / (1 − s)).
///
/// ```
/// let elo = plywood_lab::stats::elo_of_score(10.0 / 11.0);
/// assert!((elo - 400.0).abs() < 1e-9);
/// ```
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// The expected score of a player who is `elo` stronger: 1 / (1 + 10^(−elo / 400)).
///
/// ```
/// assert_eq!(plywood_lab::stats::score_of_elo(0.0), 0.5);
/// ```
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in Elo of a score. The interval is mapped end by end, as Elo is far from linear near
/// 0 and 1.
///
/// ```
/// use plywood_lab::stats::{Sample, elo};
/// let elo = elo(Sample::share(50, 100).unwrap().estimate());
/// assert!(elo.value == 0.0 && (elo.high + elo.low).abs() < 0.01 && elo.high > 70.0);
/// ```
pub fn elo(score: Estimate) -> Elo {
    Elo {
        value: elo_of_score(score.value),
        low: elo_of_score(score.low),
        high: elo_of_score(score.high),
    }
}
