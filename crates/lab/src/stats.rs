//! The statistics that tables need. Nothing here panics: what has no answer is `None`.

/// A measured value with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
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

/// The standard error of the mean, s / √n; `None` of fewer than two values.
///
/// ```
/// assert_eq!(plywood_lab::stats::standard_error(&[1.0, 3.0, 1.0, 3.0]), Some((1.0f64 / 3.0).sqrt()));
/// ```
pub fn standard_error(values: &[f64]) -> Option<f64> {
    Some(sample_std(values)? / (values.len() as f64).sqrt())
}

/// The mean with its standard error; `None` of fewer than two values. The right one for the
/// scores of game *pairs*, whose two games are not independent.
///
/// ```
/// let estimate = plywood_lab::stats::mean_with_error(&[0.5, 1.0, 0.0]).unwrap();
/// assert_eq!(estimate.value, 0.5);
/// ```
pub fn mean_with_error(values: &[f64]) -> Option<Estimate> {
    Some(Estimate { value: mean(values)?, error: standard_error(values)? })
}

/// The proportion of successes in n trials with its standard error √(p(1 − p)/n); `None` of no
/// trials, or of more successes than trials.
///
/// ```
/// let share = plywood_lab::stats::proportion(60, 100).unwrap();
/// assert!((share.value - 0.6).abs() < 1e-12 && (share.error - 0.048_989_79).abs() < 1e-8);
/// ```
pub fn proportion(successes: u64, trials: u64) -> Option<Estimate> {
    if trials == 0 || successes > trials {
        return None;
    }
    let (p, n) = (successes as f64 / trials as f64, trials as f64);
    Some(Estimate { value: p, error: (p * (1.0 - p) / n).sqrt() })
}

/// The proportion of successes in trials that come in groups, each `(successes, trials)`, with a
/// standard error that takes the trials of a group to be as alike as they turn out to be; `None` of
/// no trials, or of more successes than trials.
///
/// ```
/// use plywood_lab::stats::{proportion, proportion_in_groups};
/// // Four trials that always end alike are worth one.
/// let alike = proportion_in_groups(&[(4, 4), (0, 4), (4, 4), (4, 4), (0, 4)]).unwrap();
/// assert_eq!(alike.value, 0.6);
/// assert!((alike.error - proportion(3, 5).unwrap().error).abs() < 1e-12);
/// ```
pub fn proportion_in_groups(groups: &[(u64, u64)]) -> Option<Estimate> {
    let (successes, trials) = groups.iter().fold((0, 0), |sum, g| (sum.0 + g.0, sum.1 + g.1));
    let value = proportion(successes, trials)?.value;
    let squares: f64 = groups.iter().map(|g| (g.0 as f64 - value * g.1 as f64).powi(2)).sum();
    Some(Estimate { value, error: squares.sqrt() / trials as f64 })
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

/// The difference in Elo of a score with its standard error.
///
/// The interval is mapped end by end, as Elo is far from linear near 0 and 1.
///
/// ```
/// use plywood_lab::stats::{Estimate, elo};
/// let elo = elo(Estimate { value: 0.5, error: 0.05 });
/// assert!(elo.value == 0.0 && (elo.high + elo.low).abs() < 1e-9 && (elo.high - 68.99).abs() < 0.01);
/// ```
pub fn elo(score: Estimate) -> Elo {
    let reach = 1.96 * score.error;
    Elo {
        value: elo_of_score(score.value),
        low: elo_of_score(score.value - reach),
        high: elo_of_score(score.value + reach),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_little_data_has_no_answer() {
        assert_eq!(mean(&[]), None);
        assert_eq!(sample_std(&[1.0]), None);
        assert_eq!(standard_error(&[]), None);
        assert_eq!(mean_with_error(&[1.0]), None);
        assert_eq!(proportion(0, 0), None);
        assert_eq!(proportion(2, 1), None);
        assert_eq!(proportion_in_groups(&[(0, 0)]), None);
    }

    #[test]
    fn elo_of_a_clean_sheet_is_infinite() {
        let all_won = elo(Estimate { value: 1.0, error: 0.0 });
        assert_eq!(all_won.value, f64::INFINITY);
        let near = elo(Estimate { value: 0.95, error: 0.05 });
        assert!(near.value.is_finite() && near.high == f64::INFINITY);
        assert_eq!(elo_of_score(0.0), f64::NEG_INFINITY);
    }
}
