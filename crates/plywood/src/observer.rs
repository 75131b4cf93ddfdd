//! Observers, which see what a search does and do not influence it.

use crate::{Counts, Event, EventKind, Interval, Position, Report};

/// Sees what a search does. Every method has an empty default; `()` costs nothing at all.
pub trait Observer<P: Position> {
    /// Whether the observer receives events, the single steps of a search. A search asks once, when it
    /// begins. Without them it is faster, and [`finished`](Observer::finished) and
    /// [`improved`](Observer::improved) are called all the same.
    fn watches(&self) -> bool {
        true
    }

    /// Receives one step of the search.
    fn event(&mut self, event: &Event<'_, P::Move>) {
        let _ = event;
    }

    /// A search that can deepen step by step has finished a depth; one that does not deepen, its only
    /// one.
    fn finished(&mut self, report: &Report<P::Move>) {
        let _ = report;
    }

    /// Whether [`improved`](Observer::improved) is to be called. Only then does a search put its answer
    /// together before its end.
    fn listens(&self) -> bool {
        false
    }

    /// The search has another answer than before, while a depth is under way: a better root move, or
    /// another value of the best one. A program that must answer at once can use it. A best-first search tells
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

/// Passes the progress of a search on to a function, or drops it. The search is as fast as an unwatched
/// one, apart from the calls.
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

    /// Drops the news.
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
    fn event(&mut self, event: &Event<'_, P::Move>) {
        let counts = match event.kind {
            // What completes an expansion is part of it.
            EventKind::Expanded(expansion) if !expansion.completes => &mut self.expanded,
            EventKind::Evaluated { .. } => &mut self.evaluated,
            EventKind::CutOff { .. } => &mut self.cutoffs,
            _ => return,
        };
        bump(counts, event.depth() as usize);
    }
}

/// Hands every event to a function: a line of a trace file, a step of a drawing.
///
/// ```
/// use plywood::{EventKind, Search, Task, Trace, search::AlphaBeta};
/// use plywood_games::{StaticValue, Tree};
///
/// let tree = Tree::from_json("[0, [0, 3, 5], [0, 2, 9]]")?;
/// let mut leaves = Vec::new();
/// let mut trace = Trace::new(|event| {
///     if let EventKind::Evaluated { value, .. } = event.kind {
///         leaves.push(value.get());
///     }
/// });
/// AlphaBeta::new(StaticValue).search(&Task::new(&tree), &mut trace);
/// assert_eq!(leaves, [3, 5, 2], "the leaf worth 9 is cut off");
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub struct Trace<F> {
    sink: F,
}

impl<F> Trace<F> {
    /// A trace that calls `sink` with each event.
    pub fn new<M>(sink: F) -> Self
    where
        F: FnMut(&Event<'_, M>),
    {
        Trace { sink }
    }
}

impl<P: Position, F: FnMut(&Event<'_, P::Move>)> Observer<P> for Trace<F> {
    fn event(&mut self, event: &Event<'_, P::Move>) {
        (self.sink)(event);
    }
}
