//! Engines in memory, for tests of what is said.

#[path = "../../games/src/testing/input.rs"]
mod input;

pub(crate) use input::refused;

use crate::client::{Dialect, Fault, FaultKind, Opening};
use crate::process::Wire;
use plywood::Position;
use plywood_games::Othello;
use plywood_games::othello::Move;
use plywood_games::random::Rng;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::time::{Duration, Instant};

type Answer = dyn FnMut(&str) -> Vec<String> + Send;

/// A wire to an engine that is a function from lines to lines.
pub(crate) struct Fake {
    answer: Box<Answer>,
    lines: VecDeque<String>,
}

impl Fake {
    pub fn new(answer: impl FnMut(&str) -> Vec<String> + Send + 'static) -> Fake {
        Fake { answer: Box::new(answer), lines: VecDeque::new() }
    }
}

impl Wire for Fake {
    fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.lines.extend((self.answer)(line));
        Ok(())
    }

    fn receive(&mut self, _deadline: Instant) -> Result<String, Fault> {
        self.lines.pop_front().ok_or_else(|| Fault::new(FaultKind::Timeout, "silence"))
    }
}

/// One of the lines, as it is or with something wrong in it.
pub(crate) fn garbled(rng: &mut Rng, lines: &[&str]) -> String {
    let line = lines[rng.below(lines.len() as u32) as usize];
    match rng.below(2) {
        0 => input::mutated(rng, line, "abcdefghilmnoprstvw 0123456789").replace('\n', " "),
        _ => line.to_string(),
    }
}

/// An output that nobody reads any more.
pub(crate) struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(crate) fn soon() -> Instant {
    Instant::now() + Duration::from_secs(10)
}

/// A game of Othello against random moves, from a random opening. Says how many passes there were.
#[track_caller]
pub(crate) fn play(dialect: &mut dyn Dialect<Othello>, wire: &mut dyn Wire, seed: u64) -> u32 {
    let mut rng = Rng::new(seed);
    let mut draw = |position: &Othello| {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        moves[rng.below(moves.len() as u32) as usize]
    };
    let mut position = Othello::default();
    let mut opening = Opening::of(position);
    for _ in 0..seed % 30 {
        let m = draw(&position);
        position.play(m);
        opening.moves.push(m);
    }
    assert_eq!(opening.position(), position);
    dialect.greet(wire, soon()).expect("a greeting");
    dialect.new_game(wire, &opening, soon()).expect("a new game");
    let side = position.side();
    let mut passes = 0;
    while !position.is_over() {
        let m = if position.side() == side {
            dialect.choose(wire, &position, None, soon()).expect("a legal move")
        } else {
            draw(&position)
        };
        passes += u32::from(m == Move::PASS);
        dialect.advance(wire, &position, m, soon()).expect("a move made");
        position.play(m);
    }
    passes
}
