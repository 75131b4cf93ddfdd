//! Alpha-beta with a transposition table: Figure 1 of the paper, with the null-window tests of
//! NegaScout as an option.

use super::order::{Children, Parent};
use super::run::Run;
use super::selective::Pruning;
use crate::memory::BoundsEntry;
use crate::search::context::{Line, MoveList, with_stack};
use crate::search::driver::Driver;
use crate::search::negascout::{null_window, searches_again};
use crate::{Cause, Evaluate, Interval, Score, Side, Stop, Tactics, Window};

/// A value as the table stores it: wins and losses by their distance from the node at `ply`.
fn stored(value: Interval, ply: u32) -> Interval {
    Interval { lower: value.lower.sooner(ply), upper: value.upper.sooner(ply) }
}

/// The inverse of [`stored`].
fn restored(value: Interval, ply: u32) -> Interval {
    Interval { lower: value.lower.later(ply), upper: value.upper.later(ply) }
}

/// How a child is searched.
struct ChildSearch {
    /// How deep, in plies.
    depth: u32,
    /// By how many plies less it is tested first.
    less: u32,
    /// Whether a sibling was searched before it.
    later: bool,
    /// The best line of play from its parent so far.
    line: Line,
}

impl<P: Tactics, E: Evaluate<P>, const W: bool> Run<'_, '_, P, E, W> {
    /// The value of a node searched `depth` plies deep, or a bound outside the window.
    #[inline]
    pub fn value(
        &mut self,
        node: &mut P,
        mut depth: u32,
        ply: u32,
        w: Window,
    ) -> Result<Score, Stop> {
        if self.is_selective() && ply < self.limit && node.is_forced() {
            depth = depth.saturating_add(1);
        }
        if depth == 0 {
            return self.horizon(node, ply, w);
        }
        match node.side() {
            Side::Max => self.interior::<true>(node, depth, ply, w),
            Side::Min => self.interior::<false>(node, depth, ply, w),
        }
    }

    /// Asks for an access to the table.
    #[inline(always)]
    fn charge_table(&mut self) -> Result<(), Stop> {
        if W { self.ctx.follow(1) } else { Ok(()) }
    }

    /// Looks a node up. `Err` is its value, or a bound outside the window: the node need not be
    /// searched. `Ok` is the entry, if there is one, for its best move.
    #[inline]
    fn retrieve(
        &mut self,
        node: &P,
        key: u64,
        depth: u32,
        w: Window,
    ) -> Result<Option<BoundsEntry>, Score> {
        let Some(known) = self.table.get(key) else { return Ok(None) };
        // A value that rests on finished games alone holds at every greater depth.
        let enough = match known.depth {
            same if same == depth => true,
            deeper if deeper > depth => self.options.selective.is_on(),
            _ => !known.heuristic,
        };
        let f = restored(known.value, node.ply());
        if enough && (f.lower >= w.beta || f.upper <= w.alpha || f.lower == f.upper) {
            self.heuristic |= known.heuristic;
            return Err(if f.upper <= w.alpha { f.upper } else { f.lower });
        }
        Ok(Some(known))
    }

    /// The key of a node that is searched to `depth`.
    #[inline]
    fn key(&self, node: &P, depth: u32) -> u64 {
        // A quiescence search plays forced moves, which may be quiet ones, a few plies beyond.
        const BEYOND: u32 = 4;
        let beyond = if self.options.quiescence.is_on() { BEYOND } else { 0 };
        node.key_within(depth.saturating_add(beyond))
    }

    /// Stores the result `g` of a search with window `asked`.
    #[inline]
    fn store(
        &mut self,
        node: &P,
        key: u64,
        depth: u32,
        asked: Window,
        g: Score,
        best: Option<u16>,
    ) -> Result<(), Stop> {
        let value = Interval {
            lower: if g > asked.alpha { g } else { Score::NEG_INF },
            upper: if g < asked.beta { g } else { Score::POS_INF },
        };
        let value = stored(value, node.ply());
        self.charge_table()?;
        self.table.put(key, BoundsEntry { value, depth, best, heuristic: self.heuristic });
        Ok(())
    }

    /// The bounds that the table has for a node searched to `depth`, and whether they rest on static values.
    pub fn known(&self, node: &P, depth: u32) -> Option<(Interval, bool)> {
        let known = self.table.get(self.key(node, depth))?;
        Some((restored(known.value, node.ply()), known.heuristic))
    }

    /// The index of the best move that the table has for a node, at whatever depth it was searched.
    pub fn best_known(&self, node: &P, depth: u32) -> Option<usize> {
        let key = self.key(node, depth);
        let best = |key| self.table.get(key).and_then(|known| known.best);
        best(key).or_else(|| best(node.key())).map(usize::from)
    }

