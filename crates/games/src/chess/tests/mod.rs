mod exchange;
mod history;
mod notation;
mod random_fens;
mod records;
mod rules;

use super::*;
use crate::Game;
use crate::random::Rng;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn parse(text: &str) -> Chess {
    Chess::parse(Some(text)).unwrap_or_else(|error| panic!("{error}"))
}

fn legal(position: &Chess) -> Vec<Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

/// The positions of a random game.
fn walk(start: &Chess, seed: u64) -> Vec<Chess> {
    let mut rng = Rng::new(seed);
    let mut position = start.clone();
    let mut positions = Vec::new();
    loop {
        positions.push(position.clone());
        let moves = legal(&position);
        if moves.is_empty() {
            return positions;
        }
        position.play(moves[rng.below(moves.len() as u32) as usize]);
    }
}
