//! The path of a search, and what an observer is told of it.

use super::{Context, MoveList};
use crate::{
    Cause, Child, Evaluate, Event, EventKind, Expansion, Interval, NodeValue, Position, Report,
    Score, Step, Stop, Window,
};
use std::ops::Range;

impl<P: Position, E: Evaluate<P>, const W: bool> Context<'_, P, E, W> {
    /// A search of the root begins, to a depth if it has one.
    pub(in crate::search) fn begin(&mut self, root: &P, depth: Option<u32>) {
        self.restart(root);
        if W {
            self.begin_telling();
            self.tell(Some(root), EventKind::IterationBegun { depth });
        }
    }

    /// The path begins at the root again.
    pub(in crate::search) fn restart(&mut self, root: &P) {
        self.evaluate.on_root(root);
        self.path.clear();
        self.choices.clear();
        if W {
            self.forget_windows();
        }
    }

    /// Tells the observer that the search of the root has ended.
    pub(in crate::search) fn ended(
        &mut self,
        root: &P,
        depth: Option<u32>,
        report: &Report<P::Move>,
    ) {
        if W {
            self.path.clear();
            self.tell_walked();
            self.tell_iteration(root, depth, report.value, report.stop, &report.pv);
        }
    }

    /// Plays a move on the path: tells the evaluation, and notes it for the observer.
    #[inline(always)]
    pub(in crate::search) fn enter(&mut self, node: &P, m: P::Move, index: usize) {
        self.evaluate.on_play(node, Some(m));
        if W {
            self.path.push(Step::Move { m, index: index as u32 });
        }
    }

    /// The index of a listed move among all moves of the node, for an observer; else its place.
    #[inline(always)]
    pub(in crate::search) fn told_index(
        &mut self,
        node: &P,
        list: MoveList,
        place: usize,
    ) -> usize {
        if W { self.index(node, list, place) } else { place }
    }

    /// Plays the move at a place of a node's list.
    #[inline(always)]
    pub(in crate::search) fn enter_nth(
        &mut self,
        node: &P,
        list: MoveList,
        place: usize,
        m: P::Move,
    ) {
        let index = self.told_index(node, list, place);
        self.enter(node, m, index);
    }

    /// Plays a null move on the path.
    #[inline(always)]
    pub(in crate::search) fn enter_null(&mut self, node: &P) {
        self.evaluate.on_play(node, None);
        if W {
            self.path.push(Step::Null);
        }
    }

    /// The index of a move, for an observer; 0 if there is none.
    #[inline(always)]
    pub(in crate::search) fn index_of(&self, node: &P, m: P::Move) -> usize {
        if !W {
            return 0;
        }
        let mut moves = Vec::new();
        node.moves(&mut moves);
        moves.iter().position(|&other| other == m).unwrap_or(0)
    }

    /// Takes back the last move on the path.
    #[inline(always)]
    pub(in crate::search) fn leave(&mut self) {
        self.evaluate.on_undo();
        if W {
            self.path.pop();
        }
    }

    /// Asks to follow links. Only the kernel with observers does.
    pub(in crate::search) fn follow(&mut self, links: u64) -> Result<(), Stop> {
        self.meter.follow(links)?;
        self.walked += links;
        Ok(())
    }

    /// Asks to follow a link to a child, and to come [back](Context::follow_up) from there.
    pub(in crate::search) fn follow_down(&mut self) -> Result<(), Stop> {
        self.meter.follow_down()?;
        self.walked += 1;
        Ok(())
    }

    /// Follows a link back to the parent.
    pub(in crate::search) fn follow_up(&mut self) {
        self.meter.follow_up();
        self.walked += 1;
    }

    /// A depth-first search asks to come to a node.
    #[inline(always)]
    pub(in crate::search) fn entered(
        &mut self,
        node: &P,
        depth: u32,
        window: Window,
    ) -> Result<(), Stop> {
        if W {
            self.follow(u64::from(!self.path.is_empty()))?;
            self.tell_entered(node, depth, window);
        }
        Ok(())
    }

    /// A depth-first search leaves a node.
    #[inline(always)]
    pub(in crate::search) fn left(&mut self, node: &P, value: Score, cause: Cause) {
        if W {
            self.tell_left(node, value, cause, None);
        }
    }

    /// A depth-first search leaves a node with a value from the table, which has these bounds.
    #[inline(always)]
    pub(in crate::search) fn left_by_table(
        &mut self,
        node: &P,
        value: Score,
        bounds: Option<Interval>,
    ) {
        if W {
            self.tell_left(node, value, Cause::Table, bounds);
        }
    }

    /// The last `skipped` children of a node are not searched, because of the one with the move at
    /// `refutation`.
    #[inline(always)]
    pub(in crate::search) fn cut_off(&mut self, node: &P, skipped: usize, refutation: usize) {
        if W && skipped > 0 {
            self.tell_cut_off(node, skipped, refutation);
        }
    }

    /// Counts an expansion by a depth-first search, whose root so far has `root` as the index of its
    /// best move and value.
    #[inline(always)]
    pub(in crate::search) fn expand(
        &mut self,
        node: &P,
        list: MoveList,
        root: Option<(u32, Score)>,
    ) {
        self.meter.counts.expanded += 1;
        if W {
            let expansion = Expansion { again: self.expands_again(), ..Expansion::default() };
            self.tell_expansion(node, list, 0..list.count, |_| None, expansion, root);
        }
    }

    /// Tells the observer that the node at the end of the path has got the children at these places,
    /// with their values, after which the root has `root` as best move and value. Root moves that must
    /// not be chosen have no value.
    #[cold]
    #[inline(never)]
    pub(in crate::search) fn tell_expansion(
        &mut self,
        node: &P,
        list: MoveList,
        places: Range<usize>,
        value: impl Fn(usize) -> Option<Score>,
        expansion: Expansion,
        root: Option<(u32, Score)>,
    ) {
        if !self.watched {
            return;
        }
        self.tell_walked();
        let (best, root_value) = root.unzip();
        let (first, added) = (places.start as u32, places.len() as u32);
        let moves = list.count as u32;
        let expansion = Expansion { first, added, moves, root_value, best, ..expansion };
        let child = |place| {
            let (m, index) = (self.nth(node, list, place), self.index(node, list, place));
            let value = value(place).filter(|value| value.is_finite()).map(NodeValue::Score);
            Child { m, index: index as u32, value }
        };
        let children: Vec<_> = places.map(child).collect();
        let key = self.key_of.map(|key_of| key_of(node));
        let event = Event::new(&self.path, EventKind::Expanded(expansion));
        let (root_children, stored) = (&self.root_children, &self.stored);
        self.observer.event(&Event { key, children: &children, root_children, stored, ..event });
    }

    /// Tells the observer of the links followed since it was told last.
    pub(in crate::search) fn tell_walked(&mut self) {
        let pointers = std::mem::take(&mut self.walked);
        if pointers > 0 && self.watched {
            self.tell(None, EventKind::Walked { pointers });
        }
    }

    /// Tells the observer what happened at the node at the end of the path.
    #[cold]
    #[inline(never)]
    pub(in crate::search) fn tell(&mut self, node: Option<&P>, kind: EventKind) {
        if !self.watched {
            return;
        }
        let key = node.zip(self.key_of).map(|(node, key_of)| key_of(node));
        self.observer.event(&Event { key, ..Event::new(&self.path, kind) });
    }

    /// The index of the root's best move and the value of the root, where the node at the end of the path is
    /// worth `value` by its child `best` and no ancestor's value has been brought up to date yet.
    pub(in crate::search) fn root_value(&self, value: Score, best: u32) -> (u32, Score) {
        debug_assert_eq!(self.path.len(), self.choices.len());
        let first = self.path.first().and_then(Step::index);
        let mut root = (first.unwrap_or(best), value);
        for (depth, choice) in self.choices.iter().enumerate().rev() {
            if let Some((rival, index)) = choice.runner_up
                && rival.beats(root.1, choice.side)
            {
                root = (if depth == 0 { index } else { root.0 }, rival);
            }
        }
        root
    }
}
