//! Alpha-beta that saves its tree: Korf & Chickering 1993, section 5. The subtree of the moves
//! played is kept, stored values order the children, and children at the horizon are evaluated one
//! at a time. Post: the value is the minimax value of the tree cut at the horizon. Deviations: none.

use super::alpha_beta::{self, AlphaBetaOptions, Bounds, loosen};
use super::context::{Context, Evaluated, MoveList, with_stack};
use super::deepening::{Deepening, deepen};
use super::interface::search;
use super::kept::{Kept, tree_size};
use crate::memory::{MAX_CHILDREN, Node, NodeId};
use crate::{Cause, Evaluate, Expansion, Position, Report, Score, Stop, Task, Window};

crate::options! {
    /// Options of [`AlphaBetaSavedTree`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct AlphaBetaSavedTreeOptions {
        /// What a search returns if the value is outside its window.
        ///
        /// Fail-hard, as the paper's equal-cost depths show the authors' program was, or fail-soft:
        /// which bounds are stored, and so in which order children are searched next time.
        pub bounds: Bounds = Bounds::FailHard,
        /// Deepen iteratively; auto: if the budget names no depth and can interrupt the search.
        pub deepening: Deepening = Deepening::IfUnbounded,
        /// Report all equally good root moves.
        pub all_best: bool = false,
    }
}

search! {
    /// Alpha-beta with its tree kept from move to move. Where the memory of the budget ends, it goes
    /// on without saving.
    ///
    /// ```
    /// use plywood::{Budget, Search, search::AlphaBetaSavedTree};
    /// use plywood_games::{Game, RandomTree, StaticValue};
    ///
    /// let game = RandomTree::parse(Some("branching=random:5,depth=100,seed=7"))?;
    /// let mut search = AlphaBetaSavedTree::new(StaticValue);
    /// let report = search.run(&game, &Budget::new().depth(6));
    /// search.advance(report.best.unwrap());
    /// assert!(search.tree_size() > 1, "what is below the move was kept");
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    AlphaBetaSavedTree with AlphaBetaSavedTreeOptions,
    named: "alpha-beta-saved-tree", "alpha-beta that keeps its tree between moves",
    family: DepthFirst, paper: "Korf & Chickering 1993", exact: true, memory: CappedTree,
    keeps: Kept<P>,
    switches: all_best deepening
}

tree_size!(AlphaBetaSavedTree);

impl AlphaBetaSavedTreeOptions {
    fn run<P: Position, E: Evaluate<P>, const W: bool>(
        &self,
        kept: &mut Kept<P>,
        mut ctx: Context<'_, P, E, W>,
        task: &Task<'_, P>,
    ) -> Report<P::Move> {
        let planted = match kept.begin_search(&mut ctx, task) {
            Ok(planted) => planted,
            Err(report) => return *report,
        };
        let options = AlphaBetaOptions {
            bounds: self.bounds,
            deepening: self.deepening,
            all_best: self.all_best,
            ..Default::default()
        };
        let mut pass = Pass::new(ctx, kept, options, AtHorizon::Static);
        let report = deepen(self.deepening, task, &mut |depth, best| {
            let report = pass.iteration(task.position, depth, best, planted);
            pass.plain.ctx.finish(task.position, depth, report)
        });
        pass.plain.ctx.at_first_sight(task.position, report)
    }
}

/// What a node at the horizon is worth that an earlier search expanded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AtHorizon {
    /// Its static value, computed again.
    Static,
    /// The value stored with it, which looks further.
    Stored,
}

/// An alpha-beta search that writes its values into a kept tree.
pub(super) struct Pass<'k, 'a, P: Position, E, const W: bool> {
    /// The search without memory: it has the stacks, and goes on where memory is full.
    pub plain: alpha_beta::Run<'a, P, E, W>,
    kept: &'k mut Kept<P>,
    at_horizon: AtHorizon,
}

impl<'k, 'a, P: Position, E: Evaluate<P>, const W: bool> Pass<'k, 'a, P, E, W> {
    pub fn new(
        ctx: Context<'a, P, E, W>,
        kept: &'k mut Kept<P>,
        options: AlphaBetaOptions,
        at_horizon: AtHorizon,
    ) -> Self {
        Pass { plain: alpha_beta::Run::new(ctx, options), kept, at_horizon }
    }

