//! Who has how many points against whom, and at what cost.

use crate::matches::{FaultKind, GameRecord, PairRecord, TimeSpent};
use crate::stats::{Elo, Estimate, Sample, elo};
use plywood::{Counts, Side};
use std::ops::AddAssign;

/// Games won, drawn and lost.
pub type WinsDrawsLosses = [u64; 3];

/// The pairs of two players, from the view of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won, drawn and lost.
    pub games: WinsDrawsLosses,
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
}

impl Tally {
    /// The number of pairs.
    pub fn count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The points of all games.
    pub fn points(&self) -> f64 {
        self.games[0] as f64 + self.games[1] as f64 / 2.0
    }

    /// The same from the view of the other player.
    #[must_use]
    pub fn seen_by_other(mut self) -> Tally {
        self.games.reverse();
        self.pairs.reverse();
        self
    }

    /// The score per game, from 0 to 1, with an interval over the pairs; none without a pair.
    pub fn score(&self) -> Option<Estimate> {
        let counts = self.pairs.iter().enumerate();
        let scores: Vec<f64> = counts
            .flat_map(|(half_points, &n)| (0..n).map(move |_| half_points as f64 / 4.0))
            .collect();
        Sample::scores(&scores).map(|sample| sample.estimate())
    }

    /// The difference in Elo.
    pub fn elo(&self) -> Option<Elo> {
        self.score().map(elo)
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.games.iter_mut().zip(other.games).for_each(|(mine, more)| *mine += more);
        self.pairs.iter_mut().zip(other.pairs).for_each(|(mine, more)| *mine += more);
    }
}

/// What a player did in all its games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerTotals {
    /// All its pairs.
    pub all: Tally,
    /// Its games as MAX, and as MIN.
    pub by_side: [WinsDrawsLosses; 2],
    /// Its moves.
    pub moves: u64,
    /// The work for them, as far as it is known.
    pub work: Counts,
    /// The time for them, as far as it is known.
    pub time: TimeSpent,
    /// The games that it forfeited, in the order of [`FaultKind::ALL`].
    pub faults: [u64; FaultKind::ALL.len()],
    /// Games that were adjudicated.
    pub adjudicated: u64,
}

/// The standings of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standings {
    /// The players in the order of the specification.
    pub players: Vec<PlayerTotals>,
    /// Row against column.
    pub cross: Vec<Vec<Tally>>,
}

impl Standings {
    /// The standings of this many players before the first pair.
    pub fn new(players: usize) -> Standings {
        Standings {
            players: vec![PlayerTotals::default(); players],
            cross: vec![vec![Tally::default(); players]; players],
        }
    }

    /// Counts a pair of two players.
    pub fn count(&mut self, players: [usize; 2], pair: &PairRecord) {
        let tally = tally(pair);
        let [first, second] = players;
        self.cross[first][second] += tally;
        self.cross[second][first] += tally.seen_by_other();
        for (player, tally) in [(first, tally), (second, tally.seen_by_other())] {
            self.players[player].all += tally;
        }
        for game in &pair.games {
            self.count_game(players, game);
        }
    }

    fn count_game(&mut self, players: [usize; 2], game: &GameRecord) {
        let (work, time) = (game.work(), game.time());
        for (index, player) in players.into_iter().enumerate() {
            let totals = &mut self.players[player];
            let is_max = (game.first_side == Side::Max) == (index == 0);
            let score = if index == 0 { game.first_score() } else { 1.0 - game.first_score() };
            totals.by_side[usize::from(!is_max)][outcome(score)] += 1;
            totals.moves += game.efforts[index].len() as u64;
            totals.work += work[index];
            totals.time += time[index];
            totals.adjudicated += u64::from(game.adjudicated.is_some());
            if let Some(forfeit) = game.forfeit.as_ref().filter(|f| f.by_first == (index == 0)) {
                let kind = FaultKind::ALL.iter().position(|&kind| kind == forfeit.fault.kind);
                totals.faults[kind.unwrap_or_default()] += 1;
            }
        }
    }

    /// The pairs that were counted.
    pub fn pairs(&self) -> u64 {
        self.players.iter().map(|totals| totals.all.count()).sum::<u64>() / 2
    }

    /// The players, those with the larger share of points first, and of equal ones the first in the list.
    pub fn order(&self) -> Vec<usize> {
        let share = |player: &usize| {
            let all = &self.players[*player].all;
            if all.count() == 0 { -1.0 } else { all.points() / (2 * all.count()) as f64 }
        };
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by(|a, b| share(b).total_cmp(&share(a)));
        order
    }
}

/// The place of a game's score among wins, draws and losses.
fn outcome(score: f64) -> usize {
    (2.0 - 2.0 * score) as usize
}

/// One pair, from the first player's view.
pub fn tally(pair: &PairRecord) -> Tally {
    let mut tally = Tally::default();
    for game in &pair.games {
        tally.games[outcome(game.first_score())] += 1;
    }
    tally.pairs[(2.0 * pair.first_points()) as usize] += 1;
    tally
}
