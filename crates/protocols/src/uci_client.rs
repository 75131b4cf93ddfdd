//! UCI for chess: the GUI's side of it.
//!
//! `uci` is answered by names and options and `uciok`, `isready` by `readyok` once all before it is
//! done. The engine keeps nothing: each `go` comes with the position and all moves since the start.

use crate::client::{Dialect, EngineSpec, Fault, FaultKind, Opening};
use crate::clock::Clocks;
use crate::process::Wire;
use plywood::Position;
use plywood_games::{Chess, Game, shown};
use std::time::Instant;

/// The state of the talk.
pub(crate) struct Uci {
    options: Vec<(String, String)>,
    /// What limits a move in a game without clocks.
    limits: String,
    /// `startpos` or a FEN, and the moves since.
    start: String,
    moves: Vec<String>,
    board: Chess,
}

impl Uci {
    pub fn new(spec: &EngineSpec) -> Uci {
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
        Uci {
            options: spec.options.clone(),
            limits,
            start: "startpos".into(),
            moves: Vec::new(),
            board: Chess::default(),
        }
    }

    /// Plays a move, by its name in whatever notation, on our own board.
    fn play(&mut self, name: &str) -> Result<(), Fault> {
        let m = self
            .board
            .parse_move(name)
            .map_err(|e| Fault::new(FaultKind::Refusal, e.to_string()))?;
        self.moves.push(self.board.uci(m));
        self.board.play(m);
        Ok(())
    }
}

fn ready(wire: &mut dyn Wire, deadline: Instant) -> Result<(), Fault> {
    wire.send("isready")?;
    while wire.receive(deadline)?.trim() != "readyok" {}
    Ok(())
}

/// The name in a line such as `option name Hash type spin default 16`.
fn option_name(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let ["option", "name", rest @ ..] = &words[..] else { return None };
    let end = rest.iter().position(|&word| word == "type")?;
    Some(rest[..end].join(" "))
}

impl<G: Game> Dialect<G> for Uci {
    fn greet(&mut self, wire: &mut dyn Wire, deadline: Instant) -> Result<(), Fault> {
        if G::NAME != Chess::NAME {
            let reason = format!("UCI engines play chess, found {}", G::NAME);
            return Err(Fault::new(FaultKind::Refusal, reason));
        }
        wire.send("uci")?;
        let mut offered = Vec::new();
        loop {
            let line = wire.receive(deadline)?;
            if line.trim() == "uciok" {
                break;
            }
            offered.extend(option_name(&line));
        }
        for (name, value) in &self.options {
            // An engine that does not know an option keeps silent about it.
            if !offered.iter().any(|other| other.eq_ignore_ascii_case(name)) {
                let (name, offered) = (shown(name), offered.join(", "));
                let reason = format!("the engine has no option '{name}': expected {offered}");
                return Err(Fault::new(FaultKind::Refusal, reason));
            }
            wire.send(&format!("setoption name {name} value {value}"))?;
        }
        ready(wire, deadline)
    }

    fn new_game(
        &mut self,
        wire: &mut dyn Wire,
        opening: &Opening<G>,
        deadline: Instant,
    ) -> Result<(), Fault> {
        // The name of a position may have moves behind it, which count for repetitions.
        let text = opening.origin.text();
        let (fen, before) = text.split_once(" moves ").unwrap_or((&text, ""));
        let refused = |e: plywood_games::InputError| Fault::new(FaultKind::Refusal, e.to_string());
        self.board = Chess::from_fen(fen).map_err(refused)?;
        self.start = match self.board == Chess::default() {
            true => "startpos".to_string(),
            false => format!("fen {fen}"),
        };
        self.moves.clear();
        for name in before.split_whitespace() {
            self.play(name)?;
        }
        let mut position = opening.origin.clone();
        for &m in &opening.moves {
            self.play(&position.move_text(m))?;
            position.play(m);
        }
        wire.send("ucinewgame")?;
        ready(wire, deadline)
    }

    fn choose(
        &mut self,
        wire: &mut dyn Wire,
        position: &G,
        clocks: Option<&Clocks>,
        deadline: Instant,
    ) -> Result<G::Move, Fault> {
        let moves = match self.moves.is_empty() {
            true => String::new(),
            false => format!(" moves {}", self.moves.join(" ")),
        };
        wire.send(&format!("position {}{moves}", self.start))?;
        let limits = match clocks {
            None => self.limits.clone(),
            Some(Clocks { left: [white, black], increment }) => {
                let [white, black, more] = [white, black, increment].map(|time| time.as_millis());
                format!(" wtime {white} btime {black} winc {more} binc {more}")
            }
        };
        wire.send(&format!("go{limits}"))?;
        loop {
            let line = wire.receive(deadline)?;
            let mut words = line.split_whitespace();
            if words.next() != Some("bestmove") {
                continue;
            }
            let word = words.next().unwrap_or_default();
            // Our names of moves are not those of the protocol.
            let m = self.board.parse_uci(word).map(|m| self.board.move_text(m));
            let m = m.and_then(|name| position.parse_move(&name).ok());
            return m.ok_or_else(|| Fault::said(FaultKind::IllegalMove, "not a legal move", word));
        }
    }

