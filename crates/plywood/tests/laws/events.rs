//! What the events of a search say is what the search does: they are replayed.

use crate::common::{self, static_value, trees};
use plywood::search::*;
use plywood::{
    Budget, Cause, Event, EventKind, Interval, Keyed, NodeValue, Observer, Position, Report, Score,
    Search, Side, Step, Stop, Tactics, Task, Window,
};
use plywood_games::random::random_game;
use plywood_games::{Chess, Game, StaticValue};
use std::collections::BTreeMap;

/// The indices of a path.
fn indices<M>(path: &[Step<M>]) -> Vec<u32> {
    path.iter().map(|step| step.index().expect("no null moves here")).collect()
}

/// The position at the end of a path; every step must be a legal move with its index.
fn follow<P: Position>(root: &P, path: &[Step<P::Move>]) -> P {
    let mut position = root.clone();
    for step in path {
        let Step::Move { m, index } = *step else { panic!("no null moves here") };
        let mut moves = Vec::new();
        position.moves(&mut moves);
        assert_eq!(moves.get(index as usize), Some(&m));
        position.play(m);
    }
    position
}

fn best_of(values: impl Iterator<Item = Score>, side: Side) -> Option<Score> {
    values.reduce(|a, b| a.better(b, side))
}

/// Rebuilds the tree of a search from its events.
struct TreeReplay<P: Position> {
    root: P,
    /// The nodes by their paths, with their values and whether they have all their children.
    nodes: BTreeMap<Vec<u32>, (Option<Score>, bool)>,
    expansions: u64,
    completions: u64,
    backed_up: u64,
    forgotten: u64,
    walked: u64,
    stopped: bool,
    root_changes: u64,
    /// An alpha-beta search came first.
    has_bounds: bool,
    /// The value of the root and the best move as the observer was told last.
    told: Option<(Interval, Option<u32>)>,
    line: Vec<P::Move>,
}

impl<P: Position> TreeReplay<P> {
    fn new(root: &P) -> Self {
        TreeReplay {
            root: root.clone(),
            nodes: BTreeMap::from([(Vec::new(), (None, false))]),
            expansions: 0,
            completions: 0,
            backed_up: 0,
            forgotten: 0,
            walked: 0,
            stopped: false,
            root_changes: 0,
            has_bounds: false,
            told: None,
            line: Vec::new(),
        }
    }

    /// The value of a node by minimax over the leaves below it.
    fn minimax(&self, path: &[u32], position: &P) -> Option<Score> {
        let children: Vec<_> = self.children(path).map(|(path, _)| path.clone()).collect();
        if children.is_empty() {
            return self.nodes[path].0;
        }
        let value = |child: &Vec<u32>| {
            let mut below = position.clone();
            let m = below.move_at(child[path.len()] as usize, &mut Vec::new());
            below.play(m);
            self.minimax(child, &below)
        };
        best_of(children.iter().filter_map(value), position.side())
    }

    /// The number of nodes at each depth.
    fn levels(&self) -> Vec<u64> {
        let deepest = self.nodes.keys().map(Vec::len).max().unwrap_or(0);
        let mut levels = vec![0; deepest + 1];
        self.nodes.keys().for_each(|path| levels[path.len()] += 1);
        levels
    }

    /// The children of a node in the order of their indices.
    fn children<'a>(
        &'a self,
        path: &'a [u32],
    ) -> impl Iterator<Item = (&'a Vec<u32>, Option<Score>)> + 'a {
        let below = self.nodes.range(path.to_vec()..).take_while(move |(p, _)| p.starts_with(path));
        let children = below.filter(move |(p, _)| p.len() == path.len() + 1);
        children.map(|(path, &(value, _))| (path, value))
    }
}

