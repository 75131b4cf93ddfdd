use super::*;
use crate::stats::elo_of_score;
use plywood_games::random::Rng;

fn pair(first: usize, second: usize, half_points: u64) -> PairResult {
    PairResult { players: [first, second], half_points, games: 2 }
}

fn uniform(rng: &mut Rng) -> f64 {
    f64::from(rng.below(1 << 30)) / f64::from(1 << 30)
}

/// The ratings with mean 0 at which every player's expected points are its points, by small steps of one
/// player after the other.
fn brute_force(count: usize, results: &[PairResult]) -> Vec<f64> {
    let mut elo = vec![0.0; count];
    let expected = |elo: &[f64], player: usize| -> f64 {
        let of = |result: &PairResult| {
            let [a, b] = result.players;
            let other = if a == player { b } else { a };
            let score = 1.0 / (1.0 + 10f64.powf((elo[other] - elo[player]) / 400.0));
            if a == player || b == player { result.games as f64 * score } else { 0.0 }
        };
        results.iter().map(of).sum()
    };
    let points = tallies(count, results);
    for _ in 0..150 {
        for player in 0..count {
            // The rating of one player, the others as they are.
            let (mut low, mut high) = (-3000.0, 3000.0);
            for _ in 0..60 {
                elo[player] = 0.5 * (low + high);
                match expected(&elo, player) < points[player].points {
                    true => low = elo[player],
                    false => high = elo[player],
                }
            }
        }
        let mean = elo.iter().sum::<f64>() / count as f64;
        elo.iter_mut().for_each(|elo| *elo -= mean);
    }
    elo
}

#[test]
fn two_players_differ_by_the_elo_of_their_score() {
    for half_points in [1, 2, 3] {
        let ratings = Ratings::of(2, &[pair(1, 0, half_points); 30], None).unwrap();
        let difference = ratings.difference(1, 0).unwrap();
        let expected = elo_of_score(half_points as f64 / 4.0);
        assert!((difference.value - expected).abs() < 1e-6, "{difference:?}");
        assert!(
            difference.low < expected - 5.0 && difference.high > expected + 5.0,
            "alike results"
        );
        assert!(ratings.groups()[0].is_bounded);
    }
}

/// A beats B 3 : 1, B beats C 3 : 1, A beats C 9 : 1: the odds multiply, so the model fits exactly.
#[test]
fn odds_multiply_along_a_chain() {
    let games = |players, half_points, games| PairResult { players, half_points, games };
    let results = [games([0, 1], 6, 4), games([1, 2], 6, 4), games([0, 2], 18, 10)];
    let ratings = Ratings::of(3, &results, None).unwrap();
    let step = 400.0 * 3f64.log10();
    for (player, elo) in [(0, step), (1, 0.0), (2, -step)] {
        assert!((ratings.players()[player].elo.value - elo).abs() < 1e-6);
    }
    let anchored = Ratings::of(3, &results, Some((2, 1500.0))).unwrap();
    let elos: Vec<f64> = anchored.players().iter().map(|rating| rating.elo.value).collect();
    assert!((elos[0] - 1500.0 - 2.0 * step).abs() < 1e-6 && elos[2] == 1500.0, "{elos:?}");
    assert_eq!(anchored.players()[2].elo.error, 0.0);
    assert_eq!(anchored.ranking(), [0, 1, 2]);
    let [with, without] = [&anchored, &ratings].map(|ratings| ratings.difference(0, 1).unwrap());
    assert!((with.value - without.value).abs() < 1e-9 && (with.error - without.error).abs() < 1e-9);
}

#[test]
fn ratings_are_those_of_brute_force_and_balance_points() {
    for seed in 0..8 {
        let mut rng = Rng::new(seed);
        let count = 3 + seed as usize % 4;
        let results: Vec<PairResult> = (0..40 * count)
            .filter_map(|_| {
                let [a, b] = [0; 2].map(|_| rng.below(count as u32) as usize);
                let half_points = u64::from(rng.below(5).max(rng.below(if a < b { 5 } else { 1 })));
                (a != b).then_some(pair(a, b, half_points))
            })
            .collect();
        let ratings = Ratings::of(count, &results, None).unwrap();
        assert!(ratings.groups().len() == 1 && ratings.groups()[0].is_bounded, "seed {seed}");
        let twin = brute_force(count, &results);
        for (rating, elo) in ratings.players().iter().zip(twin) {
            assert!((rating.elo.value - elo).abs() < 1e-4, "seed {seed}: {rating:?}, twin {elo}");
        }
        for (a, b) in [(0, 1), (1, 2)] {
            let [p, q] = [(a, b), (b, a)].map(|(a, b)| ratings.superiority(a, b).unwrap());
            assert!((p + q - 1.0).abs() < 1e-9);
        }
    }
}

