//! Evaluations that are sums of weights, tuned on games of the program with itself: chess and
//! checkers.
//!
//! Generation by generation: the last weights, at first those by hand, play games with themselves
//! at a fixed depth; all weights are fitted to the quiet positions of this generation's games and of
//! the generation before. Nothing else goes in: no games of people or of other programs.

mod fit;
mod games;
mod play;
mod sample;

pub use games::Tunable;

use super::batches::{Batches, read_again};
use super::plan::{Identity, claim};
use super::{Generation, Match, Plan, TrainOptions};
use crate::Error;
use crate::experiment::Progress;
use crate::experiment::json;
use crate::experiment::replace_file;
use crate::experiment::{damaged, open, seal};
use plywood::hash;
use plywood_games::random::Rng;
use sample::Sample;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// The file of the weights in the folder of a training.
pub(super) const FILE: &str = "weights.txt";
/// One batch in this many is held out.
const HELD_OUT: usize = 10;
/// Pairs of games in a batch of a match.
const PAIRS: u64 = 10;

/// What a generation learned from, and how strong it turned out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tuning {
    /// The generation, from 1.
    pub generation: usize,
    /// Games that it played.
    pub games: usize,
    /// Plies of look-ahead in its games and its matches.
    pub depth: u32,
    /// Positions it learned from, those of the generation before included.
    pub positions: usize,
    /// The value, in hundredths of a pawn or man, that stands for 85 % of the points.
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

/// What a generation ends with, but for its matches.
#[derive(Serialize, Deserialize)]
struct Fitted {
    scale: f64,
    positions: usize,
    before: Option<f64>,
    after: Option<f64>,
    weights: Vec<[i16; 2]>,
}

/// The weights, a pair each, and the story of their generations.
pub type Tuned = (Vec<[i16; 2]>, Vec<Tuning>);

/// Trains, or goes on training, and gives the weights and the story of their generations; nothing
/// if stopped.
///
/// The folder then holds `weights.txt`, `strength.json` and `strength.md`.
pub fn tune<G: Tunable>(plan: &Plan, options: &TrainOptions) -> Result<Option<Tuned>, Error> {
    let folder = &options.folder;
    let (_lock, identity) = claim(G::NAME, plan, options)?;
    let training = Training { identity: &identity, options };
    let mut weights = vec![G::start()];
    let mut tunings: Vec<Tuning> = Vec::new();
    let mut older = Vec::new();
    for (index, &Generation { batches, depth }) in plan.generations.iter().enumerate() {
        let number = index + 1;
        let begun = Instant::now();
        let last = &weights[index];
        if !training.play_games::<G>(number, last)? {
            return Ok(None);
        }
        let (fresh, held_out) = training.read_games::<G>(number)?;
        let saved = folder.join(format!("generation-{number}.model"));
        let title = identity.title(number, "model");
        let fitted = match read_model::<G>(&saved, &title, options)? {
            Some(fitted) => fitted,
            None => {
                let samples: Vec<Sample> = older.iter().chain(&fresh).cloned().collect();
                let Some(fitted) = fit(last, &samples, &held_out, options) else {
                    return Ok(None);
                };
                replace_file(&saved, &seal(&title, &json(&fitted)?))?;
                fitted
            }
        };
        older = fresh;
        weights.push(fitted.weights);
        let Some(start) = training.matched::<G>(number, 0, &weights)? else { return Ok(None) };
        let previous = match index {
            0 => None,
            _ => match training.matched::<G>(number, index, &weights)? {
                None => return Ok(None),
                Some(previous) => previous,
            },
        };
        let Fitted { scale, positions, before, after, .. } = fitted;
        let games = batches * plan.games;
        let tuning = Tuning {
            generation: number,
            games,
            depth,
            positions,
            scale,
            before,
            after,
            previous,
            start,
        };
        (options.tell)(&format!("{}, {:.0} s", line(&tuning), begun.elapsed().as_secs_f64()));
        tunings.push(tuning);
    }
    let last = weights.pop().unwrap_or_else(G::start);
    replace_file(&folder.join("strength.json"), &json(&tunings)?)?;
    replace_file(&folder.join("strength.md"), table(&tunings).as_bytes())?;
    replace_file(&folder.join(FILE), G::weights_text(&last).as_bytes())?;
    Ok(Some((last, tunings)))
}

/// New weights from positions; nothing if it was stopped.
fn fit(
    last: &[[i16; 2]],
    samples: &[Sample],
    held_out: &[Sample],
    options: &TrainOptions,
) -> Option<Fitted> {
    let last: Vec<[f64; 2]> = last.iter().map(|pair| pair.map(f64::from)).collect();
    let scale = fit::scale(samples);
    let weights = fit::fit(&last, samples, scale, options.jobs, &options.stop)?;
    if options.stop.load(Ordering::Relaxed) {
        return None;
    }
    Some(Fitted {
        scale,
        positions: samples.len(),
        before: fit::error(&last, held_out, scale),
        after: fit::error(&weights, held_out, scale),
        weights: fit::rounded(&weights),
    })
}

