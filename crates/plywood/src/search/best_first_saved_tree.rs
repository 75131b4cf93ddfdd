//! Best-first minimax as its authors ran it: Korf & Chickering 1993, section 4. The control of
//! RBFMS, one board changed step by step, subtrees kept when the search leaves them. Post: the
//! moves of [`BestFirst`](super::BestFirst). When memory is full, either of the paper's two ways
//! out. Deviations: none.

use super::context::{Context, MoveList, Step, with_stack};
use super::kept::{Kept, stack_share};
use super::recursive_best_first::{Brothers, Rbfms, Stored, Variant};
use crate::memory::{MAX_CHILDREN, Node, NodeId, Tree, best_of};
use crate::{Budget, Evaluate, Observer, Position, Report, Score, Search, Side, Stop, Window};

/// What to do when the memory of the budget is full.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WhenFull {
    /// Free the least promising subtrees: their values stay, so only work is lost.
    #[default]
    Prune,
    /// Search on in linear space below the tree.
    Linear,
    /// Stop.
    Stop,
}

/// Options of [`BestFirstSavedTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestFirstSavedTreeOptions {
    /// Evaluate children one at a time, and return as soon as one exceeds the window.
    pub early_return: bool,
    /// The way out when memory is full.
    pub when_full: WhenFull,
    /// Report all equally good root moves.
    pub all_best: bool,
}

impl Default for BestFirstSavedTreeOptions {
    fn default() -> Self {
        Self { early_return: true, when_full: WhenFull::default(), all_best: false }
    }
}

/// Best-first minimax under recursive control, its tree kept from move to move.
///
/// ```
/// use plywood::{Budget, Search, search::BestFirstSavedTree};
/// use plywood_games::{RandomTree, StaticValue, Game};
///
/// let game = RandomTree::parse(Some("branching=random:5,depth=100,seed=7"))?;
/// let mut search = BestFirstSavedTree::default();
/// let budget = Budget::new().depth(17).memory(1 << 20);
/// let report = search.search(&game, &mut StaticValue, &budget, &mut ());
/// assert!(report.memory <= 1 << 20);
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub struct BestFirstSavedTree<P: Position> {
    /// The options.
    pub options: BestFirstSavedTreeOptions,
    kept: Kept<P>,
}

impl<P: Position> Default for BestFirstSavedTree<P> {
    fn default() -> Self {
        Self::new(BestFirstSavedTreeOptions::default())
    }
}

impl<P: Position> BestFirstSavedTree<P> {
    /// A search with an empty tree.
    pub fn new(options: BestFirstSavedTreeOptions) -> Self {
        BestFirstSavedTree { options, kept: Kept::default() }
    }

    /// Nodes of the tree in memory.
    pub fn tree_size(&self) -> usize {
        self.kept.tree.len()
    }
}

impl<P: Position> Search<P> for BestFirstSavedTree<P> {
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
        let stop = match self.kept.prepare(root, budget) {
            Ok(()) => best_first_pass(&mut self.kept, &mut ctx, root, budget, self.options),
            Err(stop) => stop,
        };
        let memory = self.kept.tree.bytes() + ctx.bytes();
        self.kept.report(&mut ctx, root, stop, self.options.all_best, memory)
    }

    fn advance(&mut self, m: P::Move) {
        self.kept.advance(m);
    }

    fn forget(&mut self) {
        self.kept.forget();
    }
}

/// Best-first minimax from the tree as it stands.
pub(super) fn best_first_pass<P: Position, E: Evaluate<P>, O: Observer<P>>(
    kept: &mut Kept<P>,
    ctx: &mut Context<'_, P, E, O>,
    root: &P,
    budget: &Budget,
    options: BestFirstSavedTreeOptions,
) -> Stop {
    let id = kept.tree.root();
    let stacks = budget.memory.map_or(usize::MAX, stack_share);
    let mut run = Run {
        kept,
        ctx,
        variant: Variant::Simple { early_return: options.early_return },
        brothers: Brothers::default(),
        budget,
        capped: budget.memory.is_some(),
        stacks,
        options,
        depth: budget.depth.unwrap_or(u32::MAX),
        line: Vec::new(),
    };
    match run.search(&mut root.clone(), id, 0, Window::FULL) {
        Err(stop) => stop,
        Ok(_) => unreachable!("every value lies within the full window"),
    }
}

