//! Problems: positions with a known answer, solved and compared with it.

use super::solved::{Solved, Solver, Verdict};
use crate::Error;
use crate::answer::{Answer, answer};
use crate::fields::{at_line, lines};
use plywood::clock::Moment;
use plywood::{Budget, Side, Task};
use plywood_games::Game;
use plywood_games::signed;
use plywood_registry::{Build, PlayerSpec};
use serde_json::{Value, json};

/// A problem of any game. Its position and moves are in the notation of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Its name, or the number of its line.
    pub name: String,
    /// The position.
    pub position: String,
    /// The expected score in the unit of the game, such as discs, from the view of the side to move; none
    /// if it is unknown.
    pub score: Option<i32>,
    /// The best moves, of which one must be found; empty if none are known.
    pub best: Vec<String>,
    /// The moves that must not be found.
    pub avoid: Vec<String>,
}

impl Problem {
    pub(crate) fn read<G: Game>(text: &str) -> Option<Result<Vec<Problem>, Error>> {
        let _ = G::problem("")?;
        let lines = lines(text).filter_map(|(number, line)| Some((number, G::problem(line)?)));
        let problems = lines.map(|(number, problem)| match problem {
            Ok(problem) => Ok(Problem::new(number, problem)),
            Err(error) => Err(at_line(number, error)),
        });
        Some(match problems.collect::<Result<Vec<_>, _>>() {
            Ok(problems) if problems.is_empty() => {
                Err(Error::input("expected one problem per line, found none"))
            }
            problems => problems,
        })
    }

    fn new<G: Game>(line: usize, problem: plywood_games::Problem<G>) -> Problem {
        let plywood_games::Problem { name, position, score, best, avoid } = problem;
        let texts = |moves: Vec<G::Move>| moves.iter().map(|&m| position.move_text(m)).collect();
        let (best, avoid) = (texts(best), texts(avoid));
        let name = name.unwrap_or_else(|| line.to_string());
        Problem { name, position: position.text(), score, best, avoid }
    }

    /// Whether the problem asks for a move and not for a score.
    pub fn asks_for_move(&self) -> bool {
        self.score.is_none() && !(self.best.is_empty() && self.avoid.is_empty())
    }

    /// Compares an answer whose score is between `lower` and `upper`.
    fn judge(&self, answer: &Answer, lower: f64, upper: f64) -> Verdict {
        let found = |moves: &[String]| answer.best.as_ref().is_some_and(|m| moves.contains(m));
        match self.score.map(f64::from) {
            Some(score) if !(lower..=upper).contains(&score) => Verdict::Wrong,
            Some(_) if answer.proven => Verdict::Right,
            Some(_) => Verdict::Unknown,
            None if self.asks_for_move() => {
                match (self.best.is_empty() || found(&self.best)) && !found(&self.avoid) {
                    true => Verdict::Right,
                    false => Verdict::Wrong,
                }
            }
            None => Verdict::Open,
        }
    }
}

/// The result of a game for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move wins.
    Win,
    /// The side to move loses.
    Loss,
}

/// The answer to a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The answer of the search.
    pub answer: Answer,
    /// The lower bound of the score in the unit of the game, from the view of the side to move.
    pub lower: f64,
    /// The upper bound.
    pub upper: f64,
    /// How the answer compares with the expected one.
    pub verdict: Verdict,
    /// The number of plies to the end of the game without passes, as the endgame solver counts it; none
    /// after a search.
    pub plies_left: Option<u32>,
}

impl Solution {
    fn new<G: Game>(
        problem: &Problem,
        position: &G,
        answer: Answer,
        plies_left: Option<u32>,
    ) -> Solution {
        let points = |score: plywood::Score| match score.get() {
            points if score.is_finite() => f64::from(points) / f64::from(G::UNIT),
            points => f64::from(points.signum()) * f64::INFINITY,
        };
        let (lower, upper) = match position.side() {
            Side::Max => (points(answer.value.lower), points(answer.value.upper)),
            Side::Min => (-points(answer.value.upper), -points(answer.value.lower)),
        };
        let verdict = problem.judge(&answer, lower, upper);
        Solution { answer, lower, upper, verdict, plies_left }
    }

    /// The answer as it is shown.
    fn solved(self, problem: &Problem) -> Solved {
        let result = match (self.outcome(), self.answer.value.exact()) {
            (Some(Outcome::Win), _) => "won",
            (Some(Outcome::Loss), _) => "lost",
            (None, Some(_)) if self.answer.proven => match self.lower {
                score if score > 0.0 => "won",
                score if score < 0.0 => "lost",
                _ => "drawn",
            },
            _ => "unknown",
        };
        let mut extras = vec![("position", problem.position.as_str().into())];
        extras.extend(self.plies_left.map(|plies| ("empties", plies.into())));
        let score = json!({"lower": number(self.lower), "upper": number(self.upper)});
        extras.extend([("score", score), ("proven", self.answer.proven.into())]);
        match problem.asks_for_move() {
            true => extras.extend([
                ("expected_moves", problem.best.clone().into()),
                ("moves_to_avoid", problem.avoid.clone().into()),
            ]),
            false => extras.push(("expected", problem.score.into())),
        }
        let empties = self.plies_left.map(|plies| plies.to_string());
        Solved {
            id: problem.name.clone(),
            task: if problem.asks_for_move() { "move" } else { "score" },
            result,
            proof: self.answer.proven.then_some("exhaustive"),
            cells: empties.into_iter().chain([self.score_text()]).collect(),
            best: self.answer.best,
            line: self.answer.pv,
            nodes: self.answer.counts.generated,
            elapsed: self.answer.elapsed,
            stop: self.answer.stop,
            verdict: self.verdict,
            extras,
        }
    }

