//! The recursion: BFMAX and BFMIN.

mod events;

use super::Variant;
use crate::search::context::{Context, MoveList, with_stack};
use crate::{
    Budget, Details, Evaluate, EventKind, Interval, Position, Report, Score, Side, Stop, Window,
};

/// What is stored with a node on the frontier of the recursion.
#[derive(Clone, Copy)]
pub(in crate::search) struct Stored {
    /// The last backed-up value.
    value: Score,
    /// The static value.
    static_value: Score,
    /// The side of the parent, if `value` is the parent's.
    lender: Option<Side>,
    /// How many expansions below the node are not new: the subtree, forgotten since, repeats them
    /// in the same order before it makes a new one.
    known: u64,
}

impl Stored {
    /// A node at its static value, below which `known` expansions were made and forgotten.
    pub fn new(value: Score, known: u64) -> Stored {
        Stored { value, static_value: value, lender: None, known }
    }
}

/// The children of the nodes on the path: the values of all, and more of those searched or valued
/// by inheritance. Most children are neither.
#[derive(Default)]
pub(in crate::search) struct Siblings {
    values: Vec<Score>,
    searched: Vec<Searched>,
    /// Nodes generated again by the rule of Korf (1992).
    pub regenerated_1992: u64,
}

#[derive(Clone, Copy)]
struct Searched {
    place: u32,
    /// When it was last re-valued: of equals, the latest comes first.
    stamp: u32,
    static_value: Score,
    inherited: bool,
    /// Different expansions made below it since this list of siblings exists.
    known: u64,
}

impl Siblings {
    pub fn bytes(&self) -> usize {
        self.values.capacity() * size_of::<Score>()
            + self.searched.capacity() * size_of::<Searched>()
    }

    /// What linear space counts of its own.
    pub fn details(&self) -> Details {
        let mut details = Details::default();
        if self.regenerated_1992 > 0 {
            details.set("regenerated_1992", self.regenerated_1992);
        }
        details
    }
}

/// The recursion and its stack of siblings.
pub(in crate::search) struct Rbfms<'r, 'a, P: Position, E, const W: bool> {
    ctx: &'r mut Context<'a, P, E, W>,
    siblings: &'r mut Siblings,
    variant: Variant,
    depth: u32,
    /// Bytes that the stacks may hold.
    memory: usize,
    /// The line to the node where the search stopped, from there back to the root.
    stopped_line: Vec<P::Move>,
    stopped_value: Score,
    /// The root moves that are searched, if others were rejected.
    root_moves: Vec<P::Move>,
    /// The different expansions below the node whose search has just returned.
    made: u64,
    /// For an observer: for each node on the path where its children begin among the siblings, and the
    /// place of the child that is searched.
    levels: Vec<(usize, usize)>,
}

impl<'r, 'a, P: Position, E: Evaluate<P>, const W: bool> Rbfms<'r, 'a, P, E, W> {
    pub fn new(
        ctx: &'r mut Context<'a, P, E, W>,
        siblings: &'r mut Siblings,
        variant: Variant,
        budget: &Budget,
        memory: usize,
    ) -> Self {
        siblings.values.clear();
        siblings.searched.clear();
        Rbfms {
            ctx,
            siblings,
            variant,
            depth: budget.depth.unwrap_or(u32::MAX),
            memory,
            stopped_line: Vec::new(),
            stopped_value: Score::ZERO,
            root_moves: Vec::new(),
            made: 0,
            levels: Vec::new(),
        }
    }

    /// The value of the leaf at which the search stopped, and so of all its ancestors.
    pub fn stopped_value(&self) -> Score {
        self.stopped_value
    }

    /// The line to that leaf.
    pub fn stopped_line(&self) -> Vec<P::Move> {
        self.stopped_line.iter().rev().copied().collect()
    }

    /// The different expansions made below the node whose search has returned.
    pub fn made(&self) -> u64 {
        self.made
    }

    fn bytes(&self) -> usize {
        self.siblings.bytes()
            + self.stopped_line.capacity() * size_of::<P::Move>()
            + self.ctx.bytes()
    }

