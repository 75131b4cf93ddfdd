//! What a tree in memory proves of its root: whether finished games alone give it its value, and which moves
//! keep that value. Asked once, when the report is written.

use super::context::{Context, with_stack};
use crate::memory::{NodeId, Tree, Valued};
use crate::{Evaluate, Position, Score, Side, Stop};

/// A tree, the value that is to be proven, and the context whose clock ends a proof that takes too long.
pub(super) struct Prover<'t, 'c, 'a, P: Position, E, N, const W: bool> {
    pub tree: &'t Tree<N>,
    pub value: Score,
    pub ctx: &'c mut Context<'a, P, E, W>,
}

impl<P: Position, E: Evaluate<P>, N: Valued, const W: bool> Prover<'_, '_, '_, P, E, N, W> {
    /// A line from `root` of moves that keep its value, or `None` if the tree does not prove the value and a move.
    /// The line follows the expected one as long as its moves are proven, and ends where the tree does, or when
    /// the clock says so.
    pub fn line(&mut self, root: &P, expected: &[P::Move]) -> Option<Vec<P::Move>> {
        self.ctx.moves.clear();
        let (mut node, mut at) = (root.clone(), self.tree.root());
        for side in [Side::Max, Side::Min] {
            self.holds(&mut node, at, side, 0).ok().filter(|&holds| holds)?;
        }
        let mut line = Vec::new();
        let mut expected = expected.iter().copied();
        let mut next = expected.next();
        while let Ok(Some((m, below))) = self.choice(&mut node, at, next) {
            next = if next == Some(m) { expected.next() } else { None };
            node.play(m);
            line.push(m);
            at = below;
        }
        Some(line).filter(|line| !line.is_empty())
    }

    /// Whether the move to the root's child at `place` is sure to keep the value.
    pub fn keeps(&mut self, root: &P, place: usize) -> bool {
        let (mut node, side) = (root.clone(), root.side());
        let (m, below) = self.child(&node, self.tree.root(), place);
        node.play(m);
        self.holds(&mut node, below, side, 1).unwrap_or(false)
    }

    /// A move that keeps the value of a node which is proven to have it, and the child; `None` at a leaf.
    fn choice(
        &mut self,
        node: &mut P,
        id: NodeId,
        expected: Option<P::Move>,
    ) -> Result<Option<(P::Move, NodeId)>, Stop> {
        self.ctx.meter.walk(1)?;
        let side = node.side();
        let mut choices = Vec::new();
        for (place, child) in self.tree.children(id).iter().enumerate() {
            if self.is_enough(child.data.value(), side) {
                let choice = self.child(node, id, place);
                match Some(choice.0) == expected {
                    true => choices.insert(0, choice),
                    false => choices.push(choice),
                }
            }
        }
        // One of them keeps the value: the last one is not asked.
        let (last, others) = match choices.split_last() {
            Some((&last, others)) => (last, others),
            None => return Ok(None),
        };
        for &(m, below) in others {
            if node.visit(m, |node| self.holds(node, below, side, 1))? {
                return Ok(Some((m, below)));
            }
        }
        Ok(Some(last))
    }

    /// The move to a child, and the child.
    fn child(&mut self, node: &P, id: NodeId, place: usize) -> (P::Move, NodeId) {
        let index = self.tree.children(id)[place].index();
        (node.move_at(index, &mut self.ctx.moves), self.tree.child(id, place))
    }

    /// Whether a score is at least the value, as `side` sees it.
    fn is_enough(&self, score: Score, side: Side) -> bool {
        !self.value.beats(score, side)
    }

    /// Can `side` be sure of the value at `node`? (For MAX a lower bound, for MIN an upper one.) The clock may
    /// put an end to the question.
    fn holds(&mut self, node: &mut P, id: NodeId, side: Side, ply: u32) -> Result<bool, Stop> {
        self.ctx.meter.walk(1)?;
        let data = &self.tree.node(id).data;
        if data.is_final() {
            return Ok(self.is_enough(data.value(), side));
        }
        if self.tree.node(id).is_leaf() {
            return Ok(node.is_over() && self.is_enough(node.result(), side));
        }
        let children = self.tree.children(id);
        let choice = node.side() == side;
        // A root move that must not be chosen has an infinite value, and proves nothing. A child that does not
        // even look good enough cannot be sure to be.
        let value = self.value;
        let counts = |score: Score| score.is_finite();
        let lacks = |score: Score| value.beats(score, side);
        let mut scores = children.iter().map(|child| child.data.value());
        if !choice
            && (scores.any(|score| counts(score) && lacks(score))
                || count_moves(node) != children.len())
        {
            return Ok(false);
        }
        for (place, child) in children.iter().enumerate() {
            let score = child.data.value();
            if !counts(score) || lacks(score) {
                continue;
            }
            let (m, below) = self.child(node, id, place);
            let holds =
                node.visit(m, |node| with_stack(ply, || self.holds(node, below, side, ply + 1)))?;
            if holds == choice {
                return Ok(choice);
            }
        }
        Ok(!choice)
    }
}

/// The number of moves of a node.
#[cold]
fn count_moves<P: Position>(node: &P) -> usize {
    node.indexed_moves().unwrap_or_else(|| {
        let mut moves = Vec::new();
        node.moves(&mut moves);
        moves.len()
    })
}
