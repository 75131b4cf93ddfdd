//! Limits of nodes, time, memory and depth, and the flag from outside.

use crate::common::{AtLeast, late, provers, reaches, trees};
use plywood::kit::Win;
use plywood::search::ProofSearch;
use plywood::{Budget, Side, Stop};
use plywood_games::Connect4;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

#[test]
fn a_stop_is_no_answer() {
    let start = Connect4::default();
    let stopped = Arc::new(AtomicBool::new(true));
    for (budget, stop) in [
        (Budget::new().nodes(1000), Stop::Nodes),
        (Budget::new().depth(5), Stop::Depth),
        (Budget::new().time(Duration::from_millis(5)), Stop::Time),
        (Budget::new().stop_flag(stopped), Stop::Cancelled),
        (Budget::new().memory(16), Stop::Memory),
    ] {
        for mut prover in provers() {
            if stop == Stop::Memory && !prover.is_dfpn() && prover.name().contains("entries") {
                // The table of Abstract Proof Search is not part of its limit.
                continue;
            }
            let proof = prover.prove(&start, &mut Win(Side::Max), &budget);
            let what = prover.name();
            assert_eq!((proof.answer, proof.stop), (None, stop), "{what}");
            assert!(proof.counts.generated <= budget.nodes.unwrap_or(u64::MAX), "{what}");
        }
    }
}

#[test]
fn the_same_budget_gives_the_same_counts() {
    let position = late(5, 14).unwrap();
    for nodes in [1, 2, 10, 500] {
        let budget = Budget::new().nodes(nodes);
        let (mut first, mut second) = (provers(), provers());
        for (first, second) in first.iter_mut().zip(&mut second) {
            // A search that was used before answers as a new one does.
            first.prove(&late(6, 20).unwrap(), &mut Win(Side::Min), &Budget::new().nodes(2000));
            let [a, b] =
                [first, second].map(|prover| prover.prove(&position, &mut Win(Side::Max), &budget));
            assert_eq!(a, b);
        }
    }
}

#[test]
fn a_small_tree_frees_what_is_solved() {
    // The whole tree does not fit into this memory, what is open at one time does.
    let position = late(3, 26).unwrap();
    let budget = Budget::new().memory(64 << 10);
    for side in [Side::Max, Side::Min] {
        let expected = reaches(&Win(side), &mut position.clone(), None);
        for mut prover in provers() {
            let proof = prover.prove(&position, &mut Win(side), &budget);
            assert_eq!(proof.answer, Some(expected), "{}", prover.name());
        }
    }
}

#[test]
fn a_depth_is_exact() {
    let mut provers = provers();
    let (mut exhausted, mut complete) = (0, 0);
    for (seed, tree) in trees(400) {
        let mut goal = AtLeast { side: Side::Max, bound: 1 };
        for plies in 1..=6 {
            let expected = reaches(&goal, &mut tree.clone(), Some(plies));
            for prover in &mut provers {
                let proof = prover.prove(&tree, &mut goal, &Budget::new().depth(plies));
                let what = format!("seed {seed}, {plies} plies, {}", prover.name());
                match proof.answer {
                    Some(true) => assert!(expected && proof.proven, "{what}"),
                    Some(false) => {
                        complete += 1;
                        assert!(!reaches(&goal, &mut tree.clone(), None) && proof.proven, "{what}");
                    }
                    None => {
                        exhausted += 1;
                        assert!(!expected && proof.exhausted, "{what}");
                        assert_eq!(proof.stop, Stop::Depth, "{what}");
                    }
                }
            }
        }
    }
    assert!(exhausted > 1000 && complete > 1000, "{exhausted} {complete}");
}
