//! What the experiments of Korf 1992 share: batches of uniform random trees.

use super::seeds::Seeds;
use super::spec::{Distinct, GeneratorName, spec, wrong};
use crate::Error;
use plywood_games::random_tree::{Branching, Edges, Generator, Params, RandomTree};
use serde::Deserialize;
use std::fmt;
use std::ops::Range;

spec! {
    /// Their specs; `P` holds the paper's numbers.
    #[serde(bound = "P: Default + Deserialize<'de>")]
    pub(super) struct Spec<P> with P {
        #[serde(with = "GeneratorName")]
        generator: Generator,
        pub first_seed: u64,
        /// Branching and depth.
        trees: Vec<(u16, u32)>,
        pub branching: Distinct<u16>,
        pub trees_each: u64,
        trees_a_unit: u64,
        #[serde(default)]
        pub generation: Generation,
    }
}

/// How children are generated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Generation {
    /// All children of a node if any: depth-first expansion, as the paper ran both algorithms.
    #[default]
    AllAtOnce,
    /// One at a time: by alpha-beta at its horizon, by best-first minimax until one leaves the window.
    OneAtATime,
}

/// A unit: a batch of trees of one shape, with the seeds `first..=last`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Batch {
    pub branching: u16,
    pub depth: u32,
    pub first: u64,
    pub last: u64,
}

impl fmt::Display for Batch {
    /// `b=02/trees=00001-00100`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Batch { branching, first, last, .. } = self;
        write!(f, "b={branching:02}/trees={first:05}-{last:05}")
    }
}

impl<P> Spec<P> {
    pub fn check(&self) -> Result<(), Error> {
        if self.trees_each == 0 || self.trees_a_unit == 0 || self.branching.is_empty() {
            let expected = "a branching factor, and trees_each and trees_a_unit from 1";
            return Err(wrong(format!("expected {expected}")));
        }
        for &b in self.branching.iter() {
            let params = Params { branching: Branching::Uniform(b), ..Params::default() };
            let depth = self
                .depth_of(b)
                .ok_or_else(|| wrong(format!("branching {b}: expected its depth in 'trees'")))?;
            RandomTree::new(Params { depth, ..params }).map_err(wrong)?;
        }
        Ok(())
    }

    pub fn depth_of(&self, branching: u16) -> Option<u32> {
        self.trees.iter().find(|tree| tree.0 == branching).map(|tree| tree.1)
    }

    /// The batches of all branching factors.
    pub fn batches(&self) -> Vec<Batch> {
        let mut batches = Vec::new();
        for &branching in self.branching.iter() {
            let Some(depth) = self.depth_of(branching) else { continue };
            let Range { start: mut first, end } = self.seeds().numbers();
            while first < end {
                let last = (first + self.trees_a_unit).min(end) - 1;
                batches.push(Batch { branching, depth, first, last });
                first = last + 1;
            }
        }
        batches
    }

    pub fn tree(&self, batch: &Batch, seed: u64) -> Result<RandomTree, Error> {
        RandomTree::new(Params {
            branching: Branching::Uniform(batch.branching),
            depth: batch.depth,
            seed,
            edges: Edges::Korf,
            generator: self.generator,
        })
        .map_err(|e| Error::failure(e.to_string()))
    }

    pub fn seeds(&self) -> Seeds {
        Seeds { first: self.first_seed, count: self.trees_each }
    }
}
