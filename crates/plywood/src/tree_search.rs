//! Tree searches for algorithms outside this crate: a tree, one position that walks in it, the meter and
//! the observer.

use crate::answer::answer;
use crate::evaluate::evaluate_after;
use crate::game_tree::{GameTree, prune, tell_forgotten};
use crate::memory::{Node, NodeId};
use crate::meter::Meter;
use crate::{
    BestSoFar, Child, Evaluate, Event, EventKind, Interval, MAX_CHILDREN, NodeValue, Observer,
    Position, Report, Score, Side, Step, Stop, Task,
};

impl<P: Position, N: Copy + Default + Into<NodeValue>> GameTree<P, N> {
    /// Answers a task by a search in this tree: `run` works on it until something stops it, and says
    /// what. The line of the report goes from the root to the child that `choose` names, given the
    /// children and the side to move, and on from there until it names none.
    ///
    /// A tree that was kept is used if it is of the task's position and moves; otherwise a new one is
    /// begun with `root`. Most of the task's memory is the tree's, the rest is left to stacks. The caller
    /// sets the value of the report.
    ///
    /// ```
    /// use plywood::kit::{GameTree, Node};
    /// use plywood::{Position, Score, Stop, Task};
    /// use plywood_games::{StaticValue, Tree};
    ///
    /// /// The child with the best value.
    /// fn best(children: &[Node<Score>], side: plywood::Side) -> Option<usize> {
    ///     (0..children.len()).max_by_key(|&place| children[place].data.seen_by(side))
    /// }
    ///
    /// let tree = Tree::from_json("[0, [3, 5], [4, 1], [2, 9]]")?;
    /// let mut memory = GameTree::new();
    /// let report = memory.search(&Task::new(&tree), &mut (), Score::ZERO, best, |search| {
    ///     // Two plies down: the root's children with their values, then those of the best one.
    ///     for _ in 0..2 {
    ///         let values = search.evaluate_children(&mut StaticValue)?;
    ///         search.grow(values, |value, side| value.seen_by(side).get().into())?;
    ///         let place = best(search.children(), search.position().side()).expect("a child");
    ///         search.down(place)?;
    ///     }
    ///     Ok(Stop::Complete)
    /// });
    /// assert_eq!(report.pv, [1, 0]);
    /// assert_eq!((report.counts.expanded, memory.tree().len()), (2, 5));
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    pub fn search(
        &mut self,
        task: &Task<'_, P>,
        observer: &mut dyn Observer<P>,
        root: N,
        choose: impl Fn(&[Node<N>], Side) -> Option<usize>,
        run: impl FnOnce(&mut TreeSearch<'_, P, N>) -> Result<Stop, Stop>,
    ) -> Report<P::Move> {
        let (mut meter, watched) = (Meter::new(&task.budget), observer.watches());
        let stop = self.prepare(task, &mut meter, root);
        let mut search = TreeSearch {
            walk: Walk::new(task.position.clone(), self.tree.root()),
            tree: self,
            meter,
            observer,
            watched,
            walked: 0,
        };
        search.tell(EventKind::IterationBegun { depth: None });
        let stop = match stop {
            Ok(()) => run(&mut search).unwrap_or_else(|stop| stop),
            Err(stop) => stop,
        };
        let pv = if search.tree.root.is_some() { search.line(choose) } else { Vec::new() };
        let mut report = answer(task, &search.meter, stop, pv);
        report.memory = search.tree.tree.bytes() + search.walk.bytes();
        search.walk.line.clear();
        search.tell_walked();
        search.tell(EventKind::IterationFinished { depth: None, value: report.value, stop });
        report
    }
}

/// A search in a [`GameTree`] under way. It stands at a node of the tree, at first at the root.
pub struct TreeSearch<'a, P: Position, N> {
    tree: &'a mut GameTree<P, N>,
    walk: Walk<P>,
    meter: Meter,
    observer: &'a mut dyn Observer<P>,
    watched: bool,
    /// Links followed since the observer last heard of them.
    walked: u64,
}

