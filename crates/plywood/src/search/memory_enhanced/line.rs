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
        self.ctx.completes_line();
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
        let proven = self.is_proof(root, depth, value);
        self.ctx.restart(root);
        for &m in &*pv {
            self.ctx.enter(&node, m, self.ctx.index_of(&node, m));
            node.play(m);
        }
        let last = if self.varies_depth() { self.limit } else { depth };
        for ply in pv.len() as u32..last {
            let next = if self.varies_depth() {
                // Values of different depths cannot be compared: the best move of the table must do, unless
                // the value is proven.
                let left = depth.saturating_sub(ply);
                let known = self.child_known(&mut node, left, ply)?;
                match proven {
                    true => {
                        self.child_proven(&mut node, known, left.saturating_sub(1), ply, value)?
                    }
                    false => known,
                }
            } else {
                self.child_worth(&mut node, depth - ply - 1, ply, value)?
            };
            let Some((index, m)) = next else { break };
            if ply == 0 {
                self.root.found(index, value, vec![m]);
                self.ctx.improved(&self.root, root.side(), depth);
                if W {
                    self.ctx.tell_best(self.root.best(), root.side());
                }
            }
            pv.push(m);
            self.ctx.enter(&node, m, index);
            node.play(m);
        }
        Ok(())
    }

    /// Finds all root moves with this value.
    pub(super) fn find_equals(&mut self, root: &P, depth: u32, value: Score) -> Result<(), Stop> {
        self.ctx.restart(root);
        let mut node = root.clone();
        let mut equals = Vec::new();
        for (index, m) in self.ctx.searched_moves(&mut node, true)? {
            if !self.ctx.excludes(m) && self.is_worth(&mut node, (index, m), depth - 1, 0, value)? {
                equals.push((index as u32, m));
            }
        }
        self.root.set_equals(equals);
        Ok(())
    }

    /// The best move of the table with its index; at the root, only if it is not excluded.
    fn child_known(
        &mut self,
        node: &mut P,
        depth: u32,
        ply: u32,
    ) -> Result<Option<(usize, P::Move)>, Stop> {
        let found = self.root.best().filter(|_| ply == 0);
        let known = match found {
            Some((index, _)) => {
                let index = index as usize;
                Some((index, node.move_at(index, &mut self.ctx.moves)))
            }
            None => match self.best_known(node, depth) {
                Some(place) => self.ctx.searched_moves(node, ply == 0)?.get(place).copied(),
                None => None,
            },
        };
        Ok(known.filter(|&(_, m)| ply > 0 || !self.ctx.excludes(m)))
    }

    /// A child that keeps the proven value of its parent: the known one, if the table vouches for it, or else
    /// the first one that a search proves. The side that has lost may play anything.
    fn child_proven(
        &mut self,
        node: &mut P,
        known: Option<(usize, P::Move)>,
        depth: u32,
        ply: u32,
        value: Score,
    ) -> Result<Option<(usize, P::Move)>, Stop> {
        let side = node.side();
        let lost = value.winner() == Some(!side);
        if let Some((_, m)) = known
            && (lost || node.visit(m, |child| self.vouches(child, depth, value, side)))
        {
            return Ok(known);
        }
        let heuristic = self.heuristic;
        let mut proven = None;
        for (index, m) in self.ctx.searched_moves(node, ply == 0)? {
            if ply == 0 && self.ctx.excludes(m) {
                continue;
            }
            self.heuristic = false;
            if lost
                || self.is_worth(node, (index, m), depth, ply, value)?
                    && (!self.heuristic || value.winner().is_some())
            {
                proven = Some((index, m));
                break;
            }
        }
        self.heuristic = heuristic;
        Ok(proven)
    }

    /// Whether the table, or the end of the game, proves that a child is worth at least `value` to `side`.
    fn vouches(&self, child: &P, depth: u32, value: Score, side: Side) -> bool {
        if child.is_over() {
            return !value.beats(child.result(), side);
        }
        self.known(child, depth).is_some_and(|(bounds, heuristic)| {
            let bound = if side == Side::Max { bounds.lower } else { bounds.upper };
            !value.beats(bound, side) && (!heuristic || bound.winner() == Some(side))
        })
    }

    /// The first child with the value of its parent. The best move of the table is tested first.
    fn child_worth(
        &mut self,
        node: &mut P,
        depth: u32,
        ply: u32,
        value: Score,
    ) -> Result<Option<(usize, P::Move)>, Stop> {
        let moves = self.ctx.searched_moves(node, ply == 0)?;
        let known = self.best_known(node, depth + 1).filter(|&best| best < moves.len());
        for k in 0..moves.len() {
            let place = known.map_or(k, |first| order::in_front(k, first));
            let allowed = ply > 0 || !self.ctx.excludes(moves[place].1);
            if allowed && self.is_worth(node, moves[place], depth, ply, value)? {
                return Ok(Some(moves[place]));
            }
        }
        debug_assert!(moves.is_empty(), "no child has the value of its parent");
        Ok(None)
    }

    /// Whether a child is worth at least `value` to the side to move. `index` is that of its move.
    fn is_worth(
        &mut self,
        node: &mut P,
        (index, m): (usize, P::Move),
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
        self.ctx.enter(node, m, index);
        let answer = node.visit(m, |child| self.value(child, depth, ply + 1, w));
        self.ctx.leave();
        Ok(!value.beats(answer?, side))
    }
}
