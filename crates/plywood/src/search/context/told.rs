//! What a search must remember to tell an observer what causes what.

use crate::{Bound, Interval, Purpose, Step, Window};
use std::collections::HashMap;

/// What is kept only for an observer.
pub(super) struct Told {
    /// The windows with which the nodes on the path were entered, the root first.
    pub(super) windows: Vec<Window>,
    /// Why the nodes are entered that come next.
    pub(super) purpose: Purpose,
    /// The next node entered is searched again.
    pub(super) again: bool,
    /// Passes of the iteration.
    pub(super) passes: u32,
    /// What the iteration has shown of the root's value.
    pub(super) bounds: Interval,
    /// What the observer was told of the root last.
    pub(super) root: (Interval, Option<u32>),
    /// The nodes that the iteration came to, as a trie: from a node and the index of a move to a node.
    visited: HashMap<(u32, u32), u32>,
    /// Whether they were expanded.
    expanded: Vec<bool>,
}

impl Told {
    pub(super) fn new() -> Told {
        Told {
            windows: Vec::new(),
            purpose: Purpose::Search,
            again: false,
            passes: 0,
            bounds: Interval::UNKNOWN,
            root: (Interval::UNKNOWN, None),
            visited: HashMap::new(),
            expanded: vec![false],
        }
    }

    /// Whether the node at the end of a path was expanded before. From now on it was.
    pub(super) fn expands_again<M>(&mut self, path: &[Step<M>]) -> bool {
        let mut node = 0;
        for step in path {
            let new = self.expanded.len() as u32;
            let index = step.index().unwrap_or(u32::MAX);
            node = *self.visited.entry((node, index)).or_insert(new);
            if node == new {
                self.expanded.push(false);
            }
        }
        std::mem::replace(&mut self.expanded[node as usize], true)
    }

    /// The window of the node at `depth`, if it was entered.
    pub(super) fn window(&self, depth: usize) -> Window {
        self.windows.get(depth).copied().unwrap_or(Window::FULL)
    }

    /// The depth of the node that set a bound of the node at `depth`; none if the root has the same.
    pub(super) fn set_at(&self, depth: usize, bound: Bound) -> Option<u32> {
        let differs =
            |&above: &usize| bound.of(self.window(above)) != bound.of(self.window(above + 1));
        (0..depth).rev().find(differs).map(|above| above as u32)
    }
}
