//! Budgets are kept, and deep lines do no harm.

use crate::common::{random_game, run};
use plywood::search::*;
use plywood::{Budget, Counter, Report, Search, Stop, Task};
use plywood_games::connect4::OpenLines;
use plywood_games::tree::Tree;
use plywood_games::{Connect4, Game, RandomTree, StaticValue};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Every algorithm, once.
fn all<P: plywood::Tactics, E: plywood::Evaluate<P> + Clone>(
    root: &P,
    evaluate: E,
    budget: &Budget,
) -> Vec<(&'static str, Report<P::Move>)> {
    let ordered = AlphaBetaOptions { order: NodeOrder::Static, ..Default::default() };
    let small = MtOptions { entries: 1 << 12, ..Default::default() };
    let full = RecursiveBestFirstOptions { variant: Variant::Full, all_best: false };
    vec![
        ("minimax", Minimax::new(evaluate.clone()).run(root, budget)),
        ("alpha-beta", AlphaBeta::new(evaluate.clone()).run(root, budget)),
        ("ordered", AlphaBeta::with(ordered, evaluate.clone()).run(root, budget)),
        ("saved", AlphaBetaSavedTree::new(evaluate.clone()).run(root, budget)),
        ("negascout", Mt::with(small, evaluate.clone()).run(root, budget)),
        ("best-first", BestFirst::new(evaluate.clone()).run(root, budget)),
        ("rbfms", RecursiveBestFirst::new(evaluate.clone()).run(root, budget)),
        ("full", RecursiveBestFirst::with(full, evaluate.clone()).run(root, budget)),
        ("saved bf", BestFirstSavedTree::new(evaluate.clone()).run(root, budget)),
        ("extension", BestFirstExtension::new(evaluate.clone()).run(root, budget)),
        ("least-certainty", LeastCertainty::new(evaluate.clone()).run(root, budget)),
    ]
}

#[test]
fn nodes_and_evaluations_are_never_exceeded_and_repeat_exactly() {
    for seed in 0..10 {
        let game = random_game(seed, "random:6", 60);
        for limit in [1, 2, 7, 50, 333, 5000] {
            for budget in [Budget::new().nodes(limit), Budget::new().evaluations(limit)] {
                let reports = all(&game, StaticValue, &budget);
                for (name, report) in &reports {
                    let counts = report.counts;
                    let (spent, stop) = match budget.nodes {
                        Some(_) => (counts.generated, Stop::Nodes),
                        None => (counts.evaluated, Stop::Evaluations),
                    };
                    assert!(spent <= limit, "{name} seed {seed}: {spent} of {limit}");
                    assert!(spent + 6 > limit || report.stop != stop, "{name}: {spent} of {limit}");
                    let best = report.best.unwrap();
                    assert!(best < game.children(), "{name}");
                    assert!(report.pv.is_empty() || report.pv[0] == best, "{name}");
                }
                assert_eq!(reports, all(&game, StaticValue, &budget), "seed {seed}");
            }
        }
    }
}

#[test]
fn a_depth_is_the_horizon_of_every_algorithm() {
    for seed in 0..20 {
        let game = random_game(seed, "3", 30);
        for depth in 1..=6 {
            for (name, report) in all(&game, StaticValue, &Budget::new().depth(depth)) {
                assert_eq!(report.stop, Stop::Depth, "{name}");
                assert!(report.depth <= depth && !report.proven, "{name} seed {seed}");
                // The leaf chosen by swings need not be on the principal line.
                if name == "least-certainty" {
                    continue;
                }
                assert_eq!(report.depth, depth, "{name} seed {seed}");
                assert_eq!(report.pv.len() as u32, depth, "{name} seed {seed}");
            }
        }
    }
}

#[test]
fn a_finished_game_and_a_horizon_of_nothing_need_no_search() {
    let leaf = Tree::from_json("7").unwrap();
    for (name, report) in all(&leaf, StaticValue, &Budget::new()) {
        assert_eq!((report.best, report.proven), (None, true), "{name}");
        assert_eq!(report.value.exact().map(|v| v.get()), Some(7), "{name}");
    }
    let tree = Tree::from_json("[4, 1, 2]").unwrap();
    for (name, report) in all(&tree, StaticValue, &Budget::new().depth(0)) {
        assert_eq!((report.best, report.proven), (Some(0), false), "{name}");
        assert_eq!(report.value.exact().map(|v| v.get()), Some(4), "{name}");
    }
}

