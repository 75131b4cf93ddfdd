//! Best-first minimax with the whole tree in memory: Korf 1992, section 2. Always expands the
//! principal leaf, the one that gives the root its value. Post: every node's value is the minimax
//! value of the leaves below it. Deviations: boards are not stored but walked to; and a value is
//! carried up no further than to the ancestor that stops being on the principal variation, as long
//! as that changes no choice.

use super::best_first_saved_tree::{BestFirstSavedTreeOptions, WhenFull};
use super::context::Context;
use super::interface::search;
use super::kept::Kept;
use crate::{Evaluate, Position, Report, Task};

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
    keeps: Kept<P>,
    deepens: |_| false
}

impl BestFirstOptions {
    fn run<P: Position, E: Evaluate<P>, const W: bool>(
        &self,
        kept: &mut Kept<P>,
        ctx: Context<'_, P, E, W>,
        task: &Task<'_, P>,
    ) -> Report<P::Move> {
        let options = BestFirstSavedTreeOptions {
            early_return: false,
            when_full: WhenFull::Stop,
            all_best: self.all_best,
        };
        options.run(kept, ctx, task)
    }
}
