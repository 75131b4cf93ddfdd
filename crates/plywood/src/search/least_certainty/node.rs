//! What a least-certainty search keeps at a node.

use crate::memory::{Node, Valued};
use crate::{Score, Side};

/// The swing of a goal that nothing can bring about. Greater swings do not occur: a sum stops here.
pub(super) const INFINITE: u64 = (1 << SLOPE) - 1;

/// Of the word: where the slope begins. The swing is below it.
const SLOPE: u32 = 50;
/// The bits of a slope: five that count, and above them by how many bits they are shifted.
const SLOPE_BITS: u64 = (1 << 9) - 1;
/// The slope of what can meet a goal all at once.
const UNBOUNDED: u64 = 1 << 20;
/// All children are leaves, and none of them is closed.
const OPEN_LEAVES: u64 = 1 << 59;
/// The swing is this or more.
const AT_LEAST: u64 = 1 << 60;
/// It is MIN that pursues the goal.
const FOR_MIN: u64 = 1 << 61;
/// MIN is to move.
const MIN_TO_MOVE: u64 = 1 << 62;
/// Nothing below can change: the game is over, here or in every line.
const CLOSED: u64 = 1 << 63;
/// What does not depend on a goal.
const OF_THE_NODE: u64 = MIN_TO_MOVE | CLOSED | OPEN_LEAVES;

/// A value that would change the decision at the root, and the side that would bring it about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Goal {
    pub pursuer: Side,
    pub value: Score,
    /// All bits set if MIN pursues it: `!` turns the order of numbers round.
    mask: i32,
    /// The flag of a node that knows a swing for this pursuer.
    flag: u64,
}

impl Goal {
    pub fn new(pursuer: Side, value: Score) -> Goal {
        let (mask, flag) = match pursuer {
            Side::Max => (0, 0),
            Side::Min => (!0, FOR_MIN),
        };
        Goal { pursuer, value, mask, flag }
    }

