//! The specs of experiments on widening.

use super::claims::PaperClaim;
use super::problems::{ProblemSet, Questions, problem_set};
use crate::Error;
use crate::papers::spec::{duplicate, spec, wrong};
use crate::registry::set_limit;
use plywood::Budget;
use plywood_games::shown;
use serde::Deserialize;

spec! {
    pub(in crate::papers) struct Spec with PaperNumbers {
        /// The first paragraphs of the page.
        pub intro: Vec<String>,
        /// The name of the problem set.
        pub problems: String,
        #[serde(default)]
        pub questions: Questions,
        pub searches: Vec<NamedSearch>,
        pub limits: Vec<Limit>,
        /// How many problems of each group are used: the first ones; all if it is not given.
        pub per_group: Option<usize>,
        /// How often each search under a limit of time is run; the least time counts.
        pub rounds: u32,
        /// Another program that is asked the same.
        pub engine: Option<EngineSpec>,
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::papers) struct NamedSearch {
    pub name: String,
    pub settings: String,
    /// Whether it has a curve in the plot, which has room for eight.
    #[serde(default = "yes")]
    pub plotted: bool,
}

fn yes() -> bool {
    true
}

/// Limits of one search: of nodes, where counts are to repeat, and of time.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::papers) struct Limit {
    /// What it is called in titles, and in claims.
    pub name: String,
    pub nodes: u64,
    pub time: String,
}

impl Limit {
    pub fn by_time(&self) -> Result<Budget, Error> {
        let mut budget = Budget::new();
        set_limit(&mut budget, "time", &self.time)?;
        Ok(budget)
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::papers) struct EngineSpec {
    pub name: String,
    pub command: String,
    /// What to do if it is not there.
    pub install: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::papers) struct PaperNumbers {
    #[serde(default)]
    pub tables: Vec<PaperTable>,
    #[serde(default)]
    pub claims: Vec<PaperClaim>,
}

/// A table of the paper.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::papers) struct PaperTable {
    /// What the paper calls it.
    pub name: String,
    pub group: String,
    pub limit: String,
    pub rows: Vec<PaperRow>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::papers) struct PaperRow {
    pub search: String,
    pub seconds: f64,
    pub nodes: u64,
    pub least: Option<u64>,
    pub solved: f64,
}

impl Spec {
    /// The problem set, after all that could not be run was refused.
    pub fn check(&self) -> Result<Box<dyn ProblemSet>, Error> {
        if self.searches.is_empty() || self.limits.is_empty() || self.rounds == 0 {
            return Err(wrong("expected searches, limits, and rounds from 1"));
        }
        let names = |list: Vec<&str>| -> Result<(), Error> {
            match duplicate(&list) {
                Some(place) => Err(wrong(format!("'{}' is listed twice", shown(list[place])))),
                None => Ok(()),
            }
        };
        names(self.searches.iter().map(|search| search.name.as_str()).collect())?;
        names(self.limits.iter().map(|limit| limit.name.as_str()).collect())?;
        let set = problem_set(&self.problems).map_err(wrong)?;
        for search in &self.searches {
            set.search(&search.settings).map_err(wrong)?;
        }
        for limit in &self.limits {
            limit.by_time().map_err(wrong)?;
            if limit.nodes == 0 {
                return Err(wrong(format!(
                    "limit '{}': expected nodes from 1",
                    shown(&limit.name)
                )));
            }
        }
        self.paper_numbers.claims.iter().try_for_each(|claim| claim.check(self))?;
        Ok(set)
    }

    pub fn search(&self, name: &str) -> Option<usize> {
        self.searches.iter().position(|search| search.name == name)
    }

    pub fn limit(&self, name: &str) -> Option<usize> {
        self.limits.iter().position(|limit| limit.name == name)
    }
}
