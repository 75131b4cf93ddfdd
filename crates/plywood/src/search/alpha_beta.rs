//! Alpha-beta to a fixed depth: Knuth & Moore 1975; node ordering by static value (fixed ordering)
//! after Slagle & Dixon 1969, as Korf 1992 and Korf & Chickering 1993 use it. Post: the value is
//! the minimax value of the tree cut at the horizon. Deviations: none.

use super::allotment::Allotment;
use super::context::{
    Context, Evaluated, Iteration, Lines, MoveList, OneByOne, RootMoves, with_stack,
};
use super::deepening::{Deepening, deepen};
use super::interface::{Nothing, search};
use crate::{Cause, Evaluate, Position, Report, Score, Side, Stop, Task, Window};

crate::option_words! {
    /// In which order the children of a node are searched.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum NodeOrder {
        /// As the game lists its moves. Interior nodes are not evaluated.
        Listed = "listed",
        /// By static value, best first: every interior node is expanded whole and its children
        /// evaluated before the first is searched.
        Static = "static",
    }
}

crate::option_words! {
    /// How the children of a node just above the horizon are generated.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Horizon {
        /// One at a time, so that a cut-off saves the rest (Korf & Chickering 1993).
        OneAtATime = "one-at-a-time",
        /// All, if any (the depth-first expansion of Korf 1992).
        AllAtOnce = "all-at-once",
    }
}

crate::option_words! {
    /// What a search answers whose value is outside its window.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Bounds {
        /// The best bound it has seen.
        FailSoft = "fail-soft",
        /// The bound of the window itself.
        FailHard = "fail-hard",
    }
}

crate::options! {
    /// Options of [`AlphaBeta`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct AlphaBetaOptions {
        /// The order of children: as the game lists them, or by static value.
        pub order: NodeOrder = NodeOrder::Listed,
        /// How children just above the horizon are generated.
        pub horizon: Horizon = Horizon::OneAtATime,
        /// What a search returns if the value is outside its window.
        pub bounds: Bounds = Bounds::FailSoft,
        /// Deepen iteratively; auto: if the budget names no depth and can interrupt the search.
        pub deepening: Deepening = Deepening::IfUnbounded,
        /// How deep to search in a given artificial time.
        pub allotment: Allotment [nested] = Allotment::default(),
        /// Report all equally good root moves.
        pub all_best: bool = false,
    }
}

search! {
    /// Alpha-beta that keeps nothing but the line it is on.
    ///
    /// ```
    /// use plywood::{Budget, Score, Search, search::{AlphaBeta, AlphaBetaOptions, NodeOrder}};
    /// use plywood_games::{Tree, StaticValue};
    ///
    /// let tree = Tree::from_json("[0, [0, 3, 5], [0, 2, 9]]")?;
    /// let options = AlphaBetaOptions { order: NodeOrder::Static, ..Default::default() };
    /// let report = AlphaBeta::with(options, StaticValue).run(&tree, &Budget::new());
    /// assert_eq!(report.value.exact(), Some(Score::new(3)));
    /// assert_eq!(report.pv, [0, 0]);
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    AlphaBeta with AlphaBetaOptions,
    named: "alpha-beta", "fixed-depth alpha-beta",
    family: DepthFirst, paper: "Knuth & Moore 1975", exact: true, memory: Line,
    keeps: Nothing<P>,
    switches: all_best deepening
}

impl AlphaBetaOptions {
    fn run<P: Position, E: Evaluate<P>, const W: bool>(
        &self,
        _: &mut Nothing<P>,
        mut ctx: Context<'_, P, E, W>,
        task: &Task<'_, P>,
    ) -> Report<P::Move> {
        let task = &self.allotment.apply(task, &mut ctx);
        let mut run = Run::new(ctx, *self);
        let report = deepen(self.deepening, task, &mut |depth, best| {
            let report = run.iteration(task.position, depth, best);
            run.ctx.finish(task.position, depth, report)
        });
        let report = run.or_first_in_order(report);
        run.ctx.at_first_sight(task.position, report)
    }
}

