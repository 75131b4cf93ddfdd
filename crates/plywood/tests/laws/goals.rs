//! Abstract Proof Search answers as minimax does, whatever sets of moves widen on the way.

use plywood::kit::{Goal, Width, Win};
use plywood::search::{AbstractProof, AbstractProofOptions, AlphaBeta, ProofTableOptions};
use plywood::{Budget, Position, Score, Search, Side, Stop};
use plywood_games::connect4::OpenLines;
use plywood_games::random::{Rng, random_move};
use plywood_games::{Connect4, Game, Tree};

/// A position with few moves left.
fn late(seed: u64) -> Option<Connect4> {
    let mut rng = Rng::new(seed);
    let mut position = Connect4::default();
    for _ in 0..30 {
        position.play(random_move(&position, &mut rng)?);
    }
    (!position.is_over()).then_some(position)
}

/// Winning, where level 0 of the side that proves has the columns in the middle only.
struct MiddleFirst(Side);

impl Goal<Connect4> for MiddleFirst {
    fn prover(&self) -> Side {
        self.0
    }

    fn decided(&self, position: &Connect4) -> Option<bool> {
        Win(self.0).decided(position)
    }

    fn levels(&self, side: Side) -> u32 {
        if side == self.0 { 2 } else { 1 }
    }

    fn moves(&self, position: &Connect4, level: u32, out: &mut Vec<u8>) -> bool {
        let narrow = position.side() == self.0 && level == 0;
        let mut moves = Vec::new();
        position.moves(&mut moves);
        out.extend(moves.into_iter().filter(|column| !narrow || (2..5).contains(column)));
        !narrow
    }
}

#[test]
fn answers_are_those_of_minimax() {
    let small = ProofTableOptions { entries: 64 };
    let mut plain = AbstractProof::new(AbstractProofOptions::default());
    let widening = vec![Width { or: 0, and: 0 }, Width { or: 1, and: 0 }];
    let others = [true, false].map(|flag| AbstractProofOptions {
        widening: widening.clone(),
        keep_table: flag,
        reuse_scores: !flag,
        history: flag,
        table: if flag { small } else { ProofTableOptions::default() },
        ..AbstractProofOptions::default()
    });
    let mut others = others.map(AbstractProof::new);
    let mut wins = 0;
    for position in (0..120).filter_map(late) {
        let exact = AlphaBeta::new(OpenLines).run(&position, &Budget::new());
        let winner = exact.value.exact().and_then(Score::winner);
        for side in [Side::Max, Side::Min] {
            let expected = Some(winner == Some(side));
            wins += u32::from(expected == Some(true));
            let proof = plain.prove(&position, &mut Win(side), &Budget::new());
            assert_eq!((proof.answer, proof.stop), (expected, Stop::Complete));
            assert!(proof.proven || expected == Some(true), "all moves were tried");
            for search in &mut others {
                let proof = search.prove(&position, &mut MiddleFirst(side), &Budget::new());
                assert_eq!(proof.answer, expected, "{side:?}");
            }
        }
    }
    assert!(wins > 10, "{wins}");
}

#[test]
fn a_stop_is_no_answer() {
    let mut search = AbstractProof::new(AbstractProofOptions::default());
    let start = Connect4::default();
    for (budget, stop) in [
        (Budget::new().nodes(1000), Stop::Nodes),
        (Budget::new().depth(5), Stop::Depth),
        (Budget::new().time(std::time::Duration::from_millis(5)), Stop::Time),
    ] {
        let proof = search.prove(&start, &mut Win(Side::Max), &budget);
        assert_eq!((proof.answer, proof.stop), (None, stop));
        assert!(proof.counts.generated <= budget.nodes.unwrap_or(u64::MAX));
    }
}

/// A leaf with a value above zero.
struct Positive;

impl Goal<Tree> for Positive {
    fn prover(&self) -> Side {
        Side::Max
    }

    fn decided(&self, position: &Tree) -> Option<bool> {
        position.is_over().then(|| position.result() > Score::new(0))
    }
}

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
            let proof = AbstractProof::new(options).prove(&root, &mut Positive, &Budget::new());
            let counts = (proof.counts.generated, proof.least_generated);
            assert_eq!(counts, (generated, least), "{tree}");
        }
    }
    let mut search = AbstractProof::new(AbstractProofOptions::default());
    for position in (0..60).filter_map(late) {
        let proof = search.prove(&position, &mut Win(Side::Max), &Budget::new());
        assert!(proof.least_generated <= proof.counts.generated);
        assert!(proof.least_generated >= u64::from(proof.counts.generated > 0));
    }
}
