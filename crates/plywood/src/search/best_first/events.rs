//! What an observer is told of a best-first search.

use super::{Added, Control};
use crate::memory::NodeId;
use crate::search::context::MoveList;
use crate::{Evaluate, EventKind, Expansion, Interval, Position, Score};

impl<P: Position, E: Evaluate<P>, const W: bool> Control<'_, '_, '_, P, E, W> {
    /// Tells the observer of children that were added.
    #[cold]
    pub(super) fn observe(&mut self, node: &P, id: NodeId, list: MoveList, added: Added) {
        let Added { known, evaluated, stopped, again, w } = added;
        let tree = &self.kept.tree;
        let children = tree.children(id);
        let Some(best) = tree.best_known(id, node.side()).map(|best| children[best]) else {
            return;
        };
        let root = self.ctx.root_value(best.data, best.index() as u32);
        let value = |index: usize| Some(children[index].data);
        let completes = known > 0;
        let expansion = Expansion { kept: true, completes, stopped, again, ..Expansion::default() };
        self.ctx.tell_expansion(node, list, known..evaluated, value, expansion, Some(root));
        if !stopped {
            let windows = self.line.iter().map(|ancestor| ancestor.w).chain([w]);
            self.ctx.set_windows(0, windows);
            let last = self.kept.tree.children(id)[evaluated - 1].index();
            self.ctx.cut_off(node, list.count - evaluated, last);
        }
        self.ctx.root_changed(Interval::exactly(root.1), Some(root.0));
    }

    /// Tells the observer that the nodes of the present line are worth `value`; the last one only if
    /// it has the value from its children.
    #[cold]
    pub(super) fn tell_line(&mut self, value: Score, last: bool) {
        let path = std::mem::take(&mut self.ctx.path);
        for depth in (0..path.len() + usize::from(last)).rev() {
            self.ctx.path.clear();
            self.ctx.path.extend_from_slice(&path[..depth]);
            self.ctx.tell(None, EventKind::BackedUp { value: value.into() });
        }
        self.ctx.path = path;
    }
}
