//! The laboratory as other crates use it. All files are one program of tests, because each program of
//! tests is linked with the whole library.

mod captures;
mod claims;
mod common;
mod damage;
mod endings;
mod foreign;
mod korf;
mod minimax_comparison;
mod pages;
mod papers;
mod problems;
mod refusals;
mod same_bytes;
mod shards;
mod simulations;
mod training;
