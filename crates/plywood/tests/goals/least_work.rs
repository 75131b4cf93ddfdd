//! The least work: what a search generates if every node tries its best move first.

use crate::common::{AtLeast, late};
use plywood::kit::Win;
use plywood::search::{AbstractProof, AbstractProofOptions};
use plywood::{Budget, Side};
use plywood_games::{Game, Tree};

/// Nodes below moves that were tried before the right one are not among the least.
#[test]
fn the_least_work_leaves_out_what_a_better_order_would() {
    for (tree, generated, least) in [
        ("[0, -1, -1, 1]", 3, 1),
        ("[0, 1, -1, -1]", 1, 1),
        // The second child is won after both answers, so both are needed.
        ("[0, -1, [0, 1, 1]]", 4, 3),
        // The first child fails by its second answer: depth 1 sees that, and the other child wins.
        ("[0, [0, 1, -1], [0, 1]]", 5, 2),
        // Nothing wins: every move of the root is needed, and one answer to each.
        ("[0, [0, 1, -1], [0, -1, 1]]", 5, 4),
    ] {
        let root = Tree::parse(Some(tree)).unwrap();
        for history in [true, false] {
            let options = AbstractProofOptions { history, ..AbstractProofOptions::default() };
            let mut goal = AtLeast { side: Side::Max, bound: 1 };
            let proof = AbstractProof::new(options).prove(&root, &mut goal, &Budget::new());
            let counts = (proof.counts.generated, proof.least_generated);
            assert_eq!(counts, (generated, least), "{tree}");
        }
    }
    let mut search = AbstractProof::new(AbstractProofOptions::default());
    for position in (0..60).filter_map(|seed| late(seed, 31)) {
        let proof = search.prove(&position, &mut Win(Side::Max), &Budget::new());
        assert!(proof.least_generated <= proof.counts.generated);
        assert!(proof.least_generated >= u64::from(proof.counts.generated > 0));
    }
}
