//! Move ordering by what was good elsewhere in the tree: history heuristic and killers.
//!
//! Both know moves by their history index, such as [`Tactics::history_index`](crate::Tactics).

use crate::Side;

/// The history heuristic: Schaeffer 1989. A move that was good in one position is likely to be good in
/// others, so moves with high history scores are searched first.
///
/// ```
/// use plywood::{Side, kit::History};
///
/// let mut history = History::new(64);
/// history.reward(Side::Max, 12, 5);
/// history.reward(Side::Max, 30, 2);
/// let mut moves = [7, 30, 12];
/// moves.sort_by_key(|&index| std::cmp::Reverse(history.score(Side::Max, index)));
/// assert_eq!(moves, [12, 30, 7], "the reward of the deeper search counts for more");
/// assert_eq!(history.score(Side::Min, 12), 0, "each side has scores of its own");
/// ```
#[derive(Clone, Debug)]
pub struct History {
    /// The scores of both sides for each index.
    scores: Vec<[u32; 2]>,
}

impl History {
    /// No score is higher. If one would be, all scores are halved.
    pub const MAX_SCORE: u32 = 1 << 26;

    /// All scores are 0. `indices` is the number of history indices.
    pub fn new(indices: usize) -> History {
        History { scores: vec![[0; 2]; indices] }
    }

    /// The bytes of a history with this number of history indices.
    pub const fn bytes_for(indices: usize) -> usize {
        indices * size_of::<[u32; 2]>()
    }

    /// Begins another search: all scores are divided by 8, so that new ones soon count for more.
    pub fn next_search(&mut self) {
        self.scores.as_flattened_mut().iter_mut().for_each(|score| *score /= 8);
    }

    /// Adds the history bonus for a move of `side` that was the best of its node or caused a cut-off.
    /// The bonus is the square of the depth of the search below the node.
    #[inline]
    pub fn reward(&mut self, side: Side, index: usize, depth: u32) {
        let depth = depth.min(64);
        let score = &mut self.scores[index][side as usize];
        *score += depth * depth;
        if *score > Self::MAX_SCORE {
            self.scores.as_flattened_mut().iter_mut().for_each(|score| *score /= 2);
        }
    }

    /// The history score of a move of `side`.
    #[inline]
    pub fn score(&self, side: Side, index: usize) -> u32 {
        self.scores[index][side as usize]
    }
}

/// Killers: for each ply the last two different moves that were good there. A move that refutes one
/// move of the opponent often refutes its siblings.
///
/// ```
/// use plywood::kit::Killers;
///
/// let mut killers = Killers::default();
/// killers.add(3, 12);
/// killers.add(3, 30);
/// assert_eq!([30, 12, 7].map(|index| killers.rank(3, index)), [Some(0), Some(1), None]);
/// assert_eq!(killers.rank(4, 12), None, "each ply has killers of its own");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Killers {
    /// The history indices plus one, the newer first; 0 is none.
    plies: Vec<[u32; 2]>,
}

impl Killers {
    /// Makes the move of this history index the newest killer of its ply.
    #[inline]
    pub fn add(&mut self, ply: u32, index: usize) {
        let ply = ply as usize;
        if self.plies.len() <= ply {
            self.plies.resize(ply + 1, [0; 2]);
        }
        let killers = &mut self.plies[ply];
        let killer = index as u32 + 1;
        if killers[0] != killer {
            *killers = [killer, killers[0]];
        }
    }

    /// Whether moves of this history index are killers of the ply: 0 for the newer killer, 1 for the
    /// older one.
    #[inline]
    pub fn rank(&self, ply: u32, index: usize) -> Option<usize> {
        let killers = self.plies.get(ply as usize)?;
        killers.iter().position(|&killer| killer == index as u32 + 1)
    }

    /// Forgets all killers.
    pub fn clear(&mut self) {
        self.plies.clear();
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.plies.capacity() * size_of::<[u32; 2]>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_stay_in_proportion_and_below_the_maximum() {
        let mut history = History::new(2);
        for _ in 0..30_000 {
            history.reward(Side::Max, 0, 1000);
            history.reward(Side::Max, 1, 32);
            assert!(history.score(Side::Max, 0) <= History::MAX_SCORE);
        }
        let [high, low] = [0, 1].map(|index| f64::from(history.score(Side::Max, index)));
        assert!((3.9..4.1).contains(&(high / low)), "depth 64 counts four times as much as 32");
        history.next_search();
        assert_eq!(history.score(Side::Max, 0), high as u32 / 8);
    }

    #[test]
    fn a_killer_takes_one_place() {
        let mut killers = Killers::default();
        for index in [5, 5, 6, 6] {
            killers.add(0, index);
        }
        assert_eq!((killers.rank(0, 6), killers.rank(0, 5)), (Some(0), Some(1)));
        killers.clear();
        assert_eq!(killers.rank(0, 6), None);
    }
}
