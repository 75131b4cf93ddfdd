//! Plots as SVG elements, to stand within a page.
//!
//! Colours are classes and variables of the page's style sheet, so that a drawing follows the page
//! into dark mode and onto paper. Attributes have the light colours for a drawing by itself.

use super::plot::{Plot, Series, Style};
use super::theme::{LIGHT, hex};
use super::ticks::{Axis, Scale};
use super::{minus, minus_fixed};
use maud::{Markup, html};
use std::fmt::Write;

/// The size of a drawing: small enough that its letters can still be read on a telephone.
const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 380.0;
const TOP: f64 = 12.0;
const RIGHT: f64 = 14.0;
const BOTTOM: f64 = 52.0;
const FONT: f64 = 15.0;
/// Larger values are not drawn: arithmetic on axes would overflow.
const LARGEST: f64 = 1e100;
/// A line with more points than this has no marks, which would hide it.
const MARKED_POINTS: usize = 40;
/// How far beyond the points an axis follows error bars, for each length that the points cover.
const FARTHEST: f64 = 1.5;
/// Between the error bars of two series at one place.
const APART: f64 = 5.0;

/// A point to draw: places on both axes, the interval's places, and the text of its tooltip.
struct Mark {
    x: f64,
    y: f64,
    interval: Option<(f64, f64)>,
    words: String,
}

/// The axes, and the pixels that they cover.
struct Frame {
    x: Axis,
    y: Axis,
    left: f64,
}

impl Frame {
    fn x(&self, place: f64) -> f64 {
        self.left + self.x.part(place) * (WIDTH - RIGHT - self.left)
    }

    fn y(&self, place: f64) -> f64 {
        HEIGHT - BOTTOM - self.y.part(place) * (HEIGHT - BOTTOM - TOP)
    }
}

/// Draws a plot as one `<svg>` element, without its title and legend, which are text of the page.
/// The same plot gives the same text.
///
/// See [`Plot`] for an example.
pub fn draw(plot: &Plot) -> String {
    let marks: Vec<Vec<Mark>> = plot.series.iter().map(|series| marks(series, plot)).collect();
    let view = format!("0 0 {WIDTH} {HEIGHT}");
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(view) role="img" aria-label=(plot.title)
            font-family="system-ui, sans-serif" font-size=(FONT) fill="none" {
            @match frame(plot, &marks) {
                None => text x=(WIDTH / 2.0) y=(HEIGHT / 2.0) text-anchor="middle" fill="currentColor" { "no data" },
                Some(frame) => {
                    (axes(plot, &frame))
                    @for (index, (series, marks)) in plot.series.iter().zip(&marks).enumerate() {
                        (curve(&frame, series, marks, index, shift(plot, index)))
                    }
                }
            }
        }
    }
    .into_string()
}

/// The line and the mark of a series, as the legend shows them.
pub(crate) fn swatch(series: &Series, index: usize) -> Markup {
    html! {
        svg.swatch viewBox="0 0 34 14" aria-hidden="true" fill="none" {
            g class=(class(index)) color=(colour(index)) stroke="currentColor" stroke-width="2" {
                @if series.style != Style::Points {
                    path d="M0 7H34" stroke-dasharray=[dash(series.style, index)] {}
                }
                @if is_marked(series) {
                    path d=(marker(index, 17.0, 7.0)) fill="currentColor" stroke="none" {}
                }
            }
        }
    }
}

/// The axes of all marks; none if there is nothing to draw.
fn frame(plot: &Plot, marks: &[Vec<Mark>]) -> Option<Frame> {
    let all = || marks.iter().flatten();
    all().next()?;
    let bounds = |values: &mut dyn Iterator<Item = f64>| {
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)))
    };
    let (low_x, high_x) = bounds(&mut all().map(|mark| mark.x));
    let references = plot.references.iter().map(|line| plot.y_scale.place(line.0));
    let references = references.filter(|place| place.is_finite());
    let (low, high) = bounds(&mut all().map(|mark| mark.y).chain(references));
    // Bars of tiny samples reach so far that the points would lie on one line: such bars are cut off.
    let room = FARTHEST * (high - low).max(0.1 * low.abs().max(high.abs()));
    let ends = all().filter_map(|mark| mark.interval).flat_map(|(from, to)| [from, to]);
    let (least, most) = bounds(&mut ends.chain([low, high]));
    let (low_y, high_y) = (least.max(low - room), most.min(high + room));
    let x = Axis::new(plot.x_scale, low_x, high_x, false);
    let y = Axis::new(plot.y_scale, low_y, high_y, true);
    let widest = y.ticks.iter().map(|&tick| y.label(tick).chars().count()).max().unwrap_or(1);
    Some(Frame { x, y, left: 42.0 + 8.5 * widest as f64 })
}

