//! Memory caps, measured at the allocator.
#![allow(unsafe_code)]

#[path = "laws/common.rs"]
mod common;

use common::{random_game, run};
use plywood::search::*;
use plywood::{
    BYTES_PER_NODE, Budget, Evaluate, Interval, Position, Report, Search, Side, Stop, Tactics,
};
use plywood_games::{Game, RandomTree, StaticValue};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

/// Counts what each thread holds.
struct Counting;

fn count(change: isize) {
    // A thread that is being torn down has no counters any more, and no test of its own.
    let _ = HELD.try_with(|held| {
        held.set(held.get() + change);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(held.get())));
    });
}

// SAFETY: every call is handed to the system allocator as it is; counting touches only
// constant-initialised thread locals, which allocate nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }

    // `realloc` is the default one, which allocates, copies and frees: the worst an allocator does.
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Runs `f` and returns the most it held beyond what was there before.
fn peak_of<R>(f: impl FnOnce() -> R) -> (R, usize) {
    let before = HELD.get();
    PEAK.set(before);
    let answer = f();
    (answer, (PEAK.get() - before) as usize)
}

const MIB: usize = 1 << 20;

fn saved(when_full: WhenFull, early_return: bool) -> BestFirstSavedTree<RandomTree, StaticValue> {
    let options = BestFirstSavedTreeOptions { when_full, early_return, all_best: false };
    BestFirstSavedTree::with(options, StaticValue)
}

#[test]
fn a_node_takes_twelve_bytes() {
    for nodes in [100_000, 3_000_000] {
        let game = random_game(1, "5", 60_000);
        let mut search = BestFirst::new(StaticValue);
        let budget = Budget::new().nodes(nodes);
        let (report, peak) = peak_of(|| search.run(&game, &budget));
        assert_eq!(report.stop, Stop::Nodes);
        assert_eq!(search.tree_size() as u64, nodes + 1);
        let bytes = peak as f64 / nodes as f64;
        // A chunk that is not full yet, the list of chunks and the line are all there is besides.
        assert!(bytes < BYTES_PER_NODE as f64 * 1.10, "{bytes} bytes a node at {nodes}");
        assert!(report.memory.abs_diff(peak) < 100_000, "{} reported, {peak} seen", report.memory);
    }
}

#[test]
fn a_cap_is_obeyed_whatever_the_way_out() {
    for (seed, branching) in [(1, "random:5"), (2, "10"), (3, "2")] {
        let game = random_game(seed, branching, 200);
        for cap in [64 << 10, 256 << 10, MIB] {
            for when_full in [WhenFull::Prune, WhenFull::Linear, WhenFull::Stop] {
                for early_return in [true, false] {
                    let budget = Budget::new().memory(cap).nodes(400_000);
                    let (report, peak) =
                        peak_of(|| run(saved(when_full, early_return), &game, &budget));
                    let name = format!("{branching} {cap} {when_full:?} {early_return}");
                    // The report itself, the line of play and the root's moves, is not the tree.
                    assert!(peak <= cap + 8192, "{name}: {peak}");
                    assert!(report.memory <= cap, "{name}: {}", report.memory);
                    assert!(report.best.is_some());
                    // The line and its siblings, too, must fit: where they do not, that is the end.
                    let goes_on = when_full != WhenFull::Stop && cap >= 256 << 10;
                    let stop = if goes_on { Stop::Nodes } else { report.stop };
                    assert_eq!(report.stop, stop, "{name}");
                }
            }
            let budget = Budget::new().memory(cap);
            let (report, peak) = peak_of(|| run(BestFirst::new(StaticValue), &game, &budget));
            assert_eq!(report.stop, Stop::Memory);
            assert!(peak <= cap + 8192, "{branching} {cap}: {peak}");
        }
    }
}

/// Every algorithm at once: its report, and the most it held.
fn all_measured<P: Tactics, E: Evaluate<P> + Clone>(
    root: &P,
    evaluate: &E,
    budget: &Budget,
) -> Vec<(String, Report<P::Move>, usize)> {
    fn measure<P: Position>(
        name: impl ToString,
        mut search: impl Search<P>,
        root: &P,
        budget: &Budget,
    ) -> (String, Report<P::Move>, usize) {
        let (report, peak) = peak_of(|| search.run(root, budget));
        (name.to_string(), report, peak)
    }
    let ordered = AlphaBetaOptions { order: NodeOrder::Static, ..Default::default() };
    let mut all = vec![
        measure("minimax", Minimax::new(evaluate.clone()), root, budget),
        measure("alpha-beta", AlphaBeta::new(evaluate.clone()), root, budget),
        measure("ordered", AlphaBeta::with(ordered, evaluate.clone()), root, budget),
        measure("saved", AlphaBetaSavedTree::new(evaluate.clone()), root, budget),
        measure("stockman", StockmanSss::new(evaluate.clone()), root, budget),
        measure("stockman dual", StockmanDual::new(evaluate.clone()), root, budget),
        measure("best-first", BestFirst::new(evaluate.clone()), root, budget),
        measure("rbfms", RecursiveBestFirst::new(evaluate.clone()), root, budget),
        measure("saved bf", BestFirstSavedTree::new(evaluate.clone()), root, budget),
        measure("extension", BestFirstExtension::new(evaluate.clone()), root, budget),
        measure("least-certainty", LeastCertainty::new(evaluate.clone()), root, budget),
    ];
    for driver in [
        Driver::AlphaBeta,
        Driver::NegaScout,
        Driver::AspirationNegaScout(50),
        Driver::Sss,
        Driver::Dual,
        Driver::MtdF(FirstGuess::Previous),
        Driver::CStar,
    ] {
        let search = Mt::with(MtOptions::new(driver), evaluate.clone());
        all.push(measure(format!("{driver:?}"), search, root, budget));
    }
    all
}