/// One search, also used for what is below a saved tree.
pub(super) struct Run<'a, P: Position, E, const W: bool> {
    pub ctx: Context<'a, P, E, W>,
    pub lines: Lines<P::Move>,
    pub root: RootMoves<P::Move>,
    pub options: AlphaBetaOptions,
    /// The children of the nodes on the path in the order of search: [`key`]s.
    order: Vec<u64>,
    /// The root move with the best static value, if the root's children are ordered by theirs.
    first_in_order: Option<P::Move>,
    /// A position that is not the end of a game was evaluated at the horizon.
    pub heuristic: bool,
    /// Children are searched as listed, with fail-soft bounds, to a depth that the machine stack
    /// holds, under a budget that cannot interrupt: below the root there is nothing to decide.
    bare: bool,
}

/// The deepest search that needs no look at the machine stack.
const SHALLOW: u32 = 256;

/// A number that sorts a child by its value for `side`, best first, then by its index.
#[inline]
pub(super) fn key(side: Side, value: Score, index: usize) -> u64 {
    let rank = value.get() as u32 ^ 0x8000_0000;
    let rank = if side == Side::Max { !rank } else { rank };
    u64::from(rank) << 32 | index as u64
}

impl<'a, P: Position, E: Evaluate<P>, const W: bool> Run<'a, P, E, W> {
    pub fn new(ctx: Context<'a, P, E, W>, options: AlphaBetaOptions) -> Self {
        let (lines, root) = (Lines::new(), RootMoves::new(None));
        let order = Vec::new();
        Run {
            ctx,
            lines,
            root,
            options,
            order,
            first_in_order: None,
            heuristic: false,
            bare: false,
        }
    }

    /// One search to `depth`, after one whose best move was `rival`.
    pub fn iteration(&mut self, root: &P, depth: u32, rival: Option<P::Move>) -> Report<P::Move> {
        self.clear(root, depth, rival);
        self.bare = self.options.order == NodeOrder::Listed
            && self.options.horizon == Horizon::OneAtATime
            && self.options.bounds == Bounds::FailSoft
            && depth <= SHALLOW
            && !self.ctx.meter.may_interrupt
            && self.ctx.stack_limit == usize::MAX
            && !self.ctx.is_narrowed()
            && !W;
        let outcome = self.alpha_beta(&mut root.clone(), depth, 0, Window::FULL);
        self.report(root, depth, outcome, 0)
    }

    /// Makes ready for a search: an interrupted one leaves its stacks as they were.
    pub fn clear(&mut self, root: &P, depth: u32, rival: Option<P::Move>) {
        self.root = RootMoves::new(rival);
        self.heuristic = false;
        self.ctx.moves.clear();
        self.ctx.begin(root, Some(depth));
        self.order.clear();
        self.first_in_order = None;
        self.lines.clear();
    }

    /// The report of a search that held `tree` bytes besides its stacks.
    pub fn report(
        &mut self,
        root: &P,
        depth: u32,
        outcome: Result<Score, Stop>,
        tree: usize,
    ) -> Report<P::Move> {
        let memory = tree + self.ctx.bytes() + self.stack_bytes().iter().sum::<usize>();
        let found = std::mem::replace(&mut self.root, RootMoves::new(None));
        let (heuristic, all_best) = (self.heuristic, self.options.all_best);
        found.report(root, &mut self.ctx, Iteration { outcome, heuristic, depth, all_best, memory })
    }

    /// The report of a search that may have been stopped before it had searched any root move: then the
    /// move with the best static value is its answer, if the root's children were ordered by theirs.
    fn or_first_in_order(&self, report: Report<P::Move>) -> Report<P::Move> {
        if !report.pv.is_empty() || report.value.exact().is_some() {
            return report;
        }
        Report { best: self.first_in_order.or(report.best), ..report }
    }

