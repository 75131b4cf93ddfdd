//! UCT: Kocsis & Szepesvári 2006, with a static evaluation in place of random games, as in programs with
//! a good one. Post: the best move is the one visited most. Deviations: the evaluation of a leaf is
//! turned into a chance of winning by a logistic curve; wins and losses that end the game count as such.

use plywood::kit::{GameTree, Node, TreeSearch, best_lines};
use plywood::{
    Budget, Evaluate, Interval, NodeValue, Observer, Position, Report, Score, Search, Side, Stop,
    Task,
};

plywood::options! {
    /// Options of [`Uct`].
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct UctOptions {
        /// The weight of moves that were visited little.
        pub exploration: f32 [0.0..] = 0.7,
        /// The evaluation at which a game is won in 73 of 100 cases.
        pub scale: f32 [1.0..] = 100.0,
        /// Visits, where the budget has no limit that ends the search.
        pub visits: u32 [1..] = 10_000,
    }
}

/// What is kept at a node: visits, and the sum of MAX's chances at them.
#[derive(Clone, Copy, Debug, Default)]
struct Visits {
    count: u32,
    sum: f32,
}

impl Visits {
    /// The mean chance of a side.
    fn mean(&self, side: Side) -> f32 {
        let max = self.sum / self.count.max(1) as f32;
        if side == Side::Max { max } else { 1.0 - max }
    }
}

impl From<Visits> for NodeValue {
    fn from(node: Visits) -> NodeValue {
        NodeValue::Visits { visits: node.count.into(), mean: node.mean(Side::Max) }
    }
}

/// A tree search by visits, its tree kept from move to move.
pub struct Uct<P: Position, E> {
    options: UctOptions,
    evaluate: E,
    tree: GameTree<P, Visits>,
}

impl<P: Position, E: Evaluate<P>> Uct<P, E> {
    /// With this evaluation and the default options.
    pub fn new(evaluate: E) -> Self {
        Uct::with(UctOptions::default(), evaluate)
    }

    /// With these options.
    pub fn with(options: UctOptions, evaluate: E) -> Self {
        Uct { options, evaluate, tree: GameTree::new() }
    }

    fn one_line(&mut self, task: &Task<'_, P>, observer: &mut dyn Observer<P>) -> Report<P::Move> {
        let Uct { options, evaluate, tree } = self;
        let start = Visits::default();
        let mut report = tree.search(task, observer, start, most_visited, |search| {
            simulate(options, evaluate, task, search)
        });
        if !report.pv.is_empty() {
            let root = tree.tree().node(tree.tree().root()).data;
            report.value = Interval::exactly(options.value(root.mean(Side::Max)));
        }
        report
    }
}

impl UctOptions {
    /// The chance of MAX at a value.
    fn chance(&self, value: Score) -> f32 {
        match value.winner() {
            Some(winner) => f32::from(u8::from(winner == Side::Max)),
            None => 1.0 / (1.0 + (-value.get() as f32 / self.scale).exp()),
        }
    }

    /// The value at a chance of MAX.
    fn value(&self, chance: f32) -> Score {
        let chance = chance.clamp(1e-6, 1.0 - 1e-6);
        Score::new(((chance / (1.0 - chance)).ln() * self.scale) as i32)
    }
}

/// Visits leaf after leaf, until something says stop.
fn simulate<P: Position>(
    options: &UctOptions,
    evaluate: &mut impl Evaluate<P>,
    task: &Task<'_, P>,
    search: &mut TreeSearch<'_, P, Visits>,
) -> Result<Stop, Stop> {
    // A visit generates and evaluates at least one node, until the tree has no leaf left to expand.
    let Budget { nodes, evaluations, time, .. } = task.budget;
    let limit = nodes.or(evaluations).or(time.map(|_| u64::MAX));
    for _ in 0..limit.unwrap_or(options.visits.into()) {
        while let Some(place) = choose(options, task, search) {
            search.down(place)?;
        }
        let chance = options.chance(search.evaluate(evaluate)?);
        let deep = task.budget.depth.is_some_and(|depth| search.depth() >= depth as usize);
        if !search.position().is_over() && !deep {
            let children = vec![Visits::default(); search.generate()?.len()];
            // Where memory is full for good, the search goes on with the tree as it is.
            search.grow(children, |visits, _| visits.count.into())?;
        }
        loop {
            let Visits { count, sum } = search.data();
            search.back_up(Visits { count: count + 1, sum: sum + chance });
            if !search.up() {
                break;
            }
        }
        if search.listens() && search.root().count.is_power_of_two() {
            search.improved(Interval::UNKNOWN, most_visited);
        }
    }
    Ok(Stop::Complete)
}

/// The child with the highest upper confidence bound; none at a leaf.
fn choose<P: Position>(
    options: &UctOptions,
    task: &Task<'_, P>,
    search: &TreeSearch<'_, P, Visits>,
) -> Option<usize> {
    let (side, log) = (search.position().side(), (search.data().count.max(1) as f32).ln());
    let bound = |child: &Node<Visits>| match child.data.count {
        0 => f32::INFINITY,
        n => child.data.mean(side) + options.exploration * (log / n as f32).sqrt(),
    };
    let allowed = |child: &Node<Visits>| {
        let all = search.depth() > 0 || task.among.is_empty();
        all || task.allows(search.position().move_at(child.index(), &mut Vec::new()))
    };
    let children = search.children().iter().enumerate().filter(|(_, child)| allowed(child));
    let best = children.reduce(|a, b| if bound(b.1) > bound(a.1) { b } else { a });
    best.map(|(place, _)| place)
}

/// The child with the most visits; none if no child was visited.
fn most_visited(children: &[Node<Visits>], _: Side) -> Option<usize> {
    let visits = |place: &usize| (children[*place].data.count, std::cmp::Reverse(*place));
    (0..children.len()).max_by_key(visits).filter(|&place| children[place].data.count > 0)
}

impl<P: Position, E: Evaluate<P>> Search<P> for Uct<P, E> {
    fn search(&mut self, task: &Task<'_, P>, observer: &mut dyn Observer<P>) -> Report<P::Move> {
        best_lines(task, observer, false, &mut |task, observer| self.one_line(task, observer))
    }

    fn advance(&mut self, m: P::Move) {
        self.tree.advance(m);
    }

    fn forget(&mut self) {
        self.tree.forget();
    }
}
