//! The tree of a search as an icicle: the root on top, children below, as wide as their subtrees are large.

use super::Caption;
use super::canvas::{Anchor, Canvas, FONT, INK, JOINED, MARGIN, WIDTH, escaped, text_width};
use super::replay::{NodeRef, TreeReplay};
use crate::draw::px;
use crate::text::thousands;
use std::collections::HashMap;

const LEFT: f64 = 62.0;
/// Subtrees narrower than this are joined with their neighbours.
const NARROWEST: f64 = 1.6;
/// Joined blocks narrower than this are not drawn.
const INVISIBLE: f64 = 0.25;
/// The fill of the best line.
const BEST: &str = "#4a4d55";

struct Icicle {
    canvas: Canvas,
    top: f64,
    /// The height of a level.
    level: f64,
    /// The width per node.
    scale: f64,
    /// The fills of the root's children, by index.
    fills: HashMap<u32, String>,
    /// Nodes drawn as parts of joined blocks.
    joined: u64,
}

/// The picture of the tree at the end of a search.
pub(super) fn draw(tree: &TreeReplay, caption: &Caption) -> String {
    let mut canvas = Canvas::default();
    let root = tree.root();
    let line = best_line(root);
    let levels = levels(root);
    let facts = format!(
        "{} expansions, {} nodes, depth {}",
        thousands(tree.expansions()),
        thousands(tree.size()),
        levels - 1
    );
    let top = canvas.heading(caption, &facts) + 14.0;
    let level = (620.0 / levels as f64).clamp(21.0, 36.0).min(1400.0 / levels as f64).max(3.0);
    let places = root.children().enumerate().map(|(place, child)| (child.index(), place));
    let fills = places.map(|(index, place)| (index, canvas.series_fill(place))).collect();
    let scale = (WIDTH - MARGIN - LEFT) / tree.size() as f64;
    let mut icicle = Icicle { canvas, top, level, scale, fills, joined: 0 };

    // A list of what is to be drawn: a tree may be deeper than the machine stack.
    let mut waiting = vec![(root, LEFT, 0usize, "#ffffff".to_string(), !line.is_empty())];
    while let Some((node, left, depth, fill, on_line)) = waiting.pop() {
        icicle.node(node, left, depth, &fill, on_line);
        let mut x = left;
        let mut narrow: Vec<NodeRef<'_>> = Vec::new();
        let best = line.get(depth).filter(|_| on_line);
        for child in node.children() {
            let width = child.size() as f64 * icicle.scale;
            let is_best = best.is_some_and(|best| best.index() == child.index());
            if width < NARROWEST && !is_best {
                narrow.push(child);
                continue;
            }
            x = icicle.join(&mut narrow, x, depth + 1);
            let fill = match depth {
                0 => icicle.fills.get(&child.index()).cloned().unwrap_or_default(),
                _ => fill.clone(),
            };
            waiting.push((child, x, depth + 1, fill, is_best));
            x += width;
        }
        icicle.join(&mut narrow, x, depth + 1);
    }
    let Icicle { mut canvas, joined, .. } = icicle;

    // The axis of depths.
    let bottom = top + levels as f64 * level;
    let step = (1..).map(|step| step as usize).find(|&step| step as f64 * level >= 1.2 * FONT);
    for depth in (0..levels).step_by(step.unwrap_or(1)) {
        let y = top + (depth as f64 + 0.5) * level;
        canvas.text((LEFT - 8.0, y + 6.0), Anchor::End, INK, &depth.to_string());
    }
    canvas.upward_text((MARGIN + 13.0, (top + bottom) / 2.0), Anchor::Middle, "depth");

    let mut notes = vec![
        "Each block is a node, as wide as its subtree has nodes; its children stand below it in the order \
         of the moves."
            .to_string(),
        format!("Dark: the best line{}.", in_words(&line)),
    ];
    if joined > 0 {
        notes.push(format!(
            "Grey: {} nodes in subtrees too narrow to be seen are joined.",
            thousands(joined)
        ));
    }
    let end = canvas.notes(bottom + 10.0, &notes);
    canvas.finish(&caption.title(), end + MARGIN)
}

/// The nodes of the best line, below the root.
fn best_line(root: NodeRef<'_>) -> Vec<NodeRef<'_>> {
    std::iter::successors(root.best_child(), |node| node.best_child()).collect()
}

/// The moves of a line, for the end of a sentence.
fn in_words(line: &[NodeRef<'_>]) -> String {
    let moves: Vec<&str> = line.iter().map(|node| node.label()).collect();
    if moves.is_empty() { String::new() } else { format!(", {}", moves.join(" ")) }
}

/// The number of levels of a tree.
fn levels(root: NodeRef<'_>) -> usize {
    let mut level = vec![root];
    let mut count = 0;
    while !level.is_empty() {
        count += 1;
        level = level.into_iter().flat_map(NodeRef::children).collect();
    }
    count
}

impl Icicle {
    /// Draws a node, with its label if that fits.
    fn node(&mut self, node: NodeRef<'_>, left: f64, depth: usize, fill: &str, on_line: bool) {
        let width = node.size() as f64 * self.scale;
        let y = self.top + depth as f64 * self.level;
        let fill = if on_line { BEST } else { fill };
        // The best line can be seen however narrow it is.
        let shown = if on_line { width.max(1.2) } else { width };
        let line = if width > 6.0 { 0.8 } else { 0.3 };
        let (stroke, line) =
            if on_line { ("#ffffff", 0.9_f64.min(width / 4.0)) } else { (INK, line) };
        let style = format!(r#"fill="{fill}" stroke="{stroke}" stroke-width="{line}""#);
        self.canvas.rect([left, y, shown, self.level], &style);
        let label = if depth == 0 { "root" } else { node.label() };
        if label.is_empty() || text_width(label) + 6.0 > width || self.level < 1.1 * FONT {
            return;
        }
        let (x, y) = (px(left + width / 2.0), px(y + self.level / 2.0 + 0.36 * FONT));
        let label = escaped(label);
        let style = if on_line {
            r##"fill="#ffffff""##.to_string()
        } else {
            format!(
                r##"fill="{INK}" stroke="#ffffff" stroke-width="3.5" stroke-linejoin="round" paint-order="stroke""##
            )
        };
        self.canvas.add(format_args!(
            r#"<text x="{x}" y="{y}" text-anchor="middle" {style}>{label}</text>"#
        ));
    }

    /// Draws narrow siblings as one block. At each level it is as wide as the nodes at that level and below
    /// have room. Returns its right edge.
    fn join(&mut self, narrow: &mut Vec<NodeRef<'_>>, left: f64, depth: usize) -> f64 {
        let mut level = std::mem::take(narrow);
        let size: u64 = level.iter().map(|node| node.size()).sum();
        self.joined += size;
        let (mut rest, mut down) = (size, depth);
        while !level.is_empty() {
            let width = rest as f64 * self.scale;
            if width < INVISIBLE {
                break;
            }
            let y = self.top + down as f64 * self.level;
            let line = if width > 3.0 { 0.5 } else { 0.0 };
            let style = format!(r##"fill="{JOINED}" stroke="#8b8e95" stroke-width="{line}""##);
            self.canvas.rect([left, y, width, self.level], &style);
            rest -= level.len() as u64;
            down += 1;
            level = level.into_iter().flat_map(NodeRef::children).collect();
        }
        left + size as f64 * self.scale
    }
}
