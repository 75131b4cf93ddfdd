//! Numbers as people read them.

/// A whole number with commas between thousands.
///
/// ```
/// assert_eq!(plywood_play::text::thousands(1_234_567), "1,234,567");
/// ```
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with its noun, in the plural unless it is 1.
///
/// ```
/// use plywood_play::text::number_of;
/// assert_eq!(number_of(1, "pair"), "1 pair");
/// assert_eq!(number_of(1234, "pair"), "1,234 pairs");
/// assert_eq!(number_of(0, "inaccuracy"), "0 inaccuracies");
/// ```
pub fn number_of(number: u64, noun: &str) -> String {
    let text = thousands(number);
    match noun.strip_suffix('y') {
        _ if number == 1 => format!("{text} {noun}"),
        Some(stem) => format!("{text} {stem}ies"),
        None => format!("{text} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::thousands;

    #[test]
    fn thousands_have_commas() {
        assert_eq!([0, 999, 1000, 1_000_000].map(thousands), ["0", "999", "1,000", "1,000,000"]);
    }
}