    /// One search to `depth`, after one whose best move was `rival`.
    pub fn iteration(
        &mut self,
        root: &P,
        depth: u32,
        rival: Option<P::Move>,
        saving: bool,
    ) -> Report<P::Move> {
        if !saving {
            return self.plain.iteration(root, depth, rival);
        }
        self.plain.clear(root, depth, rival);
        let id = self.kept.tree.root();
        let outcome = self.alpha_beta(&mut root.clone(), id, depth, 0, Window::FULL);
        self.plain.report(root, depth, outcome, self.kept.tree.bytes())
    }

    /// The value of `node`, whose game is not over, searched `depth >= 1` plies deep.
    fn alpha_beta(
        &mut self,
        node: &mut P,
        id: NodeId,
        depth: u32,
        ply: u32,
        w: Window,
    ) -> Result<Score, Stop> {
        self.plain.ctx.meter.walk(1)?;
        self.plain.check_stacks()?;
        let known = self.kept.tree.node(id).count();
        let list = self.plain.ctx.list_unless_known(node, ply == 0, known)?;
        let missing = known < list.count;
        let meter = &mut self.plain.ctx.meter;
        if missing && (list.count > MAX_CHILDREN || !self.kept.widen(meter, id, list.count)?) {
            self.plain.ctx.unlist(list);
            let value = self.plain.alpha_beta(node, depth, ply, w)?;
            // A later search takes the value of a leaf at its horizon for the static one.
            if known > 0 || self.at_horizon == AtHorizon::Stored {
                *self.kept.tree.data_mut(id) = value;
            }
            return Ok(value);
        }
        self.plain.ctx.entered(node, depth, w)?;
        if known == 0 {
            self.plain.ctx.meter.counts.expanded += 1;
            self.tell_children(node, list, 0..0, false);
        }
        let mut evaluated = known;
        if depth > 1 && missing {
            self.evaluate_all(node, id, list, &mut evaluated)?;
        }
        if depth > 1 {
            self.kept.tree.settle(id, node.side());
            self.kept.tree.has_grandchildren(id);
        }
        let mut children = Children { list, evaluated };
        let outcome = self.search_children(node, id, depth, ply, w, &mut children);
        if missing && depth == 1 {
            self.kept.tree.narrow(id, children.evaluated, 0);
        }
        self.plain.ctx.unlist(list);
        // The search has changed their values: they may be out of order.
        if !self.kept.tree.node(id).is_leaf() {
            self.kept.tree.unsettle(id);
        }
        let (best, value) = outcome?;
        *self.kept.tree.data_mut(id) = value;
        let cause = if value == best { Cause::Searched } else { Cause::FailHard };
        self.plain.ctx.left(node, value, cause);
        Ok(value)
    }

    /// Searches the children. Returns the best value, and what the node is worth within the window.
    fn search_children(
        &mut self,
        node: &mut P,
        id: NodeId,
        depth: u32,
        ply: u32,
        mut w: Window,
        children: &mut Children,
    ) -> Result<(Score, Score), Stop> {
        let side = node.side();
        let (asked, options) = (w, self.plain.options);
        let mut line = self.plain.lines.mark();
        let mut best = Score::worst(side);
        let count = children.list.count;
        for place in 0..count {
            let child = self.kept.tree.child(id, place);
            let fresh = place >= children.evaluated;
            let (index, m) = self.child_move(node, children, child, place);
            if ply == 0 && self.plain.ctx.excludes(m) {
                let worst = Score::worst(side);
                if fresh {
                    self.tell_children(node, children.list, place..place + 1, true);
                    self.kept.tree.room(id, count)[place] = Node::leaf(worst, index as u16);
                    children.evaluated = place + 1;
                } else {
                    *self.kept.tree.data_mut(child) = worst;
                }
                continue;
            }
            if fresh {
                self.plain.ctx.meter.generate(1)?;
                self.tell_children(node, children.list, place..place + 1, true);
            }
            self.plain.ctx.enter(node, m, index);
            let value = if fresh {
                let value = node.visit(m, |child| self.plain.horizon_value(child, w));
                value.inspect(|&value| {
                    self.kept.tree.room(id, count)[place] = Node::leaf(value, index as u16);
                    children.evaluated = place + 1;
                })
            } else if depth == 1 {
                node.visit(m, |position| self.horizon_value(position, child, w))
            } else {
                let w = if ply == 0 && options.all_best { loosen(w, side) } else { w };
                node.visit(m, |position| {
                    if position.is_over() {
                        self.plain.ctx.entered(position, depth - 1, w)?;
                        let value = self.kept.tree.node(child).data;
                        self.plain.ctx.left(position, value, Cause::Evaluated);
                        return Ok(value);
                    }
                    with_stack(ply, || self.alpha_beta(position, child, depth - 1, ply + 1, w))
                })
            };
            self.plain.ctx.leave();
            let value = value?;
            best = best.better(value, side);
            if value.beats(w.bound(side), side) {
                w = w.narrow(side, value);
                self.plain.lines.adopt(&mut line, m);
            } else {
                self.plain.lines.reject(line);
            }
            if ply == 0 {
                let lines = &self.plain.lines;
                if self.plain.root.searched(index, m, value, best, lines, line) {
                    self.plain.ctx.improved(&self.plain.root, side, depth);
                }
                if W {
                    self.plain.ctx.tell_best(self.plain.root.best(), side);
                }
            }
            if w.is_empty() {
                self.plain.ctx.cut_off(node, count - place - 1, index);
                self.plain.lines.abandon(line);
                break;
            }
        }
        Ok(match options.bounds {
            Bounds::FailSoft => (best, best),
            Bounds::FailHard => (best, asked.clamp(best)),
        })
    }

