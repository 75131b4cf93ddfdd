use super::*;
use plywood_games::random::Rng;

/// The probability of `successes` in `trials`, term by term.
fn binomial(trials: u64, successes: u64, p: f64) -> f64 {
    let ways: f64 = (0..successes).map(|i| ((trials - i) as f64 / (i + 1) as f64).ln()).sum();
    let power = |base: f64, n: u64| if n == 0 { 0.0 } else { n as f64 * base.ln() };
    (ways + power(p, successes) + power(1.0 - p, trials - successes)).exp()
}

fn uniform(rng: &mut Rng) -> f64 {
    f64::from(rng.below(1 << 30)) / f64::from(1 << 30)
}

#[test]
fn too_little_data_has_no_answer() {
    assert_eq!(mean(&[]), None);
    assert_eq!(sample_std(&[1.0]), None);
    assert_eq!(Sample::share(0, 0), None);
    assert_eq!(Sample::share(2, 1), None);
    assert_eq!(Sample::groups(&[(0, 0)]), None);
    assert_eq!(Sample::groups(&[(2, 1), (0, 9)]), None);
    assert_eq!(Sample::scores(&[]), None);
    assert_eq!(Sample::scores(&[0.5, f64::NAN]), None);
    assert_eq!(Sample::ratio(&[]), None);
    assert_eq!(Sample::ratio(&[(1.0, 0.0)]), None);
    // One draw, or draws of one ratio, do not tell how far the next may be from it.
    for alike in [&[(2.0, 3.0)][..], &[(2.0, 4.0), (4.0, 8.0)]] {
        let sample = Sample::ratio(alike).unwrap();
        assert!(!sample.estimate().has_interval());
        assert_eq!((sample.p_at_most(9.0), sample.p_at_least(9.0)), (0.5, 0.5));
    }
}

#[test]
fn p_values_of_shares_are_sums_of_binomials() {
    for trials in [1, 2, 3, 7, 20, 100, 300] {
        for successes in [0, 1, trials / 3, trials / 2, trials - 1, trials] {
            let sample = Sample::share(successes, trials).unwrap();
            for p in (1..40).map(|i| f64::from(i) / 40.0) {
                let from: f64 = (successes..=trials).map(|x| binomial(trials, x, p)).sum();
                let to: f64 = (0..=successes).map(|x| binomial(trials, x, p)).sum();
                let off = (sample.p_at_most(p) - from).abs().max((sample.p_at_least(p) - to).abs());
                assert!(off < 1e-9, "{successes} of {trials} at {p}: {off}");
            }
        }
    }
}

#[test]
fn quantiles_of_student_are_those_of_the_tables() {
    for (freedom, quantile) in [(1, 12.7062), (2, 4.3027), (3, 3.1824), (10, 2.2281), (30, 2.0423)]
    {
        let ours = student_quantile(0.975, freedom);
        assert!((ours - quantile).abs() < 1e-4, "{freedom}: {ours}");
        assert!((student_at_most(-ours, freedom) - 0.025).abs() < 1e-8);
    }
}

/// The bootstrap with random weights drawn one by one, as the twin of the integral.
#[test]
fn weighing_at_random_gives_the_same_probabilities() {
    let draws = [0.0, 0.25, 0.25, 0.5, 0.5, 0.5, 0.75, 1.0, 1.0, 1.0, 1.0, 0.5];
    let sample = Sample::scores(&draws).unwrap();
    let mut rng = Rng::new(3);
    let bounds = [0.35, 0.45, 0.55, 0.65];
    let mut below = [0u32; 4];
    let rounds = 40_000;
    for _ in 0..rounds {
        let mut weight = || -(1.0 - uniform(&mut rng)).ln();
        let virtual_loss = weight();
        let (won, all) = draws.iter().fold((0.0, virtual_loss), |(won, all), score| {
            let weight = weight();
            (won + weight * score, all + weight)
        });
        for (bound, count) in bounds.iter().zip(&mut below) {
            *count += u32::from(won / all <= *bound);
        }
    }
    for (bound, count) in bounds.iter().zip(below) {
        let drawn = f64::from(count) / f64::from(rounds);
        let exact = sample.p_at_most(*bound);
        assert!((drawn - exact).abs() < 0.01, "{bound}: {drawn} {exact}");
    }
}

#[test]
fn shares_are_covered_at_every_size_of_sample() {
    for trials in [1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 100, 200] {
        let intervals: Vec<Estimate> =
            (0..=trials).map(|n| Sample::share(n, trials).unwrap().estimate()).collect();
        for p in (0..=200).map(|i| f64::from(i) / 200.0) {
            let covered: f64 = (0..=trials)
                .filter(|&n| (intervals[n as usize].low..=intervals[n as usize].high).contains(&p))
                .map(|n| binomial(trials, n, p))
                .sum();
            assert!(covered > 0.95 - 1e-9, "{trials} trials, p = {p}: {covered}");
        }
    }
}

