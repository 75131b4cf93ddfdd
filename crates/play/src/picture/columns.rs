//! The three columns of Utgoff & Cochran (2001), Figures 6 to 11.

use super::Caption;
use super::canvas::{
    Anchor, Canvas, FONT, INK, JOINED, MARGIN, PALE, SOFT, WIDTH, cut, escaped, mixed, ordinal,
    text_width,
};
use super::replay::{Row, Standing, TreeReplay};
use crate::draw::{Axis, Scale, hex};
use crate::draw::{path, px};
use crate::text::thousands;
use std::fmt::Write;
use std::ops::Range;

/// More expansions than this are thinned in the column of symbols.
const MOST_ROWS: u64 = 100;
/// More expansions than this are thinned in the columns of shares.
const MOST_SAMPLES: u64 = 700;
/// More root children than this are joined.
const MOST_CHILDREN: usize = 10;
/// More depths than this are joined, to at most the second number of bands.
const MOST_DEPTHS: usize = 20;
const JOINED_DEPTHS: usize = 14;
/// The columns: left edge and width.
const NODES: (f64, f64) = (90.0, 164.0);
const SYMBOLS: (f64, f64) = (272.0, 212.0);
const DEPTHS: (f64, f64) = (502.0, 164.0);
/// The longest label of a root child that stands upright.
const LABEL: f64 = 140.0;

/// Which of many expansions are shown: the first and every `step`-th after it.
pub(super) fn thinning(expansions: u64, most: u64) -> u64 {
    expansions.div_ceil(most).max(1)
}

/// Root children that share one column.
pub(super) struct Group {
    pub(super) label: String,
    /// Their places among the root moves.
    pub(super) members: Vec<usize>,
}

/// The root children as they are shown: those with most nodes at the end, in order of the moves, and the
/// others together.
pub(super) fn groups(tree: &TreeReplay, most: usize) -> Vec<Group> {
    let moves = tree.root_moves();
    let mut shown: Vec<usize> = (0..moves.len()).collect();
    let mut others = Vec::new();
    if moves.len() > most {
        let nodes = tree.last_row().unwrap_or_default().nodes;
        let count = |&place: &usize| std::cmp::Reverse(nodes.get(place).copied().unwrap_or(0));
        shown.sort_by_key(count);
        others = shown.split_off(most - 1);
        shown.sort_unstable();
        others.sort_unstable();
    }
    let single = |place: usize| Group { label: moves[place].text.clone(), members: vec![place] };
    let mut groups: Vec<Group> = shown.into_iter().map(single).collect();
    if !others.is_empty() {
        groups.push(Group { label: format!("others ({})", others.len()), members: others });
    }
    groups
}

/// The depths as they are shown: one by one, or several together in a deep tree.
pub(super) fn depth_bands(deepest: usize) -> Vec<Range<usize>> {
    let together = if deepest < MOST_DEPTHS { 1 } else { deepest / JOINED_DEPTHS + 1 };
    (0..=deepest).step_by(together).map(|from| from..(from + together).min(deepest + 1)).collect()
}

/// How a group stands: as the best of its members.
fn joined(group: &Group, standings: &[Standing]) -> Standing {
    let members = group.members.iter().filter_map(|&member| standings.get(member));
    members.fold(Standing::default(), |all, one| Standing {
        best_value: all.best_value || one.best_value,
        least_swing: all.least_swing || one.least_swing,
        chosen: all.chosen || one.chosen,
    })
}

/// Shares of the nodes after an expansion, as the boundaries between bands, from 0 to 1.
struct Sample {
    y: f64,
    bounds: Vec<f64>,
}

fn bounds(counts: impl Iterator<Item = u64> + Clone) -> Vec<f64> {
    let total = counts.clone().sum::<u64>().max(1) as f64;
    let mut sum = 0;
    let ends = counts.map(|count| {
        sum += count;
        sum as f64 / total
    });
    std::iter::once(0.0).chain(ends).collect()
}

/// Where rows and root children lie.
struct Frame {
    top: f64,
    height: f64,
    /// The number of expansions. In the column of symbols, the first and every `step`-th after it is shown.
    count: u64,
    step: u64,
    /// The height of a row of symbols, and the width of a root child in them.
    row: f64,
    pitch: f64,
}

