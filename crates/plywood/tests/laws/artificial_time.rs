//! The laws of artificial time: what is charged can be counted again from the events.

use crate::common::random_game;
use plywood::search::*;
use plywood::{Budget, EventKind, Listener, Progress, Search, Step, Stop, Task, Trace};
use plywood_games::{RandomTree, StaticValue};
use std::collections::BTreeSet;

type Boxed = Box<dyn Search<RandomTree>>;

/// Every kind of search, anew.
fn searches() -> Vec<(&'static str, Boxed)> {
    let ordered = AlphaBetaOptions { order: NodeOrder::Static, ..Default::default() };
    let small = |driver| MtOptions { entries: 1 << 12, ..MtOptions::new(driver) };
    let saved = |early_return| BestFirstSavedTreeOptions { early_return, ..Default::default() };
    let swings = |swings, charge| LeastCertaintyOptions { swings, charge, ..Default::default() };
    let mut all: Vec<(&'static str, Boxed)> = vec![
        ("minimax", Box::new(Minimax::new(StaticValue))),
        ("alpha-beta", Box::new(AlphaBeta::new(StaticValue))),
        ("ordered", Box::new(AlphaBeta::with(ordered, StaticValue))),
        ("allotted", Box::new(AlphaBeta::with(allotted(Allotment::PAPER), StaticValue))),
        ("saved", Box::new(AlphaBetaSavedTree::new(StaticValue))),
        ("negascout", Box::new(Mt::with(small(Driver::NegaScout), StaticValue))),
        ("mtdf", Box::new(Mt::with(small(Driver::mtdf()), StaticValue))),
        ("stockman", Box::new(StockmanSss::new(StaticValue))),
        ("stockman dual", Box::new(StockmanDual::new(StaticValue))),
        ("best-first", Box::new(BestFirst::new(StaticValue))),
        ("rbfms", Box::new(RecursiveBestFirst::new(StaticValue))),
        ("kept", Box::new(BestFirstSavedTree::with(saved(false), StaticValue))),
        ("kept early", Box::new(BestFirstSavedTree::with(saved(true), StaticValue))),
        ("extension", Box::new(BestFirstExtension::new(StaticValue))),
    ];
    for update in [SwingUpdate::Lazy, SwingUpdate::WholeTree] {
        for charge in [SwingCharge::WholeTree, SwingCharge::Walked, SwingCharge::None] {
            let options = swings(update, charge);
            all.push(("least-certainty", Box::new(LeastCertainty::with(options, StaticValue))));
        }
    }
    all
}

/// Alpha-beta as Utgoff & Cochran (2001) use it on random trees.
fn allotted(allotment: Allotment) -> AlphaBetaOptions {
    AlphaBetaOptions { order: NodeOrder::Static, allotment, ..Default::default() }
}

/// What the events tell of the work.
#[derive(Default)]
struct Recount {
    pointers: u64,
    /// Nodes that were added to a tree in memory.
    added: u64,
    /// Nodes that a search without a tree generated: each time that a node is entered or evaluated for the
    /// first time since its parent was entered.
    generated: u64,
    /// Nodes that were generated and rejected.
    rejected: u64,
    seen: BTreeSet<Vec<u32>>,
}

impl Recount {
    fn event(&mut self, event: &plywood::Event<'_, u32>) {
        let path: Vec<u32> = event.path.iter().filter_map(Step::index).collect();
        match event.kind {
            EventKind::Walked { pointers } => self.pointers += pointers,
            EventKind::Expanded(expansion) if expansion.kept => {
                self.added += u64::from(expansion.added);
            }
            EventKind::Narrowed { rejected } => self.rejected += u64::from(rejected),
            EventKind::IterationBegun { .. } => self.seen.clear(),
            EventKind::Entered { .. } => {
                self.node(&path);
                self.seen.retain(|other| !other.starts_with(&path) || *other == path);
            }
            EventKind::Evaluated { .. } => self.node(&path),
            EventKind::Left { .. } => {
                self.seen.retain(|other| !other.starts_with(&path) || *other == path);
            }
            _ => {}
        }
    }

    fn node(&mut self, path: &[u32]) {
        if !path.is_empty() && self.seen.insert(path.to_vec()) {
            self.generated += 1;
        }
    }
}

