//! Best-first trees kept from move to move: how a search begins with one, and what it reports.

use super::context::Context;
use super::interface::Keep;
use super::proven::Prover;
use crate::game_tree::{GameTree, stack_share};
use crate::memory::{Node, NodeId, Valued};
use crate::{Details, Evaluate, Interval, Position, Report, Score, Stop, Task};

/// The tree of a best-first search, with values. Root moves that must not be chosen have the worst
/// one.
pub(super) type Kept<P, N = Score> = GameTree<P, N>;

/// What the values of leaves in a tree are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Leaves {
    /// Static values and results: a score in the band of wins rests on finished games.
    Exact,
    /// Perhaps bounds, left by an alpha-beta search.
    Bounds,
}

impl<P: Position, N: Copy + Default> Keep<P::Move> for Kept<P, N> {
    fn advance(&mut self, m: P::Move) {
        GameTree::advance(self, m);
    }

    fn nodes_by_depth(&self) -> Vec<u64> {
        GameTree::nodes_by_depth(self)
    }
}

/// Says how large the tree of a search is.
macro_rules! tree_size {
    ($name:ident) => {
        impl<P: Position, E> $name<P, E> {
            /// Nodes of the tree in memory.
            pub fn tree_size(&self) -> usize {
                self.kept.tree.len()
            }
        }
    };
}
pub(super) use tree_size;

/// How a best-first search ended.
pub(super) struct Ending<P: Position> {
    pub stop: Stop,
    /// The principal line from the root to the node where the search stopped, that node and its
    /// position.
    pub line: Vec<P::Move>,
    pub at: NodeId,
    pub leaf: P,
    /// The principal line below the tree, if the search ended there in linear space.
    pub tail: Vec<P::Move>,
    /// The bytes of its stacks.
    pub bytes: usize,
    pub details: Details,
}

impl<P: Position, N: Copy + Default> Kept<P, N> {
    /// Makes the tree one of the task's position, and says whether there was memory for it. An error is
    /// the report of a search that ends here.
    pub(super) fn begin_search<E: Evaluate<P>, const W: bool>(
        &mut self,
        ctx: &mut Context<'_, P, E, W>,
        task: &Task<'_, P>,
    ) -> Result<bool, Box<Report<P::Move>>> {
        ctx.stack_limit = task.budget.memory.map_or(usize::MAX, stack_share);
        if let Err(stop) = ctx.check_root(task.position) {
            return Err(Box::new(ctx.unsearched(task.position, stop)));
        }
        match self.prepare(task, &mut ctx.meter, N::default()) {
            Ok(()) => Ok(true),
            Err(Stop::Memory) => Ok(false),
            // The clock has run out while the tree of another position was cleared.
            Err(stop) => {
                let report = ctx.unsearched(task.position, stop);
                Err(Box::new(ctx.at_first_sight(task.position, report)))
            }
        }
    }

    /// The report of a search that ended at `stop`, read from the tree.
    pub(super) fn report<E: Evaluate<P>, const W: bool>(
        &self,
        ctx: &mut Context<'_, P, E, W>,
        root: &P,
        ending: Ending<P>,
        all_best: bool,
        leaves: Leaves,
    ) -> Report<P::Move>
    where
        N: Valued,
    {
        let Ending { stop, line: mut pv, mut at, leaf: mut position, tail, bytes, details } =
            ending;
        let memory = self.tree.bytes() + ctx.bytes() + bytes;
        let mut moves = Vec::new();
        root.moves(&mut moves);
        // The line goes on below where the search was stopped, but not for longer than the clock
        // allows. Its first move is the answer.
        while let Some(known) = self.tree.best_known(at, position.side())
            && (pv.is_empty() || ctx.meter.walk(1).is_ok())
        {
            let m = position.move_at(self.tree.children(at)[known].index(), &mut ctx.moves);
            position.play(m);
            pv.push(m);
            at = self.tree.child(at, known);
        }
        pv.extend(&tail);
        let node = *self.tree.node(self.tree.root());
        let children = self.tree.children(self.tree.root());
        let known = self.tree.best_known(self.tree.root(), root.side());
        let value = match known.filter(|&best| children[best].data.value().is_finite()) {
            // Not even the root's children fit: all was searched in linear space.
            None if !tail.is_empty() => Interval::exactly(node.data.value()),
            None => Interval::UNKNOWN,
            Some(best) if children.len() < ctx.count_children(root, true) => {
                Interval::at_least_for(root.side(), children[best].data.value())
            }
            Some(_) => Interval::exactly(node.data.value()),
        };
        // Of the root's moves none that may be chosen has a value yet.
        if pv.first().is_some_and(|&m| ctx.excludes(m)) {
            pv.clear();
        }
        let equals = |child: &Node<N>| all_best && Some(child.data.value()) == value.exact();
        let mut equals: Vec<_> =
            (0..children.len()).filter(|&place| equals(&children[place])).collect();
        let claimed = value.exact().filter(|_| !ctx.is_narrowed());
        let is_won = |value: Score| leaves == Leaves::Exact && value.winner().is_some();
        let won = claimed.is_some_and(is_won) && !pv.is_empty();
        let mut proven = won;
        // The search has met the end of a game, or nothing that it wants to expand. Of moves with equal values
        // some may be proven and others not.
        let ended = matches!(stop, Stop::Terminal | Stop::Complete | Stop::Swings);
        if let Some(value) = claimed.filter(|_| ended && !won) {
            let mut prover = Prover { tree: &self.tree, value, ctx: &mut *ctx };
            if let Some(line) = prover.line(root, &pv) {
                (proven, pv) = (true, line);
                let is_best = |place: usize| pv.first() == Some(&moves[children[place].index()]);
                equals.retain(|&place| is_best(place) || prover.keeps(root, place));
            }
        }
        equals.sort_unstable_by_key(|&place| children[place].index());
        let mut equally_good: Vec<_> =
            equals.iter().map(|&place| moves[children[place].index()]).collect();
        if all_best && children.is_empty() {
            equally_good.extend(tail.first());
        }
        Report {
            value,
            proven,
            best: pv.first().copied().or_else(|| Some(ctx.first_allowed(root))),
            equally_good,
            depth: pv.len() as u32,
            pv,
            counts: ctx.meter.counts,
            details,
            memory,
            ..Report::new(match stop {
                Stop::Complete if ctx.is_narrowed() => Stop::GaveUp,
                stop => stop,
            })
        }
    }
}
