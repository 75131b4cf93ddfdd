//! What is expanded once no swing is finite, until the value is proven. The paper stops there.

use super::Growth;
use super::node::{Goal, INFINITE, at_first_sight};
use crate::{Evaluate, Position, Stop};

impl<P: Position, E: Evaluate<P>, const W: bool> Growth<'_, '_, '_, P, E, W> {
    /// Goes to the first child of the root, with the goal to change its value: for the worse or, where nothing
    /// can do that, for the better. Nothing else is worth an expansion: the swings of the other children are
    /// infinite, so that they stay below this value. Where it cannot change either, the search is complete.
    #[cold]
    pub(super) fn doubt_first(&mut self, root: &mut P) -> Result<(), Stop> {
        let (place, value) = self.goals.first.ok_or(Stop::Complete)?;
        self.doubted = Some(self.goals);
        let child = self.kept.tree.child(self.at, place);
        for pursuer in [!self.side, self.side] {
            let goal = Goal::beyond(pursuer, value);
            let mut swing = at_first_sight(self.kept.tree.node(child), goal);
            if !swing.exact {
                swing = self.ask(child, goal, INFINITE, 0)?;
            }
            if swing.swing < INFINITE {
                self.goal = goal;
                // As long as the value is the same, and the swing finite, there is nothing else to choose.
                return self.down(root, place, None, INFINITE);
            }
        }
        Err(Stop::Complete)
    }
}