#[test]
fn what_is_charged_can_be_counted_again_from_the_events() {
    let mut spent = 0;
    for seed in 0..12 {
        let game = random_game(seed, ["2", "5", "random:6", "10"][seed as usize % 4], 30);
        for units in [0, 50, 1000, 7000, 60_000] {
            let widest = [None, Some(3)][seed as usize / 4 % 2];
            let budget = Budget { widest, ..Budget::new().artificial_time(units) };
            for ((name, mut search), (_, mut watched)) in searches().into_iter().zip(searches()) {
                let report = search.run(&game, &budget);
                let mut recount = Recount::default();
                let mut trace = Trace::new(|event| recount.event(event));
                let task = Task::new(&game).budget(budget.clone());
                let mut twin = watched.search(&task, &mut trace);
                // What is kept for an observer takes memory.
                twin.memory = report.memory;
                assert_eq!(twin, report, "{name} seed {seed} {units}");
                let what = format!("{name} seed {seed} {units}");
                assert_eq!(recount.pointers, report.counts.pointers, "{what}");
                let generated = report.counts.generated - recount.rejected;
                match name {
                    "minimax" | "alpha-beta" | "ordered" | "allotted" | "negascout" | "mtdf" => {
                        // Where the link to a node is too dear, it was generated and is not entered.
                        let left = u64::from(report.stop == Stop::ArtificialTime);
                        let entered = generated.saturating_sub(left)..=generated;
                        assert!(entered.contains(&recount.generated), "{what}");
                    }
                    _ => assert_eq!(recount.added, generated, "{what}"),
                }
                assert!(budget.charge(&report.counts) <= units, "{what}: {:?}", report.counts);
                if report.stop == Stop::ArtificialTime {
                    spent += 1;
                }
            }
        }
    }
    assert!(spent > 400, "{spent} searches were ended by artificial time");
}

#[test]
fn prices_are_those_of_the_budget() {
    let game = random_game(3, "5", 30);
    for (name, mut search) in searches() {
        let budget = Budget::new().artificial_time(5000);
        let dear = Budget { node_price: 1000, pointer_price: 0, ..budget.clone() };
        assert!(search.run(&game, &dear).counts.generated <= 5, "{name}");
        search.forget();
        let cheap = Budget { node_price: 1, pointer_price: 0, ..budget };
        let report = search.run(&game, &cheap);
        let ended = matches!(report.stop, Stop::Terminal | Stop::Depth);
        assert_eq!(report.stop == Stop::Depth, name == "allotted");
        assert!(report.counts.generated > 4900 || ended, "{name}");
    }
}

#[test]
fn the_charge_of_the_paper_does_not_depend_on_how_swings_are_kept() {
    for seed in 0..30 {
        let game = random_game(seed, ["3", "random:6", "12"][seed as usize % 3], 40);
        let budget = Budget::new().artificial_time(200_000);
        for charge in [SwingCharge::WholeTree, SwingCharge::None] {
            let run = |swings| {
                let options = LeastCertaintyOptions { swings, charge, ..Default::default() };
                let mut paths: Vec<Vec<u32>> = Vec::new();
                let mut trace = Trace::new(|event| {
                    if let EventKind::Expanded(_) = event.kind {
                        paths.push(event.path.iter().filter_map(Step::index).collect());
                    }
                });
                let task = Task::new(&game).budget(budget.clone());
                let mut search = LeastCertainty::with(options, StaticValue);
                let report = search.search(&task, &mut trace);
                (report.counts, report.value, report.details.get("renewals"), paths)
            };
            let (lazy, whole) = (run(SwingUpdate::Lazy), run(SwingUpdate::WholeTree));
            assert_eq!(lazy, whole, "seed {seed} {charge:?}");
            // Without a charge for swings there is the way to each leaf and back.
            let ways: u64 = lazy.3.iter().map(|path| 2 * path.len() as u64).sum();
            match charge {
                SwingCharge::None => assert!(lazy.0.pointers - ways < 100, "seed {seed}"),
                _ => assert!(lazy.0.pointers > ways + lazy.2 * 2, "seed {seed}"),
            }
        }
    }
}

