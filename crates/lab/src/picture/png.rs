//! Drawings as PNG.

use crate::Error;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Family, Query};
use resvg::usvg::{Options, Tree};
use std::sync::Arc;

/// The width in pixels: 300 to the inch at 170 mm.
const WIDTH: f32 = 2008.0;
/// Fonts of the width that drawings expect.
const FONTS: [&str; 6] =
    ["Helvetica", "Arial", "Liberation Sans", "DejaVu Sans", "Noto Sans", "Segoe UI"];

/// A drawing as the bytes of a PNG file, with the fonts of the system. A failure if there are none: the
/// texts would be missing.
pub(super) fn png(svg: &str) -> Result<Vec<u8>, Error> {
    let mut fonts = Database::new();
    fonts.load_system_fonts();
    let has = |fonts: &Database, name: &str| {
        let families = [Family::Name(name)];
        fonts.query(&Query { families: &families, ..Query::default() }).is_some()
    };
    let known = FONTS.into_iter().find(|name| has(&fonts, name)).map(str::to_string);
    let any = || Some(fonts.faces().next()?.families.first()?.0.clone());
    let Some(family) = known.or_else(any) else {
        return Err(Error::failure(
            "PNG: no fonts are installed on this system: expected some, or a file FILE.svg",
        ));
    };
    fonts.set_sans_serif_family(family.clone());
    let options = Options { font_family: family, fontdb: Arc::new(fonts), ..Options::default() };
    let wrong = |what: String| Error::failure(format!("PNG: {what}"));
    let tree = Tree::from_str(svg, &options).map_err(|error| wrong(error.to_string()))?;
    let scale = WIDTH / tree.size().width();
    let height = (tree.size().height() * scale).ceil();
    let mut pixels = Pixmap::new(WIDTH as u32, height as u32)
        .ok_or_else(|| wrong("the picture is too large".to_string()))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| wrong(error.to_string()))
}
