//! Searches that are interrupted, continued, advanced and asked again under other budgets.

use crate::common::{alternates, blackboard, has_ties, run, trees};
use plywood::search::*;
use plywood::{Budget, Interval, Position, Report, Search, Side, Stop};
use plywood_games::StaticValue;
use plywood_games::random::Rng;
use plywood_games::tree::Tree;

/// A budget drawn at random: often too small to finish, sometimes with a cap.
fn any_budget(rng: &mut Rng) -> Budget {
    let mut budget = Budget::new();
    if rng.below(2) == 0 {
        budget = budget.depth(1 + rng.below(5));
    }
    match rng.below(4) {
        0 => budget = budget.nodes(1 + u64::from(rng.below(40))),
        1 => budget = budget.evaluations(1 + u64::from(rng.below(40))),
        _ => {}
    }
    if rng.below(3) == 0 {
        budget = budget.memory(rng.below(30_000) as usize);
    }
    budget
}

/// Plays a random move in the game and tells the search, or forgets to tell it.
fn step<S: Search<Tree>>(rng: &mut Rng, tree: &mut Tree, search: &mut S) {
    match rng.below(6) {
        0 => search.forget(),
        1 | 2 if !tree.is_over() => {
            let m = rng.below(tree.child_count());
            if rng.below(4) > 0 {
                search.advance(m);
            }
            tree.play(m);
        }
        _ => {}
    }
}

#[test]
fn a_finished_alpha_beta_search_is_exact_whatever_came_before() {
    let mut finished = 0;
    for (seed, mut tree) in trees(3000) {
        let mut rng = Rng::new(seed);
        let mut saved = AlphaBetaSavedTree::new(StaticValue);
        for round in 0..8 {
            let budget = any_budget(&mut rng);
            saved.options.bounds =
                if rng.below(2) == 0 { Bounds::FailSoft } else { Bounds::FailHard };
            let report = saved.run(&tree, &budget);
            if let (Stop::Depth | Stop::Complete, Some(value)) = (report.stop, report.value.exact())
            {
                let depth = if report.stop == Stop::Depth { report.depth } else { u32::MAX };
                let expected = blackboard(&mut tree.clone(), depth);
                assert_eq!(value, expected, "seed {seed} round {round} {budget:?}");
                finished += 1;
            }
            step(&mut rng, &mut tree, &mut saved);
        }
    }
    assert!(finished > 10_000, "{finished}");
}

#[test]
fn a_best_first_search_goes_on_where_it_was_interrupted() {
    for (seed, tree) in trees(1500) {
        let mut rng = Rng::new(seed);
        let whole = run(BestFirst::new(StaticValue), &tree, &Budget::new());
        let mut parts = BestFirst::new(StaticValue);
        let mut generated = 0;
        loop {
            let budget = Budget::new().nodes(10 + u64::from(rng.below(20)));
            let report = parts.run(&tree, &budget);
            generated += report.counts.generated;
            if report.stop != Stop::Nodes {
                assert_eq!((report.value, report.pv), (whole.value, whole.pv), "seed {seed}");
                assert_eq!(generated, whole.counts.generated, "seed {seed}");
                break;
            }
        }
    }
}

/// Caps, interruptions and advances cost work, never the choice, where no two values are equal.
#[test]
fn a_capped_search_ends_with_the_move_of_a_free_one() {
    let mut compared = 0;
    for (seed, mut tree) in trees(2000).filter(|&(seed, _)| !has_ties(seed)) {
        let mut rng = Rng::new(seed);
        let when_full = if alternates(seed) { WhenFull::Prune } else { WhenFull::Linear };
        let options = BestFirstSavedTreeOptions { when_full, ..Default::default() };
        let mut capped = BestFirstSavedTree::with(options, StaticValue);
        for round in 0..6 {
            let mut budget = any_budget(&mut rng);
            budget.depth = None;
            let report = capped.run(&tree, &budget);
            if report.stop == Stop::Terminal {
                let free = run(BestFirst::new(StaticValue), &tree, &Budget::new());
                assert_eq!(report.best, free.best, "seed {seed} round {round} {budget:?}");
                assert_eq!(report.value, free.value, "seed {seed} round {round} {budget:?}");
                compared += 1;
            }
            step(&mut rng, &mut tree, &mut capped);
        }
    }
    assert!(compared > 2000, "{compared}");
}

/// Bounds hold the value, and a move is worth the bound that comes with it, wherever the search was
/// interrupted: also while it looked for the line of play, or for all moves that are equally good.
#[test]
fn a_move_is_worth_the_bound_that_comes_with_it() {
    let mut bounds = 0;
    for (seed, tree) in trees(1000).filter(|(_, tree)| !tree.is_over()) {
        let expected = blackboard(&mut tree.clone(), u32::MAX);
        let side = tree.side();
        let mut check = |report: Report<u32>, names_its_move: bool| {
            let Interval { lower, upper } = report.value;
            assert!(lower <= expected && expected <= upper, "seed {seed}: {report:?}");
            let bound = if side == Side::Max { lower } else { upper };
            if !bound.is_finite() || !names_its_move {
                return;
            }
            let mut child = tree.clone();
            child.play(report.best.expect("a move"));
            let worth = blackboard(&mut child, u32::MAX);
            assert!(!bound.beats(worth, side), "seed {seed}: {worth:?}, {report:?}");
            bounds += u64::from(report.value.exact().is_none());
        };
        let deepening = Deepening::Never;
        for driver in [Driver::NegaScout, Driver::MtdF(FirstGuess::Previous), Driver::Sss] {
            let options =
                MtOptions { deepening, all_best: true, entries: 1 << 10, ..MtOptions::new(driver) };
            let whole = run(Mt::with(options, StaticValue), &tree, &Budget::new());
            for nodes in whole.counts.generated.saturating_sub(30).max(1)..=whole.counts.generated {
                check(
                    run(Mt::with(options, StaticValue), &tree, &Budget::new().nodes(nodes)),
                    true,
                );
            }
        }
        let stockman =
            || StockmanSss::with(StockmanSssOptions { deepening, all_best: true }, StaticValue);
        let whole = run(stockman(), &tree, &Budget::new());
        for nodes in 1..=whole.counts.generated.min(60) {
            // Its bound is that of all moves together.
            check(run(stockman(), &tree, &Budget::new().nodes(nodes)), false);
        }
        let options = StockmanDualOptions { deepening, all_best: true };
        let dual = || StockmanDual::with(options, StaticValue);
        let whole = run(dual(), &tree, &Budget::new());
        for nodes in 1..=whole.counts.generated.min(60) {
            check(run(dual(), &tree, &Budget::new().nodes(nodes)), false);
        }
    }
    assert!(bounds > 1000, "{bounds}");
}
