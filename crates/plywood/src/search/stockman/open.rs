//! The list OPEN, with the nodes that its states stand for.

use super::operator::Run;
use crate::search::interface::Keep;
use crate::{Evaluate, Position, Score, Side};

/// The nodes of the tree and the list OPEN. They are kept from search to search, because to give memory
/// back takes time, which a search on a clock has not.
pub(in crate::search) struct Lists<M> {
    pub nodes: Vec<Node<M>>,
    /// A heap: the best merit for the side first, then the leftmost node.
    pub open: Vec<State>,
}

impl<M> Default for Lists<M> {
    fn default() -> Self {
        Lists { nodes: Vec::new(), open: Vec::new() }
    }
}

impl<M> Keep<M> for Lists<M> {}

impl<M: Copy> Lists<M> {
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<M>>() + self.open.capacity() * size_of::<State>()
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

impl<P: Position, E: Evaluate<P>, const W: bool> Run<'_, '_, P, E, W> {
    /// Whether a state of OPEN goes before another.
    #[inline]
    fn goes_before(&self, a: &State, b: &State) -> bool {
        if a.merit != b.merit {
            return a.merit.beats(b.merit, self.side);
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

    pub fn push(&mut self, merit: Score, node: u32, status: Status, leaf: u32) {
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

    pub fn pop(&mut self) -> State {
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
}

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
