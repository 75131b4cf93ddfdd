//! The client side of UCI, for chess.
//!
//! The engine answers `uci` with its name, its options and `uciok`, and `isready` with `readyok` once it
//! has handled all earlier commands. It keeps no game: before each `go` it is sent the start position and
//! all moves.

use super::{Client, Connection, EngineSpec, Fault, FaultKind, Opening, require_game};
use crate::clock::Clocks;
use plywood::Position;
use plywood_games::{Chess, Game, InputError, shown};

pub(super) struct UciClient {
    options: Vec<(String, String)>,
    /// The end of the `go` command in a game without clocks.
    limits: String,
    /// `startpos`, or `fen` and a FEN.
    start: String,
    /// The moves since, in UCI notation.
    moves: Vec<String>,
    /// The position after the moves.
    board: Chess,
}

fn refusal(error: InputError) -> Fault {
    Fault::new(FaultKind::Refusal, error.to_string())
}

impl UciClient {
    pub fn new(spec: &EngineSpec) -> UciClient {
        let mut limits = String::new();
        if let Some(time) = spec.time {
            limits.push_str(&format!(" movetime {}", time.as_millis()));
        }
        if let Some(depth) = spec.depth {
            limits.push_str(&format!(" depth {depth}"));
        }
        if let Some(nodes) = spec.nodes {
            limits.push_str(&format!(" nodes {nodes}"));
        }
        UciClient {
            options: spec.options.clone(),
            limits,
            start: "startpos".into(),
            moves: Vec::new(),
            board: Chess::default(),
        }
    }

    /// Plays a move, in any notation, on our own board.
    fn play(&mut self, text: &str) -> Result<(), Fault> {
        let m = self.board.parse_move(text).map_err(refusal)?;
        self.moves.push(self.board.uci(m));
        self.board.play(m);
        Ok(())
    }
}

fn ready(connection: &mut Connection<'_>) -> Result<(), Fault> {
    connection.sync("isready", "readyok")
}

/// The option's name in a line such as `option name Hash type spin default 16`.
fn option_name(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let ["option", "name", rest @ ..] = &words[..] else { return None };
    let end = rest.iter().position(|&word| word == "type")?;
    Some(rest[..end].join(" "))
}

impl<G: Game> Client<G> for UciClient {
    fn handshake(&mut self, connection: &mut Connection<'_>) -> Result<(), Fault> {
        require_game::<G>("UCI", Chess::NAME)?;
        connection.send("uci")?;
        let mut offered = Vec::new();
        loop {
            let line = connection.receive()?;
            if line.trim() == "uciok" {
                break;
            }
            offered.extend(option_name(&line));
        }
        for (name, value) in &self.options {
            // Engines ignore unknown options without an answer, so we check here.
            if !offered.iter().any(|other| other.eq_ignore_ascii_case(name)) {
                let (name, offered) = (shown(name), offered.join(", "));
                let reason = format!("the engine has no option '{name}': expected {offered}");
                return Err(Fault::new(FaultKind::Refusal, reason));
            }
            connection.send(&format!("setoption name {name} value {value}"))?;
        }
        ready(connection)
    }

    fn new_game(
        &mut self,
        connection: &mut Connection<'_>,
        opening: &Opening<G>,
    ) -> Result<(), Fault> {
        // The notation of a position may end with moves, which count for repetitions.
        let text = opening.origin.text();
        let (fen, before) = text.split_once(" moves ").unwrap_or((&text, ""));
        self.board = Chess::from_fen(fen).map_err(refusal)?;
        self.start = match self.board == Chess::default() {
            true => "startpos".to_string(),
            false => format!("fen {fen}"),
        };
        self.moves.clear();
        for text in before.split_whitespace() {
            self.play(text)?;
        }
        let mut position = opening.origin.clone();
        for &m in &opening.moves {
            self.play(&position.move_text(m))?;
            position.play(m);
        }
        connection.send("ucinewgame")?;
        ready(connection)
    }

