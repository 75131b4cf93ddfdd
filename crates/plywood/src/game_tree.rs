//! A tree kept in memory from move to move, with the position at its root, and walks in it.

use crate::memory::{Node, NodeId, Tree};
use crate::meter::Meter;
use crate::{
    Child, Event, EventKind, Expansion, MAX_CHILDREN, NodeValue, Observer, Position, Side, Step,
    Stop, Task,
};

/// A [`Tree`] of the positions below a root, which is kept from move to move.
///
/// ```
/// use plywood::kit::{GameTree, Meter};
/// use plywood::{Budget, Position, Score, Task};
/// use plywood_games::Connect4;
///
/// let start = Connect4::default();
/// let task = Task::new(&start).budget(Budget::new().memory(1 << 20));
/// let mut meter = Meter::new(&task.budget);
/// let mut tree: GameTree<Connect4, Score> = GameTree::new();
/// let mut walk = tree.begin(&task, &mut meter, Score::ZERO)?;
/// // Seven children, then seven below the last of them.
/// let worth = |value: &Score, side| value.seen_by(side).get().into();
/// assert!(tree.grow(&mut walk, &mut meter, &mut (), [Score::ZERO; 7], worth)?);
/// walk.down(tree.tree(), 6);
/// assert!(tree.grow(&mut walk, &mut meter, &mut (), [Score::new(1); 7], worth)?);
/// assert_eq!((walk.depth(), tree.tree().len()), (1, 15));
///
/// // That move is played: what is below it is still there.
/// let last = walk.moves().last().unwrap();
/// tree.advance(last);
/// let mut next = start;
/// next.play(last);
/// let task = Task::new(&next);
/// tree.begin(&task, &mut meter, Score::ZERO)?;
/// assert_eq!(tree.tree().len(), 8);
/// # Ok::<(), plywood::Stop>(())
/// ```
pub struct GameTree<P: Position, N> {
    pub(crate) tree: Tree<N>,
    /// The position at the root, once there is a tree.
    pub(crate) root: Option<P>,
    /// The root moves that the search chose from.
    among: Vec<P::Move>,
}

