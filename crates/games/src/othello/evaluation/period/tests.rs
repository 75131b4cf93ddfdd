use super::*;
use crate::random::{Rng, random_game};
use plywood::Side;

/// Positions from random games.
fn positions(count: u64) -> impl Iterator<Item = Othello> {
    let games = (0..count).flat_map(|seed| random_game(Othello::default(), seed));
    games.filter(|position| !position.is_over())
}

/// The board with files and ranks exchanged.
fn transposed(discs: u64) -> u64 {
    (0..64).filter(|s| discs >> s & 1 != 0).fold(0, |set, s| set | 1 << (s % 8 * 8 + s / 8))
}

/// The board upside down.
fn flipped(discs: u64) -> u64 {
    discs.swap_bytes()
}

fn changed(position: &Othello, change: impl Fn(u64) -> u64) -> Othello {
    Othello::new(position.side(), change(position.mover()), change(position.opponent())).unwrap()
}

#[test]
fn symmetries_and_colours() {
    for position in positions(200) {
        let value = Period.evaluate(&position);
        // These two make all eight symmetries.
        for change in [transposed, flipped] {
            assert_eq!(Period.evaluate(&changed(&position, change)), value, "{position:?}");
        }
        let (mover, opponent) = (position.mover(), position.opponent());
        let swapped = Othello::new(!position.side(), mover, opponent).unwrap();
        assert_eq!(Period.evaluate(&swapped), -value, "colours exchanged, {position:?}");
        let passed = Othello::new(!position.side(), opponent, mover).unwrap();
        assert_eq!(Period.evaluate(&passed), value, "the other side to move, {position:?}");
    }
}

#[test]
fn values_are_evaluations() {
    for position in positions(200) {
        let value = Period.evaluate(&position).get();
        assert!(value.abs() < 20_000, "{value} {position:?}");
    }
}

#[test]
fn edges_are_read_from_the_board() {
    let mut rng = Rng::new(3);
    for _ in 0..1000 {
        let discs = rng.next();
        let squares: [[u32; 10]; 4] = [
            [0, 1, 2, 3, 4, 5, 6, 7, 9, 14],
            [56, 57, 58, 59, 60, 61, 62, 63, 49, 54],
            [0, 8, 16, 24, 32, 40, 48, 56, 9, 49],
            [7, 15, 23, 31, 39, 47, 55, 63, 14, 54],
        ];
        let slow = squares
            .map(|list| (0..10).fold(0, |set, i| set | ((discs >> list[i] & 1) as u16) << i));
        assert_eq!(edge_sets(discs), slow);
    }
}

#[test]
fn a_corner_is_better_than_none() {
    for position in positions(50) {
        let corner = 1u64;
        if position.empty() & corner == 0 {
            continue;
        }
        let (mover, opponent) = (position.mover(), position.opponent());
        let with = |own, other| Othello::new(Side::Max, own, other).unwrap();
        let (own, theirs) = (with(mover | corner, opponent), with(mover, opponent | corner));
        assert!(Period.evaluate(&own) > Period.evaluate(&theirs), "{position:?}");
    }
}
