//! Evaluations that follow the moves of a search, and those that judge several positions in one call.

use crate::common::{static_value, trees};
use plywood::search::*;
use plywood::{Budget, Evaluate, Position, Score, Search};
use plywood_games::{StaticValue, Tree};

/// Knows the position by the moves that it was told of.
#[derive(Clone, Default)]
struct Follower {
    line: Vec<Tree>,
    evaluated: u64,
}

impl Evaluate<Tree> for Follower {
    fn evaluate(&mut self, position: &Tree) -> Score {
        assert!(self.line.last() == Some(position), "told of every move");
        self.evaluated += 1;
        static_value(position)
    }
    fn on_root(&mut self, root: &Tree) {
        self.line = vec![root.clone()];
    }
    fn on_play(&mut self, position: &Tree, m: Option<u32>) {
        assert!(self.line.last() == Some(position), "the move is about to be played");
        let mut next = position.clone();
        next.play(m.expect("no null moves in a tree"));
        self.line.push(next);
    }
    fn on_undo(&mut self) {
        self.line.pop();
    }
}

/// Judges children in one call.
#[derive(Clone, Default)]
struct Batched {
    calls: u64,
}

impl Evaluate<Tree> for Batched {
    const BATCHES: bool = true;

    fn evaluate(&mut self, position: &Tree) -> Score {
        static_value(position)
    }
    fn evaluate_children(&mut self, position: &mut Tree, moves: &[u32], values: &mut Vec<Score>) {
        self.calls += 1;
        for &m in moves {
            assert!(!position.visit(m, |child| child.is_over()), "no game is over");
            values.push(position.visit(m, |child| static_value(child)));
        }
    }
}

/// Every algorithm, with one evaluation.
fn searches<E>(seed: u64, evaluate: E) -> Vec<Box<dyn Search<Tree>>>
where
    E: Evaluate<Tree> + Clone + 'static,
{
    let order = if seed.is_multiple_of(2) { NodeOrder::Static } else { NodeOrder::Listed };
    let alpha_beta =
        AlphaBetaOptions { order, all_best: seed.is_multiple_of(3), ..Default::default() };
    let early_return = seed % 4 < 2;
    let saved = BestFirstSavedTreeOptions { early_return, ..Default::default() };
    let extension = BestFirstExtensionOptions { early_return, ..Default::default() };
    let variant = if early_return { Variant::Full } else { Variant::Simple { early_return: true } };
    let recursive = RecursiveBestFirstOptions { variant, ..Default::default() };
    let sss = StockmanSssOptions { all_best: seed % 3 == 1, ..Default::default() };
    let mut all: Vec<Box<dyn Search<Tree>>> = vec![
        Box::new(Minimax::new(evaluate.clone())),
        Box::new(AlphaBeta::with(alpha_beta, evaluate.clone())),
        Box::new(AlphaBetaSavedTree::new(evaluate.clone())),
        Box::new(StockmanSss::with(sss, evaluate.clone())),
        Box::new(StockmanDual::new(evaluate.clone())),
        Box::new(BestFirst::new(evaluate.clone())),
        Box::new(BestFirstSavedTree::with(saved, evaluate.clone())),
        Box::new(BestFirstExtension::with(extension, evaluate.clone())),
        Box::new(RecursiveBestFirst::with(recursive, evaluate.clone())),
        Box::new(LeastCertainty::new(evaluate.clone())),
    ];
    for driver in [Driver::NegaScout, Driver::MtdF(FirstGuess::Previous), Driver::Sss] {
        let all_best = seed % 3 == 2;
        let options =
            MtOptions { all_best, order_from: OrderFrom::Depth(2), ..MtOptions::new(driver) };
        all.push(Box::new(Mt::with(options, evaluate.clone())));
    }
    all
}

#[test]
fn an_evaluation_is_told_of_every_move_and_may_judge_many_positions_in_one_call() {
    for (seed, tree) in trees(400).filter(|(_, tree)| !tree.is_over()) {
        let plain = searches(seed, StaticValue);
        let followed = searches(seed, Follower::default());
        let batched = searches(seed, Batched::default());
        for ((mut plain, mut followed), mut batched) in plain.into_iter().zip(followed).zip(batched)
        {
            // The second search begins where the first one was stopped.
            for budget in [Budget::new().depth(4).nodes(1 + seed % 60), Budget::new().depth(4)] {
                let run = |search: &mut Box<dyn Search<Tree>>| {
                    let report = search.run(&tree, &budget);
                    (report.value, report.pv, report.counts, report.stop)
                };
                let report = run(&mut plain);
                assert_eq!(run(&mut followed), report, "seed {seed}");
                assert_eq!(run(&mut batched), report, "seed {seed}");
            }
        }
    }
}
