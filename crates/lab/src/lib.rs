//! The experiment engine of the Plywood laboratory.
//!
//! An [`Experiment`] plans *units*: independent, deterministic pieces of work, each with a text
//! key. [`run`] does them on several threads, writes each to a journal as soon as it is finished,
//! and turns the results into a folder of artefacts: a manifest, CSV tables, JSON and one
//! self-contained HTML page. A run may be killed at any moment and resumed; the bytes of the
//! finished folder depend on neither that nor the number of threads. Wall times, which never
//! repeat exactly, live apart in `timings.json`.
//!
//! ```
//! use plywood_lab::{Cell, Column, Error, Experiment, Outcome, Page, Record, Results, RunOptions,
//!     Section, Table, run};
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

pub mod analysis;
mod artefacts;
pub mod claim;
mod engine;
mod experiment;
pub mod html;
mod index;
mod journal;
mod lock;
mod manifest;
pub mod matches;
mod measured;
mod page;
pub mod papers;
mod progress;
pub mod registry;
mod results;
mod seal;
pub mod stats;
mod store;
pub mod svg;
mod theme;
mod ticks;
pub mod train;
mod verdicts;

pub use claim::{Claim, Verdict};
pub use engine::{Outcome, RunOptions, report, run};
pub use experiment::Experiment;
pub use index::{IndexEntry, index_entry, index_page};
pub use manifest::{Machine, Manifest, read_manifest, read_spec};
pub use measured::Measured;
pub use page::{
    Agreement, Cell, Column, Comparison, Grid, GridCell, Page, Plot, Scale, Section, Series, Style,
    Table,
};
pub use plywood_registry::Error;
pub use progress::{Progress, thousands};
pub use results::{Extent, Record, Results};
pub use store::replace_file;
