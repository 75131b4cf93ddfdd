//! Watching a search without steering it.

use crate::{Position, Report, Score};

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
    /// Whether anybody watches: a search prepares paths and root values only if so.
    const WATCHES: bool = true;

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

    /// A search that deepens step by step has finished a depth. It tells so whether or not anybody
    /// [watches](Observer::WATCHES).
    fn finished(&mut self, report: &Report<P::Move>) {
        let _ = report;
    }
}

impl<P: Position> Observer<P> for () {
    const WATCHES: bool = false;
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
