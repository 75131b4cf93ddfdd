//! Evaluations that follow the moves of a search, and those that judge several positions in one call.

use crate::common::{random_game, static_value, subjects, trees};
use plywood::search::*;
use plywood::{Budget, Evaluate, Position, Score, Search};
use plywood_games::{RandomTree, StaticValue, Tree};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

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

/// Judges children in one call, and takes its time over it.
#[derive(Clone, Default)]
struct SlowBatches {
    rows: Arc<Mutex<Vec<usize>>>,
}

impl Evaluate<RandomTree> for SlowBatches {
    const BATCHES: bool = true;

    fn evaluate(&mut self, position: &RandomTree) -> Score {
        StaticValue.evaluate(position)
    }
    fn evaluate_children(
        &mut self,
        position: &mut RandomTree,
        moves: &[u32],
        values: &mut Vec<Score>,
    ) {
        self.rows.lock().unwrap().push(moves.len());
        std::thread::sleep(Duration::from_micros(20 * moves.len() as u64));
        values.extend(moves.iter().map(|&m| position.visit(m, |child| self.evaluate(child))));
    }
}

#[test]
fn an_evaluation_is_told_of_every_move_and_may_judge_many_positions_in_one_call() {
    for (seed, tree) in trees(400).filter(|(_, tree)| !tree.is_over()) {
        let plain = subjects(&StaticValue, seed, &[]);
        let followed = subjects(&Follower::default(), seed, &[]);
        let batched = subjects(&Batched::default(), seed, &[]);
        for (((info, mut plain), (_, mut followed)), (_, mut batched)) in
            plain.into_iter().zip(followed).zip(batched)
        {
            // The second search begins where the first one was stopped.
            for budget in [Budget::new().depth(4).nodes(1 + seed % 60), Budget::new().depth(4)] {
                let run = |search: &mut Box<dyn Search<Tree> + Send>| {
                    let report = search.run(&tree, &budget);
                    (report.value, report.pv, report.counts, report.stop)
                };
                let report = run(&mut plain);
                assert_eq!(run(&mut followed), report, "{} seed {seed}", info.name);
                assert_eq!(run(&mut batched), report, "{} seed {seed}", info.name);
            }
        }
    }
}

/// However slow it is, and although somebody may stop the search at any moment.
#[test]
fn an_evaluation_that_batches_is_handed_whole_lists_under_a_clock() {
    const CHILDREN: usize = 30;
    let game = random_game(1, "30", 10);
    let listed = AlphaBetaOptions { order: NodeOrder::Static, ..Default::default() };
    let table = MtOptions { order_from: OrderFrom::Depth(2), ..Default::default() };
    let evaluate = SlowBatches::default();
    let searches: Vec<(_, Box<dyn Search<RandomTree>>)> = vec![
        ("best-first", Box::new(BestFirst::new(evaluate.clone()))),
        ("linear", Box::new(RecursiveBestFirst::new(evaluate.clone()))),
        ("least-certainty", Box::new(LeastCertainty::new(evaluate.clone()))),
        ("alpha-beta", Box::new(AlphaBeta::with(listed, evaluate.clone()))),
        ("saved", Box::new(AlphaBetaSavedTree::new(evaluate.clone()))),
        ("table", Box::new(Mt::with(table, evaluate.clone()))),
    ];
    let nodes = Budget::new().nodes(1500);
    let flag = nodes.clone().stop_flag(Arc::new(AtomicBool::new(false)));
    let hour = nodes.clone().time(Duration::from_secs(3600));
    for (name, mut search) in searches {
        let mut rows_within = |budget: &Budget| {
            search.forget();
            search.run(&game, budget);
            std::mem::take(&mut *evaluate.rows.lock().unwrap())
        };
        let rows = rows_within(&nodes);
        assert!(!rows.is_empty(), "{name}");
        assert_eq!(rows_within(&flag), rows, "{name}: with a stop flag");
        assert_eq!(rows_within(&hour), rows, "{name}: with a time limit");
        let whole = |&rows: &usize| match name {
            // Where a child was searched first, by the table, the others are a list without it.
            "table" => rows == CHILDREN || rows == CHILDREN - 1,
            // Where an earlier depth was cut off among leaves, the list has only the others.
            "saved" => true,
            _ => rows == CHILDREN,
        };
        assert!(rows.iter().all(whole), "{name}: {rows:?}");
    }
}
