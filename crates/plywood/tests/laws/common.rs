//! What the laws are tested on: thousands of seeded trees, and the slowest algorithms there are.
#![allow(dead_code)]

use plywood::kit::{OptionError, mix};
use plywood::search::{Driver, FirstGuess, NamedSearch, all_searches};
use plywood::{
    Budget, Evaluate, EventKind, Position, Report, Score, Search, Side, Step, Tactics, Task, Trace,
};
use plywood_games::tree::{Shape, Tree};
use plywood_games::{RandomTree, StaticValue};

/// Every driver, with aspiration windows of this size.
pub fn drivers(window: u32) -> [Driver; 7] {
    [
        Driver::AlphaBeta,
        Driver::NegaScout,
        Driver::AspirationNegaScout(window),
        Driver::Sss,
        Driver::Dual,
        Driver::MtdF(FirstGuess::Previous),
        Driver::CStar,
    ]
}

/// A search by each algorithm under each of its names. Every option that takes words is set to one of them, drawn from
/// the seed, and tables are small. A law that does not hold for some algorithms names them in `without`, each with the
/// reason; no law can forget one.
pub fn subjects<P, E>(
    evaluate: &E,
    seed: u64,
    without: &[(&'static str, &'static str)],
) -> Vec<NamedSearch<P>>
where
    P: Tactics<Move: Send + Sync> + Send + Sync + 'static,
    E: Evaluate<P> + Clone + Send + Sync + 'static,
{
    let mut searches = all_searches(evaluate, |info, options| {
        let name = info.name.bytes().fold(seed, |sum, byte| mix(sum ^ u64::from(byte)));
        for (number, option) in (0..).zip(options.list()) {
            let word = mix(name ^ number) as usize % option.words.len().max(1);
            let value = match option.name.as_str() {
                "table" => "4096",
                _ => option.words.get(word).copied().unwrap_or_default(),
            };
            if !value.is_empty() {
                // A word may contradict that of another option, which then stays.
                match options.set(&option.name, value) {
                    Ok(()) | Err(OptionError::Conflict { .. }) => {}
                    Err(error) => panic!("{}: {error}", info.name),
                }
            }
        }
    });
    for (name, _) in without {
        assert!(searches.iter().any(|(info, _)| info.name == *name), "no algorithm {name}");
    }
    searches.retain(|(info, _)| without.iter().all(|(name, _)| info.name != *name));
    searches
}

/// Small trees of all kinds: few and many ties, alternating sides and sides drawn at random.
pub fn trees(count: u64) -> impl Iterator<Item = (u64, Tree)> {
    (0..count).map(|seed| {
        let shape = Shape {
            max_children: [2, 3, 4, 6, 9][seed as usize % 5],
            max_depth: [7, 6, 5, 4, 3][seed as usize % 5],
            leaf_chance: [0, 10, 25][seed as usize % 3],
            values: if has_ties(seed) { -3..=3 } else { -1_000_000_000..=1_000_000_000 },
            alternate: alternates(seed),
        };
        (seed, Tree::random(seed, &shape))
    })
}

pub fn has_ties(seed: u64) -> bool {
    seed.is_multiple_of(4)
}

/// Does the side to move change with every move in this tree of [`trees`]?
pub fn alternates(seed: u64) -> bool {
    (seed / 4).is_multiple_of(2)
}

/// Trees whose values are all different, or nearly.
pub fn trees_without_ties(count: u64) -> impl Iterator<Item = (u64, Tree)> {
    (0..count).map(|seed| {
        let shape = Shape {
            max_children: 2 + seed as u32 % 5,
            max_depth: 6,
            leaf_chance: 10,
            values: -1_000_000_000..=1_000_000_000,
            alternate: seed % 2 == 0,
        };
        (seed, Tree::random(seed, &shape))
    })
}

