//! A node of a tree in memory.

use crate::Score;

/// A node of a [`Tree`](crate::kit::Tree): what the algorithm keeps there, and 8 bytes of links.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Node<N> {
    /// What the algorithm keeps at the node.
    pub data: N,
    /// The first child; of a leaf, how many expansions below it were forgotten.
    pub(super) children: u32,
    /// The number of children there are, none at a leaf; a flag says whether they are all.
    pub(super) count: u16,
    pub(super) index: u16,
}

/// What an algorithm keeps at a node, if it has a value.
pub(crate) trait Valued: Copy + Default {
    /// The value, from MAX's view.
    fn value(&self) -> Score;

    /// Whether the algorithm knows that nothing below the node can change its value.
    #[inline(always)]
    fn is_final(&self) -> bool {
        false
    }
}

impl Valued for Score {
    #[inline(always)]
    fn value(&self) -> Score {
        *self
    }
}

/// Of `count`: there are more children, or those there are are not in order.
pub(super) const UNSETTLED: u16 = 1 << 15;
/// Of `index`: no child ever had children, so that nothing needs to be known of them to free them.
pub(super) const LEAVES_ONLY: u16 = 1 << 15;

impl<N> Node<N> {
    /// A node without children, for the move at place `index` in the list of its parent's moves.
    #[inline(always)]
    pub(crate) const fn leaf(data: N, index: u16) -> Node<N> {
        Node { data, children: 0, count: 0, index }
    }

    /// The place of the node's move in the list of its parent's moves.
    #[inline(always)]
    pub fn index(&self) -> usize {
        (self.index & !LEAVES_ONLY) as usize
    }

    /// Whether the node has no children.
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

    /// Has all its children, in the order that the algorithm keeps them in.
    #[inline(always)]
    pub(crate) fn is_settled(&self) -> bool {
        self.count != 0 && self.count & UNSETTLED == 0
    }

    /// The number of children in the tree.
    #[inline(always)]
    pub fn count(&self) -> usize {
        (self.count & !UNSETTLED) as usize
    }
}

impl<N: Default> Node<N> {
    /// The first node of a free block of the arena: its length, in the place of count and index, and
    /// the next free block.
    pub(super) fn free(length: usize, next: u32) -> Node<N> {
        let (count, index) = ((length >> 16) as u16, length as u16);
        Node { data: N::default(), children: next, count, index }
    }

    pub(super) fn free_block(&self) -> (usize, u32) {
        ((self.count as usize) << 16 | self.index as usize, self.children)
    }
}
