//! Plaat, Schaeffer, Pijls & de Bruin 1995, section 3.1: SSS* and DUAL* with their lists of open states against the
//! same searches with a transposition table, and how many entries of the table the drivers use.

mod claims;
mod page;
mod timing;

use super::settings::with_settings;
use super::spec::{Claims, Distinct, spec, wrong};
use super::tree_sources::{Source, Sources};
use crate::Error;
use crate::experiment::{Experiment, Results};
use crate::registry::{BoxedSearch, PlayerSpec, Rounded, built_in, is_limited};
use crate::report::Page;
use claims::PaperClaim;
use plywood::search::{Mt, MtOptions};
use plywood::{Budget, Search};
use plywood_games::{StaticValue, Tree, shown};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

spec! {
    pub(super) struct Spec with Claims<PaperClaim> {
        /// Searches with a list, each with the driver that evaluates the same leaves.
        twins: Vec<[String; 2]>,
        /// Drivers whose entries are counted.
        drivers: Distinct<String>,
        /// Entries of the transposition table.
        table: usize,
        trees: Sources,
        /// By width, as `w10`, or game, the depth of the deepest trees.
        depths: BTreeMap<String, u32>,
        /// How many trees of each source and depth.
        each: usize,
        /// How often each time is measured; the least counts.
        rounds: u32,
    }
}

/// The least depth that is searched.
const FIRST: u32 = 2;

impl Spec {
    fn depths(&self, source: &Source) -> std::ops::RangeInclusive<u32> {
        FIRST..=self.depths.get(&source.shape).copied().unwrap_or(FIRST)
    }

    /// A player as in the paper: one search to the depth, moves as listed, all leaves in the table.
    fn player(&self, algorithm: &str) -> Result<PlayerSpec, Error> {
        let table = format!("table={}", self.table);
        let settings = "deepening=never,table-from=0,ordering=false";
        with_settings(algorithm, &[settings, &table])
    }

    fn options(&self, driver: &str) -> Result<MtOptions, Error> {
        let player = self.player(driver)?;
        let options = player.configuration.options::<MtOptions>().copied();
        options.ok_or_else(|| {
            let driver = shown(driver);
            Error::input(format!("driver '{driver}': expected one with a transposition table"))
        })
    }

    fn driver(&self, driver: &str) -> Result<Mt<Tree, StaticValue>, Error> {
        Ok(Mt::with(self.options(driver)?, StaticValue))
    }

    fn list(&self, algorithm: &str) -> Result<BoxedSearch<Tree>, Error> {
        let configuration = self.player(algorithm)?.configuration;
        Ok((built_in::<Tree>().build)(&configuration, Rounded::not_at_all(StaticValue))?)
    }

    /// Refuses whatever could not be run, before anything is run.
    fn check(&self) -> Result<(), Error> {
        if self.twins.is_empty() || self.drivers.is_empty() || self.rounds == 0 || self.each < 2 {
            return Err(wrong("expected twins, drivers, 'rounds' from 1 and 'each' from 2"));
        }
        let named = |name: &str, e: Error| wrong(format!("algorithm '{}': {e}", shown(name)));
        for [list, driver] in &self.twins {
            self.options(driver).map_err(|e| named(driver, e))?;
            let player = self.player(list).map_err(|e| named(list, e))?;
            if is_limited(&player.budget) || player.get("table").is_some() {
                let list = shown(list);
                return Err(wrong(format!(
                    "twin '{list}': expected a search with a list, no budget"
                )));
            }
            self.list(list).map_err(|e| named(list, e))?;
        }
        for driver in self.drivers.iter() {
            self.options(driver).map_err(|e| named(driver, e))?;
        }
        Ok(())
    }
}

pub(super) struct SortedList {
    spec: Spec,
    sources: Vec<Source>,
}

/// A unit: one tree.
pub(super) struct TreeAt {
    source: usize,
    depth: u32,
    number: usize,
    /// The name of the source.
    name: String,
}

impl fmt::Display for TreeAt {
    /// `independent-drawn-w10/depth=04/tree=001`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/depth={:02}/tree={:03}", self.name, self.depth, self.number + 1)
    }
}

