//! The generations of a training: games, a model fitted to them, matches that measure it.
//!
//! Every game's training goes this way; a [`Learner`] has what differs.

use super::batches::{Batches, read_again};
use super::plan::{Generation, Identity, Plan, identify};
use super::{Match, TrainOptions};
use crate::Error;
use crate::experiment::{Lock, Progress, damaged, json, open, replace_file, seal};
use plywood::hash;
use plywood_games::fixed;
use plywood_games::random::Rng;
use serde::Serialize;
use std::path::Path;
use std::time::Instant;

/// The reports of the generations, for programs and for people.
const STRENGTH: &str = "strength.json";
const TABLE: &str = "strength.md";

/// An evaluation that learns, from generation to generation.
pub(super) trait Learner: Sync {
    /// A position to learn from.
    type Sample: Clone;
    /// What is fitted to the positions of a generation, and kept in a file.
    type Model;
    /// What is reported of a generation.
    type Report: Serialize;

    /// The name of the game.
    const GAME: &'static str;
    /// One batch in this many is held out.
    const HELD_OUT: usize;
    /// The file of the weights.
    const WEIGHTS: &'static str;
    /// The headings of the table of reports.
    const HEADINGS: &'static [&'static str];

    /// Plays a game of the last model with itself to a search depth, and appends its positions to the
    /// bytes of a batch.
    fn play(&self, depth: u32, rng: &mut Rng, out: &mut Vec<u8>);

    /// The positions of a batch; else, what was expected of its bytes.
    fn samples(&self, bytes: &[u8]) -> Result<Vec<Self::Sample>, String>;

    /// The model of a generation from its positions and those of the generation before; nothing if
    /// stopped.
    fn fit(
        &self,
        number: usize,
        samples: &[Self::Sample],
        held_out: &[Self::Sample],
        options: &TrainOptions,
    ) -> Result<Option<Self::Model>, Error>;

    /// The bytes of the file of a model.
    fn write_model(&self, model: &Self::Model) -> Result<Vec<u8>, Error>;

    /// Reads what [`write_model`](Learner::write_model) wrote; else, what was expected.
    fn read_model(&self, bytes: &[u8]) -> Result<Self::Model, String>;

    /// Takes over the model of a generation, which plays from now on, and measures it; nothing if
    /// stopped.
    fn take(
        &mut self,
        training: &Training<'_>,
        number: usize,
        model: Self::Model,
        held_out: &[Self::Sample],
    ) -> Result<Option<Self::Report>, Error>;

    /// A report as the line that a person sees.
    fn line(report: &Self::Report, training: &Training<'_>) -> String;

    /// A report as a row of the table with [`HEADINGS`](Learner::HEADINGS).
    fn row(report: &Self::Report) -> Vec<String>;

    /// The bytes of the file of the last weights.
    fn weights(&self) -> Vec<u8>;
}

/// A training under way: its folder is locked.
pub(super) struct Training<'a> {
    pub plan: &'a Plan,
    pub options: &'a TrainOptions,
    identity: Identity,
    _lock: Lock,
}

/// How a match between two generations ended.
pub(super) enum Matched {
    /// The training was stopped.
    Stopped,
    /// All pairs were played; there is no score if the plan has none.
    Played(Option<Match>),
}

/// Trains, or goes on training, and gives the reports of the generations; nothing if stopped.
///
/// The folder then holds the weights, `strength.json` and `strength.md`.
pub(super) fn train<L: Learner>(
    learner: &mut L,
    plan: &Plan,
    options: &TrainOptions,
) -> Result<Option<Vec<L::Report>>, Error> {
    let folder = &options.folder;
    let _lock = Lock::claim(folder, "training")?;
    let identity = identify(L::GAME, plan, options, &[STRENGTH, TABLE, L::WEIGHTS])?;
    let mut training = Training { plan, options, identity, _lock };
    let mut reports = Vec::new();
    let mut older: Vec<L::Sample> = Vec::new();
    for number in 1..=plan.generations.len() {
        let begun = Instant::now();
        let Some((fresh, held_out)) = training.games(learner, number)? else { return Ok(None) };
        let saved = folder.join(format!("generation-{number}.model"));
        let title = training.identity.title(number, "model");
        let model = match read_model(learner, &saved, &title, options)? {
            Some(model) => model,
            None => {
                older.extend_from_slice(&fresh);
                let Some(model) = learner.fit(number, &older, &held_out, options)? else {
                    return Ok(None);
                };
                replace_file(&saved, &seal(&title, &learner.write_model(&model)?))?;
                model
            }
        };
        older = fresh;
        let Some(report) = learner.take(&training, number, model, &held_out)? else {
            return Ok(None);
        };
        let seconds = begun.elapsed().as_secs_f64();
        (options.tell)(&format!(
            "generation {number}: {}, {seconds:.0} s",
            L::line(&report, &training)
        ));
        reports.push(report);
    }
    let results = [
        (STRENGTH, json(&reports)?),
        (TABLE, markdown::<L>(&reports).into_bytes()),
        (L::WEIGHTS, learner.weights()),
    ];
    let results = results.map(|(name, bytes)| (name.to_string(), bytes));
    training.identity.write_results(options, &results)?;
    Ok(Some(reports))
}