impl<P: Position, N: Copy + Default + Into<NodeValue>> TreeSearch<'_, P, N> {
    /// The position where the search stands.
    pub fn position(&self) -> &P {
        &self.walk.position
    }

    /// The position where the search stands, for [`Position::visit`].
    pub fn position_mut(&mut self) -> &mut P {
        &mut self.walk.position
    }

    /// How many moves the search is below the root.
    pub fn depth(&self) -> usize {
        self.walk.line.len()
    }

    /// What the tree keeps at the node where the search stands.
    pub fn data(&self) -> N {
        self.tree.tree.node(self.walk.at).data
    }

    /// What the tree keeps at the root.
    pub fn root(&self) -> N {
        self.tree.tree.node(self.tree.tree.root()).data
    }

    /// The children of the node where the search stands; none if it is a leaf.
    pub fn children(&self) -> &[Node<N>] {
        self.tree.tree.children(self.walk.at)
    }

    /// The meter: to ask for work that the other functions do not count.
    pub fn meter(&mut self) -> &mut Meter {
        &mut self.meter
    }

    /// Whether the observer wants to hear of [better answers](TreeSearch::improved).
    pub fn listens(&self) -> bool {
        self.observer.listens()
    }

    /// Goes down to the child at a place among the [children](TreeSearch::children).
    pub fn down(&mut self, place: usize) -> Result<(), Stop> {
        self.meter.walk(1)?;
        self.meter.follow_down()?;
        self.walked += 1;
        self.walk.down(&self.tree.tree, place);
        Ok(())
    }

    /// Goes up to the parent; false at the root.
    pub fn up(&mut self) -> bool {
        let below = self.walk.up();
        if below {
            self.meter.follow_up();
            self.walked += 1;
        }
        below
    }

    /// The value of the position where the search stands: the result of a finished game, or the
    /// evaluation. It counts against the budget.
    pub fn evaluate<E: Evaluate<P>>(&mut self, evaluate: &mut E) -> Result<Score, Stop> {
        let value = self.meter.evaluate(evaluate, &self.walk.position)?;
        if self.watched {
            let over = self.walk.position.is_over();
            self.tell(EventKind::Evaluated { value, over });
        }
        Ok(value)
    }

    /// The moves of the position where the search stands. That it generates their nodes counts against
    /// the budget.
    pub fn generate(&mut self) -> Result<Vec<P::Move>, Stop> {
        let mut moves = Vec::new();
        self.walk.position.moves(&mut moves);
        self.meter.generate(moves.len() as u64)?;
        Ok(moves)
    }

    /// [Generates](TreeSearch::generate) the children and evaluates each, all in one call if the evaluation
    /// [batches](Evaluate::BATCHES).
    pub fn evaluate_children<E: Evaluate<P>>(
        &mut self,
        evaluate: &mut E,
    ) -> Result<Vec<Score>, Stop> {
        let moves = self.generate()?;
        let (meter, position) = (&mut self.meter, &mut self.walk.position);
        if E::BATCHES {
            meter.evaluated(moves.len() as u64);
            evaluate.on_root(position);
            let children = evaluate_after(evaluate, position, &moves);
            return Ok(children.into_iter().map(|child| child.value).collect());
        }
        moves
            .into_iter()
            .map(|m| position.visit(m, |child| meter.evaluate(evaluate, child)))
            .collect()
    }

    /// Gives the leaf where the search stands its children, one for each move of its position, in the
    /// order of the moves. Where memory is full, subtrees beside the path from the root are pruned first,
    /// from the root down, those of the least `worth` to the side to move at their parent first, until an
    /// eighth of the tree is free. False if there is no room even then.
    ///
    /// Stops with [`Stop::Width`] if there are more than [`MAX_CHILDREN`].
    pub fn grow<I: IntoIterator<Item = N, IntoIter: ExactSizeIterator + Clone>>(
        &mut self,
        children: I,
        worth: impl Fn(&N, Side) -> i64,
    ) -> Result<bool, Stop> {
        let children = children.into_iter();
        let count = children.len();
        if count > MAX_CHILDREN {
            return Err(Stop::Width);
        }
        let TreeSearch {
            tree: GameTree { tree, root, .. }, walk, meter, observer, watched, ..
        } = self;
        let line = |depth: usize| walk.line.get(depth).map(|step| (step.parent, step.side));
        let mut forgotten = |depth: usize, index: usize| {
            if let (true, Some(root)) = (*watched, &root) {
                tell_forgotten(*observer, root, &walk.path()[..depth], index);
            }
        };
        let mut pruned = 0;
        while !tree.grow(walk.at, children.clone()) {
            if tree.tidy() {
                meter.look()?;
            } else if !tree.could_hold(count)
                || !prune(tree, meter, &line, &mut pruned, walk.at, &worth, &mut forgotten)?
            {
                return Ok(false);
            }
        }
        meter.expand();
        if *watched {
            self.tell_expansion(children.map(N::into));
        }
        Ok(true)
    }

    /// Stores data with the node where the search stands.
    pub fn back_up(&mut self, data: N) {
        *self.tree.tree.data_mut(self.walk.at) = data;
        self.tell(EventKind::BackedUp { value: data.into() });
    }

    /// Tells an observer that [listens](TreeSearch::listens) of a value and of the line that `choose`
    /// finds. The search stands at the root afterwards.
    pub fn improved(
        &mut self,
        value: Interval,
        choose: impl Fn(&[Node<N>], Side) -> Option<usize>,
    ) {
        let pv = self.line(choose);
        if !pv.is_empty() {
            let (depth, counts) = (pv.len() as u32, self.meter.counts());
            self.observer.improved(BestSoFar { value, pv: &pv, depth, counts });
        }
    }

    /// The line from the root along the children that `choose` names. It looks at the clock on the way,
    /// so that a line of very many moves does not take too long.
    fn line(&mut self, choose: impl Fn(&[Node<N>], Side) -> Option<usize>) -> Vec<P::Move> {
        while self.walk.up() {}
        self.meter.need_no_way_back();
        while let Some(place) = choose(self.children(), self.position().side())
            && (self.depth() == 0 || self.meter.walk(1).is_ok())
        {
            self.walk.down(&self.tree.tree, place);
        }
        let line = self.walk.line.iter().map(|down| down.m).collect();
        while self.walk.up() {}
        line
    }

    fn tell(&mut self, kind: EventKind) {
        if self.watched {
            self.observer.event(&Event::new(&self.walk.path(), kind));
        }
    }

    /// Tells the observer of the links followed since it was told last.
    fn tell_walked(&mut self) {
        let pointers = std::mem::take(&mut self.walked);
        if pointers > 0 {
            self.tell(EventKind::Walked { pointers });
        }
    }

    #[cold]
    fn tell_expansion(&mut self, values: impl Iterator<Item = NodeValue>) {
        self.tell_walked();
        let mut moves = Vec::new();
        self.walk.position.moves(&mut moves);
        let children = (0..).zip(moves).zip(values);
        let children: Vec<_> =
            children.map(|((index, m), value)| Child { m, index, value: Some(value) }).collect();
        let (path, count) = (self.walk.path(), children.len() as u32);
        self.observer.event(&Event::expanded(&path, &children, count));
    }
}

