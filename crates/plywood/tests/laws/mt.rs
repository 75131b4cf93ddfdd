//! The theorems of the MT framework, on thousands of trees.

use crate::common::{random_game, trees, trees_without_ties};
use plywood::kit::MemoryEnhanced;
use plywood::search::*;
use plywood::{
    Budget, Evaluate, Event, EventKind, Observer, Position, Score, Search, Tactics, Task, Window,
};
use plywood_games::StaticValue;
use std::collections::BTreeSet;

/// The leaves in the order in which they were evaluated.
#[derive(Default)]
struct Leaves(Vec<(u32, Score)>);

impl<P: Position> Observer<P> for Leaves {
    fn event(&mut self, event: &Event<'_, P::Move>) {
        if let EventKind::Evaluated { value, .. } = event.kind {
            self.0.push((event.depth(), value));
        }
    }
}

fn leaves<P: Tactics, S: Search<P>>(
    mut search: S,
    root: &P,
    depth: Option<u32>,
) -> (Score, Vec<(u32, Score)>)
where
    StaticValue: plywood::Evaluate<P>,
{
    let mut leaves = Leaves::default();
    let budget = Budget { depth, ..Budget::new() };
    let report = search.search(&Task::new(root).budget(budget.clone()), &mut leaves);
    (report.value.exact().unwrap(), leaves.0)
}

/// A driver as the paper has it: no move ordering but the table's, every leaf kept.
fn plain<P: Tactics>(driver: Driver) -> Mt<P, StaticValue>
where
    StaticValue: Evaluate<P>,
{
    Mt::with(
        MtOptions {
            table_from: Some(0),
            order_from: OrderFrom::Never,
            deepening: Deepening::Never,
            entries: 1 << 14,
            ..MtOptions::new(driver)
        },
        StaticValue,
    )
}

#[test]
fn ab_sss_and_ab_dual_evaluate_the_leaves_of_their_lists_in_the_same_order() {
    let mut evaluated = [0; 2];
    let cases = trees(1500).chain(trees_without_ties(1000));
    for (seed, tree) in cases {
        for depth in [Some(2), Some(3), None] {
            let ab = |driver| leaves(Mt::with(MtOptions::new(driver), StaticValue), &tree, depth);
            let sss = leaves(StockmanSss::new(StaticValue), &tree, depth);
            assert_eq!(ab(Driver::Sss), sss, "SSS*, seed {seed} depth {depth:?}");
            let dual = leaves(StockmanDual::new(StaticValue), &tree, depth);
            assert_eq!(ab(Driver::Dual), dual, "DUAL*, seed {seed} depth {depth:?}");
            evaluated[0] += sss.1.len();
            evaluated[1] += dual.1.len();
        }
    }
    assert!(evaluated.iter().all(|&leaves| leaves > 100_000), "{evaluated:?}");
}

/// The keys of the positions that a search entered.
#[derive(Default)]
struct Keys(BTreeSet<u64>);

impl<P: Position> Observer<P> for Keys {
    fn event(&mut self, event: &Event<'_, P::Move>) {
        self.0.extend(event.key);
    }
}

/// Equality holds where the table loses no entry: where no bucket, which has two, gets a third key.
#[test]
fn a_table_that_loses_entries_costs_leaves_and_one_that_is_large_enough_does_not() {
    const DEPTH: u32 = 4;
    let (mut lossless, mut costly) = (0, 0);
    for seed in 0..40 {
        let game = random_game(seed, "8", DEPTH);
        let lists = [
            (Driver::Sss, leaves(StockmanSss::new(StaticValue), &game, Some(DEPTH))),
            (Driver::Dual, leaves(StockmanDual::new(StaticValue), &game, Some(DEPTH))),
        ];
        for (driver, list) in lists {
            for bits in [6, 8, 10, 12, 14, 16] {
                let with_table = || {
                    let options = MtOptions { entries: 1 << bits, ..MtOptions::new(driver) };
                    Mt::with(options, StaticValue)
                };
                let ab = leaves(with_table(), &game, Some(DEPTH));
                let mut keys = Keys::default();
                let task = Task::new(&game).budget(Budget::new().depth(DEPTH));
                with_table().search(&task, &mut keys);
                // A bucket is chosen by the high bits of the key. The keys are sorted.
                let buckets: Vec<_> = keys.0.iter().map(|key| key >> (64 - (bits - 1))).collect();
                let overfull = buckets.windows(3).any(|of| of[0] == of[2]);
                assert_eq!(ab.0, list.0, "{driver:?} seed {seed} 2^{bits}: the value");
                if overfull {
                    costly += usize::from(ab.1.len() > list.1.len());
                } else {
                    lossless += 1;
                    assert_eq!(ab.1, list.1, "{driver:?} seed {seed} 2^{bits}");
                }
            }
        }
    }
    assert!(lossless > 50 && costly > 50, "{lossless} lossless, {costly} costly");
}

