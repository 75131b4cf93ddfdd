//! The laws of the best-first family.

use crate::common::{
    Event, Naive, alternates, blackboard, has_ties, random_game, run, traced, trees,
    trees_without_ties,
};
use plywood::search::*;
use plywood::{Budget, Position, Score, Search, Stop};
use plywood_games::StaticValue;
use plywood_games::tree::{Shape, Tree};
use std::collections::HashSet;

fn recursive(variant: Variant) -> RecursiveBestFirst<Tree, StaticValue> {
    RecursiveBestFirst::with(RecursiveBestFirstOptions { variant, all_best: false }, StaticValue)
}

fn saved(early_return: bool) -> BestFirstSavedTree<Tree, StaticValue> {
    BestFirstSavedTree::with(
        BestFirstSavedTreeOptions { early_return, ..Default::default() },
        StaticValue,
    )
}

const SIMPLE: Variant = Variant::Simple { early_return: false };
const EARLY: Variant = Variant::Simple { early_return: true };

fn budgets() -> [(u32, Budget); 3] {
    [(2, Budget::new().depth(2)), (4, Budget::new().depth(4)), (u32::MAX, Budget::new())]
}

/// First-time expansions by path, checking the flag of the trace against the truth.
fn first_times(events: &[Event]) -> Vec<Event> {
    let mut seen = HashSet::new();
    let mut firsts = Vec::new();
    for event in events {
        let new = seen.insert(event.path.clone());
        assert_eq!(event.again, !new, "{event:?}");
        if new {
            firsts.push(event.clone());
        }
    }
    firsts
}

#[test]
fn best_first_expands_in_the_order_of_the_naive_twin() {
    let mut others = 0;
    for (seed, tree) in trees(3000) {
        for (depth, budget) in budgets() {
            let twin = Naive::order(&tree, depth);
            let (report, events) = traced(BestFirst::new(StaticValue), &tree, &budget);
            assert_eq!(events, twin, "seed {seed} depth {depth}");
            assert!(matches!(report.stop, Stop::Depth | Stop::Terminal));
            let last = events.last().unwrap();
            assert_eq!(report.value.exact(), last.root_value);
            // Of moves with equal values, the best one of a proven answer is proven.
            if report.proven {
                let truth = tree.clone().visit(report.best.unwrap(), |c| blackboard(c, u32::MAX));
                assert_eq!(report.value.exact(), Some(truth), "seed {seed} depth {depth}");
                others += usize::from(report.best != last.best);
            } else {
                assert_eq!(report.best, last.best, "seed {seed} depth {depth}");
            }
        }
    }
    assert!(others > 0);
}

#[test]
fn linear_space_expands_new_nodes_in_the_same_order_ties_included() {
    for (seed, tree) in trees(3000) {
        for (depth, budget) in budgets() {
            let (report, order) = traced(BestFirst::new(StaticValue), &tree, &budget);
            let (simple_report, simple) = traced(recursive(SIMPLE), &tree, &budget);
            let (full_report, full) = traced(recursive(Variant::Full), &tree, &budget);
            let firsts = first_times(&simple);
            let paths: Vec<_> = firsts.iter().map(|e| &e.path).collect();
            let expected: Vec<_> = order.iter().map(|e| &e.path).collect();
            assert_eq!(paths, expected, "seed {seed} depth {depth}");
            let calls: Vec<_> = simple.iter().map(|e| &e.path).collect();
            let full_calls: Vec<_> = full.iter().map(|e| &e.path).collect();
            if alternates(seed) {
                assert_eq!(calls, full_calls, "seed {seed} depth {depth}: simple and full");
                assert_eq!(simple, full, "seed {seed} depth {depth}");
            } else if has_ties(seed) {
                // Where a side moves twice in a row, inheritance changes the repetitions, and with
                // them the memory of which of two equals was re-valued last.
                continue;
            } else {
                let mut seen = HashSet::new();
                let firsts: Vec<_> = full_calls.into_iter().filter(|p| seen.insert(*p)).collect();
                assert_eq!(firsts, expected, "seed {seed} depth {depth}: full");
            }
            for other in [&simple_report, &full_report] {
                assert_eq!(other.value, report.value, "seed {seed} depth {depth}");
                // The tree in memory proves which of equal moves keep the value.
                if !report.proven {
                    assert_eq!(other.best, report.best, "seed {seed} depth {depth}");
                    assert_eq!(other.pv, report.pv, "seed {seed} depth {depth}");
                }
            }
            let new = simple_report.counts.generated - simple_report.counts.regenerated;
            assert_eq!(new, report.counts.generated, "seed {seed} depth {depth}");
        }
    }
}