    fn stack_bytes(&self) -> [usize; 2] {
        [self.order.capacity() * size_of::<u64>(), self.lines.bytes()]
    }

    /// Whether the memory of the budget lets the stacks grow.
    pub fn check_stacks(&self) -> Result<(), Stop> {
        self.ctx.check_stacks(|| self.stack_bytes())
    }

    /// The value of `node`, whose game is not over, searched `depth >= 1` plies deep.
    pub fn alpha_beta(
        &mut self,
        node: &mut P,
        depth: u32,
        ply: u32,
        w: Window,
    ) -> Result<Score, Stop> {
        match (node.side(), self.bare && ply > 0) {
            (Side::Max, true) => self.interior::<true, true>(node, depth, ply, w),
            (Side::Min, true) => self.interior::<false, true>(node, depth, ply, w),
            (Side::Max, false) => self.interior::<true, false>(node, depth, ply, w),
            (Side::Min, false) => self.interior::<false, false>(node, depth, ply, w),
        }
    }

    /// `BARE` takes for granted what [`Run::bare`] says, and that this is not the root.
    fn interior<const MAX: bool, const BARE: bool>(
        &mut self,
        node: &mut P,
        depth: u32,
        ply: u32,
        mut w: Window,
    ) -> Result<Score, Stop> {
        if BARE && depth == 1 {
            return self.frontier::<MAX>(node, w);
        }
        let side = if MAX { Side::Max } else { Side::Min };
        if !BARE {
            self.check_stacks()?;
        }
        self.ctx.entered(node, depth, w)?;
        let mut moves = match BARE {
            true => self.ctx.one_by_one(node),
            false => OneByOne::of(self.ctx.list(node, ply == 0)?),
        };
        let list = moves.list;
        self.ctx.expand(node, list, self.root.best());
        let ordered = !BARE && self.options.order == NodeOrder::Static && depth > 1;
        let all_at_once = !BARE && self.options.horizon == Horizon::AllAtOnce && depth == 1;
        let sorted = self.order.len();
        if ordered {
            self.order_children(node, list, side)?;
            if ply == 0 {
                self.note_first(node, list);
            }
        } else if all_at_once {
            self.ctx.meter.generate(list.count as u64)?;
        }

        let asked = w;
        let mut line = self.lines.mark();
        let mut best = Score::worst(side);
        let mut searched = 0;
        loop {
            let (i, m) = if BARE {
                match self.ctx.next(node, &mut moves) {
                    Some(listed) => listed,
                    None => break,
                }
            } else if searched < list.count {
                let k = searched;
                let i = if ordered { self.order[sorted + k] as u32 as usize } else { k };
                (i, self.ctx.nth(node, list, i))
            } else {
                break;
            };
            searched += 1;
            if !BARE && ply == 0 && self.ctx.excludes(m) {
                continue;
            }
            if BARE {
                self.ctx.meter.generate_freely();
            } else if !ordered && !all_at_once {
                self.ctx.meter.generate(1)?;
            }
            self.ctx.enter_nth(node, list, i, m);
            let value = if !BARE && depth == 1 {
                node.visit(m, |child| self.horizon_value(child, w))
            } else {
                // To find every equally good root move, let values equal to the best come out exact.
                let w =
                    if !BARE && ply == 0 && self.options.all_best { loosen(w, side) } else { w };
                node.visit(m, |child| {
                    if child.is_over() {
                        self.ctx.entered(child, depth - 1, w)?;
                        let value = match ordered {
                            true => child.result(),
                            false => self.ctx.value_of(child),
                        };
                        self.ctx.left(child, value, Cause::Evaluated);
                        return Ok(value);
                    }
                    match (BARE, child.side()) {
                        (true, Side::Max) => {
                            self.interior::<true, true>(child, depth - 1, ply + 1, w)
                        }
                        (true, Side::Min) => {
                            self.interior::<false, true>(child, depth - 1, ply + 1, w)
                        }
                        _ => with_stack(ply, || self.alpha_beta(child, depth - 1, ply + 1, w)),
                    }
                })
            };
            self.ctx.leave();
            let value = value?;
            best = best.better(value, side);
            if value.beats(w.bound(side), side) {
                w = w.narrow(side, value);
                if w.is_empty() && !all_at_once {
                    let refutation = self.ctx.told_index(node, list, i);
                    self.ctx.cut_off(node, list.count - searched, refutation);
                    break;
                }
                self.lines.adopt(&mut line, m);
            } else {
                self.lines.reject(line);
            }
            if !BARE && ply == 0 {
                let index = self.ctx.index(node, list, i);
                if self.root.searched(index, m, value, best, &self.lines, line) {
                    self.ctx.improved(&self.root, side, depth);
                }
                if W {
                    self.ctx.tell_best(self.root.best(), side);
                }
            }
        }
        if w.is_empty() {
            self.lines.abandon(line);
        }
        self.ctx.unlist(list);
        self.order.truncate(sorted);
        let value = match self.options.bounds {
            Bounds::FailHard if !BARE => asked.clamp(best),
            _ => best,
        };
        self.ctx.left(node, value, if value == best { Cause::Searched } else { Cause::FailHard });
        Ok(value)
    }

