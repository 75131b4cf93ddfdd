mod exchange;
mod history;
mod mate;
mod notation;
mod random_fens;
mod records;
mod rules;

use super::*;
use crate::Game;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn parse(text: &str) -> Chess {
    Chess::parse(Some(text)).unwrap_or_else(|error| panic!("{error}"))
}

fn legal(position: &Chess) -> Vec<Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}
