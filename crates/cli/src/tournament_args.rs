//! Arguments shared by matches and tournaments.

use crate::args::{count, plies, threads};
use clap::ValueEnum;
use plywood_games::fixed;
use plywood_lab::Error;
use plywood_lab::matches::{Adjudication, Cores, DrawRule, OpeningOrder, ResignRule};
use plywood_lab::stats::{SprtCourse, SprtVerdict};
use plywood_lab::tournament::Tournament;
use plywood_play::text::number_of;
use std::fs;
use std::path::{Path, PathBuf};

/// The rules that end games early.
#[derive(clap::Args, Clone, Default)]
pub(crate) struct AdjudicationArgs {
    /// End a game as a loss if both players score it as lost by S or more for N moves in a row: score=S,moves=N; with
    /// two-sided=false, if the loser does
    #[arg(long, value_name = "RULE", allow_hyphen_values = true)]
    resign: Option<String>,
    /// End a game as a draw if both players score it within S of zero for N moves in a row:
    /// score=S,moves=N[,after=PLIES]
    #[arg(long, value_name = "RULE", allow_hyphen_values = true)]
    draw: Option<String>,
    /// End a game as a draw after N plies
    #[arg(long, value_name = "N", value_parser = plies, allow_hyphen_values = true)]
    max_plies: Option<u32>,
    /// End a game with its exact result once at most N plies are left, found by the endgame solver
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

/// Games on cores of their own.
#[derive(clap::Args, Clone, Default)]
pub(crate) struct AffinityArgs {
    /// Give each concurrent game a core of its own (two with --ponder), from all cores or from a list such as
    /// --affinity=0,2,4-7
    #[arg(long, value_name = "CORES", num_args = 0..=1, require_equals = true, default_missing_value = "auto")]
    affinity: Option<String>,
}

impl AffinityArgs {
    /// The cores for this many games at once. Says so where the system cannot pin games to cores.
    pub(crate) fn cores(&self, games: usize, ponder: bool) -> Result<Option<Cores>, Error> {
        let Some(asked) = &self.affinity else { return Ok(None) };
        if !Cores::are_pinned() {
            eprintln!(
                "--affinity: this system cannot pin games to cores, so it chooses them itself"
            );
            return Ok(None);
        }
        let cores = Cores::new(asked, games, if ponder { 2 } else { 1 });
        cores.map(Some).map_err(|e| Error::input(format!("--affinity: {e}")))
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

/// The order of openings.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Order {
    /// As in the file
    Book,
    /// By the seed
    Seed,
}

impl From<Order> for OpeningOrder {
    fn from(order: Order) -> OpeningOrder {
        match order {
            Order::Book => OpeningOrder::Book,
            Order::Seed => OpeningOrder::Seed,
        }
    }
}

/// What came of a sequential test, in one line.
pub(crate) fn sprt_text(course: &SprtCourse) -> String {
    let [lower, upper] = course.test().bounds();
    let verdict = match course.verdict() {
        SprtVerdict::Continue => "not decided".to_string(),
        verdict => format!("accepts {}", verdict.name()),
    };
    let mut text = format!(
        "{}: {verdict} after {}, ratio {} in [{}, {}]",
        course.test(),
        number_of(course.counts().iter().sum(), "pair"),
        fixed(course.llr(), 4),
        fixed(lower, 4),
        fixed(upper, 4)
    );
    let later = course.later().iter().sum::<u64>();
    if later > 0 {
        text += &format!("; {} kept apart", number_of(later, "later pair"));
    }
    text
}

/// Says which players in the folder of a run are not those of the tournament, although they are like them.
pub(crate) fn note_namesakes(tournament: &Tournament, folder: &Path) -> Result<(), Error> {
    for sentence in tournament.namesakes(folder)? {
        eprintln!("note: {sentence}");
    }
    Ok(())
}

/// Makes the folder of `--engine-log`.
pub(crate) fn engine_log(folder: Option<&Path>) -> Result<Option<PathBuf>, Error> {
    let Some(folder) = folder else { return Ok(None) };
    fs::create_dir_all(folder)
        .map_err(|e| Error::input(format!("--engine-log {}: {e}", folder.display())))?;
    Ok(Some(folder.to_path_buf()))
}
