//! Proof-number search: Allis, van der Meulen & van den Herik 1994; Allis 1994, chapter 2.
//!
//! Post: an answer `Some(true)` is proven, as far as the goal's sets of preventing moves are complete;
//! `Some(false)` is proven if `proven` says so; a search that was stopped answers none.
//!
//! Best-first: the leaf that is developed next is a most-proving node, reached from the root by children with the
//! least proof number at OR nodes and the least disproof number at AND nodes. The tree is kept in memory under a cap.
//!
//! Deviations: evaluation is delayed: a child has the numbers 1 and 1 until it is developed, so that the [`Goal`] is
//! asked about no position that is never reached. Of a solved node only one line of play is kept in memory. A position
//! that repeats one on the line to it fails, which is no proof; under a limit of depth no position repeats. Every width
//! of a widening strategy begins with an empty tree.

use super::proof_numbers::Numbers;
use super::widening::{ProofSearch, Value, Widened, widen};
use super::within::{Asked, Question};
use crate::goal::{Goal, Outlook, Proof, Width, Widths};
use crate::memory::{MAX_CHILDREN, Node, NodeId, Tree};
use crate::meter::Meter;
use crate::options::Bytes;
use crate::{Budget, Keyed, Position, Stop};

crate::options! {
    /// Options of [`ProofNumberSearch`].
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ProofNumberOptions {
        /// The widths to search, each only if the one before it failed.
        ///
        /// If there are none, only the highest levels of the goal are searched.
        pub widening: Vec<Width> [Widths] = Vec::new(),
        /// The memory for the tree, if the budget does not limit it.
        pub tree: usize [Bytes] = 256 << 20,
    }
}

/// Proof-number search: proves or refutes a [`Goal`], best-first, with a tree in memory.
///
/// ```
/// use plywood::kit::Win;
/// use plywood::search::ProofNumberSearch;
/// use plywood::{Budget, Side};
/// use plywood_games::{Connect4, Game};
///
/// let position = Connect4::parse(Some("4455"))?;
/// let mut search = ProofNumberSearch::new(Default::default());
/// let proof = search.prove(&position, &mut Win(Side::Max), &Budget::new());
/// assert_eq!((proof.answer, proof.proven), (Some(true), true));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub struct ProofNumberSearch<P: Keyed> {
    options: ProofNumberOptions,
    tree: Tree<Data<P::Move>>,
}

/// What is kept at a node.
#[derive(Clone, Copy)]
struct Data<M> {
    numbers: Numbers,
    /// Whether the moves that were listed here can stand for all.
    complete: bool,
    /// The move to this node.
    played: Option<M>,
}

impl<M> Default for Data<M> {
    fn default() -> Self {
        Data { numbers: Numbers::OPEN, complete: false, played: None }
    }
}

impl<P: Keyed> ProofNumberSearch<P> {
    /// A search with these options.
    pub fn new(options: ProofNumberOptions) -> ProofNumberSearch<P> {
        ProofNumberSearch { options, tree: Tree::new() }
    }

    /// The options.
    pub fn options(&self) -> &ProofNumberOptions {
        &self.options
    }

    /// Proves or refutes a goal: see [`ProofSearch::prove`].
    pub fn prove<G: Goal<P>>(&mut self, root: &P, goal: &mut G, budget: &Budget) -> Proof<P::Move> {
        let limit = budget.memory.unwrap_or(self.options.tree);
        self.tree.set_limit(limit);
        if !self.tree.fits() {
            // It was used under a higher limit.
            self.tree = Tree::new();
            self.tree.set_limit(limit);
        }
        let mut kernel = Kernel {
            question: Question::new(root, goal, budget),
            tree: &mut self.tree,
            line: Vec::new(),
        };
        widen(&mut kernel, &self.options.widening)
    }
}

impl<P: Keyed> ProofSearch<P> for ProofNumberSearch<P> {
    fn prove<G: Goal<P>>(&mut self, root: &P, goal: &mut G, budget: &Budget) -> Proof<P::Move> {
        ProofNumberSearch::prove(self, root, goal, budget)
    }

    fn set_widening(&mut self, widths: Vec<Width>) {
        self.options.widening = widths;
    }
}

struct Kernel<'a, 'g, P: Keyed, G> {
    question: Question<'g, P, G>,
    tree: &'a mut Tree<Data<P::Move>>,
    /// The steps from the root to the position of the question.
    line: Vec<Step<P>>,
}

/// A step from a node to its child.
struct Step<P: Position> {
    parent: NodeId,
    /// The key of the parent.
    key: u64,
    played: P::Move,
    undo: P::Undo,
}

impl<'g, P: Keyed, G: Goal<P>> Widened<'g, P, G> for Kernel<'_, 'g, P, G> {
    fn search(&mut self, _: usize, width: Width) -> Result<Value, Stop> {
        self.question.position = self.question.root.clone();
        self.line.clear();
        let Kernel { tree, question, .. } = self;
        tree.plant(Data::default(), || question.meter.walk(1))?;
        let mut at = self.tree.root();
        loop {
            at = self.most_proving(at)?;
            self.develop(at, width)?;
            at = self.back_up(at)?;
            if let Some(value) = self.tree.node(self.tree.root()).data.numbers.value() {
                return Ok(value);
            }
        }
    }

