//! NegaScout with a transposition table: Reinefeld 1983, as a search with memory in the sense of
//! Plaat, Schaeffer, Pijls & de Bruin 1995. Post: the value is the minimax value of the tree cut at
//! the horizon. Deviations: written from MAX's view, so that two turns in a row by one side need no
//! care. Positions that can be reached at several depths are looked up at their own depth only,
//! which keeps the value that of the fixed-depth search.

use super::alpha_beta::{Deepening, deepen, key as order_key};
use super::context::{Context, Line, Lines, MoveList, RootMoves, with_stack};
use crate::memory::{BYTES_PER_ENTRY, Known, Table};
use crate::{
    Budget, Evaluate, Interval, Keyed, Observer, Report, Score, Search, Side, Stop, Window,
};

/// Options of [`NegaScout`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NegaScoutOptions {
    /// Entries of the transposition table, rounded down to a power of two. A memory budget that
    /// has no room for them makes it smaller.
    pub entries: usize,
    /// From this depth on, the children of a node are put in order by their static values.
    pub order_from: u32,
    /// Iterative deepening.
    pub deepening: Deepening,
    /// Report all equally good root moves.
    pub all_best: bool,
}

impl Default for NegaScoutOptions {
    fn default() -> Self {
        NegaScoutOptions {
            entries: 1 << 21,
            order_from: 4,
            deepening: Deepening::Always,
            all_best: false,
        }
    }
}

/// NegaScout over a table that is kept from search to search.
///
/// What the table knows of a position holds for one game and one evaluation. Before a search of
/// another game, or with another evaluation, [`forget`](Search::forget) it.
///
/// ```
/// use plywood::{Budget, Score, Search, search::NegaScout};
/// use plywood_games::{StaticValue, Tree};
///
/// let tree = Tree::from_json("[0, [0, 3, 5], [0, 2, 9]]")?;
/// let report =
///     NegaScout::default().search(&tree, &mut StaticValue, &Budget::new(), &mut ());
/// assert_eq!(report.value.exact(), Some(Score::new(3)));
/// assert_eq!(report.pv, [0, 0]);
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Default)]
pub struct NegaScout {
    options: NegaScoutOptions,
    /// The table, and the size that was asked for.
    table: Option<(usize, Table)>,
}

impl NegaScout {
    /// With these options. The table is made by the first search.
    pub fn new(options: NegaScoutOptions) -> NegaScout {
        NegaScout { options, table: None }
    }
}

impl<P: Keyed> Search<P> for NegaScout {
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
        let room = budget.memory.map_or(usize::MAX, |bytes| bytes / BYTES_PER_ENTRY);
        let entries = self.options.entries.min(room);
        let wanted = Table::size(entries);
        let table = match &mut self.table {
            Some((size, table)) if *size == wanted => table,
            table => &mut table.insert((wanted, Table::new(entries))).1,
        };
        table.next_search();
        let mut run = Run {
            ctx,
            table,
            lines: Lines::new(),
            root: RootMoves::new(),
            options: self.options,
            order: Vec::new(),
            first: None,
            cut: false,
        };
        let mut begun = None;
        let report = deepen(self.options.deepening, budget, |depth| {
            let report = run.iteration(root, depth);
            begun = (report.value.exact().is_none() && report.value != Interval::UNKNOWN)
                .then(|| (report.value, report.best, report.pv.clone()));
            report
        });
        match begun {
            // The best move of the last depth was searched first: one that beats it is better.
            Some((value, best, pv)) if report.depth > 0 && best != report.best => {
                Report { value, best, pv, equally_good: Vec::new(), ..report }
            }
            _ => report,
        }
    }

    fn forget(&mut self) {
        self.table = None;
    }
}

struct Run<'a, 't, P: Keyed, E, O> {
    ctx: Context<'a, P, E, O>,
    table: &'t mut Table,
    lines: Lines<P::Move>,
    root: RootMoves<P::Move>,
    options: NegaScoutOptions,
    /// The children of the nodes on the path in the order of search.
    order: Vec<u64>,
    /// The place of the best root move of the last depth, which is searched first.
    first: Option<usize>,
    /// A position that is not the end of a game was evaluated at the horizon.
    cut: bool,
}

/// Nodes this near the horizon are not looked up: they are searched as fast.
const LOOKED_UP_FROM: u32 = 2;

impl<P: Keyed, E: Evaluate<P>, O: Observer<P>> Run<'_, '_, P, E, O> {
    fn iteration(&mut self, root: &P, depth: u32) -> Report<P::Move> {
        self.ctx.moves.clear();
        self.ctx.path.clear();
        self.order.clear();
        self.lines.clear();
        self.cut = false;
        let outcome = self.negascout(&mut root.clone(), depth, 0, Window::FULL);
        let order = self.order.capacity() * size_of::<u64>();
        let memory = self.table.bytes() + order + self.ctx.bytes() + self.lines.bytes();
        let found = std::mem::replace(&mut self.root, RootMoves::new());
        self.first = found.best().map(|(index, _)| index as usize);
        let counts = self.ctx.meter.counts;
        found.report(root, outcome, self.cut, depth, self.options.all_best, counts, memory)
    }

    fn negascout(&mut self, node: &mut P, depth: u32, ply: u32, w: Window) -> Result<Score, Stop> {
        match node.side() {
            Side::Max => self.interior::<true>(node, depth, ply, w),
            Side::Min => self.interior::<false>(node, depth, ply, w),
        }
    }

