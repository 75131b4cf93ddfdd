//! A tree kept in memory from move to move, with the position at its root.

use crate::memory::{NodeId, Tree};
use crate::meter::Meter;
use crate::{Event, EventKind, Observer, Position, Side, Step, Stop, Task};

/// A [`Tree`] of the positions below a root, which is kept from move to move.
///
/// [`GameTree::search`] works on it.
pub struct GameTree<P: Position, N> {
    pub(crate) tree: Tree<N>,
    /// The position at the root, once there is a tree.
    pub(crate) root: Option<P>,
    /// The root moves that the search chose from.
    among: Vec<P::Move>,
    /// The limit on the number of children per node.
    widest: Option<u32>,
}

impl<P: Position, N: Copy + Default> Default for GameTree<P, N> {
    fn default() -> Self {
        GameTree { tree: Tree::new(), root: None, among: Vec::new(), widest: None }
    }
}

/// The part of a memory cap left to the stacks, which hold the moves and siblings of one line.
pub(crate) fn stack_share(cap: usize) -> usize {
    (cap / 8).clamp(16 << 10, 64 << 20).min(cap / 2)
}

impl<P: Position, N: Copy + Default> GameTree<P, N> {
    /// An empty tree.
    pub fn new() -> Self {
        GameTree::default()
    }

    /// The nodes.
    pub fn tree(&self) -> &Tree<N> {
        &self.tree
    }

    /// Makes the tree one of the task's position, root moves and width. A tree that was kept is used if it is of
    /// the same; otherwise a new one is begun with `root`. Stops with [`Stop::Memory`] if not even a root
    /// fits.
    pub(crate) fn prepare(
        &mut self,
        task: &Task<'_, P>,
        meter: &mut Meter,
        root: N,
    ) -> Result<(), Stop> {
        let cap = task.budget.memory;
        self.tree.set_limit(cap.map_or(usize::MAX, |cap| cap - stack_share(cap)));
        let same = self.root.as_ref() == Some(task.position)
            && self.among == task.among
            && self.widest == task.budget.widest;
        // A root alone is planted anew: where a smaller cap made its chunk, its children may not fit.
        if same && self.tree.fits() && self.tree.len() > 1 {
            return Ok(());
        }
        self.root = None;
        self.tree.plant(root, || meter.look())?;
        self.root = Some(task.position.clone());
        self.among = task.among.to_vec();
        self.widest = task.budget.widest;
        Ok(())
    }

    /// Makes room in the tree for `count` children of a node, and makes the tree tidy if need be.
    /// False if memory is full.
    #[inline(always)]
    pub(crate) fn widen(
        &mut self,
        meter: &mut Meter,
        id: NodeId,
        count: usize,
    ) -> Result<bool, Stop> {
        Ok(self.tree.widen(id, count) || self.widen_tidily(meter, id, count)?)
    }

    #[cold]
    #[inline(never)]
    fn widen_tidily(&mut self, meter: &mut Meter, id: NodeId, count: usize) -> Result<bool, Stop> {
        while self.tree.tidy() {
            meter.look()?;
            if self.tree.widen(id, count) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The move `m` was played at the root's position: keeps what is below it, if there is anything.
    pub fn advance(&mut self, m: P::Move) {
        self.among.clear();
        let Some(root) = &mut self.root else { return };
        let mut moves = Vec::new();
        root.moves(&mut moves);
        match moves.iter().position(|&other| other == m) {
            Some(index) if self.tree.advance(index) => {
                root.play(m);
            }
            _ => self.forget(),
        }
    }

    /// Drops everything.
    pub fn forget(&mut self) {
        *self = GameTree::default();
    }

    /// The number of nodes at each depth, the root's first; none if there is no tree. Visits every node.
    pub fn nodes_by_depth(&self) -> Vec<u64> {
        let mut nodes = Vec::new();
        let mut level: Vec<NodeId> = self.root.iter().map(|_| self.tree.root()).collect();
        while !level.is_empty() {
            nodes.push(level.len() as u64);
            let places = |&id: &NodeId| {
                (0..self.tree.children(id).len()).map(move |place| self.tree.child(id, place))
            };
            level = level.iter().flat_map(places).collect();
        }
        nodes
    }
}

/// Frees the subtrees of least worth: from the root down, at each node of the line the worst child
/// first, until an eighth of the tree is free. False if nothing is left to free.
///
/// `line` has the nodes above the one that asks for room, and the sides to move there; `pruned` of
/// them, at its head, have nothing left to prune beside the line. `forgotten` is told of each subtree:
/// the depth of the parent on the line, and the index of the child.
pub(crate) fn prune<N: Copy + Default>(
    tree: &mut Tree<N>,
    meter: &mut Meter,
    line: &dyn Fn(usize) -> Option<(NodeId, Side)>,
    pruned: &mut usize,
    asking: NodeId,
    worth: &impl Fn(&N, Side) -> i64,
    forgotten: &mut dyn FnMut(usize, usize),
) -> Result<bool, Stop> {
    tree.gather();
    let before = tree.len();
    let enough = before - before / 8;
    while let Some((id, side)) = line(*pruned) {
        let spared = line(*pruned + 1).map_or(asking, |(next, _)| next);
        loop {
            let children = tree.children(id);
            meter.walk(children.len() as u64)?;
            let worst = (0..children.len())
                .filter(|&place| tree.child(id, place) != spared && !children[place].is_leaf())
                .min_by_key(|&place| worth(&children[place].data, side));
            let Some(worst) = worst else { break };
            forgotten(*pruned, children[worst].index());
            tree.collapse(tree.child(id, worst), || meter.walk(16))?;
            if tree.len() <= enough {
                return Ok(true);
            }
        }
        *pruned += 1;
    }
    Ok(tree.len() < before)
}

/// Tells the observer that what is below a child is removed from memory: the child with the move at
/// `index` of the node at the end of `path`.
#[cold]
pub(crate) fn tell_forgotten<P: Position>(
    observer: &mut dyn Observer<P>,
    root: &P,
    path: &[Step<P::Move>],
    index: usize,
) {
    let mut node = root.clone();
    for step in path {
        if let Step::Move { m, .. } = *step {
            node.play(m);
        }
    }
    let m = node.move_at(index, &mut Vec::new());
    let mut path = path.to_vec();
    path.push(Step::Move { m, index: index as u32 });
    observer.event(&Event::new(&path, EventKind::Forgotten));
}
