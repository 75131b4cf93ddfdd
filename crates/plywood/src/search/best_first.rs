//! Best-first minimax with the whole tree in memory: Korf 1992, section 2. Always expands the
//! principal leaf, the one that gives the root its value. Post: every node's value is the minimax
//! value of the leaves below it. Deviations: boards are not stored but walked to; and a value is
//! carried up no further than to the ancestor that stops being on the principal variation, as long
//! as that changes no choice.

use super::best_first_saved_tree::{BestFirstSavedTreeOptions, WhenFull};
use super::context::Context;
use super::control::best_first_pass;
use super::kept::Kept;
use crate::{Budget, Evaluate, Observer, Position, Report, Search};

/// Options of [`BestFirst`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BestFirstOptions {
    /// Report all equally good root moves.
    pub all_best: bool,
}

/// Best-first minimax search, its tree in memory: [`BYTES_PER_NODE`](crate::BYTES_PER_NODE) bytes
/// a node, kept from move to move.
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
/// let mut search = BestFirst::default();
/// let report = search.search(&tree, &mut StaticValue, &Budget::new(), &mut ());
/// assert_eq!(report.best, Some(1));
/// assert_eq!(report.stop, Stop::Terminal);
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub struct BestFirst<P: Position> {
    /// The options.
    pub options: BestFirstOptions,
    kept: Kept<P>,
}

impl<P: Position> Default for BestFirst<P> {
    fn default() -> Self {
        BestFirst::new(BestFirstOptions::default())
    }
}

impl<P: Position> BestFirst<P> {
    /// A search with an empty tree.
    pub fn new(options: BestFirstOptions) -> Self {
        BestFirst { options, kept: Kept::default() }
    }

    /// Nodes of the tree in memory.
    pub fn tree_size(&self) -> usize {
        self.kept.tree.len()
    }
}

impl<P: Position> Search<P> for BestFirst<P> {
    fn search<E: Evaluate<P>, O: Observer<P>>(
        &mut self,
        root: &P,
        evaluate: &mut E,
        budget: &Budget,
        observer: &mut O,
    ) -> Report<P::Move> {
        let mut ctx = Context::new(evaluate, budget, observer);
        if let Some(report) = ctx.without_search(root, budget) {
            return report;
        }
        if !self.kept.prepare(root, budget) {
            return ctx.without_memory(root);
        }
        let all_best = self.options.all_best;
        let options =
            BestFirstSavedTreeOptions { early_return: false, when_full: WhenFull::Stop, all_best };
        let (stop, line) = best_first_pass(&mut self.kept, &mut ctx, root, budget, options);
        let memory = self.kept.tree.bytes() + ctx.bytes() + line;
        self.kept.report(&mut ctx, root, stop, all_best, memory)
    }

    fn advance(&mut self, m: P::Move) {
        self.kept.advance(m);
    }

    fn forget(&mut self) {
        self.kept.forget();
    }
}
