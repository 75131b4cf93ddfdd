//! Questions about goals: read, answered and judged.

use super::solved::{Solved, Solver, Verdict, word};
use crate::Error;
use crate::fields::{at_line, expected, id, lines, missing, object, text, wrong};
use plywood::clock::Moment;
use plywood::{Budget, Side};
use plywood_games::{Game, Question, line_notation, set_up};
use plywood_registry::{GoalEntry, ProofSpec, Prover};
use serde_json::Value;

/// A question about a goal of any game. Its position is in the notation of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalProblem {
    /// Its name, or the number of its line.
    pub id: String,
    /// The position.
    pub position: String,
    /// The side that must reach the goal.
    pub prover: Side,
    /// Within how many plies the goal must be reached; none: within any number.
    pub depth: Option<u32>,
    /// Whether the side to move is known to reach the goal, or to prevent it.
    pub expected: Option<bool>,
}

/// A goal of a game, as an object that hides the types of both.
pub trait AnyGoal: Send + Sync {
    /// Its name.
    fn name(&self) -> &'static str;
    /// The goal in one line.
    fn summary(&self) -> &'static str;
    /// The names of its widening strategies, the default first.
    fn strategies(&self) -> Vec<&'static str>;
    /// Whether the depth is part of the question: answers tell within how many plies the goal is reached.
    fn deepens(&self) -> bool;
    /// Reads questions, one per line; blank lines and lines that begin with `#`, `;` or `%` are skipped.
    ///
    /// A line is in the goal's own notation, or a position in the notation of the game, or a JSON object with
    /// the field `position`, and optionally `id`, `task` (`attack`: the side to move must reach the goal, or
    /// `defend`: it must prevent it), `expected` (`won` or `lost`, for the side to move) and `depth` (plies).
    fn read(&self, text: &str) -> Result<Vec<GoalProblem>, Error>;
    /// A search for the goal, within a budget for each question.
    fn solver(&self, spec: &ProofSpec, budget: &Budget) -> Result<GoalSolver, Error>;
}

type Solve = dyn FnMut(&GoalProblem) -> Result<Solved, Error> + Send;

/// Answers questions about a goal, with the type of the game forgotten.
///
/// ```
/// use plywood::Budget;
/// use plywood_play::problems::Solver;
/// use plywood_registry::ProofSpec;
/// use plywood_play::{game, games};
///
/// let win = game(games(), "connect4")?.goal("win")?;
/// let problems = win.read("4455\n{\"position\": \"4455\", \"task\": \"attack\", \"expected\": \"won\"}")?;
/// let mut solver = win.solver(&ProofSpec::new("abstract-proof")?, &Budget::new())?;
/// let solved = solver.solve(&problems[1])?;
/// assert_eq!((solved.task, solved.result, solved.proof), ("attack", "won", Some("win")));
/// # Ok::<(), plywood_play::Error>(())
/// ```
pub struct GoalSolver {
    solve: Box<Solve>,
}

impl Solver for GoalSolver {
    type Problem = GoalProblem;

    fn solve(&mut self, problem: &GoalProblem) -> Result<Solved, Error> {
        (self.solve)(problem)
    }
}

impl<G: Game> AnyGoal for GoalEntry<G> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn strategies(&self) -> Vec<&'static str> {
        self.strategies.iter().map(|strategy| strategy.0).collect()
    }

    fn deepens(&self) -> bool {
        self.deepens
    }

    fn read(&self, text: &str) -> Result<Vec<GoalProblem>, Error> {
        let problem = |(number, line)| problem(self, number, line).map_err(|e| at_line(number, e));
        let problems = lines(text).map(problem).collect::<Result<Vec<_>, _>>()?;
        match problems.is_empty() {
            true => Err(Error::input("expected one problem per line, found none")),
            false => Ok(problems),
        }
    }

    fn solver(&self, spec: &ProofSpec, budget: &Budget) -> Result<GoalSolver, Error> {
        let (goal, deepens, budget) = (self.name, self.deepens, budget.clone());
        let mut prover = self.prover(spec)?;
        let solve = move |problem: &GoalProblem| {
            let answering = Answering { goal, deepens, budget: &budget };
            answering.answer(problem, &mut *prover)
        };
        Ok(GoalSolver { solve: Box::new(solve) })
    }
}

