//! Counting lines of play, to test move generators.

use plywood::Position;

/// The number of move sequences of exactly `depth` plies from `position`.
///
/// Sequences that end earlier do not count. The position is restored. Deep counts need heap memory,
/// not stack.
///
/// ```
/// use plywood_games::{Connect4, perft};
/// assert_eq!(perft(&mut Connect4::default(), 3), 343);
/// ```
pub fn perft<P: Position>(position: &mut P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    // One buffer for all plies: `moves[start..]` are the moves still to try at this ply.
    let (mut moves, mut start) = (Vec::new(), 0);
    let mut path = Vec::new();
    let mut count = 0;
    position.moves(&mut moves);
    loop {
        if path.len() + 1 == depth as usize {
            count += (moves.len() - start) as u64;
            moves.truncate(start);
        }
        if moves.len() > start
            && let Some(m) = moves.pop()
        {
            path.push((m, position.play(m), start));
            start = moves.len();
            position.moves(&mut moves);
        } else if let Some((m, undo, above)) = path.pop() {
            position.undo(m, undo);
            start = above;
        } else {
            return count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{Shape, Tree};
    use crate::{Game, RandomTree};

    fn slow(position: &mut Tree, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut moves = Vec::new();
        position.moves(&mut moves);
        moves.into_iter().map(|m| position.visit(m, |child| slow(child, depth - 1))).sum()
    }

    #[test]
    fn agrees_with_the_recursive_count() {
        for seed in 0..1000 {
            let mut tree = Tree::random(seed, &Shape::default());
            let before = tree.clone();
            for depth in 0..7 {
                assert_eq!(perft(&mut tree, depth), slow(&mut tree, depth), "seed {seed}");
                assert!(tree == before);
            }
        }
    }

    #[test]
    fn long_chains_need_no_stack() {
        let mut chain = RandomTree::parse(Some("branching=1,depth=60000")).unwrap();
        assert_eq!(perft(&mut chain, 60_000), 1);
        assert_eq!(perft(&mut chain, 60_001), 0);
        assert_eq!(perft(&mut chain, u32::MAX), 0);
    }
}
