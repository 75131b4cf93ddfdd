//! The tree of a best-first search: brothers side by side, the board never stored.

use super::arena::{Arena, CHUNK, NONE};
use crate::{Score, Side};

/// Bytes of a node in a tree kept in memory: the three words of Korf & Chickering 1993.
pub const BYTES_PER_NODE: usize = size_of::<Node>();
const _: () = assert!(BYTES_PER_NODE == 12);

/// The most moves a position may have in an algorithm that keeps its tree in memory.
pub const MAX_CHILDREN: usize = CHUNK - 1;

/// A node: its value, its place among the moves of its parent, and where its children are.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Node {
    pub value: Score,
    /// The first child; of a leaf, how many expansions below it were forgotten.
    children: u32,
    /// The number of children, none at a leaf; [`PARTIAL`] is set while some are not evaluated.
    count: u16,
    pub index: u16,
}

const PARTIAL: u16 = 1 << 15;
const UNKNOWN: Score = Score::raw(i32::MIN);

impl Node {
    const fn leaf(value: Score, index: u16) -> Node {
        Node { value, children: 0, count: 0, index }
    }

    /// A free block of the arena: its length and the next free one.
    pub(super) const fn free(length: usize, next: u32) -> Node {
        Node { value: Score::raw(length as i32), children: next, count: 0, index: 0 }
    }

    pub(super) fn free_block(&self) -> (usize, u32) {
        (self.value.get() as usize, self.children)
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

    /// Has children of which some are not evaluated yet.
    #[inline(always)]
    pub fn is_partial(&self) -> bool {
        self.count & PARTIAL != 0
    }

    #[inline(always)]
    pub fn is_known(&self) -> bool {
        self.value != UNKNOWN
    }

    #[inline(always)]
    pub fn count(&self) -> usize {
        (self.count & !PARTIAL) as usize
    }
}

/// A node's place. It changes only when its parent's children are reordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeId(u32);

/// The principal child of a node, and the value of its best brother.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Principal {
    pub place: usize,
    pub value: Score,
    pub second: Score,
}

pub(crate) struct Tree {
    arena: Arena,
    root: NodeId,
}

impl Tree {
    pub fn new() -> Tree {
        Tree { arena: Arena::new(), root: NodeId(NONE) }
    }

    /// Sets the most bytes the tree may hold.
    pub fn set_limit(&mut self, bytes: usize) {
        self.arena.limit = bytes;
    }

