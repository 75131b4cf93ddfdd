//! The solver's work against its budget.

use plywood::{Budget, Counts, Stop};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What may be generated between two questions: all that is below a position with four empty
/// squares, 64 nodes and a pass before each.
const UNASKED: u64 = 130;
/// Looks at the clock are spaced to this.
const LOOK: Duration = Duration::from_micros(500);

/// Work, counted where it is hot.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    /// Nodes made by playing a move.
    pub generated: u64,
    /// Nodes that got a value: finished games, and evaluations for the order of moves.
    pub evaluated: u64,
    /// Nodes that were left before their moves were looked at.
    pub cut: u64,
}

impl From<Work> for Counts {
    fn from(work: Work) -> Counts {
        let Work { generated, evaluated, cut } = work;
        // Every node but these was expanded, and the root is not among the generated.
        let expanded = (generated + 1).saturating_sub(evaluated + cut);
        let mut counts = Counts::default();
        (counts.generated, counts.evaluated, counts.expanded) = (generated, evaluated, expanded);
        counts
    }
}

/// The budget of a search.
pub(super) struct Limits {
    pub work: Work,
    /// The count of nodes at which anything could next have to be looked at.
    gate: u64,
    nodes: u64,
    evaluations: u64,
    deadline: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
    /// Nodes between two looks at the clock.
    stride: u64,
    last_look: Instant,
}

impl Limits {
    pub(super) fn new(budget: &Budget) -> Limits {
        let now = Instant::now();
        Limits {
            work: Work::default(),
            gate: 0,
            nodes: budget.nodes.unwrap_or(u64::MAX),
            evaluations: budget.evaluations.unwrap_or(u64::MAX),
            deadline: budget.time.and_then(|time| now.checked_add(time)),
            stop: budget.stop.clone(),
            stride: 1024,
            last_look: now,
        }
    }

    /// Asks to generate what is below a position with few empty squares.
    #[inline(always)]
    pub(super) fn admit(&mut self) -> Result<(), Stop> {
        if self.work.generated + UNASKED > self.gate { self.review() } else { Ok(()) }
    }

    #[cold]
    #[inline(never)]
    fn review(&mut self) -> Result<(), Stop> {
        let Work { generated, evaluated, .. } = self.work;
        if UNASKED > self.nodes - generated {
            return Err(Stop::Nodes);
        }
        if UNASKED > self.evaluations - evaluated {
            return Err(Stop::Evaluations);
        }
        let now = Instant::now();
        if self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Stop::Cancelled);
        }
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return Err(Stop::Time);
        }
        if now - self.last_look > LOOK {
            self.stride = (self.stride / 2).max(UNASKED);
        } else {
            self.stride = (self.stride * 2).min(1 << 16);
        }
        self.last_look = now;
        // No node is evaluated twice, so evaluations do not outrun the gate.
        let ahead = self.stride.min(self.nodes - generated).min(self.evaluations - evaluated);
        self.gate = generated + ahead.max(UNASKED);
        Ok(())
    }
}
