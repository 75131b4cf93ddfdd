//! A search under a clock looks at it often enough. The library counts its steps where they are
//! made, also in loops that know no clock, and asserts wherever it looks, and where a search ends,
//! that there were not too many since the last look: the searches here only have to do everything
//! that a search can do.

mod common;

use common::random_game;
use plywood::search::*;
use plywood::{Budget, Evaluate, Position, Search, Stop, Tactics};
use plywood_games::{Connect4, Game, Othello, StaticValue};
use std::time::Duration;

const KIB: usize = 1 << 10;

/// Searches a game move after move, with the tree kept; then something else; then under less memory.
fn play<P: Position, E: Evaluate<P>, S: Search<P>>(
    name: &str,
    search: &mut S,
    root: &P,
    evaluate: &mut E,
    cap: Option<usize>,
) {
    let mut budget = Budget::new().time(Duration::from_secs(3600)).nodes(40_000);
    budget.memory = cap;
    let mut position = root.clone();
    for _ in 0..2 {
        let report = search.search(&position, evaluate, &budget, &mut ());
        assert_ne!(report.stop, Stop::Time, "{name}");
        let Some(best) = report.best else { break };
        search.advance(best);
        position.play(best);
    }
    let budget = budget.nodes(5_000);
    search.search(root, evaluate, &budget, &mut ());
    search.search(root, evaluate, &budget.memory(100 * KIB), &mut ());
}

fn play_all<P: Tactics, E: Evaluate<P>>(name: &str, root: &P, evaluate: &mut E) {
    for cap in [None, Some(64 * KIB), Some(300 * KIB)] {
        for when_full in [WhenFull::Prune, WhenFull::Linear, WhenFull::Stop] {
            for early_return in [true, false] {
                let name = format!("{name} {cap:?} {when_full:?} {early_return}");
                let options = BestFirstSavedTreeOptions { early_return, when_full, all_best: true };
                play(&name, &mut BestFirstSavedTree::new(options), root, evaluate, cap);
                let options =
                    BestFirstExtensionOptions { early_return, when_full, ..Default::default() };
                play(&name, &mut BestFirstExtension::new(options), root, evaluate, cap);
            }
        }
        play(name, &mut BestFirst::default(), root, evaluate, cap);
        play(name, &mut AlphaBetaSavedTree::default(), root, evaluate, cap);
        play(name, &mut StockmanSss::default(), root, evaluate, cap);
        play(name, &mut RecursiveBestFirst::default(), root, evaluate, cap);
        play(name, &mut Mt::new(MtOptions::default()), root, evaluate, cap);
        play(name, &mut Mt::new(MtOptions::new(Driver::Sss)), root, evaluate, cap);
    }
}

#[test]
fn a_search_of_random_trees_looks_at_the_clock() {
    for (branching, depth) in [("random:20", 1000), ("2", 60_000), ("10", 60), ("3000", 4)] {
        play_all(branching, &random_game(1, branching, depth), &mut StaticValue);
    }
}

#[test]
fn a_search_of_othello_and_connect_four_looks_at_the_clock() {
    play_all("othello", &Othello::default(), &mut <Othello as Game>::Evaluation::default());
    play_all("connect4", &Connect4::default(), &mut <Connect4 as Game>::Evaluation::default());
}
