//! Bytes per node by measured allocation, and the cost of an expansion as the tree grows.

use crate::allocator::peak_of;
use crate::common::random_tree;
use plywood::search::BestFirst;
use plywood::{BYTES_PER_NODE, Budget, Search};
use plywood_games::StaticValue;
use plywood_games::random_tree::Branching;
use std::time::Instant;

pub fn report(largest: u64) {
    println!(
        "A best-first tree as it grows ({BYTES_PER_NODE} bytes a node stored; 10^8 nodes under \
         1.3 GB, expansions of flat cost, within 1.5):"
    );
    for branching in [5, 10] {
        let mut first = None;
        let mut nodes = 100_000;
        while nodes <= largest {
            // Small trees are grown several times, so that the time can be measured.
            let rounds = (3_000_000 / nodes).max(1);
            let (mut best, mut bytes, mut depth) = (f64::INFINITY, 0, 0);
            for seed in 1..=rounds {
                let game = random_tree(Branching::Uniform(branching), 60_000, seed);
                let budget = Budget::new().nodes(nodes);
                let mut search = BestFirst::new(StaticValue);
                let start = Instant::now();
                let (report, peak) = peak_of(|| search.run(&game, &budget));
                let cost = start.elapsed().as_nanos() as f64 / report.counts.expanded as f64;
                best = best.min(cost);
                bytes = bytes.max(peak);
                depth = depth.max(report.depth);
            }
            let base = *first.get_or_insert(best);
            println!(
                "  b = {branching}, {nodes} nodes: {:.2} bytes a node, {} MB in all, {best:.0} ns an \
                 expansion ({:.2} of the smallest), line of {depth}",
                bytes as f64 / nodes as f64,
                bytes / 1_000_000,
                best / base
            );
            nodes *= 10;
        }
    }
}
