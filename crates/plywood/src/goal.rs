//! Questions about a game: can a side reach a goal?

use crate::{Position, Side};

/// A question about a game that is answered with won, lost or unknown: can the side that proves reach the
/// goal, whatever the other side does?
///
/// A goal may also say which moves matter. Sets of moves have levels: a search begins with the moves of
/// level 0, and widens to those of the next level where these do not suffice. A narrow set of the side
/// that proves only loses solutions. A set of the other side that lacks a move which refutes the goal
/// makes false proofs, so a goal must say of each set whether it is complete.
pub trait Goal<P: Position> {
    /// The side that must reach the goal. The other side prevents it.
    fn prover(&self) -> Side;

    /// Whether the goal is reached, or out of reach for good; none if that is still open. Never none
    /// if the game is over.
    fn decided(&self, position: &P) -> Option<bool>;

    /// How many levels of sets of moves there are, at least one.
    fn levels(&self) -> u32 {
        1
    }

    /// Appends the moves that matter at this level, those of lower levels included, and says whether
    /// all others can be left out without changing the answer.
    fn moves(&self, position: &P, level: u32, out: &mut Vec<P::Move>) -> bool {
        let _ = level;
        position.moves(out);
        true
    }
}

/// The goal of winning the game.
///
/// ```
/// use plywood::kit::{Goal, Win};
/// use plywood::Side;
/// use plywood_games::{Connect4, Game};
///
/// let won = Connect4::parse(Some("1212121"))?;
/// assert_eq!(Win(Side::Max).decided(&won), Some(true));
/// assert_eq!(Win(Side::Min).decided(&won), Some(false));
/// assert_eq!(Win(Side::Max).decided(&Connect4::default()), None);
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win(
    /// The side that must win.
    pub Side,
);

impl<P: Position> Goal<P> for Win {
    fn prover(&self) -> Side {
        self.0
    }

    fn decided(&self, position: &P) -> Option<bool> {
        position.is_over().then(|| position.result().winner() == Some(self.0))
    }
}
