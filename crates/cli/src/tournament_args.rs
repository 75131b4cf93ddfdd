//! Arguments shared by matches and tournaments.

use crate::args::{count, plies, threads};
use plywood_lab::Error;
use plywood_lab::play::{Adjudication, DrawRule, ResignRule};
use std::fs;
use std::path::{Path, PathBuf};

/// The rules that end games early.
#[derive(clap::Args, Clone, Default)]
pub(crate) struct AdjudicationArgs {
    /// Adjudicate a game as lost after N moves in a row in which both players call it so by S or more: score=S,moves=N;
    /// with two-sided=false the loser alone
    #[arg(long, value_name = "RULE", allow_hyphen_values = true)]
    resign: Option<String>,
    /// Adjudicate a game as drawn after N moves in a row of each player with a score of at most S:
    /// score=S,moves=N[,after=PLIES]
    #[arg(long, value_name = "RULE", allow_hyphen_values = true)]
    draw: Option<String>,
    /// Adjudicate a game as drawn after N plies
    #[arg(long, value_name = "N", value_parser = plies, allow_hyphen_values = true)]
    max_plies: Option<u32>,
    /// Adjudicate a game by the endgame solver when N plies are left
    #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
    solved: Option<u64>,
}

impl AdjudicationArgs {
    /// The rules that were given.
    pub(crate) fn rules(&self) -> Result<Adjudication, Error> {
        let flag = |e: Error| Error::input(format!("--{e}"));
        Ok(Adjudication {
            resign: self.resign.as_deref().map(ResignRule::parse).transpose().map_err(flag)?,
            draw: self.draw.as_deref().map(DrawRule::parse).transpose().map_err(flag)?,
            max_plies: self.max_plies,
            solved: self.solved.map(|plies| u32::try_from(plies).unwrap_or(u32::MAX)),
        })
    }
}

/// The number of games at once: what was asked for, or one for each core; of two cores if players think on the other's
/// time.
pub(crate) fn games_at_once(asked: Option<u64>, ponder: bool) -> usize {
    match asked {
        None if ponder => (threads(None) / 2).max(1),
        asked => threads(asked),
    }
}

/// Makes the folder of `--engine-log`.
pub(crate) fn engine_log(folder: Option<&Path>) -> Result<Option<PathBuf>, Error> {
    let Some(folder) = folder else { return Ok(None) };
    fs::create_dir_all(folder)
        .map_err(|e| Error::input(format!("--engine-log {}: {e}", folder.display())))?;
    Ok(Some(folder.to_path_buf()))
}
