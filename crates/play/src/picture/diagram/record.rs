//! What a search did at each node, recorded from its events.

use super::MOST_NODES;
use plywood::{
    Bound, Cause, Event, EventKind, Interval, NodeValue, Purpose, Score, Side, Step, Window,
};
use std::collections::BTreeMap;

/// What a search did at each node, recorded from its events: the values, the windows, the cut-offs and the order
/// of the visits. A [`Sheet`](super::Sheet) draws it.
///
/// [`Session::search_record`](crate::Session::search_record) makes one.
#[derive(Clone, Debug)]
pub struct SearchRecord {
    /// By the path: the indices of the moves from the root.
    pub(super) nodes: BTreeMap<Vec<u32>, Seen>,
    /// The principal variation of the last iteration that had one, as indices of moves.
    pub(super) line: Vec<u32>,
    /// What the visits of the search are.
    pub(super) visits: Visits,
    /// A value bounds both sides: the windows are those of a best-first search.
    pub(super) has_bounds: bool,
    pub(super) unit: i32,
    iteration: u32,
    /// A depth-first search entered a node in this iteration.
    enters: bool,
    /// It completes the principal variation.
    completes: bool,
    count: u32,
}

/// What the visits of a search are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Visits {
    /// A depth-first search comes to a node.
    Entries,
    /// A best-first search expands a node.
    Expansions,
}

/// What is known of a node.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    /// The move to it in the notation of the game.
    pub(super) label: String,
    /// The side to move.
    pub(super) side: Option<Side>,
    /// The search has generated it; others were only listed as moves of their parent.
    pub(super) generated: bool,
    /// The search has expanded it.
    pub(super) expanded: bool,
    pub(super) static_value: Option<Score>,
    pub(super) value: Option<Value>,
    /// The number of its first visit, from 1.
    pub(super) order: Option<u32>,
    pub(super) visits: u32,
    /// The windows of its visits in the last iteration that came here.
    pub(super) windows: Vec<Window>,
    /// It was visited to complete the principal variation.
    pub(super) on_line: bool,
    pub(super) cut: Option<Cut>,
    /// The iteration of its window, cut-off and value.
    pub(super) iteration: u32,
}

/// What is known of the value of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value {
    Known(Interval),
    Other(NodeValue),
}

/// A cut-off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    pub(super) bound: Bound,
    pub(super) value: Score,
    pub(super) set_at: Option<u32>,
    /// It is a best-first search: the value lies beyond the bound.
    pub(super) beyond: bool,
}

impl SearchRecord {
    /// A search of a position with `side` to move, of which nothing happened yet. Values are shown in units of
    /// `unit` points.
    pub(crate) fn new(side: Side, unit: i32) -> SearchRecord {
        let root = Seen { side: Some(side), generated: true, ..Seen::default() };
        SearchRecord {
            nodes: BTreeMap::from([(Vec::new(), root)]),
            line: Vec::new(),
            visits: Visits::Expansions,
            has_bounds: false,
            unit,
            iteration: 0,
            enters: false,
            completes: false,
            count: 0,
        }
    }

    /// The number of nodes that the search has generated, each counted once.
    pub fn generated(&self) -> usize {
        self.nodes.values().filter(|node| node.generated).count()
    }

    /// Whether there are too many nodes for a drawing. From there on, events are ignored.
    pub(crate) fn is_full(&self) -> bool {
        self.nodes.len() > 2 * MOST_NODES && self.generated() > MOST_NODES
    }

