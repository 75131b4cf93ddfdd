//! What of the history matters: [`Keyed::key_within`] against plain minimax.

use super::*;
use crate::Game;
use crate::random::Rng;
use std::collections::{BTreeMap, BTreeSet};

/// An evaluation that tells nearly all boards apart.
fn opinion(position: &Checkers) -> Score {
    Score::new(position.key() as i32 % 1000 * 2 + 1)
}

fn minimax(position: &mut Checkers, depth: u32) -> Score {
    if position.is_over() {
        return position.result();
    }
    if depth == 0 {
        return opinion(position);
    }
    let (side, mut moves) = (position.side(), Vec::new());
    position.moves(&mut moves);
    let values = moves.into_iter().map(|m| position.visit(m, |child| minimax(child, depth - 1)));
    values.reduce(|best, value| best.better(value, side)).expect("a move, as the game goes on")
}

/// The value with wins counted from the position, as tables keep them.
fn value(position: &Checkers, depth: u32) -> (Option<Side>, i64) {
    let value = minimax(&mut position.clone(), depth);
    match value.end() {
        Some(end) => (value.winner(), i64::from(end) - i64::from(position.ply())),
        None => (None, value.get().into()),
    }
}

/// Walks from a position on which kings often go back where they came from.
fn walk(start: &Checkers, seed: u64, mut visit: impl FnMut(&Checkers)) {
    let mut rng = Rng::new(seed);
    let mut position = start.clone();
    let mut last: [Option<Move>; 2] = [None; 2];
    while !position.is_over() {
        visit(&position);
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let own = &mut last[position.side() as usize];
        let back = own.map(|m| Move { from: m.to, to: m.from, captured: 0 });
        let m = match back.filter(|m| moves.contains(m)) {
            Some(back) if rng.below(4) > 0 => back,
            _ => moves[rng.below(moves.len() as u32) as usize],
        };
        *own = Some(m);
        position.play(m);
    }
}

#[test]
fn one_key_is_one_value() {
    let mut poisoned = 0;
    for (text, depth, walks) in [
        ("B:WK32:BK1", 7, 150),
        ("W:WK32:BK1:H70", 7, 100),
        ("B:WK32,K31:BK1,K3", 4, 60),
        ("B:WK29,13:BK22,K3", 5, 60),
        ("W:WK29,13:BK21,K3:H74", 5, 60),
    ] {
        let start = Checkers::parse(Some(text)).unwrap();
        let (mut within, mut alone) = (BTreeMap::new(), BTreeMap::new());
        let mut histories = BTreeSet::new();
        for seed in 0..walks {
            walk(&start, seed, |position| {
                for depth in 0..=depth {
                    let value = value(position, depth);
                    let key = (depth, position.key_within(depth));
                    let (known, history) =
                        within.entry(key).or_insert_with(|| (value, position.text()));
                    assert_eq!(*known, value, "{history} and {} to {depth}", position.text());
                    let known = alone.entry((depth, position.key())).or_insert(value);
                    poisoned += usize::from(*known != value);
                    histories.insert((depth, position.text()));
                }
            });
        }
        assert!(
            5 * within.len() < 4 * histories.len(),
            "{text}: much of the history does not matter"
        );
    }
    assert!(poisoned > 1000, "a key without a history would do: {poisoned}");
}
