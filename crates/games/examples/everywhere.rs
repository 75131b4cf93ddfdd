//! Searches that need no clock, no threads and no files: what `plywood` and `plywood-games` do on every
//! target. `cargo xtask wasm` runs this program as WebAssembly. It ends without a word if all is well.

use plywood::search::{AlphaBeta, BestFirstSavedTree, Minimax, Mt, MtOptions, RecursiveBestFirst};
use plywood::{Budget, Interval, Position, Score, Search};
use plywood_games::othello::Solver;
use plywood_games::{
    Amazons, Checkers, Chess, Connect4, Game, Gomoku, InputError, Othello, Phutball, RandomTree,
    StaticValue,
};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn main() -> Result<(), InputError> {
    assert_eq!(Chess::default().perft(3), 8902);
    assert_eq!(Checkers::default().perft(5), 7361);
    assert_eq!(Amazons::default().perft(1), 2176);
    exact_searches_agree::<Connect4>(4);
    exact_searches_agree::<Othello>(4);
    exact_searches_agree::<Checkers>(4);
    exact_searches_agree::<Chess>(2);
    exact_searches_agree::<Amazons>(1);
    exact_searches_agree::<Gomoku>(2);
    exact_searches_agree::<Phutball>(1);
    best_first_searches_agree()?;
    a_win_is_proven()?;
    an_ending_is_solved();
    limits_are_obeyed();
    deep_lines_are_searched()
}

fn exact_searches_agree<G: Game>(depth: u32) {
    let (root, budget) = (G::parse(None).expect("a start"), Budget::new().depth(depth));
    let evaluation = G::Evaluation::default;
    let exact = Minimax::new(evaluation()).run(&root, &budget).value;
    assert_eq!(AlphaBeta::new(evaluation()).run(&root, &budget).value, exact);
    assert_eq!(Mt::new(evaluation()).run(&root, &budget).value, exact);
}

fn best_first_searches_agree() -> Result<(), InputError> {
    let root = RandomTree::parse(Some("branching=3,depth=9,seed=1"))?;
    let budget = Budget::new().depth(9);
    let in_memory = BestFirstSavedTree::new(StaticValue).run(&root, &budget);
    let linear = RecursiveBestFirst::new(StaticValue).run(&root, &budget);
    assert_eq!(in_memory.value, linear.value);
    Ok(())
}

fn a_win_is_proven() -> Result<(), InputError> {
    let root = Connect4::parse(Some("4455"))?;
    // Where threads cannot be started, one searches alone.
    let options = MtOptions { threads: 3, ..Default::default() };
    let search = &mut Mt::parallel(options, <Connect4 as Game>::Evaluation::default());
    let report = search.run(&root, &Budget::new().depth(6));
    assert_eq!(report.value, Interval::exactly(Score::win(7)));
    Ok(())
}

fn an_ending_is_solved() {
    let (mut root, mut moves) = (Othello::default(), Vec::new());
    while (root.mover() | root.opponent()).count_ones() < 56 {
        moves.clear();
        root.moves(&mut moves);
        root.play(moves[0]);
    }
    let evaluation = <Othello as Game>::Evaluation::default();
    let solved = Solver::new(evaluation.clone()).run(&root, &Budget::new());
    let searched = AlphaBeta::new(evaluation).run(&root, &Budget::new());
    assert_eq!(solved.value, searched.value);
}

fn limits_are_obeyed() {
    let evaluation = <Othello as Game>::Evaluation::default();
    let mut search = BestFirstSavedTree::new(evaluation);
    let flag = Arc::new(AtomicBool::new(false));
    let budget = Budget::new().nodes(20_000).memory(64 << 10).stop_flag(flag);
    let report = search.run(&Othello::default(), &budget);
    assert!(report.best.is_some());
    assert!(report.counts.generated <= 20_000 && report.memory <= 64 << 10);
}

fn deep_lines_are_searched() -> Result<(), InputError> {
    let root = RandomTree::parse(Some("branching=1,depth=2000,seed=1"))?;
    let report = AlphaBeta::new(StaticValue).run(&root, &Budget::new());
    assert_eq!(report.depth, 2000);
    Ok(())
}
