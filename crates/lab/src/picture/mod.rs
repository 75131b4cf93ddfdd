//! Pictures of searches: every node of a small tree, how a large tree grew, and the tree itself.
//!
//! [`Session::replay`](crate::play::Session::replay) runs a search and rebuilds its tree from the events.
//! [`Picture`] draws the result as SVG or PNG and writes its numbers as CSV. A [`Sheet`] has diagrams of one or more
//! searches, from what [`Session::search_record`](crate::play::Session::search_record) records.
//! `docs/pictures.md` says how to read the pictures.

mod canvas;
mod columns;
mod diagram;
mod icicle;
mod numbers;
#[cfg(feature = "png")]
mod png;
mod replay;

pub use diagram::{Place, SearchRecord, Searched, Sheet};
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

/// The format of a file with a picture or its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    /// A drawing as SVG.
    Svg,
    /// A drawing as PNG, 2,008 pixels wide: 300 per inch at a width of 170 mm. It needs the feature `png`.
    Png,
    /// The numbers of all expansions as CSV.
    Csv,
}

impl PictureFormat {
    /// Whether this build can write it: PNG needs the feature `png`.
    pub fn is_available(self) -> bool {
        self != PictureFormat::Png || cfg!(feature = "png")
    }

    /// The format of a file by the extension of its path; none if it is another one.
    ///
    /// ```
    /// use plywood_lab::picture::PictureFormat;
    /// assert_eq!(PictureFormat::of("a/search.PNG".as_ref()), Some(PictureFormat::Png));
    /// assert_eq!(PictureFormat::of("search.pdf".as_ref()), None);
    /// ```
    pub fn of(path: &std::path::Path) -> Option<PictureFormat> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "svg" => Some(PictureFormat::Svg),
            "png" => Some(PictureFormat::Png),
            "csv" => Some(PictureFormat::Csv),
            _ => None,
        }
    }
}

/// A search that can be drawn.
///
/// ```
/// use plywood_lab::picture::{Caption, Picture, PictureFormat, PictureKind};
/// use plywood_lab::registry::{PlayerSpec, game, games};
/// let mut session = game(games(), "random-tree")?.open(Some("branching=5,depth=20"))?;
/// session.set_player(&PlayerSpec::parse("least-certainty,nodes=100")?)?;
/// let (_, tree) = session.replay()?;
/// let picture = Picture { tree: &tree, caption: Caption::default(), kind: PictureKind::Growth };
/// let svg = picture.draw(PictureFormat::Svg)?;
/// assert!(svg.starts_with(b"<svg "));
/// # Ok::<(), plywood_lab::Error>(())
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
    /// The bytes of a file of this format. The same search gives the same SVG and CSV; PNG depends on the fonts of
    /// the system, and fails if it has none.
    pub fn draw(&self, format: PictureFormat) -> Result<Vec<u8>, Error> {
        if format == PictureFormat::Csv {
            return Ok(numbers::csv(self.tree).into_bytes());
        }
        let svg = match self.kind {
            PictureKind::Growth => columns::draw(self.tree, &self.caption),
            PictureKind::Tree => icicle::draw(self.tree, &self.caption),
        };
        drawn(&svg, format)
    }
}

/// A drawing in a format.
fn drawn(svg: &str, format: PictureFormat) -> Result<Vec<u8>, Error> {
    match format {
        #[cfg(feature = "png")]
        PictureFormat::Png => png::png(svg),
        #[cfg(not(feature = "png"))]
        PictureFormat::Png => Err(Error::input("PNG: expected a build with the feature 'png'")),
        _ => Ok(svg.as_bytes().to_vec()),
    }
}

#[cfg(test)]
mod tests;
