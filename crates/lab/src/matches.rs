//! Matches: pairs of games from the same start, each player once MAX.

use crate::Error;
use crate::registry::{Player, PlayerSpec, too_wide};
use crate::stats::{self, Elo, Estimate};
use plywood::{Budget, Counts, Score, Side, Stop};
use plywood_games::Game;
use plywood_games::random::Rng;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

/// How a match is played.
///
/// Each pair has its own start. A game that is drawn from a seed is drawn anew, from `seed`, then
/// `seed + 1`, and so on; any other begins with `opening_plies` random moves.
#[derive(Clone, Debug)]
pub struct MatchOptions {
    /// Pairs of games.
    pub pairs: u64,
    /// The first seed.
    pub seed: u64,
    /// Random moves at the start of each pair, where the game is not drawn from a seed.
    pub opening_plies: u32,
    /// Threads. Budgets in nodes, evaluations or depth give the same match on any number.
    pub jobs: usize,
    /// Ends the match from outside after the games under way.
    pub stop: Arc<AtomicBool>,
}

impl Default for MatchOptions {
    fn default() -> Self {
        MatchOptions { pairs: 50, seed: 1, opening_plies: 4, jobs: 1, stop: Arc::default() }
    }
}

/// One game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The side the first player had.
    pub first_side: Side,
    /// The moves.
    pub moves: Vec<String>,
    /// The result for MAX.
    pub result: Score,
    /// The work of the first player and of the second.
    pub work: [Counts; 2],
}

impl GameRecord {
    /// What the first player got: 1, ½ or 0.
    pub fn first_score(&self) -> f64 {
        let value = self.result.seen_by(self.first_side);
        match value.cmp(&Score::ZERO) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        }
    }
}

/// The two games of a pair; the first player is MAX in the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairRecord {
    /// Its number, from 1.
    pub number: u64,
    /// The start.
    pub start: String,
    /// The games.
    pub games: [GameRecord; 2],
}

impl PairRecord {
    /// Who won the pair, in the way of Korf & Chickering 1993: the player who got the better result
    /// as MAX. 1, ½ or 0 for the first player. Wins count alike however quick they are.
    pub fn first_score(&self) -> f64 {
        let [as_max, as_min] = self.games.each_ref().map(|game| match game.result.winner() {
            Some(Side::Max) => Score::MAX_EVAL.get(),
            Some(Side::Min) => Score::MIN_EVAL.get(),
            None => game.result.get(),
        });
        match as_max.cmp(&as_min) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        }
    }
}

/// The outcome of a match, from the first player's view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchResult {
    /// Games won, drawn and lost.
    pub games: [u64; 3],
    /// Pairs won, tied and lost.
    pub pairs: [u64; 3],
    /// The score of the games, from 0 to 1, with an error that respects the pairs.
    pub score: Option<Estimate>,
    /// The difference in strength.
    pub elo: Option<Elo>,
    /// The work of the first player and of the second.
    pub work: [Counts; 2],
}

/// Plays a match. Finished pairs are handed to `on_pair` in order.
pub fn play_match<G: Game>(
    base: &G,
    first: &PlayerSpec,
    second: &PlayerSpec,
    options: &MatchOptions,
    on_pair: &mut dyn FnMut(&PairRecord),
) -> Result<MatchResult, Error> {
    for spec in [first, second] {
        spec.require_budget()?;
        spec.build::<G>()?;
    }
    if base.is_over() {
        return Err(Error::input("the game is over: expected a position to play from"));
    }
    let (next, failed) = (AtomicU64::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    let mut result = MatchResult::default();
    let mut scores = Vec::new();
    thread::scope(|scope| {
        for _ in 0..options.jobs.clamp(1, 256) {
            let sender = sender.clone();
            let (next, failed) = (&next, &failed);
            scope.spawn(move || {
                let ended = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
                while !ended(&options.stop) && !ended(failed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= options.pairs {
                        break;
                    }
                    let pair = play_pair(base, first, second, options, number);
                    if sender.send((number, pair)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        // Pairs finish in any order; they are counted and shown in theirs.
        let (mut waiting, mut due) = (BTreeMap::new(), 0);
        for (number, pair) in receiver {
            waiting.insert(number, pair);
            while let Some(pair) = waiting.remove(&due) {
                due += 1;
                match pair {
                    Ok(pair) => {
                        count(&pair, &mut result, &mut scores);
                        on_pair(&pair);
                    }
                    Err(error) => {
                        failed.store(true, Ordering::Relaxed);
                        return Err(error);
                    }
                }
            }
        }
        Ok(())
    })?;
    result.score = stats::mean_with_error(&scores);
    result.elo = result.score.map(stats::elo);
    Ok(result)
}

fn count(pair: &PairRecord, result: &mut MatchResult, scores: &mut Vec<f64>) {
    let place = |score: f64| {
        if score > 0.5 {
            0
        } else if score == 0.5 {
            1
        } else {
            2
        }
    };
    for game in &pair.games {
        result.games[place(game.first_score())] += 1;
        for (total, work) in result.work.iter_mut().zip(game.work) {
            *total += work;
        }
    }
    result.pairs[place(pair.first_score())] += 1;
    scores.push(pair.games.iter().map(GameRecord::first_score).sum::<f64>() / 2.0);
}

fn play_pair<G: Game>(
    base: &G,
    first: &PlayerSpec,
    second: &PlayerSpec,
    options: &MatchOptions,
    number: u64,
) -> Result<PairRecord, Error> {
    let seed = options.seed.wrapping_add(number);
    let start = base.reseeded(seed).unwrap_or_else(|| opening(base, seed, options.opening_plies));
    let play = |first_side| -> Result<GameRecord, Error> {
        let mut players = [first.build::<G>()?, second.build::<G>()?];
        let budgets = [&first.budget, &second.budget];
        play_game(start.clone(), &mut players, budgets, first_side)
    };
    Ok(PairRecord {
        number: number + 1,
        start: start.text(),
        games: [play(Side::Max)?, play(Side::Min)?],
    })
}

fn play_game<G: Game>(
    mut position: G,
    players: &mut [Box<dyn Player<G>>; 2],
    budgets: [&Budget; 2],
    first_side: Side,
) -> Result<GameRecord, Error> {
    let mut record =
        GameRecord { first_side, moves: Vec::new(), result: Score::ZERO, work: Default::default() };
    while !position.is_over() {
        let turn = usize::from(position.side() != first_side);
        let report = players[turn].search(&position, budgets[turn]);
        if report.stop == Stop::Width {
            return Err(too_wide());
        }
        record.work[turn] += report.counts;
        let m = report.best.expect("a search of a game that is not over has a move");
        record.moves.push(position.move_text(m));
        position.play(m);
        players.iter_mut().for_each(|player| player.advance(m));
    }
    record.result = position.result();
    Ok(record)
}

/// A start a few random moves from `base`, in a game that is not over.
fn opening<G: Game>(base: &G, seed: u64, plies: u32) -> G {
    let mut rng = Rng::new(seed);
    // Openings that end the game are drawn again; where all do, the game starts at the base.
    for _ in 0..100 {
        let mut position = base.clone();
        for _ in 0..plies {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            position.play(moves[rng.below(moves.len() as u32) as usize]);
        }
        if !position.is_over() {
            return position;
        }
    }
    base.clone()
}
