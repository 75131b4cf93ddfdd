//! The repetition history of games in which a repeated position is a draw, and the part of it that
//! a search must know.

use plywood::hash;

/// The third occurrence of a position ends the game.
const DRAWN: u32 = 3;
/// The fewest plies from a position back to itself: each side moves away and back.
const ROUND_TRIP: u32 = 4;

/// The positions since the last move that cannot be taken back, and the moves between them.
///
/// For games whose sides take turns and in which the third occurrence of a position is a draw. A
/// move is reversible if it takes one man of the mover's from one square to another and changes
/// nothing else: no capture, no promotion, no right that is lost. Such moves make up the present
/// *run*; no position before it can occur again.
///
/// ```
/// use plywood_games::repetition::RepetitionHistory;
///
/// let (home, out) = (1, 2);
/// let mut history = RepetitionHistory::new(home);
/// for _ in 0..2 {
///     history.push(out, 6, 21);
///     history.push(out + 10, 62, 45);
///     history.push(home + 10, 21, 6);
///     history.push(home, 45, 62);
/// }
/// assert_eq!(history.occurrences(), 3);
/// history.pop();
/// assert_eq!(history.occurrences(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct RepetitionHistory {
    /// The present position is the last; those before the run are kept for [`pop`](RepetitionHistory::pop).
    steps: Vec<Step>,
}

/// A position, and the move that led there.
#[derive(Clone, Copy, Debug)]
struct Step {
    key: u64,
    /// The index at which the run of this position begins.
    start: u32,
    from: u8,
    to: u8,
    /// How often the position has occurred, this time included.
    occurrences: u8,
    /// The number of positions of the run, up to this one, that were repetitions.
    repetitions: u8,
}

impl RepetitionHistory {
    /// A game that begins with the position of this key.
    pub fn new(key: u64) -> RepetitionHistory {
        let mut history = RepetitionHistory { steps: Vec::new() };
        history.begin(key);
        history
    }

    /// A reversible move from one square to another, both below 64, led to the position of this
    /// key.
    #[inline]
    pub fn push(&mut self, key: u64, from: u32, to: u32) {
        let last = self.present();
        // Only positions with the same side to move can be equal, and no position is reached again
        // in two plies.
        let earlier = self.run().iter().rev().skip(ROUND_TRIP as usize - 1).step_by(2);
        let before =
            earlier.map(|step| (step.key, step.occurrences)).find(|(other, _)| *other == key);
        let occurrences = before.map_or(1, |(_, occurrences)| occurrences.saturating_add(1));
        self.steps.push(Step {
            key,
            start: last.start,
            from: from as u8,
            to: to as u8,
            occurrences,
            repetitions: last.repetitions.saturating_add(u8::from(occurrences > 1)),
        });
    }

    /// A move that cannot be taken back led to the position of this key: a new run begins.
    #[inline]
    pub fn begin(&mut self, key: u64) {
        let start = self.steps.len() as u32;
        self.steps.push(Step { key, start, from: 0, to: 0, occurrences: 1, repetitions: 0 });
    }

    /// Takes back the last move, reversible or not.
    #[inline]
    pub fn pop(&mut self) {
        debug_assert!(self.steps.len() > 1, "the first position was not reached by a move");
        self.steps.pop();
    }

    /// The key of the present position.
    #[inline]
    pub fn key(&self) -> u64 {
        self.present().key
    }

    /// How often the present position has occurred, this time included.
    #[inline]
    pub fn occurrences(&self) -> u32 {
        self.present().occurrences.into()
    }

    /// The key of the first position of the run.
    pub fn first(&self) -> u64 {
        self.run()[0].key
    }

