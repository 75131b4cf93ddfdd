//! The laws of the least-certainty search.

use crate::common::{blackboard, random_game, static_value, trees};
use plywood::search::{
    CertaintyFrom, LeastCertainty, LeastCertaintyOptions, PartialTree, SwingUpdate,
};
use plywood::{Budget, EventKind, Position, Report, Score, Search, Side, Step, Stop, Task, Trace};
use plywood_games::{StaticValue, Tree};

/// One expansion: the node, and the value and swing of every child of the root when it was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Expansion {
    path: Vec<u32>,
    root: Vec<(Score, Option<u64>)>,
}

fn expansions<P: Position>(
    search: &mut LeastCertainty<P, StaticValue>,
    root: &P,
    budget: &Budget,
) -> (Report<P::Move>, Vec<Expansion>)
where
    StaticValue: plywood::Evaluate<P>,
{
    let mut all = Vec::new();
    let mut observer = Trace::new(|event| {
        if let EventKind::Expanded(_) = event.kind {
            let path = event.path.iter().filter_map(Step::index).collect();
            let root = event.root_children.iter().map(|child| (child.value, child.swing)).collect();
            all.push(Expansion { path, root });
        }
    });
    let report = search.search(&Task::new(root).budget(budget.clone()), &mut observer);
    (report, all)
}

fn with<P: Position>(swings: SwingUpdate, seed: u64) -> LeastCertainty<P, StaticValue>
where
    StaticValue: plywood::Evaluate<P>,
{
    let options = LeastCertaintyOptions { swings, seed, ..Default::default() };
    LeastCertainty::with(options, StaticValue)
}

/// Follows a search with a tree whose swings are all computed from its leaves before each expansion, and
/// says how often the search had a choice between equals.
fn follow<P: Position>(root: &P, all: &[Expansion]) -> usize
where
    StaticValue: plywood::Evaluate<P>,
{
    assert_eq!(all[0], Expansion { path: Vec::new(), root: Vec::new() });
    let mut tree = leaf(root);
    expand(&mut tree, &mut root.clone(), &[]);
    let mut choices = 0;
    for expansion in &all[1..] {
        tree.update_all_swing();
        let children = tree.children.iter().map(|child| (child.value, child.swing));
        assert_eq!(expansion.root, children.collect::<Vec<_>>(), "{:?}", expansion.path);
        let mut node = &tree;
        for (depth, &place) in expansion.path.iter().enumerate() {
            let ranks: Vec<_> = node.children.iter().map(|child| rank(child, depth)).collect();
            let least = *ranks.iter().min().unwrap();
            assert_eq!(ranks[place as usize], least, "{:?} at {depth}", expansion.path);
            choices += usize::from(ranks.iter().filter(|&&rank| rank == least).count() > 1);
            node = &node.children[place as usize];
        }
        assert!(node.children.is_empty() && !node.over);
        expand(&mut tree, &mut root.clone(), &expansion.path);
    }
    tree.update_all_swing();
    let open: Vec<_> = tree.children.iter().filter(|child| !closed(child)).collect();
    assert!(open.iter().all(|child| child.swing.is_none()), "the search ended too early");
    choices
}

/// The order in which the children of a node are descended into: at the root the least swing first, below
/// the least that is not 0, then those with 0; those that nothing can change last, and finished ones not at
/// all.
fn rank(child: &PartialTree, depth: usize) -> (u8, u64) {
    match child.swing {
        _ if closed(child) => (3, 0),
        Some(0) if depth > 0 => (1, 0),
        Some(swing) => (0, swing),
        None => (2, 0),
    }
}

fn closed(node: &PartialTree) -> bool {
    node.over || !node.children.is_empty() && node.children.iter().all(closed)
}

fn leaf<P: Position>(node: &P) -> PartialTree
where
    StaticValue: plywood::Evaluate<P>,
{
    let value = static_value(node);
    if node.is_over() { PartialTree::over(value) } else { PartialTree::leaf(value) }
}

/// Expands the node at the end of a path.
fn expand<P: Position>(tree: &mut PartialTree, node: &mut P, path: &[u32])
where
    StaticValue: plywood::Evaluate<P>,
{
    let mut moves = Vec::new();
    node.moves(&mut moves);
    let mut children = std::mem::take(&mut tree.children);
    match path {
        [] => children = moves.iter().map(|&m| node.visit(m, |child| leaf(child))).collect(),
        [place, rest @ ..] => {
            let place = *place as usize;
            node.visit(moves[place], |child| expand(&mut children[place], child, rest));
        }
    }
    *tree = PartialTree::node(node.side(), children);
}

