//! Rounds of a run, submitted one after the other.

use super::slurm::{self, Job, merge_script, sbatch_words, shards_script};
use super::submission::{self, Request, SCRIPTS, Submission, folder, read_submission, take_turn};
use crate::Error;
use crate::experiment::{
    AnyExperiment, Merged, Outcome, RunOptions, Standing, check_folder, measure, merge, standing,
};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long a shard is to take.
const SHARD: Duration = Duration::from_secs(300);
/// How long units are run to learn what they cost, before the first round.
const SAMPLE: Duration = Duration::from_secs(5);
/// The most tasks of an array that Slurm accepts by default.
const MOST_SHARDS: u64 = 1000;

/// Shards of one round that are submitted together.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// The number of the round, from 1.
    pub round: u32,
    /// The number of shards that the round is divided into.
    pub count: u32,
    /// Those that have missing units and are neither queued nor running.
    pub shards: Vec<u32>,
    /// Their missing units.
    pub units: u64,
    /// What a unit costs, in seconds, if it was asked for.
    pub cost: Option<f64>,
}

/// What came of submitting or resuming.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Nothing is left: the run has all its files.
    Complete {
        /// The number of units.
        units: u64,
    },
    /// Jobs were submitted.
    Submitted {
        /// What they run.
        batch: Batch,
        /// The job array.
        array: u64,
        /// The job that merges.
        merge: u64,
    },
    /// All missing units belong to jobs that are queued or running.
    Waiting {
        /// These jobs.
        jobs: Vec<Job>,
    },
    /// A merge found that units of its round are missing, and submitted nothing.
    Incomplete {
        /// The shards with their numbers of missing units.
        missing: Vec<(u32, u64)>,
        /// The number of the round.
        round: u32,
    },
}

/// How far a run is, and which of its jobs are queued or running.
#[derive(Clone, Debug)]
pub struct Status {
    /// What the journals say.
    pub standing: Standing,
    /// What was submitted, if anything.
    pub submission: Option<Submission>,
    /// What the scheduler says; an error if it cannot be asked.
    pub jobs: Result<Vec<Job>, Error>,
}

/// Submits the present round of a run, in `options.out`, and a job that merges it and submits the next.
/// Results that are there already are kept.
pub fn submit(
    experiment: &dyn AnyExperiment,
    request: Request,
    options: &RunOptions,
) -> Result<Step, Error> {
    // A folder that holds another run is refused before anything is written.
    standing(experiment, &options.out)?;
    check_folder(experiment, options)?;
    let _turn = take_turn(&options.out)?;
    let submission = match read_submission(&options.out)? {
        Some(earlier) => Submission { request, ..earlier },
        None => Submission::new(request),
    };
    submission.write(&options.out)?;
    go_on(experiment, submission, options, Missing::Submit)
}

/// Merges what is there, and submits the shards whose units are missing and that are neither queued nor running;
/// if none are missing, the next round.
pub fn resume(experiment: &dyn AnyExperiment, options: &RunOptions) -> Result<Step, Error> {
    let submission = submitted(&options.out)?;
    let _turn = take_turn(&options.out)?;
    go_on(experiment, submission, options, Missing::Submit)
}

/// What the merge of a submission does: like [`resume`], but if units of the round are missing it submits
/// nothing. A cancelled run is not to go on by itself, nor one whose units fail.
pub fn advance(experiment: &dyn AnyExperiment, options: &RunOptions) -> Result<Step, Error> {
    let _turn = take_turn(&options.out)?;
    let submission = submitted(&options.out)?;
    go_on(experiment, submission, options, Missing::Report)
}

/// The scripts that [`submit`] would submit now, with the commands that submit them. Nothing is written.
pub fn dry_run(
    experiment: &dyn AnyExperiment,
    request: Request,
    run: &Path,
) -> Result<Vec<String>, Error> {
    let earlier = read_submission(run)?;
    let submission = match earlier {
        Some(earlier) => Submission { request, ..earlier },
        None => Submission::new(request),
    };
    let standing = standing(experiment, run)?;
    if standing.missing.is_empty() {
        return Ok(Vec::new());
    }
    let batch = next_batch(experiment, run, &submission, &standing, &[])?;
    let [shards, merge] = scripts(run);
    let request = &submission.request;
    let show = |path: &Path, text: String, after: &str| {
        let words = shell_words::join(sbatch_words(path, &[]));
        format!("# sbatch{after} {words}\n{text}")
    };
    Ok(vec![
        show(&shards, shards_script(run, request, &batch.shards, batch.count), ""),
        show(&merge, merge_script(run, request), " --dependency=afterany:THE-FIRST-JOB"),
    ])
}

/// How far the run in a folder is.
pub fn status(experiment: &dyn AnyExperiment, run: &Path) -> Result<Status, Error> {
    let submission = read_submission(run)?;
    let jobs = submission.as_ref().map_or(Ok(Vec::new()), jobs_of);
    Ok(Status { standing: standing(experiment, run)?, submission, jobs })
}

/// What is to be done about missing units of the round that was submitted last.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Missing {
    Submit,
    Report,
}

