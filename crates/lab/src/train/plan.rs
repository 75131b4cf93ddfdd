//! How much is played, and the folder that holds it.

use super::TrainOptions;
use crate::Error;
use crate::experiment::{
    FileList, from_json, in_the_way, names_in, read_if_there, replace_file, to_json,
};
use plywood::hash;
use plywood_games::{one_of, shown};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The games whose evaluations can be trained.
pub const GAMES: [&str; 4] = ["othello", "chess", "checkers", "amazons"];

/// The games of one generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Generation {
    /// Batches of games.
    pub batches: usize,
    /// The search depth of the players, in plies.
    pub depth: u32,
}

/// How much is played.
///
/// ```
/// use plywood_lab::train::Plan;
/// assert!(Plan::named("othello", "full").unwrap().generations.len() > 1);
/// let error = Plan::named("othello", "huge").unwrap_err();
/// assert!(error.to_string().contains("smoke, quick or full"));
/// let error = Plan::named("go", "full").unwrap_err();
/// assert!(error.to_string().contains("othello, chess, checkers or amazons"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The games of a batch.
    pub games: usize,
    /// The generations in turn.
    pub generations: Vec<Generation>,
    /// Pairs of games in each match that measures a generation.
    pub pairs: u64,
}

impl Plan {
    /// The plan of a profile for one of [`GAMES`]: `smoke` takes seconds, `quick` some minutes,
    /// `full` makes the weights that come with Plywood.
    pub fn named(game: &str, profile: &str) -> Result<Plan, Error> {
        let plan = |games, generations: &[(usize, u32)], pairs| {
            let generations =
                generations.iter().map(|&(batches, depth)| Generation { batches, depth }).collect();
            Ok(Plan { games, generations, pairs })
        };
        match (game, profile) {
            ("othello", "smoke") => plan(20, &[(3, 1), (4, 2)], 10),
            ("othello", "quick") => plan(250, &[(40, 2), (80, 3)], 250),
            ("othello", "full") => plan(250, &[(160, 2), (480, 3), (480, 4)], 1000),
            ("chess", "smoke") => plan(2, &[(5, 1), (6, 1)], 4),
            ("chess", "quick") => plan(20, &[(20, 2), (20, 2)], 40),
            ("chess", "full") => plan(20, &[(150, 2), (150, 2), (150, 3), (150, 4)], 150),
            ("checkers", "smoke") => plan(4, &[(5, 2), (6, 3)], 6),
            ("checkers", "quick") => plan(20, &[(20, 3), (20, 3)], 50),
            ("checkers", "full") => plan(20, &[(80, 3), (80, 3), (80, 5), (80, 6)], 150),
            ("amazons", "smoke") => plan(2, &[(5, 1), (6, 1)], 4),
            ("amazons", "quick") => plan(20, &[(20, 1), (20, 1)], 50),
            ("amazons", "full") => plan(20, &[(100, 1), (100, 1), (100, 1), (10, 2)], 100),
            _ if GAMES.contains(&game) => {
                let (name, names) = (shown(profile), one_of(profile, &["smoke", "quick", "full"]));
                Err(Error::input(format!("profile '{name}': expected {names}")))
            }
            _ => Err(unknown(game)),
        }
    }
}

/// The error of a game that cannot be trained.
pub(super) fn unknown(game: &str) -> Error {
    Error::input(format!("game '{}': expected {}", shown(game), one_of(game, &GAMES)))
}

/// What identifies a training: a folder that holds another is refused.
#[derive(Serialize, Deserialize)]
pub(super) struct Identity {
    format: u32,
    #[serde(default)]
    game: String,
    seed: u64,
    pub plan: Plan,
    /// The results of the training: only those are replaced. A training of version 0.1.0 has no list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    files: Option<FileList>,
}

impl Identity {
    /// Is this the beginning of that training, or all of it?
    fn begins(&self, whole: &Identity) -> bool {
        self.game == whole.game
            && self.seed == whole.seed
            && (self.plan.games, self.plan.pairs) == (whole.plan.games, whole.plan.pairs)
            && whole.plan.generations.starts_with(&self.plan.generations)
    }

    /// Refuses to go on with another training.
    fn check(&self, ours: &Identity, path: &Path) -> Result<(), Error> {
        let path = path.display();
        if self.format != ours.format {
            return Err(Error::input(format!(
                "{path}: format {}, expected {}: choose another --folder, or delete it",
                self.format, ours.format
            )));
        }
        if !self.begins(ours) {
            return Err(Error::input(format!(
                "{path}: another game, or another seed or profile: choose another --folder, or delete it"
            )));
        }
        Ok(())
    }

    /// Whether nothing of that training is left to be played: all is in the folder.
    fn is_finished(&self, whole: &Identity, folder: &Path, results: &[&str]) -> bool {
        let last = format!("generation-{}.model", whole.plan.generations.len());
        self.plan == whole.plan
            && results.iter().chain([&last.as_str()]).all(|name| folder.join(name).is_file())
    }