    /// A node just above the horizon, its children evaluated one at a time.
    fn frontier<const MAX: bool>(&mut self, node: &mut P, mut w: Window) -> Result<Score, Stop> {
        let side = if MAX { Side::Max } else { Side::Min };
        let mut moves = self.ctx.one_by_one(node);
        self.ctx.expand(node, moves.list, self.root.best());
        let mut best = Score::worst(side);
        let mut best_move = None;
        while let Some((i, m)) = self.ctx.next(node, &mut moves) {
            self.ctx.meter.generate_freely();
            self.ctx.enter(node, m, i);
            let value = node.visit(m, |child| self.horizon_value(child, w));
            self.ctx.leave();
            let value = value?;
            best = best.better(value, side);
            if value.beats(w.bound(side), side) {
                w = w.narrow(side, value);
                best_move = Some(m);
                if w.is_empty() {
                    best_move = None;
                    break;
                }
            }
        }
        if let Some(m) = best_move {
            let mut line = self.lines.mark();
            self.lines.adopt(&mut line, m);
        }
        self.ctx.unlist(moves.list);
        Ok(best)
    }

    #[inline(always)]
    pub fn horizon_value(&mut self, leaf: &P, w: Window) -> Result<Score, Stop> {
        self.ctx.entered(leaf, 0, w)?;
        let (value, over) = self.ctx.value_and_end(leaf);
        self.heuristic |= !over;
        self.ctx.left(leaf, value, Cause::Evaluated);
        Ok(value)
    }

    /// Remembers the first of the root's children in their order that may be chosen.
    #[cold]
    fn note_first(&mut self, root: &P, list: MoveList) {
        for &key in &self.order {
            let m = self.ctx.nth(root, list, key as u32 as usize);
            if !self.ctx.excludes(m) {
                self.first_in_order = Some(m);
                return;
            }
        }
    }

    /// Expands `node` whole and pushes the order in which to search its children.
    fn order_children(&mut self, node: &mut P, list: MoveList, side: Side) -> Result<(), Stop> {
        let sorted = self.order.len();
        // The widest node must not break the cap.
        self.ctx.check_growth(list.count * size_of::<u64>(), || self.stack_bytes())?;
        self.order.reserve(list.count);
        let order = &mut self.order;
        let found = |i, child: Evaluated| order.push(key(side, child.value, i));
        self.ctx.evaluate_all(node, list, &mut 0, None, found)?;
        self.order[sorted..].sort_unstable();
        Ok(())
    }
}

/// The window one wider on the side of the player to move.
pub(super) fn loosen(w: Window, side: Side) -> Window {
    match side {
        Side::Max => Window { alpha: w.alpha.down(), ..w },
        Side::Min => Window { beta: w.beta.up(), ..w },
    }
}
