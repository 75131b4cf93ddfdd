//! SSS*: Stockman 1979, with its OPEN list. Post: the value is the minimax value of the tree cut at
//! the horizon. Deviations: what the operator does with a solved node depends on the side to move at its
//! parent, so that two turns in a row by one side are right; of equal merits the leftmost goes first;
//! states below a solved MAX node are dropped when their turn comes, not at once.

use super::context::{Context, FIRST_STACKS, Iteration, MoveList, RootMoves};
use super::deepening::{Deepening, deepen};
use super::interface::{Keep, search};
use crate::meter::steps;
use crate::{
    Evaluate, EventKind, Expansion, Interval, Position, Report, Score, Side, Step, Stop, Task,
};
use std::cell::Cell;

crate::options! {
    /// Options of [`StockmanSss`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct StockmanSssOptions {
        /// Search depth 1, 2, …; auto: if the budget can interrupt and names no depth.
        pub deepening: Deepening = Deepening::IfUnbounded,
        /// Report all equally good root moves.
        ///
        /// Each of them is then searched by itself.
        pub all_best: bool = false,
    }
}

search! {
    /// SSS* as it was published: best-first over a list of states, each a node of the tree with a merit,
    /// which is an upper bound on what MAX can have by way of it.
    ///
    /// It is here to be compared with AB-SSS* ([`Driver::Sss`](super::Driver::Sss)), which evaluates the same
    /// leaves in the same order and needs no list. Interrupted, it knows an upper bound.
    ///
    /// ```
    /// use plywood::{Budget, Score, Search, search::StockmanSss};
    /// use plywood_games::{StaticValue, Tree};
    ///
    /// let tree = Tree::from_json("[0, [0, 3, 5], [0, 2, 9]]")?;
    /// let report = StockmanSss::new(StaticValue).run(&tree, &Budget::new());
    /// assert_eq!(report.value.exact(), Some(Score::new(3)));
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    StockmanSss with StockmanSssOptions,
    keeps: Lists<P::Move>,
    deepens: |options| options.deepening != Deepening::Never
}

impl StockmanSssOptions {
    fn run<P: Position, E: Evaluate<P>, const W: bool>(
        &self,
        lists: &mut Lists<P::Move>,
        ctx: Context<'_, P, E, W>,
        task: &Task<'_, P>,
    ) -> Report<P::Move> {
        let root = task.position;
        let cap = task.budget.memory.unwrap_or(usize::MAX);
        if lists.bytes() > cap {
            *lists = Lists::default();
        }
        let mut run = Run {
            ctx,
            lists,
            compared: Cell::new(0),
            solved: 0,
            board: root.clone(),
            at: 0,
            undos: Vec::new(),
            down: Vec::new(),
            all_best: self.all_best,
            cap,
            heuristic: false,
            excludes: false,
        };
        let report = deepen(self.deepening, task, &mut |depth, best| {
            let report = run.iteration(root, depth, best.is_some());
            run.ctx.finish(depth, report)
        });
        run.ctx.at_first_sight(root, report)
    }
}

/// The nodes of the tree and the list OPEN. They are kept from search to search, because to give memory
/// back takes time, which a search on a clock has not.
pub(super) struct Lists<M> {
    nodes: Vec<Node<M>>,
    /// A heap: the highest merit first, then the leftmost node.
    open: Vec<State>,
}

impl<M> Default for Lists<M> {
    fn default() -> Self {
        Lists { nodes: Vec::new(), open: Vec::new() }
    }
}

impl<M> Keep<M> for Lists<M> {}

impl<M: Copy> Lists<M> {
    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<M>>() + self.open.capacity() * size_of::<State>()
    }
}

/// A node of the tree that was generated.
#[derive(Clone, Copy)]
struct Node<M> {
    parent: u32,
    /// Its place among its siblings, the index of the move to it, and the move.
    place: u32,
    index: u32,
    m: Option<M>,
    depth: u32,
    /// The side to move, and the number of children; 0 before it is expanded.
    side: Side,
    children: u32,
    /// It is solved: what is left in OPEN below it is of no interest.
    solved: bool,
}

