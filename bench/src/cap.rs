//! The cost of a memory cap: expansions per second of processor time with a full tree, relative to the same
//! search while its tree grows.

use crate::common::random_tree;
use crate::common::timed;
use plywood::search::*;
use plywood::{Budget, Evaluate, Position, Search, Stop};
use plywood_games::random_tree::Branching;
use plywood_games::{Game, Othello, StaticValue};

const MIB: usize = 1 << 20;
/// The number of searches in which the tree grows to its cap.
const SLICES: usize = 64;
/// Expansions with a full tree per expansion measured below. A prune may free most of the tree at once, and
/// its cost must be spread over the expansions that fill the tree again.
const TURNS: u64 = 4;
/// The number of measurements of each ratio; the median is reported.
const RUNS: usize = 3;

/// A number of expansions and their time in seconds.
#[derive(Clone, Copy, Default)]
struct Rate {
    expansions: u64,
    seconds: f64,
}

impl Rate {
    fn per_second(self) -> f64 {
        self.expansions as f64 / self.seconds
    }
}

/// The rates from a quarter to three quarters of the cap, and from nine tenths of it on.
fn measure<P: Position, S: Search<P>>(
    mut search: S,
    tree_size: fn(&S) -> usize,
    root: &P,
    cap: usize,
) -> [Rate; 2] {
    let [mut below, mut at] = [Rate::default(); 2];
    let mut full = false;
    let nodes = cap / plywood::BYTES_PER_NODE / SLICES;
    let budget = Budget::new().memory(cap).nodes(nodes as u64);
    while at.expansions < TURNS * below.expansions || !full {
        let share = (tree_size(&search) * plywood::BYTES_PER_NODE) as f64 / cap as f64;
        // An eighth of the cap is used by the stacks.
        full |= share >= 0.9 * 7.0 / 8.0;
        let (seconds, report) = timed(|| search.run(root, &budget));
        let rate = if full { &mut at } else { &mut below };
        if full || (0.25..0.65).contains(&share) {
            rate.expansions += report.counts.expanded;
            rate.seconds += seconds;
        }
        if report.stop != Stop::Nodes {
            break;
        }
    }
    [below, at]
}

/// The rate with a full tree divided by the rate below.
fn ratio([below, at]: [Rate; 2]) -> f64 {
    at.per_second() / below.per_second()
}

/// The rates of the run with the median ratio.
fn median(mut run: impl FnMut() -> [Rate; 2]) -> [Rate; 2] {
    let mut runs: [[Rate; 2]; RUNS] = std::array::from_fn(|_| run());
    runs.sort_by(|&a, &b| ratio(a).total_cmp(&ratio(b)));
    runs[RUNS / 2]
}

fn compare<P: Position, E: Evaluate<P> + Clone>(game: &str, root: &P, evaluate: &E) {
    for when_full in [WhenFull::Prune, WhenFull::Linear, WhenFull::Stop] {
        for cap in [MIB, 10 * MIB, 100 * MIB] {
            let saved = BestFirstSavedTreeOptions { when_full, ..Default::default() };
            let extension = BestFirstExtensionOptions { when_full, ..Default::default() };
            let rates = [
                median(|| {
                    let search = BestFirstSavedTree::with(saved, evaluate.clone());
                    measure(search, BestFirstSavedTree::tree_size, root, cap)
                }),
                median(|| {
                    let search = BestFirstExtension::with(extension, evaluate.clone());
                    measure(search, BestFirstExtension::tree_size, root, cap)
                }),
            ];
            let words = rates.map(|[below, at]| {
                format!(
                    "{:.2} ({:.2} of {:.2} million)",
                    ratio([below, at]),
                    at.per_second() / 1e6,
                    below.per_second() / 1e6
                )
            });
            let [saved, extension] = words;
            println!(
                "  {game}, {}, {} MiB: best-first-saved-tree {saved}, best-first-extension {extension}",
                format!("{when_full:?}").to_lowercase(),
                cap / MIB
            );
        }
    }
}

pub fn report() {
    println!(
        "Expansions per second with a full tree against one that grows (at least 0.7; with stop: in \
         the last tenth):"
    );
    compare("random tree", &random_tree(Branching::Random(20), 1000, 1), &StaticValue);
    compare("othello", &Othello::default(), &<Othello as Game>::Evaluation::default());
}
