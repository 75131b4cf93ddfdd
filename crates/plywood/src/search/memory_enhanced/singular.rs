//! Singular extensions: Anantharaman, Campbell & Hsu 1990. A move that is better than all its alternatives
//! by a margin is searched one ply deeper. Post: the value rests on every line of the fixed-depth search, some
//! of them longer; it is no longer that of the fixed depth. Deviations: the paper finds singular moves while
//! it searches a node, on the principal variation and where a move fails high. Here the table of the
//! iteration before names the move and its bound, in either case, and only the alternatives are tested.

use super::order::{Children, Parent};
use super::run::Run;
use crate::search::context::{Line, with_stack};
use crate::{Evaluate, Interval, Score, Side, Stop, Tactics, Window};

/// The least depth at which a move may be extended.
const SINGULAR_DEPTH: u32 = 2;
/// An entry of the table must have been searched to within this many plies of the depth.
const KNOWN_WITHIN: u32 = 2;

impl<P: Tactics, E: Evaluate<P>, const W: bool> Run<'_, '_, P, E, W> {
    /// Whether singular moves are extended. That needs a game with a [`MARGIN`](Tactics::MARGIN).
    #[inline]
    pub(super) fn extends_singular(&self) -> bool {
        P::MARGIN > 0 && self.options.singular.is_on()
    }

    /// Whether lines of one search may have different lengths.
    #[inline]
    pub(super) fn varies_depth(&self) -> bool {
        self.options.selective.is_on() || self.options.singular.is_on()
    }

    /// What an alternative to the best move of the table must reach for `side`, so that the move is not
    /// singular: its bound less half the margin of the game. None if the table knows too little of the node
    /// to ask.
    #[inline]
    pub(super) fn singular_target(
        &self,
        known: Interval,
        known_depth: u32,
        depth: u32,
        ply: u32,
        side: Side,
    ) -> Option<Score> {
        let recent = depth.saturating_sub(known_depth) <= KNOWN_WITHIN;
        let deep_enough = depth >= SINGULAR_DEPTH && recent;
        if !deep_enough || ply == 0 || ply >= self.limit {
            return None;
        }
        let bound = match side {
            Side::Max => known.lower,
            Side::Min => known.upper,
        };
        let margin = i64::from(P::MARGIN / 2);
        let evaluation = bound.is_finite() && bound.winner().is_none();
        evaluation.then(|| {
            bound.saturating_add(match side {
                Side::Max => -margin,
                Side::Min => margin,
            })
        })
    }

    /// Whether all children but the first fall short of `target`, searched half as deep.
    #[cold]
    pub(super) fn is_singular(
        &mut self,
        node: &mut P,
        children: &mut Children,
        parent: &Parent,
        target: Score,
        line: Line,
    ) -> Result<bool, Stop> {
        let &Parent { list, depth, ply, side } = parent;
        let w = match side {
            Side::Max => Window { alpha: target.down(), beta: target },
            Side::Min => Window { alpha: target, beta: target.up() },
        };
        // The test decides how deep to search, not what the value rests on.
        let heuristic = self.heuristic;
        let shallow = (depth - 1) / 2;
        let mut singular = true;
        for k in 1..list.count {
            let i = self.next_child(node, children, k, parent)?;
            let m = self.ctx.nth(node, list, i);
            self.ctx.meter.generate(1)?;
            self.ctx.enter_nth(node, list, i, m);
            let value =
                node.visit(m, |child| with_stack(ply, || self.value(child, shallow, ply + 1, w)));
            self.ctx.leave();
            self.lines.reject(line);
            if !target.beats(value?, side) {
                singular = false;
                break;
            }
        }
        self.heuristic = heuristic;
        Ok(singular)
    }
}
