//! Weights that fit the labels of positions.
//!
//! Least mean squares, one position at a time. The rate is the same for all weights, so weights of rare
//! patterns stay near their old values, as few positions justify no more. A phase also learns from the
//! positions up to two discs outside it, so that neighbouring phases agree.

use super::play::Sample;
use crate::Error;
use plywood_games::othello::Features;
use plywood_games::random::Rng;
use plywood_play::pool;
use std::sync::atomic::{AtomicBool, Ordering};

/// Passes over the positions, and the rates of the first and the last.
const PASSES: u32 = 6;
const FIRST: f32 = 0.008;
const LAST: f32 = 0.0005;
/// A phase learns from positions up to this many discs outside it.
const BEYOND: u32 = 2;

/// The weights of all phases, in discs.
pub(super) type Model = Vec<Vec<f32>>;

/// A model that evaluates every position as 0.
pub(super) fn blank() -> Model {
    vec![vec![0.0; Features::WEIGHTS]; Features::PHASES]
}

/// The model improved on these positions; nothing if it was stopped.
///
/// The phases are independent of each other, each is computed by one thread in a fixed order: the
/// outcome does not depend on the number of threads.
pub(super) fn fit(
    features: &Features,
    model: &Model,
    samples: &[Sample],
    seed: u64,
    jobs: usize,
    stop: &AtomicBool,
) -> Result<Option<Model>, Error> {
    Ok(pool::map(model.len(), jobs, stop, |phase| {
        let mut weights = model[phase].clone();
        let mut rng = Rng::new(seed ^ phase as u64);
        fit_phase(features, phase, &mut weights, samples, &mut rng, stop);
        weights
    })?)
}

fn fit_phase(
    features: &Features,
    phase: usize,
    weights: &mut [f32],
    samples: &[Sample],
    rng: &mut Rng,
    stop: &AtomicBool,
) {
    let near = |sample: &&Sample| {
        let discs = (sample.mover | sample.opponent).count_ones();
        let (low, high) =
            (Features::phase(discs.saturating_sub(BEYOND)), Features::phase(discs + BEYOND));
        low <= phase && phase <= high
    };
    let mut samples: Vec<Sample> = samples.iter().filter(near).copied().collect();
    // Positions of one game are similar; one after the other they would pull the weights to and fro.
    for i in (1..samples.len()).rev() {
        samples.swap(i, rng.below(i as u32 + 1) as usize);
    }
    for pass in 0..PASSES {
        let done = pass as f32 / (PASSES - 1) as f32;
        let rate = FIRST * (1.0 - done) + LAST * done;
        for chunk in samples.chunks(1 << 16) {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            for sample in chunk {
                let mut places = [0; Features::COUNT];
                features.places(sample.mover, sample.opponent, &mut places);
                let value: f32 = places.iter().map(|&place| weights[place as usize]).sum();
                let step = rate * (sample.label - value);
                for place in places {
                    weights[place as usize] += step;
                }
            }
        }
    }
}

/// The root of the mean square of a model's errors, in discs; none without positions.
pub(super) fn error(features: &Features, model: &Model, samples: &[Sample]) -> Option<f64> {
    let mut sum = 0.0;
    for sample in samples {
        let weights = &model[Features::phase((sample.mover | sample.opponent).count_ones())];
        let mut places = [0; Features::COUNT];
        features.places(sample.mover, sample.opponent, &mut places);
        let value: f32 = places.iter().map(|&place| weights[place as usize]).sum();
        sum += f64::from(sample.label - value).powi(2);
    }
    (!samples.is_empty()).then(|| (sum / samples.len() as f64).sqrt())
}
