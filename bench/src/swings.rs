//! What the swings of a least-certainty search cost as its tree grows, kept as in the paper and asked for on
//! the way down.

use crate::common::random_tree;
use plywood::search::{BestFirst, LeastCertainty, LeastCertaintyOptions, SwingUpdate};
use plywood::{Budget, Report, Search};
use plywood_games::StaticValue;
use plywood_games::random_tree::Branching;
use std::time::{Duration, Instant};

/// How many trees are searched to this size.
fn seeds(nodes: u64) -> u64 {
    match nodes {
        0..=100_000 => 20,
        100_001..=1_000_000 => 3,
        _ => 1,
    }
}

/// How many trees the plain form searches to this size: it looks at most of the tree in every renewal, and takes
/// a minute for a million nodes.
fn plain_seeds(nodes: u64) -> u64 {
    match nodes {
        0..=100_000 => 5,
        100_001..=1_000_000 => 1,
        _ => 0,
    }
}

/// The shortest of three runs, of one if the trees are large, and the report.
fn fastest(nodes: u64, run: impl Fn() -> Report<u32>) -> (Duration, Report<u32>) {
    let runs = (0..if nodes <= 100_000 { 3 } else { 1 }).map(|_| {
        let start = Instant::now();
        let report = run();
        (start.elapsed(), report)
    });
    runs.min_by_key(|(time, _)| *time).expect("a run")
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

pub fn report(largest: u64) {
    println!(
        "Least-certainty search, medians of 20 random trees (of 3 at 10^6 nodes, one at 10^7): nodes looked at \
         for swings per expansion, share of expansions that change a goal, and time per node relative to \
         best-first minimax (at most 10 at 10^5 nodes):"
    );
    for branching in [10, 20, 5] {
        let mut nodes = 1_000;
        while nodes <= largest {
            let mut columns = [(); 4].map(|()| Vec::new());
            for seed in 1..=seeds(nodes) {
                let game = random_tree(Branching::Uniform(branching), 1_000, seed);
                let budget = Budget::new().nodes(nodes);
                let with = |swings| LeastCertaintyOptions { swings, ..Default::default() };
                let lcf =
                    |swings| LeastCertainty::with(with(swings), StaticValue).run(&game, &budget);
                let per_node = |(time, report): &(Duration, Report<u32>)| {
                    time.as_secs_f64() / report.counts.generated as f64
                };
                let best_first = fastest(nodes, || BestFirst::new(StaticValue).run(&game, &budget));
                let lazy = fastest(nodes, || lcf(SwingUpdate::Lazy));
                let expanded = lazy.1.counts.expanded as f64;
                let share = |name| lazy.1.details.get(name) as f64 / expanded;
                columns[0].push(share("touched"));
                columns[1].push(share("renewals"));
                columns[2].push(per_node(&lazy) / per_node(&best_first));
                if seed <= plain_seeds(nodes) {
                    let plain = lcf(SwingUpdate::WholeTree);
                    columns[3].push(plain.details.get("touched") as f64 / expanded);
                }
            }
            let [touched, renewals, time, plain] = columns;
            let plain = match plain.is_empty() {
                true => String::new(),
                false => format!("; renewed as in the paper {:.0}", median(plain)),
            };
            println!(
                "  b = {branching}, {nodes} nodes: {:.0} looked at{plain}; {:.1} % change a goal; time {:.1}",
                median(touched),
                100.0 * median(renewals),
                median(time)
            );
            nodes *= 10;
        }
    }
}
