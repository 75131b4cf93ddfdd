//! Answers to problems of every kind, and their totals.

use crate::{Error, pool};
use plywood::Stop;
use plywood::clock::Moment;
use serde_json::Value;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How an answer compares with the expected one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The problem has no expected answer.
    Open,
    /// The search has not found an answer that could be compared.
    Unknown,
    /// The answer is the expected one.
    Right,
    /// The answer is not the expected one.
    Wrong,
}

impl Verdict {
    /// Compares a result, none if it is not known, with the expected one.
    pub fn of(expected: Option<bool>, result: Option<bool>) -> Verdict {
        match (expected, result) {
            (None, _) => Verdict::Open,
            (Some(_), None) => Verdict::Unknown,
            (expected, result) if expected == result => Verdict::Right,
            _ => Verdict::Wrong,
        }
    }
}

/// The answer to a problem, with the fields that the problems of every game have.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    /// The name of the problem.
    pub id: String,
    /// What was asked: `attack` or `defend` of a goal, `score`, `outcome` or `move` of a game.
    pub task: &'static str,
    /// The result for the side to move: `won`, `lost`, `drawn` or `unknown`.
    pub result: &'static str,
    /// What the result rests on; none if it is not proven.
    pub proof: Option<&'static str>,
    /// The best move.
    pub best: Option<String>,
    /// The expected line of play.
    pub line: Vec<String>,
    /// Nodes searched.
    pub nodes: u64,
    /// The wall time.
    pub elapsed: Duration,
    /// Why the search ended.
    pub stop: Stop,
    /// How the answer compares with the expected one.
    pub verdict: Verdict,
    /// Fields that only some games have.
    pub extras: Vec<(&'static str, Value)>,
    /// Texts for more columns of a table.
    pub cells: Vec<String>,
}

/// The word for a result that is won, not won, or not known.
pub(crate) fn word(result: Option<bool>) -> &'static str {
    match result {
        Some(true) => "won",
        Some(false) => "lost",
        None => "unknown",
    }
}

/// The totals of a set of problems.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Problems with the expected answer.
    pub right: usize,
    /// The names of the problems with another answer.
    pub wrong: Vec<String>,
    /// Problems with an expected answer that were not decided.
    pub unknown: usize,
    /// The nodes of all searches.
    pub nodes: u64,
    /// The wall time of all problems.
    pub elapsed: Duration,
    /// Whether the stop flag ended the work. Problems under way are not counted.
    pub interrupted: bool,
}

/// Solves problems of one kind.
pub trait Solver: Send {
    /// The problems.
    type Problem: Sync;

    /// Solves one problem.
    fn solve(&mut self, problem: &Self::Problem) -> Result<Solved, Error>;
}

/// Solves problems, each solver in a thread of its own, and hands on the answers in the order of the problems. Ends
/// early once `stop` is set; the budget of the solvers should have the same flag.
///
/// ```
/// use plywood_play::problems::solve_all;
/// use plywood_registry::PlayerSpec;
/// use plywood_play::{game, games};
/// use std::sync::atomic::AtomicBool;
///
/// let chess = game(games(), "chess")?;
/// let text = "6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#;\n6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Kb1;";
/// let problems = chess.problems(text).expect("chess has problems")?;
/// let solver = chess.problem_solver(&PlayerSpec::parse("strong,depth=2")?);
/// let mut results = Vec::new();
/// let tally = solve_all(vec![solver], &problems, &AtomicBool::new(false), |solved| {
///     results.push(solved.result);
/// })?;
/// assert_eq!(results, ["won", "won"]);
/// assert_eq!((tally.right, tally.wrong), (1, vec!["2".to_string()]));
/// # Ok::<(), plywood_play::Error>(())
/// ```
pub fn solve_all<S: Solver>(
    solvers: Vec<S>,
    problems: &[S::Problem],
    stop: &AtomicBool,
    mut on_answer: impl FnMut(&Solved),
) -> Result<Tally, Error> {
    let start = Moment::now();
    let mut tally = Tally::default();
    let finished = pool::in_order(|solved: Solved| {
        if solved.stop == Stop::Cancelled {
            return Ok(());
        }
        tally.nodes += solved.nodes;
        match solved.verdict {
            Verdict::Open => {}
            Verdict::Unknown => tally.unknown += 1,
            Verdict::Right => tally.right += 1,
            Verdict::Wrong => tally.wrong.push(solved.id.clone()),
        }
        on_answer(&solved);
        Ok(())
    });
    pool::run(solvers, problems.iter(), stop, S::solve, finished)?;
    tally.interrupted = stop.load(Ordering::Relaxed);
    tally.elapsed = start.elapsed();
    Ok(tally)
}
