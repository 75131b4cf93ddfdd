//! What the events say of causes: which bound cut a node off and where it was set, what a pass has shown, why
//! a node is entered. It is worked out again from the values of the nodes alone.

use crate::common::{self, blackboard, trees};
use plywood::search::*;
use plywood::{
    Bound, Budget, Event, EventKind, Interval, Observer, Position, Purpose, Report, Score, Search,
    Side, Step, Task, Window,
};
use plywood_games::StaticValue;
use std::collections::BTreeSet;

/// A node that a depth-first search is in.
struct Frame {
    side: Side,
    moves: usize,
    depth: u32,
    window: Window,
    /// The children that were entered, with the values that they were left with.
    entered: Vec<(u32, Option<Score>)>,
}

impl Frame {
    /// The best value of the children searched before the last one, if it is better than `outside`. A search
    /// again of the last one begins with the window of its test.
    fn found(&self, outside: Score) -> Option<Score> {
        let last = self.entered.last().map(|&(index, _)| index);
        let others = self.entered.iter().filter(|&&(index, _)| Some(index) != last);
        let values = others.filter_map(|&(_, value)| value);
        values.reduce(|a, b| a.better(b, self.side)).filter(|best| best.beats(outside, self.side))
    }
}

/// What a search must tell.
#[derive(Default)]
struct Counts {
    cut_offs: u64,
    deep: u64,
    by_root: u64,
    re_searches: u64,
    line: u64,
    again: u64,
    by_table: u64,
    passes: u64,
}

struct Causes<'c, P: Position> {
    root: P,
    frames: Vec<Frame>,
    /// The search tests children with null windows.
    tests: bool,
    /// The root's children are searched with windows one wider.
    loosens: bool,
    passes: u32,
    bounds: Interval,
    visited: BTreeSet<Vec<u32>>,
    told: Option<(Interval, Option<u32>)>,
    iteration: Option<(Interval, Vec<P::Move>)>,
    counts: &'c mut Counts,
}

impl<P: Position> Causes<'_, P> {
    /// The bound of the last frame, and where it was set.
    fn bound(&self, bound: Bound) -> (Score, Option<u32>) {
        let mut known = (bound.of(self.frames[0].window), None);
        for (above, pair) in self.frames.windows(2).enumerate() {
            let [node, child] = pair else { unreachable!() };
            let origin = Some(above as u32);
            let owner = if bound == Bound::Alpha { Side::Max } else { Side::Min };
            if node.side == owner {
                if let Some(best) = node.found(known.0) {
                    known = (best, origin);
                }
                if above == 0 && self.loosens && known.0.is_finite() {
                    known.0 = if owner == Side::Max { known.0.down() } else { known.0.up() };
                    known.1 = origin;
                }
            } else if self.tests && is_null(child.window) && bound.of(child.window) != known.0 {
                known = (bound.of(child.window), origin);
            }
        }
        known
    }

    fn position(&self, path: &[u32]) -> P {
        let mut position = self.root.clone();
        for &index in path {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            position.play(moves[index as usize]);
        }
        position
    }
}

fn is_null(window: Window) -> bool {
    window.alpha.up() == window.beta
}

fn encloses(known: Interval, value: Score) -> bool {
    known.lower <= value && value <= known.upper
}

