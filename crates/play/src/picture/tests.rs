//! The replayed tree against a naive one, and drawings that can be read.

use super::columns::{depth_bands, groups, thinning};
use super::*;
use crate::{Session, tree_searches};
use crate::{game, games};
use plywood::{NodeValue, Score, Side};
use plywood_registry::PlayerSpec;
use std::collections::BTreeMap;

fn session(name: &str, position: &str, player: &str) -> Box<dyn Session> {
    let mut session = game(games(), name).unwrap().open(Some(position)).unwrap();
    session.set_player(&PlayerSpec::parse(player).unwrap()).unwrap();
    session
}

fn replay(name: &str, position: &str, player: &str) -> TreeReplay {
    session(name, position, player).replay().unwrap().1
}

/// The nodes by their paths, with their values as they were named last.
type Naive = BTreeMap<Vec<u32>, Option<Score>>;

/// The value of a node by minimax, computed from the leaves. Turns alternate.
fn minimax(nodes: &Naive, path: &[u32], side: Side) -> Option<Score> {
    let below = nodes.range(path.to_vec()..).take_while(|(other, _)| other.starts_with(path));
    let children: Vec<_> = below.filter(|(other, _)| other.len() == path.len() + 1).collect();
    let values = children.iter().filter_map(|(child, _)| minimax(nodes, child, !side));
    values.reduce(|a, b| a.better(b, side)).or(nodes[path])
}

