//! What every search carries along: the evaluation, the observer, the meter, the stacks.

use crate::meter::{Meter, steps};
use crate::{
    BestSoFar, Cause, Child, Evaluate, Event, EventKind, Expansion, Interval, NodeValue, Observer,
    Position, Report, Score, Side, Step, Stop, Task, Window,
};

/// How many plies of recursion pass between two looks at the machine stack.
const STACK_CHECK: u32 = 32;
const STACK_RED_ZONE: usize = 128 * 1024;
const STACK_SEGMENT: usize = 4 * 1024 * 1024;

/// Calls `f` with enough machine stack for the next [`STACK_CHECK`] plies: the algorithms recurse
/// as their papers do, and a line of 100,000 moves must not overflow.
#[inline(always)]
pub(super) fn with_stack<R>(ply: u32, f: impl FnOnce() -> R) -> R {
    if ply % STACK_CHECK == STACK_CHECK - 1 {
        let (mut f, mut result) = (Some(f), None);
        grow_stack(&mut || result = f.take().map(|f| f()));
        result.expect("it was called")
    } else {
        f()
    }
}

/// Not generic: compiled once, not for every search of every game.
#[cold]
#[inline(never)]
fn grow_stack(f: &mut dyn FnMut()) {
    stacker::maybe_grow(STACK_RED_ZONE, STACK_SEGMENT, f);
}

/// Bytes that the stacks take as soon as a search begins.
pub(super) const FIRST_STACKS: usize = 512;

/// Whether a search was stopped by the clock or from outside.
pub(super) fn is_hurried(stop: Stop) -> bool {
    matches!(stop, Stop::Time | Stop::Cancelled)
}

/// The moves of a node: a piece of [`Context::moves`], or only their number.
#[derive(Clone, Copy)]
pub(super) struct MoveList {
    first: usize,
    pub count: usize,
    indexed: bool,
}

/// The moves of a node that were not searched yet.
pub(super) struct OneByOne {
    pub list: MoveList,
    pub next: usize,
    cursor: u64,
}

/// What a best-first search chose between at a node of its path, kept only for an observer.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub side: Side,
    /// The value of the best sibling of the child chosen, and its move's index.
    pub runner_up: Option<(Score, u32)>,
}

/// What every search carries along.
pub(super) struct Context<'a, P: Position, E, const W: bool> {
    pub(super) evaluate: &'a mut E,
    pub(super) observer: &'a mut dyn Observer<P>,
    /// The root moves to choose from; all if it is empty.
    among: &'a [P::Move],
    pub(super) meter: Meter,
    /// The moves of the nodes on the path, one list after the other.
    pub(super) moves: Vec<P::Move>,
    /// The moves from the root, kept only for an observer.
    pub(super) path: Vec<Step<P::Move>>,
    pub(super) choices: Vec<Choice>,
    /// Links followed since the observer last heard of them.
    pub(super) walked: u64,
    /// How to compute the key of a position, in searches that use keys.
    pub(super) key_of: Option<fn(&P) -> u64>,
    /// All of the root's children were evaluated before the search began.
    looked: bool,
    /// The bytes that a memory budget leaves to the stacks; all there are without one.
    pub(super) stack_limit: usize,
}

impl<'a, P: Position, E: Evaluate<P>, const W: bool> Context<'a, P, E, W> {
    pub(super) fn new(
        evaluate: &'a mut E,
        task: &Task<'a, P>,
        observer: &'a mut dyn Observer<P>,
    ) -> Self {
        Context {
            evaluate,
            observer,
            among: task.among,
            meter: Meter::new(&task.budget),
            moves: Vec::new(),
            path: Vec::new(),
            choices: Vec::new(),
            walked: 0,
            key_of: None,
            looked: false,
            stack_limit: task.budget.memory.unwrap_or(usize::MAX),
        }
    }

    /// Whether some root moves are excluded.
    #[inline(always)]
    pub(super) fn excludes_some(&self) -> bool {
        !self.among.is_empty()
    }

