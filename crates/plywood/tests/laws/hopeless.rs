//! A best-first search that ends at a lost or tied game has nothing left to find.
//!
//! Korf & Chickering 1993 judge finished games from the searcher's side: infinity if won, minus
//! infinity if lost, and one more than that if tied, below every evaluation. Their program stops at
//! a won principal leaf and otherwise searches on. Here every terminal leaf ends the search. The law
//! that makes this the same: the leaf's value is the root's, and a root worth no more than a tie
//! rests on finished games alone, so every move of the searcher's is lost, or at most tied.

use crate::common::trees;
use plywood::search::*;
use plywood::{Budget, Position, Score, Search, Side, Stop};
use plywood_games::tree::Tree;

/// A tree whose finished games are judged as the paper does.
#[derive(Clone, PartialEq)]
struct Judged {
    tree: Tree,
    searcher: Side,
}

impl Position for Judged {
    type Move = u32;
    type Undo = u32;

    fn side(&self) -> Side {
        self.tree.side()
    }

    fn moves(&self, out: &mut Vec<u32>) {
        self.tree.moves(out);
    }

    /// Mostly lost, so that hopeless roots are common.
    fn result(&self) -> Score {
        let seen = match self.tree.value().rem_euclid(8) {
            0 => Score::win(0),
            1 => Score::MIN_EVAL,
            _ => Score::loss(0),
        };
        seen.seen_by(self.searcher)
    }

    fn play(&mut self, m: u32) -> u32 {
        self.tree.play(m)
    }

    fn undo(&mut self, m: u32, undo: u32) {
        self.tree.undo(m, undo);
    }
}

fn minimax(node: &mut Judged) -> Score {
    if node.is_over() {
        return node.result();
    }
    let (mut best, side) = (Score::worst(node.side()), node.side());
    let mut moves = Vec::new();
    node.moves(&mut moves);
    for m in moves {
        best = best.better(node.visit(m, minimax), side);
    }
    best
}

/// Plays a tree to its end, the searcher by `search` and the other side by chance, and checks the
/// law at every search. Returns how many roots were found lost and how many tied.
fn check(seed: u64, tree: Tree, mut search: impl Search<Judged>, budget: &Budget) -> [u64; 2] {
    let searcher = tree.side();
    let mut game = Judged { tree, searcher };
    let (mut found, mut step) = ([0; 2], seed);
    while !game.is_over() {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let mut m = moves[step as usize % moves.len()];
        step = step.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
        if game.side() == searcher {
            let report = search.run(&game, budget);
            assert!(matches!(report.stop, Stop::Depth | Stop::Terminal));
            let value = report.value.exact().unwrap().seen_by(searcher);
            let truth = minimax(&mut game).seen_by(searcher);
            if value <= Score::MIN_EVAL {
                assert!(truth <= value, "seed {seed}: {value} found, {truth} true");
                found[usize::from(value == Score::MIN_EVAL)] += 1;
            }
            m = report.best.unwrap();
        }
        game.play(m);
        search.advance(m);
    }
    found
}

#[test]
fn a_root_worth_no_more_than_a_tie_cannot_be_won() {
    let budgets = [Budget::new().depth(2), Budget::new().depth(4), Budget::new()];
    let evaluate = |node: &Judged| Score::new(node.tree.value());
    let mut found = [0; 2];
    for (seed, tree) in trees(3000) {
        for budget in &budgets {
            for early_return in [false, true] {
                let options = BestFirstSavedTreeOptions { early_return, ..Default::default() };
                let saved = BestFirstSavedTree::with(options, evaluate);
                let options =
                    BestFirstExtensionOptions { horizon: 2, early_return, ..Default::default() };
                let extension = BestFirstExtension::with(options, evaluate);
                for [lost, tied] in [
                    check(seed, tree.clone(), saved, budget),
                    check(seed, tree.clone(), extension, budget),
                ] {
                    found = [found[0] + lost, found[1] + tied];
                }
            }
        }
    }
    assert!(found[0] > 1000 && found[1] > 1000, "{found:?}");
}
