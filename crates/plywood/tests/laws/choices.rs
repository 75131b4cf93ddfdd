//! Root moves to choose from, and several lines of play: every algorithm has them.

use crate::common::{blackboard, drivers, trees};
use plywood::search::*;
use plywood::{Budget, Listener, Position, Progress, Report, Score, Search, Stop, Task, Variation};
use plywood_games::random::Rng;
use plywood_games::tree::Tree;
use plywood_games::{Othello, StaticValue, othello::Mobility, othello::Solver};

type Boxed = Box<dyn Search<Tree>>;

fn exact() -> Vec<(String, Boxed)> {
    let ordered = AlphaBetaOptions { order: NodeOrder::Static, ..Default::default() };
    let eager = AlphaBetaOptions { horizon: Horizon::AllAtOnce, ..Default::default() };
    let mut all: Vec<(String, Boxed)> = vec![
        ("minimax".into(), Box::new(Minimax::new(StaticValue))),
        ("alpha-beta".into(), Box::new(AlphaBeta::new(StaticValue))),
        ("ordered".into(), Box::new(AlphaBeta::with(ordered, StaticValue))),
        ("all at once".into(), Box::new(AlphaBeta::with(eager, StaticValue))),
        ("saved".into(), Box::new(AlphaBetaSavedTree::new(StaticValue))),
        ("stockman".into(), Box::new(StockmanSss::new(StaticValue))),
        ("stockman dual".into(), Box::new(StockmanDual::new(StaticValue))),
    ];
    for driver in drivers(2) {
        let options = MtOptions { entries: 1 << 10, ..MtOptions::new(driver) };
        all.push((format!("{driver:?}"), Box::new(Mt::with(options, StaticValue))));
    }
    all
}

fn best_first() -> Vec<(String, Boxed)> {
    let simple = |early_return| RecursiveBestFirstOptions {
        variant: Variant::Simple { early_return },
        all_best: false,
    };
    let kept = |early_return| BestFirstSavedTreeOptions { early_return, ..Default::default() };
    vec![
        ("best-first".into(), Box::new(BestFirst::new(StaticValue))),
        ("rbfms".into(), Box::new(RecursiveBestFirst::new(StaticValue))),
        ("early".into(), Box::new(RecursiveBestFirst::with(simple(true), StaticValue))),
        ("kept".into(), Box::new(BestFirstSavedTree::with(kept(false), StaticValue))),
        ("kept early".into(), Box::new(BestFirstSavedTree::with(kept(true), StaticValue))),
        ("extension".into(), Box::new(BestFirstExtension::new(StaticValue))),
        ("least-certainty".into(), Box::new(LeastCertainty::new(StaticValue))),
    ]
}

/// Some of the moves, never none.
fn some_moves(tree: &Tree, rng: &mut Rng) -> Vec<u32> {
    let mut moves = Vec::new();
    tree.moves(&mut moves);
    let first = moves[rng.below(moves.len() as u32) as usize];
    moves.retain(|&m| m == first || rng.below(2) == 0);
    moves
}

fn worth(tree: &Tree, m: u32, depth: u32) -> Score {
    tree.clone().visit(m, |child| blackboard(child, depth - 1))
}

#[test]
fn the_value_of_a_choice_is_that_of_its_best_move() {
    for (seed, tree) in trees(400).filter(|(_, tree)| !tree.is_over()) {
        let (mut rng, side) = (Rng::new(seed), tree.side());
        for (name, mut search) in exact() {
            for depth in [1, 2, 4] {
                let among = some_moves(&tree, &mut rng);
                let values = among.iter().map(|&m| worth(&tree, m, depth));
                let expected = values.reduce(|a, b| a.better(b, side));
                let budget = Budget::new().depth(depth);
                let task = Task::new(&tree).budget(budget.clone()).among(&among);
                let report = search.search(&task, &mut ());
                let context =
                    format!("{name} seed {seed} depth {depth} among {among:?}: {report:?}");
                assert_eq!(report.value.exact(), expected, "{context}");
                assert!(among.contains(&report.best.unwrap()), "{context}");
                assert_eq!(report.pv.first().copied(), report.best, "{context}");
                // Nothing of the choice is left behind.
                let whole = search.run(&tree, &budget);
                assert_eq!(
                    whole.value.exact(),
                    Some(blackboard(&mut tree.clone(), depth)),
                    "{context}"
                );
            }
        }
    }
}

#[test]
fn a_search_stopped_anywhere_answers_with_a_move_of_the_choice() {
    for (seed, tree) in trees(300).filter(|(_, tree)| !tree.is_over()) {
        let mut rng = Rng::new(seed);
        for (name, mut search) in exact().into_iter().chain(best_first()) {
            for nodes in [1, 2, 3, 5, 10, 40, 200] {
                let among = some_moves(&tree, &mut rng);
                let task = Task::new(&tree).budget(Budget::new().nodes(nodes)).among(&among);
                let report = search.search(&task, &mut ());
                let context =
                    format!("{name} seed {seed} {nodes} nodes among {among:?}: {report:?}");
                assert!(among.contains(&report.best.unwrap()), "{context}");
                assert!(
                    report.pv.is_empty() || report.pv.first() == report.best.as_ref(),
                    "{context}"
                );
                assert!(report.value.exact().is_none_or(Score::is_finite), "{context}");
            }
        }
    }
}

