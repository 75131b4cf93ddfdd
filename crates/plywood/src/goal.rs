//! Questions about a game: can a side reach a goal?

use crate::meter::Meter;
use crate::options::Format;
use crate::{Counts, Position, Side, Stop};

/// A question about a game that is answered with won, lost or unknown: can the side that proves reach the
/// goal, whatever the other side does?
///
/// A goal may also say which moves matter. Sets of moves have levels, each side its own: a search begins with
/// the moves of level 0, and widens to those of the next level where these do not suffice. A narrow set of
/// the side that proves only loses solutions. A set of the other side that lacks a move which refutes the
/// goal makes false proofs.
///
/// Searches ask [`decided`](Goal::decided) first, and [`examine`](Goal::examine) where that is open. A goal with tests
/// of its own, such as small searches for quick wins, overrides `examine`; for all others [`moves`](Goal::moves) is
/// enough.
pub trait Goal<P: Position> {
    /// The number of [history indices](Goal::history_index); 0 for a goal without them.
    const HISTORY_INDICES: usize = 0;

    /// The side that must reach the goal. The other side prevents it.
    fn prover(&self) -> Side;

    /// Whether the goal is reached, or out of reach for good; none if that is still open. Never none
    /// if the game is over.
    fn decided(&self, position: &P) -> Option<bool>;

    /// How many levels of sets of moves a side has, at least one.
    fn levels(&self, side: Side) -> u32 {
        let _ = side;
        1
    }

    /// Appends the moves of the side to move that matter at this level, those of lower levels included, and
    /// says whether all others can be left out without changing the answer.
    fn moves(&self, position: &P, level: u32, out: &mut Vec<P::Move>) -> bool {
        let _ = level;
        position.moves(out);
        true
    }

    /// Looks at a position that is not [`decided`](Goal::decided): whether the goal is reached or out of reach all the
    /// same, and else which moves to search, the most promising first. They are appended to `out` only where the
    /// answer is [`Outlook::Open`].
    ///
    /// The position may be played on, and must be as before when the function returns. Steps are
    /// counted by [`Meter::walk`], so that long examinations keep the limits of time.
    fn examine(
        &mut self,
        position: &mut P,
        width: Width,
        meter: &mut Meter,
        out: &mut Vec<P::Move>,
    ) -> Result<Outlook, Stop> {
        let _ = meter;
        let level = width.of(position.side() == self.prover());
        Ok(Outlook::Open { complete: self.moves(position, level, out) })
    }

    /// The least number of plies in which the goal can be reached from a position that
    /// [`examine`](Goal::examine) left open, with the side that proves to move or the other side: one more
    /// than the examination has ruled out. A search does not look at positions with fewer plies left.
    fn least_plies(&self, proves: bool) -> u32 {
        let _ = proves;
        1
    }

    /// Quiescence search at the horizon, with the side that proves to move: whether the goal is reached by
    /// moves that all need an answer. False proves nothing.
    fn settle(&mut self, position: &mut P, meter: &mut Meter) -> Result<bool, Stop> {
        let _ = (position, meter);
        Ok(false)
    }

    /// The history index of a move, below [`HISTORY_INDICES`](Goal::HISTORY_INDICES). Moves that are alike in
    /// different positions share one.
    fn history_index(&self, m: P::Move) -> usize {
        let _ = m;
        0
    }
}

/// The levels of the sets of moves that a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub struct Width {
    /// The level of the side that proves: its nodes are the OR nodes.
    pub or: u32,
    /// The level of the other side, at AND nodes.
    pub and: u32,
}

impl Width {
    /// The level at the nodes of the side that proves, or at those of the other side.
    pub fn of(self, proves: bool) -> u32 {
        if proves { self.or } else { self.and }
    }
}

/// The format of widening strategies as options: widths such as `0/0,1/0`, the level of the side that proves
/// before that of the other side; or `widest`, for the highest levels of the goal only.
///
/// ```
/// use plywood::kit::{Format, Width, Widths};
/// let narrow_first = vec![Width { or: 0, and: 1 }, Width { or: 1, and: 1 }];
/// assert_eq!(Widths.read("0/1,1/1"), Some(narrow_first));
/// assert_eq!(Widths.read("widest"), Some(vec![]));
/// assert_eq!(Widths.read("1"), None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Widths;

impl Format<Vec<Width>> for Widths {
    fn words(&self) -> Vec<&'static str> {
        vec!["widest"]
    }

    fn others(&self) -> Option<String> {
        Some("widths such as 0/0,1/0".to_string())
    }

    fn read(&self, text: &str) -> Option<Vec<Width>> {
        let width = |text: &str| {
            let (or, and) = text.split_once('/')?;
            Some(Width { or: or.parse().ok()?, and: and.parse().ok()? })
        };
        match text {
            "widest" => Some(Vec::new()),
            text => text.split(',').map(width).collect(),
        }
    }

    fn write(&self, widths: &Vec<Width>) -> String {
        let texts: Vec<_> =
            widths.iter().map(|width| format!("{}/{}", width.or, width.and)).collect();
        if texts.is_empty() { "widest".to_string() } else { texts.join(",") }
    }
}

/// What a [`Goal`] says of a position before it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// The side that proves reaches the goal.
    Reached,
    /// It does not. If this is not `proven`, the goal knows no move that is worth a search: that ends the
    /// search here, and is no proof.
    Failed {
        /// Whether the goal is out of reach for certain.
        proven: bool,
    },
    /// Some moves are to be searched.
    Open {
        /// Whether all others can be left out without changing the answer.
        complete: bool,
    },
}

/// The answer of a search for a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof<M> {
    /// Whether the goal is reached; none if it is not known.
    pub answer: Option<bool>,
    /// Whether the answer is proven. `Some(true)` is if the goal called every set of preventing moves
    /// complete that it listed; `Some(false)` is if all moves were tried, and not only those of the sets.
    pub proven: bool,
    /// Whether all moves to the depth of the budget were tried: the goal is not reached within that depth.
    /// The answer is then none, because it may be reached later.
    pub exhausted: bool,
    /// The best move at the root: one that reaches the goal or prevents it, if there is one.
    pub best: Option<M>,
    /// The expected line of play. It ends where the goal knows the answer without a search, or where the
    /// search has forgotten how it went on.
    pub line: Vec<M>,
    /// The width that has answered, by its place in the widening strategy.
    pub step: usize,
    /// The depth that has answered, in moves of the side that proves; 0 after a search without depths.
    pub depth: u32,
    /// The work done. Only nodes of this search count, not those of the goal's own small searches.
    pub counts: Counts,
    /// The least work of a depth-first search: the nodes that would have been generated if each node had tried its
    /// best move first. At a node that one move has decided, only the nodes below this move count; at all others
    /// every move is needed. What the table knows, and the history, are taken as they were. All nodes, after a
    /// search by proof numbers.
    pub least_generated: u64,
    /// Why the search ended. [`Stop::Complete`] goes with a proven answer, [`Stop::GaveUp`] with one that is not.
    pub stop: Stop,
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
