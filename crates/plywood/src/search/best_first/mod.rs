//! Best-first minimax with the whole tree in memory: Korf 1992, section 2. Always expands the
//! principal leaf, the one that gives the root its value. Post: every node's value is the minimax
//! value of the leaves below it. Deviations: boards are not stored but walked to; and a value is
//! carried up no further than to the ancestor that stops being on the principal variation, as long
//! as that changes no choice.
//!
//! The control is the recursion of RBFMS as a loop, with the line from the root in place of the
//! machine's stack. Every node of the line has the window within which its value keeps it on the
//! principal variation, so that values are carried up no further than needed.

mod events;
mod full;

use super::context::{Choice, Context, MoveList};
use super::interface::search;
use super::kept::{Ending, Kept, Leaves, tree_size};
use super::recursive_best_first::Siblings;
use crate::game_tree::stack_share;
use crate::memory::{MAX_CHILDREN, Node, NodeId, best_of};
use crate::{Budget, Evaluate, EventKind, Position, Report, Score, Side, Stop, Task, Window};

crate::options! {
    /// Options of [`BestFirst`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct BestFirstOptions {
        /// Report all equally good root moves.
        pub all_best: bool = false,
    }
}

search! {
    /// Best-first minimax search, its tree in memory: [`BYTES_PER_NODE`](crate::BYTES_PER_NODE) bytes
    /// per node, kept from move to move.
    ///
    /// A search stops when the leaf chosen for expansion is at the depth of the budget or ends the
    /// game; with a memory budget, when the tree is full.
    ///
    /// ```
    /// use plywood::{Budget, Search, Stop, search::BestFirst};
    /// use plywood_games::{Tree, StaticValue};
    ///
    /// // Figure 1 of Korf & Chickering (1993).
    /// let tree = Tree::from_json("[0, [4, 8, 1], [6, 5, [2, 7, 3]]]")?;
    /// let report = BestFirst::new(StaticValue).run(&tree, &Budget::new());
    /// assert_eq!(report.best, Some(1));
    /// assert_eq!(report.stop, Stop::Terminal);
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    BestFirst with BestFirstOptions,
    named: "best-first", "best-first minimax, the whole tree in memory",
    family: BestFirst, paper: "Korf 1992", exact: false, memory: Tree,
    keeps: Kept<P>,
    switches: all_best
}
tree_size!(BestFirst);

impl BestFirstOptions {
    fn run<P: Position, E: Evaluate<P>, const W: bool>(
        &self,
        kept: &mut Kept<P>,
        ctx: Context<'_, P, E, W>,
        task: &Task<'_, P>,
    ) -> Report<P::Move> {
        let policy = Policy { early_return: false, when_full: WhenFull::Stop };
        best_first(kept, ctx, task, policy, self.all_best)
    }
}

crate::option_words! {
    /// What to do when the memory of the budget is full.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum WhenFull {
        /// Free the least promising subtrees: their values stay, so only work is lost.
        Prune = "prune",
        /// Search on in linear space below the tree.
        Linear = "linear",
        /// Stop.
        Stop = "stop",
    }
}

/// How the loop expands nodes, and its way out when memory is full.
#[derive(Clone, Copy)]
pub(super) struct Policy {
    /// Evaluate children one at a time and return when one exceeds the window.
    pub early_return: bool,
    pub when_full: WhenFull,
}

/// A whole best-first search, from the tree that was kept or from an empty one.
pub(super) fn best_first<P: Position, E: Evaluate<P>, const W: bool>(
    kept: &mut Kept<P>,
    mut ctx: Context<'_, P, E, W>,
    task: &Task<'_, P>,
    policy: Policy,
    all_best: bool,
) -> Report<P::Move> {
    let root = task.position;
    let report = match kept.begin_search(&mut ctx, task) {
        Err(report) => return *report,
        Ok(false) => ctx.unsearched(root, Stop::Memory),
        Ok(true) => {
            let ending = expand_principal_leaves(kept, &mut ctx, task, policy);
            let report = kept.report(&mut ctx, root, ending, all_best, Leaves::Exact);
            ctx.ended(root, None, &report);
            report
        }
    };
    ctx.of_whole_root(root, report)
}

