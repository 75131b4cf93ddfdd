//! The games by name.

use crate::Error;
use crate::problems::{AnyGoal, Problem, ProblemSolver};
use crate::review::{SavedGame, SavedGameOf};
use crate::session::{Session, SessionOf};
use plywood::Budget;
use plywood_games::{Game, InputError, Recorded, read_transcript, set_up, side_names};
use plywood_registry::{
    Build, Compiled, CompiledVisitor, GoalEntry, PlayerSpec, build, each_built_in,
};
use std::borrow::Borrow;
use std::ops::Deref;
use std::path::Path;
use std::sync::{Arc, LazyLock};

/// A game of the registry.
///
/// ```
/// use plywood_play::GameEntry;
/// use plywood_registry::PlayerSpec;
/// let entry = GameEntry::of::<plywood_games::Connect4>();
/// let mut session = entry.open(Some("4455"))?;
/// session.set_player(&PlayerSpec::parse("alpha-beta,depth=6")?)?;
/// assert!(session.search()?.proven, "three in a row with both ends open cannot be stopped");
/// # Ok::<(), plywood_play::Error>(())
/// ```
#[derive(Clone)]
pub struct GameEntry {
    /// Its name.
    pub name: &'static str,
    /// The game in one line.
    pub summary: &'static str,
    /// The notation of positions.
    pub position: &'static str,
    /// Its evaluations with a line on each, the default first; none where there is only one.
    pub evaluations: &'static [(&'static str, &'static str)],
    /// What people call MAX and MIN.
    pub sides: [&'static str; 2],
    /// The file extension of records of games, where there is a format for them.
    pub records: Option<&'static str>,
    /// Whether moves are the indices of children, which JSON shows as numbers.
    pub numbered_moves: bool,
    /// The advantage, in units of the game, with which about ten games of eleven are won.
    pub scale: f64,
    /// Small positions for tests and measurements, each with a depth to search it to.
    pub examples: &'static [(&'static str, u32)],
    game: Arc<dyn AnyGame>,
    goals: Vec<Arc<dyn AnyGoal>>,
}

impl GameEntry {
    /// The entry of a game with its goals. All its searches are compiled in the crate that calls this.
    pub fn of<G: Game>() -> GameEntry {
        GameEntry::with::<G>(build).with_goals::<G>(&GoalEntry::all())
    }

    /// The entry of a game whose searches are made by `build`, without goals.
    pub fn with<G: Game>(build: Build<G>) -> GameEntry {
        GameEntry {
            name: G::NAME,
            summary: G::SUMMARY,
            position: G::POSITION,
            evaluations: G::EVALUATIONS,
            sides: side_names::<G>(),
            records: G::RECORDS,
            numbered_moves: G::NUMBERED_MOVES,
            scale: G::SCALE,
            examples: G::EXAMPLES,
            game: Arc::new(GameOf { build }),
            goals: Vec::new(),
        }
    }

    /// The same game with these goals to ask for.
    ///
    /// ```
    /// use plywood::kit::Win;
    /// use plywood_play::GameEntry;
    /// use plywood_registry::GoalEntry;
    /// // Connect four stands for a game of yours.
    /// let goals = [GoalEntry::<plywood_games::Connect4>::of::<Win>()];
    /// let entry = GameEntry::of::<plywood_games::Connect4>().with_goals(&goals);
    /// assert_eq!(entry.goals()[0].name(), "win");
    /// ```
    #[must_use]
    pub fn with_goals<G: Game>(mut self, goals: &[GoalEntry<G>]) -> GameEntry {
        self.goals = goals.iter().map(|goal| Arc::new(goal.clone()) as Arc<dyn AnyGoal>).collect();
        self
    }

    /// The goals that can be asked for at this game.
    pub fn goals(&self) -> &[Arc<dyn AnyGoal>] {
        &self.goals
    }

    /// The goal of that name.
    pub fn goal(&self, name: &str) -> Result<&dyn AnyGoal, Error> {
        let goal = self.goals.iter().find(|goal| goal.name() == name);
        goal.map(|goal| &**goal).ok_or_else(|| {
            let names: Vec<_> = self.goals.iter().map(|goal| goal.name()).collect();
            match names.is_empty() {
                true => Error::input(format!("{} has no goals", self.name)),
                false => Error::unknown("goal", name, &names),
            }
        })
    }

