//! The sequential probability ratio test (Wald 1945) of a match, on its pairs of games.
//!
//! Two hypotheses about the difference of the players are compared, `elo0` and `elo1`. The log-likelihood
//! ratio (LLR) is the generalised one: the likeliest distribution of the five results of a pair (0, ½, 1, 1½ or
//! 2 points) that has the difference `elo1`, against the likeliest that has `elo0`. It is exact, not the usual
//! quadratic approximation, and nothing is added to results that were never counted. (Fishtest and fastchess
//! count each such result as a thousandth of a pair.)
//!
//! Sources: Van den Bergh, *The generalized maximum likelihood ratio for the expectation value of a
//! distribution* and *Normalized Elo* (2020).

#[cfg(test)]
mod tests;

use super::likelihood::{loss_at_mean, loss_at_t, mean_and_deviation};
use super::score_of_elo;
use crate::Error;
use plywood_games::InputError;
use std::f64::consts::{LN_10, SQRT_2};
use std::fmt;

/// The results of a pair of games: 0, ½, 1, 1½ and 2 points.
const OUTCOMES: usize = 5;
/// Hypotheses may differ from equality by at most this many Elo, so that all numbers stay in range.
const MOST_ELO: f64 = 2000.0;
/// The mean overshoot over a bound, in standard deviations of a step (Siegmund 1985).
const OVERSHOOT: f64 = 0.583;

/// What a difference in Elo means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EloModel {
    /// The expected score is 1 / (1 + 10^(−elo / 400)).
    Logistic,
    /// The expected score is ½ + t standard deviations of a game's score, with t = elo ln 10 / 800. The
    /// number of games that a test needs hardly depends on how many are drawn.
    Normalized,
}

impl EloModel {
    /// All models.
    pub const ALL: [EloModel; 2] = [EloModel::Normalized, EloModel::Logistic];

    /// The name of the model.
    pub fn name(self) -> &'static str {
        match self {
            EloModel::Logistic => "logistic",
            EloModel::Normalized => "normalized",
        }
    }

    /// The model of this name.
    pub fn parse(name: &str) -> Result<EloModel, Error> {
        let found = EloModel::ALL.into_iter().find(|model| model.name() == name);
        let wrong = || InputError::new("model", name).expected("normalized or logistic");
        Ok(found.ok_or_else(wrong)?)
    }
}

/// t for the distribution of `outcomes` results: the score of a pair is the mean of two games, so its
/// standard deviation is that of a game divided by √2.
fn t_of_elo(elo: f64, outcomes: usize) -> f64 {
    let per_game = elo * LN_10 / 800.0;
    if outcomes == OUTCOMES { per_game * SQRT_2 } else { per_game }
}

/// The normalized Elo of counted results of pairs (five counts) or games (three counts); `None` where all
/// results are equal, or of no results.
///
/// ```
/// use plywood_lab::stats::normalized_elo;
/// let elo = normalized_elo(&[379, 10170, 21828, 10640, 343]).unwrap();
/// assert!((elo - 3.05).abs() < 0.01);
/// ```
pub fn normalized_elo(counts: &[u64]) -> Option<f64> {
    let (mean, deviation) = mean_and_deviation(&as_numbers(counts))?;
    (deviation > 0.0).then(|| (mean - 0.5) / deviation / t_of_elo(1.0, counts.len()))
}

/// The standard deviation of the score, from 0 to 1, of counted results of pairs or games; `None` of no results.
///
/// ```
/// use plywood_lab::stats::spread_of_counts;
/// assert_eq!(spread_of_counts(&[5, 0, 0, 0, 5]), Some(0.5));
/// ```
pub fn spread_of_counts(counts: &[u64]) -> Option<f64> {
    Some(mean_and_deviation(&as_numbers(counts))?.1)
}

fn as_numbers(counts: &[u64]) -> Vec<f64> {
    counts.iter().map(|&count| count as f64).collect()
}

