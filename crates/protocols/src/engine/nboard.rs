//! The client side of the NBoard protocol, version 2, for Othello.
//!
//! A command is a line. Most commands have no answer, and both sides ignore commands that they do not
//! know. The engine answers `ping n` with `pong n` once it has handled all earlier commands. It answers
//! `go` with `=== F5/eval/time`, and does not play that move on its own board. The game is sent as a GGF
//! record.

use super::thought::{number_after, score_of};
use super::{Client, Connection, Fault, Opening, Thought, require_game};
use crate::clock::Clocks;
use plywood::Side;
use plywood_games::{Game, Othello};

pub(super) struct NBoardClient {
    depth: Option<u32>,
    pings: u32,
    /// What the engine said in its last search.
    thought: Thought,
}

impl NBoardClient {
    pub fn new(depth: Option<u32>) -> NBoardClient {
        NBoardClient { depth, pings: 0, thought: Thought::default() }
    }

    /// Waits until the engine has handled all commands sent so far.
    fn ping(&mut self, connection: &mut Connection<'_>) -> Result<(), Fault> {
        self.pings += 1;
        connection.sync(&format!("ping {}", self.pings), &format!("pong {}", self.pings))
    }
}

/// A move in the notation of GGF and NBoard: upper case, `PA` for a pass.
fn move_text<G: Game>(position: &G, m: G::Move) -> String {
    match position.move_text(m).as_str() {
        "pass" => "PA".into(),
        square => square.to_ascii_uppercase(),
    }
}

/// The GGF record of the opening.
fn ggf<G: Game>(opening: &Opening<G>) -> String {
    let mut position = opening.origin.clone();
    // Black is X in our notation and a star in GGF.
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

impl<G: Game> Client<G> for NBoardClient {
    fn handshake(&mut self, connection: &mut Connection<'_>) -> Result<(), Fault> {
        require_game::<G>("NBoard", Othello::NAME)?;
        connection.send("nboard 2")?;
        if let Some(depth) = self.depth {
            connection.send(&format!("set depth {depth}"))?;
        }
        self.ping(connection)
    }

    fn new_game(
        &mut self,
        connection: &mut Connection<'_>,
        opening: &Opening<G>,
    ) -> Result<(), Fault> {
        // The same numbers in every game, so that what an engine said last does not depend on the games before.
        self.pings = 1;
        connection.send(&format!("set game {}", ggf(opening)))?;
        self.ping(connection)
    }

    fn choose(
        &mut self,
        connection: &mut Connection<'_>,
        position: &G,
        _clocks: Option<&Clocks>,
    ) -> Result<G::Move, Fault> {
        self.thought = Thought::default();
        connection.send("go")?;
        loop {
            let line = connection.receive()?;
            let words: Vec<&str> = line.split_whitespace().collect();
            if let Some(nodes) = number_after(&words, "nodestats") {
                self.thought.nodes = nodes;
            }
            let Some(answer) = line.strip_prefix("===") else { continue };
            let mut parts = answer.split('/').map(str::trim);
            let word = parts.next().unwrap_or_default();
            // The evaluation is in discs for the engine.
            let discs: Option<f64> = parts.next().and_then(|discs| discs.parse().ok());
            self.thought.score =
                discs.and_then(|discs| score_of(discs * f64::from(G::UNIT), position.side()));
            return position
                .parse_move(&word.to_ascii_lowercase())
                .map_err(|_| Fault::illegal_move(word));
        }
    }

    fn advance(
        &mut self,
        connection: &mut Connection<'_>,
        position: &G,
        m: G::Move,
    ) -> Result<(), Fault> {
        connection.send(&format!("move {}", move_text(position, m)))
    }

    fn thought(&self) -> Thought {
        self.thought
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::FaultKind;
    use crate::engine::testing::{FakeEngine, first_move, play_game};
    use plywood::Position;
    use plywood_games::Connect4;

    /// An engine that plays the first legal move.
    fn engine() -> FakeEngine {
        let mut board = Othello::default();
        FakeEngine::new(move |line| {
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
                    let m = move_text(&board, first_move(&board));
                    vec!["status thinking".into(), format!("=== {m}/-0.25/0.01"), "status".into()]
                }
                _ => panic!("{line}"),
            }
        })
    }

    #[test]
    fn whole_games() {
        let passes = |seed| {
            let start = (Othello::default(), seed % 30, None);
            play_game(&mut NBoardClient::new(Some(4)), &mut engine(), start, seed).1
        };
        let passes: u32 = (0..60).map(passes).sum();
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
        let mut engine = FakeEngine::new(|_| vec!["search".into(), "=== z9/0/0".into()]);
        let mut client = NBoardClient::new(None);
        let connection = &mut engine.connection();
        let fault = client.choose(connection, &Othello::default(), None).unwrap_err();
        assert_eq!(
            (fault.kind, fault.reason.as_str()),
            (FaultKind::IllegalMove, "not a legal move: 'z9'")
        );
        let fault = Client::<Connect4>::handshake(&mut client, connection);
        assert!(fault.unwrap_err().reason.contains("play othello, found connect4"));
    }
}
