//! Uniform random trees, as in the simulations of the literature on minimax search.

use super::{Node, Tree};
use crate::InputError;
use crate::random::Rng;
use plywood::{Score, Side};
use std::ops::RangeInclusive;

/// What [`Tree::uniform`] draws: a tree in which every node above the leaves has `width` children.
///
/// ```
/// use plywood_games::tree::{LeafValues, Tree, Uniform};
/// let uniform = Uniform { width: 2, depth: 2, values: LeafValues::Incremental, draw: -9..=9 };
/// let tree = Tree::uniform(1, &uniform)?;
/// assert_eq!(tree.node_count(), 7);
/// assert_eq!(tree.to_json(), Tree::uniform(1, &uniform)?.to_json());
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uniform {
    /// The number of children of every node above the leaves.
    pub width: u32,
    /// The ply of the leaves.
    pub depth: u32,
    /// How the values of leaves come about.
    pub values: LeafValues,
    /// The numbers that are drawn, each equally likely: values of leaves, or costs of edges.
    pub draw: RangeInclusive<i32>,
}

/// How the values of the leaves of a uniform tree come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafValues {
    /// Each is drawn by itself. The static value of every other node is 0, which says nothing about it.
    Independent,
    /// The sum of the costs of the edges from the root down, which is the static value of every node: relatives
    /// have similar values.
    Incremental,
}

impl Tree {
    /// The uniform tree of a seed: the same on every machine. MAX moves at the root, and sides alternate.
    ///
    /// Fails if the width or the depth is 0, if the tree has more than [`Tree::MOST_EXPORTED`] nodes, or if values
    /// can leave the range of evaluations.
    pub fn uniform(seed: u64, uniform: &Uniform) -> Result<Tree, InputError> {
        uniform.check()?;
        let Uniform { width, depth, values, ref draw } = *uniform;
        let mut rng = Rng::new(seed);
        let span = (i64::from(*draw.end()) - i64::from(*draw.start())) as u32 + 1;
        let mut drawn = || draw.start().wrapping_add_unsigned(rng.below(span));
        let mut nodes = vec![Node::new(0, 0, 0, Side::Max)];
        let mut level = 0..1;
        let mut side = Side::Max;
        for ply in 1..=depth {
            for parent in level.clone() {
                let value = nodes[parent].value;
                nodes[parent] = Node::new(value, nodes.len() as u32, width, side);
                for _ in 0..width {
                    let value = match values {
                        LeafValues::Incremental => value + drawn(),
                        LeafValues::Independent if ply == depth => drawn(),
                        LeafValues::Independent => 0,
                    };
                    nodes.push(Node::new(value, 0, 0, !side));
                }
            }
            level = level.end..nodes.len();
            side = !side;
        }
        Ok(Tree::new(nodes))
    }
}

impl Uniform {
    /// The number of nodes of the tree, if it can be counted.
    fn node_count(&self) -> Option<usize> {
        let (mut level, mut nodes) = (1usize, 1usize);
        for _ in 0..self.depth {
            level = level.checked_mul(self.width as usize)?;
            nodes = nodes.checked_add(level).filter(|&nodes| nodes <= Tree::MOST_EXPORTED)?;
        }
        Some(nodes)
    }

    /// An error unless the tree can be made: see [`Tree::uniform`].
    pub fn check(&self) -> Result<(), InputError> {
        let Uniform { width, depth, values, draw } = self;
        let wrong = || {
            let shape = format!("width {width}, depth {depth}, values {draw:?}");
            InputError::new("uniform tree", &shape)
        };
        if *width == 0 || *depth == 0 || self.node_count().is_none() {
            let most = Tree::MOST_EXPORTED;
            return Err(wrong()
                .expected(format!("a width and a depth from 1, and at most {most} nodes in all")));
        }
        let steps = if *values == LeafValues::Incremental { i64::from(*depth) } else { 1 };
        let most = i64::from(Score::MAX_EVAL.get());
        let is_within = |end: &i32| (i64::from(*end) * steps).abs() <= most;
        if draw.is_empty() || !is_within(draw.start()) || !is_within(draw.end()) {
            return Err(
                wrong().expected("values within the range of evaluations, the lower one first")
            );
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood::Position;

    fn uniform(values: LeafValues) -> Uniform {
        Uniform { width: 3, depth: 4, values, draw: -9..=9 }
    }

    fn walk(tree: &mut Tree, parent: i32, check: &mut impl FnMut(&Tree, i32)) {
        check(tree, parent);
        let value = tree.value();
        for m in 0..tree.child_count() {
            tree.visit(m, |child| walk(child, value, check));
        }
    }

    #[test]
    fn every_node_has_the_width_and_values_come_about_as_told() {
        let (mut sum, mut leaves) = (0, 0);
        for seed in 0..20 {
            let mut tree = Tree::uniform(seed, &uniform(LeafValues::Incremental)).unwrap();
            assert_eq!(tree.node_count(), 1 + 3 + 9 + 27 + 81);
            walk(&mut tree, 0, &mut |node, parent| {
                let step = node.value() - parent;
                assert!((-9..=9).contains(&step) && (node.ply() > 0 || step == 0));
                assert_eq!(node.child_count(), if node.ply() < 4 { 3 } else { 0 });
                let by_turns = if node.ply() % 2 == 0 { Side::Max } else { Side::Min };
                assert!(node.is_over() || node.side() == by_turns);
            });
            let mut tree = Tree::uniform(seed, &uniform(LeafValues::Independent)).unwrap();
            walk(&mut tree, 0, &mut |node, _| {
                assert!(node.is_over() || node.value() == 0);
                sum += node.value();
                leaves += i32::from(node.is_over());
            });
        }
        // The standard deviation of the sum of 1620 values is 220.
        assert!(leaves == 20 * 81 && sum.abs() < 900, "{sum}");
    }

    #[test]
    fn trees_never_change_by_accident() {
        let of = |values| {
            let uniform = Uniform { width: 2, depth: 2, ..uniform(values) };
            Tree::uniform(3, &uniform).unwrap().to_json()
        };
        assert_eq!(of(LeafValues::Independent), "[0,[0,5,2],[0,3,6]]");
        assert_eq!(of(LeafValues::Incremental), "[0,[5,8,11],[2,8,4]]");
    }

    #[test]
    fn shapes_that_cannot_be_are_refused() {
        #[expect(clippy::reversed_empty_ranges)]
        let empty = 5..=3;
        for (width, depth, draw) in [
            (0, 3, -9..=9),
            (3, 0, -9..=9),
            (10, 7, -9..=9),
            (u32::MAX, u32::MAX, -9..=9),
            (2, 2, empty),
            (2, 3, 0..=Score::MAX_EVAL.get() / 2),
        ] {
            let shape = Uniform { width, depth, values: LeafValues::Incremental, draw };
            let error = Tree::uniform(1, &shape).unwrap_err().to_string();
            assert!(error.starts_with(&format!("uniform tree 'width {width}, ")), "{error}");
        }
    }
}
