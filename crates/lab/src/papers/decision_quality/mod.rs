//! Figure 4 of Korf 1992: how often each algorithm finds the correct first move, against the nodes
//! it generates.

mod lead;
mod page;

use super::spec::Claims;
use super::uniform_trees::{Batch, Generation, Spec as Trees};
use crate::Error;
use crate::experiment::{Experiment, Results};
use crate::registry::{BoxedSearch, Configuration, Rounded, built_in};
use crate::report::Page;
use lead::{Outcome, PaperClaim};
use plywood::search::{
    AlphaBetaOptions, BestFirstOptions, BestFirstSavedTreeOptions, Horizon, NodeOrder,
    RecursiveBestFirstOptions, Variant,
};
use plywood::{Budget, Report};
use plywood_games::StaticValue;
use plywood_games::random_tree::RandomTree;
use serde::{Deserialize, Serialize};

pub(super) type Spec = Trees<Claims<PaperClaim>>;

pub(super) struct DecisionQuality {
    spec: Spec,
}

/// Sums over trees, by depth: place 0 is depth 1.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Sums {
    trees: u64,
    alpha_beta_generated: Vec<u64>,
    alpha_beta_correct: Vec<u64>,
    best_first_generated: Vec<u64>,
    linear_generated: Vec<u64>,
    /// Of those, the nodes that the paper's rule counts as regenerated.
    linear_regenerated_1992: Vec<u64>,
    best_first_correct: Vec<u64>,
    /// Searches in which linear space chose another move than the tree in memory.
    #[serde(default, skip_serializing_if = "is_zero")]
    other_moves: u64,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Sums {
    fn new(depth: usize) -> Sums {
        Sums {
            trees: 0,
            // Alpha-beta stops before the terminal depth: there it defines the correct moves.
            alpha_beta_generated: vec![0; depth - 1],
            alpha_beta_correct: vec![0; depth - 1],
            best_first_generated: vec![0; depth],
            linear_generated: vec![0; depth],
            linear_regenerated_1992: vec![0; depth],
            best_first_correct: vec![0; depth],
            other_moves: 0,
        }
    }

    fn add(&mut self, other: &Sums) {
        let lists = [
            (&mut self.alpha_beta_generated, &other.alpha_beta_generated),
            (&mut self.alpha_beta_correct, &other.alpha_beta_correct),
            (&mut self.best_first_generated, &other.best_first_generated),
            (&mut self.linear_generated, &other.linear_generated),
            (&mut self.linear_regenerated_1992, &other.linear_regenerated_1992),
            (&mut self.best_first_correct, &other.best_first_correct),
        ];
        for (sums, more) in lists {
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
        self.trees += other.trees;
        self.other_moves += other.other_moves;
    }

    /// Mean nodes and percentage correct, depth by depth.
    fn curve(&self, generated: &[u64], correct: &[u64]) -> Vec<(f64, f64)> {
        let n = self.trees as f64;
        let points = generated.iter().zip(correct);
        points.map(|(&nodes, &right)| (nodes as f64 / n, 100.0 * right as f64 / n)).collect()
    }

    fn alpha_beta(&self) -> Vec<(f64, f64)> {
        self.curve(&self.alpha_beta_generated, &self.alpha_beta_correct)
    }

    fn best_first(&self) -> Vec<(f64, f64)> {
        self.curve(&self.best_first_generated, &self.best_first_correct)
    }

    fn linear(&self) -> Vec<(f64, f64)> {
        self.curve(&self.linear_generated, &self.best_first_correct)
    }

    /// The paper's curve for a tree in memory: the nodes that its rule counts as new.
    fn by_rule(&self) -> Vec<(f64, f64)> {
        let counts = self.linear_generated.iter().zip(&self.linear_regenerated_1992);
        let new: Vec<u64> = counts.map(|(all, again)| all - again).collect();
        self.curve(&new, &self.best_first_correct)
    }
}

/// A search of random trees.
pub(super) fn search(options: impl Into<Configuration>) -> BoxedSearch<RandomTree> {
    let search =
        (built_in::<RandomTree>().build)(&options.into(), Rounded::not_at_all(StaticValue));
    search.expect("algorithms of Plywood play every game")
}

/// Static ordering, as in the paper.
fn alpha_beta(game: &RandomTree, depth: u32, all_best: bool, by: Generation) -> Report<u32> {
    let horizon = match by {
        Generation::AllAtOnce => Horizon::AllAtOnce,
        Generation::OneAtATime => Horizon::OneAtATime,
    };
    let options =
        AlphaBetaOptions { order: NodeOrder::Static, horizon, all_best, ..Default::default() };
    search(options).run(game, &Budget::new().depth(depth))
}

/// Best-first minimax in memory, and in linear space.
fn best_first(game: &RandomTree, depth: u32, by: Generation) -> [Report<u32>; 2] {
    let budget = Budget::new().depth(depth);
    match by {
        Generation::AllAtOnce => {
            [search(BestFirstOptions::default()).run(game, &budget), full_rbfms(game, depth)]
        }
        Generation::OneAtATime => {
            let saved = BestFirstSavedTreeOptions { early_return: true, ..Default::default() };
            let variant = Variant::Simple { early_return: true };
            let linear = RecursiveBestFirstOptions { variant, all_best: false };
            [search(saved).run(game, &budget), search(linear).run(game, &budget)]
        }
    }
}

/// The paper's linear-space algorithm, with value inheritance.
pub(super) fn full_rbfms(game: &RandomTree, depth: u32) -> Report<u32> {
    let options = RecursiveBestFirstOptions { variant: Variant::Full, all_best: false };
    search(options).run(game, &Budget::new().depth(depth))
}

impl DecisionQuality {
    pub fn new(spec: Spec) -> Result<DecisionQuality, Error> {
        spec.check()?;
        Ok(DecisionQuality { spec })
    }

    /// What was found with one branching factor, if anything was.
    fn outcome(&self, done: &Results<Self>, branching: u16) -> Option<Outcome> {
        let depth = self.spec.depth_of(branching)?;
        let batches = done.iter().filter(|(batch, _)| batch.branching == branching);
        let batches: Vec<&Sums> = batches.map(|(_, sums)| sums).collect();
        let total = |without: Option<usize>| {
            let mut sums = Sums::new(depth as usize);
            let kept = batches.iter().enumerate().filter(|(i, _)| Some(*i) != without);
            kept.for_each(|(_, batch)| sums.add(batch));
            sums
        };
        let sums = total(None);
        let without: Vec<Sums> = (0..batches.len()).map(|i| total(Some(i))).collect();
        (sums.trees > 0).then(|| Outcome::new(branching, sums, &without))
    }
}

impl Experiment for DecisionQuality {
    type Unit = Batch;
    type Record = Sums;
    type Timings = ();

    fn name(&self) -> &str {
        &self.spec.name
    }

    fn plan(&self, _: &Results<Self>) -> Vec<Batch> {
        self.spec.batches()
    }

    fn run(&self, batch: &Batch) -> Result<Sums, Error> {
        let mut sums = Sums::new(batch.depth as usize);
        let by = self.spec.generation;
        for seed in batch.first..=batch.last {
            let game = self.spec.tree(batch, seed)?;
            let correct = alpha_beta(&game, batch.depth, true, by).equally_good;
            let is_correct = |report: &Report<u32>| {
                u64::from(report.best.is_some_and(|best| correct.contains(&best)))
            };
            for depth in 1..batch.depth {
                let report = alpha_beta(&game, depth, false, by);
                sums.alpha_beta_generated[depth as usize - 1] += report.counts.generated;
                sums.alpha_beta_correct[depth as usize - 1] += is_correct(&report);
            }
            for depth in 1..=batch.depth {
                let [report, linear] = best_first(&game, depth, by);
                // With early return, equal values may lead to another move.
                sums.other_moves += u64::from(linear.best != report.best);
                if linear.best != report.best && by == Generation::AllAtOnce {
                    return Err(Error::failure(format!(
                        "seed {seed}, depth {depth}: linear space chose another move"
                    )));
                }
                sums.best_first_generated[depth as usize - 1] += report.counts.generated;
                sums.linear_generated[depth as usize - 1] += linear.counts.generated;
                sums.linear_regenerated_1992[depth as usize - 1] +=
                    linear.details.get("regenerated_1992");
                sums.best_first_correct[depth as usize - 1] += is_correct(&report);
            }
            sums.trees += 1;
        }
        Ok(sums)
    }

    fn page(&self, done: &Results<Self>) -> Page {
        self.compose(done)
    }

    fn spec(&self) -> String {
        self.spec.text.clone()
    }

    fn seeds(&self) -> String {
        self.spec.seeds().to_string()
    }
}
