//! Somebody else's engine at one of our games.

use crate::clock::Clocks;
use crate::gtp_client::Gtp;
use crate::nboard_client::NBoard;
use crate::process::{Process, Wire};
use crate::split_command;
use crate::uci_client::Uci;
use plywood::Side;
use plywood_games::{Game, shown};
use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Where a game begins: a position, and the moves played from it.
///
/// The moves are kept because some engines can be shown a game only from its start.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening<G: Game> {
    /// The position before the moves; as a rule the start of the game.
    pub origin: G,
    /// The moves.
    pub moves: Vec<G::Move>,
}

impl<G: Game> Opening<G> {
    /// A game that begins at `origin`.
    pub fn of(origin: G) -> Opening<G> {
        Opening { origin, moves: Vec::new() }
    }

    /// The position after the moves.
    ///
    /// ```
    /// use plywood_games::{Game, Othello};
    /// use plywood_protocols::Opening;
    /// let moves = Othello::transcript("f5d6").unwrap();
    /// let opening = Opening { origin: Othello::default(), moves };
    /// assert_eq!(opening.position(), Othello::parse(Some("f5d6")).unwrap());
    /// ```
    pub fn position(&self) -> G {
        let mut position = self.origin.clone();
        for &m in &self.moves {
            position.play(m);
        }
        position
    }

    /// Whether the moves lead from the start of the game.
    pub fn from_start(&self) -> bool {
        G::parse(None).is_ok_and(|start| start == self.origin)
    }
}

/// The language of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Go Text Protocol, version 2, as Othello programs speak it too. Black is MAX.
    Gtp,
    /// The protocol of the Othello program NBoard, version 2.
    NBoard,
    /// The Universal Chess Interface. White is MAX.
    Uci,
}

/// An engine: how it is started, how it is spoken to and what it may spend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// The language it speaks.
    pub protocol: Protocol,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The time for a move that it is told: in GTP in whole seconds. NBoard has no words for it.
    pub time: Option<Duration>,
    /// The depth that it is told. GTP has no words for it.
    pub depth: Option<u32>,
    /// The number of nodes that it is told. Only UCI has words for it.
    pub nodes: Option<u64>,
    /// What is set before the first game. Only UCI has words for it.
    pub options: Vec<(String, String)>,
    /// How long we wait for a move; see [`patience`](EngineSpec::patience).
    pub timeout: Option<Duration>,
    /// The file that what it prints to standard error is added to.
    pub log: Option<PathBuf>,
}

impl EngineSpec {
    /// The engine that a command line starts, with no limits.
    ///
    /// ```
    /// use plywood_protocols::{EngineSpec, Protocol};
    /// let spec = EngineSpec::new(Protocol::Gtp, "gtp-rhino --level 2").unwrap();
    /// assert_eq!(spec.command, ["gtp-rhino", "--level", "2"]);
    /// ```
    pub fn new(protocol: Protocol, command: &str) -> Result<EngineSpec, String> {
        let command = split_command(command)?;
        Ok(EngineSpec {
            protocol,
            command,
            time: None,
            depth: None,
            nodes: None,
            options: Vec::new(),
            timeout: None,
            log: None,
        })
    }

    /// How long we wait for a move: the timeout, or ten times what the engine was told, or a minute.
    pub fn patience(&self) -> Duration {
        let told = self.time.map(|time| time.saturating_mul(10));
        self.timeout.or(told).unwrap_or(Duration::from_secs(60))
    }

    /// How long we wait for anything else, such as a start: the timeout, or at least ten seconds.
    fn courtesy(&self) -> Duration {
        self.timeout.unwrap_or(self.patience().max(Duration::from_secs(10)))
    }
}

/// What an engine did that ends its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FaultKind {
    /// It ended, or could not be started.
    Crash,
    /// It did not answer in time.
    Timeout,
    /// Its clock had run down when it moved.
    Flag,
    /// It answered with something that is no legal move.
    IllegalMove,
    /// It refused a command, such as a legal move of the other side.
    Refusal,
    /// It gave the game up.
    Resignation,
}

impl FaultKind {
    /// All of them.
    pub const ALL: [FaultKind; 6] = [
        FaultKind::Crash,
        FaultKind::Timeout,
        FaultKind::Flag,
        FaultKind::IllegalMove,
        FaultKind::Refusal,
        FaultKind::Resignation,
    ];

    /// The word for it in output.
    pub fn name(self) -> &'static str {
        match self {
            FaultKind::Crash => "crash",
            FaultKind::Timeout => "timeout",
            FaultKind::Flag => "flag",
            FaultKind::IllegalMove => "illegal_move",
            FaultKind::Refusal => "refusal",
            FaultKind::Resignation => "resignation",
        }
    }
}

/// Why an engine lost its game, or could not begin one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What kind of thing it did.
    pub kind: FaultKind,
    /// What it did, in one line.
    pub reason: String,
}

impl Fault {
    /// A fault with its reason.
    pub fn new(kind: FaultKind, reason: impl Into<String>) -> Fault {
        Fault { kind, reason: reason.into() }
    }