impl Frame {
    fn new(top: f64, count: u64, pitch: f64) -> Frame {
        let step = thinning(count, MOST_ROWS);
        let before_last = count.max(1) - 1;
        let row = (860.0 / (before_last / step + 1) as f64).clamp(8.6, 24.0);
        let height = ((before_last as f64 / step as f64 + 1.0) * row).max(72.0);
        Frame { top, height, count, step, row, pitch }
    }

    fn bottom(&self) -> f64 {
        self.top + self.height
    }

    /// The height of the `n`-th expansion: time runs down.
    fn y(&self, n: u64) -> f64 {
        self.top + ((n - 1) as f64 / self.step as f64 + 0.5) * self.row
    }
}

/// The middle of a root child in the column of symbols.
fn centre(place: usize, pitch: f64) -> f64 {
    SYMBOLS.0 + (place as f64 + 0.5) * pitch
}

/// The picture of a search in three columns.
pub(super) fn draw(tree: &TreeReplay, caption: &Caption) -> String {
    let mut canvas = Canvas::default();
    let count = tree.expansions();
    let groups = groups(tree, MOST_CHILDREN);
    let facts = format!(
        "{} expansion{}, {} nodes",
        thousands(count),
        if count == 1 { "" } else { "s" },
        thousands(tree.size())
    );
    let end = canvas.heading(caption, &facts);
    let end = titles(&mut canvas, end, tree.has_swings());
    let fills: Vec<String> = groups
        .iter()
        .enumerate()
        .map(|(i, group)| match group.members.len() {
            1 => canvas.series_fill(i),
            _ => JOINED.to_string(),
        })
        .collect();
    let labels: Vec<String> = groups.iter().map(|group| cut(&group.label, LABEL)).collect();
    let pitch = SYMBOLS.1 / groups.len().max(1) as f64;
    let top = names(&mut canvas, end, pitch, &labels, &fills);
    let frame = Frame::new(top, count, pitch);

    let depth_bands = depth_bands(tree.deepest());
    let every = thinning(count, MOST_SAMPLES);
    let (mut nodes, mut depths) = (Vec::new(), Vec::new());
    let mut symbols = Symbols::default();
    tree.rows(|numbers: &Row| {
        let n = numbers.n;
        if (n - 1).is_multiple_of(every) || n == count {
            let under = groups.iter().map(|group| {
                let of = |&place: &usize| numbers.nodes.get(place).copied().unwrap_or(0);
                group.members.iter().map(of).sum::<u64>()
            });
            nodes.push(Sample { y: frame.y(n), bounds: bounds(under) });
            let at = depth_bands.iter().map(|band| {
                let end = band.end.min(numbers.depths.len());
                numbers.depths.get(band.start..end).unwrap_or_default().iter().sum()
            });
            depths.push(Sample { y: frame.y(n), bounds: bounds(at) });
        }
        if (n - 1).is_multiple_of(frame.step) && numbers.chosen.is_some() {
            symbols.add_row(&frame, tree, &groups, numbers);
        }
    });

    bands(&mut canvas, NODES, &frame, &nodes, &fills, &labels);
    let numbers: Vec<String> = depth_bands.iter().map(numbers).collect();
    bands(&mut canvas, DEPTHS, &frame, &depths, &shades(depth_bands.len()), &numbers);
    symbols.draw(&mut canvas, &frame, groups.len());
    let style = format!(r#"fill="none" stroke="{INK}""#);
    for (left, width) in [NODES, SYMBOLS, DEPTHS] {
        canvas.rect([left, frame.top, width, frame.height], &style);
    }
    axes(&mut canvas, &frame);

    let end = legend(&mut canvas, frame.bottom() + 30.0, tree.has_swings());
    let end = canvas.notes(end, &notes(tree, &frame, &groups, &depth_bands));
    canvas.finish(&caption.title(), end + MARGIN)
}

/// The titles of the columns; returns where they end.
fn titles(canvas: &mut Canvas, y: f64, has_swings: bool) -> f64 {
    let order = if has_swings { "by value and swing" } else { "by value" };
    for ((left, width), lines) in [
        (NODES, ["Share of nodes", "under root child"]),
        (SYMBOLS, ["Root children", order]),
        (DEPTHS, ["Share of nodes", "at each depth"]),
    ] {
        for (line, down) in lines.iter().zip([26.0, 46.0]) {
            canvas.text((left + width / 2.0, y + down), Anchor::Middle, INK, line);
        }
    }
    y + 52.0
}

/// The names of the root children, each over its fill; returns where the columns begin.
fn names(canvas: &mut Canvas, y: f64, pitch: f64, labels: &[String], fills: &[String]) -> f64 {
    let widest = labels.iter().map(|label| text_width(label)).fold(0.0, f64::max);
    let upright = widest > pitch - 4.0;
    let end = y + if upright { widest + 6.0 } else { FONT + 4.0 };
    for (i, (label, fill)) in labels.iter().zip(fills).enumerate() {
        let centre = centre(i, pitch);
        if upright {
            canvas.upward_text((centre + 6.0, end - 2.0), Anchor::Start, label);
        } else {
            canvas.text((centre, end - 4.0), Anchor::Middle, INK, label);
        }
        let width = (pitch - 5.0).min(30.0);
        let swatch = [centre - width / 2.0, end + 1.0, width, 9.0];
        canvas.rect(swatch, &format!(r#"fill="{fill}" stroke="{INK}" stroke-width="0.8""#));
    }
    end + 16.0
}

/// The fills of this many bands of depths, from light to dark.
fn shades(bands: usize) -> Vec<String> {
    let last = (bands - 1).max(1) as f64;
    let shade = |band| {
        hex(match band as f64 / last {
            part if part < 0.5 => mixed(0xf1_f6fb, 0x6b_aed6, part * 2.0),
            part => mixed(0x6b_aed6, 0x0b_3d7a, part * 2.0 - 1.0),
        })
    };
    (0..bands).map(shade).collect()
}

/// The label of a band of depths.
fn numbers(band: &Range<usize>) -> String {
    match band.len() {
        1 => band.start.to_string(),
        _ => format!("{}–{}", band.start, band.end - 1),
    }
}

/// The symbols of all rows, as SVG elements.
#[derive(Default)]
struct Symbols {
    /// Those of children with neither the best value nor the least swing, which are drawn softly.
    soft: String,
    others: String,
}

impl Symbols {
    /// Adds the symbols of an expansion.
    fn add_row(&mut self, frame: &Frame, tree: &TreeReplay, groups: &[Group], numbers: &Row) {
        let size = (frame.row * 0.45).min(frame.pitch * 0.38).min(7.5);
        let standings = numbers.standings(tree.side());
        for (i, group) in groups.iter().enumerate() {
            let standing = joined(group, &standings);
            let at = (centre(i, frame.pitch), frame.y(numbers.n));
            let plain = standing == Standing::default();
            let into = if plain { &mut self.soft } else { &mut self.others };
            into.push_str(&symbol(standing, tree.has_swings(), at, size));
            into.push('\n');
        }
    }

    /// Draws them over a vertical line for each of the `children`.
    fn draw(self, canvas: &mut Canvas, frame: &Frame, children: usize) {
        let guides = (0..children).fold(String::new(), |mut d, i| {
            let x = px(centre(i, frame.pitch));
            let _ = write!(d, "M{x} {}V{}", px(frame.top), px(frame.bottom()));
            d
        });
        canvas.path(&guides, &format!(r#"stroke="{PALE}" stroke-width="0.8""#));
        let Symbols { soft, others } = self;
        canvas.add(format_args!(
            r#"<g stroke="{SOFT}" fill="none" stroke-width="0.9">
{soft}</g>
<g stroke="{INK}" stroke-width="1.1" stroke-linejoin="round">
{others}</g>"#
        ));
    }
}

/// The axes of expansions and of shares.
fn axes(canvas: &mut Canvas, frame: &Frame) {
    let (count, bottom) = (frame.count, frame.bottom());
    let stroke = format!(r#"stroke="{INK}""#);
    let axis = Axis::new(Scale::Whole, 1.0, count.max(2) as f64, false);
    let mut ticks: Vec<u64> = axis.ticks.iter().map(|&tick| tick as u64).collect();
    ticks.retain(|&tick| tick >= 1 && tick <= count);
    if ticks.first().is_none_or(|&first| frame.y(first) - frame.y(1) > 1.4 * FONT) {
        ticks.insert(0, 1);
    }
    for &tick in &ticks {
        let at = frame.y(tick);
        let label = if tick == 1 { "1".to_string() } else { axis.label(tick as f64) };
        canvas.path(&format!("M{} {}h-5", NODES.0, px(at)), &stroke);
        canvas.text((NODES.0 - 8.0, at + 6.0), Anchor::End, INK, &label);
    }
    let middle = (frame.top + bottom) / 2.0;
    canvas.upward_text((MARGIN + 13.0, middle), Anchor::Middle, "expansion");
    for (left, width) in [NODES, DEPTHS] {
        for (part, label) in [(0.0, "0"), (0.5, "0.5"), (1.0, "1")] {
            let x = left + part * width;
            canvas.path(&format!("M{} {}v5", px(x), px(bottom)), &stroke);
            canvas.text((x, bottom + 21.0), Anchor::Middle, INK, label);
        }
    }
}

/// What the picture leaves out or joins, in words.
fn notes(
    tree: &TreeReplay,
    frame: &Frame,
    groups: &[Group],
    depth_bands: &[Range<usize>],
) -> Vec<String> {
    let mut notes = Vec::new();
    if frame.step > 1 {
        let (step, count) = (ordinal(frame.step), thousands(frame.count));
        notes.push(format!("Symbols: every {step} of {count} expansions shown."));
    }
    if let Some(others) = groups.last().filter(|group| group.members.len() > 1) {
        let (count, label) = (thousands(others.members.len() as u64), &others.label);
        notes.push(format!("The {count} root moves with fewest nodes are joined as ‘{label}’."));
    }
    if depth_bands.len() <= tree.deepest() {
        notes.push(format!("Depths are joined, {} in each band.", depth_bands[0].len()));
    }
    notes
}

/// Stacked bands with lines between them, each with its label where it is wide enough.
fn bands(
    canvas: &mut Canvas,
    (left, width): (f64, f64),
    frame: &Frame,
    samples: &[Sample],
    fills: &[String],
    labels: &[String],
) {
    let (top, bottom) = (frame.top, frame.bottom());
    let (Some(first), Some(last)) = (samples.first(), samples.last()) else { return };
    // The first and the last row reach to the frame.
    let rows: Vec<(f64, &[f64])> = std::iter::once((top, first))
        .chain(samples.iter().map(|sample| (sample.y, sample)))
        .chain([(bottom, last)])
        .map(|(y, sample)| (y, &sample.bounds[..]))
        .collect();
    let x = |bound: f64| left + bound * width;
    let edge = |bound: usize| rows.iter().map(move |(y, bounds)| (x(bounds[bound]), *y));
    for (band, fill) in fills.iter().enumerate() {
        if rows.iter().all(|(_, bounds)| bounds[band + 1] <= bounds[band]) {
            continue;
        }
        let outline = path(edge(band).chain(edge(band + 1).rev())) + "Z";
        canvas.path(&outline, &format!(r#"fill="{fill}""#));
    }
    for band in 1..fills.len() {
        let style =
            format!(r#"fill="none" stroke="{INK}" stroke-width="0.9" stroke-linejoin="round""#);
        canvas.path(&path(edge(band)), &style);
    }
    for (band, label) in labels.iter().enumerate() {
        let length = text_width(label) + 5.0;
        // Across where the band is wide enough, else upwards.
        for (room, height, upward) in [(length, 0.75 * FONT, false), (FONT, length, true)] {
            let place = place(&rows, band, (top, bottom), height);
            let Some((_, middle, y)) = place.filter(|(share, ..)| share * width >= room) else {
                continue;
            };
            let (x, turn) = (x(middle), if upward { " rotate(-90)" } else { "" });
            let (right, down) = if upward { (0.36 * FONT, 0.0) } else { (0.0, 0.36 * FONT) };
            // A pale outline keeps the letters apart from hatching and dark shades.
            canvas.add(format_args!(
                r##"<text transform="translate({} {}){turn}" text-anchor="middle" fill="{INK}" stroke="#ffffff" stroke-width="3.5" stroke-linejoin="round" paint-order="stroke">{}</text>"##,
                px(x + right),
                px(y + down),
                escaped(label)
            ));
            break;
        }
    }
}

/// The best place for a label of this height in a band: the free width as a share of the column's, the
/// middle of that width, and the y of the label.
fn place(
    rows: &[(f64, &[f64])],
    band: usize,
    (top, bottom): (f64, f64),
    height: f64,
) -> Option<(f64, f64, f64)> {
    let half = height / 2.0 + 2.0;
    let inside = rows.iter().filter(|(y, _)| y - half - 3.0 > top && y + half + 3.0 < bottom);
    let free = inside.map(|&(y, _)| {
        let from = rows.partition_point(|(other, _)| *other < y - half);
        let to = rows.partition_point(|(other, _)| *other <= y + half);
        // The rows just outside bound what is between them and the next.
        let near = &rows[from.saturating_sub(1)..(to + 1).min(rows.len())];
        let (left, right) = near.iter().fold((0.0f64, 1.0f64), |(left, right), (_, bounds)| {
            (left.max(bounds[band]), right.min(bounds[band + 1]))
        });
        (right - left, (left + right) / 2.0, y)
    });
    let free: Vec<(f64, f64, f64)> = free.collect();
    let widest = free.iter().map(|place| place.0).fold(0.0, f64::max);
    // In the middle of where it is about as wide as anywhere.
    let wide: Vec<_> = free.into_iter().filter(|place| place.0 >= 0.85 * widest).collect();
    let middle = wide.iter().map(|place| place.2).sum::<f64>() / wide.len() as f64;
    wide.into_iter().min_by(|a, b| (a.2 - middle).abs().total_cmp(&(b.2 - middle).abs()))
}

/// The symbol of a root child: a square, a triangle that points up or down, or a circle.
fn symbol(standing: Standing, has_swings: bool, (x, y): (f64, f64), size: f64) -> String {
    let Standing { best_value, least_swing, chosen } = standing;
    let fill = if chosen { INK } else { "#ffffff" };
    let triangle = |tip: f64| {
        let corners = [(0.0, tip), (1.0, -0.8 * tip), (-1.0, -0.8 * tip)];
        let outline =
            path(corners.map(|(right, down)| (x + right * size, y + down * size)).into_iter());
        format!(r#"<path d="{outline}Z" fill="{fill}"/>"#)
    };
    match (best_value, least_swing && has_swings) {
        (true, true) => {
            let side = px(1.7 * size);
            let (left, top) = (px(x - 0.85 * size), px(y - 0.85 * size));
            format!(r#"<rect x="{left}" y="{top}" width="{side}" height="{side}" fill="{fill}"/>"#)
        }
        (true, false) => triangle(-1.0),
        (false, true) => triangle(1.0),
        (false, false) => {
            let radius = px(if chosen { 0.9 * size } else { 0.5 * size });
            format!(r#"<circle cx="{}" cy="{}" r="{radius}" fill="{fill}"/>"#, px(x), px(y))
        }
    }
}

/// The legend of the symbols; returns where it ends.
fn legend(canvas: &mut Canvas, y: f64, has_swings: bool) -> f64 {
    let standing = |best_value, least_swing, chosen| Standing { best_value, least_swing, chosen };
    let items: Vec<(Vec<Standing>, &str)> = if has_swings {
        vec![
            (vec![standing(true, true, false)], "best value and least swing"),
            (vec![standing(true, false, false)], "best value"),
            (vec![standing(false, true, false)], "least swing"),
            (vec![standing(false, false, false)], "neither"),
            (
                vec![standing(true, true, true), standing(false, true, true)],
                "filled: the search descended here",
            ),
        ]
    } else {
        vec![
            (vec![standing(true, false, false)], "best value"),
            (vec![standing(false, false, false)], "not the best"),
            (
                vec![standing(true, false, true), standing(false, false, true)],
                "filled: the search descended here",
            ),
        ]
    };
    let (mut x, mut line) = (MARGIN + 8.0, y + 18.0);
    for (symbols, words) in items {
        let width = 20.0 * symbols.len() as f64 + text_width(words) + 14.0;
        if x + width > WIDTH - MARGIN + 14.0 {
            (x, line) = (MARGIN + 8.0, line + 23.0);
        }
        canvas
            .add(format_args!(r#"<g stroke="{INK}" stroke-width="1.1" stroke-linejoin="round">"#));
        for (i, &one) in symbols.iter().enumerate() {
            let at = (x + 20.0 * i as f64, line - 6.0);
            let drawn = symbol(one, has_swings, at, 7.0);
            canvas.add(format_args!("{drawn}"));
        }
        canvas.add(format_args!("</g>"));
        let text = x + 20.0 * symbols.len() as f64 - 5.0;
        canvas.text((text, line), Anchor::Start, INK, words);
        x += width;
    }
    line + 6.0
}
