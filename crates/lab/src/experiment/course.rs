//! How far a run has come: the rounds of its plan that are complete, and the present one.

use super::erased::{AnyExperiment, Rounds};
use super::journal::{Journal, Place};
use super::progress::Progress;
use super::results::Record;
use crate::Error;
use plywood_games::catch_panic;
use plywood_play::pool;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The rounds of a run, as far as its journal has their results.
pub(super) struct Course<'a> {
    pub(super) rounds: Box<dyn Rounds + 'a>,
    /// Where the records of the complete rounds are, in plan order.
    pub(super) done: Vec<Place>,
    /// The keys of the present round, not all of which are in the journal; none if the run is complete.
    pub(super) round: Vec<String>,
    /// The number of the present round, from 1.
    pub(super) number: u32,
}

impl<'a> Course<'a> {
    /// Goes through the rounds that are complete.
    pub(super) fn begin(
        experiment: &'a dyn AnyExperiment,
        journal: &Journal,
    ) -> Result<Course<'a>, Error> {
        let (rounds, done) = (experiment.begin(), Vec::new());
        let mut course = Course { rounds, done, round: Vec::new(), number: 0 };
        course.plan(journal)?;
        Ok(course)
    }

    /// Plans rounds until one has units that are not in the journal, or none is left.
    fn plan(&mut self, journal: &Journal) -> Result<(), Error> {
        loop {
            self.round = self.rounds.plan();
            self.number += 1;
            if self.round.is_empty() || !self.is_complete(journal) {
                return Ok(());
            }
            self.take(journal)?;
        }
    }

    fn is_complete(&self, journal: &Journal) -> bool {
        self.round.iter().all(|unit| journal.contains(unit))
    }

    /// Takes the records of the present round, which is complete, and plans on.
    pub(super) fn advance(&mut self, journal: &Journal) -> Result<(), Error> {
        self.take(journal)?;
        self.plan(journal)
    }

    /// Takes the round's records into the results in plan order, and returns how many are missing.
    pub(super) fn take(&mut self, journal: &Journal) -> Result<usize, Error> {
        let before = self.done.len();
        for (unit, key) in self.round.iter().enumerate() {
            if let Some((record, place)) = journal.record(key)? {
                self.rounds.add(unit, &record)?;
                self.done.push(place);
            }
        }
        Ok(self.round.len() - (self.done.len() - before))
    }

    /// Runs units of the present round, given by their places in it, and appends them to a journal, which is
    /// on the disk afterwards.
    pub(super) fn run(
        &self,
        units: &[usize],
        journal: &mut Journal,
        how: &Running<'_>,
    ) -> Result<Ran, Error> {
        let (rounds, round) = (&*self.rounds, &self.round);
        let (mut ran, mut spent) = (0, Duration::ZERO);
        let outcome = pool::run(
            pool::workers(how.jobs, units.len()),
            units.iter(),
            how.stop,
            |(), &unit| {
                let begun = Instant::now();
                run_unit(rounds, unit, &round[unit]).map(|record| (unit, record, begun.elapsed()))
            },
            |_, (unit, record, time)| {
                journal.append(&round[unit], &record)?;
                ran += 1;
                spent += time;
                how.progress.unit_done();
                if let Some(watch) = how.watch {
                    watch(&round[unit], &record);
                }
                Ok(())
            },
        );
        let synced = journal.sync();
        let all = outcome?;
        synced?;
        Ok(Ran { units: ran, spent, all })
    }
}

/// A function that is handed the key of a unit and its record.
pub(crate) type Watch<'a> = &'a dyn Fn(&str, &Record);

/// How units are run.
pub(super) struct Running<'a> {
    pub(super) jobs: usize,
    pub(super) stop: &'a AtomicBool,
    pub(super) progress: &'a Progress,
    /// Is told of each unit that is finished.
    pub(super) watch: Option<Watch<'a>>,
}

/// What came of running units.
pub(super) struct Ran {
    pub(super) units: u64,
    /// The time that the threads spent in them.
    pub(super) spent: Duration,
    /// Whether all were run: not if the run was stopped.
    pub(super) all: bool,
}

/// Runs one unit; whatever goes wrong in it becomes a failure that names it.
fn run_unit(rounds: &dyn Rounds, unit: usize, key: &str) -> Result<Record, Error> {
    // A unit shares nothing mutable with the engine, and after a panic none is started.
    match catch_panic(|| rounds.run(unit)) {
        Ok(Ok(record)) => Ok(record),
        Ok(Err(error)) => Err(Error::failure(format!("unit `{key}`: {error}"))),
        Err(words) => Err(Error::failure(format!("unit `{key}` panicked: {words}"))),
    }
}