    /// Whether a root move is excluded.
    #[cold]
    #[inline(never)]
    pub(super) fn excludes(&self, m: P::Move) -> bool {
        !self.among.is_empty() && !self.among.contains(&m)
    }

    /// The first root move that may be chosen.
    pub(super) fn first_allowed(&mut self, root: &P) -> P::Move {
        match self.among.first() {
            Some(&m) => m,
            None => root.move_at(0, &mut self.moves),
        }
    }

    /// Whether the stacks of this context and two `others`, in bytes, may grow: one that does holds
    /// its old and its new copy for a moment.
    #[inline(always)]
    pub(super) fn check_stacks(&self, others: impl FnOnce() -> [usize; 2]) -> Result<(), Stop> {
        self.check_growth(0, others)
    }

    /// Whether one of the stacks may grow by `more` bytes, if it makes room for them in one step.
    #[inline(always)]
    pub(super) fn check_growth(
        &self,
        more: usize,
        others: impl FnOnce() -> [usize; 2],
    ) -> Result<(), Stop> {
        if self.stack_limit == usize::MAX { Ok(()) } else { self.check_sizes(more, others()) }
    }

    #[cold]
    #[inline(never)]
    fn check_sizes(&self, more: usize, [a, b]: [usize; 2]) -> Result<(), Stop> {
        let largest = a.max(b).max(self.bytes());
        let all = self.bytes() + a + b;
        let needed = all + 2 * largest + more + FIRST_STACKS;
        if needed > self.stack_limit { Err(Stop::Memory) } else { Ok(()) }
    }

    /// Whether a search can begin with the memory that is left to the stacks.
    pub(super) fn check_root(&mut self, root: &P) -> Result<(), Stop> {
        if self.stack_limit == usize::MAX {
            return Ok(());
        }
        let list = self.list(root);
        self.unlist(list);
        self.check_sizes(0, [0; 2])
    }

    /// Lists the moves of a node on the path, unless the game can do without.
    #[inline(always)]
    pub(super) fn list(&mut self, node: &P) -> MoveList {
        let first = self.moves.len();
        match node.indexed_moves() {
            Some(count) => MoveList { first, count, indexed: true },
            None => {
                node.moves(&mut self.moves);
                MoveList { first, count: self.moves.len() - first, indexed: false }
            }
        }
    }

    /// The move at `place` of a node's list.
    #[inline(always)]
    pub(super) fn nth(&mut self, node: &P, list: MoveList, place: usize) -> P::Move {
        if list.indexed {
            node.move_at(place, &mut self.moves)
        } else {
            self.moves[list.first + place]
        }
    }

    /// The moves of a node one after the other. `LAZY` lets the game find them one by one, if it can:
    /// their number is not known then.
    #[inline(always)]
    pub(super) fn one_by_one<const LAZY: bool>(&mut self, node: &P) -> OneByOne {
        let lazy = MoveList { first: 0, count: usize::MAX, indexed: true };
        OneByOne { list: if LAZY && P::LAZY { lazy } else { self.list(node) }, next: 0, cursor: 0 }
    }

    /// The next move and its index.
    #[inline(always)]
    pub(super) fn next<const LAZY: bool>(
        &mut self,
        node: &P,
        moves: &mut OneByOne,
    ) -> Option<(usize, P::Move)> {
        let index = moves.next;
        let m = match LAZY && P::LAZY {
            true => node.next_move(&mut moves.cursor)?,
            false if index == moves.list.count => return None,
            false => self.nth(node, moves.list, index),
        };
        moves.next += 1;
        Some((index, m))
    }

    /// Drops a list, the last one made.
    #[inline(always)]
    pub(super) fn unlist(&mut self, list: MoveList) {
        if !list.indexed {
            self.moves.truncate(list.first);
        }
    }

    /// The value of a node without search: the result of a finished game, or the evaluation.
    #[inline(always)]
    pub(super) fn value_of(&mut self, position: &P) -> Score {
        self.value_and_end(position).0
    }

