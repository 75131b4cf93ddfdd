//! The tree of a search, rebuilt from its events.

use plywood::{Event, EventKind, NodeValue, Side, Step};

/// The index of the root in [`TreeReplay::nodes`].
const ROOT: usize = 0;

/// A node of the rebuilt tree.
#[derive(Clone, Debug)]
struct Node {
    parent: usize,
    /// The index of its move in the list of moves of its parent.
    index: u32,
    /// Its move in the notation of the game.
    label: Box<str>,
    /// The side to move, known once it is expanded.
    side: Side,
    /// The last value that was named for it.
    named: Option<NodeValue>,
    /// Its value by minimax.
    value: Option<NodeValue>,
    /// The budget ended the search while it was expanded: it keeps its value.
    stopped: bool,
    /// The nodes of its subtree, itself included.
    size: u64,
    children: Vec<usize>,
}

/// Rebuilds the tree that a search grows from its events, and records its numbers at each expansion.
///
/// [`Session::replay`](crate::Session::replay) makes one. It follows every expansion whose children
/// are [kept](plywood::Expansion::kept) in memory, and every subtree that is forgotten. The value of a
/// node with children is the best of theirs, computed anew after each event, because values that
/// a best-first search has stored on its current line may be old. A value that a depth-first search
/// leaves a node with stands until something below the node changes. Means and proof numbers are taken as the
/// search stores them.
///
/// ```
/// use plywood_registry::PlayerSpec;
/// use plywood_play::{game, games};
/// let mut session = game(games(), "tree")?.open(Some("[0,[4,8,1],[6,5,[2,7,3]]]"))?;
/// session.set_player(&PlayerSpec::parse("best-first")?)?;
/// let (_, tree) = session.replay()?;
/// assert_eq!((tree.expansions(), tree.root_moves().len()), (4, 2));
/// let mut chosen = Vec::new();
/// tree.rows(|row| chosen.push(row.chosen));
/// assert_eq!(chosen, [None, Some(1), Some(0), Some(1)]);
/// # Ok::<(), plywood_play::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TreeReplay {
    side: Side,
    unit: i32,
    nodes: Vec<Node>,
    /// Places of removed nodes.
    free: Vec<usize>,
    /// The number of nodes at each depth.
    depths: Vec<u64>,
    root_moves: Vec<RootMove>,
    has_swings: bool,
    keeps_no_tree: bool,
    steps: Vec<StepRecord>,
    /// What changed from expansion to expansion: index and new number.
    changes: Changes,
    /// The numbers as they were recorded last.
    last: Row,
}

/// A move of the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootMove {
    /// Its index in the list of legal moves.
    pub index: u32,
    /// The move in the notation of the game.
    pub text: String,
}

#[derive(Clone, Debug)]
struct StepRecord {
    path: Box<[u32]>,
    again: bool,
    root_value: Option<NodeValue>,
    ends: Ends,
}

/// The numbers of changes recorded up to a step.
#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    nodes: usize,
    depths: usize,
    values: usize,
    swings: usize,
}

#[derive(Clone, Debug, Default)]
struct Changes {
    nodes: Vec<(u32, u64)>,
    depths: Vec<(u32, u64)>,
    values: Vec<(u32, Option<NodeValue>)>,
    swings: Vec<(u32, Option<u64>)>,
}

/// The numbers of one expansion.
///
/// Lists have one entry per [root move](TreeReplay::root_moves), or one per depth; a list that is too
/// short ends with zeros or with nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The number of the expansion, from 1.
    pub n: u64,
    /// The expanded node: indices of moves from the root.
    pub path: Vec<u32>,
    /// The root move that the search descended into, by its place among the root moves; none at the
    /// expansion of the root.
    pub chosen: Option<usize>,
    /// Whether the node had been expanded before and was forgotten.
    pub again: bool,
    /// The value of the root after the expansion.
    pub root_value: Option<NodeValue>,
    /// The number of nodes under each root move, its child included, after the expansion.
    pub nodes: Vec<u64>,
    /// The number of nodes at each depth, the root included, after the expansion.
    pub depths: Vec<u64>,
    /// The value of the child of each root move when the search chose the node to expand.
    pub values: Vec<Option<NodeValue>>,
    /// Its swing at that moment; none if it has none, or if nothing can change the decision there.
    pub swings: Vec<Option<u64>>,
}

