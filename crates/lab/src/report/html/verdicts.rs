//! Claims and their verdicts as HTML.

use super::{file, sentence};
use crate::report::claim::{Answer, Claim, Verdict, count};
use crate::report::{Page, minus_fixed};
use maud::{Markup, html};

/// How many directions and sizes have which answer.
pub(crate) fn summary(claims: &[Claim]) -> Markup {
    let [directions, sizes] = count(claims);
    html! {
        @if !claims.is_empty() {
            dl.summary {
                dt { "Direction" }
                dd { (counted(directions)) }
                dt { "Size" }
                dd { (counted(sizes)) }
            }
        }
    }
}

/// The answers to claims of an experiment in short: those on directions, and those on sizes where the paper names some.
pub(crate) fn tally(claims: &[&Claim]) -> Markup {
    let claims: Vec<Claim> = claims.iter().map(|&claim| claim.clone()).collect();
    let [directions, mut sizes] = count(&claims);
    let unnamed = Answer::ALL.iter().position(|&answer| answer == Answer::NoSizeGiven);
    unnamed.into_iter().for_each(|place| sizes[place] = 0);
    html! {
        @let has_sizes = sizes.iter().any(|&number| number > 0);
        div.tally { @if has_sizes { span.what { "direction" } } (counted(directions)) }
        @if has_sizes {
            div.tally { span.what { "size" } (counted(sizes)) }
        }
    }
}

fn counted(numbers: [usize; 4]) -> Markup {
    let is_single = numbers.iter().sum::<usize>() == 1;
    html! {
        @for (answer, number) in Answer::ALL.into_iter().zip(numbers).filter(|pair| pair.1 > 0) {
            @if is_single { (chip(answer)) }
            @else { span class={ "chip " (class(answer)) } { (mark(answer)) " " (answer) ": " (number) } }
        }
    }
}

/// The color of an answer.
fn class(answer: Answer) -> &'static str {
    match answer {
        Answer::Reproduced => "agrees",
        Answer::NotReproduced => "differs",
        Answer::Inconclusive | Answer::NoSizeGiven => "open",
    }
}

/// The sign of an answer, which is also visible in a grey print.
fn mark(answer: Answer) -> &'static str {
    match answer {
        Answer::Reproduced => "✓",
        Answer::NotReproduced => "✗",
        Answer::Inconclusive => "?",
        Answer::NoSizeGiven => "–",
    }
}

pub(crate) fn chip(answer: Answer) -> Markup {
    html! { span class={ "chip " (class(answer)) } { (mark(answer)) " " (answer) } }
}

/// Claims in groups that agree in something, in the order of the first of each.
pub(crate) fn grouped<'a, T, K: PartialEq>(
    claims: impl IntoIterator<Item = T>,
    key: impl Fn(&T) -> K + 'a,
) -> Vec<Vec<T>> {
    let mut groups: Vec<Vec<T>> = Vec::new();
    for claim in claims {
        match groups.iter_mut().find(|group| key(&group[0]) == key(&claim)) {
            Some(group) => group.push(claim),
            None => groups.push(vec![claim]),
        }
    }
    groups
}

/// What of a claim its row in a table does not say.
pub(crate) fn heading<'a>(claim: &&'a Claim) -> (&'a Option<String>, &'a str) {
    (&claim.reading, claim.quantity.as_str())
}

/// Every claim of a page with its tests, and how they are made.
pub(crate) fn claims(page: &Page) -> Markup {
    let side = if page.paper.is_some() { "paper's" } else { "claim's" };
    html! {
        @if !page.claims.is_empty() {
            section.claims {
                h2 {
                    @if page.paper.is_some() { "What the paper says, and what comes out" }
                    @else { "What is claimed, and what comes out" }
                }
                div.list {
                    @for group in grouped(&page.claims, |claim| (&claim.sentence, &claim.place)) {
                        (article(&group))
                    }
                }
                p.note {
                    "Every test is two-sided at the 5 % level, and intervals are 95 % intervals. A "
                    "direction is reproduced if the measured number is significantly on the " (side) " side, "
                    "not reproduced if it is significantly on the other side, and inconclusive otherwise. A size "
                    "is not reproduced if the data reject every number that fits the words. It is "
                    "reproduced if they do not, and if the interval lies between half of and one and a half "
                    "times the " (side) " effect; otherwise it is inconclusive. Verdicts are not corrected "
                    "for their number: about one in twenty tests of true claims rejects the claim by chance."
                }
                (file(page.claims_name()))
            }
        }
    }
}

/// A sentence of a paper, and all that was measured about it.
fn article(group: &[&Claim]) -> Markup {
    /// A sentence with more tables than this takes the whole width.
    const MANY: usize = 2;
    let first = group[0];
    let groups = grouped(group.iter().copied(), heading);
    html! {
        article.claim.long[groups.len() > MANY] {
            blockquote { "“" (first.sentence) "” " cite { (first.place) } }
            div.list[groups.len() > MANY] {
                @for group in groups {
                    div {
                        @if let Some(reading) = &group[0].reading {
                            p { (sentence(&format!("Read as: {reading}"))) }
                        }
                        p.note { (sentence(&format!("Measured: {}", group[0].quantity))) }
                        (numbers(&group))
                    }
                }
            }
        }
    }
}

fn numbers(group: &[&Claim]) -> Markup {
    let has_paper = group.iter().any(|claim| !claim.paper.is_empty());
    let has_size = group.iter().any(|claim| claim.size.answer != Answer::NoSizeGiven);
    html! {
        div.reflow {
            table.wrap {
                thead {
                    tr {
                        th.subject scope="col" {}
                        @if has_paper { th.paper scope="col" { "Paper" } }
                        th.number scope="col" { "Measured" }
                        th scope="col" { "Direction" }
                        @if has_size { th scope="col" { "Size" } }
                    }
                }
                tbody {
                    @for claim in group {
                        tr {
                            th scope="row" { (claim.subject) }
                            @if has_paper { td data-label="Paper" { (claim.paper) } }
                            td data-label="Measured" { (number(claim)) }
                            td data-label="Direction" { (verdict(&claim.direction)) }
                            @if has_size { td data-label="Size" { (verdict(&claim.size)) } }
                        }
                    }
                }
            }
        }
    }
}

/// The number measured, with its interval.
pub(crate) fn number(claim: &Claim) -> Markup {
    let shown = |value: f64| minus_fixed(value, claim.decimals);
    html! {
        @if let Some(measured) = claim.measured.as_ref().filter(|measured| measured.value.is_finite()) {
            span.measured {
                (shown(measured.value))
                @if let Some((low, high)) = measured.interval(0.0) {
                    " " small { "(" (shown(low)) " to " (shown(high)) ")" }
                }
            }
        }
    }
}

fn verdict(verdict: &Verdict) -> Markup {
    let p = verdict.p_words();
    let parts = [&verdict.tested, &p, &verdict.test].map(String::as_str);
    let words: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    html! {
        div {
            (chip(verdict.answer))
            @if !words.is_empty() { small { (words.join("; ")) } }
        }
    }
}
