//! Keys that include the repetition history: [`Keyed::key_within`](plywood::Keyed::key_within)
//! against a search without a table.

use crate::Game;
use crate::random::{Rng, random_move};
use plywood::{Score, Side, hash};
use std::collections::{HashMap, HashSet};

/// Random games in which each side often takes its last move back.
pub(crate) struct Wandering<G: Game> {
    /// The position in which all games begin.
    pub start: G,
    /// The most plies of a game.
    pub plies: u32,
    /// The move that takes a move back, which need not be legal.
    pub back: fn(G::Move) -> G::Move,
}

impl<G: Game> Wandering<G> {
    /// The positions of one game.
    pub fn game(&self, seed: u64) -> Vec<G> {
        let mut rng = Rng::new(seed);
        let mut position = self.start.clone();
        let mut played: Vec<G::Move> = Vec::new();
        let mut positions = vec![position.clone()];
        while played.len() < self.plies as usize
            && let Some(mut m) = random_move(&position, &mut rng)
        {
            if let [.., last, _] = played[..]
                && rng.below(3) > 0
            {
                let (back, mut moves) = ((self.back)(last), Vec::new());
                position.moves(&mut moves);
                m = if moves.contains(&back) { back } else { m };
            }
            position.play(m);
            played.push(m);
            positions.push(position.clone());
        }
        positions
    }

    /// Checks on all positions of some games that those with equal keys have equal values, to every
    /// depth up to `depth`.
    pub fn equal_keys_have_equal_values(&self, games: u64, depth: u32) -> Histories {
        let (mut within, mut plain) = (Values::new(), Values::new());
        let (mut texts, mut moves) = (HashSet::new(), Vec::new());
        let mut wrong = 0;
        for seed in 0..games {
            for mut position in self.game(seed) {
                if position.is_over() {
                    continue;
                }
                for depth in 0..=depth {
                    texts.insert((position.text(), depth));
                    let key = (position.key_within(depth), depth);
                    // A key whose value is known is searched again in one of four cases.
                    if within.contains_key(&key) && Rng::new(seed ^ key.0).below(4) > 0 {
                        continue;
                    }
                    let all = [Score::NEG_INF, Score::POS_INF];
                    let score = value(&mut position, depth, all, &mut moves);
                    let words = match score.end() {
                        Some(end) => {
                            format!("{:?} wins in {}", score.winner(), end - position.ply())
                        }
                        None => score.to_string(),
                    };
                    let first = within.entry(key).or_insert_with(|| words.clone());
                    assert_eq!(*first, words, "depth {depth}: {}", position.text());
                    let first = plain.entry((position.key(), depth)).or_insert(words.clone());
                    wrong += usize::from(*first != words);
                }
            }
        }
        Histories { wrong, keys: within.len(), texts: texts.len() }
    }
}

/// What a comparison of keys with values has met.
pub(crate) struct Histories {
    /// Values that a table would have got wrong with [`key`](plywood::Keyed::key) alone.
    pub wrong: usize,
    /// Pairs of a key and a depth.
    pub keys: usize,
    /// Pairs of a position with its whole history and a depth.
    pub texts: usize,
}

/// Values by key and depth, in words that do not depend on the number of the ply.
type Values = HashMap<(u64, u32), String>;

/// The minimax value to a depth by alpha-beta without a table. Leaves with different boards have
/// different values.
fn value<G: Game>(
    position: &mut G,
    depth: u32,
    [mut alpha, mut beta]: [Score; 2],
    moves: &mut Vec<G::Move>,
) -> Score {
    if position.is_over() {
        return position.result();
    }
    if depth == 0 {
        return Score::new((hash(&[position.key()]) % 20_000) as i32 - 10_000);
    }
    let (start, side) = (moves.len(), position.side());
    position.moves(moves);
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
