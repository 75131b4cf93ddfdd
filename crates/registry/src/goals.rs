//! Goals of the games by name, and the searches that prove them.

mod prover;
mod spec;

pub use prover::{Found, Prover};
use spec::ProofOptions;
pub use spec::{PROOF_SEARCHES, ProofAlgorithm, ProofCommon, ProofSearch, ProofSpec};

use crate::Error;
use plywood::kit::Width;
use plywood_games::{Game, GoalVisitor, InputError, NamedGoal, Question};

type ReadQuestion<G> = fn(&str) -> Option<Result<Question<G>, InputError>>;

/// A goal of a game, as an object that hides its type.
///
/// ```
/// use plywood::Budget;
/// use plywood_games::{Connect4, Game, Question};
/// use plywood_registry::{ProofSpec, built_in};
///
/// let win = &built_in::<Connect4>().goals[0];
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
    /// The entries of all [goals](Game::goals) of a game. The searches for them are compiled in the crate that calls
    /// this.
    pub fn all() -> Vec<GoalEntry<G>> {
        struct Entries<G: Game>(Vec<GoalEntry<G>>);

        impl<G: Game> GoalVisitor<G> for Entries<G> {
            fn visit<Q: NamedGoal<G>>(&mut self) {
                self.0.push(GoalEntry::of::<Q>());
            }
        }

        let mut entries = Entries(Vec::new());
        G::goals(&mut entries);
        entries.0
    }

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
