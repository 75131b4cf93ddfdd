//! Reports: pages as data, claims of papers with their verdicts, and pages as HTML with plots.
//!
//! A [`Page`] is data: paragraphs, plots, tables and [`Claim`]s. [`html`] and [`svg`] draw it. Nothing
//! here knows of experiments or files.

pub mod claim;
mod csv;
mod grid;
pub mod html;
mod measured;
mod number;
mod page;
mod plot;
mod review;
pub mod svg;
mod table;

pub use claim::{Claim, Verdict};
pub(crate) use csv::csv;
pub use grid::{Agreement, Grid, GridCell};
pub use measured::Measured;
pub(crate) use number::{minus, minus_fixed, minus_signed};
pub use page::{Drawing, Headline, HeadlineChoice, Page, Section};
pub use plot::{Plot, Series, Style};
pub use plywood_play::draw::Scale;
pub use review::ReviewPage;
pub use table::{Cell, Column, Comparison, Table};