    /// Whether games are written to a file as records, which its extension decides. An error if the
    /// extension is the record format of another game.
    ///
    /// ```
    /// use plywood_play::{game, games};
    /// use std::path::Path;
    /// let chess = game(games(), "chess")?;
    /// assert!(chess.is_record_file(Path::new("games.PGN"))?);
    /// assert!(!chess.is_record_file(Path::new("games.jsonl"))?);
    /// let error = chess.is_record_file(Path::new("games.ggf")).unwrap_err().to_string();
    /// assert_eq!(error, "games.ggf: expected a file for games of chess: .pgn, or .jsonl");
    /// # Ok::<(), plywood_play::Error>(())
    /// ```
    pub fn is_record_file(&self, path: &Path) -> Result<bool, Error> {
        let extension = path.extension().and_then(|text| text.to_str());
        let Some(extension) = extension.map(str::to_ascii_lowercase) else { return Ok(false) };
        if self.records == Some(extension.as_str()) {
            return Ok(true);
        }
        if games().iter().all(|game| game.records != Some(extension.as_str())) {
            return Ok(false);
        }
        let own = self.records.map(|own| format!(".{own}, or ")).unwrap_or_default();
        Err(Error::input(format!(
            "{}: expected a file for games of {}: {own}.jsonl",
            path.display(),
            self.name
        )))
    }
}

impl Deref for GameEntry {
    type Target = dyn AnyGame;

    fn deref(&self) -> &Self::Target {
        &*self.game
    }
}

/// What a game can do, as an object that hides its type. A [`GameEntry`] is used as one.
pub trait AnyGame: Send + Sync {
    /// The player as it is at this game; see [`PlayerSpec::at`].
    fn player(&self, spec: &PlayerSpec) -> Result<PlayerSpec, Error>;

    /// Sets up the position that `text` names, or the start of the game.
    fn open(&self, text: Option<&str>) -> Result<Box<dyn Session>, Error>;

    /// Reads game number `number`, from 1, of a file: of a format that has records of this game, or `.txt` with
    /// the moves of one game per line.
    ///
    /// ```
    /// use plywood_play::ReviewOptions;
    /// use plywood_registry::PlayerSpec;
    /// use plywood_play::{game, games};
    /// use std::path::Path;
    /// let player = PlayerSpec::parse("strong,depth=4")?;
    /// let options = ReviewOptions { player: &player, scale: 6.25, jobs: 1, stop: &false.into() };
    /// let (chess, path) = (game(games(), "chess")?, Path::new("fools-mate.txt"));
    /// let saved = chess.saved_game(path, b"f3 e5 g4 Qh4#", 1)?;
    /// assert_eq!(saved.positions(), 5);
    /// let review = saved.review(&options, &|| {})?.expect("not stopped");
    /// assert_eq!(review.moves[2].mark.sign(), "??");
    /// # Ok::<(), plywood_play::Error>(())
    /// ```
    fn saved_game(
        &self,
        path: &Path,
        bytes: &[u8],
        number: usize,
    ) -> Result<Box<dyn SavedGame>, Error>;

    /// Whether the game has an endgame solver.
    fn has_endgame_solver(&self) -> bool;

    /// Reads problems from a text, one per line; blank lines and lines that begin with `#`, `;` or `%` are
    /// skipped. A problem without a name is named by the number of its line. None if the game has no
    /// notation for problems. An error names the line.
    ///
    /// ```
    /// use plywood_play::{game, games};
    /// let text = "# mates\n6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#; id \"back rank\";";
    /// let problems = game(games(), "chess")?.problems(text).expect("chess has problems")?;
    /// assert_eq!(problems[0].name, "back rank");
    /// assert_eq!(problems[0].best, ["Rd8#"]);
    /// assert!(game(games(), "connect4")?.problems(text).is_none());
    /// # Ok::<(), plywood_play::Error>(())
    /// ```
    fn problems(&self, text: &str) -> Option<Result<Vec<Problem>, Error>>;