    /// Follows an event at a node where `side` moves.
    pub(crate) fn event(&mut self, event: &Event<'_, String>, side: Side) {
        let path: Option<Vec<u32>> = event.path.iter().map(Step::index).collect();
        let Some(path) = path else { return };
        if self.is_full() {
            return;
        }
        match event.kind {
            EventKind::IterationBegun { .. } => {
                self.iteration += 1;
                (self.enters, self.completes) = (false, false);
            }
            EventKind::IterationFinished { .. } => {
                if let Some(line) = self.indices(event.line) {
                    self.line = line;
                }
            }
            EventKind::Entered { window, purpose, .. } => {
                self.enters = true;
                self.completes = purpose == Purpose::Line;
                self.visits = Visits::Entries;
                let node = self.node(event, side);
                if purpose == Purpose::Line {
                    node.on_line = true;
                } else {
                    node.visits += 1;
                    node.windows.push(window);
                }
                self.number(&path);
            }
            EventKind::Left { value, cause, known } => {
                let node = self.node(event, side);
                if cause == Cause::Evaluated {
                    node.static_value = Some(value);
                }
                let before = match node.value {
                    Some(Value::Known(before)) => before,
                    _ => Interval::UNKNOWN,
                };
                node.value = Some(Value::Known(both(before, known)));
            }
            EventKind::Expanded(expansion) => {
                let (entered, completes) = (self.enters, self.completes);
                let node = self.node(event, side);
                node.expanded = true;
                // The cut-off that counts is that of the last visit by the search itself.
                if !expansion.completes && !completes {
                    node.cut = None;
                }
                if let Some(window) = expansion.window {
                    node.windows.push(window);
                }
                node.visits += u32::from(!entered && !expansion.completes);
                self.has_bounds |= expansion.window.is_some();
                self.number(&path);
                self.add_children(&path, event, expansion.kept);
            }
            EventKind::Evaluated { value, .. } => {
                let node = self.node(event, side);
                node.static_value = Some(value);
                node.value.get_or_insert(Value::Known(Interval::exactly(value)));
            }
            EventKind::BackedUp { value } => self.node(event, side).value = Some(of(value)),
            EventKind::CutOff { bound, value, set_at, .. } => {
                let (beyond, completes) = (!self.enters, self.completes);
                let node = self.node(event, side);
                if !completes || node.visits == 0 {
                    node.cut = Some(Cut { bound, value, set_at, beyond });
                }
            }
            _ => {}
        }
    }

    /// The node of an event. What it had of an earlier iteration goes.
    fn node(&mut self, event: &Event<'_, String>, side: Side) -> &mut Seen {
        let path: Vec<u32> = event.path.iter().filter_map(Step::index).collect();
        let iteration = self.iteration;
        let node = self.nodes.entry(path).or_default();
        if node.iteration != iteration {
            node.iteration = iteration;
            (node.windows, node.cut, node.value) = (Vec::new(), None, None);
        }
        if let Some(Step::Move { m, .. }) = event.path.last() {
            node.label.clone_from(m);
        }
        node.side = Some(side);
        node.generated = true;
        node
    }

    /// Gives a node its number, if this is its first visit.
    fn number(&mut self, path: &[u32]) {
        let node = self.nodes.get_mut(path).expect("the node of an event");
        if node.order.is_none() {
            self.count += 1;
            node.order = Some(self.count);
        }
    }

    fn add_children(&mut self, path: &[u32], event: &Event<'_, String>, kept: bool) {
        for child in event.children {
            let below = [path, &[child.index]].concat();
            let iteration = self.iteration;
            let node = self.nodes.entry(below).or_default();
            node.label.clone_from(&child.m);
            node.generated |= kept;
            if let Some(value) = child.value {
                if let (NodeValue::Score(value), None) = (value, node.static_value) {
                    node.static_value = Some(value);
                }
                (node.value, node.iteration) = (Some(of(value)), iteration);
            }
        }
    }

    /// The indices of the moves of a line, if its nodes were all seen.
    fn indices(&self, line: &[String]) -> Option<Vec<u32>> {
        let mut path = Vec::new();
        for label in line {
            let below = self.nodes.range(path.clone()..).take_while(|(p, _)| p.starts_with(&path));
            let is_next =
                |(p, node): &(&Vec<u32>, &Seen)| p.len() == path.len() + 1 && node.label == *label;
            let next = below.filter(is_next).map(|(p, _)| p.clone()).next()?;
            path = next;
        }
        (!path.is_empty()).then_some(path)
    }
}

/// What a tree search stores with a node.
fn of(value: NodeValue) -> Value {
    match value {
        NodeValue::Score(value) => Value::Known(Interval::exactly(value)),
        other => Value::Other(other),
    }
}

/// What two visits together say of a value; what the later one says where they contradict each other.
fn both(a: Interval, b: Interval) -> Interval {
    let (lower, upper) = (a.lower.max(b.lower), a.upper.min(b.upper));
    if lower <= upper { Interval { lower, upper } } else { b }
}