fn axes(plot: &Plot, frame: &Frame) -> Markup {
    let (top, bottom) = (TOP, HEIGHT - BOTTOM);
    let (left, right) = (frame.left, WIDTH - RIGHT);
    let vertical = |places: &[f64]| {
        places
            .iter()
            .fold(String::new(), |d, &place| d + &format!("M{} {top}V{bottom}", px(frame.x(place))))
    };
    let horizontal = |places: &[f64]| {
        places.iter().fold(String::new(), |d, &place| {
            d + &format!("M{} {}H{right}", px(left), px(frame.y(place)))
        })
    };
    let minor = vertical(&frame.x.light) + &horizontal(&frame.y.light);
    let major = vertical(&frame.x.ticks) + &horizontal(&frame.y.ticks);
    let middle_y = (top + bottom) / 2.0;
    let turned = format!("translate({} {middle_y}) rotate(-90)", px(FONT));
    let references = plot
        .references
        .iter()
        .map(|(value, name)| (frame.y(plot.y_scale.place(*value)), name))
        .filter(|(y, _)| y.is_finite());
    html! {
        @if !minor.is_empty() {
            path.minor d=(minor) stroke="currentColor" stroke-opacity="0.07" {}
        }
        path.major d=(major) stroke="currentColor" stroke-opacity="0.16" {}
        path d={ "M" (px(left)) " " (top) "V" (bottom) "H" (right) } stroke="currentColor" {}
        g fill="currentColor" text-anchor="middle" {
            @for &tick in &frame.x.ticks {
                text x=(px(frame.x(tick))) y=(bottom + 20.0) { (frame.x.label(tick)) }
            }
            text x=(px((left + right) / 2.0)) y=(HEIGHT - 8.0) { (plot.x_label) }
            text transform=(turned) { (plot.y_label) }
        }
        g fill="currentColor" text-anchor="end" {
            @for &tick in &frame.y.ticks {
                text x=(px(left - 8.0)) y=(px(frame.y(tick) + 5.0)) {
                    (minus(frame.y.label(tick)))
                }
            }
        }
        @for (y, name) in references {
            path.reference d={ "M" (px(left)) " " (px(y)) "H" (right) } stroke="currentColor"
                stroke-width="1.5" stroke-dasharray="1.5 3" {}
            text.name x=(right - 4.0) y=(px(beside(y))) text-anchor="end" font-size="13" fill="currentColor" {
                (name)
            }
        }
    }
}

/// Where the name of a horizontal line stands: above it, or below it at the upper edge of the plot.
fn beside(y: f64) -> f64 {
    if y < 18.0 { y + 15.0 } else { y - 5.0 }
}

fn curve(frame: &Frame, series: &Series, marks: &[Mark], index: usize, shift: f64) -> Markup {
    let at = |mark: &Mark| (frame.x(mark.x) + shift, frame.y(mark.y));
    let line = path(marks.iter().map(at));
    let bars = marks.iter().filter_map(|mark| Some((at(mark).0, mark.interval?)));
    let bars = bars.fold(String::new(), |mut d, (x, ends)| {
        let (x, from, to) = (px(x), px(x - 3.5), px(x + 3.5));
        let ends = [ends.0, ends.1].map(|end| frame.y(end));
        let shown = ends.map(|y| px(y.clamp(TOP, HEIGHT - BOTTOM)));
        let _ = write!(d, "M{x} {}V{}", shown[0], shown[1]);
        // An end beyond the frame has no cap.
        let capped = ends.into_iter().zip(shown).filter(|(y, shown)| (y - shown).abs() < 0.1);
        for (_, y) in capped {
            let _ = write!(d, "M{from} {y}H{to}");
        }
        d
    });
    html! {
        g class=(class(index)) color=(colour(index)) stroke="currentColor" stroke-width="2" {
            @if series.style != Style::Points {
                path.line d=(line) stroke-linejoin="round" stroke-dasharray=[dash(series.style, index)] {}
            }
            @if !bars.is_empty() {
                path.bars d=(bars) stroke-width="1.4" {}
            }
            @if is_marked(series) {
                g fill="currentColor" stroke="none" {
                    @for mark in marks {
                        path d=(marker(index, at(mark).0, at(mark).1)) { title { (mark.words) } }
                    }
                }
            }
        }
    }
}

