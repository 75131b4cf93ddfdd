//! The experiment engine: runs the units of an experiment, and keeps their records.
//!
//! [`run`] does the units on several threads, writes each to a journal as soon as it is finished, and
//! turns the records into a folder of artefacts; [`report`](report()) writes the artefacts again.
//!
//! [`run_shard`] does a part of the present plan, on this or another machine, and [`merge`](merge()) joins the
//! journals.

mod artefacts;
mod course;
mod definition;
mod engine;
mod erased;
mod files;
mod job;
mod journal;
mod listed;
mod lock;
mod manifest;
mod merge;
mod progress;
mod results;
mod seal;
mod shard;
mod standing;
mod store;

pub use definition::{Experiment, Results};
pub use engine::{Outcome, RunOptions, check_folder, report, run};
pub(crate) use engine::{page_of_run, results_of_run, run_watched, times_of_run, units_in_journal};
pub use erased::{AnyExperiment, Rounds};
pub use files::{NewFile, replace_file};
pub(crate) use files::{json, names_in, read_if_there};
pub use job::Job;
pub use listed::{FileList, write_files};
pub(crate) use listed::{in_the_way, read_list, write_list};
pub(crate) use lock::Lock;
pub(crate) use manifest::MANIFEST;
pub use manifest::{Machine, Manifest, read_manifest, read_spec};
pub use merge::{Merged, merge};
pub use progress::{Progress, clock};
pub use results::{Extent, Record};
pub(crate) use seal::{REPAIR, damaged, from_json, hash, is_damaged, open, seal, to_json};
pub use shard::{Shard, find_run, run_shard};
pub use standing::{Standing, measure, standing};
pub use store::{Cost, duration};
