//! The commands that the GUI sends.

use plywood_games::InputError;
use std::iter::Peekable;
use std::time::Duration;

/// The greatest depth of `go perft`.
const PERFT: u32 = 30;

/// A command from the GUI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`: print the name, the author and the options.
    Uci,
    /// `debug on`: has no effect here.
    Debug,
    /// `isready`: answer once all earlier commands are done.
    IsReady,
    /// `setoption name Hash value 64`.
    SetOption {
        /// The option's name.
        name: String,
        /// Its value; a button has none.
        value: Option<String>,
    },
    /// `register later`: has no effect here.
    Register,
    /// `ucinewgame`: the next position belongs to another game.
    NewGame,
    /// `position startpos moves e2e4`, or `position fen …`.
    Position {
        /// The position before the moves in FEN; none for the start of the game.
        fen: Option<String>,
        /// The moves as they were written.
        moves: Vec<String>,
    },
    /// `go wtime 60000 btime 60000`: search.
    Go(Box<Go>),
    /// `stop`: end the search and answer.
    Stop,
    /// `ponderhit`: the expected move was played.
    PonderHit,
    /// `quit`: end.
    Quit,
}

/// The limits of a search, from the command `go`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The root moves to search, as they were written; empty for all moves.
    pub search_moves: Vec<String>,
    /// Search while the opponent thinks.
    pub ponder: bool,
    /// The time left for White and for Black.
    pub time: [Option<Duration>; 2],
    /// The time added after each move of White and of Black.
    pub increment: [Duration; 2],
    /// The number of moves until more time is added.
    pub moves_to_go: Option<u32>,
    /// The depth limit in plies.
    pub depth: Option<u32>,
    /// The node limit.
    pub nodes: Option<u64>,
    /// Search for a mate in this many moves.
    pub mate: Option<u32>,
    /// The exact time for the move.
    pub move_time: Option<Duration>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Do not search, but count the lines of play of this many plies.
    pub perft: Option<u32>,
    /// Errors in parts of the command, which are ignored.
    pub errors: Vec<InputError>,
}

impl Go {
    /// Whether no limit ends the search.
    fn is_endless(&self) -> bool {
        let limits = [self.depth, self.mate, self.perft].iter().all(Option::is_none);
        limits && self.nodes.is_none() && self.move_time.is_none() && self.time == [None; 2]
    }
}

impl Command {
    /// Parses a line. Unknown words before a command are skipped, as the protocol demands; none if the line
    /// has no command. An error for a command with wrong arguments, except for `go`, which must be
    /// answered with a move: its wrong arguments are ignored and listed in [`Go::errors`].
    ///
    /// ```
    /// use plywood_protocols::uci::Command;
    /// assert_eq!(Command::parse("stop"), Ok(Some(Command::Stop)));
    /// assert_eq!(Command::parse("joho stop"), Ok(Some(Command::Stop)));
    /// assert_eq!(Command::parse("sing a song"), Ok(None));
    /// let Ok(Some(Command::Go(go))) = Command::parse("go depth ten movetime 50") else { panic!() };
    /// assert_eq!(go.errors[0].to_string(), "go depth 'ten': expected a whole number from 1");
    /// ```
    pub fn parse(line: &str) -> Result<Option<Command>, InputError> {
        let mut words = line.split_whitespace();
        while let Some(word) = words.next() {
            return Ok(Some(match word {
                "uci" => Command::Uci,
                "debug" => Command::Debug,
                "isready" => Command::IsReady,
                "setoption" => set_option(line, words)?,
                "register" => Command::Register,
                "ucinewgame" => Command::NewGame,
                "position" => position(line, words)?,
                "go" => Command::Go(Box::new(go(words))),
                "stop" => Command::Stop,
                "ponderhit" => Command::PonderHit,
                "quit" => Command::Quit,
                _ => continue,
            }));
        }
        Ok(None)
    }
}

type Words<'a> = std::str::SplitWhitespace<'a>;

