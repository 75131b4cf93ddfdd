//! How two searches grow their trees in the same artificial time: Figures 6 to 11 of Utgoff & Cochran 2001.
//!
//! A unit is one position. The second player, which needs no swings, gets the artificial time in which it
//! makes a given number of expansions there, and the first player gets the same.

mod claims;
mod page;
mod spec;

pub(super) use spec::Spec;

use super::samples::{Sample, Samples};
use crate::Error;
use crate::experiment::{Experiment, Results};
use crate::registry::PlayerSpec;
use crate::report::Page;
use plywood::{Budget, EventKind};
use plywood_play::Session;
use plywood_play::picture::{Caption, Picture, PictureKind, TreeReplay};
use serde::{Deserialize, Serialize};
use spec::Setting;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The tree of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Growth {
    expansions: u64,
    /// Each child of the root: its move and the number of nodes below it, itself included.
    children: Vec<(String, u64)>,
    /// The number of nodes at each depth, the root included.
    depths: Vec<u64>,
    /// The picture of the search, for the positions that are shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
}

impl Growth {
    fn of(tree: &TreeReplay) -> Growth {
        let row = tree.last_row().unwrap_or_default();
        let nodes = row.nodes.iter().copied().chain(std::iter::repeat(0));
        let children = tree.root_moves().iter().map(|m| m.text.clone()).zip(nodes).collect();
        Growth { expansions: tree.expansions(), children, depths: row.depths, picture: None }
    }

    /// The share of nodes below each child of the root, from 0 to 1.
    fn shares(&self) -> impl Iterator<Item = f64> {
        let all = self.children.iter().map(|child| child.1).sum::<u64>().max(1) as f64;
        self.children.iter().map(move |child| child.1 as f64 / all)
    }

    /// The number of children that would hold as many nodes, if all held equally many: 1 divided by the
    /// sum of the squared shares.
    fn explored(&self) -> f64 {
        1.0 / self.shares().map(|share| share * share).sum::<f64>()
    }

    /// The mean depth of a node, the root left out.
    fn mean_depth(&self) -> f64 {
        let below = || self.depths.iter().enumerate().skip(1);
        let sum: f64 = below().map(|(depth, &count)| depth as f64 * count as f64).sum();
        sum / below().map(|(_, &count)| count).sum::<u64>().max(1) as f64
    }

    /// The share of nodes below the child with the most, in percent.
    fn largest(&self) -> f64 {
        100.0 * self.shares().fold(0.0, f64::max)
    }
}

/// The record of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Grown {
    /// The position, in the notation of the game.
    position: String,
    /// The artificial time of both.
    units: u64,
    first: Growth,
    second: Growth,
}

pub(super) struct GrowthExperiment {
    spec: Spec,
    samples: Samples,
}

impl GrowthExperiment {
    pub(super) fn new(spec: Spec) -> Result<GrowthExperiment, Error> {
        let samples = spec.check()?;
        Ok(GrowthExperiment { spec, samples })
    }

    /// Replays a search of a position.
    fn grow(
        &self,
        setting: &Setting,
        session: &mut dyn Session,
        player: &PlayerSpec,
        is_shown: bool,
    ) -> Result<Growth, Error> {
        session.set_player(player)?;
        let (_, tree) = session.replay()?;
        let mut growth = Growth::of(&tree);
        if is_shown {
            let caption = Caption {
                game: setting.game.clone(),
                position: session.text(),
                algorithm: player.configuration.to_string(),
                budget: format!(
                    "artificial-time {}",
                    player.budget.artificial_time.unwrap_or_default()
                ),
            };
            let picture = Picture { tree: &tree, caption, kind: PictureKind::Growth };
            growth.picture = Some(picture.svg());
        }
        Ok(growth)
    }
}

