//! Recursive best-first minimax search (RBFMS): Korf 1992, section 3 (the full version, with value
//! inheritance) and Korf & Chickering 1993, section 3 (the simple version, with early return).
//! Post: new nodes are expanded in the order of [`BestFirst`](super::BestFirst), in space O(bd).
//! Deviations: a re-valued child is inserted before its equals, as the papers leave ties open; and
//! inheritance asks whose turn it is, as in the papers' games turns alternate. Where they do not,
//! the full version repeats less than the simple one: it may then take equals in another order, and
//! `regenerated` counts at most too many.

use super::context::{Context, Step, with_stack};
use crate::memory::Principal;
use crate::{
    Budget, Evaluate, Interval, Observer, Position, Report, Score, Search, Side, Stop, Window,
};

/// Which of the papers' two algorithms runs.
///
/// Value inheritance together with early return is wrong, for the value returned early is that of
/// some children only: the combination cannot be written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Korf & Chickering 1993: children start from their static values.
    Simple {
        /// Return as soon as one child exceeds the window, without evaluating the others.
        early_return: bool,
    },
    /// Korf 1992: children of a node expanded before inherit its value where it is the tighter one.
    Full,
}

impl Default for Variant {
    fn default() -> Self {
        Variant::Simple { early_return: true }
    }
}

/// Options of [`RecursiveBestFirst`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecursiveBestFirstOptions {
    /// The paper's version.
    pub variant: Variant,
    /// Report all equally good root moves.
    pub all_best: bool,
}

/// Best-first minimax in linear space: what it forgets it generates again.
///
/// ```
/// use plywood::{Budget, Search, search::RecursiveBestFirst};
/// use plywood_games::{Tree, StaticValue};
///
/// let tree = Tree::from_json("[0, [4, 8, 1], [6, 5, [2, 7, 3]]]")?;
/// let mut search = RecursiveBestFirst::default();
/// let report = search.search(&tree, &mut StaticValue, &Budget::new(), &mut ());
/// assert_eq!(report.best, Some(1));
/// assert!(report.counts.regenerated > 0);
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct RecursiveBestFirst {
    /// The options.
    pub options: RecursiveBestFirstOptions,
}

impl<P: Position> Search<P> for RecursiveBestFirst {
    fn search<E: Evaluate<P>, O: Observer<P>>(
        &mut self,
        root: &P,
        evaluate: &mut E,
        budget: &Budget,
        observer: &mut O,
    ) -> Report<P::Move> {
        let mut ctx = Context::new(evaluate, budget, observer);
        if let Some(report) = ctx.without_search(root, budget) {
            return report;
        }
        let memory = budget.memory.unwrap_or(usize::MAX);
        let mut rbfms = Rbfms::new(self.options.variant, budget.depth, memory);
        // Nothing is stored of the root yet: its value counts as its static one.
        let new = Stored { value: Score::ZERO, fixed: Score::ZERO, lender: None, known: 0 };
        let stop = match rbfms.search(&mut ctx, &mut root.clone(), 0, new, Window::FULL) {
            Err(stop) => stop,
            Ok(_) => unreachable!("every value lies within the full window"),
        };
        rbfms.report(&ctx, root, stop, self.options.all_best)
    }
}

/// What is stored with a node on the frontier of the recursion.
#[derive(Clone, Copy)]
pub(super) struct Stored {
    /// The last backed-up value.
    pub value: Score,
    /// The static value.
    pub fixed: Score,
    /// The side of the parent, if `value` is the parent's.
    pub lender: Option<Side>,
    /// How many expansions below the node are not new: the subtree, forgotten since, repeats them
    /// in the same order before it makes a new one.
    pub known: u64,
}

/// A child of a node on the path.
#[derive(Clone, Copy)]
struct Child {
    value: Score,
    fixed: Score,
    /// The value is its parent's.
    inherited: bool,
    /// When it was last re-valued: of equals, the latest comes first.
    stamp: u32,
    /// Different expansions made below it since this list of brothers exists.
    known: u64,
}

/// The recursion and its stack of brothers.
pub(super) struct Rbfms<M> {
    variant: Variant,
    depth: u32,
    memory: usize,
    children: Vec<Child>,
    /// The line to the node where the search stopped, from there back to the root.
    stopped_line: Vec<M>,
    stopped_value: Score,
}

impl<M: Copy + Eq> Rbfms<M> {
    pub fn new(variant: Variant, depth: Option<u32>, memory: usize) -> Self {
        Rbfms {
            variant,
            depth: depth.unwrap_or(u32::MAX),
            memory,
            children: Vec::new(),
            stopped_line: Vec::new(),
            stopped_value: Score::ZERO,
        }
    }

