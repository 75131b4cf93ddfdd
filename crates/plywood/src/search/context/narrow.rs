//! The limit on the width of a search: only the best children of a node by static value are searched.

use super::{Context, MoveList};
use crate::evaluate::evaluate_after;
use crate::memory::{MAX_CHILDREN, Node};
use crate::search::alpha_beta::key;
use crate::{Evaluate, EventKind, Position, Stop};

impl<P: Position, E: Evaluate<P>, const W: bool> Context<'_, P, E, W> {
    /// Whether the width is limited. Then nothing is proven. Only the kernel for observers can do it, so that
    /// the other one pays nothing for the question.
    #[inline(always)]
    pub(in crate::search) fn is_narrowed(&self) -> bool {
        W && self.widest != usize::MAX
    }

    /// How many children a node gets in the search.
    #[cold]
    pub(in crate::search) fn count_children(&mut self, node: &P, is_root: bool) -> usize {
        let list = self.list_all(node);
        let mut count = list.count;
        if count > self.widest {
            if is_root && self.excludes_some() {
                count = self.among.len();
            }
            count = count.min(self.widest);
        }
        self.unlist(list);
        count
    }

    /// Lists the moves of a node that are to be searched, unless all its children are `known`: then only
    /// their number is.
    #[inline(always)]
    pub(in crate::search) fn list_unless_known(
        &mut self,
        node: &mut P,
        is_root: bool,
        known: usize,
    ) -> Result<MoveList, Stop> {
        if self.is_narrowed() && known > 0 && known == self.count_children(node, is_root) {
            return Ok(MoveList { first: self.moves.len(), count: known, indexed: true });
        }
        self.list(node, is_root)
    }

    /// The moves of a list.
    pub(in crate::search) fn listed(&mut self, node: &P, list: MoveList) -> Vec<P::Move> {
        (0..list.count).map(|place| self.nth(node, list, place)).collect()
    }

    /// The moves of a node that are to be searched, with their indices among all its moves.
    pub(in crate::search) fn searched_moves(
        &mut self,
        node: &mut P,
        is_root: bool,
    ) -> Result<Vec<(usize, P::Move)>, Stop> {
        let list = self.list(node, is_root)?;
        let listed = |place| (self.index(node, list, place), self.nth(node, list, place));
        let moves = (0..list.count).map(listed).collect();
        self.unlist(list);
        Ok(moves)
    }

    /// The move with an index among all moves of a node, of which some may be listed.
    #[inline(always)]
    pub(in crate::search) fn move_with_index(
        &mut self,
        node: &P,
        list: MoveList,
        index: usize,
    ) -> P::Move {
        match self.is_narrowed() {
            true => node.move_at(index, &mut self.moves),
            false => self.nth(node, list, index),
        }
    }

    /// The place in a list of the move with an index among all moves of the node, if it is listed.
    pub(in crate::search) fn place(
        &mut self,
        node: &P,
        list: MoveList,
        index: usize,
    ) -> Option<usize> {
        if !self.is_narrowed() {
            return Some(index);
        }
        let m = node.move_at(index, &mut self.moves);
        (0..list.count).find(|&place| self.nth(node, list, place) == m)
    }

    /// Gives new children of a node, made with their places in the list, their indices among all moves.
    /// Stops with [`Stop::Width`] where these are too large for a tree.
    #[inline(always)]
    pub(in crate::search) fn set_indices<N: Copy + Default>(
        &mut self,
        node: &P,
        list: MoveList,
        children: &mut [Node<N>],
    ) -> Result<(), Stop> {
        if self.is_narrowed() { self.set_indices_in_all(node, list, children) } else { Ok(()) }
    }

    #[cold]
    #[inline(never)]
    fn set_indices_in_all<N: Copy + Default>(
        &mut self,
        node: &P,
        list: MoveList,
        children: &mut [Node<N>],
    ) -> Result<(), Stop> {
        for child in children {
            let index = self.index(node, list, child.index());
            if index >= MAX_CHILDREN {
                return Err(Stop::Width);
            }
            *child = Node::leaf(child.data, index as u16);
        }
        Ok(())
    }

    /// The index of a listed move among all moves of the node.
    #[inline(always)]
    pub(in crate::search) fn index(&mut self, node: &P, list: MoveList, place: usize) -> usize {
        if self.is_narrowed() { self.index_in_all(node, list, place) } else { place }
    }

    #[cold]
    #[inline(never)]
    fn index_in_all(&mut self, node: &P, list: MoveList, place: usize) -> usize {
        let m = self.nth(node, list, place);
        let all = self.list_all(node);
        let index = (place..all.count).find(|&index| self.nth(node, all, index) == m);
        self.unlist(all);
        index.expect("listed moves are moves of the node, in the same order")
    }

    /// Reduces a list to the best children by static value, in the order of the list. Of the root's
    /// moves only those that may be chosen are compared. The search generates and evaluates the children
    /// that are kept as if there were no others; those that are rejected are counted here.
    #[cold]
    #[inline(never)]
    pub(super) fn narrow(
        &mut self,
        node: &mut P,
        list: MoveList,
        is_root: bool,
    ) -> Result<MoveList, Stop> {
        // From here on the moves are in memory, also if the game can do without a list.
        if list.indexed {
            for place in 0..list.count {
                let m = node.move_at(place, &mut self.moves);
                self.moves.push(m);
            }
        }
        let mut list = MoveList { indexed: false, ..list };
        if is_root && self.excludes_some() {
            let mut allowed: Vec<u32> = (0..list.count as u32).collect();
            allowed.retain(|&place| !self.excludes(self.moves[list.first + place as usize]));
            list = self.keep(list, &allowed);
        }
        let rejected = list.count.saturating_sub(self.widest);
        if rejected > 0 {
            let best = self.best_places(node, list, rejected)?;
            list = self.keep(list, &best);
            if W {
                self.tell(Some(node), EventKind::Narrowed { rejected: rejected as u32 });
            }
        }
        Ok(list)
    }

    /// The places of the best children, in the order of the list. Asks for all but these.
    fn best_places(
        &mut self,
        node: &mut P,
        list: MoveList,
        rejected: usize,
    ) -> Result<Vec<u32>, Stop> {
        self.meter.generate(rejected as u64)?;
        self.meter.evaluated(rejected as u64);
        let side = node.side();
        let mut keys: Vec<u64> = Vec::with_capacity(list.count);
        while keys.len() < list.count {
            let slice = self.meter.slice(list.count - keys.len(), E::BATCHES);
            let places = keys.len()..keys.len() + slice;
            if E::BATCHES {
                let moves: Vec<_> =
                    places.clone().map(|place| self.nth(node, list, place)).collect();
                let children = evaluate_after(self.evaluate, node, &moves);
                keys.extend(
                    places.zip(children).map(|(place, child)| key(side, child.value, place)),
                );
            } else {
                for place in places {
                    let m = self.nth(node, list, place);
                    self.evaluate.on_play(node, Some(m));
                    let value = node.visit(m, |child| self.static_value(child).0);
                    self.evaluate.on_undo();
                    keys.push(key(side, value, place));
                }
            }
            if keys.len() < list.count {
                let rest = rejected.min(list.count - keys.len());
                let outcome = self.meter.walk_among(rest);
                outcome.inspect_err(|_| self.meter.counts.evaluated -= rest as u64)?;
            }
        }
        keys.select_nth_unstable(self.widest - 1);
        let mut kept: Vec<u32> = keys[..self.widest].iter().map(|&key| key as u32).collect();
        kept.sort_unstable();
        Ok(kept)
    }

    /// Keeps only the moves at these places of a list that lies in memory.
    fn keep(&mut self, list: MoveList, places: &[u32]) -> MoveList {
        for (to, &from) in places.iter().enumerate() {
            self.moves[list.first + to] = self.moves[list.first + from as usize];
        }
        self.moves.truncate(list.first + places.len());
        MoveList { count: places.len(), ..list }
    }
}