/// Not even where a side moves twice in a row: all differences come from equal values.
#[test]
fn the_full_version_expands_new_nodes_in_the_same_order_where_no_two_values_are_equal() {
    for seed in 0..3000 {
        let max_children = 1 + seed as u32 % 4;
        let shape = Shape {
            max_children,
            max_depth: [30, 9, 7, 6][max_children as usize - 1],
            leaf_chance: [0, 10, 25][seed as usize % 3],
            values: -1_000_000_000..=1_000_000_000,
            alternate: false,
        };
        let tree = Tree::random(seed, &shape);
        let (report, order) = traced(BestFirst::new(StaticValue), &tree, &Budget::new());
        let (full, events) = traced(recursive(Variant::Full), &tree, &Budget::new());
        let mut seen = HashSet::new();
        let firsts = events.iter().map(|e| &e.path).filter(|&path| seen.insert(path));
        assert!(firsts.eq(order.iter().map(|e| &e.path)), "seed {seed}");
        assert_eq!((full.best, full.value, full.pv), (report.best, report.value, report.pv));
    }
}

/// A tree of everything that was expanded, with values computed anew after each expansion.
struct Grown {
    value: Score,
    children: Vec<Grown>,
}

impl Grown {
    /// Expands the leaf at the end of `path`, if it is one that gives the root its value.
    fn expand(&mut self, node: &mut Tree, path: &[u32]) -> Result<(), String> {
        let before = self.value;
        match path {
            [] => {
                let values = (0..node.child_count())
                    .map(|m| node.visit(m, |child| crate::common::static_value(child)));
                let leaf = |value| Grown { value, children: Vec::new() };
                self.children = values.map(leaf).collect();
            }
            &[m, ref below @ ..] => {
                let child = &mut self.children[m as usize];
                if child.value != before {
                    return Err(format!("{:?} below {before:?}", child.value));
                }
                node.visit(m, |position| child.expand(position, below))?;
            }
        }
        let side = node.side();
        let values = self.children.iter().map(|child| child.value);
        self.value = values.reduce(|a, b| a.better(b, side)).expect("a node with moves");
        Ok(())
    }
}

/// Where a side moves twice in a row and values are equal, the full version may take another of two
/// equals than the other controls. It is best-first search all the same: whatever it expands for the
/// first time is a leaf that gives the root its value.
#[test]
fn the_full_version_always_expands_a_principal_leaf() {
    let (mut others, mut expansions) = (0, 0);
    for seed in 0..6000 {
        let shape = Shape {
            max_children: 2 + seed as u32 % 4,
            max_depth: 7 - seed as u32 % 4,
            leaf_chance: [0, 10, 25][seed as usize % 3],
            values: if seed % 2 == 0 { -3..=3 } else { -12..=12 },
            alternate: false,
        };
        let tree = Tree::random(seed, &shape);
        for (depth, budget) in budgets() {
            let (report, events) = traced(recursive(Variant::Full), &tree, &budget);
            let mut grown = Grown { value: Score::ZERO, children: Vec::new() };
            let mut seen = HashSet::new();
            let firsts: Vec<_> = events.iter().filter(|e| seen.insert(&e.path)).collect();
            for event in &firsts {
                let outcome = grown.expand(&mut tree.clone(), &event.path);
                assert_eq!(outcome, Ok(()), "seed {seed} depth {depth} {:?}", event.path);
                expansions += 1;
            }
            assert_eq!(report.value.exact(), Some(grown.value), "seed {seed} depth {depth}");
            let (_, order) = traced(BestFirst::new(StaticValue), &tree, &budget);
            let same = firsts.iter().map(|e| &e.path).eq(order.iter().map(|e| &e.path));
            others += usize::from(!same);
        }
    }
    assert!(expansions > 50_000, "{expansions}");
    // The documentation says how often.
    let searches = 6000 * budgets().len();
    assert!((searches / 1000..searches / 100).contains(&others), "{others} of {searches}");
}

