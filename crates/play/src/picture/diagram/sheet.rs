//! Several searches of one position side by side, with a legend.

use super::draw::{Frame, Look};
use super::record::{SearchRecord, Value, Visits};
use super::skeleton::{Place, Skeleton};
use super::style::{self, CSS, Detail, HEADING, TEXT, width_of};
use super::words;
use crate::Error;
use crate::answer::Answer;
use crate::draw::px;
use crate::picture::Caption;
use crate::picture::canvas::{FAMILY, FONT, cut, escaped, wrapped};
use plywood::Side;
use std::fmt::Write;

/// The margin on all sides, and the space between searches.
const MARGIN: f64 = 24.0;
const BETWEEN: f64 = 44.0;
/// Searches stand next to each other up to this width, and below each other beyond it.
const MOST_WIDTH: f64 = 1500.0;
/// The height of the edges between two depths.
const EDGE: f64 = 42.0;
/// The legend is never narrower.
const LEAST_WIDTH: f64 = 640.0;
/// No search is narrower.
const LEAST_PANEL: f64 = 300.0;
const LINE: f64 = 19.0;
/// The room for the sample of a legend.
const SAMPLE: f64 = 34.0;

/// A search on a sheet.
#[derive(Clone, Debug)]
pub struct Searched {
    /// The algorithm with its options.
    pub name: String,
    /// What it answered.
    pub answer: Answer,
    /// What it did.
    pub record: SearchRecord,
}

/// Node-link diagrams of one or more searches of one position, all drawn on the same tree.
///
/// ```
/// use plywood_play::picture::{Caption, Searched, Sheet};
/// use plywood_registry::PlayerSpec;
/// use plywood_play::{game, games};
/// let mut session = game(games(), "tree")?.open(Some("[0,[4,8,1],[6,5,[2,7,3]]]"))?;
/// let mut searches = Vec::new();
/// for name in ["alpha-beta", "best-first"] {
///     session.set_player(&PlayerSpec::parse(name)?)?;
///     let (answer, record) = session.search_record()?;
///     searches.push(Searched { name: name.to_string(), answer, record });
/// }
/// let game = session.places(None, Sheet::MOST_NODES);
/// let sheet = Sheet::new(Caption::default(), searches, game.as_deref())?;
/// let svg = sheet.svg();
/// assert!(svg.starts_with("<svg ") && svg.contains("alpha-beta") && svg.contains("generated 7"));
/// # Ok::<(), plywood_play::Error>(())
/// ```
pub struct Sheet {
    caption: Caption,
    pub(super) searches: Vec<Searched>,
    pub(super) skeleton: Skeleton,
    numbered: bool,
}

/// A drawing under way: elements and their size.
struct Drawing {
    body: String,
    width: f64,
    height: f64,
}

impl Sheet {
    /// The greatest number of nodes that a sheet can show.
    pub const MOST_NODES: usize = super::MOST_NODES;

    /// A sheet of searches of one position. `game` is the whole game tree below it, if that is small enough:
    /// then nodes that a search never generated are shown wherever they are, and without it only those next to
    /// generated ones. An error if there are more than [`Sheet::MOST_NODES`] nodes to show.
    pub fn new(
        caption: Caption,
        searches: Vec<Searched>,
        game: Option<&[Place]>,
    ) -> Result<Sheet, Error> {
        let records: Vec<&SearchRecord> = searches.iter().map(|search| &search.record).collect();
        let skeleton = Skeleton::new(&records, game)?;
        let mut siblings =
            skeleton.nodes.iter().filter_map(|node| Some((node.path.last()?, &node.label)));
        let numbered = siblings.all(|(index, label)| index.to_string() == *label);
        Ok(Sheet { caption, searches, skeleton, numbered })
    }