/// Expands one principal leaf after the other, beginning with the tree as it is.
pub(super) fn expand_principal_leaves<P: Position, E: Evaluate<P>, const W: bool>(
    kept: &mut Kept<P>,
    ctx: &mut Context<'_, P, E, W>,
    task: &Task<'_, P>,
    policy: Policy,
) -> Ending<P> {
    let (root, budget) = (task.position, &task.budget);
    let mut run = Control {
        kept,
        ctx,
        siblings: Siblings::default(),
        budget,
        policy,
        depth: budget.depth.unwrap_or(u32::MAX),
        stacks: budget.memory.map_or(usize::MAX, stack_share),
        line: Vec::new(),
        pruned: 0,
        tail: Vec::new(),
    };
    let mut leaf = root.clone();
    run.ctx.begin(root, None);
    let (stop, at) = run.search(&mut leaf);
    let bytes = run.line.capacity() * size_of::<Ancestor<P>>() + run.siblings.bytes();
    let line = run.line.iter().map(|ancestor| ancestor.m).collect();
    let details = run.siblings.details();
    Ending { stop, line, at, leaf, tail: run.tail, bytes, details }
}

/// Plies of a descent between two looks at the clock.
const LONG_LINE: usize = 1 << 10;
/// Steps back up that are not counted.
const SHORT_WAY: u64 = 8;

/// A node above the present one, and how to get back to it.
struct Ancestor<P: Position> {
    id: NodeId,
    side: Side,
    /// The values with which it stays on the principal variation.
    w: Window,
    m: P::Move,
    undo: P::Undo,
}

struct Control<'k, 'c, 'a, P: Position, E, const W: bool> {
    kept: &'k mut Kept<P>,
    ctx: &'c mut Context<'a, P, E, W>,
    /// The stack of the search in linear space, for what is below the tree once memory is full.
    siblings: Siblings,
    budget: &'c Budget,
    policy: Policy,
    depth: u32,
    /// The bytes that a memory budget leaves to the stacks.
    stacks: usize,
    line: Vec<Ancestor<P>>,
    /// Nodes at the head of the line that have nothing left to prune beside it.
    pruned: usize,
    tail: Vec<P::Move>,
}

/// Children that an expansion has added: those from `known` to `evaluated`.
struct Added {
    known: usize,
    evaluated: usize,
    stopped: bool,
    again: bool,
    /// The window of the node.
    w: Window,
}

