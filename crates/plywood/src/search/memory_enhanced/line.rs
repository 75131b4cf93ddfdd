//! The principal variation and the equally good root moves, found after the value is known. Null windows
//! and table hits leave no principal variation behind.

use super::order;
use super::run::Run;
use crate::{Evaluate, Score, Side, Stop, Tactics, Window};

impl<P: Tactics, E: Evaluate<P>, const W: bool> Run<'_, '_, P, E, W> {
    /// Completes the principal variation: from its end on, tests the children of each node until one has
    /// the value of the root. Most of the answers are in the table.
    pub(super) fn complete_line(&mut self, root: &P, depth: u32, value: Score) -> Result<(), Stop> {
        let mut pv = self.root.take_line(value);
        let outcome = self.lengthen(&mut pv, root, depth, value);
        // A search stopped here still reports the best move found so far.
        if !pv.is_empty() {
            self.root.set_line(pv);
        }
        outcome
    }

    fn lengthen(
        &mut self,
        pv: &mut Vec<P::Move>,
        root: &P,
        depth: u32,
        value: Score,
    ) -> Result<(), Stop> {
        let mut node = root.clone();
        self.ctx.restart(root);
        for &m in &*pv {
            self.ctx.enter(&node, m, self.ctx.index_of(&node, m));
            node.play(m);
        }
        let last = if self.options.selective { self.limit } else { depth };
        for ply in pv.len() as u32..last {
            let next = match self.options.selective {
                // Values of different depths cannot be compared: the best move of the table must do.
                true => self.child_known(&node, depth.saturating_sub(ply), ply),
                false => self.child_worth(&mut node, depth - ply - 1, ply, value)?,
            };
            let Some((place, m)) = next else { break };
            if ply == 0 {
                self.root.found(place, value, vec![m]);
                self.ctx.improved(&self.root, root.side(), depth);
            }
            pv.push(m);
            self.ctx.enter(&node, m, place);
            node.play(m);
        }
        Ok(())
    }

    /// Finds all root moves with this value.
    pub(super) fn find_equals(&mut self, root: &P, depth: u32, value: Score) -> Result<(), Stop> {
        let mut moves = Vec::new();
        root.moves(&mut moves);
        self.ctx.restart(root);
        let mut node = root.clone();
        let mut equals = Vec::new();
        for (place, &m) in moves.iter().enumerate() {
            if !self.ctx.excludes(m) && self.is_worth(&mut node, (place, m), depth - 1, 0, value)? {
                equals.push((place as u32, m));
            }
        }
        self.root.set_equals(equals);
        Ok(())
    }

    /// The best move of the table with its index; at the root, only if it is not excluded.
    fn child_known(&self, node: &P, depth: u32, ply: u32) -> Option<(usize, P::Move)> {
        let mut moves = Vec::new();
        node.moves(&mut moves);
        let found = self.root.best().filter(|_| ply == 0).map(|(place, _)| place as usize);
        let place = found.or_else(|| self.best_known(node, depth))?;
        let m = *moves.get(place)?;
        (ply > 0 || !self.ctx.excludes(m)).then_some((place, m))
    }

    /// The first child with the value of its parent. The best move of the table is tested first.
    fn child_worth(
        &mut self,
        node: &mut P,
        depth: u32,
        ply: u32,
        value: Score,
    ) -> Result<Option<(usize, P::Move)>, Stop> {
        let mut moves = Vec::new();
        node.moves(&mut moves);
        let known = self.best_known(node, depth + 1).filter(|&best| best < moves.len());
        for k in 0..moves.len() {
            let place = known.map_or(k, |first| order::in_front(k, first));
            let allowed = ply > 0 || !self.ctx.excludes(moves[place]);
            if allowed && self.is_worth(node, (place, moves[place]), depth, ply, value)? {
                return Ok(Some((place, moves[place])));
            }
        }
        debug_assert!(moves.is_empty(), "no child has the value of its parent");
        Ok(None)
    }

    /// Whether a child is worth at least `value` to the side to move. `place` is the index of its move.
    fn is_worth(
        &mut self,
        node: &mut P,
        (place, m): (usize, P::Move),
        depth: u32,
        ply: u32,
        value: Score,
    ) -> Result<bool, Stop> {
        let side = node.side();
        let w = match side {
            Side::Max => Window { alpha: value.down(), beta: value },
            Side::Min => Window { alpha: value, beta: value.up() },
        };
        self.ctx.meter.generate(1)?;
        self.ctx.enter(node, m, place);
        let answer = node.visit(m, |child| self.value(child, depth, ply + 1, w));
        self.ctx.leave();
        Ok(!value.beats(answer?, side))
    }
}
