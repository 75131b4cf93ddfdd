//! Answers the commands of a controller, one after the other.

use super::command::Command;
use super::time::GameClock;
use super::{Identity, Thinker, game, setup, strings};
use crate::lines::read_line;
use plywood::Stop;
use plywood_games::catch_panic;
use plywood_games::go::{Board, History, MOST};
use plywood_games::{InputError, shown};
use std::io::{self, BufRead, Write};

/// Answers the commands of `input` until it ends or contains `quit`. Fails if the output cannot be written.
pub fn run(
    identity: Identity<'_>,
    mut input: impl BufRead,
    output: &mut dyn Write,
    thinker: &mut dyn Thinker,
) -> io::Result<()> {
    let mut server = Server::new(identity, thinker);
    while !server.has_quit()
        && let Some(line) = read_line(&mut input)
    {
        let answer = match line {
            Ok(line) => server.answer(&line),
            Err(error) => Some(format!("? syntax error: {error}\n\n")),
        };
        if let Some(answer) = answer {
            output.write_all(answer.as_bytes())?;
            output.flush()?;
        }
    }
    Ok(())
}

/// Why a command was refused: the words of the protocol, and what is wrong.
pub(super) struct Refusal(String);

impl Refusal {
    pub fn new(reason: impl Into<String>) -> Refusal {
        Refusal(reason.into())
    }
}

impl From<InputError> for Refusal {
    fn from(error: InputError) -> Refusal {
        Refusal(format!("syntax error: {error}"))
    }
}

/// What a command is answered with.
pub(super) type Answer = Result<String, Refusal>;

type Handler = fn(&mut Server<'_>, &Command) -> Answer;

/// A game and what is needed to answer questions about it.
///
/// ```no_run
/// use plywood_protocols::gtp::{Identity, Server, Thinker};
/// fn size_of(thinker: &mut dyn Thinker) -> Option<String> {
///     let mut server = Server::new(Identity { name: "Go", version: "1" }, thinker);
///     server.answer("1 query_boardsize")
/// }
/// ```
pub struct Server<'a> {
    pub(super) identity: Identity<'a>,
    pub(super) thinker: &'a mut dyn Thinker,
    pub(super) game: History,
    /// How many of the last moves were only tried, with `trymove`.
    pub(super) tried: usize,
    pub(super) komi: f64,
    pub(super) handicap: usize,
    pub(super) clock: GameClock,
    /// Nodes of the searches for captures.
    pub(super) nodes: u64,
    /// Why the last of these searches ended.
    pub(super) stop: Option<Stop>,
    quit: bool,
}

