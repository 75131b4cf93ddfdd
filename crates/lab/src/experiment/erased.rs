//! Experiments with their types erased: what the engine runs.

use super::definition::{Experiment, Results};
use super::results::Record;
use crate::Error;
use crate::report::Page;
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// An [`Experiment`] whose types of units and records are erased. Every experiment is one.
///
/// ```
/// use plywood_lab::papers::open;
/// let experiment = open("korf-1992-overhead", "smoke")?;
/// let mut rounds = experiment.begin();
/// let units = rounds.plan();
/// assert_eq!(units[0], "b=02/trees=00001-00010");
/// let record = rounds.run(0)?;
/// rounds.add(0, &record)?;
/// assert!(record["depths"][0]["generated"].as_u64() > Some(0));
/// # Ok::<(), plywood_lab::Error>(())
/// ```
pub trait AnyExperiment: Sync {
    /// See [`Experiment::name`].
    fn name(&self) -> &str;
    /// See [`Experiment::spec`].
    fn spec(&self) -> String;
    /// See [`Experiment::frame`].
    fn frame(&self) -> Option<String>;
    /// See [`Experiment::seeds`].
    fn seeds(&self) -> String;
    /// See [`Experiment::expected_units`].
    fn expected_units(&self) -> Option<u64>;
    /// The rounds of a run that has no results yet.
    fn begin(&self) -> Box<dyn Rounds + '_>;
    /// See [`Experiment::keep_times`].
    fn keep_times(&self, folder: &Path, shards: &[PathBuf]) -> Result<(), Error>;
    /// See [`Experiment::timings`].
    fn timings(&self) -> Result<Option<Value>, Error>;
    /// See [`Experiment::timings_page`]. An error if these are not times of the experiment.
    fn timings_page(&self, timings: &Value) -> Result<Option<Page>, Error>;
}

/// A run as the engine sees it: units in rounds, and the results so far.
pub trait Rounds: Sync {
    /// Plans the next round and gives the keys of its units, each of which is missing in the results.
    /// No units: the experiment is complete.
    fn plan(&mut self) -> Vec<String>;

    /// Does a unit of the round, by its place in it.
    fn run(&self, unit: usize) -> Result<Record, Error>;

    /// Takes the record of a unit of the round into the results. To be called in the order of the
    /// plan. An error if it is no record of the experiment.
    fn add(&mut self, unit: usize, record: &Record) -> Result<(), Error>;

    /// See [`Experiment::page`].
    fn page(&self) -> Page;

    /// See [`Experiment::files`].
    fn files(&self) -> Result<Vec<(String, Vec<u8>)>, Error>;
}

impl<T: Experiment> AnyExperiment for T {
    fn name(&self) -> &str {
        Experiment::name(self)
    }

    fn spec(&self) -> String {
        Experiment::spec(self)
    }

    fn frame(&self) -> Option<String> {
        Experiment::frame(self)
    }

    fn seeds(&self) -> String {
        Experiment::seeds(self)
    }

    fn expected_units(&self) -> Option<u64> {
        Experiment::expected_units(self)
    }

    fn begin(&self) -> Box<dyn Rounds + '_> {
        Box::new(TypedRounds { experiment: self, done: Results::default(), round: Vec::new() })
    }

    fn keep_times(&self, folder: &Path, shards: &[PathBuf]) -> Result<(), Error> {
        Experiment::keep_times(self, folder, shards)
    }

    fn timings(&self) -> Result<Option<Value>, Error> {
        let timings = Experiment::timings(self)?;
        let written = |e| Error::failure(format!("the times cannot be written: {e}"));
        timings.map(|timings| serde_json::to_value(timings).map_err(written)).transpose()
    }

    fn timings_page(&self, timings: &Value) -> Result<Option<Page>, Error> {
        let timings = T::Timings::deserialize(timings)
            .map_err(|e| Error::input(format!("timings.json: {e}")))?;
        Ok(Experiment::timings_page(self, &timings))
    }
}

/// The rounds of an experiment, with its types.
struct TypedRounds<'a, T: Experiment> {
    experiment: &'a T,
    done: Results<T>,
    /// The units of the round that are not done yet.
    round: Vec<Option<T::Unit>>,
}

impl<T: Experiment> TypedRounds<'_, T> {
    fn unit(&self, unit: usize) -> Result<&T::Unit, Error> {
        let unit = self.round.get(unit).and_then(Option::as_ref);
        unit.ok_or_else(|| Error::failure("no such unit is left in the round"))
    }
}

impl<T: Experiment> Rounds for TypedRounds<'_, T> {
    fn plan(&mut self) -> Vec<String> {
        let (mut keys, mut seen) = (Vec::new(), HashSet::new());
        self.round.clear();
        for unit in self.experiment.plan(&self.done) {
            let key = unit.to_string();
            if !self.done.contains_key(&key) && seen.insert(key.clone()) {
                keys.push(key);
                self.round.push(Some(unit));
            }
        }
        keys
    }

    fn run(&self, unit: usize) -> Result<Record, Error> {
        let record = self.experiment.run(self.unit(unit)?)?;
        match serde_json::to_value(record) {
            Ok(Value::Object(record)) => Ok(record),
            Ok(_) => Err(Error::failure("its record is no JSON object")),
            Err(e) => Err(Error::failure(format!("its record cannot be written: {e}"))),
        }
    }

    fn add(&mut self, unit: usize, record: &Record) -> Result<(), Error> {
        let record = T::Record::deserialize(record).map_err(|e| {
            let key = self.unit(unit).map_or(String::new(), T::Unit::to_string);
            Error::input(format!(
                "unit `{key}`: the journal holds no record of this experiment: {e}"
            ))
        })?;
        self.unit(unit)?;
        if let Some(unit) = self.round[unit].take() {
            self.done.insert(unit, record);
        }
        Ok(())
    }

    fn page(&self) -> Page {
        self.experiment.page(&self.done)
    }

    fn files(&self) -> Result<Vec<(String, Vec<u8>)>, Error> {
        self.experiment.files(&self.done)
    }
}
