//! One expansion, and the room for it.

use super::Growth;
use super::node::Certainty;
use crate::game_tree::{prune, tell_forgotten};
use crate::memory::{MAX_CHILDREN, Node, NodeId, Valued, best_of};
use crate::search::context::Context;
use crate::{Evaluate, EventKind, Position, Score, Side, Stop};

impl<P: Position, E: Evaluate<P>, const W: bool> Growth<'_, '_, '_, P, E, W> {
    /// Gives the leaf where the search stands its children. Says whether subtrees were pruned to make
    /// room for them.
    pub(super) fn expand(&mut self, node: &mut P, id: NodeId) -> Result<bool, Stop> {
        if self.line.len() as u32 >= self.depth {
            return Err(Stop::Depth);
        }
        self.check_stacks()?;
        let list = self.ctx.list(node, self.line.is_empty())?;
        if list.count > MAX_CHILDREN {
            return Err(Stop::Width);
        }
        if let Some(parent) = self.line.last() {
            self.kept.tree.has_grandchildren(parent.id);
            self.kept.tree.data_mut(parent.id).set_open_leaves(false);
        }
        let forgotten = self.kept.tree.node(id).forgotten();
        let pruned = self.make_room(id, list.count)?;
        let room = self.kept.tree.room(id, list.count);
        let mut evaluated = 0;
        let outcome = self.ctx.evaluate_all(node, list, &mut evaluated, None, |place, child| {
            let data = Certainty::new(child.value, child.side, child.over);
            room[place] = Node::leaf(data, place as u16);
        });
        let outcome = outcome.and_then(|()| self.ctx.set_indices(node, list, room));
        // Swings need all children: an expansion that the clock interrupts is taken back.
        let count = if outcome.is_ok() { list.count } else { 0 };
        if self.line.is_empty() && self.ctx.excludes_some() {
            for (place, child) in room[..count].iter_mut().enumerate() {
                let m = self.ctx.nth(node, list, place);
                if self.ctx.excludes(m) {
                    child.data.revalue(Score::worst(self.side), true);
                }
            }
        }
        self.kept.tree.narrow(id, count, forgotten);
        outcome?;
        self.kept.tree.has_only_leaves(id);
        self.size += count as u64;
        let counts = &mut self.ctx.meter.counts;
        counts.expanded += 1;
        counts.regenerated += if forgotten > 0 { count as u64 } else { 0 };
        if W {
            self.tell_expansion(node, id, list, forgotten > 0);
        }
        self.ctx.unlist(list);
        let children = self.kept.tree.children(id);
        let closed = children.iter().filter(|child| child.data.is_closed()).count();
        let value = best_of(children, node.side());
        let data = self.kept.tree.data_mut(id);
        data.revalue(value, closed == count);
        data.set_open_leaves(closed == 0);
        if W {
            self.ctx.tell(Some(node), EventKind::BackedUp { value: value.into() });
        }
        Ok(pruned)
    }

    /// Makes room for children. Where memory is full, the least promising subtrees beside the path are
    /// pruned first; says whether any were.
    pub(super) fn make_room(&mut self, id: NodeId, count: usize) -> Result<bool, Stop> {
        let (mut pruned, mut depth) = (false, 0);
        while !self.kept.widen(&mut self.ctx.meter, id, count)? {
            pruned = true;
            // What proved that a swing is infinite may be among what is pruned.
            self.doubted = None;
            let Growth { kept, ctx, line, .. } = self;
            // Subtrees beside the path become leaves, which changes the swings above them.
            for node in line.iter_mut() {
                kept.tree.data_mut(node.id).forget_swing();
                (node.others, node.limit) = (None, 0);
            }
            let line = |depth: usize| line.get(depth).map(|node| (node.id, node.side));
            let worth = |data: &Certainty, side: Side| i64::from(data.value().seen_by(side).get());
            let Context { meter, observer, path, .. } = &mut **ctx;
            let mut forgotten = |depth: usize, index: usize| {
                if let (true, Some(root)) = (W, &kept.root) {
                    tell_forgotten(*observer, root, &path[..depth], index);
                }
            };
            if !kept.tree.could_hold(count)
                || !prune(&mut kept.tree, meter, &line, &mut depth, id, &worth, &mut forgotten)?
            {
                return Err(Stop::Memory);
            }
        }
        if W && pruned {
            self.size = self.kept.tree.count(self.kept.tree.root());
        }
        Ok(pruned)
    }

    pub(super) fn check_stacks(&self) -> Result<(), Stop> {
        if self.stacks == usize::MAX || self.line.len() < self.line.capacity() {
            return Ok(());
        }
        // A line that grows holds its old and its new copy for a moment.
        let needed = self.ctx.bytes() + 3 * self.bytes();
        if needed > self.stacks { Err(Stop::Memory) } else { Ok(()) }
    }
}
