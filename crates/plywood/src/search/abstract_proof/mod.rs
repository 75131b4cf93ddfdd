//! Abstract Proof Search with iterative widening: Cazenave 2000; Cazenave 2001, section 2.
//!
//! Post: an answer `Some(true)` is proven, as far as the goal's sets of preventing moves are complete;
//! `Some(false)` is proven if `proven` says so; a search that was stopped answers none, unless it had won.
//!
//! Iterative deepening of a null-window search: a node is won or not. At every node the [`Goal`] is asked first,
//! which runs the game definition functions of the paper. If a set of moves fails, the next wider one of the
//! strategy is searched, again from depth 1.
//!
//! Deviations: depth counts the moves of the side that proves, so that every horizon is at one of its nodes.
//! A value without a win is used again if its search was as deep as this one, not only if it was deeper.
//! What the goal found out about a position is kept in the table together with its value, because the
//! functions cost more than all the rest.

mod node;
mod table;

pub use table::ProofTableOptions;

use crate::goal::{Goal, Width};
use crate::meter::Meter;
use crate::{Budget, Counts, Keyed, Stop};
use node::{Kernel, Memory};
use table::{ProofTable, Value};

/// Options of [`AbstractProof`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbstractProofOptions {
    /// The widths in the order in which they are searched, each only if the one before it has failed.
    /// If there are none, only the highest levels of the goal are searched.
    pub widening: Vec<Width>,
    /// Whether the table is kept from width to width. A win of a narrower search is final; a failure gives
    /// only the order of moves. Otherwise the table is emptied.
    pub keep_table: bool,
    /// Whether an OR node looks for a child that the table knows to be won before it searches any.
    pub reuse_scores: bool,
    /// Null-move pruning: an AND node is not won if the other side may pass there, and is not won after the
    /// pass by a search that is one move shallower. The pass must be a move of the game; see
    /// [`AbstractProof::prove_with_pass`].
    pub null_move: bool,
    /// The history heuristic: of moves that the table does not know, those that were best elsewhere come
    /// first.
    pub history: bool,
    /// The size of the table.
    pub table: ProofTableOptions,
}

impl Default for AbstractProofOptions {
    fn default() -> Self {
        AbstractProofOptions {
            widening: Vec::new(),
            keep_table: true,
            reuse_scores: true,
            null_move: false,
            history: true,
            table: ProofTableOptions::default(),
        }
    }
}

/// The answer of a search for a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof<M> {
    /// Whether the goal is reached; none if it is not known.
    pub answer: Option<bool>,
    /// Whether `Some(false)` is proven, and not only a failure of all moves of the sets.
    pub proven: bool,
    /// The best move at the root: one that reaches the goal or prevents it, if there is one.
    pub best: Option<M>,
    /// The expected line of play. It ends where the goal knows the answer without a search.
    pub line: Vec<M>,
    /// The width that has answered, by its place in [`AbstractProofOptions::widening`].
    pub step: usize,
    /// The depth that has answered, in moves of the side that proves.
    pub depth: u32,
    /// The work done. Only nodes of this search count, not those of the goal's own small searches.
    pub counts: Counts,
    /// The least work: the nodes that would have been generated if each node had tried its best move first. At a
    /// node that one move has decided, only the nodes below this move count; at all others every move is
    /// needed. What the table knows, and the history, are taken as they were.
    pub least_generated: u64,
    /// Why the search ended.
    pub stop: Stop,
}

/// Abstract Proof Search: proves or refutes a [`Goal`], with iterative widening.
///
/// ```
/// use plywood::kit::Win;
/// use plywood::search::AbstractProof;
/// use plywood::{Budget, Side};
/// use plywood_games::{Connect4, Game};
///
/// // X has two stones side by side on the bottom row, with room at both ends, and is to move.
/// let position = Connect4::parse(Some("4455"))?;
/// let mut search = AbstractProof::new(Default::default());
/// let proof = search.prove(&position, &mut Win(Side::Max), &Budget::new());
/// assert_eq!(proof.answer, Some(true));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub struct AbstractProof<P: Keyed> {
    options: AbstractProofOptions,
    memory: Memory<P::Move>,
}

