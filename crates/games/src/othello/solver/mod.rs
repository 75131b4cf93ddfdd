//! Exact endings.

mod simple;

pub use simple::{final_score, simple_solve};