impl<P: Position> Observer<P> for TreeReplay<P>
where
    StaticValue: plywood::Evaluate<P>,
{
    fn event(&mut self, event: &Event<'_, P::Move>) {
        assert!(!self.stopped || !matches!(event.kind, EventKind::Expanded(_)), "it was the last");
        let position = follow(&self.root, event.path);
        let path = indices(event.path);
        match event.kind {
            EventKind::Expanded(expansion) if expansion.kept => {
                let mut moves = Vec::new();
                position.moves(&mut moves);
                assert!(self.nodes.contains_key(&path), "only a node of the tree is expanded");
                assert_eq!(expansion.moves as usize, moves.len());
                let known = self.children(&path).count();
                assert_eq!(known, expansion.first as usize);
                if expansion.completes {
                    self.completions += 1;
                } else {
                    self.expansions += 1;
                    assert_eq!(known, 0);
                }
                for (place, child) in (expansion.first..).zip(event.children) {
                    assert_eq!((place, moves[place as usize]), (child.index, child.m));
                    let below = [&path[..], &[place]].concat();
                    let value = child.value.map(|value| match value {
                        NodeValue::Score(value) => value,
                        other => panic!("{other:?}"),
                    });
                    self.nodes.insert(below, (value, false));
                }
                let whole = self.children(&path).count() == moves.len();
                assert_eq!(whole, !expansion.is_partial());
                self.nodes.get_mut(&path).expect("it is there").1 = whole;
                self.stopped = expansion.stopped;
            }
            EventKind::Evaluated { value, over } => {
                assert_eq!((value, over), (static_value(&position), position.is_over()));
                if let Some(node) = self.nodes.get_mut(&path) {
                    node.0 = Some(value);
                }
            }
            // An alpha-beta search before the best-first one leaves its values in the tree.
            EventKind::Left { value, .. } => {
                if let Some(node) = self.nodes.get_mut(&path) {
                    node.0 = Some(value);
                }
            }
            EventKind::BackedUp { value } => {
                let NodeValue::Score(value) = value else { panic!("{value:?}") };
                let best = best_of(self.children(&path).filter_map(|c| c.1), position.side());
                assert_eq!(Some(value), best, "the best of its children at {path:?}");
                self.nodes.get_mut(&path).expect("a node of the tree").0 = Some(value);
                self.backed_up += 1;
            }
            EventKind::Forgotten => {
                let before = self.nodes.len();
                self.nodes.retain(|p, _| p.len() <= path.len() || !p.starts_with(&path));
                assert!(self.nodes.len() < before, "nothing was below {path:?}");
                self.forgotten += 1;
            }
            EventKind::Walked { pointers } => self.walked += pointers,
            EventKind::RootChanged { value, best } => {
                self.root_changes += 1;
                self.told = Some((value, best));
                // An alpha-beta search before the best-first one leaves bounds in the tree.
                let (Some(value), false) = (value.exact(), self.stopped || self.has_bounds) else {
                    return;
                };
                // A walk through a large tree takes long.
                if self.nodes.len() > 300 && !self.root_changes.is_multiple_of(64) {
                    return;
                }
                assert_eq!(self.minimax(&[], &self.root), Some(value), "the value of the tree");
                if let Some(best) = best {
                    assert_eq!(self.minimax(&[best], &follow_index(&self.root, best)), Some(value));
                }
            }
            EventKind::IterationBegun { depth } => self.has_bounds |= depth.is_some(),
            EventKind::IterationFinished { .. } => self.line = event.line.to_vec(),
            _ => {}
        }
    }
}

fn follow_index<P: Position>(root: &P, index: u32) -> P {
    let mut position = root.clone();
    let m = position.move_at(index as usize, &mut Vec::new());
    position.play(m);
    position
}

/// A search that was stopped at once has no tree; its events leave the root.
fn at_least_the_root(levels: Vec<u64>) -> Vec<u64> {
    if levels.is_empty() { vec![1] } else { levels }
}

fn replay<P: Position, S: Search<P>>(
    search: &mut S,
    root: &P,
    budget: Budget,
) -> (Report<P::Move>, TreeReplay<P>)
where
    StaticValue: plywood::Evaluate<P>,
{
    let mut replay = TreeReplay::new(root);
    let report = search.search(&Task::new(root).budget(budget), &mut replay);
    let children = best_of(replay.children(&[]).filter_map(|child| child.1), root.side());
    if let (Some(value), false) = (report.value.exact(), root.is_over() || replay.stopped) {
        assert_eq!(children, Some(value), "the root has the best value of its children");
        let (told, best) = replay.told.expect("the root has a value");
        assert_eq!(told, report.value);
        let first = best.map(|index| root.move_at(index as usize, &mut Vec::new()));
        assert_eq!(first, report.best);
        assert_eq!(replay.line, report.pv);
    }
    (report, replay)
}

