//! Proof-number search: Allis, van der Meulen & van den Herik 1994. Post: a value that is not unknown is
//! proven: the side to move can win, or cannot. Deviations: none.

use plywood::kit::{GameTree, Goal, Node, TreeSearch, Win, best_lines};
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
        let side = task.position.side();
        if self.prover != side {
            // What is kept says whether the other side wins.
            self.tree.forget();
            self.prover = side;
        }
        let (goal, tree) = (Win(side), &mut self.tree);
        let choose = |children: &[Node<Numbers>], side| best(children, &goal, side);
        let mut report =
            tree.search(task, observer, Numbers::OPEN, choose, |search| solve(task, &goal, search));
        if report.stop == Stop::Complete && !task.position.is_over() {
            let won = tree.tree().node(tree.tree().root()).data.proof == 0;
            // When the game ends is not known, nor whether a game that is not won is drawn.
            report.value = match won {
                true => Interval::at_least_for(side, Score::won_by(side, u32::MAX)),
                false => Interval::at_least_for(!side, Score::MAX_EVAL.seen_by(side)),
            };
            report.proven = true;
        }
        report
    }
}

/// Expands one most-proving node after the other until the root is solved.
fn solve<P: Position>(
    task: &Task<'_, P>,
    goal: &Win,
    search: &mut TreeSearch<'_, P, Numbers>,
) -> Result<Stop, Stop> {
    while !task.position.is_over() && !search.root().is_solved() {
        while let Some(place) = best(search.children(), goal, search.position().side()) {
            search.down(place)?;
        }
        expand(task, goal, search)?;
        // Up to the first node that does not change. One that is solved is left for good.
        loop {
            let proves = search.position().side() == goal.0;
            let numbers = Numbers::of_children(search.children(), proves);
            let same = search.data() == numbers;
            search.back_up(numbers);
            if same && !numbers.is_solved() || !search.up() {
                break;
            }
            search.meter().walk(1)?;
        }
    }
    Ok(Stop::Complete)
}

/// Gives the leaf where the search stands its children, with their numbers.
fn expand<P: Position>(
    task: &Task<'_, P>,
    goal: &Win,
    search: &mut TreeSearch<'_, P, Numbers>,
) -> Result<(), Stop> {
    let (moves, at_root) = (search.generate()?, search.depth() == 0);
    let position = search.position_mut();
    let numbers = moves.iter().map(|&m| match position.visit(m, |child| goal.decided(child)) {
        _ if at_root && !task.allows(m) => Numbers::decided(false),
        Some(reached) => Numbers::decided(reached),
        None => Numbers::OPEN,
    });
    let numbers: Vec<_> = numbers.collect();
    let effort = |numbers: &Numbers, side: Side| -i64::from(numbers.effort(side == goal.0));
    if search.grow(numbers, effort)? { Ok(()) } else { Err(Stop::Memory) }
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
