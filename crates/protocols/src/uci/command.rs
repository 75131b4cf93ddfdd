//! What the GUI says.

use plywood_games::InputError;
use std::iter::Peekable;
use std::time::Duration;

/// Nobody will wait for the number of lines of more plies than this.
const PERFT: u32 = 30;

/// A command of the GUI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`: say who you are and what can be set.
    Uci,
    /// `debug on`, which changes nothing here.
    Debug,
    /// `isready`: answer once all before it is done.
    IsReady,
    /// `setoption name Hash value 64`.
    SetOption {
        /// The option's name.
        name: String,
        /// Its value; a button has none.
        value: Option<String>,
    },
    /// `register later`: there is nothing to register.
    Register,
    /// `ucinewgame`: the next position is of another game.
    NewGame,
    /// `position startpos moves e2e4`, or `position fen …`.
    Position {
        /// The position before the moves in FEN; none for the start of the game.
        fen: Option<String>,
        /// The moves as they were written.
        moves: Vec<String>,
    },
    /// `go wtime 60000 btime 60000`: think.
    Go(Box<Go>),
    /// `stop`: say what to play.
    Stop,
    /// `ponderhit`: the move that was expected has been played.
    PonderHit,
    /// `quit`: end.
    Quit,
}

/// What limits a search, as `go` has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The moves to choose among, as they were written; all, if there are none.
    pub search_moves: Vec<String>,
    /// Think while the other side does.
    pub ponder: bool,
    /// The time left to White and to Black.
    pub time: [Option<Duration>; 2],
    /// What White and Black are given after each move.
    pub increment: [Duration; 2],
    /// Moves until more time is added.
    pub moves_to_go: Option<u32>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Look for a mate in N moves.
    pub mate: Option<u32>,
    /// Think exactly so long.
    pub move_time: Option<Duration>,
    /// Think until told to stop.
    pub infinite: bool,
    /// Do not think, but count the lines of play of N plies.
    pub perft: Option<u32>,
    /// What was left out because it could not be read.
    pub left_out: Vec<InputError>,
}

impl Go {
    /// Whether nothing says when the search is to end.
    fn is_endless(&self) -> bool {
        let limits = [self.depth, self.mate, self.perft].iter().all(Option::is_none);
        limits && self.nodes.is_none() && self.move_time.is_none() && self.time == [None; 2]
    }
}

impl Command {
    /// Reads a line. None where no word of it begins a command: the protocol says to leave out
    /// words that are not known. An error for a known word with something else than it takes; but
    /// `go` goes on without it, for whoever asks for a move waits for one.
    ///
    /// ```
    /// use plywood_protocols::uci::Command;
    /// assert_eq!(Command::parse("stop"), Ok(Some(Command::Stop)));
    /// assert_eq!(Command::parse("joho stop"), Ok(Some(Command::Stop)));
    /// assert_eq!(Command::parse("sing a song"), Ok(None));
    /// let Ok(Some(Command::Go(go))) = Command::parse("go depth ten movetime 50") else { panic!() };
    /// assert_eq!(go.left_out[0].to_string(), "go depth 'ten': expected a whole number from 1");
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

/// Names and values may have blanks in them.
fn set_option(line: &str, mut words: Words) -> Result<Command, InputError> {
    let wrong = |found: &str| {
        let error = InputError::new("UCI", line).at("setoption");
        Err(error.expected("'name', a name, and perhaps 'value' and a value").found(found))
    };
    match words.next() {
        Some("name") => {}
        Some(other) => return wrong(&format!("'{other}'")),
        None => return wrong("its end"),
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
    let expected = "'startpos' or 'fen' and a FEN, and perhaps 'moves' and moves";
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
        (None, _) => return Err(error().found("its end")),
    };
    let moves = moves.iter().map(|word| word.to_string()).collect();
    Ok(Command::Position { fen, moves })
}

fn go(words: Words) -> Go {
    let mut go = Go::default();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        if let Err(error) = go_on(&mut go, word, &mut words) {
            go.left_out.push(error);
        }
    }
    // A limit that cannot be read is no reason to think for ever.
    if !go.left_out.is_empty() && go.is_endless() && !go.infinite && !go.ponder {
        go.depth = Some(1);
    }
    go
}

fn go_on(go: &mut Go, word: &str, words: &mut Peekable<Words<'_>>) -> Result<(), InputError> {
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
        // Some GUIs say that there are no more moves to go where there is no such rule.
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

/// Two squares and perhaps a piece; whether there is such a move is another question.
fn looks_like_a_move(word: &str) -> bool {
    let bytes = word.as_bytes();
    let square = |at: usize| {
        matches!(bytes.get(at), Some(b'a'..=b'h')) && matches!(bytes.get(at + 1), Some(b'1'..=b'8'))
    };
    (4..=5).contains(&bytes.len()) && square(0) && square(2)
}

/// A whole number. Larger ones than there are, are as good as the largest.
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

/// Milliseconds. A clock may show less than nothing: then nothing is left.
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
