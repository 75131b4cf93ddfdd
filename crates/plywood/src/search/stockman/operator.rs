//! The state space operator of SSS* and DUAL*, with the board that walks from state to state.

use super::open::{Lists, NONE, Node, State, Status, grow};
use crate::meter::steps;
use crate::search::context::{Context, FIRST_STACKS, MoveList};
use crate::{Evaluate, EventKind, Expansion, Interval, Position, Score, Side, Step, Stop};

/// So many steps to compare states call for a look at the clock in the midst of an expansion.
const FAR: u64 = 1 << 13;

/// A search of one task.
pub(super) struct Run<'l, 'a, P: Position, E, const W: bool> {
    pub ctx: Context<'a, P, E, W>,
    pub lists: &'l mut Lists<P::Move>,
    /// The side whose choices OPEN holds: at its nodes all children are opened at once, at those of the
    /// other side one after the other. MAX in SSS*, MIN in DUAL*.
    pub side: Side,
    pub solved: u64,
    /// The board, at which node it is, and how to take the moves back.
    board: P,
    at: u32,
    undos: Vec<P::Undo>,
    /// The nodes to walk down to, from the last to the first.
    down: Vec<u32>,
    pub all_best: bool,
    cap: usize,
    pub heuristic: bool,
    /// Some moves of the root must not be chosen. Not so while a child of the root is searched by itself.
    pub excludes: bool,
    /// The move to the root's child that is searched by itself, for an observer.
    pub apart: Option<Step<P::Move>>,
}

impl<'l, 'a, P: Position, E: Evaluate<P>, const W: bool> Run<'l, 'a, P, E, W> {
    pub fn new(
        side: Side,
        all_best: bool,
        root: &P,
        cap: usize,
        lists: &'l mut Lists<P::Move>,
        ctx: Context<'a, P, E, W>,
    ) -> Self {
        lists.compared.set(0);
        Run {
            ctx,
            lists,
            side,
            solved: 0,
            board: root.clone(),
            at: 0,
            undos: Vec::new(),
            down: Vec::new(),
            all_best,
            cap,
            heuristic: false,
            excludes: false,
            apart: None,
        }
    }

    /// Applies the state space operator until the root is solved: its value and the leaf that has it.
    pub fn solve(&mut self, root: &P, depth: u32) -> Result<(Score, u32), Stop> {
        self.lists.nodes.clear();
        self.lists.open.clear();
        self.undos.clear();
        self.board.clone_from(root);
        self.ctx.evaluate.on_root(root);
        self.at = 0;
        self.make_room(1)?;
        self.add_node(Node::NEW, Score::worst(!self.side), NONE);
        loop {
            self.ctx.meter.walk(1 + self.lists.compared.take())?;
            let state = self.lists.pop(self.side);
            if state.node == 0 && state.status == Status::Solved {
                return Ok((state.merit, state.leaf));
            }
            if state.solved != self.solved && self.is_below_solved(state.node) {
                continue;
            }
            if W {
                self.tell_bound(&state);
            }
            let outcome = match state.status {
                Status::Live => self.expand(state, depth),
                Status::Solved => self.go_on(state),
            };
            if let Err(stop) = outcome {
                self.lists.push(State { solved: self.solved, ..state }, self.side);
                return Err(stop);
            }
        }
    }

    /// Tells the observer of the best merit, which bounds the root's value, and of the root move of its state.
    #[cold]
    fn tell_bound(&mut self, state: &State) {
        if !state.merit.is_finite() || self.apart.is_some() {
            return;
        }
        let first = self.upwards(state.node).take_while(|&node| node != 0).last();
        let best = first.map(|node| self.lists.nodes[node as usize].index);
        self.ctx.root_changed(Interval::at_least_for(!self.side, state.merit), best);
    }

    /// Whether a node above this one is solved.
    fn is_below_solved(&self, node: u32) -> bool {
        let solved = |node: u32| self.lists.nodes[node as usize].solved;
        self.lists.count_steps(self.lists.nodes[node as usize].depth);
        self.upwards(node).skip(1).any(solved)
    }

