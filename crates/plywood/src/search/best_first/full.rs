//! What a best-first search does when memory is full: prune, go on in linear space, or stop.

use super::{Ancestor, Control, WhenFull};
use crate::game_tree::{prune, tell_forgotten};
use crate::memory::NodeId;
use crate::search::context::Context;
use crate::search::recursive_best_first::{Rbfms, Stored, Variant};
use crate::{Evaluate, EventKind, Position, Score, Side, Stop, Window};

impl<P: Position, E: Evaluate<P>, const W: bool> Control<'_, '_, '_, P, E, W> {
    /// Makes room for the children of `id` once none is at hand. False if memory is full for good.
    #[cold]
    #[inline(never)]
    pub(super) fn make_room(&mut self, id: NodeId, count: usize) -> Result<bool, Stop> {
        if !self.kept.tree.could_hold(count) && self.policy.when_full != WhenFull::Stop {
            return Ok(false);
        }
        while !self.kept.widen(&mut self.ctx.meter, id, count)? {
            match self.policy.when_full {
                WhenFull::Stop => return Err(Stop::Memory),
                WhenFull::Linear => return Ok(false),
                WhenFull::Prune => {
                    if !self.prune(id)? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Frees the least promising subtrees beside the present line. False if nothing is left to free.
    pub(super) fn prune(&mut self, asking: NodeId) -> Result<bool, Stop> {
        let Control { kept, ctx, line, pruned, .. } = self;
        let line = |depth: usize| line.get(depth).map(|ancestor| (ancestor.id, ancestor.side));
        let worth = |value: &Score, side: Side| i64::from(value.seen_by(side).get());
        let Context { meter, observer, path, .. } = &mut **ctx;
        let mut forgotten = |depth: usize, index: usize| {
            if W {
                kept.root
                    .iter()
                    .for_each(|root| tell_forgotten(*observer, root, &path[..depth], index));
            }
        };
        prune(&mut kept.tree, meter, &line, pruned, asking, &worth, &mut forgotten)
    }

    pub(super) fn search_linearly(
        &mut self,
        node: &mut P,
        id: NodeId,
        ply: u32,
        w: Window,
    ) -> Result<Score, Stop> {
        // A node that has some of its children gives them up: linear space makes its own.
        let partial = !self.kept.tree.node(id).is_leaf();
        let collapsed = self.kept.tree.collapse(id, || self.ctx.meter.walk(1));
        if W && partial {
            self.ctx.tell(Some(node), EventKind::Forgotten);
        }
        collapsed?;
        let leaf = *self.kept.tree.node(id);
        let known = leaf.forgotten();
        let variant = Variant::Simple { early_return: self.policy.early_return };
        let line = self.line.capacity() * size_of::<Ancestor<P>>();
        let stacks = self.stacks.saturating_sub(line);
        if W {
            self.ctx.set_windows(0, self.line.iter().map(|ancestor| ancestor.w));
        }
        let mut rbfms = Rbfms::new(self.ctx, &mut self.siblings, variant, self.budget, stacks);
        match rbfms.search(node, ply, Stored::new(leaf.data, known), w) {
            Ok(value) => {
                let made = rbfms.made().max(known);
                self.kept.tree.set_forgotten(id, made);
                Ok(value)
            }
            Err(stop) => {
                let value = rbfms.stopped_value();
                self.tail = rbfms.stopped_line();
                *self.kept.tree.data_mut(id) = value;
                if W {
                    self.ctx.tell(Some(node), EventKind::Forgotten);
                }
                Err(stop)
            }
        }
    }
}
