//! The list OPEN, with the nodes that its states stand for.

use crate::search::interface::Keep;
use crate::{Score, Side};
use std::cell::Cell;

/// The nodes of the tree and the list OPEN. They are kept from search to search, because to give memory
/// back takes time, which a search on a clock has not.
pub(in crate::search) struct Lists<M> {
    pub nodes: Vec<Node<M>>,
    /// A heap: the best merit for the side first, then the leftmost node.
    pub open: Vec<State>,
    /// Steps up the tree to compare states, since the meter last heard of them.
    pub compared: Cell<u64>,
}

impl<M> Default for Lists<M> {
    fn default() -> Self {
        Lists { nodes: Vec::new(), open: Vec::new(), compared: Cell::new(0) }
    }
}

impl<M> Keep<M> for Lists<M> {}

impl<M: Copy> Lists<M> {
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<M>>() + self.open.capacity() * size_of::<State>()
    }

    pub fn count_steps(&self, steps: u32) {
        self.compared.set(self.compared.get() + u64::from(steps));
    }

    /// Whether a state of OPEN goes before another, where OPEN holds the choices of `side`.
    #[inline]
    fn goes_before(&self, a: &State, b: &State, side: Side) -> bool {
        if a.merit != b.merit {
            return a.merit.beats(b.merit, side);
        }
        let (mut a, mut b) = (a.node, b.node);
        let node = |n: u32| &self.nodes[n as usize];
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

    pub fn push(&mut self, state: State, side: Side) {
        self.open.push(state);
        let mut place = self.open.len() - 1;
        while place > 0 {
            let up = (place - 1) / 2;
            if !self.goes_before(&self.open[place], &self.open[up], side) {
                break;
            }
            self.open.swap(place, up);
            place = up;
        }
    }

    pub fn pop(&mut self, side: Side) -> State {
        let first = self.open.swap_remove(0);
        let mut place = 0;
        loop {
            let below = [2 * place + 1, 2 * place + 2].into_iter().filter(|&b| b < self.open.len());
            let best = below.reduce(|a, b| {
                if self.goes_before(&self.open[b], &self.open[a], side) { b } else { a }
            });
            match best {
                Some(best) if self.goes_before(&self.open[best], &self.open[place], side) => {
                    self.open.swap(place, best);
                    place = best;
                }
                _ => return first,
            }
        }
    }
}

/// A node of the tree that was generated.
#[derive(Clone, Copy)]
pub(in crate::search) struct Node<M> {
    pub parent: u32,
    /// Its place among its siblings, the index of the move to it, and the move.
    pub place: u32,
    pub index: u32,
    pub m: Option<M>,
    pub depth: u32,
    /// The side to move, and the number of children; 0 before it is expanded.
    pub side: Side,
    pub children: u32,
    /// It is solved: what is left in OPEN below it is of no interest.
    pub solved: bool,
}

impl<M> Node<M> {
    pub const NEW: Node<M> = Node {
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
pub(in crate::search) enum Status {
    Live,
    Solved,
}

/// A state of OPEN.
#[derive(Clone, Copy)]
pub(in crate::search) struct State {
    pub merit: Score,
    pub node: u32,
    pub status: Status,
    /// The leaf that the merit was taken from, if it was.
    pub leaf: u32,
    /// How many nodes had been solved when the state was made: if no more are, none above it is.
    pub solved: u64,
}

pub(super) const NONE: u32 = u32::MAX;

/// Makes room for `more` entries: for twice as many as there are, or for as many as a new copy of
/// the list in `room` bytes holds. False if that is not enough.
pub(super) fn grow<T>(list: &mut Vec<T>, more: usize, room: usize) -> bool {
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
