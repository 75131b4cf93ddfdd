//! Korf 1992, section 4: the share of nodes that linear space generates again, by exact count and by the
//! paper's rule, at each depth, and the time per node of RBFMS and alpha-beta.

mod page;
mod timing;

use super::decision_quality::full_rbfms;
use super::spec::wrong;
use super::uniform_trees::{Batch, Generation, Spec as Trees};
use crate::Error;
use crate::experiment::{Experiment, Results};
use crate::registry::{game, games};
use crate::report::claim::{Claim, Side, Stated, paper_claim};
use crate::report::{Measured, Page};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use timing::TimePerNode;

pub(super) type Spec = Trees<PaperNumbers>;

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PaperNumbers {
    sentence: Option<Sentence>,
    #[serde(default)]
    overhead: Vec<PaperOverhead>,
    time: Option<PaperTime>,
    real_games: Option<RealGames>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PaperOverhead {
    branching: u16,
    percent: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sentence {
    text: String,
    place: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PaperTime {
    text: String,
    place: String,
    percent: f64,
}

paper_claim! {
    /// A sentence about real games, and those that it is tested on.
    struct RealGames {
        games: Vec<String>,
    }
}

/// The nodes that linear space generates in a batch of trees, by the depth at which it stops: place 0 is
/// depth 1, the last place is the depth of the tree.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct ByDepth {
    depths: Vec<Generated>,
}

/// The nodes that linear space generates in searches to one depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Generated {
    generated: u64,
    /// Those that were generated before, by exact count.
    regenerated: u64,
    /// The same by the paper's rule.
    regenerated_1992: u64,
}

/// How new nodes are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Count {
    ByRule,
    Truly,
}

impl Count {
    const BOTH: [Count; 2] = [Count::ByRule, Count::Truly];

    fn reading(self) -> &'static str {
        match self {
            Count::ByRule => {
                "counted by the paper's rule: a child is new if the value stored with its parent \
                 equals the parent's static value"
            }
            Count::Truly => "counted truly: a node is new if it was never generated before",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Count::ByRule => "by the paper's rule",
            Count::Truly => "counted truly",
        }
    }
}

/// The overhead with one branching factor, of searches to one depth.
struct Outcome {
    b: u16,
    depth: u32,
    /// The paper's number, which is about searches to the end of the tree.
    paper: Option<f64>,
    by_rule: Measured,
    truly: Measured,
}

impl Outcome {
    fn measured(&self, count: Count) -> &Measured {
        match count {
            Count::ByRule => &self.by_rule,
            Count::Truly => &self.truly,
        }
    }
}

/// "About" a number allows a tenth more or less.
fn about(percent: f64) -> Stated {
    Stated { low: 0.9 * percent, high: 1.1 * percent, error: 0.0, reference: 0.0 }
}

pub(super) struct Overhead {
    spec: Spec,
}

impl Overhead {
    pub fn new(spec: Spec) -> Result<Overhead, Error> {
        spec.check()?;
        if spec.generation != Generation::AllAtOnce {
            return Err(wrong(
                "generation: expected 'all-at-once', for the paper's rule is about it",
            ));
        }
        if let Some(real) = &spec.paper_numbers.real_games {
            real.games.iter().try_for_each(|name| game(games(), name).map(|_| ()))?;
        }
        Ok(Overhead { spec })
    }

    /// The overhead at each depth of each branching factor, as far as it is known.
    fn by_depth(&self, done: &Results<Self>) -> Vec<Outcome> {
        let mut outcomes = Vec::new();
        for &b in self.spec.branching.iter() {
            let batches: Vec<&ByDepth> =
                done.iter().filter(|(batch, _)| batch.branching == b).map(|(_, one)| one).collect();
            let last = self.spec.depth_of(b).unwrap_or_default();
            let paper = self.spec.paper_numbers.overhead.iter().find(|row| row.branching == b);
            for depth in (1..=last).filter(|_| !batches.is_empty()) {
                // Regenerated nodes per hundred new nodes.
                let measured = |again: fn(&Generated) -> u64| {
                    let pair = |batch: &&ByDepth| {
                        let nodes = batch.depths[depth as usize - 1];
                        (again(&nodes) as f64, nodes.generated as f64 - again(&nodes) as f64)
                    };
                    let pairs: Vec<_> = batches.iter().map(pair).collect();
                    Measured::ratio(&pairs, "batches of trees")
                };
                outcomes.push(Outcome {
                    b,
                    depth,
                    paper: paper.map(|row| row.percent).filter(|_| depth == last),
                    by_rule: measured(|nodes| nodes.regenerated_1992),
                    truly: measured(|nodes| nodes.regenerated),
                });
            }
        }
        outcomes
    }

    fn claims(&self, outcomes: &[&Outcome]) -> Vec<Claim> {
        let Some(sentence) = &self.spec.paper_numbers.sentence else { return Vec::new() };
        let judge = |outcome: &Outcome, count: Count| {
            let paper = outcome.paper?;
            let claim = Claim::new(&sentence.text, &sentence.place)
                .reading(Some(count.reading().into()))
                .about(format!("b = {}", outcome.b), "regenerated nodes for each hundred new ones")
                .measured(outcome.measured(count).clone(), 1)
                .direction(Side::Above, 0.0);
            Some(claim.size(format!("about {paper}"), about(paper)))
        };
        let each = |count| outcomes.iter().filter_map(move |outcome| judge(outcome, count));
        Count::BOTH.into_iter().flat_map(each).collect()
    }
}

impl Experiment for Overhead {
    type Unit = Batch;
    type Record = ByDepth;
    /// By branching factor, as `b=02`, and by game, as `game=chess`.
    type Timings = BTreeMap<String, TimePerNode>;

    fn name(&self) -> &str {
        &self.spec.name
    }

    fn plan(&self, _: &Results<Self>) -> Vec<Batch> {
        self.spec.batches()
    }

    fn run(&self, batch: &Batch) -> Result<ByDepth, Error> {
        let mut depths = vec![Generated::default(); batch.depth as usize];
        for seed in batch.first..=batch.last {
            let tree = self.spec.tree(batch, seed)?;
            for (depth, nodes) in (1..).zip(&mut depths) {
                let report = full_rbfms(&tree, depth);
                nodes.generated += report.counts.generated;
                nodes.regenerated += report.counts.regenerated;
                nodes.regenerated_1992 += report.details.get("regenerated_1992");
            }
        }
        Ok(ByDepth { depths })
    }

    fn page(&self, done: &Results<Self>) -> Page {
        self.compose(done)
    }

    fn timings(&self) -> Result<Option<Self::Timings>, Error> {
        let mut timings = BTreeMap::new();
        for &b in self.spec.branching.iter() {
            let depth = self.spec.depth_of(b).unwrap_or_default();
            let first = self.spec.first_seed;
            let batch = Batch { branching: b, depth, first, last: first };
            timings.insert(format!("b={b:02}"), timing::on_trees(&self.spec, &batch)?);
        }
        for name in self.spec.paper_numbers.real_games.iter().flat_map(|real| &real.games) {
            timings.insert(format!("game={name}"), timing::on_game(name)?);
        }
        Ok(Some(timings))
    }

    fn timings_page(&self, timings: &Self::Timings) -> Option<Page> {
        Some(self.compose_timings(timings))
    }

    fn spec(&self) -> String {
        self.spec.text.clone()
    }

    fn seeds(&self) -> String {
        self.spec.seeds().to_string()
    }
}