/// All commands, in the order of `list_commands`.
const COMMANDS: &[(&str, Handler)] = &[
    ("all_legal", strings::all_legal),
    ("attack", strings::attack),
    ("black", game::black),
    ("boardsize", setup::boardsize),
    ("captures", strings::captures),
    ("clear_board", setup::clear_board),
    ("clear_cache", |server, _| {
        server.thinker.forget();
        Ok(String::new())
    }),
    ("color", strings::color),
    ("countlib", strings::countlib),
    ("defend", strings::defend),
    ("does_attack", strings::does_attack),
    ("does_defend", strings::does_defend),
    ("echo", |_, command| Ok(command.arguments.join(" "))),
    ("final_score", game::final_score),
    ("final_status", game::final_status),
    ("final_status_list", game::final_status_list),
    ("findlib", strings::findlib),
    ("fixed_handicap", setup::fixed_handicap),
    ("genmove", game::genmove),
    ("genmove_black", game::genmove_black),
    ("genmove_white", game::genmove_white),
    ("get_handicap", |server, _| Ok(server.handicap.to_string())),
    ("get_komi", |server, _| Ok(format!("{:.1}", server.komi))),
    ("get_random_seed", |server, _| Ok(server.thinker.seed().to_string())),
    ("get_reading_node_counter", |server, _| Ok(server.nodes.to_string())),
    ("get_reading_stop", |server, _| match server.stop {
        Some(stop) => Ok(stop.to_string()),
        None => Err(Refusal::new("no question about a string was asked")),
    }),
    ("help", list_commands),
    ("is_legal", strings::is_legal),
    ("known_command", known_command),
    ("komi", game::komi),
    ("ladder_attack", strings::ladder_attack),
    ("last_move", game::last_move),
    ("list_commands", list_commands),
    ("list_stones", strings::list_stones),
    ("loadsgf", setup::loadsgf),
    ("move_history", game::move_history),
    ("name", |server, _| Ok(server.identity.name.to_string())),
    ("place_free_handicap", setup::place_free_handicap),
    ("play", game::play),
    ("popgo", game::popgo),
    ("printsgf", game::printsgf),
    ("protocol_version", |_, _| Ok("2".to_string())),
    ("query_boardsize", |server, _| Ok(server.board().size().to_string())),
    ("quit", |server, _| {
        server.quit = true;
        Ok(String::new())
    }),
    ("reg_genmove", game::reg_genmove),
    ("reset_reading_node_counter", |server, _| {
        server.nodes = 0;
        Ok(String::new())
    }),
    ("set_free_handicap", setup::set_free_handicap),
    ("set_random_seed", game::set_random_seed),
    ("showboard", game::showboard),
    ("time_left", game::time_left),
    ("time_settings", game::time_settings),
    ("trymove", game::trymove),
    ("undo", game::undo),
    ("version", |server, _| Ok(server.identity.version.to_string())),
    ("white", game::white),
    ("worm_stones", strings::worm_stones),
];

impl<'a> Server<'a> {
    /// A server with an empty board of 19 columns.
    pub fn new(identity: Identity<'a>, thinker: &'a mut dyn Thinker) -> Server<'a> {
        let board = Board::new(MOST).expect("a size in the range");
        Server {
            identity,
            thinker,
            game: History::new(board),
            tried: 0,
            komi: 0.0,
            handicap: 0,
            clock: GameClock::default(),
            nodes: 0,
            stop: None,
            quit: false,
        }
    }

    /// Whether `quit` was answered.
    pub fn has_quit(&self) -> bool {
        self.quit
    }

    /// The whole answer to a line, with the empty line at its end. None for lines without a command.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        let command = Command::parse(line)?;
        let handler = COMMANDS.iter().find(|(name, _)| *name == command.name);
        let answer = match handler {
            None => Err(Refusal::new("unknown command")),
            // A panic is a bug of ours. The controller still gets an answer.
            Some((_, handler)) => match catch_panic(|| handler(self, &command)) {
                Ok(answer) => answer,
                Err(message) => {
                    let _ = catch_panic(|| self.thinker.forget());
                    Err(Refusal::new(format!("this is a bug in the engine: {}", shown(&message))))
                }
            },
        };
        let id = command.id.unwrap_or_default();
        Some(match answer {
            Ok(text) if text.is_empty() => format!("={id}\n\n"),
            Ok(text) => format!("={id} {}\n\n", text.trim_end()),
            Err(Refusal(reason)) => format!("?{id} {reason}\n\n"),
        })
    }

    pub(super) fn board(&self) -> &Board {
        self.game.board()
    }

    /// Begins a game with this board.
    pub(super) fn restart(&mut self, board: Board) {
        self.game = History::new(board);
        self.tried = 0;
        self.handicap = 0;
        self.clock.restart();
    }
}

fn list_commands(_: &mut Server<'_>, _: &Command) -> Answer {
    Ok(COMMANDS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join("\n"))
}

fn known_command(_: &mut Server<'_>, command: &Command) -> Answer {
    let name = command.word(0, "the name of a command")?;
    Ok(COMMANDS.iter().any(|(known, _)| *known == name).to_string())
}