    /// The value of the leaf at which the search stopped, and so of all its ancestors.
    pub fn stopped_value(&self) -> Score {
        self.stopped_value
    }

    fn bytes(&self) -> usize {
        self.children.capacity() * size_of::<Child>()
            + self.stopped_line.capacity() * size_of::<M>()
    }

    /// Best-first minimax below `node` for as long as its value stays within `w`. Returns the value
    /// that left the window, and how many different expansions were made below the node.
    pub fn search<P: Position<Move = M>, E: Evaluate<P>, O: Observer<P>>(
        &mut self,
        ctx: &mut Context<'_, P, E, O>,
        node: &mut P,
        ply: u32,
        stored: Stored,
        w: Window,
    ) -> Result<(Score, u64), Stop> {
        match node.side() {
            Side::Max => self.bf::<true, P, E, O>(ctx, node, ply, stored, w),
            Side::Min => self.bf::<false, P, E, O>(ctx, node, ply, stored, w),
        }
    }

    /// BFMAX and BFMIN.
    fn bf<const MAX: bool, P: Position<Move = M>, E: Evaluate<P>, O: Observer<P>>(
        &mut self,
        ctx: &mut Context<'_, P, E, O>,
        node: &mut P,
        ply: u32,
        stored: Stored,
        w: Window,
    ) -> Result<(Score, u64), Stop> {
        let side = if MAX { Side::Max } else { Side::Min };
        if node.is_over() {
            return self.stop(Stop::Terminal, stored);
        }
        if ply >= self.depth {
            return self.stop(Stop::Depth, stored);
        }
        let (moves, children) = (ctx.moves.len(), self.children.len());
        let early = match self.expand::<MAX, P, E, O>(ctx, node, ply, stored, w) {
            Ok(early) => early,
            Err(stop) => return self.stop(stop, stored),
        };
        if let Some(value) = early {
            ctx.moves.truncate(moves);
            self.children.truncate(children);
            return Ok((value, 1));
        }
        // This node is the first expansion below itself.
        let mut made = 1;
        let mut known = stored.known.saturating_sub(1);
        let mut stamp = 1;
        let value = loop {
            let best = principal::<MAX>(&self.children[children..]);
            if !w.contains(best.value) {
                break best.value;
            }
            let child = self.children[children + best.place];
            let m = ctx.moves[moves + best.place];
            if O::WATCHES {
                ctx.path.push(best.place as u32);
                let runner_up = runner_up(&self.children[children..], best.place, side);
                ctx.steps.push(Step { side, runner_up });
            }
            let below = Stored {
                value: child.value,
                fixed: child.fixed,
                lender: child.inherited.then_some(side),
                known: child.known + known,
            };
            let w = w.narrow(side, best.second);
            let answer =
                node.visit(m, |node| with_stack(ply, || self.search(ctx, node, ply + 1, below, w)));
            let (value, expansions) = match answer {
                Ok(answer) => answer,
                Err(stop) => {
                    self.stopped_line.push(m);
                    return Err(stop);
                }
            };
            if O::WATCHES {
                ctx.path.pop();
                ctx.steps.pop();
            }
            let new = expansions.saturating_sub(child.known);
            made += new;
            known = known.saturating_sub(new);
            stamp += 1;
            self.children[children + best.place] =
                Child { value, inherited: false, stamp, known: child.known + new, ..child };
        };
        ctx.moves.truncate(moves);
        self.children.truncate(children);
        Ok((value, made))
    }