#[test]
fn best_first_trees_are_rebuilt_from_their_events() {
    let (mut partial, mut forgotten, mut stopped, mut changes) = (0, 0, 0, 0);
    for (seed, tree) in trees(1500).filter(|(_, tree)| !tree.is_over()) {
        let budget = match seed % 3 {
            0 => Budget::new(),
            1 => Budget::new().nodes(seed / 3 % 70),
            _ => Budget::new().evaluations(seed / 3 % 50),
        };
        let mut best_first = BestFirst::new(StaticValue);
        let (report, events) = replay(&mut best_first, &tree, budget.clone());
        assert_eq!(events.nodes.len(), best_first.tree_size().max(1), "seed {seed}");
        changes += events.root_changes;
        assert_eq!(events.levels(), at_least_the_root(best_first.nodes_by_depth()), "seed {seed}");
        assert_eq!(events.expansions, report.counts.expanded, "seed {seed}");

        for early_return in [false, true] {
            let options = BestFirstSavedTreeOptions { early_return, ..Default::default() };
            let mut saved = BestFirstSavedTree::with(options, StaticValue);
            let (report, events) = replay(&mut saved, &tree, budget.clone());
            assert_eq!(events.nodes.len(), saved.tree_size().max(1), "seed {seed}");
            assert_eq!(events.levels(), at_least_the_root(saved.nodes_by_depth()), "seed {seed}");
            assert_eq!(events.expansions, report.counts.expanded, "seed {seed}");
            partial += events.completions;
            stopped += u64::from(events.stopped);
        }

        let options = BestFirstExtensionOptions { horizon: seed as u32 % 4, ..Default::default() };
        let mut extension = BestFirstExtension::with(options, StaticValue);
        let (report, events) = replay(&mut extension, &tree, budget.clone());
        assert_eq!(events.nodes.len(), extension.tree_size().max(1), "seed {seed}");
        assert_eq!(events.levels(), at_least_the_root(extension.nodes_by_depth()), "seed {seed}");
        assert_eq!(events.expansions, report.counts.expanded, "seed {seed}");

        let mut swings = LeastCertainty::new(StaticValue);
        let (report, events) = replay(&mut swings, &tree, budget.clone());
        assert_eq!(events.nodes.len(), swings.tree_size().max(1), "seed {seed}");
        assert_eq!(events.levels(), at_least_the_root(swings.nodes_by_depth()), "seed {seed}");
        assert_eq!(events.expansions, report.counts.expanded, "seed {seed}");

        for variant in [
            Variant::Simple { early_return: false },
            Variant::Simple { early_return: true },
            Variant::Full,
        ] {
            let options = RecursiveBestFirstOptions { variant, all_best: false };
            let mut recursive = RecursiveBestFirst::with(options, StaticValue);
            let (report, events) = replay(&mut recursive, &tree, budget.clone());
            let cut = u64::from(events.stopped);
            assert_eq!(events.expansions - cut, report.counts.expanded, "seed {seed}");
            forgotten += events.forgotten;
        }
    }
    assert!(partial > 500 && forgotten > 5000 && stopped > 50, "{partial} {forgotten} {stopped}");
    assert!(changes > 3000, "{changes}");
}

#[test]
fn capped_trees_are_rebuilt_from_their_events() {
    let mut forgotten = 0;
    for seed in 0..24 {
        let game = common::random_game(seed, ["random:5", "8"][seed as usize % 2], 40);
        let budget = Budget::new().nodes(6000).memory(24 << 10);
        for when_full in [WhenFull::Prune, WhenFull::Linear, WhenFull::Stop] {
            let early_return = seed % 3 > 0;
            let options = BestFirstSavedTreeOptions { early_return, when_full, all_best: false };
            let mut saved = BestFirstSavedTree::with(options, StaticValue);
            let (_, events) = replay(&mut saved, &game, budget.clone());
            assert!(events.nodes.len() <= saved.tree_size(), "some may wait to be freed");
            assert!(events.walked > 0);
            forgotten += events.forgotten;

            let options =
                BestFirstExtensionOptions { early_return, when_full, ..Default::default() };
            let mut extension = BestFirstExtension::with(options, StaticValue);
            let (_, events) = replay(&mut extension, &game, budget.clone());
            forgotten += events.forgotten;
        }
        let mut swings = LeastCertainty::new(StaticValue);
        let (_, events) = replay(&mut swings, &game, budget.clone());
        assert!(events.nodes.len() <= swings.tree_size(), "some may wait to be freed");
        forgotten += events.forgotten;
    }
    assert!(forgotten > 1000, "{forgotten}");
}

#[test]
fn the_list_of_sss_is_rebuilt_from_its_events() {
    for (seed, tree) in trees(600).filter(|(_, tree)| !tree.is_over()) {
        let mut expanded = BTreeMap::new();
        let mut solved = BTreeMap::new();
        let mut sss = plywood::Trace::new(|event: &Event<'_, u32>| {
            let path = indices(event.path);
            match event.kind {
                EventKind::Expanded(e) => {
                    let known = expanded.entry(path).or_insert(0);
                    assert_eq!(*known, e.first);
                    *known += event.children.len() as u32;
                }
                EventKind::BackedUp { value } => drop(solved.insert(path, value)),
                EventKind::Evaluated { value, .. } => assert!(value.is_finite()),
                _ => {}
            }
        });
        let report = StockmanSss::new(StaticValue).search(&Task::new(&tree), &mut sss);
        let value = report.value.exact().expect("it is complete");
        assert_eq!(solved.get(&Vec::new()), Some(&NodeValue::Score(value)), "seed {seed}");
        assert_eq!(expanded.len() as u64, report.counts.expanded, "seed {seed}");
    }
}