fn check_caps<P: Tactics, E: Evaluate<P> + Clone>(game: &str, root: &P, evaluate: &E) {
    let mut moves = Vec::new();
    root.moves(&mut moves);
    let wide = moves.len() > 300;
    // What an evaluation remembers is not the search's: it is allocated before the searches begin.
    let mut evaluate = evaluate.clone();
    evaluate.evaluate(root);
    for cap in [0, 100, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 100 << 10, 512 << 10, 3 * MIB] {
        for budget in [Budget::new().nodes(60_000), Budget::new().nodes(60_000).depth(4)] {
            let budget = budget.memory(cap);
            for (name, report, peak) in all_measured(root, &evaluate, &budget) {
                let name = format!("{game} {name} under {cap}");
                assert!(report.memory <= cap, "{name}: {} reported", report.memory);
                // The report itself, the line of play and the root's moves, is not the tree.
                let slack = 8192 + 12 * moves.len();
                assert!(peak <= cap + slack, "{name}: {peak} seen");
                assert!(report.best.is_some(), "{name}");
                // Only caps that are very small, or for a wide root, are refused, with no value.
                let refused = report.stop == Stop::Memory && report.value == Interval::UNKNOWN;
                let small = cap < 64 << 10 || budget.depth.is_none() || wide;
                assert!(small || !refused, "{name}: refused");
                assert!(cap > 100 || refused, "{name}: {report:?}");
            }
        }
    }
}

#[test]
fn every_algorithm_obeys_its_cap_or_refuses_it() {
    use plywood_games::{Chess, Connect4, Othello};
    check_caps("random", &random_game(1, "random:20", 200), &StaticValue);
    check_caps("deep", &random_game(2, "2", 60_000), &StaticValue);
    check_caps("wide", &random_game(3, "3000", 4), &StaticValue);
    check_caps("othello", &Othello::default(), &<Othello as Game>::Evaluation::default());
    check_caps("connect4", &Connect4::default(), &<Connect4 as Game>::Evaluation::default());
    check_caps("chess", &Chess::default(), &<Chess as Game>::Evaluation::default());
}

#[test]
fn tiny_caps_end_in_a_move() {
    let game = random_game(1, "random:5", 100);
    for cap in [0, 1, 64, 256, 1000, 5000] {
        let budget = Budget::new().memory(cap).nodes(1000);
        let mut reports: Vec<Report<u32>> = vec![
            run(BestFirst::new(StaticValue), &game, &budget),
            run(RecursiveBestFirst::new(StaticValue), &game, &budget),
            run(AlphaBetaSavedTree::new(StaticValue), &game, &budget),
            run(BestFirstExtension::new(StaticValue), &game, &budget),
            run(LeastCertainty::new(StaticValue), &game, &budget),
        ];
        for when_full in [WhenFull::Prune, WhenFull::Linear, WhenFull::Stop] {
            reports.push(run(saved(when_full, true), &game, &budget));
        }
        for report in reports {
            assert!(
                report.best.is_some_and(|best| best < game.children()),
                "cap {cap}: {report:?}"
            );
        }
    }
}

/// Forgetting costs work, never the choice: the search under a cap ends with the same move.
#[test]
fn a_search_under_a_cap_plays_the_same_move() {
    let mut regenerated = 0;
    for seed in 0..12 {
        let game = random_game(seed, "random:4", 100);
        let free = run(saved(WhenFull::Stop, false), &game, &Budget::new().depth(36));
        for when_full in [WhenFull::Prune, WhenFull::Linear] {
            let budget = Budget::new().depth(36).memory(40_000);
            let capped = run(saved(when_full, false), &game, &budget);
            assert_eq!(capped.stop, free.stop, "seed {seed} {when_full:?}");
            assert_eq!(capped.best, free.best, "seed {seed} {when_full:?}");
            assert_eq!(capped.value, free.value, "seed {seed} {when_full:?}");
            assert!(capped.memory <= 40_000);
            regenerated += capped.counts.regenerated;
        }
    }
    assert!(regenerated > 1000, "the cap was never reached");
}