/// The question in a line.
fn problem<G: Game>(goal: &GoalEntry<G>, number: usize, line: &str) -> Result<GoalProblem, Error> {
    if let Some(question) = goal.question(line) {
        let Question { name, position, prover, depth, expected } = question?;
        let id = name.unwrap_or_else(|| number.to_string());
        return Ok(GoalProblem { id, position: position.text(), prover, depth, expected });
    }
    if !line.starts_with('{') {
        let (id, position) = (number.to_string(), line.to_string());
        let prover = set_up::<G>(Some(line))?.position.side();
        return Ok(GoalProblem { id, position, prover, depth: None, expected: None });
    }
    let object = object(line)?;
    let position = text(&object, "position")?.ok_or_else(|| missing("position", G::POSITION))?;
    let side = set_up::<G>(Some(position))?.position.side();
    let prover = match text(&object, "task")? {
        None | Some("attack") => side,
        Some("defend") => !side,
        Some(other) => return Err(wrong("task", "attack or defend", other)),
    };
    let depth = match object.get("depth") {
        None | Some(Value::Null) => None,
        Some(plies) => match plies.as_u64().and_then(|plies| u32::try_from(plies).ok()) {
            Some(plies) if plies > 0 => Some(plies),
            _ => return Err(wrong("depth", "a whole number of plies from 1", &plies.to_string())),
        },
    };
    let (id, expected) = (id(&object, number), expected(&object)?);
    Ok(GoalProblem { id, position: position.to_string(), prover, depth, expected })
}

/// How the questions about a goal are answered.
struct Answering<'a> {
    goal: &'static str,
    deepens: bool,
    budget: &'a Budget,
}

impl Answering<'_> {
    fn answer<G: Game>(
        &self,
        problem: &GoalProblem,
        prover: &mut dyn Prover<G>,
    ) -> Result<Solved, Error> {
        let start = Moment::now();
        let position = set_up::<G>(Some(&problem.position))?.position;
        let attacks = position.side() == problem.prover;
        let GoalProblem { prover: side, depth, expected, .. } = *problem;
        let question = Question { name: None, position, prover: side, depth, expected };
        let found = prover.answer(&question, self.budget);
        let proof = found.proof;
        // A depth without success is an answer where the question has that depth, or a lower one.
        let asked = problem.depth.or(self.budget.depth.filter(|_| self.deepens));
        let answers = proof.exhausted && asked.is_some_and(|asked| found.within >= Some(asked));
        let (reached, word_for_proof) = match proof.answer {
            Some(true) if proof.proven => (Some(true), Some(self.goal)),
            Some(true) => (Some(true), Some("sets")),
            Some(false) if proof.proven => (Some(false), Some("exhaustive")),
            None if answers => (Some(false), Some("exhaustive")),
            // All moves of the sets have failed: that proves nothing.
            _ => (None, None),
        };
        let result = reached.map(|reached| reached == attacks);
        // A move is worth naming if it does what the side to move wants.
        let best = proof.best.filter(|_| result == Some(true));
        let mut extras = vec![("position", problem.position.as_str().into())];
        let plies = found.within.filter(|_| reached.is_some());
        extras.push(("within", plies.into()));
        extras.push(("expected", problem.expected.map(|won| word(Some(won))).into()));
        if self.deepens {
            extras.push(("moves", plies.map(|plies| plies.div_ceil(2)).into()));
        }
        let moves = plies.filter(|_| reached == Some(true)).map(|plies| plies.div_ceil(2));
        let cells = match self.deepens {
            true => vec![moves.map(|moves| moves.to_string()).unwrap_or_default()],
            false => Vec::new(),
        };
        Ok(Solved {
            id: problem.id.clone(),
            task: if attacks { "attack" } else { "defend" },
            result: word(result),
            proof: word_for_proof,
            best: best.map(|m| question.position.move_text(m)),
            line: line_notation(&question.position, &proof.line),
            nodes: proof.counts.generated,
            elapsed: start.elapsed(),
            stop: proof.stop,
            verdict: Verdict::of(problem.expected, result),
            extras,
            cells,
        })
    }
}