    /// The value of a node without search, and whether its game is over.
    #[inline(always)]
    pub(super) fn value_and_end(&mut self, position: &P) -> (Score, bool) {
        steps::count(1);
        self.meter.counts.evaluated += 1;
        let over = position.is_over();
        let value = if over { position.result() } else { self.evaluate.evaluate(position) };
        debug_assert!(value.is_finite(), "a position's value is never infinite");
        if W {
            self.tell(Some(position), EventKind::Evaluated { value, over });
        }
        (value, over)
    }

    /// The answer where there is nothing to search: the game is over, the horizon is here, or the
    /// memory of the budget does not even hold the root's moves.
    ///
    /// Where there is, and somebody waits for an answer within a time, a first look at the moves makes
    /// sure that there is one.
    pub(super) fn without_search(&mut self, task: &Task<'_, P>) -> Option<Report<P::Move>> {
        let (root, budget) = (task.position, &task.budget);
        let over = root.is_over();
        if !over && budget.depth != Some(0) {
            if let Err(stop) = self.check_root(root) {
                return Some(self.unsearched(root, stop));
            }
            let hurried = budget.time.is_some() && self.observer.listens();
            if let Some((value, _, m)) = hurried.then(|| self.look_at_children(root)).flatten() {
                self.back_at_root(value, &[m]);
                self.looked = true;
            }
            return None;
        }
        self.evaluate.on_root(root);
        let value = self.value_of(root);
        Some(Report {
            value: Interval::exactly(value),
            proven: over,
            best: (!over).then(|| self.first_allowed(root)),
            counts: self.meter.counts,
            ..Report::new(if over { Stop::Complete } else { Stop::Depth })
        })
    }

    /// The value of the root and the index of its best move, where the node at the end of the path is
    /// worth `value` by its child `best` and no ancestor's value has been brought up to date yet.
    pub(super) fn root_value(&self, value: Score, best: u32) -> (Score, u32) {
        debug_assert_eq!(self.path.len(), self.choices.len());
        let first = self.path.first().and_then(Step::index);
        let mut root = (value, first.unwrap_or(best));
        for (depth, choice) in self.choices.iter().enumerate().rev() {
            if let Some((rival, index)) = choice.runner_up
                && rival.beats(root.0, choice.side)
            {
                root = (rival, if depth == 0 { index } else { root.1 });
            }
        }
        root
    }

    /// The answer of a search that was stopped before it began.
    pub(super) fn unsearched(&mut self, root: &P, stop: Stop) -> Report<P::Move> {
        let best = Some(self.first_allowed(root));
        Report { best, counts: self.meter.counts, ..Report::new(stop) }
    }

    /// A search of the root begins, to a depth if it has one.
    pub(super) fn begin(&mut self, root: &P, depth: Option<u32>) {
        self.restart(root);
        if W {
            self.tell(Some(root), EventKind::IterationBegun { depth });
        }
    }

    /// The path begins at the root again.
    pub(super) fn restart(&mut self, root: &P) {
        self.evaluate.on_root(root);
        self.path.clear();
        self.choices.clear();
    }

    /// Tells the observer that the search of the root has ended.
    pub(super) fn ended(&mut self, depth: Option<u32>, report: &Report<P::Move>) {
        if W {
            self.path.clear();
            let (value, stop) = (report.value, report.stop);
            self.tell_walked();
            self.tell(None, EventKind::IterationFinished { depth, value, stop });
        }
    }

    /// Tells the observer of a depth that is finished, and hands the report on.
    pub(super) fn finish(&mut self, depth: u32, report: Report<P::Move>) -> Report<P::Move> {
        self.ended(Some(depth), &report);
        if report.value.exact().is_some() {
            self.observer.finished(&report);
        }
        report
    }

