//! The client side of UCI, for chess.
//!
//! The engine answers `uci` with its name, its options and `uciok`, and `isready` with `readyok` once it
//! has handled all earlier commands. It keeps no game: before each `go` it is sent the start position and
//! all moves.

use super::{Client, Connection, EngineSpec, Fault, FaultKind, Opening, Thought, require_game};
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
    /// What the engine said in its last search.
    thought: Thought,
    /// The move that it expects, in UCI notation.
    expected: Option<String>,
    ponder: Ponder,
}

/// What the engine does while the other side thinks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ponder {
    Rests,
    /// It searches the position after the expected move.
    Searches,
    /// The expected move was played: the search goes on as that of the next move.
    Hit,
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
            thought: Thought::default(),
            expected: None,
            ponder: Ponder::Rests,
        }
    }

    /// The command `position` for the current position, and for more moves behind it.
    fn position(&self, more: Option<&str>) -> String {
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).chain(more).collect();
        match moves.is_empty() {
            true => format!("position {}", self.start),
            false => format!("position {} moves {}", self.start, moves.join(" ")),
        }
    }

    /// Ends a search on the other side's time. Its answer is of no use.
    fn end_ponder(&mut self, connection: &mut Connection<'_>) -> Result<(), Fault> {
        if std::mem::replace(&mut self.ponder, Ponder::Rests) != Ponder::Rests {
            connection.send("stop")?;
            while connection.receive()?.split_whitespace().next() != Some("bestmove") {}
        }
        Ok(())
    }

    /// Plays a move, in any notation, on our own board.
    fn play(&mut self, text: &str) -> Result<(), Fault> {
        let m = self.board.parse_move(text).map_err(refusal)?;
        self.moves.push(self.board.uci(m));
        self.board.play(m);
        Ok(())
    }
}

/// The end of the `go` command in a game with clocks.
fn clock_words(clocks: &Clocks) -> String {
    let Clocks { left: [white, black], increment } = clocks;
    let [white, black, more] = [white, black, increment].map(|time| time.as_millis());
    format!(" wtime {white} btime {black} winc {more} binc {more}")
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
        self.end_ponder(connection)?;
        connection.send("ucinewgame")?;
        ready(connection)
    }

    fn choose(
        &mut self,
        connection: &mut Connection<'_>,
        position: &G,
        clocks: Option<&Clocks>,
    ) -> Result<G::Move, Fault> {
        self.thought = Thought::default();
        if std::mem::replace(&mut self.ponder, Ponder::Rests) == Ponder::Hit {
            connection.send("ponderhit")?;
        } else {
            connection.send(&self.position(None))?;
            let limits = clocks.map_or(self.limits.clone(), clock_words);
            connection.send(&format!("go{limits}"))?;
        }
        loop {
            let line = connection.receive()?;
            let mut words = line.split_whitespace();
            if words.next() != Some("bestmove") {
                self.thought.hear_uci(&line, position.side());
                continue;
            }
            let word = words.next().unwrap_or_default();
            let expected = words.next().filter(|&word| word == "ponder").and(words.next());
            self.expected = expected.map(str::to_string);
            // From UCI notation to the notation of `G`.
            let text = self.board.parse_uci(word).map(|m| self.board.move_text(m));
            let m = text.and_then(|text| position.parse_move(&text).ok());
            return m.ok_or_else(|| Fault::illegal_move(word));
        }
    }

    fn advance(
        &mut self,
        connection: &mut Connection<'_>,
        position: &G,
        m: G::Move,
    ) -> Result<(), Fault> {
        self.play(&position.move_text(m))?;
        if self.ponder == Ponder::Searches {
            match self.moves.last() == self.expected.as_ref() {
                true => self.ponder = Ponder::Hit,
                false => self.end_ponder(connection)?,
            }
        }
        Ok(())
    }

    fn ponder(
        &mut self,
        connection: &mut Connection<'_>,
        _position: &G,
        clocks: &Clocks,
    ) -> Result<(), Fault> {
        let legal = |word: &&String| self.board.parse_uci(word).is_some();
        let Some(expected) = self.expected.as_ref().filter(legal) else { return Ok(()) };
        connection.send(&self.position(Some(expected)))?;
        connection.send(&format!("go ponder{}", clock_words(clocks)))?;
        self.ponder = Ponder::Searches;
        Ok(())
    }

    fn thought(&self) -> Thought {
        self.thought
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

    /// An engine that plays the first legal move, expects the first legal answer, and notes what it is told.
    fn pondering(heard: &std::sync::Arc<std::sync::Mutex<Vec<String>>>) -> FakeEngine {
        let (heard, mut board, mut waits) = (heard.clone(), Chess::default(), false);
        FakeEngine::new(move |line| {
            heard.lock().unwrap().push(line.to_string());
            let words = line.trim_start_matches("position ").trim_start_matches("fen ");
            let answer = match line {
                "isready" => return vec!["readyok".into()],
                "stop" | "ponderhit" if std::mem::take(&mut waits) => true,
                _ if line.starts_with("go ponder ") => {
                    waits = true;
                    false
                }
                _ if line.starts_with("position ") => {
                    let words = words.trim_start_matches("startpos").trim_start_matches(" moves ");
                    board = Chess::parse(Some(words)).unwrap();
                    false
                }
                _ => line.starts_with("go "),
            };
            let mut after = board.clone();
            let m = first_move(&board);
            after.play(m);
            let best =
                format!("bestmove {} ponder {}", board.uci(m), after.uci(first_move(&after)));
            if answer { vec!["info depth 3 score cp 5".into(), best] } else { vec![] }
        })
    }

    #[test]
    fn a_hit_goes_on_and_a_miss_is_stopped() {
        let clocks = Clocks { left: [Duration::from_secs(9); 2], increment: Duration::ZERO };
        for hit in [true, false] {
            let heard = std::sync::Arc::default();
            let mut engine = pondering(&heard);
            let connection = &mut engine.connection();
            let mut client = UciClient::new(&spec());
            client.new_game(connection, &Opening::of(Chess::default())).unwrap();
            let mut position = Chess::default();
            for _ in 0..4 {
                let m = client.choose(connection, &position, Some(&clocks)).unwrap();
                client.advance(connection, &position, m).unwrap();
                position.play(m);
                client.ponder(connection, &position, &clocks).unwrap();
                let mut legal = Vec::new();
                position.moves(&mut legal);
                let reply = if hit { legal[0] } else { legal[1] };
                client.advance(connection, &position, reply).unwrap();
                position.play(reply);
            }
            assert_eq!(client.board, position);
            // A game that ends during a search on the other's time leaves no answer behind.
            client.new_game(connection, &Opening::of(Chess::default())).unwrap();
            let count = |words: &str| {
                heard
                    .lock()
                    .unwrap()
                    .iter()
                    .filter(|line: &&String| line.starts_with(words))
                    .count()
            };
            let expected = if hit { (4, 3, 1, 1) } else { (4, 0, 4, 4) };
            let found = (count("go ponder"), count("ponderhit"), count("stop"), count("go wtime"));
            assert_eq!(found, expected, "hit {hit}");
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
