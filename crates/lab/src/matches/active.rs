//! Players during a match.

use super::record::{MoveEffort, counts};
use crate::Error;
use plywood_games::Game;
use plywood_protocols::clock::Clocks;
use plywood_protocols::{Engine, Fault, Opening, Thought};

/// Why a game ends before its rules end it.
pub(super) enum Trouble {
    /// The player loses the game.
    Forfeit(Fault),
    /// The match ends with an error.
    Match(Error),
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Trouble {
        Trouble::Forfeit(fault)
    }
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Trouble {
        Trouble::Match(error)
    }
}

impl From<plywood_play::Error> for Trouble {
    fn from(error: plywood_play::Error) -> Trouble {
        Error::from(error).into()
    }
}

/// A player that plays one game after the other.
pub(super) trait ActivePlayer<G: Game>: Send {
    /// A game begins.
    fn new_game(&mut self, opening: &Opening<G>) -> Result<(), Trouble>;
    /// The player's move, with the work it took, in a game with clocks or without.
    fn choose(
        &mut self,
        position: &G,
        clocks: Option<&Clocks>,
    ) -> Result<(G::Move, MoveEffort), Trouble>;
    /// A move was played at `position`, by either side.
    fn advance(&mut self, position: &G, m: G::Move) -> Result<(), Trouble>;
    /// The other side is to move at `position`, and the player may think until the next
    /// [`advance`](ActivePlayer::advance).
    fn ponder(&mut self, position: &G, clocks: &Clocks) -> Result<(), Trouble>;
}

impl<G: Game> ActivePlayer<G> for Engine<G> {
    fn new_game(&mut self, opening: &Opening<G>) -> Result<(), Trouble> {
        Ok(Engine::new_game(self, opening)?)
    }

    /// The work of an engine is what it says of it.
    fn choose(
        &mut self,
        position: &G,
        clocks: Option<&Clocks>,
    ) -> Result<(G::Move, MoveEffort), Trouble> {
        let m = Engine::choose(self, position, clocks)?;
        let Thought { score, depth, nodes } = self.thought();
        Ok((m, MoveEffort { counts: counts(nodes, 0), depth, score }))
    }

    fn advance(&mut self, position: &G, m: G::Move) -> Result<(), Trouble> {
        Ok(Engine::advance(self, position, m)?)
    }

    fn ponder(&mut self, position: &G, clocks: &Clocks) -> Result<(), Trouble> {
        Ok(Engine::ponder(self, position, clocks)?)
    }
}
