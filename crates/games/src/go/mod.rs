//! Go: the board with its strings and liberties, positions in text and SGF, and the capture of strings.
//!
//! | Module | Holds |
//! | --- | --- |
//! | [`Board`] | stones, strings and liberties, kept move by move; captures, ko; suicide is forbidden |
//! | [`Go`] | a board with the side to move: a [`Position`](plywood::Position) |
//! | [`History`] | a game as it was played, with moves of either colour in any order |
//! | [`capture`] | whether a string can be captured or saved |
//! | [`SelfPlay`] | seeded games of both sides, noisy but sensible, for positions that look like Go |
//! | [`player`] | a player of modest strength |
//! | [`sgf`] | games, problems and variations in SGF |
//!
//! ```
//! use plywood_games::go::{Board, Color};
//! let mut board = Board::new(9)?;
//! let point = board.point("E5")?;
//! let undo = board.play(point, Color::Black).expect("a legal move");
//! assert_eq!(board.count_liberties(point), 4);
//! board.undo(undo);
//! assert_eq!(board, Board::new(9)?);
//! # Ok::<(), plywood_games::InputError>(())
//! ```

mod board;
pub mod capture;
mod history;
mod ladder;
mod life;
pub mod player;
mod point;
mod position;
mod self_play;
pub mod sgf;
mod symmetry;
#[cfg(test)]
mod tests;
mod text;

use board::Foresight;
pub use board::{Board, Color, Undo};
pub use history::History;
pub use point::{FEWEST, MOST, Point, Points, PointsIter};
pub use position::{Go, GoUndo, Move};
pub use self_play::SelfPlay;
