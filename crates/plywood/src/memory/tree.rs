//! The tree of a best-first search: siblings side by side, the board never stored.

use super::arena::{Arena, CHUNK, NONE};
use crate::budget::steps;
use crate::{Score, Side, Stop};

/// Bytes of a node in a tree kept in memory: the three words of Korf & Chickering 1993.
pub const BYTES_PER_NODE: usize = size_of::<Node>();
const _: () = assert!(BYTES_PER_NODE == 12);

/// The most moves a position may have in an algorithm that keeps its tree in memory.
pub const MAX_CHILDREN: usize = UNSETTLED as usize - 1;
const _: () = assert!(MAX_CHILDREN <= CHUNK);

/// A node: its value, its place among the moves of its parent, and where its children are.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Node {
    pub value: Score,
    /// The first child; of a leaf, how many expansions below it were forgotten.
    children: u32,
    /// The number of children evaluated, none at a leaf; a flag says whether they are all.
    count: u16,
    pub index: u16,
}

/// There are more children, or those there are are not in order.
const UNSETTLED: u16 = 1 << 15;

impl Node {
    pub const fn leaf(value: Score, index: u16) -> Node {
        Node { value, children: 0, count: 0, index }
    }

    /// The first node of a free block of the arena: its length, in the place of count and index, and
    /// the next free block.
    pub(super) const fn free(length: usize, next: u32) -> Node {
        let (count, index) = ((length >> 16) as u16, length as u16);
        Node { value: Score::ZERO, children: next, count, index }
    }

    pub(super) fn free_block(&self) -> (usize, u32) {
        ((self.count as usize) << 16 | self.index as usize, self.children)
    }

    #[inline(always)]
    pub fn is_leaf(&self) -> bool {
        self.count == 0
    }

    /// How many expansions below this leaf were made and forgotten.
    #[inline(always)]
    pub fn forgotten(&self) -> u64 {
        debug_assert!(self.is_leaf());
        u64::from(self.children)
    }

    /// Has all its children, in order of value, best first for the side to move; of equals, the one
    /// re-valued last stands first.
    #[inline(always)]
    pub fn is_settled(&self) -> bool {
        self.count != 0 && self.count & UNSETTLED == 0
    }

    #[inline(always)]
    pub fn count(&self) -> usize {
        (self.count & !UNSETTLED) as usize
    }
}

/// A node's place. It changes only when its parent's children are reordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeId(u32);

pub(crate) struct Tree {
    arena: Arena,
    root: NodeId,
    /// Blocks that were cut off and wait to be freed, with all that is below them. They are chained
    /// through the value of their first node, which nobody needs any more; its index holds the
    /// length.
    waiting: u32,
}

/// Blocks that [`Tree::advance`] frees at once.
const FREED_AT_ONCE: usize = 1 << 10;
/// Waiting blocks that are freed with each expansion: more than it takes.
const FREED_PER_EXPANSION: usize = 8;

impl Tree {
    pub fn new() -> Tree {
        Tree { arena: Arena::new(), root: NodeId(NONE), waiting: NONE }
    }

    /// Sets the most bytes the tree may hold.
    pub fn set_limit(&mut self, bytes: usize) {
        self.arena.limit = bytes;
    }

    /// Drops everything, with looks at the clock, but gives the tree a root, a leaf worth `value`.
    /// Stops with [`Stop::Memory`] if even that does not fit.
    pub fn plant(
        &mut self,
        value: Score,
        look: impl FnMut() -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        (self.root, self.waiting) = (NodeId(NONE), NONE);
        self.arena.clear(look)?;
        let at = self.arena.allocate(1).ok_or(Stop::Memory)?;
        *self.arena.get_mut(at) = Node::leaf(value, 0);
        self.root = NodeId(at);
        Ok(())
    }

    pub fn root(&self) -> NodeId {
        self.root
    }

    #[inline(always)]
    pub fn node(&self, id: NodeId) -> &Node {
        self.arena.get(id.0)
    }

    #[inline(always)]
    pub fn set_value(&mut self, id: NodeId, value: Score) {
        self.arena.get_mut(id.0).value = value;
    }

    #[inline(always)]
    pub fn child(&self, id: NodeId, place: usize) -> NodeId {
        NodeId(self.node(id).children + place as u32)
    }

    #[inline(always)]
    pub fn children(&self, id: NodeId) -> &[Node] {
        let node = self.node(id);
        if node.is_leaf() { &[] } else { self.arena.block(node.children, node.count()) }
    }

    #[inline(always)]
    pub fn children_mut(&mut self, id: NodeId) -> &mut [Node] {
        let node = *self.node(id);
        if node.is_leaf() { &mut [] } else { self.arena.block_mut(node.children, node.count()) }
    }

