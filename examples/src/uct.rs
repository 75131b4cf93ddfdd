//! UCT: Kocsis & Szepesvári 2006, with a static evaluation in place of random games, as in programs with
//! a good one. Post: the best move is the one visited most. Deviations: the evaluation of a leaf is
//! turned into a chance of winning by a logistic curve; wins and losses that end the game count as such.

use plywood::kit::{GameTree, Meter, Node, Walk, answer, best_lines};
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
        let mut meter = Meter::new(&task.budget);
        let mut bytes = 0;
        let stop = self.tree.begin(task, &mut meter, Visits::default()).and_then(|mut walk| {
            let stop = self.simulate(task, &mut walk, &mut meter, observer);
            bytes = walk.bytes();
            stop
        });
        let stop = stop.unwrap_or_else(|stop| stop);
        let pv = self.tree.principal_line(&mut meter, |children, _| most_visited(children));
        let mut report = answer(task, &meter, stop, pv);
        report.memory = self.tree.tree().bytes() + bytes;
        if !report.pv.is_empty() {
            let tree = self.tree.tree();
            let chance = tree.node(tree.root()).data.mean(Side::Max).clamp(1e-6, 1.0 - 1e-6);
            let value = (chance / (1.0 - chance)).ln() * self.options.scale;
            report.value = Interval::exactly(Score::new(value as i32));
        }
        report
    }

    /// Visits leaf after leaf, until something says stop.
    fn simulate(
        &mut self,
        task: &Task<'_, P>,
        walk: &mut Walk<P>,
        meter: &mut Meter,
        observer: &mut dyn Observer<P>,
    ) -> Result<Stop, Stop> {
        let Budget { nodes, evaluations, time, .. } = &task.budget;
        let endless = nodes.is_none() && evaluations.is_none() && time.is_none();
        let visits = |tree: &GameTree<P, Visits>| tree.tree().node(tree.tree().root()).data.count;
        while !(endless && visits(&self.tree) >= self.options.visits) {
            self.visit(task, walk, meter, observer)?;
            if observer.listens() && visits(&self.tree).is_power_of_two() {
                self.tell(meter, observer);
            }
        }
        Ok(Stop::Complete)
    }

    /// One visit: down to a leaf, which gets its children, and its chance back up.
    fn visit(
        &mut self,
        task: &Task<'_, P>,
        walk: &mut Walk<P>,
        meter: &mut Meter,
        observer: &mut dyn Observer<P>,
    ) -> Result<(), Stop> {
        while walk.up() {}
        while let Some(place) = self.choose(task, walk) {
            meter.walk(1)?;
            walk.down(self.tree.tree(), place);
        }
        let value = meter.evaluate(&mut self.evaluate, walk.position())?;
        let deep = task.budget.depth.is_some_and(|depth| walk.depth() >= depth as usize);
        if !walk.position().is_over() && !deep {
            let mut moves = Vec::new();
            walk.position().moves(&mut moves);
            meter.generate(moves.len() as u64)?;
            let children = moves.iter().map(|_| Visits::default());
            // Full for good: the search goes on with the tree as it is.
            if self.tree.grow(walk, meter, observer, children, |visits, _| visits.count.into())? {
                meter.expand();
            }
        }
        let chance = match value.winner() {
            Some(winner) => f32::from(u8::from(winner == Side::Max)),
            None => 1.0 / (1.0 + (-value.get() as f32 / self.options.scale).exp()),
        };
        loop {
            let Visits { count, sum } = self.tree.tree().node(walk.at()).data;
            self.tree.back_up(walk, observer, Visits { count: count + 1, sum: sum + chance });
            if !walk.up() {
                return Ok(());
            }
        }
    }

    /// The child with the highest upper confidence bound; none at a leaf.
    fn choose(&self, task: &Task<'_, P>, walk: &Walk<P>) -> Option<usize> {
        let tree = self.tree.tree();
        let (side, parent) = (walk.position().side(), tree.node(walk.at()));
        let log = (parent.data.count.max(1) as f32).ln();
        let bound = |child: &Node<Visits>| match child.data.count {
            0 => f32::INFINITY,
            n => child.data.mean(side) + self.options.exploration * (log / n as f32).sqrt(),
        };
        let allowed = |index: usize| {
            let root = walk.depth() > 0 || task.among.is_empty();
            root || task.allows(walk.position().move_at(index, &mut Vec::new()))
        };
        let children = tree.children(walk.at()).iter().enumerate();
        let best = children
            .filter(|(_, child)| allowed(child.index()))
            .reduce(|a, b| if bound(b.1) > bound(a.1) { b } else { a });
        best.map(|(place, _)| place)
    }

    /// Tells a listener of the best line so far.
    fn tell(&self, meter: &mut Meter, observer: &mut dyn Observer<P>) {
        let pv = self.tree.principal_line(meter, |children, _| most_visited(children));
        if !pv.is_empty() {
            let (value, depth) = (Interval::UNKNOWN, pv.len() as u32);
            let counts = meter.counts();
            observer.improved(plywood::BestSoFar { value, pv: &pv, depth, counts });
        }
    }
}

/// The child with the most visits; none if no child was visited.
fn most_visited(children: &[Node<Visits>]) -> Option<usize> {
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
