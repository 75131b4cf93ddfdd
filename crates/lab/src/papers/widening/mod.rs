//! Searches with sets of moves that widen, on problem sets under limits: Cazenave 2001, section 6.
//!
//! A unit is one problem, given to every search under every limit of nodes, so that its record always repeats.
//! The same searches under limits of time, and other programs, are measured apart, as wall times are.

mod claims;
mod go_capture;
mod page;
mod phutball;
mod problems;
mod spec;
mod timing;

pub(super) use spec::Spec;

use crate::Error;
use crate::experiment::{Experiment, Results};
use crate::report::Page;
use plywood::{Budget, Stop};
use problems::{Attempt, Described, ProblemSet, Questions};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use timing::Timings;

pub(super) struct WideningExperiment {
    spec: Spec,
    set: Box<dyn ProblemSet>,
    /// The numbers of the problems in use.
    chosen: Vec<usize>,
}

/// A unit: a problem by its number in the set.
pub(super) struct ProblemNumber {
    number: usize,
    id: String,
}

impl fmt::Display for ProblemNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.id)
    }
}

/// The record of a unit: by search and by limit, as the spec lists them.
#[derive(Serialize, Deserialize)]
pub(super) struct Attempted {
    attempts: Vec<Vec<Attempt>>,
}

/// What a search made of a problem under a limit.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sample {
    is_solved: bool,
    is_unknown: bool,
    gave_up: bool,
    is_false_win: bool,
    nodes: u64,
    least: u64,
    /// Under a limit of time only.
    seconds: Option<f64>,
}

/// The samples of a search under a limit, by the numbers of the problems.
type Samples = BTreeMap<usize, Sample>;

impl WideningExperiment {
    pub(super) fn new(spec: Spec) -> Result<WideningExperiment, Error> {
        let set = spec.check()?;
        let mut taken: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        let is_chosen = |problem: &Described| {
            if spec.questions == Questions::Both
                && !(problem.proves_first && problem.is_right("won"))
            {
                return false;
            }
            true
        };
        let mut chosen = Vec::new();
        for (number, problem) in set.problems().iter().enumerate().filter(|(_, p)| is_chosen(p)) {
            let count = taken.entry((&problem.group, &problem.part)).or_default();
            *count += 1;
            if spec.per_group.is_none_or(|most| *count <= most) {
                chosen.push(number);
            }
        }
        Ok(WideningExperiment { spec, set, chosen })
    }

    fn described(&self, problem: usize) -> &Described {
        &self.set.problems()[problem]
    }

    /// The groups of the problems in use, in the order of the set.
    fn groups(&self) -> Vec<&str> {
        let mut groups: Vec<&str> = Vec::new();
        for &problem in &self.chosen {
            let group = self.described(problem).group.as_str();
            if !groups.contains(&group) {
                groups.push(group);
            }
        }
        groups
    }

    fn sample(&self, problem: usize, attempt: &Attempt, seconds: Option<f64>) -> Sample {
        let described = self.described(problem);
        Sample {
            is_solved: described.is_right(&attempt.result),
            is_unknown: attempt.result == "unknown",
            gave_up: attempt.stop == Stop::GaveUp.name(),
            is_false_win: described.is_false_win(&attempt.result),
            nodes: attempt.nodes,
            least: attempt.least,
            seconds,
        }
    }

    /// The samples under limits of nodes, by search and limit.
    fn samples(&self, done: &Results<Self>) -> Vec<Vec<Samples>> {
        let mut all = vec![vec![Samples::new(); self.spec.limits.len()]; self.spec.searches.len()];
        for (unit, record) in done.iter() {
            for (by_limit, attempts) in all.iter_mut().zip(&record.attempts) {
                for (samples, attempt) in by_limit.iter_mut().zip(attempts) {
                    samples.insert(unit.number, self.sample(unit.number, attempt, None));
                }
            }
        }
        all
    }
}

impl Experiment for WideningExperiment {
    type Unit = ProblemNumber;
    type Record = Attempted;
    type Timings = Timings;

    fn name(&self) -> &str {
        &self.spec.name
    }

    fn plan(&self, _: &Results<Self>) -> Vec<ProblemNumber> {
        let unit =
            |&number: &usize| ProblemNumber { number, id: self.described(number).id.clone() };
        self.chosen.iter().map(unit).collect()
    }