    /// A move that is none, or a refusal, in the engine's own words.
    pub(crate) fn said(kind: FaultKind, what: &str, words: &str) -> Fault {
        Fault::new(kind, format!("{what}: '{}'", shown(words)))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Fault {}

/// Black is MAX, in the protocols for Othello.
pub(crate) fn colour(side: Side) -> &'static str {
    match side {
        Side::Max => "black",
        Side::Min => "white",
    }
}

/// How long we wait for an engine whose clock has run down: one that answers need not be killed.
const GRACE: Duration = Duration::from_secs(1);

/// What one protocol says over a wire, and when.
pub(crate) trait Dialect<G: Game>: Send {
    /// The first words to an engine that was just started, answered in any case.
    fn greet(&mut self, wire: &mut dyn Wire, deadline: Instant) -> Result<(), Fault>;
    /// A game begins.
    fn new_game(
        &mut self,
        wire: &mut dyn Wire,
        opening: &Opening<G>,
        deadline: Instant,
    ) -> Result<(), Fault>;
    /// Asks for a move, in a game with clocks or without.
    fn choose(
        &mut self,
        wire: &mut dyn Wire,
        position: &G,
        clocks: Option<&Clocks>,
        deadline: Instant,
    ) -> Result<G::Move, Fault>;
    /// A move was played at `position`: the one it chose, or the other side's.
    fn advance(
        &mut self,
        wire: &mut dyn Wire,
        position: &G,
        m: G::Move,
        deadline: Instant,
    ) -> Result<(), Fault>;
}

/// An engine that runs. After a [`Fault`] other than a resignation it is killed, and
/// [`new_game`](Engine::new_game) starts it again. It ends when it is dropped.
pub struct Engine<G: Game> {
    spec: EngineSpec,
    dialect: Box<dyn Dialect<G>>,
    process: Option<Process>,
}

impl<G: Game> Engine<G> {
    /// Starts an engine and waits until it answers.
    pub fn start(spec: EngineSpec) -> Result<Engine<G>, Fault> {
        let dialect: Box<dyn Dialect<G>> = match spec.protocol {
            Protocol::Gtp => Box::new(Gtp::new(spec.time)),
            Protocol::NBoard => Box::new(NBoard::new(spec.depth)),
            Protocol::Uci => Box::new(Uci::new(&spec)),
        };
        let mut engine = Engine { spec, dialect, process: None };
        engine.run()?;
        Ok(engine)
    }

    /// A game begins: the engine is shown its opening.
    pub fn new_game(&mut self, opening: &Opening<G>) -> Result<(), Fault> {
        self.run()?;
        self.talk(self.spec.courtesy(), |dialect, wire, deadline| {
            dialect.new_game(wire, opening, deadline)
        })
    }

    /// The engine's move at `position`, which must be the one that it was shown.
    pub fn choose(&mut self, position: &G) -> Result<G::Move, Fault> {
        self.talk(self.spec.patience(), |dialect, wire, deadline| {
            dialect.choose(wire, position, None, deadline)
        })
    }

    /// The same in a game with clocks, of which only UCI engines are told. Whether the move was made
    /// in time is for the caller to judge: an engine that is a little late is waited for.
    pub fn choose_on_clock(&mut self, position: &G, clocks: &Clocks) -> Result<G::Move, Fault> {
        let left = clocks.of(position.side()).left;
        let patience = self.spec.timeout.unwrap_or(left.saturating_add(GRACE));
        self.talk(patience, |dialect, wire, deadline| {
            dialect.choose(wire, position, Some(clocks), deadline)
        })
    }

    /// `m` was played at `position`, by either side.
    pub fn advance(&mut self, position: &G, m: G::Move) -> Result<(), Fault> {
        self.talk(self.spec.courtesy(), |dialect, wire, deadline| {
            dialect.advance(wire, position, m, deadline)
        })
    }

    /// Starts the engine if it does not run.
    fn run(&mut self) -> Result<(), Fault> {
        if self.process.is_some() {
            return Ok(());
        }
        self.process = Some(Process::start(&self.spec)?);
        self.talk(self.spec.courtesy(), |dialect, wire, deadline| dialect.greet(wire, deadline))
    }

    fn talk<R>(
        &mut self,
        patience: Duration,
        words: impl FnOnce(&mut dyn Dialect<G>, &mut dyn Wire, Instant) -> Result<R, Fault>,
    ) -> Result<R, Fault> {
        let Some(process) = &mut self.process else {
            return Err(Fault::new(FaultKind::Crash, "the engine does not run"));
        };
        let now = Instant::now();
        // A timeout of a million years is one of a day: clocks do not reach so far.
        let deadline = now.checked_add(patience).unwrap_or(now + Duration::from_secs(86_400));
        let mut said = words(&mut *self.dialect, process, deadline);
        if let Err(fault) = &mut said {
            if fault.kind == FaultKind::Timeout {
                fault.reason = format!("no answer within {patience:?}");
            }
            // What it says next would be an answer to something else.
            if fault.kind != FaultKind::Resignation {
                process.kill();
                self.process = None;
            }
        }
        said
    }
}