    /// Tells a listener what a depth-first search to `depth` has found so far.
    #[cold]
    pub(super) fn improved(&mut self, found: &RootMoves<P::Move>, side: Side, depth: u32) {
        // Until depth 1 is finished, a first look at all moves says more than a search of some.
        let told = self.looked && depth == 1 || !self.observer.listens();
        if let Some((_, value)) = found.best.filter(|_| !told) {
            let value = Interval::at_least_for(side, value);
            let (pv, counts) = (&found.pv[..], &self.meter.counts);
            self.observer.improved(BestSoFar { value, pv, depth, counts });
        }
    }

    /// Tells a listener of a value of the root and a line that begins with the best move.
    #[cold]
    pub(super) fn back_at_root(&mut self, value: Score, pv: &[P::Move]) {
        if self.observer.listens() {
            let (value, depth) = (Interval::exactly(value), pv.len() as u32);
            self.observer.improved(BestSoFar { value, pv, depth, counts: &self.meter.counts });
        }
    }

    /// The report of a search that may have been stopped before it had searched any root move. Then
    /// the root's children are evaluated, which is a search to depth 1, and takes less time than a
    /// look at the clock allows.
    pub(super) fn at_first_sight(&mut self, root: &P, report: Report<P::Move>) -> Report<P::Move> {
        if !is_hurried(report.stop) || !report.pv.is_empty() || report.value.exact().is_some() {
            return report;
        }
        let Some((value, over, m)) = self.look_at_children(root) else { return report };
        let report = Report {
            value: Interval::exactly(value),
            proven: over && value.winner() == Some(root.side()),
            best: Some(m),
            pv: vec![m],
            depth: 1,
            counts: self.meter.counts,
            ..report
        };
        self.observer.finished(&report);
        report
    }

    /// The report of a best-first search. If it was stopped while it expanded the root, only some of
    /// the moves have a value: a look at all of them makes a better answer.
    pub(super) fn of_whole_root(
        &mut self,
        root: &P,
        mut report: Report<P::Move>,
    ) -> Report<P::Move> {
        if is_hurried(report.stop) && report.value.exact().is_none() {
            report.pv.clear();
        }
        self.at_first_sight(root, report)
    }

    /// Evaluates the root's children that may be chosen: the best value, whether it ends the game, and
    /// the move. None if the limits of nodes and evaluations do not allow it.
    fn look_at_children(&mut self, root: &P) -> Option<(Score, bool, P::Move)> {
        let mut moves = Vec::new();
        root.moves(&mut moves);
        let moves = moves.into_iter().enumerate();
        let moves: Vec<_> = moves.filter(|&(_, m)| !self.excludes(m)).collect();
        self.meter.generate_unclocked(moves.len() as u64).ok()?;
        self.begin(root, Some(1));
        self.meter.counts.expanded += 1;
        let (mut node, side) = (root.clone(), root.side());
        let mut best: Option<(Score, bool, P::Move)> = None;
        for (index, m) in moves {
            self.enter(&node, m, index);
            let (value, over) = node.visit(m, |child| self.value_and_end(child));
            self.leave();
            if best.is_none_or(|(other, ..)| value.beats(other, side)) {
                best = Some((value, over, m));
            }
        }
        if let (true, Some((value, ..))) = (W, best) {
            let (depth, value) = (Some(1), Interval::exactly(value));
            let stop = Stop::Depth;
            self.tell(None, EventKind::IterationFinished { depth, value, stop });
        }
        best
    }

    /// Plays a move on the path: tells the evaluation, and notes it for the observer.
    #[inline(always)]
    pub(super) fn enter(&mut self, node: &P, m: P::Move, index: usize) {
        self.evaluate.on_play(node, Some(m));
        if W {
            self.path.push(Step::Move { m, index: index as u32 });
        }
    }

    /// Plays a null move on the path.
    #[inline(always)]
    pub(super) fn enter_null(&mut self, node: &P) {
        self.evaluate.on_play(node, None);
        if W {
            self.path.push(Step::Null);
        }
    }

