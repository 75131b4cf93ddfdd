//! What a least-certainty search keeps at a node.

use crate::memory::{Node, Valued};
use crate::{Score, Side};

/// The swing of a goal that nothing can bring about. Greater swings do not occur: a sum stops here.
pub(super) const INFINITE: u64 = KNOWN - 1;

/// Of the word: the swing is known, for the goal beside it.
const KNOWN: u64 = 1 << 59;
/// The swing is this or more.
const AT_LEAST: u64 = 1 << 60;
/// It is MIN that pursues the goal.
const FOR_MIN: u64 = 1 << 61;
/// MIN is to move.
const MIN_TO_MOVE: u64 = 1 << 62;
/// Nothing below can change: the game is over, here or in every line.
const CLOSED: u64 = 1 << 63;

/// A value that would change the decision at the root, and the side that would bring it about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Goal {
    pub pursuer: Side,
    pub value: Score,
    /// All bits set if MIN pursues it: `!` turns the order of numbers round.
    mask: i32,
    /// The flags of a node that knows a swing for this pursuer.
    known: u64,
}

impl Goal {
    pub fn new(pursuer: Side, value: Score) -> Goal {
        let (mask, known) = match pursuer {
            Side::Max => (0, KNOWN),
            Side::Min => (!0, KNOWN | FOR_MIN),
        };
        Goal { pursuer, value, mask, known }
    }

    /// How far a value is from the goal; 0 if it is there or beyond.
    #[inline(always)]
    pub fn distance(self, value: Score) -> u64 {
        let far = i64::from(self.value.get() ^ self.mask) - i64::from(value.get() ^ self.mask);
        far.max(0) as u64
    }
}

/// A node's value, its side to move, whether it is closed, and the swing that was last computed for it,
/// with its goal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Certainty {
    /// The flags, and below them the swing.
    word: u64,
    value: Score,
    goal: Score,
}

const _: () = assert!(size_of::<Node<Certainty>>() == 24);

impl Valued for Certainty {
    #[inline(always)]
    fn value(&self) -> Score {
        self.value
    }
}

impl Certainty {
    pub(super) fn new(value: Score, side: Side, closed: bool) -> Certainty {
        let side = if side == Side::Min { MIN_TO_MOVE } else { 0 };
        let closed = if closed { CLOSED } else { 0 };
        Certainty { word: side | closed, value, goal: Score::ZERO }
    }

    #[inline(always)]
    pub(super) fn side(&self) -> Side {
        if self.word & MIN_TO_MOVE == 0 { Side::Max } else { Side::Min }
    }

    /// Says which side is to move.
    pub(super) fn set_side(&mut self, side: Side) {
        *self = Certainty { goal: self.goal, ..Certainty::new(self.value, side, self.is_closed()) };
    }

    #[inline(always)]
    pub(super) fn is_closed(&self) -> bool {
        self.word & CLOSED != 0
    }

    /// Gives the node a new value. The swing that it had is then to be computed anew.
    #[inline(always)]
    pub(super) fn revalue(&mut self, value: Score, closed: bool) {
        self.value = value;
        self.word = self.word & !CLOSED | if closed { CLOSED } else { 0 };
    }

    /// Notes the swing for a goal, or what it is at least.
    #[inline(always)]
    pub(super) fn set_swing(&mut self, goal: Goal, swing: u64, at_least: bool) {
        let at_least = if at_least { AT_LEAST } else { 0 };
        self.word = self.word & (MIN_TO_MOVE | CLOSED) | goal.known | at_least | swing;
        self.goal = goal.value;
    }

    /// The swing that was noted last.
    #[inline(always)]
    pub(super) fn swing(&self) -> u64 {
        self.word & INFINITE
    }

    /// The swing for a goal, without that of one of the children that it adds up; none if it is not
    /// known.
    #[inline(always)]
    pub(super) fn without(&self, goal: Goal, child: u64) -> Option<AtLeast> {
        let known =
            self.word & (KNOWN | FOR_MIN | AT_LEAST) == goal.known && self.goal == goal.value;
        let known = known && (child..INFINITE).contains(&self.swing());
        known.then(|| AtLeast { swing: self.swing() - child, exact: true })
    }

    /// The swing is not known any more.
    #[inline(always)]
    pub(super) fn forget_swing(&mut self) {
        self.word &= MIN_TO_MOVE | CLOSED;
    }
}

/// What can be said of a node's swing at once: how large it is at least, and whether it is just that.
#[derive(Clone, Copy)]
pub(super) struct AtLeast {
    pub swing: u64,
    pub exact: bool,
}

impl AtLeast {
    pub const INFINITE: AtLeast = AtLeast { swing: INFINITE, exact: true };
}

/// The swings of children, as their parent counts them: the least one, or all added up.
pub(super) struct Combined {
    minimum: bool,
    all: AtLeast,
}

impl Combined {
    /// Of no children.
    #[inline(always)]
    pub fn new(minimum: bool) -> Combined {
        let swing = if minimum { INFINITE } else { 0 };
        Combined { minimum, all: AtLeast { swing, exact: true } }
    }

    /// And of one more.
    #[inline(always)]
    pub fn add(&mut self, child: AtLeast) {
        let AtLeast { swing, exact } = self.all;
        if !self.minimum {
            let swing = INFINITE.min(swing + child.swing);
            self.all = AtLeast { swing, exact: exact && child.exact };
        } else if (child.swing, !child.exact) < (swing, !exact) {
            self.all = child;
        }
    }

    pub fn all(&self) -> AtLeast {
        self.all
    }

    /// One child and what the others come to.
    #[inline(always)]
    pub fn of(minimum: bool, others: AtLeast, child: AtLeast) -> AtLeast {
        let mut combined = Combined { minimum, all: others };
        combined.add(child);
        combined.all
    }
}

/// The swing of a node for a goal, as far as the node itself tells.
#[inline(always)]
pub(super) fn at_first_sight(node: &Node<Certainty>, goal: Goal) -> AtLeast {
    let data = &node.data;
    let distance = goal.distance(data.value);
    if distance == 0 || node.is_leaf() || data.is_closed() {
        let swing = if distance > 0 && data.is_closed() { INFINITE } else { distance };
        return AtLeast { swing, exact: true };
    }
    // Where several leaves must change, their sum is no less than the farthest one; where one will do, it is
    // no nearer than the best of them.
    if data.word & (KNOWN | FOR_MIN) != goal.known {
        return AtLeast { swing: distance, exact: false };
    }
    if data.goal == goal.value {
        return AtLeast { swing: data.swing(), exact: data.word & AT_LEAST == 0 };
    }
    // A goal that has moved farther away asks as much more of a leaf at least.
    let before = Goal { value: data.goal, ..goal }.distance(data.value);
    let more = distance > before && data.swing() > 0;
    let swing = if more { INFINITE.min(data.swing() + (distance - before)) } else { distance };
    AtLeast { swing, exact: false }
}
