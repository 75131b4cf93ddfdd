//! Explicit trees: a game whose every node is written down.
//!
//! # Format
//!
//! JSON. A node is a number, the value of a leaf, or an array `[static, child, child, …]`. Values
//! are MAX's. The root moves for MAX and sides alternate, except where an array begins with
//! `"max"` or `"min"`, which names the side to move at that node: `["min", static, child, …]`.
//! Numbers are whole and within [`Score::MIN_EVAL`]`..=`[`Score::MAX_EVAL`].
//!
//! ```
//! use plywood::{Keyed, Position, Score, Side, hash};
//! use plywood_games::Tree;
//!
//! let mut tree = Tree::from_json("[0, [3, 4, 7], 2]")?;
//! assert_eq!(tree.side(), Side::Max);
//! tree.play(0);
//! assert_eq!((tree.side(), tree.value(), tree.child_count()), (Side::Min, 3, 2));
//! tree.play(1);
//! assert!(tree.is_over());
//! assert_eq!(tree.result(), Score::new(7));
//! # Ok::<(), plywood_games::InputError>(())
//! ```

mod export;
mod json;
mod notation;
mod order;
mod shape;
mod uniform;

pub use order::ChildOrder;
pub use shape::Shape;
pub use uniform::{LeafValues, Uniform};

use plywood::{Keyed, Position, Score, Side, Tactics, hash};
use std::fmt;
use std::sync::Arc;

/// A node of an explicit tree, as a position of a game.
///
/// A move is the index of a child, from 0. Clones share the tree, and two positions are equal
/// when they are the same node of the same shared tree.
#[derive(Clone)]
pub struct Tree {
    /// The root first; the children of a node are neighbours.
    nodes: Arc<[Node]>,
    /// A number made from all of them, so that nodes of different trees have different keys.
    name: u64,
    node: u32,
    ply: u32,
}

/// Twelve bytes, so that a search touches one cache line per node.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Node {
    value: i32,
    first_child: u32,
    /// The number of children, and the side to move in the top bit.
    children: u32,
}

const MIN_BIT: u32 = 1 << 31;

impl Node {
    fn new(value: i32, first_child: u32, children: u32, side: Side) -> Node {
        debug_assert!(children < MIN_BIT);
        let bit = if side == Side::Min { MIN_BIT } else { 0 };
        Node { value, first_child, children: children | bit }
    }

    #[inline]
    fn child_count(self) -> u32 {
        self.children & !MIN_BIT
    }

    #[inline]
    fn side(self) -> Side {
        if self.children & MIN_BIT == 0 { Side::Max } else { Side::Min }
    }
}

impl Tree {
    fn new(nodes: Vec<Node>) -> Tree {
        let name = nodes.iter().fold(0, |name, node| {
            let place = u64::from(node.first_child) << 32 | u64::from(node.children);
            hash(&[name, node.value as u64, place])
        });
        Tree { nodes: nodes.into(), name, node: 0, ply: 0 }
    }

    #[inline]
    fn here(&self) -> Node {
        self.nodes[self.node as usize]
    }

    /// The value of a leaf, the static value of any other node.
    #[inline]
    pub fn value(&self) -> i32 {
        self.here().value
    }

    /// The number of children of this node.
    #[inline]
    pub fn child_count(&self) -> u32 {
        self.here().child_count()
    }

    /// The number of moves played since the root.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The number of nodes of the whole tree.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }
}

impl Position for Tree {
    type Move = u32;
    type Undo = u32;

    #[inline]
    fn side(&self) -> Side {
        self.here().side()
    }

    #[inline]
    fn moves(&self, out: &mut Vec<u32>) {
        out.extend(0..self.child_count());
    }

    #[inline]
    fn result(&self) -> Score {
        Score::new(self.value())
    }

    #[inline]
    fn play(&mut self, m: u32) -> u32 {
        debug_assert!(m < self.child_count());
        let parent = self.node;
        self.node = self.here().first_child + m;
        self.ply += 1;
        parent
    }

    #[inline]
    fn undo(&mut self, _: u32, parent: u32) {
        self.node = parent;
        self.ply -= 1;
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.child_count() == 0
    }

    #[inline]
    fn indexed_moves(&self) -> Option<usize> {
        Some(self.child_count() as usize)
    }

    #[inline]
    fn move_at(&self, index: usize, _: &mut Vec<u32>) -> u32 {
        index as u32
    }
}

impl Keyed for Tree {
    #[inline]
    fn key(&self) -> u64 {
        hash(&[self.name, self.node.into()])
    }
}

impl Tactics for Tree {}

impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        self.node == other.node && Arc::ptr_eq(&self.nodes, &other.nodes)
    }
}

impl fmt::Debug for Tree {
    /// Without the nodes, of which there may be millions.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tree")
            .field("node_count", &self.node_count())
            .field("node", &self.node)
            .field("ply", &self.ply)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn walks_as_written() {
        let mut tree = Tree::from_json(r#"[1, [2, 3, ["min", 4, 5]], ["max", 6, 7]]"#).unwrap();
        assert_eq!(tree.node_count(), 7);
        let undo = tree.play(0);
        assert_eq!((tree.value(), tree.side(), tree.ply()), (2, Side::Min, 1));
        tree.visit(1, |same| {
            assert_eq!((same.value(), same.side(), same.child_count()), (4, Side::Min, 1));
            same.visit(0, |leaf| assert_eq!((leaf.result(), leaf.ply()), (Score::new(5), 3)));
        });
        tree.undo(0, undo);
        tree.visit(1, |child| assert_eq!((child.value(), child.side()), (6, Side::Max)));
        assert_eq!((tree.value(), tree.ply()), (1, 0));
    }

    #[test]
    fn equal_is_the_same_node_of_the_same_tree() {
        let tree = Tree::from_json("[1, 2, 2]").unwrap();
        let (mut left, mut right) = (tree.clone(), tree.clone());
        assert!(left == right);
        left.play(0);
        right.play(1);
        assert!(left != right && left != tree);
        assert!(tree != Tree::from_json("[1, 2, 2]").unwrap());
    }

    #[test]
    fn playouts_leave_no_trace() {
        for seed in 0..200 {
            let tree = Tree::random(seed, &Shape { alternate: seed % 2 == 0, ..Shape::default() });
            testing::playouts(&tree, 20);
        }
    }
}
