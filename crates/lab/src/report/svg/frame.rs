//! The frame of a plot: its axes, and where a point of them is in the drawing.

use super::labels::{Line, Rect};
use super::shapes::{width, wrapped};
use super::{FONT, Mark};
use crate::report::minus;
use crate::report::plot::Plot;
use maud::{Markup, html};
use plywood_play::draw::{Axis, Scale, px};

/// The size of a drawing: small enough that its letters can still be read on a telephone.
const WIDTH: f64 = 520.0;
const HEIGHT: f64 = 340.0;
/// The size of a thumbnail.
const SMALL: (f64, f64) = (180.0, 112.0);
const LINE: f64 = 19.0;
/// How far beyond the points an axis follows error bars, for each length that the points cover.
const FARTHEST: f64 = 1.5;
/// Names on the left take at most this part of the width.
const NAMES: f64 = 0.42;
/// Between the rows of two names, and between the series of one.
const ROW: f64 = 12.0;
pub(super) const APART: f64 = 5.0;
const APART_IN_ROWS: f64 = 11.0;

/// The axes, and the part of the drawing that they cover.
pub(super) struct Frame {
    x: Axis,
    y: Axis,
    pub area: Rect,
    pub size: (f64, f64),
    /// The lines of each name and the middle of its row, if the places on the x axis are rows.
    rows: Vec<(Vec<String>, f64)>,
    /// The lines of each name below its place, if there is room for them.
    names: Vec<Vec<String>>,
    /// The labels in lines.
    x_label: Vec<String>,
    y_label: Vec<String>,
}

/// How far the numbers of a plot reach.
struct Reach {
    x: (f64, f64),
    y: (f64, f64),
}

fn bounds(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)))
}

fn reach(plot: &Plot, marks: &[Vec<Mark>]) -> Option<Reach> {
    let all = || marks.iter().flatten();
    all().next()?;
    let x = match plot.names.len() {
        0 => bounds(all().map(|mark| mark.x)),
        names => (1.0, names as f64),
    };
    let references = plot.references.iter().map(|line| plot.y_scale.place(line.0));
    let references = references.filter(|place| place.is_finite());
    let (low, high) = bounds(all().map(|mark| mark.y).chain(references));
    // Bars of tiny samples reach so far that the points would lie on one line: such bars are cut off.
    let room = FARTHEST * (high - low).max(0.1 * low.abs().max(high.abs()));
    let ends = all().filter_map(|mark| mark.interval).flat_map(|(from, to)| [from, to]);
    let (least, most) = bounds(ends.chain([low, high]));
    Some(Reach { x, y: (least.max(low - room), most.min(high + room)) })
}

impl Frame {
    /// The axes of all marks; none if there is nothing to draw.
    pub fn new(plot: &Plot, marks: &[Vec<Mark>]) -> Option<Frame> {
        let reach = reach(plot, marks)?;
        let y = Axis::new(plot.y_scale, reach.y.0, reach.y.1, true);
        let label = |text: &str| match text.is_empty() {
            true => Vec::new(),
            false => wrapped(text, FONT, WIDTH - 8.0),
        };
        let (x_label, y_label) = (label(&plot.x_label), label(&plot.y_label));
        let scale = if plot.names.is_empty() { plot.x_scale } else { Scale::Whole };
        let x = Axis::new(scale, reach.x.0, reach.x.1, false);
        let ends = y.ticks.iter().map(|&tick| width(&minus(y.label(tick)), FONT));
        let left = ends.fold(0.0, f64::max) + 12.0;
        let right = WIDTH - 12.0;
        let slot = (right - left) / (plot.names.len() as f64 + 0.6) - 8.0;
        let names: Vec<_> = plot.names.iter().map(|name| wrapped(name, FONT, slot)).collect();
        let lines = names.iter().map(Vec::len).max().unwrap_or(1);
        let breaks_words = |name: &String| name.split(' ').any(|word| width(word, FONT) > slot);
        if lines > 2 || plot.names.iter().any(breaks_words) {
            return Some(Frame::in_rows(plot, x, y, [x_label, y_label]));
        }
        let area = Rect {
            left,
            top: 13.0 + LINE * y_label.len() as f64,
            right,
            bottom: HEIGHT - 10.0 - LINE * (x_label.len() + lines) as f64,
        };
        Some(Frame { x, y, area, size: (WIDTH, HEIGHT), rows: Vec::new(), names, x_label, y_label })
    }