impl<P: Position, N: Copy + Default> Default for GameTree<P, N> {
    fn default() -> Self {
        GameTree { tree: Tree::new(), root: None, among: Vec::new() }
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

    /// The nodes, to be changed. The root must stay that of the position.
    pub fn tree_mut(&mut self) -> &mut Tree<N> {
        &mut self.tree
    }

    /// Makes the tree one of the task's position and root moves, and returns a walk that stands at its
    /// root. A tree that was kept is used if it is of the same position and moves; otherwise a new one
    /// is begun with `root`. Most of the task's memory is the tree's, the rest is left to stacks. Stops
    /// with [`Stop::Memory`] if not even a root fits.
    pub fn begin(
        &mut self,
        task: &Task<'_, P>,
        meter: &mut Meter,
        root: N,
    ) -> Result<Walk<P>, Stop> {
        self.prepare(task, meter, root)?;
        Ok(Walk::new(task.position.clone(), self.tree.root()))
    }

    /// As [`begin`](GameTree::begin).
    pub(crate) fn prepare(
        &mut self,
        task: &Task<'_, P>,
        meter: &mut Meter,
        root: N,
    ) -> Result<(), Stop> {
        let cap = task.budget.memory;
        self.tree.set_limit(cap.map_or(usize::MAX, |cap| cap - stack_share(cap)));
        let same = self.root.as_ref() == Some(task.position) && self.among == task.among;
        // A root alone is planted anew: where a smaller cap made its chunk, its children may not fit.
        if same && self.tree.fits() && self.tree.len() > 1 {
            return Ok(());
        }
        self.root = None;
        self.tree.plant(root, || meter.look())?;
        self.root = Some(task.position.clone());
        self.among = task.among.to_vec();
        Ok(())
    }

    /// Gives the leaf at which the walk stands its children, one for each move of its position, in the
    /// order of the moves. Where memory is full, subtrees beside the walk are pruned first, from the
    /// root down, those of the least `worth` to the side to move at their parent first, until an eighth
    /// of the tree is free. False if there is no room even then. The observer is told of all this.
    ///
    /// Stops with [`Stop::Width`] if there are more than [`MAX_CHILDREN`].
    pub fn grow<I: IntoIterator<Item = N, IntoIter: ExactSizeIterator + Clone>>(
        &mut self,
        walk: &mut Walk<P>,
        meter: &mut Meter,
        observer: &mut dyn Observer<P>,
        children: I,
        worth: impl Fn(&N, Side) -> i64,
    ) -> Result<bool, Stop>
    where
        N: Into<NodeValue>,
    {
        let children = children.into_iter();
        let count = children.len();
        if count > MAX_CHILDREN {
            return Err(Stop::Width);
        }
        let (at, watched) = (walk.at(), observer.watches());
        let line = |depth: usize| walk.line.get(depth).map(|step| (step.parent, step.side));
        let path = if watched { walk.path() } else { Vec::new() };
        let GameTree { tree, root, .. } = self;
        let mut forgotten = |depth: usize, index: usize| {
            if let (true, Some(root)) = (watched, &root) {
                tell_forgotten(observer, root, &path[..depth], index);
            }
        };
        let mut pruned = 0;
        while !tree.grow(at, children.clone()) {
            if tree.tidy() {
                meter.look()?;
            } else if !tree.could_hold(count)
                || !prune(tree, meter, &line, &mut pruned, at, &worth, &mut forgotten)?
            {
                return Ok(false);
            }
        }
        if watched {
            walk.tell_expansion(observer, &path, children.map(N::into));
        }
        Ok(true)
    }

    /// Stores data with the node where the walk stands, and tells the observer.
    pub fn back_up(&mut self, walk: &Walk<P>, observer: &mut dyn Observer<P>, data: N)
    where
        N: Into<NodeValue>,
    {
        *self.tree.data_mut(walk.at()) = data;
        if observer.watches() {
            let value = data.into();
            observer.event(&Event::new(&walk.path(), EventKind::BackedUp { value }));
        }
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

    /// The expected line of play: from the root down to the child that `choose` names, and on from
    /// there, until it names none. `choose` is given the children and the side to move.
    ///
    /// It looks at the clock on the way, so that a line of very many moves does not take too long.
    pub fn principal_line(
        &self,
        meter: &mut Meter,
        mut choose: impl FnMut(&[Node<N>], Side) -> Option<usize>,
    ) -> Vec<P::Move> {
        let Some(root) = &self.root else { return Vec::new() };
        let mut walk = Walk::new(root.clone(), self.tree.root());
        while let Some(place) = choose(self.tree.children(walk.at()), walk.position().side())
            && (walk.depth() == 0 || meter.walk(1).is_ok())
        {
            walk.down(&self.tree, place);
        }
        walk.moves().collect()
    }

    /// Drops everything.
    pub fn forget(&mut self) {
        *self = GameTree::default();
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

/// One position that walks down a tree and back up, with the nodes on its way.
pub struct Walk<P: Position> {
    position: P,
    at: NodeId,
    line: Vec<Down<P>>,
    scratch: Vec<P::Move>,
    /// Links followed since an observer last heard of them.
    walked: u64,
}

/// A step down from a node.
struct Down<P: Position> {
    parent: NodeId,
    side: Side,
    index: u32,
    m: P::Move,
    undo: P::Undo,
}

impl<P: Position> Walk<P> {
    fn new(position: P, at: NodeId) -> Self {
        Walk { position, at, line: Vec::new(), scratch: Vec::new(), walked: 0 }
    }

    /// The position where the walk stands.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// The position where the walk stands, for [`Position::visit`].
    pub fn position_mut(&mut self) -> &mut P {
        &mut self.position
    }

    /// The node where the walk stands.
    pub fn at(&self) -> NodeId {
        self.at
    }

    /// How many steps the walk is below the root.
    pub fn depth(&self) -> usize {
        self.line.len()
    }

    /// The moves from the root to where the walk stands.
    pub fn moves(&self) -> impl Iterator<Item = P::Move> + '_ {
        self.line.iter().map(|step| step.m)
    }

    /// These moves with their indices, as events name a node.
    pub fn path(&self) -> Vec<Step<P::Move>> {
        self.line.iter().map(|down| Step::Move { m: down.m, index: down.index }).collect()
    }

    #[cold]
    fn tell_expansion(
        &mut self,
        observer: &mut dyn Observer<P>,
        path: &[Step<P::Move>],
        values: impl Iterator<Item = NodeValue>,
    ) {
        let pointers = std::mem::take(&mut self.walked);
        observer.event(&Event::new(path, EventKind::Walked { pointers }));
        let mut moves = Vec::new();
        self.position.moves(&mut moves);
        let children = (0..).zip(moves).zip(values);
        let children: Vec<_> =
            children.map(|((index, m), value)| Child { m, index, value: Some(value) }).collect();
        let expansion = Expansion::new(&children, children.len() as u32);
        observer.event(&Event::new(path, EventKind::Expanded(expansion)));
    }

    /// Steps down to the child at a place among those of [`Tree::children`].
    pub fn down<N: Copy + Default>(&mut self, tree: &Tree<N>, place: usize) {
        let (parent, side) = (self.at, self.position.side());
        let index = tree.children(parent)[place].index();
        let m = self.position.move_at(index, &mut self.scratch);
        let undo = self.position.play(m);
        self.line.push(Down { parent, side, index: index as u32, m, undo });
        self.at = tree.child(parent, place);
        self.walked += 1;
    }

    /// Steps back up; false at the root.
    pub fn up(&mut self) -> bool {
        let Some(Down { parent, m, undo, .. }) = self.line.pop() else { return false };
        self.position.undo(m, undo);
        self.at = parent;
        self.walked += 1;
        true
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.line.capacity() * size_of::<Down<P>>() + self.scratch.capacity() * size_of::<P::Move>()
    }
}
