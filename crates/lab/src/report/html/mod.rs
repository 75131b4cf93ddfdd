//! Pages as HTML: each one file that needs nothing else, neither script nor network.

use super::minus;
use super::{Agreement, Cell, Grid, GridCell, Page, Section, Table};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use plywood_play::draw::css;

pub(crate) mod figures;
pub(crate) mod verdicts;

const CSS: &str = include_str!("page.css");
/// Tables with more rows than this are folded.
const LONG: usize = 24;
/// The longest name of columns that stands with each of them in a small window.
const BRIEF: usize = 12;
/// Grids with more columns than this do not fit a small window.
const NARROW: usize = 6;

/// What a page says of the run whose results it shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunFacts {
    /// How much of the run is done, unless it is complete.
    pub incomplete: Option<String>,
    /// Names and values, shown at the foot of the page.
    pub facts: Vec<(&'static str, String)>,
    /// Whether the page has a folder with files for wall times, as that of a run; its foot names them then.
    pub has_folder: bool,
}

/// The report of a run as one HTML file: what it is, the verdicts in short, the plots and the table
/// it is about, the claims with their tests, and all else.
///
/// ```
/// use plywood_lab::report::{Page, html};
/// let facts = vec![("Profile", "quick".to_string())];
/// let run = html::RunFacts { incomplete: Some("3 of ~8 units".into()), facts, has_folder: true };
/// let text = html::page(&Page::new("Depth < 5"), &run);
/// assert!(text.contains("<h1>Depth &lt; 5</h1>"));
/// assert!(text.contains("Incomplete: 3 of ~8 units."));
/// ```
pub fn page(page: &Page, run: &RunFacts) -> String {
    let (first, rest) = page.sections.split_at(page.sections.len().min(1));
    let body = html! {
        main {
            h1 { (page.title) }
            @if let Some(extent) = &run.incomplete {
                p.notice { "Incomplete: " (extent) "." }
            }
            @if !page.intro.is_empty() {
                div.lead {
                    @for text in &page.intro { p { (text) } }
                }
            }
            (verdicts::summary(&page.claims))
            @for part in first {
                (section(part))
            }
            (verdicts::claims(page))
            @for part in rest {
                (section(part))
            }
        }
        (footer(run))
    };
    document(&page.title, &body)
}

/// A text as a sentence: with a full stop, unless it ends with a sign that ends a sentence, perhaps before a closing
/// quotation mark or bracket.
pub(crate) fn sentence(text: &str) -> String {
    let is_whole = text.trim_end_matches(['”', '"', ')']).ends_with(['.', '!', '?', '…']);
    if is_whole { text.to_string() } else { format!("{text}.") }
}

/// A path as a relative link: a colon or percent sign in a folder's name must not be read as part
/// of an address.
pub(crate) fn link(path: &str) -> String {
    let keep = |b: u8| b.is_ascii_alphanumeric() || b"/-_.~".contains(&b);
    path.bytes().fold(String::new(), |mut link, byte| {
        if keep(byte) {
            link.push(char::from(byte));
        } else {
            link.push_str(&format!("%{byte:02X}"));
        }
        link
    })
}

/// A whole HTML file.
pub(crate) fn document(title: &str, body: &Markup) -> String {
    document_with(title, body, "", None)
}

/// A whole HTML file with rules of style behind those of all pages, and with a script behind its body.
pub(crate) fn document_with(
    title: &str,
    body: &Markup,
    style: &str,
    script: Option<&str>,
) -> String {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(css())) (PreEscaped(CSS)) (PreEscaped(style)) }
            }
            body {
                (body)
                @if let Some(script) = script { script { (PreEscaped(script)) } }
            }
        }
    }
    .into_string()
}

pub(crate) fn section(section: &Section) -> Markup {
    let numbers = html! {
        @if let Some(grid) = &section.grid {
            (grid_of(grid))
        }
        @if let Some(table) = &section.table {
            @if section.grid.is_some() || table.rows.len() > LONG {
                details {
                    summary { "All numbers: " (table.rows.len()) " rows" }
                    (table_of(table))
                }
            } @else {
                (table_of(table))
            }
            @if !table.name.is_empty() { (file(&table.name)) }
        }
    };
    // Side by side where there is room, which there never is for a wide grid.
    let is_pair = match (&section.grid, &section.table) {
        (Some(grid), _) => grid.columns.len() <= NARROW,
        (None, Some(table)) => table.columns.len() <= NARROW + 2,
        (None, None) => false,
    };
    html! {
        section {
            h2 { (section.title) }
            @for text in &section.text {
                p { (text) }
            }
            @if let ([plot], true) = (section.plots.as_slice(), is_pair) {
                div.pair {
                    (figures::figure(plot))
                    div { (numbers) }
                }
            } @else {
                @if !section.plots.is_empty() {
                    div.figures.single[section.plots.len() == 1] {
                        @for plot in &section.plots {
                            (figures::figure(plot))
                        }
                    }
                }
                (numbers)
            }
            @if !section.drawings.is_empty() {
                div.drawings {
                    @for drawing in &section.drawings { (figures::drawing(drawing)) }
                }
            }
        }
    }
}

