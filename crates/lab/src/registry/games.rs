//! The games by name.

use crate::Error;
use crate::play::{Session, SessionOf};
use plywood_games::{Game, InputError, Problem, one_of, shown};
use plywood_registry::{
    Build, CHECKERS, CHESS, CONNECT4, OTHELLO, PlayerSpec, RANDOM_TREE, TREE, build,
};
use std::sync::{Arc, LazyLock};

/// A game of the registry.
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
    /// Its name.
    pub name: &'static str,
    /// The game in one line.
    pub summary: &'static str,
    /// What names a position.
    pub position: &'static str,
    /// Its evaluations with a line on each, the default first; none where there is only one.
    pub evaluations: &'static [(&'static str, &'static str)],
    /// The end of the names of files with records of games, where there is a format for them.
    pub records: Option<&'static str>,
    game: Arc<dyn AnyGame>,
}

impl GameEntry {
    /// The entry of a game. All its searches are compiled in the crate that calls this.
    pub fn of<G: Game>() -> GameEntry {
        GameEntry::with::<G>(build)
    }

    /// The entry of a game whose searches are made by `build`.
    pub fn with<G: Game>(build: Build<G>) -> GameEntry {
        GameEntry {
            name: G::NAME,
            summary: G::SUMMARY,
            position: G::POSITION,
            evaluations: G::EVALUATIONS,
            records: G::RECORDS,
            game: Arc::new(GameOf { build }),
        }
    }

    /// The player as it is at this game; see [`PlayerSpec::at`].
    pub fn player(&self, spec: &PlayerSpec) -> Result<PlayerSpec, Error> {
        self.game.player(spec)
    }

    /// Sets up the position that `text` names, or the start of the game.
    pub fn open(&self, text: Option<&str>) -> Result<Box<dyn Session>, Error> {
        self.game.open(text)
    }

    /// The problem that a line of a collection has; none for a game without a notation for them.
    ///
    /// ```
    /// use plywood_lab::registry::{game, games};
    /// let line = "6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#; id \"back rank\";";
    /// let problem = game(games(), "chess")?.problem(line).unwrap()?;
    /// assert_eq!((problem.name.as_deref(), problem.best), (Some("back rank"), vec!["Rd8#".into()]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn problem(&self, line: &str) -> Option<Result<ProblemInWords, InputError>> {
        self.game.problem(line)
    }
}

/// A game whose type is forgotten.
trait AnyGame: Send + Sync {
    fn open(&self, text: Option<&str>) -> Result<Box<dyn Session>, Error>;
    fn problem(&self, line: &str) -> Option<Result<ProblemInWords, InputError>>;
    fn player(&self, spec: &PlayerSpec) -> Result<PlayerSpec, Error>;
}

struct GameOf<G: Game> {
    build: Build<G>,
}

impl<G: Game> AnyGame for GameOf<G> {
    fn open(&self, text: Option<&str>) -> Result<Box<dyn Session>, Error> {
        let position = G::parse(text).map_err(|e| Error::input(e.to_string()))?;
        let opening = text.map_or(Some(Vec::new()), G::transcript);
        Ok(Box::new(SessionOf::new(self.build, position, opening)))
    }

    fn problem(&self, line: &str) -> Option<Result<ProblemInWords, InputError>> {
        Some(G::problem(line)?.map(problem_in_words))
    }

    fn player(&self, spec: &PlayerSpec) -> Result<PlayerSpec, Error> {
        spec.at::<G>()
    }
}

/// A problem of any game; see [`Problem`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemInWords {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The name of the position.
    pub position: String,
    /// The score for the side to move, in what the game counts, if that is known.
    pub score: Option<i32>,
    /// The moves of which one is to be found; any, if there are none.
    pub best: Vec<String>,
    /// The moves not to be found.
    pub avoid: Vec<String>,
}

fn problem_in_words<G: Game>(problem: Problem<G>) -> ProblemInWords {
    let Problem { name, position, score, best, avoid } = problem;
    let names = |moves: Vec<G::Move>| moves.iter().map(|&m| position.move_text(m)).collect();
    let (best, avoid) = (names(best), names(avoid));
    ProblemInWords { name, position: position.text(), score, best, avoid }
}

static GAMES: LazyLock<Vec<GameEntry>> = LazyLock::new(|| {
    vec![
        GameEntry::with(CHECKERS),
        GameEntry::with(CHESS),
        GameEntry::with(CONNECT4),
        GameEntry::with(OTHELLO),
        GameEntry::with(RANDOM_TREE),
        GameEntry::with(TREE),
    ]
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

/// The game of that name.
pub fn game<'a>(games: &'a [GameEntry], name: &str) -> Result<&'a GameEntry, Error> {
    games.iter().find(|game| game.name == name).ok_or_else(|| {
        let names: Vec<_> = games.iter().map(|game| game.name).collect();
        Error::input(format!("no game '{}': expected {}", shown(name), one_of(name, &names)))
    })
}
