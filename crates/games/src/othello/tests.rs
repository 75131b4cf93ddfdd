use super::*;
use crate::perft;
use crate::testing::playouts;

/// The rules in words: along each direction, a line of the opponent's discs that ends at one of
/// the mover's.
fn flips_slow(mover: u64, opponent: u64, square: u32) -> u64 {
    let mut flips = 0;
    for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
        let (mut x, mut y) = ((square % 8) as i32, (square / 8) as i32);
        let mut line = 0;
        loop {
            (x, y) = (x + dx, y + dy);
            if !(0..8).contains(&x) || !(0..8).contains(&y) {
                break;
            }
            let bit = 1u64 << (8 * y + x);
            if opponent & bit != 0 {
                line |= bit;
            } else {
                if mover & bit != 0 {
                    flips |= line;
                }
                break;
            }
        }
    }
    flips
}

#[test]
fn moves_and_flips_agree_with_the_rules_in_words() {
    let mut rng = crate::random::Rng::new(8);
    for round in 0..20_000 {
        // Thin, even and crowded boards.
        let (a, b, c) = (rng.next(), rng.next(), rng.next());
        let taken = [a & b, a, a | b, a | b | rng.next()][round % 4];
        let (mover, opponent) = (taken & c, taken & !c);
        let mut legal = 0;
        for square in 0..64 {
            if taken >> square & 1 != 0 {
                continue;
            }
            let slow = flips_slow(mover, opponent, square);
            assert_eq!(bits::flips_plain(mover, opponent, square), slow);
            assert_eq!(bits::flips(mover, opponent, square), slow);
            legal |= u64::from(slow != 0) << square;
        }
        assert_eq!(bits::moves(mover, opponent), legal);
    }
}

#[test]
fn perft_from_the_start() {
    let expected = [4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288];
    for (depth, &count) in (1..).zip(&expected) {
        assert_eq!(perft(&mut Othello::default(), depth), count, "depth {depth}");
    }
}

#[test]
fn games_keep_their_promises() {
    playouts(&Othello::default(), 300, true);
}