impl<M> Node<M> {
    const NEW: Node<M> = Node {
        parent: NONE,
        place: 0,
        index: 0,
        m: None,
        depth: 0,
        side: Side::Max,
        children: 0,
        solved: false,
    };
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    Live,
    Solved,
}

/// A state of OPEN.
#[derive(Clone, Copy)]
struct State {
    merit: Score,
    node: u32,
    status: Status,
    /// The leaf that the merit was taken from, if it was.
    leaf: u32,
    /// How many nodes had been solved when the state was made: if no more are, none above it is.
    solved: u64,
}

const NONE: u32 = u32::MAX;

struct Run<'l, 'a, P: Position, E, const W: bool> {
    ctx: Context<'a, P, E, W>,
    lists: &'l mut Lists<P::Move>,
    /// Steps up the tree to compare states, since the meter last heard of them.
    compared: Cell<u64>,
    solved: u64,
    /// The board, at which node it is, and how to take the moves back.
    board: P,
    at: u32,
    undos: Vec<P::Undo>,
    /// The nodes to walk down to, from the last to the first.
    down: Vec<u32>,
    all_best: bool,
    cap: usize,
    heuristic: bool,
    /// Some moves of the root must not be chosen. Not so while a child of the root is searched by itself.
    excludes: bool,
}

impl<P: Position, E: Evaluate<P>, const W: bool> Run<'_, '_, P, E, W> {
    /// One search to `depth`. A first one that is stopped answers with the way to the state of the
    /// highest merit; a later one has the answer of the depth before.
    fn iteration(&mut self, root: &P, depth: u32, later: bool) -> Report<P::Move> {
        self.heuristic = false;
        let mut found = RootMoves::new(None);
        self.excludes = self.ctx.excludes_some();
        self.ctx.begin(root, Some(depth));
        let outcome = self.solve(root, depth);
        let line = match outcome {
            Err(_) if !later && !self.lists.open.is_empty() => {
                self.line_to(self.lists.open[0].node)
            }
            _ => Vec::new(),
        };
        let bound = match outcome {
            // All of OPEN are upper bounds, and the highest of them is one of the root's value.
            Err(_) => {
                let first = self.lists.open.first().map(|first| first.merit);
                first.filter(|merit| merit.is_finite())
            }
            Ok((value, _)) => Some(value),
        };
        let outcome = outcome.and_then(|(value, leaf)| {
            let mut line: Vec<_> = self.upwards(leaf).collect();
            line.pop();
            let index = line.last().map_or(0, |&node| self.lists.nodes[node as usize].index);
            let moves = line.iter().rev().filter_map(|&node| self.lists.nodes[node as usize].m);
            found.found(index as usize, value, moves.collect());
            if self.all_best {
                found.set_equals(self.equals(root, depth, value)?);
            }
            Ok(value)
        });
        let (heuristic, all_best, memory) = (self.heuristic, self.all_best, self.bytes());
        let iteration = Iteration { outcome, heuristic, depth, all_best, memory };
        let report = found.report(root, &mut self.ctx, iteration);
        match bound {
            Some(upper) if outcome.is_err() => {
                let value = Interval { lower: Score::NEG_INF, upper };
                let best = line.first().copied().or(report.best);
                let pv = if line.is_empty() { report.pv } else { line };
                Report { value, pv, best, ..report }
            }
            _ => report,
        }
    }

    /// The moves from the root to a node.
    fn line_to(&self, node: u32) -> Vec<P::Move> {
        let mut line: Vec<_> =
            self.upwards(node).filter_map(|node| self.lists.nodes[node as usize].m).collect();
        line.reverse();
        line
    }

    /// The root moves that are worth `value`.
    fn equals(&mut self, root: &P, depth: u32, value: Score) -> Result<Vec<(u32, P::Move)>, Stop> {
        let moves = self.ctx.searched_moves(&mut root.clone(), true)?;
        let mut equals = Vec::new();
        self.excludes = false;
        for (index, m) in moves {
            if self.ctx.excludes(m) {
                continue;
            }
            let mut child = root.clone();
            child.play(m);
            self.ctx.meter.generate(1)?;
            if self.solve(&child, depth - 1)?.0 == value {
                equals.push((index as u32, m));
            }
        }
        Ok(equals)
    }

