//! Move ordering: first the best move of the table, then the others by static value, or else by
//! ordering score, killers and history.

use super::alpha_beta::Run;
use crate::search::alpha_beta::key as by_value;
use crate::search::context::MoveList;
use crate::{Evaluate, Side, Stop, Tactics};

/// Which moves were good elsewhere in the tree: the history heuristic of Schaeffer 1989, and killers.
#[derive(Default)]
pub(super) struct History {
    /// The history score of each side and history index.
    scores: Vec<u32>,
    /// For each ply, the history indices of its two killers plus one, the newer first; 0 is none.
    killers: Vec<[u32; 2]>,
}

/// If a history score exceeds this, all scores are halved.
const MAX_SCORE: u32 = 1 << 26;

impl History {
    /// Begins a search: scores of earlier searches count for less, and killers are dropped.
    pub fn next_search(&mut self, indices: usize) {
        self.scores.reserve_exact((2 * indices).saturating_sub(self.scores.len()));
        self.scores.resize(2 * indices, 0);
        self.scores.iter_mut().for_each(|score| *score /= 8);
        self.killers.clear();
    }

    /// Adds the history bonus for a move that was the best of its node or caused a cut-off, and makes
    /// it a killer of its ply.
    pub fn reward(&mut self, index: usize, indices: usize, side: Side, depth: u32, ply: u32) {
        let depth = depth.min(64);
        let score = &mut self.scores[side as usize * indices + index];
        *score += depth * depth;
        if *score > MAX_SCORE {
            self.scores.iter_mut().for_each(|score| *score /= 2);
        }
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [0; 2]);
        }
        let killers = &mut self.killers[ply];
        let killer = index as u32 + 1;
        if killers[0] != killer {
            *killers = [killer, killers[0]];
        }
    }

    #[inline]
    fn score(&self, index: usize, indices: usize, side: Side) -> u32 {
        self.scores[side as usize * indices + index]
    }

    /// Whether moves of this history index are killers of the ply: 0 is the newer killer, 1 the older.
    #[inline]
    pub fn killer(&self, index: usize, ply: u32) -> Option<usize> {
        let killers = self.killers.get(ply as usize)?;
        killers.iter().position(|&killer| killer == index as u32 + 1)
    }

    /// Bytes of the scores for a number of history indices.
    pub fn bytes_of(indices: usize) -> usize {
        2 * indices * size_of::<u32>()
    }

    pub fn bytes(&self) -> usize {
        self.scores.capacity() * size_of::<u32>() + self.killers.capacity() * size_of::<[u32; 2]>()
    }
}

/// How far the children of a node are put in order.
pub(super) struct Children {
    first: Option<usize>,
    /// Where the order of the node begins.
    pub start: usize,
    /// The order is made, which waits until the best move of the table has failed to cut off.
    ordered: bool,
    /// The children were generated when they were put in order.
    pub generated: bool,
}

impl Children {
    pub fn new(first: Option<usize>, start: usize) -> Children {
        Children { first, start, ordered: false, generated: false }
    }
}

/// The first children are picked one by one. After this many without a cut-off the rest is sorted.
const PICKED: usize = 4;

impl<P: Tactics, E: Evaluate<P>, const W: bool> Run<'_, '_, P, E, W> {
    /// The place of the `k`-th child to search.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    pub fn next_child(
        &mut self,
        node: &mut P,
        children: &mut Children,
        k: usize,
        list: MoveList,
        depth: u32,
        ply: u32,
        side: Side,
    ) -> Result<usize, Stop> {
        if k == 0
            && let Some(first) = children.first
        {
            return Ok(first);
        }
        let never = self.static_from == u32::MAX;
        let by_value = !never && depth >= self.static_from && list.count > 1;
        let by_score = P::HISTORY_INDICES > 0 && depth >= P::MOVE_ORDER_FROM && !by_value;
        if !by_value && !by_score {
            return Ok(children.first.map_or(k, |first| in_front(k, first)));
        }
        if !children.ordered {
            if by_value {
                self.order_by_value(node, children, list, side)?;
            } else {
                self.order_by_score(node, children, list, ply, side)?;
            }
            children.ordered = true;
        }
        let done = k - usize::from(children.first.is_some());
        if by_score {
            let rest = &mut self.order[children.start + done..];
            if done < PICKED {
                let least = (0..rest.len()).min_by_key(|&place| rest[place]).expect("a child left");
                rest.swap(0, least);
            } else if done == PICKED {
                rest.sort_unstable();
            }
        }
        Ok(self.order[children.start + done] as u32 as usize)
    }

    /// Generates all children but the first and evaluates them.
    fn order_by_value(
        &mut self,
        node: &mut P,
        children: &mut Children,
        list: MoveList,
        side: Side,
    ) -> Result<(), Stop> {
        let rest = list.count - usize::from(children.first.is_some());
        self.make_room_for_order(rest)?;
        self.ctx.meter.generate(rest as u64)?;
        let dear = self.ctx.meter.are_dear(rest);
        let places = (0..list.count).filter(|&i| Some(i) != children.first);
        for (made, i) in places.enumerate() {
            if dear {
                self.ctx.meter.walk_among(rest - made)?;
            }
            let m = self.ctx.nth(node, list, i);
            let value = self.ctx.value_of_child(node, m, i);
            self.order.push(by_value(side, value, i));
        }
        self.order[children.start..].sort_unstable();
        children.generated = true;
        Ok(())
    }

    /// Lets the order grow by `children` entries. The widest node must not break the cap.
    #[inline(always)]
    fn make_room_for_order(&mut self, children: usize) -> Result<(), Stop> {
        self.ctx.check_growth(children * size_of::<u64>(), || self.stack_bytes())?;
        self.order.reserve(children);
        Ok(())
    }

    /// Positive ordering scores, then killers, then by history score, then negative ordering scores.
    fn order_by_score(
        &mut self,
        node: &P,
        children: &Children,
        list: MoveList,
        ply: u32,
        side: Side,
    ) -> Result<(), Stop> {
        self.make_room_for_order(list.count)?;
        const KILLERS: u32 = 1 << 29;
        const QUIET: u32 = 1 << 30;
        const BAD: u32 = 1 << 31;
        for i in (0..list.count).filter(|&i| Some(i) != children.first) {
            let m = self.ctx.nth(node, list, i);
            let score = node.ordering_score(m).clamp(-(1 << 28), 1 << 28);
            let rank = match score {
                1.. => KILLERS - 1 - score as u32,
                0 => {
                    let index = node.history_index(m);
                    let killer = self.history.killer(index, ply).filter(|_| self.options.killers);
                    match killer {
                        Some(place) => KILLERS + place as u32,
                        None if self.options.history => {
                            QUIET + MAX_SCORE - self.history.score(index, P::HISTORY_INDICES, side)
                        }
                        None => QUIET,
                    }
                }
                _ => BAD + score.unsigned_abs(),
            };
            self.order.push(u64::from(rank) << 32 | i as u64);
        }
        Ok(())
    }
}

/// The place of the `k`-th move to search where `first` comes before all others.
pub(super) fn in_front(k: usize, first: usize) -> usize {
    match k {
        0 => first,
        k if k <= first => k - 1,
        k => k,
    }
}
