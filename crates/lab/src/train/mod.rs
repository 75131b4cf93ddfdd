//! Training of evaluations by games of the program with itself.
//!
//! A training is a folder: settings that identify it, the games of each generation in batches, and
//! the weights at the end of each. It may be killed at any moment and goes on where it was; the
//! files it ends with depend on neither that nor the number of threads.

mod batches;
mod generations;
mod othello;
mod plan;
mod strength;
mod tune;

pub use othello::{Strength, train as train_othello};
pub use plan::{GAMES, Generation, Plan};
pub use strength::Match;
pub use tune::{Tunable, Tuned, Tuning, tune};

use crate::Error;
use plywood_games::{Amazons, Checkers, Chess};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The file of the weights of Othello in the folder of a training, and that of the other games.
const OTHELLO_WEIGHTS: &str = "weights.bin";
const TUNED_WEIGHTS: &str = "weights.txt";

/// Where and how to train.
///
/// ```
/// use plywood_lab::train::TrainOptions;
/// let options = TrainOptions { jobs: 8, ..TrainOptions::new("runs/train-othello") };
/// assert_eq!(options.seed, 1);
/// ```
#[derive(Clone, Debug)]
pub struct TrainOptions {
    /// The folder of the training, created if it is not there.
    pub folder: PathBuf,
    /// Every choice of the training follows from it.
    pub seed: u64,
    /// Threads; at least one is used. No file depends on it.
    pub jobs: usize,
    /// Whether to make damaged files again. Otherwise damage is an error that names the file.
    pub repair: bool,
    /// Whether to replace results in the folder that the training did not write, or that were changed since. Otherwise
    /// such a file is an error, before any game is played.
    pub overwrite: bool,
    /// Set from outside to end the training soon.
    pub stop: Arc<AtomicBool>,
    /// Whether to show progress on standard error: a bar on a terminal, else a line every two minutes.
    pub progress: bool,
    /// Called with a line of text on each finished generation.
    pub tell: fn(&str),
}

impl TrainOptions {
    /// A silent training on one thread into a folder, with seed 1.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        TrainOptions {
            folder: folder.into(),
            seed: 1,
            jobs: 1,
            repair: false,
            overwrite: false,
            stop: Arc::default(),
            progress: false,
            tell: |_| {},
        }
    }
}

/// Trains the evaluation of one of [`GAMES`], or goes on training it, and gives the file of its
/// weights; nothing if stopped.
pub fn train(game: &str, plan: &Plan, options: &TrainOptions) -> Result<Option<PathBuf>, Error> {
    let (file, done) = match game {
        "othello" => (OTHELLO_WEIGHTS, train_othello(plan, options)?.is_some()),
        "chess" => (TUNED_WEIGHTS, tune::<Chess>(plan, options)?.is_some()),
        "amazons" => (TUNED_WEIGHTS, tune::<Amazons>(plan, options)?.is_some()),
        "checkers" => (TUNED_WEIGHTS, tune::<Checkers>(plan, options)?.is_some()),
        _ => return Err(plan::unknown(game)),
    };
    Ok(done.then(|| options.folder.join(file)))
}
