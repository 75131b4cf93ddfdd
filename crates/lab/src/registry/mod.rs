//! The registry: games and algorithms by name.
//!
//! Every front end, the documentation and the experiments take games and algorithms from here. Algorithms and players
//! are those of [`plywood_registry`]. A [`GameEntry`] is that of [`plywood_play`], with matches.

use crate::matches::{Conditions, PairPlayer, PairsOf, Player};
use plywood_games::{Game, set_up};
use std::borrow::Borrow;
use std::ops::Deref;
use std::sync::{Arc, LazyLock};

pub use plywood_play::{AnyGame, game};
pub use plywood_registry::*;

/// A game of the registry: the entry of [`plywood_play`], with matches.
///
/// ```
/// use plywood_lab::registry::{GameEntry, PlayerSpec};
/// let entry = GameEntry::of::<plywood_games::Connect4>();
/// let mut session = entry.open(Some("4455"))?;
/// session.set_player(&PlayerSpec::parse("alpha-beta,depth=6")?)?;
/// assert!(session.search()?.proven, "three in a row with both ends open cannot be stopped");
/// # Ok::<(), plywood_lab::Error>(())
/// ```
#[derive(Clone)]
pub struct GameEntry {
    entry: plywood_play::GameEntry,
    matches: Arc<dyn Matches>,
}

impl GameEntry {
    /// The entry of a game with its goals. All its searches are compiled in the crate that calls this.
    pub fn of<G: Game>() -> GameEntry {
        GameEntry::with::<G>(build).with_goals::<G>(&GoalEntry::all())
    }

    /// The entry of a game whose searches are made by `build`, without goals.
    pub fn with<G: Game>(build: Build<G>) -> GameEntry {
        let entry = plywood_play::GameEntry::with::<G>(build);
        GameEntry { entry, matches: Arc::new(MatchesOf { build }) }
    }

    /// The same game with these goals to ask for; see [`plywood_play::GameEntry::with_goals`].
    #[must_use]
    pub fn with_goals<G: Game>(mut self, goals: &[GoalEntry<G>]) -> GameEntry {
        self.entry = self.entry.with_goals(goals);
        self
    }

    /// Pairs of games between players, each with its name, from the position that `start` names, or the start of the
    /// game. An error if a player has no limit for a move, or if the conditions do not fit the game.
    pub fn pairs(
        &self,
        start: Option<&str>,
        players: &[(String, Player)],
        conditions: &Conditions,
    ) -> Result<Box<dyn PairPlayer>, crate::Error> {
        self.matches.pairs(start, players, conditions)
    }
}

impl Deref for GameEntry {
    type Target = plywood_play::GameEntry;

    fn deref(&self) -> &Self::Target {
        &self.entry
    }
}

impl Borrow<plywood_play::GameEntry> for GameEntry {
    fn borrow(&self) -> &plywood_play::GameEntry {
        &self.entry
    }
}

/// Matches of one game, whatever its type.
trait Matches: Send + Sync {
    fn pairs(
        &self,
        start: Option<&str>,
        players: &[(String, Player)],
        conditions: &Conditions,
    ) -> Result<Box<dyn PairPlayer>, crate::Error>;
}

struct MatchesOf<G: Game> {
    build: Build<G>,
}

impl<G: Game> Matches for MatchesOf<G> {
    fn pairs(
        &self,
        start: Option<&str>,
        players: &[(String, Player)],
        conditions: &Conditions,
    ) -> Result<Box<dyn PairPlayer>, crate::Error> {
        let start = set_up::<G>(start)?.position;
        Ok(Box::new(PairsOf::new(self.build, &start, players, conditions)?))
    }
}

static GAMES: LazyLock<Vec<GameEntry>> = LazyLock::new(|| {
    struct Entries(Vec<GameEntry>);

    impl CompiledVisitor for Entries {
        fn visit<G: Game>(&mut self, compiled: &'static Compiled<G>) {
            if G::LISTED {
                self.0.push(GameEntry::with(compiled.build).with_goals(&compiled.goals));
            }
        }
    }

    let mut entries = Entries(Vec::new());
    each_built_in(&mut entries);
    entries.0
});

/// The games that come with Plywood.
pub fn games() -> &'static [GameEntry] {
    &GAMES
}

/// The games of a program of yours, and behind them those that come with Plywood. A game of yours
/// takes the place of one of Plywood that has its name.
///
/// ```
/// use plywood_lab::registry::{GameEntry, games, with_built_in};
/// // Connect four stands for a game of yours.
/// let all = with_built_in(&[GameEntry::of::<plywood_games::Connect4>()]);
/// assert_eq!((all[0].name, all.len()), ("connect4", games().len()));
/// ```
pub fn with_built_in(own: &[GameEntry]) -> Vec<GameEntry> {
    let taken = |entry: &&GameEntry| own.iter().any(|mine| mine.name == entry.name);
    own.iter().chain(games().iter().filter(|entry| !taken(entry))).cloned().collect()
}
