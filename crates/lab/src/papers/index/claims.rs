//! The claims on the front page: each sentence once, with all that was measured about it.

use super::{Group, IndexEntry};
use crate::report::html::{link, sentence, verdicts};
use crate::report::{Claim, minus_fixed};
use maud::{Markup, html};

/// More numbers than this are counted, not shown.
const SHOWN: usize = 12;
/// More numbers than this go without their intervals.
const INTERVALS: usize = 3;

/// A claim with the run that measured it.
type Found<'a> = (&'a IndexEntry, &'a Claim);

/// The claims by paper. A sentence that several experiments test stands with the first.
pub(super) fn claims(groups: &[Group]) -> Markup {
    let all = groups.iter().enumerate().flat_map(|(number, group)| {
        let entries = group.entries.iter();
        entries.flat_map(move |entry| {
            entry.page.claims.iter().map(move |claim| (number, (entry, claim)))
        })
    });
    let sentences = verdicts::grouped(all, |(_, (_, claim))| claim.sentence.as_str());
    let of_group = |number: usize| sentences.iter().filter(move |found| found[0].0 == number);
    html! {
        @if !sentences.is_empty() {
            section id="claims" {
                h2 { "All claims, and what was measured" }
                @for (number, group) in groups.iter().enumerate() {
                    @if of_group(number).next().is_some() {
                        h3 { (group.source) }
                        div.list {
                            @for found in of_group(number) { (stated(found)) }
                        }
                    }
                }
            }
        }
    }
}

/// A sentence, and what was measured about it.
fn stated(found: &[(usize, Found<'_>)]) -> Markup {
    let (_, (_, first)) = found[0];
    let found = found.iter().map(|&(_, found)| found);
    let groups =
        verdicts::grouped(found, |&(entry, claim)| (&entry.path, verdicts::heading(&claim)));
    html! {
        article.claim {
            blockquote { "“" (first.sentence) "” " cite { (first.place) } }
            @for group in groups { (measured(&group)) }
        }
    }
}

/// What a run measured about a sentence in one reading.
fn measured(group: &[Found<'_>]) -> Markup {
    let (entry, first) = group[0];
    let claims: Vec<&Claim> = group.iter().map(|found| found.1).collect();
    html! {
        div.found {
            p {
                a href=(link(&entry.path)) { (entry.part().unwrap_or(entry.title())) }
                ", " (first.quantity) ". "
                (numbers(&claims))
            }
            @if let Some(reading) = &first.reading {
                p.note { (sentence(&format!("Read as: {reading}"))) }
            }
            (verdicts::tally(&claims))
        }
    }
}

fn numbers(claims: &[&Claim]) -> Markup {
    let (shown, more) = claims.split_at(claims.len().min(SHOWN));
    let has_intervals = claims.len() <= INTERVALS;
    html! {
        @for (i, claim) in shown.iter().enumerate() {
            @if i > 0 { "; " }
            @if !claim.subject.is_empty() { (claim.subject) ": " }
            @if has_intervals { b { (verdicts::number(claim)) } }
            @else if let Some(measured) = &claim.measured { b { (minus_fixed(measured.value, claim.decimals)) } }
            @if !claim.paper.is_empty() { " (paper: " (claim.paper) ")" }
        }
        @if !more.is_empty() { "; and " (more.len()) " more" }
        "."
    }
}
