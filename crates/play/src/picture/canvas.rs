//! The parts that drawings are made of, as SVG elements.

use super::Caption;
use crate::draw::px;
use crate::draw::{Colour, LIGHT, hex};
use crate::text::thousands;
use std::fmt::Write;

/// The width of every drawing. Printed 85 mm wide, letters of [`FONT`] are 6 points high.
pub(super) const WIDTH: f64 = 680.0;
pub(super) const FONT: f64 = 17.0;
/// The margin on all sides.
pub(super) const MARGIN: f64 = 12.0;
pub(super) const INK: &str = "#1b1c1f";
pub(super) const SOFT: &str = "#75787f";
pub(super) const PALE: &str = "#d5d8de";
/// The fill of joined parts, each too small to be shown by itself.
pub(super) const JOINED: &str = "#e3e4e8";
const LINE: f64 = 21.0;
pub(super) const FAMILY: &str = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif";

/// A drawing under way.
#[derive(Default)]
pub(super) struct Canvas {
    body: String,
    patterns: String,
}

/// Where a text stands relative to its point.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Canvas {
    /// Adds elements.
    pub(super) fn add(&mut self, element: std::fmt::Arguments<'_>) {
        let _ = self.body.write_fmt(element);
        self.body.push('\n');
    }

    /// A line of text with its baseline at `y`.
    pub(super) fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, fill: &str, text: &str) {
        let text = escaped(text);
        let anchor = anchor_name(anchor);
        self.add(format_args!(
            r#"<text x="{}" y="{}" text-anchor="{anchor}" fill="{fill}">{text}</text>"#,
            px(x),
            px(y)
        ));
    }

    /// A line of text that reads upwards and begins, or is centred, at a point.
    pub(super) fn upward_text(&mut self, (x, y): (f64, f64), anchor: Anchor, text: &str) {
        let (text, anchor) = (escaped(text), anchor_name(anchor));
        self.add(format_args!(
            r#"<text transform="translate({} {}) rotate(-90)" text-anchor="{anchor}" fill="{INK}">{text}</text>"#,
            px(x),
            px(y)
        ));
    }

    pub(super) fn rect(&mut self, [x, y, width, height]: [f64; 4], style: &str) {
        let [x, y, width, height] = [x, y, width, height].map(px);
        self.add(format_args!(
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" {style}/>"#
        ));
    }

    pub(super) fn path(&mut self, d: &str, style: &str) {
        self.add(format_args!(r#"<path d="{d}" {style}/>"#));
    }

    /// The fill of the series with this index: a tint, and for every second one a hatching, so that
    /// neighbours differ in grey too.
    pub(super) fn series_fill(&mut self, index: usize) -> String {
        let colour = LIGHT.series[index % LIGHT.series.len()];
        let tint = hex(mixed(colour, 0xff_ffff, 0.62));
        let turn = match (index % 2, index / LIGHT.series.len() % 2) {
            (0, 0) => return tint,
            (0, _) => 135,
            (_, 0) => 45,
            (_, _) => 90,
        };
        let id = format!("hatch{index}");
        if !self.patterns.contains(&format!("\"{id}\"")) {
            let line = hex(mixed(colour, 0xff_ffff, 0.2));
            let _ = writeln!(
                self.patterns,
                r#"<pattern id="{id}" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate({turn})"><rect width="7" height="7" fill="{tint}"/><path d="M0 1H7" stroke="{line}" stroke-width="1.3"/></pattern>"#
            );
        }
        format!("url(#{id})")
    }

    /// Title and caption at the top; returns where they end.
    pub(super) fn heading(&mut self, caption: &Caption, facts: &str) -> f64 {
        let room = WIDTH - 2.0 * MARGIN;
        let mut y = MARGIN + 4.0;
        let title = format!("{} at {}", caption.algorithm, caption.game);
        for line in wrapped(&title, room / 1.08, 2) {
            y += LINE;
            let line = escaped(&line);
            self.add(format_args!(
                r#"<text x="{MARGIN}" y="{}" fill="{INK}" font-weight="bold">{line}</text>"#,
                px(y - 5.0)
            ));
        }
        let position = format!("position {}", caption.position);
        let facts = match caption.budget.as_str() {
            "" => facts.to_string(),
            budget => format!("{facts}; limit: {budget}"),
        };
        for line in wrapped(&position, room, 2).into_iter().chain(wrapped(&facts, room, 2)) {
            y += LINE;
            self.text((MARGIN, y - 5.0), Anchor::Start, INK, &line);
        }
        y
    }

    /// Paragraphs from `y` on; returns where they end.
    pub(super) fn notes(&mut self, mut y: f64, notes: &[String]) -> f64 {
        for line in notes.iter().flat_map(|note| wrapped(note, WIDTH - 2.0 * MARGIN, 4)) {
            y += LINE;
            self.text((MARGIN, y - 5.0), Anchor::Start, INK, &line);
        }
        y
    }

    /// The whole drawing.
    pub(super) fn finish(self, title: &str, height: f64) -> String {
        let height = height.ceil();
        let (title, millimetres) = (escaped(title), px(height / 4.0));
        let Canvas { body, patterns } = self;
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="170mm" height="{millimetres}mm" viewBox="0 0 {WIDTH} {height}" role="img" font-family="{FAMILY}" font-size="{FONT}">
<title>{title}</title>
<defs>
{patterns}</defs>
<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>
{body}</svg>
"##
        )
    }
}

