//! Diagrams against the searches that they show.

use super::draw::{Frame, Look};
use super::record::Visits;
use super::style::{Detail, width_of};
use super::*;
use crate::Session;
use crate::picture::Caption;
use crate::{game, games};
use plywood_registry::{PlayerSpec, algorithms};
use roxmltree::{Document, Node};

const FIGURE_1: &str = "[0,[4,8,1],[6,5,[2,7,3]]]";

fn session(name: &str, position: &str) -> Box<dyn Session> {
    game(games(), name).unwrap().open(Some(position)).unwrap()
}

fn searched(session: &mut Box<dyn Session>, player: &str) -> Searched {
    session.set_player(&PlayerSpec::parse(player).unwrap()).unwrap();
    let (answer, record) = session.search_record().unwrap();
    Searched { name: player.to_string(), answer, record }
}

fn sheet(name: &str, position: &str, depth: Option<u32>, players: &[&str]) -> Sheet {
    let mut session = session(name, position);
    let searches = players.iter().map(|player| searched(&mut session, player)).collect();
    let places = session.places(depth, Sheet::MOST_NODES);
    Sheet::new(Caption::default(), searches, places.as_deref()).unwrap()
}

fn seen<'a>(search: &'a Searched, path: &[u32]) -> &'a record::Seen {
    &search.record.nodes[path]
}

#[test]
fn alpha_beta_on_the_figure_of_korf_and_chickering() {
    let mut tree = session("tree", FIGURE_1);
    let search = searched(&mut tree, "alpha-beta,depth=3");
    let order = |path: &[u32]| seen(&search, path).order;
    let paths: [&[u32]; 8] = [&[], &[0], &[0, 0], &[0, 1], &[1], &[1, 0], &[1, 1], &[1, 1, 0]];
    for (n, path) in (1..).zip(paths) {
        assert_eq!(order(path), Some(n), "{path:?}");
    }
    let cut = seen(&search, &[1, 1]).cut.expect("a cut-off");
    assert_eq!(words::cut(cut, 2, 1), ["cut ≥ β 5", "of ply 1"]);
    assert!(!seen(&search, &[1, 1, 1]).generated, "it was cut off");
    assert_eq!(seen(&search, &[1, 1, 1]).side, Some(plywood::Side::Min));
    assert_eq!(search.record.line, [1, 0]);
    let value = |path: &[u32]| words::value(seen(&search, path).value.unwrap(), 1).unwrap();
    assert_eq!((value(&[]), value(&[0]), value(&[1, 1])), ("5".into(), "1".into(), "≥7".into()));
}

#[test]
fn best_first_on_the_figure_of_korf_and_chickering() {
    let mut tree = session("tree", FIGURE_1);
    let search = searched(&mut tree, "best-first");
    assert_eq!(search.record.visits, Visits::Expansions);
    for (n, path) in (1..).zip([&[][..], &[1], &[0], &[1, 1]]) {
        assert_eq!(seen(&search, path).order, Some(n), "{path:?}");
    }
    assert_eq!(search.record.line, [1, 0]);
    // RBFMS expands nodes again, and is within bounds.
    let linear = searched(&mut tree, "recursive-best-first");
    assert_eq!(seen(&linear, &[1]).visits, 2);
    let windows = &seen(&linear, &[1]).windows;
    assert_eq!(words::window(windows[0], true, 1), "[4, ∞]");
}

#[test]
fn mtdf_comes_back_in_every_pass() {
    let mut tree = session("tree", FIGURE_1);
    let search = searched(&mut tree, "mtdf,depth=3,deepening=never");
    let passes = search.answer.details.get("passes");
    assert!(passes > 1);
    assert_eq!(u64::from(seen(&search, &[]).visits), passes);
    assert_eq!(seen(&search, &[]).windows.len() as u64, passes);
}

/// The records say what the reports say.
#[test]
fn records_agree_with_reports() {
    for seed in 0..30 {
        let position = format!("branching=random:3,depth=4,seed={seed}");
        let mut session = session("random-tree", &position);
        for algorithm in algorithms() {
            let name = algorithm.name;
            let search = searched(&mut session, &format!("{name},depth=4"));
            let Searched { answer, record, .. } = &search;
            let labels =
                (1..=record.line.len()).map(|end| &record.nodes[&record.line[..end]].label);
            assert!(labels.eq(answer.pv.iter()), "{name}, seed {seed}");
            if matches!(name, "best-first" | "alpha-beta" | "minimax") {
                let generated = record.generated() as u64 - 1;
                assert_eq!(generated, answer.counts.generated, "{name}, seed {seed}");
            }
            if name == "minimax" {
                let places = session.places(Some(4), 1000).unwrap();
                assert_eq!(places.len(), record.generated());
            }
            let orders = record.nodes.values().filter_map(|node| node.order);
            let mut orders: Vec<u32> = orders.collect();
            orders.sort_unstable();
            assert!(orders.iter().copied().eq(1..=orders.len() as u32), "{name}, seed {seed}");
        }
    }
}

/// What an element takes up: left, top, right, bottom.
type Box4 = [f64; 4];

fn number(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).and_then(|text| text.parse().ok()).unwrap_or(0.0)
}

fn text_box(node: Node<'_, '_>) -> Box4 {
    let size = match node.attribute("class") {
        Some("value") => 14.0,
        Some("static") => 9.5,
        _ => 10.5,
    };
    let width = width_of(node.text().unwrap_or(""), size);
    let (x, y) = (number(node, "x"), number(node, "y"));
    let left = match node.attribute("text-anchor") {
        Some("middle") => x - width / 2.0,
        Some("end") => x - width,
        _ => x,
    };
    [left, y - 0.75 * size, left + width, y + 0.2 * size]
}