    /// The value of a leaf: its static value, or that of a quiescence search.
    #[inline]
    pub fn horizon(&mut self, leaf: &mut P, ply: u32, w: Window) -> Result<Score, Stop> {
        self.ctx.entered(leaf, 0, w)?;
        if self.table_from > 0 {
            return self.judge(leaf, ply, w);
        }
        let key = self.key(leaf, 0);
        self.charge_table()?;
        if let Err(value) = self.retrieve(leaf, key, 0, w) {
            let bounds = if W { self.known(leaf, 0).map(|(bounds, _)| bounds) } else { None };
            self.ctx.left_by_table(leaf, value, bounds);
            return Ok(value);
        }
        let outside = std::mem::replace(&mut self.heuristic, false);
        let value = self.judge(leaf, ply, w)?;
        // A static value is exact, whatever the window is.
        let asked = if self.options.quiescence.is_on() { w } else { Window::FULL };
        self.store(leaf, key, 0, asked, value, None)?;
        self.heuristic |= outside;
        Ok(value)
    }

    /// The value of a leaf that is not in the table. Most leaves come here: a call costs 2 % of a search.
    #[inline(always)]
    fn judge(&mut self, leaf: &mut P, ply: u32, w: Window) -> Result<Score, Stop> {
        // A selective search tests a child with a null window or at a reduced depth, and then may search
        // it again.
        if self.options.selective.is_on() {
            self.ctx.meter.admit_evaluation()?;
        }
        if P::NOISY && self.options.quiescence.is_on() {
            return self.quiesce(leaf, ply, w);
        }
        let (value, over) = self.ctx.value_and_end(leaf);
        self.heuristic |= !over;
        self.ctx.left(leaf, value, Cause::Evaluated);
        Ok(value)
    }

    /// The value of `node` searched `depth >= 1` plies deep, or a bound outside the window.
    fn interior<const MAX: bool>(
        &mut self,
        node: &mut P,
        depth: u32,
        ply: u32,
        mut w: Window,
    ) -> Result<Score, Stop> {
        let side = if MAX { Side::Max } else { Side::Min };
        self.ctx.entered(node, depth, w)?;
        // The value of some of the root's moves is not the value of the position.
        let looked_up = depth >= self.table_from && (ply > 0 || !self.ctx.excludes_some());
        let key = if looked_up { self.key(node, depth) } else { 0 };
        let mut first: Option<usize> = None;
        let mut target = None;
        if looked_up {
            self.charge_table()?;
            match self.retrieve(node, key, depth, w) {
                Err(value) if ply > 0 => {
                    let bounds =
                        if W { self.known(node, depth).map(|(bounds, _)| bounds) } else { None };
                    self.ctx.left_by_table(node, value, bounds);
                    return Ok(value);
                }
                Err(_) => first = self.best_known(node, depth),
                Ok(Some(BoundsEntry { best: Some(best), value, depth: known, .. })) => {
                    first = Some(best.into());
                    if self.extends_singular() {
                        let value = restored(value, node.ply());
                        target = self.singular_target(value, known, depth, ply, side);
                    }
                }
                // The same position with another history mostly has the same best move.
                Ok(_) if node.key() != key => first = self.best_known(node, depth),
                Ok(_) => {}
            }
        }
        let selective = self.is_selective() && ply > 0;
        let mut futile = None;
        if selective {
            match self.prune(node, depth, ply, w, side)? {
                Pruning::None => {}
                Pruning::Node(value) => {
                    self.ctx.left(node, value, Cause::Pruned);
                    return Ok(value);
                }
                Pruning::QuietMoves(value) => futile = Some(value),
            }
        }
        let unknown = selective && looked_up && first.is_none();
        let depth = if unknown { self.depth_without_best_move(depth) } else { depth };
        self.ctx.check_stacks(|| self.stack_bytes())?;
        let list = self.ctx.list(node, ply == 0)?;
        if list.count == 0 {
            // It may have been evaluated before, when its siblings were ordered.
            self.ctx.meter.admit_evaluation()?;
            let value = self.ctx.value_of(node);
            if looked_up {
                let known = stored(Interval::exactly(value), node.ply());
                self.table
                    .put(key, BoundsEntry { value: known, depth, best: None, heuristic: false });
            }
            self.ctx.left(node, value, Cause::Evaluated);
            return Ok(value);
        }
        self.ctx.expand(node, list, self.root.best());
        // If two positions have one key, the best move of the table may not exist here.
        let best_before = self.first.filter(|_| ply == 0);
        let best_before = best_before.and_then(|index| self.ctx.place(node, list, index));
        let first = best_before.or(first);
        let first = first.filter(|&first| first < list.count);
        let mut children = Children::new(first, self.order.len());
        let forced = selective && node.is_forced();
        let outside = std::mem::replace(&mut self.heuristic, false);
        let asked = w;
        let parent = Parent { list, depth, ply, side };
        let mut line = self.lines.mark();
        let mut best = Score::worst(side);
        let mut best_place = None;
        let mut cause = Cause::Searched;
        let more = match target {
            Some(target) if first.is_some() => {
                self.is_singular(node, &mut children, &parent, target, line)?
            }
            _ => false,
        };
        for k in 0..list.count {
            let i = self.next_child(node, &mut children, k, &parent)?;
            let m = self.ctx.nth(node, list, i);
            if ply == 0 && self.ctx.excludes(m) {
                continue;
            }
            if selective
                && best_place.is_some()
                && (futile.is_some() || self.is_late(k, depth, w) && best.winner() != Some(!side))
                && node.ordering_score(m) == 0
                && !forced
                && !node.visit(m, |child| child.is_forced())
            {
                best = futile.map_or(best, |value| best.better(value, side));
                self.heuristic = true;
                cause = Cause::Pruned;
                continue;
            }
            if !children.generated {
                self.ctx.meter.generate(1)?;
            }
            self.ctx.enter_nth(node, list, i, m);
            let less = if selective { self.reduction(node, m, k, depth, ply) } else { 0 };
            let value = if depth == 1 && !self.options.selective.is_on() {
                node.visit(m, |child| self.horizon(child, ply + 1, w))
            } else {
                let depth = depth - 1 + u32::from(more && k == 0);
                let how = ChildSearch { depth, less, later: best_place.is_some(), line };
                node.visit(m, |child| self.child(child, &parent, w, how))
            };
            self.ctx.leave();
            let value = value?;
            if value.beats(best, side) {
                best = value;
                best_place = Some(i);
            }
            if value.beats(w.bound(side), side) {
                w = w.narrow(side, value);
                if w.is_empty() {
                    if ply == 0 {
                        let index = self.ctx.index(node, list, i);
                        self.root.found(index, value, vec![m]);
                        self.ctx.improved(&self.root, side, depth);
                        if W {
                            self.ctx.tell_best(self.root.best(), side);
                        }
                    }
                    let refutation = self.ctx.told_index(node, list, i);
                    self.ctx.cut_off(node, list.count - k - 1, refutation);
                    break;
                }
                self.lines.adopt(&mut line, m);
                if ply == 0 {
                    let index = self.ctx.index(node, list, i);
                    if self.root.searched(index, m, value, best, &self.lines, line) {
                        self.ctx.improved(&self.root, side, depth);
                    }
                    if W {
                        self.ctx.tell_best(self.root.best(), side);
                    }
                }
            } else {
                self.lines.reject(line);
            }
        }
        if w.is_empty() {
            self.lines.abandon(line);
        }
        // If no move reaches the window, there are only bounds, and no best move.
        let best_place = best_place.filter(|_| best.beats(asked.bound(side), side));
        if let Some(place) = best_place {
            self.reward(node, list, place, depth, ply, side);
        }
        self.ctx.unlist(list);
        self.order.truncate(children.start);
        if looked_up {
            let place = best_place.and_then(|place| u16::try_from(place).ok());
            self.store(node, key, depth, asked, best, place)?;
            let bare = node.key();
            if bare != key && place.is_some() {
                let value = Interval::UNKNOWN;
                self.table.put(bare, BoundsEntry { value, depth, best: place, heuristic: true });
            }
        }
        self.heuristic |= outside;
        self.ctx.left(node, best, cause);
        Ok(best)
    }