fn anchor_name(anchor: Anchor) -> &'static str {
    match anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    }
}

/// A text escaped for XML. Characters that XML does not allow are replaced.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// The width of a text of size [`FONT`], estimated for a wide font.
pub(super) fn text_width(text: &str) -> f64 {
    let em = |c: char| match c {
        'i' | 'l' | 'j' | 't' | 'f' | 'r' | ' ' | '.' | ',' | ':' | ';' | '\'' | '|' | '!'
        | '/' => 0.39,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' => 0.96,
        'A'..='Z' => 0.71,
        _ => 0.63,
    };
    FONT * text.chars().map(em).sum::<f64>()
}

/// The beginning of a text that fits `width`, with … at the end if something is missing.
pub(super) fn cut(text: &str, width: f64) -> String {
    if text_width(text) <= width {
        return text.to_string();
    }
    let mut cut = text.to_string();
    while cut.pop().is_some() && text_width(&cut) + FONT > width {}
    cut + "…"
}

/// Wraps a text into lines that fit `width`. If there would be more than `lines`, the last one ends with ….
pub(super) fn wrapped(text: &str, width: f64, lines: usize) -> Vec<String> {
    let mut rest = text.trim();
    let mut wrapped = Vec::new();
    while !rest.is_empty() {
        if wrapped.len() + 1 == lines || text_width(rest) <= width {
            wrapped.push(cut(rest, width));
            break;
        }
        let fits = |&(end, _): &(usize, char)| text_width(&rest[..end]) <= width;
        let last =
            rest.char_indices().skip(1).take_while(fits).last().map_or(rest.len(), |(i, _)| i);
        // Breaks at a space if there is one in the second half, else anywhere.
        let space = rest[..last].rfind(' ').filter(|&space| space > last / 2);
        let (line, next) = rest.split_at(space.unwrap_or(last));
        wrapped.push(line.trim_end().to_string());
        rest = next.trim_start();
    }
    wrapped
}

/// A colour between two: `a` if `part` is 0, `b` if it is 1.
pub(super) fn mixed(a: Colour, b: Colour, part: f64) -> Colour {
    let channel = |shift: u32| {
        let [a, b] = [a, b].map(|colour| f64::from(colour >> shift & 0xff));
        ((a + (b - a) * part).round() as u32) << shift
    };
    channel(16) | channel(8) | channel(0)
}

/// A number in order: 1st, 2nd, 7th.
pub(super) fn ordinal(number: u64) -> String {
    let ending = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{}{ending}", thousands(number))
}
