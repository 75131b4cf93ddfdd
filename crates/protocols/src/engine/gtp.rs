//! The client side of GTP, the Go Text Protocol, version 2 (Farnebäck 2002).
//!
//! Othello programs speak it with the squares of Othello, a1 at the top left. A command is a line; the
//! answer begins with `=`, or with `?` for a refusal, and ends with an empty line.

use super::{Client, Connection, Fault, FaultKind, Opening};
use crate::clock::Clocks;
use plywood::Side;
use plywood_games::{Game, shown};
use std::time::Duration;

/// The notation of a pass. Some engines play a forced pass by themselves, and refuse to be told of it.
const PASS: &str = "pass";
/// The longest answer that is stored, in bytes.
const LONGEST_ANSWER: usize = 1 << 16;

pub(super) struct GtpClient<M> {
    time: Option<Duration>,
    /// The commands that the engine understands.
    commands: Vec<String>,
    /// The engine's last answer to `genmove`, which the engine has already played on its own board.
    chosen: Option<M>,
}

impl<M> GtpClient<M> {
    pub fn new(time: Option<Duration>) -> GtpClient<M> {
        GtpClient { time, commands: Vec::new(), chosen: None }
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }
}

fn colour(side: Side) -> &'static str {
    match side {
        Side::Max => "black",
        Side::Min => "white",
    }
}

/// Sends a command and waits for its answer. A refusal is a fault of the kind [`FaultKind::Refusal`].
pub(super) fn ask(connection: &mut Connection<'_>, command: &str) -> Result<String, Fault> {
    connection.send(command)?;
    // Lines before the answer are ignored.
    let first = loop {
        let line = connection.receive()?;
        if line.starts_with(['=', '?']) {
            break line;
        }
    };
    let mut answer = first[1..].trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_string();
    loop {
        let line = connection.receive()?;
        if line.is_empty() {
            break;
        }
        if answer.len() < LONGEST_ANSWER {
            answer.push('\n');
            answer.push_str(&line);
        }
    }
    if first.starts_with('=') {
        return Ok(answer);
    }
    let reason = format!("'{}' was refused: '{}'", shown(command), shown(&answer));
    Err(Fault::new(FaultKind::Refusal, reason))
}

impl<G: Game> Client<G> for GtpClient<G::Move> {
    fn handshake(&mut self, connection: &mut Connection<'_>) -> Result<(), Fault> {
        let commands = ask(connection, "list_commands")?;
        self.commands = commands.split_whitespace().map(str::to_string).collect();
        if self.knows("set_game") {
            let name: String = G::NAME.chars().take(1).flat_map(char::to_uppercase).collect();
            ask(connection, &format!("set_game {name}{}", &G::NAME[1..]))?;
        }
        if G::NAME == "othello" {
            ask(connection, "boardsize 8")?;
        }
        if let Some(time) = self.time {
            ask(connection, &format!("time_settings 0 {} 1", time.as_secs()))?;
        }
        Ok(())
    }

    fn new_game(
        &mut self,
        connection: &mut Connection<'_>,
        opening: &Opening<G>,
    ) -> Result<(), Fault> {
        self.chosen = None;
        ask(connection, "clear_board")?;
        let mut position = opening.origin.clone();
        if !opening.from_start() {
            let setup = self.commands.iter().find(|command| command.ends_with("setup_board"));
            let Some(setup) = setup else {
                return Err(Fault::new(
                    FaultKind::Refusal,
                    "the engine cannot set up a position: expected a game from the start position, or \
                     an engine with a command '…setup_board'",
                ));
            };
            ask(connection, &format!("{setup} {}", position.text()))?;
        }
        for &m in &opening.moves {
            self.advance(connection, &position, m)?;
            position.play(m);
        }
        Ok(())
    }

    fn choose(
        &mut self,
        connection: &mut Connection<'_>,
        position: &G,
        _clocks: Option<&Clocks>,
    ) -> Result<G::Move, Fault> {
        let colour = colour(position.side());
        if let (Some(time), true) = (self.time, self.knows("time_left")) {
            ask(connection, &format!("time_left {colour} {} 1", time.as_secs()))?;
        }
        let answer = ask(connection, &format!("genmove {colour}"))?;
        if answer.eq_ignore_ascii_case("resign") {
            return Err(Fault::new(FaultKind::Resignation, "the engine resigned"));
        }
        let m = position
            .parse_move(&answer.to_ascii_lowercase())
            .map_err(|_| Fault::illegal_move(&answer))?;
        self.chosen = Some(m);
        Ok(m)
    }

