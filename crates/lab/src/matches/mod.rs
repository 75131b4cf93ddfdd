//! Matches: pairs of games from the same start, each player once MAX.

mod active;
mod adjudication;
mod control;
mod cores;
mod game;
mod openings;
mod pairs;
mod player;
mod record;
mod search_player;

pub use adjudication::{Adjudicated, Adjudication, DrawRule, ResignRule};
pub use control::TimeControl;
pub use cores::Cores;
pub use openings::{Book, OpeningOrder, Openings};
pub(crate) use pairs::PairsOf;
pub use pairs::{About, PairPlayer, Written};
pub use player::Player;
pub use plywood_protocols::{Fault, FaultKind, kill_all as kill_engines};
pub(crate) use record::counts;
pub use record::{Forfeit, GameRecord, MatchResult, MoveEffort, PairRecord, TimeSpent};

use std::path::PathBuf;

/// What all games between some players have in common.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// The seed of the openings. A game that is drawn from a seed is drawn from this one in the first
    /// round, from the next in the second, and so on.
    pub seed: u64,
    /// Where the pairs begin.
    pub openings: Openings,
    /// Clocks for both players. A player whose clock runs down loses the game.
    pub control: Option<TimeControl>,
    /// Whether players think while the other side is to move. It needs clocks, and a second core for each game.
    pub ponder: bool,
    /// The rules that end games early.
    pub adjudication: Adjudication,
    /// The folder for the standard error of engines, one file per engine; without it, that output is
    /// dropped.
    pub engine_log: Option<PathBuf>,
    /// Cores for each game; none leaves that to the system.
    pub cores: Option<Cores>,
}

impl Default for Conditions {
    fn default() -> Self {
        Conditions {
            seed: 1,
            openings: Openings::default(),
            control: None,
            ponder: false,
            adjudication: Adjudication::default(),
            engine_log: None,
            cores: None,
        }
    }
}
