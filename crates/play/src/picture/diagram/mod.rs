//! Node-link diagrams of searches on small trees, drawn from their events alone.

mod draw;
mod game;
mod layout;
mod poster;
mod record;
mod sheet;
mod skeleton;
mod style;
#[cfg(test)]
mod tests;
mod words;

pub(crate) use game::places;
pub use poster::WinShares;
pub use record::SearchRecord;
pub use sheet::{Searched, Sheet};
pub use skeleton::Place;
pub(crate) use skeleton::too_large;

/// More nodes than this are not drawn.
const MOST_NODES: usize = 200;