#[test]
fn alpha_beta_finishes_the_depth_that_follows_from_its_allotment() {
    let (mut longer, mut shorter) = (0, 0);
    for seed in 0..60 {
        let branching = [2, 3, 5, 10][seed as usize % 4];
        let game = random_game(seed, &branching.to_string(), 40);
        let units = 300 * 3u64.pow(seed as u32 % 7);
        let budget = Budget::new().artificial_time(units);
        let depth = DepthFrom::Nodes.depth(units, 100, branching).unwrap();
        let plain = AlphaBeta::with(allotted(Allotment::default()), StaticValue)
            .run(&game, &Budget::new().depth(depth));
        let mut search = AlphaBeta::with(allotted(Allotment::HONEST), StaticValue);
        let report = search.run(&game, &budget);
        assert_eq!(report.value, plain.value, "seed {seed}");
        assert_eq!((report.best, report.stop), (plain.best, plain.stop), "seed {seed}");
        assert_eq!(report.counts.generated, plain.counts.generated, "seed {seed}");
        assert!(report.counts.pointers > 0, "links are counted without a limit too");
        match budget.charge(&report.counts) > units {
            true => longer += 1,
            false => shorter += 1,
        }
        // A depth of the budget still counts.
        let report = search.run(&game, &budget.clone().depth(1));
        assert_eq!(report.counts.generated, branching as u64, "seed {seed}");
        // Several lines share the time.
        let task = Task::new(&game).budget(budget.clone()).lines(2);
        let lines = search.search(&task, &mut ());
        assert!(100 * lines.counts.generated <= units, "seed {seed}");
        // Without artificial time there is no allotment.
        let report = search.run(&game, &Budget::new().nodes(100 * units));
        assert!(report.depth > depth || report.stop != Stop::Nodes, "seed {seed}");
    }
    assert!(longer > 0 && shorter > 0, "{longer} longer, {shorter} shorter than allotted");
}

#[test]
fn alpha_beta_that_is_cut_off_answers_with_the_best_root_move_so_far() {
    let (mut first, mut later) = (0, 0);
    for seed in 0..60 {
        let game = random_game(seed, "5", 40);
        let by_static_value = AlphaBeta::new(StaticValue).run(&game, &Budget::new().depth(1)).best;
        let mut search = AlphaBeta::with(allotted(Allotment::PAPER), StaticValue);
        // Five nodes pay for the root's children alone.
        let report = search.run(&game, &Budget::new().artificial_time(550));
        assert_eq!((report.stop, report.best), (Stop::ArtificialTime, by_static_value), "{seed}");
        // With a limit on the width the children are paid for too, and b is that width: 2^(0.75 · 8) <= 64 nodes.
        let narrow = Budget::new().artificial_time(550).widest(2);
        let report = search.run(&game, &narrow);
        assert_eq!((report.stop, report.best), (Stop::ArtificialTime, by_static_value), "{seed}");
        let mut honest = AlphaBeta::with(allotted(Allotment::HONEST), StaticValue);
        assert_eq!(honest.run(&game, &narrow.artificial_time(6400)).depth, 8, "{seed}");
        // 5^(0.75 · 8) <= 20,000: mostly too deep for 20,000 nodes. Of the root moves, those that are searched to that
        // depth by then count.
        let mut whole = AlphaBeta::with(allotted(Allotment::default()), StaticValue);
        let mut best = Vec::new();
        let mut listener = |news: Progress<'_, u32>| {
            if let Progress::Improved(so_far) = news {
                best.push((so_far.counts.generated, so_far.pv[0]));
            }
        };
        let task = Task::new(&game).budget(Budget::new().depth(8));
        whole.search(&task, &mut Listener::new(&mut listener));
        let budget = Budget { node_price: 1, ..Budget::new().artificial_time(20_000) };
        let report = search.run(&game, &budget);
        let in_time = best.iter().rfind(|(nodes, _)| *nodes <= report.counts.generated);
        assert_eq!(report.best, in_time.map(|&(_, m)| m).or(by_static_value), "seed {seed}");
        match report.best == by_static_value {
            true => first += 1,
            false => later += 1,
        }
        assert!(report.stop == Stop::ArtificialTime || report.stop == Stop::Depth, "{seed}");
    }
    assert!(first > 9 && later > 9, "{first} of the first move, {later} of later ones");
}
