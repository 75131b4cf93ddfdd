//! Files with pictures of searches: the formats of [`plywood_play::picture`], and PNG.

#[cfg(feature = "png")]
mod png;

use crate::Error;

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

    /// The bytes of a file of this format with a drawing. PNG depends on the fonts of the system, and fails if it has
    /// none; CSV has no drawings.
    pub fn encode(self, svg: &str) -> Result<Vec<u8>, Error> {
        match self {
            PictureFormat::Svg => Ok(svg.as_bytes().to_vec()),
            #[cfg(feature = "png")]
            PictureFormat::Png => png::png(svg),
            #[cfg(not(feature = "png"))]
            PictureFormat::Png => Err(Error::input("PNG: expected a build with the feature 'png'")),
            PictureFormat::Csv => Err(Error::input("a drawing is no table: expected SVG or PNG")),
        }
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
