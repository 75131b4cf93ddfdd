//! Instructions of alpha-beta through the traits against alpha-beta written by hand, counted by
//! valgrind.

use crate::common::random_tree;
use crate::handwritten;
use plywood::search::AlphaBeta;
use plywood::{Budget, Search};
use plywood_games::connect4::OpenLines;
use plywood_games::othello::Mobility;
use plywood_games::random_tree::Branching;
use plywood_games::{Connect4, Othello, StaticValue};
use std::process::{Command, ExitCode};

const CONNECT4_DEPTH: u32 = 10;
const OTHELLO_DEPTH: u32 = 8;
const RANDOM_DEPTH: u32 = 10;
const RANDOM_TREES: u64 = 200;

/// Runs one of the programs that are compared, and prints the nodes it generated.
pub fn workload(name: &str) -> ExitCode {
    let mut nodes = 0;
    match name {
        "nothing" => {}
        "connect4-by-hand" => {
            let mut game = Connect4::default();
            handwritten::connect4(&mut game, CONNECT4_DEPTH, -i32::MAX, i32::MAX, &mut nodes);
        }
        "connect4-by-traits" => {
            let budget = Budget::new().depth(CONNECT4_DEPTH);
            let game = Connect4::default();
            let report = AlphaBeta::new(OpenLines).run(&game, &budget);
            nodes = report.counts.generated;
        }
        "othello-by-hand" => {
            let (mut game, mut list) = (Othello::default(), Vec::new());
            let bound = i32::MAX;
            handwritten::othello(&mut game, OTHELLO_DEPTH, -bound, bound, &mut list, &mut nodes);
        }
        "othello-by-traits" => {
            let budget = Budget::new().depth(OTHELLO_DEPTH);
            let report = AlphaBeta::new(Mobility).run(&Othello::default(), &budget);
            nodes = report.counts.generated;
        }
        "random-tree-by-hand" => {
            for seed in 1..=RANDOM_TREES {
                let mut game = random_tree(Branching::Random(5), 100, seed);
                handwritten::random_tree(&mut game, RANDOM_DEPTH, -i32::MAX, i32::MAX, &mut nodes);
            }
        }
        "random-tree-by-traits" => {
            let budget = Budget::new().depth(RANDOM_DEPTH);
            for seed in 1..=RANDOM_TREES {
                let game = random_tree(Branching::Random(5), 100, seed);
                let report = AlphaBeta::new(StaticValue).run(&game, &budget);
                nodes += report.counts.generated;
            }
        }
        _ => return ExitCode::from(2),
    }
    println!("{nodes}");
    ExitCode::SUCCESS
}

/// Instructions of a workload, and its nodes; none if valgrind cannot be run.
fn count(name: &str) -> Option<(u64, u64)> {
    let this = std::env::current_exe().ok()?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(this)
        .args(["workload", name])
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stderr);
    let collected = text.lines().find_map(|line| line.split("Collected : ").nth(1))?;
    let nodes = String::from_utf8_lossy(&output.stdout).trim().parse().ok()?;
    Some((collected.trim().parse().ok()?, nodes))
}

pub fn report() {
    println!(
        "Alpha-beta through the traits against alpha-beta by hand, instructions (at most 1.05):"
    );
    let Some((start, _)) = count("nothing") else {
        println!("  not measured: valgrind was not found");
        return;
    };
    let games =
        [("connect4", "depth 10"), ("othello", "depth 8"), ("random-tree", "depth 10, 200 trees")];
    for (game, what) in games {
        let by_hand = count(&format!("{game}-by-hand"));
        let by_traits = count(&format!("{game}-by-traits"));
        let (Some(hand), Some(traits)) = (by_hand, by_traits) else {
            println!("  {game}: not measured");
            continue;
        };
        assert_eq!(hand.1, traits.1, "both generate the same nodes");
        let (hand_each, traits_each) =
            ((hand.0 - start) as f64 / hand.1 as f64, (traits.0 - start) as f64 / hand.1 as f64);
        println!(
            "  {game} ({what}): {traits_each:.1} per node against {hand_each:.1}: ratio {:.3}",
            traits_each / hand_each
        );
    }
}
