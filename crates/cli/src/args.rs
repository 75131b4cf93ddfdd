//! Arguments shared by several commands.

use crate::commands::captures;
use crate::flags::LimitFlags;
use plywood::Budget;
use plywood_games::shown;
use plywood_lab::Error;
use plywood_lab::experiment::NewFile;
use plywood_lab::registry::{self, DEFAULT_ALGORITHM, GameEntry, PlayerSpec, algorithm, set_limit};
use plywood_play::Session;
use std::fs;
use std::path::Path;
use std::thread::available_parallelism;

/// The game of that name. Go is no game here but a question, so its name leads there.
pub(crate) fn game<'a>(games: &'a [GameEntry], name: &str) -> Result<&'a GameEntry, Error> {
    registry::game(games, name).map_err(|error| match name {
        "go" | captures::NAME => Error::input(format!(
            "game '{name}': Go is not searched like other games: 'solve --game {0}' and 'explain {0}' \
             answer whether a string can be captured, and 'gtp' plays in any Go program",
            captures::NAME
        )),
        _ => error.into(),
    })
}

/// A game and a position of it.
#[derive(clap::Args)]
pub(crate) struct GameArgs {
    /// The game; 'plywood games' lists all
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The position, in a notation listed by 'plywood games' [default: the start of the game]
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub position: Option<String>,
}

impl GameArgs {
    /// Begins a session at the position.
    pub fn open(&self, games: &[GameEntry]) -> Result<Box<dyn Session>, Error> {
        Ok(game(games, &self.game)?.open(self.position.as_deref())?)
    }

    /// The position as it was given, or in the notation of the game.
    pub fn position(&self, session: &dyn Session) -> String {
        self.position.clone().unwrap_or_else(|| session.text())
    }
}

/// The options and limits of an algorithm.
#[derive(clap::Args)]
pub(crate) struct SpecArgs {
    /// Set an option of the algorithm; 'plywood algorithms' lists all
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    pub set: Vec<String>,
    #[command(flatten)]
    limits: LimitFlags,
}

/// An algorithm with its options and limits.
#[derive(clap::Args)]
pub(crate) struct PlayerArgs {
    /// The algorithm; 'plywood algorithms' lists all
    #[arg(long, value_name = "A", default_value = DEFAULT_ALGORITHM)]
    pub algorithm: String,
    #[command(flatten)]
    spec: SpecArgs,
}

impl PlayerArgs {
    /// The player for a single search: its limits are for that.
    pub fn spec(&self) -> Result<PlayerSpec, Error> {
        self.spec.spec(&self.algorithm)
    }

    /// The player for the moves of a game.
    pub fn spec_for_game(&self) -> Result<PlayerSpec, Error> {
        self.spec.spec_for_game(&self.algorithm)
    }

    /// The algorithm with its options and limits as they were given: `alpha-beta, order=static, depth=8`.
    pub fn text(&self) -> String {
        let limits = self.limits_text();
        let words =
            [self.algorithm.as_str()].into_iter().chain(self.spec.set.iter().map(String::as_str));
        let words = words.chain(limits.split(',').filter(|limit| !limit.is_empty()));
        words.collect::<Vec<_>>().join(", ")
    }

    /// The limits as they were given: `depth=8,nodes=10k`; empty if there are none.
    pub fn limits_text(&self) -> String {
        let given = self.spec.limits.given();
        let given: Vec<_> = given.map(|(name, text)| format!("{name}={text}")).collect();
        given.join(",")
    }
}

impl SpecArgs {
    /// The player with these options and limits, for a single search.
    pub fn spec(&self, name: &str) -> Result<PlayerSpec, Error> {
        let spec = self.spec_for_game(name)?;
        spec.require_single_search().map_err(|e| Error::input(format!("--{e}")))?;
        Ok(spec)
    }

    /// The player with these options and limits, for the moves of a game.
    pub fn spec_for_game(&self, name: &str) -> Result<PlayerSpec, Error> {
        self.added_to(PlayerSpec::from(algorithm(name)?.defaults()))
    }

