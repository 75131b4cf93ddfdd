//! Evaluations that are sums of weights, tuned on games of the program with itself: chess,
//! checkers and Amazons.
//!
//! Generation by generation: the last weights, at first those by hand, play games with themselves
//! at a fixed depth; all weights are fitted to the quiet positions of this generation's games and of
//! the generation before. Games of people or of other programs are not used.

mod fit;
mod games;
mod play;
mod sample;

pub use games::Tunable;

use super::generations::{self, Learner, Matched, Training, decimals};
use super::{Match, Plan, TrainOptions};
use crate::Error;
use crate::experiment::json;
use plywood_games::random::Rng;
use sample::Sample;
use serde::{Deserialize, Serialize};

/// What a generation learned from, and its strength.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tuning {
    /// The generation, from 1.
    pub generation: usize,
    /// Games that it played.
    pub games: usize,
    /// The search depth in its games and its matches, in plies.
    pub depth: u32,
    /// Positions it learned from, those of the generation before included.
    pub positions: usize,
    /// The value, in hundredths of a pawn, man or square, that stands for 85 % of the points.
    pub scale: f64,
    /// The root of the mean squared error in points, with the weights before, on games that were
    /// held out; none if too few were played.
    pub before: Option<f64>,
    /// The same with the new weights.
    pub after: Option<f64>,
    /// The score against the generation before; none for the first, which has none.
    pub previous: Option<Match>,
    /// The score against the weights by hand.
    pub start: Option<Match>,
}

/// The result of a generation without its matches.
#[derive(Serialize, Deserialize)]
pub(super) struct Fitted {
    scale: f64,
    positions: usize,
    before: Option<f64>,
    after: Option<f64>,
    weights: Vec<[i16; 2]>,
}

/// The weights, each a pair, and a report on each generation.
pub type Tuned = (Vec<[i16; 2]>, Vec<Tuning>);

/// Trains, or goes on training, and gives the weights and a report on each generation; nothing if
/// stopped.
///
/// The folder then holds `weights.txt`, `strength.json` and `strength.md`.
pub fn tune<G: Tunable>(plan: &Plan, options: &TrainOptions) -> Result<Option<Tuned>, Error> {
    let mut tuner = Tuner::<G>::new(G::start());
    let tunings = generations::train(&mut tuner, plan, options)?;
    Ok(tunings.map(|tunings| (tuner.last().to_vec(), tunings)))
}

/// The weights of all generations, those by hand first, and the last evaluation.
struct Tuner<G: Tunable> {
    weights: Vec<Vec<[i16; 2]>>,
    evaluation: G::Evaluation,
}

impl<G: Tunable> Tuner<G> {
    fn new(start: Vec<[i16; 2]>) -> Tuner<G> {
        Tuner { evaluation: G::evaluation_with(&start), weights: vec![start] }
    }

    fn last(&self) -> &[[i16; 2]] {
        self.weights.last().map_or(&[], Vec::as_slice)
    }
}

impl<G: Tunable> Learner for Tuner<G> {
    type Sample = Sample;
    type Model = Fitted;
    type Report = Tuning;

    const GAME: &'static str = G::NAME;
    const HELD_OUT: usize = 10;
    const WEIGHTS: &'static str = super::TUNED_WEIGHTS;
    const HEADINGS: &'static [&'static str] = &[
        "Generation",
        "Games",
        "Depth",
        "Positions",
        "Error before",
        "after",
        "Against the one before",
        "Against the start",
    ];

    fn play(&self, depth: u32, rng: &mut Rng, out: &mut Vec<u8>) {
        let samples = play::game::<G>(&self.evaluation, depth, rng);
        samples.iter().for_each(|sample| sample.write(out));
    }

    fn samples(&self, mut bytes: &[u8]) -> Result<Vec<Sample>, String> {
        let mut samples = Vec::new();
        while !bytes.is_empty() {
            let read = Sample::read(bytes, G::WEIGHTS);
            let (sample, rest) = read.ok_or_else(|| format!("positions of {}", G::NAME))?;
            samples.push(sample);
            bytes = rest;
        }
        Ok(samples)
    }

    fn fit(
        &self,
        _: usize,
        samples: &[Sample],
        held_out: &[Sample],
        options: &TrainOptions,
    ) -> Result<Option<Fitted>, Error> {
        let last: Vec<[f64; 2]> = self.last().iter().map(|pair| pair.map(f64::from)).collect();
        let scale = fit::scale(samples);
        let weights = fit::fit(&last, samples, scale, options.jobs, &options.stop)?;
        Ok(weights.map(|weights| Fitted {
            scale,
            positions: samples.len(),
            before: fit::error(&last, held_out, scale),
            after: fit::error(&weights, held_out, scale),
            weights: fit::rounded(&weights),
        }))
    }

    fn write_model(&self, model: &Fitted) -> Result<Vec<u8>, Error> {
        json(model)
    }

    fn read_model(&self, bytes: &[u8]) -> Result<Fitted, String> {
        match serde_json::from_slice::<Fitted>(bytes) {
            Ok(fitted) if fitted.weights.len() == G::WEIGHTS => Ok(fitted),
            _ => Err(format!("{} weights", G::WEIGHTS)),
        }
    }

    /// Plays the generation against the weights by hand and against the one before.
    fn take(
        &mut self,
        training: &Training<'_>,
        number: usize,
        model: Fitted,
        _: &[Sample],
    ) -> Result<Option<Tuning>, Error> {
        let depth = training.generation(number).depth;
        let Fitted { scale, positions, before, after, weights } = model;
        self.evaluation = G::evaluation_with(&weights);
        self.weights.push(weights);
        let against = |older: usize| {
            let old = G::evaluation_with(&self.weights[older]);
            let pair = |rng: &mut Rng| play::pair::<G>(&self.evaluation, &old, depth, rng);
            training.matched(number, older, pair)
        };
        let Matched::Played(start) = against(0)? else { return Ok(None) };
        let previous = if number == 1 { Matched::Played(None) } else { against(number - 1)? };
        let Matched::Played(previous) = previous else { return Ok(None) };
        let games = training.generation(number).batches * training.plan.games;
        Ok(Some(Tuning {
            generation: number,
            games,
            depth,
            positions,
            scale,
            before,
            after,
            previous,
            start,
        }))
    }

    fn line(tuning: &Tuning, _: &Training<'_>) -> String {
        format!(
            "{} games at depth {}, {} positions, error {} before and {} after, against the one \
             before {}, against the start {}",
            tuning.games,
            tuning.depth,
            tuning.positions,
            decimals(tuning.before, 4),
            decimals(tuning.after, 4),
            Match::percent(tuning.previous),
            Match::percent(tuning.start)
        )
    }

    fn row(tuning: &Tuning) -> Vec<String> {
        vec![
            tuning.generation.to_string(),
            tuning.games.to_string(),
            tuning.depth.to_string(),
            tuning.positions.to_string(),
            decimals(tuning.before, 4),
            decimals(tuning.after, 4),
            Match::cell(tuning.previous),
            Match::cell(tuning.start),
        ]
    }

    fn weights(&self) -> Vec<u8> {
        G::weights_text(self.last()).into_bytes()
    }
}