/// What the test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// `elo0` is accepted.
    H0,
    /// `elo1` is accepted.
    H1,
    /// The bounds were not reached: play more pairs.
    Continue,
}

impl SprtVerdict {
    /// `H0`, `H1` or `continue`.
    pub fn name(self) -> &'static str {
        match self {
            SprtVerdict::H0 => "H0",
            SprtVerdict::H1 => "H1",
            SprtVerdict::Continue => "continue",
        }
    }
}

/// A sequential test: its hypotheses, error rates and model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

/// Where a test is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtState {
    /// The log-likelihood ratio of `elo1` to `elo0`.
    pub llr: f64,
    /// What the ratio says, by the bounds.
    pub verdict: SprtVerdict,
}

/// What to expect of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtPlan {
    /// The true difference in Elo.
    pub elo: f64,
    /// The probability that `elo1` is accepted.
    pub accepts_h1: f64,
    /// The expected number of pairs until the decision.
    pub pairs: f64,
}

impl Sprt {
    /// The test of `elo0` against `elo1`, with at most the share `alpha` of wrong decisions for `elo1` where
    /// `elo0` is true, and `beta` of wrong decisions for `elo0` where `elo1` is true.
    ///
    /// ```
    /// use plywood_lab::stats::{EloModel, Sprt};
    /// assert!(Sprt::new([0.0, 5.0], [0.05, 0.05], EloModel::Normalized).is_ok());
    /// let error = Sprt::new([5.0, 0.0], [0.05, 0.05], EloModel::Normalized).unwrap_err();
    /// assert_eq!(error.to_string(), "elo0 '5': expected a number below elo1, which is 0");
    /// ```
    pub fn new(elo: [f64; 2], errors: [f64; 2], model: EloModel) -> Result<Sprt, Error> {
        let ([elo0, elo1], [alpha, beta]) = (elo, errors);
        let wrong = |name: &str, number: f64, expected: &str| {
            Err(InputError::new(name, &number.to_string()).expected(expected).into())
        };
        for (name, elo) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-MOST_ELO..=MOST_ELO).contains(&elo) {
                return wrong(name, elo, &format!("a number from -{MOST_ELO} to {MOST_ELO}"));
            }
        }
        if elo0 >= elo1 {
            return wrong("elo0", elo0, &format!("a number below elo1, which is {elo1}"));
        }
        for (name, rate) in [("alpha", alpha), ("beta", beta)] {
            // Above one half, the upper bound could be below the lower one.
            if !(rate > 0.0 && rate < 0.5) {
                return wrong(name, rate, "a number above 0 and below 0.5");
            }
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// The test that a text describes: `elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized`. `elo0` and `elo1`
    /// must be given; the others are as here if they are not.
    ///
    /// ```
    /// use plywood_lab::stats::Sprt;
    /// let test = Sprt::parse("elo0=0,elo1=5").unwrap();
    /// assert_eq!(test.to_string(), "elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized");
    /// ```
    pub fn parse(text: &str) -> Result<Sprt, Error> {
        let wrong = || InputError::new("SPRT", text);
        let (mut numbers, mut model) = ([None, None, Some(0.05), Some(0.05)], EloModel::Normalized);
        const NAMES: [&str; 4] = ["elo0", "elo1", "alpha", "beta"];
        let mut seen = Vec::new();
        for setting in text.split(',') {
            let Some((name, value)) = setting.split_once('=') else {
                return Err(wrong()
                    .expected("name=value, separated by commas")
                    .found(setting)
                    .into());
            };
            let (name, value) = (name.trim(), value.trim());
            if seen.contains(&name) {
                return Err(wrong()
                    .expected("each name once")
                    .found(&format!("'{name}' twice"))
                    .into());
            }
            seen.push(name);
            match NAMES.iter().position(|known| *known == name) {
                Some(i) => {
                    let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
                    let expected =
                        || wrong().at(name).expected("a number").found(&format!("'{value}'"));
                    numbers[i] = Some(number.ok_or_else(expected)?);
                }
                None if name == "model" => model = EloModel::parse(value)?,
                None => {
                    let expected = "elo0, elo1, alpha, beta or model";
                    return Err(wrong().expected(expected).found(&format!("'{name}'")).into());
                }
            }
        }
        match numbers {
            [Some(elo0), Some(elo1), Some(alpha), Some(beta)] => {
                Sprt::new([elo0, elo1], [alpha, beta], model)
            }
            _ => Err(wrong().expected("elo0=N and elo1=N").into()),
        }
    }

    /// The hypotheses, `elo0` and `elo1`.
    pub fn hypotheses(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// The error rates, `alpha` and `beta`.
    pub fn error_rates(&self) -> [f64; 2] {
        [self.alpha, self.beta]
    }

    /// What differences in Elo mean.
    pub fn model(&self) -> EloModel {
        self.model
    }

    /// The bounds of the log-likelihood ratio: at or below the first `elo0` is accepted, at or above the second
    /// `elo1`. They are Wald's, ln(β / (1 − α)) and ln((1 − β) / α).
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The state after the counted results: of pairs with 0, ½, 1, 1½ and 2 points, or of single games that were
    /// lost, drawn and won. `None` of another number of counts.
    ///
    /// ```
    /// use plywood_lab::stats::{Sprt, SprtVerdict};
    /// let test = Sprt::parse("elo0=0,elo1=2,model=logistic").unwrap();
    /// let state = test.state(&[379, 10170, 21828, 10640, 343]).unwrap();
    /// assert_eq!((format!("{:.4}", state.llr).as_str(), state.verdict), ("3.1257", SprtVerdict::H1));
    /// ```
    pub fn state(&self, counts: &[u64]) -> Option<SprtState> {
        if counts.len() != OUTCOMES && counts.len() != 3 {
            return None;
        }
        let counts = as_numbers(counts);
        let loss = |elo: f64| match self.model {
            EloModel::Logistic => loss_at_mean(&counts, score_of_elo(elo)),
            EloModel::Normalized => loss_at_t(&counts, t_of_elo(elo, counts.len())),
        };
        let llr = loss(self.elo0) - loss(self.elo1);
        let [lower, upper] = self.bounds();
        let verdict = match llr {
            _ if llr <= lower => SprtVerdict::H0,
            _ if llr >= upper => SprtVerdict::H1,
            _ => SprtVerdict::Continue,
        };
        Some(SprtState { llr, verdict })
    }

    /// What to expect where the true difference is `elo` and the standard deviation of a pair's score, from
    /// 0 to 1, is `spread`. In the normalized model the spread has no influence.
    ///
    /// The log-likelihood ratio is taken for a Brownian motion between the bounds, moved outward by the mean
    /// overshoot of a step. That is good where the hypotheses are near each other, as in tests that take
    /// more than a hundred pairs.
    ///
    /// ```
    /// use plywood_lab::stats::Sprt;
    /// let plan = Sprt::parse("elo0=0,elo1=5").unwrap().plan(5.0, 0.2);
    /// assert!((12_800.0..12_900.0).contains(&plan.pairs) && plan.accepts_h1 > 0.95);
    /// ```
    pub fn plan(&self, elo: f64, spread: f64) -> SprtPlan {
        let position = |elo: f64| match self.model {
            EloModel::Logistic => score_of_elo(elo) / spread,
            EloModel::Normalized => t_of_elo(elo, OUTCOMES),
        };
        let [low, high] = [self.elo0, self.elo1].map(position);
        // One step of the motion: the deviation is the distance of the hypotheses.
        let (deviation, drift) = (high - low, (high - low) * (position(elo) - 0.5 * (low + high)));
        let [lower, upper] = self.bounds();
        let (lower, upper) = (lower - OVERSHOOT * deviation, upper + OVERSHOOT * deviation);
        let slope = 2.0 * drift / (deviation * deviation);
        if slope.abs() < 1e-6 {
            let accepts_h1 = -lower / (upper - lower);
            return SprtPlan { elo, accepts_h1, pairs: -lower * upper / (deviation * deviation) };
        }
        // (1 − e^(−slope·lower)) / (e^(−slope·upper) − e^(−slope·lower)), without overflow.
        let accepts_h1 = match slope > 0.0 {
            true => -(slope * lower).exp_m1() / -(-slope * (upper - lower)).exp_m1(),
            false => {
                let up = (slope * upper).exp();
                up * -(-slope * lower).exp_m1() / (slope * (upper - lower)).exp_m1().abs()
            }
        };
        let accepts_h1 = accepts_h1.clamp(0.0, 1.0);
        let pairs = (upper * accepts_h1 + lower * (1.0 - accepts_h1)) / drift;
        SprtPlan { elo, accepts_h1, pairs }
    }
}

/// `elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized`, as [`Sprt::parse`] reads it.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, alpha, beta, model } = self;
        let model = model.name();
        write!(f, "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta},model={model}")
    }
}

