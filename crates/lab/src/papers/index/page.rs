//! The front page as HTML: headline results, a row for each run, and every claim once.

use super::claims::claims;
use super::{Group, IndexEntry};
use crate::report::claim::Claim;
use crate::report::html::figures::titled;
use crate::report::html::{document_with, facts, link, verdicts};
use crate::report::{Headline, svg};
use maud::{Markup, PreEscaped, html};
use plywood_play::text::number_of;
use std::collections::BTreeSet;

/// The charts at the top: experiments with what their plots show.
const HEADLINES: [(&str, &str); 5] = [
    (
        "korf-chickering-1993-table-2",
        "Table 2 of Korf & Chickering 1993: best-first minimax against alpha-beta on random games",
    ),
    ("korf-1992-figure-4", "Figure 4 of Korf 1992: the staircase of best-first minimax"),
    ("plaat-1995-figure-4", "Figure 4 of Plaat et al. 1995: MTD(f) against Aspiration NegaScout"),
    (
        "utgoff-cochran-2001-figures-6-to-11",
        "Figures 6 to 11 of Utgoff & Cochran 2001: how least-certainty search grows its tree",
    ),
    (
        "cazenave-2001-tables-1-to-5",
        "Tables 1 to 5 of Cazenave 2001: what iterative widening gains",
    ),
];

pub(super) fn front_page(title: &str, groups: &[Group]) -> String {
    let entries = || groups.iter().flat_map(|group| &group.entries);
    let all: Vec<Claim> = entries().flat_map(|entry| entry.page.claims.clone()).collect();
    let body = html! {
        main {
            h1 { (title) }
            p {
                "What the papers say, and what was measured here. A claim is reproduced if the data show what the \
                 paper says, "
                "not reproduced if they show the opposite, and inconclusive if they show neither. "
                (scope(entries()))
            }
            div.verdicts { (verdicts::tally(&all.iter().collect::<Vec<_>>())) }
            (contents(groups, !all.is_empty()))
            (headlines(groups))
            @for group in groups {
                section id=(anchor(group.source)) {
                    h2 { (group.source) }
                    (rows(&group.entries))
                }
            }
            (claims(groups))
        }
        footer { (facts(&run_facts(entries()))) }
    };
    document_with(title, &body, include_str!("page.css"), None)
}

/// What runs of this size can decide.
fn scope<'a>(entries: impl Iterator<Item = &'a IndexEntry>) -> String {
    let profiles: BTreeSet<&str> = entries.map(|entry| entry.manifest.profile.as_str()).collect();
    let decides = |profile: &str| match profile {
        "smoke" => Some(
            "Profile smoke only checks that everything runs: it is too small to decide anything.",
        ),
        "quick" => Some(
            "Profile quick has enough samples to decide the direction of most effects; effects of a few percent, \
             and the size of an effect, need profile paper.",
        ),
        "paper" => Some("Profile paper has as many samples as the papers, or more."),
        _ => None,
    };
    profiles.into_iter().filter_map(decides).collect::<Vec<_>>().join(" ")
}

