//! Counts what expansions do to the values of nodes, from the events of a search.

use plywood::{Event, EventKind, NodeValue, Score, Side, Step};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::HashMap;

/// What the expansions of a search did: the record of a unit. The root, into which nobody moved, is left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::papers) struct Tempo {
    pub expansions: u64,
    /// Nodes that look worse than before to the side that moved into them, and better ones. The rest look
    /// the same.
    pub worse: u64,
    pub better: u64,
    /// Expansions after which the search goes on elsewhere than below the node.
    pub left: u64,
    /// The nodes' children.
    pub children: u64,
}

/// A node: the indices of the moves that lead to it.
type Path = Vec<u32>;

/// Follows a best-first search that expands nodes whole, in a game where the sides alternate.
pub(super) struct Counter {
    root: Side,
    /// The static values of leaves.
    values: HashMap<Path, Score>,
    last: Option<Path>,
    tempo: Tempo,
}

impl Counter {
    pub fn new(root: Side) -> Counter {
        Counter { root, values: HashMap::new(), last: None, tempo: Tempo::default() }
    }

    /// The side to move at a depth.
    fn side(&self, depth: usize) -> Side {
        if depth.is_multiple_of(2) { self.root } else { !self.root }
    }

    pub fn event<M>(&mut self, event: &Event<'_, M>) {
        if !matches!(event.kind, EventKind::Expanded(expansion) if !expansion.stopped) {
            return;
        }
        let path: Path = event.path.iter().filter_map(Step::index).collect();
        if let Some(last) = self.last.take_if(|last| !last.is_empty()) {
            self.tempo.left += u64::from(!path.starts_with(&last));
        }
        let side = self.side(path.len());
        let mut after: Option<Score> = None;
        for child in event.children {
            let Some(NodeValue::Score(value)) = child.value else { continue };
            if after.is_none_or(|best| value.beats(best, side)) {
                after = Some(value);
            }
            let mut below = path.clone();
            below.push(child.index);
            self.values.insert(below, value);
        }
        if let (Some(before), Some(after)) = (self.values.remove(&path), after) {
            let tempo = &mut self.tempo;
            tempo.expansions += 1;
            tempo.children += event.children.len() as u64;
            // What is better for the side to move is worse for the other, which moved into the node.
            match after.seen_by(side).cmp(&before.seen_by(side)) {
                Ordering::Greater => tempo.worse += 1,
                Ordering::Less => tempo.better += 1,
                Ordering::Equal => {}
            }
        }
        self.last = Some(path);
    }

    /// The counts. Of the last expansion it is not known where the search would go on.
    pub fn finish(self) -> Tempo {
        self.tempo
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood::search::BestFirst;
    use plywood::{Budget, Position, Search, Task, Trace};
    use plywood_games::{Game, RandomTree, StaticValue, Tree};

    fn counted<P: Position>(root: &P, budget: Budget) -> Tempo
    where
        StaticValue: plywood::Evaluate<P>,
    {
        let mut counter = Counter::new(root.side());
        let mut trace = Trace::new(|event: &Event<'_, P::Move>| counter.event(event));
        let task = Task::new(root).budget(budget);
        BestFirst::new(StaticValue).search(&task, &mut trace);
        counter.finish()
    }

    #[test]
    fn the_example_of_the_paper_makes_every_node_look_worse() {
        // Figure 1 of Korf & Chickering 1993: 6 becomes 2, 4 becomes 1.
        let tree = Tree::from_json("[0,[4,8,1],[6,5,[2,7,3]]]").unwrap();
        let tempo = counted(&tree, Budget::new().nodes(6));
        assert_eq!(tempo, Tempo { expansions: 2, worse: 2, better: 0, left: 1, children: 4 });
        // The search comes back to the right child, and expands the node worth 2: it becomes 7.
        let tempo = counted(&tree, Budget::new().nodes(8));
        assert_eq!(tempo, Tempo { expansions: 3, worse: 3, better: 0, left: 2, children: 6 });
    }

    /// The same by playing every path again from the root.
    fn twin(root: &RandomTree, budget: Budget) -> Tempo {
        let mut paths: Vec<Vec<u32>> = Vec::new();
        let mut trace = Trace::new(|event: &Event<'_, u32>| {
            if matches!(event.kind, EventKind::Expanded(expansion) if !expansion.stopped) {
                paths.push(event.path.iter().filter_map(Step::index).collect());
            }
        });
        let task = Task::new(root).budget(budget);
        BestFirst::new(StaticValue).search(&task, &mut trace);
        let mut tempo = Tempo::default();
        for (number, path) in paths.iter().enumerate().filter(|(_, path)| !path.is_empty()) {
            let mut node = *root;
            let mut mover = node.side();
            for &m in path {
                mover = node.side();
                node.play(m);
            }
            let mut moves = Vec::new();
            node.moves(&mut moves);
            let values = moves.iter().map(|&m| {
                let mut child = node;
                child.play(m);
                child.value()
            });
            let values: Vec<i32> = values.collect();
            let after = match node.side() {
                Side::Max => *values.iter().max().unwrap(),
                Side::Min => *values.iter().min().unwrap(),
            };
            let change =
                if mover == Side::Max { after - node.value() } else { node.value() - after };
            tempo.expansions += 1;
            tempo.worse += u64::from(change < 0);
            tempo.better += u64::from(change > 0);
            tempo.children += values.len() as u64;
            let next = paths.get(number + 1);
            tempo.left += u64::from(next.is_some_and(|next| !next.starts_with(path)));
        }
        tempo
    }

    #[test]
    fn counts_are_those_of_paths_played_again() {
        let mut better = 0;
        for seed in 0..30 {
            let text = format!("branching=random:{},depth=30,seed={seed}", 2 + seed % 5);
            let root = RandomTree::parse(Some(&text)).unwrap();
            let tempo = counted(&root, Budget::new().nodes(300));
            assert_eq!(tempo, twin(&root, Budget::new().nodes(300)), "seed {seed}");
            better += tempo.better;
        }
        assert!(better > 100, "{better}");
    }
}
