//! A game tree in memory: siblings side by side, a payload at each node, the board never stored.

use super::arena::{Arena, CHUNK, NONE};
use super::node::{LEAVES_ONLY, Node, UNSETTLED};
use crate::Stop;
use crate::meter::steps;

/// The most moves a position may have in an algorithm that keeps its tree in memory.
pub const MAX_CHILDREN: usize = UNSETTLED as usize - 1;
const _: () = assert!(MAX_CHILDREN <= CHUNK);

/// A node's place in a [`Tree`].
///
/// It is valid until its node is freed, its siblings are put in another order or get more siblings, or
/// the root advances. An id that is not valid names some other node, or none: the methods of the tree
/// may then panic, but never touch memory that is not theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeId(u32);

/// A tree of nodes with a payload, whose memory is capped to the byte.
///
/// A node takes 8 bytes and its payload: 12 bytes with a score, 16 with two words. The children of a
/// node lie side by side, so that a search reads them in order. Freed nodes are used again, and freeing
/// needs no memory. Where much is to be freed, `look` is called in between and may put an end to it,
/// with [`Meter::look`](crate::kit::Meter::look) for example.
///
/// ```
/// use plywood::kit::Tree;
///
/// // Visits and sums, as a tree search by simulation keeps them.
/// let mut tree: Tree<(u32, f32)> = Tree::new();
/// tree.plant((1, 0.5), || Ok(()))?;
/// assert!(tree.grow(tree.root(), [(0, 0.0); 3]));
/// let second = tree.child(tree.root(), 1);
/// tree.data_mut(second).0 += 1;
/// let visits: Vec<u32> = tree.children(tree.root()).iter().map(|child| child.data.0).collect();
/// assert_eq!(visits, [0, 1, 0]);
/// # Ok::<(), plywood::Stop>(())
/// ```
pub struct Tree<N> {
    arena: Arena<N>,
    root: NodeId,
    /// Blocks that were cut off and wait to be freed, with all that is below them: the first of a
    /// list. The index of a block's first node holds the block's length. The next block of the list is
    /// noted in the links of the first leaf that first children lead to, because these links are free.
    waiting: u32,
    /// Where such a way is too long to be walked at once: the node at which it goes on, and the next
    /// block of the list.
    ways: Vec<(u32, u32)>,
}

/// Blocks that [`Tree::advance`] frees at once.
const FREED_AT_ONCE: usize = 1 << 10;
/// Waiting blocks that are freed with each expansion: more than it takes.
const FREED_PER_EXPANSION: usize = 8;
/// The longest way along first children that is walked at once.
const LONG_WAY: usize = 1 << 10;

impl<N: Copy + Default> Default for Tree<N> {
    fn default() -> Self {
        Tree::new()
    }
}

impl<N: Copy + Default> Tree<N> {
    /// A tree without a root.
    pub fn new() -> Self {
        Tree { arena: Arena::new(), root: NodeId(NONE), waiting: NONE, ways: Vec::new() }
    }

    /// Sets the most bytes that the tree may hold.
    pub fn set_limit(&mut self, bytes: usize) {
        self.arena.limit = bytes;
    }

    /// Drops everything and makes a root, a leaf. Stops with [`Stop::Memory`] if even that does not
    /// fit.
    pub fn plant(&mut self, data: N, look: impl FnMut() -> Result<(), Stop>) -> Result<(), Stop> {
        (self.root, self.waiting) = (NodeId(NONE), NONE);
        self.ways.clear();
        self.arena.clear(look)?;
        let at = self.arena.allocate(1).ok_or(Stop::Memory)?;
        *self.arena.get_mut(at) = Node::leaf(data, 0);
        self.root = NodeId(at);
        Ok(())
    }

    /// The root, once it is [planted](Tree::plant).
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// A node.
    #[inline(always)]
    pub fn node(&self, id: NodeId) -> &Node<N> {
        self.arena.get(id.0)
    }

    /// What is kept at a node.
    #[inline(always)]
    pub fn data_mut(&mut self, id: NodeId) -> &mut N {
        &mut self.arena.get_mut(id.0).data
    }

    /// The child at a place among those of [`children`](Tree::children).
    #[inline(always)]
    pub fn child(&self, id: NodeId, place: usize) -> NodeId {
        NodeId(self.node(id).children + place as u32)
    }

