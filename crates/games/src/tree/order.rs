//! The same tree with the children of its nodes in another order.

use super::{Node, Tree};
use crate::random::Rng;
use plywood::Side;
use std::cmp::Reverse;

/// An order of the children of every node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChildOrder {
    /// By static value, the best for the side to move first. Equal ones stay as they are, and so do children that
    /// are all leaves: their values are not known before they are evaluated.
    ByStaticValue,
    /// At this percentage of the nodes a best child, by minimax value, is moved to the front. The nodes are drawn
    /// from the seed; all other children stay as they are.
    BestFirst {
        /// The percentage, from 0 to 100.
        percent: u32,
        /// The seed.
        seed: u64,
    },
    /// By minimax value, the worst for the side to move first. Equal ones stay as they are.
    WorstFirst,
}

impl Tree {
    /// The whole tree of this node, from its root, with the children of every node in this order. The minimax
    /// value of every node stays what it is.
    ///
    /// ```
    /// use plywood_games::{Tree, tree::ChildOrder};
    /// let tree = Tree::from_json("[0, [2, 7, 1], [4, 5, 6]]")?;
    /// assert_eq!(tree.ordered(ChildOrder::ByStaticValue).to_json(), "[0,[4,5,6],[2,7,1]]");
    /// assert_eq!(tree.ordered(ChildOrder::WorstFirst).to_json(), "[0,[2,7,1],[4,6,5]]");
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    #[must_use]
    pub fn ordered(&self, order: ChildOrder) -> Tree {
        let mut nodes = self.nodes.to_vec();
        let parents: Vec<u32> =
            self.downwards().into_iter().filter(|&at| self.is_parent(at)).collect();
        let values = match order {
            ChildOrder::ByStaticValue => nodes.iter().map(|node| node.value).collect(),
            _ => self.minimax_values(),
        };
        let mut rng = match order {
            ChildOrder::BestFirst { seed, .. } => Rng::new(seed),
            _ => Rng::new(0),
        };
        let mut group: Vec<(i64, Node)> = Vec::new();
        for parent in parents {
            let parent = self.nodes[parent as usize];
            let children = parent.children_range();
            // The merit of a child for the side to move.
            let merit = |at: usize| match parent.side() {
                Side::Max => i64::from(values[at]),
                Side::Min => -i64::from(values[at]),
            };
            group.clear();
            group.extend(children.clone().map(|at| (merit(at), self.nodes[at])));
            match order {
                ChildOrder::ByStaticValue
                    if group.iter().all(|(_, node)| node.child_count() == 0) => {}
                ChildOrder::ByStaticValue => group.sort_by_key(|&(merit, _)| Reverse(merit)),
                ChildOrder::WorstFirst => group.sort_by_key(|&(merit, _)| merit),
                ChildOrder::BestFirst { percent, .. } if rng.below(100) < percent => {
                    let best = (0..group.len()).min_by_key(|&place| Reverse(group[place].0));
                    group[..=best.expect("a parent has children")].rotate_right(1);
                }
                ChildOrder::BestFirst { .. } => {}
            }
            for (at, &(_, node)) in children.zip(&group) {
                nodes[at] = node;
            }
        }
        Tree::new(nodes)
    }

    /// The number of nodes of the whole tree at which the first child is a best one by minimax value, and the number
    /// of nodes that have children.
    ///
    /// ```
    /// use plywood_games::Tree;
    /// let tree = Tree::from_json("[0, [2, 7, 1], [4, 5, 6]]")?;
    /// assert_eq!(tree.best_first(), [1, 3]);
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    pub fn best_first(&self) -> [u64; 2] {
        let values = self.minimax_values();
        let parents = self.nodes.iter().enumerate().filter(|(_, node)| node.child_count() > 0);
        parents.fold([0; 2], |[best_first, parents], (at, node)| {
            let is_best = values[node.first_child as usize] == values[at];
            [best_first + u64::from(is_best), parents + 1]
        })
    }

    fn is_parent(&self, at: u32) -> bool {
        self.nodes[at as usize].child_count() > 0
    }

    /// The indices of all nodes, parents before their children.
    fn downwards(&self) -> Vec<u32> {
        let mut order: Vec<u32> = vec![0];
        let mut next = 0;
        while next < order.len() {
            let node = self.nodes[order[next] as usize];
            order.extend(node.children_range().map(|at| at as u32));
            next += 1;
        }
        order
    }

