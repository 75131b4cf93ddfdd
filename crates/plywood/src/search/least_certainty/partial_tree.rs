//! Swings of a tree that is written down.

use super::node::{Goal, INFINITE};
use crate::{Score, Side};

/// A tree of which some nodes are expanded, with the swing of every node: the definition of a swing, for
/// tests, drawings and lessons.
///
/// ```
/// use plywood::search::PartialTree;
/// use plywood::{Score, Side};
///
/// // Figure 1 of Utgoff & Cochran (2001), from MAX's view: MAX moves at the root, MIN below.
/// let leaf = |value| PartialTree::leaf(Score::new(value));
/// let child = |values: [i32; 3]| PartialTree::node(Side::Min, values.map(leaf));
/// let mut root =
///     PartialTree::node(Side::Max, [child([8, 10, 13]), child([6, 7, 13]), child([3, 4, 5])]);
/// root.update_all_swing();
/// let swings: Vec<_> = root.children.iter().map(|child| child.swing).collect();
/// assert_eq!(swings, [Some(2), Some(3), Some(12)], "B, C, D");
/// assert_eq!(root.swing, Some(2), "the least change of values that changes the decision");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialTree {
    /// The value, from MAX's view: of a leaf its own, of another node the minimax value.
    pub value: Score,
    /// The side to move. Of a leaf it does not matter.
    pub side: Side,
    /// The game is over here, so that the value cannot change.
    pub over: bool,
    /// The children; none at a leaf.
    pub children: Vec<PartialTree>,
    /// The swing, once it is [computed](PartialTree::update_all_swing); none if it is infinite.
    pub swing: Option<u64>,
}

impl PartialTree {
    /// A leaf that can be expanded.
    pub fn leaf(value: Score) -> PartialTree {
        PartialTree { value, side: Side::Max, over: false, children: Vec::new(), swing: None }
    }

    /// A leaf where the game is over.
    pub fn over(value: Score) -> PartialTree {
        PartialTree { over: true, ..PartialTree::leaf(value) }
    }

    /// A node with children, whose value is the best of theirs.
    ///
    /// # Panics
    /// If there are no children.
    pub fn node(side: Side, children: impl Into<Vec<PartialTree>>) -> PartialTree {
        let children = children.into();
        let values = children.iter().map(|child| child.value);
        let value = values.reduce(|best, value| best.better(value, side)).expect("a child");
        PartialTree { children, side, ..PartialTree::leaf(value) }
    }

    /// Computes the swings of all nodes. That of the root is the least of its children's.
    pub fn update_all_swing(&mut self) {
        let side = self.side;
        let mut places: Vec<_> = (0..self.children.len()).collect();
        // Stable: of equal children the first in the list counts as better.
        places.sort_by_key(|&place| std::cmp::Reverse(self.children[place].value.seen_by(side)));
        let &[first, second, ..] = &places[..] else {
            self.clear();
            return;
        };
        let below = Goal::new(!side, self.children[second].value);
        let above = Goal::new(side, self.children[first].value);
        let mut least = INFINITE;
        for (place, child) in self.children.iter_mut().enumerate() {
            least = least.min(child.update_swing(if place == first { below } else { above }));
        }
        self.swing = finite(least);
    }

    fn update_swing(&mut self, goal: Goal) -> u64 {
        let mut swings = self.children.iter_mut().map(|child| child.update_swing(goal));
        let swing = match goal.distance(self.value) {
            distance if swings.len() == 0 && self.over && distance > 0 => INFINITE,
            distance if swings.len() == 0 => distance,
            _ if self.side == goal.pursuer => swings.min().unwrap_or(INFINITE),
            _ => swings.by_ref().fold(0, |sum, swing| INFINITE.min(sum + swing)),
        };
        self.swing = finite(swing);
        swing
    }

    /// Nothing can change the decision.
    fn clear(&mut self) {
        self.swing = None;
        self.children.iter_mut().for_each(PartialTree::clear);
    }
}

fn finite(swing: u64) -> Option<u64> {
    (swing < INFINITE).then_some(swing)
}
