//! Values, windows and cut-offs as they are written at nodes.

use super::record::{Cut, Value};
use plywood::{Bound, Interval, NodeValue, Score, Window};

/// A score in units of the game, with a real minus sign.
pub(super) fn score(score: Score, unit: i32) -> String {
    if !score.is_finite() {
        return if score == Score::POS_INF { "∞" } else { "−∞" }.to_string();
    }
    // Bounds next to an infinity, which no position is worth.
    if score > Score::win(0) {
        return format!("∞−{}", Score::POS_INF.get() - score.get());
    }
    if score < Score::loss(0) {
        return format!("−∞+{}", score.get() - Score::NEG_INF.get());
    }
    if score.winner().is_some() || unit == 1 {
        return score.to_string().replace('-', "−");
    }
    let number = f64::from(score.get()) / f64::from(unit);
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').replace('-', "−")
}

/// What is known of a value: `5`, `≥ 5`, `≤ 5` or `2…5`; none if nothing is.
pub(super) fn value(value: Value, unit: i32) -> Option<String> {
    Some(match value {
        Value::Known(Interval { lower, upper }) => match (lower.is_finite(), upper.is_finite()) {
            _ if lower == upper => score(lower, unit),
            (true, false) => format!("≥{}", score(lower, unit)),
            (false, true) => format!("≤{}", score(upper, unit)),
            (true, true) => format!("{}…{}", score(lower, unit), score(upper, unit)),
            (false, false) => return None,
        },
        Value::Other(NodeValue::Proof { proof, disproof }) => {
            let number = |n: u32| if n == u32::MAX { "∞".to_string() } else { n.to_string() };
            format!("{}/{}", number(proof), number(disproof))
        }
        Value::Other(NodeValue::Visits { mean, .. }) => format!("{:.0}%", mean * 100.0),
        Value::Other(_) => return None,
    })
}

/// A window: `(α, β)` of a depth-first search, whose value lies between the bounds, or `[α, β]` of a best-first
/// search, where it may equal them.
pub(super) fn window(Window { alpha, beta }: Window, best_first: bool, unit: i32) -> String {
    let (alpha, beta) = (score(alpha, unit), score(beta, unit));
    if best_first { format!("[{alpha}, {beta}]") } else { format!("({alpha}, {beta})") }
}

/// What cut off a node at `depth`, in two lines: `cut ≥ β 5` and `of ply 0`.
pub(super) fn cut(cut: Cut, depth: usize, unit: i32) -> [String; 2] {
    let (sign, name) = match (cut.bound, cut.beyond) {
        (Bound::Alpha, false) => ("≤", "α"),
        (Bound::Alpha, true) => ("<", "α"),
        (Bound::Beta, false) => ("≥", "β"),
        (Bound::Beta, true) => (">", "β"),
    };
    let from = match cut.set_at {
        None => "of the root".to_string(),
        Some(at) if (at as usize) + 1 < depth => format!("of ply {at}, deep"),
        Some(at) => format!("of ply {at}"),
    };
    [format!("cut {sign} {name} {}", score(cut.value, unit)), from]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(lower: Score, upper: Score) -> Option<String> {
        value(Value::Known(Interval { lower, upper }), 1)
    }

    #[test]
    fn values_windows_and_cuts_are_short() {
        let (five, minus) = (Score::new(5), Score::new(-2));
        assert_eq!(known(five, five).as_deref(), Some("5"));
        assert_eq!(known(minus, Score::POS_INF).as_deref(), Some("≥−2"));
        assert_eq!(known(Score::NEG_INF, five).as_deref(), Some("≤5"));
        assert_eq!(known(minus, five).as_deref(), Some("−2…5"));
        assert_eq!(known(Score::NEG_INF, Score::POS_INF), None);
        assert_eq!(score(Score::new(-150), 100), "−1.5");
        assert_eq!(score(Score::new(300), 100), "3");
        assert_eq!(
            (score(Score::POS_INF.down(), 1), score(Score::loss(7), 1)),
            ("∞−1".into(), "loss@7".into())
        );
        assert_eq!(window(Window { alpha: minus, ..Window::FULL }, false, 1), "(−2, ∞)");
        let by_root = Cut { bound: Bound::Alpha, value: five, set_at: Some(0), beyond: false };
        assert_eq!(cut(by_root, 1, 1), ["cut ≤ α 5", "of ply 0"]);
        assert_eq!(cut(by_root, 3, 1)[1], "of ply 0, deep");
    }
}
