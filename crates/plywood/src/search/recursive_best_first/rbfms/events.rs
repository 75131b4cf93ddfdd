//! What an observer is told of the recursion.

use super::{Rbfms, Stored};
use crate::search::context::{Choice, MoveList};
use crate::{Evaluate, Expansion, Interval, Position, Score, Window};

impl<P: Position, E: Evaluate<P>, const W: bool> Rbfms<'_, '_, P, E, W> {
    /// Tells the observer of an expansion, which may have been stopped half-way.
    #[cold]
    pub(super) fn observe(
        &mut self,
        node: &P,
        list: MoveList,
        first: usize,
        stored: &Stored,
        w: Window,
        stopped: bool,
    ) {
        if self.ctx.watched {
            self.ctx.stored = self.stored_values(first);
        }
        let values = &self.siblings.values[first..];
        let (count, side) = (values.len(), node.side());
        let best = values.iter().fold(Score::worst(side), |best, &value| best.better(value, side));
        let place = values.iter().position(|&value| value == best).unwrap_or(0);
        let worth = if stopped { stored.value } else { best };
        let index = self.ctx.index(node, list, place);
        let root = self.ctx.root_value(worth, index as u32);
        let again = stored.known > 0;
        let window = Some(w);
        let expansion = Expansion { kept: true, again, stopped, window, ..Expansion::default() };
        let value = |index: usize| Some(values[index]);
        self.ctx.tell_expansion(node, list, 0..count, value, expansion, Some(root));
        self.ctx.stored.clear();
        self.ctx.set_windows(self.ctx.path.len(), [w].into_iter());
        if !stopped {
            let last = self.ctx.index(node, list, count - 1);
            self.ctx.cut_off(node, list.count - count, last);
        }
        self.ctx.root_changed(Interval::exactly(root.1), Some(root.0));
    }

    /// The values stored with the children of the nodes on the path, and with those of the node at its end,
    /// which begin at `first`.
    fn stored_values(&self, first: usize) -> Vec<Vec<Option<Score>>> {
        let above = self.levels.iter().map(|&(begin, place)| (begin, Some(place)));
        let mut levels = above.chain([(first, None)]).peekable();
        let mut all = Vec::new();
        while let Some((begin, on_path)) = levels.next() {
            let end = levels.peek().map_or(self.siblings.values.len(), |&(next, _)| next);
            let values = self.siblings.values[begin..end].iter().enumerate();
            let known = values.map(|(place, &value)| {
                (Some(place) != on_path && value.is_finite()).then_some(value)
            });
            all.push(known.collect());
        }
        all
    }

    /// Notes a step down for the observer.
    #[cold]
    pub(super) fn descend(&mut self, node: &P, list: MoveList, first: usize, place: usize) {
        let side = node.side();
        let values = self.siblings.values[first..].iter().enumerate();
        let runner_up = values
            .filter(|&(i, _)| i != place)
            .map(|(i, &value)| (value, i))
            .reduce(|a, b| if b.0.beats(a.0, side) { b } else { a });
        let runner_up = runner_up.map(|(value, i)| (value, self.ctx.index(node, list, i) as u32));
        self.ctx.choices.push(Choice { side, runner_up });
        self.levels.push((first, place));
    }
}
