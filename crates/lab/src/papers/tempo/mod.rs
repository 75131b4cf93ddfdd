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

use super::samples::{Sample, Samples};
use crate::Error;
use crate::experiment::{Experiment, Results};
use crate::report::Page;
use count::{Counter, Tempo};

pub(super) struct TempoExperiment {
    spec: Spec,
    samples: Samples,
}

impl TempoExperiment {
    pub(super) fn new(spec: Spec) -> Result<TempoExperiment, Error> {
        let samples = spec.check()?;
        Ok(TempoExperiment { spec, samples })
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
        self.samples.all()
    }

    fn run(&self, unit: &Sample) -> Result<Tempo, Error> {
        let setting = &self.spec.settings[unit.setting];
        let mut session = setting.open(unit.number)?;
        session.set_player(&setting.player(self.spec.nodes)?)?;
        let mut counter = Counter::new(session.side());
        session.trace(&["expanded"], &mut |event| counter.event(event))?;
        Ok(counter.finish())
    }

    fn expected_units(&self) -> Option<u64> {
        Some(self.samples.count())
    }

    fn page(&self, done: &Results<Self>) -> Page {
        self.compose(done)
    }

    fn spec(&self) -> String {
        self.spec.text.clone()
    }

    fn seeds(&self) -> String {
        self.samples.seeds.to_string()
    }
}