    /// Makes room for `capacity` children of a node that has fewer, of which those it has are the
    /// first in the order of the moves. False if there is no room, or none before the tree is made
    /// [tidy](Tree::tidy); the caller has seen to it that `capacity` is at most [`MAX_CHILDREN`]. To
    /// be followed by [`narrow`](Tree::narrow), once the [`room`](Tree::room) is filled.
    #[inline]
    pub fn widen(&mut self, id: NodeId, capacity: usize) -> bool {
        let node = *self.node(id);
        debug_assert!((node.count()..=MAX_CHILDREN).contains(&capacity) && capacity > 0);
        if self.waiting != NONE {
            self.free_waiting(FREED_PER_EXPANSION);
        }
        let Some(at) = self.arena.room(capacity) else { return false };
        if !node.is_leaf() {
            self.arena.copy(node.children, at, node.count());
            self.arena.free(node.children, node.count());
        }
        self.arena.get_mut(id.0).children = at;
        true
    }

    /// The room made by [`widen`](Tree::widen).
    #[inline(always)]
    pub fn room(&mut self, id: NodeId, capacity: usize) -> &mut [Node] {
        let at = self.node(id).children;
        self.arena.block_mut(at, capacity)
    }

    /// Gives back the room beyond the first `count` children, and notes their number. If
    /// there are none, the node is a leaf again, with `forgotten` expansions forgotten below it.
    #[inline]
    pub fn narrow(&mut self, id: NodeId, count: usize, forgotten: u64) {
        let at = self.arena.keep(count);
        let node = self.arena.get_mut(id.0);
        if count == 0 {
            node.count = 0;
            self.set_forgotten(id, forgotten);
        } else {
            node.children = at;
            node.count = count as u16 | UNSETTLED;
        }
    }

    /// The children are to be put in order again before anyone relies on it.
    #[inline(always)]
    pub fn unsettle(&mut self, id: NodeId) {
        self.arena.get_mut(id.0).count |= UNSETTLED;
    }

    /// Puts the children, which are all there, in order: best first for `side`, the mover, equals as
    /// they stand.
    #[inline]
    pub fn settle(&mut self, id: NodeId, side: Side) {
        self.arena.get_mut(id.0).count &= !UNSETTLED;
        let children = self.children_mut(id);
        steps::count(children.len() as u64 / 4);
        sort(children, side);
    }

    /// Gives the first child, the principal one, a new value and its place before its equals.
    /// Returns the best value after that, and the child's new place.
    #[inline(always)]
    pub fn revalue_first(&mut self, parent: NodeId, value: Score, side: Side) -> (Score, usize) {
        let children = self.children_mut(parent);
        let child = Node { value, ..children[0] };
        let mut place = 0;
        while place + 1 < children.len() && children[place + 1].value.beats(value, side) {
            children[place] = children[place + 1];
            place += 1;
        }
        steps::count(1 + place as u64 / 8);
        children[place] = child;
        (children[0].value, place)
    }

    /// Gives each child a value and puts all in order.
    #[cfg(test)]
    fn grow(&mut self, id: NodeId, values: &[i32]) {
        assert!(self.widen(id, values.len()));
        for (index, node) in self.room(id, values.len()).iter_mut().enumerate() {
            *node = Node::leaf(Score::new(values[index]), index as u16);
        }
        self.narrow(id, values.len(), 0);
        self.settle(id, Side::Max);
    }

    /// The best child among those evaluated, if there are any.
    pub fn best_known(&self, id: NodeId, side: Side) -> Option<usize> {
        let known = self.children(id).iter().enumerate();
        known
            .reduce(|a, b| if b.1.value.beats(a.1.value, side) { b } else { a })
            .map(|(place, _)| place)
    }

    /// Notes how many expansions below a leaf were made and forgotten.
    pub fn set_forgotten(&mut self, id: NodeId, expansions: u64) {
        debug_assert!(self.node(id).is_leaf());
        self.arena.get_mut(id.0).children = u32::try_from(expansions).unwrap_or(u32::MAX);
    }

    /// Frees everything below a node, which keeps its value. After each block `look` may put an end
    /// to it: what is left then waits to be freed, and does not count among the expansions forgotten.
    pub fn collapse(
        &mut self,
        id: NodeId,
        mut look: impl FnMut() -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let node = *self.node(id);
        if node.is_leaf() {
            return Ok(());
        }
        let before = self.waiting;
        self.cut_off(node);
        self.arena.get_mut(id.0).count = 0;
        let mut forgotten = 0;
        let mut outcome = Ok(());
        while self.waiting != before && outcome.is_ok() {
            forgotten += self.free_next();
            outcome = look();
        }
        self.set_forgotten(id, forgotten);
        outcome
    }

