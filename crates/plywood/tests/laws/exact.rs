//! Every exact algorithm answers the minimax value, on every tree, at every depth.

use crate::common::{self, blackboard, random_game, run, trees};
use plywood::search::*;
use plywood::{Budget, Interval, Position, Report, Score, Search, Stop};
use plywood_games::tree::Tree;
use plywood_games::{Connect4, Game, StaticValue};

fn drivers() -> impl Iterator<Item = Driver> {
    let guesses = [FirstGuess::TwoBack, FirstGuess::Fixed(Score::new(2))];
    common::drivers(1).into_iter().chain(guesses.map(Driver::MtdF))
}

type Exact = (String, Box<dyn FnMut(&Tree, &Budget) -> Report<u32>>);

fn exact_searches(all_best: bool) -> Vec<Exact> {
    let mut list: Vec<Exact> = vec![(
        "minimax".into(),
        Box::new(move |p: &Tree, b: &Budget| {
            run(Minimax::with(MinimaxOptions { all_best, ..Default::default() }, StaticValue), p, b)
        }),
    )];
    for order in [NodeOrder::Listed, NodeOrder::Static] {
        for horizon in [Horizon::OneAtATime, Horizon::AllAtOnce] {
            for bounds in [Bounds::FailSoft, Bounds::FailHard] {
                for deepening in [Deepening::Never, Deepening::Always] {
                    let all = AlphaBetaOptions { order, horizon, bounds, ..Default::default() };
                    let options = AlphaBetaOptions { deepening, all_best, ..all };
                    list.push((
                        format!("{options:?}"),
                        Box::new(move |p, b| run(AlphaBeta::with(options, StaticValue), p, b)),
                    ));
                }
            }
        }
    }
    for bounds in [Bounds::FailSoft, Bounds::FailHard] {
        for deepening in [Deepening::Never, Deepening::Always] {
            let options = AlphaBetaSavedTreeOptions { bounds, deepening, all_best };
            list.push((
                format!("saved {options:?}"),
                Box::new(move |p, b| run(AlphaBetaSavedTree::with(options, StaticValue), p, b)),
            ));
        }
    }
    for deepening in [Deepening::Never, Deepening::Always] {
        let options = StockmanSssOptions { deepening, all_best };
        list.push((
            format!("{options:?}"),
            Box::new(move |p, b| run(StockmanSss::with(options, StaticValue), p, b)),
        ));
        let options = StockmanDualOptions { deepening, all_best };
        list.push((
            format!("{options:?}"),
            Box::new(move |p, b| run(StockmanDual::with(options, StaticValue), p, b)),
        ));
    }
    for driver in drivers() {
        for (entries, order_from, table_from) in [
            (2, Some(OrderFrom::Depth(2)), Some(0)),
            (64, Some(OrderFrom::Depth(3)), Some(1)),
            (1 << 12, None, Some(0)),
            (1 << 12, Some(OrderFrom::Depth(4)), None),
        ] {
            for deepening in [Deepening::Never, Deepening::Always] {
                let defaults = MtOptions::new(driver);
                let options = MtOptions {
                    entries,
                    order_from: order_from.unwrap_or(defaults.order_from),
                    table_from,
                    deepening,
                    all_best,
                    ..defaults
                };
                list.push((
                    format!("{options:?}"),
                    Box::new(move |p, b| run(Mt::with(options, StaticValue), p, b)),
                ));
            }
        }
    }
    list
}

#[test]
fn a_table_serves_many_positions_and_many_trees() {
    let search = |driver| {
        Mt::with(
            MtOptions { entries: 1 << 10, table_from: Some(0), ..MtOptions::new(driver) },
            StaticValue,
        )
    };
    let mut searches: Vec<_> = drivers().map(search).collect();
    for (name, tree) in trees(1000) {
        for depth in [1, 2, 3, 5] {
            let budget = Budget::new().depth(depth);
            let twin = run(Minimax::new(StaticValue), &tree, &budget);
            for search in &mut searches {
                let report = search.run(&tree, &budget);
                assert_eq!(report.value, twin.value, "{name} at depth {depth}");
                let halt = Budget::new().nodes(u64::from(depth) * 7);
                let halted = search.run(&tree, &halt);
                assert_eq!(halted.best.is_some(), twin.best.is_some(), "{name}");
            }
        }
    }
}

