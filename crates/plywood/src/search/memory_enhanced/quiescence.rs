//! Quiescence search: beyond the horizon the side to move stands pat (takes the static value) or plays
//! a noisy move. Post: the minimax value of the tree of noisy moves, or a bound outside the window.
//! The value depends on the position alone, so a fixed-depth search has one value with it, too.

use super::run::Run;
use crate::search::context::with_stack;
use crate::{Cause, Evaluate, Score, Side, Stop, Tactics, Window};

impl<P: Tactics, E: Evaluate<P>, const W: bool> Run<'_, '_, P, E, W> {
    pub(super) fn quiesce(&mut self, node: &mut P, ply: u32, w: Window) -> Result<Score, Stop> {
        match node.side() {
            Side::Max => self.noisy::<true>(node, ply, w),
            Side::Min => self.noisy::<false>(node, ply, w),
        }
    }

    fn noisy<const MAX: bool>(
        &mut self,
        node: &mut P,
        ply: u32,
        mut w: Window,
    ) -> Result<Score, Stop> {
        let side = if MAX { Side::Max } else { Side::Min };
        self.deepest = self.deepest.max(ply);
        let forced = node.is_forced();
        let mut best = Score::worst(side);
        if !forced {
            let (value, over) = self.ctx.value_and_end(node);
            if over {
                self.ctx.left(node, value, Cause::Evaluated);
                return Ok(value);
            }
            self.heuristic = true;
            best = value;
            if value.beats(w.bound(side), side) {
                w = w.narrow(side, value);
                if w.is_empty() {
                    self.ctx.left(node, value, Cause::Quiescence);
                    return Ok(value);
                }
            }
        }
        let static_value = best;
        let mut cause = Cause::Quiescence;
        let prunes = self.is_selective() && !forced;
        let begin = self.ctx.moves.len();
        if forced {
            node.moves(&mut self.ctx.moves);
            if self.ctx.moves.len() == begin {
                let value = self.ctx.value_of(node);
                self.ctx.left(node, value, Cause::Evaluated);
                return Ok(value);
            }
        } else {
            node.noisy_moves(&mut self.ctx.moves);
        }
        let start = self.order.len();
        for i in begin..self.ctx.moves.len() {
            let score = node.ordering_score(self.ctx.moves[i]).clamp(-(1 << 28), 1 << 28);
            let rank = ((1 << 30) - i64::from(score)) as u64;
            self.order.push(rank << 32 | i as u64);
        }
        for k in start..self.order.len() {
            let least = (k..self.order.len()).min_by_key(|&k| self.order[k]).expect("a move left");
            self.order.swap(k, least);
            let i = self.order[k] as u32 as usize;
            let m = self.ctx.moves[i];
            if prunes && let Some(least) = self.futility_bound(static_value, node.gain(m), w, side)
            {
                best = best.better(least, side);
                cause = Cause::Pruned;
                continue;
            }
            self.ctx.meter.generate(1)?;
            let index = self.ctx.index_of(node, m);
            self.ctx.enter(node, m, index);
            let value = node.visit(m, |child| {
                self.ctx.entered(child, 0, w)?;
                with_stack(ply, || self.quiesce(child, ply + 1, w))
            });
            self.ctx.leave();
            let value = value?;
            best = best.better(value, side);
            if value.beats(w.bound(side), side) {
                w = w.narrow(side, value);
                if w.is_empty() {
                    break;
                }
            }
        }
        self.ctx.moves.truncate(begin);
        self.order.truncate(start);
        self.ctx.left(node, best, cause);
        Ok(best)
    }
}
