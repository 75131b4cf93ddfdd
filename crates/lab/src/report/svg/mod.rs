//! Plots as SVG elements, to stand within a page.
//!
//! Colors are classes and variables of the page's style sheet, so that a drawing follows the page
//! into dark mode and onto paper. Attributes have the light colors for a drawing by itself.

mod frame;
mod labels;
mod shapes;

use super::minus_fixed;
use super::plot::{Plot, Series, Style};
use frame::Frame;
use labels::{Line, Obstacles, Point, Rect};
use maud::{Markup, html};
use plywood_play::draw::{path, px};
use shapes::{class, color, dash, is_marked, marker, width};
use std::fmt::Write;

/// The size of letters for which there is room. On large screens the style sheet makes them smaller.
const FONT: f64 = 17.0;
/// The size of the names of lines.
const SMALL_FONT: f64 = 15.0;
/// Larger values are not drawn: arithmetic on axes would overflow.
const LARGEST: f64 = 1e100;

/// A point to draw: places on both axes, the interval's places, and the text of its tooltip.
struct Mark {
    x: f64,
    y: f64,
    interval: Option<(f64, f64)>,
    words: String,
}

/// A plot that is ready to be drawn.
struct Layout<'a> {
    plot: &'a Plot,
    marks: Vec<Vec<Mark>>,
    frame: Frame,
}

impl<'a> Layout<'a> {
    fn new(plot: &'a Plot, frame: fn(&Plot, &[Vec<Mark>]) -> Option<Frame>) -> Option<Self> {
        let marks: Vec<Vec<Mark>> = plot.series.iter().map(|series| marks(series, plot)).collect();
        let frame = frame(plot, &marks)?;
        Some(Layout { plot, marks, frame })
    }

    fn at(&self, series: usize, mark: &Mark) -> (f64, f64) {
        self.frame.at(mark.x, mark.y, self.frame.shift(self.plot, series))
    }

    /// The error bar of a mark from end to end, and which ends are within the frame.
    fn bar(&self, series: usize, mark: &Mark) -> Option<[(Point, bool); 2]> {
        let (low, high) = mark.interval?;
        let shift = self.frame.shift(self.plot, series);
        Some([low, high].map(|end| {
            let (kept, is_inside) = self.frame.within(end);
            (self.frame.at(mark.x, kept, shift), is_inside)
        }))
    }

    /// All that a name must not cover.
    fn obstacles(&self) -> Obstacles {
        let mut drawn = Obstacles::default();
        for (index, (series, marks)) in self.plot.series.iter().zip(&self.marks).enumerate() {
            let points: Vec<_> = marks.iter().map(|mark| self.at(index, mark)).collect();
            if series.style != Style::Points {
                drawn.lines.extend(points.windows(2).map(|two| (two[0], two[1])));
            }
            if is_marked(series) {
                drawn.rects.extend(points.into_iter().map(|point| Rect::around(point, 6.0)));
            }
            for [from, to] in marks.iter().filter_map(|mark| self.bar(index, mark)) {
                drawn.lines.push((from.0, to.0));
                drawn.rects.extend([from, to].map(|end| Rect::around(end.0, 4.0)));
            }
        }
        drawn.lines.extend(self.references().map(|(_, line)| line));
        drawn
    }

    /// The horizontal lines with their names.
    fn references(&self) -> impl Iterator<Item = (&'a str, Line)> {
        let lines = self.plot.references.iter();
        let lines = lines.map(|(value, name)| (self.plot.y_scale.place(*value), name.as_str()));
        lines.filter(|line| line.0.is_finite()).map(|(place, name)| (name, self.frame.level(place)))
    }