/// A pair that is won or lost as a whole is one coin; pairs that always end 1 : 1 have hardly any spread.
#[test]
fn pairs_are_the_unit_of_intervals() {
    let doubled: Vec<PairResult> =
        (0..400).map(|i| pair(0, 1, if i % 2 == 0 { 4 } else { 0 })).collect();
    let balanced: Vec<PairResult> = (0..400).map(|_| pair(0, 1, 2)).collect();
    let error = |results: &[PairResult]| {
        Ratings::of(2, results, None).unwrap().difference(0, 1).unwrap().error
    };
    // 400 coins: the standard error of the score is 1/40, and Elo rises by 400 / ln 10 · 4 per point.
    let expected = 400.0 / LN_10 * 4.0 / 40.0;
    assert!((error(&doubled) / expected - 1.0).abs() < 0.01, "{}", error(&doubled));
    assert!(error(&balanced) < 0.1 * expected && error(&balanced) > 0.0);
}

#[test]
fn intervals_cover_the_truth() {
    let truth = [80.0, 20.0, -30.0, -70.0];
    let (mut covered, mut all) = (0, 0);
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let mut results = Vec::new();
        for (a, b) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            let score = expected((truth[a] - truth[b]) / SCALE);
            for _ in 0..12 {
                // Half of the pairs end alike in both games: the games are not independent.
                let first = uniform(&mut rng) < score;
                let alike = rng.below(2) == 0;
                let second = if alike { first } else { uniform(&mut rng) < score };
                results.push(pair(a, b, 2 * (u64::from(first) + u64::from(second))));
            }
        }
        let ratings = Ratings::of(4, &results, None).unwrap();
        for (rating, elo) in ratings.players().iter().zip(truth) {
            covered += u32::from(rating.elo.low <= elo && elo <= rating.elo.high);
            all += 1;
        }
    }
    let share = f64::from(covered) / f64::from(all);
    assert!((0.93..0.985).contains(&share), "{share}");
}

#[test]
fn what_has_no_finite_rating_is_said_and_stays_finite() {
    // 0 and 1 play each other, and win everything against 2 and 3.
    let mut results = vec![pair(0, 1, 3), pair(1, 0, 2), pair(2, 3, 2), pair(3, 2, 1)];
    results.extend([pair(0, 2, 4), pair(1, 3, 4), pair(0, 3, 4)]);
    let ratings = Ratings::of(4, &results, None).unwrap();
    assert!(!ratings.groups()[0].is_bounded);
    let elos: Vec<f64> = ratings.players().iter().map(|rating| rating.elo.value).collect();
    assert!(elos.iter().all(|elo| elo.is_finite()) && elos[1] > elos[2] + 100.0, "{elos:?}");
    // Within 0 and 1, and within 2 and 3, the ratings are those of their own games, as in Ordo.
    for two in [[0, 1], [2, 3]] {
        let own: Vec<PairResult> = results
            .iter()
            .filter(|result| result.players.iter().all(|player| two.contains(player)))
            .copied()
            .collect();
        let alone = Ratings::of(4, &own, None).unwrap();
        let [among_all, among_two] =
            [&ratings, &alone].map(|ratings| ratings.difference(two[0], two[1]).unwrap());
        assert!((among_all.value - among_two.value).abs() < 0.02, "{among_all:?} {among_two:?}");
    }
    // One half point is enough.
    results.push(pair(2, 1, 1));
    assert!(Ratings::of(4, &results, None).unwrap().groups()[0].is_bounded);
}

#[test]
fn players_without_common_games_are_apart() {
    let ratings = Ratings::of(5, &[pair(0, 3, 3), pair(4, 1, 1)], Some((3, 100.0))).unwrap();
    let groups: Vec<_> = ratings.groups().iter().map(|group| group.players.clone()).collect();
    assert_eq!(groups, [vec![0, 3], vec![1, 4], vec![2]]);
    assert_eq!((ratings.superiority(0, 1), ratings.difference(3, 4)), (None, None));
    assert_eq!(ratings.ranking(), [0, 3, 1, 4, 2]);
    assert!((ratings.players()[3].elo.value - 100.0).abs() < 1e-9);
    assert!(!ratings.players()[2].elo.has_interval());
    assert_eq!(Ratings::of(0, &[], None).unwrap().players(), []);
}

#[test]
fn wrong_results_are_refused() {
    let error = |result, anchor| Ratings::of(2, &[result], anchor).unwrap_err().to_string();
    assert!(error(pair(0, 0, 1), None).contains("expected two different players below 2"));
    assert!(error(pair(0, 2, 1), None).contains("at result 1"));
    assert!(error(pair(0, 1, 5), None).contains("at most two half points per game"));
    assert!(error(pair(0, 1, 1), Some((2, 0.0))).contains("anchor"));
}
