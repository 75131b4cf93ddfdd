//! The principal lines of a depth-first search.

/// The principal lines of the nodes on the path, each from its leaf back, one after the other.
///
/// A node remembers where its line begins ([`Lines::mark`]), a child leaves its own line on top.
/// Lines of siblings share no node, so all of them together are never longer than the tree.
pub(in crate::search) struct Lines<M> {
    stack: Vec<M>,
}

/// Where a node's line lies: `begin..end`.
#[derive(Clone, Copy)]
pub(in crate::search) struct Line {
    begin: usize,
    end: usize,
}

impl<M: Copy> Lines<M> {
    pub(in crate::search) fn new() -> Self {
        Lines { stack: Vec::new() }
    }

    pub(in crate::search) fn clear(&mut self) {
        self.stack.clear();
    }

    /// The empty line of a node just entered.
    #[inline(always)]
    pub(in crate::search) fn mark(&self) -> Line {
        Line { begin: self.stack.len(), end: self.stack.len() }
    }

    /// The child's line on top, followed by `m`, becomes the node's line.
    #[inline]
    pub(in crate::search) fn adopt(&mut self, line: &mut Line, m: M) {
        if line.begin < line.end {
            // Lines are short where most of them are made: a loop beats a call of memmove.
            let mut to = line.begin;
            for from in line.end..self.stack.len() {
                self.stack[to] = self.stack[from];
                to += 1;
            }
            self.stack.truncate(to);
        }
        self.stack.push(m);
        line.end = self.stack.len();
    }

    /// The node turns out to be of no interest to its parent: its own line goes.
    #[inline(always)]
    pub(in crate::search) fn abandon(&mut self, line: Line) {
        self.stack.truncate(line.begin);
    }

    /// The child's line on top is of no interest.
    #[inline(always)]
    pub(in crate::search) fn reject(&mut self, line: Line) {
        self.stack.truncate(line.end);
    }

    /// The moves of a line, first move first.
    pub(in crate::search) fn moves(&self, line: Line) -> Vec<M> {
        self.stack[line.begin..line.end].iter().rev().copied().collect()
    }

    pub(in crate::search) fn bytes(&self) -> usize {
        self.stack.capacity() * size_of::<M>()
    }
}
