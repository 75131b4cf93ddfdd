//! Time ratios. Both sides run in turn for several rounds, and the best round of each counts, so that other
//! work on the machine affects both alike.

use crate::common::random_tree;
use plywood::search::*;
use plywood::{Budget, Position, Report, Search};
use plywood_games::StaticValue;
use plywood_games::random_tree::{Branching, RandomTree};
use std::time::Instant;

/// The shortest time per unit of work of each side, in nanoseconds. Each side returns its number of units.
fn compete<const N: usize>(rounds: u64, mut contest: impl FnMut(usize, u64) -> u64) -> [f64; N] {
    let mut best = [f64::INFINITY; N];
    for round in 0..rounds {
        for (player, best) in best.iter_mut().enumerate() {
            let start = Instant::now();
            let units = contest(player, round);
            *best = best.min(start.elapsed().as_nanos() as f64 / units as f64);
        }
    }
    best
}

/// The time per generated node of RBFMS relative to alpha-beta, as in Korf 1992.
pub fn rbfms() {
    const NODES: u64 = 1_000_000;
    println!("RBFMS relative to alpha-beta, time per generated node (at most 1.15; paper 1.27):");
    for (branching, depth) in [(2, 20), (5, 9), (10, 6), (20, 5), (40, 4)] {
        let options = AlphaBetaOptions {
            order: NodeOrder::Static,
            horizon: Horizon::AllAtOnce,
            ..Default::default()
        };
        let full = RecursiveBestFirstOptions { variant: Variant::Full, all_best: false };
        let [alpha_beta, rbfms] = compete(9, |player, round| {
            let (mut nodes, mut seed) = (0, 1 + 10_000 * round);
            while nodes < NODES {
                let game = random_tree(Branching::Uniform(branching), depth, seed);
                // Alpha-beta stops above the terminal nodes, as in the paper.
                let budget = Budget::new().depth(depth - u32::from(player == 0));
                let report = match player {
                    0 => AlphaBeta::with(options, StaticValue).run(&game, &budget),
                    _ => RecursiveBestFirst::with(full, StaticValue).run(&game, &budget),
                };
                nodes += report.counts.generated;
                seed += 1;
            }
            nodes
        });
        println!(
            "  b = {branching}: {rbfms:.2} ns against {alpha_beta:.2} ns: ratio {:.2}",
            rbfms / alpha_beta
        );
    }
}

/// Evaluations per second of best-first minimax with a saved tree, relative to alpha-beta with a saved tree,
/// in the games of Korf & Chickering 1993.
pub fn kept_tree() {
    println!(
        "Best-first relative to alpha-beta, saved trees, evaluations per second (at least 0.6):"
    );
    for (branching, alpha_beta_depth, best_first_depth) in [(5, 8, 43), (10, 6, 31), (20, 5, 28)] {
        let [alpha_beta, whole, early] = compete(7, |player, round| {
            let mut evaluations = 0;
            for seed in 1..=6 {
                let game = random_tree(Branching::Random(branching), 100, seed + 10 * round);
                evaluations += match player {
                    0 => play(AlphaBetaSavedTree::new(StaticValue), game, alpha_beta_depth),
                    1 => play(BestFirst::new(StaticValue), game, best_first_depth),
                    _ => play(BestFirstSavedTree::new(StaticValue), game, best_first_depth),
                };
            }
            evaluations
        });
        println!(
            "  B = {branching}: best-first {:.2}, with early return {:.2} ({whole:.1} and {early:.1} ns \
             an evaluation against {alpha_beta:.1})",
            alpha_beta / whole,
            alpha_beta / early
        );
    }
}

/// Evaluations of the first 60 moves of a game that the search plays against itself.
fn play<S: Search<RandomTree>>(mut search: S, mut game: RandomTree, depth: u32) -> u64 {
    let mut evaluations = 0;
    for _ in 0..60 {
        let budget = Budget::new().depth(depth);
        let report: Report<u32> = search.run(&game, &budget);
        evaluations += report.counts.evaluated;
        let Some(m) = report.best else { break };
        search.advance(m);
        game.play(m);
    }
    evaluations
}
