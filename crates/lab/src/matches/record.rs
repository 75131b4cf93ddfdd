//! What is written down of a match.

use crate::stats::{Elo, Estimate};
use plywood::{Counts, Score, Side};
use plywood_protocols::{Fault, FaultKind};
use std::cmp::Ordering;
use std::ops::AddAssign;
use std::time::Duration;

/// The time that a player took for moves, by our own clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeSpent {
    /// How many moves.
    pub moves: u64,
    /// On all of them.
    pub total: Duration,
    /// On the longest.
    pub longest: Duration,
}

impl TimeSpent {
    /// One more move.
    pub(super) fn on(&mut self, time: Duration) {
        *self += TimeSpent { moves: 1, total: time, longest: time };
    }

    /// On a move in the mean.
    pub fn mean(&self) -> Duration {
        self.total.checked_div(u32::try_from(self.moves).unwrap_or(u32::MAX)).unwrap_or_default()
    }
}

impl AddAssign for TimeSpent {
    fn add_assign(&mut self, other: TimeSpent) {
        self.moves += other.moves;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
    }
}

/// A game that was lost by other means than the rules'.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// Whether the first player lost it.
    pub by_first: bool,
    /// What the loser did.
    pub fault: Fault,
}

impl Forfeit {
    /// How the game ended, in a word or two that records of games know.
    pub(super) fn words(&self) -> String {
        match self.fault.kind {
            FaultKind::Flag | FaultKind::Timeout => "time forfeit",
            FaultKind::IllegalMove | FaultKind::Refusal => "rules infraction",
            FaultKind::Crash => "abandoned",
            FaultKind::Resignation => "normal",
        }
        .to_string()
    }
}

/// One game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The side the first player had.
    pub first_side: Side,
    /// The moves after the opening.
    pub moves: Vec<String>,
    /// All moves from the start of the game in its own notation, where it has one for them and the
    /// opening is known by its moves.
    pub transcript: Option<String>,
    /// The game in the format for records that it has, if it has one.
    pub record: Option<String>,
    /// The result for MAX. A forfeited game is a win.
    pub result: Score,
    /// How the game was forfeited, if it was.
    pub forfeit: Option<Forfeit>,
    /// The work of the first player and of the second.
    pub work: [Counts; 2],
    /// The time of the first player and of the second.
    pub time: [TimeSpent; 2],
}

impl GameRecord {
    /// What the first player got: 1, ½ or 0.
    pub fn first_score(&self) -> f64 {
        points(self.result.seen_by(self.first_side).cmp(&Score::ZERO))
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
        points(as_max.cmp(&as_min))
    }
}

fn points(outcome: Ordering) -> f64 {
    match outcome {
        Ordering::Greater => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Less => 0.0,
    }
}

/// The outcome of a match, from the first player's view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchResult {
    /// Games won, drawn and lost.
    pub games: [u64; 3],
    /// The same of the games in which the first player was MAX, and in which it was MIN.
    pub by_side: [[u64; 3]; 2],
    /// Pairs won, tied and lost.
    pub pairs: [u64; 3],
    /// The score of the games, from 0 to 1, with an interval over the pairs; none before the first.
    pub score: Option<Estimate>,
    /// The difference in strength.
    pub elo: Option<Elo>,
    /// The games that the first player forfeited, and the second, in the order of [`FaultKind::ALL`].
    pub forfeits: [[u64; FaultKind::ALL.len()]; 2],
    /// The work of the first player and of the second.
    pub work: [Counts; 2],
    /// The time of the first player and of the second.
    pub time: [TimeSpent; 2],
}

impl MatchResult {
    /// Counts a pair; says what the first player scored on average.
    pub(super) fn count(&mut self, pair: &PairRecord) -> f64 {
        let place = |score: f64| (2.0 - 2.0 * score) as usize;
        for game in &pair.games {
            let outcome = place(game.first_score());
            self.games[outcome] += 1;
            self.by_side[usize::from(game.first_side == Side::Min)][outcome] += 1;
            for player in 0..2 {
                self.work[player] += game.work[player];
                self.time[player] += game.time[player];
            }
            if let Some(Forfeit { by_first, fault }) = &game.forfeit {
                let kind = FaultKind::ALL.iter().position(|&kind| kind == fault.kind);
                let player = usize::from(!by_first);
                self.forfeits[player][kind.unwrap_or_default()] += 1;
            }
        }
        self.pairs[place(pair.first_score())] += 1;
        pair.games.iter().map(GameRecord::first_score).sum::<f64>() / 2.0
    }
}
