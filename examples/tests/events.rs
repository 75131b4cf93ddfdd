//! The events of algorithms from outside the library: they rebuild the tree, and each value backed up is
//! what the algorithm's rule gives from the children.

use plywood::{Budget, Event, EventKind, NodeValue, Position, Search, Side, Step, Task, Trace};
use plywood_examples::{ProofNumber, Uct};
use plywood_games::{Connect4, connect4::OpenLines};
use std::collections::BTreeMap;

/// The tree by paths, and how often each kind of event came.
#[derive(Default)]
struct Replay {
    nodes: BTreeMap<Vec<u32>, Option<NodeValue>>,
    seen: BTreeMap<&'static str, u64>,
}

impl Replay {
    /// Takes an event in. `rule` gives the value of a node from the values of its children.
    fn take(
        &mut self,
        root: &Connect4,
        event: &Event<'_, u8>,
        rule: impl Fn(&[NodeValue], Side) -> NodeValue,
    ) {
        *self.seen.entry(event.kind.name()).or_default() += 1;
        let path: Vec<u32> = event.path.iter().filter_map(Step::index).collect();
        let mut position = *root;
        for step in event.path {
            let Step::Move { m, .. } = *step else { panic!("no null moves") };
            position.play(m);
        }
        match event.kind {
            EventKind::IterationBegun { .. } => self.nodes = BTreeMap::from([(path, None)]),
            EventKind::Expanded(expansion) => {
                assert!(
                    self.nodes.contains_key(&path) && expansion.kept && !expansion.is_partial()
                );
                for child in event.children {
                    let below = [&path[..], &[child.index]].concat();
                    assert!(self.nodes.insert(below, child.value).is_none(), "a new node");
                }
            }
            EventKind::BackedUp { value } => {
                let below =
                    self.nodes.range(path.clone()..).take_while(|(p, _)| p.starts_with(&path));
                let children = below.filter(|(p, _)| p.len() == path.len() + 1);
                let values: Vec<_> = children.filter_map(|(_, &value)| value).collect();
                if !values.is_empty() {
                    assert_eq!(value, rule(&values, position.side()), "at {path:?}");
                }
                assert!(self.nodes.insert(path, Some(value)).is_some(), "a node of the tree");
            }
            EventKind::Forgotten => {
                self.nodes.retain(|p, _| p.len() <= path.len() || !p.starts_with(&path));
            }
            _ => {}
        }
    }
}

fn proof_numbers(children: &[NodeValue], side: Side) -> NodeValue {
    let numbers = children.iter().map(|value| match *value {
        NodeValue::Proof { proof, disproof } => (proof, disproof),
        other => panic!("{other:?}"),
    });
    let (proofs, disproofs): (Vec<u32>, Vec<u32>) = numbers.unzip();
    let sum = |numbers: &[u32]| numbers.iter().fold(0, |sum: u32, &n| sum.saturating_add(n));
    let least = |numbers: &[u32]| numbers.iter().copied().min().unwrap();
    match side {
        Side::Max => NodeValue::Proof { proof: least(&proofs), disproof: sum(&disproofs) },
        Side::Min => NodeValue::Proof { proof: sum(&proofs), disproof: least(&disproofs) },
    }
}

#[test]
fn proof_numbers_follow_from_the_children() {
    let root = Connect4::default();
    for cap in [None, Some(40 << 10)] {
        let mut replay = Replay::default();
        let mut trace = Trace::new(|event| replay.take(&root, event, proof_numbers));
        let budget = Budget { memory: cap, ..Budget::new().nodes(60_000) };
        ProofNumber::new().search(&Task::new(&root).budget(budget), &mut trace);
        assert!(replay.seen["expanded"] > 100 && replay.seen["walked"] > 100, "{:?}", replay.seen);
    }
}

#[test]
fn visits_add_up() {
    let root = Connect4::default();
    for cap in [None, Some(40 << 10)] {
        let mut replay = Replay::default();
        let mut trace = Trace::new(|event: &Event<'_, u8>| {
            replay.take(&root, event, |children, _| {
                let visits = children.iter().map(|value| match *value {
                    NodeValue::Visits { visits, .. } => visits,
                    other => panic!("{other:?}"),
                });
                // Only the numbers of visits are compared: a mean is rounded.
                match event.kind {
                    EventKind::BackedUp { value: NodeValue::Visits { visits: all, mean } } => {
                        let below: u64 = visits.sum();
                        assert!(all > below && (cap.is_some() || all <= below + 2));
                        NodeValue::Visits { visits: all, mean }
                    }
                    other => panic!("{other:?}"),
                }
            });
        });
        let budget = Budget { memory: cap, ..Budget::new().evaluations(4000) };
        Uct::new(OpenLines).search(&Task::new(&root).budget(budget), &mut trace);
        assert_eq!(replay.seen.contains_key("forgotten"), cap.is_some(), "{:?}", replay.seen);
        assert!(replay.seen["evaluated"] > 1000);
    }
}