    fn choose(
        &mut self,
        connection: &mut Connection<'_>,
        position: &G,
        clocks: Option<&Clocks>,
    ) -> Result<G::Move, Fault> {
        let moves = match self.moves.is_empty() {
            true => String::new(),
            false => format!(" moves {}", self.moves.join(" ")),
        };
        connection.send(&format!("position {}{moves}", self.start))?;
        let limits = match clocks {
            None => self.limits.clone(),
            Some(Clocks { left: [white, black], increment }) => {
                let [white, black, more] = [white, black, increment].map(|time| time.as_millis());
                format!(" wtime {white} btime {black} winc {more} binc {more}")
            }
        };
        connection.send(&format!("go{limits}"))?;
        loop {
            let line = connection.receive()?;
            let mut words = line.split_whitespace();
            if words.next() != Some("bestmove") {
                continue;
            }
            let word = words.next().unwrap_or_default();
            // From UCI notation to the notation of `G`.
            let text = self.board.parse_uci(word).map(|m| self.board.move_text(m));
            let m = text.and_then(|text| position.parse_move(&text).ok());
            return m.ok_or_else(|| Fault::illegal_move(word));
        }
    }

    fn advance(
        &mut self,
        _connection: &mut Connection<'_>,
        position: &G,
        m: G::Move,
    ) -> Result<(), Fault> {
        self.play(&position.move_text(m))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Protocol;
    use crate::engine::testing::{FakeEngine, first_move, play_game};
    use plywood_games::Othello;
    use std::time::Duration;

    fn spec() -> EngineSpec {
        EngineSpec::new(Protocol::Uci, "engine").unwrap()
    }

    /// An engine that plays the first legal move. It expects `go` to end with `limits`.
    fn engine(limits: &'static str) -> FakeEngine {
        let mut board = Chess::default();
        FakeEngine::new(move |line| match line {
            "uci" => ["id name first", "option name Move Overhead type spin", "uciok"]
                .map(String::from)
                .into(),
            "isready" => vec!["info string here".into(), "readyok".into()],
            "ucinewgame" | "setoption name move overhead value 7" => vec![],
            line if line.starts_with("position ") => {
                let line = line.trim_start_matches("position ").trim_start_matches("fen ");
                board = Chess::parse(Some(line)).unwrap();
                vec![]
            }
            line if line.starts_with("go") => {
                assert_eq!(line, format!("go{limits}"));
                let m = board.uci(first_move(&board));
                vec!["info depth 1".into(), format!("bestmove {m} ponder e2e4")]
            }
            _ => panic!("{line}"),
        })
    }

    #[test]
    fn whole_games() {
        let spec = EngineSpec {
            options: vec![("move overhead".into(), "7".into())],
            time: Some(Duration::from_millis(1500)),
            depth: Some(5),
            nodes: Some(9),
            ..spec()
        };
        let clocks = Clocks { left: [1, 2].map(Duration::from_secs), increment: Duration::ZERO };
        for seed in 0..30 {
            let (limits, clocks) = match seed % 2 {
                0 => (" movetime 1500 depth 5 nodes 9", None),
                _ => (" wtime 1000 btime 2000 winc 0 binc 0", Some(&clocks)),
            };
            // Castling, promotions, and a move history with a repetition.
            let origin = ["", "r3k2r/P6p/8/8/8/8/p6P/R3K2R w KQkq - 0 1 moves e1d1 e8d8 d1e1 d8e8"];
            let origin = Chess::parse(Some(origin[seed as usize / 2 % 2])).unwrap();
            let mut client = UciClient::new(&spec);
            let start = (origin, seed % 7, clocks);
            let (last, _) = play_game(&mut client, &mut engine(limits), start, seed);
            assert_eq!(client.board, last);
        }
    }

    #[test]
    fn wrong_answers_wrong_games_and_unknown_options() {
        for (answer, words) in [
            ("bestmove e2e5", "not a legal move: 'e2e5'"),
            ("bestmove (none)", "not a legal move: '(none)'"),
            ("bestmove", "not a legal move: ''"),
        ] {
            let mut engine = FakeEngine::new(move |_| vec![answer.into()]);
            let mut client = UciClient::new(&spec());
            let fault = client.choose(&mut engine.connection(), &Chess::default(), None);
            let fault = fault.unwrap_err();
            assert_eq!((fault.kind, fault.reason.as_str()), (FaultKind::IllegalMove, words));
        }
        let mut engine = engine("");
        let connection = &mut engine.connection();
        let fault = Client::<Othello>::handshake(&mut UciClient::new(&spec()), connection);
        assert!(fault.unwrap_err().reason.contains("play chess, found othello"));
        let wrong = EngineSpec { options: vec![("Speed".into(), "9".into())], ..spec() };
        let fault = Client::<Chess>::handshake(&mut UciClient::new(&wrong), connection);
        let reason = fault.unwrap_err().reason;
        assert_eq!(reason, "the engine has no option 'Speed': expected Move Overhead");
    }
}