    /// The first line of a file of a generation. It has everything that the contents depend on: the seed,
    /// this generation and those before it.
    pub fn title(&self, number: usize, what: &str) -> String {
        let Identity { format, game, seed, plan, files: _ } = self;
        let past = plan.generations.iter().take(number);
        let past = past.flat_map(|past| [past.batches as u64, u64::from(past.depth)]);
        let past = past.fold(plan.games as u64, |key, word| hash(&[key, word]));
        format!(
            "plywood {game} training {format}, seed {seed}, plan {past:016x}, \
             generation {number}, {what}"
        )
    }

    pub fn batch_title(&self, number: usize, batch: usize) -> String {
        self.title(number, &format!("batch {batch} of {} games", self.plan.games))
    }
}

/// The file that says which training a folder holds.
const TRAINING: &str = "training.json";

/// Writes into a new folder which training it holds, or makes sure that the one there holds the
/// beginning of this training: a generation depends on those before it only, so a plan may be taken
/// further. `results` are the files that the training will replace.
pub(super) fn identify(
    game: &str,
    plan: &Plan,
    options: &TrainOptions,
    results: &[&str],
) -> Result<Identity, Error> {
    let TrainOptions { folder, overwrite, .. } = options;
    let path = folder.join(TRAINING);
    let game = game.to_string();
    let files = Some(FileList::default());
    let mut ours = Identity { format: 3, game, seed: options.seed, plan: plan.clone(), files };
    let there = read_if_there(&path)?;
    match there.as_deref().map(|bytes| from_json::<Identity>("", bytes)) {
        None => {
            unclaimed(folder)?;
            ours.refuse_foreign(folder, results, *overwrite)?;
        }
        Some(Some(theirs)) => {
            theirs.check(&ours, &path)?;
            if theirs.files.is_none() && !theirs.is_finished(&ours, folder, results) {
                return Err(Error::input(format!(
                    "{}: begun by plywood 0.1.0, not {}: choose another --folder, or delete it",
                    path.display(),
                    env!("CARGO_PKG_VERSION")
                )));
            }
            ours.files = theirs.files;
            ours.refuse_foreign(folder, results, *overwrite)?;
        }
        // Each file of the training has a title that identifies it, and results that come out the same are not
        // replaced.
        Some(None) if options.repair => {}
        Some(None) => {
            let reason = "damaged, or of an older plywood: expected a checksum that fits it; \
                          --repair writes it again";
            return Err(Error::damaged(&path, reason));
        }
    }
    ours.write(folder)?;
    Ok(ours)
}

impl Identity {
    fn write(&self, folder: &Path) -> Result<(), Error> {
        replace_file(&folder.join(TRAINING), &to_json("", self)?)
    }

    /// Refuses results that the training did not write, or that were changed since.
    fn refuse_foreign(&self, folder: &Path, names: &[&str], overwrite: bool) -> Result<(), Error> {
        let Some(list) = self.files.as_ref().filter(|_| !overwrite) else { return Ok(()) };
        let foreign = list.foreign(folder, names.iter().copied())?;
        foreign.first().map_or(Ok(()), |name| Err(in_the_way(folder, name)))
    }

    /// Writes the results of the training.
    pub fn write_results(
        &mut self,
        options: &TrainOptions,
        results: &[(String, Vec<u8>)],
    ) -> Result<(), Error> {
        let TrainOptions { folder, overwrite, .. } = options;
        let list = self.files.clone().unwrap_or_default();
        let replacement = list.replacement(folder, results, *overwrite || self.files.is_none())?;
        replacement.write(|list| {
            self.files = Some(list);
            self.write(folder)
        })
    }
}

/// Refuses a folder without `training.json` that holds games or models of a training: it is not known of which.
fn unclaimed(folder: &Path) -> Result<(), Error> {
    match names_in(folder, |name| name.starts_with("generation-"))?.first() {
        None => Ok(()),
        Some(name) => Err(Error::input(format!(
            "{}: holds {name}, expected {TRAINING} with it: choose another --folder, or delete it",
            folder.display()
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_training_that_version_0_1_0_left_unfinished_is_refused() {
        let name = format!("plywood-training-of-0.1.0-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        let (plan, options) =
            (Plan::named("checkers", "smoke").unwrap(), TrainOptions::new(&folder));
        let game = "checkers".to_string();
        let old = Identity { format: 3, game, seed: 1, plan: plan.clone(), files: None };
        old.write(&folder).unwrap();
        let again = || identify("checkers", &plan, &options, &["weights.txt"]).err();
        let refused = again().expect("it is not finished").to_string();
        assert!(refused.contains("begun by plywood 0.1.0"), "{refused}");
        fs::write(folder.join("generation-2.model"), "").unwrap();
        fs::write(folder.join("weights.txt"), "").unwrap();
        assert!(again().is_none(), "it is finished");
        fs::remove_dir_all(&folder).unwrap();
    }
}