#[test]
fn every_expansion_follows_the_least_swings_and_the_seed_alone_breaks_ties() {
    let (mut long, mut choices, mut differ) = (0, 0, 0);
    for (seed, tree) in trees(3000).filter(|(_, tree)| !tree.is_over()) {
        let run = |swings, seed| expansions(&mut with(swings, seed), &tree, &Budget::new());
        let (lazy, order) = run(SwingUpdate::Lazy, seed);
        let (whole, twin) = run(SwingUpdate::WholeTree, seed);
        assert_eq!(order, twin, "seed {seed}");
        assert_eq!((lazy.value, lazy.best, lazy.stop), (whole.value, whole.best, whole.stop));
        assert!(matches!(lazy.stop, Stop::Swings | Stop::Complete), "{:?}", lazy.stop);
        choices += follow(&tree, &order);
        long += usize::from(order.len() > 10);
        differ += usize::from(run(SwingUpdate::Lazy, seed + 1).1 != order);
    }
    assert!(long > 500, "{long} trees with many expansions");
    assert!(choices > 1000, "{choices} choices between equals");
    assert!(differ > 100, "another seed made another tree {differ} times");
}

#[test]
fn large_trees_under_caps_grow_alike_however_swings_are_kept() {
    for seed in 1..=40 {
        let branching = ["2", "5", "random:8", "20"][seed as usize % 4];
        let game = random_game(seed, branching, 40);
        for budget in [
            Budget::new().nodes(4000),
            Budget::new().nodes(8000).memory(48 << 10),
            Budget::new().nodes(3000).depth(5),
        ] {
            let run = |swings| expansions(&mut with(swings, seed), &game, &budget);
            let (lazy, order) = run(SwingUpdate::Lazy);
            let (whole, twin) = run(SwingUpdate::WholeTree);
            assert_eq!(order, twin, "seed {seed} {budget:?}");
            assert_eq!((lazy.counts, lazy.value), (whole.counts, whole.value), "seed {seed}");
            assert!(lazy.memory <= budget.memory.unwrap_or(usize::MAX), "seed {seed}");
        }
    }
}

#[test]
fn trees_kept_from_move_to_move_grow_alike_however_swings_are_kept() {
    for seed in 1..=20 {
        let mut game = random_game(seed, "random:6", 40);
        let mut lazy = with(SwingUpdate::Lazy, seed);
        let mut whole = with(SwingUpdate::WholeTree, seed);
        let budget = Budget::new().nodes(500 + 100 * seed).memory(1 << 20);
        for _ in 0..12 {
            let (report, order) = expansions(&mut lazy, &game, &budget);
            let (twin, twin_order) = expansions(&mut whole, &game, &budget);
            assert_eq!(order, twin_order, "seed {seed}");
            assert_eq!((report.value, report.best), (twin.value, twin.best));
            let Some(m) = report.best else { break };
            game.play(m);
            lazy.advance(m);
            whole.advance(m);
        }
    }
}

#[test]
fn a_threshold_ends_a_search_as_soon_as_the_least_swing_reaches_it() {
    for seed in 1..=30 {
        let game = random_game(seed, "5", 40);
        let threshold = 20_000 * (seed % 5 + 1);
        let options = LeastCertaintyOptions { threshold: Some(threshold), ..Default::default() };
        let mut search = LeastCertainty::with(options, StaticValue);
        let (report, all) = expansions(&mut search, &game, &Budget::new().nodes(20_000));
        let (_, free) =
            expansions(&mut with(SwingUpdate::Lazy, 1), &game, &Budget::new().nodes(20_000));
        assert_eq!(all, free[..all.len()], "seed {seed}");
        let least = |expansion: &Expansion| expansion.root.iter().filter_map(|child| child.1).min();
        assert!(all[1..].iter().all(|one| least(one) < Some(threshold)), "seed {seed}");
        if let Some(next) = free.get(all.len()) {
            assert_eq!(report.stop, Stop::Swings);
            assert!(least(next) >= Some(threshold), "seed {seed}");
            assert_eq!(report.details.get("swing"), least(next).unwrap());
        }
    }
}