/// The end of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtDecision {
    /// H0 or H1.
    pub verdict: SprtVerdict,
    /// The log-likelihood ratio that crossed a bound.
    pub llr: f64,
    /// The number of pairs by then.
    pub pairs: u64,
}

/// A test that is told the pairs one by one, in their order. Once a bound is crossed the decision stays, and
/// later pairs are counted apart.
///
/// ```
/// use plywood_lab::stats::{Sprt, SprtCourse, SprtVerdict};
/// let mut course = SprtCourse::new(Sprt::parse("elo0=0,elo1=100").unwrap());
/// while course.verdict() == SprtVerdict::Continue {
///     course.push(4);
/// }
/// let decided = course.decision().unwrap();
/// for _ in 0..100 {
///     course.push(0);
/// }
/// assert_eq!((course.verdict(), course.decision()), (SprtVerdict::H1, Some(decided)));
/// assert_eq!(course.later(), [100, 0, 0, 0, 0]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SprtCourse {
    test: Sprt,
    counts: [u64; OUTCOMES],
    later: [u64; OUTCOMES],
    llr: f64,
    decision: Option<SprtDecision>,
}

impl SprtCourse {
    /// A test before the first pair.
    pub fn new(test: Sprt) -> SprtCourse {
        let none = [0; OUTCOMES];
        SprtCourse { test, counts: none, later: none, llr: 0.0, decision: None }
    }

