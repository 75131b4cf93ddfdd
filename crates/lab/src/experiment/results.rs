//! The records of finished units.

use std::collections::HashMap;

/// What one unit found: a JSON object. It holds no timings and no field named `unit`.
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

/// The records of finished units by key, in the order in which they were planned, whatever order
/// they finished in.
///
/// ```
/// use plywood_lab::experiment::{Record, Results};
/// let mut results = Results::default();
/// results.insert("seed=2", Record::new());
/// results.insert("seed=1", Record::new());
/// assert!(results.get("seed=1").is_some());
/// assert_eq!(results.iter().map(|(unit, _)| unit).collect::<Vec<_>>(), ["seed=2", "seed=1"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    records: Vec<(String, Record)>,
    index: HashMap<String, usize>,
}

impl Results {
    /// The record of a unit, if it is finished.
    pub fn get(&self, unit: &str) -> Option<&Record> {
        self.index.get(unit).map(|&i| &self.records[i].1)
    }

    /// Whether a unit is finished.
    pub fn contains(&self, unit: &str) -> bool {
        self.index.contains_key(unit)
    }

    /// Every finished unit with its record, in plan order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Record)> {
        self.records.iter().map(|(unit, record)| (unit.as_str(), record))
    }

    /// The number of finished units.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether no unit is finished.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Adds the record of a unit; the first record of a unit stays. For tests of experiments: the
    /// engine does this for a run.
    pub fn insert(&mut self, unit: impl Into<String>, record: Record) {
        let unit = unit.into();
        if !self.index.contains_key(&unit) {
            self.index.insert(unit.clone(), self.records.len());
            self.records.push((unit, record));
        }
    }
}