impl<P: Position> Observer<P> for Causes<'_, P>
where
    StaticValue: plywood::Evaluate<P>,
{
    fn event(&mut self, event: &Event<'_, P::Move>) {
        let path: Vec<u32> = event.path.iter().filter_map(Step::index).collect();
        match event.kind {
            EventKind::IterationBegun { .. } => {
                self.frames.clear();
                (self.passes, self.bounds) = (0, Interval::UNKNOWN);
                self.visited.clear();
                self.told = None;
            }
            EventKind::PassBegun { pass, window } => {
                self.passes += 1;
                assert_eq!(pass, self.passes);
                assert!(!window.is_empty() && self.bounds.exact().is_none());
                self.counts.passes += 1;
                self.frames.clear();
            }
            EventKind::PassFinished { pass, value } => {
                assert_eq!(pass, self.passes);
                let Interval { lower, upper } = self.bounds;
                assert!(value.lower >= lower && value.upper <= upper && value != self.bounds);
                self.bounds = value;
            }
            EventKind::RootChanged { value, best } => {
                assert!(path.is_empty() && self.told != Some((value, best)), "it is news");
                self.told = Some((value, best));
            }
            EventKind::IterationFinished { value, .. } => {
                if let Some(exact) = value.exact() {
                    if self.passes > 0 {
                        assert_eq!(
                            self.bounds.exact(),
                            Some(exact),
                            "what the last pass has shown"
                        );
                    }
                    let mut moves = Vec::new();
                    self.root.moves(&mut moves);
                    let first = moves.iter().position(|m| Some(m) == event.line.first());
                    assert_eq!(self.told, Some((value, first.map(|index| index as u32))));
                } else if let Some((told, _)) = self.told {
                    assert!(told.lower >= value.lower && told.upper <= value.upper);
                }
                self.iteration = Some((value, event.line.to_vec()));
            }
            EventKind::Entered { depth, window, purpose } => {
                self.frames.truncate(path.len());
                let completes = self.passes > 0 && self.bounds.exact().is_some();
                let expected = match (self.frames.last(), path.last()) {
                    _ if completes && self.frames.len() <= 1 => Purpose::Line,
                    (Some(parent), Some(&index)) => {
                        match parent.entered.iter().any(|&(other, _)| other == index) {
                            true => Purpose::ReSearch,
                            false if completes => Purpose::Line,
                            false => Purpose::Search,
                        }
                    }
                    _ if self.passes > 1 => Purpose::ReSearch,
                    _ => Purpose::Search,
                };
                assert_eq!(purpose, expected, "{path:?}");
                self.counts.re_searches += u64::from(purpose == Purpose::ReSearch);
                self.counts.line += u64::from(purpose == Purpose::Line);
                if let (Some(parent), Some(&index)) = (self.frames.last_mut(), path.last()) {
                    parent.entered.push((index, None));
                }
                let position = self.position(&path);
                let mut moves = Vec::new();
                position.moves(&mut moves);
                // Where the line is completed, the nodes on it are not entered.
                while self.frames.len() < path.len() {
                    let (side, window) = (Side::Max, Window::FULL);
                    self.frames.push(Frame { side, moves: 0, depth: 0, window, entered: vec![] });
                }
                let (side, moves, entered) = (position.side(), moves.len(), Vec::new());
                self.frames.push(Frame { side, moves, depth, window, entered });
            }
            EventKind::Left { value, known, .. } => {
                let frame = self.frames.pop().expect("a node that was entered");
                let exact = blackboard(&mut self.position(&path), frame.depth);
                assert!(encloses(known, value) && encloses(known, exact), "{known:?} {exact:?}");
                let Window { alpha, beta } = frame.window;
                let inside = alpha < value && value < beta;
                assert!(!inside || known == Interval::exactly(exact), "inside the window");
                self.counts.by_table += u64::from(known.exact().is_some() && !inside);
                if let Some(parent) = self.frames.last_mut()
                    && let Some(child) = parent.entered.last_mut()
                {
                    child.1 = Some(value);
                }
            }
            EventKind::CutOff { skipped, bound, value, refutation, set_at } => {
                let frame = self.frames.last().expect("a node that was entered");
                assert_eq!(bound, Bound::against(frame.side));
                let children: BTreeSet<u32> = frame.entered.iter().map(|&(m, _)| m).collect();
                assert_eq!(children.len() + skipped as usize, frame.moves);
                let &(last, left) = frame.entered.last().expect("a child");
                assert_eq!(last, refutation);
                assert!(left.is_some_and(|left| left == value || left.beats(value, frame.side)));
                let completes = self.frames[0].moves == 0;
                if !completes {
                    assert_eq!(self.bound(bound), (value, set_at), "{path:?}");
                }
                self.counts.cut_offs += 1;
                self.counts.by_root += u64::from(set_at.is_none());
                self.counts.deep += u64::from(set_at.is_some_and(|at| at + 1 < event.depth()));
            }
            EventKind::Expanded(expansion) if !expansion.kept => {
                let again = !self.visited.insert(path);
                assert_eq!(expansion.again, again);
                self.counts.again += u64::from(again);
            }
            _ => {}
        }
    }
}

fn check<P: Position, S: Search<P> + ?Sized>(
    search: &mut S,
    root: &P,
    budget: &Budget,
    [tests, loosens]: [bool; 2],
    counts: &mut Counts,
) -> Report<P::Move>
where
    StaticValue: plywood::Evaluate<P>,
{
    let before = counts.passes;
    let mut causes = Causes {
        root: root.clone(),
        frames: Vec::new(),
        tests,
        loosens,
        passes: 0,
        bounds: Interval::UNKNOWN,
        visited: BTreeSet::new(),
        told: None,
        iteration: None,
        counts,
    };
    let report = search.search(&Task::new(root).budget(budget.clone()), &mut causes);
    let (value, line) = causes.iteration.take().expect("an iteration");
    let passes = causes.counts.passes - before;
    if report.value.exact().is_some() && value.exact().is_some() {
        assert_eq!((value, &line), (report.value, &report.pv));
        assert_eq!(report.details.get("passes"), passes);
    }
    report
}

