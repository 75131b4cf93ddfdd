//! The Plywood laboratory: matches, experiments and their reports, training.
//!
//! Sessions, analysis, reviews, problems and pictures are in [`plywood_play`], which this crate builds on.
//!
//! | Module | What it has | Uses |
//! | --- | --- | --- |
//! | [`stats`] | samples, estimates, intervals, tests, sequential tests of matches, ratings | |
//! | [`matches`](mod@matches) | pairs of games between players | `stats` |
//! | [`registry`] | games and algorithms by name, with matches | `matches` |
//! | [`engines`] | our searches as engines for other programs, and saved games | |
//! | [`service`] | analysis by requests in JSON | `registry` |
//! | [`report`] | pages, plots, claims with verdicts, as data and as HTML | `stats` |
//! | [`picture`] | files with pictures of searches, PNG | |
//! | [`experiment`] | the engine that runs experiments and keeps their results | `report` |
//! | [`tournament`] | tournaments of any players, as runs of the engine | `matches`, `experiment`, `stats` |
//! | [`cluster`] | shards of experiments as jobs of a scheduler | `experiment` |
//! | [`papers`] | the experiments of the papers | all above |
//! | [`generate`] | problem collections made from seeded self-play | `experiment` |
//! | [`train`] | evaluations learned by self-play | `experiment`, `registry`, `stats` |
//!
//! # The experiment engine
//!
//! An [`Experiment`](experiment::Experiment) plans *units*: independent, deterministic pieces of work,
//! each with a text as its key. [`run`](experiment::run) does them on several threads, writes the record
//! of each to a journal as soon as it is finished, and turns the results into a folder of artefacts: a
//! manifest, CSV tables, JSON and one self-contained HTML page. A run may be killed at any moment and
//! resumed; the bytes of the finished folder depend on neither that nor the number of threads. Wall times,
//! which never repeat exactly, are in files of their own, whose names begin with `timings`.
//!
//! ```
//! use plywood_lab::Error;
//! use plywood_lab::experiment::{Experiment, Outcome, Results, RunOptions, run};
//! use plywood_lab::report::{Cell, Column, Page, Section, Table};
//! use serde::{Deserialize, Serialize};
//!
//! struct Squares;
//!
//! #[derive(Serialize, Deserialize)]
//! struct Square {
//!     square: i64,
//! }
//!
//! impl Experiment for Squares {
//!     type Unit = i64;
//!     type Record = Square;
//!     type Timings = ();
//!
//!     fn name(&self) -> &str {
//!         "squares"
//!     }
//!     fn plan(&self, _done: &Results<Self>) -> Vec<i64> {
//!         vec![1, 2, 3]
//!     }
//!     fn run(&self, n: &i64) -> Result<Square, Error> {
//!         Ok(Square { square: n * n })
//!     }
//!     fn page(&self, done: &Results<Self>) -> Page {
//!         let mut table = Table::new("squares", [Column::new("n"), Column::new("square")]);
//!         for (&n, record) in done.iter() {
//!             table.row([Cell::Integer(n), Cell::Integer(record.square)]);
//!         }
//!         Page::new("Squares").section(Section::new("All of them").table(table))
//!     }
//!     fn spec(&self) -> String {
//!         "count = 3\n".into()
//!     }
//!     fn seeds(&self) -> String {
//!         "none".into()
//!     }
//! }
//!
//! let out = std::env::temp_dir().join(format!("plywood-lab-doc-{}", std::process::id()));
//! let outcome = run(&Squares, &RunOptions::new(&out))?;
//! assert_eq!(outcome, Outcome::Complete { ran: 3, reused: 0 });
//! let csv = std::fs::read_to_string(out.join("squares.csv")).unwrap();
//! assert_eq!(csv, "n,square\r\n1,1\r\n2,4\r\n3,9\r\n");
//! # std::fs::remove_dir_all(&out).unwrap();
//! # Ok::<(), Error>(())
//! ```
#![warn(missing_docs)]

mod calendar;
pub mod cluster;
pub mod engines;
mod error;
pub mod experiment;
pub mod generate;
pub mod matches;
pub mod papers;
pub mod picture;
pub mod registry;
pub mod report;
pub mod service;
pub mod stats;
pub mod tournament;
pub mod train;

pub use error::Error;