    /// The value of `node` searched `depth >= 1` plies deep, or a bound outside the window.
    fn interior<const MAX: bool>(
        &mut self,
        node: &mut P,
        depth: u32,
        ply: u32,
        mut w: Window,
    ) -> Result<Score, Stop> {
        let side = if MAX { Side::Max } else { Side::Min };
        let key = if depth >= LOOKED_UP_FROM { node.key() } else { 0 };
        let mut first: Option<u16> = None;
        if depth >= LOOKED_UP_FROM
            && let Some(known) = self.table.get(key)
        {
            first = known.best;
            // Where the window is open the line of play is wanted, not only a value.
            if known.depth == depth && w.alpha.up() == w.beta {
                let Interval { lower, upper } = known.value;
                if lower >= w.beta || upper <= w.alpha {
                    self.cut |= known.cut;
                    return Ok(if lower >= w.beta { lower } else { upper });
                }
            }
        }
        let list = self.ctx.list(node);
        if list.count == 0 {
            return Ok(self.ctx.value_of(node, ply));
        }
        // Two positions of one key would be a mishap, a move that does not exist must not follow.
        let first = first.map(usize::from).filter(|&first| first < list.count);
        let first = if ply == 0 { self.first.or(first) } else { first };
        self.ctx.expand(self.root.best());
        let sorted = self.order.len();
        let ordered = depth >= self.options.order_from.max(2) && list.count > 1;
        if ordered {
            self.order_children(node, list, ply, side, first)?;
        }
        let outside = std::mem::replace(&mut self.cut, false);
        let asked = w;
        let mut line = self.lines.mark();
        let mut best = Score::worst(side);
        let mut best_place = None;
        for k in 0..list.count {
            let i = match first {
                _ if ordered => self.order[sorted + k] as u32 as usize,
                Some(first) => in_front(k, first),
                None => k,
            };
            let m = self.ctx.nth(node, list, i);
            if !ordered {
                self.ctx.meter.generate(1)?;
            }
            self.ctx.enter(i);
            let value = if depth == 1 {
                node.visit(m, |child| {
                    let (value, over) = self.ctx.value_and_end(child, ply + 1);
                    self.cut |= !over;
                    value
                })
            } else {
                node.visit(m, |child| self.child(child, depth - 1, ply, w, k > 0, side, line))?
            };
            self.ctx.leave();
            if value.beats(best, side) {
                best = value;
                best_place = u16::try_from(i).ok();
            }
            if value.beats(w.bound(side), side) {
                w = w.narrow(side, value);
                if w.is_empty() {
                    if O::WATCHES && k + 1 < list.count {
                        self.ctx.observer.cutoff(ply);
                    }
                    break;
                }
                self.lines.adopt(&mut line, m);
            } else {
                self.lines.reject(line);
            }
            if ply == 0 {
                self.root.searched(i, m, value, best, || self.lines.moves(line));
            }
        }
        if w.is_empty() {
            self.lines.abandon(line);
        }
        self.ctx.unlist(list);
        self.order.truncate(sorted);
        if depth >= LOOKED_UP_FROM {
            let value = Interval {
                lower: if best > asked.alpha { best } else { Score::NEG_INF },
                upper: if best < asked.beta { best } else { Score::POS_INF },
            };
            // Where every move failed to reach the window, none is known to be the best.
            let best = best_place.filter(|_| best.beats(asked.bound(side), side));
            self.table.put(key, Known { value, depth, best, cut: self.cut });
        }
        self.cut |= outside;
        Ok(best)
    }

    /// The value of a child: of all but the first, it is first asked whether it is any better.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    fn child(
        &mut self,
        child: &mut P,
        depth: u32,
        ply: u32,
        w: Window,
        scout: bool,
        side: Side,
        line: Line,
    ) -> Result<Score, Stop> {
        let scouted = match side {
            Side::Max => Window { beta: w.alpha.up(), ..w },
            Side::Min => Window { alpha: w.beta.down(), ..w },
        };
        // Every equally good root move can be told only by its exact value.
        let all = ply == 0 && self.options.all_best;
        if scout && scouted != w && !all {
            let value = with_stack(ply, || self.negascout(child, depth, ply + 1, scouted))?;
            let better = value.beats(w.bound(side), side);
            if !better || w.narrow(side, value).is_empty() {
                return Ok(value);
            }
            self.lines.reject(line);
        }
        let w = if all { super::alpha_beta::loosen(w, side) } else { w };
        with_stack(ply, || self.negascout(child, depth, ply + 1, w))
    }

    /// Expands `node` whole and pushes the order in which to search its children: the best move of
    /// an earlier search, then by static value.
    fn order_children(
        &mut self,
        node: &mut P,
        list: MoveList,
        ply: u32,
        side: Side,
        first: Option<usize>,
    ) -> Result<(), Stop> {
        let sorted = self.order.len();
        self.ctx.meter.generate(list.count as u64)?;
        for i in 0..list.count {
            let m = self.ctx.nth(node, list, i);
            let value = node.visit(m, |child| self.ctx.value_of(child, ply + 1));
            let key = order_key(side, value, i);
            self.order.push(if first == Some(i) { i as u64 } else { key });
        }
        self.order[sorted..].sort_unstable();
        Ok(())
    }
}

/// The place of the `k`-th move to search where `first` comes before all others.
fn in_front(k: usize, first: usize) -> usize {
    match k {
        0 => first,
        k if k <= first => k - 1,
        k => k,
    }
}
