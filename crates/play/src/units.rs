//! Scores and moves as JSON, in the units in which people count, such as discs.

use plywood::Score;
use serde_json::Value;

/// A score in `unit`s as JSON: a whole number where it is one. Wins and losses stay points, and an infinite
/// score is null.
///
/// ```
/// use plywood::Score;
/// use plywood_play::score_json;
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

/// A move as JSON: the index of a child as a number, any other move as text.
///
/// ```
/// use plywood_play::move_json;
/// assert_eq!((move_json(true, "3"), move_json(false, "3")), (3.into(), "3".into()));
/// ```
pub fn move_json(numbered: bool, text: &str) -> Value {
    match text.parse::<u64>() {
        Ok(index) if numbered => index.into(),
        _ => text.into(),
    }
}

/// Moves as a JSON array.
pub fn moves_json(numbered: bool, moves: &[String]) -> Value {
    moves.iter().map(|text| move_json(numbered, text)).collect()
}

/// A swing, the difference of two scores, in `unit`s as JSON.
pub fn swing_json(swing: u64, unit: i32) -> Value {
    match u64::from(unit.unsigned_abs()) {
        unit if swing.is_multiple_of(unit) => (swing / unit).into(),
        unit => (swing as f64 / unit as f64).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_in_units() {
        assert_eq!(score_json(Score::new(3800), 100), Value::from(38));
        assert_eq!(score_json(Score::new(-725), 100), Value::from(-7.25));
        assert_eq!(score_json(Score::win(3), 100), Value::from(Score::win(3).get()));
        assert_eq!(score_json(Score::POS_INF, 100), Value::Null);
    }

    #[test]
    fn moves_are_numbers_where_they_are_indices() {
        assert_eq!(move_json(true, "12"), Value::from(12));
        assert_eq!(move_json(false, "4"), Value::from("4"));
        assert_eq!(move_json(true, "d6"), Value::from("d6"));
    }
}