    /// Drops everything but gives the tree a root, a leaf worth `value`. False if even that does
    /// not fit.
    pub fn plant(&mut self, value: Score) -> bool {
        self.arena.clear();
        let Some(at) = self.arena.allocate(1) else { return false };
        *self.arena.get_mut(at) = Node::leaf(value, 0);
        self.root = NodeId(at);
        true
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

    /// The place of a node among its brothers in memory.
    #[inline(always)]
    pub fn place_of(&self, child: NodeId, parent: NodeId) -> usize {
        (child.0 - self.node(parent).children) as usize
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

    /// Gives a leaf `count` children whose values are not known yet. False if memory is full; the
    /// caller has seen to it that `count` is at most [`MAX_CHILDREN`].
    #[inline]
    pub fn expand(&mut self, id: NodeId, count: usize) -> bool {
        debug_assert!(self.node(id).is_leaf() && (1..=MAX_CHILDREN).contains(&count));
        let Some(at) = self.arena.allocate(count) else { return false };
        for (index, child) in self.arena.block_mut(at, count).iter_mut().enumerate() {
            *child = Node::leaf(UNKNOWN, index as u16);
        }
        let node = self.arena.get_mut(id.0);
        node.children = at;
        node.count = count as u16 | PARTIAL;
        true
    }

    /// All children of the node are evaluated now.
    #[inline(always)]
    pub fn complete(&mut self, id: NodeId) {
        self.arena.get_mut(id.0).count &= !PARTIAL;
        debug_assert!(self.children(id).iter().all(Node::is_known));
    }

    /// [`complete`](Tree::complete), if it is so.
    pub fn complete_if_known(&mut self, id: NodeId) {
        if self.node(id).is_partial() && self.children(id).iter().all(Node::is_known) {
            self.complete(id);
        }
    }

    /// The principal child: the first in memory among the best.
    #[inline]
    pub fn principal(&self, id: NodeId, side: Side) -> Principal {
        match side {
            Side::Max => principal::<true>(self.children(id)),
            Side::Min => principal::<false>(self.children(id)),
        }
    }

    /// The best child among those evaluated, if there are any.
    pub fn best_known(&self, id: NodeId, side: Side) -> Option<usize> {
        let known = self.children(id).iter().enumerate().filter(|(_, child)| child.is_known());
        known
            .reduce(|a, b| if b.1.value.beats(a.1.value, side) { b } else { a })
            .map(|(place, _)| place)
    }

    /// Puts the children in order of value, best first for `side`; equals keep their order.
    pub fn sort_children(&mut self, id: NodeId, side: Side) {
        let children = self.children_mut(id);
        if children.len() > 64 {
            children.sort_by_key(|child| -child.value.seen_by(side));
            return;
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

    /// Gives a child a new value, and puts it before its equals: with the first of the best as
    /// principal child, that is done by putting it before all its brothers.
    #[inline]
    pub fn revalue(&mut self, parent: NodeId, place: usize, value: Score) {
        let children = self.children_mut(parent);
        let mut child = children[place];
        child.value = value;
        children.copy_within(..place, 1);
        children[0] = child;
    }

    /// Notes how many expansions below a leaf were made and forgotten.
    pub fn set_forgotten(&mut self, id: NodeId, expansions: u64) {
        debug_assert!(self.node(id).is_leaf());
        self.arena.get_mut(id.0).children = u32::try_from(expansions).unwrap_or(u32::MAX);
    }

    /// Frees everything below a node, which keeps its value.
    pub fn collapse(&mut self, id: NodeId) {
        // Blocks that wait to be freed are chained through the value of their first node, which
        // nobody needs any more; its index holds the length.
        let node = *self.node(id);
        if node.is_leaf() {
            return;
        }
        let mut forgotten = 0;
        let mut waiting = NONE;
        self.enqueue(&mut waiting, node);
        while waiting != NONE {
            forgotten += 1;
            let block = waiting;
            let first = *self.arena.get(block);
            let length = first.index as usize;
            waiting = first.value.get() as u32;
            for place in 0..length {
                let node = *self.arena.get(block + place as u32);
                if node.is_leaf() {
                    forgotten += node.forgotten();
                } else {
                    self.enqueue(&mut waiting, node);
                }
            }
            self.arena.free(block, length);
        }
        self.arena.get_mut(id.0).count = 0;
        self.set_forgotten(id, forgotten);
    }

    fn enqueue(&mut self, waiting: &mut u32, parent: Node) {
        let first = self.arena.get_mut(parent.children);
        first.value = Score::raw(*waiting as i32);
        first.index = parent.count() as u16;
        *waiting = parent.children;
    }

    /// Makes the child with the given move index the root, and frees the rest. False, and the tree
    /// unchanged, if there is no such child.
    pub fn advance(&mut self, index: usize) -> bool {
        let count = self.children(self.root).len();
        let Some(kept) = self.children(self.root).iter().position(|c| c.index as usize == index)
        else {
            return false;
        };
        for place in (0..count).filter(|&place| place != kept) {
            self.collapse(self.child(self.root, place));
        }
        let block = self.node(self.root).children;
        let child = *self.node(self.child(self.root, kept));
        *self.arena.get_mut(self.root.0) = Node { index: 0, ..child };
        self.arena.free(block, count);
        true
    }

    /// Bytes held. They grow during a search and never shrink.
    pub fn bytes(&self) -> usize {
        self.arena.bytes()
    }

    /// Is the tree within its limit? (A later search may set a tighter one.)
    pub fn fits(&self) -> bool {
        self.arena.bytes() <= self.arena.limit
    }

    /// Nodes in the tree.
    pub fn len(&self) -> usize {
        self.arena.used_nodes()
    }
}

#[inline(always)]
fn principal<const MAX: bool>(children: &[Node]) -> Principal {
    let side = if MAX { Side::Max } else { Side::Min };
    let mut best = Principal { place: 0, value: children[0].value, second: Score::worst(side) };
    for (place, child) in children.iter().enumerate().skip(1) {
        if child.value.beats(best.value, side) {
            best = Principal { place, value: child.value, second: best.value };
        } else {
            best.second = best.second.better(child.value, side);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(tree: &Tree, id: NodeId) -> Vec<(i32, u16)> {
        tree.children(id).iter().map(|c| (c.value.get(), c.index)).collect()
    }

    fn grow(tree: &mut Tree, id: NodeId, children: &[i32]) {
        assert!(tree.expand(id, children.len()));
        for (node, &value) in tree.children_mut(id).iter_mut().zip(children) {
            node.value = Score::new(value);
        }
        tree.complete(id);
    }

    #[test]
    fn a_revalued_child_stands_before_its_equals() {
        let mut tree = Tree::new();
        assert!(tree.plant(Score::ZERO));
        let root = tree.root();
        grow(&mut tree, root, &[4, 7, 5, 7]);
        let first = tree.principal(root, Side::Max);
        assert_eq!((first.place, first.value.get(), first.second.get()), (1, 7, 7));
        tree.revalue(root, 1, Score::new(5));
        assert_eq!(values(&tree, root), [(5, 1), (4, 0), (5, 2), (7, 3)]);
        let next = tree.principal(root, Side::Max);
        assert_eq!((next.place, next.second.get()), (3, 5));
        tree.revalue(root, 3, Score::new(3));
        assert_eq!(tree.principal(root, Side::Max).place, 1, "child 1 before child 2");
        assert_eq!(tree.principal(root, Side::Min).place, 0);
    }

    #[test]
    fn advancing_keeps_one_subtree_and_frees_the_rest() {
        let mut tree = Tree::new();
        assert!(tree.plant(Score::ZERO));
        let root = tree.root();
        grow(&mut tree, root, &[1, 2, 3]);
        for place in 0..3 {
            let child = tree.child(root, place);
            grow(&mut tree, child, &[10 * place as i32; 4]);
        }
        let below = tree.child(tree.child(root, 1), 2);
        grow(&mut tree, below, &[8, 9]);
        assert_eq!(tree.len(), 1 + 3 + 12 + 2);
        assert!(!tree.advance(7));
        assert!(tree.advance(1));
        assert_eq!(tree.len(), 1 + 4 + 2);
        let root = tree.root();
        assert_eq!(tree.node(root).value, Score::new(2));
        assert_eq!(values(&tree, tree.child(root, 2)), [(8, 0), (9, 1)]);
        tree.collapse(root);
        assert_eq!(tree.len(), 1);
    }

    #[test]
    fn a_deep_chain_collapses_without_recursion() {
        let mut tree = Tree::new();
        assert!(tree.plant(Score::ZERO));
        let mut at = tree.root();
        for value in 0..300_000 {
            grow(&mut tree, at, &[value, -value]);
            at = tree.child(at, 0);
        }
        tree.collapse(tree.root());
        assert_eq!(tree.len(), 1);
    }
}
