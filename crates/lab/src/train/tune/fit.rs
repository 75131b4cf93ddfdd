//! Weights fitted to the outcomes of positions.
//!
//! The value of a position, divided by a scale, goes through a sigmoid and so becomes expected
//! points. The weights minimise the sum of squared differences between expected points and the label of
//! the position: the mean of the points of the game and of the points that searches expected some plies
//! later. The outcome alone would depend on too many later moves. A pull towards the previous weights
//! (L2 regularisation) keeps weights in place that few positions depend on.
//!
//! Everything is made of additions, multiplications, divisions and square roots, which are rounded
//! alike on every machine, in an order that the number of threads does not change.

use super::sample::Sample;
use crate::Error;
use plywood_play::pool;
use std::sync::atomic::AtomicBool;

/// The strength of the pull: a weight that moves by a pawn costs as much as this many positions whose
/// outcome was the opposite of the expected one.
const PULL: f64 = 60.0;
const PAWN: f64 = 100.0;
/// Steps of the descent, and how far a weight goes in the first and the last.
const STEPS: u32 = 250;
const FIRST: f64 = 2.0;
const LAST: f64 = 0.02;
/// Positions that are summed up by one thread.
const CHUNK: usize = 4096;

/// Expected points of a value in units of the scale: from 0 to 1, and 1/2 at 0.
fn sigmoid(x: f64) -> f64 {
    0.5 + 0.5 * x / (1.0 + x * x).sqrt()
}

/// Its derivative.
fn slope(x: f64) -> f64 {
    let square = 1.0 + x * x;
    0.5 / (square * square.sqrt())
}

/// The label of a position, in points.
fn label(sample: &Sample, scale: f64) -> f64 {
    let points = f64::from(sample.half_points) / 2.0;
    let later = sample.later.iter().map(|&value| sigmoid(f64::from(value) / scale));
    (points + later.sum::<f64>()) / (1.0 + sample.later.len() as f64)
}

