//! Selective search, for play: moves that are unlikely to matter are pruned or searched less deep, and
//! forced moves deeper. The value is then no longer that of the fixed-depth search.

use super::run::Run;
use crate::search::context::with_stack;
use crate::{Evaluate, Score, Side, Stop, Tactics, Window};

/// Reverse futility pruning: up to this depth, a node whose static value is ahead of the window by the
/// margin per remaining ply is not searched.
const REVERSE_FUTILITY_DEPTH: u32 = 5;
/// Futility pruning: up to this depth, a node whose static value is behind the window by the margin per
/// remaining ply, and one more, tries no quiet moves after the first move.
const FUTILITY_DEPTH: u32 = 3;
/// Late move pruning: up to this depth, quiet moves that come late in the order are not searched.
const LATE_MOVE_DEPTH: u32 = 5;
/// Null-move pruning: from this depth on, a null move is tried first.
const NULL_MOVE_DEPTH: u32 = 3;
/// Internal iterative reduction: from this depth on, a node without a best move in the table is searched
/// one ply less deep.
const REDUCTION_DEPTH: u32 = 4;

/// What pruning says about a node before its search.
pub(super) enum Pruning {
    /// Search it.
    None,
    /// Do not search it: this is its value, or a bound outside the window.
    Node(Score),
    /// Search no quiet moves after the first move: they are unlikely to raise the value above this one.
    QuietMoves(Score),
}

fn is_null(w: Window) -> bool {
    w.alpha.up() == w.beta
}

impl<P: Tactics, E: Evaluate<P>, const W: bool> Run<'_, '_, P, E, W> {
    /// Whether the search is selective. That needs a game with a [`MARGIN`](Tactics::MARGIN).
    #[inline]
    pub(super) fn is_selective(&self) -> bool {
        P::MARGIN > 0 && self.options.selective.is_on()
    }

    /// Decides whether to search a node. Only in a null window, and not if the side to move is forced to
    /// react.
    pub(super) fn prune(
        &mut self,
        node: &mut P,
        depth: u32,
        ply: u32,
        w: Window,
        side: Side,
    ) -> Result<Pruning, Stop> {
        let after_null_move = std::mem::replace(&mut self.after_null_move, false);
        let target = match side {
            Side::Max => w.beta,
            Side::Min => w.alpha,
        };
        if !is_null(w) || target.winner().is_some() || !target.is_finite() || node.is_forced() {
            return Ok(Pruning::None);
        }
        self.ctx.meter.admit_evaluation()?;
        let (value, over) = self.ctx.value_and_end(node);
        if over {
            return Ok(Pruning::Node(value));
        }
        let ahead = value.seen_by(side).get().saturating_sub(target.seen_by(side).get());
        if depth <= REVERSE_FUTILITY_DEPTH && ahead >= P::MARGIN * depth as i32 {
            self.heuristic = true;
            return Ok(Pruning::Node(value));
        }
        if depth <= FUTILITY_DEPTH && ahead <= -P::MARGIN * (depth as i32 + 1) {
            return Ok(Pruning::QuietMoves(value));
        }
        if after_null_move || depth < NULL_MOVE_DEPTH || ahead < 0 {
            return Ok(Pruning::None);
        }
        let less = 3 + depth / 4;
        self.ctx.meter.generate(1)?;
        self.ctx.enter_null(node);
        let Some(undo) = node.pass() else {
            self.ctx.leave();
            return Ok(Pruning::None);
        };
        self.after_null_move = true;
        let deep = depth.saturating_sub(less);
        let answer = with_stack(ply, || self.value(node, deep, ply + 1, w));
        node.undo_pass(undo);
        self.ctx.leave();
        self.after_null_move = false;
        let answer = answer?;
        if answer.beats(target, side) || answer == target {
            self.heuristic = true;
            // A win after a null move is no proof of a win.
            let proof = answer.winner().is_some();
            return Ok(Pruning::Node(if proof { target } else { answer }));
        }
        Ok(Pruning::None)
    }

    /// Futility bound: static value plus gain plus twice the margin. A noisy move rarely raises the value
    /// above it. `None` if the bound reaches the window, so that the move must be searched.
    pub(super) fn futility_bound(
        &self,
        static_value: Score,
        gain: i32,
        w: Window,
        side: Side,
    ) -> Option<Score> {
        let bound =
            static_value.seen_by(side).get().saturating_add(gain).saturating_add(2 * P::MARGIN);
        let futile = bound <= w.bound(side).seen_by(side).get() && bound <= Score::MAX_EVAL.get();
        futile.then(|| Score::new(bound).seen_by(side))
    }

    /// The depth for a node without a best move in the table. The next iteration will find one there.
    pub(super) fn depth_without_best_move(&self, depth: u32) -> u32 {
        depth - u32::from(depth >= REDUCTION_DEPTH)
    }

    /// Whether the `k`-th move comes so late that it is not searched if it is quiet.
    pub(super) fn is_late(&self, k: usize, depth: u32, w: Window) -> bool {
        depth <= LATE_MOVE_DEPTH && k >= 3 + (depth * depth) as usize && is_null(w)
    }

    /// Late move reduction: by how many plies the depth of the `k`-th move is reduced.
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
