//! The algorithms, one file each.
//!
//! | algorithm | memory | paper |
//! |---|---|---|
//! | [`Minimax`] | a line | Shannon 1950; the slow twin of the exact algorithms |
//! | [`AlphaBeta`] | a line | Knuth & Moore 1975; Slagle & Dixon 1969 for the ordering |
//! | [`AlphaBetaSavedTree`] | a tree | Korf & Chickering 1993, section 5 |
//! | [`Mt`] | a table | Plaat, Schaeffer, Pijls & de Bruin 1995: alpha-beta with memory, NegaScout, SSS*, DUAL*, MTD(f), C* |
//! | [`StockmanSss`] | a list of states | Stockman 1979 |
//! | [`BestFirst`] | a tree | Korf 1992, section 2 |
//! | [`RecursiveBestFirst`] | a line and its brothers | Korf 1992, section 3; Korf & Chickering 1993, section 3 |
//! | [`BestFirstSavedTree`] | a tree, capped | Korf & Chickering 1993, section 4 |
//! | [`BestFirstExtension`] | a tree, capped | Korf & Chickering 1993, section 6 |

mod alpha_beta;
mod alpha_beta_saved_tree;
mod best_first;
mod best_first_extension;
mod best_first_saved_tree;
mod context;
mod control;
mod kept;
mod minimax;
mod mt;
mod recursive_best_first;
mod stockman;

pub use alpha_beta::{AlphaBeta, AlphaBetaOptions, Bounds, Deepening, Horizon, NodeOrder};
pub use alpha_beta_saved_tree::{AlphaBetaSavedTree, AlphaBetaSavedTreeOptions};
pub use best_first::{BestFirst, BestFirstOptions};
pub use best_first_extension::{BestFirstExtension, BestFirstExtensionOptions};
pub use best_first_saved_tree::{BestFirstSavedTree, BestFirstSavedTreeOptions, WhenFull};
pub use kept::TreeSearch;
pub use minimax::{Minimax, MinimaxOptions};
pub use mt::{Driver, FirstGuess, Mt, MtOptions};
pub use recursive_best_first::{RecursiveBestFirst, RecursiveBestFirstOptions, Variant};
pub use stockman::{StockmanSss, StockmanSssOptions};

use crate::{Budget, Evaluate, Observer, Position, Report};

/// A search algorithm with its options and whatever it keeps from move to move.
pub trait Search<P: Position> {
    /// Searches `root` within `budget`.
    ///
    /// Silent and deterministic: the same position, options and budget in nodes give the same
    /// report, from a search that has kept nothing. A tree that [`advance`](Search::advance) kept is
    /// used if `root` is the position it led to, and dropped if not.
    fn search<E: Evaluate<P>, O: Observer<P>>(
        &mut self,
        root: &P,
        evaluate: &mut E,
        budget: &Budget,
        observer: &mut O,
    ) -> Report<P::Move>;

    /// Tells the search that `m` was played from the position it searched last: what is below the
    /// move may be kept for the next search, the rest is freed.
    fn advance(&mut self, m: P::Move) {
        let _ = m;
    }

    /// Drops everything kept.
    fn forget(&mut self) {}
}
