//! Scores in the units in which people count, such as discs.

use plywood::Score;
use serde_json::Value;

/// A score in `unit`s as JSON: a whole number where it is one. Wins and losses stay points, and an infinite
/// score is null.
///
/// ```
/// use plywood::Score;
/// use plywood_lab::play::score_json;
/// assert_eq!(score_json(Score::new(3800), 100), 38);
/// assert_eq!(score_json(Score::new(-725), 100), -7.25);
/// ```
pub fn score_json(score: Score, unit: i32) -> Value {
    match score.get() {
        _ if !score.is_finite() => Value::Null,
        points if score.winner().is_some() => points.into(),
        points if points % unit == 0 => (points / unit).into(),
        points => (f64::from(points) / f64::from(unit)).into(),
    }
}

/// A swing, the difference of two scores, in `unit`s as JSON.
pub fn swing_json(swing: u64, unit: i32) -> Value {
    match u64::from(unit.unsigned_abs()) {
        unit if swing.is_multiple_of(unit) => (swing / unit).into(),
        unit => (swing as f64 / unit as f64).into(),
    }
}
