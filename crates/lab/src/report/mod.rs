//! Reports: pages as data, claims of papers with their verdicts, and pages as HTML with plots.
//!
//! A [`Page`] is data: paragraphs, plots, tables and [`Claim`]s. [`html`] and [`svg`] draw it. Nothing
//! here knows of experiments or files.

pub mod claim;
pub mod html;
mod measured;
mod number;
mod page;
pub mod svg;
mod theme;
mod ticks;

pub use claim::{Claim, Verdict};
pub use measured::Measured;
pub(crate) use number::minus;
pub use page::{
    Agreement, Cell, Column, Comparison, Grid, GridCell, Page, Plot, Section, Series, Style, Table,
};
pub use ticks::Scale;