    /// The minimax values of all nodes.
    fn minimax_values(&self) -> Vec<i32> {
        let mut values: Vec<i32> = self.nodes.iter().map(|node| node.value).collect();
        for at in self.downwards().into_iter().rev().filter(|&at| self.is_parent(at)) {
            let node = self.nodes[at as usize];
            let children = node.children_range().map(|child| values[child]);
            let value = match node.side() {
                Side::Max => children.max(),
                Side::Min => children.min(),
            };
            values[at as usize] = value.expect("a parent has children");
        }
        values
    }
}

impl Node {
    /// The indices of its children.
    fn children_range(self) -> std::ops::Range<usize> {
        self.first_child as usize..self.first_child as usize + self.child_count() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Shape;
    use plywood::Position;

    /// The minimax value, found by the definition.
    fn value(tree: &mut Tree) -> i32 {
        let mut best: Option<i32> = None;
        let side = tree.side();
        for m in 0..tree.child_count() {
            let value = tree.visit(m, value);
            best = Some(match (best, side) {
                (None, _) => value,
                (Some(best), Side::Max) => best.max(value),
                (Some(best), Side::Min) => best.min(value),
            });
        }
        best.unwrap_or(tree.value())
    }

    /// Calls `check` with the side to move, the static values and the minimax values of the children of each node
    /// whose children are not all leaves, or of each node.
    fn walk(tree: &mut Tree, frontier: bool, check: &mut impl FnMut(Side, &[i32], &[i32])) {
        if tree.is_over() {
            return;
        }
        let values: Vec<i32> = (0..tree.child_count()).map(|m| tree.visit(m, value)).collect();
        let statics: Vec<i32> =
            (0..tree.child_count()).map(|m| tree.visit(m, |child| child.value())).collect();
        let is_frontier = (0..tree.child_count()).all(|m| tree.visit(m, |child| child.is_over()));
        if frontier || !is_frontier {
            check(tree.side(), &statics, &values);
        }
        for m in 0..tree.child_count() {
            tree.visit(m, |child| walk(child, frontier, check));
        }
    }

    fn is_sorted(side: Side, best_first: bool, values: &[i32]) -> bool {
        match (side == Side::Max) == best_first {
            true => values.is_sorted_by(|a, b| a >= b),
            false => values.is_sorted(),
        }
    }

    #[test]
    fn orders_are_what_they_say_and_values_stay() {
        let (mut best_first, mut parents) = (0, 0);
        for seed in 0..200 {
            let shape = Shape { alternate: seed % 2 == 0, ..Shape::default() };
            let mut tree = Tree::random(seed, &shape);
            let known = value(&mut tree);
            let mut by_static = tree.ordered(ChildOrder::ByStaticValue);
            let mut worst = tree.ordered(ChildOrder::WorstFirst);
            let mut all_best = tree.ordered(ChildOrder::BestFirst { percent: 100, seed });
            let mut half = tree.ordered(ChildOrder::BestFirst { percent: 50, seed });
            for other in [&mut by_static, &mut worst, &mut all_best, &mut half] {
                assert_eq!(
                    (value(other), other.node_count()),
                    (known, tree.node_count()),
                    "{seed}"
                );
            }
            walk(&mut by_static, false, &mut |side, statics, _| {
                assert!(is_sorted(side, true, statics), "seed {seed}");
            });
            walk(&mut worst, true, &mut |side, _, values| {
                assert!(is_sorted(side, false, values), "seed {seed}");
            });
            let is_best_first = |side: Side, values: &[i32]| match side {
                Side::Max => values.iter().max() == values.first(),
                Side::Min => values.iter().min() == values.first(),
            };
            walk(&mut all_best, true, &mut |side, _, values| {
                assert!(is_best_first(side, values), "seed {seed}");
            });
            walk(&mut half, true, &mut |side, _, values| {
                best_first += i32::from(is_best_first(side, values));
                parents += 1;
            });
            let nothing = tree.ordered(ChildOrder::BestFirst { percent: 0, seed });
            assert_eq!(nothing.to_json(), tree.to_json());
        }
        // Half of the nodes by the order, and some of the others by chance.
        assert!(
            2 * best_first > parents && 20 * best_first < 19 * parents,
            "{best_first} of {parents}"
        );
    }
}