/// Names and values may contain blanks.
fn set_option(line: &str, mut words: Words) -> Result<Command, InputError> {
    let wrong = |found: &str| {
        let error = InputError::new("UCI", line).at("setoption");
        Err(error
            .expected("'name', the name of an option, and optionally 'value' and a value")
            .found(found))
    };
    match words.next() {
        Some("name") => {}
        Some(other) => return wrong(&format!("'{other}'")),
        None => return wrong("the end of the line"),
    }
    let words: Vec<&str> = words.collect();
    let (name, value) = match words.iter().position(|&word| word == "value") {
        Some(at) => (&words[..at], Some(words[at + 1..].join(" "))),
        None => (&words[..], None),
    };
    if name.is_empty() {
        return wrong("no name");
    }
    Ok(Command::SetOption { name: name.join(" "), value })
}

fn position(line: &str, mut words: Words) -> Result<Command, InputError> {
    let expected = "'startpos' or 'fen' and a FEN, and optionally 'moves' and moves";
    let error = || InputError::new("UCI", line).at("position").expected(expected);
    let first = words.next();
    let rest: Vec<&str> = words.collect();
    let (before, moves) = match rest.iter().position(|&word| word == "moves") {
        Some(at) => (&rest[..at], &rest[at + 1..]),
        None => (&rest[..], &rest[..0]),
    };
    let fen = match (first, before) {
        (Some("startpos"), []) => None,
        (Some("startpos"), [word, ..]) => return Err(error().found(&format!("'{word}'"))),
        (Some("fen"), [_, ..]) => Some(before.join(" ")),
        (Some("fen"), []) => return Err(error().found("no FEN")),
        (Some(word), _) => return Err(error().found(&format!("'{word}'"))),
        (None, _) => return Err(error().found("the end of the line")),
    };
    let moves = moves.iter().map(|word| word.to_string()).collect();
    Ok(Command::Position { fen, moves })
}

fn go(words: Words) -> Go {
    let mut go = Go::default();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        if let Err(error) = go_argument(&mut go, word, &mut words) {
            go.errors.push(error);
        }
    }
    // A wrong limit must not lead to a search without end.
    if !go.errors.is_empty() && go.is_endless() && !go.infinite && !go.ponder {
        go.depth = Some(1);
    }
    go
}

fn go_argument(go: &mut Go, word: &str, words: &mut Peekable<Words<'_>>) -> Result<(), InputError> {
    match word {
        "searchmoves" => {
            while let Some(m) = words.next_if(|word| looks_like_a_move(word)) {
                go.search_moves.push(m.to_string());
            }
        }
        "ponder" => go.ponder = true,
        "infinite" => go.infinite = true,
        "wtime" => go.time[0] = Some(time(word, words.next())?),
        "btime" => go.time[1] = Some(time(word, words.next())?),
        "winc" => go.increment[0] = time(word, words.next())?,
        "binc" => go.increment[1] = time(word, words.next())?,
        "movetime" => go.move_time = Some(time(word, words.next())?),
        // Some GUIs send 0 if no time is added after some number of moves.
        "movestogo" => {
            let moves = small(word, words.next(), 0)?;
            go.moves_to_go = Some(moves).filter(|&moves| moves > 0);
        }
        "depth" => go.depth = Some(small(word, words.next(), 1)?),
        "nodes" => go.nodes = Some(whole(word, words.next(), 1)?),
        "mate" => go.mate = Some(small(word, words.next(), 1)?),
        "perft" => {
            let plies = small(word, words.next(), 1)?;
            if plies > PERFT {
                let expected = format!("a whole number from 1 to {PERFT}");
                return Err(InputError::new("go perft", &plies.to_string()).expected(expected));
            }
            go.perft = Some(plies);
        }
        _ => {}
    }
    Ok(())
}

/// Whether a word is two squares and optionally a piece. The move need not be legal.
fn looks_like_a_move(word: &str) -> bool {
    let bytes = word.as_bytes();
    let square = |at: usize| {
        matches!(bytes.get(at), Some(b'a'..=b'h')) && matches!(bytes.get(at + 1), Some(b'1'..=b'8'))
    };
    (4..=5).contains(&bytes.len()) && square(0) && square(2)
}

