//! Goals that people ask for by name, and questions about them.

use crate::{Game, InputError};
use plywood::Side;
use plywood::kit::{Goal, Width, Win};

/// A [`Goal`] that people can ask for by name: `plywood solve FILE --game chess --goal mate`.
///
/// An implementation and a line in [`Game::goals`] are all that a goal needs to be solved by every proof search on the
/// command line.
///
/// ```
/// use plywood::{Position, Side, kit::{Goal, Win}};
/// use plywood_games::{Connect4, NamedGoal};
///
/// /// Not losing: the other side must not win.
/// struct Hold(Side);
///
/// impl Goal<Connect4> for Hold {
///     fn prover(&self) -> Side { self.0 }
///     fn decided(&self, position: &Connect4) -> Option<bool> {
///         Win(!self.0).decided(position).map(|lost| !lost)
///     }
/// }
///
/// impl NamedGoal<Connect4> for Hold {
///     const NAME: &'static str = "hold";
///     const SUMMARY: &'static str = "the side does not lose";
///     fn of(_: &Connect4, prover: Side) -> Hold { Hold(prover) }
/// }
/// ```
pub trait NamedGoal<G: Game>: Goal<G> + Sized + 'static {
    /// The name on the command line. It is also the word for a proof in which every line of play reaches
    /// the goal.
    const NAME: &'static str;
    /// The goal in one line.
    const SUMMARY: &'static str;
    /// Widening strategies by name, the default first. If there are none, only the highest levels of the goal
    /// are searched.
    const STRATEGIES: &'static [(&'static str, &'static [Width])] = &[];
    /// Whether the goal is asked for within 1, 3, 5 and so on plies of the side that proves. Then an answer tells
    /// within how many plies the goal is reached, and a depth that was searched without success is an answer too.
    const DEEPENS: bool = false;

    /// The goal of a side in the game that has come to this position.
    fn of(position: &G, prover: Side) -> Self;

    /// The question in a line of a collection, for goals with a notation of their own. `None` if the line is
    /// not in that notation.
    fn question(line: &str) -> Option<Result<Question<G>, InputError>> {
        let _ = line;
        None
    }

    /// Adds the moves to the goal to a line of play that ends at `position` because the goal's own functions know
    /// there that it is reached.
    fn finish(&mut self, position: &G, line: &mut Vec<G::Move>) {
        let _ = (position, line);
    }
}

/// Code that runs for each goal of a game; see [`Game::goals`].
///
/// ```
/// use plywood_games::{Chess, Game, GoalVisitor, NamedGoal};
///
/// struct Names(Vec<&'static str>);
///
/// impl<G: Game> GoalVisitor<G> for Names {
///     fn visit<Q: NamedGoal<G>>(&mut self) {
///         self.0.push(Q::NAME);
///     }
/// }
///
/// let mut names = Names(Vec::new());
/// Chess::goals(&mut names);
/// assert_eq!(names.0, ["mate", "win"]);
/// ```
pub trait GoalVisitor<G: Game> {
    /// Is called with one goal.
    fn visit<Q: NamedGoal<G>>(&mut self);
}

/// A position, and whose goal is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question<G: Game> {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The position.
    pub position: G,
    /// The side that must reach the goal. The task of the side to move is to attack if it is that side, and
    /// else to defend.
    pub prover: Side,
    /// Within how many plies the goal must be reached; none: within any number.
    pub depth: Option<u32>,
    /// Whether the side to move is known to succeed with its task.
    pub expected: Option<bool>,
}

impl<G: Game> Question<G> {
    /// The question whether the side to move reaches the goal.
    pub fn new(position: G) -> Question<G> {
        let prover = position.side();
        Question { name: None, position, prover, depth: None, expected: None }
    }
}

impl<G: Game> NamedGoal<G> for Win {
    const NAME: &'static str = "win";
    const SUMMARY: &'static str = "the side wins the game";

    fn of(_: &G, prover: Side) -> Win {
        Win(prover)
    }
}
