//! Hand-written alpha-beta for each game: the traits must not be much slower.

use plywood::{Evaluate, Position, Side};
use plywood_games::connect4::OpenLines;
use plywood_games::othello::{Mobility, Move};
use plywood_games::{Connect4, Othello, RandomTree};

/// Negamax with alpha-beta on random trees; counts the nodes it generates.
pub fn random_tree(
    game: &mut RandomTree,
    depth: u32,
    mut alpha: i32,
    beta: i32,
    nodes: &mut u64,
) -> i32 {
    if depth == 0 || game.is_over() {
        let value = game.value();
        return if game.side() == Side::Max { value } else { -value };
    }
    let mut best = -i32::MAX;
    for m in 0..game.children() {
        *nodes += 1;
        let undo = game.play(m);
        let value = -random_tree(game, depth - 1, -beta, -alpha, nodes);
        game.undo(m, undo);
        best = best.max(value);
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// Negamax with alpha-beta on connect four; counts the nodes it generates.
pub fn connect4(
    game: &mut Connect4,
    depth: u32,
    mut alpha: i32,
    beta: i32,
    nodes: &mut u64,
) -> i32 {
    let sign = if game.side() == Side::Max { 1 } else { -1 };
    if game.is_over() {
        return sign * game.result().get();
    }
    if depth == 0 {
        return sign * OpenLines.evaluate(game).get();
    }
    const TOP: u64 = 1 << 5;
    let taken = game.stones(Side::Max) | game.stones(Side::Min);
    let mut best = -i32::MAX;
    for column in [3, 2, 4, 1, 5, 0, 6] {
        if taken & TOP << (7 * column) != 0 {
            continue;
        }
        *nodes += 1;
        let undo = game.play(column);
        let value = -connect4(game, depth - 1, -beta, -alpha, nodes);
        game.undo(column, undo);
        best = best.max(value);
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// Negamax with alpha-beta on Othello; counts the nodes it generates. `list` holds the moves of the
/// nodes on the path.
pub fn othello(
    game: &mut Othello,
    depth: u32,
    mut alpha: i32,
    beta: i32,
    list: &mut Vec<Move>,
    nodes: &mut u64,
) -> i32 {
    let sign = if game.side() == Side::Max { 1 } else { -1 };
    if game.is_over() {
        return sign * game.result().get();
    }
    if depth == 0 {
        return sign * Mobility.evaluate(game).get();
    }
    let first = list.len();
    game.moves(list);
    let mut best = -i32::MAX;
    for i in first..list.len() {
        let m = list[i];
        *nodes += 1;
        let undo = game.play(m);
        let value = -othello(game, depth - 1, -beta, -alpha, list, nodes);
        game.undo(m, undo);
        best = best.max(value);
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    list.truncate(first);
    best
}
