//! Games that are searched, analysed and played.
//!
//! A [`Session`] is one game with its type forgotten, an [`Analyst`] finds the best moves of positions,
//! and a [`PairPlayer`] plays pairs of games between [`Player`]s. A [`Solver`] compares answers to problems
//! with known ones: [`solve_all`]. [`UciThinker`], [`NBoardThinker`] and [`GtpThinker`] are our searches as
//! engines for other programs.

mod analysis;
mod captures;
pub(crate) mod fields;
mod game_budget;
mod goals;
mod gtp;
mod matches;
mod nboard;
mod problems;
mod recorder;
mod review;
mod session;
mod solved;
mod trace;
mod typed;
mod uci;
mod units;

pub use analysis::{Analyst, Conclusion, Insight};
pub use captures::{CaptureProblem, CaptureProblemSolver};
pub use game_budget::GameBudget;
pub use goals::{AnyGoal, GoalProblem, GoalSolver};
pub use gtp::{GtpOptions, GtpThinker};
pub(crate) use matches::counts;
pub use matches::{
    About, Adjudicated, Adjudication, Book, Conditions, Cores, DrawRule, Fault, FaultKind, Forfeit,
    GameRecord, MatchResult, MoveEffort, OpeningOrder, Openings, PairPlayer, PairRecord, Player,
    ResignRule, TimeControl, TimeSpent, Written, kill_engines,
};
pub use nboard::NBoardThinker;
pub use problems::{Outcome, Problem, ProblemSolver, Solution};
pub use recorder::Recorder;
pub(crate) use review::SavedGameOf;
pub use review::{
    MoveMark, Review, ReviewOptions, ReviewPage, ReviewedMove, ReviewedPosition, SavedGame, review,
};
pub(crate) use session::SessionOf;
pub use session::{Answer, Session, tree_searches};
pub use solved::{Solved, Solver, Tally, Verdict, solve_all};
pub use uci::UciThinker;
pub use units::{move_json, moves_json, score_json, swing_json};
