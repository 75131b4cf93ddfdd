//! The openings of Korf & Chickering 1993: all sequences of four legal moves.

use plywood::Position;
use plywood_games::Othello;
use plywood_games::random::Rng;
use std::collections::BTreeMap;
use std::fmt;

/// Moves of an opening.
const PLIES: u32 = 4;

/// An opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Opening {
    /// Its moves, such as `f5d6c3d3`.
    pub moves: String,
    /// Openings that come to the same position, if the board may be turned and mirrored, are of one
    /// group. What is played from them is much alike, so they are not independent samples.
    pub group: Group,
}

/// The discs of both sides in a position that stands for all that turning and mirroring makes of it.
pub(super) type Group = (u64, u64);

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "opening={}", self.moves)
    }
}

/// All 244 openings, in the order of the lists of moves.
pub(super) fn all() -> Vec<Opening> {
    let mut openings = Vec::new();
    extend(Othello::default(), &mut String::new(), PLIES, &mut openings);
    openings
}

fn extend(position: Othello, line: &mut String, plies: u32, out: &mut Vec<Opening>) {
    if plies == 0 {
        let (canonical, _) = position.canonical();
        let group = (canonical.mover(), canonical.opponent());
        out.push(Opening { moves: line.clone(), group });
        return;
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    for m in moves {
        let (mut next, length) = (position, line.len());
        next.play(m);
        line.push_str(&m.to_string());
        extend(next, line, plies - 1, out);
        line.truncate(length);
    }
}

/// `count` openings, drawn from a seed: no second one of a group before every group has one. In the
/// order of [`all`].
pub(super) fn some(count: usize, seed: u64) -> Vec<Opening> {
    let all = all();
    let mut rng = Rng::new(seed);
    let mut drawn: Vec<usize> = (0..all.len()).collect();
    for last in (1..drawn.len()).rev() {
        drawn.swap(last, rng.below(last as u32 + 1) as usize);
    }
    let mut of_group = BTreeMap::new();
    let mut drawn: Vec<(u32, usize)> = drawn
        .into_iter()
        .map(|i| {
            let before = of_group.entry(all[i].group).or_insert(0);
            *before += 1;
            (*before, i)
        })
        .collect();
    // A stable sort: within a rank the order of the draw decides.
    drawn.sort_by_key(|&(rank, _)| rank);
    drawn.truncate(count);
    drawn.sort_by_key(|&(_, i)| i);
    drawn.into_iter().map(|(_, i)| all[i].clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_games::Game;
    use std::collections::BTreeSet;

    #[test]
    fn there_are_244_openings_in_60_groups() {
        let all = all();
        assert_eq!(all.len(), 244);
        let lines: BTreeSet<_> = all.iter().map(|opening| &opening.moves).collect();
        assert_eq!(lines.len(), 244);
        assert!(lines.iter().all(|line| Othello::parse(Some(line)).is_ok()));
        assert_eq!(groups(&all), 60);
    }

    fn groups(openings: &[Opening]) -> usize {
        openings.iter().map(|opening| opening.group).collect::<BTreeSet<_>>().len()
    }

    #[test]
    fn a_choice_is_spread_over_the_groups() {
        for count in [1, 20, 60] {
            assert_eq!(groups(&some(count, 1)), count);
        }
        assert_eq!((some(100, 1).len(), groups(&some(100, 1))), (100, 60));
        assert_eq!(some(244, 1), all());
        assert_eq!(some(20, 1), some(20, 1));
        assert_ne!(some(20, 1), some(20, 2));
    }
}