fn go_on(
    experiment: &dyn AnyExperiment,
    mut submission: Submission,
    options: &RunOptions,
    missing: Missing,
) -> Result<Step, Error> {
    let run = &options.out;
    if standing(experiment, run)?.manifest.is_some() {
        let overwrite = options.overwrite || submission.request.overwrite;
        let options = RunOptions { overwrite, ..options.clone() };
        let Merged { outcome, .. } = merge(experiment, std::slice::from_ref(run), &options)?;
        if let Outcome::Complete { reused: units, .. } = outcome {
            submission::remove(run)?;
            return Ok(Step::Complete { units });
        }
    }
    let standing = standing(experiment, run)?;
    let is_same_round = standing.round == submission.round;
    let mut jobs = Vec::new();
    if is_same_round {
        let left = standing.shards_with_missing(submission.shards);
        if missing == Missing::Report && !left.is_empty() {
            return Ok(Step::Incomplete { missing: left, round: standing.round });
        }
        jobs = jobs_of(&submission)?;
        jobs.retain(|job| job.task.is_some());
    }
    let batch = next_batch(experiment, run, &submission, &standing, &jobs)?;
    if batch.shards.is_empty() {
        return Ok(Step::Waiting { jobs });
    }
    if !is_same_round {
        submission.arrays.clear();
    }
    // Arrays that have ended need no waiting for.
    submission.arrays.retain(|&id| jobs.iter().any(|job| job.id == id));
    let (array, merge) = send(run, &mut submission, &batch, options.overwrite)?;
    Ok(Step::Submitted { batch, array, merge })
}

/// Writes the scripts and submits them.
fn send(
    run: &Path,
    submission: &mut Submission,
    batch: &Batch,
    overwrite: bool,
) -> Result<(u64, u64), Error> {
    let [shards, merge] = scripts(run);
    let request = &submission.request;
    let texts =
        [shards_script(run, request, &batch.shards, batch.count), merge_script(run, request)];
    let files = SCRIPTS.iter().zip(texts);
    let files: Vec<_> = files.map(|(name, text)| (name.to_string(), text.into_bytes())).collect();
    let (folder, listed) = (folder(run), submission.files.clone());
    listed.replacement(&folder, &files, overwrite || request.overwrite)?.write(|list| {
        submission.files = list;
        submission.write(run)
    })?;
    let array = slurm::sbatch(&shards, &[])?;
    (submission.round, submission.shards) = (batch.round, batch.count);
    submission.arrays.push(array);
    submission.merge = None;
    submission.write(run)?;
    let merge = slurm::sbatch(&merge, &submission.arrays)?;
    submission.merge = Some(merge);
    submission.write(run)?;
    Ok((array, merge))
}

/// The shards to submit, without those that are queued or running.
fn next_batch(
    experiment: &dyn AnyExperiment,
    run: &Path,
    submission: &Submission,
    standing: &Standing,
    jobs: &[Job],
) -> Result<Batch, Error> {
    let mut cost = None;
    let count = if standing.round == submission.round && submission.shards > 0 {
        submission.shards
    } else if let Some(count) = submission.request.array {
        count
    } else {
        let known = standing.cost.filter(|cost| cost.units > 0);
        let measured = match known {
            Some(cost) => cost,
            None => measure(experiment, run, standing, SAMPLE)?,
        };
        cost = measured.of_unit();
        shards_for(cost.unwrap_or(0.0), standing.missing.len() as u64, submission.request.jobs)
    };
    let is_active = |shard| jobs.iter().any(|job| job.task == Some(shard));
    let mut missing = standing.shards_with_missing(count);
    missing.retain(|&(shard, _)| !is_active(shard));
    let units = missing.iter().map(|(_, units)| units).sum();
    let shards = missing.into_iter().map(|(shard, _)| shard).collect();
    Ok(Batch { round: standing.round, count, shards, units, cost })
}

/// As many shards as make each take [`SHARD`], within what an array may have.
fn shards_for(seconds_per_unit: f64, units: u64, threads: u32) -> u32 {
    let seconds = seconds_per_unit * units as f64 / f64::from(threads.max(1));
    let shards = (seconds / SHARD.as_secs_f64()).ceil() as u64;
    shards.clamp(1, MOST_SHARDS).min(units.max(1)) as u32
}

fn scripts(run: &Path) -> [PathBuf; 2] {
    SCRIPTS.map(|name| folder(run).join(name))
}

fn jobs_of(submission: &Submission) -> Result<Vec<Job>, Error> {
    let ids: Vec<u64> = submission.arrays.iter().copied().chain(submission.merge).collect();
    match ids.is_empty() {
        true => Ok(Vec::new()),
        false => slurm::squeue(&ids),
    }
}

fn submitted(run: &Path) -> Result<Submission, Error> {
    read_submission(run)?.ok_or_else(|| {
        Error::input(format!(
            "{}: nothing was submitted from this folder, or the run is complete: expected the --out of \
             `experiment submit`",
            run.display()
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_take_minutes() {
        assert_eq!(shards_for(0.01, 100, 1), 1);
        assert_eq!(shards_for(1.0, 3000, 1), 10);
        assert_eq!(shards_for(1.0, 3000, 4), 3);
        assert_eq!(shards_for(1.0, 10_000_000, 1), 1000, "as many as Slurm accepts");
        assert_eq!(shards_for(4000.0, 5, 1), 5, "no more than there are units");
        assert_eq!(shards_for(0.0, 0, 1), 1);
    }
}
