//! The answer if a search has found nothing: the move with the best static value.

use plywood::{Position, Score};

/// The move to the child with the best value for the side to move in `root`, and that value; the first
/// of equals. `value` evaluates children that do not end the game. None if there are no moves.
pub(crate) fn first_look<P: Position>(
    root: &P,
    moves: &[P::Move],
    mut value: impl FnMut(&P) -> Score,
) -> Option<(P::Move, Score)> {
    let (mut node, side) = (root.clone(), root.side());
    let mut best: Option<(P::Move, Score)> = None;
    for &m in moves {
        let score = node.visit(m, |child| match child.is_over() {
            true => child.result(),
            false => value(child),
        });
        if best.is_none_or(|(_, other)| score.beats(other, side)) {
            best = Some((m, score));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood::Evaluate;
    use plywood_games::{StaticValue, Tree};

    #[test]
    fn the_best_for_the_side_to_move_the_first_of_equals() {
        for (tree, best) in [
            ("[0, 3, 5, 5, 4]", Some((1, 5))),
            (r#"["min", 0, 3, 5, 2, [2, 9]]"#, Some((2, 2))),
            ("7", None),
        ] {
            let tree = Tree::from_json(tree).unwrap();
            let mut moves = Vec::new();
            tree.moves(&mut moves);
            let found = first_look(&tree, &moves, |child| StaticValue.evaluate(child));
            assert_eq!(found, best.map(|(m, value)| (m, Score::new(value))));
        }
    }
}
