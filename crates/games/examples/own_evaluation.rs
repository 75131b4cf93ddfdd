//! An evaluation of your own for connect four, compared with the built-in one over 200 games.
//!
//! `OpenLines`, the built-in evaluation, counts the lines of four that a side can still complete. This one also
//! counts the empty squares that complete a line, if they are in the right row: late in the game the players
//! fill the columns in turn, so X, who begins, gets the squares of the first, third and fifth row, and O gets
//! the others.
//!
//! `cargo run --release --example own_evaluation` prints:
//!
//! ```text
//! With threats: 100 wins, 26 draws, 74 losses.
//! ```

use plywood::search::AlphaBeta;
use plywood::{Budget, Evaluate, Position, Score, Search, Side};
use plywood_games::{Connect4, connect4::OpenLines, random::random_game};

/// An evaluation is any function from a position to a score, where positive scores are good for MAX.
fn with_threats(position: &Connect4) -> Score {
    let threats = threats(position, Side::Max) - threats(position, Side::Min);
    Score::new(OpenLines.evaluate(position).get() + 40 * threats)
}

/// The number of empty squares in the rows of `side` that complete four in a row.
fn threats(position: &Connect4, side: Side) -> i32 {
    let own = position.stones(side);
    let taken = own | position.stones(!side);
    let rows = if side == Side::Max { [0, 2, 4] } else { [1, 3, 5] };
    let squares = (0..7).flat_map(|column| rows.map(|row| 1 << (7 * column + row)));
    squares.filter(|square| taken & square == 0 && has_four(own | square)).count() as i32
}

fn has_four(stones: u64) -> bool {
    [1, 6, 7, 8].iter().any(|step| {
        let pairs = stones & (stones >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}

/// Plays a game to its end, and returns its result.
fn play(
    mut game: Connect4,
    max: &mut impl Search<Connect4>,
    min: &mut impl Search<Connect4>,
) -> Score {
    let budget = Budget::new().depth(6);
    while !game.is_over() {
        let report = match game.side() {
            Side::Max => max.run(&game, &budget),
            Side::Min => min.run(&game, &budget),
        };
        game.play(report.best.expect("the game is not over"));
    }
    game.result()
}

fn main() {
    let mut own = AlphaBeta::new(with_threats);
    let mut built_in = AlphaBeta::new(OpenLines);
    let (mut wins, mut draws, mut losses) = (0, 0, 0);
    // Each opening of four random moves is played twice, with sides exchanged.
    let openings = (0..).filter_map(|seed| random_game(Connect4::default(), seed).nth(4));
    for opening in openings.filter(|opening| !opening.is_over()).take(100) {
        let as_max = play(opening, &mut own, &mut built_in);
        let as_min = play(opening, &mut built_in, &mut own);
        for (result, side) in [(as_max, Side::Max), (as_min, Side::Min)] {
            match result.winner() {
                Some(winner) if winner == side => wins += 1,
                Some(_) => losses += 1,
                None => draws += 1,
            }
        }
    }
    println!("With threats: {wins} wins, {draws} draws, {losses} losses.");
}