/// The search that goes on for a proof grows the same tree until no swing is finite, and then on to the value.
#[test]
fn a_search_for_a_proof_ends_with_the_move_of_minimax() {
    let (mut wrong, mut longer) = (0, 0);
    for (seed, tree) in trees(3000).filter(|(_, tree)| !tree.is_over()) {
        let run = |certainty, swings| {
            let options = LeastCertaintyOptions { certainty, swings, seed, ..Default::default() };
            expansions(&mut LeastCertainty::with(options, StaticValue), &tree, &Budget::new())
        };
        let worth =
            |report: &Report<u32>| tree.clone().visit(report.best.unwrap(), |c| blackboard(c, 99));
        let value = blackboard(&mut tree.clone(), 99);
        let (paper, order) = run(CertaintyFrom::Swings, SwingUpdate::Lazy);
        let (lazy, all) = run(CertaintyFrom::Proof, SwingUpdate::Lazy);
        assert_eq!(all[..order.len()], order, "seed {seed}");
        assert_eq!((lazy.stop, lazy.proven), (Stop::Complete, true), "seed {seed}");
        assert_eq!((lazy.value.exact(), worth(&lazy)), (Some(value), value), "seed {seed}");
        let (whole, twin) = run(CertaintyFrom::Proof, SwingUpdate::WholeTree);
        assert_eq!((all, lazy.value, lazy.best), (twin, whole.value, whole.best), "seed {seed}");
        wrong += usize::from(paper.stop == Stop::Swings && worth(&paper) != value);
        longer += usize::from(lazy.counts.expanded > paper.counts.expanded);
    }
    assert!(wrong > 0 && longer > 500, "{wrong} wrong without a proof, {longer} searched longer");
}

#[test]
fn infinite_swings_are_no_proof() {
    // Both values still move toward each other, and pass.
    let json = "[0,[465180,[452570,[601119,-766198,1000000],[493251,-900616,654212],\
                [58594,-595850]]],[-205463,[-877743,[724021,1000000,612896]],\
                [-589683,[427732,1000000,-1713,-216275]]]]";
    let run = |certainty| {
        let options = LeastCertaintyOptions { certainty, ..Default::default() };
        LeastCertainty::with(options, StaticValue).run(&tree(json), &Budget::new())
    };
    let paper = run(CertaintyFrom::Swings);
    assert_eq!((paper.best, paper.stop, paper.proven), (Some(0), Stop::Swings, false));
    let proof = run(CertaintyFrom::Proof);
    assert_eq!((proof.best, proof.stop, proof.proven), (Some(1), Stop::Complete, true));
    // A threshold ends the search, whatever else is asked for.
    let options = LeastCertaintyOptions {
        threshold: Some(u64::MAX),
        certainty: CertaintyFrom::Proof,
        ..Default::default()
    };
    let report = LeastCertainty::with(options, StaticValue).run(&tree(json), &Budget::new());
    assert_eq!((report.best, report.stop), (Some(0), Stop::Swings));
}

fn tree(json: &str) -> Tree {
    Tree::from_json(json).unwrap()
}

#[test]
fn what_the_paper_leaves_open() {
    let run = |json| expansions(&mut with(SwingUpdate::Lazy, 1), &tree(json), &Budget::new());
    // A root with one move has nothing to decide.
    let (report, all) = run("[0, [1, 2, [3, 4]]]");
    assert_eq!((report.stop, report.best, all.len()), (Stop::Swings, Some(0), 1));
    // Finished games do not change: one that meets its goal swings not at all, another infinitely.
    let (report, all) = run("[0, [4, 8, 1], [6, 5, [2, 7, 3]]]");
    assert_eq!(all.last().unwrap().root, [(Score::new(4), Some(1)), (Score::new(5), None)]);
    assert_eq!((report.stop, report.value.exact()), (Stop::Complete, Some(Score::new(5))));
    assert!(report.proven);
    // Of children with the same value the first counts as the better one, and both swing by 0. Below, a
    // swing of 0 is followed only where there is no other.
    let (_, all) = run("[0, [5, [5, 1], [9, 2]], [5, [5, 3]]]");
    let zero = (Score::new(5), Some(0));
    assert_eq!(all[1].root, [zero, zero]);
    // Nothing that is left can change the decision.
    let (report, _) = run("[0, 9, [1, [2, 3], 4]]");
    assert_eq!((report.stop, report.best), (Stop::Swings, Some(0)));
}

#[test]
fn the_worked_example_of_the_paper() {
    let leaf = |value| PartialTree::leaf(Score::new(value));
    let child = |values: [i32; 3]| PartialTree::node(Side::Min, values.map(leaf));
    let mut root =
        PartialTree::node(Side::Max, [child([8, 10, 13]), child([6, 7, 13]), child([3, 4, 5])]);
    root.update_all_swing();
    let swings = |node: &PartialTree| node.children.iter().map(|c| c.swing).collect::<Vec<_>>();
    assert_eq!(swings(&root), [Some(2), Some(3), Some(12)]);
    assert_eq!(swings(&root.children[0]), [Some(2), Some(4), Some(7)], "E, F, G");
    assert_eq!(swings(&root.children[1]), [Some(2), Some(1), Some(0)], "H, I, J");
    assert_eq!(swings(&root.children[2]), [Some(5), Some(4), Some(3)], "K, L, M");
}