/// The scale that makes the search's values agree best with the outcomes of the games.
pub(super) fn scale(samples: &[Sample]) -> f64 {
    let error = |scale: f64| -> f64 {
        let difference = |sample: &Sample| {
            sigmoid(f64::from(sample.value) / scale) - f64::from(sample.half_points) / 2.0
        };
        samples.iter().map(|sample| difference(sample) * difference(sample)).sum()
    };
    // Ternary search: the error falls and then rises.
    let (mut low, mut high) = (20.0, 2000.0);
    for _ in 0..24 {
        let third = (high - low) / 3.0;
        if error(low + third) <= error(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    (low + high) / 2.0
}

/// The root of the mean squared error in points; none without positions.
pub(super) fn error(weights: &[[f64; 2]], samples: &[Sample], scale: f64) -> Option<f64> {
    let mut sum = 0.0;
    for sample in samples {
        let off = sigmoid(sample.evaluate(weights) / scale) - label(sample, scale);
        sum += off * off;
    }
    (!samples.is_empty()).then(|| (sum / samples.len() as f64).sqrt())
}

/// What is minimised, without the pull, over some positions; its gradient is added to `gradient`.
fn add_gradient(
    weights: &[[f64; 2]],
    samples: &[Sample],
    scale: f64,
    gradient: &mut [[f64; 2]],
) -> f64 {
    let mut sum = 0.0;
    for sample in samples {
        let x = sample.evaluate(weights) / scale;
        let off = sigmoid(x) - label(sample, scale);
        sum += off * off;
        let each = 2.0 * off * slope(x) / scale;
        let (first, last) = (each * sample.share, each * (1.0 - sample.share));
        for &(weight, times) in &sample.features {
            let pair = &mut gradient[usize::from(weight)];
            pair[0] += first * f64::from(times);
            pair[1] += last * f64::from(times);
        }
    }
    sum
}

/// The pull of `before` on the weights, added to `gradient`.
fn add_pull(weights: &[[f64; 2]], before: &[[f64; 2]], gradient: &mut [[f64; 2]]) -> f64 {
    let mut sum = 0.0;
    for ((pair, old), out) in weights.iter().zip(before).zip(gradient) {
        for phase in 0..2 {
            let strayed = (pair[phase] - old[phase]) / PAWN;
            sum += PULL * strayed * strayed;
            out[phase] += 2.0 * PULL * strayed / PAWN;
        }
    }
    sum
}

/// The weights improved on these positions; nothing if it was stopped.
///
/// Adam (Kingma & Ba 2015) on all positions at once, with a falling rate.
pub(super) fn fit(
    before: &[[f64; 2]],
    samples: &[Sample],
    scale: f64,
    jobs: usize,
    stop: &AtomicBool,
) -> Result<Option<Vec<[f64; 2]>>, Error> {
    const MEAN: f64 = 0.9;
    const SQUARE: f64 = 0.999;
    let mut weights = before.to_vec();
    let mut means = vec![[0.0; 2]; before.len()];
    let mut squares = means.clone();
    let (mut mean_left, mut square_left) = (1.0, 1.0);
    let chunks: Vec<&[Sample]> = samples.chunks(CHUNK).collect();
    for step in 0..STEPS {
        let parts = pool::map(chunks.len(), jobs, stop, |chunk| {
            let mut part = vec![[0.0; 2]; weights.len()];
            add_gradient(&weights, chunks[chunk], scale, &mut part);
            part
        })?;
        let Some(parts) = parts else { return Ok(None) };
        let mut gradient = vec![[0.0; 2]; weights.len()];
        for part in parts {
            for (sum, pair) in gradient.iter_mut().zip(part) {
                sum[0] += pair[0];
                sum[1] += pair[1];
            }
        }
        add_pull(&weights, before, &mut gradient);
        let done = f64::from(step) / f64::from(STEPS - 1);
        let rate = FIRST * (1.0 - done) + LAST * done;
        mean_left *= MEAN;
        square_left *= SQUARE;
        for (place, pair) in gradient.iter().enumerate() {
            for phase in 0..2 {
                let slope = pair[phase];
                let mean = &mut means[place][phase];
                *mean = MEAN * *mean + (1.0 - MEAN) * slope;
                let square = &mut squares[place][phase];
                *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
                let size = (*square / (1.0 - square_left)).sqrt();
                // A weight without a gradient stays.
                if size > 0.0 {
                    weights[place][phase] -= rate * (*mean / (1.0 - mean_left)) / size;
                }
            }
        }
    }
    Ok(Some(weights))
}

/// The weights in whole numbers, scaled so that the first, a pawn's or a man's, is 100 in the mean
/// of the beginning and the end of the game.
pub(super) fn rounded(weights: &[[f64; 2]]) -> Vec<[i16; 2]> {
    let unit = weights.first().map_or(0.0, |pair| (pair[0] + pair[1]) / 2.0);
    let factor = if unit > 0.0 { PAWN / unit } else { 1.0 };
    weights.iter().map(|pair| pair.map(|weight| (weight * factor).round() as i16)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_games::random::Rng;

    const WEIGHTS: usize = 12;

    fn random(rng: &mut Rng, span: u32) -> f64 {
        f64::from(rng.below(2 * span + 1)) - f64::from(span)
    }

    fn weights(rng: &mut Rng) -> Vec<[f64; 2]> {
        (0..WEIGHTS).map(|_| [random(rng, 30), random(rng, 30)]).collect()
    }

    /// Positions whose outcomes come from hidden weights.
    fn samples(rng: &mut Rng, hidden: &[[f64; 2]], count: usize) -> Vec<Sample> {
        let sample = |_| {
            let features = (0..WEIGHTS as u16)
                .map(|weight| (weight, rng.below(17) as i16 - 8))
                .filter(|&(_, times)| times != 0)
                .collect();
            let share = f64::from(rng.below(25)) / 24.0;
            let mut sample = Sample { half_points: 0, value: 0, later: [0; 3], share, features };
            let value = sample.evaluate(hidden);
            let wins = |rng: &mut Rng| {
                u8::from(
                    f64::from(rng.below(1 << 20)) / f64::from(1 << 20) < sigmoid(value / 200.0),
                )
            };
            sample.half_points = wins(rng) + wins(rng);
            sample.value = value as i32;
            sample.later = [value as i32; 3];
            sample
        };
        (0..count).map(sample).collect()
    }

    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        let mut rng = Rng::new(1);
        let hidden = weights(&mut rng);
        let samples = samples(&mut rng, &hidden, 200);
        let (now, before) = (weights(&mut rng), weights(&mut rng));
        let loss = |weights: &[[f64; 2]]| {
            let mut unused = vec![[0.0; 2]; WEIGHTS];
            add_gradient(weights, &samples, 150.0, &mut unused)
                + add_pull(weights, &before, &mut unused)
        };
        let mut gradient = vec![[0.0; 2]; WEIGHTS];
        add_gradient(&now, &samples, 150.0, &mut gradient);
        add_pull(&now, &before, &mut gradient);
        for place in 0..WEIGHTS {
            for phase in 0..2 {
                const STEP: f64 = 1e-3;
                let (mut up, mut down) = (now.clone(), now.clone());
                up[place][phase] += STEP;
                down[place][phase] -= STEP;
                let slope = (loss(&up) - loss(&down)) / (2.0 * STEP);
                let found = gradient[place][phase];
                assert!((slope - found).abs() < 1e-6 * (1.0 + slope.abs()), "{slope} {found}");
            }
        }
    }

    #[test]
    fn hidden_weights_are_found_whatever_the_number_of_threads() {
        let mut rng = Rng::new(2);
        let hidden = weights(&mut rng);
        let samples = samples(&mut rng, &hidden, 3 * CHUNK + 5);
        let scale = scale(&samples);
        assert!((scale - 200.0).abs() < 20.0, "{scale}");
        let stop = AtomicBool::new(false);
        let blank = vec![[0.0; 2]; WEIGHTS];
        let fit = |jobs, stop: &AtomicBool| fit(&blank, &samples, scale, jobs, stop).unwrap();
        let found = fit(1, &stop).unwrap();
        assert_eq!(fit(3, &stop), Some(found.clone()));
        for (found, hidden) in found.iter().zip(&hidden) {
            for phase in 0..2 {
                assert!((found[phase] - hidden[phase]).abs() < 8.0, "{found:?} {hidden:?}");
            }
        }
        let [before, after] = [&blank, &found].map(|w| error(w, &samples, scale).unwrap());
        assert!(after < 0.8 * before, "{after} {before}");
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(fit(2, &stop), None);
    }

    #[test]
    fn a_pawn_is_the_unit() {
        assert_eq!(rounded(&[[40.0, 60.0], [-10.2, 0.4]]), [[80, 120], [-20, 1]]);
        assert_eq!(rounded(&[[0.0, 0.0], [5.0, 5.0]]), [[0, 0], [5, 5]]);
    }
}