    fn run(&self, unit: &ProblemNumber) -> Result<Attempted, Error> {
        let mut attempts = Vec::new();
        for search in &self.spec.searches {
            let mut search = self.set.search(&search.settings)?;
            let attempt = |limit: &spec::Limit| {
                search.attempt(unit.number, self.spec.questions, &Budget::new().nodes(limit.nodes))
            };
            attempts.push(self.spec.limits.iter().map(attempt).collect());
        }
        Ok(Attempted { attempts })
    }

    fn expected_units(&self) -> Option<u64> {
        Some(self.chosen.len() as u64)
    }

    fn page(&self, done: &Results<Self>) -> Page {
        self.compose(done)
    }

    fn timings(&self) -> Result<Option<Timings>, Error> {
        self.measure().map(Some)
    }

    fn timings_page(&self, timings: &Timings) -> Option<Page> {
        Some(self.compose_times(timings))
    }

    fn spec(&self) -> String {
        self.spec.text.clone()
    }

    fn seeds(&self) -> String {
        "none".into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPEC: &str = r#"
        kind = "widening"
        name = "own"
        title = "t"
        paper = "p"
        intro = []
        problems = "go-capture"
        questions = "both"
        rounds = 1
        per_group = 1
        searches = [
            { name = "narrow", settings = "strategy=10" },
            { name = "wide", settings = "strategy=1" },
        ]
        limits = [{ name = "few", nodes = 30, time = "1ms" }]
        engine = { name = "Nobody", command = "no-such-program-of-go", install = "Write it." }
        [[paper_numbers.claims]]
        text = "wider is better"
        place = "here"
        searches = ["wide"]
        than = "narrow"
        limit = "few"
        measure = "solved"
        side = "above"
    "#;

    fn open(spec: &str) -> Result<WideningExperiment, Error> {
        WideningExperiment::new(toml::from_str(spec).map_err(|e| Error::input(e.to_string()))?)
    }

    #[test]
    fn problems_of_all_groups_and_parts_are_searched() {
        let experiment = open(SPEC).unwrap();
        assert_eq!(experiment.groups(), ["easy", "medium", "hard"]);
        assert_eq!(experiment.chosen.len(), 6, "one of each grade and size");
        let mut done = Results::default();
        for unit in experiment.plan(&done) {
            let problem = experiment.described(unit.number);
            assert!(problem.proves_first && problem.is_right("won"));
            let record = experiment.run(&unit).unwrap();
            for attempt in record.attempts.iter().flatten() {
                assert!(attempt.least <= attempt.nodes && attempt.nodes <= 60, "{attempt:?}");
            }
            done.insert(unit, record);
        }
        let page = experiment.page(&done);
        assert_eq!(page.claims.len(), 1);
        let rows = page.tables().find(|table| table.name == "all-few").unwrap().rows.len();
        assert_eq!(rows, 2);
    }

    #[test]
    fn a_program_that_is_missing_is_named_on_the_page() {
        let experiment = open(SPEC).unwrap();
        let timings = experiment.timings().unwrap().unwrap();
        let page = experiment.timings_page(&timings).unwrap();
        let words = page.intro.iter().find(|text| text.starts_with("Nobody has not answered"));
        let words = words.expect("a paragraph");
        assert!(words.contains("no-such-program-of-go") && words.contains("Write it."), "{words}");
    }

    #[test]
    fn what_cannot_be_run_is_refused() {
        for (from, to, words) in [
            ("strategy=10", "strategy=12", "expected a number from 1 to 10"),
            ("\"go-capture\"", "\"go-captures\"", "did you mean 'go-capture'?"),
            ("nodes = 30", "nodes = 0", "expected nodes from 1"),
            ("time = \"1ms\"", "time = \"soon\"", "time"),
            ("name = \"wide\"", "name = \"narrow\"", "listed twice"),
            ("than = \"narrow\"", "than = \"nobody\"", "expected the name of a search"),
            ("limit = \"few\"", "limit = \"many\"", "expected the name of a limit"),
            ("than = \"narrow\"", "", "expected 'than', or 'parts'"),
            ("rounds = 1", "rounds = 0", "rounds from 1"),
        ] {
            let spec = SPEC.replacen(from, to, 1);
            assert_ne!(spec, SPEC, "{from}");
            let error = open(&spec).err().expect(from).to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