    /// The moves of the run, the first one first, each from one square to another.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (u32, u32)> + ExactSizeIterator {
        self.run()[1..].iter().map(|step| (step.from.into(), step.to.into()))
    }

    /// A key of the part of the run that can matter to a search of `depth` plies; 0 if nothing can.
    ///
    /// If two games have reached the same position and have the same key for a depth, then a line
    /// of play of at most `depth` plies ends by repetition in both games or in neither.
    #[inline]
    pub fn within(&self, depth: u32) -> u64 {
        // Within 0 plies no position is reached again.
        if depth == 0 || depth <= ROUND_TRIP && self.present().repetitions == 0 {
            return 0;
        }
        self.mixed(depth)
    }

    /// The key, if any part of the history matters.
    ///
    /// Why equal keys are enough: suppose that a line comes to a position X for the third time in
    /// the first game and not in the second. X has occurred `c` times in the first game, once or
    /// twice, and less often in the second. The line comes to X `3 - c` times: the first time takes
    /// as many plies as lead from here to X, each further time four. Where that is possible within
    /// the depth, as far as [`plies_to`] can tell, X and `c` are mixed into the key. Into the
    /// second key they are not.
    ///
    /// A position that has occurred twice is mixed in for both times. The plies to X depend only on
    /// X and on the present position, so this distinguishes no more games than mixing it in once.
    fn mixed(&self, depth: u32) -> u64 {
        let present = self.present();
        let mut key = 0u64;
        if present.occurrences > 1 && visits_left(present) * ROUND_TRIP <= depth {
            key = word(present);
        }
        // The squares whose occupation differs between the two positions, for the side to move and
        // for the other side.
        let mut changed = [0u64; 2];
        // The last move was the other side's.
        let mut mover = 1;
        for (plies, pair) in (1..).zip(self.run().windows(2).rev()) {
            let [before, after] = pair else { continue };
            changed[mover] ^= 1 << after.from ^ 1 << after.to;
            mover ^= 1;
            let out_of_place = changed.map(|squares| squares.count_ones() / 2);
            let needed = plies_to(out_of_place, plies) + (visits_left(before) - 1) * ROUND_TRIP;
            if needed <= depth {
                // A sum does not depend on the order of the positions.
                key = key.wrapping_add(word(before));
            }
        }
        key
    }

    #[inline]
    fn present(&self) -> &Step {
        self.steps.last().expect("the present position is never taken back")
    }

    #[inline]
    fn run(&self) -> &[Step] {
        &self.steps[self.present().start as usize..]
    }
}

/// How often a line of play must still reach a position for a draw: once, if the game went on after
/// a draw that nobody claimed.
#[inline]
fn visits_left(step: &Step) -> u32 {
    DRAWN.saturating_sub(step.occurrences.into()).max(1)
}

#[inline]
fn word(step: &Step) -> u64 {
    hash(&[step.key, step.occurrences.into()])
}

/// A lower bound on the number of plies from the present position to the one `plies` plies ago. The
/// side to move has `mover` men that stand elsewhere now, the other side `other`.
///
/// In `n` plies the side to move makes ⌈n/2⌉ moves, the other ⌊n/2⌋. A move brings at most one man
/// into place, so neither number is below the side's men out of place. A side with none makes no
/// move, or at least two. As sides take turns, `n` and `plies` are both even or both odd. The
/// answer is the least such `n` above zero.
#[inline]
fn plies_to([mover, other]: [u32; 2], plies: u32) -> u32 {
    let enough = (2 * mover).saturating_sub(1).max(2 * other);
    let mut n = enough + ((enough ^ plies) & 1);
    let lone = |men: u32, moves: u32| men == 0 && moves == 1;
    while n == 0 || lone(mover, n.div_ceil(2)) || lone(other, n / 2) {
        n += 2;
    }
    n
}

/// Histories are equal if their runs are: positions before the run cannot occur again.
impl PartialEq for RepetitionHistory {
    fn eq(&self, other: &RepetitionHistory) -> bool {
        let same = |a: &Step, b: &Step| (a.key, a.from, a.to) == (b.key, b.from, b.to);
        let (a, b) = (self.run(), other.run());
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
    }
}

