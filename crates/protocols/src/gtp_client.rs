//! GTP, the Go Text Protocol, version 2 (Farnebäck 2002): our side of it.
//!
//! Othello programs speak it with the squares of Othello, a1 at the top left. A command is a line; the
//! answer begins with `=`, or with `?` for a refusal, and ends with an empty line.

use crate::client::{Dialect, Fault, FaultKind, Opening, colour};
use crate::clock::Clocks;
use crate::process::Wire;
use plywood_games::{Game, shown};
use std::time::{Duration, Instant};

/// The name of a pass. Some engines pass by themselves where a side must, and refuse to be told.
const PASS: &str = "pass";

/// The state of the talk.
pub(crate) struct Gtp<M> {
    time: Option<Duration>,
    commands: Vec<String>,
    /// The move that the engine has chosen, and therefore played on its own board.
    chosen: Option<M>,
}

impl<M> Gtp<M> {
    pub fn new(time: Option<Duration>) -> Gtp<M> {
        Gtp { time, commands: Vec::new(), chosen: None }
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }
}

/// Sends a command and waits for its answer; within, an error is the engine's refusal.
fn ask(
    wire: &mut dyn Wire,
    command: &str,
    deadline: Instant,
) -> Result<Result<String, Fault>, Fault> {
    wire.send(command)?;
    // What comes before an answer is chatter.
    let first = loop {
        let line = wire.receive(deadline)?;
        if line.starts_with(['=', '?']) {
            break line;
        }
    };
    let words = first[1..].trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_string();
    let mut answer = words;
    loop {
        let line = wire.receive(deadline)?;
        if line.is_empty() {
            break;
        }
        // Lists are short; whoever goes on and on is timed out, not stored.
        if answer.len() < 1 << 16 {
            answer.push('\n');
            answer.push_str(&line);
        }
    }
    if first.starts_with('=') {
        return Ok(Ok(answer));
    }
    let refused = format!("'{}' was refused", shown(command));
    Ok(Err(Fault::said(FaultKind::Refusal, &refused, &answer)))
}

/// The same for a command that must not be refused.
fn tell(wire: &mut dyn Wire, command: &str, deadline: Instant) -> Result<String, Fault> {
    ask(wire, command, deadline)?
}

impl<G: Game> Dialect<G> for Gtp<G::Move> {
    fn greet(&mut self, wire: &mut dyn Wire, deadline: Instant) -> Result<(), Fault> {
        let commands = tell(wire, "list_commands", deadline)?;
        self.commands = commands.split_whitespace().map(str::to_string).collect();
        if self.knows("set_game") {
            let name: String = G::NAME.chars().take(1).flat_map(char::to_uppercase).collect();
            tell(wire, &format!("set_game {name}{}", &G::NAME[1..]), deadline)?;
        }
        if G::NAME == "othello" {
            tell(wire, "boardsize 8", deadline)?;
        }
        if let Some(time) = self.time {
            tell(wire, &format!("time_settings 0 {} 1", time.as_secs()), deadline)?;
        }
        Ok(())
    }

    fn new_game(
        &mut self,
        wire: &mut dyn Wire,
        opening: &Opening<G>,
        deadline: Instant,
    ) -> Result<(), Fault> {
        self.chosen = None;
        tell(wire, "clear_board", deadline)?;
        let mut position = opening.origin.clone();
        if !opening.from_start() {
            let setup = self.commands.iter().find(|command| command.ends_with("setup_board"));
            let Some(setup) = setup else {
                return Err(Fault::new(
                    FaultKind::Refusal,
                    "the engine cannot set up a position: expected a game from its start, or a \
                     command …setup_board",
                ));
            };
            tell(wire, &format!("{setup} {}", position.text()), deadline)?;
        }
        for &m in &opening.moves {
            self.advance(wire, &position, m, deadline)?;
            position.play(m);
        }
        Ok(())
    }

    fn choose(
        &mut self,
        wire: &mut dyn Wire,
        position: &G,
        _clocks: Option<&Clocks>,
        deadline: Instant,
    ) -> Result<G::Move, Fault> {
        let colour = colour(position.side());
        if let (Some(time), true) = (self.time, self.knows("time_left")) {
            tell(wire, &format!("time_left {colour} {} 1", time.as_secs()), deadline)?;
        }
        let answer = tell(wire, &format!("genmove {colour}"), deadline)?;
        if answer.eq_ignore_ascii_case("resign") {
            return Err(Fault::new(FaultKind::Resignation, "the engine resigned"));
        }
        let m = position
            .parse_move(&answer.to_ascii_lowercase())
            .map_err(|_| Fault::said(FaultKind::IllegalMove, "not a legal move", &answer))?;
        self.chosen = Some(m);
        Ok(m)
    }