    /// Applies the state space operator until the root is solved: its value and the leaf that has it.
    fn solve(&mut self, root: &P, depth: u32) -> Result<(Score, u32), Stop> {
        self.lists.nodes.clear();
        self.lists.open.clear();
        self.undos.clear();
        self.board.clone_from(root);
        self.ctx.evaluate.on_root(root);
        self.at = 0;
        self.make_room(1)?;
        self.add_node(Node::NEW, Score::POS_INF, NONE);
        loop {
            self.ctx.meter.walk(1 + self.compared.take())?;
            let state = self.pop();
            if state.node == 0 && state.status == Status::Solved {
                return Ok((state.merit, state.leaf));
            }
            if state.solved != self.solved && self.is_below_solved(state.node) {
                continue;
            }
            let outcome = match state.status {
                Status::Live => self.expand(state, depth),
                Status::Solved => self.go_on(state),
            };
            if let Err(stop) = outcome {
                self.push(state.merit, state.node, state.status, state.leaf);
                return Err(stop);
            }
        }
    }

    /// Whether a node above this one is solved.
    fn is_below_solved(&self, node: u32) -> bool {
        let solved = |node: u32| self.lists.nodes[node as usize].solved;
        self.count_steps(self.lists.nodes[node as usize].depth);
        self.upwards(node).skip(1).any(solved)
    }

    fn count_steps(&self, steps: u32) {
        self.compared.set(self.compared.get() + u64::from(steps));
    }

    /// A live state: a leaf is solved, a MAX node has all its children looked at, a MIN node its first.
    fn expand(&mut self, state: State, depth: u32) -> Result<(), Stop> {
        let State { merit, node, leaf, .. } = state;
        self.walk_to(node);
        let deep = self.lists.nodes[node as usize].depth;
        if deep == depth || self.board.is_over() {
            self.set_path(node);
            let (value, over) = self.ctx.value_and_end(&self.board);
            self.heuristic |= !over;
            let leaf = if value < merit { node } else { leaf };
            self.push(merit.min(value), node, Status::Solved, leaf);
            return Ok(());
        }
        let excluding = self.excludes && node == 0;
        let list = self.ctx.list(&mut self.board, excluding)?;
        let first = if excluding { self.first_allowed(list, 0) } else { 0 };
        let last = if self.board.side() == Side::Max { list.count } else { first + 1 };
        let looked_at = last - first;
        let granted = self.make_room(looked_at);
        if let Err(stop) = granted.and_then(|()| self.ctx.meter.generate(looked_at as u64)) {
            self.ctx.unlist(list);
            return Err(stop);
        }
        self.ctx.meter.counts.expanded += 1;
        let Node { side, children, .. } = &mut self.lists.nodes[node as usize];
        (*side, *children) = (self.board.side(), list.count as u32);
        let expensive = self.ctx.meter.are_expensive(looked_at);
        let mut outcome = Ok(());
        let mut added = first;
        for place in first..last {
            if expensive {
                steps::count(self.compared.take());
                outcome = self.ctx.meter.walk_among(last - place);
                if outcome.is_err() {
                    break;
                }
            }
            let m = self.ctx.nth(&self.board, list, place);
            if excluding && self.ctx.excludes(m) {
                self.ctx.meter.counts.generated -= 1;
                continue;
            }
            let child = Node { parent: node, depth: deep + 1, ..self.child(list, place) };
            self.add_node(child, merit, leaf);
            added = place + 1;
        }
        self.tell_children(node, list, first..added, outcome.is_err());
        self.ctx.unlist(list);
        outcome
    }

