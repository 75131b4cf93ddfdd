//! What a least-certainty search is charged, and what observers are told of it.

use super::node::INFINITE;
use super::{Growth, SwingCharge, whole_tree};
use crate::memory::{NodeId, Valued};
use crate::search::context::MoveList;
use crate::{Evaluate, Expansion, Interval, Position, RootChild, Stop};

impl<P: Position, E: Evaluate<P>, const W: bool> Growth<'_, '_, '_, P, E, W> {
    /// Charges the way from the root to the leaf and back, as the paper goes it, or what was looked at to
    /// find it.
    #[cold]
    pub(super) fn charge_walk(&mut self) -> Result<(), Stop> {
        let links = match self.options.charge {
            SwingCharge::Walked => {
                self.touched - std::mem::replace(&mut self.charged, self.touched)
            }
            SwingCharge::WholeTree | SwingCharge::None => 2 * self.line.len() as u64,
        };
        self.ctx.follow(links)
    }

    /// Charges a step to a child and the way back, if steps are charged as they are made.
    pub(super) fn follow_down(&mut self) -> Result<(), Stop> {
        match self.options.charge {
            SwingCharge::Walked => self.ctx.follow_down(),
            SwingCharge::WholeTree | SwingCharge::None => Ok(()),
        }
    }

    /// Charges a step back, if steps are charged as they are made.
    pub(super) fn follow_up(&mut self) {
        if self.options.charge == SwingCharge::Walked {
            self.ctx.follow_up();
        }
    }

    /// Tells a listener of the best move and its value.
    #[cold]
    pub(super) fn back_at_root(&mut self, root: &P) {
        if let Some((place, value)) = self.goals.first.filter(|_| self.ctx.observer.listens()) {
            let index = self.kept.tree.children(self.kept.tree.root())[place].index();
            let m = root.move_at(index, &mut self.ctx.moves);
            self.ctx.back_at_root(value, &[m]);
        }
    }

    /// Notes the values and swings that the root's children have at this choice, for an observer.
    #[inline(always)]
    pub(super) fn tell_root_children(&mut self) {
        if W && self.ctx.watched {
            self.note_root_children();
        }
    }

    #[cold]
    pub(super) fn note_root_children(&mut self) {
        let Some(root) = &self.kept.root else { return };
        let tree = &self.kept.tree;
        let mut noted = Vec::new();
        for (place, child) in tree.children(tree.root()).iter().enumerate() {
            let m = root.move_at(child.index(), &mut self.ctx.moves);
            let swing = self.goals.of(place, self.side).and_then(|goal| {
                let swing = whole_tree::swing(tree, tree.child(tree.root(), place), goal, 0);
                (swing < INFINITE).then_some(swing)
            });
            let (index, value) = (child.index() as u32, child.data.value());
            noted.push(RootChild { m, index, value, swing });
        }
        self.ctx.root_children = noted;
    }

    /// Tells the observer of an expansion.
    #[cold]
    pub(super) fn tell_expansion(&mut self, node: &P, id: NodeId, list: MoveList, again: bool) {
        let tree = &self.kept.tree;
        let children = tree.children(id);
        let Some(best) = tree.best_known(id, node.side()).map(|best| &children[best]) else {
            return;
        };
        let root = self.ctx.root_value(best.data.value(), best.index() as u32);
        let value = |index: usize| Some(children[index].data.value());
        let expansion = Expansion { kept: true, again, ..Expansion::default() };
        self.ctx.tell_expansion(node, list, 0..children.len(), value, expansion, Some(root));
        self.ctx.root_changed(Interval::exactly(root.1), Some(root.0));
    }
}