    /// Best-first minimax below `node` for as long as its value stays within `w`. Returns the value
    /// that left the window.
    #[inline]
    pub fn search(
        &mut self,
        node: &mut P,
        ply: u32,
        stored: Stored,
        w: Window,
    ) -> Result<Score, Stop> {
        match node.side() {
            Side::Max => self.bf::<true>(node, ply, &stored, w),
            Side::Min => self.bf::<false>(node, ply, &stored, w),
        }
    }

    /// BFMAX and BFMIN.
    fn bf<const MAX: bool>(
        &mut self,
        node: &mut P,
        ply: u32,
        stored: &Stored,
        w: Window,
    ) -> Result<Score, Stop> {
        let side = if MAX { Side::Max } else { Side::Min };
        if node.is_over() || ply >= self.depth {
            self.stopped_value = stored.value;
            return Err(if node.is_over() { Stop::Terminal } else { Stop::Depth });
        }
        let list = match W {
            true => self.list(node, ply, stored)?,
            false => self.ctx.list_all(node),
        };
        let first = self.siblings.values.len();
        let first_searched = self.siblings.searched.len();
        let expanded = self.expand::<MAX>(node, list, stored, w);
        if ply == 0 && self.ctx.excludes_some() {
            self.exclude(node, list, first, side);
        }
        let mut best = match expanded {
            Ok(_) if ply == 0 => best_value::<MAX>(&self.siblings.values[first..]),
            Ok(best) => best,
            Err(stop) => {
                self.stopped_value = stored.value;
                if W && self.siblings.values.len() > first {
                    self.observe(node, list, first, stored, w, true);
                }
                return Err(stop);
            }
        };
        // This node is the first expansion below itself.
        let mut made = 1;
        let mut known = stored.known.saturating_sub(1);
        let mut stamp = 1;
        while w.contains(best) {
            let (place, second) = self.principal::<MAX>(first, first_searched, best);
            let m = self.ctx.nth(node, list, place);
            if ply == 0 {
                self.ctx.back_at_root(best, &[m]);
            }
            if W && let Err(stop) = self.ctx.follow_down() {
                self.stopped_value = best;
                self.stopped_line.push(m);
                self.ctx.tell(Some(node), EventKind::BackedUp { value: best.into() });
                return Err(stop);
            }
            self.ctx.enter_nth(node, list, place, m);
            if W {
                self.descend(node, list, first, place);
            }
            let at = self.record(first_searched, place, best);
            let child = self.siblings.searched[at];
            let below = Stored {
                value: best,
                static_value: child.static_value,
                lender: child.inherited.then_some(side),
                known: child.known + known,
            };
            let w = w.narrow(side, second);
            let answer =
                node.visit(m, |node| with_stack(ply, || self.search(node, ply + 1, below, w)));
            self.ctx.leave();
            if W {
                self.ctx.choices.pop();
                self.levels.pop();
                self.ctx.follow_up();
            }
            let value = match answer {
                Ok(value) => value,
                Err(stop) => {
                    self.stopped_line.push(m);
                    if W {
                        let value = self.stopped_value.into();
                        self.ctx.tell(Some(node), EventKind::BackedUp { value });
                    }
                    return Err(stop);
                }
            };
            let new = self.made.saturating_sub(child.known);
            made += new;
            known = known.saturating_sub(new);
            stamp += 1;
            self.siblings.searched[at] =
                Searched { stamp, inherited: false, known: child.known + new, ..child };
            self.siblings.values[first + place] = value;
            best = best_value::<MAX>(&self.siblings.values[first..]);
        }
        if W {
            self.ctx.tell(Some(node), EventKind::BackedUp { value: best.into() });
            self.ctx.tell(Some(node), EventKind::Forgotten);
        }
        self.ctx.unlist(list);
        self.siblings.values.truncate(first);
        self.siblings.searched.truncate(first_searched);
        self.made = made;
        Ok(best)
    }

    /// Lists the moves of a node that are to be searched.
    fn list(&mut self, node: &mut P, ply: u32, stored: &Stored) -> Result<MoveList, Stop> {
        self.stopped_value = stored.value;
        let list = self.ctx.list(node, ply == 0)?;
        if ply == 0 && self.ctx.is_narrowed() {
            self.root_moves = self.ctx.listed(node, list);
        }
        Ok(list)
    }

