//! Maximum likelihood of counted outcomes under one constraint on their distribution.
//!
//! Counts nᵢ of outcomes with scores aᵢ have the likelihood Π pᵢ^nᵢ, which is largest at pᵢ = nᵢ / N. The
//! functions here return by how much the logarithm of the likelihood falls below that maximum where the
//! distribution p has to keep a constraint. A generalised likelihood ratio is the difference of two such
//! losses. An outcome that was never counted may have a probability above zero, so that the constraint
//! can be kept whatever was counted.

/// The scores of `outcomes` kinds of results, from 0 to 1 in equal steps.
pub(super) fn scores(outcomes: usize) -> impl DoubleEndedIterator<Item = f64> + Clone {
    let steps = outcomes.saturating_sub(1).max(1) as f64;
    (0..outcomes).map(move |i| i as f64 / steps)
}

/// The mean score and its standard deviation; `None` of no results.
pub(super) fn mean_and_deviation(counts: &[f64]) -> Option<(f64, f64)> {
    let all: f64 = counts.iter().sum();
    let mean = counts.iter().zip(scores(counts.len())).map(|(n, a)| n * a).sum::<f64>() / all;
    let square = |(n, a): (&f64, f64)| n * (a - mean) * (a - mean);
    let variance = counts.iter().zip(scores(counts.len())).map(square).sum::<f64>() / all;
    (all > 0.0).then_some((mean, variance.sqrt()))
}

/// The loss of log-likelihood where the expected score is `mean`, which is above 0 and below 1.
pub(super) fn loss_at_mean(counts: &[f64], mean: f64) -> f64 {
    loss(counts, |score| score - mean)
}

/// The loss of log-likelihood where the expected score is ½ + `t` standard deviations of the score.
///
/// With x = score − ½, µ = E x and q = E x², the constraint is µ = t √(q − µ²). For t > 0 that is the same as
/// (1 + t²) µ = t √((1 + t²) q), and as √(uv) is the smallest of (u/c + v c) / 2 over all c > 0, as g(p) = 0
/// with g(p) the largest of all
///
/// E k_c(x), k_c(x) = (1 + t²) x − t (x² / c + (1 + t²) c) / 2.
///
/// So g(p) ≥ 0 is E k_c ≥ 0 for one c, and g(p) ≤ 0 is E k_c ≤ 0 for all c. Each is a constraint on an
/// expectation, which is easy. Counts with g < 0 lose as little as the best c allows; those with g > 0
/// as much as the worst c demands. At the solution c is the standard deviation of the score.
///
/// A distribution without any spread has no t. It is not a solution, although µ = t σ holds at a score
/// of ½.
pub(super) fn loss_at_t(counts: &[f64], t: f64) -> f64 {
    if t == 0.0 {
        return loss_at_mean(counts, 0.5);
    }
    if t < 0.0 {
        let mirrored: Vec<f64> = counts.iter().rev().copied().collect();
        return loss_at_t(&mirrored, -t);
    }
    let Some((mean, deviation)) = mean_and_deviation(counts) else { return 0.0 };
    let excess = mean - 0.5 - t * deviation;
    let k = |c: f64| {
        move |score: f64| {
            let (x, factor) = (score - 0.5, 1.0 + t * t);
            factor * x - 0.5 * t * (x * x / c + factor * c)
        }
    };
    // Below the smallest c no outcome has k_c above 0; no deviation is above ½.
    let smallest = 0.125 * t / (1.0 + t * t);
    if excess > 0.0 {
        let demanded = |c: f64| {
            let expected: f64 =
                counts.iter().zip(scores(counts.len())).map(|(n, a)| n * k(c)(a)).sum();
            if expected <= 0.0 { 0.0 } else { loss(counts, k(c)) }
        };
        -least(smallest, 0.5, |c| -demanded(c))
    } else {
        least(smallest, 0.5, |c| loss(counts, k(c)))
    }
}

/// The least value of `function` from `low` to `high`, both above 0: the best of a geometric grid, refined by the
/// golden section.
fn least(low: f64, high: f64, function: impl Fn(f64) -> f64) -> f64 {
    const CELLS: u32 = 24;
    const GOLDEN: f64 = 0.618_033_988_749_894_8;
    let at = |step: f64| low * (high / low).powf(step / f64::from(CELLS));
    let (mut best, mut best_step) = (f64::INFINITY, 0.0);
    for step in (0..=CELLS).map(f64::from) {
        let value = function(at(step));
        if value < best {
            (best, best_step) = (value, step);
        }
    }
    let (mut left, mut right) = (best_step - 1.0, best_step + 1.0);
    let inner =
        |left: f64, right: f64| (right - GOLDEN * (right - left), left + GOLDEN * (right - left));
    let (a, b) = inner(left, right);
    let (mut a, mut b) = ((a, function(at(a))), (b, function(at(b))));
    // The value is flat at its least: 1e-6 in c is about 1e-12 in the value.
    while right - left > 1e-6 {
        if a.1 <= b.1 {
            (right, b) = (b.0, a);
            let next = inner(left, right).0;
            a = (next, function(at(next)));
        } else {
            (left, a) = (a.0, b);
            let next = inner(left, right).1;
            b = (next, function(at(next)));
        }
    }
    best.min(a.1).min(b.1)
}

/// The loss of log-likelihood where the expectation of `value` of the score is 0; infinite where no
/// distribution has that expectation.
///
/// The likeliest distribution is pᵢ = nᵢ / N / (1 + θ vᵢ), with θ such that Σ nᵢ vᵢ / (1 + θ vᵢ) = 0. No
/// denominator may be negative, also of outcomes that were not counted: where θ is at the end of its
/// range, the outcome there gets the probability that the others leave.
fn loss(counts: &[f64], value: impl Fn(f64) -> f64) -> f64 {
    let terms = || counts.iter().copied().zip(scores(counts.len()).map(&value));
    let (low, high) = terms().fold((0.0f64, 0.0f64), |(l, h), (_, v)| (l.min(v), h.max(v)));
    if low == 0.0 || high == 0.0 {
        return f64::INFINITY;
    }
    let counted = || terms().filter(|&(n, _)| n > 0.0);
    let (mut left, mut right) = (-1.0 / high, -1.0 / low);
    let mut theta = 0.0;
    for _ in 0..200 {
        let (mut sum, mut slope) = (0.0, 0.0);
        for (n, v) in counted() {
            let part = v / (1.0 + theta * v);
            sum += n * part;
            slope -= n * part * part;
        }
        // The sum falls with θ.
        match sum > 0.0 {
            true => left = theta,
            false => right = theta,
        }
        let newton = theta - sum / slope;
        let next = if newton > left && newton < right { newton } else { 0.5 * (left + right) };
        if (next - theta).abs() <= 1e-15 * (right.abs() + left.abs()) || sum == 0.0 {
            break;
        }
        theta = next;
    }
    counted().map(|(n, v)| n * (theta * v).ln_1p()).sum::<f64>().max(0.0)
}