fn read_model<G: Tunable>(
    path: &Path,
    title: &str,
    options: &TrainOptions,
) -> Result<Option<Fitted>, Error> {
    let Some(bytes) = read_again(path, options)? else { return Ok(None) };
    match serde_json::from_slice::<Fitted>(open(path, title, &bytes)?) {
        Ok(fitted) if fitted.weights.len() == G::WEIGHTS => Ok(Some(fitted)),
        _ => Err(damaged(path, &format!("{} weights", G::WEIGHTS))),
    }
}

struct Training<'a> {
    identity: &'a Identity,
    options: &'a TrainOptions,
}

impl Training<'_> {
    fn games(&self, number: usize) -> Batches<'_, impl Fn(usize) -> String + Sync> {
        Batches {
            folder: self.options.folder.join(format!("generation-{number}")),
            count: self.identity.plan.generations[number - 1].batches,
            title: move |batch| self.identity.batch_title(number, batch),
            options: self.options,
        }
    }

    /// The games of a generation; says whether all are there.
    fn play_games<G: Tunable>(&self, number: usize, weights: &[[i16; 2]]) -> Result<bool, Error> {
        let Training { identity, options } = self;
        let plan = &identity.plan;
        let depth = plan.generations[number - 1].depth;
        let name = format!("generation {number} of {}", plan.generations.len());
        let progress = Progress::new(options.progress, &name, "batches");
        let evaluation = G::evaluation_with(weights);
        self.games(number).make(&progress, |batch| {
            let mut bytes = Vec::new();
            for game in batch * plan.games..(batch + 1) * plan.games {
                let mut rng = Rng::new(hash(&[options.seed, number as u64, game as u64]));
                let samples = play::game::<G>(&evaluation, depth, &mut rng);
                samples.iter().for_each(|sample| sample.write(&mut bytes));
            }
            bytes
        })
    }

    /// The positions to learn from, and those held out.
    fn read_games<G: Tunable>(&self, number: usize) -> Result<(Vec<Sample>, Vec<Sample>), Error> {
        let games = self.games(number);
        let (mut learned, mut held_out) = (Vec::new(), Vec::new());
        for batch in 0..games.count {
            let contents = games.read(batch)?;
            let mut bytes = contents.as_slice();
            let list = if batch % HELD_OUT == HELD_OUT / 2 { &mut held_out } else { &mut learned };
            while !bytes.is_empty() {
                let Some((sample, rest)) = Sample::read(bytes, G::WEIGHTS) else {
                    return Err(damaged(&games.path(batch), &format!("positions of {}", G::NAME)));
                };
                list.push(sample);
                bytes = rest;
            }
        }
        Ok((learned, held_out))
    }

    /// Plays a generation against an older one, 0 being the weights by hand: nothing if stopped, and
    /// no match of no pairs.
    fn matched<G: Tunable>(
        &self,
        number: usize,
        older: usize,
        weights: &[Vec<[i16; 2]>],
    ) -> Result<Option<Option<Match>>, Error> {
        let Training { identity, options } = self;
        let pairs = identity.plan.pairs;
        let depth = identity.plan.generations[number - 1].depth;
        let name = format!("generation {number} against {older}");
        let progress = Progress::new(options.progress, &name, "batches");
        let [new, old] = [number, older].map(|n| G::evaluation_with(&weights[n]));
        let numbers = |batch: usize| {
            let first = batch as u64 * PAIRS;
            first..pairs.min(first + PAIRS)
        };
        let title = |batch: usize| {
            let pairs = numbers(batch).end;
            identity.title(number, &format!("pairs to {pairs} against generation {older}"))
        };
        let folder = options.folder.join(format!("generation-{number}-against-{older}"));
        let count = pairs.div_ceil(PAIRS) as usize;
        let batches = Batches { folder, count, title, options };
        let all = batches.make(&progress, |batch| {
            let quarters = numbers(batch).map(|pair| {
                let mut rng = Rng::new(hash(&[options.seed, u64::MAX, pair]));
                play::pair::<G>(&new, &old, depth, &mut rng)
            });
            quarters.collect()
        })?;
        if !all {
            return Ok(None);
        }
        let mut points = Vec::new();
        for batch in 0..count {
            points.extend(batches.read(batch)?.iter().map(|&quarters| f64::from(quarters) / 4.0));
        }
        Ok(Some(Match::of_pairs(&points)))
    }
}

fn decimals(error: Option<f64>) -> String {
    error.map_or("–".to_string(), |error| format!("{error:.4}"))
}

fn line(tuning: &Tuning) -> String {
    format!(
        "generation {}: {} games at depth {}, {} positions, error {} before and {} after, against \
         the one before {}, against the start {}",
        tuning.generation,
        tuning.games,
        tuning.depth,
        tuning.positions,
        decimals(tuning.before),
        decimals(tuning.after),
        Match::percent(tuning.previous),
        Match::percent(tuning.start)
    )
}

/// The story as a table in Markdown.
fn table(tunings: &[Tuning]) -> String {
    let mut text = String::from(
        "| Generation | Games | Depth | Positions | Error before | after | Against the one before \
         | Against the start |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for tuning in tunings {
        text += &format!(
            "| {} | {} | {} | {} | {} | {} | {} | {} |\n",
            tuning.generation,
            tuning.games,
            tuning.depth,
            tuning.positions,
            decimals(tuning.before),
            decimals(tuning.after),
            Match::cell(tuning.previous),
            Match::cell(tuning.start)
        );
    }
    text
}
