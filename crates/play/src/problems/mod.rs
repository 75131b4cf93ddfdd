//! Problems: positions with known answers, read, solved and judged.

mod captures;
mod goals;
mod scores;
mod solved;

pub use captures::{CaptureProblem, CaptureProblemSolver};
pub use goals::{AnyGoal, GoalProblem, GoalSolver};
pub use scores::{Outcome, Problem, ProblemSolver, Solution};
pub use solved::{Solved, Solver, Tally, Verdict, solve_all};