#[test]
fn a_first_expansion_leaves_the_same_root_value_and_move() {
    for (seed, tree) in trees_without_ties(500) {
        let (_, order) = traced(BestFirst::new(StaticValue), &tree, &Budget::new());
        let (_, simple) = traced(recursive(SIMPLE), &tree, &Budget::new());
        assert_eq!(first_times(&simple), order, "seed {seed}");
        let (_, saved_order) = traced(saved(false), &tree, &Budget::new());
        assert_eq!(saved_order, order, "seed {seed}");
    }
}

#[test]
fn early_return_keeps_the_order_where_there_are_no_ties() {
    for (seed, tree) in trees_without_ties(2000) {
        for (depth, budget) in budgets() {
            let (report, order) = traced(BestFirst::new(StaticValue), &tree, &budget);
            let expected: Vec<_> = order.iter().map(|e| e.path.clone()).collect();
            let (early, events) = traced(recursive(EARLY), &tree, &budget);
            let paths: Vec<_> = first_times(&events).into_iter().map(|e| e.path).collect();
            assert_eq!(paths, expected, "seed {seed} depth {depth}");
            let (kept, events) = traced(saved(true), &tree, &budget);
            let mut seen = HashSet::new();
            let paths: Vec<_> =
                events.into_iter().map(|e| e.path).filter(|p| seen.insert(p.clone())).collect();
            assert_eq!(paths, expected, "seed {seed} depth {depth} saved");
            for other in [early, kept] {
                assert_eq!(other.best, report.best, "seed {seed} depth {depth}");
                assert_eq!(other.value, report.value, "seed {seed} depth {depth}");
            }
        }
    }
}

#[test]
fn the_saved_tree_evaluates_nothing_twice() {
    for (seed, tree) in trees(2000) {
        for (depth, budget) in budgets() {
            let whole = run(BestFirst::new(StaticValue), &tree, &budget);
            let kept = run(saved(false), &tree, &budget);
            assert_eq!(kept.counts, whole.counts, "seed {seed} depth {depth}");
            assert_eq!((kept.value, &kept.pv), (whole.value, &whole.pv), "seed {seed}");
            let early = run(saved(true), &tree, &budget);
            assert!(early.counts.evaluated <= tree.node_count() as u64);
            assert_eq!(early.counts.regenerated, 0);
        }
    }
}

#[test]
fn a_proof_is_a_proof() {
    let mut proofs = 0;
    for (seed, tree) in trees(3000) {
        let truth = run(Minimax::new(StaticValue), &tree, &Budget::new()).value;
        for report in [
            run(BestFirst::new(StaticValue), &tree, &Budget::new()),
            run(saved(true), &tree, &Budget::new()),
            run(BestFirstExtension::new(StaticValue), &tree, &Budget::new()),
        ] {
            assert_eq!(report.stop, Stop::Terminal, "seed {seed}");
            if report.proven {
                assert_eq!(report.value, truth, "seed {seed}");
                proofs += 1;
            }
        }
    }
    assert!(proofs > 200, "{proofs}");
}

#[test]
fn equally_good_moves_share_the_root_value() {
    for (seed, tree) in trees(1000) {
        let budget = Budget::new().depth(3);
        let report =
            run(BestFirst::with(BestFirstOptions { all_best: true }, StaticValue), &tree, &budget);
        let options = RecursiveBestFirstOptions { variant: SIMPLE, all_best: true };
        let linear = run(RecursiveBestFirst::with(options, StaticValue), &tree, &budget);
        assert!(report.equally_good.contains(&report.best.unwrap()), "seed {seed}");
        assert_eq!(report.equally_good, linear.equally_good, "seed {seed}");
        let options =
            BestFirstSavedTreeOptions { early_return: false, all_best: true, ..Default::default() };
        let kept = run(BestFirstSavedTree::with(options, StaticValue), &tree, &budget);
        assert_eq!(report.equally_good, kept.equally_good, "seed {seed}");
    }
}