/// Not a test of speed: a search that returned late by seconds would not be looking at the clock.
#[test]
fn time_and_the_flag_end_a_search() {
    let game = random_game(5, "random:9", 400);
    let slow = |position: &RandomTree| {
        std::hint::black_box((0..2000).sum::<u64>());
        plywood::Score::new(position.value())
    };
    let time = Duration::from_millis(30);
    for (name, report) in all(&game, slow, &Budget::new().time(time)) {
        assert_eq!(report.stop, Stop::Time, "{name}");
        assert!(report.best.is_some(), "{name}");
    }
    let flag = Arc::new(AtomicBool::new(false));
    let budget = Budget::new().stop_flag(flag.clone());
    let start = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(20));
            flag.store(true, Ordering::Relaxed);
        });
        let report = run(BestFirst::new(StaticValue), &game, &budget);
        assert_eq!(report.stop, Stop::Cancelled);
    });
    assert!(start.elapsed() < Duration::from_secs(20));
    for (name, report) in all(&game, StaticValue, &budget) {
        assert_eq!(report.stop, Stop::Cancelled, "{name}");
    }
}

#[test]
fn an_interrupted_deepening_answers_from_the_last_finished_depth() {
    let position = Connect4::parse(Some("4455")).unwrap();
    for nodes in [100, 1000, 10_000] {
        let budget = Budget::new().nodes(nodes);
        let report = AlphaBeta::new(OpenLines).run(&position, &budget);
        let again = Budget::new().depth(report.depth);
        let twin = AlphaBeta::new(OpenLines).run(&position, &again);
        assert_eq!((report.value, report.best), (twin.value, twin.best), "{nodes}");
    }
}

fn chain(levels: usize, node: impl Fn(usize) -> String) -> Tree {
    let mut json = String::new();
    for level in 0..levels {
        json.push_str(&format!("[{},", node(level)));
    }
    json.push('5');
    json.push_str(&"]".repeat(levels));
    Tree::from_json(&json).unwrap()
}

#[test]
fn a_line_of_100_000_moves_overflows_nothing() {
    let chains = [
        chain(100_000, |_| "3".into()),
        chain(100_000, |level| (level % 7).to_string()),
        chain(50_000, |level| format!("{},{}", level % 5, level % 3)),
    ];
    for (i, tree) in chains.iter().enumerate() {
        for (name, report) in all(tree, StaticValue, &Budget::new().nodes(3000)) {
            assert!(report.best.is_some(), "chain {i} {name}");
        }
        for (name, report) in all(tree, StaticValue, &Budget::new()) {
            // Where there is one move, there is nothing to decide.
            let certain = name == "least-certainty" && report.stop == Stop::Swings;
            let complete = matches!(report.stop, Stop::Complete | Stop::Terminal);
            assert!(certain || complete, "chain {i} {name}");
            if i < 2 && !certain {
                assert_eq!(report.value.exact().map(|v| v.get()), Some(5), "chain {i} {name}");
            }
        }
    }
}

#[test]
fn observers_see_and_cost_nothing_but_time() {
    for seed in 0..20 {
        let game = random_game(seed, "random:4", 12);
        let budget = Budget::new().depth(5);
        let mut counter = Counter::default();
        let seen = AlphaBeta::new(StaticValue)
            .search(&Task::new(&game).budget(budget.clone()), &mut counter);
        let unseen = run(AlphaBeta::new(StaticValue), &game, &budget);
        assert_eq!(seen.counts, unseen.counts, "watching changes nothing");
        assert_eq!((seen.value, &seen.pv), (unseen.value, &unseen.pv));
        assert_eq!(counter.expanded.iter().sum::<u64>(), seen.counts.expanded);
        assert_eq!(counter.evaluated.iter().sum::<u64>(), seen.counts.evaluated);
        assert_eq!(counter.expanded[0], 1);
        let mut counter = Counter::default();
        let mut search = RecursiveBestFirst::new(StaticValue);
        let seen = search.search(&Task::new(&game).budget(budget.clone()), &mut counter);
        assert_eq!(counter.expanded.iter().sum::<u64>(), seen.counts.expanded);
        assert_eq!(counter.evaluated.iter().sum::<u64>(), seen.counts.evaluated);
    }
}

/// Evaluating kept nodes again generates nothing, and must look at the clock all the same.
#[test]
fn the_clock_is_seen_while_nodes_are_evaluated_again() {
    let game = random_game(1, "2000", 10);
    let slow = AtomicBool::new(false);
    let mut saved = AlphaBetaSavedTree::new(|position: &RandomTree| {
        if slow.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_micros(300));
        }
        plywood::Score::new(position.value())
    });
    saved.run(&game, &Budget::new().depth(2));
    slow.store(true, Ordering::Relaxed);
    let report = saved.run(&game, &Budget::new().depth(1).time(Duration::from_millis(30)));
    assert_eq!(report.stop, Stop::Time);
}