    /// Lets the children of a node wait to be freed.
    fn cut_off(&mut self, parent: Node) {
        let first = self.arena.get_mut(parent.children);
        first.value = Score::raw(self.waiting as i32);
        first.index = parent.count() as u16;
        self.waiting = parent.children;
    }

    /// Frees the first block that waits. Returns how many expansions are forgotten with it.
    fn free_next(&mut self) -> u64 {
        let block = self.waiting;
        let first = *self.arena.get(block);
        let length = first.index as usize;
        self.waiting = first.value.get() as u32;
        let mut forgotten = 1;
        for place in 0..length as u32 {
            let node = *self.arena.get(block + place);
            // Whether a node is a leaf cannot be foretold, and a wrong guess of the processor costs
            // more than all the rest. So a leaf does what others do, but to the block that is freed.
            let leaf = node.is_leaf();
            forgotten += if leaf { u64::from(node.children) } else { 0 };
            let at = if leaf { block } else { node.children };
            let first = self.arena.get_mut(at);
            first.value = Score::raw(self.waiting as i32);
            first.index = node.count() as u16;
            self.waiting = if leaf { self.waiting } else { at };
        }
        steps::count(length as u64);
        self.arena.free(block, length);
        forgotten
    }

    /// Frees at most `blocks` waiting blocks.
    #[cold]
    fn free_waiting(&mut self, blocks: usize) {
        for _ in 0..blocks {
            if self.waiting == NONE {
                break;
            }
            self.free_next();
        }
    }

    /// Prepares for the freeing of much of the tree.
    pub fn gather(&mut self) {
        self.arena.gather();
    }

    /// A step towards larger free blocks: frees some that wait, or joins some neighbours. False if
    /// there are none, or too few to be worth it.
    pub fn tidy(&mut self) -> bool {
        if self.waiting == NONE {
            return self.arena.sweep();
        }
        self.free_waiting(FREED_AT_ONCE);
        true
    }

    /// Makes the child with the given move index the root, and cuts off the rest, of which some is
    /// freed at once and much by the searches that follow. False, and the tree unchanged, if there
    /// is no such child.
    pub fn advance(&mut self, index: usize) -> bool {
        let Some(kept) = self.children(self.root).iter().position(|c| c.index as usize == index)
        else {
            return false;
        };
        let old = *self.node(self.root);
        let kept = self.child(self.root, kept);
        let child = *self.node(kept);
        *self.arena.get_mut(self.root.0) = Node { index: 0, ..child };
        *self.arena.get_mut(kept.0) = Node::leaf(child.value, 0);
        self.cut_off(old);
        self.free_waiting(FREED_AT_ONCE);
        true
    }

    /// Bytes held. They grow during a search and never shrink.
    pub fn bytes(&self) -> usize {
        self.arena.bytes()
    }

    /// Could a node ever have this many children, if everything else were freed?
    pub fn could_hold(&self, children: usize) -> bool {
        self.arena.could_hold(children)
    }

    /// Is the tree within its limit? (A later search may set a tighter one.)
    pub fn fits(&self) -> bool {
        self.arena.bytes() <= self.arena.limit
    }

    /// Nodes in the tree, those included that wait to be freed.
    pub fn len(&self) -> usize {
        self.arena.used_nodes()
    }
}

/// Sorts children by value, best first, equals as they stand. In place: a cap counts every byte.
fn sort(children: &mut [Node], side: Side) {
    if children.len() > 32 {
        let middle = children.len() / 2;
        sort(&mut children[..middle], side);
        sort(&mut children[middle..], side);
        return merge(children, middle, side);
    }
    for i in 1..children.len() {
        let child = children[i];
        let mut place = i;
        while place > 0 && child.value.beats(children[place - 1].value, side) {
            children[place] = children[place - 1];
            place -= 1;
        }
        children[place] = child;
    }
}

/// Merges two sorted parts: the middle child of the longer one is brought to its place, and what
/// lies on either side of it is merged likewise.
fn merge(children: &mut [Node], middle: usize, side: Side) {
    let (left, right) = children.split_at(middle);
    if left.is_empty() || right.is_empty() {
        return;
    }
    // `from..middle` and `middle..to` change places; of `left`, `kept` children are then below.
    let (from, to, kept) = if left.len() >= right.len() {
        let from = left.len() / 2;
        let value = left[from].value;
        let to = middle + right.partition_point(|child| child.value.beats(value, side));
        (from, to, middle - from - 1)
    } else {
        let to = right.len() / 2;
        let value = right[to].value;
        let from = left.partition_point(|child| !value.beats(child.value, side));
        (from, middle + to + 1, middle - from)
    };
    children[from..to].rotate_left(middle - from);
    let settled = if kept < middle - from { from + to - middle } else { from + to - middle - 1 };
    let (low, high) = children.split_at_mut(settled);
    merge(low, from, side);
    merge(&mut high[1..], kept, side);
}