/// How a root child stands among its siblings, when the search chose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// No sibling has a better value.
    pub best_value: bool,
    /// No sibling has a smaller swing.
    pub least_swing: bool,
    /// The search descended into it.
    pub chosen: bool,
}

impl Row {
    /// How each root child stood when the search chose the node; `side` moves at the root. Children
    /// without a value have neither the best value nor the least swing.
    pub fn standings(&self, side: Side) -> Vec<Standing> {
        let best = self
            .values
            .iter()
            .flatten()
            .copied()
            .reduce(|a, b| if beats(b, a, side, side) { b } else { a });
        let least = self.swings.iter().flatten().min();
        let count = self.nodes.len().max(self.values.len());
        let standing = |child: usize| {
            let value = self.values.get(child).copied().flatten();
            let swing = self.swings.get(child).copied().flatten();
            Standing {
                best_value: value
                    .zip(best)
                    .is_some_and(|(value, best)| !beats(best, value, side, side)),
                least_swing: swing.is_some() && swing.as_ref() == least,
                chosen: self.chosen == Some(child),
            }
        };
        (0..count).map(standing).collect()
    }
}

/// Whether the value `a` is better than `b` for `side`, in a search for `root`, the side that moves at
/// the root. Of proof numbers the smaller ones are better.
pub(super) fn beats(a: NodeValue, b: NodeValue, side: Side, root: Side) -> bool {
    match (a, b) {
        (NodeValue::Score(a), NodeValue::Score(b)) => a.beats(b, side),
        (NodeValue::Visits { mean: a, .. }, NodeValue::Visits { mean: b, .. }) => match side {
            Side::Max => a > b,
            Side::Min => a < b,
        },
        (
            NodeValue::Proof { proof: a, disproof: c },
            NodeValue::Proof { proof: b, disproof: d },
        ) => {
            if side == root {
                a < b
            } else {
                c < d
            }
        }
        _ => false,
    }
}

impl TreeReplay {
    /// The tree of a search of a position with `side` to move, of which nothing happened yet. Values are
    /// shown in units of `unit` points.
    pub fn new(side: Side, unit: i32) -> TreeReplay {
        let root = Node {
            parent: ROOT,
            index: 0,
            label: "".into(),
            side,
            named: None,
            value: None,
            stopped: false,
            size: 1,
            children: Vec::new(),
        };
        TreeReplay {
            side,
            unit,
            nodes: vec![root],
            free: Vec::new(),
            depths: vec![1],
            root_moves: Vec::new(),
            has_swings: false,
            keeps_no_tree: false,
            steps: Vec::new(),
            changes: Changes::default(),
            last: Row::default(),
        }
    }

