//! Games that are searched, analysed and played.
//!
//! A [`Session`] is one game with its type forgotten, an [`Analyst`] finds the best moves of positions,
//! and [`play_match`] plays pairs of games between two [`Player`]s. A [`ProblemSolver`] compares answers with
//! known ones. [`UciThinker`], [`NBoardThinker`] and [`GtpThinker`] are our searches as engines for other programs.

mod analysis;
mod captures;
mod game_budget;
mod gtp;
mod matches;
mod nboard;
mod problems;
mod recorder;
mod session;
mod trace;
mod uci;
mod units;

pub use analysis::{Analyst, Conclusion, Insight};
pub use captures::{CaptureProblem, CaptureTally, solve_captures};
pub use game_budget::GameBudget;
pub use gtp::{GtpOptions, GtpThinker};
pub use matches::{
    Fault, FaultKind, Forfeit, GameRecord, ListedOpening, MatchOptions, MatchResult, MoveEffort,
    Openings, PairRecord, Player, TimeControl, TimeSpent, kill_engines, play_match,
};
pub use nboard::NBoardThinker;
pub use problems::{Outcome, Problem, ProblemSolver, Solution, Tally, Verdict};
pub use recorder::Recorder;
pub(crate) use session::SessionOf;
pub use session::{Answer, Session, tree_searches};
pub use uci::UciThinker;
pub use units::{score_json, swing_json};