#[test]
fn cut_offs_name_the_bound_and_the_node_that_set_it() {
    let mut all = Counts::default();
    for (seed, tree) in trees(1200).filter(|(_, tree)| !tree.is_over()) {
        let depth = 1 + seed as u32 % 6;
        let budget = match seed % 4 {
            0 => Budget::new().depth(depth).nodes(seed % 97),
            _ => Budget::new().depth(depth),
        };
        let deepening = if seed.is_multiple_of(5) { Deepening::Always } else { Deepening::Never };
        let bounds = if seed.is_multiple_of(2) { Bounds::FailSoft } else { Bounds::FailHard };
        let order = if seed.is_multiple_of(3) { NodeOrder::Static } else { NodeOrder::Listed };
        let all_best = seed % 11 < 4;
        let mut counts = Counts::default();
        let options = AlphaBetaOptions { order, bounds, deepening, all_best, ..Default::default() };
        let plain = [false, all_best];
        check(&mut AlphaBeta::with(options, StaticValue), &tree, &budget, plain, &mut counts);
        let saved = AlphaBetaSavedTreeOptions { bounds, deepening, all_best };
        let mut saved = AlphaBetaSavedTree::with(saved, StaticValue);
        check(&mut saved, &tree, &budget, plain, &mut counts);
        let options = MinimaxOptions { deepening, all_best };
        check(&mut Minimax::with(options, StaticValue), &tree, &budget, plain, &mut counts);
        assert_eq!((counts.by_root, counts.passes, counts.again), (0, 0, 0), "seed {seed}");
        all.cut_offs += counts.cut_offs;
        all.deep += counts.deep;
        for driver in common::drivers(2) {
            let options = MtOptions { all_best, deepening, ..MtOptions::new(driver) };
            let tests = [driver != Driver::AlphaBeta, false];
            check(&mut Mt::with(options, StaticValue), &tree, &budget, tests, &mut all);
        }
    }
    let Counts { cut_offs, deep, by_root, re_searches, line, again, by_table, passes } = all;
    assert!(cut_offs > 10_000 && deep > 100 && by_root > 1000, "{cut_offs} {deep} {by_root}");
    assert!(re_searches > 1000 && line > 1000 && again > 1000, "{re_searches} {line} {again}");
    assert!(by_table > 100 && passes > 10_000, "{by_table} {passes}");
}

/// The bounds of best-first searches: a node stays on the principal variation within its window.
#[test]
fn early_returns_name_the_bound_that_a_child_exceeds() {
    let mut cut_offs = 0;
    for (seed, tree) in trees(800).filter(|(_, tree)| !tree.is_over()) {
        let saved = BestFirstSavedTreeOptions { early_return: true, ..Default::default() };
        let variant = Variant::Simple { early_return: true };
        let linear = RecursiveBestFirstOptions { variant, all_best: false };
        let mut searches: [Box<dyn Search<_>>; 2] = [
            Box::new(BestFirstSavedTree::with(saved, StaticValue)),
            Box::new(RecursiveBestFirst::with(linear, StaticValue)),
        ];
        for search in &mut searches {
            let mut seen = Vec::new();
            let mut trace = plywood::Trace::new(|event: &Event<'_, u32>| {
                seen.push((event.kind, event.children.to_vec(), event.path.to_vec()));
            });
            search.search(&Task::new(&tree).budget(Budget::new().nodes(80)), &mut trace);
            for pair in seen.windows(2) {
                let (EventKind::Expanded(_), EventKind::CutOff { bound, value, set_at, .. }) =
                    (pair[0].0, pair[1].0)
                else {
                    continue;
                };
                let (children, path) = (&pair[0].1, &pair[1].2);
                let EventKind::CutOff { refutation, skipped, .. } = pair[1].0 else {
                    unreachable!()
                };
                let last = children.last().expect("children");
                assert_eq!(last.index, refutation, "seed {seed}");
                let Some(plywood::NodeValue::Score(last)) = last.value else { panic!("a value") };
                let side = if bound == Bound::Beta { Side::Max } else { Side::Min };
                assert!(last.beats(value, side) && skipped > 0, "seed {seed}");
                // Somebody above prefers another child: the bound is that child's value.
                let at = set_at.expect("the root has no bounds") as usize;
                assert!(at < path.len());
                cut_offs += 1;
            }
        }
    }
    assert!(cut_offs > 300, "{cut_offs}");
}
