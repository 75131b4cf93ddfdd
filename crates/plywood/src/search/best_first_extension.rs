//! Best-first extension: Korf & Chickering 1993, section 6. Alpha-beta to a shallow horizon, then
//! best-first minimax from the tree, the backed-up values and the principal variation it leaves.
//! Post: every move was looked at to the horizon before the best line goes deeper. Deviations: none.

use super::alpha_beta::{AlphaBetaOptions, Bounds};
use super::alpha_beta_saved_tree::{AtHorizon, Pass};
use super::best_first::{Policy, WhenFull, expand_principal_leaves};
use super::context::Context;
use super::interface::search;
use super::kept::{Kept, Leaves, tree_size};
use crate::{Evaluate, Position, Report, Task};

crate::options! {
    /// Options of [`BestFirstExtension`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct BestFirstExtensionOptions {
        /// The depth of the alpha-beta search.
        ///
        /// With 0 there is none, with 1 it changes nothing.
        pub horizon: u32 [0..] = 3,
        /// What a search returns if the value is outside its window.
        pub bounds: Bounds = Bounds::FailHard,
        /// Evaluate children one at a time and return when one exceeds the window.
        pub early_return: bool = true,
        /// At the memory limit: free the least promising subtrees, go on in linear space, or stop.
        pub when_full: WhenFull = WhenFull::Prune,
        /// Report all equally good root moves.
        pub all_best: bool = false,
    }
}

search! {
    /// The hybrid of alpha-beta and best-first minimax, its tree kept from move to move.
    ///
    /// ```
    /// use plywood::{Budget, Search, search::BestFirstExtension};
    /// use plywood_games::{Game, RandomTree, StaticValue};
    ///
    /// let game = RandomTree::parse(Some("branching=random:5,depth=100,seed=7"))?;
    /// let report = BestFirstExtension::new(StaticValue).run(&game, &Budget::new().depth(14));
    /// assert_eq!(report.depth, 14);
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    BestFirstExtension with BestFirstExtensionOptions,
    named: "best-first-extension", "shallow alpha-beta, then best-first from its tree",
    family: BestFirst, paper: "Korf & Chickering 1993", exact: false, memory: CappedTree,
    keeps: Kept<P>,
    switches: all_best
}
tree_size!(BestFirstExtension);

impl BestFirstExtensionOptions {
    fn run<P: Position, E: Evaluate<P>, const W: bool>(
        &self,
        kept: &mut Kept<P>,
        mut ctx: Context<'_, P, E, W>,
        task: &Task<'_, P>,
    ) -> Report<P::Move> {
        let BestFirstExtensionOptions { bounds, early_return, when_full, all_best, .. } = *self;
        let root = task.position;
        let planted = match kept.begin_search(&mut ctx, task) {
            Ok(planted) => planted,
            Err(report) => return *report,
        };
        let mut evaluated_to_horizon = 0;
        let horizon = self.horizon.min(task.budget.depth.unwrap_or(u32::MAX));
        if horizon > 0 || !planted {
            let options = AlphaBetaOptions { bounds, all_best, ..Default::default() };
            let mut pass = Pass::new(ctx, kept, options, AtHorizon::Stored);
            let depth = horizon.max(1);
            let report = pass.iteration(root, depth, None, planted);
            pass.plain.ctx.ended(root, Some(depth), &report);
            if report.value.exact().is_none() || !planted {
                return pass.plain.ctx.at_first_sight(root, report);
            }
            ctx = pass.plain.ctx;
            evaluated_to_horizon = ctx.meter.counts.evaluated;
        }
        let policy = Policy { early_return, when_full };
        let ending = expand_principal_leaves(kept, &mut ctx, task, policy);
        let mut report = kept.report(&mut ctx, root, ending, all_best, Leaves::Bounds);
        report.details.set("evaluated_to_horizon", evaluated_to_horizon);
        ctx.ended(root, None, &report);
        ctx.of_whole_root(root, report)
    }
}