    /// The kinds of events that it needs.
    pub const KINDS: [&'static str; 5] =
        ["expanded", "evaluated", "left", "backed-up", "forgotten"];

    /// Follows an event at a node where `side` moves.
    pub fn event(&mut self, event: &Event<'_, String>, side: Side) {
        match event.kind {
            EventKind::Expanded(expansion) if !expansion.kept => {
                self.keeps_no_tree |= self.steps.is_empty();
            }
            EventKind::Expanded(expansion) => {
                let Some(node) = self.find(event.path) else { return };
                if !expansion.completes || self.steps.is_empty() {
                    self.begin_step(event, expansion.again);
                }
                self.nodes[node].side = side;
                self.nodes[node].stopped = expansion.stopped;
                self.add_children(node, event);
                self.back_up(node);
            }
            EventKind::Evaluated { value, .. } => {
                if let Some(node) = self.find(event.path) {
                    self.nodes[node].named = Some(value.into());
                    self.back_up(node);
                }
            }
            EventKind::Left { value, .. } => {
                if let Some(node) = self.find(event.path) {
                    self.nodes[node].named = Some(value.into());
                    self.nodes[node].value = Some(value.into());
                    self.back_up_above(node);
                }
            }
            EventKind::BackedUp { value } => {
                if let Some(node) = self.find(event.path) {
                    self.nodes[node].named = Some(value);
                    self.back_up(node);
                }
            }
            EventKind::Forgotten => {
                if let Some(node) = self.find(event.path) {
                    self.forget(node, event.path.len());
                }
            }
            _ => {}
        }
    }

    /// Records the numbers after the last expansion. No event may follow.
    pub fn finish(&mut self) {
        self.end_step();
    }

    /// The number of expansions.
    pub fn expansions(&self) -> u64 {
        self.steps.len() as u64
    }

    /// The number of nodes of the tree at the end.
    pub fn size(&self) -> u64 {
        self.nodes[ROOT].size
    }

    /// The side to move at the root.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The score of one unit in which people count.
    pub fn unit(&self) -> i32 {
        self.unit
    }

    /// Whether the search has swings.
    pub fn has_swings(&self) -> bool {
        self.has_swings
    }

    /// Whether the search generates children without keeping them, so that there is no tree to draw.
    pub fn keeps_no_tree(&self) -> bool {
        self.keeps_no_tree
    }

    /// The moves of the root, in the order in which the search generated them.
    pub fn root_moves(&self) -> &[RootMove] {
        &self.root_moves
    }

    /// Calls `see` with the numbers of each expansion, in order.
    pub fn rows(&self, mut see: impl FnMut(&Row)) {
        let mut row = Row::default();
        let mut done = Ends::default();
        for (step, n) in self.steps.iter().zip(1..) {
            let changes = &self.changes;
            apply(&mut row.nodes, &changes.nodes[done.nodes..step.ends.nodes]);
            apply(&mut row.depths, &changes.depths[done.depths..step.ends.depths]);
            apply(&mut row.values, &changes.values[done.values..step.ends.values]);
            apply(&mut row.swings, &changes.swings[done.swings..step.ends.swings]);
            done = step.ends;
            row.n = n;
            row.path.clear();
            row.path.extend_from_slice(&step.path);
            row.chosen = row
                .path
                .first()
                .and_then(|&index| self.root_moves.iter().position(|child| child.index == index));
            row.again = step.again;
            row.root_value = step.root_value;
            see(&row);
        }
    }

    /// The numbers after the last expansion; none without an expansion.
    pub fn last_row(&self) -> Option<Row> {
        let mut last = None;
        // The numbers of changes make up a row only from the beginning on.
        let count = self.expansions();
        self.rows(|row| {
            if row.n == count {
                last = Some(row.clone());
            }
        });
        last
    }

    /// The greatest depth that any node ever had.
    pub fn deepest(&self) -> usize {
        self.depths.len() - 1
    }

    /// The node at the end of a path; none beyond a null move or outside the tree.
    fn find(&self, path: &[Step<String>]) -> Option<usize> {
        let mut node = ROOT;
        for step in path {
            node = self.child(node, step.index()?)?;
        }
        Some(node)
    }

    fn child(&self, node: usize, index: u32) -> Option<usize> {
        let children = &self.nodes[node].children;
        let is_it = |&child: &usize| self.nodes[child].index == index;
        // Mostly all children are there, in order.
        let likely = children.get(index as usize).copied().filter(is_it);
        likely.or_else(|| children.iter().copied().find(is_it))
    }

    fn add_children(&mut self, node: usize, event: &Event<'_, String>) {
        let depth = event.path.len() + 1;
        let mut added = 0;
        for child in event.children {
            if let Some(known) = self.child(node, child.index) {
                self.nodes[known].named = child.value.or(self.nodes[known].named);
                self.nodes[known].value = self.minimax(known);
                continue;
            }
            let new = Node {
                parent: node,
                index: child.index,
                label: child.m.as_str().into(),
                side: !self.nodes[node].side,
                named: child.value,
                value: child.value,
                stopped: false,
                size: 1,
                children: Vec::new(),
            };
            let place = match self.free.pop() {
                Some(place) => {
                    self.nodes[place] = new;
                    place
                }
                None => {
                    self.nodes.push(new);
                    self.nodes.len() - 1
                }
            };
            self.nodes[node].children.push(place);
            added += 1;
            let known = |root_move: &RootMove| root_move.index == child.index;
            if node == ROOT && !self.root_moves.iter().any(known) {
                self.root_moves.push(RootMove { index: child.index, text: child.m.clone() });
            }
        }
        if self.depths.len() <= depth && added > 0 {
            self.depths.resize(depth + 1, 0);
        }
        if added > 0 {
            self.depths[depth] += added;
            self.grow(node, added as i64);
        }
    }

    /// Changes the sizes of a node and all above it.
    fn grow(&mut self, mut node: usize, by: i64) {
        loop {
            self.nodes[node].size = self.nodes[node].size.saturating_add_signed(by);
            if node == ROOT {
                return;
            }
            node = self.nodes[node].parent;
        }
    }

    /// Removes all below a node, which keeps its value.
    fn forget(&mut self, node: usize, depth: usize) {
        let mut level = std::mem::take(&mut self.nodes[node].children);
        let mut below = depth;
        let mut removed = 0;
        while !level.is_empty() {
            below += 1;
            self.depths[below] -= level.len() as u64;
            removed += level.len() as i64;
            let mut next = Vec::new();
            for &child in &level {
                next.append(&mut self.nodes[child].children);
            }
            self.free.append(&mut level);
            level = next;
        }
        self.grow(node, -removed);
        let node = &mut self.nodes[node];
        node.named = node.value.or(node.named);
    }

    /// The value of a node by minimax over its children; the named value for a leaf, and for numbers
    /// that are not scores.
    fn minimax(&self, node: usize) -> Option<NodeValue> {
        let node = &self.nodes[node];
        if node.stopped
            || matches!(node.named, Some(NodeValue::Visits { .. } | NodeValue::Proof { .. }))
        {
            return node.named;
        }
        let mut values = node.children.iter().filter_map(|&child| self.nodes[child].value);
        let Some(mut best) = values.next() else { return node.named };
        for value in values {
            if beats(value, best, node.side, self.side) {
                best = value;
            }
        }
        match best {
            NodeValue::Score(_) => Some(best),
            _ => node.named,
        }
    }

    /// Computes the value of a node and of those above it that it changes.
    fn back_up(&mut self, node: usize) {
        let value = self.minimax(node);
        if value != self.nodes[node].value {
            self.nodes[node].value = value;
            self.back_up_above(node);
        }
    }

    fn back_up_above(&mut self, mut node: usize) {
        while node != ROOT {
            node = self.nodes[node].parent;
            let value = self.minimax(node);
            if value == self.nodes[node].value {
                return;
            }
            self.nodes[node].value = value;
        }
    }

    /// Ends the record of the last expansion and begins that of another one, with values and swings as
    /// they are now.
    fn begin_step(&mut self, event: &Event<'_, String>, again: bool) {
        self.end_step();
        let mut values = Vec::new();
        let mut swings = Vec::new();
        if event.root_children.is_empty() {
            let value = |root_move: &RootMove| {
                self.child(ROOT, root_move.index).and_then(|child| self.nodes[child].value)
            };
            values.extend(self.root_moves.iter().map(value));
        } else {
            self.has_swings = true;
            for root_move in &self.root_moves {
                let mut children = event.root_children.iter();
                let child = children.find(|child| child.index == root_move.index);
                values.push(child.map(|child| child.value.into()));
                swings.push(child.and_then(|child| child.swing));
            }
        }
        note(&mut self.last.values, &values, &mut self.changes.values);
        note(&mut self.last.swings, &swings, &mut self.changes.swings);
        let path = event.path.iter().filter_map(Step::index).collect();
        let ends = Ends {
            nodes: self.changes.nodes.len(),
            depths: self.changes.depths.len(),
            values: self.changes.values.len(),
            swings: self.changes.swings.len(),
        };
        self.steps.push(StepRecord { path, again, root_value: None, ends });
    }

    fn end_step(&mut self) {
        let size = |root_move: &RootMove| {
            self.child(ROOT, root_move.index).map_or(0, |child| self.nodes[child].size)
        };
        let nodes: Vec<u64> = self.root_moves.iter().map(size).collect();
        let root_value = self.nodes[ROOT].value;
        let Some(step) = self.steps.last_mut() else { return };
        note(&mut self.last.nodes, &nodes, &mut self.changes.nodes);
        note(&mut self.last.depths, &self.depths, &mut self.changes.depths);
        step.root_value = root_value;
        step.ends.nodes = self.changes.nodes.len();
        step.ends.depths = self.changes.depths.len();
    }

    /// The tree at the end of the search, for a drawing.
    pub(super) fn root(&self) -> NodeRef<'_> {
        NodeRef { tree: self, node: ROOT }
    }
}