    /// Pushes the children of `node` and returns the best value among them; the value of one that
    /// exceeds the window, if that is enough.
    #[inline(always)]
    fn expand<const MAX: bool>(
        &mut self,
        node: &mut P,
        list: MoveList,
        stored: &Stored,
        w: Window,
    ) -> Result<Score, Stop> {
        let side = if MAX { Side::Max } else { Side::Min };
        if self.memory != usize::MAX {
            // A stack that grows holds its old and its new copy for a moment.
            let values = (self.siblings.values.len() + list.count) * size_of::<Score>();
            if 3 * self.bytes() + 2 * values + 512 > self.memory {
                return Err(Stop::Memory);
            }
        }
        let first = self.siblings.values.len();
        let mut best = Score::worst(side);
        if self.variant == (Variant::Simple { early_return: true }) {
            // The bound of the other side: beyond it the parent looks elsewhere.
            let limit = w.bound(!side);
            for i in 0..list.count {
                self.ctx.meter.generate(1)?;
                let m = self.ctx.nth(node, list, i);
                let index = self.ctx.told_index(node, list, i);
                let value = self.ctx.value_of_child(node, m, index);
                self.siblings.values.push(value);
                best = best.better(value, side);
                if value.beats(limit, side) {
                    break;
                }
            }
        } else {
            best = self.evaluate_all::<MAX>(node, list)?;
        }
        let generated = (self.siblings.values.len() - first) as u64;
        let (again, revalued) = (stored.known > 0, stored.value != stored.static_value);
        let counts = &mut self.ctx.meter.counts;
        counts.expanded += 1;
        counts.regenerated += if again { generated } else { 0 };
        self.siblings.regenerated_1992 += if revalued { generated } else { 0 };
        // What a node inherited bounds its last value from its parent's side. Its children may
        // inherit it in turn only if that is the node's side too. The paper, in whose games turns
        // alternate, need not ask: there no child is ever better than its parent's stored value.
        if revalued
            && self.variant == Variant::Full
            && best.beats(stored.value, side)
            && stored.lender.is_none_or(|lender| lender == side)
        {
            self.inherit(first, stored.value, side);
            best = stored.value;
        }
        if W {
            self.observe(node, list, first, stored, w, false);
        }
        Ok(best)
    }

    /// Pushes the values of all children and returns the best one.
    #[inline(always)]
    fn evaluate_all<const MAX: bool>(
        &mut self,
        node: &mut P,
        list: MoveList,
    ) -> Result<Score, Stop> {
        let side = if MAX { Side::Max } else { Side::Min };
        let (ctx, values) = (&mut *self.ctx, &mut self.siblings.values);
        let mut best = Score::worst(side);
        // In one step, whichever way they are evaluated: the clock must not decide how much memory is held.
        values.reserve(list.count);
        if W || E::BATCHES || ctx.meter.are_expensive(list.count) {
            ctx.evaluate_all(node, list, &mut 0, None, |_, child| {
                best = best.better(child.value, side);
                values.push(child.value);
            })?;
            return Ok(best);
        }
        ctx.meter.generate(list.count as u64)?;
        // Faster than to push one by one.
        values.extend((0..list.count).map(|i| {
            let m = ctx.nth(node, list, i);
            let value = ctx.value_of_child(node, m, i);
            best = best.better(value, side);
            value
        }));
        Ok(best)
    }

    /// Gives the root's children that must not be chosen the worst value.
    #[cold]
    fn exclude(&mut self, root: &P, list: MoveList, first: usize, side: Side) {
        for (place, value) in self.siblings.values[first..].iter_mut().enumerate() {
            let m = self.ctx.nth(root, list, place);
            if self.ctx.excludes(m) {
                *value = Score::worst(side);
            }
        }
    }

