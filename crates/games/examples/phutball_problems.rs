//! Makes the problems of `testdata/problems/phutball-wins.jsonl`: forced goals from seeded self-play, which the game
//! definition functions gi1 and gi2 do not see.
//!
//! `cargo run --release -p plywood-games --example phutball_problems > testdata/problems/phutball-wins.jsonl`

use plywood::kit::Width;
use plywood::search::{AbstractProof, AbstractProofOptions};
use plywood::{Budget, Position, Side};
use plywood_games::phutball::Reach;
use plywood_games::phutball::scoring::{Attack, GoalLine};
use plywood_games::random::greedy_game;
use plywood_games::{Game, Phutball};
use std::collections::HashSet;

/// The searches that look for a proof, and the nodes that they may take: with ip3 and without.
const WIDE: (Width, u64) = (Width { or: 1, and: 1 }, 150);
const NARROW: (Width, u64) = (Width { or: 1, and: 0 }, 3_000);
/// The plies at the end of a game that are looked at.
const LAST: usize = 12;
/// The sizes of the boards, and the number of problems of each size and grade.
const SIZES: [(&str, usize); 3] = [("11x11", 10), ("19x15", 6), ("19x19", 6)];
const GRADES: [&str; 3] = ["easy", "medium", "hard"];

/// What the file says of itself.
const HEAD: &str = "\
# Phutball: forced goals on 11x11, 19x15 and 19x19. A line: a JSON object. The side to move scores by force, and gi1 and
# gi2 do not see it. Grades: easy if a search with OR2 and AND2 needs one move of the attacker before gi3 sees the goal, or
# none; medium: two; hard: more, or it does not find the goal within 150 nodes, but a search with OR2 and AND1 does.
# Source: seeded self-play, by crates/games/examples/phutball_problems.rs; a test checks the sets of preventing moves";

fn main() {
    println!("{HEAD}");
    for (size, most) in SIZES {
        let mut found = GRADES.map(|_| Vec::new());
        let mut seen = HashSet::new();
        let mut seed = 0;
        while found.iter().any(|lines| lines.len() < most) {
            let start = Phutball::parse(Some(size)).expect("a size of the game");
            let game = greedy_game(start, &mut Reach, 4, seed);
            for position in &game[game.len().saturating_sub(LAST)..] {
                let Some(grade) = grade(position) else { continue };
                if found[grade].len() == most || !seen.insert(canonical(position)) {
                    continue;
                }
                let number = found[grade].len() + 1;
                found[grade].push(line(size, GRADES[grade], number, position));
                // The next positions of a game are mostly parts of the same problem.
                break;
            }
            seed += 1;
        }
        found.iter().flatten().for_each(|line| println!("{line}"));
    }
}

/// A problem as a line of the file.
fn line(size: &str, grade: &str, number: usize, position: &Phutball) -> String {
    let position = position.text();
    format!(
        r#"{{"id": "{size}-{grade}-{number}", "position": "{position}", "task": "attack", "expected": "won", "grade": "{grade}"}}"#
    )
}

/// The grade of a position in which the side to move scores by force, if that takes a search.
fn grade(position: &Phutball) -> Option<usize> {
    let attack = Attack::new(position, position.side());
    if (1..=2).any(|k| attack.gi(k).is_some()) {
        return None;
    }
    let depth = |(width, nodes): (Width, u64)| {
        let options = AbstractProofOptions { widening: vec![width], ..Default::default() };
        let mut goal = GoalLine::new(position.side());
        let budget = Budget::new().nodes(nodes);
        let proof = AbstractProof::new(options).prove(position, &mut goal, &budget);
        (proof.answer == Some(true)).then_some(proof.depth)
    };
    match depth(WIDE) {
        Some(depth) => Some((depth.max(1) as usize - 1).min(2)),
        None => depth(NARROW).map(|_| 2),
    }
}

/// The same text for positions that are one problem: seen from the side that plays up, and one of two mirrored ones.
fn canonical(position: &Phutball) -> String {
    let text = position.text();
    let rows = text.split(' ').next().unwrap_or_default().split('/').map(|row| {
        let mut cells = String::new();
        let mut gap = 0;
        for c in row.chars().chain(['|']) {
            match c.to_digit(10) {
                Some(digit) => gap = 10 * gap + digit as usize,
                None => {
                    cells += &".".repeat(std::mem::take(&mut gap));
                    cells.extend(Some(c).filter(|&c| c != '|'));
                }
            }
        }
        cells
    });
    let mut rows: Vec<String> = rows.collect();
    if position.side() == Side::Min {
        rows.reverse();
    }
    let mirrored = rows.iter().map(|row| row.chars().rev().collect()).collect::<Vec<String>>();
    rows.join("/").min(mirrored.join("/"))
}
