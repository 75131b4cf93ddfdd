//! The records of a match: its games, pairs and result.

use super::adjudication::Adjudicated;
use crate::stats::{Elo, Estimate, Sample, elo};
use plywood::{Counts, Score, Side};
use plywood_protocols::{Fault, FaultKind};
use std::cmp::Ordering;
use std::ops::AddAssign;
use std::time::Duration;

/// The time that a player took for moves, by our own clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeSpent {
    /// The number of moves.
    pub moves: u64,
    /// The time of all moves.
    pub total: Duration,
    /// The time of the slowest move.
    pub longest: Duration,
}

impl TimeSpent {
    /// Counts a move.
    pub(crate) fn on(&mut self, time: Duration) {
        *self += TimeSpent { moves: 1, total: time, longest: time };
    }

    /// The mean time of a move.
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

/// What a search did for one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveEffort {
    /// The work. Of an engine only the generated nodes are known, if it tells them.
    pub counts: Counts,
    /// The depth of the answer, in plies; 0 if it is not known.
    pub depth: u32,
    /// The value of the position, from MAX's view; none if it is not known.
    pub score: Option<Score>,
}

/// The work of a search of which only this is known.
pub(crate) fn counts(generated: u64, evaluated: u64) -> Counts {
    let mut counts = Counts::default();
    (counts.generated, counts.evaluated) = (generated, evaluated);
    counts
}

/// How a player lost a game other than by its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// Whether the first player lost it.
    pub by_first: bool,
    /// What the loser did.
    pub fault: Fault,
}

impl Forfeit {
    /// How the game ended, in a word or two that records of games know.
    pub fn words(&self) -> String {
        match self.fault.kind {
            FaultKind::Flag | FaultKind::Timeout => "time forfeit",
            FaultKind::IllegalMove | FaultKind::Refusal => "rules infraction",
            FaultKind::Resignation => "normal",
            _ => "abandoned",
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
    /// The result for MAX. A forfeited game is a win.
    pub result: Score,
    /// How the game was forfeited, if it was.
    pub forfeit: Option<Forfeit>,
    /// The rule that ended the game, if it was adjudicated.
    pub adjudicated: Option<Adjudicated>,
    /// What the first player and the second did for each of their moves.
    pub efforts: [Vec<MoveEffort>; 2],
    /// The time of each move of the first player and of the second, and of a last one that was not made
    /// because of a fault.
    pub times: [Vec<Duration>; 2],
}

impl GameRecord {
    /// A game before its first move.
    pub(super) fn new(first_side: Side) -> GameRecord {
        GameRecord {
            first_side,
            moves: Vec::new(),
            result: Score::ZERO,
            forfeit: None,
            adjudicated: None,
            efforts: Default::default(),
            times: Default::default(),
        }
    }

    /// The work of the first player and of the second.
    pub fn work(&self) -> [Counts; 2] {
        self.efforts.each_ref().map(|efforts| {
            let mut all = Counts::default();
            efforts.iter().for_each(|effort| all += effort.counts);
            all
        })
    }

    /// The time of the first player and of the second.
    pub fn time(&self) -> [TimeSpent; 2] {
        self.times.each_ref().map(|times| {
            let mut all = TimeSpent::default();
            times.iter().for_each(|&time| all.on(time));
            all
        })
    }

    /// The points of the first player: 1, ½ or 0.
    pub fn first_score(&self) -> f64 {
        points(self.result.seen_by(self.first_side).cmp(&Score::ZERO))
    }
}

/// The two games of a pair; the first player is MAX in the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairRecord {
    /// The round, from 1.
    pub round: u64,
    /// The position before the opening; none if it is the start of the game.
    pub origin: Option<String>,
    /// The moves of the opening.
    pub opening: Vec<String>,
    /// The position after the opening.
    pub start: String,
    /// The games.
    pub games: [GameRecord; 2],
}

impl PairRecord {
    /// The points of the first player in both games, from 0 to 2.
    pub fn first_points(&self) -> f64 {
        self.games.iter().map(GameRecord::first_score).sum()
    }

