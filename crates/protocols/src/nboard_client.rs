//! The NBoard protocol, version 2, for Othello: the side of the program that engines play for.
//!
//! A line is a command; most have no answer, and what is not understood is ignored on both sides.
//! `ping n` is answered by `pong n` once all before it is done. `go` is answered by `=== F5/eval/time`
//! and leaves the engine's board as it is. The game is set as a GGF record.

use crate::client::{Dialect, Fault, FaultKind, Opening};
use crate::clock::Clocks;
use crate::process::Wire;
use plywood::Side;
use plywood_games::Game;
use std::time::Instant;

/// The state of the talk.
pub(crate) struct NBoard {
    depth: Option<u32>,
    pings: u32,
}

impl NBoard {
    pub fn new(depth: Option<u32>) -> NBoard {
        NBoard { depth, pings: 0 }
    }

    /// Waits until the engine has done what it was told.
    fn ping(&mut self, wire: &mut dyn Wire, deadline: Instant) -> Result<(), Fault> {
        self.pings += 1;
        wire.send(&format!("ping {}", self.pings))?;
        let pong = format!("pong {}", self.pings);
        while wire.receive(deadline)?.trim() != pong {}
        Ok(())
    }
}

/// A move in GGF and in NBoard: in capitals, `PA` for a pass.
fn move_text<G: Game>(position: &G, m: G::Move) -> String {
    match position.move_text(m).as_str() {
        "pass" => "PA".into(),
        square => square.to_ascii_uppercase(),
    }
}

/// The record of a game that was only begun.
fn ggf<G: Game>(opening: &Opening<G>) -> String {
    let mut position = opening.origin.clone();
    // Our texts have X for black, GGF has a star.
    let board = position.text().replace('X', "*");
    let mut record =
        format!("(;GM[Othello]PC[Plywood]PB[black]PW[white]RE[?]TI[0]TY[8]BO[8 {board}]");
    for &m in &opening.moves {
        let colour = if position.side() == Side::Max { 'B' } else { 'W' };
        record.push_str(&format!("{colour}[{}]", move_text(&position, m)));
        position.play(m);
    }
    record.push_str(";)");
    record
}

impl<G: Game> Dialect<G> for NBoard {
    fn greet(&mut self, wire: &mut dyn Wire, deadline: Instant) -> Result<(), Fault> {
        if G::NAME != "othello" {
            let reason = format!("NBoard engines play othello, found {}", G::NAME);
            return Err(Fault::new(FaultKind::Refusal, reason));
        }
        wire.send("nboard 2")?;
        if let Some(depth) = self.depth {
            wire.send(&format!("set depth {depth}"))?;
        }
        self.ping(wire, deadline)
    }

    fn new_game(
        &mut self,
        wire: &mut dyn Wire,
        opening: &Opening<G>,
        deadline: Instant,
    ) -> Result<(), Fault> {
        wire.send(&format!("set game {}", ggf(opening)))?;
        self.ping(wire, deadline)
    }

    fn choose(
        &mut self,
        wire: &mut dyn Wire,
        position: &G,
        _clocks: Option<&Clocks>,
        deadline: Instant,
    ) -> Result<G::Move, Fault> {
        wire.send("go")?;
        loop {
            let line = wire.receive(deadline)?;
            let Some(answer) = line.strip_prefix("===") else { continue };
            let word = answer.split('/').next().unwrap_or_default().trim();
            return position
                .parse_move(&word.to_ascii_lowercase())
                .map_err(|_| Fault::said(FaultKind::IllegalMove, "not a legal move", word));
        }
    }

    fn advance(
        &mut self,
        wire: &mut dyn Wire,
        position: &G,
        m: G::Move,
        _deadline: Instant,
    ) -> Result<(), Fault> {
        wire.send(&format!("move {}", move_text(position, m)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fake, play, soon};
    use plywood::Position;
    use plywood_games::{Connect4, Othello};

    /// An engine that plays the first legal move.
    fn engine() -> Fake {
        let mut board = Othello::default();
        Fake::new(move |line| {
            let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
            match command {
                "nboard" => vec!["set myname first".into()],
                "ping" => vec!["status".into(), format!("pong {rest}")],
                "set" if rest.starts_with("game ") => {
                    let (_, record) = rest.split_once("BO[8 ").unwrap();
                    let (squares, record) = record.split_once(']').unwrap();
                    board = Othello::parse(Some(&squares.replace('*', "X"))).unwrap();
                    for word in record.trim_end_matches(";)").split_terminator(']') {
                        let side = if board.side() == Side::Max { "B[" } else { "W[" };
                        let m = board.parse_move(word.strip_prefix(side).unwrap()).unwrap();
                        board.play(m);
                    }
                    vec![]
                }
                "set" => {
                    assert_eq!(rest, "depth 4");
                    vec![]
                }
                "move" => {
                    let m = board.parse_move(rest).unwrap();
                    board.play(m);
                    vec![]
                }
                "go" => {
                    let mut moves = Vec::new();
                    board.moves(&mut moves);
                    let m = move_text(&board, moves[0]);
                    vec!["status thinking".into(), format!("=== {m}/-0.25/0.01"), "status".into()]
                }
                _ => panic!("{line}"),
            }
        })
    }

    #[test]
    fn whole_games() {
        let passes: u32 =
            (0..60).map(|seed| play(&mut NBoard::new(Some(4)), &mut engine(), seed)).sum();
        assert!(passes > 0, "no pass was tested");
    }

    #[test]
    fn the_record_of_an_opening() {
        let moves = Othello::transcript("f5d6").unwrap();
        assert_eq!(
            ggf(&Opening { origin: Othello::default(), moves }),
            "(;GM[Othello]PC[Plywood]PB[black]PW[white]RE[?]TI[0]TY[8]\
             BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)"
        );
    }

    #[test]
    fn wrong_answers_and_wrong_games() {
        let mut wire = Fake::new(|_| vec!["search".into(), "=== z9/0/0".into()]);
        let fault =
            NBoard::new(None).choose(&mut wire, &Othello::default(), None, soon()).unwrap_err();
        assert_eq!(
            (fault.kind, fault.reason.as_str()),
            (FaultKind::IllegalMove, "not a legal move: 'z9'")
        );
        let fault = Dialect::<Connect4>::greet(&mut NBoard::new(None), &mut wire, soon());
        assert!(fault.unwrap_err().reason.contains("play othello, found connect4"));
    }
}