fn grid_of(grid: &Grid) -> Markup {
    let cells = || grid.rows.iter().flat_map(|row| &row.1);
    let is_used = |agreement| cells().any(|cell| cell.agreement == agreement);
    html! {
        div.grid.wide[grid.columns.len() > NARROW] {
            // Where the table is a list, its columns are named once.
            @if grid.corner.chars().count() > BRIEF { p.corner { "By " (grid.corner) ":" } }
            table {
                thead {
                    tr {
                        th scope="col" { (grid.corner) }
                        @for column in &grid.columns {
                            th scope="col" { (breakable(column)) }
                        }
                    }
                }
                tbody {
                    @for (heading, cells) in &grid.rows {
                        tr {
                            th scope="row" { (breakable(heading)) }
                            @for (label, cell) in grid.columns.iter().zip(cells) {
                                @if grid.corner.chars().count() > BRIEF { (grid_cell(label, cell)) }
                                @else { (grid_cell(&format!("{} {label}", grid.corner), cell)) }
                            }
                        }
                    }
                }
            }
        }
        p.note {
            @if cells().any(|cell| !cell.paper.is_empty()) {
                "Large: measured. "
                @if cells().any(|cell| !cell.interval.is_empty()) { "Below it, its 95 % interval and the paper's number. " }
                @else { "Below it, the paper's number. " }
            } @else if cells().any(|cell| !cell.interval.is_empty()) {
                "Below each number, its 95 % interval. "
            }
            @if is_used(Agreement::Agrees) { span.chip.agrees { "= reproduced" } " " }
            @if is_used(Agreement::Differs) { span.chip.differs { "≠ not reproduced" } " " }
            @if cells().any(|cell| !cell.detail.is_empty()) { "Point at a cell or tap it for the details." }
        }
    }
}

/// A text that may be broken after commas, as the names of players with their options.
fn breakable(text: &str) -> Markup {
    html! {
        @for part in text.split_inclusive(',') { (part) wbr; }
    }
}

fn grid_cell(label: &str, cell: &GridCell) -> Markup {
    if cell.measured.is_empty() && cell.paper.is_empty() {
        return html! { td.none {} };
    }
    let (class, mark) = match cell.agreement {
        Agreement::Agrees => ("cell agrees", " ="),
        Agreement::Differs => ("cell differs", " ≠"),
        Agreement::Open => ("cell", ""),
    };
    let title = Some(&cell.detail).filter(|detail| !detail.is_empty());
    html! {
        td data-label=(label) {
            span class=(class) title=[title] tabindex=[title.map(|_| 0)] {
                b { (cell.measured) (mark) }
                @if !cell.interval.is_empty() { small { (cell.interval) } }
                @if !cell.parts.is_empty() { small { (cell.parts) } }
                @if !cell.paper.is_empty() { small { "paper " (cell.paper) } }
            }
        }
    }
}

