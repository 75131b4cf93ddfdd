//! A player that keeps nothing from move to move.

use crate::searches::BoxedSearch;
use plywood::{Observer, Report, Search, Task};
use plywood_games::Game;

/// A search that begins every search as if it were the first: what the algorithm would keep, a tree or a
/// table, is dropped when a move is made, and before every search.
pub(crate) struct Fresh<G: Game>(pub BoxedSearch<G>);

impl<G: Game> Search<G> for Fresh<G> {
    fn search(&mut self, task: &Task<'_, G>, observer: &mut dyn Observer<G>) -> Report<G::Move> {
        self.0.forget();
        self.0.search(task, observer)
    }

    fn advance(&mut self, _: G::Move) {
        self.0.forget();
    }

    fn forget(&mut self) {
        self.0.forget();
    }

    fn nodes_by_depth(&self) -> Vec<u64> {
        self.0.nodes_by_depth()
    }
}
