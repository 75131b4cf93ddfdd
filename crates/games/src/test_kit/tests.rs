use super::*;
use crate::{BuiltIn, GameList, GameVisitor, InputError};
use plywood::{Evaluate, Keyed, Position, Score, Side, Tactics, hash};
use std::panic::catch_unwind;

struct Check;

impl GameVisitor for Check {
    fn visit<G: Game>(&mut self) {
        if G::LISTED {
            check::<G>();
        }
    }
}

#[test]
fn the_games_of_plywood_pass() {
    BuiltIn::each(&mut Check);
}

const SOUND: u8 = 0;
const UNDO: u8 = 1;
const OVER: u8 = 2;
const TEXT: u8 = 3;
const KEY: u8 = 4;
const VALUE: u8 = 5;
const PERFT: u8 = 6;
const MOVE_TEXT: u8 = 7;
const ERROR: u8 = 8;
const MOVE_AT: u8 = 9;

/// A pile from which each player takes one or two; whoever takes the last one wins. It has the fault `F`.
#[derive(Clone, Debug, PartialEq)]
struct Pile<const F: u8> {
    left: u32,
    ply: u32,
}

impl<const F: u8> Position for Pile<F> {
    type Move = u32;
    type Undo = ();

    fn side(&self) -> Side {
        if self.ply.is_multiple_of(2) { Side::Max } else { Side::Min }
    }

    fn moves(&self, out: &mut Vec<u32>) {
        out.extend(1..=self.left.min(2));
    }

    fn result(&self) -> Score {
        Score::won_by(!self.side(), self.ply)
    }

    fn play(&mut self, m: u32) {
        self.left -= m;
        self.ply += 1;
    }

    fn undo(&mut self, m: u32, (): ()) {
        self.left += m;
        self.ply -= u32::from(F != UNDO);
    }

    fn is_over(&self) -> bool {
        self.left == 0 || F == OVER && self.left == 1
    }

    fn move_at(&self, index: usize, _: &mut Vec<u32>) -> u32 {
        if F == MOVE_AT { 1 } else { index as u32 + 1 }
    }
}

impl<const F: u8> Keyed for Pile<F> {
    fn key(&self) -> u64 {
        hash(&[self.left.into(), if F == KEY { 0 } else { self.ply.into() }])
    }
}

impl<const F: u8> Tactics for Pile<F> {}

#[derive(Clone, Default)]
struct Asked(u32);

impl<const F: u8> Evaluate<Pile<F>> for Asked {
    fn evaluate(&mut self, _: &Pile<F>) -> Score {
        self.0 += u32::from(F == VALUE);
        Score::new(self.0 as i32)
    }
}

impl<const F: u8> Game for Pile<F> {
    const NAME: &'static str = "pile";
    const SUMMARY: &'static str = "one pile";
    const POSITION: &'static str = "what is left/plies, such as 5/2";
    type Evaluation = Asked;

    fn parse(text: Option<&str>) -> Result<Self, InputError> {
        let text = text.unwrap_or("9/0");
        let error = InputError::new("pile position", text);
        let numbers = text.split_once('/').and_then(|(left, ply)| {
            Some((left.parse::<u16>().ok()?.into(), ply.parse::<u16>().ok()?.into()))
        });
        match numbers {
            Some((left, ply)) => Ok(Pile { left, ply }),
            None if F == ERROR => Err(error),
            None => Err(error.expected("two numbers")),
        }
    }

    fn text(&self) -> String {
        let ply = if F == TEXT { 0 } else { self.ply };
        format!("{}/{ply}", self.left)
    }

    fn move_text(&self, m: u32) -> String {
        if F == MOVE_TEXT { "take".into() } else { m.to_string() }
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&mut self.clone(), depth) + u64::from(F == PERFT)
    }
}

/// What the check of a game with a fault says.
fn complaint<const F: u8>() -> String {
    match catch_unwind(check::<Pile<F>>) {
        Ok(()) => String::new(),
        Err(reason) => *reason.downcast::<String>().expect("a message with values"),
    }
}

#[test]
fn each_fault_is_found_and_named() {
    assert_eq!(complaint::<SOUND>(), "");
    for (complaint, words) in [
        (complaint::<UNDO>(), "undo of"),
        (complaint::<OVER>(), "is_over, and whether there are moves"),
        (complaint::<TEXT>(), "parse reads"),
        (complaint::<KEY>(), "have the same key, and different sides are to move"),
        (complaint::<VALUE>(), "the evaluation depends on what was evaluated before"),
        (complaint::<PERFT>(), "Game::perft, depth 1"),
        (complaint::<MOVE_TEXT>(), "parse_move of 'take'"),
        (complaint::<ERROR>(), "an error does not say what was expected"),
        (complaint::<MOVE_AT>(), "move_at 1"),
    ] {
        assert!(complaint.contains(words), "{complaint}");
    }
}
