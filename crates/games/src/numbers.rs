//! Rounded numbers as text. What rounds to zero has no minus sign: `-0.0` is no result of a measurement.

/// A number with this many digits after the point.
///
/// ```
/// use plywood_games::fixed;
/// assert_eq!([fixed(-0.26, 1), fixed(-0.04, 1), fixed(-0.0, 0)], ["-0.3", "0.0", "0"]);
/// assert_eq!(fixed(f64::NEG_INFINITY, 1), "-inf");
/// ```
pub fn fixed(number: f64, decimals: usize) -> String {
    without_sign_of_zero(format!("{number:.decimals$}"), "")
}

/// The same with a plus sign, unless the number is negative.
///
/// ```
/// use plywood_games::signed;
/// assert_eq!([signed(-0.5, 0), signed(-0.6, 0), signed(-0.004, 2), signed(3.0, 1)], ["+0", "-1", "+0.00", "+3.0"]);
/// ```
pub fn signed(number: f64, decimals: usize) -> String {
    without_sign_of_zero(format!("{number:+.decimals$}"), "+")
}

/// The text of a number, with another sign if it is a negative zero.
fn without_sign_of_zero(text: String, sign: &str) -> String {
    match text.strip_prefix('-') {
        Some(digits) if digits.chars().all(|c| matches!(c, '0' | '.')) => format!("{sign}{digits}"),
        _ => text,
    }
}
