//! Elo ratings of all players of a tournament, by maximum likelihood.
//!
//! **Model**: the one of Bradley and Terry (1952) on points. The expected score of a player in a game is
//! 1 / (1 + 10^(−d / 400)), where d is the difference of the ratings; a draw is half a win and half a loss.
//! The likelihood is greatest where every player's points are the points expected of it, so the ratings are
//! those of Ordo. There is no advantage of the first move: both players of a pair have it once.
//!
//! **Intervals**: the unit is the pair of games from one opening, whose two results depend on each other. The
//! covariance is the robust one ("sandwich") on what pairs scored above expectation. Each pairing is given
//! half a pair that was won and half a pair that was lost in it, so that no interval is empty even if all
//! results are equal. Ends are those of Student's t.
//!
//! **No finite maximum**: where a player, or a group of players, won or lost everything against the rest, the
//! likeliest difference is infinite. The players then fall into leagues. Within a league the ratings are still those of
//! maximum likelihood, to which games against other leagues contribute nothing. Between two leagues the difference is
//! that of their games with one more drawn game in each pairing, and [`RatedGroup::is_bounded`] says so. Players that are not connected by games have no difference: they are
//! in different groups.

mod matrix;
#[cfg(test)]
mod tests;

use super::{Estimate, TAIL, student_at_most, student_quantile};
use crate::Error;
use matrix::Matrix;
use plywood_games::InputError;
use std::collections::BTreeMap;
use std::f64::consts::LN_10;

/// Elo per unit of the natural logarithm of the odds.
const SCALE: f64 = 400.0 / LN_10;
/// Student's t beyond this many degrees of freedom is the normal distribution, to four digits.
const MOST_FREEDOM: u64 = 10_000;

/// The weight of games between leagues: next to nothing against those within. So they decide where the leagues are, and
/// nothing else.
const BETWEEN_LEAGUES: f64 = 1e-4;

/// The results of games that depend on each other: a pair from one opening, or a single game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairResult {
    /// The numbers of the two players.
    pub players: [usize; 2],
    /// The half points of the first of them.
    pub half_points: u64,
    /// The number of games: 2 for a pair.
    pub games: u64,
}

/// The rating of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating in Elo with its 95 % interval. Without an anchor it is relative to the mean of the group,
    /// with one it is relative to the anchor, whose own interval has no width.
    pub elo: Estimate,
    /// Its points.
    pub points: f64,
    /// Its games.
    pub games: u64,
    /// The number of its group.
    pub group: usize,
}

/// Players that are connected by games.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedGroup {
    /// The numbers of the players.
    pub players: Vec<usize>,
    /// Whether the likelihood has a finite maximum. Where it has none, some won or lost everything against the others,
    /// and the difference between the former and the latter is that with one more drawn game in each of their pairings.
    pub is_bounded: bool,
}

/// The ratings of all players.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    players: Vec<Rating>,
    groups: Vec<RatedGroup>,
    /// The covariance of the ratings, in Elo²; of players of different groups it has no meaning.
    covariance: Matrix,
    freedom: Vec<u64>,
}

impl Ratings {
    /// Rates `count` players by the results of their games. An anchor is a player with its rating: the others of
    /// its group are relative to it. The mean of every other group is 0.
    ///
    /// ```
    /// use plywood_lab::stats::{PairResult, Ratings};
    /// // Ten pairs of 1½ points: 75 % are 191 Elo.
    /// let pair = PairResult { players: [0, 1], half_points: 3, games: 2 };
    /// let ratings = Ratings::of(2, &[pair; 10], None)?;
    /// let [first, second] = [0, 1].map(|player| ratings.players()[player].elo.value.round());
    /// assert_eq!((first, second), (95.0, -95.0));
    /// assert!(ratings.superiority(0, 1).unwrap() > 0.99);
    /// # Ok::<(), plywood_lab::Error>(())
    /// ```
    pub fn of(
        count: usize,
        results: &[PairResult],
        anchor: Option<(usize, f64)>,
    ) -> Result<Ratings, Error> {
        for (result, number) in results.iter().zip(1..) {
            let PairResult { players: [first, second], half_points, games } = *result;
            let wrong = |expected: &str| {
                let text = format!("{first} {second} {half_points}/{games}");
                let at = format!("result {number}");
                Err(InputError::new("results", &text).at(&at).expected(expected).into())
            };
            if first >= count || second >= count || first == second {
                return wrong(&format!("two different players below {count}"));
            }
            if half_points > 2 * games {
                return wrong("at most two half points per game");
            }
        }
        if let Some((player, elo)) = anchor
            && (player >= count || !elo.is_finite())
        {
            let text = format!("player {player}, Elo {elo}");
            let expected = format!("a player below {count} and a number");
            return Err(InputError::new("anchor", &text).expected(&expected).into());
        }
        let pairings = Pairing::all(results);
        let mut ratings = Ratings {
            players: tallies(count, results),
            groups: Vec::new(),
            covariance: Matrix::zeros(count),
            freedom: Vec::new(),
        };
        for players in connected(count, pairings.keys().copied()) {
            let anchor = anchor.filter(|(player, _)| players.contains(player));
            ratings.rate_group(players, &pairings, anchor);
        }
        Ok(ratings)
    }

