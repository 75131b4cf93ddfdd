//! What the keys of positions tell of their repetition histories.

use super::*;
use crate::testing::Wandering;

#[test]
fn equal_keys_have_equal_values() {
    let back = |m: Move| Move { from: m.to, to: m.from, captured: 0 };
    let mut wrong = 0;
    for (text, depth, games) in [
        ("B:WK32:BK1", 7, 150),
        ("W:WK32:BK1:H70", 7, 100),
        ("B:WK32,K31:BK1,K3", 4, 60),
        ("B:WK29,13:BK22,K3", 5, 60),
        ("W:WK29,13:BK21,K3:H74", 5, 60),
    ] {
        let games_from = Wandering { start: position(text), plies: 60, back };
        let found = games_from.equal_keys_have_equal_values(games, depth);
        assert!(5 * found.keys < 4 * found.texts, "{text}: much of the history does not matter");
        wrong += found.wrong;
    }
    assert!(wrong > 1000, "the key alone must not be enough, or this tests nothing: {wrong}");
}