    /// Where the name of each line stands; nowhere if it would cover something.
    fn names(&self) -> Vec<(&'a str, Option<Rect>)> {
        let mut drawn = self.obstacles();
        let area = Rect { right: self.frame.area.right - 2.0, ..self.frame.area };
        let place = |(name, line): (&'a str, Line)| {
            let size = (width(name, SMALL_FONT), SMALL_FONT);
            // The names of upright lines are in the legend.
            let rect = match self.frame.has_rows() {
                false => labels::place(line.0.1, size, area, &drawn),
                true => None,
            };
            drawn.rects.extend(rect);
            (name, rect)
        };
        self.references().map(place).collect()
    }

    fn curves(&self) -> Markup {
        html! {
            @for (index, series) in self.plot.series.iter().enumerate() {
                (self.curve(index, series))
            }
        }
    }

    fn curve(&self, index: usize, series: &Series) -> Markup {
        let marks = &self.marks[index];
        let line = path(marks.iter().map(|mark| self.at(index, mark)));
        let bars = marks.iter().filter_map(|mark| self.bar(index, mark)).fold(
            String::new(),
            |mut d, [from, to]| {
                let _ =
                    write!(d, "M{} {}L{} {}", px(from.0.0), px(from.0.1), px(to.0.0), px(to.0.1));
                // An end beyond the frame has no cap.
                for ((x, y), _) in [from, to].into_iter().filter(|end| end.1) {
                    let _ = match self.frame.has_rows() {
                        false => write!(d, "M{} {}H{}", px(x - 3.5), px(y), px(x + 3.5)),
                        true => write!(d, "M{} {}V{}", px(x), px(y - 3.5), px(y + 3.5)),
                    };
                }
                d
            },
        );
        let (class, color) = (class(series.style, index), color(series.style, index));
        html! {
            g class=(class) color=(color) stroke="currentColor" stroke-width="2" {
                @if series.style != Style::Points {
                    path.line d=(line) stroke-linejoin="round" stroke-dasharray=[dash(series.style, index)] {}
                }
                @if !bars.is_empty() {
                    path.bars d=(bars) stroke-width="1.4" stroke-opacity="0.6" {}
                }
                @if is_marked(series) {
                    g fill="currentColor" stroke="none" {
                        @for mark in marks {
                            path d=(marker(index, self.at(index, mark).0, self.at(index, mark).1)) {
                                title { (mark.words) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Draws a plot as one `<svg>` element, without its title and legend, which are text of the page.
/// The same plot gives the same text.
///
/// See [`Plot`] for an example.
pub fn draw(plot: &Plot) -> String {
    let Some(layout) = Layout::new(plot, Frame::new) else {
        return html! {
            svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 520 60" role="img" aria-label=(plot.title)
                font-family="system-ui, sans-serif" font-size=(FONT) {
                text x="260" y="36" text-anchor="middle" fill="currentColor" { "no data" }
            }
        }
        .into_string();
    };
    let (width, height) = layout.frame.size;
    html! {
        svg.plot xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (px(width)) " " (px(height)) } role="img"
            aria-label=(plot.title) font-family="system-ui, sans-serif" font-size=(FONT) fill="none" {
            (layout.frame.axes(plot))
            @for (_, (from, to)) in layout.references() {
                path.reference d=(path([from, to].into_iter())) stroke="currentColor" stroke-width="1.5"
                    stroke-dasharray="1.5 3" {}
            }
            (layout.curves())
            @for (name, rect) in layout.names() {
                @if let Some(rect) = rect {
                    text.name x=(px(rect.right)) y=(px(rect.bottom - 2.5)) text-anchor="end"
                        font-size=(SMALL_FONT) fill="currentColor" { (name) }
                }
            }
        }
    }
    .into_string()
}

/// A small drawing of a plot, without words; nothing if it has no data.
pub(crate) fn thumbnail(plot: &Plot) -> Option<String> {
    /// More points than this make one spot.
    const MOST: usize = 60;
    let thinned = plot.series.iter().map(|series| Series {
        points: series.points.iter().step_by(series.points.len().div_ceil(MOST)).copied().collect(),
        intervals: Vec::new(),
        ..series.clone()
    });
    let plot = Plot { series: thinned.collect(), ..plot.clone() };
    let layout = Layout::new(&plot, Frame::small)?;
    let Rect { left, top, right, bottom } = layout.frame.area;
    let drawing = html! {
        svg.thumbnail viewBox={ "0 0 " (layout.frame.size.0) " " (layout.frame.size.1) } aria-hidden="true" fill="none" {
            path d={ "M" (left) " " (top) "V" (bottom) "H" (right) } stroke="currentColor" stroke-opacity="0.6" {}
            @for (_, (from, to)) in layout.references() {
                path d=(path([from, to].into_iter())) stroke="currentColor" stroke-opacity="0.6" stroke-dasharray="1.5 3" {}
            }
            @for (index, series) in plot.series.iter().enumerate() {
                @let points = || layout.marks[index].iter().map(|mark| layout.at(index, mark));
                g class=(class(series.style, index)) color=(color(series.style, index)) {
                    // A single point makes no line.
                    @if series.style != Style::Points && series.points.len() > 1 {
                        path d=(path(points())) stroke="currentColor" stroke-width="1.6" stroke-linejoin="round"
                            stroke-dasharray=[dash(series.style, index)] {}
                    } @else {
                        path d=(points().map(dot).collect::<String>()) fill="currentColor" {}
                    }
                }
            }
        }
    };
    Some(drawing.into_string())
}

/// A small square around a point.
fn dot((x, y): (f64, f64)) -> String {
    format!("M{} {}h3.6v3.6h-3.6z", px(x - 1.8), px(y - 1.8))
}

/// The names of lines that have no place in the drawing, because they would cover something.
pub(crate) fn unplaced(plot: &Plot) -> Vec<&str> {
    let layout = Layout::new(plot, Frame::new);
    let names = layout.map_or(Vec::new(), |layout| layout.names());
    names.into_iter().filter(|name| name.1.is_none()).map(|name| name.0).collect()
}

/// The line and the mark of a series, as the legend shows them.
pub(crate) fn swatch(series: &Series, index: usize) -> Markup {
    html! {
        svg.swatch viewBox="0 0 34 14" aria-hidden="true" fill="none" {
            g class=(class(series.style, index)) color=(color(series.style, index)) stroke="currentColor" stroke-width="2" {
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

/// The dotted line of a name in the legend.
pub(crate) fn reference_swatch() -> Markup {
    html! {
        svg.swatch viewBox="0 0 34 14" aria-hidden="true" fill="none" {
            path d="M0 7H34" stroke="currentColor" stroke-width="1.5" stroke-dasharray="1.5 3" {}
        }
    }
}

/// The points of a series that can be drawn.
fn marks(series: &Series, plot: &Plot) -> Vec<Mark> {
    let fits = |value: &f64| value.abs() <= LARGEST;
    let y_place = |value: f64| Some(plot.y_scale.place(value)).filter(fits);
    let x_place = |value: f64| match plot.names.len() {
        0 => Some(plot.x_scale.place(value)).filter(fits),
        names => Some(value).filter(|place| (1.0..=names as f64).contains(place)),
    };
    let mark = |(i, &(x, y)): (usize, &(f64, f64))| {
        let interval = series.intervals.get(i).copied();
        let places = interval.and_then(|(low, high)| Some((y_place(low)?, y_place(high)?)));
        let x_words = match plot.names.get((x - 1.0).max(0.0) as usize) {
            Some(name) => name.clone(),
            None => shown(x),
        };
        let mut words = format!("{}: {} at {x_words}", series.name, shown(y));
        if let Some((low, high)) = interval.filter(|_| places.is_some()) {
            let _ = write!(words, " ({} to {})", shown(low), shown(high));
        }
        Some(Mark { x: x_place(x)?, y: y_place(y)?, interval: places, words })
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

#[cfg(test)]
mod tests;