    /// The ratings, player by player.
    pub fn players(&self) -> &[Rating] {
        &self.players
    }

    /// The groups of players that are connected by games.
    pub fn groups(&self) -> &[RatedGroup] {
        &self.groups
    }

    /// The numbers of the players, best first within each group.
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        let key = |&player: &usize| &self.players[player];
        order.sort_by(|a, b| {
            let (a, b) = (key(a), key(b));
            a.group.cmp(&b.group).then(b.elo.value.total_cmp(&a.elo.value))
        });
        order
    }

    /// The difference of two ratings with its 95 % interval; `None` of players of different groups.
    pub fn difference(&self, a: usize, b: usize) -> Option<Estimate> {
        let (first, second) = (self.players.get(a)?, self.players.get(b)?);
        (first.group == second.group && a != b).then(|| {
            let covariance = &self.covariance;
            let variance = covariance[(a, a)] + covariance[(b, b)] - 2.0 * covariance[(a, b)];
            let value = first.elo.value - second.elo.value;
            estimate(value, variance, self.freedom[first.group])
        })
    }

    /// The likelihood of superiority: the probability that `a` is stronger than `b`, given the results. `None`
    /// of players of different groups.
    pub fn superiority(&self, a: usize, b: usize) -> Option<f64> {
        let difference = self.difference(a, b)?;
        let freedom = self.freedom[self.players[a].group];
        Some(student_at_most(difference.value / difference.error, freedom))
    }

    fn rate_group(
        &mut self,
        players: Vec<usize>,
        pairings: &BTreeMap<[usize; 2], Pairing>,
        anchor: Option<(usize, f64)>,
    ) {
        let place: BTreeMap<usize, usize> = players.iter().copied().zip(0..).collect();
        let mut games: Vec<([usize; 2], Pairing)> = pairings
            .iter()
            .filter(|(pair, _)| place.contains_key(&pair[0]))
            .map(|(pair, pairing)| (pair.map(|player| place[&player]), pairing.clone()))
            .collect();
        let league = leagues(players.len(), &games);
        let is_bounded = league.iter().all(|&number| number == 0);
        for ([a, b], pairing) in &mut games {
            if league[*a] != league[*b] {
                pairing.add_draw();
                pairing.scale(BETWEEN_LEAGUES);
            }
        }
        let (strengths, covariance) = fit(players.len(), &games);
        let units: u64 = games.iter().map(|(_, pairing)| pairing.units.len() as u64).sum();
        let freedom = units.saturating_sub(players.len() as u64 - 1).clamp(1, MOST_FREEDOM);
        let origin = anchor.map(|(player, elo)| (place[&player], elo));
        let group = self.groups.len();
        for (i, &player) in players.iter().enumerate() {
            for (j, &other) in players.iter().enumerate() {
                self.covariance[(player, other)] = SCALE * SCALE * covariance[(i, j)];
            }
            let value = SCALE * strengths[i];
            let (value, variance) = match origin {
                None => (value, covariance[(i, i)]),
                Some((at, elo)) => (
                    value - SCALE * strengths[at] + elo,
                    covariance[(i, i)] + covariance[(at, at)] - 2.0 * covariance[(i, at)],
                ),
            };
            let elo = estimate(value, SCALE * SCALE * variance, freedom);
            let lone = players.len() == 1;
            self.players[player].elo = if lone { Estimate::unsure(value) } else { elo };
            self.players[player].group = group;
        }
        self.groups.push(RatedGroup { players, is_bounded });
        self.freedom.push(freedom);
    }
}