/// Notes where `new` differs from `old`, and makes them equal.
fn note<T: Copy + Default + PartialEq>(old: &mut Vec<T>, new: &[T], changes: &mut Vec<(u32, T)>) {
    old.resize(new.len().max(old.len()), T::default());
    for (place, (old, &new)) in (0..).zip(old.iter_mut().zip(new)) {
        if *old != new {
            *old = new;
            changes.push((place, new));
        }
    }
}

fn apply<T: Copy + Default>(row: &mut Vec<T>, changes: &[(u32, T)]) {
    for &(place, value) in changes {
        let place = place as usize;
        if row.len() <= place {
            row.resize(place + 1, T::default());
        }
        row[place] = value;
    }
}

/// A node of the tree at the end of the search.
#[derive(Clone, Copy)]
pub(super) struct NodeRef<'a> {
    tree: &'a TreeReplay,
    node: usize,
}

impl<'a> NodeRef<'a> {
    fn data(self) -> &'a Node {
        &self.tree.nodes[self.node]
    }

    pub(super) fn size(self) -> u64 {
        self.data().size
    }

    pub(super) fn index(self) -> u32 {
        self.data().index
    }

    pub(super) fn label(self) -> &'a str {
        &self.data().label
    }

    pub(super) fn value(self) -> Option<NodeValue> {
        self.data().value
    }

    pub(super) fn children(self) -> impl ExactSizeIterator<Item = NodeRef<'a>> {
        let tree = self.tree;
        self.data().children.iter().map(move |&node| NodeRef { tree, node })
    }

    /// The child with the best value for the side to move; among equals the one with most nodes, and
    /// then the first.
    pub(super) fn best_child(self) -> Option<NodeRef<'a>> {
        let (side, root) = (self.data().side, self.tree.side);
        let valued = self.children().filter_map(|child| Some((child, child.value()?)));
        let best = valued.reduce(|best, other| {
            let better = beats(other.1, best.1, side, root);
            let worse = beats(best.1, other.1, side, root);
            let larger = !worse && other.0.size() > best.0.size();
            if better || larger { other } else { best }
        });
        best.map(|(child, _)| child)
    }
}

#[cfg(test)]
impl TreeReplay {
    /// The values of the root's children now.
    pub(super) fn root_child_values(&self) -> Vec<Option<NodeValue>> {
        self.root().children().map(NodeRef::value).collect()
    }
}