    /// The move to the child at a place, and its index among all moves of the node.
    #[inline(always)]
    fn child_move(
        &mut self,
        node: &P,
        children: &Children,
        child: NodeId,
        place: usize,
    ) -> (usize, P::Move) {
        let (ctx, list) = (&mut self.plain.ctx, children.list);
        if place >= children.evaluated {
            return (ctx.index(node, list, place), ctx.nth(node, list, place));
        }
        let index = self.kept.tree.node(child).index();
        (index, ctx.move_with_index(node, list, index))
    }

    /// Evaluates the children of `node` that are not evaluated yet.
    fn evaluate_all(
        &mut self,
        node: &mut P,
        id: NodeId,
        list: MoveList,
        evaluated: &mut usize,
    ) -> Result<(), Stop> {
        let first = *evaluated;
        let ctx = &mut self.plain.ctx;
        let room = self.kept.tree.room(id, list.count);
        let found = |i: usize, child: Evaluated| room[i] = Node::leaf(child.value, i as u16);
        let outcome = ctx.evaluate_all(node, list, evaluated, None, found);
        let outcome = outcome.and(ctx.set_indices(node, list, &mut room[first..*evaluated]));
        self.kept.tree.narrow(id, *evaluated, 0);
        if W && *evaluated > first {
            let (tree, root) = (&self.kept.tree, self.plain.root.best());
            let value = |index: usize| Some(tree.children(id)[index].data);
            let stopped = outcome.is_err();
            let expansion =
                Expansion { kept: true, completes: true, stopped, ..Expansion::default() };
            let places = first..*evaluated;
            self.plain.ctx.tell_expansion(node, list, places, value, expansion, root);
        }
        outcome
    }

    /// Tells the observer of children that are added before they have a value.
    #[inline(always)]
    fn tell_children(
        &mut self,
        node: &P,
        list: MoveList,
        places: std::ops::Range<usize>,
        completes: bool,
    ) {
        if W {
            let expansion = Expansion { kept: true, completes, ..Expansion::default() };
            let root = self.plain.root.best();
            self.plain.ctx.tell_expansion(node, list, places, |_| None, expansion, root);
        }
    }

    /// The value of a child at the horizon that an earlier search evaluated.
    fn horizon_value(&mut self, leaf: &P, id: NodeId, w: Window) -> Result<Score, Stop> {
        let stored = *self.kept.tree.node(id);
        if !stored.is_leaf() && self.at_horizon == AtHorizon::Static {
            self.plain.ctx.meter.admit_evaluation()?;
            return self.plain.horizon_value(leaf, w);
        }
        self.plain.ctx.entered(leaf, 0, w)?;
        self.plain.heuristic = self.plain.heuristic || !leaf.is_over();
        self.plain.ctx.left(leaf, stored.data, Cause::Stored);
        Ok(stored.data)
    }
}

/// The children of a node: their moves, and how many of them are in the tree.
struct Children {
    list: MoveList,
    evaluated: usize,
}