impl<P: Position, E: Evaluate<P>, const W: bool> Control<'_, '_, '_, P, E, W> {
    /// Searches until something stops it: what, and at which node. `node` is then the position there.
    fn search(&mut self, node: &mut P) -> (Stop, NodeId) {
        let (mut at, mut w) = (self.kept.tree.root(), Window::FULL);
        let stop = loop {
            if let Err(stop) = self.descend(node, &mut at, &mut w) {
                break stop;
            }
            let value = match node.side() {
                Side::Max => self.expand::<true>(node, at, w),
                Side::Min => self.expand::<false>(node, at, w),
            };
            if let Err(stop) = value.and_then(|value| self.back_up(node, &mut at, &mut w, value)) {
                break stop;
            }
            if self.line.is_empty() {
                self.back_at_root(node);
            }
        };
        // The principal leaf's value is that of all its ancestors. A descent that was cut short has
        // it with the first child of the node where it ended.
        let tree = &mut self.kept.tree;
        let settled = tree.node(at).is_settled();
        let value = if settled { tree.children(at)[0].data } else { tree.node(at).data };
        *tree.data_mut(at) = value;
        for ancestor in &self.line {
            *tree.data_mut(ancestor.id) = value;
        }
        if W {
            self.tell_line(value, settled);
        }
        (stop, at)
    }

    /// Tells a listener of the best move and its value.
    #[cold]
    fn back_at_root(&mut self, root: &P) {
        let tree = &self.kept.tree;
        let best =
            tree.best_known(tree.root(), root.side()).filter(|_| self.ctx.observer.listens());
        if let Some(best) = best {
            let best = tree.children(tree.root())[best];
            let m = root.move_at(best.index(), &mut self.ctx.moves);
            self.ctx.back_at_root(best.data, &[m]);
        }
    }

    /// From `at` down the principal variation to a node that has no children, or not all.
    #[inline(always)]
    fn descend(&mut self, node: &mut P, at: &mut NodeId, w: &mut Window) -> Result<(), Stop> {
        let tree = &self.kept.tree;
        loop {
            for _ in 0..LONG_LINE {
                if !tree.node(*at).is_settled() {
                    return Ok(());
                }
                if W {
                    self.ctx.follow_down()?;
                }
                let side = node.side();
                let children = tree.children(*at);
                let runner_up = children.get(1).map(|second| (second.data, second.index() as u32));
                let index = children[0].index();
                let m = node.move_at(index, &mut self.ctx.moves);
                if W {
                    self.ctx.choices.push(Choice { side, runner_up });
                }
                self.ctx.enter(node, m, index);
                let undo = node.play(m);
                self.line.push(Ancestor { id: *at, side, w: *w, m, undo });
                *at = tree.child(*at, 0);
                *w = w.narrow(side, runner_up.map_or(Score::worst(side), |(value, _)| value));
            }
            self.ctx.meter.walk(LONG_LINE as u64)?;
        }
    }

    /// The node at `at` is now worth `value`: brings values up to date from there to the first
    /// ancestor that stays on the principal variation. What is above still leads there.
    #[inline(always)]
    fn back_up(
        &mut self,
        node: &mut P,
        at: &mut NodeId,
        w: &mut Window,
        mut value: Score,
    ) -> Result<(), Stop> {
        let tree = &mut self.kept.tree;
        let mut steps = 0;
        while !w.contains(value) {
            *tree.data_mut(*at) = value;
            // A search in linear space has told of the value of its root.
            if W && !tree.node(*at).is_leaf() {
                self.ctx.tell(Some(node), EventKind::BackedUp { value: value.into() });
            }
            let Some(parent) = self.line.pop() else { break };
            node.undo(parent.m, parent.undo);
            let place;
            (value, place) = tree.revalue_first(parent.id, value, parent.side);
            // To move a node by one place is a fraction of a step.
            steps += 2 + place as u64 / 8;
            (*at, *w) = (parent.id, parent.w);
            self.ctx.leave();
            if W {
                self.ctx.choices.pop();
                self.ctx.follow_up();
            }
        }
        self.pruned = self.pruned.min(self.line.len());
        // A short way is part of the expansion.
        if steps > SHORT_WAY { self.ctx.meter.walk(steps) } else { Ok(()) }
    }

    /// Evaluates the children of `node` that are not evaluated yet. Returns the best value, or one
    /// that exceeds the window if that is enough.
    #[inline(always)]
    fn expand<const MAX: bool>(
        &mut self,
        node: &mut P,
        id: NodeId,
        w: Window,
    ) -> Result<Score, Stop> {
        let side = if MAX { Side::Max } else { Side::Min };
        let ply = self.line.len() as u32;
        let state = *self.kept.tree.node(id);
        if node.is_over() {
            return Err(Stop::Terminal);
        }
        // A node that has all its children is not a leaf chosen for expansion, only out of order.
        if ply >= self.depth
            && (state.is_leaf() || state.count() < self.ctx.count_children(node, ply == 0))
        {
            return Err(Stop::Depth);
        }
        if self.stacks != usize::MAX {
            // A line that grows holds its old and its new copy for a moment.
            let line = 3 * self.line.capacity() * size_of::<Ancestor<P>>();
            if self.line.len() == self.line.capacity() && self.ctx.bytes() + line > self.stacks {
                return Err(Stop::Memory);
            }
        }
        let (known, forgotten) =
            if state.is_leaf() { (0, state.forgotten()) } else { (state.count(), 0) };
        let list = self.ctx.list_unless_known(node, ply == 0, known)?;
        let mut best = best_of(self.kept.tree.children(id), side);
        let mut evaluated = known;
        if known < list.count {
            if list.count > MAX_CHILDREN {
                return Err(Stop::Width);
            }
            if let Some(parent) = self.line.last() {
                self.kept.tree.has_grandchildren(parent.id);
            }
            if !self.kept.tree.widen(id, list.count) && !self.make_room(id, list.count)? {
                self.ctx.unlist(list);
                return self.search_linearly(node, id, ply, w);
            }
            let outcome =
                self.evaluate_children::<MAX>(node, id, list, w, &mut best, &mut evaluated);
            let added = &mut self.kept.tree.room(id, list.count)[known..evaluated];
            let outcome = outcome.and(self.ctx.set_indices(node, list, added));
            if ply == 0 && self.ctx.excludes_some() {
                best = self.exclude(node, id, list, evaluated, side);
            }
            self.kept.tree.narrow(id, evaluated, forgotten);
            if known == 0 && evaluated > 0 {
                self.kept.tree.has_only_leaves(id);
            }
            let counts = &mut self.ctx.meter.counts;
            if forgotten > 0 {
                counts.regenerated += evaluated as u64;
            }
            // What completes an expansion later is part of it, and is not counted again.
            if known == 0 && evaluated > 0 {
                counts.expanded += 1;
            }
            if W && evaluated > known {
                let stopped = outcome.is_err();
                self.observe(
                    node,
                    id,
                    list,
                    Added { known, evaluated, stopped, again: forgotten > 0, w },
                );
            }
            outcome?;
        }
        self.ctx.unlist(list);
        // A node that the search leaves at once may never be seen again: no need to sort it.
        if evaluated == list.count && w.contains(best) {
            self.kept.tree.settle(id, side);
        }
        Ok(best)
    }

    /// Evaluates children until all are, or one exceeds the window and that is enough.
    #[inline(always)]
    fn evaluate_children<const MAX: bool>(
        &mut self,
        node: &mut P,
        id: NodeId,
        list: MoveList,
        w: Window,
        best: &mut Score,
        evaluated: &mut usize,
    ) -> Result<(), Stop> {
        let side = if MAX { Side::Max } else { Side::Min };
        // The bound of the other side: beyond it the parent looks elsewhere.
        let limit = w.bound(!side);
        let ctx = &mut *self.ctx;
        if !self.policy.early_return {
            let room = self.kept.tree.room(id, list.count);
            return ctx.evaluate_all(node, list, evaluated, None, |i, child| {
                room[i] = Node::leaf(child.value, i as u16);
                *best = best.better(child.value, side);
            });
        }
        let room = self.kept.tree.room(id, list.count);
        for (i, child) in room.iter_mut().enumerate().skip(*evaluated) {
            ctx.meter.generate(1)?;
            let (m, index) = (ctx.nth(node, list, i), ctx.told_index(node, list, i));
            let value = ctx.value_of_child(node, m, index);
            *child = Node::leaf(value, i as u16);
            *best = best.better(value, side);
            *evaluated = i + 1;
            if value.beats(limit, side) {
                break;
            }
        }
        Ok(())
    }

    /// Gives the root's children that must not be chosen the worst value. Returns the best of all.
    #[cold]
    fn exclude(
        &mut self,
        root: &P,
        id: NodeId,
        list: MoveList,
        evaluated: usize,
        side: Side,
    ) -> Score {
        let room = self.kept.tree.room(id, list.count);
        for child in &mut room[..evaluated] {
            let m = self.ctx.move_with_index(root, list, child.index());
            if self.ctx.excludes(m) {
                child.data = Score::worst(side);
            }
        }
        best_of(&room[..evaluated], side)
    }
}
