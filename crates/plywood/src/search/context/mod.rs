//! What every search carries along: the evaluation, the observer, the meter, the stacks.

mod answers;
mod events;
mod narrow;
mod principal;
mod root_moves;
mod telling;
mod told;

pub(super) use crate::evaluate::Evaluated;
pub(super) use principal::{Line, Lines};
pub(super) use root_moves::{Iteration, RootMoves};

use crate::evaluate::evaluate_after;
use crate::meter::{Meter, steps};
use crate::{Evaluate, EventKind, Observer, Position, RootChild, Score, Side, Step, Stop, Task};
use told::Told;

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
    next: usize,
    cursor: u64,
}

impl OneByOne {
    #[inline(always)]
    pub fn of(list: MoveList) -> OneByOne {
        OneByOne { list, next: 0, cursor: 0 }
    }
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
    /// The root's children when a search by swings chose between them, kept only for an observer.
    pub(super) root_children: Vec<RootChild<P::Move>>,
    /// The values stored with the children of the nodes on the path, while an observer is told of an
    /// expansion in linear space.
    pub(super) stored: Vec<Vec<Option<Score>>>,
    /// Whether the observer receives events. A search under artificial time or with a limit on its
    /// width uses the same kernel, and tells nobody.
    pub(super) watched: bool,
    /// What is kept only for an observer that receives events.
    told: Option<Box<Told>>,
    /// Links followed since the observer last heard of them.
    walked: u64,
    /// Only this many children of a node are searched, the best ones by static value.
    widest: usize,
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
        let observer_watches = observer.watches();
        Context {
            evaluate,
            observer,
            among: task.among,
            meter: Meter::new(&task.budget),
            moves: Vec::new(),
            path: Vec::new(),
            choices: Vec::new(),
            root_children: Vec::new(),
            stored: Vec::new(),
            watched: W && observer_watches,
            told: (W && observer_watches).then(|| Box::new(Told::new())),
            walked: 0,
            widest: task.budget.widest.map_or(usize::MAX, |widest| widest.max(1) as usize),
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
        let list = self.list_all(root);
        self.unlist(list);
        self.check_sizes(0, [0; 2])
    }

    /// Lists the moves of a node on the path that are to be searched.
    #[inline(always)]
    pub(super) fn list(&mut self, node: &mut P, is_root: bool) -> Result<MoveList, Stop> {
        let list = self.list_all(node);
        if W && list.count > self.widest { self.narrow(node, list, is_root) } else { Ok(list) }
    }

    /// Lists the moves of a node on the path, unless the game can do without.
    #[inline(always)]
    pub(super) fn list_all(&mut self, node: &P) -> MoveList {
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

    /// All moves of a node one after the other, found one by one if the game can do that: their number
    /// is not known then.
    #[inline(always)]
    pub(super) fn one_by_one(&mut self, node: &P) -> OneByOne {
        let lazy = MoveList { first: 0, count: usize::MAX, indexed: true };
        OneByOne::of(if P::LAZY { lazy } else { self.list_all(node) })
    }

    /// The next move and its index.
    #[inline(always)]
    pub(super) fn next(&mut self, node: &P, moves: &mut OneByOne) -> Option<(usize, P::Move)> {
        let index = moves.next;
        let m = match P::LAZY {
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
        let (value, over) = self.static_value(position);
        self.evaluated(Some(position), value, over)
    }

    /// Counts the value of the node at the end of the path, and tells of it.
    #[inline(always)]
    fn evaluated(&mut self, position: Option<&P>, value: Score, over: bool) -> (Score, bool) {
        steps::count(1);
        self.meter.evaluated(1);
        if W {
            self.tell(position, EventKind::Evaluated { value, over });
        }
        (value, over)
    }

    /// The value of a node without search, and whether its game is over. Neither counted nor told.
    #[inline(always)]
    fn static_value(&mut self, position: &P) -> (Score, bool) {
        let over = position.is_over();
        let value = if over { position.result() } else { self.evaluate.evaluate(position) };
        debug_assert!(value.is_finite(), "a position's value is never infinite");
        (value, over)
    }

    /// The value of a child without search.
    #[inline(always)]
    pub(super) fn value_of_child(&mut self, node: &mut P, m: P::Move, index: usize) -> Score {
        self.evaluate_child(node, m, index).value
    }

    /// A child without search.
    #[inline(always)]
    fn evaluate_child(&mut self, node: &mut P, m: P::Move, index: usize) -> Evaluated {
        self.enter(node, m, index);
        // Not by `visit`: a closure within a closure is not always inlined.
        let undo = node.play(m);
        let (value, over) = self.value_and_end(node);
        let side = node.side();
        node.undo(m, undo);
        self.leave();
        Evaluated { value, over, side }
    }

    /// Generates and evaluates the children of a node from `evaluated` on, without that at `skip`: all
    /// at once, unless they are very many, or expensive to evaluate one by one. `found` is told of each,
    /// with its place in the list.
    #[inline(always)]
    pub(super) fn evaluate_all(
        &mut self,
        node: &mut P,
        list: MoveList,
        evaluated: &mut usize,
        skip: Option<usize>,
        mut found: impl FnMut(usize, Evaluated),
    ) -> Result<(), Stop> {
        let rest = |from: usize| list.count - from - usize::from(skip >= Some(from));
        self.meter.generate(rest(*evaluated) as u64)?;
        while *evaluated < list.count {
            let to = *evaluated + self.meter.slice(list.count - *evaluated, E::BATCHES);
            let places = (*evaluated..to).filter(|&place| Some(place) != skip);
            if E::BATCHES {
                self.batch(node, list, places.collect(), &mut found);
            } else {
                for place in places {
                    let m = self.nth(node, list, place);
                    let index = self.told_index(node, list, place);
                    found(place, self.evaluate_child(node, m, index));
                }
            }
            *evaluated = to;
            if to < list.count {
                self.meter.walk_among(rest(to))?;
            }
        }
        Ok(())
    }

    /// Evaluates children in one call, for an evaluation that is cheaper then.
    #[inline(never)]
    fn batch(
        &mut self,
        node: &mut P,
        list: MoveList,
        places: Vec<usize>,
        found: &mut dyn FnMut(usize, Evaluated),
    ) {
        let moves: Vec<_> = places.iter().map(|&place| self.nth(node, list, place)).collect();
        let children = evaluate_after(self.evaluate, node, &moves);
        for (place, child) in places.into_iter().zip(children) {
            if W {
                let (m, index) = (self.nth(node, list, place), self.index(node, list, place));
                self.path.push(Step::Move { m, index: index as u32 });
            }
            self.evaluated(None, child.value, child.over);
            if W {
                self.path.pop();
            }
            found(place, child);
        }
    }

    /// Bytes held by the stacks.
    pub(super) fn bytes(&self) -> usize {
        self.moves.capacity() * size_of::<P::Move>()
            + self.path.capacity() * size_of::<Step<P::Move>>()
            + self.choices.capacity() * size_of::<Choice>()
            + self.root_children.capacity() * size_of::<RootChild<P::Move>>()
    }
}