/// The record of a unit.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Used {
    value: i32,
    /// The nodes of the whole tree that have children, and all nodes but the root.
    width: [u64; 2],
    /// The leaves of searches with a list, and the bytes of their lists.
    lists: BTreeMap<String, [u64; 2]>,
    /// The leaves of drivers, and the entries of the table that they use.
    drivers: BTreeMap<String, [u64; 2]>,
}

/// The trees of a source that are finished, by depth.
type ByDepth<'a> = (&'a Source, Vec<(u32, Vec<&'a Used>)>);

impl SortedList {
    pub fn new(spec: Spec) -> Result<SortedList, Error> {
        let sources = spec.trees.list(&spec.depths, spec.each)?;
        spec.check()?;
        Ok(SortedList { spec, sources })
    }

    fn trees(&self, source: usize, depth: u32) -> impl Iterator<Item = TreeAt> {
        let name = self.sources[source].name.clone();
        (0..self.spec.each).map(move |number| TreeAt { source, depth, number, name: name.clone() })
    }
}

/// The value that a search found.
fn value_of(name: &str, report: &plywood::Report<u32>) -> Result<i32, Error> {
    let value = report.value.exact().map(|value| value.get());
    value.ok_or_else(|| Error::failure(format!("{name} did not finish its search")))
}

impl Experiment for SortedList {
    type Unit = TreeAt;
    type Record = Used;
    /// By source and depth.
    type Timings = BTreeMap<String, timing::Times>;

    fn name(&self) -> &str {
        &self.spec.name
    }

    fn plan(&self, _: &Results<Self>) -> Vec<TreeAt> {
        let sources = self.sources.iter().enumerate();
        let depths =
            sources.flat_map(|(i, source)| self.spec.depths(source).map(move |depth| (i, depth)));
        depths.flat_map(|(source, depth)| self.trees(source, depth)).collect()
    }

    fn run(&self, unit: &TreeAt) -> Result<Used, Error> {
        let tree = self.sources[unit.source].tree(unit.number, unit.depth)?;
        let budget = Budget::new().depth(unit.depth);
        let [_, parents] = tree.best_first();
        let mut used = Used { width: [parents, tree.node_count() as u64 - 1], ..Used::default() };
        let mut known = None;
        let mut agree = |name: &str, value: i32| match *known.get_or_insert(value) == value {
            true => Ok(()),
            false => Err(Error::failure(format!("{name} finds {value}, others {known:?}"))),
        };
        for [list, _] in &self.spec.twins {
            let report = self.spec.list(list)?.run(&tree, &budget);
            agree(list, value_of(list, &report)?)?;
            used.lists.insert(list.clone(), [report.counts.evaluated, report.memory as u64]);
        }
        let twins = self.spec.twins.iter().map(|[_, driver]| driver);
        for driver in twins.chain(self.spec.drivers.iter()) {
            if used.drivers.contains_key(driver) {
                continue;
            }
            let mut search = self.spec.driver(driver)?;
            let report = search.run(&tree, &budget);
            used.value = value_of(driver, &report)?;
            agree(driver, used.value)?;
            let entries = search.entries_used() as u64;
            used.drivers.insert(driver.clone(), [report.counts.evaluated, entries]);
        }
        Ok(used)
    }

    fn page(&self, done: &Results<Self>) -> Page {
        let mut all = Vec::new();
        for (i, source) in self.sources.iter().enumerate() {
            let at = |depth| {
                let used: Vec<&Used> =
                    self.trees(i, depth).filter_map(|tree| done.get(&tree)).collect();
                (depth, used)
            };
            let depths = self.spec.depths(source).map(at);
            let depths: Vec<_> = depths.filter(|(_, used)| !used.is_empty()).collect();
            if !depths.is_empty() {
                all.push((source, depths));
            }
        }
        page::page(&self.spec, &all)
    }

    fn timings(&self) -> Result<Option<Self::Timings>, Error> {
        timing::timings(&self.spec, &self.sources).map(Some)
    }

    fn timings_page(&self, timings: &Self::Timings) -> Option<Page> {
        Some(timing::page(&self.spec, &self.sources, timings))
    }

    fn spec(&self) -> String {
        self.spec.text.clone()
    }

    fn seeds(&self) -> String {
        format!("{} trees of each kind and depth", self.spec.each)
    }
}
