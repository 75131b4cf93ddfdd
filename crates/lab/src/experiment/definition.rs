//! What an experiment is, with its own types of units and records.

use crate::Error;
use crate::report::Page;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// An experiment: a plan of units, the work of one unit, and the page that shows the results.
///
/// The engine calls [`run`](Experiment::run) from several threads at once; everything else is
/// called from one. The [crate documentation](crate) shows a whole one.
pub trait Experiment: Sync {
    /// An independent piece of work. Its text is its key in the journal: no two units have the same.
    type Unit: Display + Send + Sync;

    /// What one unit found. It becomes a JSON object without fields named `unit` or `check`, and holds
    /// no times.
    type Record: Serialize + DeserializeOwned + Send + Sync;

    /// Measurements of wall time; `()` for an experiment that takes none.
    type Timings: Serialize + DeserializeOwned;

    /// The name, as on the command line.
    fn name(&self) -> &str;

    /// The units that the results so far still call for; empty when the experiment is complete.
    /// It may list units already done, and one unit twice.
    ///
    /// The engine asks in rounds: first with no results, and again whenever *all* units of the
    /// last plan are done, never in the middle of a round. The answer must be a function of the
    /// results alone, so that a resumed run plans what an uninterrupted one would have.
    fn plan(&self, done: &Results<Self>) -> Vec<Self::Unit>;

    /// Does one unit. The record depends on nothing but the specification and the unit.
    fn run(&self, unit: &Self::Unit) -> Result<Self::Record, Error>;

    /// The number of units of the whole run, as far as known; for the estimate of the time left.
    fn expected_units(&self) -> Option<u64> {
        None
    }

    /// Tables and plots. Asked for an incomplete run too: any unit may be missing.
    fn page(&self, done: &Results<Self>) -> Page;

    /// Files of the experiment's own beside the report, with their names, such as the games of a tournament. Asked
    /// for an incomplete run too. They depend on the results alone, like the page.
    fn files(&self, done: &Results<Self>) -> Result<Vec<(String, Vec<u8>)>, Error> {
        let _ = done;
        Ok(Vec::new())
    }

    /// For an experiment that keeps wall times of its units in files whose names begin with `timings`: reads those in
    /// the folder of a run or a shard, keeps there those of units that are run from now on, and takes over those in the
    /// folders of shards that are merged. Called before units are run, and before files are written.
    fn keep_times(&self, folder: &Path, shards: &[PathBuf]) -> Result<(), Error> {
        let _ = (folder, shards);
        Ok(())
    }

    /// Measurements of wall time, taken once after the units with nothing else running; kept apart
    /// from the results because they never repeat exactly.
    fn timings(&self) -> Result<Option<Self::Timings>, Error> {
        Ok(None)
    }

    /// The page that shows the wall times, written beside the report as `timings.html`.
    fn timings_page(&self, timings: &Self::Timings) -> Option<Page> {
        let _ = timings;
        None
    }

    /// The specification as text (canonical TOML). Its hash identifies the run, unless there is a
    /// [`frame`](Experiment::frame): whatever changes the plan or the records must change it.
    fn spec(&self) -> String;

    /// For an experiment whose plan may be changed: what the records depend on beside their units, as text.
    /// The run in a folder is then continued with any specification of the same frame. Units that the present
    /// plan does not call for are kept, and no result shows them.
    fn frame(&self) -> Option<String> {
        None
    }

    /// The seeds in use, for the manifest, such as `1-100`.
    fn seeds(&self) -> String;
}

/// The finished units of an experiment with their records, in the order in which they were planned,
/// whatever order they finished in.
pub struct Results<T: Experiment + ?Sized> {
    records: Vec<(T::Unit, T::Record)>,
    /// The places of the units by key.
    index: HashMap<String, usize>,
}

impl<T: Experiment + ?Sized> Default for Results<T> {
    fn default() -> Self {
        Results { records: Vec::new(), index: HashMap::new() }
    }
}

impl<T: Experiment + ?Sized> Results<T> {
    /// The record of a unit, if it is finished.
    pub fn get(&self, unit: &T::Unit) -> Option<&T::Record> {
        self.index.get(&unit.to_string()).map(|&i| &self.records[i].1)
    }

    /// Whether a unit is finished.
    pub fn contains(&self, unit: &T::Unit) -> bool {
        self.contains_key(&unit.to_string())
    }

    pub(super) fn contains_key(&self, key: &str) -> bool {
        self.index.contains_key(key)
    }

    /// Every finished unit with its record, in plan order.
    pub fn iter(&self) -> impl Iterator<Item = (&T::Unit, &T::Record)> {
        self.records.iter().map(|(unit, record)| (unit, record))
    }

    /// Adds the record of a unit; the first record of a unit stays.
    pub(crate) fn insert(&mut self, unit: T::Unit, record: T::Record) {
        let place = self.records.len();
        if *self.index.entry(unit.to_string()).or_insert(place) == place {
            self.records.push((unit, record));
        }
    }
}
