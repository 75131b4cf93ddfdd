//! The chi-square distribution.

use std::f64::consts::PI;

/// The probability that chi-square with `freedom` degrees of freedom is at least `x`; 1 of no degrees, and
/// of an `x` that is no number.
///
/// ```
/// assert!((plywood_lab::stats::chi_square(11.07, 5) - 0.05).abs() < 1e-4);
/// ```
pub fn chi_square(x: f64, freedom: u64) -> f64 {
    let usable = x.is_finite() && x > 0.0 && freedom > 0;
    if usable { upper_gamma(freedom as f64 / 2.0, x / 2.0) } else { 1.0 }
}

/// The regularised upper incomplete gamma function Q(a, x): by its series below the mean, by its
/// continued fraction above it (Abramowitz & Stegun 6.5.29 and 6.5.31).
fn upper_gamma(a: f64, x: f64) -> f64 {
    let front = (a * x.ln() - x - ln_gamma(a)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, 1.0);
        while term > sum * 1e-16 {
            term *= x / (a + n);
            sum += term;
            n += 1.0;
        }
        return (1.0 - front * sum).clamp(0.0, 1.0);
    }
    // From the inside out: the steps needed are few where x is above the mean.
    let steps = (30.0 + 20.0 * a.sqrt()).ceil() as u64;
    let fraction = (1..=steps).rev().fold(x + 1.0, |below, n| {
        let n = n as f64;
        x + 2.0 * n - 1.0 - a - n * (n - a) / below
    });
    front / fraction
}

/// The logarithm of the gamma function of a positive number: Stirling's series, from 10 on.
fn ln_gamma(x: f64) -> f64 {
    let (mut x, mut product) = (x, 1.0f64);
    while x < 10.0 {
        product *= x;
        x += 1.0;
    }
    let r = 1.0 / (x * x);
    let series = (1.0 / 12.0 - r * (1.0 / 360.0 - r * (1.0 / 1260.0 - r / 1680.0))) / x;
    (x - 0.5) * x.ln() - x + 0.5 * (2.0 * PI).ln() + series - product.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(value: f64, expected: f64, within: f64) {
        assert!((value - expected).abs() < within, "{value}, expected {expected}");
    }

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (freedom, x) in [(1, 3.841_459), (2, 5.991_465), (10, 18.307_04), (46, 62.829_62)] {
            near(chi_square(x, freedom), 0.05, 1e-6);
        }
        for (freedom, x) in [(1, 10.827_57), (5, 20.515_01), (46, 81.400_33)] {
            near(chi_square(x, freedom), 0.001, 1e-7);
        }
    }

    #[test]
    fn even_degrees_are_sums_of_poisson() {
        for freedom in [2u64, 4, 10, 40, 200] {
            for x in [0.01f64, 1.0, 7.5, 39.0, 180.0, 260.0] {
                let mean = x / 2.0;
                let (mut term, mut sum) = ((-mean).exp(), 0.0);
                for i in 0..freedom / 2 {
                    sum += term;
                    term *= mean / (i as f64 + 1.0);
                }
                near(chi_square(x, freedom), sum, 1e-10);
            }
        }
    }

    #[test]
    fn what_has_no_answer_decides_nothing() {
        for x in [f64::NAN, f64::INFINITY, -1.0, 0.0] {
            assert_eq!(chi_square(x, 3), 1.0);
        }
        assert_eq!(chi_square(1.0, 0), 1.0);
    }
}