    /// With the names one below the other, and the numbers to the right.
    fn in_rows(plot: &Plot, x: Axis, y: Axis, [x_label, y_label]: [Vec<String>; 2]) -> Frame {
        let names: Vec<Vec<String>> =
            plot.names.iter().map(|name| wrapped(name, FONT, NAMES * WIDTH)).collect();
        let widest = names.iter().flatten().map(|line| width(line, FONT)).fold(0.0, f64::max);
        let series = plot.series.len() as f64;
        let top = 13.0 + LINE * x_label.len() as f64;
        let mut bottom = top;
        let mut rows = Vec::new();
        for lines in names {
            let height = (LINE * lines.len() as f64).max(APART_IN_ROWS * series) + ROW;
            rows.push((lines, bottom + height / 2.0));
            bottom += height;
        }
        let area = Rect { left: widest + 14.0, top, right: WIDTH - 14.0, bottom };
        let size = (WIDTH, bottom + 28.0 + LINE * y_label.len() as f64);
        Frame { x, y, area, size, rows, names: Vec::new(), x_label, y_label }
    }

    /// A small one without labels.
    pub fn small(plot: &Plot, marks: &[Vec<Mark>]) -> Option<Frame> {
        let reach = reach(plot, marks)?;
        let y = Axis::new(plot.y_scale, reach.y.0, reach.y.1, true);
        let scale = if plot.names.is_empty() { plot.x_scale } else { Scale::Whole };
        let x = Axis::new(scale, reach.x.0, reach.x.1, false);
        let (x_label, y_label) = (Vec::new(), Vec::new());
        let area = Rect { left: 5.0, top: 5.0, right: SMALL.0 - 5.0, bottom: SMALL.1 - 5.0 };
        Some(Frame {
            x,
            y,
            area,
            size: SMALL,
            rows: Vec::new(),
            names: Vec::new(),
            x_label,
            y_label,
        })
    }

    fn across(&self, part: f64) -> f64 {
        self.area.left + part * (self.area.right - self.area.left)
    }

    fn down(&self, part: f64) -> f64 {
        self.area.bottom - part * (self.area.bottom - self.area.top)
    }

    /// Whether the names are rows, and the numbers to the right.
    pub fn has_rows(&self) -> bool {
        !self.rows.is_empty()
    }

    /// Where a point is, moved along the x axis.
    pub fn at(&self, x: f64, y: f64, shift: f64) -> (f64, f64) {
        match self.has_rows() {
            false => (self.across(self.x.part(x)) + shift, self.down(self.y.part(y))),
            true => {
                let row = self.rows.get((x - 1.0).max(0.0) as usize);
                (self.across(self.y.part(y)), row.map_or(self.area.top, |row| row.1) + shift)
            }
        }
    }

    /// A place on the y axis, kept within the frame, and whether it was in it.
    pub fn within(&self, y: f64) -> (f64, bool) {
        let part = self.y.part(y);
        let kept = self.y.low() + part.clamp(0.0, 1.0) * (self.y.high() - self.y.low());
        (kept, (-0.001..=1.001).contains(&part))
    }

    /// A line across the plot at a place on the y axis.
    pub fn level(&self, y: f64) -> Line {
        let Rect { left, top, right, bottom } = self.area;
        match self.has_rows() {
            false => {
                let y = self.down(self.y.part(y));
                ((left, y), (right, y))
            }
            true => {
                let x = self.across(self.y.part(y));
                ((x, top), (x, bottom))
            }
        }
    }

    /// How far a series stands from its place on the x axis: error bars at the same whole number would hide each other.
    pub fn shift(&self, plot: &Plot, index: usize) -> f64 {
        let barred = plot.series.iter().filter(|series| series.has_bars()).count();
        let apart = match (self.has_rows(), plot.x_scale) {
            (true, _) => APART_IN_ROWS,
            (false, Scale::Whole) if barred > 0 => APART,
            _ => return 0.0,
        };
        (index as f64 - 0.5 * (plot.series.len() as f64 - 1.0)) * apart
    }

