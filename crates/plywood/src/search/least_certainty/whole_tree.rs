//! The swings of the whole tree, as the paper keeps them: the plain twin of the lazy ones.

use super::Growth;
use super::node::{Certainty, Goal, INFINITE, at_first_sight};
use crate::memory::{NodeId, Tree};
use crate::search::context::with_stack;
use crate::{Evaluate, Position, Stop};

impl<P: Position, E: Evaluate<P>, const W: bool> Growth<'_, '_, '_, P, E, W> {
    /// Renews the swings of all nodes below the root.
    pub(super) fn update_whole_tree(&mut self) -> Result<(), Stop> {
        let root = self.kept.tree.root();
        for place in 0..self.kept.tree.children(root).len() {
            if let Some(goal) = self.goals.of(place, self.side) {
                self.update_swing(self.kept.tree.child(root, place), goal, 0)?;
            }
        }
        Ok(())
    }

    /// `update_swing_above` and `update_swing_below` of the paper: which one it is, is in the goal.
    fn update_swing(&mut self, id: NodeId, goal: Goal, ply: u32) -> Result<(), Stop> {
        self.touched += 1;
        self.ctx.meter.walk(1)?;
        if self.kept.tree.node(id).is_leaf() {
            return Ok(());
        }
        for place in 0..self.kept.tree.children(id).len() {
            let child = self.kept.tree.child(id, place);
            with_stack(ply, || self.update_swing(child, goal, ply + 1))?;
        }
        self.combine_swings(id, goal);
        Ok(())
    }
}

/// The swing of a node, from its leaves alone.
pub(super) fn swing(tree: &Tree<Certainty>, id: NodeId, goal: Goal, ply: u32) -> u64 {
    let node = tree.node(id);
    if node.is_leaf() {
        return at_first_sight(node, goal).swing;
    }
    let swings = (0..tree.children(id).len())
        .map(|place| with_stack(ply, || swing(tree, tree.child(id, place), goal, ply + 1)));
    match node.data.side() == goal.pursuer {
        true => swings.min().unwrap_or(INFINITE),
        false => swings.fold(0, |sum, swing| INFINITE.min(sum + swing)),
    }
}