    /// A solved state: at a MIN node the next sibling may be worse for MAX, else the parent is solved.
    fn go_on(&mut self, state: State) -> Result<(), Stop> {
        let State { merit, node, leaf, .. } = state;
        let Node { parent, place, depth, .. } = self.lists.nodes[node as usize];
        let Node { side, children, .. } = self.lists.nodes[parent as usize];
        let (mut place, count) = (place as usize + 1, children as usize);
        let excluding = self.excludes && parent == 0;
        if side == Side::Min && place < count && excluding {
            self.walk_to(0);
            let list = self.ctx.list(&mut self.board, true)?;
            place = self.first_allowed(list, place);
            self.ctx.unlist(list);
        }
        if side == Side::Min && place < count {
            self.make_room(1)?;
            self.ctx.meter.generate(1)?;
            self.walk_to(parent);
            let list = self.ctx.list(&mut self.board, excluding)?;
            let child = Node { parent, depth, ..self.child(list, place) };
            self.add_node(child, merit, leaf);
            self.tell_children(parent, list, place..place + 1, false);
            self.ctx.unlist(list);
        } else {
            if side == Side::Max {
                self.lists.nodes[parent as usize].solved = true;
                self.solved += 1;
            }
            self.push(merit, parent, Status::Solved, leaf);
            if W {
                self.set_path(parent);
                self.ctx.tell(None, EventKind::BackedUp { value: merit.into() });
            }
        }
        Ok(())
    }

    /// A child of the node at which the board is.
    fn child(&mut self, list: MoveList, place: usize) -> Node<P::Move> {
        let m = Some(self.ctx.nth(&self.board, list, place));
        let index = self.ctx.index(&self.board, list, place) as u32;
        Node { place: place as u32, index, m, ..Node::NEW }
    }

    /// Notes the path to a node for the observer.
    #[inline(always)]
    fn set_path(&mut self, node: u32) {
        if W {
            let step = |n: u32| {
                let Node { m, index, .. } = self.lists.nodes[n as usize];
                m.map(|m| Step::Move { m, index })
            };
            self.ctx.path = self.upwards(node).filter_map(step).collect();
            self.ctx.path.reverse();
        }
    }

    /// Tells the observer of children of the node at which the board is.
    #[inline(always)]
    fn tell_children(
        &mut self,
        node: u32,
        list: MoveList,
        places: std::ops::Range<usize>,
        stopped: bool,
    ) {
        if W {
            self.set_path(node);
            let completes = places.start > 0;
            let expansion = Expansion { kept: true, completes, stopped, ..Expansion::default() };
            self.ctx.tell_expansion(&self.board, list, places, |_| None, expansion, None);
        }
    }

    /// The place of the first move of the root from `place` on that may be chosen; the number of moves if
    /// there is none.
    #[cold]
    fn first_allowed(&mut self, list: MoveList, place: usize) -> usize {
        let allowed = |&place: &usize| {
            let m = self.ctx.nth(&self.board, list, place);
            !self.ctx.excludes(m)
        };
        (place..list.count).find(allowed).unwrap_or(list.count)
    }

    /// A node, its parent, and so on up to the root.
    fn upwards(&self, node: u32) -> impl Iterator<Item = u32> {
        let up =
            |&node: &u32| Some(self.lists.nodes[node as usize].parent).filter(|&up| up != NONE);
        std::iter::successors(Some(node), up)
    }

    /// Brings the board to a node, by way of the nearest common ancestor.
    fn walk_to(&mut self, target: u32) {
        let mut down = std::mem::take(&mut self.down);
        let mut node = target;
        while node != self.at {
            self.count_steps(1);
            if W {
                self.ctx.follow(1);
            }
            let deep = |node: u32| self.lists.nodes[node as usize].depth;
            if deep(self.at) >= deep(node) {
                let Node { parent, m, .. } = self.lists.nodes[self.at as usize];
                let (m, undo) = m.zip(self.undos.pop()).expect("a node below the root");
                self.board.undo(m, undo);
                self.ctx.evaluate.on_undo();
                self.at = parent;
            } else {
                down.push(node);
                node = self.lists.nodes[node as usize].parent;
            }
        }
        while let Some(node) = down.pop() {
            let m = self.lists.nodes[node as usize].m.expect("a node below the root");
            self.ctx.evaluate.on_play(&self.board, Some(m));
            self.undos.push(self.board.play(m));
        }
        self.down = down;
        self.at = target;
    }

