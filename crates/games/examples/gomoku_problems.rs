//! Makes the problems of `testdata/problems/gomoku-wins.jsonl`: forced wins from seeded self-play, which the
//! game definition functions do not see without a search.
//!
//! `cargo run --release -p plywood-games --example gomoku_problems > testdata/problems/gomoku-wins.jsonl`

use plywood::search::{AbstractProof, AbstractProofOptions};
use plywood::{Budget, Position};
use plywood_games::gomoku::Shapes;
use plywood_games::gomoku::threats::{Attack, FiveGoal, WIDENING};
use plywood_games::random::greedy_game;
use plywood_games::{Game, Gomoku};
use std::ops::RangeInclusive;

/// Nodes of a proof.
const NODES: u64 = 1_000;

/// A kind of problems.
struct Kind {
    name: &'static str,
    /// The widths one of which must answer, by their places in the widening.
    steps: RangeInclusive<usize>,
    /// Whether the attacker is to move.
    attacks: bool,
    /// The number of problems.
    most: usize,
}

const KINDS: [Kind; 4] = [
    Kind { name: "fours", steps: 0..=0, attacks: true, most: 8 },
    Kind { name: "threes", steps: 1..=1, attacks: true, most: 12 },
    Kind { name: "quiet", steps: 2..=3, attacks: true, most: 4 },
    Kind { name: "defend", steps: 0..=1, attacks: false, most: 8 },
];

/// What the file says of itself.
const HEAD: &str = "\
# Gomoku: forced wins on 9 by 9 to 15 by 15 points. A line: a JSON object. `attack`: the side to move wins by force;
# `defend`: it cannot prevent that the other side does. shapes: known to every player; fours: by fours alone; threes:
# also by threes; quiet: also by moves that threaten to win with three stones.
# Source: seeded self-play, by crates/games/examples/gomoku_problems.rs; the tests play every win against all defences";

/// Shapes that every player knows: an open three, two open threes at once, a four and an open three at once, two
/// fours at once.
const SHAPES: [&str; 4] = [
    "h8 a1 i8 o2 j8 a3",
    "h8 a1 i8 o1 j9 a15 j10 o15",
    "f8 e8 g8 a1 h8 o1 i9 a15 i10 o15",
    "f8 e8 g8 i12 h8 a1 i9 o1 i10 a15 i11 o15",
];

fn main() {
    println!("{HEAD}");
    for (number, moves) in (1..).zip(SHAPES) {
        let position = Gomoku::parse(Some(moves)).expect("legal moves");
        println!("{}", line(&format!("shapes-{number}"), &position, true));
    }
    let options = AbstractProofOptions { widening: WIDENING.to_vec(), ..Default::default() };
    let mut search = AbstractProof::new(options);
    let mut found = KINDS.map(|_| Vec::new());
    let mut seed = 0;
    while found.iter().zip(&KINDS).any(|(lines, kind)| lines.len() < kind.most) {
        let size = [9, 11, 13, 15][seed as usize % 4];
        let start = Gomoku::parse(Some(&format!("{size}x{size}"))).expect("a size of the game");
        for position in greedy_game(start, &mut Shapes, 3, seed) {
            let Some(at) = kind_of(&position, &mut search) else { continue };
            let Kind { name, attacks, most, .. } = KINDS[at];
            if found[at].len() == most {
                continue;
            }
            let number = found[at].len() + 1;
            found[at].push(line(&format!("{name}-{number}"), &position, attacks));
            break;
        }
        seed += 1;
    }
    for line in found.iter().flatten() {
        println!("{line}");
    }
}

/// A problem as a line of the file.
fn line(id: &str, position: &Gomoku, attacks: bool) -> String {
    let (task, expected) = if attacks { ("attack", "won") } else { ("defend", "lost") };
    let position = position.text();
    format!(
        r#"{{"id": "{id}", "position": "{position}", "task": "{task}", "expected": "{expected}"}}"#
    )
}

/// The kind of a position, if it is a problem.
fn kind_of(position: &Gomoku, search: &mut AbstractProof<Gomoku>) -> Option<usize> {
    let attackers = [position.side(), !position.side()];
    attackers.into_iter().find_map(|attacker| {
        let attacks = attacker == position.side();
        let attack = Attack::new(position, attacker);
        let known = |k| if attacks { attack.gi(k).is_some() } else { attack.g(k) };
        // A game that the other side wins at once is no problem.
        let lost = !attacks && Attack::new(position, !attacker).gi(1).is_some();
        if lost || (1..=Attack::MOST).any(known) {
            return None;
        }
        let proof =
            search.prove(position, &mut FiveGoal::new(attacker), &Budget::new().nodes(NODES));
        // Chains of fours are found at the horizon, so that those of any length have depth 1.
        let won = proof.answer == Some(true) && (proof.depth > 1 || proof.step == 0);
        let fits = |kind: &Kind| kind.attacks == attacks && kind.steps.contains(&proof.step);
        won.then(|| KINDS.iter().position(fits)).flatten()
    })
}