    fn advance(
        &mut self,
        connection: &mut Connection<'_>,
        position: &G,
        m: G::Move,
    ) -> Result<(), Fault> {
        if self.chosen.take() == Some(m) {
            return Ok(());
        }
        let text = position.move_text(m);
        match ask(connection, &format!("play {} {text}", colour(position.side()))) {
            Err(fault) if fault.kind == FaultKind::Refusal && text == PASS => Ok(()),
            answer => answer.map(|_| ()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::{FakeEngine, first_move, play_game};
    use crate::gtp::Server;
    use crate::gtp::tests::{IDENTITY, Quick};
    use plywood::{Evaluate, Keyed, Position, Score, Tactics};
    use plywood_games::go::{self, Go};
    use plywood_games::{Connect4, InputError, Othello};

    /// An engine that plays the first legal move. With `auto_pass` it plays forced passes of both sides
    /// by itself.
    fn engine(auto_pass: bool) -> FakeEngine {
        let mut board = Othello::default();
        FakeEngine::new(move |line| {
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
                ["play", mover, m] => match board.parse_move(m) {
                    _ if mover != colour(board.side()) => "? not the turn".into(),
                    Ok(m) => {
                        board.play(m);
                        skip(&mut board, auto_pass);
                        "=".into()
                    }
                    Err(_) => "? illegal move".into(),
                },
                ["genmove", mover] if mover != colour(board.side()) => "= PASS".into(),
                ["genmove", _] => {
                    let m = first_move(&board);
                    board.play(m);
                    skip(&mut board, auto_pass);
                    format!("= {}", m.to_string().to_uppercase())
                }
                _ => "? unknown command".into(),
            };
            format!("chatter\n{answer}\n\n").lines().map(str::to_string).collect()
        })
    }

    fn skip(board: &mut Othello, auto_pass: bool) {
        let mut moves = Vec::new();
        board.moves(&mut moves);
        if auto_pass && moves == [plywood_games::othello::Move::PASS] {
            board.play(moves[0]);
        }
    }

    #[test]
    fn whole_games_with_passes_told_and_untold() {
        for auto_pass in [false, true] {
            let mut passes = 0;
            for seed in 0..60 {
                let mut client = GtpClient::new(Some(Duration::from_secs(2)));
                let start = (Othello::default(), seed % 30, None);
                passes += play_game(&mut client, &mut engine(auto_pass), start, seed).1;
            }
            assert!(passes > 0, "no pass was tested");
        }
    }

    /// Go on a small board, to play it over the protocol.
    #[derive(Clone, PartialEq)]
    struct SmallGo(Go);

    impl Position for SmallGo {
        type Move = go::Move;
        type Undo = go::GoUndo;

        fn side(&self) -> Side {
            self.0.side()
        }

        fn moves(&self, out: &mut Vec<go::Move>) {
            self.0.moves(out);
        }

        fn result(&self) -> Score {
            self.0.result()
        }

        fn play(&mut self, m: go::Move) -> go::GoUndo {
            self.0.play(m)
        }

        fn undo(&mut self, m: go::Move, undo: go::GoUndo) {
            self.0.undo(m, undo);
        }
    }

    impl Keyed for SmallGo {
        fn key(&self) -> u64 {
            self.0.key()
        }
    }

    impl Tactics for SmallGo {}

    #[derive(Clone, Default)]
    struct Area;

    impl Evaluate<SmallGo> for Area {
        fn evaluate(&mut self, position: &SmallGo) -> Score {
            position.result()
        }
    }

    impl Game for SmallGo {
        const NAME: &'static str = "small-go";
        const SUMMARY: &'static str = "Go on a board of 5 columns";
        const POSITION: &'static str = "none";
        type Evaluation = Area;

        fn parse(_: Option<&str>) -> Result<Self, InputError> {
            Go::start(5).map(SmallGo)
        }

        fn text(&self) -> String {
            self.0.board().text()
        }

        fn move_text(&self, m: go::Move) -> String {
            m.name(5).to_lowercase()
        }
    }

    /// The client plays against our own engine.
    #[test]
    fn our_go_engine_plays_whole_games() {
        let mut ended = 0;
        for seed in 0..8 {
            let thinker = Box::leak(Box::new(Quick::new(100)));
            let mut server = Server::new(IDENTITY, thinker);
            server.answer("boardsize 5");
            let answer = move |line: &str| {
                let answer = server.answer(line).expect("a command");
                answer.lines().map(str::to_string).collect::<Vec<_>>()
            };
            let mut engine = FakeEngine::new(answer);
            let mut client = GtpClient::new(Some(Duration::from_secs(1)));
            let start = (SmallGo::parse(None).unwrap(), seed, None);
            let (end, _) = play_game(&mut client, &mut engine, start, seed);
            ended += usize::from(end.is_over());
        }
        assert!(ended > 4, "{ended} of 8 games have ended");
    }

    #[test]
    fn a_position_is_set_up_where_there_is_a_command_for_it() {
        let origin = Othello::parse(Some("f5d6")).unwrap();
        let mut client = GtpClient::new(None);
        let mut engine = engine(false);
        let connection = &mut engine.connection();
        Client::<Othello>::handshake(&mut client, connection).unwrap();
        let opening = Opening::of(origin);
        client.new_game(connection, &opening).unwrap();
        let m = Client::<Othello>::choose(&mut client, connection, &origin, None).unwrap();
        assert!(origin.parse_move(&m.to_string()).is_ok());
        client.commands.clear();
        let fault = client.new_game(connection, &opening).unwrap_err();
        assert!(fault.reason.contains("cannot set up a position"), "{fault}");
    }

    #[test]
    fn answers_other_than_moves_are_faults() {
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
            let mut engine = FakeEngine::new(move |_| vec![answer.to_string(), String::new()]);
            let mut client = GtpClient::new(None);
            let position = Othello::default();
            let fault = client.choose(&mut engine.connection(), &position, None).unwrap_err();
            assert_eq!(fault.kind, kind, "{answer}");
            assert!(fault.reason.contains(words), "{fault}");
        }
    }

    #[test]
    fn other_games_are_played_with_their_own_moves() {
        let mut engine = FakeEngine::new(|line| {
            let answer = if line.starts_with("genmove") { "=7 4" } else { "=" };
            vec![answer.into(), String::new()]
        });
        let client: &mut dyn Client<Connect4> = &mut GtpClient::new(None);
        assert_eq!(client.choose(&mut engine.connection(), &Connect4::default(), None), Ok(3));
    }
}
