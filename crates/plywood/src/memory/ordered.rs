//! Children in order of their values: the tree of a best-first search.

use super::node::{Node, Valued};
use super::tree::{NodeId, Tree};
use crate::meter::steps;
use crate::{Score, Side};

/// Bytes of a node in the tree of a best-first search: the three words of Korf & Chickering 1993.
pub const BYTES_PER_NODE: usize = size_of::<Node<Score>>();
const _: () = assert!(BYTES_PER_NODE == 12);

impl Tree<Score> {
    /// Puts the children, which are all there, in order: best first for `side`, the mover, equals as
    /// they stand.
    #[inline]
    pub(crate) fn settle(&mut self, id: NodeId, side: Side) {
        self.mark_settled(id);
        let children = self.children_mut(id);
        steps::count(children.len() as u64 / 4);
        sort(children, side);
    }

    /// Gives the first child, the principal one, a new value and its place before its equals.
    /// Returns the best value after that, and the child's new place.
    #[inline(always)]
    pub(crate) fn revalue_first(
        &mut self,
        parent: NodeId,
        value: Score,
        side: Side,
    ) -> (Score, usize) {
        let children = self.children_mut(parent);
        let mut child = children[0];
        child.data = value;
        let mut place = 0;
        while place + 1 < children.len() && children[place + 1].data.beats(value, side) {
            children[place] = children[place + 1];
            place += 1;
        }
        steps::count(1 + place as u64 / 8);
        children[place] = child;
        (children[0].data, place)
    }

    /// Gives each child a value and puts all in order.
    #[cfg(test)]
    pub(super) fn grow_sorted(&mut self, id: NodeId, values: &[i32]) {
        assert!(self.grow(id, values.iter().map(|&value| Score::new(value))));
        self.settle(id, Side::Max);
    }
}

impl<N: Copy + Default> Tree<N> {
    /// The best child among those evaluated, if there are any.
    pub(crate) fn best_known(&self, id: NodeId, side: Side) -> Option<usize>
    where
        N: Valued,
    {
        let known = self.children(id).iter().enumerate();
        known
            .reduce(|a, b| if b.1.data.value().beats(a.1.data.value(), side) { b } else { a })
            .map(|(place, _)| place)
    }
}

/// Sorts children by value, best first, equals as they stand. In place: a cap counts every byte.
fn sort(children: &mut [Node<Score>], side: Side) {
    if children.len() > 32 {
        let middle = children.len() / 2;
        sort(&mut children[..middle], side);
        sort(&mut children[middle..], side);
        return merge(children, middle, side);
    }
    for i in 1..children.len() {
        let child = children[i];
        let mut place = i;
        while place > 0 && child.data.beats(children[place - 1].data, side) {
            children[place] = children[place - 1];
            place -= 1;
        }
        children[place] = child;
    }
}

/// Merges two sorted parts: the middle child of the longer one is brought to its place, and what
/// lies on either side of it is merged likewise.
fn merge(children: &mut [Node<Score>], middle: usize, side: Side) {
    let (left, right) = children.split_at(middle);
    if left.is_empty() || right.is_empty() {
        return;
    }
    // `from..middle` and `middle..to` change places; of `left`, `kept` children are then below.
    let (from, to, kept) = if left.len() >= right.len() {
        let from = left.len() / 2;
        let value = left[from].data;
        let to = middle + right.partition_point(|child| child.data.beats(value, side));
        (from, to, middle - from - 1)
    } else {
        let to = right.len() / 2;
        let value = right[to].data;
        let from = left.partition_point(|child| !value.beats(child.data, side));
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
pub(crate) fn best_of<N: Valued>(children: &[Node<N>], side: Side) -> Score {
    children.iter().fold(Score::worst(side), |best, child| best.better(child.data.value(), side))
}
