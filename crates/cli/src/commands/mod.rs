//! The commands, one file each. None has logic of its own: they read arguments, ask the
//! laboratory, and print.

pub(crate) mod algorithms;
pub(crate) mod analyze;
pub(crate) mod completions;
pub(crate) mod experiment;
pub(crate) mod games;
pub(crate) mod man;
pub(crate) mod matches;
pub(crate) mod nboard;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod search;
pub(crate) mod solve;
pub(crate) mod trace;
pub(crate) mod train;
pub(crate) mod uci;
