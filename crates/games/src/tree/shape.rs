//! Seeded random trees, for tests and benchmarks.

use super::{Node, Tree};
use crate::random::Rng;
use plywood::{Score, Side};
use std::ops::RangeInclusive;

/// Trees stop growing here, whatever their shape says.
const MOST_NODES: u32 = 1 << 24;

/// What [`Tree::random`] draws.
///
/// ```
/// use plywood_games::tree::{Shape, Tree};
/// let binary = Shape { max_children: 2, leaf_chance: 0, ..Shape::default() };
/// assert!(Tree::random(1, &binary).child_count() <= 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Nodes that are not leaves have 1 to `max_children` children, each number equally likely.
    pub max_children: u32,
    /// Nodes at this ply are leaves.
    pub max_depth: u32,
    /// The chance, in percent, that a node below the root is a leaf before `max_depth`.
    pub leaf_chance: u32,
    /// Static values and leaves' values, each equally likely; few of them make many ties.
    pub values: RangeInclusive<i32>,
    /// Sides take turns, MAX first. Otherwise the side is drawn at every node, also at the root.
    pub alternate: bool,
}

impl Default for Shape {
    /// A few dozen nodes with many ties.
    fn default() -> Shape {
        Shape { max_children: 4, max_depth: 5, leaf_chance: 20, values: -10..=10, alternate: true }
    }
}

impl Tree {
    /// The tree of a seed: the same on every machine.
    ///
    /// Never more than 2^24 nodes: where a shape allows more, the nodes then left are leaves.
    /// Values outside the range of evaluations are brought inside.
    ///
    /// ```
    /// use plywood_games::tree::{Shape, Tree};
    /// let tree = Tree::random(7, &Shape::default());
    /// assert_eq!(tree.to_json(), Tree::random(7, &Shape::default()).to_json());
    /// ```
    pub fn random(seed: u64, shape: &Shape) -> Tree {
        let mut rng = Rng::new(seed);
        let clamp = |value: i32| value.clamp(Score::MIN_EVAL.get(), Score::MAX_EVAL.get());
        let low = clamp(*shape.values.start());
        // Both ends are within 2e9 of 0, so the span fits; an empty range is its start alone.
        let span = (clamp(*shape.values.end()) as i64 - low as i64).max(0) as u32 + 1;

        // Nodes are laid down level by level: a node's side waits until its turn to have children.
        let mut usual = vec![Side::Max];
        let mut nodes = Vec::new();
        let (mut depth, mut level_end) = (0, 1);
        while nodes.len() < usual.len() {
            if nodes.len() == level_end {
                depth += 1;
                level_end = usual.len();
            }
            let (at, first_child) = (nodes.len(), usual.len() as u32);
            let value = low.wrapping_add_unsigned(rng.below(span));
            let ends = depth >= shape.max_depth || at > 0 && rng.below(100) < shape.leaf_chance;
            let room = MOST_NODES - first_child;
            let most = if ends { 0 } else { shape.max_children.min(room) };
            let children = if most == 0 { 0 } else { 1 + rng.below(most) };
            let side = match children {
                0 => usual[at],
                _ if shape.alternate => usual[at],
                _ if rng.below(2) == 0 => Side::Max,
                _ => Side::Min,
            };
            nodes.push(Node::new(value, first_child, children, side));
            usual.resize(usual.len() + children as usize, !side);
        }
        Tree::new(nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood::Position;

    fn walk(tree: &mut Tree, check: &mut impl FnMut(&Tree)) {
        check(tree);
        for m in 0..tree.child_count() {
            tree.visit(m, |child| walk(child, check));
        }
    }

    #[test]
    fn trees_keep_to_their_shape() {
        for alternate in [true, false] {
            let shape = Shape { alternate, values: -3..=3, ..Shape::default() };
            let (mut seen, mut repeats, mut early) = ([0; 7], 0, 0);
            for seed in 0..500 {
                let mut count = 0;
                walk(&mut Tree::random(seed, &shape), &mut |node| {
                    count += 1;
                    seen[(node.value() + 3) as usize] += 1;
                    assert!(node.child_count() <= 4 && node.ply() <= 5);
                    let by_turns = if node.ply() % 2 == 0 { Side::Max } else { Side::Min };
                    repeats += (node.side() != by_turns) as u32;
                    early += (node.is_over() && node.ply() < 5) as u32;
                });
                assert_eq!(count, Tree::random(seed, &shape).node_count());
            }
            let mean = seen.iter().sum::<i32>() / 7;
            assert!(seen.iter().all(|n| (n - mean).abs() < mean / 10), "{seen:?}");
            assert_eq!(repeats > 0, !alternate);
            assert!(early > 100);
        }
    }

    #[test]
    fn trees_never_change_by_accident() {
        let shape = Shape { max_children: 3, max_depth: 2, ..Shape::default() };
        let texts = [0, 1, 2].map(|seed| Tree::random(seed, &shape).to_json());
        let expected = [
            "[3,[-2,-8,-9,1],[-7,1],[-3,-3,4]]",
            "[-3,[-10,9],[6,-7],[-7,6,5]]",
            "[-2,[7,7,-10,-6]]",
        ];
        assert_eq!(texts, expected);
        let shape = Shape { alternate: false, ..shape };
        let expected = r#"["min",5,["min",6,-5,6],[8,-4,-9,4]]"#;
        assert_eq!(Tree::random(3, &shape).to_json(), expected);
    }

    #[test]
    fn odd_shapes_are_harmless() {
        let odd = |change: fn(&mut Shape)| {
            let mut shape = Shape { max_depth: 3, ..Shape::default() };
            change(&mut shape);
            Tree::random(1, &shape)
        };
        assert_eq!(odd(|s| s.max_children = 0).node_count(), 1);
        assert_eq!(odd(|s| s.max_depth = 0).node_count(), 1);
        assert!(odd(|s| s.leaf_chance = u32::MAX).node_count() > 1, "the root has children");
        assert!(odd(|s| s.values = i32::MIN..=i32::MAX).value().abs() <= Score::MAX_EVAL.get());
        #[expect(clippy::reversed_empty_ranges)]
        let empty = odd(|s| s.values = 5..=3);
        assert_eq!(empty.value(), 5);
        let huge = Shape { max_children: u32::MAX, max_depth: u32::MAX, ..Shape::default() };
        assert!(Tree::random(1, &huge).node_count() <= MOST_NODES as usize);
    }
}
