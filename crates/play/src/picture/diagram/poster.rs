//! The picture of the repository's front page: searches of one tree, and next to them Table 2 of Korf &
//! Chickering (1993), the paper's numbers and Plywood's.

use super::draw::{Frame, Look};
use super::record::{SearchRecord, Value};
use super::sheet::Sheet;
use super::style::{CSS, Detail, width_of};
use super::words;
use crate::draw::px;
use crate::picture::canvas::{FAMILY, escaped};
use serde::Deserialize;
use std::fmt::Write;

const WIDTH: f64 = 1240.0;
const MARGIN: f64 = 36.0;
/// The width of the searches.
const LEFT: f64 = 600.0;
/// Where the charts begin.
const RIGHT: f64 = 712.0;

/// A row of Table 2 of Korf & Chickering (1993).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct WinShares {
    /// The branching factor.
    pub branching: u32,
    /// The percentages of games won by best-first at alpha-beta depth 1, 2, …
    pub wins: Vec<u32>,
}

/// The rules that only this picture has. A card with round corners stands on any ground. On a small screen there is
/// less text, and it is larger.
const MORE_CSS: &str = "\
.card{fill:#ffffff;stroke:#d5d8de;stroke-width:1}
.head{font-size:23px;font-weight:700}
.text{font-size:17.5px}
.sub{font-size:17.5px;fill:#5a5e66}
.tick{font-size:14.5px;fill:#5a5e66}
.cell{font-size:17px;font-weight:700}
.grid{stroke:#e3e5ea;stroke-width:1}
.even{stroke:#8b9099;stroke-width:1.2;stroke-dasharray:4 3}
.measured{fill:none;stroke:#2f6db0;stroke-width:3;stroke-linejoin:round;stroke-linecap:round}
.dot{fill:#2f6db0}
.paper-mark{fill:#ffffff;stroke:#c2560c;stroke-width:2.2}
@media (max-width:600px){
.head{font-size:26px}
.sub,.text{font-size:19.5px}
.value{font-size:18px}
.cell{font-size:22px}
.tick{font-size:19px}
.order{display:none}
}
@media screen and (prefers-color-scheme:dark){
.card{fill:#16171a;stroke:#3b3e46}
.sub,.tick{fill:#b0b5be}
.grid{stroke:#2b2e34}
.even{stroke:#747a85}
.measured{stroke:#6aa9ff}
.dot{fill:#6aa9ff}
.paper-mark{fill:#16171a;stroke:#ffae5c}
}
";

impl Sheet {
    /// The picture of the front page: the searches of the sheet below each other, and next to them Table 2 of
    /// Korf & Chickering (1993), the paper's rows and the measured ones.
    pub fn poster(&self, paper: &[WinShares], measured: &[WinShares]) -> String {
        let mut body = String::new();
        let bottom = self.poster_searches(&mut body);
        charts(&mut body, paper, measured, bottom);
        let height = (bottom + MARGIN).ceil();
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" role="img" font-family="{FAMILY}">
<title>Alpha-beta and best-first minimax on the same tree, and Table 2 of Korf and Chickering (1993): paper and measured</title>
<style>
{CSS}{MORE_CSS}</style>
<rect class="card" x="0.5" y="0.5" width="{}" height="{}" rx="14"/>
{body}</svg>
"#,
            WIDTH - 1.0,
            height - 1.0
        )
    }

    /// Draws the searches below each other; returns where they end.
    fn poster_searches(&self, out: &mut String) -> f64 {
        let look = Look { detail: Detail::Values, edge: 24.0, numbered: true };
        let records: Vec<&SearchRecord> =
            self.searches.iter().map(|search| &search.record).collect();
        let frame = Frame::new(&self.skeleton, &records, look);
        let scale = LEFT / frame.width;
        let mut y = MARGIN + 22.0;
        for search in &self.searches {
            let name = title(&search.name);
            text(out, "head", "start", (MARGIN, y), &name);
            let value = words::value(Value::Known(search.answer.value), search.record.unit);
            let generated = search.answer.counts.generated;
            let facts = format!("{generated} nodes generated, value {}", value.unwrap_or_default());
            let x = MARGIN + width_of(&name, 23.0) + 18.0;
            text(out, "sub", "start", (x, y), &facts);
            let tree = frame.draw(&search.record, look);
            y += 22.0;
            let _ = writeln!(
                out,
                "<g transform=\"translate({} {}) scale({})\">\n{tree}</g>",
                px(MARGIN),
                px(y),
                (scale * 1e4).round() / 1e4
            );
            y += frame.height * scale + 40.0;
        }
        y -= 14.0;
        let mut x = MARGIN;
        for (sample, words) in [
            (r#"<g class="max"><rect x="0" y="-13" width="18" height="18" rx="3"/></g>"#, "MAX"),
            (r#"<g class="min"><rect x="0" y="-13" width="18" height="18" rx="9"/></g>"#, "MIN"),
            (r#"<path class="cut" d="M3 -10l11 11m0 -11l-11 11"/>"#, "cut off"),
            (
                r#"<g class="never"><rect x="0" y="-13" width="18" height="18" rx="3"/></g>"#,
                "never generated",
            ),
            (r#"<path class="edge pv" d="M1 5C1 -8 17 0 17 -13"/>"#, "principal variation"),
        ] {
            let _ = writeln!(out, r#"<g transform="translate({} {})">{sample}</g>"#, px(x), px(y));
            text(out, "sub", "start", (x + 25.0, y + 1.0), words);
            x += 25.0 + width_of(words, 17.5) + 16.0;
        }
        y + 6.0
    }
}

/// The name of an algorithm as a heading.
fn title(name: &str) -> String {
    match name {
        "best-first" => "Best-first minimax".to_string(),
        name => {
            let mut letters = name.chars();
            letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
        }
    }
}

fn text(out: &mut String, class: &str, anchor: &str, (x, y): (f64, f64), text: &str) {
    let (x, y, text) = (px(x), px(y), escaped(text));
    let _ = writeln!(
        out,
        r#"<text class="{class}" x="{x}" y="{y}" text-anchor="{anchor}">{text}</text>"#
    );
}

/// A chart for each branching factor, in two columns, down to `bottom`.
fn charts(out: &mut String, paper: &[WinShares], measured: &[WinShares], bottom: f64) {
    let top = MARGIN + 22.0;
    text(out, "head", "start", (RIGHT, top), "The paper’s Table 2, reproduced");
    text(
        out,
        "sub",
        "start",
        (RIGHT, top + 27.0),
        "Games that best-first wins against alpha-beta, in percent",
    );
    let legend = top + 58.0;
    let _ = writeln!(
        out,
        r#"<circle class="paper-mark" cx="{}" cy="{}" r="5.5"/>"#,
        px(RIGHT + 8.0),
        px(legend - 5.5)
    );
    text(out, "text", "start", (RIGHT + 22.0, legend), "Korf & Chickering (1993)");
    let x = RIGHT + 22.0 + width_of("Korf & Chickering (1993)", 17.5) + 26.0;
    let y = px(legend - 5.5);
    let _ = writeln!(
        out,
        r#"<path class="measured" d="M{} {y}h34"/><circle class="dot" cx="{}" cy="{y}" r="4.2"/>"#,
        px(x),
        px(x + 17.0)
    );
    text(out, "text", "start", (x + 43.0, legend), "Plywood");
    let rows = paper.len().div_ceil(2);
    let (gap_x, gap_y) = (34.0, 40.0);
    let first = legend + 42.0;
    let height = (bottom - 52.0 - first - gap_y * (rows as f64 - 1.0)) / rows as f64;
    let width = (WIDTH - MARGIN - RIGHT - 30.0 - gap_x) / 2.0;
    for (place, row) in paper.iter().enumerate() {
        let left = RIGHT + 30.0 + (place % 2) as f64 * (width + gap_x);
        let top = first + (place / 2) as f64 * (height + gap_y);
        let is_last = place + 2 >= paper.len();
        let found = measured.iter().find(|other| other.branching == row.branching);
        let frame = [left, top, width, height];
        chart(out, frame, row, found, [place % 2 == 0, is_last]);
    }
    text(
        out,
        "sub",
        "middle",
        ((RIGHT + 30.0 + WIDTH - MARGIN) / 2.0, bottom),
        "depth of alpha-beta; best-first searches at equal cost",
    );
}

/// The deepest alpha-beta search of the table.
const DEPTHS: f64 = 10.0;
/// The least and the greatest percentage of a chart.
const LEAST: f64 = 35.0;
const MOST: f64 = 104.0;

fn chart(
    out: &mut String,
    [left, top, width, height]: [f64; 4],
    paper: &WinShares,
    measured: Option<&WinShares>,
    [has_axis, has_depths]: [bool; 2],
) {
    let x = |depth: f64| left + (depth - 1.0) / (DEPTHS - 1.0) * width;
    let y = |wins: f64| top + (MOST - wins) / (MOST - LEAST) * height;
    for wins in [50.0, 75.0, 100.0] {
        let class = if wins == 50.0 { "even" } else { "grid" };
        let (from, to, at) = (px(left), px(left + width), px(y(wins)));
        let _ = writeln!(out, r#"<path class="{class}" d="M{from} {at}H{to}"/>"#);
        if has_axis {
            text(out, "tick", "end", (left - 8.0, y(wins) + 5.0), &format!("{wins}"));
        }
    }
    if has_depths {
        for depth in [1, 4, 7, 10] {
            let at = (x(f64::from(depth)), top + height + 19.0);
            text(out, "tick", "middle", at, &depth.to_string());
        }
    }
    let label = format!("up to {} moves", paper.branching);
    text(out, "cell", "end", (left + width, top - 6.0), &label);
    let points = |row: &WinShares| {
        let points = (1..).zip(&row.wins);
        let points = points.map(|(depth, &wins)| (x(f64::from(depth)), y(f64::from(wins))));
        points.collect::<Vec<_>>()
    };
    if let Some(measured) = measured {
        let points = points(measured);
        let mut d = String::new();
        for (i, (x, y)) in points.iter().enumerate() {
            let _ = write!(d, "{}{} {}", if i == 0 { "M" } else { "L" }, px(*x), px(*y));
        }
        let _ = writeln!(out, r#"<path class="measured" d="{d}"/>"#);
        for (x, y) in points {
            let _ = writeln!(out, r#"<circle class="dot" cx="{}" cy="{}" r="4.2"/>"#, px(x), px(y));
        }
    }
    for (x, y) in points(paper) {
        let _ =
            writeln!(out, r#"<circle class="paper-mark" cx="{}" cy="{}" r="5.5"/>"#, px(x), px(y));
    }
}