    /// The lines of the frame, its labels and its ticks.
    pub fn axes(&self, plot: &Plot) -> Markup {
        let Rect { left, top, right, bottom } = self.area;
        let up = |x: f64| format!("M{} {}V{}", px(x), px(top), px(bottom));
        let across = |y: f64| format!("M{} {}H{}", px(left), px(y), px(right));
        let line = |along_x: bool, place: f64| match (self.has_rows(), along_x) {
            (false, true) => up(self.across(self.x.part(place))),
            (false, false) => across(self.down(self.y.part(place))),
            (true, true) => across(self.at(place, self.y.low(), 0.0).1),
            (true, false) => up(self.across(self.y.part(place))),
        };
        let lines = |along_x: bool, places: &[f64]| -> String {
            places.iter().map(|&place| line(along_x, place)).collect()
        };
        let named: Vec<f64> = (1..=plot.names.len()).map(|place| place as f64).collect();
        let x_ticks = if named.is_empty() { &self.x.ticks } else { &named };
        let minor = match named.is_empty() {
            true => lines(true, &self.x.light),
            false => String::new(),
        } + &lines(false, &self.y.light);
        let major = lines(true, x_ticks) + &lines(false, &self.y.ticks);
        let (above, below) = match self.has_rows() {
            false => (&self.y_label, &self.x_label),
            true => (&self.x_label, &self.y_label),
        };
        let below_from =
            bottom + 20.0 + LINE * self.names.iter().map(Vec::len).max().unwrap_or(1) as f64;
        html! {
            @if !minor.is_empty() {
                path.minor d=(minor) stroke="currentColor" stroke-opacity="0.07" {}
            }
            path.major d=(major) stroke="currentColor" stroke-opacity="0.16" {}
            path d={ "M" (px(left)) " " (px(top)) "V" (px(bottom)) "H" (px(right)) } stroke="currentColor" {}
            g fill="currentColor" {
                @for (i, line) in above.iter().enumerate() {
                    text.label x="2" y=(px(15.0 + LINE * i as f64)) { (line) }
                }
                @for (i, line) in below.iter().enumerate() {
                    text.label x=(px(right)) y=(px(below_from + LINE * i as f64)) text-anchor="end" { (line) }
                }
            }
            @if self.has_rows() {
                (self.names())
                (self.numbers_below(&self.y, |tick| minus(self.y.label(tick))))
            } @else {
                (self.numbers_left())
                @if named.is_empty() {
                    (self.numbers_below(&self.x, |tick| minus(self.x.label(tick))))
                } @else {
                    g fill="currentColor" text-anchor="middle" {
                        @for (place, lines) in named.iter().zip(&self.names) {
                            @for (i, line) in lines.iter().enumerate() {
                                text x=(px(self.across(self.x.part(*place)))) y=(px(bottom + 20.0 + LINE * i as f64)) { (line) }
                            }
                        }
                    }
                }
            }
        }
    }

    fn numbers_left(&self) -> Markup {
        html! {
            g fill="currentColor" text-anchor="end" {
                @for &tick in &self.y.ticks {
                    text x=(px(self.area.left - 8.0)) y=(px(self.down(self.y.part(tick)) + 5.0)) {
                        (minus(self.y.label(tick)))
                    }
                }
            }
        }
    }

    /// The labels of an axis below the plot: those that do not run into the one before, and none beyond the edge.
    fn numbers_below(&self, axis: &Axis, label: impl Fn(f64) -> String) -> Markup {
        let mut shown: Vec<(f64, String)> = Vec::new();
        let mut free = 0.0;
        for &tick in &axis.ticks {
            let text = label(tick);
            let half = width(&text, FONT) / 2.0;
            let middle = self.across(axis.part(tick)).min(self.size.0 - 2.0 - half).max(half);
            if middle - half >= free {
                free = middle + half + 6.0;
                shown.push((middle, text));
            }
        }
        html! {
            g fill="currentColor" text-anchor="middle" {
                @for (middle, text) in shown {
                    text x=(px(middle)) y=(px(self.area.bottom + 20.0)) { (text) }
                }
            }
        }
    }

    fn names(&self) -> Markup {
        html! {
            g fill="currentColor" text-anchor="end" {
                @for (lines, middle) in &self.rows {
                    @let first = middle + 5.0 - LINE * (lines.len() as f64 - 1.0) / 2.0;
                    @for (i, line) in lines.iter().enumerate() {
                        text x=(px(self.area.left - 8.0)) y=(px(first + LINE * i as f64)) { (line) }
                    }
                }
            }
        }
    }
}
