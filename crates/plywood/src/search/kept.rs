//! A tree kept in memory from move to move, with the position at its root.

use super::context::{Context, with_stack};
use super::control::Ending;
use crate::budget::Meter;
use crate::memory::{NodeId, Tree};
use crate::{Budget, Evaluate, Interval, Observer, Position, Report, Score, Search, Side, Stop};

/// A tree and the position at its root.
pub struct Kept<P: Position> {
    pub(super) tree: Tree,
    /// The position at the root, once there is a tree.
    root: Option<P>,
}

impl<P: Position> Default for Kept<P> {
    fn default() -> Self {
        Kept { tree: Tree::new(), root: None }
    }
}

/// What the values of leaves in a tree are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Leaves {
    /// Static values and results: a score in the band of wins rests on finished games.
    Exact,
    /// Perhaps bounds, left by an alpha-beta search.
    Bounds,
}

/// What an algorithm does with a kept tree; its options are the implementor.
pub trait TreeAlgorithm<P: Position> {
    /// Searches `root`. The tree is one of `root`, unless there was no memory to plant it.
    fn search_tree<E: Evaluate<P>, O: Observer<P>>(
        &self,
        kept: &mut Kept<P>,
        ctx: Context<'_, P, E, O>,
        root: &P,
        budget: &Budget,
        planted: bool,
    ) -> Report<P::Move>;
}

/// An algorithm that keeps its tree from move to move, named by its options.
pub struct TreeSearch<P: Position, A> {
    /// The options.
    pub options: A,
    kept: Kept<P>,
}

impl<P: Position, A: Default> Default for TreeSearch<P, A> {
    fn default() -> Self {
        TreeSearch::new(A::default())
    }
}

impl<P: Position, A> TreeSearch<P, A> {
    /// A search with an empty tree.
    pub fn new(options: A) -> Self {
        TreeSearch { options, kept: Kept::default() }
    }

    /// Nodes of the tree in memory.
    pub fn tree_size(&self) -> usize {
        self.kept.tree.len()
    }
}

impl<P: Position, A: TreeAlgorithm<P>> Search<P> for TreeSearch<P, A> {
    fn search<E: Evaluate<P>, O: Observer<P>>(
        &mut self,
        root: &P,
        evaluate: &mut E,
        budget: &Budget,
        observer: &mut O,
    ) -> Report<P::Move> {
        let mut ctx = Context::new(evaluate, budget, observer);
        if let Some(report) = ctx.without_search(root, &[], budget) {
            return report;
        }
        ctx.stack_limit = budget.memory.map_or(usize::MAX, stack_share);
        if let Err(stop) = ctx.check_root(root) {
            return ctx.unsearched(root, stop);
        }
        let planted = match self.kept.prepare(root, budget, &mut ctx.meter) {
            Ok(()) => true,
            Err(Stop::Memory) => false,
            // The clock has run out while the tree of another position was cleared.
            Err(stop) => {
                let report = ctx.unsearched(root, stop);
                return ctx.at_first_sight(root, &[], report);
            }
        };
        self.options.search_tree(&mut self.kept, ctx, root, budget, planted)
    }

    fn advance(&mut self, m: P::Move) {
        self.kept.advance(m);
    }

    fn forget(&mut self) {
        self.kept.forget();
    }
}

/// The part of a memory cap left to the stacks, which hold the moves and brothers of one line.
pub(super) fn stack_share(cap: usize) -> usize {
    (cap / 8).clamp(16 << 10, 64 << 20).min(cap / 2)
}

impl<P: Position> Kept<P> {
    /// Makes the tree one of `root`: the kept one if it is, else a new one. Stops with
    /// [`Stop::Memory`] if there is no memory for it.
    fn prepare(&mut self, root: &P, budget: &Budget, meter: &mut Meter) -> Result<(), Stop> {
        self.tree.set_limit(budget.memory.map_or(usize::MAX, |cap| cap - stack_share(cap)));
        // A root alone is planted anew: where a smaller cap made its chunk, its children may not fit.
        if self.root.as_ref() == Some(root) && self.tree.fits() && self.tree.len() > 1 {
            return Ok(());
        }
        self.root = None;
        self.tree.plant(Score::ZERO, || meter.look())?;
        self.root = Some(root.clone());
        Ok(())
    }

    /// Makes room in the tree for `count` children of a node, and makes the tree tidy if need be.
    /// False if memory is full.
    #[inline(always)]
    pub(super) fn widen(
        &mut self,
        meter: &mut Meter,
        id: NodeId,
        count: usize,
    ) -> Result<bool, Stop> {
        Ok(self.tree.widen(id, count) || self.widen_tidily(meter, id, count)?)
    }

