//! Makes the problems of `testdata/problems/phutball-wins.jsonl`: forced goals from seeded self-play, which the game
//! definition functions do not see without a search.
//!
//! `cargo run --release -p plywood-games --example phutball_problems > testdata/problems/phutball-wins.jsonl`

use plywood::kit::Width;
use plywood::search::{AbstractProof, AbstractProofOptions};
use plywood::{Budget, Evaluate, Position, Side};
use plywood_games::phutball::scoring::{Attack, GoalLine};
use plywood_games::phutball::{Move, Reach};
use plywood_games::random::Rng;
use plywood_games::{Game, Phutball};
use std::time::Instant;

fn main() {
    for (name, widths) in [
        ("AND1", vec![Width { or: 1, and: 0 }]),
        ("OR1AND1", vec![Width { or: 0, and: 0 }]),
        ("AND2", vec![Width { or: 1, and: 1 }]),
    ] {
        for size in ["11x11", "19x15"] {
            let mut sum = [0u64; 8];
            let begun = Instant::now();
            for seed in 0..6 {
                let game = self_play(size, seed);
                let last = game.last().unwrap();
                if name == "AND1" {
                    eprintln!("{size} seed {seed}: {} plies {}", game.len(), last.text());
                }
                for position in &game {
                    let k =
                        (1..=2).find(|&k| Attack::new(position, position.side()).gi(k).is_some());
                    if let Some(k) = k {
                        sum[k as usize] += 1;
                        continue;
                    }
                    let options =
                        AbstractProofOptions { widening: widths.clone(), ..Default::default() };
                    let mut search = AbstractProof::new(options);
                    let mut goal = GoalLine::new(position.side());
                    let begun = Instant::now();
                    let proof = search.prove(
                        position,
                        &mut goal,
                        &Budget::new().nodes(1000).time(std::time::Duration::from_secs(1)),
                    );
                    let ms = begun.elapsed().as_millis();
                    sum[3] += 1;
                    sum[4] += proof.counts.generated;
                    sum[5] += goal.boards();
                    if proof.answer == Some(true) {
                        sum[6] += 1;
                        eprintln!(
                            "{name} {size} seed {seed} ply {}: depth {} nodes {} boards {} ms {ms}",
                            position.text(),
                            proof.depth,
                            proof.counts.generated,
                            goal.boards()
                        );
                    }
                }
            }
            eprintln!("{name} {size}: {sum:?} {:?}", begun.elapsed());
        }
    }
}

/// The positions of a game in which each side plays one of the moves that look best.
fn self_play(size: &str, seed: u64) -> Vec<Phutball> {
    let mut rng = Rng::new(seed);
    let mut position = Phutball::parse(Some(size)).expect("a size of the game");
    let mut game = Vec::new();
    while !position.is_over() {
        game.push(position);
        let mut moves: Vec<Move> = Vec::new();
        position.moves(&mut moves);
        let side = position.side();
        let value = |position: &mut Phutball, m| {
            position.visit(m, |next| match next.is_over() {
                true => next.result(),
                false => Reach.evaluate(next),
            })
        };
        moves.sort_by_cached_key(|&m| {
            let value = value(&mut position.clone(), m).get();
            if side == Side::Max { -value } else { value }
        });
        let among = 1 + rng.below(4);
        let place = rng.below(among.min(moves.len() as u32));
        position.play(moves[place as usize]);
    }
    game
}