    /// Counts the next pair, by the half points of the first player, from 0 to 4, and says what the test says
    /// then.
    pub fn push(&mut self, half_points: u8) -> SprtVerdict {
        let outcome = usize::from(half_points).min(OUTCOMES - 1);
        if self.decision.is_some() {
            self.later[outcome] += 1;
            return self.verdict();
        }
        self.counts[outcome] += 1;
        let state = self.test.state(&self.counts);
        let SprtState { llr, verdict } =
            state.unwrap_or(SprtState { llr: 0.0, verdict: SprtVerdict::Continue });
        self.llr = llr;
        if verdict != SprtVerdict::Continue {
            self.decision = Some(SprtDecision { verdict, llr, pairs: self.counts.iter().sum() });
        }
        verdict
    }

    /// The test.
    pub fn test(&self) -> &Sprt {
        &self.test
    }

    /// The log-likelihood ratio; once decided, that of the decision.
    pub fn llr(&self) -> f64 {
        self.llr
    }

    /// What the test says.
    pub fn verdict(&self) -> SprtVerdict {
        self.decision.map_or(SprtVerdict::Continue, |decision| decision.verdict)
    }

    /// The decision, once a bound was crossed.
    pub fn decision(&self) -> Option<SprtDecision> {
        self.decision
    }

    /// The pairs that count for the test, by half points: those up to the decision.
    pub fn counts(&self) -> [u64; OUTCOMES] {
        self.counts
    }

    /// The pairs after the decision, by half points.
    pub fn later(&self) -> [u64; OUTCOMES] {
        self.later
    }
}