    /// The index of a move, for an observer; 0 if there is none.
    #[inline(always)]
    pub(super) fn index_of(&self, node: &P, m: P::Move) -> usize {
        if !W {
            return 0;
        }
        let mut moves = Vec::new();
        node.moves(&mut moves);
        moves.iter().position(|&other| other == m).unwrap_or(0)
    }

    /// Takes back the last move on the path.
    #[inline(always)]
    pub(super) fn leave(&mut self) {
        self.evaluate.on_undo();
        if W {
            self.path.pop();
        }
    }

    /// A depth-first search comes to a node.
    #[inline(always)]
    pub(super) fn entered(&mut self, node: &P, depth: u32, window: Window) {
        if W {
            self.tell(Some(node), EventKind::Entered { depth, window });
        }
    }

    /// A depth-first search leaves a node.
    #[inline(always)]
    pub(super) fn left(&mut self, node: &P, value: Score, cause: Cause) {
        if W {
            self.tell(Some(node), EventKind::Left { value, cause });
        }
    }

    /// The last `skipped` children of a node are not searched.
    #[inline(always)]
    pub(super) fn cut_off(&mut self, node: &P, skipped: usize) {
        if W && skipped > 0 {
            self.tell(Some(node), EventKind::CutOff { skipped: skipped as u32 });
        }
    }

    /// The value of a child without search.
    #[inline(always)]
    pub(super) fn value_of_child(&mut self, node: &mut P, m: P::Move, index: usize) -> Score {
        self.enter(node, m, index);
        let value = node.visit(m, |child| self.value_of(child));
        self.leave();
        value
    }

    /// Evaluates children in one call, for an evaluation that is cheaper then. `found` is told the index
    /// and the value of each.
    #[inline(never)]
    pub(super) fn batch(
        &mut self,
        node: &mut P,
        list: MoveList,
        indices: std::ops::Range<usize>,
        found: &mut dyn FnMut(usize, Score),
    ) {
        steps::count(indices.len() as u64);
        self.meter.counts.evaluated += indices.len() as u64;
        let mut results = Vec::with_capacity(indices.len());
        for index in indices {
            let m = self.nth(node, list, index);
            let result = node.visit(m, |child| child.is_over().then(|| child.result()));
            results.push((index, m, result));
        }
        let open = results.iter().filter(|(.., result)| result.is_none());
        let moves: Vec<_> = open.map(|&(_, m, _)| m).collect();
        let mut values = Vec::with_capacity(moves.len());
        self.evaluate.evaluate_children(node, &moves, &mut values);
        assert_eq!(values.len(), moves.len(), "evaluate_children gives a value for each move");
        let mut values = values.into_iter();
        for (index, m, result) in results {
            let over = result.is_some();
            let value = result.or_else(|| values.next()).expect("a value for each move");
            debug_assert!(value.is_finite(), "a position's value is never infinite");
            if W {
                self.path.push(Step::Move { m, index: index as u32 });
                self.tell(None, EventKind::Evaluated { value, over });
                self.path.pop();
            }
            found(index, value);
        }
    }

    /// Counts an expansion by a depth-first search, whose root so far has `root` as best move and
    /// value.
    #[inline(always)]
    pub(super) fn expand(&mut self, node: &P, list: MoveList, root: Option<(u32, Score)>) {
        self.meter.counts.expanded += 1;
        if W {
            let children = self.children(node, list, 0..list.count, |_| None);
            let expansion = Expansion::new(&children, list.count as u32);
            self.tell_expansion(node, Expansion { kept: false, ..expansion }, root);
        }
    }

    /// Children of a node for an [`Expansion`], with their values by index. Root moves that must not be
    /// chosen have no value.
    pub(super) fn children(
        &mut self,
        node: &P,
        list: MoveList,
        indices: std::ops::Range<usize>,
        value: impl Fn(usize) -> Option<Score>,
    ) -> Vec<Child<P::Move>> {
        let child = |index| {
            let m = self.nth(node, list, index);
            let value = value(index).filter(|value| value.is_finite()).map(NodeValue::Score);
            Child { m, index: index as u32, value }
        };
        indices.map(child).collect()
    }

