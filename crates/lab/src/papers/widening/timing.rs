//! Searches under limits of time, and other programs: what depends on the machine.

use super::problems::Attempt;
use super::spec::EngineSpec;
use super::{Samples, WideningExperiment};
use crate::Error;
use crate::papers::clock::{clock, nanoseconds};
use plywood_protocols::{GtpConsole, Protocol};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The longest that another program may think about one command.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Timed {
    attempt: Attempt,
    nanoseconds: u64,
}

/// What the searches and the other program took, by problem.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(in crate::papers) struct Timings {
    /// By problem, search and limit.
    searches: BTreeMap<usize, Vec<Vec<Timed>>>,
    #[serde(default)]
    engine: BTreeMap<usize, Timed>,
    /// Why the other program has not answered.
    missing: Option<String>,
}

impl Timings {
    pub fn missing(&self) -> Option<&str> {
        self.missing.as_deref()
    }
}

impl WideningExperiment {
    /// Gives every problem to every search in turn, with a limit of time.
    pub(super) fn measure(&self) -> Result<Timings, Error> {
        let mut timings = Timings::default();
        let searches = self.spec.searches.iter();
        let mut searches = searches
            .map(|search| self.set.search(&search.settings))
            .collect::<Result<Vec<_>, _>>()?;
        for &problem in &self.chosen {
            let mut by_search: Vec<Vec<Timed>> = vec![Vec::new(); searches.len()];
            for limit in &self.spec.limits {
                let budget = limit.by_time()?;
                for (search, by_limit) in searches.iter_mut().zip(&mut by_search) {
                    let rounds = (0..self.spec.rounds).map(|_| {
                        let begun = clock();
                        let attempt = search.attempt(problem, self.spec.questions, &budget);
                        Timed { attempt, nanoseconds: clock().saturating_sub(begun) }
                    });
                    // A search that others kept from the processor has answered less in less time.
                    let rank =
                        |timed: &Timed| (timed.attempt.result == "unknown", timed.nanoseconds);
                    by_limit.extend(rounds.min_by_key(rank));
                }
            }
            timings.searches.insert(problem, by_search);
        }
        if let Some(engine) = &self.spec.engine {
            match self.ask_engine(engine) {
                Ok(answers) => timings.engine = answers,
                Err(error) => {
                    timings.missing = Some(format!(
                        "{} has not answered, so it is not in the tables: {error}. {} Then delete timings.json in \
                         the folder of the run, and run the experiment again.",
                        engine.name, engine.install
                    ));
                }
            }
        }
        Ok(timings)
    }

    fn ask_engine(&self, engine: &EngineSpec) -> Result<BTreeMap<usize, Timed>, Error> {
        let spec = plywood_protocols::EngineSpec::new(Protocol::Gtp, &engine.command)?;
        let failure = |fault: plywood_protocols::Fault| Error::failure(fault.to_string());
        let mut console = GtpConsole::start(&spec).map_err(failure)?;
        let mut spent = Duration::ZERO;
        let mut answers = BTreeMap::new();
        for &problem in &self.chosen {
            let before = spent;
            let mut ask = |command: &str| {
                let begun = Instant::now();
                let answer = console.ask(command, PATIENCE).map_err(failure);
                // Setting up the board is not thinking.
                if ["attack", "defend"].iter().any(|word| command.starts_with(word)) {
                    spent += begun.elapsed();
                }
                answer
            };
            let Some(attempt) = self.set.ask(problem, &mut ask) else { break };
            let attempt = attempt?;
            answers.insert(problem, Timed { attempt, nanoseconds: nanoseconds(spent - before) });
        }
        Ok(answers)
    }

    /// The samples under limits of time, by search and limit.
    pub(super) fn timed_samples(&self, timings: &Timings) -> Vec<Vec<Samples>> {
        let mut all = vec![vec![Samples::new(); self.spec.limits.len()]; self.spec.searches.len()];
        for (&problem, by_search) in &timings.searches {
            for (by_limit, timed) in all.iter_mut().zip(by_search) {
                for (samples, timed) in by_limit.iter_mut().zip(timed) {
                    let seconds = timed.nanoseconds as f64 / 1e9;
                    samples.insert(problem, self.sample(problem, &timed.attempt, Some(seconds)));
                }
            }
        }
        all
    }

    /// The answers of the other program, if it has given any.
    pub(super) fn engine_samples(&self, timings: &Timings) -> Option<Samples> {
        let sample = |(&problem, timed): (&usize, &Timed)| {
            let seconds = timed.nanoseconds as f64 / 1e9;
            (problem, self.sample(problem, &timed.attempt, Some(seconds)))
        };
        let samples: Samples = timings.engine.iter().map(sample).collect();
        (!samples.is_empty()).then_some(samples)
    }
}
