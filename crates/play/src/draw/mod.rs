//! What drawings are made of: colors, ticks of axes, and paths.

mod theme;
mod ticks;

pub use theme::{Colour, DARK, LIGHT, Theme, css, hex};
pub use ticks::{Axis, Scale};

use std::fmt::Write;

/// A path along points.
pub fn path(points: impl Iterator<Item = (f64, f64)>) -> String {
    points.fold(String::new(), |mut path, (x, y)| {
        let step = if path.is_empty() { 'M' } else { 'L' };
        let _ = write!(path, "{step}{} {}", px(x), px(y));
        path
    })
}

/// A length to a hundredth of a pixel.
pub fn px(length: f64) -> f64 {
    (length * 100.0).round() / 100.0
}