    /// The children of a node that are in the tree.
    #[inline(always)]
    pub fn children(&self, id: NodeId) -> &[Node<N>] {
        let node = self.node(id);
        if node.is_leaf() { &[] } else { self.arena.block(node.children, node.count()) }
    }

    /// The children of a node that are in the tree.
    #[inline(always)]
    pub fn children_mut(&mut self, id: NodeId) -> &mut [Node<N>] {
        let node = *self.node(id);
        if node.is_leaf() { &mut [] } else { self.arena.block_mut(node.children, node.count()) }
    }

    /// Gives a leaf its children, one for each move of its position, in the order of the moves. False,
    /// and the leaf unchanged, if there is no memory for them, or none before the tree is made
    /// [tidy](Tree::tidy).
    ///
    /// # Panics
    /// If there are more than [`MAX_CHILDREN`](crate::MAX_CHILDREN).
    pub fn grow<I: IntoIterator<Item = N, IntoIter: ExactSizeIterator>>(
        &mut self,
        id: NodeId,
        children: I,
    ) -> bool {
        let children = children.into_iter();
        let count = children.len();
        assert!(count <= MAX_CHILDREN, "{count} children are more than a node can have");
        if count == 0 {
            return true;
        }
        let forgotten = self.node(id).forgotten();
        if !self.widen(id, count) {
            return false;
        }
        for ((index, data), node) in children.enumerate().zip(self.room(id, count)) {
            *node = Node::leaf(data, index as u16);
        }
        self.narrow(id, count, forgotten);
        true
    }

