//! The drawing of one search on the tree of a sheet.

use super::layout::{Extent, layout};
use super::record::{SearchRecord, Seen, Visits};
use super::skeleton::{Node, Skeleton};
use super::style::{self, Detail, width_of};
use super::words;
use crate::draw::px;
use crate::picture::canvas::escaped;
use std::fmt::Write;

/// Half the width and half the height of a node, at least.
const HALF: f64 = 16.0;
/// Half the size of a node that was never generated.
const HALF_UNSEEN: f64 = 9.0;
/// From one line of small text to the next.
const LINE: f64 = 12.5;
/// More windows than this are counted only.
const MOST_WINDOWS: usize = 3;

/// What is written at a node.
#[derive(Default)]
struct Marks {
    order: String,
    value: String,
    static_value: String,
    /// Small lines: beside a node with children, below one without.
    lines: Vec<(&'static str, String)>,
}

impl Marks {
    fn half_width(&self) -> f64 {
        let value = width_of(&self.value, style::VALUE) / 2.0 + 5.0;
        HALF.max(value)
    }

    fn lines_width(&self) -> f64 {
        self.lines.iter().map(|(_, text)| width_of(text, style::SMALL)).fold(0.0, f64::max)
    }
}

/// Where the nodes of a skeleton stand.
pub(super) struct Frame<'a> {
    skeleton: &'a Skeleton,
    x: Vec<f64>,
    /// The middles of the nodes of each depth, and where the text below or beside them ends.
    rows: Vec<(f64, f64)>,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// How searches are drawn.
#[derive(Clone, Copy)]
pub(super) struct Look {
    pub(super) detail: Detail,
    /// The height of the edges between two depths.
    pub(super) edge: f64,
    /// Moves are numbers, which the order of the children shows.
    pub(super) numbered: bool,
}

impl<'a> Frame<'a> {
    /// Lays out the tree so that what is written in any of the drawings has room.
    pub(super) fn new(skeleton: &'a Skeleton, records: &[&SearchRecord], look: Look) -> Frame<'a> {
        let children: Vec<&[usize]> =
            skeleton.nodes.iter().map(|node| node.children.as_slice()).collect();
        let deepest = skeleton.nodes.iter().map(Node::depth).max().unwrap_or(0);
        let mut text_ends = vec![HALF; deepest + 1];
        let mut extents = vec![Extent { left: HALF_UNSEEN, right: HALF_UNSEEN }; children.len()];
        for (node, extent) in skeleton.nodes.iter().zip(&mut extents) {
            for record in records {
                let marks = marks(node, record, look);
                let Some(marks) = marks else { continue };
                let half = marks.half_width();
                let order = match marks.order.as_str() {
                    "" => 0.0,
                    order => 4.0 + width_of(order, style::SMALL),
                };
                let lines = marks.lines_width();
                let rows = marks.lines.len() as f64 * LINE;
                let text_end = &mut text_ends[node.depth()];
                let right = if node.children.is_empty() {
                    *text_end = text_end.max(HALF + 2.0 + rows);
                    extent.left = extent.left.max(lines / 2.0);
                    half.max(lines / 2.0)
                } else {
                    *text_end = text_end.max(rows - HALF + 2.0);
                    half + if lines > 0.0 { 5.0 + lines } else { 0.0 }
                };
                extent.left = extent.left.max(half + order);
                extent.right = extent.right.max(right);
            }
            if node.stands_for > 1 {
                extent.right = extent.right.max(HALF_UNSEEN + 4.0 + width_of("+99", style::SMALL));
            }
        }
        let (x, width) = layout(&children, &extents);
        let mut rows = Vec::new();
        let mut y = HALF + 2.0;
        for end in text_ends {
            rows.push((y, y + end));
            y += end + look.edge + HALF;
        }
        let height = rows.last().map_or(0.0, |&(_, end)| end + 4.0);
        Frame { skeleton, x, rows, width, height }
    }

    fn middle(&self, node: usize) -> (f64, f64) {
        (self.x[node], self.rows[self.skeleton.nodes[node].depth()].0)
    }

    /// The drawing of a search.
    pub(super) fn draw(&self, record: &SearchRecord, look: Look) -> String {
        let nodes = &self.skeleton.nodes;
        let on_line =
            |node: usize| record.line.starts_with(&nodes[node].path) && !record.line.is_empty();
        let mut out = String::new();
        // First the edges, so that no node is behind one; those of the principal variation last.
        for bold in [false, true] {
            for child in (1..nodes.len()).filter(|&child| on_line(child) == bold) {
                self.edge(&mut out, record, child, bold);
            }
        }
        for (node, place) in nodes.iter().enumerate() {
            match marks(place, record, look) {
                Some(marks) => {
                    self.node(&mut out, node, seen(place, record), &marks, on_line(node));
                }
                None => self.unseen(&mut out, node),
            }
        }
        for child in 1..nodes.len() {
            if self.is_cut(record, child) {
                self.cross(&mut out, child);
            }
        }
        out
    }

    fn is_generated(&self, record: &SearchRecord, node: usize) -> bool {
        seen(&self.skeleton.nodes[node], record).is_some_and(|seen| seen.generated)
    }

    /// Whether a node was left out by the cut-off of its parent.
    fn is_cut(&self, record: &SearchRecord, child: usize) -> bool {
        let node = &self.skeleton.nodes[child];
        let Some(parent) = node.parent else { return false };
        let cut = |parent: &Seen| parent.cut.is_some();
        let visited = seen(node, record).is_some_and(|seen| match record.visits {
            Visits::Entries => seen.visits > 0 || seen.on_line,
            Visits::Expansions => seen.generated,
        });
        seen(&self.skeleton.nodes[parent], record).is_some_and(cut) && !visited
    }

    /// The ends of the edge to a node, and the height at which it begins to bend.
    fn edge_ends(&self, child: usize) -> [(f64, f64); 3] {
        let parent = self.skeleton.nodes[child].parent.expect("a node below the root");
        let (x, y) = self.middle(parent);
        let (cx, cy) = self.middle(child);
        let bend = self.rows[self.skeleton.nodes[parent].depth()].1;
        [(x, y), (x, bend), (cx, cy)]
    }

    fn edge(&self, out: &mut String, record: &SearchRecord, child: usize, bold: bool) {
        let class = match (bold, self.is_generated(record, child)) {
            (true, _) => "edge pv",
            (false, true) => "edge",
            (false, false) => "edge never",
        };
        let [(x, y), (_, bend), (cx, cy)] = self.edge_ends(child);
        let top = cy - HALF;
        let half = (bend + top) / 2.0;
        // An outline is empty: what is behind it would be seen.
        let end = if self.is_generated(record, child) { cy } else { cy - HALF_UNSEEN };
        let parent = self.skeleton.nodes[child].parent.expect("a node below the root");
        let y = if self.is_generated(record, parent) { y } else { y + HALF_UNSEEN };
        let [x, y, bend, cx, end, half, top] = [x, y, bend, cx, end, half, top].map(px);
        let _ = writeln!(
            out,
            r#"<path class="{class}" d="M{x} {y}V{bend}C{x} {half} {cx} {half} {cx} {top}V{end}"/>"#
        );
    }

    /// A point on the bent part of the edge to a node, so near to the node that no other edge is there.
    fn near_end(&self, child: usize) -> (f64, f64) {
        let [(x, _), (_, bend), (cx, cy)] = self.edge_ends(child);
        let top = cy - HALF;
        let (t, half) = (0.74, (bend + top) / 2.0);
        let along = |from: f64, first: f64, second: f64, to: f64| {
            let s: f64 = 1.0 - t;
            s.powi(3) * from
                + 3.0 * s * s * t * first
                + 3.0 * s * t * t * second
                + f64::powi(t, 3) * to
        };
        (along(x, x, cx, cx), along(bend, half, half, top))
    }

    fn cross(&self, out: &mut String, child: usize) {
        let (x, y) = self.near_end(child);
        let d = format!("M{} {}l11 11m0 -11l-11 11", px(x - 5.5), px(y - 5.5));
        let _ = writeln!(out, r#"<path class="halo" d="{d}"/><path class="cut" d="{d}"/>"#);
    }

    /// A node that the search has never generated.
    fn unseen(&self, out: &mut String, node: usize) {
        let (x, y) = self.middle(node);
        let shape = style::shape(self.skeleton.nodes[node].side, (x, y), HALF_UNSEEN, HALF_UNSEEN);
        let _ = writeln!(out, r#"<g class="never">{shape}</g>"#);
        let stands_for = self.skeleton.nodes[node].stands_for;
        if stands_for > 1 {
            let text = format!("+{}", stands_for - 1);
            text_at(out, "small", "start", (x + HALF_UNSEEN + 4.0, y + 4.0), &text);
        }
    }

    fn node(&self, out: &mut String, node: usize, seen: Option<&Seen>, marks: &Marks, bold: bool) {
        let place = &self.skeleton.nodes[node];
        let (x, y) = self.middle(node);
        let half = marks.half_width();
        let side = match place.side {
            plywood::Side::Max => "max",
            plywood::Side::Min => "min",
        };
        let visited = if seen.is_some_and(|seen| seen.order.is_some()) { "" } else { " idle" };
        let line = if bold { " pv" } else { "" };
        let shape = style::shape(place.side, (x, y), half, HALF);
        let _ = writeln!(out, r#"<g class="{side}{visited}{line}">{shape}</g>"#);
        let has_both = !marks.static_value.is_empty();
        let value_y = if has_both { y + 1.0 } else { y + 5.0 };
        text_at(out, "value", "middle", (x, value_y), &marks.value);
        if has_both {
            text_at(out, "static", "middle", (x, y + 12.0), &marks.static_value);
        }
        text_at(out, "order", "end", (x - half - 4.0, y + 4.0), &marks.order);
        for (i, (class, text)) in marks.lines.iter().enumerate() {
            let down = i as f64 * LINE;
            if place.children.is_empty() {
                text_at(out, class, "middle", (x, y + HALF + 12.0 + down), text);
            } else {
                text_at(out, class, "start", (x + half + 5.0, y - HALF + 10.0 + down), text);
            }
        }
    }
}

fn text_at(out: &mut String, class: &str, anchor: &str, (x, y): (f64, f64), text: &str) {
    if !text.is_empty() {
        let (x, y, text) = (px(x), px(y), escaped(text));
        let _ = writeln!(
            out,
            r#"<text class="{class}" x="{x}" y="{y}" text-anchor="{anchor}">{text}</text>"#
        );
    }
}

fn seen<'r>(node: &Node, record: &'r SearchRecord) -> Option<&'r Seen> {
    record.nodes.get(&node.path)
}

/// What is written at a node; none if the search has not generated it.
fn marks(node: &Node, record: &SearchRecord, look: Look) -> Option<Marks> {
    let seen = seen(node, record).filter(|seen| seen.generated)?;
    let unit = record.unit;
    let mut marks = Marks {
        order: seen.order.map(|order| order.to_string()).unwrap_or_default(),
        ..Marks::default()
    };
    marks.value = seen.value.and_then(|value| words::value(value, unit)).unwrap_or_default();
    if let (true, Some(value), Detail::All) = (seen.expanded, seen.static_value, look.detail) {
        marks.static_value = words::score(value, unit);
    }
    let lines = &mut marks.lines;
    if !look.numbered && !node.label.is_empty() {
        lines.push(("move", node.label.clone()));
    }
    if seen.visits > 1 {
        lines.push(("times", format!("×{}", seen.visits)));
    }
    if look.detail == Detail::All {
        let best_first = record.visits == Visits::Expansions;
        let mut windows = seen.windows.clone();
        windows.dedup();
        let more = windows.len().saturating_sub(MOST_WINDOWS);
        let shown = windows.iter().take(MOST_WINDOWS);
        lines.extend(shown.map(|&window| ("small", words::window(window, best_first, unit))));
        if more > 0 {
            lines.push(("small", format!("and {more} more")));
        }
        if seen.windows.is_empty() && seen.on_line {
            lines.push(("small", "for the line".to_string()));
        }
        if let Some(cut) = seen.cut {
            lines.extend(words::cut(cut, node.depth(), unit).map(|text| ("cause", text)));
        }
    }
    Some(marks)
}
