//! How often a least-certainty search that stops because no swing is finite has chosen a wrong move, and what it
//! costs to go on for a proof.

use plywood::search::{AlphaBeta, CertaintyFrom, LeastCertainty, LeastCertaintyOptions};
use plywood::{Budget, Position, Report, Score, Search, Stop};
use plywood_games::StaticValue;
use plywood_games::tree::{Shape, Tree};

/// Seeds 1, 2, … of `Tree::random`.
const TREES: u64 = 100_000;

pub fn report() {
    println!(
        "Least-certainty search, seeds 1 to {TREES} of Tree::random, 1 to 4 children, 5 plies, 20 % leaves at \
         each: searches that stop because no swing is finite, and those of them that choose another move than \
         minimax; the same with certainty=proof, and the expansions of both in these trees:"
    );
    let shapes = [("from -1,000,000 to 1,000,000", -1_000_000..=1_000_000), ("-3 to 3", -3..=3)];
    for (name, values) in shapes {
        let shape = Shape { values, ..Shape::default() };
        let mut count = Count::default();
        for seed in 1..=TREES {
            count.add(&Tree::random(seed, &shape));
        }
        let Count { trees, stopped, wrong, unproven, expanded: [before, after] } = count;
        println!(
            "  values {name}: {trees} trees with a choice, {stopped} stop, {wrong} wrong; with \
             certainty=proof {unproven} wrong or not proven, {after} expansions in place of {before}"
        );
    }
}

#[derive(Default)]
struct Count {
    /// Trees with several root moves.
    trees: u64,
    /// Searches that stop because no swing is finite.
    stopped: u64,
    /// Those of them that choose another move than minimax.
    wrong: u64,
    /// Those of them that do so with certainty=proof, or prove nothing.
    unproven: u64,
    /// The expansions of those searches, as in the paper and with a proof.
    expanded: [u64; 2],
}

impl Count {
    fn add(&mut self, tree: &Tree) {
        if tree.child_count() < 2 {
            return;
        }
        self.trees += 1;
        let paper = search(tree, CertaintyFrom::Swings);
        if paper.stop != Stop::Swings {
            return;
        }
        self.stopped += 1;
        self.wrong += u64::from(!is_best(tree, &paper));
        let proof = search(tree, CertaintyFrom::Proof);
        self.unproven += u64::from(!is_best(tree, &proof) || !proof.proven);
        self.expanded[0] += paper.counts.expanded;
        self.expanded[1] += proof.counts.expanded;
    }
}

fn search(tree: &Tree, certainty: CertaintyFrom) -> Report<u32> {
    let options = LeastCertaintyOptions { certainty, ..Default::default() };
    LeastCertainty::with(options, StaticValue).run(tree, &Budget::new())
}

/// Whether the best move is one that minimax may choose.
fn is_best(tree: &Tree, report: &Report<u32>) -> bool {
    let minimax = |node: &Tree| -> Option<Score> {
        AlphaBeta::new(StaticValue).run(node, &Budget::new()).value.exact()
    };
    report.best.is_some_and(|m| tree.clone().visit(m, |child| minimax(child)) == minimax(tree))
}
