//! The pages of the experiments: plots before tables, whole ticks, a colour for each series.

use crate::common::page_of;
use plywood_lab::experiment::{Extent, Machine, Manifest};
use plywood_lab::papers::{CATALOGUE, open};
use plywood_lab::report::{Cell, Page, Table, html};
use plywood_play::draw::Scale;
use std::collections::HashSet;

/// The page of a complete run.
fn page(name: &str, units: usize) -> Page {
    let mut left = units;
    let keep = |_: &str| {
        let some = left > 0;
        left = left.saturating_sub(1);
        some
    };
    page_of(&*open(name, "smoke").unwrap(), keep).unwrap()
}

fn text(page: &Page) -> String {
    let manifest = Manifest {
        plywood: "0".into(),
        experiment: "e".into(),
        profile: "p".into(),
        spec_sha256: "ab".into(),
        frame_sha256: None,
        seeds: "1".into(),
        machine: Machine::this(),
        other_machines: Vec::new(),
        files: None,
    };
    let extent = Extent { done: 1, planned: 1, is_estimate: false };
    html::page(page, &manifest.run_facts(extent))
}

/// Experiments whose headline is about a branching factor or an allotment that profile `smoke` does not have.
const LARGER: [&str; 3] =
    ["korf-1992-figure-4", "korf-1992-figure-4-one-at-a-time", "utgoff-cochran-2001-figure-5"];

#[test]
fn every_experiment_shows_its_plot_first_and_its_verdicts() {
    for entry in CATALOGUE {
        let page = page(entry.name, usize::MAX);
        let text = text(&page);
        let at =
            |part: &str| text.find(part).unwrap_or_else(|| panic!("{}: no {part}", entry.name));
        assert!(at("<figure>") < at("<table"), "{}", entry.name);
        let plots: Vec<_> = page.sections.iter().flat_map(|section| &section.plots).collect();
        assert!(!plots.is_empty(), "{}", entry.name);
        for plot in &plots {
            assert!(!plot.x_label.is_empty() && !plot.y_label.is_empty(), "{}", plot.title);
            if plot.x_label.contains("depth") {
                assert_eq!(plot.x_scale, Scale::Whole, "{}: {}", entry.name, plot.title);
            }
            let names: HashSet<_> = plot.series.iter().map(|series| &series.name).collect();
            assert_eq!(names.len(), plot.series.len(), "{}", plot.title);
            assert!(plot.series.len() <= 8, "{}: a colour for each series", plot.title);
            if plot.y_label.starts_with("games won") {
                assert!(plot.references.iter().any(|line| line.0 == 50.0), "{}", plot.title);
            }
        }
        // Of Figure 6 only times are claimed, which stand elsewhere.
        if entry.name != "plaat-1995-figure-6" {
            let headline = page.headline().unwrap_or_else(|| panic!("{}", entry.name));
            assert!(!headline.paper.is_empty(), "{headline}");
            // A misspelled choice would show a number in other words.
            let choice = page.headline.as_ref().unwrap();
            let is_chosen = headline.what == choice.what;
            assert!(!is_chosen || headline.to_string().len() < 110, "{headline}");
            assert_eq!(is_chosen, !LARGER.contains(&entry.name), "{}: {headline}", entry.name);
            assert!(!page.claims.is_empty(), "{}", entry.name);
            assert!(
                text.contains(" inconclusive") || text.contains(" reproduced"),
                "{}",
                entry.name
            );
            assert!(page.claims.iter().all(|claim| !claim.place.is_empty()), "{}", entry.name);
        }
    }
}

/// What people read of a page, without the drawings.
fn words(html: &str) -> String {
    let (_, body) = html.split_once("<body>").unwrap();
    let parts = body.split('<').skip(1).filter_map(|part| part.split_once('>'));
    parts.map(|(_, text)| text).collect()
}

#[test]
fn sentences_end_once_and_only_papers_say_something() {
    for entry in CATALOGUE {
        let page = page(entry.name, usize::MAX);
        let text = text(&page);
        let words = words(&text);
        for twice in ["..", ".”.", "?.", "!.", ". .", "  "] {
            let place = words.find(twice);
            let near = place.map(|at| words[..at + 2].chars().rev().take(60).collect::<String>());
            let near: Option<String> = near.map(|near| near.chars().rev().collect());
            assert_eq!(near, None, "{}: {twice}", entry.name);
        }
        let has_paper = entry.paper() != "Not in a paper";
        assert_eq!(page.paper.is_some(), has_paper, "{}", entry.name);
        let says = has_paper && !page.claims.is_empty();
        assert_eq!(text.contains("What the paper says"), says, "{}", entry.name);
        assert!(!page.title.starts_with("Not in"), "{}", page.title);
    }
}

