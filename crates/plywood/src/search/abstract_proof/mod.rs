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

use super::proof_table::{ProofTable, ProofTableOptions};
use super::widening::{ProofSearch, Value, Widened, widen};
use super::within::{Asked, Within};
use crate::goal::{Goal, Proof, Width, Widths};
use crate::meter::Meter;
use crate::{Budget, Keyed, Stop};
use node::{Kernel, Memory};

crate::options! {
    /// Options of [`AbstractProof`].
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct AbstractProofOptions {
        /// The widths to search, each only if the one before it failed.
        ///
        /// If there are none, only the highest levels of the goal are searched.
        pub widening: Vec<Width> [Widths] = Vec::new(),
        /// Keep the table from width to width.
        ///
        /// A win of a narrower search is final; a failure gives only the order of moves. Otherwise the table
        /// is emptied.
        pub keep_table: bool = true,
        /// At an OR node, look in the table for a won child before searching any child.
        pub reuse_scores: bool = true,
        /// Null-move pruning, for goals whose game has a pass.
        ///
        /// An AND node is not won if the other side may pass there, and is not won after the pass by a
        /// search that is one move shallower. The pass must be a move of the game; see
        /// [`AbstractProof::prove_with_pass`].
        pub null_move: bool = false,
        /// The history heuristic: moves that were best elsewhere come first.
        ///
        /// Moves that the table knows come before all others.
        pub history: bool = true,
        /// The size of the table.
        pub table: ProofTableOptions [nested] = ProofTableOptions::default(),
    }
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

    /// Proves or refutes a goal: see [`ProofSearch::prove`].
    pub fn prove<G: Goal<P>>(&mut self, root: &P, goal: &mut G, budget: &Budget) -> Proof<P::Move> {
        self.prove_with_pass(root, goal, None, budget)
    }

    /// The same with the pass that [null-move pruning](AbstractProofOptions::null_move) needs.
    pub fn prove_with_pass<G: Goal<P>>(
        &mut self,
        root: &P,
        goal: &mut G,
        pass: Option<P::Move>,
        budget: &Budget,
    ) -> Proof<P::Move> {
        self.memory.table.next_proof();
        self.memory.lists.clear();
        self.memory.stack.clear();
        self.memory.history.clear();
        if self.options.history {
            self.memory.history.resize(G::HISTORY_INDICES, [0; 2]);
        }
        let mut position = Within::new(root, budget.depth);
        let mut goal = Asked::new(goal);
        let kernel = Kernel {
            prover: Goal::<Within<P>>::prover(&goal),
            meter: Meter::new(budget),
            goal: &mut goal,
            position: &mut position,
            pass: pass.filter(|_| self.options.null_move),
            step: 0,
            width: Width::default(),
            most_listed: budget.memory.map_or(1 << 26, |bytes| bytes / size_of::<P::Move>().max(1)),
            reuse_scores: self.options.reuse_scores,
            least_generated: 0,
            memory: &mut self.memory,
        };
        let mut deepening = Deepening {
            kernel,
            keep_table: self.options.keep_table,
            deepest: budget.depth,
            depth: 0,
        };
        widen(&mut deepening, &self.options.widening)
    }
}

impl<P: Keyed> ProofSearch<P> for AbstractProof<P> {
    fn prove<G: Goal<P>>(&mut self, root: &P, goal: &mut G, budget: &Budget) -> Proof<P::Move> {
        AbstractProof::prove(self, root, goal, budget)
    }

    fn set_widening(&mut self, widths: Vec<Width>) {
        self.options.widening = widths;
    }
}

/// Iterative deepening, for each width again.
struct Deepening<'k, 'g, P: Keyed, G> {
    kernel: Kernel<'k, Within<P>, Asked<'g, G>>,
    keep_table: bool,
    deepest: Option<u32>,
    depth: u32,
}

impl<'g, P: Keyed, G: Goal<P>> Widened<'g, P, G> for Deepening<'_, 'g, P, G> {
    fn search(&mut self, step: usize, width: Width) -> Result<Value, Stop> {
        (self.kernel.step, self.kernel.width) = (step as u8, width);
        if step > 0 && !self.keep_table {
            self.kernel.memory.table.next_proof();
            self.kernel.goal.incomplete = false;
        }
        self.depth = 0;
        loop {
            self.depth += 1;
            let value = self.kernel.node(self.depth, 0)?;
            if value != Value::Unknown || self.deepest.is_some_and(|plies| self.depth >= plies) {
                return Ok(value);
            }
        }
    }

    fn line(&mut self) -> Vec<P::Move> {
        self.kernel.line()
    }

    fn depth(&self) -> u32 {
        self.depth
    }

    fn least_generated(&self) -> u64 {
        self.kernel.least_generated
    }

    fn meter(&self) -> &Meter {
        &self.kernel.meter
    }

    fn goal(&self) -> &Asked<'g, G> {
        self.kernel.goal
    }
}