/// The name of a place on the page.
fn anchor(source: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let words: String = source.chars().map(plain).collect();
    words.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

fn contents(groups: &[Group], has_claims: bool) -> Markup {
    html! {
        nav.contents aria-label="Contents" {
            ul {
                @for group in groups {
                    li {
                        a href={ "#" (anchor(group.source)) } { (group.source) }
                        small { (number_of(group.entries.len() as u64, "experiment")) }
                    }
                }
                @if has_claims { li { a href="#claims" { "All claims" } } }
            }
        }
    }
}

/// The charts of those runs that are there.
fn headlines(groups: &[Group]) -> Markup {
    let entries = || groups.iter().flat_map(|group| &group.entries);
    let charts: Vec<_> = HEADLINES
        .into_iter()
        .filter_map(|(name, title)| {
            let has_data = |entry: &&IndexEntry| {
                let plot = entry.page.cover();
                entry.manifest.experiment == name
                    && plot.is_some_and(|plot| svg::thumbnail(plot).is_some())
            };
            let entry = entries().find(has_data)?;
            Some((title, entry, entry.page.cover()?))
        })
        .collect();
    html! {
        @if !charts.is_empty() {
            section.headlines {
                h2 { "Headline results" }
                div.figures {
                    @for (title, entry, plot) in charts {
                        div {
                            (titled(plot, &html! {
                                a href=(link(&entry.path)) { (title) }
                                small { (plot.title) }
                            }, &html! {
                                @if let Some(headline) = entry.page.headline() { p.result { (result(&headline)) } }
                            }))
                        }
                    }
                }
            }
        }
    }
}

/// A number next to the paper's.
fn result(headline: &Headline) -> Markup {
    html! {
        (headline.what) ": " b { (headline.measured) }
        @if !headline.paper.is_empty() { " (paper: " (headline.paper) ")" }
    }
}

/// A row for each run.
fn rows(entries: &[IndexEntry]) -> Markup {
    html! {
        div.runs {
            table {
                thead {
                    tr {
                        @for name in ["", "Experiment", "Verdicts", "Headline", "Profile", "Duration"] {
                            th scope="col" { (name) }
                        }
                    }
                }
                tbody {
                    @for entry in entries { (row(entry)) }
                }
            }
        }
    }
}

fn row(entry: &IndexEntry) -> Markup {
    let thumbnail = entry.page.cover().and_then(svg::thumbnail);
    let claims: Vec<&Claim> = entry.page.claims.iter().collect();
    html! {
        tr {
            td { @if let Some(drawing) = thumbnail { a href=(link(&entry.path)) tabindex="-1" { (PreEscaped(drawing)) } } }
            th scope="row" {
                a href=(link(&entry.path)) { (entry.title()) }
                @if let Some(part) = entry.part() { div { (part) } }
                div { small { code { (entry.manifest.experiment) } } }
                @if let Some(path) = &entry.timings { div { small { a href=(link(path)) { "Wall times" } } } }
                @if !entry.extent.is_complete() { p.notice { "Incomplete: " (entry.extent) "." } }
            }
            td {
                @if claims.is_empty() { "No claim about counts." }
                @else { (verdicts::tally(&claims)) }
            }
            td {
                @if let Some(headline) = entry.page.headline() { (result(&headline)) }
                @else if let Some(path) = &entry.timings { "Of times: see the " a href=(link(path)) { "wall times" } "." }
            }
            td { (entry.manifest.profile) }
            td.duration { (entry.duration.map_or("not known".to_string(), spent)) }
        }
    }
}

/// Seconds as people read them.
fn spent(seconds: f64) -> String {
    let whole = seconds.round().min(1e9) as u64;
    match whole {
        _ if seconds < 10.0 => format!("{seconds:.1} s"),
        0..60 => format!("{whole} s"),
        60..3600 => format!("{}:{:02} min", whole / 60, whole % 60),
        _ => format!("{}:{:02} h", whole / 3600, whole / 60 % 60),
    }
}

fn run_facts<'a>(
    entries: impl Iterator<Item = &'a IndexEntry> + Clone,
) -> Vec<(&'static str, String)> {
    let days: BTreeSet<&str> = entries.clone().filter_map(|entry| entry.begun.as_deref()).collect();
    let versions: BTreeSet<&str> = entries.map(|entry| entry.manifest.plywood.as_str()).collect();
    let started = match (days.first(), days.last()) {
        (Some(first), Some(last)) if first == last => first.to_string(),
        (Some(first), Some(last)) => format!("{first} to {last}"),
        _ => "not known".to_string(),
    };
    vec![
        ("Started", started),
        ("Plywood", versions.into_iter().collect::<Vec<_>>().join(", ")),
        ("To repeat one", "plywood experiment run NAME --profile PROFILE".to_string()),
        (
            "Durations",
            "Wall time of the processes that ran the units; it changes from run to run".to_string(),
        ),
    ]
}
