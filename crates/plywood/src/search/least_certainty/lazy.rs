//! Swings asked for on the way down, and only as far as needed.

use super::Growth;
use super::node::{AtLeast, Goal, INFINITE, at_first_sight};
use crate::memory::{NodeId, Valued};
use crate::search::context::with_stack;
use crate::{Evaluate, Position, Stop};

impl<P: Position, E: Evaluate<P>, const W: bool> Growth<'_, '_, '_, P, E, W> {
    /// The swing of a node: exactly if it is no more than `bound`, or else something that exceeds the
    /// bound and not the swing. The node remembers it, together with the goal.
    pub(super) fn ask(
        &mut self,
        id: NodeId,
        goal: Goal,
        bound: u64,
        ply: u32,
    ) -> Result<AtLeast, Stop> {
        let mut swing =
            with_stack(ply, || match self.kept.tree.node(id).data.side() == goal.pursuer {
                true => self.least_of_children(id, goal, bound, ply),
                false => self.sum_of_children(id, goal, bound, ply),
            })?;
        swing.exact = swing.swing <= bound;
        self.kept.tree.data_mut(id).set_swing(goal, swing);
        Ok(swing)
    }

    /// The pursuer is to move: one child will do.
    fn least_of_children(
        &mut self,
        id: NodeId,
        goal: Goal,
        bound: u64,
        ply: u32,
    ) -> Result<AtLeast, Stop> {
        loop {
            let children = self.kept.tree.children(id);
            self.touched += children.len() as u64;
            self.ctx.meter.walk(children.len() as u64)?;
            // The least swing that is known, and the least two that are only guessed at.
            let (mut least, mut guess, mut second, mut asked) = (INFINITE, INFINITE, INFINITE, 0);
            let mut slope = 1;
            for (place, child) in children.iter().enumerate() {
                let seen = at_first_sight(child, goal);
                slope = slope.max(seen.slope);
                if seen.exact {
                    least = least.min(seen.swing);
                } else if seen.swing < guess {
                    second = guess;
                    (guess, asked) = (seen.swing, place);
                } else {
                    second = second.min(seen.swing);
                }
            }
            if guess >= least || guess > bound {
                return Ok(AtLeast { swing: least.min(guess), exact: true, slope });
            }
            // The most promising child is asked first, and what it answers bounds the others.
            let child = self.kept.tree.child(id, asked);
            let answer = self.ask(child, goal, bound.min(least), ply + 1)?;
            least = least.min(answer.swing);
            if second >= least || second > bound {
                let slope = slope.max(answer.slope);
                return Ok(AtLeast { swing: least.min(second), exact: true, slope });
            }
        }
    }

    /// The other side is to move: all children must swing.
    fn sum_of_children(
        &mut self,
        id: NodeId,
        goal: Goal,
        bound: u64,
        ply: u32,
    ) -> Result<AtLeast, Stop> {
        let children = self.kept.tree.children(id);
        self.touched += children.len() as u64;
        self.ctx.meter.walk(children.len() as u64)?;
        let mut sum = AtLeast { swing: 0, exact: true, slope: 0 };
        if self.kept.tree.node(id).data.has_open_leaves() {
            for child in children {
                sum.swing += goal.distance(child.data.value());
            }
            let swing = sum.swing.min(INFINITE);
            return Ok(AtLeast { swing, slope: children.len() as u64, ..sum });
        }
        let mut guessed = 0;
        for child in children {
            let seen = at_first_sight(child, goal);
            sum.swing = INFINITE.min(sum.swing + seen.swing);
            sum.slope += seen.slope;
            guessed += usize::from(!seen.exact);
            if sum.swing > bound {
                return Ok(sum);
            }
        }
        let mut place = 0;
        while guessed > 0 && sum.swing <= bound {
            let seen = at_first_sight(&self.kept.tree.children(id)[place], goal);
            if !seen.exact {
                let others = sum.swing - seen.swing;
                let child = self.kept.tree.child(id, place);
                let answer = self.ask(child, goal, bound - others, ply + 1)?;
                sum.swing = INFINITE.min(others + answer.swing);
                sum.slope = sum.slope - seen.slope + answer.slope;
                guessed -= 1;
            }
            place += 1;
        }
        Ok(sum)
    }
}
