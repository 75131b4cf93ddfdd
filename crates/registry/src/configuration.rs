//! An algorithm with its options, and the search of a game that it stands for.

use crate::ending::{Finishing, TakeOver};
use plywood::search::*;
use plywood::{Evaluate, Position, Score, Search};
use plywood_games::othello::Judged;
use plywood_games::{Checkers, Chess, Connect4, Game, Othello, RandomTree, Tree};

/// A search of a game, whatever the algorithm.
pub type BoxedSearch<G> = Box<dyn Search<G> + Send>;

/// An algorithm with its options: all that a search is made of, apart from the game and its evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum Configuration {
    Minimax(MinimaxOptions),
    AlphaBeta(AlphaBetaOptions),
    AlphaBetaSavedTree(AlphaBetaSavedTreeOptions),
    Mt(MtOptions),
    StockmanSss(StockmanSssOptions),
    BestFirst(BestFirstOptions),
    RecursiveBestFirst(RecursiveBestFirstOptions),
    BestFirstSavedTree(BestFirstSavedTreeOptions),
    BestFirstExtension(BestFirstExtensionOptions),
    /// The game's solver of endings, and a search of the MT framework where it has none.
    Endgame(MtOptions),
}

/// An evaluation whose values are rounded to multiples of the grain, towards zero.
#[derive(Clone)]
pub struct Rounded<E> {
    evaluation: E,
    grain: i32,
}

impl<E> Rounded<E> {
    /// Rounded to multiples of `grain`, which is at least 1.
    pub fn to(grain: i32, evaluation: E) -> Self {
        Rounded { evaluation, grain: grain.max(1) }
    }

    /// As it is.
    pub fn not_at_all(evaluation: E) -> Self {
        Rounded::to(1, evaluation)
    }
}

impl<G: Position, E: Evaluate<G>> Evaluate<G> for Rounded<E> {
    const BATCHES: bool = E::BATCHES;

    #[inline]
    fn evaluate(&mut self, position: &G) -> Score {
        round(self.evaluation.evaluate(position), self.grain)
    }

    fn evaluate_children(&mut self, position: &mut G, moves: &[G::Move], values: &mut Vec<Score>) {
        let first = values.len();
        self.evaluation.evaluate_children(position, moves, values);
        values[first..].iter_mut().for_each(|value| *value = round(*value, self.grain));
    }

    #[inline(always)]
    fn on_root(&mut self, root: &G) {
        self.evaluation.on_root(root);
    }

    #[inline(always)]
    fn on_play(&mut self, position: &G, m: Option<G::Move>) {
        self.evaluation.on_play(position, m);
    }

    #[inline(always)]
    fn on_undo(&mut self) {
        self.evaluation.on_undo();
    }
}

#[inline]
fn round(value: Score, grain: i32) -> Score {
    match grain {
        1 => value,
        grain => Score::new(value.get() / grain * grain),
    }
}

/// Makes searches of one game: [`build`] for that game.
///
/// Where `build::<G>` is named, every search of `G` is compiled. Code that is handed a `Build` instead
/// is compiled without them.
pub type Build<G> = fn(&Configuration, Rounded<<G as Game>::Evaluation>) -> BoxedSearch<G>;

/// The searches of the games that come with Plywood. They are compiled here and nowhere else, because
/// these are statics: a constant would be copied into the crates that name it.
pub static CHECKERS: Build<Checkers> = build;
/// Makes searches of chess.
pub static CHESS: Build<Chess> = build;
/// Makes searches of connect four.
pub static CONNECT4: Build<Connect4> = build;
/// Makes searches of Othello.
pub static OTHELLO: Build<Othello> = build;
/// Makes searches of Othello as the tournaments of Korf & Chickering judge its games.
pub static JUDGED_OTHELLO: Build<Judged> = build;
/// Makes searches of random trees.
pub static RANDOM_TREE: Build<RandomTree> = build;
/// Makes searches of explicit trees.
pub static TREE: Build<Tree> = build;

/// The search that a configuration stands for.
///
/// ```
/// use plywood::{Budget, search::AlphaBetaOptions};
/// use plywood_games::{StaticValue, Tree};
/// use plywood_registry::{Configuration, Rounded, TREE};
///
/// let tree = Tree::from_json("[0, [0, 3, 5], [0, 2, 9]]")?;
/// let configuration = Configuration::AlphaBeta(AlphaBetaOptions::default());
/// let mut search = TREE(&configuration, Rounded::not_at_all(StaticValue));
/// assert_eq!(search.run(&tree, &Budget::new()).best, Some(0));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub fn build<G: Game>(
    configuration: &Configuration,
    evaluation: Rounded<G::Evaluation>,
) -> BoxedSearch<G> {
    match *configuration {
        Configuration::Minimax(options) => Box::new(Minimax::with(options, evaluation)),
        Configuration::AlphaBeta(options) => Box::new(AlphaBeta::with(options, evaluation)),
        Configuration::AlphaBetaSavedTree(options) => {
            Box::new(AlphaBetaSavedTree::with(options, evaluation))
        }
        Configuration::Mt(options) => {
            // The thread that answers must not wait for others to let it run.
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            let threads = options.threads.min(cores);
            Box::new(Mt::parallel(MtOptions { threads, ..options }, evaluation))
        }
        Configuration::StockmanSss(options) => Box::new(StockmanSss::with(options, evaluation)),
        Configuration::BestFirst(options) => Box::new(BestFirst::with(options, evaluation)),
        Configuration::RecursiveBestFirst(options) => {
            Box::new(RecursiveBestFirst::with(options, evaluation))
        }
        Configuration::BestFirstSavedTree(options) => {
            Box::new(BestFirstSavedTree::with(options, evaluation))
        }
        Configuration::BestFirstExtension(options) => {
            Box::new(BestFirstExtension::with(options, evaluation))
        }
        Configuration::Endgame(options) => {
            let all_best = options.all_best;
            let player: BoxedSearch<G> = Box::new(Mt::with(options, evaluation));
            match G::endgame() {
                Some(solver) => {
                    let take_over = TakeOver::AtOnce;
                    Box::new(Finishing { player, solver, take_over, all_best })
                }
                None => player,
            }
        }
    }
}
