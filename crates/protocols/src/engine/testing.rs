//! Engines in memory, and games against them.

use super::{Client, Connection, Fault, FaultKind, Opening, Transport};
use crate::clock::Clocks;
use plywood_games::Game;
use plywood_games::random::{Rng, random_move};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

type Answer = dyn FnMut(&str) -> Vec<String> + Send;

/// An engine that is a function from a line to lines.
pub(super) struct FakeEngine {
    answer: Box<Answer>,
    lines: VecDeque<String>,
}

impl FakeEngine {
    pub fn new(answer: impl FnMut(&str) -> Vec<String> + Send + 'static) -> FakeEngine {
        FakeEngine { answer: Box::new(answer), lines: VecDeque::new() }
    }

    pub fn connection(&mut self) -> Connection<'_> {
        Connection { transport: self, deadline: Instant::now() + Duration::from_secs(10) }
    }
}

impl Transport for FakeEngine {
    fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.lines.extend((self.answer)(line));
        Ok(())
    }

    fn receive(&mut self, _deadline: Instant) -> Result<String, Fault> {
        self.lines.pop_front().ok_or_else(|| Fault::new(FaultKind::Timeout, "no more lines"))
    }
}

/// The first legal move.
pub(super) fn first_move<G: Game>(position: &G) -> G::Move {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves[0]
}

/// A game of at most 200 plies against random moves, after `plies` random moves from `origin`.
/// Returns the last position and the number of passes.
#[track_caller]
pub(super) fn play_game<G: Game>(
    client: &mut dyn Client<G>,
    engine: &mut FakeEngine,
    (origin, plies, clocks): (G, u64, Option<&Clocks>),
    seed: u64,
) -> (G, u32) {
    let mut rng = Rng::new(seed);
    let mut random_move = |position: &G| random_move(position, &mut rng).expect("a move");
    let mut position = origin.clone();
    let mut opening = Opening::of(origin);
    for _ in 0..plies {
        let m = random_move(&position);
        position.play(m);
        opening.moves.push(m);
    }
    assert!(opening.position() == position);
    let connection = &mut engine.connection();
    client.handshake(connection).expect("a handshake");
    client.new_game(connection, &opening).expect("a new game");
    let side = position.side();
    let mut passes = 0;
    for _ in 0..200 {
        if position.is_over() {
            break;
        }
        let m = if position.side() == side {
            client.choose(connection, &position, clocks).expect("a legal move")
        } else {
            random_move(&position)
        };
        passes += u32::from(position.move_text(m) == "pass");
        client.advance(connection, &position, m).expect("a move made");
        position.play(m);
    }
    (position, passes)
}
