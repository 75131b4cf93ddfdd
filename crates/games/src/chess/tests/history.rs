//! What the keys of positions tell of their repetition histories.

use super::*;
use crate::testing::Wandering;

fn wandering(start: &str, plies: u32) -> Wandering<Chess> {
    let back = |m: Move| Move { from: m.to, to: m.from, promotion: None };
    Wandering { start: parse(start), plies, back }
}

/// Returns how often the key alone would have been wrong.
fn equal_keys_have_equal_values(start: &str, games: u64, plies: u32, depth: u32) -> usize {
    wandering(start, plies).equal_keys_have_equal_values(games, depth).wrong
}

#[test]
fn equal_keys_have_equal_values_among_pawns() {
    // Kings with few moves among blocked pawns, so that minimax can search deep.
    let wrong = equal_keys_have_equal_values("k7/p7/P7/8/8/p7/P7/K7 w - - 0 1", 600, 24, 7);
    assert!(wrong > 20, "the key alone must not be enough, or this tests nothing: {wrong}");
    let start = "k7/p1p5/P1P5/8/8/p1p5/P1P5/K1B5 w - - 0 1";
    let wrong = equal_keys_have_equal_values(start, 250, 16, 6);
    assert!(wrong > 20, "{wrong}");
}

#[test]
fn equal_keys_have_equal_values_with_rooks() {
    let wrong = equal_keys_have_equal_values("8/8/8/1k6/8/2K5/8/R6r w - - 0 1", 100, 14, 4);
    assert!(wrong > 0, "{wrong}");
}

#[test]
fn equal_keys_have_equal_values_when_quiet_moves_end_the_game() {
    let wrong = equal_keys_have_equal_values("k7/p7/P7/8/8/p7/P7/K7 w - - 88 60", 300, 14, 6);
    assert!(wrong > 20, "{wrong}");
}

#[test]
fn most_histories_do_not_matter() {
    // A quiet game from the start: nothing can occur three times within four plies.
    let position = parse("Nf3 Nf6 Nc3 Nc6");
    assert_eq!(position.key_within(4), position.key());
    assert_ne!(position.key_within(12), position.key());
    let games = wandering("8/8/8/1k6/8/2K5/8/R6r w - - 0 1", 20);
    let positions: Vec<Chess> = (0..200).flat_map(|seed| games.game(seed)).collect();
    let plain = positions.iter().filter(|p| p.key_within(4) == p.key()).count();
    assert!(plain > positions.len() / 3, "{plain} of {}", positions.len());
}
