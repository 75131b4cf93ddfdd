//! Proof-number search: Allis, van der Meulen & van den Herik 1994. Post: a value that is not unknown is
//! proven: the side to move can win, or cannot. Deviations: none.

use plywood::kit::{GameTree, Goal, Meter, Node, Walk, Win, answer, best_lines};
use plywood::{Interval, NodeValue, Observer, Position, Report, Score, Search, Side, Stop, Task};

/// Proof and disproof number: how many leaves must at least be solved to prove or disprove the goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

const INFINITE: u32 = u32::MAX;

impl Numbers {
    const OPEN: Numbers = Numbers { proof: 1, disproof: 1 };

    fn decided(reached: bool) -> Numbers {
        let (proof, disproof) = if reached { (0, INFINITE) } else { (INFINITE, 0) };
        Numbers { proof, disproof }
    }

    /// Those of a parent: the side that proves needs one child, the other all.
    fn of_children(children: &[Node<Numbers>], proves: bool) -> Numbers {
        let each = || children.iter().map(|child| child.data);
        let sum = |numbers: &mut dyn Iterator<Item = u32>| numbers.fold(0, u32::saturating_add);
        let least = |numbers: &mut dyn Iterator<Item = u32>| numbers.min().unwrap_or(INFINITE);
        if proves {
            let proof = least(&mut each().map(|n| n.proof));
            Numbers { proof, disproof: sum(&mut each().map(|n| n.disproof)) }
        } else {
            let disproof = least(&mut each().map(|n| n.disproof));
            Numbers { proof: sum(&mut each().map(|n| n.proof)), disproof }
        }
    }

    /// What the side to move would like to be small.
    fn effort(&self, proves: bool) -> u32 {
        if proves { self.proof } else { self.disproof }
    }

    fn is_solved(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

impl From<Numbers> for NodeValue {
    fn from(Numbers { proof, disproof }: Numbers) -> NodeValue {
        NodeValue::Proof { proof, disproof }
    }
}

plywood::options! {
    /// Options of [`ProofNumber`]: none.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct ProofNumberOptions {}
}

/// Proves or disproves that the side to move wins. Its tree is kept from move to move.
pub struct ProofNumber<P: Position> {
    tree: GameTree<P, Numbers>,
    /// The side that the tree is about.
    prover: Side,
}

impl<P: Position> Default for ProofNumber<P> {
    fn default() -> Self {
        ProofNumber { tree: GameTree::new(), prover: Side::Max }
    }
}

impl<P: Position> ProofNumber<P> {
    /// With an empty tree.
    pub fn new() -> Self {
        ProofNumber::default()
    }

    fn one_line(&mut self, task: &Task<'_, P>, observer: &mut dyn Observer<P>) -> Report<P::Move> {
        let mut meter = Meter::new(&task.budget);
        let side = task.position.side();
        if self.prover != side {
            // What is kept says whether the other side wins.
            self.tree.forget();
            self.prover = side;
        }
        let mut bytes = 0;
        let outcome = self.tree.begin(task, &mut meter, Numbers::OPEN).and_then(|mut walk| {
            let outcome = self.solve(task, &mut walk, &mut meter, observer);
            bytes = walk.bytes();
            outcome
        });
        let goal = Win(side);
        let pv = self.tree.principal_line(&mut meter, |children, side| best(children, &goal, side));
        let mut report = answer(task, &meter, outcome.err().unwrap_or(Stop::Complete), pv);
        report.memory = self.tree.tree().bytes() + bytes;
        if outcome.is_ok() && !task.position.is_over() {
            let tree = self.tree.tree();
            let won = tree.node(tree.root()).data.proof == 0;
            // When the game ends is not known, nor whether a game that is not won is drawn.
            report.value = match (won, side) {
                (true, side) => Interval::at_least_for(side, Score::won_by(side, u32::MAX)),
                (false, side) => Interval::at_least_for(!side, Score::MAX_EVAL.seen_by(side)),
            };
            report.proven = true;
        }
        report
    }

    /// Expands one most-proving node after the other until the root is solved.
    fn solve(
        &mut self,
        task: &Task<'_, P>,
        walk: &mut Walk<P>,
        meter: &mut Meter,
        observer: &mut dyn Observer<P>,
    ) -> Result<(), Stop> {
        let goal = Win(self.prover);
        if task.position.is_over() {
            return Ok(());
        }
        while !self.tree.tree().node(self.tree.tree().root()).data.is_solved() {
            while let Some(place) =
                best(self.tree.tree().children(walk.at()), &goal, walk.position().side())
            {
                meter.walk(1)?;
                walk.down(self.tree.tree(), place);
            }
            self.expand(task, &goal, walk, meter, observer)?;
            self.update(&goal, walk, meter, observer)?;
        }
        Ok(())
    }

    /// Gives the leaf at which the walk stands its children, with their numbers.
    fn expand(
        &mut self,
        task: &Task<'_, P>,
        goal: &Win,
        walk: &mut Walk<P>,
        meter: &mut Meter,
        observer: &mut dyn Observer<P>,
    ) -> Result<(), Stop> {
        let at_root = walk.depth() == 0;
        let mut moves = Vec::new();
        let position = walk.position_mut();
        goal.moves(position, 0, &mut moves);
        meter.generate(moves.len() as u64)?;
        meter.expand();
        let numbers: Vec<_> = moves
            .iter()
            .map(|&m| match position.visit(m, |child| goal.decided(child)) {
                _ if at_root && !task.allows(m) => Numbers::decided(false),
                Some(reached) => Numbers::decided(reached),
                None => Numbers::OPEN,
            })
            .collect();
        let effort = |numbers: &Numbers, side: Side| -i64::from(numbers.effort(side == goal.0));
        let fits = self.tree.grow(walk, meter, observer, numbers.iter().copied(), effort)?;
        if fits { Ok(()) } else { Err(Stop::Memory) }
    }

    /// Brings the numbers up to date, from the node of the walk up to the first that does not change.
    fn update(
        &mut self,
        goal: &Win,
        walk: &mut Walk<P>,
        meter: &mut Meter,
        observer: &mut dyn Observer<P>,
    ) -> Result<(), Stop> {
        loop {
            let proves = walk.position().side() == goal.0;
            let numbers = Numbers::of_children(self.tree.tree().children(walk.at()), proves);
            let same = self.tree.tree().node(walk.at()).data == numbers;
            self.tree.back_up(walk, observer, numbers);
            if same && !numbers.is_solved() || !walk.up() {
                return Ok(());
            }
            meter.walk(1)?;
        }
    }
}

/// The child with the least effort for the side to move; none at a leaf.
fn best(children: &[Node<Numbers>], goal: &Win, side: Side) -> Option<usize> {
    (0..children.len()).min_by_key(|&place| children[place].data.effort(side == goal.0))
}

impl<P: Position> Search<P> for ProofNumber<P> {
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
