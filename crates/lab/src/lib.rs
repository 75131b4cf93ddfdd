//! The Plywood laboratory: games by name, matches, experiments and their reports, training.
//!
//! | Module | What it has | Uses |
//! | --- | --- | --- |
//! | [`stats`] | samples, estimates, intervals, tests | |
//! | [`play`] | sessions with one game, analysis, matches | `stats` |
//! | [`registry`] | games and algorithms by name | `play` |
//! | [`report`] | pages, plots, claims with verdicts, as data and as HTML | `stats` |
//! | [`experiment`] | the engine that runs experiments and keeps their results | `report` |
//! | [`papers`] | the experiments of the papers | all above |
//! | [`train`] | evaluations learned by self-play | `experiment`, `registry`, `stats` |
//!
//! # The experiment engine
//!
//! An [`Experiment`](experiment::Experiment) plans *units*: independent, deterministic pieces of work, each with a text
//! key. [`run`](experiment::run) does them on several threads, writes each to a journal as soon as it is finished,
//! and turns the results into a folder of artefacts: a manifest, CSV tables, JSON and one
//! self-contained HTML page. A run may be killed at any moment and resumed; the bytes of the
//! finished folder depend on neither that nor the number of threads. Wall times, which never
//! repeat exactly, live apart in `timings.json`.
//!
//! ```
//! use plywood_lab::report::{Cell, Column, Page, Section, Table};
//! use plywood_lab::Error;
//! use plywood_lab::experiment::{Experiment, Outcome, Record, Results, RunOptions, run};
//!
//! struct Squares;
//!
//! impl Experiment for Squares {
//!     fn name(&self) -> &str {
//!         "squares"
//!     }
//!     fn plan(&self, _done: &Results) -> Vec<String> {
//!         (1..=3).map(|n| format!("n={n}")).collect()
//!     }
//!     fn run(&self, unit: &str) -> Result<Record, Error> {
//!         let n: i64 = unit[2..].parse().map_err(|_| Error::failure("not a number"))?;
//!         Ok(Record::from_iter([("square".to_string(), (n * n).into())]))
//!     }
//!     fn page(&self, done: &Results) -> Page {
//!         let mut table = Table::new("squares", [Column::new("unit"), Column::new("square")]);
//!         for (unit, record) in done.iter() {
//!             let square = record["square"].as_i64().unwrap_or_default();
//!             table.row([Cell::text(unit), Cell::Integer(square)]);
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
//! assert_eq!(csv, "unit,square\r\nn=1,1\r\nn=2,4\r\nn=3,9\r\n");
//! # std::fs::remove_dir_all(&out).unwrap();
//! # Ok::<(), Error>(())
//! ```
#![warn(missing_docs)]

pub mod experiment;
pub mod papers;
pub mod play;
pub mod registry;
pub mod report;
pub mod stats;
pub mod train;

pub use plywood_registry::Error;
