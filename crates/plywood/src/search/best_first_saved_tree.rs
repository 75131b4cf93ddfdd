//! Best-first minimax as its authors ran it: Korf & Chickering 1993, section 4. The control of
//! RBFMS, one board changed step by step, subtrees kept when the search leaves them. Post: the
//! moves of [`BestFirst`](super::BestFirst); with early return, where no two values are equal. When
//! memory is full, either of the paper's two ways out. Deviations: none.

use super::best_first::{Policy, WhenFull, best_first};
use super::context::Context;
use super::interface::search;
use super::kept::{Kept, tree_size};
use crate::{Evaluate, Position, Report, Task};

crate::options! {
    /// Options of [`BestFirstSavedTree`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct BestFirstSavedTreeOptions {
        /// Evaluate children one at a time and return when one exceeds the window.
        pub early_return: bool = true,
        /// At the memory limit: free the least promising subtrees, go on in linear space, or stop.
        pub when_full: WhenFull = WhenFull::Prune,
        /// Report all equally good root moves.
        pub all_best: bool = false,
    }
}

search! {
    /// Best-first minimax under recursive control, its tree kept from move to move.
    ///
    /// ```
    /// use plywood::{Budget, Search, search::BestFirstSavedTree};
    /// use plywood_games::{RandomTree, StaticValue, Game};
    ///
    /// let game = RandomTree::parse(Some("branching=random:5,depth=100,seed=7"))?;
    /// let mut search = BestFirstSavedTree::new(StaticValue);
    /// let report = search.run(&game, &Budget::new().depth(17).memory(1 << 20));
    /// assert!(report.memory <= 1 << 20);
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    BestFirstSavedTree with BestFirstSavedTreeOptions,
    named: "best-first-saved-tree", "best-first that keeps its tree between moves",
    family: BestFirst, paper: "Korf & Chickering 1993", exact: false, memory: CappedTree,
    keeps: Kept<P>,
    switches: all_best
}

tree_size!(BestFirstSavedTree);

impl BestFirstSavedTreeOptions {
    fn run<P: Position, E: Evaluate<P>, const W: bool>(
        &self,
        kept: &mut Kept<P>,
        ctx: Context<'_, P, E, W>,
        task: &Task<'_, P>,
    ) -> Report<P::Move> {
        let BestFirstSavedTreeOptions { early_return, when_full, all_best } = *self;
        best_first(kept, ctx, task, Policy { early_return, when_full }, all_best)
    }
}