/// The line ends where the report says: its last position, searched to what is left of the depth,
/// is worth the value.
fn check_line<P: Position>(name: &str, root: &P, report: &Report<P::Move>, depth: u32)
where
    StaticValue: plywood::Evaluate<P>,
{
    assert_eq!(report.pv.first().copied(), report.best, "{name}");
    let mut end = root.clone();
    for &m in &report.pv {
        let mut moves = Vec::new();
        end.moves(&mut moves);
        assert!(moves.contains(&m), "{name}: an illegal move in the line");
        end.play(m);
    }
    assert!(report.pv.len() as u32 == depth || end.is_over(), "{name}: the line is cut short");
    assert_eq!(
        Some(crate::common::static_value(&end)),
        report.value.exact(),
        "{name}: {:?}",
        report.pv
    );
}

#[test]
fn values_lines_and_equals_agree_with_the_blackboard() {
    for (seed, tree) in trees(1500) {
        for depth in [1, 2, 3, u32::MAX] {
            let value = blackboard(&mut tree.clone(), depth);
            let mut moves = Vec::new();
            tree.moves(&mut moves);
            let equals: Vec<u32> = moves
                .iter()
                .copied()
                .filter(|&m| tree.clone().visit(m, |c| blackboard(c, depth - 1)) == value)
                .collect();
            let budget = match depth {
                u32::MAX => Budget::new(),
                _ => Budget::new().depth(depth),
            };
            for (name, mut search) in exact_searches(true) {
                let report = search(&tree, &budget);
                let name = format!("seed {seed} depth {depth} {name}");
                assert_eq!(report.value.exact(), Some(value), "{name}");
                assert_eq!(report.equally_good, equals, "{name}");
                check_line(&name, &tree, &report, depth);
                assert_eq!(report.proven, report.stop == Stop::Complete, "{name}");
                if depth == u32::MAX {
                    assert!(report.proven, "{name}");
                }
            }
            for (name, mut search) in exact_searches(false) {
                let report = search(&tree, &budget);
                assert_eq!(report.value.exact(), Some(value), "seed {seed} depth {depth} {name}");
                assert!(equals.contains(&report.best.unwrap()), "seed {seed} depth {depth} {name}");
                check_line(&name, &tree, &report, depth);
            }
        }
    }
}

#[test]
fn alpha_beta_looks_at_no_leaf_that_minimax_does_not_and_fewer_in_all() {
    let (mut minimax, mut alpha_beta) = (0, 0);
    for (seed, tree) in trees(500) {
        let slow = run(Minimax::new(StaticValue), &tree, &Budget::new()).counts;
        let fast = run(AlphaBeta::new(StaticValue), &tree, &Budget::new()).counts;
        assert!(fast.generated <= slow.generated, "seed {seed}");
        assert!(fast.evaluated <= slow.evaluated, "seed {seed}");
        assert_eq!(slow.generated as usize, tree.node_count() - 1, "seed {seed}");
        minimax += slow.evaluated;
        alpha_beta += fast.evaluated;
    }
    assert!(alpha_beta * 10 < minimax * 8);
}

