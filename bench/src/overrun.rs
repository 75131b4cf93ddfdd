//! By how much searches exceed a limit of wall-clock time.

use crate::common::random_tree;
use plywood::search::*;
use plywood::{Budget, Evaluate, Position, Search, Tactics};
use plywood_games::random_tree::Branching;
use plywood_games::{Game, Othello, StaticValue};
use std::time::{Duration, Instant};

const KIB: usize = 1 << 10;
const MIB: usize = 1 << 20;
const CAPS: [usize; 5] = [64 * KIB, MIB, 16 * MIB, 256 * MIB, 1024 * MIB];
/// The limit of each search, and the number of searches of each kind.
const LIMIT: Duration = Duration::from_millis(10);
const SEARCHES: usize = 120;
/// The time to fill the memory before the searches.
const FILLING: Duration = Duration::from_secs(15);

/// The delays of the searches in milliseconds, sorted.
#[derive(Default)]
struct Late(Vec<f64>);

impl Late {
    fn add(&mut self, late: Duration) {
        self.0.push(late.as_secs_f64() * 1e3);
    }

    fn words(&mut self) -> String {
        self.0.sort_by(f64::total_cmp);
        let rank = |share: f64| self.0[((self.0.len() - 1) as f64 * share).round() as usize];
        format!(
            "median {:.2}, 99th percentile {:.2}, most {:.2} ms",
            rank(0.5),
            rank(0.99),
            rank(1.0)
        )
    }
}

/// Fills the memory, then searches the same position repeatedly, with moves played in between.
fn measure<P: Position, S: Search<P>>(mut search: S, root: &P, cap: usize) -> Late {
    let mut late = Late::default();
    let mut position = root.clone();
    let start = Instant::now();
    let run = |late: &mut Late, search: &mut S, position: &P, limit: Duration| {
        let budget = Budget::new().memory(cap).time(limit);
        let start = Instant::now();
        let report = search.run(position, &budget);
        late.add(start.elapsed().saturating_sub(limit));
        report
    };
    while start.elapsed() < FILLING {
        let before = Instant::now();
        let report = run(&mut late, &mut search, &position, Duration::from_millis(500));
        // The memory is full, or the search is complete.
        if report.memory >= cap - cap / 8 || before.elapsed() < Duration::from_millis(400) {
            break;
        }
    }
    for n in 0..SEARCHES {
        let report = run(&mut late, &mut search, &position, LIMIT);
        if let Some(best) = report.best.filter(|_| n % 30 == 29) {
            let start = Instant::now();
            search.advance(best);
            late.add(start.elapsed());
            position.play(best);
        }
        if position.is_over() {
            break;
        }
    }
    late
}

fn compare<P: Tactics, E: Evaluate<P> + Clone>(game: &str, root: &P, evaluate: &E, all: &mut Late) {
    let e = || evaluate.clone();
    let mut tell = |algorithm: &str, cap: usize, mut late: Late| {
        println!("  {game}, {algorithm}, {} KiB: {}", cap / KIB, late.words());
        all.0.append(&mut late.0);
    };
    for cap in CAPS {
        for when_full in [WhenFull::Prune, WhenFull::Linear, WhenFull::Stop] {
            let way = format!("{when_full:?}").to_lowercase();
            let options = BestFirstSavedTreeOptions { when_full, ..Default::default() };
            let late = measure(BestFirstSavedTree::with(options, e()), root, cap);
            tell(&format!("best-first-saved-tree, {way}"), cap, late);
            let options = BestFirstExtensionOptions { when_full, ..Default::default() };
            let late = measure(BestFirstExtension::with(options, e()), root, cap);
            tell(&format!("best-first-extension, {way}"), cap, late);
        }
        tell("best-first", cap, measure(BestFirst::new(e()), root, cap));
        let late = measure(AlphaBetaSavedTree::new(e()), root, cap);
        tell("alpha-beta-saved-tree", cap, late);
        tell("stockman-sss", cap, measure(StockmanSss::new(e()), root, cap));
        let late = measure(RecursiveBestFirst::new(e()), root, cap);
        tell("recursive-best-first", cap, late);
        tell("negascout", cap, measure(Mt::new(e()), root, cap));
    }
}

pub fn report() {
    println!(
        "Overrun of wall-clock limits of {} ms, moves played included (99th percentile at most 5 ms \
         on a quiet machine):",
        LIMIT.as_millis()
    );
    let mut all = Late::default();
    let tree = random_tree(Branching::Random(20), 1000, 1);
    compare("random tree", &tree, &StaticValue, &mut all);
    let evaluation = &<Othello as Game>::Evaluation::default();
    compare("othello", &Othello::default(), evaluation, &mut all);
    println!("  all: {}", all.words());
}
