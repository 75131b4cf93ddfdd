use super::*;
use crate::experiment::Machine;
use crate::report::claim::Side;
use crate::report::{Claim, Measured, Plot, Section, Series};

fn entry(name: &str, words: &str) -> IndexEntry {
    let claim = Claim::new(words, words)
        .about(words, words)
        .measured(Measured::mean(&[1.0, 2.0, 3.0], "positions"), 1)
        .direction(Side::Above, 0.0);
    let series = vec![Series::new(words, vec![(1.0, 1.0), (2.0, 3.0)])];
    let plot = Plot { title: words.into(), x_label: words.into(), series, ..Plot::default() };
    let page = Page {
        paper: Some(words.into()),
        claims: vec![claim],
        ..Page::new(format!("{words}: title of {name}")).section(Section::new(words).plot(plot))
    };
    IndexEntry {
        page,
        path: format!("{name}/report.html"),
        begun: Some("2026-11-16".into()),
        manifest: Manifest {
            plywood: "0.1.0".into(),
            experiment: name.into(),
            profile: "quick".into(),
            spec_sha256: "00".into(),
            frame_sha256: None,
            seeds: "1".into(),
            machine: Machine::this(),
            other_machines: Vec::new(),
            files: None,
        },
        extent: Extent { done: 1, planned: 1, is_estimate: false },
        timings: None,
        duration: Some(83.0),
    }
}

#[test]
fn every_word_is_escaped() {
    let evil = "<script>alert('x')</script>\" onclick=\"x";
    let mut entry = entry("korf-1992-figure-4", evil);
    entry.begun = Some(evil.into());
    entry.timings = Some(evil.into());
    entry.extent.planned = 2;
    entry.path = evil.into();
    let manifest = &mut entry.manifest;
    (manifest.plywood, manifest.profile) = (evil.into(), evil.into());
    let mut other = entry.clone();
    other.manifest.experiment = evil.into();
    let index = index_page(evil, vec![entry, other]);
    assert!(!index.contains("<script") && !index.contains("\" onclick"));
    assert!(index.contains("? inconclusive: 2") && index.matches("&lt;script&gt;").count() > 20);
}

#[test]
fn papers_stand_in_order_of_publication_and_other_runs_last() {
    let names = [
        "mine",
        "utgoff-cochran-2001-figure-3",
        "korf-1992-overhead",
        "plaat-1995-figure-4",
        "korf-1992-figure-4",
    ];
    let index =
        index_page("All", names.map(|name| entry(name, "Sentence of a paper, Figure 1")).to_vec());
    let at = |part: &str| index.find(part).unwrap_or_else(|| panic!("no {part}"));
    let headings = [
        "<h2>Korf 1992</h2>",
        "<h2>Plaat, ",
        "<h2>Utgoff &amp; Cochran 2001</h2>",
        "<h2>Other runs</h2>",
        "id=\"claims\"",
    ];
    assert!(headings.map(at).is_sorted(), "{:?}", headings.map(at));
    assert!(at("href=\"#korf-1992\"") < at("id=\"korf-1992\""));
    assert!(at("<code>korf-1992-figure-4</code>") < at("<code>korf-1992-overhead</code>"));
    // Charts of what is there come first.
    assert_eq!(index.matches("<figure>").count(), 2);
    assert!(at("the staircase") < at("MTD(f) against") && at("<figure>") < at("<h2>Korf 1992"));
    assert_eq!(index.matches("class=\"thumbnail\"").count(), 5);
    assert_eq!(index.matches("1:23 min").count(), 5);
    assert!(index.contains("Profile quick has enough samples") && !index.contains("Profile smoke"));
    assert!(
        index.contains("what the paper says, not reproduced")
            && index.contains("show neither. Profile")
    );
}

#[test]
fn a_sentence_stands_once_with_everything_measured() {
    let words = "One sentence.";
    let index = index_page(
        "All",
        vec![entry("korf-1992-figure-4", words), entry("korf-1992-overhead", words)],
    );
    assert_eq!(index.matches("“One sentence.”").count(), 1);
    assert_eq!(index.matches("class=\"found\"").count(), 2);
    assert!(index.contains("2.0 <small>(−0.5 to 4.5)</small>"), "{index}");
    let nothing = index_page("All", Vec::new());
    assert!(!nothing.contains("Headline results") && !nothing.contains("id=\"claims\""));
}
