//! The two players.

use std::ops::Not;

/// A player: MAX wants the value high, MIN wants it low.
///
/// Every score in Plywood is seen by MAX, whichever side is to move. Two turns in a row by the same side
/// therefore need no special case anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Side {
    /// The side that prefers higher scores.
    Max,
    /// The side that prefers lower scores.
    Min,
}

impl Not for Side {
    type Output = Side;

    /// The other side.
    ///
    /// ```
    /// use plywood::Side;
    /// assert_eq!(!Side::Max, Side::Min);
    /// ```
    fn not(self) -> Side {
        match self {
            Side::Max => Side::Min,
            Side::Min => Side::Max,
        }
    }
}