    /// The value of a child. NegaScout tests later ones with a null window first. A child whose depth is reduced
    /// is tested at the reduced depth before that.
    #[inline]
    fn child(
        &mut self,
        child: &mut P,
        &Parent { ply, side, .. }: &Parent,
        w: Window,
        ChildSearch { depth, less, later, line }: ChildSearch,
    ) -> Result<Score, Stop> {
        let null = null_window(w, side);
        let tests = later && self.options.driver != Driver::AlphaBeta && null != w;
        if less > 0 && !child.is_forced() {
            let shallow = depth.saturating_sub(less);
            let value = with_stack(ply, || self.value(child, shallow, ply + 1, null))?;
            self.lines.reject(line);
            if !value.beats(w.bound(side), side) {
                return Ok(value);
            }
            self.ctx.searches_again();
        }
        if tests {
            let value = with_stack(ply, || self.value(child, depth, ply + 1, null))?;
            if !searches_again(value, w, side) {
                return Ok(value);
            }
            self.lines.reject(line);
            self.ctx.searches_again();
        }
        with_stack(ply, || self.value(child, depth, ply + 1, w))
    }

    /// Adds the history bonus of a quiet move that was good, and makes it a killer.
    #[inline]
    fn reward(&mut self, node: &P, list: MoveList, place: usize, depth: u32, ply: u32, side: Side) {
        if P::HISTORY_INDICES == 0
            || !(self.options.history.is_on() || self.options.killers.is_on())
        {
            return;
        }
        let m = self.ctx.nth(node, list, place);
        if node.ordering_score(m) == 0 {
            let index = node.history_index(m);
            self.history.reward(side, index, depth);
            self.killers.add(ply, index);
        }
    }
}
