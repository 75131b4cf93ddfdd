use super::super::tests::twin::Letters;
use super::*;
use crate::Game;
use crate::random::random_game;
use crate::testing::{fuzz, refused};
use plywood::Position;

fn counts(position: &Amazons) -> ([i32; WEIGHTS], i32) {
    let mut counts = [0; WEIGHTS];
    let phase = features(position, |weight, times| counts[weight] += times);
    (counts, phase)
}

/// Positions of random games on boards of several sizes.
fn positions(games: u64, mut visit: impl FnMut(&Amazons)) {
    for start in ["4x4", "5x7", "6x6", "8x8", "10x10", "w8/9/4b4/b8 w"] {
        let start = Amazons::parse(Some(start)).unwrap();
        for seed in 0..games {
            let game = random_game(start, seed).filter(|position| !position.is_over());
            game.for_each(|position| visit(&position));
        }
    }
}

#[test]
fn features_are_those_of_the_letters() {
    let mut seen = [false; WEIGHTS];
    positions(8, |position| {
        let letters = Letters::of(&position.text());
        let (counts, phase) = counts(position);
        let (expected, contested) = slow(&letters);
        assert_eq!(counts, expected, "{}", position.board());
        let (width, height) = position.size();
        assert_eq!(phase, contested * PHASES / i32::from(width) / i32::from(height));
        assert!((0..=PHASES).contains(&phase));
        for (seen, count) in seen.iter_mut().zip(counts) {
            *seen |= count != 0;
        }
    });
    let unseen: Vec<_> = (0..WEIGHTS).filter(|&weight| !seen[weight]).collect();
    assert!(unseen.is_empty(), "weights that no position uses: {unseen:?}");
}

/// The features square by square, and the number of contested squares.
fn slow(letters: &Letters) -> ([i32; WEIGHTS], i32) {
    let (mut counts, mut contested) = ([0; WEIGHTS], 0);
    let turn = if letters.side == 'w' { 1 } else { -1 };
    let distances = |kings| {
        [Side::Max, Side::Min].map(|side| {
            let list = letters.distance(side, kings);
            move |square| {
                list.iter().find(|&&(s, _)| s == square).map_or(99, |&(_, moves)| moves as i32)
            }
        })
    };
    let ([white, black], [white_king, black_king]) = (distances(false), distances(true));
    for square in letters.squares('.') {
        let (w, b) = (white(square), black(square));
        counts[terms::NEARER] += (b - w).signum();
        counts[terms::KING_NEARER] += (black_king(square) - white_king(square)).signum();
        counts[terms::SURE] += i32::from(b == 99) - i32::from(w == 99);
        if w == b && w < 99 {
            counts[terms::ALIKE] += turn;
        }
        contested += i32::from((w - b).abs() <= 1 && w < 99 && b < 99);
        for (moves, sign) in [(w, 1), (b, -1)] {
            if moves as usize <= terms::REACHES {
                counts[terms::REACHED + moves as usize - 1] += sign;
            }
        }
        for (moves, sign) in [(white_king(square), 1), (black_king(square), -1)] {
            if moves as usize <= terms::KING_REACHES {
                counts[terms::KING_REACHED + moves as usize - 1] += sign;
            }
        }
    }
    counts[terms::TURN] += turn;
    for (letter, sign) in [('w', 1), ('b', -1)] {
        for amazon in letters.squares(letter) {
            let squares = letters.reach(amazon);
            let class = match squares.len() {
                0 => 0,
                1..=2 => 1,
                3..=4 => 2,
                5..=7 => 3,
                8..=11 => 4,
                12..=16 => 5,
                17..=22 => 6,
                _ => 7,
            };
            counts[terms::FREEDOM + class] += sign;
            let beside =
                |s: &&(i32, i32)| (s.0 - amazon.0).abs() <= 1 && (s.1 - amazon.1).abs() <= 1;
            counts[terms::ROOM + squares.iter().filter(beside).count()] += sign;
        }
    }
    (counts, contested)
}

#[test]
fn weights_cannot_outweigh_a_decision() {
    for weights in [Weights::start(), (*weights::built_in()).clone()] {
        let mut territory = Territory::with(weights);
        positions(4, |position| {
            let value = territory.evaluate(position).get();
            let sum = territory.clone().without_decisions().evaluate(position).get();
            assert!(sum.abs() < DECIDED / 10, "{}", position.text());
            let side = (value - sum).signum() * i32::from(value != sum);
            let decided = position.decided().map_or(0, |side| Score::new(1).seen_by(side).get());
            assert_eq!(side, decided, "{}", position.text());
        });
    }
}

#[test]
fn refuses_wrong_weights_with_their_line() {
    let start = include_str!("start.txt");
    let parse = |text: &str| Weights::from_text(text, "mine.txt");
    assert_eq!(parse(start).map(|weights| weights.to_text()), Ok(start.to_string()));
    assert!(parse(include_str!("weights.txt")).is_ok());
    refused([("", "line 1: expected the group nearer, found its end")], parse);
    refused([("nearer 1", "line 1: expected pair 1 of 1 of nearer")], parse);
    let accepted = fuzz(&[start], "0123456789/-# \nnearer", parse, |weights, _| {
        assert_eq!(Weights::from_text(&weights.to_text(), "again"), Ok(weights.clone()));
    });
    assert!(accepted > 200, "{accepted}");
}