/// One position that walks down a tree and back up, with the nodes on its way.
struct Walk<P: Position> {
    position: P,
    at: NodeId,
    line: Vec<Down<P>>,
    scratch: Vec<P::Move>,
}

/// A step down from a node.
struct Down<P: Position> {
    parent: NodeId,
    side: Side,
    index: u32,
    m: P::Move,
    undo: P::Undo,
}

impl<P: Position> Walk<P> {
    fn new(position: P, at: NodeId) -> Self {
        Walk { position, at, line: Vec::new(), scratch: Vec::new() }
    }

    /// The moves from the root, as events name a node.
    fn path(&self) -> Vec<Step<P::Move>> {
        self.line.iter().map(|down| Step::Move { m: down.m, index: down.index }).collect()
    }

    fn down<N: Copy + Default>(&mut self, tree: &crate::kit::Tree<N>, place: usize) {
        let (parent, side) = (self.at, self.position.side());
        let index = tree.children(parent)[place].index();
        let m = self.position.move_at(index, &mut self.scratch);
        let undo = self.position.play(m);
        self.line.push(Down { parent, side, index: index as u32, m, undo });
        self.at = tree.child(parent, place);
    }

    fn up(&mut self) -> bool {
        let Some(Down { parent, m, undo, .. }) = self.line.pop() else { return false };
        self.position.undo(m, undo);
        self.at = parent;
        true
    }

    /// Bytes held.
    fn bytes(&self) -> usize {
        self.line.capacity() * size_of::<Down<P>>() + self.scratch.capacity() * size_of::<P::Move>()
    }
}