    /// The nearest goal that is better for its pursuer than `value`.
    pub fn beyond(pursuer: Side, value: Score) -> Goal {
        let better = match pursuer {
            Side::Max => value.up(),
            Side::Min => value.down(),
        };
        Goal::new(pursuer, better)
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
    /// The flags, and below them the slope and the swing. A swing that is not known is at least 0.
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

    #[inline(always)]
    fn is_final(&self) -> bool {
        self.is_closed()
    }
}

impl Certainty {
    pub(super) fn new(value: Score, side: Side, closed: bool) -> Certainty {
        let side = if side == Side::Min { MIN_TO_MOVE } else { 0 };
        let closed = if closed { CLOSED } else { 0 };
        Certainty { word: side | closed | AT_LEAST, value, goal: Score::ZERO }
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

    /// Says whether all children are leaves, and none of them is closed.
    #[inline(always)]
    pub(super) fn set_open_leaves(&mut self, open: bool) {
        self.word = self.word & !OPEN_LEAVES | if open { OPEN_LEAVES } else { 0 };
    }

    #[inline(always)]
    pub(super) fn has_open_leaves(&self) -> bool {
        self.word & OPEN_LEAVES != 0
    }

    /// Notes the swing for a goal.
    #[inline(always)]
    pub(super) fn set_swing(&mut self, goal: Goal, swing: AtLeast) {
        let at_least = if swing.exact { 0 } else { AT_LEAST };
        let slope = shortened(swing.slope) << SLOPE;
        self.word = self.word & OF_THE_NODE | goal.flag | at_least | slope | swing.swing;
        self.goal = goal.value;
    }

    /// The swing that was noted last.
    #[inline(always)]
    pub(super) fn swing(&self) -> u64 {
        self.word & INFINITE
    }

    #[inline(always)]
    fn slope(&self) -> u64 {
        match self.word >> SLOPE & SLOPE_BITS {
            SLOPE_BITS => UNBOUNDED,
            bits => ((bits & 31) << (bits >> 5)).max(1),
        }
    }

    /// The swing for a goal, without that of one of the children that it adds up; none if it is not
    /// known. `slope` is that of the other children.
    #[inline(always)]
    pub(super) fn without(&self, goal: Goal, child: u64, slope: u64) -> Option<AtLeast> {
        let known = self.word & (FOR_MIN | AT_LEAST) == goal.flag && self.goal == goal.value;
        let known = known && (child..INFINITE).contains(&self.swing());
        known.then(|| AtLeast { swing: self.swing() - child, exact: true, slope })
    }

    /// The swing is not known any more.
    #[inline(always)]
    pub(super) fn forget_swing(&mut self) {
        self.word = self.word & OF_THE_NODE | AT_LEAST;
    }
}

/// A slope in nine bits: no less than it is, and by a sixteenth more at most. All bits are set if it is
/// too large.
#[inline(always)]
fn shortened(slope: u64) -> u64 {
    if slope < 32 {
        return slope;
    }
    let shift = u64::from(59 - slope.leading_zeros());
    let rounded = ((slope - 1) >> shift) + 1;
    let (shift, rounded) = if rounded == 32 { (shift + 1, 16) } else { (shift, rounded) };
    SLOPE_BITS.min(shift << 5 | rounded)
}

/// What is known of a node's swing: how large it is at least, and whether it is just that.
#[derive(Clone, Copy)]
pub(super) struct AtLeast {
    pub swing: u64,
    pub exact: bool,
    /// By how much the swing shrinks at most for every point by which the goal comes nearer: the number
    /// of leaves that have to swing together, or more.
    pub slope: u64,
}

impl AtLeast {
    /// What is closed swings infinitely, until the goal comes to where it is.
    pub const INFINITE: AtLeast = AtLeast { swing: INFINITE, exact: true, slope: UNBOUNDED };
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
        Combined { minimum, all: AtLeast { swing, exact: true, slope: 0 } }
    }

    /// And of one more.
    #[inline(always)]
    pub fn add(&mut self, child: AtLeast) {
        let AtLeast { swing, exact, slope } = self.all;
        if !self.minimum {
            let swing = INFINITE.min(swing + child.swing);
            self.all = AtLeast { swing, exact: exact && child.exact, slope: slope + child.slope };
            return;
        }
        if (child.swing, !child.exact) < (swing, !exact) {
            self.all = child;
        }
        self.all.slope = slope.max(child.slope);
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
        return match data.is_closed() && distance > 0 {
            true => AtLeast::INFINITE,
            false => AtLeast { swing: distance, exact: true, slope: 1 },
        };
    }
    // One leaf will do, and the best one is that far away.
    if data.has_open_leaves() && data.side() == goal.pursuer {
        return AtLeast { swing: distance, exact: true, slope: 1 };
    }
    // Where several leaves must change, their sum is no less than the farthest one; where one will do, it is
    // no nearer than the best of them.
    if data.word & FOR_MIN != goal.flag {
        return AtLeast { swing: distance, exact: false, slope: 1 };
    }
    let (swing, slope) = (data.swing(), data.slope());
    if data.goal == goal.value {
        let exact = data.word & AT_LEAST == 0;
        return AtLeast { swing: swing.max(distance), exact, slope };
    }
    // A goal that has moved farther away asks as much more of a leaf at least. One that has come nearer
    // asks as much less of each leaf at most.
    let before = Goal { value: data.goal, ..goal };
    let swing = match distance.checked_sub(before.distance(data.value)) {
        Some(farther) if swing > 0 => INFINITE.min(swing + farther),
        Some(_) => distance,
        None if swing == INFINITE || slope >= UNBOUNDED => distance,
        None => swing.saturating_sub(slope * before.distance(goal.value)),
    };
    AtLeast { swing: swing.max(distance), exact: false, slope }
}
