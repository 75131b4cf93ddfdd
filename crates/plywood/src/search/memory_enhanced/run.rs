//! The state of a search, which all parts of the kernel share.

use super::options::{MtOptions, OrderFrom, Table};
use crate::move_ordering::{History, Killers};
use crate::search::context::{Context, Lines, RootMoves};
use crate::search::driver::Driver;
use crate::search::mt::MemoryEnhanced;
use crate::{Evaluate, Score, Stop, Tactics};

/// A driver, built-in or not.
pub(super) type DriverFn = dyn Fn(&mut MemoryEnhanced<'_>) -> Result<Score, Stop> + Send + Sync;

/// A search of one task on one thread.
pub(super) struct Run<'a, 't, P: Tactics, E, const W: bool> {
    pub ctx: Context<'a, P, E, W>,
    pub driver: &'t DriverFn,
    pub table: &'t Table,
    pub history: &'t mut History,
    pub killers: Killers,
    pub options: MtOptions,
    /// The depth from which children are ordered by their static values.
    pub static_from: u32,
    /// The least depth at which nodes are stored in the table.
    pub table_from: u32,
    pub lines: Lines<P::Move>,
    pub root: RootMoves<P::Move>,
    /// The children of the nodes on the path in the order of search.
    pub order: Vec<u64>,
    /// The index of the root move that was best in the last iteration.
    pub first: Option<usize>,
    /// A static evaluation at the horizon was met: the value does not rest on finished games alone.
    pub heuristic: bool,
    /// Selective search extends only up to this ply.
    pub limit: u32,
    /// The last move on the path was a null move.
    pub after_null_move: bool,
    /// The nodes expanded before the iteration before the last one, and before the last one.
    pub expanded: [u64; 2],
    /// Calls of alpha-beta at the root.
    pub passes: u64,
    /// The deepest ply of quiescence search.
    pub deepest: u32,
}

/// Nodes with fewer leaves below them are not stored: a new search of them is as fast as a look-up.
const STORED_LEAVES: usize = 64;
/// The children of nodes with fewer leaves below them are not ordered by static value.
const ORDERED_LEAVES: usize = 16;

/// The least depth at which a tree has `leaves` leaves, if each of its nodes has `moves` moves.
fn depth_with(leaves: usize, moves: usize) -> u32 {
    let moves = moves.max(2);
    (1..).find(|&depth| moves.saturating_pow(depth) >= leaves).expect("two moves or more")
}

impl<'a, 't, P: Tactics, E: Evaluate<P>, const W: bool> Run<'a, 't, P, E, W> {
    pub fn new(
        root: &P,
        mut ctx: Context<'a, P, E, W>,
        driver: &'t DriverFn,
        table: &'t Table,
        history: &'t mut History,
        options: MtOptions,
    ) -> Self {
        ctx.key_of = Some(P::key);
        let moves = ctx.count_children(root, true);
        // MTD(f) and C* revisit nodes, so good move ordering pays off one ply nearer to the leaves.
        let revisits = matches!(options.driver, Driver::MtdF(_) | Driver::CStar);
        let static_from = match P::STATIC_ORDER_FROM {
            u32::MAX => u32::MAX,
            from => from.saturating_sub(revisits.into()).max(depth_with(ORDERED_LEAVES, moves)),
        };
        let static_from = match options.order_from {
            _ if !options.ordering => u32::MAX,
            OrderFrom::Auto => static_from.max(2),
            OrderFrom::Never => u32::MAX,
            OrderFrom::Depth(depth) => depth.max(2),
        };
        let stored = depth_with(STORED_LEAVES, moves).max(2);
        let table_from = options.table_from.unwrap_or(stored);
        Run {
            ctx,
            driver,
            table,
            history,
            killers: Killers::default(),
            options: options.at::<P>(),
            static_from,
            table_from,
            lines: Lines::new(),
            root: RootMoves::new(None),
            order: Vec::new(),
            first: None,
            heuristic: false,
            limit: 0,
            after_null_move: false,
            expanded: [0; 2],
            passes: 0,
            deepest: 0,
        }
    }

    /// Prepares an iteration. The stacks are cleared, because an interrupted search leaves them as they were.
    pub fn begin(&mut self, root: &P, depth: u32) {
        self.ctx.begin(root, Some(depth));
        self.ctx.moves.clear();
        self.order.clear();
        self.lines.clear();
        self.root = RootMoves::new(None);
        self.heuristic = false;
        self.limit = depth.saturating_mul(2);
        self.after_null_move = false;
    }

    /// Bytes of table, stacks and move ordering.
    pub fn bytes(&self) -> usize {
        let stacks: usize = self.stack_bytes().iter().sum();
        let ordering = History::bytes_for(P::HISTORY_INDICES) + self.killers.bytes();
        self.table.bytes() + stacks + self.ctx.bytes() + ordering
    }

    /// Bytes of the stacks that are not part of the context.
    pub fn stack_bytes(&self) -> [usize; 2] {
        [self.order.capacity() * size_of::<u64>(), self.lines.bytes()]
    }
}
