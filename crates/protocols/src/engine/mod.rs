//! Other people's engines: programs that play one of our games.

mod console;
mod fault;
mod gtp;
mod nboard;
mod opening;
mod process;
mod spec;
#[cfg(test)]
mod testing;
mod thought;
mod uci;

pub use console::GtpConsole;
pub use fault::{Fault, FaultKind};
pub use opening::Opening;
pub use process::kill_all;
pub use spec::{EngineSpec, Protocol};
pub use thought::Thought;

use crate::clock::Clocks;
use gtp::GtpClient;
use nboard::NBoardClient;
use plywood_games::{Game, shown};
use process::Process;
use std::time::{Duration, Instant};
use uci::UciClient;

/// The extra wait for an engine whose clock has run out. An engine that answers within it loses its
/// game but need not be killed.
const GRACE: Duration = Duration::from_secs(1);

/// Sends lines to an engine and receives lines from it.
trait Transport: Send {
    fn send(&mut self, line: &str) -> Result<(), Fault>;
    /// The next line; a fault if none comes before the deadline.
    fn receive(&mut self, deadline: Instant) -> Result<String, Fault>;
}

/// A transport, and the deadline of the exchange under way.
struct Connection<'a> {
    transport: &'a mut dyn Transport,
    deadline: Instant,
}

impl Connection<'_> {
    fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.transport.send(line)
    }

    /// The next line.
    fn receive(&mut self) -> Result<String, Fault> {
        self.transport.receive(self.deadline)
    }

    /// Sends `line` and skips lines until the engine answers with exactly `answer`.
    fn sync(&mut self, line: &str, answer: &str) -> Result<(), Fault> {
        self.send(line)?;
        while self.receive()?.trim() != answer {}
        Ok(())
    }
}

/// The client side of one protocol.
trait Client<G: Game>: Send {
    /// Introduces us to an engine that was just started.
    fn handshake(&mut self, connection: &mut Connection<'_>) -> Result<(), Fault>;

    /// Begins a game.
    fn new_game(
        &mut self,
        connection: &mut Connection<'_>,
        opening: &Opening<G>,
    ) -> Result<(), Fault>;

    /// Asks for a move, in a game with or without clocks.
    fn choose(
        &mut self,
        connection: &mut Connection<'_>,
        position: &G,
        clocks: Option<&Clocks>,
    ) -> Result<G::Move, Fault>;

    /// Tells the engine that `m` was played at `position`, by either side.
    fn advance(
        &mut self,
        connection: &mut Connection<'_>,
        position: &G,
        m: G::Move,
    ) -> Result<(), Fault>;

    /// Lets the engine think about the other side's move at `position`, in a game with clocks. Only UCI has words
    /// for it.
    fn ponder(
        &mut self,
        _connection: &mut Connection<'_>,
        _position: &G,
        _clocks: &Clocks,
    ) -> Result<(), Fault> {
        Ok(())
    }

    /// What the engine said about the move that it chose last.
    fn thought(&self) -> Thought {
        Thought::default()
    }
}

/// A refusal unless `G` is the only game that engines of `protocol` play.
fn require_game<G: Game>(protocol: &str, game: &str) -> Result<(), Fault> {
    if G::NAME == game {
        return Ok(());
    }
    let reason = format!("{protocol} engines play {game}, found {}", G::NAME);
    Err(Fault::new(FaultKind::Refusal, reason))
}

/// A running engine. After a [`Fault`] other than a resignation it is killed, and
/// [`new_game`](Engine::new_game) starts it again. Dropping it ends its process.
pub struct Engine<G: Game> {
    spec: EngineSpec,
    client: Box<dyn Client<G>>,
    process: Option<Process>,
}

impl<G: Game> Engine<G> {
    /// Starts an engine and waits until it answers.
    pub fn start(spec: EngineSpec) -> Result<Engine<G>, Fault> {
        let mut engine = Engine::idle(spec);
        engine.ensure_running()?;
        Ok(engine)
    }

    /// An engine that [`new_game`](Engine::new_game) will start.
    pub fn idle(spec: EngineSpec) -> Engine<G> {
        let client: Box<dyn Client<G>> = match spec.protocol {
            Protocol::Gtp => Box::new(GtpClient::new(spec.time)),
            Protocol::NBoard => Box::new(NBoardClient::new(spec.depth)),
            Protocol::Uci => Box::new(UciClient::new(&spec)),
        };
        Engine { spec, client, process: None }
    }

    /// Begins a game from `opening`. Starts the engine if it is not running.
    pub fn new_game(&mut self, opening: &Opening<G>) -> Result<(), Fault> {
        self.ensure_running()?;
        self.exchange(self.spec.reply_timeout(), |client, connection| {
            client.new_game(connection, opening)
        })
    }

    /// The engine's move at `position`, which must be the current position of the game.
    ///
    /// In a game with clocks only UCI engines are told of them. An engine that answers up to one second
    /// late is waited for, so the caller must check whether the move was made in time.
    pub fn choose(&mut self, position: &G, clocks: Option<&Clocks>) -> Result<G::Move, Fault> {
        let timeout = match clocks.map(|clocks| clocks.of(position.side()).left) {
            Some(left) => self.spec.timeout.unwrap_or(left.saturating_add(GRACE)),
            None => self.spec.move_timeout(),
        };
        self.exchange(timeout, |client, connection| client.choose(connection, position, clocks))
    }

    /// Tells the engine that `m` was played at `position`, by either side.
    pub fn advance(&mut self, position: &G, m: G::Move) -> Result<(), Fault> {
        self.exchange(self.spec.reply_timeout(), |client, connection| {
            client.advance(connection, position, m)
        })
    }

    /// Lets the engine think while the other side is to move at `position`. A UCI engine that named the move that it
    /// expects ponders on it until [`advance`](Engine::advance) tells what was played; any other rests.
    pub fn ponder(&mut self, position: &G, clocks: &Clocks) -> Result<(), Fault> {
        self.exchange(self.spec.reply_timeout(), |client, connection| {
            client.ponder(connection, position, clocks)
        })
    }

    /// What the engine said about the move that it chose last.
    pub fn thought(&self) -> Thought {
        self.client.thought()
    }

    fn ensure_running(&mut self) -> Result<(), Fault> {
        if self.process.is_some() {
            return Ok(());
        }
        self.process = Some(Process::start(&self.spec)?);
        self.exchange(self.spec.reply_timeout(), |client, connection| client.handshake(connection))
    }

    fn exchange<R>(
        &mut self,
        timeout: Duration,
        exchange: impl FnOnce(&mut dyn Client<G>, &mut Connection<'_>) -> Result<R, Fault>,
    ) -> Result<R, Fault> {
        let Some(process) = &mut self.process else {
            return Err(Fault::new(FaultKind::Crash, "the engine is not running"));
        };
        let now = Instant::now();
        // A deadline beyond what the system clock can express becomes one day.
        let deadline = now.checked_add(timeout).unwrap_or(now + Duration::from_secs(86_400));
        let mut connection = Connection { transport: process, deadline };
        let mut answer = exchange(&mut *self.client, &mut connection);
        if let Err(fault) = &mut answer {
            if fault.kind == FaultKind::Timeout {
                fault.reason = format!("no answer within {timeout:?}");
            }
            fault.said = process.said().map(shown);
            // A late answer would be taken for the answer to the next question.
            if fault.kind != FaultKind::Resignation {
                process.kill();
                self.process = None;
            }
        }
        answer
    }
}
