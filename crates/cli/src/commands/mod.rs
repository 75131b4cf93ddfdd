//! The commands, one file or folder each. They parse arguments, call the laboratory, and print; they have
//! no other logic.

pub(crate) mod algorithms;
pub(crate) mod analyze;
pub(crate) mod captures;
pub(crate) mod completions;
pub(crate) mod experiment;
pub(crate) mod export;
pub(crate) mod games;
pub(crate) mod generate;
pub(crate) mod gtp;
pub(crate) mod man;
pub(crate) mod matches;
pub(crate) mod nboard;
pub(crate) mod perft;
pub(crate) mod picture;
pub(crate) mod play;
pub(crate) mod ratings;
pub(crate) mod review;
pub(crate) mod search;
pub(crate) mod solve;
pub(crate) mod sprt;
pub(crate) mod tournament;
pub(crate) mod trace;
pub(crate) mod train;
pub(crate) mod uci;
