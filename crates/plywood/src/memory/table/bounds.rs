//! Table entries of a depth-first search: bounds on the value, depth and best move.

use super::TableEntry;
use crate::{Interval, Score};

/// What a search to some depth has found out about a position.
///
/// Entries of one position and one depth are merged: the narrower bound of each side counts. An entry of
/// another depth replaces the earlier one, but keeps its best move if it has none itself.
///
/// ```
/// use plywood::{Interval, Score, kit::{BoundsEntry, TranspositionTable}};
///
/// let table = TranspositionTable::new(1000);
/// let at_least_3 = Interval { lower: Score::new(3), upper: Score::POS_INF };
/// let at_most_5 = Interval { lower: Score::NEG_INF, upper: Score::new(5) };
/// let entry = BoundsEntry { value: at_least_3, depth: 8, best: Some(2), heuristic: true };
/// table.put(0x1234, entry);
/// table.put(0x1234, BoundsEntry { value: at_most_5, best: None, ..entry });
/// let found = table.get(0x1234).unwrap();
/// assert_eq!(found.value, Interval { lower: Score::new(3), upper: Score::new(5) });
/// assert_eq!(found.best, Some(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundsEntry {
    /// Bounds on the value.
    pub value: Interval,
    /// The depth of the search.
    pub depth: u32,
    /// The index of the best move in the move list, if one is known.
    pub best: Option<u16>,
    /// The value rests on static evaluations at the horizon, not on finished games alone.
    pub heuristic: bool,
}

/// The second word: depth (32 bits), best move (16), flag (8), and the byte of the table.
impl TableEntry for BoundsEntry {
    type Words = [u64; 2];

    #[inline]
    fn pack(self) -> [u64; 2] {
        let bits = |score: Score| u64::from(score.get() as u32);
        let BoundsEntry { value: Interval { lower, upper }, depth, best, heuristic } = self;
        // A move is stored as its index plus one. 0 is none; the index 65,535 is stored as none.
        let best = u64::from(best.map_or(0, |best| best.wrapping_add(1)));
        let rest = u64::from(depth) << 32 | best << 16 | u64::from(heuristic) << 8;
        [bits(lower) << 32 | bits(upper), rest]
    }

    #[inline]
    fn unpack([bounds, rest]: [u64; 2]) -> BoundsEntry {
        let score = |bits: u64| Score::from_bits(bits as u32 as i32);
        BoundsEntry {
            value: Interval { lower: score(bounds >> 32), upper: score(bounds) },
            depth: (rest >> 32) as u32,
            best: (rest >> 16 & 0xffff).checked_sub(1).map(|best| best as u16),
            heuristic: rest >> 8 & 1 != 0,
        }
    }

    #[inline]
    fn priority(&self) -> u32 {
        self.depth
    }

    #[inline]
    fn merge(mut self, earlier: BoundsEntry) -> BoundsEntry {
        if earlier.depth == self.depth {
            let lower = self.value.lower.max(earlier.value.lower);
            let upper = self.value.upper.min(earlier.value.upper);
            // Bounds that contradict each other come from a selective search or from another
            // evaluation: then the new ones count.
            if lower <= upper {
                self.value = Interval { lower, upper };
                self.heuristic |= earlier.heuristic;
            }
        }
        self.best = self.best.or(earlier.best);
        self
    }
}