fn score(value: Option<NodeValue>) -> Option<Score> {
    match value {
        Some(NodeValue::Score(score)) => Some(score),
        None => None,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_tree_and_its_values_are_those_of_a_naive_twin() {
    let mut forgotten = 0;
    for seed in 0..40 {
        let position = format!("branching=random:4,depth=7,seed={seed}");
        let player = [
            "best-first,nodes=150",
            "best-first-saved-tree,nodes=150,early-return=false",
            "recursive-best-first,nodes=120",
            "least-certainty,nodes=150",
        ][seed as usize % 4];
        let mut naive = Naive::from([(Vec::new(), None)]);
        // After each expansion: the numbers of nodes under the root's moves and at each depth.
        let mut counts: Vec<(BTreeMap<u32, u64>, BTreeMap<usize, u64>)> = Vec::new();
        let mut last_stopped = false;
        let kinds = TreeReplay::KINDS;
        let mut searching = session("random-tree", &position, player);
        let side = searching.side();
        let note = |naive: &Naive| {
            let (mut under, mut depths) = (BTreeMap::new(), BTreeMap::new());
            for path in naive.keys() {
                *depths.entry(path.len()).or_insert(0) += 1;
                if let Some(&first) = path.first() {
                    *under.entry(first).or_insert(0) += 1;
                }
            }
            (under, depths)
        };
        let sink = &mut |event: &plywood::Event<'_, String>| {
            let path: Vec<u32> = event.path.iter().filter_map(|step| step.index()).collect();
            match event.kind {
                plywood::EventKind::Expanded(expansion) => {
                    if !expansion.completes && !counts.is_empty() {
                        *counts.last_mut().unwrap() = note(&naive);
                    }
                    if !expansion.completes {
                        counts.push(Default::default());
                    }
                    for child in event.children {
                        let place = [&path[..], &[child.index]].concat();
                        naive.insert(place, score(child.value));
                    }
                    last_stopped |= expansion.stopped;
                }
                plywood::EventKind::Evaluated { value, .. } => {
                    naive.entry(path).and_modify(|named| *named = Some(value));
                }
                plywood::EventKind::BackedUp { value } => {
                    naive.entry(path).and_modify(|named| *named = score(Some(value)));
                }
                plywood::EventKind::Forgotten => {
                    forgotten += 1;
                    naive.retain(|node, _| node == &path || !node.starts_with(&path));
                }
                _ => {}
            }
        };
        searching.trace(&kinds, sink).unwrap();
        *counts.last_mut().unwrap() = note(&naive);

        let tree = replay("random-tree", &position, player);
        assert_eq!(tree.size(), naive.len() as u64, "{player} {seed}");
        assert_eq!(tree.expansions(), counts.len() as u64);
        tree.rows(|row| {
            let (under, depths) = &counts[row.n as usize - 1];
            for (root_move, &nodes) in tree.root_moves().iter().zip(&row.nodes) {
                assert_eq!(under.get(&root_move.index).copied().unwrap_or(0), nodes);
            }
            for (depth, &nodes) in row.depths.iter().enumerate() {
                assert_eq!(depths.get(&depth).copied().unwrap_or(0), nodes, "{player} {seed}");
            }
        });
        // A search that forgets keeps values that no leaf has any more.
        if !player.starts_with("recursive") && !last_stopped {
            let values = tree.root_child_values();
            for (root_move, value) in tree.root_moves().iter().zip(values) {
                let naive = minimax(&naive, &[root_move.index], !side);
                assert_eq!(score(value), naive, "{player} {seed}");
            }
        }
    }
    assert!(forgotten > 50, "{forgotten}");
}

#[test]
fn best_first_descends_into_the_best_child_and_swings_into_the_least() {
    for seed in 0..8 {
        let position = format!("branching=4,depth=30,seed={seed}");
        for player in ["best-first", "best-first-saved-tree", "recursive-best-first"] {
            let tree = replay("random-tree", &position, &format!("{player},nodes=400"));
            let mut chosen = 0;
            tree.rows(|row| {
                for standing in row.standings(tree.side()).into_iter().filter(|s| s.chosen) {
                    assert!(standing.best_value && !standing.least_swing, "{player} {row:?}");
                    chosen += 1;
                }
            });
            assert_eq!(chosen + 1, tree.expansions(), "all but the root's");
        }
        let tree = replay("random-tree", &position, "least-certainty,nodes=400");
        assert!(tree.has_swings());
        tree.rows(|row| {
            let chosen = row.standings(tree.side()).into_iter().find(|s| s.chosen);
            assert!(chosen.is_none_or(|standing| standing.least_swing), "{row:?}");
        });
    }
}

#[test]
fn values_at_the_choice_are_those_that_the_search_by_swings_names() {
    let position = "branching=4,depth=30,seed=3";
    let mut named = replay("random-tree", position, "least-certainty,nodes=300");
    let mut replayed = TreeReplay::new(named.side(), named.unit());
    let mut searching = session("random-tree", position, "least-certainty,nodes=300");
    searching
        .trace(&TreeReplay::KINDS, &mut |event| {
            // Without the root's children, values come from the leaves.
            let mut bare = plywood::Event::new(event.path, event.kind);
            bare.children = event.children;
            let side = if event.path.len() % 2 == 0 { named.side() } else { !named.side() };
            replayed.event(&bare, side);
        })
        .unwrap();
    replayed.finish();
    named.finish();
    let values = |tree: &TreeReplay| {
        let mut values = Vec::new();
        tree.rows(|row| values.push(row.values.clone()));
        values
    };
    assert_eq!(values(&named), values(&replayed));
}

#[test]
fn symbols_of_a_worked_tree() {
    let best = |row: &Row, side| -> String {
        let standings = row.standings(side);
        let letter = |standing: &Standing| match (standing.best_value, standing.least_swing) {
            (true, true) => 'b',
            (true, false) => 'u',
            (false, true) => 'd',
            (false, false) => 'c',
        };
        let shown = standings.iter().map(|standing| {
            let letter = letter(standing);
            if standing.chosen { letter.to_ascii_uppercase() } else { letter }
        });
        shown.collect()
    };
    let value = |points| Some(NodeValue::Score(Score::new(points)));
    let mut row = Row {
        chosen: Some(2),
        values: vec![value(4), value(6), value(1), None],
        swings: vec![Some(2), Some(2), Some(1), None],
        ..Row::default()
    };
    assert_eq!(best(&row, Side::Max), "cuDc");
    assert_eq!(best(&row, Side::Min), "ccBc");
    row.swings = vec![Some(3), Some(3), Some(5), None];
    assert_eq!(best(&row, Side::Max), "dbCc");
    row.swings.clear();
    assert_eq!(best(&row, Side::Max), "cuCc");

    let tree = replay("tree", "[0,[4,8,1],[6,5,[2,7,3]]]", "best-first");
    let mut rows = Vec::new();
    tree.rows(|row| rows.push((best(row, tree.side()), row.nodes.clone(), row.depths.clone())));
    let expected: [(&str, &[u64], &[u64]); 2] =
        [("cc", &[1, 1], &[1, 2]), ("cU", &[1, 3], &[1, 2, 2])];
    for (row, (symbols, nodes, depths)) in rows.iter().zip(expected) {
        assert_eq!((row.0.as_str(), &row.1[..], &row.2[..row.2.len()]), (symbols, nodes, depths));
    }
}

#[test]
fn long_wide_and_deep_searches_are_thinned_and_joined() {
    assert_eq!((thinning(1, 100), thinning(100, 100), thinning(101, 100)), (1, 1, 2));
    assert_eq!(thinning(20_000, 100), 200);
    assert_eq!(depth_bands(3), [0..1, 1..2, 2..3, 3..4]);
    let deep = depth_bands(60);
    assert_eq!((&deep[0], deep.last(), deep.len()), (&(0..5), Some(&(60..61)), 13));

    let tree = replay("random-tree", "branching=20,depth=30,seed=1", "best-first,nodes=4000");
    let shown = groups(&tree, 6);
    assert_eq!((shown.len(), shown[5].label.as_str()), (6, "others (15)"));
    let nodes = tree.last_row().unwrap().nodes;
    let most = shown[5].members.iter().map(|&place| nodes[place]).max();
    assert!(shown[..5].iter().all(|group| Some(nodes[group.members[0]]) >= most));
    let svg = drawn(&tree, PictureKind::Growth);
    assert!(svg.contains("every 2nd of 200 expansions shown"), "{svg}");
    assert!(svg.contains("others (11)") && svg.contains("joined"), "{svg}");
}

fn drawn(tree: &TreeReplay, kind: PictureKind) -> String {
    let caption = Caption {
        game: "a <game> & \"more\"".into(),
        position: "p".repeat(300),
        algorithm: "least-certainty (seed=3)".into(),
        budget: "nodes 100".into(),
    };
    let picture = Picture { tree, caption, kind };
    picture.svg()
}

#[test]
fn every_tree_search_gives_drawings_that_are_xml() {
    let names = tree_searches();
    assert!(names.contains(&"least-certainty") && names.contains(&"alpha-beta-saved-tree"));
    assert!(!names.contains(&"negascout"));
    for name in names {
        let tree = replay("connect4", "44", &format!("{name},nodes=300,depth=5"));
        for kind in [PictureKind::Growth, PictureKind::Tree] {
            let svg = drawn(&tree, kind);
            let parsed = roxmltree::Document::parse(&svg).expect("XML");
            assert_eq!(parsed.root_element().tag_name().name(), "svg");
            assert!(!svg.contains("NaN") && !svg.contains("inf\""), "{name}");
            assert_eq!(svg, drawn(&tree, kind), "the same search gives the same drawing");
        }
    }
}

#[test]
fn numbers_have_one_line_per_expansion() {
    let tree = replay("random-tree", "branching=3,depth=20,seed=5", "least-certainty,nodes=60");
    let picture = Picture { tree: &tree, caption: Caption::default(), kind: PictureKind::Growth };
    let csv = picture.csv();
    let mut lines = csv.lines();
    let heading: Vec<&str> = lines.next().unwrap().split(',').collect();
    assert_eq!(
        heading[..8],
        ["n", "path", "depth", "chosen", "again", "root_value", "nodes 0", "nodes 1"]
    );
    let column = |name: &str| heading.iter().position(|&other| other == name).unwrap();
    let mut count = 0;
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(fields.len(), heading.len());
        count += 1;
        assert_eq!(fields[0], count.to_string());
        let sum = |from: &str, to: &str| -> u64 {
            fields[column(from)..=column(to)]
                .iter()
                .map(|field| field.parse::<u64>().unwrap())
                .sum()
        };
        let deepest = format!("depth {}", tree.deepest());
        assert_eq!(sum("nodes 0", "nodes 2") + 1, sum("depth 0", &deepest));
    }
    assert_eq!(count, tree.expansions());
}

#[test]
fn a_search_without_a_tree_is_refused() {
    let error = session("connect4", "44", "negascout,depth=3").replay().unwrap_err();
    assert!(error.is_input(), "{error}");
    let message = error.to_string();
    assert!(
        message.contains("'negascout' keeps no tree") && message.contains("best-first"),
        "{message}"
    );
    assert!(PictureKind::parse("tre").unwrap_err().to_string().contains("did you mean 'tree'"));
}
