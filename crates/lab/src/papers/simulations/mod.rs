//! Plaat, Schaeffer, Pijls & de Bruin 1995, section 4.4: artificial and real trees. Where does the advantage of
//! SSS* over alpha-beta go, when static ordering, iterative deepening and the table are added one at a time?

mod claims;
mod ladder;
mod measures;
mod page;

use super::spec::{Claims, Distinct, spec, wrong};
use super::tree_sources::{Source, Sources};
use crate::Error;
use crate::experiment::{Experiment, Results};
use crate::registry::{PlayerSpec, is_limited};
use crate::report::Page;
use claims::PaperClaim;
use ladder::{Costs, Step};
use measures::Finished;
use plywood_games::shown;
use std::collections::BTreeMap;
use std::fmt;

spec! {
    pub(super) struct Spec with Claims<PaperClaim> {
        /// Drivers with a transposition table; the first is the base line of all percentages.
        algorithms: Distinct<String>,
        trees: Sources,
        /// By game, the width of the uniform trees that it is compared with.
        beside: BTreeMap<String, u32>,
        /// By width, as `w10`, or game, the depth of the trees.
        depths: BTreeMap<String, u32>,
        /// How many trees of each source.
        each: usize,
    }
}

impl Spec {
    fn base(&self) -> &str {
        &self.algorithms[0]
    }

    fn depth(&self, source: &Source) -> u32 {
        self.depths.get(&source.shape).copied().unwrap_or(1)
    }

    /// Refuses whatever could not be run, before anything is run.
    fn check(&self, sources: &[Source]) -> Result<(), Error> {
        if self.algorithms.len() < 2 {
            return Err(wrong("expected two algorithms or more"));
        }
        for algorithm in self.algorithms.iter() {
            let named = |e: Error| wrong(format!("algorithm '{}': {e}", shown(algorithm)));
            let player = PlayerSpec::parse(algorithm).map_err(|e| named(e.into()))?;
            if is_limited(&player.budget) || player.get("table").is_none() {
                let words = "expected one with a transposition table, and no budget";
                return Err(wrong(format!("algorithm '{}': {words}", shown(algorithm))));
            }
            for source in sources {
                for step in Step::ALL {
                    step.player(algorithm, source, 1).map_err(named)?;
                }
            }
        }
        for (game, width) in &self.beside {
            let is_game = sources.iter().any(|source| source.is_game() && source.name == *game);
            if !is_game || !self.trees.widths.contains(width) {
                let game = shown(game);
                return Err(wrong(format!(
                    "beside: '{game} = {width}': expected a game and a width"
                )));
            }
        }
        Ok(())
    }
}

pub(super) struct Simulations {
    spec: Spec,
    sources: Vec<Source>,
}

/// A unit: one tree.
pub(super) struct TreeOf {
    source: usize,
    number: usize,
    /// The name of the source.
    name: String,
}

impl fmt::Display for TreeOf {
    /// `incremental-well-w10/tree=001`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/tree={:03}", self.name, self.number + 1)
    }
}

impl Simulations {
    pub fn new(spec: Spec) -> Result<Simulations, Error> {
        let sources = spec.trees.list(&spec.depths, spec.each)?;
        spec.check(&sources)?;
        Ok(Simulations { spec, sources })
    }

    fn trees(&self, source: usize) -> impl Iterator<Item = TreeOf> {
        let name = self.sources[source].name.clone();
        (0..self.spec.each).map(move |number| TreeOf { source, number, name: name.clone() })
    }
}

impl Experiment for Simulations {
    type Unit = TreeOf;
    type Record = Costs;
    type Timings = ();

    fn name(&self) -> &str {
        &self.spec.name
    }

    fn plan(&self, _: &Results<Self>) -> Vec<TreeOf> {
        (0..self.sources.len()).flat_map(|source| self.trees(source)).collect()
    }

    fn run(&self, unit: &TreeOf) -> Result<Costs, Error> {
        ladder::searches(&self.spec, &self.sources[unit.source], unit.number)
    }

    fn page(&self, done: &Results<Self>) -> Page {
        let finished = self.sources.iter().enumerate().map(|(i, source)| {
            let costs = self.trees(i).filter_map(|tree| done.get(&tree));
            (source, Finished(costs.collect()))
        });
        let finished: Vec<_> = finished.filter(|(_, trees)| !trees.0.is_empty()).collect();
        page::page(&self.spec, &finished)
    }

    fn spec(&self) -> String {
        self.spec.text.clone()
    }

    fn seeds(&self) -> String {
        match self.spec.each {
            1 => "1 tree of each kind".into(),
            each => format!("{each} trees of each kind"),
        }
    }
}
