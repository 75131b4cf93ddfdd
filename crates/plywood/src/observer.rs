//! Watching a search without steering it.

use crate::{Counts, Interval, Position, Report, Score};

/// One expansion: the children of a node have just been generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expansion<'a> {
    /// The node: child indices, in the order of [`Position::moves`], from the root.
    pub path: &'a [u32],
    /// The value of the root after this expansion, once the search has one.
    pub root_value: Option<Score>,
    /// The index of the root move that now looks best.
    pub best: Option<u32>,
    /// The node had been expanded before and was forgotten since.
    pub again: bool,
}

/// Sees what a search does. Every method has an empty default; `()` costs nothing at all.
pub trait Observer<P: Position> {
    /// Whether the observer receives single steps: expansions, evaluations and cut-offs. A search asks
    /// once, when it begins. Without them it is faster, and [`finished`](Observer::finished) and
    /// [`improved`](Observer::improved) are called all the same.
    fn watches(&self) -> bool {
        true
    }

    /// A node's children have been generated.
    fn expand(&mut self, expansion: Expansion<'_>) {
        let _ = expansion;
    }

    /// A position `depth` plies below the root got a static value or an exact result.
    fn evaluate(&mut self, depth: u32, value: Score) {
        let _ = (depth, value);
    }

    /// The rest of a node's children was cut off, `depth` plies below the root.
    fn cutoff(&mut self, depth: u32) {
        let _ = depth;
    }

    /// A search that can deepen step by step has finished a depth; one that does not deepen, its only
    /// one.
    fn finished(&mut self, report: &Report<P::Move>) {
        let _ = report;
    }

    /// Whether anybody hears of [`improved`](Observer::improved): a search puts its answer together
    /// before its end only if so.
    fn listens(&self) -> bool {
        false
    }

    /// The search has another answer than before, while a depth is under way: a better root move, or
    /// another value of the best one. Who is in a hurry can answer with it. A best-first search tells
    /// of it each time that its control returns to the root.
    fn improved(&mut self, best: BestSoFar<'_, P::Move>) {
        let _ = best;
    }
}

/// What a search would answer if it were stopped now.
#[derive(Debug, PartialEq, Eq)]
pub struct BestSoFar<'a, M> {
    /// What is known of the root's value.
    pub value: Interval,
    /// The expected line of play, which begins with the best move. It is never empty.
    pub pv: &'a [M],
    /// How far the answer looks ahead.
    pub depth: u32,
    /// The work done so far.
    pub counts: &'a Counts,
}

impl<P: Position> Observer<P> for () {
    fn watches(&self) -> bool {
        false
    }
}

/// News of a search under way.
#[derive(Debug)]
pub enum Progress<'a, M> {
    /// A depth is finished; see [`Observer::finished`].
    Finished(&'a Report<M>),
    /// There is another answer than before; see [`Observer::improved`].
    Improved(BestSoFar<'a, M>),
}

/// Hands the news of a search to a function, or to nobody. Apart from the news, the search is as fast
/// as one that nobody watches.
///
/// ```
/// use plywood::{Listener, Progress, Search, Task, search::AlphaBeta};
/// use plywood_games::{StaticValue, Tree};
///
/// let tree = Tree::from_json("[0, [0, 3, 5], [0, 2, 9], [0, 7, 8]]")?;
/// let mut values = Vec::new();
/// let mut note = |news: Progress<'_, u32>| {
///     if let Progress::Improved(best) = news {
///         values.push((best.pv[0], best.value.lower.get()));
///     }
/// };
/// AlphaBeta::new(StaticValue).search(&Task::new(&tree), &mut Listener::new(&mut note));
/// assert_eq!(values, [(0, 3), (2, 7)]);
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub struct Listener<'a, M> {
    sink: Option<&'a mut Sink<'a, M>>,
}

type Sink<'a, M> = dyn FnMut(Progress<'_, M>) + 'a;

impl<'a, M> Listener<'a, M> {
    /// Hands the news to a function.
    pub fn new(sink: &'a mut (dyn FnMut(Progress<'_, M>) + 'a)) -> Self {
        Listener { sink: Some(sink) }
    }

    /// Hands the news to nobody.
    pub fn silent() -> Self {
        Listener { sink: None }
    }
}

impl<P: Position> Observer<P> for Listener<'_, P::Move> {
    fn watches(&self) -> bool {
        false
    }

    fn finished(&mut self, report: &Report<P::Move>) {
        if let Some(sink) = &mut self.sink {
            sink(Progress::Finished(report));
        }
    }

    #[inline]
    fn listens(&self) -> bool {
        self.sink.is_some()
    }

    fn improved(&mut self, best: BestSoFar<'_, P::Move>) {
        if let Some(sink) = &mut self.sink {
            sink(Progress::Improved(best));
        }
    }
}

/// Counts events by depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counter {
    /// Expansions at each depth below the root.
    pub expanded: Vec<u64>,
    /// Evaluations at each depth.
    pub evaluated: Vec<u64>,
    /// Cut-offs at each depth.
    pub cutoffs: Vec<u64>,
}

fn bump(counts: &mut Vec<u64>, depth: usize) {
    if counts.len() <= depth {
        counts.resize(depth + 1, 0);
    }
    counts[depth] += 1;
}

impl<P: Position> Observer<P> for Counter {
    fn expand(&mut self, expansion: Expansion<'_>) {
        bump(&mut self.expanded, expansion.path.len());
    }
    fn evaluate(&mut self, depth: u32, _: Score) {
        bump(&mut self.evaluated, depth as usize);
    }
    fn cutoff(&mut self, depth: u32) {
        bump(&mut self.cutoffs, depth as usize);
    }
}

/// Hands every expansion, numbered from 1, to a function: a line of a trace file, a step of a
/// drawing.
pub struct Trace<F> {
    expansions: u64,
    sink: F,
}

impl<F: FnMut(u64, Expansion<'_>)> Trace<F> {
    /// A trace that calls `sink` with the number of the expansion and the expansion.
    pub fn new(sink: F) -> Self {
        Trace { expansions: 0, sink }
    }
}

impl<P: Position, F: FnMut(u64, Expansion<'_>)> Observer<P> for Trace<F> {
    fn expand(&mut self, expansion: Expansion<'_>) {
        self.expansions += 1;
        (self.sink)(self.expansions, expansion);
    }
}
