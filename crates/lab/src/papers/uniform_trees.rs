//! What the experiments of Korf 1992 share: batches of uniform random trees.

use crate::Error;
use plywood_games::random_tree::{Branching, Edges, Generator, Params, RandomTree};
use serde::Deserialize;

/// The common part of their specs.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Spec {
    pub name: String,
    pub title: String,
    pub paper: String,
    pub generator: String,
    pub first_seed: u64,
    /// Branching and depth.
    pub trees: Vec<(u16, u32)>,
    pub branching: Vec<u16>,
    pub trees_each: u64,
    pub trees_a_unit: u64,
}

/// A batch of trees of one shape: seeds `first..=last`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Batch {
    pub branching: u16,
    pub depth: u32,
    pub first: u64,
    pub last: u64,
}

impl Spec {
    pub fn check(&self) -> Result<(), Error> {
        generator(&self.generator)?;
        if self.trees_each == 0 || self.trees_a_unit == 0 || self.branching.is_empty() {
            return Err(Error::input(
                "spec.toml: expected a branching factor, and trees_each and trees_a_unit from 1",
            ));
        }
        for &b in &self.branching {
            let params = Params { branching: Branching::Uniform(b), ..Params::default() };
            let depth = self.depth_of(b).ok_or_else(|| {
                Error::input(format!("spec.toml: branching {b}: expected its depth in 'trees'"))
            })?;
            RandomTree::new(Params { depth, ..params })
                .map_err(|e| Error::input(format!("spec.toml: {e}")))?;
        }
        Ok(())
    }

    pub fn depth_of(&self, branching: u16) -> Option<u32> {
        self.trees.iter().find(|tree| tree.0 == branching).map(|tree| tree.1)
    }

    /// The batches of all branching factors, keyed `b=02/trees=00001-00100`.
    pub fn units(&self) -> Vec<String> {
        let mut units = Vec::new();
        for &b in &self.branching {
            let mut first = self.first_seed;
            let end = self.first_seed + self.trees_each;
            while first < end {
                let last = (first + self.trees_a_unit).min(end) - 1;
                units.push(format!("b={b:02}/trees={first:05}-{last:05}"));
                first = last + 1;
            }
        }
        units
    }

    pub fn batch(&self, unit: &str) -> Result<Batch, Error> {
        let parse = || {
            let (b, seeds) = unit.strip_prefix("b=")?.split_once("/trees=")?;
            let (first, last) = seeds.split_once('-')?;
            let branching = b.parse().ok()?;
            Some(Batch {
                branching,
                depth: self.depth_of(branching)?,
                first: first.parse().ok()?,
                last: last.parse().ok()?,
            })
        };
        parse()
            .ok_or_else(|| Error::failure(format!("unit '{unit}' is not one of this experiment")))
    }

    pub fn tree(&self, batch: &Batch, seed: u64) -> Result<RandomTree, Error> {
        RandomTree::new(Params {
            branching: Branching::Uniform(batch.branching),
            depth: batch.depth,
            seed,
            edges: Edges::Korf,
            generator: generator(&self.generator)?,
        })
        .map_err(|e| Error::failure(e.to_string()))
    }

    pub fn seeds(&self) -> String {
        format!("{}-{}", self.first_seed, self.first_seed + self.trees_each - 1)
    }
}

pub(super) fn generator(name: &str) -> Result<Generator, Error> {
    match name {
        "hash" => Ok(Generator::Hash),
        "lcg" => Ok(Generator::Lcg),
        _ => Err(Error::input(format!("spec.toml: generator '{name}': expected hash or lcg"))),
    }
}