/// A draw from probabilities.
fn outcome(rng: &mut Rng, probabilities: &[f64]) -> usize {
    let mut left = uniform(rng);
    let found = probabilities.iter().position(|p| {
        left -= p;
        left < 0.0
    });
    found.unwrap_or(probabilities.len() - 1)
}

/// Whether the 95 % interval holds the truth, without computing its ends.
fn covers(sample: &Sample, truth: f64) -> bool {
    sample.p_at_most(truth) >= TAIL && sample.p_at_least(truth) >= TAIL
}

/// Pairs of games have five outcomes. Even matches with many draws and lopsided ones are among those
/// tried, and those chosen at random.
#[test]
fn scores_of_pairs_are_covered() {
    let mut rng = Rng::new(10);
    let mut kinds = vec![
        [0.0, 0.0, 1.0, 0.0, 0.0],
        [0.0, 0.02, 0.96, 0.02, 0.0],
        [0.0, 0.0, 0.97, 0.0, 0.03],
        [0.0, 0.0, 0.0, 0.0, 1.0],
        [0.0, 0.0, 0.01, 0.04, 0.95],
        [0.02, 0.0, 0.0, 0.0, 0.98],
        [0.5, 0.0, 0.0, 0.0, 0.5],
        [0.2; 5],
    ];
    for _ in 0..8 {
        let weights: [f64; 5] = std::array::from_fn(|_| uniform(&mut rng).powi(4));
        let all: f64 = weights.iter().sum();
        kinds.push(weights.map(|weight| weight / all));
    }
    for kind in &kinds {
        let truth: f64 = kind.iter().zip(0..).map(|(p, points)| p * f64::from(points) / 4.0).sum();
        for pairs in [1, 2, 3, 10, 30, 200] {
            let rounds = 300;
            let mut covered = 0;
            for _ in 0..rounds {
                let score = |_| outcome(&mut rng, kind) as f64 / 4.0;
                let scores: Vec<f64> = (0..pairs).map(score).collect();
                covered += u32::from(covers(&Sample::scores(&scores).unwrap(), truth));
            }
            // 95 % or more in truth; 300 rounds of chance are 1.3 points of it.
            assert!(covered >= 276, "{kind:?}, {pairs} pairs: {covered} of {rounds}");
        }
    }
}

#[test]
fn shares_in_groups_are_covered() {
    let mut rng = Rng::new(11);
    for (groups, alike) in [(5, 0.9), (10, 0.5), (20, 1.0), (60, 0.3), (60, 0.0)] {
        for p in [0.03, 0.5, 0.8, 1.0] {
            let mut covered = 0;
            for _ in 0..300 {
                let group = |_| {
                    let common = uniform(&mut rng) < p;
                    let trials = 1 + u64::from(rng.below(8));
                    let won = |_: &u64| match uniform(&mut rng) < alike {
                        true => common,
                        false => uniform(&mut rng) < p,
                    };
                    ((0..trials).filter(won).count() as u64, trials)
                };
                let groups: Vec<(u64, u64)> = (0..groups).map(group).collect();
                covered += u32::from(covers(&Sample::groups(&groups).unwrap(), p));
            }
            assert!(covered >= 276, "{groups} groups, {alike} alike, p = {p}: {covered} of 300");
        }
    }
}

#[test]
fn ratios_are_covered() {
    let mut rng = Rng::new(12);
    for draws in [2, 3, 5, 20] {
        let mut covered = 0;
        for _ in 0..1000 {
            // Sizes differ by a factor of four, ratios by a tenth, around 0.9.
            let draw = |_| {
                let size = 100.0 + 300.0 * uniform(&mut rng);
                (size * (0.85 + 0.1 * uniform(&mut rng)), size)
            };
            let draws: Vec<(f64, f64)> = (0..draws).map(draw).collect();
            covered += u32::from(covers(&Sample::ratio(&draws).unwrap(), 0.9));
        }
        // The usual error is a little small for a few draws of unequal size.
        assert!(covered >= 900, "{draws} draws: {covered} of 1000");
    }
}

fn check(estimate: Estimate) {
    let Estimate { value, error, low, high } = estimate;
    assert!(0.0 <= low && low <= value && value <= high && high <= 1.0, "{estimate:?}");
    assert!(low < high && error > 0.0 && error.is_finite(), "{estimate:?}");
}

#[test]
fn intervals_of_shares_are_never_empty_monotone_and_symmetric() {
    for trials in [1, 2, 3, 10, 40, 200] {
        let mut before: Option<Estimate> = None;
        for successes in 0..=trials {
            let share = Sample::share(successes, trials).unwrap().estimate();
            check(share);
            let other = Sample::share(trials - successes, trials).unwrap().estimate();
            let off = (share.low + other.high - 1.0).abs().max((share.error - other.error).abs());
            assert!(off < 3e-6, "{successes} of {trials}: {share:?} {other:?}");
            if let Some(before) = before {
                assert!(before.low < share.low && before.high < share.high || successes == trials);
                assert!(before.low <= share.low && before.high <= share.high);
            }
            before = Some(share);
        }
    }
    let width = |n: u64| {
        let share = Sample::share(n / 2, n).unwrap().estimate();
        share.high - share.low
    };
    assert!(width(10) > width(20) && width(20) > width(200));
}