impl Eq for RepetitionHistory {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn plies_back_by_hand() {
        // After one move the way back takes three plies, after one of each side two.
        assert_eq!(plies_to([0, 1], 1), 3);
        assert_eq!(plies_to([1, 1], 2), 2);
        // One side has gone and come back: the other comes back now.
        assert_eq!(plies_to([1, 0], 3), 1);
        // Nothing is out of place: a round trip, or a triangle of one side.
        assert_eq!(plies_to([0, 0], 4), 4);
        assert_eq!(plies_to([0, 0], 5), 5);
        assert_eq!(plies_to([2, 1], 3), 3);
        assert_eq!(plies_to([1, 2], 3), 5);
        assert_eq!(plies_to([3, 0], 7), 5);
        assert_eq!(plies_to([0, 1], 4), 4);
    }

    /// Two sides with two men each on a ring of squares, one step per move: all lines of play are
    /// tried.
    #[test]
    fn no_way_is_shorter() {
        type Ring = ([u64; 2], usize);
        const SQUARES: u32 = 9;
        fn next((men, side): Ring) -> Vec<(Ring, u32, u32)> {
            let mut out = Vec::new();
            for from in (0..SQUARES).filter(|from| men[side] >> from & 1 == 1) {
                for to in [(from + 1) % SQUARES, (from + SQUARES - 1) % SQUARES] {
                    if (men[0] | men[1]) >> to & 1 == 0 {
                        let mut after = men;
                        after[side] ^= 1 << from ^ 1 << to;
                        out.push(((after, 1 - side), from, to));
                    }
                }
            }
            out
        }
        let start: Ring = ([0b11, 0b1_1000], 0);
        let mut exact = 0;
        let mut rng = crate::random::Rng::new(1);
        'walk: for _ in 0..300 {
            let (mut now, mut changed) = (start, [0u64; 2]);
            let length = 1 + rng.below(9);
            for _ in 0..length {
                let ways = next(now);
                if ways.is_empty() {
                    continue 'walk;
                }
                let (to, a, b) = ways[rng.below(ways.len() as u32) as usize];
                changed[now.1] ^= 1 << a ^ 1 << b;
                now = to;
            }
            let men = |side: usize| changed[side].count_ones() / 2;
            let bound = plies_to([men(now.1), men(1 - now.1)], length);
            let mut reached = HashSet::from([now]);
            let mut plies = 0;
            while plies == 0 || !reached.contains(&start) && plies < 20 {
                reached = reached.into_iter().flat_map(next).map(|(ring, ..)| ring).collect();
                plies += 1;
            }
            assert!(bound <= plies, "{now:?}");
            exact += usize::from(bound == plies);
        }
        assert!(exact > 100, "a bound that is never met tests little: {exact}");
    }

    #[test]
    fn what_cannot_recur_in_time_is_not_in_the_key() {
        // Out and back once: the first position has occurred twice.
        let mut history = RepetitionHistory::new(1);
        assert_eq!(history.within(100), 0);
        history.push(2, 0, 8);
        assert_eq!([history.within(6), history.within(7)].map(|key| key != 0), [false, true]);
        history.push(3, 63, 55);
        history.push(4, 8, 0);
        // One ply to the first position, and four for its third occurrence.
        assert_eq!([history.within(4), history.within(5)].map(|key| key != 0), [false, true]);
        history.push(1, 55, 63);
        assert_eq!(history.occurrences(), 2);
        assert_eq!([history.within(3), history.within(4)].map(|key| key != 0), [false, true]);
        history.push(2, 0, 8);
        // The second time, and back is three plies away; so is the position before.
        assert_eq!([history.within(2), history.within(3)].map(|key| key != 0), [false, true]);
        history.begin(9);
        assert_eq!(history.within(100), 0);
        history.pop();
        assert_ne!(history.within(3), 0);
    }

    #[test]
    fn runs_are_equal_whatever_came_before() {
        let mut long = RepetitionHistory::new(5);
        long.push(6, 1, 2);
        long.begin(1);
        long.push(2, 0, 8);
        let mut short = RepetitionHistory::new(1);
        short.push(2, 0, 8);
        assert_eq!(long, short);
        assert_eq!(long.moves().collect::<Vec<_>>(), [(0, 8)]);
        assert_eq!((long.first(), long.key()), (1, 2));
        short.pop();
        assert_ne!(long, short);
    }
}
