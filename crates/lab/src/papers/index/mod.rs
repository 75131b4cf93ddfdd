//! The front page of several runs.

mod claims;
mod page;

use super::catalogue::{CATALOGUE, Entry};
use super::runs::reopen_run;
use crate::Error;
use crate::calendar::date;
use crate::experiment::{Extent, MANIFEST, Manifest, duration, page_of_run};
use crate::report::Page;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// A run on the front page.
///
/// ```
/// use plywood_lab::experiment::{Extent, Machine, Manifest};
/// use plywood_lab::papers::{IndexEntry, index_page};
/// use plywood_lab::report::Page;
/// let entry = IndexEntry {
///     page: Page::new("Decision quality"),
///     path: "fig4/report.html".into(),
///     begun: Some("2026-11-16".into()),
///     manifest: Manifest {
///         plywood: "0.1.0".into(),
///         experiment: "korf-1992-figure-4".into(),
///         profile: "quick".into(),
///         spec_sha256: "00".repeat(32),
///         frame_sha256: None,
///         seeds: "1-100".into(),
///         machine: Machine::this(),
///         other_machines: Vec::new(),
///         files: None,
///     },
///     extent: Extent { done: 8, planned: 8, is_estimate: false },
///     timings: None,
///     duration: Some(12.0),
/// };
/// let page = index_page("All experiments", vec![entry]);
/// assert!(page.contains(r#"<a href="fig4/report.html">Decision quality</a>"#));
/// assert!(page.contains("<h2>Korf 1992</h2>"));
/// ```
#[derive(Clone, Debug)]
pub struct IndexEntry {
    /// Its page, with the claims and their verdicts.
    pub page: Page,
    /// The path of the page, relative to the index, with `/` between its parts.
    pub path: String,
    /// The day on which the run was begun, as year-month-day, if it is known.
    pub begun: Option<String>,
    /// Which run it is.
    pub manifest: Manifest,
    /// How much of it is done.
    pub extent: Extent,
    /// The path of the page with the wall times, where they were taken. Their verdicts are on that page
    /// alone: they may change from run to run.
    pub timings: Option<String>,
    /// How long the run took, in seconds, if that is known.
    pub duration: Option<f64>,
}

/// A page that links the reports of several runs and shows what came out, as one HTML file: by paper, in order of
/// publication.
pub fn index_page(title: &str, entries: Vec<IndexEntry>) -> String {
    page::front_page(title, &by_paper(entries))
}

/// The runs that belong to a paper.
struct Group {
    /// The paper, by authors and year.
    source: &'static str,
    entries: Vec<IndexEntry>,
}

/// The heading of runs that are not in the catalogue.
const OTHERS: &str = "Other runs";

/// The runs in the order of the catalogue, those of one experiment and those that are not in it in their own.
fn by_paper(mut entries: Vec<IndexEntry>) -> Vec<Group> {
    let place = |entry: &IndexEntry| {
        CATALOGUE.iter().position(|known| known.name == entry.manifest.experiment)
    };
    entries.sort_by_key(|entry| place(entry).unwrap_or(CATALOGUE.len()));
    let mut groups: Vec<Group> = Vec::new();
    for entry in entries {
        let source = place(&entry)
            .and_then(|place| CATALOGUE.get(place))
            .map_or(OTHERS, |&Entry { source, .. }| source);
        match groups.last_mut() {
            Some(group) if group.source == source => group.entries.push(entry),
            _ => groups.push(Group { source, entries: vec![entry] }),
        }
    }
    groups
}

/// The entry of the run in a folder, from its journal; the run may be incomplete.
pub fn index_entry(run: &Path) -> Result<IndexEntry, Error> {
    let experiment = reopen_run(run)?;
    let (page, extent, manifest) = page_of_run(&*experiment, run)?;
    let name = run.file_name().unwrap_or_default().to_string_lossy();
    let has_times = run.join("timings.html").is_file();
    Ok(IndexEntry {
        page,
        path: format!("{name}/report.html"),
        begun: day_of(&run.join(MANIFEST)),
        manifest,
        extent,
        timings: has_times.then(|| format!("{name}/timings.html")),
        duration: duration(run),
    })
}

impl IndexEntry {
    /// The title without the paper.
    fn title(&self) -> &str {
        let paper = self.page.paper.as_deref().unwrap_or_default();
        let rest = self.page.title.strip_prefix(paper).and_then(|rest| rest.strip_prefix(": "));
        rest.unwrap_or(&self.page.title)
    }

    /// Which part of the paper it repeats: "Figure 4"; or the paper, if it repeats no part.
    fn part(&self) -> Option<&str> {
        let paper = self.page.paper.as_deref()?;
        Some(paper.split_once(", ").map_or(paper, |(_, part)| part))
    }
}

/// The day on which a file was written, in universal time: of a manifest, which is written once, the
/// day on which its run was begun. No file of a run has a date in it, so that runs can be compared
/// byte by byte.
fn day_of(path: &Path) -> Option<String> {
    let written: SystemTime = path.metadata().ok()?.modified().ok()?;
    let seconds = written.duration_since(UNIX_EPOCH).ok()?.as_secs();
    let (year, month, day) = date((seconds / 86_400) as i64);
    Some(format!("{year:04}-{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests;