    /// The sheet as an SVG, the same for the same searches. It follows the mode of the reader, light or dark, also
    /// within a page, and is light in print.
    pub fn svg(&self) -> String {
        let Drawing { body, width, height } = self.panels();
        let width = width.max(LEAST_WIDTH);
        let (head, top) = self.heading(width);
        let (legend, end) = self.legend(MARGIN + top + height + 30.0, width);
        let (all_width, all_height) = (width + 2.0 * MARGIN, end + MARGIN - 6.0);
        let title = escaped(&self.title());
        let x = px(MARGIN);
        let y = px(MARGIN + top);
        let (all_width, all_height) = (all_width.ceil(), all_height.ceil());
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{all_width}" height="{all_height}" viewBox="0 0 {all_width} {all_height}" role="img" font-family="{FAMILY}">
<title>{title}</title>
<style>
{CSS}</style>
<rect class="paper" width="{all_width}" height="{all_height}"/>
{head}<g transform="translate({x} {y})">
{body}</g>
{legend}</svg>
"#
        )
    }

    fn title(&self) -> String {
        let names: Vec<&str> = self.searches.iter().map(|search| search.name.as_str()).collect();
        format!(
            "{} on {}, position {}",
            names.join(" and "),
            self.caption.game,
            self.caption.position
        )
    }

    /// What the searches have in common.
    fn heading(&self, width: f64) -> (String, f64) {
        let mut text = format!("{}, position {}", self.caption.game, self.caption.position);
        if !self.caption.budget.is_empty() {
            let _ = write!(text, "; limit: {}", self.caption.budget);
        }
        let mut out = String::new();
        let mut y = 0.0;
        for line in wrapped(&text, width * FONT / TEXT, 2) {
            y += LINE;
            let (line, y) = (escaped(&line), px(MARGIN + y - 6.0));
            let _ = writeln!(out, r#"<text class="soft" x="{MARGIN}" y="{y}">{line}</text>"#);
        }
        (out, y + 10.0)
    }

    /// The drawings of all searches, in as many rows as they need.
    fn panels(&self) -> Drawing {
        let look = Look { detail: Detail::All, edge: EDGE, numbered: self.numbered };
        let records: Vec<&SearchRecord> =
            self.searches.iter().map(|search| &search.record).collect();
        let frame = Frame::new(&self.skeleton, &records, look);
        let mut all = Drawing { body: String::new(), width: 0.0, height: 0.0 };
        let panels = self.searches.iter().map(|search| self.panel(search, &frame, look));
        let panels: Vec<Drawing> = panels.collect();
        // As many rows as are needed, and as many searches in each as in the others.
        let widest = panels.iter().map(|panel| panel.width).fold(0.0, f64::max);
        let fit = ((MOST_WIDTH + BETWEEN) / (widest + BETWEEN)).floor().max(1.0) as usize;
        let rows = panels.len().div_ceil(fit).max(1);
        let in_row = panels.len().div_ceil(rows).max(1);
        let (mut x, mut y, mut row_height) = (0.0, 0.0, 0.0_f64);
        for (place, panel) in panels.iter().enumerate() {
            if place > 0 && place % in_row == 0 {
                (x, y, row_height) = (0.0, y + row_height + BETWEEN, 0.0);
            }
            if x > 0.0 {
                let line = px(x - BETWEEN / 2.0);
                let (top, bottom) = (px(y), px(y + panel.height));
                let _ = writeln!(all.body, r#"<path class="rule" d="M{line} {top}V{bottom}"/>"#);
            }
            let body = &panel.body;
            let _ =
                writeln!(all.body, "<g transform=\"translate({} {})\">\n{body}</g>", px(x), px(y));
            all.width = all.width.max(x + panel.width);
            row_height = row_height.max(panel.height);
            all.height = y + row_height;
            x += widest + BETWEEN;
        }
        all
    }

    /// A search with its name above and its counts below.
    fn panel(&self, search: &Searched, frame: &Frame<'_>, look: Look) -> Drawing {
        let Searched { name, answer, record } = search;
        let unit = record.unit;
        let result = [
            answer.best.as_ref().map(|best| format!("best move {best}")),
            words::value(Value::Known(answer.value), unit).map(|value| format!("value {value}")),
        ];
        let result: Vec<String> = result.into_iter().flatten().collect();
        let result = result.join(", ");
        let counts = counts(answer);
        let least = [(name, HEADING * 1.1), (&result, TEXT)]
            .map(|(text, size)| width_of(text, size))
            .into_iter()
            .fold(frame.width, f64::max)
            .clamp(frame.width.max(LEAST_PANEL), frame.width.max(420.0));
        let width = least;
        let mut body = String::new();
        let name = escaped(&cut(name, width * FONT / HEADING / 1.1));
        let _ = writeln!(body, r#"<text class="heading" x="0" y="14">{name}</text>"#);
        let _ = writeln!(body, r#"<text class="soft" x="0" y="34">{}</text>"#, escaped(&result));
        let top = 52.0;
        let left = px((width - frame.width) / 2.0);
        let tree = frame.draw(record, look);
        let _ = writeln!(body, "<g transform=\"translate({left} {top})\">\n{tree}</g>");
        let mut y = top + frame.height + 4.0;
        for line in wrapped(&counts, width * FONT / TEXT / 0.92, 4) {
            y += LINE;
            let _ = writeln!(body, r#"<text x="0" y="{}">{}</text>"#, px(y - 3.0), escaped(&line));
        }
        Drawing { body, width, height: y + 4.0 }
    }

    /// What the marks mean, in words, from `y` on; only of marks that are there. Returns where it ends.
    fn legend(&self, y: f64, width: f64) -> (String, f64) {
        let mut out = String::new();
        let line = px(y - 18.0);
        let end = px(MARGIN + width);
        let _ = writeln!(out, r#"<path class="rule" d="M{MARGIN} {line}H{end}"/>"#);
        let (mut x, mut y) = (MARGIN, y);
        for (sample, text) in self.legend_items() {
            let needed = SAMPLE + width_of(&text, TEXT) + 26.0;
            if x > MARGIN && x + needed > MARGIN + width + 26.0 {
                (x, y) = (MARGIN, y + LINE + 5.0);
            }
            let at = format!("translate({} {})", px(x + SAMPLE / 2.0 - 5.0), px(y));
            let _ = writeln!(out, r#"<g transform="{at}">{sample}</g>"#);
            let text = escaped(&text);
            let (text_x, text_y) = (px(x + SAMPLE), px(y + 4.5));
            let _ = writeln!(out, r#"<text x="{text_x}" y="{text_y}">{text}</text>"#);
            x += needed;
        }
        (out, y + LINE)
    }

    fn legend_items(&self) -> Vec<(String, String)> {
        let shape = |class: &str, side| {
            let shape = style::shape(side, (0.0, 0.0), 9.0, 9.0);
            format!(r#"<g class="{class}">{shape}</g>"#)
        };
        let letter = |class: &str, text: &str| {
            format!(r#"<text class="{class}" y="4" text-anchor="middle">{text}</text>"#)
        };
        let records = || self.searches.iter().map(|search| &search.record);
        let seen = || records().flat_map(|record| record.nodes.values());
        let depth_first = records().any(|record| record.visits == Visits::Entries);
        let best_first = records().any(|record| record.visits == Visits::Expansions);
        let mut items = vec![
            (shape("max", Side::Max), "MAX to move".to_string()),
            (shape("min", Side::Min), "MIN to move".to_string()),
        ];
        let mut add = |sample: String, text: &str| items.push((sample, text.to_string()));
        let bounds = seen().any(|node| {
            let text = node.value.and_then(|value| words::value(value, 1));
            text.is_some_and(|text| text.contains(['≤', '≥', '…']))
        });
        add(letter("value", "5"), if bounds { "value; ≤ and ≥ mark a bound" } else { "value" });
        if seen().any(|node| node.expanded && node.static_value.is_some()) {
            add(letter("static", "6"), "static value, before the node was expanded");
        }
        let visits = match (depth_first, best_first) {
            (true, true) => {
                "on the left: order of first visits; in a best-first search, of expansions"
            }
            (true, false) => "on the left: order of first visits",
            (false, _) => "on the left: order of expansions",
        };
        add(letter("order", "1"), visits);
        if seen().any(|node| node.visits > 1) {
            add(letter("times", "×2"), "number of visits");
        }
        if depth_first {
            add(letter("small", "(α, β)"), "window of each visit");
        }
        if records().any(|record| record.has_bounds) {
            add(
                letter("small", "[α, β]"),
                "the node stays on the principal variation within these bounds",
            );
        }
        if seen().any(|node| node.cut.is_some()) {
            let cross = r#"<path class="cut" d="M-5.5 -5.5l11 11m0 -11l-11 11"/>"#;
            add(
                cross.to_string(),
                "cut off, with the bound reached and the ply of the node that set it",
            );
        }
        if seen().any(|node| node.order.is_none() && node.generated) {
            add(shape("max idle", Side::Max), "generated, but not visited or expanded");
        }
        if self.has_never() {
            add(shape("never", Side::Max), "never generated");
        }
        if seen().any(|node| node.visits == 0 && node.on_line) {
            add(letter("small", "line"), "visited only to complete the principal variation");
        }
        let bold = r#"<path class="edge pv" d="M-9 -7C-9 2 9 -2 9 7"/>"#;
        add(bold.to_string(), "principal variation");
        items
    }

    /// Whether some search has not generated a node that is shown.
    fn has_never(&self) -> bool {
        self.searches.iter().any(|search| {
            let generated = |path| search.record.nodes.get(path).is_some_and(|node| node.generated);
            self.skeleton.nodes.iter().any(|node| !generated(&node.path))
        })
    }
}

/// The counters of a search.
fn counts(answer: &Answer) -> String {
    let counts = answer.counts;
    let mut text = format!(
        "generated {}, evaluated {}, expanded {}",
        counts.generated, counts.evaluated, counts.expanded
    );
    if counts.regenerated > 0 {
        let _ = write!(text, ", regenerated {}", counts.regenerated);
    }
    match answer.details.get("passes") {
        0 => {}
        1 => text += ", 1 pass",
        passes => {
            let _ = write!(text, ", {passes} passes");
        }
    }
    text
}
