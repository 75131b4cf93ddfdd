//! What the keys of positions say of their history, against minimax without any memory.

use super::*;
use std::collections::HashMap;

/// The minimax value to a depth, with leaves that differ wherever boards do, by alpha-beta without
/// any memory.
fn value(position: &mut Chess, depth: u32, window: [Score; 2], moves: &mut Vec<Move>) -> Score {
    if position.is_over() {
        return position.result();
    }
    if depth == 0 {
        return Score::new((hash(&[position.key()]) % 20_000) as i32 - 10_000);
    }
    let start = moves.len();
    position.moves(moves);
    let ([mut alpha, mut beta], side) = (window, position.side());
    while moves.len() > start
        && let Some(m) = moves.pop()
    {
        let after = position.visit(m, |child| value(child, depth - 1, [alpha, beta], moves));
        match side {
            Side::Max => alpha = alpha.max(after),
            Side::Min => beta = beta.min(after),
        }
        if alpha >= beta {
            moves.truncate(start);
        }
    }
    if side == Side::Max { alpha } else { beta }
}

/// A game in which sides like to go back where they came from.
fn restless(start: &Chess, seed: u64, plies: u32) -> Vec<Chess> {
    let mut rng = Rng::new(seed);
    let mut position = start.clone();
    let mut played: Vec<Move> = Vec::new();
    let mut positions = vec![position.clone()];
    for _ in 0..plies {
        let moves = legal(&position);
        if moves.is_empty() {
            break;
        }
        let mut m = moves[rng.below(moves.len() as u32) as usize];
        if let [.., last, _] = played.as_slice()
            && rng.below(3) > 0
        {
            let back = Move { from: last.to, to: last.from, promotion: None };
            m = if moves.contains(&back) { back } else { m };
        }
        position.play(m);
        played.push(m);
        positions.push(position.clone());
    }
    positions
}

/// Values by key and depth, in words that do not depend on the number of the ply.
type Values = HashMap<(u64, u32), String>;

/// Walks of `start`: one key, one value. Returns how often the key alone would have been wrong.
fn one_name_one_value(start: &str, walks: u64, plies: u32, depth: u32) -> usize {
    let start = parse(start);
    let (mut within, mut plain) = (Values::new(), Values::new());
    let mut wrong = 0;
    let mut moves = Vec::new();
    for seed in 0..walks {
        for mut position in restless(&start, seed, plies) {
            if position.is_over() {
                continue;
            }
            for depth in 0..=depth {
                let key = (position.key_within(depth), depth);
                // A position whose key and depth are known need not be searched often.
                let known = within.contains_key(&key);
                if known && Rng::new(seed ^ key.0).below(4) > 0 {
                    continue;
                }
                let all = [Score::NEG_INF, Score::POS_INF];
                let score = value(&mut position, depth, all, &mut moves);
                let words = match score.end() {
                    Some(end) => format!("{:?} wins in {}", score.winner(), end - position.ply()),
                    None => score.to_string(),
                };
                let first = within.entry(key).or_insert_with(|| words.clone());
                assert_eq!(*first, words, "depth {depth}: {}", position.text());
                let first = plain.entry((position.key(), depth)).or_insert_with(|| words.clone());
                wrong += usize::from(*first != words);
            }
        }
    }
    wrong
}

#[test]
fn one_name_means_one_value() {
    // Kings with few ways among blocked pawns, so that minimax can look far.
    let wrong = one_name_one_value("k7/p7/P7/8/8/p7/P7/K7 w - - 0 1", 600, 24, 7);
    assert!(wrong > 20, "the key alone must not be enough, or this tests nothing: {wrong}");
    let wrong = one_name_one_value("k7/p1p5/P1P5/8/8/p1p5/P1P5/K1B5 w - - 0 1", 250, 16, 6);
    assert!(wrong > 20, "{wrong}");
}

#[test]
fn one_name_means_one_value_with_rooks() {
    let wrong = one_name_one_value("8/8/8/1k6/8/2K5/8/R6r w - - 0 1", 100, 14, 4);
    assert!(wrong > 0, "{wrong}");
}

#[test]
fn one_name_means_one_value_when_the_clock_runs_out() {
    let wrong = one_name_one_value("k7/p7/P7/8/8/p7/P7/K7 w - - 88 60", 300, 14, 6);
    assert!(wrong > 20, "{wrong}");
}

#[test]
fn most_pasts_do_not_matter() {
    // A quiet game from the start: nothing can occur three times within four plies.
    let position = parse("Nf3 Nf6 Nc3 Nc6");
    assert_eq!(position.key_within(4), position.key());
    assert_ne!(position.key_within(12), position.key());
    let start = parse("8/8/8/1k6/8/2K5/8/R6r w - - 0 1");
    let positions: Vec<Chess> = (0..200).flat_map(|seed| restless(&start, seed, 20)).collect();
    let plain = positions.iter().filter(|p| p.key_within(4) == p.key()).count();
    assert!(plain > positions.len() / 3, "{plain} of {}", positions.len());
}
