//! Pages as HTML: each one file that needs nothing else, neither script nor network.

use crate::{Error, Extent, Manifest, Page, Section, Table, svg};
use maud::{DOCTYPE, Markup, PreEscaped, html};

const CSS: &str = include_str!("page.css");

/// The report of a run as one HTML file.
///
/// ```
/// use plywood_lab::{Extent, Machine, Manifest, Page, html};
/// let manifest = Manifest {
///     plywood: "0.1.0".into(),
///     experiment: "fig4".into(),
///     profile: "quick".into(),
///     spec_sha256: "00".repeat(32),
///     seeds: "1-100".into(),
///     machine: Machine::this(),
/// };
/// let page = Page::new("Depth < 5");
/// let text = html::page(&page, &manifest, Extent { done: 3, planned: 8 })?;
/// assert!(text.contains("<h1>Depth &lt; 5</h1>"));
/// assert!(text.contains("Incomplete: 3 of 8 units."));
/// # Ok::<(), plywood_lab::Error>(())
/// ```
pub fn page(page: &Page, manifest: &Manifest, extent: Extent) -> Result<String, Error> {
    let sections: Result<Vec<Markup>, Error> = page.sections.iter().map(section).collect();
    let body = html! {
        h1 { (page.title) }
        @if !extent.is_complete() {
            p.notice { "Incomplete: " (extent.done) " of " (extent.planned) " units." }
        }
        @for text in &page.intro {
            p { (text) }
        }
        @for section in sections? {
            (section)
        }
        (footer(manifest, extent))
    };
    Ok(document(&page.title, &body))
}

/// An entry of [`index_page`].
///
/// ```
/// use plywood_lab::{IndexEntry, index_page};
/// let entry = IndexEntry {
///     title: "Figure 4".into(),
///     path: "fig4/report.html".into(),
///     summary: "reproduces".into(),
/// };
/// assert!(index_page("All experiments", &[entry]).contains(r#"<a href="fig4/report.html">"#));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IndexEntry {
    /// The title of the report.
    pub title: String,
    /// The path of the report, relative to the index, with `/` between its parts.
    pub path: String,
    /// What came out, in a line.
    pub summary: String,
}

/// A page that links the reports of several runs, as one HTML file.
pub fn index_page(title: &str, entries: &[IndexEntry]) -> String {
    let body = html! {
        h1 { (title) }
        ul.index {
            @for entry in entries {
                li {
                    a href=(link(&entry.path)) { (entry.title) }
                    @if !entry.summary.is_empty() {
                        p { (entry.summary) }
                    }
                }
            }
        }
    };
    document(title, &body)
}

/// A path as a relative link: a colon or percent sign in a folder's name must not be read as part
/// of an address.
fn link(path: &str) -> String {
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

fn document(title: &str, body: &Markup) -> String {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(CSS)) }
            }
            body { (body) }
        }
    }
    .into_string()
}

fn section(section: &Section) -> Result<Markup, Error> {
    let drawing = section.plot.as_ref().map(svg::draw).transpose()?;
    Ok(html! {
        section {
            h2 { (section.title) }
            @for text in &section.text {
                p { (text) }
            }
            @if let (Some(plot), Some(drawing)) = (&section.plot, &drawing) {
                figure role="img" aria-label=(plot.title) tabindex="0" { (PreEscaped(drawing)) }
            }
            @if let Some(table) = &section.table {
                (table_of(table))
            }
        }
    })
}

fn table_of(table: &Table) -> Markup {
    // A column is numeric if any cell is: the empty and the odd word then line up with numbers.
    let numeric: Vec<bool> = (0..table.columns.len())
        .map(|i| table.rows.iter().any(|row| row.get(i).is_some_and(|cell| cell.is_numeric())))
        .collect();
    let class = |i: usize| numeric.get(i).copied().unwrap_or(false).then_some("n");
    let file = format!("{}.csv", table.name);
    html! {
        div.scroll tabindex="0" {
            table {
                thead {
                    tr {
                        @for (i, column) in table.columns.iter().enumerate() {
                            th scope="col" class=[class(i)] { (column.heading()) }
                        }
                    }
                }
                tbody {
                    @for row in &table.rows {
                        tr {
                            @for (i, cell) in row.iter().enumerate() {
                                td class=[class(i)] { (minus(cell.to_string(), cell.is_numeric())) }
                            }
                        }
                    }
                }
            }
        }
        p.file { "Data: " a href=(link(&file)) { (file) } }
    }
}

/// A true minus sign, as wide as a digit's plus.
fn minus(text: String, is_numeric: bool) -> String {
    if is_numeric { text.replacen('-', "\u{2212}", 1) } else { text }
}

fn footer(manifest: &Manifest, extent: Extent) -> Markup {
    let machine = &manifest.machine;
    let rows = [
        ("Experiment", manifest.experiment.clone()),
        ("Profile", manifest.profile.clone()),
        ("Plywood", manifest.plywood.clone()),
        ("Seeds", manifest.seeds.clone()),
        ("Units", format!("{} of {}", extent.done, extent.planned)),
        ("Spec (SHA-256)", manifest.spec_sha256.clone()),
        (
            "Machine",
            format!("{}, {} cores, {} {}", machine.cpu, machine.cores, machine.os, machine.arch),
        ),
    ];
    html! {
        footer {
            table {
                tbody {
                    @for (name, value) in &rows {
                        tr {
                            th scope="row" { (name) }
                            td { (value) }
                        }
                    }
                }
            }
            p {
                "Wall times, which never repeat exactly, are kept apart: where they were taken, "
                code { "timings.json" } " and " code { "timings.html" } " have them."
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Column, Machine};

    fn manifest() -> Manifest {
        Manifest {
            plywood: "0".into(),
            experiment: "e".into(),
            profile: "<p>".into(),
            spec_sha256: "ab".into(),
            seeds: "1".into(),
            machine: Machine::this(),
        }
    }

    #[test]
    fn every_word_is_escaped() {
        let evil = "<script>alert('x')</script>";
        let mut table = Table::new("t", [Column::with_unit(evil, evil)]);
        table.row([Cell::text(evil)]);
        let section = Section::new(evil).text(evil).table(table);
        let all = Page::new(evil).paragraph(evil).section(section);
        let text = page(&all, &manifest(), Extent { done: 1, planned: 1 }).unwrap();
        assert!(!text.contains("<script"));
        assert_eq!(text.matches("&lt;script&gt;").count(), 8);
        assert!(text.contains("&lt;p&gt;"));
        assert!(!text.contains("Incomplete"));
        let entry = IndexEntry { title: evil.into(), path: evil.into(), summary: evil.into() };
        assert!(!index_page(evil, &[entry]).contains("<script"));
    }

    #[test]
    fn a_page_needs_nothing_from_outside() {
        let text = page(&Page::new("P"), &manifest(), Extent { done: 0, planned: 0 }).unwrap();
        for outside in ["src=", "<link", "@import", "url("] {
            assert!(!text.contains(outside), "{outside}");
        }
    }

    #[test]
    fn links_stay_relative() {
        assert_eq!(link("javascript:x/a b.html"), "javascript%3Ax/a%20b.html");
    }
}