/// All results of two players, as the first of them sees them.
#[derive(Clone, Debug, Default)]
struct Pairing {
    points: f64,
    games: f64,
    /// The points and the games of each unit.
    units: Vec<(f64, f64)>,
}

impl Pairing {
    fn add_draw(&mut self) {
        self.points += 0.5;
        self.games += 1.0;
    }

    /// Gives all results another weight.
    fn scale(&mut self, weight: f64) {
        self.points *= weight;
        self.games *= weight;
        self.units.iter_mut().for_each(|unit| *unit = (weight * unit.0, weight * unit.1));
    }

    /// The pairings by their players, the smaller number first.
    fn all(results: &[PairResult]) -> BTreeMap<[usize; 2], Pairing> {
        let mut pairings = BTreeMap::<[usize; 2], Pairing>::new();
        for result in results.iter().filter(|result| result.games > 0) {
            let (mut players, games) = (result.players, result.games as f64);
            let mut points = result.half_points as f64 / 2.0;
            if players[0] > players[1] {
                players.reverse();
                points = games - points;
            }
            let pairing = pairings.entry(players).or_default();
            pairing.points += points;
            pairing.games += games;
            pairing.units.push((points, games));
        }
        pairings
    }
}

/// Points and games of each player, without ratings.
fn tallies(count: usize, results: &[PairResult]) -> Vec<Rating> {
    let nothing = Rating { elo: Estimate::unsure(0.0), points: 0.0, games: 0, group: 0 };
    let mut tallies = vec![nothing; count];
    for &PairResult { players: [first, second], half_points, games } in results {
        let won = half_points as f64 / 2.0;
        for (player, points) in [(first, won), (second, games as f64 - won)] {
            tallies[player].points += points;
            tallies[player].games += games;
        }
    }
    tallies
}

fn estimate(value: f64, variance: f64, freedom: u64) -> Estimate {
    let error = variance.max(0.0).sqrt();
    let reach = error * student_quantile(1.0 - TAIL, freedom);
    Estimate { value, error, low: value - reach, high: value + reach }
}

/// The players in groups that games connect, in the order of their first players.
fn connected(count: usize, pairs: impl Iterator<Item = [usize; 2]>) -> Vec<Vec<usize>> {
    let mut leader: Vec<usize> = (0..count).collect();
    for [a, b] in pairs {
        let (a, b) = (leader[a], leader[b]);
        leader.iter_mut().filter(|of| **of == a.max(b)).for_each(|of| *of = a.min(b));
    }
    let mut groups = BTreeMap::<usize, Vec<usize>>::new();
    (0..count).for_each(|player| groups.entry(leader[player]).or_default().push(player));
    groups.into_values().collect()
}

/// The leagues of players: those of one league can be reached from each other by steps to players that took points
/// from them. Each player's league, as the number of its first player. The likelihood has a finite maximum if there is one
/// league (Ford 1957).
fn leagues(count: usize, games: &[([usize; 2], Pairing)]) -> Vec<usize> {
    let reached = |start: usize, forward: bool| {
        let (mut seen, mut open) = (vec![false; count], vec![start]);
        seen[start] = true;
        while let Some(at) = open.pop() {
            for ([a, b], pairing) in games {
                let (lost, won) = (pairing.games - pairing.points, pairing.points);
                for (from, to, taken) in [(*a, *b, lost), (*b, *a, won)] {
                    let (from, to) = if forward { (from, to) } else { (to, from) };
                    if from == at && taken > 0.0 && !seen[to] {
                        seen[to] = true;
                        open.push(to);
                    }
                }
            }
        }
        seen
    };
    let mut league = vec![count; count];
    for player in 0..count {
        if league[player] == count {
            let both = reached(player, true).into_iter().zip(reached(player, false));
            let members = both.enumerate().filter(|(_, (above, below))| *above && *below);
            members.for_each(|(member, _)| league[member] = player);
        }
    }
    league
}