#[test]
fn drivers_evaluate_only_leaves_that_alpha_beta_evaluates() {
    let drivers = [
        Driver::NegaScout,
        Driver::Sss,
        Driver::Dual,
        Driver::MtdF(FirstGuess::Fixed(Score::ZERO)),
        Driver::CStar,
    ];
    // Without ties a leaf is known by its value.
    for (seed, tree) in trees_without_ties(600) {
        let (value, all) = leaves(AlphaBeta::new(StaticValue), &tree, None);
        let all: BTreeSet<_> = all.into_iter().collect();
        for driver in drivers {
            let (found, some) = leaves(plain(driver), &tree, None);
            assert_eq!(found, value, "seed {seed} {driver:?}");
            let set: BTreeSet<_> = some.iter().copied().collect();
            assert_eq!(set.len(), some.len(), "seed {seed} {driver:?}: a leaf evaluated twice");
            assert!(set.is_subset(&all), "seed {seed} {driver:?}: {set:?} {all:?}");
        }
    }
}

/// No search can do with fewer leaves than the minimal tree of Knuth & Moore has.
#[test]
fn all_look_at_no_fewer_leaves_than_the_minimal_tree() {
    for (branching, depth) in [(2u64, 8u32), (3, 5), (4, 4), (6, 3)] {
        let minimal = branching.pow(depth / 2) + branching.pow(depth.div_ceil(2)) - 1;
        for seed in 0..20 {
            let game = random_game(seed, &branching.to_string(), depth);
            for driver in [Driver::AlphaBeta, Driver::Sss, Driver::Dual, Driver::CStar] {
                let (_, evaluated) = leaves(plain(driver), &game, Some(depth));
                assert!(evaluated.len() as u64 >= minimal, "{driver:?} seed {seed}");
            }
        }
    }
}

#[test]
fn the_first_guess_decides_the_number_of_passes() {
    for (seed, tree) in trees(200) {
        let value = leaves(AlphaBeta::new(StaticValue), &tree, None).0;
        let passes = |guess| {
            let mut search = plain(Driver::MtdF(FirstGuess::Fixed(guess)));
            search.run(&tree, &Budget::new()).details.get("passes")
        };
        assert_eq!(passes(value), 2, "seed {seed}: one for each bound");
        assert!(passes(Score::MAX_EVAL) >= 2, "seed {seed}");
    }
}

/// A driver with windows of all widths around guesses that have nothing to do with the value.
#[test]
fn any_driver_finds_the_minimax_value() {
    let mut passes = 0;
    for (seed, tree) in trees(300) {
        let width = 1 + seed % 7;
        let driver = move |n: &mut MemoryEnhanced<'_>| {
            let (mut lower, mut upper) = (Score::NEG_INF, Score::POS_INF);
            let mut guess = Score::new((seed % 19) as i32 - 9);
            loop {
                let alpha = guess.saturating_add(-(width as i64)).max(lower.down());
                let w = Window { alpha, beta: alpha.saturating_add(width as i64).min(upper.up()) };
                let g = n.alpha_beta(w)?;
                if g >= w.beta {
                    (lower, guess) = (g, g.saturating_add(width as i64));
                } else if g <= w.alpha {
                    (upper, guess) = (g, g);
                } else {
                    return Ok(g);
                }
                if lower == upper {
                    return Ok(g);
                }
            }
        };
        let expected = Minimax::new(StaticValue).run(&tree, &Budget::new());
        for options in [MtOptions::new(Driver::Sss), MtOptions::new(Driver::AlphaBeta)] {
            let options = MtOptions { entries: 1 << 10, all_best: true, ..options };
            let mut search = Mt::with(options, StaticValue).driven_by(driver);
            let report = search.run(&tree, &Budget::new());
            assert_eq!(report.value, expected.value, "seed {seed}");
            passes += report.details.get("passes");
        }
        let options = MtOptions { entries: 1 << 10, threads: 2, ..MtOptions::default() };
        let mut search = Mt::parallel(options, StaticValue).driven_by(driver);
        assert_eq!(search.run(&tree, &Budget::new()).value, expected.value, "seed {seed}");
    }
    assert!(passes > 2000, "{passes} passes");
}
