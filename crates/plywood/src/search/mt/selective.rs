//! Selective search, for play: what is unlikely to matter is pruned or searched less deep. The value
//! is then an opinion, no longer that of the fixed-depth search.

use super::alpha_beta::Run;
use crate::search::context::{MoveList, with_stack};
use crate::{Evaluate, Observer, Score, Side, Stop, Tactics, Window};

/// Up to this depth a node that is ahead of the window by a margin for each ply is not searched.
const MARGIN_DEPTH: u32 = 5;
/// Up to this depth a node that is behind the window by a margin tries no quiet moves.
const QUIET_DEPTH: u32 = 3;
/// From this depth on a pass is tried first.
const PASS_DEPTH: u32 = 3;

/// What a look at a node promises.
pub(super) enum Outlook {
    /// It must be searched.
    Open,
    /// Its value is good enough without a search.
    Known(Score),
    /// Its value is so bad that quiet moves are unlikely to reach the window.
    Hopeless(Score),
}

impl<P: Tactics, E: Evaluate<P>, O: Observer<P>> Run<'_, '_, P, E, O> {
    /// Looks at a node before it is searched. It may be so good for the side to move that even a pass
    /// would be good enough; or so bad that quiet moves need not be tried.
    pub(super) fn prune(
        &mut self,
        node: &mut P,
        depth: u32,
        ply: u32,
        w: Window,
        side: Side,
        list: MoveList,
    ) -> Result<Outlook, Stop> {
        let passed = std::mem::replace(&mut self.passed, false);
        let target = match side {
            Side::Max => w.beta,
            Side::Min => w.alpha,
        };
        let null = w.alpha.up() == w.beta;
        if !null || target.winner().is_some() || !target.is_finite() || node.is_forced() {
            return Ok(Outlook::Open);
        }
        self.ctx.meter.admit_reevaluation()?;
        let value = self.ctx.value_of(node, ply);
        let ahead = value.seen_by(side).get().saturating_sub(target.seen_by(side).get());
        if P::MARGIN > 0 && depth <= MARGIN_DEPTH && ahead >= P::MARGIN * depth as i32 {
            self.leave_unsearched(list);
            return Ok(Outlook::Known(value));
        }
        if P::MARGIN > 0 && depth <= QUIET_DEPTH && -ahead >= P::MARGIN * (depth as i32 + 1) {
            return Ok(Outlook::Hopeless(value));
        }
        if passed || depth < PASS_DEPTH || ahead < 0 {
            return Ok(Outlook::Open);
        }
        let less = 3 + depth / 4;
        self.ctx.meter.generate(1)?;
        let Some(undo) = node.pass() else { return Ok(Outlook::Open) };
        self.passed = true;
        let deep = depth.saturating_sub(less);
        let answer = with_stack(ply, || self.value(node, deep, ply + 1, w));
        node.undo_pass(undo);
        self.passed = false;
        let answer = answer?;
        if answer.beats(target, side) || answer == target {
            self.leave_unsearched(list);
            // A win after a pass is no proof of one.
            let proof = answer.winner().is_some();
            return Ok(Outlook::Known(if proof { target } else { answer }));
        }
        Ok(Outlook::Open)
    }

    fn leave_unsearched(&mut self, list: MoveList) {
        self.cut = true;
        self.ctx.unlist(list);
    }

    /// By how many plies the `k`-th move is searched less deep: late and quiet moves are seldom best.
    pub(super) fn reduction(&self, node: &P, m: P::Move, k: usize, depth: u32, ply: u32) -> u32 {
        if k < 3 || depth < 3 || node.promise(m) != 0 || node.is_forced() {
            return 0;
        }
        if self.history.killer(node.kind(m), ply).is_some() {
            return 0;
        }
        (1 + depth.ilog2() * (k as u32).ilog2() / 4).min(depth - 1)
    }
}
