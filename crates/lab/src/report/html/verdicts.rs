//! Claims and their verdicts as HTML.

use super::file;
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

fn counted(numbers: [usize; 4]) -> Markup {
    html! {
        @for (answer, number) in Answer::ALL.into_iter().zip(numbers).filter(|pair| pair.1 > 0) {
            span class={ "chip " (class(answer)) } { (mark(answer)) " " (answer) ": " (number) }
        }
    }
}

/// The colour of an answer.
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

fn chip(answer: Answer) -> Markup {
    html! { span class={ "chip " (class(answer)) } { (mark(answer)) " " (answer) } }
}

/// Claims about one sentence in one reading, in the order of the first.
fn by_sentence(claims: &[Claim]) -> Vec<Vec<&Claim>> {
    let mut groups: Vec<Vec<&Claim>> = Vec::new();
    for claim in claims {
        let same = |group: &&mut Vec<&Claim>| {
            let first = group[0];
            (&first.sentence, &first.reading, &first.quantity)
                == (&claim.sentence, &claim.reading, &claim.quantity)
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(claim),
            None => groups.push(vec![claim]),
        }
    }
    groups
}

/// Every claim of a page with its tests, and how they are made.
pub(crate) fn claims(page: &Page) -> Markup {
    html! {
        @if !page.claims.is_empty() {
            section.claims {
                h2 { "What the paper says, and what comes out" }
                @for group in by_sentence(&page.claims) {
                    (sentence(&group))
                }
                p.note {
                    "Every test is two-sided at the 5 % level, and intervals are 95 % intervals. A "
                    "direction is reproduced if the number measured is significantly on the paper's side, "
                    "not reproduced if it is significantly on the other, and inconclusive otherwise. A size "
                    "is not reproduced if the data reject every number that the paper's words allow; it is "
                    "reproduced if they do not and the interval lies between half of and one and a half "
                    "times the paper's effect; otherwise it is inconclusive. Each verdict stands for itself: "
                    "of twenty tests of true claims, one rejects by chance."
                }
                (file(page.claims_name()))
            }
        }
    }
}

fn sentence(group: &[&Claim]) -> Markup {
    let first = group[0];
    html! {
        article.claim {
            blockquote { "“" (first.sentence) "” " cite { (first.place) } }
            @if let Some(reading) = &first.reading {
                p { "Read as: " (reading) "." }
            }
            p.note { "Measured: " (first.quantity) "." }
            div.reflow {
                table.wrap {
                    colgroup { @for _ in 0..5 { col; } }
                    thead {
                        tr {
                            @for name in ["", "Paper", "Measured", "Direction", "Size"] {
                                th scope="col" { (name) }
                            }
                        }
                    }
                    tbody {
                        @for claim in group {
                            tr {
                                th scope="row" { (claim.subject) }
                                td data-label="Paper" { (claim.paper) }
                                td data-label="Measured" { (number(claim)) }
                                td data-label="Direction" { (verdict(&claim.direction)) }
                                td data-label="Size" { (verdict(&claim.size)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn number(claim: &Claim) -> Markup {
    let shown = |value: f64| minus_fixed(value, claim.decimals);
    html! {
        @if let Some(measured) = claim.measured.as_ref().filter(|measured| measured.value.is_finite()) {
            div {
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

/// Each sentence with the answers it got, for the front page.
pub(crate) fn overview(claims: &[Claim]) -> Markup {
    html! {
        ol {
            @for group in by_sentence(claims) {
                @let claims: Vec<Claim> = group.iter().map(|&claim| claim.clone()).collect();
                @let [directions, sizes] = count(&claims);
                li {
                    q { (group[0].sentence) }
                    @if let Some(reading) = &group[0].reading { " " small { "Read as: " (reading) "." } }
                    div.tally {
                        span { "direction" } (counted(directions))
                        span { "size" } (counted(sizes))
                    }
                }
            }
        }
    }
}