fn table_of(table: &Table) -> Markup {
    // A column is numeric if any cell is: the empty and the odd word then line up with numbers.
    let numeric: Vec<bool> = (0..table.columns.len())
        .map(|i| table.rows.iter().any(|row| row.get(i).is_some_and(|cell| cell.is_numeric())))
        .collect();
    let class = |i: usize| numeric.get(i).copied().unwrap_or(false).then_some("n");
    let headings: Vec<String> = table.columns.iter().map(|column| column.heading()).collect();
    html! {
        div.scroll.reflow tabindex="0" {
            table {
                thead {
                    tr {
                        @for (i, heading) in headings.iter().enumerate() {
                            th scope="col" class=[class(i)] { (heading) }
                        }
                    }
                }
                tbody {
                    @for row in &table.rows {
                        tr {
                            @for ((i, cell), heading) in row.iter().enumerate().zip(&headings) {
                                td class=[class(i)] data-label=(heading) { (words(cell)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

pub(crate) fn file(name: &str) -> Markup {
    let file = format!("{name}.csv");
    html! { p.file { "Data: " a href=(link(&file)) { (file) } } }
}

fn words(cell: &Cell) -> String {
    let text = cell.to_string();
    if cell.is_numeric() { minus(text) } else { text }
}

fn footer(run: &RunFacts) -> Markup {
    html! {
        footer {
            (facts(&run.facts))
            @if run.has_folder {
                p {
                    "Wall times, which never repeat exactly, are kept apart: where they were taken, "
                    code { "timings.json" } " and " code { "timings.html" } " have them."
                }
            }
        }
    }
}

/// A list of names and what they are.
pub(crate) fn facts(rows: &[(&str, String)]) -> Markup {
    html! {
        dl.facts {
            @for (name, value) in rows {
                dt { (name) }
                dd { (value) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::claim::{Claim, Side};
    use crate::report::{Column, Measured, Plot, Series};

    fn complete() -> RunFacts {
        RunFacts { incomplete: None, facts: vec![("Profile", "<p>".into())], has_folder: true }
    }

    /// A page with everything in it.
    fn full(words: &str) -> Page {
        let mut table = Table::new("t", [Column::with_unit(words, words)]);
        table.row([Cell::text(words)]);
        let cell = GridCell {
            measured: words.into(),
            interval: words.into(),
            parts: words.into(),
            paper: words.into(),
            agreement: Agreement::Differs,
            detail: words.into(),
        };
        let rows = vec![(words.to_string(), vec![cell])];
        let grid = Grid { corner: words.into(), columns: vec![words.into()], rows };
        let plot = Plot {
            title: words.into(),
            series: vec![Series::new(words, vec![(1.0, 2.0)])],
            ..Plot::default()
        };
        let section = Section::new(words).text(words).plot(plot).grid(grid).table(table);
        let mut page = Page::new(words).paragraph(words).section(section);
        page.claims.push(
            Claim::new(words, words)
                .reading(Some(words.into()))
                .about(words, words)
                .measured(Measured::mean(&[1.0, 2.0, 3.0], "positions"), 1)
                .direction(Side::Above, 0.0),
        );
        page
    }

    #[test]
    fn every_word_is_escaped() {
        let evil = "<script>alert('x')</script>\" onclick=\"x";
        let text = page(&full(evil), &complete());
        assert!(!text.contains("<script") && !text.contains("\" onclick"));
        assert!(text.matches("&lt;script&gt;").count() > 20);
        assert!(text.contains("&lt;p&gt;"));
        assert!(!text.contains("Incomplete"));
    }

    #[test]
    fn the_plot_is_first_then_the_grid_then_the_claims() {
        let text = page(&full("words"), &complete());
        let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("no {part}"));
        let order =
            ["<h1>", "class=\"summary\"", "<figure>", "<svg ", "class=\"grid\"", "<details>"];
        let places: Vec<usize> = order.iter().map(|part| at(part)).collect();
        assert!(places.is_sorted(), "{places:?}");
        assert!(at("<details>") < at("class=\"claims\"") && at("<svg ") < at("<table"));
        assert!(text.contains("? inconclusive") && text.contains("– no size given"));
        assert!(text.contains("title=\"words\" tabindex=\"0\""), "details can be reached by keys");
    }

    #[test]
    fn a_page_needs_nothing_from_outside() {
        let text = page(&full("words"), &complete());
        for outside in ["src=", "<link", "@import", "url(", "<script"] {
            assert!(!text.contains(outside), "{outside}");
        }
    }

    #[test]
    fn nothing_is_wider_than_a_telephone() {
        // Lengths that a page cannot shrink: none may be above 400 pixels, 25 rem.
        for rule in CSS.split(['{', ';', '}']).map(str::trim) {
            let Some((name, value)) = rule.split_once(':') else { continue };
            if name != "width" && name != "min-width" && name != "flex-basis" {
                continue;
            }
            for (unit, most) in [("px", 400.0), ("rem", 25.0)] {
                let number =
                    value.trim().strip_suffix(unit).and_then(|n| n.trim().parse::<f64>().ok());
                assert!(number.is_none_or(|number| number <= most), "{rule}");
            }
        }
        assert!(CSS.contains("minmax(min(100%, 25rem), 1fr)"), "columns of figures give way");
        for mode in ["@media print", ".scroll { overflow-x: auto"] {
            assert!(CSS.contains(mode), "{mode}");
        }
        let text = page(&full("words"), &complete());
        assert!(!text.contains(" width=\""), "drawings are as wide as their place");
    }

    #[test]
    fn a_sentence_has_one_full_stop() {
        for (text, expected) in [
            ("Read so", "Read so."),
            ("As it is.", "As it is."),
            ("“as it is.”", "“as it is.”"),
            ("the first (of two)", "the first (of two)."),
            ("and so on…", "and so on…"),
        ] {
            assert_eq!(sentence(text), expected);
        }
    }

    #[test]
    fn links_stay_relative() {
        assert_eq!(link("javascript:x/a b.html"), "javascript%3Ax/a%20b.html");
    }
}