    /// Solves problems with a new search by this player for each.
    fn problem_solver(&self, spec: &PlayerSpec) -> ProblemSolver;

    /// Solves problems with the endgame solver, or only finds their winners. An error if the budget
    /// has a depth, or if the game has no endgame solver.
    fn endgame_solver(&self, budget: &Budget, only_winner: bool) -> Result<ProblemSolver, Error>;
}

struct GameOf<G: Game> {
    build: Build<G>,
}

impl<G: Game> AnyGame for GameOf<G> {
    fn open(&self, text: Option<&str>) -> Result<Box<dyn Session>, Error> {
        let set = set_up(text)?;
        Ok(Box::new(SessionOf::new(self.build, set.position, set.moves)))
    }

    fn has_endgame_solver(&self) -> bool {
        G::endgame().is_some()
    }

    fn problems(&self, text: &str) -> Option<Result<Vec<Problem>, Error>> {
        Problem::read::<G>(text)
    }

    fn problem_solver(&self, spec: &PlayerSpec) -> ProblemSolver {
        ProblemSolver::by_search(self.build, spec)
    }

    fn endgame_solver(&self, budget: &Budget, only_winner: bool) -> Result<ProblemSolver, Error> {
        ProblemSolver::by_endgame_solver::<G>(budget, only_winner)
    }

    fn player(&self, spec: &PlayerSpec) -> Result<PlayerSpec, Error> {
        spec.at::<G>()
    }

    fn saved_game(
        &self,
        path: &Path,
        bytes: &[u8],
        number: usize,
    ) -> Result<Box<dyn SavedGame>, Error> {
        let game = saved_game::<G>(path, bytes, number)?;
        Ok(Box::new(SavedGameOf { build: self.build, game }))
    }
}

/// Game number `number` of a file.
fn saved_game<G: Game>(path: &Path, bytes: &[u8], number: usize) -> Result<Recorded<G>, Error> {
    let name = path.display().to_string();
    let extension = path.extension().and_then(|text| text.to_str()).unwrap_or_default();
    let extension = extension.to_ascii_lowercase();
    let wrong = || InputError::new("file", &name);
    let mut games = match G::games_in_file(&extension, bytes) {
        Some(games) => games.map_err(|e| Error::input(format!("{name}: {e}")))?,
        None if extension == "txt" => {
            let text = String::from_utf8_lossy(bytes);
            let lines = (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !line.is_empty());
            let game = |(number, line): (usize, &str)| {
                let moves = read_transcript::<G>(line)
                    .map_err(|error| error.within(&format!("line {number}")).of("file", &name))?;
                Ok::<_, Error>(Recorded::new(G::parse(None)?, moves))
            };
            lines.map(game).collect::<Result<Vec<_>, Error>>()?
        }
        None => {
            let own = G::RECORDS.map(|own| format!(".{own} or ")).unwrap_or_default();
            let expected = format!("a file of games of {}: {own}.txt", G::NAME);
            return Err(wrong().expected(expected).into());
        }
    };
    if !(1..=games.len()).contains(&number) {
        let expected = format!("a game from 1 to {}", games.len());
        return Err(wrong().expected(expected).found(&number.to_string()).into());
    }
    Ok(games.swap_remove(number - 1))
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
/// use plywood_play::{GameEntry, games, with_built_in};
/// // Connect four stands for a game of yours.
/// let all = with_built_in(&[GameEntry::of::<plywood_games::Connect4>()]);
/// assert_eq!((all[0].name, all.len()), ("connect4", games().len()));
/// ```
pub fn with_built_in(own: &[GameEntry]) -> Vec<GameEntry> {
    let taken = |entry: &&GameEntry| own.iter().any(|mine| mine.name == entry.name);
    own.iter().chain(games().iter().filter(|entry| !taken(entry))).cloned().collect()
}

/// The game of that name. The games may be entries with more in them.
pub fn game<'a, E: Borrow<GameEntry>>(games: &'a [E], name: &str) -> Result<&'a E, Error> {
    games.iter().find(|game| (*game).borrow().name == name).ok_or_else(|| {
        let names: Vec<_> = games.iter().map(|game| game.borrow().name).collect();
        Error::unknown("game", name, &names)
    })
}