/// "A search under a 1 MiB cap finishes, plays sensibly": it beats a shallow alpha-beta that spends
/// about as much, as the uncapped one does.
#[test]
fn a_capped_player_plays_sensibly() {
    let budget = Budget::new().depth(17).memory(MIB);
    let opponent = Budget::new().depth(3);
    let mut wins = 0;
    for seed in 1..=20 {
        let mut results = [0; 2];
        for (side, result) in [Side::Max, Side::Min].into_iter().zip(&mut results) {
            let mut game = random_game(seed, "random:5", 60);
            let mut capped = saved(WhenFull::Prune, true);
            let mut alpha_beta = AlphaBeta::new(StaticValue);
            while !game.is_over() {
                let report = if game.side() == side {
                    capped.run(&game, &budget)
                } else {
                    alpha_beta.run(&game, &opponent)
                };
                assert!(report.memory <= MIB);
                let m = report.best.unwrap();
                capped.advance(m);
                game.play(m);
            }
            *result = game.value();
        }
        wins += usize::from(results[0] > results[1]);
    }
    assert!(wins >= 17, "{wins} of 20 pairs");
}

#[test]
fn advancing_frees_what_is_not_relevant() {
    let mut game = random_game(3, "random:8", 100);
    let mut search = BestFirst::new(StaticValue);
    let budget = Budget::new().depth(30);
    let mut sizes = Vec::new();
    while game.ply() < 60 {
        let report = search.run(&game, &budget);
        let before = search.tree_size();
        search.advance(report.best.unwrap());
        game.play(report.best.unwrap());
        assert!(search.tree_size() < before);
        sizes.push(before);
    }
    let (_, peak) = peak_of(|| {
        search.forget();
        assert_eq!(search.tree_size(), 0);
    });
    assert_eq!(peak, 0);
    assert!(sizes.iter().all(|&size| size > 30));
}

/// What a search with a smaller cap has left behind is in nobody's way.
#[test]
fn a_cap_suffices_whatever_was_tried_before() {
    let game = random_game(2, "3000", 4);
    let cap = |kib: usize| Budget::new().memory(kib << 10).nodes(50_000);
    let least = (1..200).find(|&kib| {
        let report = run(BestFirst::new(StaticValue), &game, &cap(kib));
        report.value != Interval::UNKNOWN
    });
    let least = least.expect("a cap that suffices");
    for before in 1..least {
        let mut search = BestFirst::new(StaticValue);
        search.run(&game, &cap(before));
        let report = search.run(&game, &cap(least));
        assert_ne!(report.value, Interval::UNKNOWN, "{least} KiB after {before}");
    }
}

/// Where not even the root's children fit, linear space answers for the whole tree.
#[test]
fn a_root_too_wide_for_the_cap_is_searched_all_the_same() {
    use plywood_games::tree::Tree;
    let leaves: Vec<String> = (0..3000).map(|value| value.to_string()).collect();
    let tree = Tree::from_json(&format!("[0,{}]", leaves.join(","))).unwrap();
    for when_full in [WhenFull::Prune, WhenFull::Linear] {
        for early_return in [true, false] {
            let options = BestFirstSavedTreeOptions { when_full, early_return, all_best: true };
            let budget = Budget::new().memory(80_000);
            let mut search = BestFirstSavedTree::with(options, StaticValue);
            let (report, peak) = peak_of(|| search.run(&tree, &budget));
            assert_eq!(report.best, Some(2999), "{when_full:?}");
            assert_eq!(report.pv, [2999]);
            assert_eq!(report.equally_good, [2999]);
            assert_eq!(report.value.exact().map(|v| v.get()), Some(2999));
            // The root's moves are listed for the report.
            assert!(report.memory <= 80_000 && peak <= 80_000 + 3000 * 8, "{peak}");
        }
    }
}

/// An interrupted expansion gave back its room at the start of a chunk; a block at the end of the
/// chunk before it must not be mistaken for its neighbour.
#[test]
fn interrupted_expansions_leave_the_chunks_apart() {
    use plywood_games::tree::Tree;
    let zeros = vec!["0"; 32_760].join(",");
    let json = format!("[0,[9,[-5,1,2,3,4,5,6,7,8],{zeros}],[-50,1,2,3,4]]");
    let mut tree = Tree::from_json(&json).unwrap();
    let mut search = BestFirstSavedTree::new(StaticValue);
    let budget = Budget::new().memory(4 << 20);
    search.run(&tree, &budget.clone().nodes(2 + 32_761));
    search.advance(1);
    tree.play(1);
    search.run(&tree, &budget.clone().nodes(2));
    let report = search.run(&tree, &budget);
    assert_eq!(report.stop, Stop::Terminal);
}
