//! How Plywood talks to the programs that people play with.
//!
//! [`nboard`] is the protocol of NBoard and other boards for Othello. A protocol reads lines, keeps
//! the game and prints answers; who thinks is handed in, so no algorithm is named here.

pub mod nboard;
