//! The tempo effect: Korf & Chickering 1993, section 2. "The expansion of any node tends to make it look
//! worse", for the side that moved into it, which keeps best-first minimax from exploring a single path.
//!
//! A unit is one position. Best-first minimax searches it, and each expansion below the root is compared
//! with the static value that the node had before.

mod claims;
mod count;
mod page;
mod spec;

pub(super) use spec::Spec;

use crate::Error;
use crate::experiment::{Experiment, Results};
use crate::report::Page;
use count::{Counter, Tempo};
use std::fmt;

/// A unit: a position of a setting, by its seed.
pub(super) struct Sample {
    setting: usize,
    seed: u64,
    key: String,
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/seed={:04}", self.key, self.seed)
    }
}

pub(super) struct TempoExperiment {
    spec: Spec,
    /// The text that identifies the run.
    text: String,
}

impl TempoExperiment {
    pub(super) fn new(spec: Spec, text: &str) -> Result<TempoExperiment, Error> {
        spec.check()?;
        Ok(TempoExperiment { spec, text: text.to_string() })
    }

    fn samples(&self, setting: usize) -> impl Iterator<Item = Sample> {
        let key = self.spec.settings[setting].key();
        self.spec.seeds().map(move |seed| Sample { setting, seed, key: key.clone() })
    }

    /// What was found in the positions of a setting that are done.
    fn found<'a>(&self, done: &'a Results<Self>, setting: usize) -> Vec<&'a Tempo> {
        self.samples(setting).filter_map(|unit| done.get(&unit)).collect()
    }
}

impl Experiment for TempoExperiment {
    type Unit = Sample;
    type Record = Tempo;
    type Timings = ();

    fn name(&self) -> &str {
        &self.spec.name
    }

    fn plan(&self, _: &Results<Self>) -> Vec<Sample> {
        (0..self.spec.settings.len()).flat_map(|setting| self.samples(setting)).collect()
    }

    fn run(&self, unit: &Sample) -> Result<Tempo, Error> {
        let setting = &self.spec.settings[unit.setting];
        let mut session = setting.open(unit.seed)?;
        session.set_player(&setting.player(self.spec.nodes)?)?;
        let mut counter = Counter::new(session.side());
        session.trace(&["expanded"], &mut |event| counter.event(event))?;
        Ok(counter.finish())
    }

    fn expected_units(&self) -> Option<u64> {
        Some(self.spec.settings.len() as u64 * self.spec.samples)
    }

    fn page(&self, done: &Results<Self>) -> Page {
        self.compose(done)
    }

    fn spec(&self) -> String {
        self.text.clone()
    }

    fn seeds(&self) -> String {
        let seeds = self.spec.seeds();
        format!("{}-{}", seeds.start, seeds.end - 1)
    }
}
