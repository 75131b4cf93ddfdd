//! The front page of several runs.

use super::catalogue::reopen;
use crate::Error;
use crate::calendar::date;
use crate::experiment::{Extent, MANIFEST, Manifest, page_of_run, read_spec};
use crate::report::Claim;
use crate::report::html::{document, facts, link, verdicts};
use maud::html;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// A run on the front page.
///
/// ```
/// use plywood_lab::experiment::{Extent, Machine, Manifest};
/// use plywood_lab::papers::{IndexEntry, index_page};
/// let entry = IndexEntry {
///     title: "Figure 4".into(),
///     path: "fig4/report.html".into(),
///     begun: Some("2026-11-16".into()),
///     manifest: Manifest {
///         plywood: "0.1.0".into(),
///         experiment: "fig4".into(),
///         profile: "quick".into(),
///         spec_sha256: "00".repeat(32),
///         frame_sha256: None,
///         seeds: "1-100".into(),
///         machine: Machine::this(),
///         other_machines: Vec::new(),
///         files: None,
///     },
///     extent: Extent { done: 8, planned: 8, is_estimate: false },
///     claims: Vec::new(),
///     timings: None,
/// };
/// let page = index_page("All experiments", &[entry]);
/// assert!(page.contains(r#"<a href="fig4/report.html">"#));
/// assert!(page.contains("plywood experiment run fig4 --profile quick"));
/// ```
#[derive(Clone, Debug)]
pub struct IndexEntry {
    /// The title of the report.
    pub title: String,
    /// The path of the report, relative to the index, with `/` between its parts.
    pub path: String,
    /// The day on which the run was begun, as year-month-day, if it is known.
    pub begun: Option<String>,
    /// Which run it is.
    pub manifest: Manifest,
    /// How much of it is done.
    pub extent: Extent,
    /// What the paper says, with verdicts.
    pub claims: Vec<Claim>,
    /// The path of the page with the wall times, where they were taken. Their verdicts are on that page
    /// alone: they may change from run to run.
    pub timings: Option<String>,
}

/// A page that links the reports of several runs, with their verdicts, as one HTML file.
pub fn index_page(title: &str, entries: &[IndexEntry]) -> String {
    let all: Vec<Claim> = entries.iter().flat_map(|entry| entry.claims.clone()).collect();
    let body = html! {
        main {
            h1 { (title) }
            p { "What each paper says, and what came out here. The pages have the numbers and the tests." }
            (verdicts::summary(&all))
            @for entry in entries {
                section.run {
                    h2 { a href=(link(&entry.path)) { (entry.title) } }
                    @if !entry.extent.is_complete() {
                        p.notice { "Incomplete: " (entry.extent) "." }
                    }
                    @if entry.claims.is_empty() {
                        p { "No claim about counts: the page has the measurements." }
                    } @else {
                        (verdicts::overview(&entry.claims))
                    }
                    @if let Some(path) = &entry.timings {
                        p { "Times, which change from run to run: " a href=(link(path)) { "timings" } "." }
                    }
                    (facts(&entry.facts()))
                }
            }
        }
    };
    document(title, &body)
}

/// The entry of the run in a folder, from its journal; the run may be incomplete.
pub fn index_entry(run: &Path) -> Result<IndexEntry, Error> {
    let experiment = reopen(&read_spec(run)?)?;
    let (page, extent, manifest) = page_of_run(&*experiment, run)?;
    let name = run.file_name().unwrap_or_default().to_string_lossy();
    let has_times = run.join("timings.html").is_file();
    Ok(IndexEntry {
        title: page.title,
        path: format!("{name}/report.html"),
        begun: day_of(&run.join(MANIFEST)),
        manifest,
        extent,
        claims: page.claims,
        timings: has_times.then(|| format!("{name}/timings.html")),
    })
}

impl IndexEntry {
    fn facts(&self) -> [(&'static str, String); 4] {
        let manifest = &self.manifest;
        let (name, profile) = (&manifest.experiment, &manifest.profile);
        [
            ("Begun", self.begun.clone().unwrap_or_else(|| "not known".into())),
            ("Plywood", manifest.plywood.clone()),
            ("Profile", profile.clone()),
            ("Command", format!("plywood experiment run {name} --profile {profile}")),
        ]
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
mod tests {
    use super::*;
    use crate::experiment::Machine;
    use crate::report::Measured;
    use crate::report::claim::Side;

    #[test]
    fn every_word_is_escaped() {
        let evil = "<script>alert('x')</script>\" onclick=\"x";
        let claim = Claim::new(evil, evil)
            .about(evil, evil)
            .measured(Measured::mean(&[1.0, 2.0, 3.0], "positions"), 1)
            .direction(Side::Above, 0.0);
        let manifest = Manifest {
            plywood: evil.into(),
            experiment: evil.into(),
            profile: evil.into(),
            spec_sha256: evil.into(),
            frame_sha256: None,
            seeds: evil.into(),
            machine: Machine::this(),
            other_machines: Vec::new(),
            files: None,
        };
        let entry = IndexEntry {
            title: evil.into(),
            path: evil.into(),
            begun: Some(evil.into()),
            manifest,
            extent: Extent { done: 1, planned: 2, is_estimate: false },
            claims: vec![claim],
            timings: Some(evil.into()),
        };
        let index = index_page(evil, &[entry]);
        assert!(!index.contains("<script") && !index.contains("\" onclick"));
        assert!(index.contains("inconclusive: 1") && index.contains("no size given: 1"));
    }
}