/// Checks the values with which a depth-first search leaves its nodes.
struct DepthFirst<P> {
    root: P,
    visits: Vec<Visit>,
    left: BTreeMap<&'static str, u64>,
    iteration: Option<Score>,
}

struct Visit {
    path: Vec<u32>,
    depth: u32,
    window: Window,
    children: BTreeMap<u32, Score>,
}

impl<P: Keyed> DepthFirst<P> {
    fn new(root: &P) -> Self {
        DepthFirst {
            root: root.clone(),
            visits: Vec::new(),
            left: BTreeMap::new(),
            iteration: None,
        }
    }
}

impl<P: Keyed> Observer<P> for DepthFirst<P>
where
    StaticValue: plywood::Evaluate<P>,
{
    fn event(&mut self, event: &Event<'_, P::Move>) {
        let position = follow(&self.root, event.path);
        let path = indices(event.path);
        match event.kind {
            EventKind::IterationBegun { .. } => self.visits.clear(),
            EventKind::IterationFinished { value, stop: Stop::Complete | Stop::Depth, .. }
                if value.exact().is_some() =>
            {
                assert!(self.visits.is_empty());
                assert_eq!(value.exact(), self.iteration);
            }
            EventKind::Entered { depth, window, .. } => {
                if let Some(above) = self.visits.last() {
                    assert_eq!(above.path[..], path[..path.len() - 1], "a child of the last node");
                    assert_eq!(above.depth, depth + 1);
                }
                self.visits.push(Visit { path, depth, window, children: BTreeMap::new() });
            }
            EventKind::Left { value, cause, .. } => {
                let visit = self.visits.pop().expect("a node that was entered");
                assert_eq!(visit.path, path);
                let best = best_of(visit.children.into_values(), position.side());
                match cause {
                    Cause::Searched => assert_eq!(Some(value), best),
                    Cause::FailHard => assert_eq!(Some(value), best.map(|b| visit.window.clamp(b))),
                    Cause::Evaluated => {
                        assert_eq!(value, static_value(&position));
                        assert!(visit.depth == 0 || position.is_over());
                    }
                    Cause::Table | Cause::Stored => {}
                    other => panic!("{other:?} in a search that prunes nothing"),
                }
                *self.left.entry(cause.name()).or_default() += 1;
                match (self.visits.last_mut(), path.last()) {
                    (Some(above), Some(&index)) => drop(above.children.insert(index, value)),
                    (None, None) => self.iteration = Some(value),
                    _ => {}
                }
            }
            EventKind::Expanded(_) | EventKind::CutOff { .. } => {
                assert_eq!(event.key, event.key.and(Some(position.key())));
                assert_eq!(self.visits.last().map(|visit| &visit.path), Some(&path));
            }
            EventKind::Evaluated { value, over } => {
                assert_eq!((value, over), (static_value(&position), position.is_over()));
            }
            _ => {}
        }
    }
}

#[test]
fn values_of_depth_first_searches_follow_from_their_children() {
    let mut left = BTreeMap::new();
    for (seed, tree) in trees(1200).filter(|(_, tree)| !tree.is_over()) {
        let depth = 1 + seed as u32 % 6;
        let budget = match seed % 4 {
            0 => Budget::new().depth(depth).nodes(seed % 97),
            _ => Budget::new().depth(depth),
        };
        let deepening = if seed.is_multiple_of(5) { Deepening::Always } else { Deepening::Never };
        let bounds = if seed.is_multiple_of(2) { Bounds::FailSoft } else { Bounds::FailHard };
        let order = if seed.is_multiple_of(3) { NodeOrder::Static } else { NodeOrder::Listed };
        let horizon = if seed % 7 < 3 { Horizon::OneAtATime } else { Horizon::AllAtOnce };
        let all_best = seed % 11 < 4;
        let allotment = Allotment::default();
        let options = AlphaBetaOptions { order, horizon, bounds, deepening, allotment, all_best };
        let saved = AlphaBetaSavedTreeOptions { bounds, deepening, all_best };
        let mut searches: Vec<Box<dyn Search<_>>> = vec![
            Box::new(Minimax::with(MinimaxOptions { deepening, all_best }, StaticValue)),
            Box::new(AlphaBeta::with(options, StaticValue)),
            Box::new(AlphaBetaSavedTree::with(saved, StaticValue)),
        ];
        for driver in common::drivers(2) {
            let options = MtOptions { all_best, deepening, ..MtOptions::new(driver) };
            searches.push(Box::new(Mt::with(options, StaticValue)));
        }
        for mut search in searches {
            // The whole game: later searches find values stored.
            let mut position = tree.clone();
            while !position.is_over() {
                let mut replay = DepthFirst::new(&position);
                let task = Task::new(&position).budget(budget.clone());
                let best = search.search(&task, &mut replay).best.expect("a move");
                for (cause, count) in replay.left {
                    *left.entry(cause).or_insert(0) += count;
                }
                position.play(best);
                search.advance(best);
            }
        }
    }
    for cause in ["searched", "fail-hard", "evaluated", "stored", "table"] {
        assert!(left.get(cause).is_some_and(|&count| count > 100), "{cause} {left:?}");
    }
}

