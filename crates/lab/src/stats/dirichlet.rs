//! How far a mean of bounded draws may be from the truth, without assuming a distribution.
//!
//! Draw `i` has the part `a` of the whole `b`, as in 3 wins of 8 games, or ¾ of a point of 1. The
//! quantity is the ratio Σa / Σb. To weigh the draws at random, with weights that are independent and
//! exponentially distributed, is the Bayesian bootstrap (Rubin 1981). With one more draw that won
//! nothing, a low quantile of the ratio is a lower confidence bound; with one more draw that won
//! everything, a high quantile is an upper bound (Gaffke 2005). For draws that are only won or lost
//! these are the exact bounds of Clopper & Pearson. The bounds never meet, because the two added draws
//! differ.

use std::f64::consts::{FRAC_1_PI, FRAC_PI_2};

/// Draws that are alike: `count` of them, each with `part` of `whole`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Class {
    pub count: f64,
    pub part: f64,
    pub whole: f64,
}

/// The probability that the ratio of the weighed draws is at most `ratio`.
pub(super) fn ratio_at_most(classes: &[Class], ratio: f64) -> f64 {
    let term = |class: &Class| (class.count, class.part - ratio * class.whole);
    let mut terms: Vec<(f64, f64)> = classes.iter().map(term).collect();
    terms.retain(|&(count, value)| count > 0.0 && value != 0.0);
    sum_at_most_zero(&mut terms)
}

/// The probability that Σ G·v is at most 0, where each G has the gamma distribution of shape `k`;
/// terms are `(k, v)`. Exact to 10⁻⁹.
///
/// It is the inversion formula of Gil-Pelaez: ½ − 1/π ∫ Im φ(u) du/u over u > 0, where φ is the product
/// of (1 − iuv)⁻ᵏ. With u = eˣ the integrand is smooth and vanishes quickly at both ends, so that plain
/// sums over a grid converge exponentially.
fn sum_at_most_zero(terms: &mut [(f64, f64)]) -> f64 {
    if terms.iter().all(|&(_, value)| value <= 0.0) {
        return 1.0;
    }
    if terms.iter().all(|&(_, value)| value >= 0.0) {
        return 0.0;
    }
    let deviation = terms.iter().map(|&(k, value)| k * value * value).sum::<f64>().sqrt();
    terms.iter_mut().for_each(|(_, value)| *value /= deviation);
    let mean: f64 = terms.iter().map(|&(k, value)| k * value).sum();
    // A mean far from 0 makes the integrand oscillate.
    let step = 0.05f64.min(0.25 / mean.abs());
    let (mut x, mut integral) = (-26.0f64, 0.0);
    loop {
        let u = x.exp();
        let (mut log_size, mut angle) = (0.0, 0.0);
        for &(k, value) in &*terms {
            let uv = u * value;
            log_size -= 0.5 * k * (uv * uv).ln_1p();
            angle += k * uv.atan();
        }
        let size = log_size.exp();
        if size < 1e-12 {
            break;
        }
        integral += size * angle.sin();
        x += step;
    }
    (0.5 - FRAC_1_PI * step * integral).clamp(0.0, 1.0)
}

/// The ratio, from 0 to 1, which the weighed draws do not exceed with this probability, to 10⁻⁷.
pub(super) fn quantile(classes: &[Class], level: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    while high - low > 1e-7 {
        let middle = 0.5 * (low + high);
        match ratio_at_most(classes, middle) <= level {
            true => low = middle,
            false => high = middle,
        }
    }
    0.5 * (low + high)
}

/// The probability that Student's t with `freedom` degrees is at most `t` (Abramowitz & Stegun 26.7.3
/// and 26.7.4).
pub(crate) fn student_at_most(t: f64, freedom: u64) -> f64 {
    if t.is_infinite() {
        return if t > 0.0 { 1.0 } else { 0.0 };
    }
    let angle = (t / (freedom as f64).sqrt()).atan();
    let (sine, cosine) = angle.sin_cos();
    let odd = freedom % 2 == 1;
    let mut factor = if odd { cosine } else { 1.0 };
    let mut sum = if freedom == 1 { 0.0 } else { factor };
    let mut i = if odd { 3 } else { 2 };
    while i < freedom {
        factor *= cosine * cosine * (i - 1) as f64 / i as f64;
        sum += factor;
        i += 2;
    }
    let inside = if odd { (angle + sine * sum) / FRAC_PI_2 } else { sine * sum };
    0.5 + 0.5 * inside
}

/// The t of which the probability to stay below is `level`, at least ½.
pub(crate) fn student_quantile(level: f64, freedom: u64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    while student_at_most(high, freedom) < level {
        high *= 2.0;
    }
    while high - low > 1e-9 * high {
        let middle = 0.5 * (low + high);
        match student_at_most(middle, freedom) < level {
            true => low = middle,
            false => high = middle,
        }
    }
    0.5 * (low + high)
}