    /// Tells the observer of an expansion of the node at the end of the path, after which the root has
    /// `root` as best move and value.
    #[cold]
    #[inline(never)]
    pub(super) fn tell_expansion(
        &mut self,
        node: &P,
        expansion: Expansion<'_, P::Move>,
        root: Option<(u32, Score)>,
    ) {
        let (best, root_value) = root.unzip();
        self.tell_walked();
        self.tell(Some(node), EventKind::Expanded(Expansion { root_value, best, ..expansion }));
    }

    /// Tells the observer of the links followed since it was told last.
    pub(super) fn tell_walked(&mut self) {
        let pointers = std::mem::take(&mut self.walked);
        if pointers > 0 {
            self.tell(None, EventKind::Walked { pointers });
        }
    }

    /// Tells the observer what happened at the node at the end of the path.
    #[cold]
    #[inline(never)]
    pub(super) fn tell(&mut self, node: Option<&P>, kind: EventKind<'_, P::Move>) {
        let key = node.zip(self.key_of).map(|(node, key_of)| key_of(node));
        self.observer.event(&Event { path: &self.path, key, kind });
    }

    /// Bytes held by the stacks.
    pub(super) fn bytes(&self) -> usize {
        self.moves.capacity() * size_of::<P::Move>()
            + self.path.capacity() * size_of::<Step<P::Move>>()
            + self.choices.capacity() * size_of::<Choice>()
    }
}

/// The principal lines of the nodes on the path, each from its leaf back, one after the other.
///
/// A node remembers where its line begins ([`Lines::mark`]), a child leaves its own line on top.
/// Lines of siblings share no node, so all of them together are never longer than the tree.
pub(super) struct Lines<M> {
    stack: Vec<M>,
}

/// Where a node's line lies: `begin..end`.
#[derive(Clone, Copy)]
pub(super) struct Line {
    begin: usize,
    end: usize,
}

impl<M: Copy> Lines<M> {
    pub fn new() -> Self {
        Lines { stack: Vec::new() }
    }

    pub fn clear(&mut self) {
        self.stack.clear();
    }

    /// The empty line of a node just entered.
    #[inline(always)]
    pub fn mark(&self) -> Line {
        Line { begin: self.stack.len(), end: self.stack.len() }
    }

    /// The child's line on top, followed by `m`, becomes the node's line.
    #[inline]
    pub fn adopt(&mut self, line: &mut Line, m: M) {
        if line.begin < line.end {
            // Lines are short where most of them are made: a loop beats a call of memmove.
            let mut to = line.begin;
            for from in line.end..self.stack.len() {
                self.stack[to] = self.stack[from];
                to += 1;
            }
            self.stack.truncate(to);
        }
        self.stack.push(m);
        line.end = self.stack.len();
    }

    /// The node turns out to be of no interest to its parent: its own line goes.
    #[inline(always)]
    pub fn abandon(&mut self, line: Line) {
        self.stack.truncate(line.begin);
    }

    /// The child's line on top is of no interest.
    #[inline(always)]
    pub fn reject(&mut self, line: Line) {
        self.stack.truncate(line.end);
    }

    /// The moves of a line, first move first.
    pub fn moves(&self, line: Line) -> Vec<M> {
        self.stack[line.begin..line.end].iter().rev().copied().collect()
    }

    pub fn bytes(&self) -> usize {
        self.stack.capacity() * size_of::<M>()
    }
}

/// How a depth-first search to one depth went.
pub(super) struct Iteration {
    /// The value of the root, or what stopped the search.
    pub outcome: Result<Score, Stop>,
    /// A position that is not the end of a game was evaluated at the horizon.
    pub heuristic: bool,
    pub depth: u32,
    pub all_best: bool,
    /// Bytes held.
    pub memory: usize,
}

