//! How numbers are written.

/// A number with a true minus sign, which is as wide as a plus sign.
pub(crate) fn minus(number: String) -> String {
    number.replacen('-', "\u{2212}", 1)
}
