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

/// Wilson's interval for a proportion at `z` standard errors (1.96 for 95 %): unlike p ± z·error
/// it stays within 0 and 1, and is honest when all trials come out alike.
///
/// ```
/// let (low, high) = plywood_lab::stats::wilson(0, 10, 1.96).unwrap();
/// assert!(low == 0.0 && (high - 0.277_54).abs() < 1e-4);
/// ```
pub fn wilson(successes: u64, trials: u64, z: f64) -> Option<(f64, f64)> {
    let p = proportion(successes, trials)?.value;
    let n = trials as f64;
    let scale = 1.0 + z * z / n;
    let centre = (p + z * z / (2.0 * n)) / scale;
    let half = z / scale * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    Some(((centre - half).max(0.0), (centre + half).min(1.0)))
}

/// Pearson's χ² of measured against expected cells, divided by n, the sum of the measured ones:
/// Σ (measured − expected)² / expected / n. Counts and shares give the same value, provided both
/// sides are of one kind.
///
/// `None` if the sides differ in length, nothing was measured, or a cell that was expected to be
/// empty is not; an empty cell expected empty adds nothing.
///
/// ```
/// let value = plywood_lab::stats::chi_square_per_n(&[44.0, 56.0], &[50.0, 50.0]).unwrap();
/// assert!((value - 0.0144).abs() < 1e-12);
/// ```
pub fn chi_square_per_n(measured: &[f64], expected: &[f64]) -> Option<f64> {
    let n: f64 = measured.iter().sum();
    if measured.len() != expected.len() || n <= 0.0 {
        return None;
    }
    let mut chi_square = 0.0;
    for (&measured, &expected) in measured.iter().zip(expected) {
        if expected > 0.0 {
            chi_square += (measured - expected).powi(2) / expected;
        } else if measured != 0.0 || expected != 0.0 {
            return None;
        }
    }
    Some(chi_square / n)
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

/// The mean score of independent games with its standard error, a draw for half a win; `None` of
/// no games.
///
/// ```
/// let score = plywood_lab::stats::score(2, 2, 0).unwrap();
/// assert_eq!((score.value, score.error), (0.75, 0.125));
/// ```
pub fn score(wins: u64, draws: u64, losses: u64) -> Option<Estimate> {
    let (w, d, l) = (wins as f64, draws as f64, losses as f64);
    let n = w + d + l;
    if n == 0.0 {
        return None;
    }
    let value = (w + 0.5 * d) / n;
    let squares = w * (1.0 - value).powi(2) + d * (0.5 - value).powi(2) + l * value.powi(2);
    Some(Estimate { value, error: (squares / n / n).sqrt() })
}

/// The difference in Elo from wins, draws and losses; `None` of no games.
///
/// ```
/// let elo = plywood_lab::stats::elo_of_games(60, 20, 20).unwrap();
/// assert!((elo.value - 147.19).abs() < 0.01 && elo.low < elo.value && elo.value < elo.high);
/// ```
pub fn elo_of_games(wins: u64, draws: u64, losses: u64) -> Option<Elo> {
    score(wins, draws, losses).map(elo)
}

/// A straight line, y = intercept + slope · x.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// The value at x = 0.
    pub intercept: f64,
    /// The rise for one of x.
    pub slope: f64,
}

/// The line of least squares through points; `None` unless two points differ in x.
///
/// ```
/// let line = plywood_lab::stats::linear_fit(&[(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)]).unwrap();
/// assert_eq!((line.intercept, line.slope), (1.0, 2.0));
/// ```
pub fn linear_fit(points: &[(f64, f64)]) -> Option<Line> {
    let (xs, ys): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
    let (mean_x, mean_y) = (mean(&xs)?, mean(&ys)?);
    let spread: f64 = xs.iter().map(|x| (x - mean_x).powi(2)).sum();
    if spread == 0.0 {
        return None;
    }
    let common: f64 = points.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    let slope = common / spread;
    Some(Line { intercept: mean_y - slope * mean_x, slope })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn too_little_data_has_no_answer() {
        assert_eq!(mean(&[]), None);
        assert_eq!(sample_std(&[1.0]), None);
        assert_eq!(standard_error(&[]), None);
        assert_eq!(mean_with_error(&[1.0]), None);
        assert_eq!(proportion(0, 0), None);
        assert_eq!(proportion(2, 1), None);
        assert_eq!(wilson(0, 0, 1.96), None);
        assert_eq!(score(0, 0, 0), None);
        assert_eq!(linear_fit(&[(1.0, 1.0), (1.0, 2.0)]), None);
        assert_eq!(linear_fit(&[]), None);
    }

    #[test]
    fn chi_square_by_hand() {
        // (10-12)²/12 + (20-18)²/18 + (30-30)²/30 = 1/3 + 2/9 = 5/9, over n = 60.
        let counts = chi_square_per_n(&[10.0, 20.0, 30.0], &[12.0, 18.0, 30.0]).unwrap();
        assert!(close(counts, 5.0 / 9.0 / 60.0));
        let shares = chi_square_per_n(&[1.0 / 6.0, 2.0 / 6.0, 0.5], &[0.2, 0.3, 0.5]).unwrap();
        assert!(close(counts, shares));
        assert_eq!(chi_square_per_n(&[1.0], &[1.0, 2.0]), None);
        assert_eq!(chi_square_per_n(&[1.0, 1.0], &[2.0, 0.0]), None);
        assert_eq!(chi_square_per_n(&[2.0, 0.0], &[2.0, 0.0]), Some(0.0));
        assert_eq!(chi_square_per_n(&[0.0], &[1.0]), None);
    }

    #[test]
    fn wilson_by_hand() {
        // p = 0.8, n = 10, z = 2: (0.8 + 0.2 ± 2 √(0.016 + 0.01)) / 1.4.
        let (low, high) = wilson(8, 10, 2.0).unwrap();
        let half = 2.0 * 0.026f64.sqrt();
        assert!(close(low, (1.0 - half) / 1.4) && close(high, (1.0 + half) / 1.4));
        let (low, high) = wilson(10, 10, 1.96).unwrap();
        assert!(low > 0.7 && close(high, 1.0));
    }

    #[test]
    fn games_without_draws_are_a_proportion() {
        let (games, share) = (score(7, 0, 3).unwrap(), proportion(7, 10).unwrap());
        assert!(close(games.value, share.value) && close(games.error, share.error));
    }

    #[test]
    fn elo_of_a_clean_sheet_is_infinite() {
        let all_won = elo_of_games(10, 0, 0).unwrap();
        assert_eq!(all_won.value, f64::INFINITY);
        let near = elo(Estimate { value: 0.95, error: 0.05 });
        assert!(near.value.is_finite() && near.high == f64::INFINITY);
        assert_eq!(elo_of_score(0.0), f64::NEG_INFINITY);
    }
}
