//! Goals of the games by name, and the searches that prove them.

mod prover;
mod spec;

pub use prover::{Found, Prover};
pub use spec::{PROOF_SEARCHES, ProofAlgorithm, ProofOptions, ProofSearch, ProofSpec};

use crate::Error;
use plywood::kit::{Width, Win};
use plywood_games::chess::Mate;
use plywood_games::gomoku::threats::FiveGoal;
use plywood_games::phutball::scoring::GoalLine;
use plywood_games::{
    Amazons, Checkers, Chess, Connect4, Game, Gomoku, InputError, NamedGoal, Othello, Phutball,
    Question, RandomTree, Tree,
};

type ReadQuestion<G> = fn(&str) -> Option<Result<Question<G>, InputError>>;

/// A goal of a game, with its type forgotten.
///
/// ```
/// use plywood::Budget;
/// use plywood_games::{Connect4, Game, Question};
/// use plywood_registry::{CONNECT4_GOALS, ProofSpec};
///
/// let win = &CONNECT4_GOALS[0];
/// let mut prover = win.prover(&ProofSpec::new("abstract-proof")?)?;
/// let question = Question::new(Connect4::parse(Some("4455"))?);
/// assert_eq!(prover.answer(&question, &Budget::new()).proof.answer, Some(true));
/// # Ok::<(), plywood_registry::Error>(())
/// ```
pub struct GoalEntry<G: Game> {
    /// Its name.
    pub name: &'static str,
    /// The goal in one line.
    pub summary: &'static str,
    /// Its widening strategies by name, the default first.
    pub strategies: &'static [(&'static str, &'static [Width])],
    /// Whether a depth is part of the question; see [`NamedGoal::DEEPENS`].
    pub deepens: bool,
    question: ReadQuestion<G>,
    build: fn(&ProofOptions) -> Box<dyn Prover<G>>,
}

impl<G: Game> Clone for GoalEntry<G> {
    fn clone(&self) -> Self {
        GoalEntry { ..*self }
    }
}

impl<G: Game> GoalEntry<G> {
    /// The entry of a goal. The searches for it are compiled in the crate that calls this.
    pub const fn of<Q: NamedGoal<G>>() -> GoalEntry<G> {
        GoalEntry {
            name: Q::NAME,
            summary: Q::SUMMARY,
            strategies: Q::STRATEGIES,
            deepens: Q::DEEPENS,
            question: Q::question,
            build: prover::build::<G, Q>,
        }
    }

    /// The question in a line of a collection; `None` if it is not in a notation of the goal's own.
    pub fn question(&self, line: &str) -> Option<Result<Question<G>, InputError>> {
        (self.question)(line)
    }

    /// A search for the goal. An error if the options name a strategy that the goal does not have.
    pub fn prover(&self, spec: &ProofSpec) -> Result<Box<dyn Prover<G>>, Error> {
        Ok((self.build)(&spec.at(self.name, self.strategies)?))
    }
}

/// The goals of the games that come with Plywood. The searches for them are compiled here and
/// nowhere else, because these are statics.
pub static AMAZONS_GOALS: [GoalEntry<Amazons>; 1] = [GoalEntry::of::<Win>()];
/// Goals at checkers.
pub static CHECKERS_GOALS: [GoalEntry<Checkers>; 1] = [GoalEntry::of::<Win>()];
/// Goals at chess.
pub static CHESS_GOALS: [GoalEntry<Chess>; 2] = [GoalEntry::of::<Mate>(), GoalEntry::of::<Win>()];
/// Goals at connect four.
pub static CONNECT4_GOALS: [GoalEntry<Connect4>; 1] = [GoalEntry::of::<Win>()];
/// Goals at Gomoku.
pub static GOMOKU_GOALS: [GoalEntry<Gomoku>; 2] =
    [GoalEntry::of::<FiveGoal>(), GoalEntry::of::<Win>()];
/// Goals at Othello.
pub static OTHELLO_GOALS: [GoalEntry<Othello>; 1] = [GoalEntry::of::<Win>()];
/// Goals at Phutball.
pub static PHUTBALL_GOALS: [GoalEntry<Phutball>; 2] =
    [GoalEntry::of::<GoalLine>(), GoalEntry::of::<Win>()];
/// Goals in random trees.
pub static RANDOM_TREE_GOALS: [GoalEntry<RandomTree>; 1] = [GoalEntry::of::<Win>()];
/// Goals in explicit trees.
pub static TREE_GOALS: [GoalEntry<Tree>; 1] = [GoalEntry::of::<Win>()];
