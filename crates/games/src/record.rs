//! What a game hands to whoever writes it down, and what it reads of problems.

use crate::Game;
use plywood::{Score, Side};

/// A game that was played, for its record.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a, G: Game> {
    /// The names of MAX and of MIN.
    pub players: [&'a str; 2],
    /// What else there is to say of it, by the names of the tags, such as `Event`.
    pub tags: &'a [(&'a str, String)],
    /// The position at the start.
    pub start: &'a G,
    /// The moves from there.
    pub moves: &'a [G::Move],
    /// The result for MAX, by the rules or otherwise; none if the game goes on.
    pub result: Option<Score>,
}

impl<G: Game> Played<'_, G> {
    /// Who has won, or nobody; none if the game goes on.
    pub fn winner(&self) -> Option<Option<Side>> {
        self.result.map(|result| match result.get() {
            0 => None,
            points => Some(if points > 0 { Side::Max } else { Side::Min }),
        })
    }

    /// The tags with the names of the players behind them.
    pub(crate) fn named(&self, [max, min]: [&str; 2]) -> Vec<(String, String)> {
        let tags = self.tags.iter().map(|(name, value)| (name.to_string(), value.clone()));
        let players = [max, min].into_iter().zip(self.players);
        tags.chain(players.map(|(tag, name)| (tag.to_string(), name.to_string()))).collect()
    }
}

/// A position with what is to be found in it: a line of a collection of problems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem<G: Game> {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The position.
    pub position: G,
    /// The score for the side to move, in what the game counts, if that is known.
    pub score: Option<i32>,
    /// The moves of which one is to be found; any, if there are none.
    pub best: Vec<G::Move>,
    /// The moves not to be found.
    pub avoid: Vec<G::Move>,
}