    #[cold]
    #[inline(never)]
    fn widen_tidily(&mut self, meter: &mut Meter, id: NodeId, count: usize) -> Result<bool, Stop> {
        while self.tree.tidy() {
            meter.look()?;
            if self.tree.widen(id, count) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn advance(&mut self, m: P::Move) {
        let Some(root) = &mut self.root else { return };
        let mut moves = Vec::new();
        root.moves(&mut moves);
        match moves.iter().position(|&other| other == m) {
            Some(index) if self.tree.advance(index) => {
                root.play(m);
            }
            _ => self.forget(),
        }
    }

    fn forget(&mut self) {
        *self = Kept::default();
    }

    /// The report of a search that ended at `stop`, read from the tree.
    pub(super) fn report<E: Evaluate<P>, O: Observer<P>>(
        &self,
        ctx: &mut Context<'_, P, E, O>,
        root: &P,
        ending: Ending<P>,
        all_best: bool,
        leaves: Leaves,
    ) -> Report<P::Move> {
        let Ending { stop, line: mut pv, mut at, leaf: mut position, tail, bytes } = ending;
        let memory = self.tree.bytes() + ctx.bytes() + bytes;
        let mut moves = Vec::new();
        root.moves(&mut moves);
        // The line goes on below where the search was stopped, but not for longer than the clock
        // allows. Its first move is the answer.
        while let Some(known) = self.tree.best_known(at, position.side())
            && (pv.is_empty() || ctx.meter.walk(1).is_ok())
        {
            let m = position.move_at(self.tree.children(at)[known].index as usize, &mut ctx.moves);
            position.play(m);
            pv.push(m);
            at = self.tree.child(at, known);
        }
        pv.extend(&tail);
        let node = *self.tree.node(self.tree.root());
        let children = self.tree.children(self.tree.root());
        let value = match self.tree.best_known(self.tree.root(), root.side()) {
            // Not even the root's children fit: all was searched in linear space.
            None if !tail.is_empty() => Interval::exactly(node.value),
            None => Interval::UNKNOWN,
            Some(best) if children.len() < moves.len() => {
                Interval::at_least_for(root.side(), children[best].value)
            }
            Some(_) => Interval::exactly(node.value),
        };
        let mut equals: Vec<_> = children
            .iter()
            .filter(|child| all_best && Some(child.value) == value.exact())
            .map(|child| child.index)
            .collect();
        equals.sort_unstable();
        let mut equally_good: Vec<_> = equals.iter().map(|&index| moves[index as usize]).collect();
        if all_best && children.is_empty() {
            equally_good.extend(tail.first());
        }
        let proven = value.exact().is_some_and(|v| {
            leaves == Leaves::Exact && v.winner().is_some()
                || stop == Stop::Terminal && self.proves(ctx, root, v)
        });
        Report {
            value,
            proven,
            best: pv.first().or(moves.first()).copied(),
            equally_good,
            depth: pv.len() as u32,
            pv,
            counts: ctx.meter.counts,
            stop,
            memory,
            table_used: 0,
        }
    }

    /// Does the tree prove, by finished games alone, that the root is worth `value`?
    fn proves<E: Evaluate<P>, O: Observer<P>>(
        &self,
        ctx: &mut Context<'_, P, E, O>,
        root: &P,
        value: Score,
    ) -> bool {
        let mut node = root.clone();
        ctx.moves.clear();
        let mut prover = Prover { tree: &self.tree, value, ctx };
        prover.holds(&mut node, self.tree.root(), Side::Max, 0)
            && prover.holds(&mut node, self.tree.root(), Side::Min, 0)
    }
}

struct Prover<'t, 'c, 'a, P: Position, E, O> {
    tree: &'t Tree,
    value: Score,
    ctx: &'c mut Context<'a, P, E, O>,
}

impl<P: Position, E: Evaluate<P>, O: Observer<P>> Prover<'_, '_, '_, P, E, O> {
    /// Can `side` be sure of `value` at `node`? (For MAX a lower bound, for MIN an upper one.)
    /// Gives up, with no proof, when the clock says so.
    fn holds(&mut self, node: &mut P, id: NodeId, side: Side, ply: u32) -> bool {
        if self.ctx.meter.walk(1).is_err() {
            return false;
        }
        let value = self.value;
        let enough = |score: Score| !value.beats(score, side);
        if self.tree.node(id).is_leaf() {
            return node.is_over() && enough(node.result());
        }
        let children = self.tree.children(id);
        let choice = node.side() == side;
        // A child that does not even look good enough cannot be sure to be.
        let whole = || count_moves(node) == children.len();
        if !choice && (children.iter().any(|child| !enough(child.value)) || !whole()) {
            return false;
        }
        for (place, child) in children.iter().enumerate() {
            if !enough(child.value) {
                continue;
            }
            let m = node.move_at(child.index as usize, &mut self.ctx.moves);
            let below = self.tree.child(id, place);
            let holds =
                node.visit(m, |node| with_stack(ply, || self.holds(node, below, side, ply + 1)));
            if holds == choice {
                return choice;
            }
        }
        !choice
    }
}

/// The number of moves of a node.
#[cold]
pub(super) fn count_moves<P: Position>(node: &P) -> usize {
    node.indexed_moves().unwrap_or_else(|| {
        let mut moves = Vec::new();
        node.moves(&mut moves);
        moves.len()
    })
}