pub fn random_game(seed: u64, branching: &str, depth: u32) -> RandomTree {
    use plywood_games::Game;
    RandomTree::parse(Some(&format!("branching={branching},depth={depth},seed={seed}"))).unwrap()
}

pub fn static_value<P: Position>(position: &P) -> Score
where
    StaticValue: plywood::Evaluate<P>,
{
    if position.is_over() { position.result() } else { StaticValue.evaluate(position) }
}

/// Minimax as one would write it on a blackboard.
pub fn blackboard<P: Position>(node: &mut P, depth: u32) -> Score
where
    StaticValue: plywood::Evaluate<P>,
{
    if depth == 0 || node.is_over() {
        return static_value(node);
    }
    let mut moves = Vec::new();
    node.moves(&mut moves);
    let values = moves.iter().map(|&m| node.clone().visit(m, |c| blackboard(c, depth - 1)));
    if node.side() == Side::Max { values.max() } else { values.min() }.unwrap()
}

pub fn run<P: Position, S: Search<P>>(mut search: S, root: &P, budget: &Budget) -> Report<P::Move> {
    search.run(root, budget)
}

/// One line of a trace, kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub path: Vec<u32>,
    pub root_value: Option<Score>,
    pub best: Option<u32>,
    pub again: bool,
}

pub fn traced<P: Position, S: Search<P>>(
    mut search: S,
    root: &P,
    budget: &Budget,
) -> (Report<P::Move>, Vec<Event>)
where
    StaticValue: plywood::Evaluate<P>,
{
    let mut events = Vec::new();
    let mut observer = Trace::new(|event| {
        if let EventKind::Expanded(e) = event.kind
            && !e.completes
            && !e.stopped
        {
            events.push(Event {
                path: event.path.iter().filter_map(Step::index).collect(),
                root_value: e.root_value,
                best: e.best,
                again: e.again,
            });
        }
    });
    let report = search.search(&Task::new(root).budget(budget.clone()), &mut observer);
    (report, events)
}

/// Best-first minimax with nothing clever in it: lists of children kept sorted, a re-valued child
/// inserted before its equals, every value on the path computed anew after every expansion.
pub struct Naive {
    value: Score,
    index: u32,
    children: Vec<Naive>,
}

impl Naive {
    pub fn order<P: Position>(root: &P, depth: u32) -> Vec<Event>
    where
        StaticValue: plywood::Evaluate<P>,
    {
        let mut tree = Naive { value: Score::ZERO, index: 0, children: Vec::new() };
        let mut events = Vec::new();
        loop {
            let mut path = Vec::new();
            if !tree.step(&mut root.clone(), depth, &mut path) {
                return events;
            }
            let (root_value, best) = (Some(tree.value), Some(tree.children[0].index));
            events.push(Event { path, root_value, best, again: false });
        }
    }

    fn step<P: Position>(&mut self, node: &mut P, depth: u32, path: &mut Vec<u32>) -> bool
    where
        StaticValue: plywood::Evaluate<P>,
    {
        let side = node.side();
        let mut moves = Vec::new();
        node.moves(&mut moves);
        if self.children.is_empty() {
            if moves.is_empty() || depth == 0 {
                return false;
            }
            self.children = moves
                .iter()
                .enumerate()
                .map(|(i, &m)| {
                    let value = node.visit(m, |child| static_value(child));
                    Naive { value, index: i as u32, children: Vec::new() }
                })
                .collect();
            self.children.sort_by_key(|child| -child.value.seen_by(side));
        } else {
            let mut child = self.children.remove(0);
            path.push(child.index);
            let before = child.value;
            let m = moves[child.index as usize];
            if !node.visit(m, |position| child.step(position, depth - 1, path)) {
                return false;
            }
            let place = match child.value == before {
                true => 0,
                false => self.children.partition_point(|c| c.value.beats(child.value, side)),
            };
            self.children.insert(place, child);
        }
        self.value = self.children[0].value;
        true
    }
}