#[test]
fn a_saved_tree_changes_costs_but_no_value() {
    let mut saved_evaluations = 0;
    let mut fresh_evaluations = 0;
    for seed in 0..60 {
        let mut game = random_game(seed, "random:4", 24);
        let options = AlphaBetaSavedTreeOptions {
            bounds: if seed % 2 == 0 { Bounds::FailHard } else { Bounds::FailSoft },
            ..Default::default()
        };
        let mut saved = AlphaBetaSavedTree::with(options, StaticValue);
        for ply in 0.. {
            if game.is_over() {
                break;
            }
            // One ply at a time, two plies at a time, and depths that change on the way.
            let depth = 1 + (seed as u32 + ply / 3) % 6;
            let budget = Budget::new().depth(depth);
            if seed % 3 == 0 || ply % 2 == 0 {
                let report = saved.run(&game, &budget);
                let twin = run(AlphaBeta::new(StaticValue), &game, &budget);
                assert_eq!(report.value, twin.value, "seed {seed} ply {ply} depth {depth}");
                saved_evaluations += report.counts.evaluated;
                let options =
                    AlphaBetaSavedTreeOptions { bounds: Bounds::FailHard, ..Default::default() };
                let fresh = run(AlphaBetaSavedTree::with(options, StaticValue), &game, &budget);
                fresh_evaluations += fresh.counts.evaluated;
            }
            let reply =
                run(AlphaBeta::new(StaticValue), &game, &Budget::new().depth(2)).best.unwrap();
            saved.advance(reply);
            game.play(reply);
        }
    }
    assert!(saved_evaluations < fresh_evaluations, "{saved_evaluations} {fresh_evaluations}");
}

#[test]
fn a_saved_tree_under_a_tight_cap_goes_on_without_saving() {
    for seed in 0..20 {
        let game = random_game(seed, "random:6", 40);
        for cap in [4000, 8000, 40_000, 100_000] {
            let budget = Budget::new().depth(7).memory(cap);
            let report = run(AlphaBetaSavedTree::new(StaticValue), &game, &budget);
            let twin = run(AlphaBeta::new(StaticValue), &game, &Budget::new().depth(7));
            assert_eq!(report.value, twin.value, "seed {seed} cap {cap}");
        }
        // Not even the line fits.
        let report =
            run(AlphaBetaSavedTree::new(StaticValue), &game, &Budget::new().depth(7).memory(100));
        assert_eq!((report.stop, report.value), (Stop::Memory, Interval::UNKNOWN));
    }
}

#[test]
fn an_unrelated_position_or_a_missing_advance_does_no_harm() {
    let mut saved = AlphaBetaSavedTree::new(StaticValue);
    let budget = Budget::new().depth(5);
    for seed in 0..10 {
        let game = random_game(seed, "3", 20);
        let report = saved.run(&game, &budget);
        let twin = run(AlphaBeta::new(StaticValue), &game, &budget);
        assert_eq!(report.value, twin.value, "seed {seed}");
    }
}

#[test]
fn connect4_knows_a_forced_win() {
    // X has three in a row with both ends open and O to move cannot stop both.
    let mut position = Connect4::parse(Some("4455")).unwrap();
    position.play(2);
    for order in [NodeOrder::Listed, NodeOrder::Static] {
        let options = AlphaBetaOptions { order, ..Default::default() };
        let mut search = AlphaBeta::with(options, <Connect4 as Game>::Evaluation::default());
        let report = search.run(&position, &Budget::new().depth(4));
        assert_eq!(report.value.exact(), Some(Score::win(7)));
        assert!(report.proven);
    }
}

/// What the search without memory backs up must not be taken for a static value later.
#[test]
fn a_leaf_keeps_its_static_value_when_memory_is_full() {
    for (seed, tree) in trees(40) {
        for cap in (2000..6000).step_by(100) {
            let mut saved = AlphaBetaSavedTree::new(StaticValue);
            for depth in [3, 1, 2, 1] {
                let budget = Budget::new().depth(depth).memory(cap);
                let report = saved.run(&tree, &budget);
                let expected = blackboard(&mut tree.clone(), depth);
                let name = format!("seed {seed} cap {cap} depth {depth}");
                assert_eq!(report.value.exact(), Some(expected), "{name}");
            }
        }
    }
    let wide = format!("[0,[5{}],[4,1]]", ",9".repeat(40_000));
    let wide = Tree::from_json(&wide).unwrap();
    let mut saved = AlphaBetaSavedTree::new(StaticValue);
    for depth in [2, 1] {
        let report = saved.run(&wide, &Budget::new().depth(depth));
        let expected = blackboard(&mut wide.clone(), depth);
        assert_eq!(report.value.exact(), Some(expected), "depth {depth}");
    }
}