/// What a depth-first search has found out about the root's moves.
pub(super) struct RootMoves<M> {
    /// The best move's index, and its value.
    best: Option<(u32, Score)>,
    pv: Vec<M>,
    /// The moves that share the best value, with their indices.
    equals: Vec<(u32, M)>,
    /// The best move of the depth before, until this depth has searched it: what is found before then
    /// may be worse.
    rival: Option<M>,
}

impl<M: Copy + PartialEq> RootMoves<M> {
    /// Nothing yet, after a depth whose best move was `rival`.
    pub fn new(rival: Option<M>) -> Self {
        RootMoves { best: None, pv: Vec::new(), equals: Vec::new(), rival }
    }

    pub fn best(&self) -> Option<(u32, Score)> {
        self.best
    }

    /// Root move `m` at `index` is worth `value`; the best so far is worth `best`. Says whether there
    /// is another answer than before. Kept out of the loops over children: only the root asks it.
    #[cold]
    #[inline(never)]
    pub fn searched(
        &mut self,
        index: usize,
        m: M,
        value: Score,
        best: Score,
        lines: &Lines<M>,
        line: Line,
    ) -> bool {
        let mut changed = false;
        if self.rival == Some(m) {
            self.rival = None;
            changed = true;
        }
        if value == best {
            if self.best.is_none_or(|(_, score)| score != best) {
                self.best = Some((index as u32, best));
                self.pv = lines.moves(line);
                self.equals.clear();
                changed = true;
            }
            // Moves are searched in any order, and reported as they are listed.
            let before = self.equals.partition_point(|&(other, _)| other < index as u32);
            self.equals.insert(before, (index as u32, m));
        }
        changed && self.rival.is_none()
    }

    /// The line of the best move, if that is worth `value`.
    pub fn take_line(&mut self, value: Score) -> Vec<M> {
        match self.best {
            Some((_, best)) if best == value => std::mem::take(&mut self.pv),
            _ => Vec::new(),
        }
    }

    /// The line of the best move is this one.
    pub fn set_line(&mut self, pv: Vec<M>) {
        self.pv = pv;
    }

    /// The move at `index` turned out to be the best, worth `value` and perhaps more.
    pub fn found(&mut self, index: usize, value: Score, pv: Vec<M>) {
        let best = Some((index as u32, value));
        *self = RootMoves { best, pv, equals: Vec::new(), rival: None };
    }

    /// The moves that share the best value.
    pub fn set_equals(&mut self, equals: Vec<(u32, M)>) {
        self.equals = equals;
    }

    /// The report of a search of `root`.
    pub fn report<P: Position<Move = M>, E: Evaluate<P>, const W: bool>(
        mut self,
        root: &P,
        ctx: &mut Context<'_, P, E, W>,
        iteration: Iteration,
    ) -> Report<M> {
        let Iteration { outcome, heuristic, depth, all_best, memory } = iteration;
        if outcome.is_err() && self.rival.is_some() {
            self = RootMoves::new(None);
        }
        let value = match (outcome, self.best) {
            (Ok(value), _) => Interval::exactly(value),
            (Err(_), Some((_, score))) => Interval::at_least_for(root.side(), score),
            (Err(_), None) => Interval::UNKNOWN,
        };
        let finished = outcome.is_ok();
        let stop = match outcome {
            Ok(_) if heuristic => Stop::Depth,
            Ok(_) => Stop::Complete,
            Err(stop) => stop,
        };
        self.equals.retain(|_| all_best && finished);
        Report {
            value,
            proven: outcome.is_ok_and(|v| !heuristic || v.winner().is_some()),
            best: self.pv.first().copied().or_else(|| Some(ctx.first_allowed(root))),
            equally_good: self.equals.into_iter().map(|(_, m)| m).collect(),
            depth: match (finished, heuristic) {
                (true, true) => depth,
                (true, false) => self.pv.len() as u32,
                (false, _) => 0,
            },
            pv: self.pv,
            counts: ctx.meter.counts,
            memory,
            ..Report::new(stop)
        }
    }
}