    /// The children that look better than their parent's stored value were expanded before: they
    /// inherit it.
    fn inherit(&mut self, first: usize, value: Score, side: Side) {
        let Siblings { values, searched, .. } = &mut *self.siblings;
        for (place, own) in values[first..].iter_mut().enumerate() {
            if own.beats(value, side) {
                let static_value = std::mem::replace(own, value);
                let place = place as u32;
                searched.push(Searched {
                    place,
                    stamp: 1,
                    static_value,
                    inherited: true,
                    known: 0,
                });
            }
        }
    }

    /// Where the child worth `best` is, of equals the one re-valued last, else the first; and the
    /// value of its best sibling.
    #[inline(always)]
    fn principal<const MAX: bool>(
        &self,
        first: usize,
        first_searched: usize,
        best: Score,
    ) -> (usize, Score) {
        let side = if MAX { Side::Max } else { Side::Min };
        let values = &self.siblings.values[first..];
        let (mut place, mut second) = (usize::MAX, Score::worst(side));
        for (i, &value) in values.iter().enumerate() {
            if value != best {
                second = second.better(value, side);
            } else if place == usize::MAX {
                place = i;
            } else {
                second = best;
            }
        }
        if second == best {
            // Those that inherited were re-valued at one time: the first of them is meant.
            let equals = self.siblings.searched[first_searched..].iter().rev();
            let equals = equals.filter(|child| values[child.place as usize] == best);
            if let Some(latest) = equals.max_by_key(|child| child.stamp) {
                place = latest.place as usize;
            }
        }
        (place, second)
    }

    /// The record of the child at `place`, made if there is none.
    #[inline(always)]
    fn record(&mut self, first_searched: usize, place: usize, value: Score) -> usize {
        let searched = &mut self.siblings.searched;
        let place = place as u32;
        match searched[first_searched..].iter().position(|child| child.place == place) {
            Some(at) => first_searched + at,
            None => {
                searched.push(Searched {
                    place,
                    stamp: 0,
                    static_value: value,
                    inherited: false,
                    known: 0,
                });
                searched.len() - 1
            }
        }
    }

    /// The report of a search of `root` that ended at `stop`.
    pub fn report(&mut self, root: &P, stop: Stop, all_best: bool) -> Report<P::Move> {
        let mut moves = std::mem::take(&mut self.root_moves);
        if !self.ctx.is_narrowed() {
            root.moves(&mut moves);
        }
        let side = root.side();
        let memory = self.bytes();
        let mut pv = self.stopped_line();
        // The search ends in the midst of the recursion: the root's children are still there.
        let values = &mut self.siblings.values;
        values.truncate(moves.len());
        let chosen = pv.first().and_then(|best| moves.iter().position(|m| m == best));
        let (value, best) = match chosen {
            Some(place) => {
                values[place] = self.stopped_value;
                (Interval::exactly(self.stopped_value), place)
            }
            None => match values
                .iter()
                .copied()
                .filter(|v| v.is_finite())
                .reduce(|a, b| a.better(b, side))
            {
                None => (Interval::UNKNOWN, usize::MAX),
                Some(best) => {
                    let place = values.iter().position(|&value| value == best).unwrap_or(0);
                    (Interval::at_least_for(side, best), place)
                }
            },
        };
        if pv.is_empty() && value != Interval::UNKNOWN {
            pv.push(moves[best]);
        }
        let equals = values.iter().zip(&moves);
        Report {
            value,
            proven: value.exact().is_some_and(|v| v.winner().is_some()) && !self.ctx.is_narrowed(),
            best: moves.get(best).copied().or_else(|| Some(self.ctx.first_allowed(root))),
            equally_good: equals
                .filter(|&(&v, _)| all_best && Some(v) == value.exact())
                .map(|(_, &m)| m)
                .collect(),
            depth: pv.len() as u32,
            pv,
            counts: self.ctx.meter.counts,
            details: self.siblings.details(),
            memory,
            ..Report::new(stop)
        }
    }
}

/// The best value of all children.
#[inline(always)]
fn best_value<const MAX: bool>(values: &[Score]) -> Score {
    let side = if MAX { Side::Max } else { Side::Min };
    values.iter().fold(Score::worst(side), |best, &value| best.better(value, side))
}
