//! The order of children: the move that the table names, then by static value, or else by what moves
//! promise, by killers and by the history heuristic.

use super::alpha_beta::Run;
use crate::search::alpha_beta::key as by_value;
use crate::search::context::MoveList;
use crate::{Evaluate, Side, Stop, Tactics};

/// The kinds of move that were good elsewhere: the history heuristic of Schaeffer 1989, and killers.
#[derive(Default)]
pub(super) struct History {
    /// For each side and kind, how much good such moves have done.
    merits: Vec<u32>,
    /// For each ply, the last two kinds that were good there, one more than their number; 0 is none.
    killers: Vec<[u32; 2]>,
}

/// Merits beyond this are all halved.
const MOST: u32 = 1 << 26;

impl History {
    /// What earlier searches found out counts for less.
    pub fn next_search(&mut self, kinds: usize) {
        self.merits.reserve_exact((2 * kinds).saturating_sub(self.merits.len()));
        self.merits.resize(2 * kinds, 0);
        self.merits.iter_mut().for_each(|merit| *merit /= 8);
        self.killers.clear();
    }

    /// A move of this kind was the best of its node, or good enough to cut off the others.
    pub fn praise(&mut self, kind: usize, kinds: usize, side: Side, depth: u32, ply: u32) {
        let depth = depth.min(64);
        let merit = &mut self.merits[side as usize * kinds + kind];
        *merit += depth * depth;
        if *merit > MOST {
            self.merits.iter_mut().for_each(|merit| *merit /= 2);
        }
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [0; 2]);
        }
        let killers = &mut self.killers[ply];
        let killer = kind as u32 + 1;
        if killers[0] != killer {
            *killers = [killer, killers[0]];
        }
    }

    #[inline]
    fn merit(&self, kind: usize, kinds: usize, side: Side) -> u32 {
        self.merits[side as usize * kinds + kind]
    }

    /// Whether a move of the kind was good at this ply: 0 lately, 1 before that.
    #[inline]
    pub fn killer(&self, kind: usize, ply: u32) -> Option<usize> {
        let killers = self.killers.get(ply as usize)?;
        killers.iter().position(|&killer| killer == kind as u32 + 1)
    }

    /// Bytes of the merits of `kinds` kinds.
    pub fn bytes_of(kinds: usize) -> usize {
        2 * kinds * size_of::<u32>()
    }

    pub fn bytes(&self) -> usize {
        self.merits.capacity() * size_of::<u32>() + self.killers.capacity() * size_of::<[u32; 2]>()
    }
}

/// How far the children of a node are put in order.
pub(super) struct Children {
    first: Option<usize>,
    /// Where the order of the node begins.
    pub start: usize,
    /// The order is made: not before the first move, which the table names, has failed to cut off.
    ordered: bool,
    /// The children were generated when they were put in order.
    pub generated: bool,
}

impl Children {
    pub fn new(first: Option<usize>, start: usize) -> Children {
        Children { first, start, ordered: false, generated: false }
    }
}

/// So many children are picked one by one; then there was no quick cut-off, and the rest is sorted.
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
        let by_kind = P::KINDS > 0 && depth >= P::KIND_ORDER_FROM && !by_value;
        if !by_value && !by_kind {
            return Ok(children.first.map_or(k, |first| in_front(k, first)));
        }
        if !children.ordered {
            if by_value {
                self.order_by_value(node, children, list, ply, side)?;
            } else {
                self.order_by_kind(node, children, list, ply, side)?;
            }
            children.ordered = true;
        }
        let done = k - usize::from(children.first.is_some());
        if by_kind {
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
        ply: u32,
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
            let value = node.visit(m, |child| self.ctx.value_of(child, ply + 1));
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

    /// Promises first, then killers, then by history, then what promises less than nothing.
    fn order_by_kind(
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
            let promise = node.promise(m).clamp(-(1 << 28), 1 << 28);
            let rank = match promise {
                1.. => KILLERS - 1 - promise as u32,
                0 => {
                    let kind = node.kind(m);
                    let killer = self.history.killer(kind, ply).filter(|_| self.options.killers);
                    match killer {
                        Some(place) => KILLERS + place as u32,
                        None if self.options.history => {
                            QUIET + MOST - self.history.merit(kind, P::KINDS, side)
                        }
                        None => QUIET,
                    }
                }
                _ => BAD + promise.unsigned_abs(),
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
