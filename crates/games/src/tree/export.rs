//! Explicit trees made from positions of any game.

use super::{Node, Tree};
use crate::InputError;
use plywood::{Evaluate, Position, Score};

/// A node whose children are being written.
struct Open<P: Position> {
    index: usize,
    moves: Vec<P::Move>,
    next: usize,
    /// How to take back the move to it; none at the root.
    undo: Option<(P::Move, P::Undo)>,
}

impl Tree {
    /// The most nodes of a tree that is made from a position: as text they take up to 100 MB.
    pub const MOST_EXPORTED: usize = 10_000_000;

    /// The tree of a game from `root`, `depth` plies deep, with the static values of all nodes. A search of
    /// it finds what a search of the game to this depth finds.
    ///
    /// A finished game that is won has the greatest value of all, less the ply at which it ends; one that is
    /// lost has the opposite. Fails if there are more than [`Tree::MOST_EXPORTED`] nodes.
    ///
    /// ```
    /// use plywood_games::{Game, RandomTree, StaticValue, Tree};
    /// let game = RandomTree::parse(Some("branching=2,edges=-9..9,seed=5"))?;
    /// let tree = Tree::of(&game, 1, &mut StaticValue)?;
    /// assert_eq!(tree.to_json(), "[0,9,-7]");
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    pub fn of<P: Position>(
        root: &P,
        depth: u32,
        evaluate: &mut impl Evaluate<P>,
    ) -> Result<Tree, InputError> {
        let mut board = root.clone();
        evaluate.on_root(root);
        let mut nodes = vec![Node::new(value(&board, evaluate), 0, 0, board.side())];
        let mut open: Vec<Open<P>> = Vec::new();
        let mut next = Some((0, None));
        loop {
            if let Some((index, undo)) = next.take() {
                let mut moves = Vec::new();
                if open.len() < depth as usize {
                    board.moves(&mut moves);
                }
                let first = nodes.len();
                if first + moves.len() > Tree::MOST_EXPORTED {
                    let most = Tree::MOST_EXPORTED;
                    return Err(InputError::new("depth", &depth.to_string())
                        .expected(format!("a depth at which the tree has at most {most} nodes")));
                }
                let side = board.side();
                nodes[index] =
                    Node::new(nodes[index].value, first as u32, moves.len() as u32, side);
                for &m in &moves {
                    evaluate.on_play(&board, Some(m));
                    let value = board.visit(m, |child| value(child, evaluate));
                    evaluate.on_undo();
                    // The side of a leaf does not matter: the usual one need not be written.
                    nodes.push(Node::new(value, 0, 0, !side));
                }
                open.push(Open { index: first, moves, next: 0, undo });
            }
            let Some(node) = open.last_mut() else { return Ok(Tree::new(nodes)) };
            if let Some(&m) = node.moves.get(node.next) {
                let index = node.index + node.next;
                node.next += 1;
                if (open.len() as u32) < depth {
                    evaluate.on_play(&board, Some(m));
                    let undo = board.play(m);
                    if board.is_over() {
                        board.undo(m, undo);
                        evaluate.on_undo();
                    } else {
                        next = Some((index, Some((m, undo))));
                    }
                }
            } else if let Some(Open { undo: Some((m, undo)), .. }) = open.pop() {
                board.undo(m, undo);
                evaluate.on_undo();
            }
        }
    }
}

/// The static value of a position, or the result of a finished game, as a tree can hold it.
fn value<P: Position>(position: &P, evaluate: &mut impl Evaluate<P>) -> i32 {
    let score = match position.is_over() {
        true => position.result(),
        false => evaluate.evaluate(position),
    };
    match (score.winner(), score.end()) {
        (Some(winner), Some(end)) => {
            let won = Score::MAX_EVAL.get() - i32::try_from(end).unwrap_or(i32::MAX / 2);
            Score::new(won).seen_by(winner).get()
        }
        _ => score.get(),
    }
}