impl<P: Keyed> AbstractProof<P> {
    /// A search with these options. Its table is used again by every proof.
    pub fn new(options: AbstractProofOptions) -> AbstractProof<P> {
        let memory = Memory {
            table: ProofTable::new(&options.table),
            lists: Vec::new(),
            history: Vec::new(),
            stack: Vec::new(),
        };
        AbstractProof { options, memory }
    }

    /// The options.
    pub fn options(&self) -> &AbstractProofOptions {
        &self.options
    }

    /// Proves or refutes a goal. The depth of the budget is in plies.
    pub fn prove<G: Goal<P>>(&mut self, root: &P, goal: &mut G, budget: &Budget) -> Proof<P::Move> {
        self.prove_with_pass(root, goal, None, budget)
    }

    /// The same, with the pass that [null-move pruning](AbstractProofOptions::null_move) needs.
    pub fn prove_with_pass<G: Goal<P>>(
        &mut self,
        root: &P,
        goal: &mut G,
        pass: Option<P::Move>,
        budget: &Budget,
    ) -> Proof<P::Move> {
        let prover = goal.prover();
        let widest = Width { or: goal.levels(prover) - 1, and: goal.levels(!prover) - 1 };
        let widths = match self.options.widening.as_slice() {
            [] => vec![widest],
            widths => widths.to_vec(),
        };
        let mut proof = Proof {
            answer: None,
            proven: false,
            best: None,
            line: Vec::new(),
            step: 0,
            depth: 0,
            counts: Counts::default(),
            least_generated: 0,
            stop: Stop::Complete,
        };
        self.memory.table.next_proof();
        self.memory.lists.clear();
        self.memory.stack.clear();
        self.memory.history.clear();
        if self.options.history {
            self.memory.history.resize(G::HISTORY_INDICES, [0; 2]);
        }
        let deepest = budget.depth.map_or(u32::MAX, |plies| plies.div_ceil(2).max(1));
        let mut position = root.clone();
        let mut kernel = Kernel {
            prover,
            meter: Meter::new(budget),
            goal,
            position: &mut position,
            pass: pass.filter(|_| self.options.null_move),
            step: 0,
            width: widest,
            // A tenth of the memory of a budget is enough for the rest.
            most_listed: budget.memory.map_or(1 << 26, |bytes| bytes / size_of::<P::Move>().max(1)),
            reuse_scores: self.options.reuse_scores,
            least_generated: 0,
            memory: &mut self.memory,
        };
        'steps: for (step, &width) in widths.iter().enumerate() {
            (kernel.step, kernel.width) = (step as u8, width);
            if step > 0 && !self.options.keep_table {
                kernel.memory.table.next_proof();
            }
            let mut depth = 0;
            loop {
                depth += 1;
                (proof.step, proof.depth) = (step, depth);
                match kernel.node(depth, 0) {
                    Ok(Value::Won) => {
                        (proof.answer, proof.stop) = (Some(true), Stop::Complete);
                        break 'steps;
                    }
                    Ok(Value::Lost { proven }) => {
                        (proof.answer, proof.proven) = (Some(false), proven);
                        proof.stop = Stop::Complete;
                        if proven {
                            break 'steps;
                        }
                        break;
                    }
                    Ok(Value::Unknown) if depth >= deepest => {
                        (proof.answer, proof.stop) = (None, Stop::Depth);
                        break;
                    }
                    Ok(Value::Unknown) => {}
                    Err(stop) => {
                        (proof.answer, proof.stop) = (None, stop);
                        break 'steps;
                    }
                }
            }
        }
        proof.counts = *kernel.meter.counts();
        proof.least_generated = kernel.least_generated;
        proof.line = kernel.line();
        proof.best = proof.line.first().copied();
        proof
    }
}
