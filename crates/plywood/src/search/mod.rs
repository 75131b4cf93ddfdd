//! The algorithms, one file each.
//!
//! | algorithm | memory | paper |
//! |---|---|---|
//! | [`Minimax`] | a line | Shannon 1950; the slow twin of the exact algorithms |
//! | [`AlphaBeta`] | a line | Knuth & Moore 1975; Slagle & Dixon 1969 for the ordering |
//! | [`AlphaBetaSavedTree`] | a tree | Korf & Chickering 1993, section 5 |
//! | [`Mt`] | a table | Plaat, Schaeffer, Pijls & de Bruin 1995: alpha-beta with memory, NegaScout, SSS*, DUAL*, MTD(f), C*, and drivers of one's own |
//! | [`StockmanSss`] | a list of states | Stockman 1979 |
//! | [`StockmanDual`] | a list of states | Marsland, Reinefeld & Schaeffer 1987 |
//! | [`BestFirst`] | a tree | Korf 1992, section 2 |
//! | [`RecursiveBestFirst`] | a line and its siblings | Korf 1992, section 3; Korf & Chickering 1993, section 3 |
//! | [`BestFirstSavedTree`] | a tree, capped | Korf & Chickering 1993, section 4 |
//! | [`BestFirstExtension`] | a tree, capped | Korf & Chickering 1993, section 6 |
//! | [`LeastCertainty`] | a tree, capped | Utgoff & Cochran 2001 |
//!
//! These prove or refute a [`Goal`](crate::kit::Goal): they are a [`ProofSearch`].
//!
//! | algorithm | memory | paper |
//! |---|---|---|
//! | [`AbstractProof`] | a table | Cazenave 2000 and 2001 |
//! | [`ProofNumberSearch`] | a tree, capped | Allis, van der Meulen & van den Herik 1994 |
//! | [`Dfpn`] | a table | Nagai 2002 |

mod abstract_proof;
pub(crate) mod algorithm;
mod allotment;
mod alpha_beta;
mod alpha_beta_memory;
mod alpha_beta_saved_tree;
mod aspiration;
mod best_first;
mod best_first_extension;
mod best_first_saved_tree;
mod c_star;
mod context;
pub(crate) mod deepening;
mod dfpn;
mod driver;
mod dual;
mod interface;
mod kept;
mod least_certainty;
pub(crate) mod lines;
mod memory_enhanced;
mod minimax;
pub(crate) mod mt;
mod mtdf;
mod negascout;
mod proof_number;
mod proof_numbers;
mod proof_table;
mod proven;
mod recursive_best_first;
mod sss;
mod stockman;
mod widening;
mod within;

pub use crate::goal::Proof;
pub use abstract_proof::{AbstractProof, AbstractProofOptions};
pub use algorithm::{
    Algorithm, AlgorithmInfo, AlgorithmVisitor, Family, Named, NamedSearch, Storage, Switches,
    all_searches,
};
pub use allotment::{Allotment, DepthFrom};
pub use alpha_beta::{AlphaBeta, AlphaBetaOptions, Bounds, Horizon, NodeOrder};
pub use alpha_beta_saved_tree::{AlphaBetaSavedTree, AlphaBetaSavedTreeOptions};
pub use best_first::{BestFirst, BestFirstOptions, WhenFull};
pub use best_first_extension::{BestFirstExtension, BestFirstExtensionOptions};
pub use best_first_saved_tree::{BestFirstSavedTree, BestFirstSavedTreeOptions};
pub use deepening::Deepening;
pub use dfpn::{Dfpn, DfpnOptions};
pub use driver::Driver;
pub use least_certainty::{
    CertaintyFrom, LeastCertainty, LeastCertaintyOptions, PartialTree, SwingCharge, SwingUpdate,
};
pub use memory_enhanced::{Mt, MtOptions, OrderFrom, Switch};
pub use minimax::{Minimax, MinimaxOptions};
pub use mtdf::FirstGuess;
pub use proof_number::{ProofNumberOptions, ProofNumberSearch};
pub use proof_table::ProofTableOptions;
pub use recursive_best_first::{RecursiveBestFirst, RecursiveBestFirstOptions, Variant};
pub use stockman::{StockmanDual, StockmanDualOptions, StockmanSss, StockmanSssOptions};
pub use widening::ProofSearch;