    fn push(&mut self, merit: Score, node: u32, status: Status, leaf: u32) {
        self.lists.push(State { merit, node, status, leaf, solved: self.solved }, self.side);
    }

    /// A live state: a leaf is solved; of a node of the side all children are opened, of another the first.
    fn expand(&mut self, state: State, depth: u32) -> Result<(), Stop> {
        let State { merit, node, leaf, .. } = state;
        self.walk_to(node)?;
        let deep = self.lists.nodes[node as usize].depth;
        if deep == depth || self.board.is_over() {
            self.set_path(node);
            // The node was generated together with siblings, and others since.
            self.ctx.meter.admit_evaluation()?;
            let (value, over) = self.ctx.value_and_end(&self.board);
            self.heuristic |= !over;
            let leaf = if merit.beats(value, self.side) { node } else { leaf };
            self.push(merit.better(value, !self.side), node, Status::Solved, leaf);
            return Ok(());
        }
        let excluding = self.excludes && node == 0;
        let list = self.ctx.list(&mut self.board, excluding)?;
        let first = if excluding { self.first_allowed(list, 0) } else { 0 };
        let last = if self.board.side() == self.side { list.count } else { first + 1 };
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
            // In a deep tree it is a long way to the states that a new one is compared with.
            if expensive || self.lists.compared.get() > FAR {
                steps::count(self.lists.compared.take());
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

    /// A solved state: where the other side chooses, the next sibling may be worse; else the parent is solved.
    fn go_on(&mut self, state: State) -> Result<(), Stop> {
        let State { merit, node, leaf, .. } = state;
        let Node { parent, place, depth, .. } = self.lists.nodes[node as usize];
        let Node { side, children, .. } = self.lists.nodes[parent as usize];
        let others_choice = side != self.side;
        let (mut place, count) = (place as usize + 1, children as usize);
        let excluding = self.excludes && parent == 0;
        if others_choice && place < count && excluding {
            self.walk_to(0)?;
            let list = self.ctx.list(&mut self.board, true)?;
            place = self.first_allowed(list, place);
            self.ctx.unlist(list);
        }
        if others_choice && place < count {
            self.make_room(1)?;
            self.walk_to(parent)?;
            let list = self.ctx.list(&mut self.board, excluding)?;
            if let Err(stop) = self.ctx.meter.generate(1) {
                self.ctx.unlist(list);
                return Err(stop);
            }
            let child = Node { parent, depth, ..self.child(list, place) };
            self.add_node(child, merit, leaf);
            self.tell_children(parent, list, place..place + 1, false);
            self.ctx.unlist(list);
        } else {
            if !others_choice {
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
            self.ctx.path = self.upwards(node).filter_map(step).chain(self.apart).collect();
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
    pub fn upwards(&self, node: u32) -> impl Iterator<Item = u32> {
        let up =
            |&node: &u32| Some(self.lists.nodes[node as usize].parent).filter(|&up| up != NONE);
        std::iter::successors(Some(node), up)
    }

    /// Brings the board to a node, by way of the nearest common ancestor. Where that cannot be paid for, it
    /// stays at a node on the way.
    fn walk_to(&mut self, target: u32) -> Result<(), Stop> {
        let mut down = std::mem::take(&mut self.down);
        let mut node = target;
        let mut outcome = Ok(());
        while node != self.at {
            self.lists.count_steps(1);
            if W {
                outcome = self.ctx.follow(1);
                if outcome.is_err() {
                    down.clear();
                    break;
                }
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
            self.at = node;
        }
        self.down = down;
        outcome
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

    fn stack_bytes(&self) -> usize {
        self.undos.capacity() * size_of::<P::Undo>()
            + self.down.capacity() * size_of::<u32>()
            + self.ctx.bytes()
    }

    pub fn bytes(&self) -> usize {
        self.lists.bytes() + self.stack_bytes()
    }
}