/// The best value of some children.
#[inline(always)]
pub(crate) fn best_of(children: &[Node], side: Side) -> Score {
    children.iter().fold(Score::worst(side), |best, child| best.better(child.value, side))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plant(tree: &mut Tree) {
        tree.plant(Score::ZERO, || Ok(())).unwrap();
    }

    fn values(tree: &Tree, id: NodeId) -> Vec<(i32, u16)> {
        tree.children(id).iter().map(|c| (c.value.get(), c.index)).collect()
    }

    #[test]
    fn a_revalued_child_stands_before_its_equals() {
        let mut tree = Tree::new();
        plant(&mut tree);
        let root = tree.root();
        tree.grow(root, &[4, 7, 5, 7]);
        assert_eq!(values(&tree, root), [(7, 1), (7, 3), (5, 2), (4, 0)]);
        assert_eq!(tree.revalue_first(root, Score::new(5), Side::Max).0.get(), 7);
        assert_eq!(values(&tree, root), [(7, 3), (5, 1), (5, 2), (4, 0)]);
        assert_eq!(tree.revalue_first(root, Score::new(5), Side::Max).0.get(), 5);
        assert_eq!(values(&tree, root), [(5, 3), (5, 1), (5, 2), (4, 0)]);
        assert_eq!(tree.revalue_first(root, Score::new(-1), Side::Max).0.get(), 5);
        assert_eq!(values(&tree, root), [(5, 1), (5, 2), (4, 0), (-1, 3)]);
    }

    #[test]
    fn wide_nodes_are_sorted_in_place_and_stably() {
        let mut tree = Tree::new();
        for width in [1, 2, 31, 33, 40, 64, 100, 1000] {
            plant(&mut tree);
            let root = tree.root();
            let children: Vec<i32> = (0..width).map(|i| (i * 7919) % 23).collect();
            tree.grow(root, &children);
            let mut expected: Vec<(i32, u16)> =
                children.iter().enumerate().map(|(i, &value)| (value, i as u16)).collect();
            expected.sort_by_key(|&(value, _)| -value);
            assert_eq!(values(&tree, root), expected, "{width}");
        }
    }

    #[test]
    fn children_may_come_in_parts() {
        let mut tree = Tree::new();
        plant(&mut tree);
        let root = tree.root();
        for (known, more) in [(0, 2), (2, 0), (2, 3), (5, 1)] {
            assert!(tree.widen(root, 6));
            for index in known..known + more {
                tree.room(root, 6)[index] = Node::leaf(Score::new(index as i32), index as u16);
            }
            tree.narrow(root, known + more, 0);
            assert_eq!(tree.len(), 1 + known + more);
            assert!(!tree.node(root).is_settled());
        }
        tree.settle(root, Side::Max);
        assert!(tree.node(root).is_settled());
        assert_eq!(values(&tree, root), [5, 4, 3, 2, 1, 0].map(|n| (n, n as u16)));
    }

    #[test]
    fn advancing_keeps_one_subtree_and_frees_the_rest() {
        let mut tree = Tree::new();
        plant(&mut tree);
        let root = tree.root();
        tree.grow(root, &[1, 2, 3]);
        for place in 0..3 {
            let child = tree.child(root, place);
            tree.grow(child, &[10 * place as i32; 4]);
        }
        let below = tree.child(tree.child(root, 1), 2);
        tree.grow(below, &[9, 8]);
        assert_eq!(tree.len(), 1 + 3 + 12 + 2);
        assert!(!tree.advance(7));
        assert!(tree.advance(1));
        assert_eq!(tree.len(), 1 + 4 + 2);
        let root = tree.root();
        assert_eq!(tree.node(root).value, Score::new(2));
        assert_eq!(values(&tree, tree.child(root, 2)), [(9, 0), (8, 1)]);
        tree.collapse(root, || Ok(())).unwrap();
        assert_eq!(tree.len(), 1);
    }

    #[test]
    fn a_deep_chain_collapses_without_recursion() {
        let mut tree = Tree::new();
        plant(&mut tree);
        let mut at = tree.root();
        for value in 0..300_000 {
            tree.grow(at, &[value, -value]);
            at = tree.child(at, 0);
        }
        tree.collapse(tree.root(), || Ok(())).unwrap();
        assert_eq!(tree.len(), 1);
    }
}