    /// Pushes the children of `node`. Some value: it returned early with it.
    fn expand<const MAX: bool, P: Position<Move = M>, E: Evaluate<P>, O: Observer<P>>(
        &mut self,
        ctx: &mut Context<'_, P, E, O>,
        node: &mut P,
        ply: u32,
        stored: Stored,
        w: Window,
    ) -> Result<Option<Score>, Stop> {
        let side = if MAX { Side::Max } else { Side::Min };
        // A stack that grows holds its old and its new copy for a moment.
        if 3 * (self.bytes() + ctx.bytes()) > self.memory {
            return Err(Stop::Memory);
        }
        let first = ctx.moves.len();
        let base = self.children.len();
        node.moves(&mut ctx.moves);
        let count = ctx.moves.len() - first;
        // What a node inherited bounds its last value from its parent's side. Its children may
        // inherit it in turn only if that is the node's side too; the paper, in whose games turns
        // alternate, need not ask, for there a node that inherits has no use of it.
        let inherit = self.variant == Variant::Full
            && stored.value != stored.fixed
            && stored.lender.is_none_or(|lender| lender == side);
        let early_return = self.variant == Variant::Simple { early_return: true };
        // The bound of the other side: beyond it the parent looks elsewhere.
        let limit = w.bound(!side);
        if !early_return {
            ctx.meter.generate(count as u64)?;
        }
        let mut early = None;
        for i in 0..count {
            if early_return {
                ctx.meter.generate(1)?;
            }
            let m = ctx.moves[first + i];
            let fixed = node.visit(m, |child| ctx.value_of(child, ply + 1));
            // A child that looks better than its parent's stored value was expanded before.
            let value = if inherit { fixed.better(stored.value, !side) } else { fixed };
            let inherited = value != fixed;
            self.children.push(Child {
                value,
                fixed,
                inherited,
                stamp: inherited.into(),
                known: 0,
            });
            if early_return && value.beats(limit, side) {
                early = Some(value);
                break;
            }
        }
        let generated = (self.children.len() - base) as u64;
        let again = stored.known > 0;
        ctx.meter.counts.expanded += 1;
        if again {
            ctx.meter.counts.regenerated += generated;
        }
        if stored.value != stored.fixed {
            ctx.meter.counts.regenerated_1992 += generated;
        }
        if O::WATCHES {
            if generated < count as u64 {
                ctx.observer.cutoff(ply);
            }
            let best = principal::<MAX>(&self.children[base..]);
            ctx.observe_lazily(best.value, best.place as u32, again);
        }
        Ok(early)
    }

    fn stop<R>(&mut self, stop: Stop, stored: Stored) -> Result<R, Stop> {
        self.stopped_value = stored.value;
        Err(stop)
    }

    /// The report of a search of `root` that ended at `stop`.
    fn report<P: Position<Move = M>, E: Evaluate<P>, O: Observer<P>>(
        &mut self,
        ctx: &Context<'_, P, E, O>,
        root: &P,
        stop: Stop,
        all_best: bool,
    ) -> Report<M> {
        let mut moves = Vec::new();
        root.moves(&mut moves);
        let side = root.side();
        let memory = self.bytes() + ctx.bytes();
        let pv: Vec<M> = self.stopped_line.iter().rev().copied().collect();
        // The search ends in the midst of the recursion: the root's children are still there.
        let root_children = &mut self.children;
        root_children.truncate(moves.len());
        let best = pv.first().and_then(|best| moves.iter().position(|m| m == best));
        let value = match best {
            Some(place) => {
                root_children[place].value = self.stopped_value;
                Interval::exactly(self.stopped_value)
            }
            None if root_children.is_empty() => Interval::UNKNOWN,
            None => Interval::at_least_for(side, principal_of(root_children, side).value),
        };
        let fallback = || match root_children.is_empty() {
            true => 0,
            false => principal_of(root_children, side).place,
        };
        let equals = root_children.iter().zip(&moves);
        Report {
            value,
            proven: value.exact().is_some_and(|v| v.winner().is_some()),
            best: Some(moves[best.unwrap_or_else(fallback)]),
            equally_good: equals
                .filter(|(child, _)| all_best && Some(child.value) == value.exact())
                .map(|(_, &m)| m)
                .collect(),
            depth: pv.len() as u32,
            pv,
            counts: ctx.meter.counts,
            stop,
            memory,
        }
    }
}

fn principal_of(children: &[Child], side: Side) -> Principal {
    match side {
        Side::Max => principal::<true>(children),
        Side::Min => principal::<false>(children),
    }
}

/// The best child, of equals the one re-valued last, else the first; and the value of its best
/// brother.
#[inline(always)]
fn principal<const MAX: bool>(children: &[Child]) -> Principal {
    let side = if MAX { Side::Max } else { Side::Min };
    let mut best = Principal { place: 0, value: children[0].value, second: Score::worst(side) };
    for (place, child) in children.iter().enumerate().skip(1) {
        if child.value.beats(best.value, side) {
            best = Principal { place, value: child.value, second: best.value };
        } else {
            best.second = best.second.better(child.value, side);
            if child.value == best.value && child.stamp > children[best.place].stamp {
                best.place = place;
            }
        }
    }
    best
}

/// The best brother of the child at `place`.
#[cold]
fn runner_up(children: &[Child], place: usize, side: Side) -> Option<(Score, u32)> {
    let brothers = children.iter().enumerate().filter(|&(i, _)| i != place);
    brothers
        .reduce(|a, b| if b.1.value.beats(a.1.value, side) { b } else { a })
        .map(|(i, child)| (child.value, i as u32))
}