    fn line(&mut self) -> Vec<P::Move> {
        let mut line = Vec::new();
        if self.tree.is_empty() {
            // There was no memory for the root.
            return line;
        }
        let (mut at, mut position) = (self.tree.root(), self.question.root.clone());
        while !self.tree.children(at).is_empty() {
            let proves = position.side() == self.question.prover;
            let place = self.expected(at, proves);
            at = self.tree.child(at, place);
            let Some(m) = self.tree.node(at).data.played else { break };
            position.play(m);
            line.push(m);
        }
        line
    }

    fn meter(&self) -> &Meter {
        &self.question.meter
    }

    fn goal(&self) -> &Asked<'g, G> {
        &self.question.goal
    }
}

impl<P: Keyed, G: Goal<P>> Kernel<'_, '_, P, G> {
    /// Walks down to a most-proving node.
    fn most_proving(&mut self, mut at: NodeId) -> Result<NodeId, Stop> {
        while !self.tree.children(at).is_empty() {
            let proves = self.question.proves();
            let effort = |node: &Node<Data<P::Move>>| node.data.numbers.effort(proves);
            let children = self.tree.children(at);
            self.question.meter.walk(children.len() as u64)?;
            let place = (0..children.len()).min_by_key(|&place| effort(&children[place]));
            let child = self.tree.child(at, place.expect("children"));
            let played = self.tree.node(child).data.played.expect("a child has a move");
            let key = self.question.position.key();
            let undo = self.question.position.play(played);
            self.line.push(Step { parent: at, key, played, undo });
            at = child;
        }
        Ok(at)
    }

    /// Asks the goal about a leaf, and gives it its children or its value.
    fn develop(&mut self, at: NodeId, width: Width) -> Result<(), Stop> {
        if !self.line.is_empty() {
            self.question.meter.generate(1)?;
        }
        let key = self.question.position.key();
        let repeats = self.line.iter().any(|step| step.key == key);
        let outlook = match repeats {
            true => Outlook::Failed { proven: false },
            false => self.question.examine(width)?,
        };
        let complete = match outlook {
            Outlook::Reached => {
                self.tree.data_mut(at).numbers = Numbers::WON;
                return Ok(());
            }
            Outlook::Failed { proven } => {
                self.tree.data_mut(at).numbers = Numbers::lost(proven);
                return Ok(());
            }
            Outlook::Open { complete } => complete,
        };
        if self.question.moves.len() > MAX_CHILDREN {
            return Err(Stop::Width);
        }
        self.question.meter.expand();
        let children =
            || self.question.moves.iter().map(|&m| Data { played: Some(m), ..Data::default() });
        while !self.tree.grow(at, children()) {
            if !self.tree.tidy() {
                return Err(Stop::Memory);
            }
            self.question.meter.walk(1)?;
        }
        let proves = self.question.proves();
        let open = self.question.moves.iter().map(|_| Numbers::OPEN);
        let numbers = Numbers::of_children(open, proves, complete);
        *self.tree.data_mut(at) = Data { numbers, complete, ..self.tree.node(at).data };
        Ok(())
    }

    /// Goes up from a node whose numbers have changed, to the first one whose numbers stay the same or to the root.
    /// Solved nodes are left.
    fn back_up(&mut self, mut at: NodeId) -> Result<NodeId, Stop> {
        self.free(at, None)?;
        while let Some(step) = self.line.pop() {
            self.question.meter.walk(1)?;
            self.question.position.undo(step.played, step.undo);
            let (child, data) = (at, self.tree.node(step.parent).data);
            at = step.parent;
            let proves = self.question.proves();
            let children = self.tree.children(at).iter().map(|child| child.data.numbers);
            let numbers = Numbers::of_children(children, proves, data.complete);
            if numbers == data.numbers {
                return Ok(at);
            }
            self.tree.data_mut(at).numbers = numbers;
            self.free(at, Some(child))?;
        }
        Ok(at)
    }

    /// Frees what is below a solved node, but for the child that has solved it.
    fn free(&mut self, at: NodeId, solver: Option<NodeId>) -> Result<(), Stop> {
        if self.tree.node(at).data.numbers.value().is_none() {
            return Ok(());
        }
        for place in 0..self.tree.children(at).len() {
            let child = self.tree.child(at, place);
            if Some(child) != solver {
                let Kernel { tree, question, .. } = self;
                tree.collapse(child, || question.meter.walk(1))?;
            }
        }
        Ok(())
    }

    /// The child that is expected: the one that has solved its parent, or the most proving one.
    fn expected(&self, at: NodeId, proves: bool) -> usize {
        let children = self.tree.children(at);
        let least = (0..children.len()).min_by_key(|&place| {
            let numbers = children[place].data.numbers;
            // Where all children are solved in the same way, the last one of them has kept what is below it.
            (numbers.effort(proves), children[place].is_leaf())
        });
        least.expect("children")
    }
}