/// A proof is complete, and every other answer of a search that ended by itself was given up.
#[test]
fn pages_of_problems_tell_proofs_from_searches_that_gave_up() {
    for name in ["go-capture-against-gnugo", "cazenave-2001-phutball"] {
        let page = page(name, usize::MAX);
        let column = |table: &Table, name: &str| {
            table.columns.iter().position(|column| column.name == name).unwrap()
        };
        let every = page.tables().find(|table| table.name == "problems").unwrap();
        let (result, stop) = (column(every, "result"), column(every, "stop"));
        let mut gave_up = 0;
        for row in &every.rows {
            let is = |place: usize, word: &str| row[place] == Cell::text(word);
            assert!(
                is(result, "unknown") || is(stop, "complete") || is(stop, "gave-up"),
                "{row:?}"
            );
            gave_up += i64::from(is(stop, "gave-up"));
        }
        // Phutball's problems are won, and proven within these limits.
        assert_eq!(gave_up > 0, name == "go-capture-against-gnugo", "{gave_up} in {name}");
        let groups = page.tables().filter(|table| table.name.starts_with("all-"));
        let counted = groups.flat_map(|table| {
            let place = column(table, "gave up");
            table.rows.iter().map(move |row| match row[place] {
                Cell::Integer(count) => count,
                ref other => panic!("{other:?}"),
            })
        });
        assert_eq!(counted.sum::<i64>(), gave_up, "{name}");
    }
}

#[test]
fn pages_of_matches_name_the_sides_as_the_games_do() {
    for (name, sides) in [
        (
            "korf-chickering-1993-singular-extensions",
            "White; it is won by whoever got the better final value as White.",
        ),
        (
            "utgoff-cochran-2001-table-2",
            "Black; it is won by whoever got the better final value as Black.",
        ),
        (
            "utgoff-cochran-2001-figure-3",
            "MAX; it is won by whoever got the better final value as MAX.",
        ),
        (
            "korf-chickering-1993-memory",
            "the first side (Black in othello, MAX in random-tree); it is won",
        ),
    ] {
        let text = text(&page(name, usize::MAX));
        assert!(text.contains(&format!("each player once {sides}")), "{name}: {text}");
        assert_eq!(text.contains("MAX"), sides.contains("MAX"), "{name}");
    }
}

#[test]
fn tables_of_tournaments_have_the_papers_shape() {
    let page = page("korf-chickering-1993-table-2", usize::MAX);
    let grid = page.sections[0].grid.as_ref().unwrap();
    assert_eq!(grid.corner, "AB depth");
    assert_eq!(grid.columns, ["1", "2", "3", "4"]);
    let heads: Vec<&str> = grid.rows.iter().map(|row| row.0.as_str()).collect();
    let row = |b| ["BF depth", "BF wins (%)", "tied"].map(|what| format!("B={b}, {what}"));
    assert_eq!(heads, [row(2), row(5)].concat());
    assert_eq!(grid.rows[2].1[0].measured, "6", "all six pairs are tied at depth 1");
    let wins = &grid.rows[1].1;
    assert_eq!(wins[2].paper, "74");
    assert!(wins[2].interval.contains('–') && wins[2].detail.contains(" decided, "));
    assert!(wins[0].detail.contains("won 0 of 0 decided, ") && wins[0].detail.contains(" tied"));
    assert_eq!((wins[0].measured.as_str(), wins[0].interval.as_str()), ("50", ""), "all ties");
    // Every number of the grid is in the CSV file.
    let table = page.tables().find(|table| table.name == "paper-depths").unwrap();
    assert_eq!(table.rows.len(), 8);
}

#[test]
fn pages_of_unfinished_runs_say_nothing_they_do_not_know() {
    for entry in CATALOGUE {
        for units in [0, 1] {
            let page = page(entry.name, units);
            let text = text(&page);
            for word in ["NaN", ">inf", " inf "] {
                assert!(!text.contains(word), "{}: {word}", entry.name);
            }
        }
    }
}