/// "The expansions below each root child are a prefix of that child's own best-first order, which
/// is why keeping the tree between moves cannot change the move of pure best-first."
#[test]
fn keeping_the_tree_changes_no_move() {
    for seed in 0..40 {
        let depth = 3 + seed as u32 % 7;
        let budget = Budget::new().depth(depth);
        let mut game = random_game(seed, "random:5", 30);
        let mut kept = BestFirst::new(StaticValue);
        let mut saved =
            [BestFirstSavedTree::new(StaticValue), BestFirstSavedTree::new(StaticValue)];
        saved[1].options.early_return = false;
        let (mut with, mut without) = (0, 0);
        while !game.is_over() {
            let fresh = run(BestFirst::new(StaticValue), &game, &budget);
            let again = kept.run(&game, &budget);
            assert_eq!(fresh.best, again.best, "seed {seed}");
            with += again.counts.evaluated;
            without += fresh.counts.evaluated;
            for saved in &mut saved {
                let report = saved.run(&game, &budget);
                assert_eq!(fresh.best, report.best, "seed {seed}");
            }
            let reply = match game.side() {
                plywood::Side::Max => fresh.best.unwrap(),
                plywood::Side::Min => {
                    run(AlphaBeta::new(StaticValue), &game, &Budget::new().depth(3)).best.unwrap()
                }
            };
            kept.advance(reply);
            saved.iter_mut().for_each(|saved| saved.advance(reply));
            game.play(reply);
        }
        assert!(with < without, "seed {seed}");
    }
}

#[test]
fn below_each_root_child_lies_a_prefix_of_its_own_order() {
    for (seed, tree) in trees(1000) {
        let (_, events) = traced(BestFirst::new(StaticValue), &tree, &Budget::new().depth(5));
        for child in 0..tree.child_count() {
            let below: Vec<_> = events
                .iter()
                .filter(|e| e.path.first() == Some(&child))
                .map(|e| e.path[1..].to_vec())
                .collect();
            let mut position = tree.clone();
            position.play(child);
            let own: Vec<_> = Naive::order(&position, 4).into_iter().map(|e| e.path).collect();
            assert!(own.starts_with(&below), "seed {seed} child {child}");
        }
    }
}

#[test]
fn best_first_extension_covers_the_horizon_and_equals_best_first_at_one() {
    for (seed, tree) in trees_without_ties(800) {
        for (depth, budget) in budgets() {
            let pure = run(saved(true), &tree, &budget);
            for horizon in [0, 1] {
                let options = BestFirstExtensionOptions { horizon, ..Default::default() };
                let report = run(BestFirstExtension::with(options, StaticValue), &tree, &budget);
                assert_eq!(report.best, pure.best, "seed {seed} depth {depth}");
                assert_eq!(report.value, pure.value, "seed {seed} depth {depth}");
            }
            // Searching no deeper than the horizon, the hybrid is alpha-beta.
            if depth < 5 {
                let options = BestFirstExtensionOptions { horizon: depth, ..Default::default() };
                let report = run(BestFirstExtension::with(options, StaticValue), &tree, &budget);
                let exact = run(AlphaBeta::new(StaticValue), &tree, &budget);
                assert_eq!(report.value, exact.value, "seed {seed} depth {depth}");
                assert_eq!(report.best, exact.best, "seed {seed} depth {depth}");
            }
        }
    }
}

#[test]
fn a_win_in_the_win_band_is_proven_in_linear_space_too() {
    use plywood_games::{Connect4, Game, connect4::OpenLines};
    let mut position = Connect4::parse(Some("4455")).unwrap();
    position.play(2);
    let budget = Budget::new().nodes(2_000_000);
    let options = RecursiveBestFirstOptions { variant: EARLY, all_best: false };
    let report = RecursiveBestFirst::with(options, OpenLines).run(&position, &budget);
    let kept = BestFirst::new(OpenLines).run(&position, &budget);
    for report in [report, kept] {
        assert_eq!(report.stop, Stop::Terminal);
        assert!(report.proven && report.value.exact() > Some(Score::MAX_EVAL), "{report:?}");
    }
}
