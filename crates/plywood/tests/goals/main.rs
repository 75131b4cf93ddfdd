//! The laws of the proof searches: they answer as plain minimax does, whatever sets of moves widen on the way, however
//! small their tables are, and however a budget ends them. A program of its own, because it needs no other search.

mod budgets;
mod common;
mod cycles;
mod least_work;
mod widening;

use common::{AtLeast, late, provers, reaches, trees};
use plywood::kit::Win;
use plywood::search::ProofSearch;
use plywood::{Budget, Side, Stop};

#[test]
fn answers_are_those_of_minimax_on_trees() {
    let mut provers = provers();
    let mut wins = 0;
    for (seed, tree) in trees(1500) {
        for (side, bound) in [(Side::Max, 1), (Side::Min, 0)] {
            let mut goal = AtLeast { side, bound };
            let expected = reaches(&goal, &mut tree.clone(), None);
            wins += u32::from(expected);
            for prover in &mut provers {
                let proof = prover.prove(&tree, &mut goal, &Budget::new());
                let what = format!("seed {seed}, {side:?}, {}", prover.name());
                assert_eq!((proof.answer, proof.stop), (Some(expected), Stop::Complete), "{what}");
                assert!(proof.proven && !proof.exhausted, "{what}");
                common::check_line(&goal, &tree, &proof, &what);
            }
        }
    }
    assert!((500..2500).contains(&wins), "{wins}");
}

#[test]
fn answers_are_those_of_minimax_where_moves_transpose() {
    let mut provers = provers();
    let mut wins = 0;
    for (seed, position) in (0..150).filter_map(|seed| Some((seed, late(seed, 31)?))) {
        for side in [Side::Max, Side::Min] {
            let expected = reaches(&Win(side), &mut position.clone(), None);
            wins += u32::from(expected);
            for prover in &mut provers {
                let proof = prover.prove(&position, &mut Win(side), &Budget::new());
                let what = format!("seed {seed}, {side:?}, {}", prover.name());
                assert_eq!((proof.answer, proof.stop), (Some(expected), Stop::Complete), "{what}");
                assert!(proof.proven, "{what}");
                common::check_line(&Win(side), &position, &proof, &what);
            }
        }
    }
    assert!(wins > 10, "{wins}");
}