fn read_model<L: Learner>(
    learner: &L,
    path: &Path,
    title: &str,
    options: &TrainOptions,
) -> Result<Option<L::Model>, Error> {
    let Some(bytes) = read_again(path, options)? else { return Ok(None) };
    let model = learner.read_model(open(path, title, &bytes)?);
    model.map(Some).map_err(|expected| damaged(path, &expected))
}

/// Reports as a table in Markdown.
fn markdown<L: Learner>(reports: &[L::Report]) -> String {
    let headings =
        format!("| {} |\n|{}\n", L::HEADINGS.join(" | "), " --- |".repeat(L::HEADINGS.len()));
    let rows = reports.iter().map(|report| format!("| {} |\n", L::row(report).join(" | ")));
    std::iter::once(headings).chain(rows).collect()
}

/// A number with this many decimals, or a dash.
pub(super) fn decimals(number: Option<f64>, decimals: usize) -> String {
    number.map_or("–".to_string(), |number| fixed(number, decimals))
}

impl Training<'_> {
    pub fn generation(&self, number: usize) -> Generation {
        self.plan.generations[number - 1]
    }

    /// The positions of a generation, played where they are missing: those to learn from and those
    /// held out; nothing if stopped.
    #[allow(clippy::type_complexity, reason = "two lists, or nothing")]
    fn games<L: Learner>(
        &self,
        learner: &L,
        number: usize,
    ) -> Result<Option<(Vec<L::Sample>, Vec<L::Sample>)>, Error> {
        let &Training { plan, options, ref identity, .. } = self;
        let Generation { batches: count, depth } = self.generation(number);
        let folder = options.folder.join(format!("generation-{number}"));
        let title = |batch| identity.batch_title(number, batch);
        let batches = Batches { folder, count, title, options };
        let name = format!("generation {number} of {}", plan.generations.len());
        let all = batches.make(&Progress::new(options.progress, &name, "batches"), |batch| {
            let mut bytes = Vec::new();
            for game in batch * plan.games..(batch + 1) * plan.games {
                let mut rng = Rng::new(hash(&[options.seed, number as u64, game as u64]));
                learner.play(depth, &mut rng, &mut bytes);
            }
            bytes
        })?;
        if !all {
            return Ok(None);
        }
        let (mut learned, mut held_out) = (Vec::new(), Vec::new());
        for batch in 0..count {
            let is_held_out = batch % L::HELD_OUT == L::HELD_OUT / 2;
            let list = if is_held_out { &mut held_out } else { &mut learned };
            let samples = learner.samples(&batches.read(batch)?);
            list.extend(samples.map_err(|expected| damaged(&batches.path(batch), &expected))?);
        }
        Ok(Some((learned, held_out)))
    }

    /// The score of a generation against an older one over the plan's pairs of games, kept in files;
    /// `pair` plays one, and gives the points per game in quarters.
    pub fn matched(
        &self,
        number: usize,
        older: usize,
        pair: impl Fn(&mut Rng) -> u8 + Sync,
    ) -> Result<Matched, Error> {
        /// Pairs of games in a batch.
        const PAIRS: u64 = 10;
        let &Training { plan, options, ref identity, .. } = self;
        let numbers = |batch: usize| {
            let first = batch as u64 * PAIRS;
            first..plan.pairs.min(first + PAIRS)
        };
        let title = |batch: usize| {
            let pairs = numbers(batch).end;
            identity.title(number, &format!("pairs to {pairs} against generation {older}"))
        };
        let folder = options.folder.join(format!("generation-{number}-against-{older}"));
        let count = plan.pairs.div_ceil(PAIRS) as usize;
        let batches = Batches { folder, count, title, options };
        let name = format!("generation {number} against {older}");
        let all = batches.make(&Progress::new(options.progress, &name, "batches"), |batch| {
            let rng = |number| Rng::new(hash(&[options.seed, u64::MAX, number]));
            numbers(batch).map(|number| pair(&mut rng(number))).collect()
        })?;
        if !all {
            return Ok(Matched::Stopped);
        }
        let mut points = Vec::new();
        for batch in 0..count {
            points.extend(batches.read(batch)?.iter().map(|&quarters| f64::from(quarters) / 4.0));
        }
        Ok(Matched::Played(Match::of_pairs(&points)))
    }
}
