//! Threads that share a table: their gain in time and their cost in nodes.

use plywood::search::{Mt, MtOptions, Switch};
use plywood::{Budget, Search};
use plywood_games::{Chess, Game, Othello};
use std::time::Instant;

/// The time in seconds and the nodes of searches of all positions to a depth.
fn measure<G: Game>(
    positions: &[&str],
    depth: u32,
    threads: usize,
    options: MtOptions,
) -> (f64, u64)
where
    G::Evaluation: Send,
{
    let (mut seconds, mut nodes) = (0.0, 0);
    for text in positions {
        let root = G::parse(Some(text)).expect("a position");
        let mut search = Mt::parallel(MtOptions { threads, ..options }, G::Evaluation::default());
        let budget = Budget::new().depth(depth);
        let start = Instant::now();
        let report = search.run(&root, &budget);
        seconds += start.elapsed().as_secs_f64();
        nodes += report.counts.generated;
    }
    (seconds, nodes)
}

fn compare<G: Game>(name: &str, positions: &[&str], depth: u32, options: MtOptions) {
    let (alone, nodes) = measure::<G>(positions, depth, 1, options);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    for threads in [2, 4, 8].into_iter().filter(|&threads| threads <= cores.max(2)) {
        let (together, all) = measure::<G>(positions, depth, threads, options);
        println!(
            "  {name}, depth {depth}, {threads} threads: {:.2} times as fast, {:.2} times the nodes",
            alone / together,
            all as f64 / nodes as f64
        );
    }
}

/// Prints speed-up and overhead.
pub fn report() {
    println!("Threads that share a table, relative to one thread:");
    let games = ["f5d6c3d3c4f4f6", "f5f6e6f4e3c5c4d3", "f5d6c5f4e3c6d3f6e6d7"];
    compare::<Othello>("Othello", &games, 14, MtOptions::default());
    let games = [
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7",
        "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5",
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6",
    ];
    let options = MtOptions { quiescence: Switch::On, ..MtOptions::default() };
    compare::<Chess>("chess", &games, 9, options);
    let selective = MtOptions { selective: Switch::On, ..options };
    compare::<Chess>("chess, selective", &games, 13, selective);
}