    /// The score for the side to move: `+4`, `-2..+8`, `+0.35`, `win` or `?`.
    fn score_text(&self) -> String {
        let whole = |score: f64| signed(score.trunc(), 0);
        let by_solver = self.plies_left.is_some();
        match (self.outcome(), self.answer.value.exact()) {
            (Some(Outcome::Win), _) => "win".to_string(),
            (Some(Outcome::Loss), _) => "loss".to_string(),
            (None, Some(_)) if by_solver => whole(self.lower),
            (None, Some(_)) => signed(self.lower, 2),
            (None, None) if by_solver => format!("{}..{}", whole(self.lower), whole(self.upper)),
            (None, None) => "?".to_string(),
        }
    }

    /// The result for the side to move, if it is all that was proven: the score is a win or a loss, or an
    /// interval on one side of zero.
    pub fn outcome(&self) -> Option<Outcome> {
        let known = match self.answer.value.exact() {
            Some(score) => score.winner().is_some(),
            None => self.answer.proven,
        };
        match (known, self.lower > 0.0, self.upper < 0.0) {
            (true, true, _) => Some(Outcome::Win),
            (true, _, true) => Some(Outcome::Loss),
            _ => None,
        }
    }
}

type Solve = dyn FnMut(&Problem) -> Result<Solution, Error> + Send;

/// Solves problems of one game, whatever its type.
///
/// ```
/// use plywood_play::problems::Verdict;
/// use plywood_registry::PlayerSpec;
/// use plywood_play::{game, games};
/// let chess = game(games(), "chess")?;
/// let problems = chess.problems("6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#;").expect("chess has problems")?;
/// let mut solver = chess.problem_solver(&PlayerSpec::parse("strong,depth=2")?);
/// assert_eq!(solver.solution(&problems[0])?.verdict, Verdict::Right);
/// # Ok::<(), plywood_play::Error>(())
/// ```
pub struct ProblemSolver {
    solve: Box<Solve>,
}

impl ProblemSolver {
    pub(crate) fn by_search<G: Game>(build: Build<G>, spec: &PlayerSpec) -> ProblemSolver {
        let spec = spec.clone();
        let solve = move |problem: &Problem| {
            let position = parse::<G>(problem)?;
            let answer = answer(&position, &mut spec.build(build)?, &spec.budget, &mut ())?;
            Ok(Solution::new(problem, &position, answer, None))
        };
        ProblemSolver { solve: Box::new(solve) }
    }

    pub(crate) fn by_endgame_solver<G: Game>(
        budget: &Budget,
        only_winner: bool,
    ) -> Result<ProblemSolver, Error> {
        let Some(mut solver) = G::endgame() else {
            return Err(Error::input(format!("{} has no endgame solver", G::NAME)));
        };
        if budget.depth.is_some() {
            return Err(Error::input(
                "depth: the endgame solver searches to the end of the game: expected none, or \
                 another algorithm",
            ));
        }
        if only_winner && !solver.only_winner() {
            return Err(Error::input(format!(
                "the endgame solver of {} finds exact scores only",
                G::NAME
            )));
        }
        let budget = budget.clone();
        if let Some(bytes) = budget.memory {
            solver.set_table_size(bytes);
        }
        let solve = move |problem: &Problem| {
            let position = parse::<G>(problem)?;
            let start = Moment::now();
            let report = solver.solve(&Task::new(&position).budget(budget.clone()));
            let answer = Answer::of(&position, &report, start.elapsed());
            let plies_left = solver.plies_left(&position);
            Ok(Solution::new(problem, &position, answer, Some(plies_left)))
        };
        Ok(ProblemSolver { solve: Box::new(solve) })
    }

    /// Solves one problem.
    pub fn solution(&mut self, problem: &Problem) -> Result<Solution, Error> {
        (self.solve)(problem)
    }
}

impl Solver for ProblemSolver {
    type Problem = Problem;

    fn solve(&mut self, problem: &Problem) -> Result<Solved, Error> {
        Ok(self.solution(problem)?.solved(problem))
    }
}

/// JSON has no infinities, and a whole number is written without a fraction.
fn number(score: f64) -> Value {
    match score {
        score if score.is_finite() && score == score.trunc() => (score as i64).into(),
        score => Value::from(score),
    }
}

fn parse<G: Game>(problem: &Problem) -> Result<G, Error> {
    Ok(G::parse(Some(&problem.position))?)
}

#[cfg(test)]
mod tests;
