//! Records of units as the journal has them, and how much of a run is done.

/// The record of a unit as a JSON object.
pub type Record = serde_json::Map<String, serde_json::Value>;

/// How much of a run is done.
///
/// ```
/// let extent = plywood_lab::experiment::Extent { done: 3, planned: 8, is_estimate: false };
/// assert!(!extent.is_complete());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Units finished.
    pub done: u64,
    /// Units called for in all, as far as known; equal to `done` only when the run is complete.
    pub planned: u64,
    /// Whether `planned` may turn out another.
    pub is_estimate: bool,
}

impl Extent {
    /// Whether nothing is left to do.
    pub fn is_complete(self) -> bool {
        self.done == self.planned
    }
}

impl std::fmt::Display for Extent {
    /// `3 of 8 units`, or `3 of ~8 units` where 8 is an estimate.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let about = if self.is_estimate { "~" } else { "" };
        write!(f, "{} of {about}{} units", self.done, self.planned)
    }
}