/// The expected score of a player whose strength, a natural logarithm, is greater by `d`.
fn expected(d: f64) -> f64 {
    1.0 / (1.0 + (-d).exp())
}

/// The strengths of players that are all connected, with mean 0, and their covariance: Newton's method, whose
/// steps are halved until the likelihood grows.
fn fit(count: usize, games: &[([usize; 2], Pairing)]) -> (Vec<f64>, Matrix) {
    let likelihood = |strengths: &[f64]| -> f64 {
        let term = |([a, b], pairing): &([usize; 2], Pairing)| {
            let d = strengths[*a] - strengths[*b];
            // ln of the expected score, without overflow.
            let ln = |d: f64| if d > 0.0 { -(-d).exp().ln_1p() } else { d - d.exp().ln_1p() };
            pairing.points * ln(d) + (pairing.games - pairing.points) * ln(-d)
        };
        games.iter().map(term).sum()
    };
    let mut strengths = vec![0.0; count];
    let mut value = likelihood(&strengths);
    for _ in 0..200 {
        let mut gradient = vec![0.0; count];
        for ([a, b], pairing) in games {
            let more = pairing.points - pairing.games * expected(strengths[*a] - strengths[*b]);
            gradient[*a] += more;
            gradient[*b] -= more;
        }
        let step = information(&strengths, games).inverse_without_mean().times(&gradient);
        let mut factor = 1.0;
        let moved = loop {
            let next: Vec<f64> = strengths.iter().zip(&step).map(|(s, d)| s + factor * d).collect();
            let there = likelihood(&next);
            if there >= value || factor < 1e-9 {
                value = there;
                break std::mem::replace(&mut strengths, next);
            }
            factor *= 0.5;
        };
        if moved.iter().zip(&strengths).all(|(a, b)| (a - b).abs() < 1e-12) {
            break;
        }
    }
    let mean = strengths.iter().sum::<f64>() / count as f64;
    strengths.iter_mut().for_each(|strength| *strength -= mean);
    let bread = information(&strengths, games).inverse_without_mean();
    let filling = spread(&strengths, games);
    (strengths, bread.product(&filling).product(&bread))
}

/// The information matrix: the negative second derivatives of the log-likelihood.
fn information(strengths: &[f64], games: &[([usize; 2], Pairing)]) -> Matrix {
    let weight = |d: f64, pairing: &Pairing| {
        let e = expected(d);
        // Bounded, so that a step far away can be taken back.
        (pairing.games * e * (1.0 - e)).max(1e-12)
    };
    laplacian(strengths, games, weight)
}

/// The sum over all pairs of the squares of what they scored above expectation, with half a pair more in each
/// pairing that won everything, and half a pair that won nothing. It is enlarged for the strengths that were
/// fitted to the same pairs.
fn spread(strengths: &[f64], games: &[([usize; 2], Pairing)]) -> Matrix {
    let units: usize = games.iter().map(|(_, pairing)| pairing.units.len()).sum();
    let fitted = strengths.len() - 1;
    let enlarged = if units > fitted { units as f64 / (units - fitted) as f64 } else { 2.0 };
    laplacian(strengths, games, |d, pairing| {
        let e = expected(d);
        let square = |(points, games): &(f64, f64)| (points - games * e).powi(2);
        let all: f64 = pairing.units.iter().map(|unit| unit.1).sum();
        let size = all / pairing.units.len().max(1) as f64;
        let more = 0.5 * (square(&(0.0, size)) + square(&(size, size)));
        enlarged * pairing.units.iter().map(square).sum::<f64>() + more
    })
}

/// The matrix with the weights of pairings on the diagonal of both players, and negative between them.
fn laplacian(
    strengths: &[f64],
    games: &[([usize; 2], Pairing)],
    weight: impl Fn(f64, &Pairing) -> f64,
) -> Matrix {
    let mut matrix = Matrix::zeros(strengths.len());
    for (pair, pairing) in games {
        let [a, b] = *pair;
        let weight = weight(strengths[a] - strengths[b], pairing);
        matrix[(a, a)] += weight;
        matrix[(b, b)] += weight;
        matrix[(a, b)] -= weight;
        matrix[(b, a)] -= weight;
    }
    matrix
}