/// A whole number of at least `least`. Numbers beyond `u64::MAX` become `u64::MAX`.
fn whole(name: &str, word: Option<&str>, least: u64) -> Result<u64, InputError> {
    let word = word.unwrap_or_default();
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let number = word.parse().unwrap_or(u64::MAX);
    if !digits || number < least {
        let expected = format!("a whole number from {least}");
        return Err(InputError::new(format!("go {name}"), word).expected(expected));
    }
    Ok(number)
}

fn small(name: &str, word: Option<&str>, least: u64) -> Result<u32, InputError> {
    Ok(u32::try_from(whole(name, word, least)?).unwrap_or(u32::MAX))
}

/// A time in milliseconds. GUIs may send negative times, which become zero.
fn time(name: &str, word: Option<&str>) -> Result<Duration, InputError> {
    let word = word.unwrap_or_default();
    let (digits, negative) = match word.strip_prefix('-') {
        Some(digits) => (digits, true),
        None => (word, false),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let expected = "a whole number of milliseconds";
        return Err(InputError::new(format!("go {name}"), word).expected(expected));
    }
    let ms = if negative { 0 } else { digits.parse().unwrap_or(u64::MAX) };
    Ok(Duration::from_millis(ms))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::refused;

    #[test]
    fn commands_are_read() {
        let words = |text: &str| text.split(' ').map(str::to_string).collect::<Vec<_>>();
        let set = |name: &str, value: Option<&str>| {
            Some(Command::SetOption { name: name.into(), value: value.map(str::to_string) })
        };
        let position = |fen: Option<&str>, moves: Vec<String>| {
            Some(Command::Position { fen: fen.map(str::to_string), moves })
        };
        let go = |go: Go| Some(Command::Go(Box::new(go)));
        let ms = Duration::from_millis;
        for (line, command) in [
            ("uci", Some(Command::Uci)),
            ("  \t isready \r\n", Some(Command::IsReady)),
            ("debug on", Some(Command::Debug)),
            ("register later", Some(Command::Register)),
            ("ucinewgame", Some(Command::NewGame)),
            ("joho ponderhit", Some(Command::PonderHit)),
            ("quit", Some(Command::Quit)),
            ("", None),
            ("golf\u{fffd}", None),
            ("setoption name Hash value 32", set("Hash", Some("32"))),
            ("setoption name Clear Hash", set("Clear Hash", None)),
            ("setoption name Move  Overhead value  a b", set("Move Overhead", Some("a b"))),
            ("setoption name Style value", set("Style", Some(""))),
            ("position startpos", position(None, vec![])),
            ("position startpos moves", position(None, vec![])),
            ("position startpos moves e2e4 e7e5", position(None, words("e2e4 e7e5"))),
            ("position fen 8/8 w - - moves a1a2", position(Some("8/8 w - -"), words("a1a2"))),
            ("go", go(Go::default())),
            ("go infinite fly", go(Go { infinite: true, ..Go::default() })),
            (
                "go ponder wtime 1000 btime -5 winc 10 binc 20 movestogo 3",
                go(Go {
                    ponder: true,
                    time: [Some(ms(1000)), Some(ms(0))],
                    increment: [ms(10), ms(20)],
                    moves_to_go: Some(3),
                    ..Go::default()
                }),
            ),
            (
                "go searchmoves e2e4 a7a8q depth 3 nodes 99999999999999999999 mate 99999999999",
                go(Go {
                    search_moves: words("e2e4 a7a8q"),
                    depth: Some(3),
                    nodes: Some(u64::MAX),
                    mate: Some(u32::MAX),
                    ..Go::default()
                }),
            ),
            ("go movetime 7 movestogo 0", go(Go { move_time: Some(ms(7)), ..Go::default() })),
            ("go perft 4", go(Go { perft: Some(4), ..Go::default() })),
        ] {
            assert_eq!(Command::parse(line), Ok(command), "{line}");
        }
        let lines = [
            ("setoption", "at setoption: expected 'name', the name of an option, and optionally"),
            ("setoption Hash 3", "and optionally 'value' and a value, found 'Hash'"),
            ("setoption name value 3", "found no name"),
            ("position", "at position: expected 'startpos' or 'fen'"),
            ("position start", "and moves, found 'start'"),
            ("position fen", "found no FEN"),
            ("position startpos e2e4", "found 'e2e4'"),
        ];
        refused(lines, Command::parse);
    }
}
