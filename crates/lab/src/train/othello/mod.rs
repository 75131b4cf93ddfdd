//! The learned evaluation of Othello.
//!
//! Generation by generation: the last evaluation, at first corners and mobility, plays games with
//! itself; every position is labelled with a search's value and the outcome of its game; weights
//! are fitted to the labels of this generation and the one before. Nothing else goes in: no games
//! of people or of other programs.

mod fit;
mod play;
mod strength;

use super::batches::{Batches, read_again};
use super::plan::{Identity, claim};
use super::{Match, Plan, TrainOptions};
use crate::Error;
use crate::experiment::Progress;
use crate::experiment::json;
use crate::experiment::replace_file;
use crate::experiment::{damaged, open, seal};
use play::Sample;
use plywood::{Evaluate, Side, hash};
use plywood_games::Othello;
use plywood_games::othello::{Features, Mobility, Weights};
use plywood_games::random::Rng;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// An evaluation for the mover, in hundredths of a disc, that several threads may ask.
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

/// How strong a generation turned out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strength {
    /// The generation, from 1.
    pub generation: usize,
    /// Games it learned from, those of the generation before included.
    pub games: usize,
    /// Plies of look-ahead in its games.
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
    let folder = &options.folder;
    let (_lock, identity) = claim("othello", plan, options)?;
    let features = Features::new();
    let mut weights: Vec<Weights> = Vec::new();
    let mut strengths: Vec<Strength> = Vec::new();
    let mut model = fit::blank();
    let mut older = Vec::new();
    for (index, &generation) in plan.generations.iter().enumerate() {
        let number = index + 1;
        let begun = Instant::now();
        let games = Batches {
            folder: folder.join(format!("generation-{number}")),
            count: generation.batches,
            title: |batch| identity.batch_title(number, batch),
            options,
        };
        if !play_games(&identity, number, weights.last(), &games)? {
            return Ok(None);
        }
        let (fresh, held_out) = read_games(&games)?;
        let saved = folder.join(format!("generation-{number}.model"));
        let title = identity.title(number, "model");
        model = match read_model(&saved, &title, options)? {
            Some(model) => model,
            None => {
                let samples: Vec<Sample> = older.iter().chain(&fresh).copied().collect();
                let seed = hash(&[options.seed, number as u64, u64::MAX]);
                let Some(fitted) =
                    fit::fit(&features, &model, &samples, seed, options.jobs, &options.stop)
                else {
                    return Ok(None);
                };
                replace_file(&saved, &seal(&title, &model_bytes(&fitted)))?;
                fitted
            }
        };
        let error = fit::error(&features, &model, &held_out);
        older = fresh;
        weights.push(features.weights(&model));
        let batches =
            generation.batches + index.checked_sub(1).map_or(0, |i| plan.generations[i].batches);
        let strength =
            measure(plan, options, &weights, generation.depth, batches * plan.games, error);
        (options.tell)(&format!(
            "generation {number}: {} games at depth {}, error {} discs, {}, {:.0} s",
            generation.batches * plan.games,
            generation.depth,
            decimals(error),
            against(&strength),
            begun.elapsed().as_secs_f64()
        ));
        strengths.push(strength);
        if options.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
    }
    let last = weights.pop().unwrap_or_else(Weights::zero);
    replace_file(&folder.join("strength.json"), &json(&strengths)?)?;
    replace_file(&folder.join("strength.md"), table(&strengths).as_bytes())?;
    replace_file(&folder.join("weights.bin"), &last.to_bytes())?;
    Ok(Some((last, strengths)))
}

/// The games of a generation; says whether all are there.
fn play_games(
    identity: &Identity,
    number: usize,
    player: Option<&Weights>,
    batches: &Batches<impl Fn(usize) -> String + Sync>,
) -> Result<bool, Error> {
    let (plan, options) = (&identity.plan, batches.options);
    let depth = plan.generations[number - 1].depth;
    let name = format!("generation {number} of {}", plan.generations.len());
    let progress = Progress::new(options.progress, &name, "batches");
    batches.make(&progress, |batch| {
        let mut bytes = Vec::new();
        for game in batch * plan.games..(batch + 1) * plan.games {
            let mut rng = Rng::new(hash(&[options.seed, number as u64, game as u64]));
            let samples = match player {
                Some(weights) => play::game(weights, depth, &mut rng),
                None => play::game(&Mobility, depth, &mut rng),
            };
            for sample in samples {
                bytes.extend(sample.mover.to_le_bytes());
                bytes.extend(sample.opponent.to_le_bytes());
                bytes.extend(sample.label.to_le_bytes());
            }
        }
        bytes
    })
}