    /// Makes room for `capacity` children of a node that has fewer, of which those it has are the
    /// first in the order of the moves. False if there is no room, or none before the tree is made
    /// [tidy](Tree::tidy); the caller has seen to it that `capacity` is at most [`MAX_CHILDREN`]. To
    /// be followed by [`narrow`](Tree::narrow), once the [`room`](Tree::room) is filled.
    #[inline]
    pub(crate) fn widen(&mut self, id: NodeId, capacity: usize) -> bool {
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
    pub(crate) fn room(&mut self, id: NodeId, capacity: usize) -> &mut [Node<N>] {
        let at = self.node(id).children;
        self.arena.block_mut(at, capacity)
    }

    /// Gives back the room beyond the first `count` children, and notes their number. If
    /// there are none, the node is a leaf again, with `forgotten` expansions forgotten below it.
    #[inline]
    pub(crate) fn narrow(&mut self, id: NodeId, count: usize, forgotten: u64) {
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

    /// The children of a node were made just now: they are leaves. From now on the caller tells of the
    /// [first child](Tree::has_grandchildren) that gets children.
    #[inline(always)]
    pub(crate) fn has_only_leaves(&mut self, id: NodeId) {
        self.arena.get_mut(id.0).index |= LEAVES_ONLY;
    }

    /// A child of the node is about to get children.
    #[inline(always)]
    pub(crate) fn has_grandchildren(&mut self, id: NodeId) {
        self.arena.get_mut(id.0).index &= !LEAVES_ONLY;
    }

    /// The children are to be put in order again before anyone relies on it.
    #[inline(always)]
    pub(crate) fn unsettle(&mut self, id: NodeId) {
        self.arena.get_mut(id.0).count |= UNSETTLED;
    }

    /// The children, which are all there, are put in order now.
    #[inline(always)]
    pub(super) fn mark_settled(&mut self, id: NodeId) {
        self.arena.get_mut(id.0).count &= !UNSETTLED;
    }

    /// Notes how many expansions below a leaf were made and forgotten.
    pub(crate) fn set_forgotten(&mut self, id: NodeId, expansions: u64) {
        debug_assert!(self.node(id).is_leaf());
        self.arena.get_mut(id.0).children = u32::try_from(expansions).unwrap_or(u32::MAX);
    }

    /// Frees everything below a node, which keeps its data. After each block of siblings `look` may put
    /// an end to it: what is left then waits to be freed, and does not count among the expansions
    /// [forgotten](Node::forgotten).
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
        let mut forgotten = self.cut_off(node.children, node.count());
        self.arena.get_mut(id.0).count = 0;
        let mut outcome = Ok(());
        while self.waiting != before && outcome.is_ok() {
            forgotten += self.free_next();
            outcome = look();
        }
        self.set_forgotten(id, forgotten);
        outcome
    }

    /// Lets a block of siblings wait to be freed. Returns how many expansions were forgotten below the
    /// leaf that loses its links.
    #[inline]
    fn cut_off(&mut self, block: u32, length: usize) -> u64 {
        let next = std::mem::replace(&mut self.waiting, block);
        self.arena.get_mut(block).index = length as u16;
        self.chain(block, next)
    }

    /// Notes that `next` is the block that waits behind the one at `at`.
    #[inline]
    fn chain(&mut self, mut at: u32, next: u32) -> u64 {
        for step in 0..LONG_WAY {
            let node = self.arena.get_mut(at);
            if node.is_leaf() {
                steps::count(step as u64 / 2);
                return u64::from(std::mem::replace(&mut node.children, next));
            }
            at = node.children;
        }
        steps::count(LONG_WAY as u64 / 2);
        self.ways.push((at, next));
        0
    }

    /// Frees the first block that waits. Returns how many expansions are forgotten with it.
    fn free_next(&mut self) -> u64 {
        let block = self.waiting;
        let mut forgotten = 1;
        if let Some(&(at, next)) = self.ways.last()
            && at == block
        {
            self.ways.pop();
            forgotten += self.chain(block, next);
        }
        let first = *self.arena.get(block);
        let length = first.index as usize;
        self.waiting = first.children;
        if !first.is_leaf() {
            // The block behind this one is noted below there.
            self.arena.get_mut(first.children).index = first.count() as u16;
        }
        for place in 1..length as u32 {
            let node = *self.arena.get(block + place);
            forgotten += match node.is_leaf() {
                true => u64::from(node.children),
                false if node.index & LEAVES_ONLY != 0 && self.arena.marks(node.children) => {
                    debug_assert!(self.are_leaves(&node));
                    self.arena.free(node.children, node.count());
                    1
                }
                false => self.cut_off(node.children, node.count()),
            };
        }
        steps::count(length as u64);
        self.arena.free(block, length);
        forgotten
    }

    /// Whether no child has or had children.
    fn are_leaves(&self, node: &Node<N>) -> bool {
        let children = self.arena.block(node.children, node.count());
        children.iter().all(|child| child.is_leaf() && child.forgotten() == 0)
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
    pub(crate) fn gather(&mut self) {
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

    /// Makes the child of the root with the given [index](Node::index) the root, and cuts off the
    /// rest, of which some is freed at once and much as the tree grows again. False, and the tree
    /// unchanged, if there is no such child.
    pub fn advance(&mut self, index: usize) -> bool {
        let Some(kept) = self.children(self.root).iter().position(|c| c.index() == index) else {
            return false;
        };
        let old = *self.node(self.root);
        let kept = self.child(self.root, kept);
        let child = *self.node(kept);
        *self.arena.get_mut(self.root.0) = Node { index: 0, ..child };
        *self.arena.get_mut(kept.0) = Node::leaf(child.data, 0);
        self.cut_off(old.children, old.count());
        self.free_waiting(FREED_AT_ONCE);
        true
    }

    /// Bytes held. They grow during a search and never shrink.
    pub fn bytes(&self) -> usize {
        self.arena.bytes() + self.ways.capacity() * size_of::<(u32, u32)>()
    }

    /// Could a node ever have this many children, if everything else were freed?
    pub fn could_hold(&self, children: usize) -> bool {
        self.arena.could_hold(children)
    }

    /// Is the tree within its limit? (A later search may set a tighter one.)
    pub fn fits(&self) -> bool {
        self.bytes() <= self.arena.limit
    }

    /// The nodes of a subtree, its root among them.
    pub(crate) fn count(&self, id: NodeId) -> u64 {
        // Siblings lie side by side: the list of blocks to visit is as long as a line is wide.
        let (mut count, mut left) = (1, vec![id]);
        while let Some(id) = left.pop() {
            let children = self.children(id);
            count += children.len() as u64;
            let inner = (0..children.len()).filter(|&place| !children[place].is_leaf());
            left.extend(inner.map(|place| self.child(id, place)));
        }
        count
    }

    /// Nodes in the tree, those included that wait to be freed.
    pub fn len(&self) -> usize {
        self.arena.used_nodes()
    }

    /// Whether the tree has no root yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests;
