//! Move ordering: first the best move of the table, then the others by static value, or else by
//! ordering score, killers and history.

use super::run::Run;
use crate::move_ordering::History;
use crate::search::alpha_beta::key as by_value;
use crate::search::context::{Evaluated, MoveList};
use crate::{Evaluate, Side, Stop, Tactics};

/// A node whose children are searched.
pub(super) struct Parent {
    /// Its moves.
    pub list: MoveList,
    /// How deep it is searched, in plies.
    pub depth: u32,
    /// How far it is from the root.
    pub ply: u32,
    /// The side to move.
    pub side: Side,
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
    pub fn next_child(
        &mut self,
        node: &mut P,
        children: &mut Children,
        k: usize,
        &Parent { list, depth, ply, side }: &Parent,
    ) -> Result<usize, Stop> {
        if k == 0
            && let Some(first) = children.first
        {
            return Ok(first);
        }
        let never = self.static_from == u32::MAX;
        let by_value = !never && depth >= self.static_from && list.count > 1;
        let by_score = P::HISTORY_INDICES > 0
            && self.options.ordering
            && depth >= P::MOVE_ORDER_FROM
            && !by_value;
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
        let order = &mut self.order;
        let found = |i, child: Evaluated| order.push(by_value(side, child.value, i));
        self.ctx.evaluate_all(node, list, &mut 0, children.first, found)?;
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
                    let killer =
                        self.killers.rank(ply, index).filter(|_| self.options.killers.is_on());
                    match killer {
                        Some(place) => KILLERS + place as u32,
                        None if self.options.history.is_on() => {
                            QUIET + History::MAX_SCORE - self.history.score(side, index)
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