/// One batch in this many is held out.
const HELD_OUT: usize = 50;

/// The positions to learn from, and those held out.
fn read_games(
    batches: &Batches<impl Fn(usize) -> String + Sync>,
) -> Result<(Vec<Sample>, Vec<Sample>), Error> {
    const LENGTH: usize = 20;
    let (mut learned, mut held_out) = (Vec::new(), Vec::new());
    for batch in 0..batches.count {
        let (path, bytes) = (batches.path(batch), batches.read(batch)?);
        if bytes.len() % LENGTH != 0 {
            return Err(damaged(&path, &format!("positions of {LENGTH} bytes each")));
        }
        let samples = bytes.chunks_exact(LENGTH).map(|bytes| {
            let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
            let label = f32::from_le_bytes(std::array::from_fn(|i| bytes[16 + i]));
            Sample { mover: word(0), opponent: word(8), label }
        });
        let list = if batch % HELD_OUT == HELD_OUT / 2 { &mut held_out } else { &mut learned };
        let before = list.len();
        list.extend(samples);
        if list[before..].iter().any(|sample| sample.mover & sample.opponent != 0) {
            return Err(damaged(&path, "no square with discs of both sides"));
        }
    }
    Ok((learned, held_out))
}

fn model_bytes(model: &fit::Model) -> Vec<u8> {
    model.iter().flatten().flat_map(|weight| weight.to_le_bytes()).collect()
}

fn read_model(
    path: &Path,
    title: &str,
    options: &TrainOptions,
) -> Result<Option<fit::Model>, Error> {
    let Some(bytes) = read_again(path, options)? else { return Ok(None) };
    let bytes = open(path, title, &bytes)?;
    let length = 4 * Features::PHASES * Features::WEIGHTS;
    if bytes.len() != length {
        return Err(damaged(path, &format!("{length} bytes of weights")));
    }
    let floats = |bytes: &[u8]| -> Vec<f32> {
        bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
    };
    Ok(Some(bytes.chunks_exact(4 * Features::WEIGHTS).map(floats).collect()))
}

/// Plays the last generation against the one before and against mobility.
fn measure(
    plan: &Plan,
    options: &TrainOptions,
    weights: &[Weights],
    depth: u32,
    games: usize,
    error: Option<f64>,
) -> Strength {
    let seed = hash(&[options.seed, u64::MAX]);
    let (previous, mobility) = match weights {
        [.., previous, last] => (
            strength::play(last, previous, plan.pairs, seed, options),
            strength::play(last, &Mobility, plan.pairs, seed, options),
        ),
        [last] => (None, strength::play(last, &Mobility, plan.pairs, seed, options)),
        [] => (None, None),
    };
    Strength { generation: weights.len(), games, depth, error, previous, mobility }
}

fn against(strength: &Strength) -> String {
    let (previous, mobility) =
        (Match::percent(strength.previous), Match::percent(strength.mobility));
    format!("against the one before {previous}, against mobility {mobility}")
}

fn decimals(error: Option<f64>) -> String {
    error.map_or("–".to_string(), |error| format!("{error:.2}"))
}

/// The strengths as a table in Markdown.
fn table(strengths: &[Strength]) -> String {
    let mut text = String::from(
        "| Generation | Games | Depth | Error in discs | Against the one before | Against mobility |\n\
         | --- | --- | --- | --- | --- | --- |\n",
    );
    for Strength { generation, games, depth, error, previous, mobility } in strengths {
        let error = decimals(*error);
        let (previous, mobility) = (Match::cell(*previous), Match::cell(*mobility));
        text +=
            &format!("| {generation} | {games} | {depth} | {error} | {previous} | {mobility} |\n");
    }
    text
}