struct Run<'k, 'c, 'a, P: Position, E, O> {
    kept: &'k mut Kept<P>,
    ctx: &'c mut Context<'a, P, E, O>,
    /// The algorithm below the tree once memory is full, and its stack.
    variant: Variant,
    brothers: Brothers,
    budget: &'c Budget,
    options: BestFirstSavedTreeOptions,
    depth: u32,
    /// Whether there is a memory budget, and the bytes it leaves to the stacks.
    capped: bool,
    stacks: usize,
    /// Under a memory budget, the nodes above the present one, which pruning must spare.
    line: Vec<(NodeId, Side)>,
}

impl<P: Position, E: Evaluate<P>, O: Observer<P>> Run<'_, '_, '_, P, E, O> {
    /// Best-first minimax below `node` for as long as its value stays within `w`. Returns the value
    /// that left the window; the node in the tree has it too, also after a stop.
    #[inline]
    fn search(&mut self, node: &mut P, id: NodeId, ply: u32, w: Window) -> Result<Score, Stop> {
        match node.side() {
            Side::Max => self.bf::<true>(node, id, ply, w),
            Side::Min => self.bf::<false>(node, id, ply, w),
        }
    }

    /// BFMAX and BFMIN.
    fn bf<const MAX: bool>(
        &mut self,
        node: &mut P,
        id: NodeId,
        ply: u32,
        w: Window,
    ) -> Result<Score, Stop> {
        let side = if MAX { Side::Max } else { Side::Min };
        let mut best = if self.kept.tree.node(id).is_settled() {
            self.kept.tree.children(id)[0].value
        } else {
            self.expand::<MAX>(node, id, ply, w)?
        };
        while w.contains(best) {
            let children = self.kept.tree.children(id);
            let index = children[0].index;
            let second = children.get(1).map_or(Score::worst(side), |child| child.value);
            let child = self.kept.tree.child(id, 0);
            let m = node.move_at(index as usize, &mut self.ctx.moves);
            if O::WATCHES {
                self.descend(id, side);
            }
            if self.capped {
                self.line.push((id, side));
            }
            let w = w.narrow(side, second);
            let answer =
                node.visit(m, |node| with_stack(ply, || self.search(node, child, ply + 1, w)));
            if self.capped {
                self.line.pop();
            }
            match answer {
                Ok(value) => best = self.kept.tree.revalue_first(id, value, side),
                Err(stop) => {
                    // The search ends at the principal leaf, whose value is that of its ancestors.
                    let value = self.kept.tree.node(child).value;
                    self.kept.tree.set_value(id, value);
                    return Err(stop);
                }
            }
            if O::WATCHES {
                self.ctx.path.pop();
                self.ctx.steps.pop();
            }
        }
        self.kept.tree.set_value(id, best);
        Ok(best)
    }

    /// Evaluates the children of `node` that are not evaluated yet. Returns the best value, or one
    /// that exceeds the window if that is enough.
    #[inline(always)]
    fn expand<const MAX: bool>(
        &mut self,
        node: &mut P,
        id: NodeId,
        ply: u32,
        w: Window,
    ) -> Result<Score, Stop> {
        let side = if MAX { Side::Max } else { Side::Min };
        if node.is_over() {
            return Err(Stop::Terminal);
        }
        if ply >= self.depth {
            return Err(Stop::Depth);
        }
        let line = 2 * self.line.capacity() * size_of::<(NodeId, Side)>();
        if self.capped && self.ctx.bytes() + line > self.stacks {
            return Err(Stop::Memory);
        }
        let list = self.ctx.list(node);
        let state = *self.kept.tree.node(id);
        let (known, forgotten) =
            if state.is_leaf() { (0, state.forgotten()) } else { (state.count(), 0) };
        let mut best = best_of(self.kept.tree.children(id), side);
        let mut evaluated = known;
        if known < list.count {
            if list.count > MAX_CHILDREN {
                return Err(Stop::Width);
            }
            if !self.make_room(id, list.count)? {
                self.ctx.unlist(list);
                return self.search_linearly(node, id, ply, w);
            }
            let outcome =
                self.evaluate_children::<MAX>(node, id, ply, list, w, &mut best, &mut evaluated);
            self.kept.tree.narrow(id, list.count, evaluated, forgotten);
            outcome?;
            let counts = &mut self.ctx.meter.counts;
            counts.expanded += u64::from(known == 0);
            if forgotten > 0 {
                counts.regenerated += evaluated as u64;
            }
        }
        self.ctx.unlist(list);
        if O::WATCHES && known < evaluated {
            self.observe(id, side, ply, evaluated < list.count, forgotten > 0);
        }
        if evaluated == list.count {
            self.kept.tree.settle(id, side);
        }
        Ok(best)
    }

    /// Evaluates children until all are, or one exceeds the window and that is enough.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn evaluate_children<const MAX: bool>(
        &mut self,
        node: &mut P,
        id: NodeId,
        ply: u32,
        list: MoveList,
        w: Window,
        best: &mut Score,
        evaluated: &mut usize,
    ) -> Result<(), Stop> {
        let side = if MAX { Side::Max } else { Side::Min };
        // The bound of the other side: beyond it the parent looks elsewhere.
        let limit = w.bound(!side);
        let early_return = self.options.early_return;
        let ctx = &mut *self.ctx;
        if !early_return {
            ctx.meter.generate((list.count - *evaluated) as u64)?;
        }
        let room = self.kept.tree.room(id, list.count);
        for (i, child) in room.iter_mut().enumerate().skip(*evaluated) {
            if early_return {
                ctx.meter.generate(1)?;
            }
            let m = ctx.nth(node, list, i);
            let value = node.visit(m, |child| ctx.value_of(child, ply + 1));
            *child = Node::leaf(value, i as u16);
            *best = best.better(value, side);
            *evaluated = i + 1;
            if early_return && value.beats(limit, side) {
                break;
            }
        }
        Ok(())
    }

    /// Makes room for the children of `id`, pruning if need be. False if memory is full for good.
    fn make_room(&mut self, id: NodeId, count: usize) -> Result<bool, Stop> {
        while !self.kept.tree.widen(id, count) {
            match self.options.when_full {
                WhenFull::Stop => return Err(Stop::Memory),
                WhenFull::Linear => return Ok(false),
                WhenFull::Prune => {
                    if !self.prune(id) {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Frees the least promising subtrees: from the root down, at each node of the present line the
    /// worst child first, until an eighth of the tree is free. False if nothing is left to free.
    fn prune(&mut self, asking: NodeId) -> bool {
        let before = self.kept.tree.len();
        let enough = before - before / 8;
        for step in 0..self.line.len() {
            let (id, side) = self.line[step];
            let spared = self.line.get(step + 1).map_or(asking, |&(next, _)| next);
            let tree = &mut self.kept.tree;
            let candidate = |tree: &Tree, place: &usize| {
                let child = tree.child(id, *place);
                child != spared && !tree.node(child).is_leaf()
            };
            while let Some(worst) = (0..tree.children(id).len())
                .filter(|place| candidate(tree, place))
                .min_by_key(|&place| tree.children(id)[place].value.seen_by(side))
            {
                tree.collapse(tree.child(id, worst));
                if tree.len() <= enough {
                    return true;
                }
            }
        }
        self.kept.tree.len() < before
    }

    fn search_linearly(
        &mut self,
        node: &mut P,
        id: NodeId,
        ply: u32,
        w: Window,
    ) -> Result<Score, Stop> {
        // A node that has some of its children gives them up: linear space makes its own.
        self.kept.tree.collapse(id);
        let leaf = *self.kept.tree.node(id);
        let known = leaf.forgotten();
        let mut rbfms = Rbfms::new(self.ctx, &mut self.brothers, self.variant, self.budget);
        rbfms.memory = self.stacks;
        match rbfms.search(node, ply, Stored::new(leaf.value, known), w) {
            Ok(value) => {
                let made = rbfms.made().max(known);
                self.kept.tree.set_forgotten(id, made);
                Ok(value)
            }
            Err(stop) => {
                let value = rbfms.stopped_value();
                self.kept.tree.set_value(id, value);
                Err(stop)
            }
        }
    }

    #[cold]
    fn observe(&mut self, id: NodeId, side: Side, ply: u32, cut: bool, again: bool) {
        let tree = &self.kept.tree;
        let Some(best) = tree.best_known(id, side) else { return };
        let best = tree.children(id)[best];
        if cut {
            self.ctx.observer.cutoff(ply);
        }
        self.ctx.observe_lazily(best.value, u32::from(best.index), again);
    }

    /// Notes a step down to the first child for the observer.
    #[cold]
    fn descend(&mut self, id: NodeId, side: Side) {
        let children = self.kept.tree.children(id);
        let runner_up = children.get(1).map(|second| (second.value, u32::from(second.index)));
        self.ctx.path.push(u32::from(children[0].index));
        self.ctx.steps.push(Step { side, runner_up });
    }
}
