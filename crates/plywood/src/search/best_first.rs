//! Best-first minimax with the whole tree in memory: Korf 1992, section 2. Always expands the
//! principal leaf, the one that gives the root its value. Post: every node's value is the minimax
//! value of the leaves below it. Deviations: boards are not stored but walked to.

use super::context::Context;
use super::kept::Kept;
use crate::memory::NodeId;
use crate::{Budget, Evaluate, Observer, Position, Report, Search, Stop};

/// Options of [`BestFirst`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BestFirstOptions {
    /// Report all equally good root moves.
    pub all_best: bool,
}

/// Best-first minimax search, its tree in memory: [`BYTES_PER_NODE`](crate::BYTES_PER_NODE) bytes
/// a node, kept from move to move.
///
/// A search stops when the leaf chosen for expansion is at the depth of the budget or ends the
/// game; with a memory budget, when the tree is full.
///
/// ```
/// use plywood::{Budget, Search, Stop, search::BestFirst};
/// use plywood_games::{Tree, StaticValue};
///
/// // Figure 1 of Korf & Chickering (1993).
/// let tree = Tree::from_json("[0, [4, 8, 1], [6, 5, [2, 7, 3]]]")?;
/// let mut search = BestFirst::default();
/// let report = search.search(&tree, &mut StaticValue, &Budget::new(), &mut ());
/// assert_eq!(report.best, Some(1));
/// assert_eq!(report.stop, Stop::Terminal);
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub struct BestFirst<P: Position> {
    /// The options.
    pub options: BestFirstOptions,
    kept: Kept<P>,
}

impl<P: Position> Default for BestFirst<P> {
    fn default() -> Self {
        BestFirst::new(BestFirstOptions::default())
    }
}

impl<P: Position> BestFirst<P> {
    /// A search with an empty tree.
    pub fn new(options: BestFirstOptions) -> Self {
        BestFirst { options, kept: Kept::default() }
    }

    /// Nodes of the tree in memory.
    pub fn tree_size(&self) -> usize {
        self.kept.tree.len()
    }
}

impl<P: Position> Search<P> for BestFirst<P> {
    fn search<E: Evaluate<P>, O: Observer<P>>(
        &mut self,
        root: &P,
        evaluate: &mut E,
        budget: &Budget,
        observer: &mut O,
    ) -> Report<P::Move> {
        let mut ctx = Context::new(evaluate, budget, observer);
        if let Some(report) = ctx.without_search(root, budget) {
            return report;
        }
        let mut run = Run { ctx, kept: &mut self.kept, line: Vec::new() };
        let stop = match run.kept.prepare(root, budget) {
            Ok(()) => run.best_first(&mut root.clone(), budget.depth.unwrap_or(u32::MAX)),
            Err(stop) => stop,
        };
        let line = run.line.capacity() * size_of::<Ancestor<P>>();
        let memory = run.kept.tree.bytes() + run.ctx.bytes() + line;
        run.kept.report(&mut run.ctx, root, stop, self.options.all_best, memory)
    }

    fn advance(&mut self, m: P::Move) {
        self.kept.advance(m);
    }

    fn forget(&mut self) {
        self.kept.forget();
    }
}

/// A node above the present one, and how to get back to it.
struct Ancestor<P: Position> {
    id: NodeId,
    m: P::Move,
    undo: P::Undo,
}

struct Run<'k, 'a, P: Position, E, O> {
    ctx: Context<'a, P, E, O>,
    kept: &'k mut Kept<P>,
    line: Vec<Ancestor<P>>,
}

impl<P: Position, E: Evaluate<P>, O: Observer<P>> Run<'_, '_, P, E, O> {
    fn best_first(&mut self, node: &mut P, depth: u32) -> Stop {
        let mut at = self.kept.tree.root();
        loop {
            at = self.descend(node, at);
            if node.is_over() {
                return Stop::Terminal;
            }
            let ply = self.line.len() as u32;
            if ply >= depth {
                return Stop::Depth;
            }
            if let Err(stop) = self.kept.expand_whole(&mut self.ctx, node, at, ply) {
                return stop;
            }
            at = self.back_up(node, at);
            if O::WATCHES {
                self.observe();
            }
        }
    }

    /// From `at` down to the principal leaf.
    fn descend(&mut self, node: &mut P, mut at: NodeId) -> NodeId {
        let tree = &self.kept.tree;
        while !tree.node(at).is_leaf() {
            let index = tree.children(at)[0].index;
            let m = node.move_at(index as usize, &mut self.ctx.moves);
            if O::WATCHES {
                self.ctx.path.push(u32::from(index));
            }
            let undo = node.play(m);
            self.line.push(Ancestor { id: at, m, undo });
            at = tree.child(at, 0);
        }
        at
    }

    /// Brings values up to date from the node just expanded to the first ancestor whose value does
    /// not change, and stays there: what is above still leads here.
    fn back_up(&mut self, node: &mut P, mut at: NodeId) -> NodeId {
        let tree = &mut self.kept.tree;
        let mut value = tree.children(at)[0].value;
        while tree.node(at).value != value || self.line.is_empty() {
            tree.set_value(at, value);
            let Some(Ancestor { id, m, undo }) = self.line.pop() else { break };
            node.undo(m, undo);
            value = tree.revalue_first(id, value, node.side());
            at = id;
        }
        at
    }

    #[cold]
    fn observe(&mut self) {
        let tree = &self.kept.tree;
        let best = tree.children(tree.root())[0];
        self.ctx.observe(Some(best.value), Some(u32::from(best.index)), false);
        self.ctx.path.truncate(self.line.len());
    }
}