/// Checks paths, keys and causes in a selective search with null moves and quiescence moves.
struct Selective {
    root: Chess,
    visits: Vec<SelectiveVisit>,
    left: BTreeMap<&'static str, u64>,
    nulls: u64,
}

/// The path of a node, the values of its children, and its own.
type SelectiveVisit = (Vec<Option<u32>>, BTreeMap<u32, Score>, Option<Score>);

impl Observer<Chess> for Selective {
    fn event(&mut self, event: &Event<'_, <Chess as Position>::Move>) {
        let mut position = self.root.clone();
        for step in event.path {
            match *step {
                Step::Move { m, index } => {
                    assert_eq!(position.move_at(index as usize, &mut Vec::new()), m);
                    position.play(m);
                }
                Step::Null => {
                    self.nulls += 1;
                    position.pass().expect("a null move where the game allows one");
                }
            }
        }
        assert_eq!(event.key, event.key.and(Some(position.key())));
        let path: Vec<_> = event.path.iter().map(Step::index).collect();
        match event.kind {
            EventKind::IterationBegun { .. } => self.visits.clear(),
            EventKind::Entered { .. } => {
                if let Some((above, ..)) = self.visits.last() {
                    assert_eq!(above[..], path[..path.len() - 1]);
                }
                self.visits.push((path, BTreeMap::new(), None));
            }
            EventKind::Evaluated { value, .. } => {
                if let Some(visit) = self.visits.last_mut().filter(|visit| visit.0 == path) {
                    visit.2 = Some(value);
                }
            }
            EventKind::Left { value, cause, .. } => {
                let (entered, children, evaluated) = self.visits.pop().expect("a node entered");
                assert_eq!(entered, path);
                let side = position.side();
                let best = best_of(children.into_values(), side);
                match cause {
                    Cause::Searched => assert_eq!(Some(value), best),
                    Cause::Evaluated => assert_eq!(Some(value), evaluated),
                    Cause::Quiescence => {
                        assert_eq!(Some(value), best_of(best.into_iter().chain(evaluated), side));
                    }
                    _ => {}
                }
                *self.left.entry(cause.name()).or_default() += 1;
                if let (Some(above), Some(&Some(index))) = (self.visits.last_mut(), path.last()) {
                    above.1.insert(index, value);
                }
            }
            _ => {}
        }
    }
}

#[test]
fn selective_searches_name_null_moves_and_the_causes_of_their_values() {
    let (mut left, mut nulls) = (BTreeMap::new(), 0);
    for seed in 0..6 {
        let root = random_game(Chess::default(), seed).nth(12).expect("a game of 12 plies");
        let options = MtOptions {
            quiescence: Switch::On,
            selective: (seed % 2 > 0).into(),
            ..MtOptions::default()
        };
        let evaluation = <Chess as Game>::Evaluation::default();
        let (visits, seen) = (Vec::new(), BTreeMap::new());
        let mut replay = Selective { root: root.clone(), visits, left: seen, nulls: 0 };
        let task = Task::new(&root).budget(Budget::new().depth(5).nodes(30_000));
        Mt::with(options, evaluation).search(&task, &mut replay);
        for (cause, count) in replay.left {
            *left.entry(cause).or_insert(0) += count;
        }
        nulls += replay.nulls;
    }
    assert!(nulls > 0, "{left:?}");
    for cause in ["searched", "quiescence", "pruned", "table"] {
        assert!(left.get(cause).is_some_and(|&count| count > 10), "{cause} {left:?}");
    }
}
