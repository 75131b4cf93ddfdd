//! Pictures of searches: every node of a small tree, how a large tree grew, and the tree itself.
//!
//! [`Session::replay`](crate::Session::replay) runs a search and rebuilds its tree from the events.
//! [`Picture`] draws the result as SVG and writes its numbers as CSV. A [`Sheet`] has diagrams of one or more
//! searches, from what [`Session::search_record`](crate::Session::search_record) records.
//! `docs/pictures.md` says how to read the pictures.

mod canvas;
mod columns;
mod diagram;
mod icicle;
mod numbers;
mod replay;

pub use diagram::{Place, SearchRecord, Searched, Sheet, WinShares};
pub(crate) use diagram::{places, too_large};
pub use replay::{RootMove, Row, Standing, TreeReplay};

use crate::Error;

/// What the title of a picture names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caption {
    /// The game.
    pub game: String,
    /// The position, in the notation of the game.
    pub position: String,
    /// The algorithm with its options.
    pub algorithm: String,
    /// The limits of the search, such as `nodes 400`; empty if there are none.
    pub budget: String,
}

impl Caption {
    fn title(&self) -> String {
        format!("{} at {}, position {}", self.algorithm, self.game, self.position)
    }
}

/// What a picture shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureKind {
    /// How the tree grew, in the three columns of Utgoff & Cochran (2001): the share of nodes under each
    /// root child, the root children by value and swing, and the share of nodes at each depth.
    #[default]
    Growth,
    /// The tree at the end of the search.
    Tree,
}

impl PictureKind {
    /// The names of all kinds.
    pub const NAMES: [&'static str; 2] = ["growth", "tree"];

    /// The kind of this name.
    pub fn parse(name: &str) -> Result<PictureKind, Error> {
        match name {
            "growth" => Ok(PictureKind::Growth),
            "tree" => Ok(PictureKind::Tree),
            _ => Err(Error::unknown("kind of picture", name, &PictureKind::NAMES)),
        }
    }
}

/// A search that can be drawn.
///
/// ```
/// use plywood_play::picture::{Caption, Picture, PictureKind};
/// use plywood_registry::PlayerSpec;
/// use plywood_play::{game, games};
/// let mut session = game(games(), "random-tree")?.open(Some("branching=5,depth=20"))?;
/// session.set_player(&PlayerSpec::parse("least-certainty,nodes=100")?)?;
/// let (_, tree) = session.replay()?;
/// let picture = Picture { tree: &tree, caption: Caption::default(), kind: PictureKind::Growth };
/// assert!(picture.svg().starts_with("<svg "));
/// # Ok::<(), plywood_play::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// The search, replayed.
    pub tree: &'a TreeReplay,
    /// What the title names.
    pub caption: Caption,
    /// What is drawn.
    pub kind: PictureKind,
}

impl Picture<'_> {
    /// The drawing as SVG. The same search gives the same text.
    pub fn svg(&self) -> String {
        match self.kind {
            PictureKind::Growth => columns::draw(self.tree, &self.caption),
            PictureKind::Tree => icicle::draw(self.tree, &self.caption),
        }
    }

    /// The numbers of all expansions as CSV.
    pub fn csv(&self) -> String {
        numbers::csv(self.tree)
    }
}

#[cfg(test)]
mod tests;
