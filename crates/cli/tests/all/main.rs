//! The program as its users run it. All files are one program of tests, because each program of tests is
//! linked with the whole library.

mod bad_input;
mod captures;
mod cluster;
mod common;
mod engines;
mod experiments;
mod generate;
mod gtp;
mod help;
mod lists;
mod matches;
mod nboard;
mod overwrite;
mod picture;
mod play;
mod records;
mod review;
mod search;
mod service;
mod solve;
mod statistics;
mod terminal;
mod tournaments;
mod trace;
mod training;
mod trees;
mod uci;
