//! A search under a clock looks at it often enough. The library counts its steps where they are
//! made, also in loops that know no clock, and asserts wherever it looks, and where a search ends,
//! that there were not too many since the last look: the searches here only have to do everything
//! that a search can do.

use crate::common::random_game;
use plywood::search::*;
use plywood::{Budget, Evaluate, Position, Search, Stop, Tactics};
use plywood_games::{Connect4, Game, Othello, StaticValue};
use std::time::Duration;

const KIB: usize = 1 << 10;

/// Searches a game move after move, with the tree kept; then something else; then under less memory.
fn play<P: Position, S: Search<P>>(name: &str, mut search: S, root: &P, cap: Option<usize>) {
    let mut budget = Budget::new().time(Duration::from_secs(3600)).nodes(40_000);
    budget.memory = cap;
    let mut position = root.clone();
    for _ in 0..2 {
        let report = search.run(&position, &budget);
        assert_ne!(report.stop, Stop::Time, "{name}");
        let Some(best) = report.best else { break };
        search.advance(best);
        position.play(best);
    }
    let budget = budget.nodes(5_000);
    search.run(root, &budget);
    search.run(root, &budget.memory(100 * KIB));
}

fn play_all<P: Tactics, E: Evaluate<P> + Clone>(name: &str, root: &P, evaluate: E) {
    for cap in [None, Some(64 * KIB), Some(300 * KIB)] {
        for when_full in [WhenFull::Prune, WhenFull::Linear, WhenFull::Stop] {
            for early_return in [true, false] {
                let name = format!("{name} {cap:?} {when_full:?} {early_return}");
                let options = BestFirstSavedTreeOptions { early_return, when_full, all_best: true };
                play(&name, BestFirstSavedTree::with(options, evaluate.clone()), root, cap);
                let options =
                    BestFirstExtensionOptions { early_return, when_full, ..Default::default() };
                play(&name, BestFirstExtension::with(options, evaluate.clone()), root, cap);
            }
        }
        play(name, BestFirst::new(evaluate.clone()), root, cap);
        for swings in [SwingUpdate::Lazy, SwingUpdate::WholeTree] {
            let options = LeastCertaintyOptions { swings, ..Default::default() };
            play(name, LeastCertainty::with(options, evaluate.clone()), root, cap);
        }
        play(name, AlphaBetaSavedTree::new(evaluate.clone()), root, cap);
        play(name, StockmanSss::new(evaluate.clone()), root, cap);
        play(name, RecursiveBestFirst::new(evaluate.clone()), root, cap);
        play(name, Mt::with(MtOptions::default(), evaluate.clone()), root, cap);
        play(name, Mt::with(MtOptions::new(Driver::Sss), evaluate.clone()), root, cap);
    }
}

#[test]
fn a_search_of_random_trees_looks_at_the_clock() {
    for (branching, depth) in [("random:20", 1000), ("2", 60_000), ("10", 60), ("3000", 4)] {
        play_all(branching, &random_game(1, branching, depth), StaticValue);
    }
}

#[test]
fn a_search_of_othello_and_connect_four_looks_at_the_clock() {
    play_all("othello", &Othello::default(), <Othello as Game>::Evaluation::default());
    play_all("connect4", &Connect4::default(), <Connect4 as Game>::Evaluation::default());
}