    fn advance(
        &mut self,
        _wire: &mut dyn Wire,
        position: &G,
        m: G::Move,
        _deadline: Instant,
    ) -> Result<(), Fault> {
        self.play(&position.move_text(m))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::Protocol;
    use crate::testing::{Fake, soon};
    use plywood_games::Othello;
    use plywood_games::random::Rng;
    use std::time::Duration;

    fn spec() -> EngineSpec {
        EngineSpec::new(Protocol::Uci, "engine").unwrap()
    }

    /// An engine that plays the first legal move, and checks what it is told of the time.
    fn engine(limits: &'static str) -> Fake {
        let mut board = Chess::default();
        Fake::new(move |line| match line {
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
                let mut moves = Vec::new();
                board.moves(&mut moves);
                vec!["info depth 1".into(), format!("bestmove {} ponder e2e4", board.uci(moves[0]))]
            }
            _ => panic!("{line}"),
        })
    }

    #[test]
    fn whole_games() {
        for seed in 0..30 {
            let mut spec = spec();
            spec.options = vec![("move overhead".into(), "7".into())];
            spec.time = Some(Duration::from_millis(1500));
            spec.depth = Some(5);
            spec.nodes = Some(9);
            let mut dialect = Uci::new(&spec);
            let clocks =
                Clocks { left: [1, 2].map(Duration::from_secs), increment: Duration::ZERO };
            let (limits, clocks) = match seed % 2 {
                0 => (" movetime 1500 depth 5 nodes 9", None),
                _ => (" wtime 1000 btime 2000 winc 0 binc 0", Some(&clocks)),
            };
            let mut wire = engine(limits);
            let mut rng = Rng::new(seed);
            let mut draw = |position: &Chess| {
                let mut moves = Vec::new();
                position.moves(&mut moves);
                moves[rng.below(moves.len() as u32) as usize]
            };
            Dialect::<Chess>::greet(&mut dialect, &mut wire, soon()).unwrap();
            // Castling, promotions, and a past with a repetition in it.
            let origin = ["", "r3k2r/P6p/8/8/8/8/p6P/R3K2R w KQkq - 0 1 moves e1d1 e8d8 d1e1 d8e8"];
            let origin = Chess::parse(Some(origin[seed as usize / 2 % 2])).unwrap();
            let mut opening = Opening::of(origin);
            let mut position = opening.origin.clone();
            for _ in 0..seed % 7 {
                let m = draw(&position);
                opening.moves.push(m);
                position.play(m);
            }
            dialect.new_game(&mut wire, &opening, soon()).unwrap();
            let side = position.side();
            for _ in 0..200 {
                if position.is_over() {
                    break;
                }
                let m = match position.side() == side {
                    true => dialect.choose(&mut wire, &position, clocks, soon()).unwrap(),
                    false => draw(&position),
                };
                dialect.advance(&mut wire, &position, m, soon()).unwrap();
                position.play(m);
                assert_eq!(dialect.board, position);
            }
        }
    }

    #[test]
    fn wrong_answers_wrong_games_and_options_that_are_none() {
        for (answer, words) in [
            ("bestmove e2e5", "not a legal move: 'e2e5'"),
            ("bestmove (none)", "not a legal move: '(none)'"),
            ("bestmove", "not a legal move: ''"),
        ] {
            let mut wire = Fake::new(move |_| vec![answer.into()]);
            let fault = Uci::new(&spec()).choose(&mut wire, &Chess::default(), None, soon());
            let fault = fault.unwrap_err();
            assert_eq!((fault.kind, fault.reason.as_str()), (FaultKind::IllegalMove, words));
        }
        let mut wire = engine("");
        let fault = Dialect::<Othello>::greet(&mut Uci::new(&spec()), &mut wire, soon());
        assert!(fault.unwrap_err().reason.contains("play chess, found othello"));
        let mut wrong = spec();
        wrong.options = vec![("Speed".into(), "9".into())];
        let fault = Dialect::<Chess>::greet(&mut Uci::new(&wrong), &mut wire, soon());
        let reason = fault.unwrap_err().reason;
        assert_eq!(reason, "the engine has no option 'Speed': expected Move Overhead");
    }
}
