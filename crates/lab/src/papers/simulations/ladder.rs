//! The enhancements of a program, added one at a time, and the searches of a tree with each.

use super::Spec;
use crate::Error;
use crate::papers::settings::with_settings;
use crate::papers::tree_sources::Source;
use crate::registry::{PlayerSpec, built_in};
use plywood_games::Tree;
use plywood_games::tree::ChildOrder;
use plywood_play::session_at;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// What a search has. Each step has what the one before it has, and one thing more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// One search to the depth, children as listed, no table: SSS* and DUAL* with their own lists.
    FixedDepth,
    /// Children by static value, except the leaves, which are evaluated when they are searched.
    StaticOrder,
    /// Iterative deepening.
    Deepening,
    /// The table: it stores the tree for all drivers, and the best moves of the iteration before.
    Table,
}

impl Step {
    pub const ALL: [Step; 4] = [Step::FixedDepth, Step::StaticOrder, Step::Deepening, Step::Table];

    pub fn words(self) -> &'static str {
        match self {
            Step::FixedDepth => "fixed depth",
            Step::StaticOrder => "+ static order",
            Step::Deepening => "+ deepening",
            Step::Table => "+ table",
        }
    }

    /// The player that an algorithm is at this step.
    pub fn player(self, algorithm: &str, source: &Source, depth: u32) -> Result<PlayerSpec, Error> {
        let has_table = self == Step::Table;
        // Without a table, SSS* and DUAL* are as they were published.
        let player = match algorithm {
            "sss" if !has_table => "stockman-sss",
            "dual" if !has_table => "stockman-dual",
            other => other,
        };
        let deepening = match self {
            Step::FixedDepth | Step::StaticOrder => "deepening=never",
            Step::Deepening | Step::Table => "deepening=always",
        };
        let table = if has_table { "table-from=0" } else { "table=2,table-from=1000000" };
        let settings = [&source.settings, "order-from=never", deepening, table];
        let mut player = with_settings(player, &settings)?;
        player.budget.depth = Some(depth);
        Ok(player)
    }
}

/// The key of a step in records.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Step::FixedDepth => "1-fixed-depth",
            Step::StaticOrder => "2-static-order",
            Step::Deepening => "3-deepening",
            Step::Table => "4-table",
        })
    }
}

/// What a search cost: leaves are evaluations, nodes are positions made by a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::papers) struct Cost {
    pub leaves: u64,
    pub nodes: u64,
}

/// The record of a unit: one tree.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(in crate::papers) struct Costs {
    /// The minimax value, which every search must find.
    pub value: i32,
    /// The nodes with children at which a best child comes first, and all nodes with children: as listed, and by
    /// static value.
    pub best_first: [[u64; 2]; 2],
    /// By step and algorithm.
    pub steps: BTreeMap<String, BTreeMap<String, Cost>>,
}

/// Searches a tree with all algorithms at all steps. A failure if two of them find different values: no order,
/// table or driver may change it.
pub(super) fn searches(spec: &Spec, source: &Source, number: usize) -> Result<Costs, Error> {
    let depth = spec.depth(source);
    let listed = source.tree(number, depth)?;
    let sorted = listed.ordered(ChildOrder::ByStaticValue);
    let best_first = [&listed, &sorted].map(Tree::best_first);
    let (mut steps, mut known) = (BTreeMap::new(), None);
    for step in Step::ALL {
        let tree = if step == Step::FixedDepth { &listed } else { &sorted };
        let mut costs = BTreeMap::new();
        for algorithm in spec.algorithms.iter() {
            let player = step.player(algorithm, source, depth)?;
            let (value, cost) = search(tree, &player)?;
            if *known.get_or_insert(value) != value {
                return Err(Error::failure(format!(
                    "{step}: {algorithm} finds {value}, others {}: the value must not depend on the \
                     algorithm",
                    known.unwrap_or_default()
                )));
            }
            costs.insert(algorithm.clone(), cost);
        }
        steps.insert(step.to_string(), costs);
    }
    Ok(Costs { value: known.unwrap_or_default(), best_first, steps })
}

fn search(tree: &Tree, player: &PlayerSpec) -> Result<(i32, Cost), Error> {
    let session = session_at(built_in::<Tree>().build, tree.clone());
    let answer = session.search_with_progress(player, &mut |_| {})?;
    let name = player.algorithm().name;
    let value = answer.value.exact();
    let value = value.ok_or_else(|| Error::failure(format!("{name} did not finish its search")))?;
    let cost = Cost { leaves: answer.counts.evaluated, nodes: answer.counts.generated };
    Ok((value.get(), cost))
}