    fn advance(
        &mut self,
        wire: &mut dyn Wire,
        position: &G,
        m: G::Move,
        deadline: Instant,
    ) -> Result<(), Fault> {
        if self.chosen.take() == Some(m) {
            return Ok(());
        }
        let text = position.move_text(m);
        let told = ask(wire, &format!("play {} {text}", colour(position.side())), deadline)?;
        match told {
            Err(_) if text == PASS => Ok(()),
            told => told.map(|_| ()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fake, play, soon};
    use plywood::Position;
    use plywood_games::{Connect4, Othello};

    /// An engine that plays the first legal move, and passes by itself if `alone`.
    fn engine(alone: bool) -> Fake {
        let mut board = Othello::default();
        Fake::new(move |line| {
            let words: Vec<_> = line.split(' ').collect();
            let answer = match words[..] {
                ["list_commands"] => "= play\ngenmove\nset_game\ntime_left\nx-setup_board".into(),
                ["set_game", "Othello"] | ["boardsize", "8"] => "=".into(),
                ["time_settings", "0", "2", "1"] => "=".into(),
                ["time_left", _, "2", "1"] => "=".into(),
                ["clear_board"] => {
                    board = Othello::default();
                    "=".into()
                }
                ["x-setup_board", squares, side] => {
                    board = Othello::parse(Some(&format!("{squares} {side}"))).unwrap();
                    "=".into()
                }
                ["play", who, m] => match board.parse_move(m) {
                    _ if who != colour(board.side()) => "? not the turn".into(),
                    Ok(m) => {
                        board.play(m);
                        skip(&mut board, alone);
                        "=".into()
                    }
                    Err(_) => "? illegal move".into(),
                },
                ["genmove", who] if who != colour(board.side()) => "= PASS".into(),
                ["genmove", _] => {
                    let mut moves = Vec::new();
                    board.moves(&mut moves);
                    board.play(moves[0]);
                    skip(&mut board, alone);
                    format!("= {}", moves[0].to_string().to_uppercase())
                }
                _ => "? unknown command".into(),
            };
            format!("chatter\n{answer}\n\n").lines().map(str::to_string).collect()
        })
    }

    fn skip(board: &mut Othello, alone: bool) {
        let mut moves = Vec::new();
        board.moves(&mut moves);
        if alone && moves == [plywood_games::othello::Move::PASS] {
            board.play(moves[0]);
        }
    }

    #[test]
    fn whole_games_with_passes_told_and_untold() {
        for alone in [false, true] {
            let mut passes = 0;
            for seed in 0..60 {
                let mut dialect = Gtp::new(Some(Duration::from_secs(2)));
                passes += play(&mut dialect, &mut engine(alone), seed);
            }
            assert!(passes > 0, "no pass was tested");
        }
    }

    #[test]
    fn a_position_is_set_up_where_there_is_a_command_for_it() {
        let origin = Othello::parse(Some("f5d6")).unwrap();
        let mut dialect: Gtp<_> = Gtp::new(None);
        let mut wire = engine(false);
        Dialect::<Othello>::greet(&mut dialect, &mut wire, soon()).unwrap();
        let opening = Opening::of(origin);
        dialect.new_game(&mut wire, &opening, soon()).unwrap();
        let m = Dialect::<Othello>::choose(&mut dialect, &mut wire, &origin, None, soon()).unwrap();
        assert!(origin.parse_move(&m.to_string()).is_ok());
        dialect.commands.clear();
        let fault = dialect.new_game(&mut wire, &opening, soon()).unwrap_err();
        assert!(fault.reason.contains("cannot set up a position"), "{fault}");
    }

    #[test]
    fn answers_that_are_no_moves_are_faults() {
        for (answer, kind, words) in [
            ("= a1", FaultKind::IllegalMove, "not a legal move: 'a1'"),
            ("= pass", FaultKind::IllegalMove, "not a legal move: 'pass'"),
            ("=", FaultKind::IllegalMove, "not a legal move: ''"),
            (
                "= \u{fffd}\u{1b}[2J",
                FaultKind::IllegalMove,
                "not a legal move: '\u{fffd}\\u{1b}[2J'",
            ),
            ("= Resign", FaultKind::Resignation, "resigned"),
            ("?3 no idea", FaultKind::Refusal, "'genmove black' was refused: 'no idea'"),
        ] {
            let mut wire = Fake::new(move |_| vec![answer.to_string(), String::new()]);
            let mut dialect: Gtp<_> = Gtp::new(None);
            let position = Othello::default();
            let fault = dialect.choose(&mut wire, &position, None, soon()).unwrap_err();
            assert_eq!(fault.kind, kind, "{answer}");
            assert!(fault.reason.contains(words), "{fault}");
        }
    }

    #[test]
    fn other_games_are_played_with_their_own_moves() {
        let mut wire = Fake::new(|line| {
            let answer = if line.starts_with("genmove") { "=7 4" } else { "=" };
            vec![answer.into(), String::new()]
        });
        let mut dialect: Gtp<u8> = Gtp::new(None);
        let m = Dialect::<Connect4>::choose(
            &mut dialect,
            &mut wire,
            &Connect4::default(),
            None,
            soon(),
        );
        assert_eq!(m, Ok(3));
    }
}
