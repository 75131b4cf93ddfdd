//! Experiments on a cluster: shards as a job array, a merge that depends on it and submits the next round.
//!
//! A submission lives in the folder `cluster` in the folder of its run: what was asked for, which jobs were
//! submitted last, their scripts and their output. When the run is complete the folder is removed, so that the
//! run has the files of a run on one machine.

mod batch;
mod slurm;
mod submission;

pub use batch::{Batch, Status, Step, advance, dry_run, resume, status, submit};
pub use slurm::Job;
pub use submission::{Request, Submission, read_submission};
