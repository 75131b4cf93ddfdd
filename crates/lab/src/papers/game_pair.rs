//! One pair of the tournaments of Korf & Chickering 1993: the same random game twice, each side
//! once MAX.

use plywood::search::{
    AlphaBetaSavedTree, BestFirstExtension, BestFirstExtensionOptions, BestFirstSavedTree,
};
use plywood::{Budget, Position, Report, Search, Side};
use plywood_games::StaticValue;
use plywood_games::random_tree::{Params, RandomTree};

/// Who plays against alpha-beta.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Challenger {
    /// Pure best-first minimax (Table 2).
    BestFirst,
    /// Best-first extension, its alpha-beta horizon one less than the opponent's (Table 4).
    Extension,
}

/// The horizons of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Depths {
    pub alpha_beta: u32,
    pub best_first: u32,
}

/// How a pair ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PairResult {
    /// The value of the final position when best-first was MAX, and when alpha-beta was.
    pub best_first_as_max: i32,
    pub alpha_beta_as_max: i32,
    /// Evaluations in both games.
    pub best_first_evaluations: u64,
    pub alpha_beta_evaluations: u64,
}

pub(super) fn play_pair(params: Params, challenger: Challenger, depths: Depths) -> PairResult {
    let root = RandomTree::new(params).expect("the plan has checked the parameters");
    let mut result = PairResult::default();
    for challenger_side in [Side::Max, Side::Min] {
        let (value, best_first, alpha_beta) = play(root, challenger, depths, challenger_side);
        match challenger_side {
            Side::Max => result.best_first_as_max = value,
            Side::Min => result.alpha_beta_as_max = value,
        }
        result.best_first_evaluations += best_first;
        result.alpha_beta_evaluations += alpha_beta;
    }
    result
}

/// The search of one side: selective, or alpha-beta.
enum Searcher {
    BestFirst(BestFirstSavedTree<RandomTree>),
    Extension(BestFirstExtension<RandomTree>),
    AlphaBeta(AlphaBetaSavedTree<RandomTree>),
}

impl Searcher {
    fn search(&mut self, game: &RandomTree, depth: u32) -> Report<u32> {
        let budget = Budget::new().depth(depth);
        match self {
            Searcher::BestFirst(s) => s.search(game, &mut StaticValue, &budget, &mut ()),
            Searcher::Extension(s) => s.search(game, &mut StaticValue, &budget, &mut ()),
            Searcher::AlphaBeta(s) => s.search(game, &mut StaticValue, &budget, &mut ()),
        }
    }

    fn advance(&mut self, m: u32) {
        match self {
            Searcher::BestFirst(s) => s.advance(m),
            Searcher::Extension(s) => s.advance(m),
            Searcher::AlphaBeta(s) => Search::<RandomTree>::advance(s, m),
        }
    }
}

/// One game: the final value, and the evaluations of the challenger and of alpha-beta.
fn play(
    mut game: RandomTree,
    challenger: Challenger,
    depths: Depths,
    challenger_side: Side,
) -> (i32, u64, u64) {
    let mut selective = match challenger {
        Challenger::BestFirst => Searcher::BestFirst(BestFirstSavedTree::default()),
        Challenger::Extension => {
            let horizon = depths.alpha_beta.saturating_sub(1);
            let options = BestFirstExtensionOptions { horizon, ..Default::default() };
            Searcher::Extension(BestFirstExtension::new(options))
        }
    };
    let mut alpha_beta = Searcher::AlphaBeta(AlphaBetaSavedTree::default());
    // Best-first too ends the game with alpha-beta.
    let mut own_ending = Searcher::AlphaBeta(AlphaBetaSavedTree::default());
    let (mut best_first_evaluations, mut alpha_beta_evaluations) = (0, 0);
    while !game.is_over() {
        let ending = game.depth() - game.ply() <= depths.alpha_beta;
        let (searcher, depth, evaluations) = if game.side() != challenger_side {
            (&mut alpha_beta, depths.alpha_beta, &mut alpha_beta_evaluations)
        } else if ending {
            (&mut own_ending, depths.alpha_beta, &mut best_first_evaluations)
        } else {
            (&mut selective, depths.best_first, &mut best_first_evaluations)
        };
        let report = searcher.search(&game, depth);
        *evaluations += report.counts.evaluated;
        let m = report.best.expect("the game is not over");
        alpha_beta.advance(m);
        if ending {
            own_ending.advance(m)
        } else {
            selective.advance(m)
        }
        game.play(m);
    }
    (game.value(), best_first_evaluations, alpha_beta_evaluations)
}
