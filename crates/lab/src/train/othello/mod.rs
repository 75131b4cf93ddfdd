//! The learned evaluation of Othello.
//!
//! Generation by generation: the last evaluation, at first corners and mobility, plays games with
//! itself; every position is labelled with a search's value and the outcome of its game; weights
//! are fitted to the labels of this generation and the one before. Games of people or of other programs
//! are not used.

mod fit;
mod play;
mod strength;

use super::generations::{self, Learner, Training, decimals};
use super::{Match, Plan, TrainOptions};
use crate::Error;
use play::Sample;
use plywood::{Evaluate, Side, hash};
use plywood_games::Othello;
use plywood_games::othello::{Features, Mobility, Weights};
use plywood_games::random::Rng;
use serde::{Deserialize, Serialize};
use std::sync::atomic::Ordering;

/// An evaluation from the view of the side to move, in hundredths of a disc, shared by threads.
trait Opinion: Sync {
    fn value(&self, mover: u64, opponent: u64) -> i32;
}

impl Opinion for Weights {
    #[inline]
    fn value(&self, mover: u64, opponent: u64) -> i32 {
        Weights::value(self, mover, opponent)
    }
}

impl Opinion for Mobility {
    fn value(&self, mover: u64, opponent: u64) -> i32 {
        let position = Othello::new(Side::Max, mover, opponent);
        position.map_or(0, |position| Mobility.evaluate(&position).get())
    }
}

/// The strength of a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strength {
    /// The generation, from 1.
    pub generation: usize,
    /// Games it learned from, those of the generation before included.
    pub games: usize,
    /// The search depth in its games, in plies.
    pub depth: u32,
    /// The root of the mean squared error on games that were held out, in discs; none if too few
    /// were played.
    pub error: Option<f64>,
    /// The score against the generation before; none for the first.
    pub previous: Option<Match>,
    /// The score against corners and mobility.
    pub mobility: Option<Match>,
}

/// Trains, or goes on training, and gives the weights and their strength; nothing if stopped.
///
/// The folder then holds `weights.bin`, `strength.json` and `strength.md`.
pub fn train(
    plan: &Plan,
    options: &TrainOptions,
) -> Result<Option<(Weights, Vec<Strength>)>, Error> {
    let mut othello =
        OthelloLearner { features: Features::new(), model: fit::blank(), weights: Vec::new() };
    let strengths = generations::train(&mut othello, plan, options)?;
    Ok(strengths.map(|strengths| (othello.last(), strengths)))
}

struct OthelloLearner {
    features: Features,
    /// The model of the last generation, and the weights of all.
    model: fit::Model,
    weights: Vec<Weights>,
}

impl OthelloLearner {
    fn last(&self) -> Weights {
        self.weights.last().cloned().unwrap_or_else(Weights::zero)
    }
}

impl Learner for OthelloLearner {
    type Sample = Sample;
    type Model = fit::Model;
    type Report = Strength;

    const GAME: &'static str = "othello";
    const HELD_OUT: usize = 50;
    const WEIGHTS: &'static str = super::OTHELLO_WEIGHTS;
    const HEADINGS: &'static [&'static str] = &[
        "Generation",
        "Games",
        "Depth",
        "Error in discs",
        "Against the one before",
        "Against mobility",
    ];

    fn play(&self, depth: u32, rng: &mut Rng, out: &mut Vec<u8>) {
        let samples = match self.weights.last() {
            Some(weights) => play::game(weights, depth, rng),
            None => play::game(&Mobility, depth, rng),
        };
        samples.iter().for_each(|sample| sample.write(out));
    }

    fn samples(&self, bytes: &[u8]) -> Result<Vec<Sample>, String> {
        Sample::read_all(bytes)
    }

    fn fit(
        &self,
        number: usize,
        samples: &[Sample],
        _: &[Sample],
        options: &TrainOptions,
    ) -> Result<Option<fit::Model>, Error> {
        let seed = hash(&[options.seed, number as u64, u64::MAX]);
        fit::fit(&self.features, &self.model, samples, seed, options.jobs, &options.stop)
    }

    fn write_model(&self, model: &fit::Model) -> Result<Vec<u8>, Error> {
        Ok(model.iter().flatten().flat_map(|weight| weight.to_le_bytes()).collect())
    }

    fn read_model(&self, bytes: &[u8]) -> Result<fit::Model, String> {
        let length = 4 * Features::PHASES * Features::WEIGHTS;
        if bytes.len() != length {
            return Err(format!("{length} bytes of weights"));
        }
        let floats = |bytes: &[u8]| -> Vec<f32> {
            bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
        };
        Ok(bytes.chunks_exact(4 * Features::WEIGHTS).map(floats).collect())
    }

    /// Plays the generation against the one before and against mobility.
    fn take(
        &mut self,
        training: &Training<'_>,
        number: usize,
        model: fit::Model,
        held_out: &[Sample],
    ) -> Result<Option<Strength>, Error> {
        let (plan, options) = (training.plan, training.options);
        let error = fit::error(&self.features, &model, held_out);
        let weights = self.features.weights(&model);
        let seed = hash(&[options.seed, u64::MAX]);
        let previous = match self.weights.last() {
            Some(previous) => strength::play(&weights, previous, plan.pairs, seed, options)?,
            None => None,
        };
        let mobility = strength::play(&weights, &Mobility, plan.pairs, seed, options)?;
        if options.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        self.model = model;
        self.weights.push(weights);
        let learned = &plan.generations[number.saturating_sub(2)..number];
        Ok(Some(Strength {
            generation: number,
            games: learned.iter().map(|generation| generation.batches * plan.games).sum(),
            depth: training.generation(number).depth,
            error,
            previous,
            mobility,
        }))
    }

    fn line(strength: &Strength, training: &Training<'_>) -> String {
        format!(
            "{} games at depth {}, error {} discs, against the one before {}, against mobility {}",
            training.generation(strength.generation).batches * training.plan.games,
            strength.depth,
            decimals(strength.error, 2),
            Match::percent(strength.previous),
            Match::percent(strength.mobility)
        )
    }

    fn row(strength: &Strength) -> Vec<String> {
        vec![
            strength.generation.to_string(),
            strength.games.to_string(),
            strength.depth.to_string(),
            decimals(strength.error, 2),
            Match::cell(strength.previous),
            Match::cell(strength.mobility),
        ]
    }

    fn weights(&self) -> Vec<u8> {
        self.last().to_bytes()
    }
}