fn shape_box(node: Node<'_, '_>) -> Box4 {
    let (x, y) = (number(node, "x"), number(node, "y"));
    [x, y, x + number(node, "width"), y + number(node, "height")]
}

fn overlap(a: &Box4, b: &Box4) -> bool {
    let slack = 0.05;
    a[0] + slack < b[2] && b[0] + slack < a[2] && a[1] + slack < b[3] && b[1] + slack < a[3]
}

#[test]
fn labels_do_not_collide() {
    let mut checked = 0;
    for seed in 0..12 {
        let position = format!("branching=random:4,depth=3,edges=-99..99,seed={seed}");
        for players in [
            ["alpha-beta,depth=3", "recursive-best-first,depth=3"],
            ["mtdf,depth=3", "negascout,depth=3"],
            ["best-first,depth=3", "sss,depth=3"],
        ] {
            let sheet = sheet("random-tree", &position, Some(3), &players);
            let records: Vec<_> = sheet.searches.iter().map(|search| &search.record).collect();
            for (detail, numbered) in
                [(Detail::All, true), (Detail::All, false), (Detail::Values, true)]
            {
                let look = Look { detail, edge: 30.0, numbered };
                let frame = Frame::new(&sheet.skeleton, &records, look);
                for record in &records {
                    let svg = format!("<svg>{}</svg>", frame.draw(record, look));
                    let parsed = Document::parse(&svg).expect("XML");
                    let named = |name: &'static str| {
                        parsed.descendants().filter(move |node| node.has_tag_name(name))
                    };
                    let inside = |node: &Node<'_, '_>| {
                        matches!(node.attribute("class"), Some("value" | "static"))
                    };
                    let shapes: Vec<Box4> = named("rect").map(shape_box).collect();
                    let labels: Vec<Box4> =
                        named("text").filter(|node| !inside(node)).map(text_box).collect();
                    for (i, label) in labels.iter().enumerate() {
                        let all = shapes.iter().chain(&labels[i + 1..]);
                        for other in all {
                            assert!(
                                !overlap(label, other),
                                "seed {seed}: {label:?} {other:?} {svg}"
                            );
                            checked += 1;
                        }
                        let within = label[0] > -0.5 && label[2] < frame.width + 0.5;
                        assert!(within && label[3] < frame.height, "seed {seed}: {label:?}");
                    }
                    for value in named("text").filter(inside).map(text_box) {
                        let around = |shape: &&Box4| shape[0] <= value[0] && value[2] <= shape[2];
                        assert!(shapes.iter().any(|shape| around(&shape)), "seed {seed}");
                    }
                }
            }
        }
    }
    assert!(checked > 10_000, "{checked}");
}

#[test]
fn sheets_are_xml_with_a_legend_of_what_they_show() {
    let players = ["alpha-beta,depth=3", "best-first", "mtdf,depth=3", "recursive-best-first"];
    let sheet = sheet("tree", FIGURE_1, None, &players);
    let svg = sheet.svg();
    let parsed = Document::parse(&svg).expect("XML");
    assert_eq!(parsed.root_element().tag_name().name(), "svg");
    for words in
        ["MAX to move", "never generated", "cut off", "number of visits", "principal variation"]
    {
        assert!(svg.contains(words), "{words}");
    }
    assert!(svg.contains("@media screen and (prefers-color-scheme:dark)"));
    assert_eq!(svg, sheet.svg());
    let minimax = super::tests::sheet("tree", FIGURE_1, None, &["minimax,depth=3"]);
    let svg = minimax.svg();
    assert!(!svg.contains("never generated") && !svg.contains("cut off"));
}

#[test]
fn large_trees_are_refused_or_shown_next_to_the_search() {
    let mut chess = game(games(), "chess").unwrap().open(None).unwrap();
    chess.set_player(&PlayerSpec::parse("best-first,nodes=60").unwrap()).unwrap();
    let (answer, record) = chess.search_record().unwrap();
    assert!(chess.places(None, Sheet::MOST_NODES).is_none());
    let searches = vec![Searched { name: "best-first".into(), answer, record }];
    let svg = Sheet::new(Caption::default(), searches, None).unwrap().svg();
    assert!(svg.contains(">e4<") && svg.contains("MIN to move"));

    chess.set_player(&PlayerSpec::parse("alpha-beta,depth=3").unwrap()).unwrap();
    let error = chess.search_record().unwrap_err();
    assert!(error.is_input(), "{error}");
    let text = error.to_string();
    assert!(
        text.contains("at most 200") && text.contains("--depth") && text.contains("--kind tree")
    );
}

#[test]
fn a_poster_has_the_rows_of_both_tables() {
    let row = |branching, wins: &[u32]| poster::WinShares { branching, wins: wins.to_vec() };
    let paper = [row(2, &[50, 41]), row(5, &[50, 62, 70])];
    let measured = [row(2, &[50, 40]), row(5, &[50, 60, 71])];
    let sheet = sheet("tree", FIGURE_1, None, &["alpha-beta,depth=3", "best-first"]);
    let svg = sheet.poster(&paper, &measured);
    assert!(Document::parse(&svg).is_ok());
    assert_eq!(svg.matches("paper-mark\" cx").count(), 5 + 1, "five cells and the legend");
}