#[test]
fn lines_are_the_best_moves_in_order() {
    for (seed, tree) in trees(300).filter(|(_, tree)| !tree.is_over()) {
        let side = tree.side();
        let mut moves = Vec::new();
        tree.moves(&mut moves);
        for depth in [1, 3] {
            let mut values: Vec<_> = moves.iter().map(|&m| worth(&tree, m, depth)).collect();
            values.sort_by_key(|value| std::cmp::Reverse(value.seen_by(side)));
            for (name, mut search) in exact() {
                for lines in [2, 3, 20] {
                    let task = Task::new(&tree).budget(Budget::new().depth(depth)).lines(lines);
                    let report = search.search(&task, &mut ());
                    let context = format!("{name} seed {seed} depth {depth}: {report:?}");
                    assert_eq!(report.lines.len(), lines.min(moves.len()), "{context}");
                    for (line, &value) in report.lines.iter().zip(&values) {
                        assert_eq!(line.value.exact(), Some(value), "{context}");
                        assert_eq!(worth(&tree, line.pv[0], depth), value, "{context}");
                    }
                    assert_eq!(report.lines[0].pv, report.pv, "{context}");
                }
            }
        }
    }
}

#[test]
fn best_first_lines_are_different_moves_within_the_budget() {
    for (seed, tree) in trees(300).filter(|(_, tree)| !tree.is_over()) {
        for (name, mut search) in best_first() {
            let whole = search.run(&tree, &Budget::new());
            let task = Task::new(&tree).lines(3);
            let report: Report<u32> = search.search(&task, &mut ());
            // A selective search may value what is left higher than its first choice.
            let choice = |line: &Variation<u32>| (line.value, &line.pv) == (whole.value, &whole.pv);
            assert!(report.lines.iter().any(choice), "{name} seed {seed}: {report:?} {whole:?}");
            let task = task.budget(Budget::new().nodes(500));
            let report = search.search(&task, &mut ());
            assert!(report.counts.generated <= 500, "{name} seed {seed}");
            let mut firsts: Vec<_> = report.lines.iter().map(|line| line.pv[0]).collect();
            firsts.sort_unstable();
            firsts.dedup();
            assert_eq!(firsts.len(), report.lines.len(), "{name} seed {seed}: {report:?}");
        }
    }
}

/// A search for several lines begins each depth anew: what it looks at first may be worse than the
/// best move known, and must not be told of as better.
#[test]
fn after_the_first_depth_lines_are_told_of_whole() {
    let game = crate::common::random_game(5, "6", 40);
    let mut news = Vec::new();
    let mut hear = |progress: Progress<'_, u32>| {
        news.push(match progress {
            Progress::Finished(report) => report.lines.len(),
            Progress::Improved(_) => 0,
        });
    };
    let task = Task::new(&game).budget(Budget::new().depth(4)).lines(3);
    AlphaBeta::new(StaticValue).search(&task, &mut Listener::new(&mut hear));
    let better = news.iter().take_while(|&&lines| lines == 0).count();
    assert!(better > 0);
    assert_eq!(news[better..], [3, 3, 3, 3]);
}

#[test]
fn an_interrupted_search_for_lines_keeps_the_last_depth() {
    let game = crate::common::random_game(3, "random:6", 40);
    let mut search = Mt::new(StaticValue);
    for nodes in [1, 10, 100, 1000, 10_000, 50_000] {
        let task = Task::new(&game).budget(Budget::new().nodes(nodes)).lines(3);
        let report = search.search(&task, &mut ());
        assert_eq!(report.stop, Stop::Nodes);
        assert!(report.counts.generated <= nodes);
        assert!(nodes < 1000 || report.lines.len() == 3, "{nodes}: {report:?}");
        search.forget();
    }
}

#[test]
fn the_solver_of_othello_chooses_too() {
    let mut ending = Othello::default();
    let mut moves = Vec::new();
    while ending.empties() > 10 || moves.len() < 3 {
        moves.clear();
        ending.moves(&mut moves);
        ending.play(moves[moves.len() / 2]);
    }
    moves.clear();
    ending.moves(&mut moves);
    assert!(moves.len() > 1);
    let mut solver = Solver::new(Mobility);
    let report = solver.search(&Task::new(&ending).lines(moves.len()), &mut ());
    assert_eq!(report.lines.len(), moves.len());
    for line in &report.lines {
        let among = [line.pv[0]];
        let only = solver.search(&Task::new(&ending).among(&among), &mut ());
        assert_eq!((only.value, only.best), (line.value, Some(line.pv[0])));
    }
}
