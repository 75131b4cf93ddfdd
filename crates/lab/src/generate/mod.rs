//! Problem collections made from seeded self-play.
//!
//! A `ProblemMaker` makes the problems of one seeded game, with labels that are certain. A collection takes
//! the problems of game 1, 2, … in this order, leaves out those that it has already, and ends when each grade
//! has as many as were asked for. It is run by the experiment engine, so it can be interrupted and resumed, and
//! its bytes depend on neither that nor the number of threads.

mod collection;
mod go_capture;

use crate::Error;
use crate::experiment::{AnyExperiment, RunOptions};
use collection::{Collection, collect};
use go_capture::GoCaptureMaker;
pub use go_capture::GoCaptureProblem;
use plywood_games::InputError;
use plywood_games::one_of;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// What a collection is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenerateOptions {
    /// The size of the board; none for the default of the game.
    pub size: Option<u8>,
    /// The number of problems.
    pub count: u64,
    /// The seed of all games.
    pub seed: u64,
    /// The only grade; none for equally many of each.
    pub grade: Option<String>,
    /// The format of the text.
    pub format: ProblemFormat,
}

impl Default for GenerateOptions {
    fn default() -> Self {
        let format = ProblemFormat::JsonLines;
        GenerateOptions { size: None, count: 100, seed: 1, grade: None, format }
    }
}

/// The format of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemFormat {
    /// One JSON object per line, as `plywood solve` reads them.
    JsonLines,
    /// An SGF collection. Not every game has one.
    Sgf,
}

/// Makes the problems of a game.
pub(crate) trait ProblemMaker: Sync {
    /// A problem, with its label.
    type Problem: Problem;

    /// The name of the game, as on the command line.
    const NAME: &'static str;
    /// The grades, the easiest first.
    const GRADES: &'static [&'static str];

    /// What the problems depend on besides the seed, as TOML.
    fn spec(&self) -> String;

    /// The problems of one seeded game, in the order of its moves.
    fn problems(&self, seed: u64) -> Result<Vec<Self::Problem>, Error>;
}

/// A problem of a collection.
pub(crate) trait Problem: Serialize + DeserializeOwned + Clone + Send + Sync {
    fn grade(&self) -> &str;

    /// What it has in common with others of its grade. No more than two fifths of a grade are of one sort.
    fn sort(&self) -> String;

    /// The same text for problems that are one problem seen from another side.
    fn identity(&self) -> String;

    /// Gives it its name in the collection.
    fn set_id(&mut self, id: String);

    /// The problem as a game tree in SGF; none for a game without SGF.
    fn sgf(&self) -> Option<String>;
}

/// The games that collections can be made for: name and what the problems ask.
pub const GENERATORS: &[(&str, &str)] =
    &[(GoCaptureMaker::NAME, "can a string be captured, or saved?")];

/// Makes a collection, or goes on with one that was interrupted, in the folder of `run`. Returns its text; none if
/// it was interrupted.
///
/// ```
/// use plywood_lab::experiment::RunOptions;
/// use plywood_lab::generate::{GenerateOptions, generate};
/// use plywood_play::problems::CaptureProblem;
///
/// let folder = std::env::temp_dir().join(format!("plywood-generate-{}", std::process::id()));
/// let options = GenerateOptions { size: Some(7), count: 3, grade: Some("easy".into()), ..Default::default() };
/// let text = generate("go-capture", &options, &RunOptions::new(&folder))?.expect("nobody interrupts it");
/// assert_eq!(CaptureProblem::read(&text)?.len(), 3);
/// std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), plywood_lab::Error>(())
/// ```
pub fn generate(
    game: &str,
    options: &GenerateOptions,
    run: &RunOptions,
) -> Result<Option<String>, Error> {
    match game {
        GoCaptureMaker::NAME => {
            collect(&Collection::new(GoCaptureMaker::new(options)?, options)?, run)
        }
        other => {
            let names: Vec<&str> = GENERATORS.iter().map(|(name, _)| *name).collect();
            Err(InputError::new("game", other).expected(one_of(other, &names)).into())
        }
    }
}

/// What the specification of a collection says of [`GenerateOptions`].
#[derive(Deserialize)]
struct Fields {
    game: String,
    size: u8,
    count: u64,
    seed: u64,
    grades: Vec<String>,
}

/// The collection of a run, from the name of its experiment and the specification in its folder; `None` if the run is
/// no collection.
pub(crate) fn reopen(name: &str, spec: &str) -> Result<Option<Box<dyn AnyExperiment>>, Error> {
    if !GENERATORS.iter().any(|(game, _)| collection::name(game) == name) {
        return Ok(None);
    }
    let fields = toml::from_str(spec);
    let Fields { game, size, count, seed, grades } =
        fields.map_err(|e| Error::input(format!("spec.toml: {}", e.message())))?;
    let grade = <[String; 1]>::try_from(grades).ok().map(|[grade]| grade);
    let options =
        GenerateOptions { size: Some(size), count, seed, grade, ..GenerateOptions::default() };
    match game.as_str() {
        GoCaptureMaker::NAME => {
            let maker = GoCaptureMaker::new(&options)?;
            Ok(Some(Box::new(Collection::new(maker, &options)?)))
        }
        _ => Ok(None),
    }
}