#[test]
fn intervals_of_scores_are_never_empty_monotone_and_symmetric() {
    let mut rng = Rng::new(13);
    for round in 0..60 {
        let pairs = 1 + rng.below(if round < 30 { 4 } else { 40 });
        let mut scores: Vec<f64> = (0..pairs).map(|_| f64::from(rng.below(5)) / 4.0).collect();
        let score = Sample::scores(&scores).unwrap().estimate();
        check(score);
        let swapped: Vec<f64> = scores.iter().map(|score| 1.0 - score).collect();
        let swapped = Sample::scores(&swapped).unwrap().estimate();
        assert!((score.low + swapped.high - 1.0).abs() < 3e-6, "{scores:?}");
        assert!((score.high + swapped.low - 1.0).abs() < 3e-6, "{scores:?}");
        // A better game never lowers an end.
        if let Some(worse) = scores.iter().position(|&score| score < 1.0) {
            scores[worse] += 0.25;
            let better = Sample::scores(&scores).unwrap().estimate();
            assert!(better.low >= score.low - 2e-6 && better.high >= score.high - 2e-6);
            assert!(better.value > score.value);
        }
    }
}

#[test]
fn samples_of_one_kind_keep_their_doubts() {
    let estimate =
        |score: f64, pairs: usize| Sample::scores(&vec![score; pairs]).unwrap().estimate();
    for pairs in [1, 2, 10, 50, 1000] {
        for score in [0.0, 0.25, 0.5, 0.75, 1.0] {
            check(estimate(score, pairs));
        }
    }
    let all_drawn = estimate(0.5, 50);
    assert!((0.46..0.47).contains(&all_drawn.low) && (0.53..0.54).contains(&all_drawn.high));
    let all_won = estimate(1.0, 50);
    assert!((0.92..0.94).contains(&all_won.low) && all_won.high == 1.0);
    // Nothing is known after one pair but that the winner cannot be much worse.
    let one = estimate(1.0, 1);
    assert!((0.02..0.03).contains(&one.low) && one.high == 1.0);
    assert!(elo(estimate(0.5, 30)).to_string().starts_with("+0, 95 % from -"));
}

#[test]
fn p_values_and_intervals_agree() {
    let sample = Sample::scores(&[1.0, 0.75, 0.5, 0.5, 1.0, 0.25, 1.0, 0.75]).unwrap();
    let Estimate { low, high, .. } = sample.estimate();
    assert!(sample.p_at_most(low - 1e-5) < TAIL && sample.p_at_most(low + 1e-5) > TAIL);
    assert!(sample.p_at_least(high + 1e-5) < TAIL && sample.p_at_least(high - 1e-5) > TAIL);
    let sample = Sample::ratio(&[(9.0, 10.0), (21.0, 20.0), (8.0, 10.0), (6.0, 6.0)]).unwrap();
    let Estimate { low, high, .. } = sample.estimate();
    assert!((sample.p_at_most(low) - TAIL).abs() < 1e-5);
    assert!((sample.p_at_least(high) - TAIL).abs() < 1e-5);
}

#[test]
fn elo_of_a_clean_sheet_has_one_end() {
    let elo_of = |won: u64, all: u64| elo(Sample::share(won, all).unwrap().estimate());
    let all_won = elo_of(40, 40);
    assert!(all_won.value == f64::INFINITY && all_won.low > 300.0 && all_won.low.is_finite());
    assert!(all_won.to_string().starts_with("at least +"), "{all_won}");
    assert!(elo_of(0, 40).to_string().starts_with("at most -"));
    assert!(elo_of(20, 40).to_string().starts_with("+0, 95 % from -"));
    assert_eq!(elo_of_score(0.0), f64::NEG_INFINITY);
}

#[test]
fn what_rounds_to_zero_is_not_negative() {
    let elo = |value, low, high| Elo { value, low, high }.to_string();
    assert_eq!(elo(-0.2, -0.4, -0.1), "+0, 95 % from +0 to +0");
    assert_eq!(elo(-0.5, -0.6, 0.4), "+0, 95 % from -1 to +0");
    assert_eq!(elo(-0.2, -0.4, f64::INFINITY), "at least +0 (95 %)");
    assert_eq!(elo(-0.2, f64::NEG_INFINITY, -0.1), "at most +0 (95 %)");
    let difference = Estimate { value: -0.0004, error: 0.0, low: -0.0002, high: 0.0 };
    assert_eq!(difference.to_string().split(',').next(), Some("0.0 %"));
}