/// The points of a series that can be drawn.
fn marks(series: &Series, plot: &Plot) -> Vec<Mark> {
    let fits = |value: &f64| value.abs() <= LARGEST;
    let y_place = |value: f64| Some(plot.y_scale.place(value)).filter(fits);
    let mark = |(i, &(x, y)): (usize, &(f64, f64))| {
        let interval = series.intervals.get(i).copied();
        let x_place = Some(plot.x_scale.place(x)).filter(fits)?;
        let places = interval.and_then(|(low, high)| Some((y_place(low)?, y_place(high)?)));
        let mut words = format!("{}: {} at {}", series.name, shown(y), shown(x));
        if let Some((low, high)) = interval.filter(|_| places.is_some()) {
            let _ = write!(words, " ({} to {})", shown(low), shown(high));
        }
        Some(Mark { x: x_place, y: y_place(y)?, interval: places, words })
    };
    series.points.iter().enumerate().filter_map(mark).collect()
}

/// A number in a tooltip: three digits are enough.
fn shown(value: f64) -> String {
    let decimals = match value.abs() {
        _ if value.fract() == 0.0 => 0,
        size if size < 10.0 => 2,
        size if size < 1000.0 => 1,
        _ => 0,
    };
    minus_fixed(value, decimals)
}

/// Error bars at the same whole number would hide each other: series stand a little apart.
fn shift(plot: &Plot, index: usize) -> f64 {
    let barred = plot.series.iter().filter(|series| series.has_bars()).count();
    match plot.x_scale {
        Scale::Whole if barred > 0 => {
            (index as f64 - 0.5 * (plot.series.len() as f64 - 1.0)) * APART
        }
        _ => 0.0,
    }
}

/// A path along points.
pub(crate) fn path(points: impl Iterator<Item = (f64, f64)>) -> String {
    points.fold(String::new(), |mut path, (x, y)| {
        let step = if path.is_empty() { 'M' } else { 'L' };
        let _ = write!(path, "{step}{} {}", px(x), px(y));
        path
    })
}

/// A length to a hundredth of a pixel.
pub(crate) fn px(length: f64) -> f64 {
    (length * 100.0).round() / 100.0
}

fn class(index: usize) -> String {
    format!("s{}", index % LIGHT.series.len())
}

fn colour(index: usize) -> String {
    hex(LIGHT.series[index % LIGHT.series.len()])
}

/// The outline of a mark: a different shape for each series, which is also visible in a grey print.
fn marker(index: usize, x: f64, y: f64) -> String {
    let outline: &[(f64, f64)] = match index % LIGHT.series.len() {
        0 => {
            let (left, top) = (px(x - 4.5), px(y));
            return format!("M{left} {top}a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z");
        }
        1 => &[(0.0, -5.5), (5.2, 4.0), (-5.2, 4.0)],
        2 => &[(-4.2, -4.2), (4.2, -4.2), (4.2, 4.2), (-4.2, 4.2)],
        3 => &[(0.0, -6.0), (5.2, 0.0), (0.0, 6.0), (-5.2, 0.0)],
        4 => &[(0.0, 5.5), (5.2, -4.0), (-5.2, -4.0)],
        5 => &[
            (-1.5, -5.5),
            (1.5, -5.5),
            (1.5, -1.5),
            (5.5, -1.5),
            (5.5, 1.5),
            (1.5, 1.5),
            (1.5, 5.5),
            (-1.5, 5.5),
            (-1.5, 1.5),
            (-5.5, 1.5),
            (-5.5, -1.5),
            (-1.5, -1.5),
        ],
        6 => &[
            (0.0, -2.4),
            (3.4, -5.6),
            (5.6, -3.4),
            (2.4, 0.0),
            (5.6, 3.4),
            (3.4, 5.6),
            (0.0, 2.4),
            (-3.4, 5.6),
            (-5.6, 3.4),
            (-2.4, 0.0),
            (-5.6, -3.4),
            (-3.4, -5.6),
        ],
        _ => &[(-5.5, -2.2), (5.5, -2.2), (5.5, 2.2), (-5.5, 2.2)],
    };
    path(outline.iter().map(|&(right, down)| (x + right, y + down))) + "z"
}

fn is_marked(series: &Series) -> bool {
    series.style == Style::Points || series.points.len() <= MARKED_POINTS
}

/// Dashes and gaps. Lines are dashed where the colours repeat.
fn dash(style: Style, index: usize) -> Option<&'static str> {
    match style {
        Style::Line if index < LIGHT.series.len() => None,
        Style::Line => Some("12 3"),
        Style::Dashed => Some("8 5"),
        Style::Dotted => Some("2 4"),
        Style::Points => None,
    }
}

#[cfg(test)]
mod tests;
