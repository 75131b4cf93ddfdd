//! How numbers are written.

use plywood_games::{fixed, signed};

/// A number with a true minus sign, which is as wide as a plus sign.
pub(crate) fn minus(number: String) -> String {
    number.replacen('-', "\u{2212}", 1)
}

/// A rounded number with a true minus sign.
pub(crate) fn minus_fixed(number: f64, decimals: usize) -> String {
    minus(fixed(number, decimals))
}

/// The same with a plus sign, unless the number is negative.
pub(crate) fn minus_signed(number: f64, decimals: usize) -> String {
    minus(signed(number, decimals))
}