    /// The player described by `ALGORITHM[,NAME=VALUE]…`, with these options and limits added, for a single
    /// search.
    pub fn player(&self, text: &str) -> Result<PlayerSpec, Error> {
        let spec = self.added_to(PlayerSpec::parse(text)?)?;
        spec.require_single_search().map_err(|e| Error::input(format!("--{e}")))?;
        Ok(spec)
    }

    fn added_to(&self, mut spec: PlayerSpec) -> Result<PlayerSpec, Error> {
        for setting in &self.set {
            spec.set(setting)?;
        }
        for (name, text) in self.limits.given() {
            // The error begins with the name of the limit.
            spec.set_limit(name, text).map_err(|e| Error::input(format!("--{e}")))?;
        }
        Ok(spec)
    }

    /// The limits of a search that knows only some of them.
    pub fn budget(&self, known: &[&str]) -> Result<Budget, Error> {
        let mut budget = Budget::new();
        for (name, text) in self.limits.given() {
            if !known.contains(&name) {
                let known: Vec<_> = known.iter().map(|known| format!("--{known}")).collect();
                let (last, rest) = known.split_last().expect("some limits");
                let known = format!("{} or {last}", rest.join(", "));
                return Err(Error::input(format!("--{name}: expected {known}")));
            }
            set_limit(&mut budget, name, text).map_err(|e| Error::input(format!("--{e}")))?;
        }
        Ok(budget)
    }
}

/// Checks, before the work begins, that its result can be written to `path`. An existing file needs
/// `overwrite`.
pub(crate) fn check_place(flag: &str, path: &Path, overwrite: bool) -> Result<(), Error> {
    let wrong = |what: &str| Error::input(format!("{flag} {}: {what}", path.display()));
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if path.exists() && !path.is_file() {
        return Err(wrong("expected the path of a regular file or of a new file"));
    }
    if !overwrite && path.metadata().is_ok_and(|file| file.len() > 0) {
        return Err(wrong("the file exists: expected another name, or --overwrite"));
    }
    match folder {
        Some(folder) if !folder.is_dir() => Err(wrong(&format!(
            "expected a path in a folder, but {} is not a folder",
            folder.display()
        ))),
        // The temporary file that will be written tells whether there can be one.
        _ => NewFile::create(path).map(drop),
    }
}

/// Refuses `--overwrite` where nothing is written that it could be about: none of these flags was given.
pub(crate) fn require_file(overwrite: bool, flags: &[(&str, bool)]) -> Result<(), Error> {
    if !overwrite || flags.iter().any(|&(_, is_given)| is_given) {
        return Ok(());
    }
    let names: Vec<&str> = flags.iter().map(|&(name, _)| name).collect();
    Err(Error::input(format!("--overwrite: expected {} with it", names.join(" or "))))
}

/// The contents of a file of games.
pub(crate) fn read_games(path: &Path) -> Result<Vec<u8>, Error> {
    fs::read(path).map_err(|error| {
        Error::input(format!(
            "file '{}' cannot be read: {error}",
            shown(&path.display().to_string())
        ))
    })
}

/// Checks that a folder exists.
pub(crate) fn check_folder(flag: &str, path: &Path) -> Result<(), Error> {
    match path.is_dir() {
        true => Ok(()),
        false => Err(Error::input(format!("{flag} {}: expected a folder", path.display()))),
    }
}

/// Parses a whole number from 0.
pub(crate) fn whole(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "expected a whole number from 0".to_string())
}

/// Parses a number of plies.
pub(crate) fn plies(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "expected a whole number of plies from 0".to_string())
}

/// Parses a whole number from 1.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err("expected a whole number from 1".to_string()),
    }
}

/// The number of threads: `jobs`, or the number of cores.
pub(crate) fn threads(jobs: Option<u64>) -> usize {
    match jobs {
        Some(jobs) => usize::try_from(jobs).unwrap_or(usize::MAX),
        None => available_parallelism().map_or(1, usize::from),
    }
}
