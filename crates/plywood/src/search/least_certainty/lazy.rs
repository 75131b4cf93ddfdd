//! Swings asked for on the way down, and only as far as needed.

use super::Growth;
use super::node::{AtLeast, Goal, INFINITE, at_first_sight};
use crate::memory::NodeId;
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
    ) -> Result<u64, Stop> {
        let swing =
            with_stack(ply, || match self.kept.tree.node(id).data.side() == goal.pursuer {
                true => self.least_of_children(id, goal, bound, ply),
                false => self.sum_of_children(id, goal, bound, ply),
            })?;
        self.kept.tree.data_mut(id).set_swing(goal, swing, swing > bound);
        Ok(swing)
    }

    /// The pursuer is to move: one child will do.
    fn least_of_children(
        &mut self,
        id: NodeId,
        goal: Goal,
        bound: u64,
        ply: u32,
    ) -> Result<u64, Stop> {
        loop {
            let children = self.kept.tree.children(id);
            self.touched += children.len() as u64;
            self.ctx.meter.walk(children.len() as u64)?;
            // The least swing that is known, and the least two that are only guessed at.
            let (mut least, mut guess, mut second, mut asked) = (INFINITE, INFINITE, INFINITE, 0);
            for (place, child) in children.iter().enumerate() {
                let AtLeast { swing, exact } = at_first_sight(child, goal);
                if exact {
                    least = least.min(swing);
                } else if swing < guess {
                    second = guess;
                    (guess, asked) = (swing, place);
                } else {
                    second = second.min(swing);
                }
            }
            if guess >= least || guess > bound {
                return Ok(least.min(guess));
            }
            // The most promising child is asked first, and what it answers bounds the others.
            let child = self.kept.tree.child(id, asked);
            least = least.min(self.ask(child, goal, bound.min(least), ply + 1)?);
            if second >= least || second > bound {
                return Ok(least.min(second));
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
    ) -> Result<u64, Stop> {
        let children = self.kept.tree.children(id);
        self.touched += children.len() as u64;
        self.ctx.meter.walk(children.len() as u64)?;
        let (mut sum, mut guessed) = (0, 0);
        for child in children {
            let AtLeast { swing, exact } = at_first_sight(child, goal);
            sum = INFINITE.min(sum + swing);
            guessed += usize::from(!exact);
            if sum > bound {
                return Ok(sum);
            }
        }
        let mut place = 0;
        while guessed > 0 && sum <= bound {
            let AtLeast { swing, exact } =
                at_first_sight(&self.kept.tree.children(id)[place], goal);
            if !exact {
                let others = sum - swing;
                let child = self.kept.tree.child(id, place);
                sum = INFINITE.min(others + self.ask(child, goal, bound - others, ply + 1)?);
                guessed -= 1;
            }
            place += 1;
        }
        Ok(sum)
    }
}