    /// Makes room for `nodes` more nodes, each with a state, and for the state at hand to be put back.
    fn make_room(&mut self, nodes: usize) -> Result<(), Stop> {
        // The stacks are as long as the tree is deep. One that grows holds its old and its new copy
        // for a moment.
        let stacks = 2 * self.stack_bytes() + FIRST_STACKS;
        let room = |run: &Self| run.cap.checked_sub(run.bytes() + stacks).ok_or(Stop::Memory);
        let (for_nodes, fits) = (room(self)?, self.lists.nodes.len() + nodes <= NONE as usize);
        if !fits || !grow(&mut self.lists.nodes, nodes, for_nodes) {
            return Err(Stop::Memory);
        }
        let for_open = room(self)?;
        if grow(&mut self.lists.open, nodes + 1, for_open) { Ok(()) } else { Err(Stop::Memory) }
    }

    /// A new node, and its state in OPEN.
    fn add_node(&mut self, node: Node<P::Move>, merit: Score, leaf: u32) {
        self.lists.nodes.push(node);
        self.push(merit, self.lists.nodes.len() as u32 - 1, Status::Live, leaf);
    }

    /// Whether a state of OPEN goes before another.
    #[inline]
    fn goes_before(&self, a: &State, b: &State) -> bool {
        if a.merit != b.merit {
            return a.merit > b.merit;
        }
        let (mut a, mut b) = (a.node, b.node);
        let node = |n: u32| &self.lists.nodes[n as usize];
        // Where one is above the other it does not matter which goes first: there is no such case.
        let mut steps = 1;
        while node(a).depth > node(b).depth {
            a = node(a).parent;
            steps += 1;
        }
        while node(b).depth > node(a).depth {
            b = node(b).parent;
            steps += 1;
        }
        while node(a).parent != node(b).parent {
            (a, b) = (node(a).parent, node(b).parent);
            steps += 1;
        }
        self.count_steps(steps);
        node(a).place < node(b).place
    }

    fn push(&mut self, merit: Score, node: u32, status: Status, leaf: u32) {
        self.lists.open.push(State { merit, node, status, leaf, solved: self.solved });
        let mut place = self.lists.open.len() - 1;
        while place > 0 {
            let up = (place - 1) / 2;
            if !self.goes_before(&self.lists.open[place], &self.lists.open[up]) {
                break;
            }
            self.lists.open.swap(place, up);
            place = up;
        }
    }

    fn pop(&mut self) -> State {
        let first = self.lists.open.swap_remove(0);
        let mut place = 0;
        loop {
            let below =
                [2 * place + 1, 2 * place + 2].into_iter().filter(|&b| b < self.lists.open.len());
            let best = below.reduce(|a, b| {
                if self.goes_before(&self.lists.open[b], &self.lists.open[a]) { b } else { a }
            });
            match best {
                Some(best) if self.goes_before(&self.lists.open[best], &self.lists.open[place]) => {
                    self.lists.open.swap(place, best);
                    place = best;
                }
                _ => return first,
            }
        }
    }

    fn stack_bytes(&self) -> usize {
        self.undos.capacity() * size_of::<P::Undo>()
            + self.down.capacity() * size_of::<u32>()
            + self.ctx.bytes()
    }

    fn bytes(&self) -> usize {
        self.lists.bytes() + self.stack_bytes()
    }
}

/// Makes room for `more` entries: for twice as many as there are, or for as many as a new copy of
/// the list in `room` bytes holds. False if that is not enough.
fn grow<T>(list: &mut Vec<T>, more: usize, room: usize) -> bool {
    let needed = list.len() + more;
    if needed > list.capacity() {
        let wanted = needed.max(2 * list.capacity()).min(room / size_of::<T>());
        if wanted < needed {
            return false;
        }
        list.reserve_exact(wanted - list.len());
    }
    true
}