    /// The result of the pair for the first player: 1, ½ or 0. More than one point of two wins it, so pairs
    /// and games never contradict each other.
    pub fn first_score(&self) -> f64 {
        points(self.first_points().total_cmp(&1.0))
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
    /// Pairs won, tied and lost, by the points of their two games.
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
    /// The work of the first player, as `count` counts it, divided by that of the second; none if that is
    /// zero.
    pub fn work_ratio(&self, count: impl Fn(&Counts) -> u64) -> Option<f64> {
        let [first, second] = self.work.each_ref().map(count);
        (second > 0).then(|| first as f64 / second as f64)
    }

    /// The result of these pairs.
    pub fn of<'a>(pairs: impl IntoIterator<Item = &'a PairRecord>) -> MatchResult {
        let mut result = MatchResult::default();
        let scores: Vec<f64> = pairs.into_iter().map(|pair| result.count(pair)).collect();
        result.score = Sample::scores(&scores).map(|sample| sample.estimate());
        result.elo = result.score.map(elo);
        result
    }

    /// Counts a pair; returns the points per game of the first player.
    fn count(&mut self, pair: &PairRecord) -> f64 {
        let place = |score: f64| (2.0 - 2.0 * score) as usize;
        for game in &pair.games {
            let outcome = place(game.first_score());
            self.games[outcome] += 1;
            self.by_side[usize::from(game.first_side == Side::Min)][outcome] += 1;
            for (player, work) in game.work().into_iter().enumerate() {
                self.work[player] += work;
                self.time[player] += game.time()[player];
            }
            if let Some(Forfeit { by_first, fault }) = &game.forfeit {
                let kind = FaultKind::ALL.iter().position(|&kind| kind == fault.kind);
                let player = usize::from(!by_first);
                self.forfeits[player][kind.unwrap_or_default()] += 1;
            }
        }
        self.pairs[place(pair.first_score())] += 1;
        pair.first_points() / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(first_side: Side, result: Score) -> GameRecord {
        GameRecord { result, ..GameRecord::new(first_side) }
    }

    /// Wins by many discs and by few, quick wins and slow ones, draws: whatever the margins, the pairs
    /// follow from the games.
    #[test]
    fn pairs_are_decided_by_the_points_of_their_games() {
        let results = [
            Score::new(6400),
            Score::new(200),
            Score::ZERO,
            Score::new(-200),
            Score::new(-6400),
            Score::win(3),
            Score::win(90),
            Score::loss(3),
            Score::loss(90),
        ];
        let mut total = MatchResult::default();
        let mut points = 0.0;
        for as_max in results {
            for as_min in results {
                let games = [game(Side::Max, as_max), game(Side::Min, as_min)];
                let (round, origin, opening, start) = (1, None, Vec::new(), String::new());
                let pair = PairRecord { round, origin, opening, start, games };
                let sign = |score: Score| score.cmp(&Score::ZERO) as i32;
                let margin = sign(as_max) - sign(as_min);
                let expected = f64::from(margin.signum() + 1) / 2.0;
                assert_eq!(pair.first_score(), expected, "{as_max} and {as_min}");
                assert_eq!(pair.first_points(), 1.0 + f64::from(margin) / 2.0);
                let mut alone = MatchResult::default();
                points += 2.0 * alone.count(&pair);
                total.count(&pair);
                let place = alone.pairs.iter().position(|&count| count == 1);
                assert_eq!(place, Some((2.0 - 2.0 * expected) as usize));
                // Whoever won more games of the pair won the pair.
                let [won, _, lost] = alone.games;
                assert_eq!(alone.pairs[0].cmp(&alone.pairs[2]), won.cmp(&lost));
            }
        }
        let [won, drawn, lost] = total.games;
        assert_eq!(points, won as f64 + drawn as f64 / 2.0);
        // Both players had the same results with either side.
        assert_eq!((won, total.pairs[0]), (lost, total.pairs[2]));
    }
}
