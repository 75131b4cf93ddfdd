//! Selective search, for play: what is unlikely to matter is pruned or searched less deep. The value
//! is then an opinion, no longer that of the fixed-depth search.

use super::run::Run;
use crate::search::context::with_stack;
use crate::{Evaluate, Score, Side, Stop, Tactics, Window};

/// Up to this depth a node that is ahead of the window by a margin for each ply is not searched.
const MARGIN_DEPTH: u32 = 5;
/// Up to this depth a node that is behind the window by a margin tries no quiet moves.
const QUIET_DEPTH: u32 = 3;
/// Up to this depth the late quiet moves of a node are pruned.
const LATE_DEPTH: u32 = 5;
/// From this depth on a pass is tried first.
const PASS_DEPTH: u32 = 3;
/// From this depth on a node for which no move is known to be good is searched a ply less deep.
const UNKNOWN_DEPTH: u32 = 4;

/// The result of looking at a node before its search.
pub(super) enum Outlook {
    /// It must be searched.
    Open,
    /// Its value is good enough without a search.
    Known(Score),
    /// Its value is so bad that quiet moves are unlikely to reach the window.
    Hopeless(Score),
}

fn is_null(w: Window) -> bool {
    w.alpha.up() == w.beta
}

impl<P: Tactics, E: Evaluate<P>, const W: bool> Run<'_, '_, P, E, W> {
    /// Whether anything is pruned, reduced or extended: the game must say what a margin is.
    #[inline]
    pub(super) fn is_selective(&self) -> bool {
        P::MARGIN > 0 && self.options.selective
    }

    /// Looks at a node before it is searched. It may be so good for the side to move that even a pass
    /// would be good enough; or so bad that quiet moves need not be tried.
    pub(super) fn prune(
        &mut self,
        node: &mut P,
        depth: u32,
        ply: u32,
        w: Window,
        side: Side,
    ) -> Result<Outlook, Stop> {
        let passed = std::mem::replace(&mut self.passed, false);
        let target = match side {
            Side::Max => w.beta,
            Side::Min => w.alpha,
        };
        if !is_null(w) || target.winner().is_some() || !target.is_finite() || node.is_forced() {
            return Ok(Outlook::Open);
        }
        self.ctx.meter.admit_reevaluation()?;
        let (value, over) = self.ctx.value_and_end(node);
        if over {
            return Ok(Outlook::Known(value));
        }
        let ahead = value.seen_by(side).get().saturating_sub(target.seen_by(side).get());
        if depth <= MARGIN_DEPTH && ahead >= P::MARGIN * depth as i32 {
            self.heuristic = true;
            return Ok(Outlook::Known(value));
        }
        if depth <= QUIET_DEPTH && ahead <= -P::MARGIN * (depth as i32 + 1) {
            return Ok(Outlook::Hopeless(value));
        }
        if passed || depth < PASS_DEPTH || ahead < 0 {
            return Ok(Outlook::Open);
        }
        let less = 3 + depth / 4;
        self.ctx.meter.generate(1)?;
        self.ctx.enter_null(node);
        let Some(undo) = node.pass() else {
            self.ctx.leave();
            return Ok(Outlook::Open);
        };
        self.passed = true;
        let deep = depth.saturating_sub(less);
        let answer = with_stack(ply, || self.value(node, deep, ply + 1, w));
        node.undo_pass(undo);
        self.ctx.leave();
        self.passed = false;
        let answer = answer?;
        if answer.beats(target, side) || answer == target {
            self.heuristic = true;
            // A win after a pass is no proof of one.
            let proof = answer.winner().is_some();
            return Ok(Outlook::Known(if proof { target } else { answer }));
        }
        Ok(Outlook::Open)
    }

    /// The value that a noisy move is unlikely to surpass at a node that stands there, if that is not in
    /// the window.
    pub(super) fn out_of_reach(
        &self,
        stands: Score,
        gain: i32,
        w: Window,
        side: Side,
    ) -> Option<Score> {
        let reach = stands.seen_by(side).get().saturating_add(gain).saturating_add(2 * P::MARGIN);
        let short = reach <= w.bound(side).seen_by(side).get() && reach <= Score::MAX_EVAL.get();
        short.then(|| Score::new(reach).seen_by(side))
    }

    /// The depth to search a node with of which no good move is known: the next iteration will know
    /// one.
    pub(super) fn depth_of_unknown(&self, depth: u32) -> u32 {
        depth - u32::from(depth >= UNKNOWN_DEPTH)
    }

    /// Whether the `k`-th move comes too late to be tried if it is quiet.
    pub(super) fn is_late(&self, k: usize, depth: u32, w: Window) -> bool {
        depth <= LATE_DEPTH && k >= 3 + (depth * depth) as usize && is_null(w)
    }

    /// By how many plies the `k`-th move is searched less deep: late and quiet moves are seldom best.
    pub(super) fn reduction(&self, node: &P, m: P::Move, k: usize, depth: u32, ply: u32) -> u32 {
        if k < 3 || depth < 3 || node.ordering_score(m) != 0 || node.is_forced() {
            return 0;
        }
        if self.killers.rank(ply, node.history_index(m)).is_some() {
            return 0;
        }
        (1 + depth.ilog2() * (k as u32).ilog2() / 4).min(depth - 1)
    }
}