/// The artificial time that a player needs for a number of expansions: counted from its events up to the
/// last of them, and the way back from there, which a search must be able to pay for before it sets out.
fn allotment(
    session: &mut dyn Session,
    player: &PlayerSpec,
    expansions: u64,
) -> Result<u64, Error> {
    let mut player = player.clone();
    let stop = Arc::new(AtomicBool::new(false));
    // The kernel that charges artificial time is that of the search to come.
    player.budget.artificial_time = Some(u64::MAX / 4);
    player.budget.stop = Some(stop.clone());
    session.set_player(&player)?;
    let (mut done, mut generated, mut pointers) = (0, 0, 0_u64);
    session.trace(&["expanded", "narrowed", "walked"], &mut |event| match event.kind {
        _ if done == expansions => {}
        EventKind::Narrowed { rejected } => generated += u64::from(rejected),
        EventKind::Walked { pointers: more } => pointers += more,
        EventKind::Expanded(expansion) => {
            generated += u64::from(expansion.added);
            done += u64::from(!expansion.completes);
            if done == expansions {
                pointers += event.path.len() as u64;
                stop.store(true, Ordering::Relaxed);
            }
        }
        _ => {}
    })?;
    if done < expansions {
        return Err(Error::failure(format!(
            "the search ended after {done} expansions: expected {expansions}"
        )));
    }
    let Budget { node_price, pointer_price, .. } = player.budget;
    Ok(generated * node_price + pointers * pointer_price)
}

impl Experiment for GrowthExperiment {
    type Unit = Sample;
    type Record = Grown;
    type Timings = ();

    fn name(&self) -> &str {
        &self.spec.name
    }

    fn plan(&self, _: &Results<Self>) -> Vec<Sample> {
        self.samples.all()
    }

    fn run(&self, unit: &Sample) -> Result<Grown, Error> {
        let setting = &self.spec.settings[unit.setting];
        let mut session = setting.open(unit.number)?;
        let [mut first, mut second] = setting.players(unit.number)?;
        let units = allotment(&mut *session, &second, setting.expansions)?;
        for player in [&mut first, &mut second] {
            player.budget.artificial_time = Some(units);
        }
        let is_shown = unit.number == self.spec.first_seed;
        Ok(Grown {
            position: session.text(),
            units,
            first: self.grow(setting, &mut *session, &first, is_shown)?,
            second: self.grow(setting, &mut *session, &second, is_shown)?,
        })
    }

    fn expected_units(&self) -> Option<u64> {
        Some(self.samples.count())
    }

    fn page(&self, done: &Results<Self>) -> Page {
        self.compose(done)
    }

    fn spec(&self) -> String {
        self.spec.text.clone()
    }

    fn seeds(&self) -> String {
        self.samples.seeds.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::{game, games};

    fn growth(nodes: &[u64], depths: &[u64]) -> Growth {
        let children = nodes.iter().map(|&count| (String::new(), count)).collect();
        Growth { children, depths: depths.to_vec(), ..Growth::default() }
    }

    #[test]
    fn shares_are_told_in_one_number() {
        assert_eq!(growth(&[5, 5, 5, 5], &[]).explored(), 4.0);
        assert_eq!(growth(&[7, 0, 0], &[]).explored(), 1.0);
        let two = growth(&[6, 6, 0], &[1, 3, 6, 3]);
        assert_eq!((two.explored(), two.largest(), two.mean_depth()), (2.0, 50.0, 2.0));
    }

    #[test]
    fn an_allotment_buys_the_expansions_it_was_made_for() {
        for (name, position, text) in [
            (
                "random-tree",
                Some("branching=5,depth=30"),
                "best-first-saved-tree,early-return=false",
            ),
            ("othello", Some("f5"), "best-first-saved-tree,early-return=false,widest=3"),
        ] {
            let mut session = game(games(), name).unwrap().open(position).unwrap();
            let player = PlayerSpec::parse(text).unwrap();
            for expansions in [1, 2, 30] {
                let units = allotment(&mut *session, &player, expansions).unwrap();
                for (units, bought) in [(units, expansions), (units - 1, expansions - 1)] {
                    let mut player = player.clone();
                    player.budget.artificial_time = Some(units);
                    session.set_player(&player).unwrap();
                    let counts = session.search().unwrap().counts;
                    assert_eq!(counts.expanded, bought, "{name} {expansions} {units}");
                }
            }
        }
    }
}
