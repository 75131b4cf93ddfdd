//! The searches that configurations stand for, for every game.

use crate::algorithms::*;
use crate::configuration::{AlgorithmOptions, Configuration};
use crate::ending::{Finishing, TakeOver};
use crate::strong::{STRONG, StrongOptions};
use crate::{Error, outside};
use plywood::search::*;
use plywood::{Evaluate, Position, Score, Search};
use plywood_games::Game;

/// A search of a game, whatever the algorithm.
pub type BoxedSearch<G> = Box<dyn Search<G> + Send>;

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
/// is compiled without them. For the games that come with Plywood, [`built_in`](crate::built_in) has one.
pub type Build<G> =
    fn(&Configuration, Rounded<<G as Game>::Evaluation>) -> Result<BoxedSearch<G>, Error>;

/// The search that a configuration stands for; an error if its algorithm is one from outside that was
/// not registered for the game.
pub fn build<G: Game>(
    configuration: &Configuration,
    evaluation: Rounded<G::Evaluation>,
) -> Result<BoxedSearch<G>, Error> {
    macro_rules! build_if_one_of {
        ($($options:ty),* $(,)?) => {$(
            if let Some(options) = configuration.options::<$options>() {
                return Ok(options.build(evaluation));
            }
        )*};
    }
    build_if_one_of![
        StrongOptions,
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
        EndgameOptions,
    ];
    outside::build(configuration, evaluation)
}

/// Options whose algorithm is one search, made by `with`.
macro_rules! plain_searches {
    ($($search:ident with $options:ident is $algorithm:ident;)*) => {$(
        impl AlgorithmOptions for $options {
            fn algorithm(&self) -> &'static Algorithm {
                &$algorithm
            }

            fn build<G: Game>(&self, evaluation: Rounded<G::Evaluation>) -> BoxedSearch<G> {
                Box::new($search::with(*self, evaluation))
            }
        }
    )*};
}
plain_searches! {
    Minimax with MinimaxOptions is MINIMAX;
    AlphaBeta with AlphaBetaOptions is ALPHA_BETA;
    AlphaBetaSavedTree with AlphaBetaSavedTreeOptions is ALPHA_BETA_SAVED_TREE;
    StockmanSss with StockmanSssOptions is STOCKMAN_SSS;
    StockmanDual with StockmanDualOptions is STOCKMAN_DUAL;
    BestFirst with BestFirstOptions is BEST_FIRST;
    RecursiveBestFirst with RecursiveBestFirstOptions is RECURSIVE_BEST_FIRST;
    BestFirstSavedTree with BestFirstSavedTreeOptions is BEST_FIRST_SAVED_TREE;
    BestFirstExtension with BestFirstExtensionOptions is BEST_FIRST_EXTENSION;
    LeastCertainty with LeastCertaintyOptions is LEAST_CERTAINTY;
}

impl AlgorithmOptions for MtOptions {
    fn algorithm(&self) -> &'static Algorithm {
        match self.driver {
            Driver::AlphaBeta => &ALPHA_BETA_MEMORY,
            Driver::NegaScout => &NEGASCOUT,
            Driver::AspirationNegaScout(_) => &ASPIRATION_NEGASCOUT,
            Driver::Sss => &SSS,
            Driver::Dual => &DUAL,
            Driver::MtdF(_) => &MTDF,
            Driver::CStar => &C_STAR,
        }
    }

    fn build<G: Game>(&self, evaluation: Rounded<G::Evaluation>) -> BoxedSearch<G> {
        // The thread that answers must not wait for others to let it run.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.min(cores);
        Box::new(Mt::parallel(MtOptions { threads, ..*self }, evaluation))
    }
}

impl AlgorithmOptions for StrongOptions {
    fn algorithm(&self) -> &'static Algorithm {
        &STRONG
    }

    fn build<G: Game>(&self, evaluation: Rounded<G::Evaluation>) -> BoxedSearch<G> {
        self.at::<G>().build(evaluation)
    }
}

impl AlgorithmOptions for EndgameOptions {
    fn algorithm(&self) -> &'static Algorithm {
        &ENDGAME
    }

    fn build<G: Game>(&self, evaluation: Rounded<G::Evaluation>) -> BoxedSearch<G> {
        let all_best = self.all_best;
        let player = MtOptions { all_best, ..MtOptions::default() }.build(evaluation);
        match G::endgame() {
            Some(solver) => {
                Box::new(Finishing { player, solver, take_over: TakeOver::AtOnce, all_best })
            }
            None => player,
        }
    }
}