// A new algorithm is a file, with its `mod` and `pub use` above, and its options in this list.
algorithm::algorithms! {
    MinimaxOptions,
    AlphaBetaOptions,
    AlphaBetaSavedTreeOptions,
    MtOptions,
    StockmanSssOptions,
    StockmanDualOptions,
    BestFirstOptions,
    RecursiveBestFirstOptions,
    BestFirstSavedTreeOptions,
    BestFirstExtensionOptions,
    LeastCertaintyOptions,
}

use crate::{Budget, Observer, Position, Report, Task};

/// A search algorithm with its options, its evaluation, and whatever it keeps from move to move.
///
/// It is an object: front ends hold `Box<dyn Search<P>>` and need not know the algorithm.
///
/// ```
/// use plywood::{Budget, Search, search::{AlphaBeta, BestFirst}};
/// use plywood_games::{Connect4, Game, connect4::OpenLines};
///
/// let players: Vec<Box<dyn Search<Connect4>>> =
///     vec![Box::new(AlphaBeta::new(OpenLines)), Box::new(BestFirst::new(OpenLines))];
/// let position = Connect4::parse(Some("4455"))?;
/// for mut player in players {
///     assert!(player.run(&position, &Budget::new().depth(3)).proven);
/// }
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub trait Search<P: Position> {
    /// Answers a task, and tells `observer` what it does.
    ///
    /// Silent and deterministic: the same task with limits in nodes, evaluations or depth gives the
    /// same report, from a search that has kept nothing. A tree that [`advance`](Search::advance) kept
    /// is used if the task's position is the one it led to, and dropped if not.
    fn search(&mut self, task: &Task<'_, P>, observer: &mut dyn Observer<P>) -> Report<P::Move>;

    /// The best move of a position: the common case of [`search`](Search::search).
    fn run(&mut self, position: &P, budget: &Budget) -> Report<P::Move> {
        self.search(&Task::new(position).budget(budget.clone()), &mut ())
    }

    /// Tells the search that `m` was played from the position it searched last: what is below the
    /// move may be kept for the next search, the rest is freed.
    fn advance(&mut self, m: P::Move) {
        let _ = m;
    }

    /// Drops everything kept.
    fn forget(&mut self) {}

    /// The number of nodes at each depth of the tree that the search keeps in memory, the root's first; none
    /// if it keeps no tree. Visits every node.
    ///
    /// ```
    /// use plywood::{Budget, Search, search::BestFirstSavedTree};
    /// use plywood_games::{StaticValue, Tree};
    /// let tree = Tree::from_json("[0, [3, 5, 1], [4, 2, 9]]")?;
    /// let mut search = BestFirstSavedTree::new(StaticValue);
    /// assert_eq!(search.nodes_by_depth(), []);
    /// search.run(&tree, &Budget::new());
    /// assert_eq!(search.nodes_by_depth(), [1, 2, 4]);
    /// search.advance(1);
    /// assert_eq!(search.nodes_by_depth(), [1, 2]);
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    fn nodes_by_depth(&self) -> Vec<u64> {
        Vec::new()
    }
}

impl<P: Position, S: Search<P> + ?Sized> Search<P> for Box<S> {
    fn search(&mut self, task: &Task<'_, P>, observer: &mut dyn Observer<P>) -> Report<P::Move> {
        (**self).search(task, observer)
    }

    fn advance(&mut self, m: P::Move) {
        (**self).advance(m);
    }

    fn forget(&mut self) {
        (**self).forget();
    }

    fn nodes_by_depth(&self) -> Vec<u64> {
        (**self).nodes_by_depth()
    }
}
